// Planning: files become spans of blocks, which can be read apart.

package beambeve

import (
	"context"
	"fmt"
	"strings"
	"unicode/utf8"

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

const (
	// spanBlocks and spanBytes are the most that a span has, if it has more than one block.
	spanBlocks = 4
	spanBytes  = spanBlocks * (defaultBlockBytes + maxChunkBytes)
	// bundleBytes is what spans of a key have together, or a little more, and less where blocks are short.
	bundleBytes = 4 << 20
)

// length returns how many bytes the blocks have together.
func (s *span) length() int64 { return s.Ends[len(s.Ends)-1] - s.Start }

// take removes the first span of an index and returns it.
func (x *index) take(path string, start int64) span {
	n := 1
	for n < min(spanBlocks, len(x.Ends)) && x.Ends[n]-start <= spanBytes {
		n++
	}
	s := span{Path: path, Start: start, Ends: x.Ends[:n], Sums: x.Sums[:n]}
	x.Ends, x.Sums = x.Ends[n:], x.Sums[n:]
	return s
}

// planFn divides files into spans with keys, for readFn. Spans of a few megabytes that follow one another, such as short
// files, have the same key.
type planFn struct {
	Options ReadOptions

	key  string // of the spans that come
	left int64  // of what the key may have
}

// StartBundle begins with a new key.
func (fn *planFn) StartBundle(func(string, span)) { fn.left = 0 }

// emit gives a span its key: where the first of the key begins.
func (fn *planFn) emit(s span, emit func(string, span)) {
	if fn.left <= 0 {
		fn.key, fn.left = fmt.Sprint(s.Path, "\x00", s.Start), min(bundleBytes, spanBlocks*fn.Options.blockBytes())
	}
	fn.left -= s.length()
	emit(fn.key, s)
}

// ProcessElement divides a file.
func (fn *planFn) ProcessElement(ctx context.Context, file fileio.FileMetadata, emit func(string, span)) error {
	path, size := file.Path, file.Size
	if size == 0 || strings.HasSuffix(path, indexSuffix) || strings.HasSuffix(path, tempSuffix) {
		return nil
	}
	if !utf8.ValidString(path) {
		return fmt.Errorf("beambeve: the name %q is not UTF-8: Beam passes names as text", path)
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
		fn.emit(span{Path: path, Ends: []int64{size}}, emit)
		return nil
	}
	fn.divide(path, *x, emit)
	return nil
}

// divide emits the spans of a file that has an index.
func (fn *planFn) divide(path string, x index, emit func(string, span)) {
	for start := int64(0); len(x.Ends) > 0; {
		s := x.take(path, start)
		fn.emit(s, emit)
		start += s.length()
	}
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
	log.Infof(ctx, "beambeve: %s has no index that fits, its values are walked over first: %v", path, err)
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
