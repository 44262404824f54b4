package columns

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"sync/atomic"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/cmd/internal/inorder"
	"github.com/beve-org/beve-go/cmd/internal/parquetfile"
	"github.com/beve-org/beve-go/cmd/internal/version"
)

// This file writes files: rows are gathered until the columns are known, and then in groups, each of which one worker
// fills.

const (
	defaultSampleRows = 1000
	defaultGroupRows  = 1 << 16
	maxGroupBytes     = 64 << 20
)

// errNoColumns is the error for writing what has no members: Parquet could not even
// say how many rows there were.
var errNoColumns = errors.New("no columns: the input has no row, or none with members")

// Rows are rows of BEVE, one after another.
type Rows struct {
	Data []byte
	Ends []int // where each ends in Data
}

// Append appends a row.
func (r *Rows) Append(row []byte) {
	r.Data = append(r.Data, row...)
	r.Ends = append(r.Ends, len(r.Data))
}

// Reset removes all rows.
func (r *Rows) Reset() { r.Data, r.Ends = r.Data[:0], r.Ends[:0] }

// each calls f for each row.
func (r *Rows) each(f func(row []byte) error) error {
	start := 0
	for _, end := range r.Ends {
		if err := f(r.Data[start:end]); err != nil {
			return err
		}
		start = end
	}
	return nil
}

// upTo returns how many of the rows complete a group that has room for some more rows and bytes, or all of them, and
// their bytes: a group ends with the row that brings it over its bytes.
func (r *Rows) upTo(rows, bytes int) (n, size int) {
	for n < min(rows, len(r.Ends)) && size < bytes {
		size = r.Ends[n]
		n++
	}
	return n, size
}

// move moves the first n rows to the end of others.
func (r *Rows) move(to *Rows, n int) {
	start := 0
	for _, end := range r.Ends[:n] {
		to.Append(r.Data[start:end])
		start = end
	}
	for i, end := range r.Ends[n:] {
		r.Ends[i] = end - start
	}
	r.Data, r.Ends = r.Data[:copy(r.Data, r.Data[start:])], r.Ends[:len(r.Ends)-n]
}

// Write writes the rows of a BEVE stream, or the elements of its one array or table, as
// a file, and returns how many there were. A row that does not fit is a [Misfit]; other
// errors are those of rows and of w.
func Write(w io.Writer, rows io.Reader, opts Options) (int64, error) {
	out := NewWriter(w, opts)
	for row, err := range beve.Elements[beve.Raw](rows) {
		if err != nil {
			return out.Abort(fmt.Errorf("row %d: %w", out.added, err))
		}
		if err := out.AddRow(row); err != nil {
			return out.Abort(err)
		}
	}
	return out.Close()
}

// codecs are the compressions by their names.
var codecs = map[string]parquetfile.Codec{
	"": parquetfile.Zstd, "zstd": parquetfile.Zstd, "snappy": parquetfile.Snappy, "gzip": parquetfile.Gzip,
	"brotli": parquetfile.Brotli, "lz4": parquetfile.LZ4Raw, "none": parquetfile.None,
}

// view opens a row within its limits.
func (o *Options) view(raw []byte) (beve.View, error) {
	return beve.DecodeOptions{Limits: beve.Limits(o.Limits)}.NewView(raw)
}

// Writer writes a file of rows, which come in any portions. With several workers it has a group of rows for each and one
// more in memory, otherwise the pages of one group.
type Writer struct {
	w      io.Writer
	opts   Options
	schema *Schema
	file   *parquetfile.Writer
	added  int64 // rows
	sample Rows
	seen   shape

	group *group        // that is being added to
	work  chan *group   // those that are complete, where there are workers
	done  chan struct{} // closed when the workers have ended
	err   error         // of the workers; read after done
	spare *inorder.Spare[*group]
	empty *inorder.Spare[*Rows]
	usual atomic.Int64 // bytes of rows that are added together
}

