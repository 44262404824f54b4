package arrowbeve

import (
	"fmt"
	"io"
	"iter"
	"sync/atomic"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"

	beve "github.com/beve-org/beve-go"
)

// Reader reads rows as record batches. It is an array.RecordReader: one batch is in
// memory at a time.
type Reader struct {
	refs    atomic.Int64
	opts    Options
	schema  *arrow.Schema
	byName  map[string]int
	builder *array.RecordBuilder
	columns []array.Builder
	values  appender

	next   func() (beve.Raw, error, bool)
	stop   func()
	sample []beve.Raw // rows that the schema was inferred from, not given out yet
	row    int64      // rows given out
	batch  arrow.RecordBatch
	err    error
}

var _ array.RecordReader = (*Reader)(nil)

// NewReader returns a reader of the rows in r. It reads as many rows as it needs to
// infer the schema; the error is that of reading them. Call Release when the reader is
// no longer used.
func NewReader(r io.Reader, opts Options) (*Reader, error) {
	out := &Reader{opts: opts, schema: opts.Schema, values: appender{ignoreUnknown: opts.IgnoreUnknown}}
	out.refs.Store(1)
	out.next, out.stop = iter.Pull2(beve.Elements[beve.Raw](r))
	if out.schema == nil {
		if err := out.infer(); err != nil {
			out.stop()
			return nil, err
		}
	}
	if err := checkNames(out.schema.Fields()); err != nil { // one of two would get the values
		out.stop()
		return nil, err
	}
	out.byName = indexOf(out.schema.Fields())
	out.builder = array.NewRecordBuilder(out.opts.allocator(), out.schema)
	out.columns = out.builder.Fields()
	return out, nil
}

// infer reads the first rows, and makes a schema that holds them.
func (r *Reader) infer() error {
	var rows shape
	for size := 0; len(r.sample) < r.opts.sampleRows() && size < r.opts.batchBytes(); {
		raw, err, ok := r.next()
		if !ok {
			break
		}
		if err != nil {
			return unread(int64(len(r.sample)), err)
		}
		v, err := beve.DecodeOptions{Limits: r.opts.Limits}.NewView(raw)
		if err == nil {
			err = rows.addObject(v)
		}
		if err != nil {
			return &RowError{int64(len(r.sample)), err}
		}
		r.sample = append(r.sample, raw)
		size += len(raw)
	}
	r.schema = arrow.NewSchema(rows.columns(), nil)
	return nil
}

// A RowError is a row that the columns cannot hold. Offsets and paths in Err are those
// within the row.
type RowError struct {
	Row int64 // counted from 0
	Err error
}

// Error says in which row what is wrong.
func (e *RowError) Error() string { return fmt.Sprintf("arrowbeve: row %d: %v", e.Row, e.Err) }

// Unwrap returns what is wrong.
func (e *RowError) Unwrap() error { return e.Err }

// unread is an error of reading a row, as opposed to one of its values.
func unread(row int64, err error) error { return fmt.Errorf("arrowbeve: row %d: %w", row, err) }

// Schema returns the schema of the batches.
func (r *Reader) Schema() *arrow.Schema { return r.schema }

// Next reads a batch, and reports whether there is one; if not, Err says why.
func (r *Reader) Next() bool {
	r.dropBatch()
	if r.err != nil {
		return false
	}
	first := r.row
	for size := 0; r.row < first+int64(r.opts.batchRows()) && size < r.opts.batchBytes(); r.row++ {
		raw, err := r.nextRow()
		if err == io.EOF {
			break
		}
		if err != nil {
			r.err = unread(r.row, err)
			return false
		}
		if err := r.appendRow(raw); err != nil {
			r.err = &RowError{r.row, err}
			return false
		}
		size += len(raw)
	}
	if r.row == first {
		return false
	}
	r.batch = r.builder.NewRecordBatch()
	return true
}

// nextRow returns the bytes of a row, or io.EOF after the last.
func (r *Reader) nextRow() (beve.Raw, error) {
	if len(r.sample) > 0 {
		raw := r.sample[0]
		r.sample = r.sample[1:]
		return raw, nil
	}
	raw, err, ok := r.next()
	if !ok {
		return nil, io.EOF
	}
	return raw, err
}

func (r *Reader) appendRow(raw beve.Raw) error {
	v, err := beve.DecodeOptions{Limits: r.opts.Limits}.NewView(raw)
	if err != nil {
		return err
	}
	return r.values.appendRow(r.columns, r.byName, v)
}

// RecordBatch returns the batch that Next has read. It is good until the next call of
// Next, unless it is retained.
func (r *Reader) RecordBatch() arrow.RecordBatch { return r.batch }

// Record is RecordBatch, under the name it had before.
func (r *Reader) Record() arrow.RecordBatch { return r.batch }

// Err returns what ended the reading early.
func (r *Reader) Err() error { return r.err }

func (r *Reader) dropBatch() {
	if r.batch != nil {
		r.batch.Release()
		r.batch = nil
	}
}

// Retain adds a reference.
func (r *Reader) Retain() { r.refs.Add(1) }

// Release drops a reference; the last one frees the memory.
func (r *Reader) Release() {
	if r.refs.Add(-1) == 0 {
		r.dropBatch()
		r.builder.Release()
		r.stop()
	}
}
