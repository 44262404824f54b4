// Planning: files become spans of blocks, which can be read apart.

package beambeve

import (
	"context"
	"fmt"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/fileio"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/log"
)

// span is a run of blocks of one file: what is read in one piece, by one worker.
type span struct {
	Path  string   `json:"path"`
	Start int64    `json:"start"` // where the first block begins
	Ends  []int64  `json:"ends"`  // where each block ends
	Sums  []uint32 `json:"sums"`  // of each block; none for a file that is not split
}

// spanBlocks is how many blocks a span has.
const spanBlocks = 4

// length returns the bytes of all blocks.
func (s *span) length() int64 { return s.Ends[len(s.Ends)-1] - s.Start }

// planFn divides files. The key of a span is its own: see readFn.
type planFn struct {
	Options ReadOptions
}

func (fn *planFn) ProcessElement(ctx context.Context, file fileio.FileMetadata, emit func(string, span)) error {
	path, size := file.Path, file.Size
	if size == 0 || strings.HasSuffix(path, indexSuffix) || strings.HasSuffix(path, tempSuffix) {
		return nil
	}
	fs, err := filesystem.New(ctx, path)
	if err != nil {
		return err
	}
	defer fs.Close()
	x, err := fn.blocks(ctx, fs, path, size)
	if err != nil {
		return fmt.Errorf("beambeve: %s: %w", path, err)
	}
	if x == nil {
		emit(path, span{Path: path, Ends: []int64{size}})
		return nil
	}
	start := int64(0)
	for i := 0; i < len(x.Ends); i += spanBlocks {
		end := min(i+spanBlocks, len(x.Ends))
		emit(fmt.Sprint(path, "@", start), span{Path: path, Start: start, Ends: x.Ends[i:end], Sums: x.Sums[i:end]})
		start = x.Ends[end-1]
	}
	return nil
}

// blocks returns the index of a file, and nil for one that is to be read in one piece:
// it is short, or cannot be opened in the middle.
func (fn *planFn) blocks(ctx context.Context, fs filesystem.Interface, path string, size int64) (*index, error) {
	if size <= fn.Options.blockBytes() {
		return nil, nil
	}
	if splits, err := canSeek(ctx, fs, path); err != nil || !splits {
		return nil, err
	}
	x, err := readIndex(ctx, fs, path, size)
	if err == nil {
		return &x, nil
	}
	if compressed(path) {
		return nil, nil
	}
	log.Infof(ctx, "beambeve: %s has no index, its values are walked over first: %v", path, err)
	r, err := fs.OpenRead(ctx, path)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	x, _, err = scan(r, fn.Options.blockBytes(), fn.Options.Decode)
	if err == nil {
		err = x.check(size)
	}
	return &x, err
}
