// Package arrowbeve takes BEVE to Apache Arrow and Parquet and back, so that what a
// service has written enters DuckDB, Spark, Polars and pandas.
//
// Rows are objects: the values of a stream, or the elements of one array or table,
// however long. [NewReader] makes record batches of them, [WriteParquet] a file;
// [Rows] makes a stream of record batches, and [Columns] one object of typed arrays,
// column by column, each of them one copy of memory.
//
//	rows, err := arrowbeve.NewReader(in, arrowbeve.Options{})
//	if err != nil {
//		return err
//	}
//	defer rows.Release()
//	err = arrowbeve.WriteParquet(out, rows)
//
// Command beve2arrow, in a folder of this module, writes files of Arrow.
//
// # Types
//
// A schema is given, or inferred from the first rows:
//
//	BEVE                          Arrow
//	boolean                       bool
//	integers                      int64; uint64 where one needs it
//	floats, integers among them   float64; float32 where all are
//	string                        utf8
//	array of uint8                binary
//	typed array, array            list of the same, in the width of the array
//	object                        struct
//	timestamp                     timestamp[ns, UTC]
//	duration                      duration[ns]
//	UUID                          uuid, which is stored as fixed_size_binary[16]
//	null, missing member          null
//
// Other types may be asked for by a schema: narrower numbers, dictionaries of strings,
// timestamps for RFC 3339 text. A value that its column cannot hold exactly is a
// [RowError], which names the row and the path; so is a member that has no column.
//
// Not kept is the offset of a timestamp from UTC: the column has the same instants in
// UTC. The widths of integers are those that the values need: what came from a column of
// int32 goes into one of int64, unless a schema is given.
//
// On the way back timestamps are instants, with the offset of the column's zone.
// Timestamps without a zone are text without one, 2006-01-02T15:04:05, since no instant is
// known; decimals, dates and times of day are text, too, since BEVE has no such types, and
// maps are arrays of their keys and values. Durations come back as what they are: Parquet
// has integers for them, and the metadata of the file name the columns.
package arrowbeve

import (
	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/memory"

	beve "github.com/beve-org/beve-go"
)

// Options are the choices of reading rows. The zero value is ready to use.
type Options struct {
	// Schema gives the columns. Without it they are inferred.
	Schema *arrow.Schema
	// SampleRows is how many rows are looked at to infer a schema; the default is
	// 1,000. They are kept in memory until they are given out.
	SampleRows int
	// BatchRows is the most rows that a record batch has; the default is 65,536.
	BatchRows int
	// BatchBytes ends a record batch, and the rows that a schema is inferred from,
	// when their encodings are that long together; the default is 64 MiB.
	BatchBytes int
	// IgnoreUnknown drops members that have no column instead of failing.
	IgnoreUnknown bool
	// Limits bound each row.
	Limits beve.Limits
	// Allocator is where Arrow's memory comes from; the default is Go's.
	Allocator memory.Allocator
}

func (o *Options) sampleRows() int {
	if o.SampleRows > 0 {
		return o.SampleRows
	}
	return 1000
}

func (o *Options) batchRows() int {
	if o.BatchRows > 0 {
		return o.BatchRows
	}
	return 1 << 16
}

func (o *Options) batchBytes() int {
	if o.BatchBytes > 0 {
		return o.BatchBytes
	}
	return 64 << 20
}

func (o *Options) allocator() memory.Allocator {
	if o.Allocator != nil {
		return o.Allocator
	}
	return memory.DefaultAllocator
}
