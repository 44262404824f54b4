// Package target writes files that appear whole or not at all: what is written
// goes to a new file beside the target, which takes its place at the end.
package target

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"sync"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"

	"github.com/beve-org/beve-go/cmd/internal/source"
)

// A File is a target that is being written.
type File struct {
	path  string   // what the file will be called
	temp  *os.File // nil when the target is written directly
	plain io.Closer
	buf   *bufio.Writer
	w     io.Writer
	z     io.Closer // the compressor over buf, or nil
	done  bool
}

// Create prepares to write the file at path. Until [File.Commit], a file that is
// there stays as it is. Anything but a regular file, such as a pipe or a device, is written
// directly.
func Create(path string, c source.Compression) (*File, error) {
	mode := fs.FileMode(0o666)
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real // so that a link stays one
	}
	info, err := os.Stat(path)
	switch {
	case err == nil && info.IsDir():
		return nil, &os.PathError{Op: "write", Path: path, Err: errors.New("is a directory")}
	case err == nil && !info.Mode().IsRegular():
		f, err := os.OpenFile(path, os.O_WRONLY, 0)
		if err != nil {
			return nil, err
		}
		return (&File{path: path, plain: f}).over(f, c)
	case err == nil:
		mode = info.Mode().Perm()
	}
	f, err := createBeside(path, mode)
	if err != nil {
		return nil, named(path, err)
	}
	if info != nil {
		// The umask has had its say on the new file, but not on the one that is there.
		if err := f.Chmod(mode); err != nil {
			return nil, named(path, errors.Join(err, f.Close(), remove(f.Name())))
		}
	}
	return (&File{path: path, temp: f}).over(f, c)
}

// named tells an error of the unfinished file as one of the file that it will be.
func named(path string, err error) error {
	var p *fs.PathError
	var l *os.LinkError
	switch {
	case errors.As(err, &p):
		return &fs.PathError{Op: p.Op, Path: path, Err: p.Err}
	case errors.As(err, &l):
		return &fs.PathError{Op: l.Op, Path: path, Err: l.Err}
	}
	return err
}

// createBeside creates a new file in the folder of path.
func createBeside(path string, mode fs.FileMode) (*os.File, error) {
	dir, base := filepath.Split(path)
	for {
		name := filepath.Join(dir, fmt.Sprintf(".%s.%08x.tmp", base, rand.Uint32()))
		f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
		if err == nil {
			unfinished.Store(name, nil)
		}
		if !errors.Is(err, fs.ErrExist) {
			return f, err
		}
	}
}

// unfinished holds the names of the files that exist only until their targets are
// complete.
var unfinished sync.Map

// remove removes an unfinished file.
func remove(name string) error {
	unfinished.Delete(name)
	return os.Remove(name)
}

// RemoveUnfinished removes what has been created and neither committed nor
// aborted, for a process that is about to end without either.
func RemoveUnfinished() {
	unfinished.Range(func(name, _ any) bool {
		os.Remove(name.(string))
		return true
	})
}

// New writes to w, which stays open, compressed.
func New(w io.Writer, c source.Compression) (*File, error) { return new(File).over(w, c) }

// over puts buffer and compression over w.
func (f *File) over(w io.Writer, c source.Compression) (*File, error) {
	f.buf = bufio.NewWriterSize(w, 256<<10)
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
	n, err := f.w.Write(p)
	return n, f.named(err)
}

// named tells an error as one of the file, whatever it was written to.
func (f *File) named(err error) error {
	if err == nil || f.temp == nil {
		return err
	}
	return named(f.path, err)
}

// Flush passes on what is buffered, unless it is being compressed, which is better
// done in large pieces.
func (f *File) Flush() error {
	if f.z != nil {
		return nil
	}
	return f.named(f.buf.Flush())
}

// Commit completes the file and puts it in its place. On failure nothing is left
// but what was there before.
func (f *File) Commit() error {
	if f.z != nil {
		if err := f.z.Close(); err != nil {
			f.Abort()
			return f.named(err)
		}
	}
	if err := f.buf.Flush(); err != nil {
		f.Abort()
		return f.named(err)
	}
	f.done = true
	if f.plain != nil {
		return f.plain.Close()
	}
	if f.temp == nil {
		return nil
	}
	// Without Sync a crash after the rename could leave an empty file.
	err := f.temp.Sync()
	err = errors.Join(err, f.temp.Close())
	if err == nil {
		err = os.Rename(f.temp.Name(), f.path)
	}
	if err != nil {
		return f.named(errors.Join(err, remove(f.temp.Name())))
	}
	unfinished.Delete(f.temp.Name())
	return nil
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
	if f.plain != nil {
		f.plain.Close()
	}
	if f.temp != nil {
		f.temp.Close()
		remove(f.temp.Name())
	}
}
