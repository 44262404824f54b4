package columns

import (
	"errors"
	"fmt"
	"io"
	"iter"
	"strings"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/compress"

	beve "github.com/beve-org/beve-go"
)

// This file writes files.

const (
	defaultSampleRows = 1000
	defaultGroupRows  = 1 << 16
	maxGroupBytes     = 64 << 20
	maxDictionary     = 1 << 20 // beyond it a column is written without one
	rowsAtOnce        = 64
)

// errNoColumns is the error for writing what has no members: Parquet could not even
// say how many rows there were.
var errNoColumns = errors.New("no columns: the input has no row, or none with members")

// Write writes the rows of a BEVE stream, or the elements of its one array or table, as
// a file, and returns how many there were. A row that does not fit is a [Misfit]; other
// errors are those of rows and of w.
func Write(w io.Writer, rows io.Reader, opts Options) (int64, error) {
	if opts.SampleRows == 0 {
		opts.SampleRows = defaultSampleRows
	}
	if opts.GroupRows == 0 {
		opts.GroupRows = defaultGroupRows
	}
	in := &reader{opts: opts}
	var stop func()
	in.next, stop = iter.Pull2(beve.Elements[beve.Raw](rows))
	defer stop()
	schema := opts.Schema
	if schema == nil {
		var err error
		if schema, err = in.infer(); err != nil {
			return 0, err
		}
	}
	out := &writer{opts: opts, fill: newFiller(schema)}
	config := []parquet.WriterOption{parquet.NewSchema("schema", schema.root.node()), parquet.Compression(codec(opts.Compression)),
		parquet.DataPageVersion(1), parquet.DictionaryMaxBytes(maxDictionary), parquet.CreatedBy("beve", "", "")}
	if paths := schema.root.durations(nil, ""); paths != nil {
		config = append(config, parquet.KeyValueMetadata(durationsKey, strings.Join(paths, "\n")))
	}
	out.w = parquet.NewWriter(w, config...)
	for {
		raw, err := in.row()
		if err == io.EOF {
			break
		}
		if err == nil {
			err = out.add(raw)
		}
		if err != nil {
			return out.rows, err
		}
	}
	if err := out.flush(); err != nil {
		return out.rows, err
	}
	return out.rows, out.w.Close()
}

func codec(name string) compress.Codec {
	switch name {
	case "none":
		return &parquet.Uncompressed
	case "snappy":
		return &parquet.Snappy
	case "gzip":
		return &parquet.Gzip
	case "brotli":
		return &parquet.Brotli
	case "lz4":
		return &parquet.Lz4Raw
	}
	return &parquet.Zstd
}

// reader reads rows, and gives those of the sample again.
type reader struct {
	opts   Options
	next   func() (beve.Raw, error, bool)
	sample []beve.Raw
	rows   int64
}

// infer reads the first rows, and returns the columns that hold them.
func (r *reader) infer() (*Schema, error) {
	seen := shape{kind: object}
	for size := 0; len(r.sample) < r.opts.SampleRows && size < maxGroupBytes; {
		raw, err, ok := r.next()
		if !ok {
			break
		}
		row := int64(len(r.sample))
		if err != nil {
			return nil, fmt.Errorf("row %d: %w", row, err)
		}
		v, err := r.opts.view(raw)
		if err == nil {
			err = seen.addObject(v)
		}
		if err != nil {
			return nil, &Misfit{row, err}
		}
		r.sample = append(r.sample, raw)
		size += len(raw)
	}
	if len(seen.fields) == 0 {
		return nil, errNoColumns
	}
	return seen.schema()
}

// view opens a row within its limits.
func (o *Options) view(raw beve.Raw) (beve.View, error) {
	return beve.DecodeOptions{Limits: beve.Limits(o.Limits)}.NewView(raw)
}

// row returns the next row, or io.EOF after the last.
func (r *reader) row() (beve.Raw, error) {
	if len(r.sample) > 0 {
		raw := r.sample[0]
		r.sample[0] = nil
		r.sample = r.sample[1:]
		r.rows++
		return raw, nil
	}
	raw, err, ok := r.next()
	if !ok {
		return nil, io.EOF
	}
	if err != nil {
		return nil, fmt.Errorf("row %d: %w", r.rows, err)
	}
	r.rows++
	return raw, nil
}

// rowWriter is parquet-go's, of which the generic one brings the code for Go values: 0.8 MB.
type rowWriter interface {
	WriteRows([]parquet.Row) (int, error)
	Flush() error // ends a row group
	Close() error
}

// writer writes rows in groups.
type writer struct {
	opts      Options
	w         rowWriter
	fill      *filler
	batch     []parquet.Row
	rows      int64
	groupRows int
	bytes     int // of BEVE, of the group
}

// add writes a row, and ends the group that it fills.
func (w *writer) add(raw beve.Raw) error {
	v, err := w.opts.view(raw)
	if err != nil {
		return &Misfit{w.rows, err}
	}
	n := len(w.batch)
	if n < cap(w.batch) {
		w.batch = w.batch[:n+1]
	} else {
		w.batch = append(w.batch, nil)
	}
	if w.batch[n], err = w.fill.row(w.batch[n][:0], v); err != nil {
		return &Misfit{w.rows, err}
	}
	w.rows++
	w.groupRows++
	w.bytes += len(raw)
	if w.groupRows >= w.opts.GroupRows || w.bytes >= maxGroupBytes {
		if err := w.flush(); err != nil {
			return err
		}
		w.groupRows, w.bytes = 0, 0
		return w.w.Flush()
	}
	if len(w.batch) == rowsAtOnce {
		return w.flush()
	}
	return nil
}

// flush hands the rows over.
func (w *writer) flush() error {
	_, err := w.w.WriteRows(w.batch)
	w.batch = w.batch[:0]
	return err
}
