// Package follow reads a file that grows, as tail -F does: it waits for more at the
// end, starts again when the file is truncated, and goes on with the file that takes
// its place.
package follow

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"time"
)

// Poll is how often a file is looked at that has nothing new.
const Poll = 200 * time.Millisecond

// A File is what a name stands for over time: one file after another, and each again
// when it is truncated. [File.Next] begins with one, [File.Read] reads it.
type File struct {
	// Idle, if not nil, is called whenever the end is reached, before waiting. Its
	// error ends the reading.
	Idle func() error
	// Tell, if not nil, is told what has happened: that the file is waited for, and
	// why it is read from the start again.
	Tell func(what string)

	ctx  context.Context
	name string
	poll time.Duration
	file *os.File
	next *os.File // what has taken its place, open before it could go too
	off  int64
}

// New returns the file that has this name, looked at that often, until ctx is done.
func New(ctx context.Context, name string, poll time.Duration) *File {
	return &File{ctx: ctx, name: name, poll: poll}
}

// Next goes to the start of the file, or of the one that has taken its place. It waits
// until there is one.
func (f *File) Next() error {
	f.off = 0
	if f.next != nil {
		f.file.Close()
		f.file, f.next = f.next, nil
		return nil
	}
	if f.file != nil {
		_, err := f.file.Seek(0, io.SeekStart)
		return err
	}
	for told := false; ; told = true {
		file, err := os.Open(f.name)
		if err == nil {
			f.file = file
			return regular(file)
		}
		if !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		if !told {
			f.tell("waiting for it to appear")
		}
		if err := f.wait(); err != nil {
			return err
		}
	}
}

// regular refuses what does not grow.
func regular(file *os.File) error {
	info, err := file.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = errors.New("not a regular file: only regular files can be followed")
	}
	return err
}

// Read reads the bytes that the file has, or waits for some. It returns io.EOF when the file has been
// truncated, or replaced and read to its end: what comes after Next has nothing to do
// with what was before.
func (f *File) Read(p []byte) (int, error) {
	for {
		n, err := f.file.Read(p)
		f.off += int64(n)
		if n > 0 || err != io.EOF || len(p) == 0 {
			return n, err
		}
		if f.next != nil {
			f.tell("replaced: following the new file")
			return 0, io.EOF
		}
		if f.Idle != nil {
			if err := f.Idle(); err != nil {
				return 0, err
			}
		}
		changed, err := f.changed()
		switch {
		case err != nil:
			return 0, err
		case changed:
			f.tell("truncated: reading it from the start")
			return 0, io.EOF
		case f.next != nil:
			continue // what was written meanwhile is read first
		}
		if err := f.wait(); err != nil {
			return 0, err
		}
	}
}

// changed looks whether the file has become shorter, and opens the one that has taken
// its place, if that is not empty: until then the writer may not have changed over.
func (f *File) changed() (truncated bool, err error) {
	info, err := f.file.Stat()
	if err != nil {
		return false, err
	}
	if info.Size() < f.off {
		return true, nil
	}
	now, err := os.Stat(f.name)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err != nil || os.SameFile(info, now) || now.Size() == 0 {
		return false, err
	}
	f.next, err = os.Open(f.name)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err == nil {
		err = regular(f.next)
	}
	return false, err
}

func (f *File) wait() error {
	select {
	case <-f.ctx.Done():
		return f.ctx.Err()
	case <-time.After(f.poll):
		return nil
	}
}

func (f *File) tell(what string) {
	if f.Tell != nil {
		f.Tell(what)
	}
}

// Close closes the file.
func (f *File) Close() error {
	var err error
	for _, file := range []*os.File{f.file, f.next} {
		if file != nil {
			err = errors.Join(err, file.Close())
		}
	}
	f.file, f.next = nil, nil
	return err
}
