// Package columns reads and writes Parquet. On the side of BEVE such a file is a stream of
// rows, one object each.
//
// Package parquetfile has the files. The types of columns that are written are inferred
// from the first rows, or those of another file.
package columns

import (
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/beve-org/beve-go/cmd/internal/parquetfile"
	"github.com/beve-org/beve-go/cmd/internal/pull"
	"github.com/beve-org/beve-go/translator"
)

// A File is what Parquet is read from: its index is at the end.
type File interface {
	io.Reader
	io.ReaderAt
	io.Seeker
}

// Options are the choices of writing. The zero value is ready to use.
type Options struct {
	// Compression is one of Compressions; the first is the default.
	Compression string
	// SampleRows is how many rows the types of the columns are inferred from; the default
	// is 1,000. They are in memory until they are written.
	SampleRows int
	// GroupRows is the most rows that are compressed together and held in memory; the
	// default is 65,536. A group also ends when its rows are 64 MiB of BEVE.
	GroupRows int
	// Schema gives the columns. Without it they are inferred.
	Schema *Schema
	// TextTimes lets text stay text where all of the sample is times.
	TextTimes bool
	// Workers is how many work on groups at a time.
	Workers int
	// Limits bound each row.
	Limits translator.Limits
}

// Compressions are the names of the compressions.
var Compressions = []string{"zstd", "snappy", "gzip", "brotli", "lz4", "none"}

// Check refuses options that make no sense.
func (o Options) Check() error {
	if o.Compression != "" && !slices.Contains(Compressions, o.Compression) {
		return fmt.Errorf("no compression %q: there are %q", o.Compression, Compressions)
	}
	if o.SampleRows < 0 || o.GroupRows < 0 {
		return errors.New("a number of rows is not negative")
	}
	return nil
}

// A Misfit is a row that the columns cannot hold. The path in Err is that within the row.
type Misfit struct {
	Row int64 // counted from 0
	Err error
}

// Error says in which row what is wrong.
func (m *Misfit) Error() string { return fmt.Sprintf("row %d: %v", m.Row, m.Err) }

// Unwrap returns what is wrong.
func (m *Misfit) Unwrap() error { return m.Err }

// Reader reads the rows of a file as a BEVE stream.
type Reader struct {
	*pull.Reader
	// Schema is what the columns are.
	Schema *Schema

	file  *parquetfile.File
	spans []bool
	limit int64
}

// Open returns the rows of a file; the caller closes them, which leaves the file open. The
// file is nil for what can only be read forwards, which is an error.
func Open(r File, limits translator.Limits) (*Reader, error) {
	if r == nil {
		return nil, errors.New("the index of Parquet is at its end: it must be a file, neither compressed nor piped in")
	}
	size, err := r.Seek(0, io.SeekEnd)
	if err != nil {
		return nil, err
	}
	file, err := parquetfile.Open(r, size)
	if err != nil {
		return nil, err
	}
	durations := durationPaths(file.Metadata[durationsKey])
	rows := &Reader{Schema: schemaOf(file.Root, durations), file: file, spans: findDurations(nil, file.Root, "", durations), limit: parquetfile.Allowance(size)}
	if limits.MaxBytes > 0 {
		rows.limit = min(rows.limit, limits.MaxBytes)
	}
	rows.Reader = rows.from(0, 0)
	return rows, nil
}

// from reads the rows from that one of a group on.
func (r *Reader) from(group int, row int64) *pull.Reader {
	return pull.NewReader(func(w io.Writer) error {
		rows := &rows{w: w, limit: r.limit, spans: r.spans}
		return rows.writeAll(r.file, group, row)
	})
}

// StartAt makes the first row of a batch the next one that is read.
func (r *Reader) StartAt(b *Batch) error {
	err := r.Reader.Close()
	r.Reader = r.from(b.group, b.first)
	return err
}

// Close ends the reading. It may be called again.
func (r *Reader) Close() error {
	err := r.Reader.Close()
	r.file.Close()
	return err
}
