//go:build !noarrow

// This file is the formats, by way of record batches.

package columns

import (
	"context"
	"errors"
	"io"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/ipc"
	"github.com/apache/arrow-go/v18/parquet"
	"github.com/apache/arrow-go/v18/parquet/compress"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/cmd/internal/pull"
	"github.com/beve-org/beve-go/integrations/arrowbeve"
)

// Open returns the rows of a file of Parquet as a BEVE stream; the caller closes it,
// which leaves the file open. One batch of rows is in memory at a time. The file is nil
// for what can only be read forwards, which is an error, and so is Arrow.
func Open(f Format, r File) (io.ReadCloser, error) {
	if err := readable(f, r); err != nil {
		return nil, err
	}
	batches, err := arrowbeve.ReadParquet(context.Background(), keepOpen{r})
	if err != nil {
		return nil, err
	}
	stream := pull.NewReader(func(w io.Writer) error { return arrowbeve.Rows(w, batches) })
	return &opened{stream, batches}, nil
}

// opened is the rows of record batches.
type opened struct {
	*pull.Reader
	batches array.RecordReader
}

// Close ends the reading and gives the batches back.
func (o *opened) Close() error {
	err := o.Reader.Close()
	o.batches.Release()
	return err
}

// keepOpen hides the Close of a file, which is its owner's to call.
type keepOpen struct{ File }

// Write writes the rows of a BEVE stream, or the elements of its one array or table, as
// a file of columns, and returns how many there were. A row that does not fit is a
// [Misfit]; other errors are those of rows and of w.
func Write(w io.Writer, rows io.Reader, f Format, opts Options) (int64, error) {
	in, err := arrowbeve.NewReader(rows, arrowbeve.Options{
		SampleRows: opts.SampleRows, BatchRows: opts.GroupRows, Limits: beve.Limits(opts.Limits),
	})
	if err != nil {
		return 0, misfit(err)
	}
	defer in.Release()
	if in.Schema().NumFields() == 0 {
		return 0, errNoColumns
	}
	batches := &counted{RecordReader: in}
	if f == Parquet {
		err = arrowbeve.WriteParquet(w, batches, parquet.WithCompression(parquetCodec(opts.Compression)))
	} else {
		err = writeArrow(w, batches, f, opts.Compression)
	}
	return batches.rows, misfit(err)
}

// misfit gives the error of a row the type that this package has for it.
func misfit(err error) error {
	var row *arrowbeve.RowError
	if errors.As(err, &row) {
		return &Misfit{Row: row.Row, Err: row.Err}
	}
	return err
}

// counted counts rows.
type counted struct {
	array.RecordReader
	rows int64
}

func (c *counted) Next() bool {
	ok := c.RecordReader.Next()
	if ok {
		c.rows += c.RecordBatch().NumRows()
	}
	return ok
}

func parquetCodec(name string) compress.Compression {
	switch name {
	case "none":
		return compress.Codecs.Uncompressed
	case "snappy":
		return compress.Codecs.Snappy
	case "gzip":
		return compress.Codecs.Gzip
	case "brotli":
		return compress.Codecs.Brotli
	case "lz4":
		return compress.Codecs.Lz4Raw
	}
	return compress.Codecs.Zstd
}

// writeArrow writes record batches as an IPC file or stream.
func writeArrow(w io.Writer, batches array.RecordReader, f Format, compression string) (err error) {
	options := []ipc.Option{ipc.WithSchema(batches.Schema())}
	switch compression {
	case "zstd":
		options = append(options, ipc.WithZstd())
	case "lz4":
		options = append(options, ipc.WithLZ4())
	}
	var out interface {
		Write(arrow.RecordBatch) error
		Close() error
	}
	if f == ArrowStream {
		out = ipc.NewWriter(w, options...)
	} else if out, err = ipc.NewFileWriter(w, options...); err != nil {
		return err
	}
	for batches.Next() {
		if err := out.Write(batches.RecordBatch()); err != nil {
			return err
		}
	}
	if err := batches.Err(); err != nil {
		return err
	}
	return out.Close()
}