// group is the rows of a row group.
type group struct {
	first int64   // the number of its first row
	n     int     // rows
	bytes int     // of BEVE
	rows  []*Rows // what has not been filled into columns
	out   *parquetfile.RowGroup
	fill  *filler
	err   error

	dropped bool // it is only filled, for the errors of its rows
}

// NewWriter begins a file.
func NewWriter(w io.Writer, opts Options) *Writer {
	if opts.SampleRows == 0 {
		opts.SampleRows = defaultSampleRows
	}
	if opts.GroupRows == 0 {
		opts.GroupRows = defaultGroupRows
	}
	return &Writer{w: w, opts: opts, schema: opts.Schema, seen: shape{kind: object}, empty: inorder.KeepMost[*Rows](keptRows)}
}

// keptRows is how many Rows are kept for the next ones: those of a few groups, if each has half a megabyte.
const keptRows = 256

// Rows returns Rows without any, with room for as many as others had. It may be called on any goroutine.
func (w *Writer) Rows() *Rows {
	rows := w.empty.Get()
	if rows == nil {
		rows = &Rows{Data: make([]byte, 0, w.usual.Load())}
	}
	rows.Reset()
	return rows
}

// Add adds rows that have been checked, which are the writer's from then on. After an error the writer must be aborted;
// with several workers the error may be that of rows that were added before.
func (w *Writer) Add(rows *Rows) error {
	if size := int64(len(rows.Data)); size > w.usual.Load() {
		w.usual.Store(size + size/8)
	}
	if w.file == nil || w.work == nil {
		err := rows.each(w.AddRow)
		w.empty.Put(rows)
		return err
	}
	for len(rows.Ends) > 0 {
		g := w.group
		n, size := rows.upTo(w.opts.GroupRows-g.n, maxGroupBytes-g.bytes)
		all := n == len(rows.Ends)
		next := rows
		if !all {
			next = w.Rows()
			rows.move(next, n)
		}
		g.rows = append(g.rows, next)
		g.n += n
		g.bytes += size
		w.added += int64(n)
		if err := w.endIfFull(); err != nil || all {
			return err
		}
	}
	return nil
}

// AddRow adds a row that has been checked, and keeps nothing of it. Its errors are those of Add.
func (w *Writer) AddRow(row []byte) error {
	if w.file == nil && w.schema != nil {
		if err := w.begin(); err != nil {
			return err
		}
	}
	if w.file != nil {
		w.added++
		return w.add(row)
	}
	v, err := w.opts.view(row)
	if err == nil {
		err = w.seen.addObject(v)
	}
	if err != nil {
		return &Misfit{w.added, inRow(err)}
	}
	w.added++
	w.sample.Append(row)
	if len(w.sample.Ends) >= w.opts.SampleRows || len(w.sample.Data) >= maxGroupBytes {
		return w.infer()
	}
	return nil
}

// infer makes columns of the sample, and adds its rows.
func (w *Writer) infer() (err error) {
	if len(w.seen.fields) == 0 {
		return errNoColumns
	}
	if w.schema, err = w.seen.schema(w.opts.TextTimes); err != nil {
		return err
	}
	if err := w.begin(); err != nil {
		return err
	}
	defer func() { w.sample = Rows{} }()
	return w.sample.each(w.add)
}

// begin begins the file, whose columns are known.
func (w *Writer) begin() (err error) {
	o := parquetfile.WriterOptions{Codec: codecs[w.opts.Compression], Workers: w.opts.Workers, CreatedBy: "beve version " + strings.Trim(version.Module(), "v()")}
	if paths := w.schema.root.durations(nil, ""); paths != nil {
		o.Metadata = append(o.Metadata, parquetfile.KeyValue{Key: durationsKey, Value: strings.Join(paths, "\n")})
	}
	if w.file, err = parquetfile.NewWriter(w.w, w.schema.root.node, o); err != nil {
		return err
	}
	if w.opts.Workers > 1 {
		w.work, w.done, w.spare = make(chan *group), make(chan struct{}), inorder.Keep[*group](w.opts.Workers)
		go w.works()
	}
	w.group = w.newGroup(0)
	return nil
}

