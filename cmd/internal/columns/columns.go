// Package columns reads Parquet, and writes Parquet and Arrow, the latter as a file or
// as a stream. On the side of BEVE a file of columns is a stream of rows, one object
// each.
//
// Arrow is not read: its readers make whatever room a file asks for.
//
// The build tag noarrow leaves out the two formats and the module that they come from,
// which is most of the command's size.
package columns

import (
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/beve-org/beve-go/translator"
)

// Format is a format of files of columns.
type Format uint8

// The formats.
const (
	Parquet     Format = iota
	Arrow              // IPC file, also known as Feather
	ArrowStream        // IPC stream
)

// A File is what Parquet is read from: its index is at the end.
type File interface {
	io.Reader
	io.ReaderAt
	io.Seeker
}

// Options are the choices of writing. The zero value is ready to use.
type Options struct {
	// Compression is one of those that the format has; the first is the default.
	Compression string
	// SampleRows is how many rows the types of the columns are inferred from, 0 for
	// the default of arrowbeve.
	SampleRows int
	// GroupRows is how many rows are compressed together and held in memory, 0 for the
	// default of arrowbeve.
	GroupRows int
	// Limits bound each row.
	Limits translator.Limits
}

// Compressions returns the names of the compressions of a format.
func Compressions(f Format) []string {
	if f == Parquet {
		return []string{"zstd", "snappy", "gzip", "brotli", "lz4", "none"}
	}
	return []string{"none", "zstd", "lz4"}
}

// Check refuses options that a format does not have.
func (o Options) Check(f Format) error {
	if all := Compressions(f); o.Compression != "" && !slices.Contains(all, o.Compression) {
		return fmt.Errorf("no compression %q: there are %q", o.Compression, all)
	}
	if o.SampleRows < 0 || o.GroupRows < 0 {
		return errors.New("a number of rows is not negative")
	}
	return nil
}

// A Misfit is a row that the columns cannot hold. The offset and the path in Err are
// those within the row.
type Misfit struct {
	Row int64 // counted from 0
	Err error
}

// Error says in which row what is wrong.
func (m *Misfit) Error() string { return fmt.Sprintf("row %d: %v", m.Row, m.Err) }

// Unwrap returns what is wrong.
func (m *Misfit) Unwrap() error { return m.Err }

// errNoColumns is the error for writing what has no members: Parquet could not even
// say how many rows there were.
var errNoColumns = errors.New("no columns: the input has no row, or none with members")

// The errors of reading what cannot be read.
var (
	errArrow  = errors.New("files of Arrow are written, not read")
	errNoFile = errors.New("the index of Parquet is at its end: it must be a file, neither compressed nor piped in")
)

// readable says why there can be no rows of a file, which is nil if there is none.
func readable(f Format, r File) error {
	switch {
	case f != Parquet:
		return errArrow
	case r == nil:
		return errNoFile
	}
	return nil
}
