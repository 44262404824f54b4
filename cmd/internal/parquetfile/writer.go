package parquetfile

import (
	"encoding/binary"
	"fmt"
	"io"
)

// This file writes files: row groups one after another, and the footer. What is in memory
// is the row group that is filled, and of those before it what the footer says of them.

// Codec is a compression of pages, numbered as Parquet does.
type Codec int32

// The codecs.
const (
	None   Codec = 0
	Snappy Codec = 1
	Gzip   Codec = 2
	Brotli Codec = 4
	Zstd   Codec = 6
	LZ4Raw Codec = 7

	codecLZ4 Codec = 5 // read only: blocks in frames of Hadoop, or bare ones, as old writers had them
)

// WriterOptions are the choices of writing.
type WriterOptions struct {
	Codec Codec
	// Metadata are the keys and values of the file, in order.
	Metadata []KeyValue
	// CreatedBy names the program that writes.
	CreatedBy string
	// Workers is how many goroutines there are to be. Where fewer of them fill row groups, others compress pages of these.
	Workers int
}

// KeyValue is a key of the metadata of a file and its value.
type KeyValue struct{ Key, Value string }

// Writer writes a file.
type Writer struct {
	w      io.Writer
	opts   WriterOptions
	root   *Node
	leaves []*Node
	paths  [][]string
	pack   *packer
	at     int64 // bytes written
	rows   int64
	groups []writtenGroup
}

// writtenGroup is what the footer says of a row group.
type writtenGroup struct {
	rows             int64
	start            int64
	size, compressed int64
	chunks           []writtenChunk
}

// writtenChunk is what the footer and the indexes say of a chunk.
type writtenChunk struct {
	start, dictionary int64 // of the data, and of the dictionary, 0 where there is none
	compressed        int64
	pages             []page
	total             tally

	columnIndex, offsetIndex span
}

// span is a part of a file.
type span struct {
	at   int64
	size int
}

// NewWriter begins a file with the columns below root, which is settled.
func NewWriter(w io.Writer, root *Node, opts WriterOptions) (*Writer, error) {
	pack, err := newPacker(opts.Codec, opts.Workers)
	if err != nil {
		return nil, err
	}
	f := &Writer{w: w, opts: opts, root: root, pack: pack}
	f.leaves, f.paths = root.leaves(nil)
	return f, f.write([]byte(magic))
}

func (w *Writer) write(p []byte) error {
	n, err := w.w.Write(p)
	w.at += int64(n)
	return err
}

// RowGroup is a row group that is filled. It knows nothing of the file or of other groups, and
// neither do its columns of each other.
type RowGroup struct {
	// Columns are those of the leaves, in order.
	Columns []*Column

	pack *packer
}

// NewRowGroup returns an empty row group for w.
func (w *Writer) NewRowGroup() *RowGroup {
	g := &RowGroup{pack: w.pack}
	for _, leaf := range w.leaves {
		g.Columns = append(g.Columns, newColumn(leaf, w.pack))
	}
	return g
}

// Work fills the row group by a function that does so, as one of the workers.
func (g *RowGroup) Work(fill func()) {
	g.pack.begins()
	defer g.pack.ends()
	fill()
}

// Finish encodes and compresses what is left of all columns. [Writer.Add] does so where it has not been done; several
// goroutines may do it at a time, each for a group.
func (g *RowGroup) Finish() {
	for _, c := range g.Columns {
		c.end()
	}
	for _, c := range g.Columns {
		c.settle()
	}
}

// Add writes a group after those before it, and empties it. A group without rows is left
// out.
func (w *Writer) Add(g *RowGroup) error {
	group := writtenGroup{rows: g.Columns[0].rows, start: w.at}
	g.Finish()
	for i, c := range g.Columns {
		if c.err != nil {
			return c.err
		}
		if c.rows != group.rows {
			return fmt.Errorf("column %.100q has %d rows, where the first has %d", w.leaves[i].Path, c.rows, group.rows)
		}
	}
	if group.rows == 0 {
		return nil
	}
	for _, c := range g.Columns {
		chunk := writtenChunk{start: w.at + int64(len(c.head)), compressed: int64(len(c.head) + len(c.data)), total: c.total}
		chunk.total.bounds = c.total.bounds.copied()
		chunk.pages = append(chunk.pages, c.pages...)
		if len(c.head) > 0 {
			chunk.dictionary = w.at
		}
		for _, p := range [][]byte{c.head, c.data} {
			if err := w.write(p); err != nil {
				return err
			}
		}
		group.size += chunk.total.size
		group.compressed += chunk.compressed
		group.chunks = append(group.chunks, chunk)
		c.reset()
	}
	w.rows += group.rows
	w.groups = append(w.groups, group)
	return nil
}

// Close writes the footer.
func (w *Writer) Close() error {
	if err := w.writeIndexes(); err != nil {
		return err
	}
	m := &message{}
	w.footer(m)
	out := binary.LittleEndian.AppendUint32(m.out, uint32(len(m.out)))
	return w.write(append(out, magic...))
}
