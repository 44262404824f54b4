package columns

import (
	"errors"
	"fmt"
	"io"
	"iter"
	"strings"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/cmd/internal/parquetfile"
	"github.com/beve-org/beve-go/cmd/internal/version"
)

// This file writes files.

const (
	defaultSampleRows = 1000
	defaultGroupRows  = 1 << 16
	maxGroupBytes     = 64 << 20
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
	out, err := newWriter(w, schema, opts)
	if err != nil {
		return 0, err
	}
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
	if err := out.endGroup(); err != nil {
		return out.rows, err
	}
	return out.rows, out.file.Close()
}

// codecs are the compressions by their names.
var codecs = map[string]parquetfile.Codec{
	"": parquetfile.Zstd, "zstd": parquetfile.Zstd, "snappy": parquetfile.Snappy, "gzip": parquetfile.Gzip,
	"brotli": parquetfile.Brotli, "lz4": parquetfile.LZ4Raw, "none": parquetfile.None,
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
			return nil, &Misfit{row, inRow(err)}
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

// writer writes rows in groups.
type writer struct {
	opts  Options
	file  *parquetfile.Writer
	group *parquetfile.RowGroup
	fill  filler
	rows  int64

	groupRows, groupBytes int // bytes of BEVE
}

func newWriter(w io.Writer, schema *Schema, opts Options) (*writer, error) {
	o := parquetfile.WriterOptions{Codec: codecs[opts.Compression], CreatedBy: "beve version " + strings.Trim(version.Module(), "v()")}
	if paths := schema.root.durations(nil, ""); paths != nil {
		o.Metadata = append(o.Metadata, parquetfile.KeyValue{Key: durationsKey, Value: strings.Join(paths, "\n")})
	}
	file, err := parquetfile.NewWriter(w, schema.root.node, o)
	if err != nil {
		return nil, err
	}
	group := file.NewRowGroup()
	return &writer{opts: opts, file: file, group: group, fill: filler{root: schema.root, leaves: group.Columns}}, nil
}

// add writes a row, and ends the group that it fills.
func (w *writer) add(raw beve.Raw) error {
	v, err := w.opts.view(raw)
	if err == nil {
		err = w.fill.row(v)
	}
	if err != nil {
		return &Misfit{w.rows, inRow(err)}
	}
	w.rows++
	w.groupRows++
	w.groupBytes += len(raw)
	if w.groupRows >= w.opts.GroupRows || w.groupBytes >= maxGroupBytes {
		return w.endGroup()
	}
	return nil
}

func (w *writer) endGroup() error {
	w.groupRows, w.groupBytes = 0, 0
	return w.file.Add(w.group)
}
