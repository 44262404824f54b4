package arrowbeve

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
	"github.com/apache/arrow-go/v18/parquet"
	"github.com/apache/arrow-go/v18/parquet/file"
	"github.com/apache/arrow-go/v18/parquet/metadata"
	"github.com/apache/arrow-go/v18/parquet/pqarrow"

	beve "github.com/beve-org/beve-go"
)

// ReadParquet returns the record batches of a Parquet file, for Rows and Columns. Their
// types are those that Parquet has, also where Arrow's were stored. The file is closed by
// Release, if it has a Close.
//
// Files that are malformed in what their footer says are refused. The pages are read by
// arrow-go, which makes whatever room their headers ask for: read files from those you
// trust.
func ReadParquet(ctx context.Context, r parquet.ReaderAtSeeker) (batches array.RecordReader, err error) {
	defer recovered(&err)
	in, err := file.NewParquetReader(r)
	if err != nil {
		return nil, err
	}
	size, err := r.Seek(0, io.SeekEnd)
	if err == nil {
		err = checkFooter(in.MetaData(), size)
	}
	if err != nil {
		return nil, err
	}
	// The schema of Arrow that may be here too adds little to that of Parquet, and
	// its reader makes whatever room it asks for.
	named := in.MetaData().KeyValueMetadata().FindValue(durationsKey)
	in.MetaData().FileMetaData.KeyValueMetadata = nil
	rows, err := pqarrow.NewFileReader(in, pqarrow.ArrowReadProperties{BatchSize: 1 << 16}, memory.DefaultAllocator)
	if err != nil {
		return nil, err
	}
	batches, err = rows.GetRecordReader(ctx, nil, nil)
	if err != nil {
		return nil, err
	}
	out := &parquetReader{RecordReader: batches, schema: batches.Schema()}
	if named != nil {
		paths := map[string]bool{}
		for line := range strings.SplitSeq(*named, "\n") {
			paths[line] = true
		}
		out.schema = arrow.NewSchema(withDurations(paths, "", out.schema.Fields()), nil)
		out.named = true
	}
	return out, nil
}

// recovered makes an error of a panic, which arrow-go has for some malformed input, and
// says what ends too early.
func recovered(err *error) {
	if p := recover(); p != nil {
		*err = fmt.Errorf("arrowbeve: malformed Parquet: %v", p)
	}
	if errors.Is(*err, io.ErrUnexpectedEOF) {
		*err = fmt.Errorf("arrowbeve: malformed Parquet: %w", beve.ErrTruncated)
	}
}

// parquetReader is a reader of a file that may be malformed.
type parquetReader struct {
	array.RecordReader
	schema *arrow.Schema
	named  bool // the schema has durations in place of integers
	batch  arrow.RecordBatch
	err    error
}

// Schema returns the columns that the batches have.
func (r *parquetReader) Schema() *arrow.Schema { return r.schema }

// RecordBatch returns the current batch, until the next call of Next.
func (r *parquetReader) RecordBatch() arrow.RecordBatch { return r.batch }

// Record is RecordBatch, by its name of before.
func (r *parquetReader) Record() arrow.RecordBatch { return r.batch }

// Release gives the batch and the file back.
func (r *parquetReader) Release() {
	r.drop()
	r.RecordReader.Release()
}

func (r *parquetReader) drop() {
	if r.batch != nil {
		r.batch.Release()
		r.batch = nil
	}
}

// Next reads a batch, and reports whether there is one; if not, Err says why.
func (r *parquetReader) Next() (ok bool) {
	if r.err != nil {
		return false
	}
	defer func() {
		if r.err != nil {
			ok = false
		}
	}()
	defer recovered(&r.err)
	r.drop()
	ok = r.RecordReader.Next()
	if ok {
		r.batch = r.RecordReader.RecordBatch()
		if r.named {
			r.batch = parquetBatch(r.schema, r.batch)
		} else {
			r.batch.Retain()
		}
	} else {
		r.err = r.RecordReader.Err()
	}
	return ok
}

// Err returns what ended the reading early.
func (r *parquetReader) Err() error { return r.err }

// checkFooter checks that columns are where a file of that size can have them, and of
// the type that the schema says.
func checkFooter(footer *metadata.FileMetaData, size int64) error {
	for i := range footer.NumRowGroups() {
		group := footer.RowGroup(i)
		if group.NumColumns() != footer.Schema.NumColumns() || group.NumRows() < 0 {
			return malformed("row group %d", i)
		}
		for j := range group.NumColumns() {
			column, err := group.ColumnChunk(j)
			if err != nil {
				return err
			}
			start := column.DataPageOffset()
			if column.HasDictionaryPage() {
				start = min(start, column.DictionaryPageOffset())
			}
			n := column.TotalCompressedSize()
			if start < 0 || n < 0 || start > size || n > size-start || column.NumValues() < 0 ||
				column.Type() != footer.Schema.Column(j).PhysicalType() {
				return malformed("column %d of row group %d", j, i)
			}
		}
	}
	return nil
}

func malformed(format string, args ...any) error {
	return fmt.Errorf("arrowbeve: malformed Parquet: "+format, args...)
}
