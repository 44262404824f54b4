// Package parquetfile reads and writes Parquet files: the schema, and the values of each
// column one after another, with the levels that say where they belong. What reads a file
// and what writes one know the same schema.
//
// A file that is read may be hostile. What its footer and the headers of its pages say is
// checked before it is believed, values are decoded one at a time or those of a few rows, and
// what else is in memory is a page and a dictionary of each column. Together these take at most 64 MiB, and 1,024
// times the size of the file beyond that, since compression makes much of little.
package parquetfile

import (
	"errors"
	"fmt"
	"io"
	"sync"
	"sync/atomic"
)

// The causes of errors.
var (
	// ErrMalformed is the cause for what is not Parquet.
	ErrMalformed = errors.New("malformed Parquet")
	// ErrUnsupported is the cause for Parquet that is not read.
	ErrUnsupported = errors.New("unsupported Parquet")
	// ErrLimit is the cause for pages that take more memory than the file may ask for.
	ErrLimit = errors.New("limit exceeded")

	errShort = fmt.Errorf("%w: it ends too early", ErrMalformed)
)

func malformed(format string, args ...any) error {
	return fmt.Errorf("%w: "+format, append([]any{ErrMalformed}, args...)...)
}

func unsupported(format string, args ...any) error {
	return fmt.Errorf("%w: "+format, append([]any{ErrUnsupported}, args...)...)
}

// File is an open file.
type File struct {
	// Root is the schema: a group of the columns.
	Root *Node
	// Metadata are the keys and values of the file.
	Metadata map[string]string

	r       io.ReaderAt
	leaves  []*Node
	groups  []rowGroup
	allowed int64 // bytes of the pages that are open

	mu     sync.Mutex
	unpack []*unpacker // that nobody uses
}

// Open reads the footer of the size bytes of r.
func Open(r io.ReaderAt, size int64) (*File, error) {
	f := &File{r: r, allowed: Allowance(size)}
	footer, err := readFooter(r, size)
	if err != nil {
		return nil, err
	}
	f.Metadata = footer.metadata
	f.groups = footer.groups
	if f.Root, f.leaves, err = newSchema(footer.schema); err != nil {
		return nil, err
	}
	rows := int64(0)
	for i, g := range f.groups {
		if len(g.chunks) != len(f.leaves) {
			return nil, malformed("row group %d has %d columns, the schema %d", i, len(g.chunks), len(f.leaves))
		}
		for j, c := range g.chunks {
			if c.physical != f.leaves[j].physical {
				return nil, malformed("column %q of row group %d is of another type than the schema says", f.leaves[j].Path, i)
			}
		}
		rows += g.rows
	}
	if rows != footer.rows {
		return nil, malformed("%d rows in row groups, and %d in all", rows, footer.rows)
	}
	return f, nil
}

// Close gives back what decompression holds.
func (f *File) Close() {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, u := range f.unpack {
		u.close()
	}
	f.unpack = nil
}

// unpacker returns what decompresses for one goroutine, which keep takes back.
func (f *File) unpacker() *unpacker {
	f.mu.Lock()
	defer f.mu.Unlock()
	n := len(f.unpack)
	if n == 0 {
		return new(unpacker)
	}
	u := f.unpack[n-1]
	f.unpack = f.unpack[:n-1]
	return u
}

func (f *File) keep(u *unpacker) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.unpack = append(f.unpack, u)
}

// Leaves returns how many leaves the schema has.
func (f *File) Leaves() int { return len(f.leaves) }

// Groups returns how many row groups there are.
func (f *File) Groups() int { return len(f.groups) }

// Rows returns the number of rows of row group i.
func (f *File) Rows(i int) int64 { return f.groups[i].rows }

// Group returns a cursor for each leaf of the schema in order, at the start of row group i. Each is for one goroutine at a
// time. Their pages take one of share parts of what the file may take.
func (f *File) Group(i, share int) []*Cursor {
	g := &f.groups[i]
	b := &budget{left: f.allowed / int64(share)}
	columns := make([]*Cursor, len(f.leaves))
	for j, leaf := range f.leaves {
		columns[j] = &Cursor{file: f, leaf: leaf, budget: b, chunk: g.chunks[j], at: g.chunks[j].start, left: g.chunks[j].values}
	}
	return columns
}

// Allowance is how much memory a file of that size may ask for, and the longest that a
// row of it may become.
func Allowance(size int64) int64 { return 64<<20 + 1024*min(size, 1<<40) }

// budget bounds the memory of the pages that are open.
type budget struct {
	left int64
	held atomic.Int64
}

// hold counts n bytes.
func (b *budget) hold(n int) error {
	if b.held.Add(int64(n)) > b.left {
		return fmt.Errorf("%w: the open pages take more than %d bytes", ErrLimit, b.left)
	}
	return nil
}

// free gives n bytes back.
func (b *budget) free(n int) { b.held.Add(-int64(n)) }

// readAt fills p, or fails.
func readAt(r io.ReaderAt, p []byte, at int64) error {
	n, err := r.ReadAt(p, at)
	switch {
	case n == len(p):
		return nil
	case err == nil || err == io.EOF:
		return fmt.Errorf("byte %d: %w", at+int64(n), errShort)
	}
	return err
}
