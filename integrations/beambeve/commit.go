// The end of the sink: complete files get their names.

package beambeve

import (
	"context"
	"fmt"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"
)

// releaseFn lets files go on when all are there.
type releaseFn struct{ Shards int }

func (fn *releaseFn) ProcessElement(_ int, files func(*written) bool, emit func(written)) error {
	all := make([]written, 0, fn.Shards)
	for f := (written{}); files(&f); {
		all = append(all, f)
	}
	if len(all) != fn.Shards {
		return fmt.Errorf("beambeve: %d files were written for %d shards", len(all), fn.Shards)
	}
	for _, f := range all {
		emit(f)
	}
	return nil
}

// commitFn names files. It may be repeated, also after it did a part of its work.
type commitFn struct{}

func (*commitFn) ProcessElement(ctx context.Context, f written) (string, error) {
	fs, err := filesystem.New(ctx, f.Name)
	if err != nil {
		return "", err
	}
	defer fs.Close()
	if err := commit(ctx, fs, &f); err != nil {
		return "", err
	}
	for _, name := range f.Parts {
		remove(ctx, fs, name)
	}
	return f.Name, nil
}

// commit names one file. Its index comes last, and that of an earlier file of the name
// goes first: at no moment does a file have the index of another.
func commit(ctx context.Context, fs filesystem.Interface, f *written) error {
	if _, err := fs.Size(ctx, f.Temp); err == nil {
		remove(ctx, fs, f.Name+indexSuffix)
		if err := filesystem.Rename(ctx, fs, f.Temp, f.Name); err != nil {
			return fmt.Errorf("beambeve: %s: %w", f.Name, err)
		}
	} else if size, gone := fs.Size(ctx, f.Name); gone != nil || size != f.Size {
		// An earlier attempt would have left the file under its name.
		return fmt.Errorf("beambeve: %s: its temporary file %s is lost: %w", f.Name, f.Temp, err)
	}
	if f.Index == "" {
		return nil
	}
	if _, err := fs.Size(ctx, f.Index); err != nil {
		return nil // named by an earlier attempt; without it the file is read as well
	}
	if err := filesystem.Rename(ctx, fs, f.Index, f.Name+indexSuffix); err != nil {
		return fmt.Errorf("beambeve: %s: index: %w", f.Name, err)
	}
	return nil
}