// newGroup returns an empty group.
func (w *Writer) newGroup(first int64) *group {
	g := w.spare.Get()
	if g == nil {
		g = &group{out: w.file.NewRowGroup()}
		g.fill = fillerOf(w.schema, g.out, &w.opts)
	}
	g.first, g.n, g.bytes = first, 0, 0
	return g
}

// add adds a row to the group, and hands on a group that it fills.
func (w *Writer) add(row []byte) error {
	g := w.group
	g.n++
	g.bytes += len(row)
	if w.work != nil {
		if len(g.rows) == 0 {
			g.rows = append(g.rows, w.Rows())
		}
		g.rows[len(g.rows)-1].Append(row)
	} else if err := g.add(g.first+int64(g.n-1), row); err != nil {
		return err
	}
	return w.endIfFull()
}

// endIfFull ends the group if it has all its rows.
func (w *Writer) endIfFull() error {
	if g := w.group; g.n < w.opts.GroupRows && g.bytes < maxGroupBytes {
		return nil
	}
	return w.endGroup()
}

// add fills a row into the columns.
func (g *group) add(n int64, row []byte) error {
	if err := g.fill.row(row); err != nil {
		return &Misfit{n, err}
	}
	return nil
}

// endGroup hands on the group, and begins another.
func (w *Writer) endGroup() error {
	g := w.group
	next := g.first + int64(g.n)
	if w.work == nil {
		g.first, g.n, g.bytes = next, 0, 0
		return w.file.Add(g.out)
	}
	select {
	case w.work <- g:
		w.group = w.newGroup(next)
		return nil
	case <-w.done:
		w.group = nil
		return w.err
	}
}

// works fills groups and writes them in order, until there are no more.
func (w *Writer) works() {
	defer close(w.done)
	w.err = inorder.Run(w.opts.Workers, 1, func() (*group, bool) {
		g, ok := <-w.work
		return g, ok
	}, func(g *group) *group {
		g.out.Work(func() { g.encode(w.empty) })
		return g
	}, func(g *group) error {
		if g.err != nil {
			return g.err
		}
		if err := w.file.Add(g.out); err != nil {
			return err
		}
		w.spare.Put(g)
		return nil
	})
}

// encode fills the rows of a group into its columns, and encodes these.
func (g *group) encode(empty *inorder.Spare[*Rows]) {
	n := g.first
	for i, rows := range g.rows {
		if g.err = rows.each(func(row []byte) error {
			n++
			return g.add(n-1, row)
		}); g.err != nil {
			return
		}
		empty.Put(rows)
		g.rows[i] = nil
	}
	g.rows = g.rows[:0]
	if g.dropped {
		g.err = errLast
		return
	}
	g.out.Finish()
}

// Close writes what is left, and returns how many rows there are.
func (w *Writer) Close() (int64, error) {
	var err error
	if w.file == nil && w.schema == nil {
		err = w.infer()
	} else if w.file == nil {
		err = w.begin()
	}
	if err != nil {
		return w.Abort(err)
	}
	if err := w.endGroup(); err != nil {
		return w.Abort(err)
	}
	if w.work != nil {
		close(w.work)
		<-w.done
		if w.work = nil; w.err != nil {
			return w.added, w.err
		}
	}
	return w.added, w.file.Close()
}

// Abort gives the file up because of an error, and returns the first of it and those of rows that were added before.
func (w *Writer) Abort(err error) (int64, error) {
	if w.work == nil {
		return w.added, err
	}
	// Workers may be behind, and what they find is of rows before those that the error is of.
	if g := w.group; g != nil {
		g.dropped = true
		select {
		case w.work <- g:
		case <-w.done:
		}
	}
	close(w.work)
	<-w.done
	if w.work = nil; w.err != nil && w.err != errLast {
		err = w.err
	}
	return w.added, err
}

// errLast is the error of a group that is not to be written.
var errLast = errors.New("not written")
