// Package target writes what commands make, compressed where that is wanted, into files that appear whole or not at all,
// or to where it is read at once.
package target

import (
	"bufio"
	"io"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"

	"github.com/beve-org/beve-go/cmd/internal/replace"
	"github.com/beve-org/beve-go/cmd/internal/source"
)

// A File is a target that is being written.
type File struct {
	file *replace.File // nil when what is written has no file
	buf  *bufio.Writer
	w    io.Writer
	z    io.Closer // the compressor over buf, or nil
	done bool
}

// Create prepares to write a file, as [replace.Create] does.
func Create(name string, c source.Compression, force bool) (*File, error) {
	f, err := replace.Create(name, force)
	if err != nil {
		return nil, err
	}
	return (&File{file: f}).over(f, c)
}

// bufferSize is what small writes are gathered to. Larger ones are not copied.
const bufferSize = 128 << 10

// New writes to w, which stays open, compressed.
func New(w io.Writer, c source.Compression) (*File, error) { return new(File).over(w, c) }

// over puts buffer and compression over w.
func (f *File) over(w io.Writer, c source.Compression) (*File, error) {
	f.buf = bufio.NewWriterSize(w, bufferSize)
	f.w = f.buf
	switch c {
	case source.Gzip:
		z := gzip.NewWriter(f.buf)
		f.w, f.z = z, z
	case source.Zstd:
		z, err := zstd.NewWriter(f.buf, zstd.WithEncoderConcurrency(1))
		if err != nil {
			f.Abort()
			return nil, err
		}
		f.w, f.z = z, z
	}
	return f, nil
}

// Write writes to the file.
func (f *File) Write(p []byte) (int, error) {
	if f.z == nil && len(p) >= bufferSize {
		if err := f.buf.Flush(); err != nil {
			return 0, err
		}
	}
	return f.w.Write(p)
}

// Flush passes on what is buffered, unless it is being compressed, which is better
// done in large pieces.
func (f *File) Flush() error {
	if f.z != nil {
		return nil
	}
	return f.buf.Flush()
}

// Commit completes the file and puts it in its place. On failure nothing is left
// but what was there before.
func (f *File) Commit() error {
	if f.z != nil {
		if err := f.z.Close(); err != nil {
			f.Abort()
			return err
		}
	}
	if err := f.buf.Flush(); err != nil {
		f.Abort()
		return err
	}
	f.done = true
	if f.file == nil {
		return nil
	}
	return f.file.Commit()
}

// Abort gives the file up, unless it is committed.
func (f *File) Abort() {
	if f.done {
		return
	}
	f.done = true
	if z, ok := f.z.(*zstd.Encoder); ok {
		z.Reset(nil) // stops its goroutines without writing
	}
	if f.file != nil {
		f.file.Abort()
	}
}
