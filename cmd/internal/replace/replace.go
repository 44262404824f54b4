// Package replace writes files that appear whole or not at all: what is written goes to a new file beside the one of
// that name, which takes its place at the end. A file that is replaced keeps its permissions, its owner and its group as
// far as the system lets it, and a symbolic link leads on to what has been written; other hard links keep what was there.
package replace

import (
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"sync"
)

// ErrReadOnly is why a file is not replaced that nobody may write, or not who runs the program.
var ErrReadOnly = errors.New("the file is read-only")

// A File is what is being written.
type File struct {
	name        string   // what errors call it, as who asked for it does
	path        string   // what it will be called
	file        *os.File // beside that, or that itself where it is written directly
	direct      bool
	done        bool
	size, begun int64 // bytes of the file, and those that are being written to disk
}

// Create prepares to write the file of a name. Until [File.Commit], a file that is there stays as it is. One that is
// read-only is replaced only by force. Anything but a regular file, such as a pipe or a device, is written directly.
func Create(name string, force bool) (*File, error) {
	path := resolve(name)
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		info = nil
	case err != nil:
		return nil, named(name, err)
	case info.IsDir():
		return nil, &fs.PathError{Op: "write", Path: name, Err: errors.New("is a directory")}
	case !info.Mode().IsRegular():
		f, err := os.OpenFile(path, os.O_WRONLY, 0)
		if err != nil {
			return nil, named(name, err)
		}
		return &File{name: name, path: path, file: f, direct: true}, nil
	case !force && isReadOnly(path, info):
		return nil, &fs.PathError{Op: "write", Path: name, Err: ErrReadOnly}
	}
	f, err := createBeside(path, info)
	if err != nil {
		return nil, named(name, err)
	}
	return &File{name: name, path: path, file: f}, nil
}

// Write makes the file of a name hold data, as [Create] and [File.Commit] do.
func Write(name string, data []byte, force bool) error {
	f, err := Create(name, force)
	if err != nil {
		return err
	}
	defer f.Abort()
	if _, err := f.Write(data); err != nil {
		return err
	}
	return f.Commit()
}

// resolve follows links to the file that path stands for, which need not be there.
func resolve(path string) string {
	const most = 100
	for range most {
		if real, err := filepath.EvalSymlinks(path); err == nil {
			return real
		}
		to, err := os.Readlink(path)
		if err != nil {
			break
		}
		if !filepath.IsAbs(to) {
			dir, err := filepath.EvalSymlinks(filepath.Dir(path))
			if err != nil {
				break
			}
			to = dir + string(filepath.Separator) + to // as it is: a ".." in it may come after a link
		}
		path = to
	}
	return path
}

// isReadOnly reports whether a file has no permission to be written, be it to one who would not be asked for it.
func isReadOnly(path string, info fs.FileInfo) bool {
	if info.Mode().Perm()&0o222 == 0 {
		return true
	}
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err == nil {
		f.Close()
	}
	return errors.Is(err, fs.ErrPermission)
}

// named tells an error of the unfinished file as one of the file that it will be.
func named(name string, err error) error {
	var p *fs.PathError
	var l *os.LinkError
	switch {
	case errors.As(err, &p):
		return &fs.PathError{Op: p.Op, Path: name, Err: p.Err}
	case errors.As(err, &l):
		return &fs.PathError{Op: l.Op, Path: name, Err: l.Err}
	}
	return err
}

// createBeside creates a new file in the folder of path, for the one that info is about, if there is one.
func createBeside(path string, info fs.FileInfo) (*os.File, error) {
	mode := fs.FileMode(0o666)
	if info != nil {
		mode = 0o600 // until it has the owner of the other
	}
	dir, base := filepath.Split(path)
	for {
		name := filepath.Join(dir, fmt.Sprintf(".%s.%08x.tmp", base, rand.Uint32()))
		f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
		switch {
		case errors.Is(err, fs.ErrExist):
			continue
		case err != nil:
			return nil, err
		}
		unfinished.Store(name, nil)
		if info == nil {
			return f, nil
		}
		// Owner before permissions, of which a change of owner takes some away.
		if err := f.Chmod(keepOwner(f, info)); err != nil {
			return nil, errors.Join(err, f.Close(), remove(name))
		}
		return f, nil
	}
}

// permissions is what of a mode is kept.
const permissions = fs.ModePerm | fs.ModeSetuid | fs.ModeSetgid | fs.ModeSticky

// unfinished holds the names of the files that exist only until they are complete.
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

// earlySize is how many bytes are written to disk at a time.
const earlySize = 4 << 20

// Write writes to the file. The system writes it to its disk while it is being made, so that Commit has little left to
// wait for.
func (f *File) Write(p []byte) (int, error) {
	n, err := f.file.Write(p)
	if f.size += int64(n); !f.direct && f.size-f.begun >= earlySize {
		beginWriting(f.file, f.begun, f.size-f.begun)
		f.begun = f.size
	}
	if err != nil {
		err = named(f.name, err)
	}
	return n, err
}

// Commit completes the file and puts it in its place. On failure nothing is left but what was there before, and of a pipe
// or device nothing is taken back.
func (f *File) Commit() error {
	f.done = true
	if f.direct {
		return f.file.Close()
	}
	// Without Sync a crash after the rename could leave an empty file.
	name := f.file.Name()
	err := f.file.Sync()
	err = errors.Join(err, f.file.Close())
	if err == nil {
		err = os.Rename(name, f.path)
	}
	if err != nil {
		return named(f.name, errors.Join(err, remove(name)))
	}
	unfinished.Delete(name)
	return nil
}

// Abort gives the file up, unless it is committed.
func (f *File) Abort() {
	if f.done {
		return
	}
	f.done = true
	f.file.Close()
	if !f.direct {
		remove(f.file.Name())
	}
}
