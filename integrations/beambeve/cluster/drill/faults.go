//go:build unix

// The filesystem of the drill: the local one, where steps fail as they are told to, and calls
// are counted.

package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/local"
)

const scheme = "drill://"

// fault is what DRILL says: "step part from times what folder". From the from-th to the
// last of so many times that a step is taken with a file whose name has the part, it fails.
type fault struct {
	step, part, what, folder string
	from, times              int
}

var planned *fault

func init() {
	filesystem.Register("drill", func(ctx context.Context) filesystem.Interface { return disturbed{local.New(ctx)} })
	if text := os.Getenv("DRILL"); text != "" {
		planned = &fault{}
		if _, err := fmt.Sscan(text, &planned.step, &planned.part, &planned.from, &planned.times, &planned.what, &planned.folder); err != nil {
			panic(fmt.Sprintf("DRILL=%q: %v", text, err))
		}
	}
}

// reach says that a step begins. It returns an error if it is to fail.
func reach(step, path string) error {
	f := planned
	if f == nil || f.step != step || !strings.Contains(filepath.Base(path), f.part) || flag.Lookup("worker").Value.String() != "true" {
		return nil
	}
	if n := f.number(); n < f.from || n >= f.from+f.times {
		return nil
	}
	switch f.what {
	case "machine": // the TaskManager and all its workers
		syscall.Kill(0, syscall.SIGKILL)
		select {}
	case "worker":
		os.Exit(137)
	case "hang":
		select {}
	case "replace": // by a stream as long, with one record in another place
		if err := replaceFile(path); err != nil {
			panic(err)
		}
		return nil
	}
	return &fs.PathError{Op: step, Path: path, Err: syscall.ENOSPC}
}

// number returns how often all workers together have come here. The folder keeps it.
func (f *fault) number() int {
	for n := 1; ; n++ {
		if file, err := os.OpenFile(filepath.Join(f.folder, fmt.Sprint(n)), os.O_CREATE|os.O_EXCL, 0o600); err == nil {
			file.Close()
			return n
		} else if !os.IsExist(err) {
			panic(err)
		}
	}
}

// replaceFile puts another stream in the place of one, and leaves its index.
func replaceFile(path string) error {
	data, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	// The records from 10,000 on have another digit in their paths.
	text := strings.ReplaceAll(string(data), "/items/1", "/items/2")
	if err := os.WriteFile(path+".new", []byte(text), 0o600); err != nil {
		return err
	}
	return os.Rename(path+".new", path)
}

// disturbed is the local filesystem under names of the scheme.
type disturbed struct{ filesystem.Interface }

func bare(path string) string { return strings.TrimPrefix(path, scheme) }

// count counts a call by the length of a file, as many processes make them.
func count(call string) error {
	if *calls == "" || flag.Lookup("worker").Value.String() != "true" {
		return nil
	}
	f, err := os.OpenFile(filepath.Join(*calls, call), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = f.Write([]byte{'.'})
	return errors.Join(err, f.Close())
}

func (d disturbed) List(ctx context.Context, glob string) ([]string, error) {
	if err := count("list"); err != nil {
		return nil, err
	}
	found, err := d.Interface.List(ctx, bare(glob))
	for i := range found {
		found[i] = scheme + found[i]
	}
	return found, err
}

func (d disturbed) Size(ctx context.Context, path string) (int64, error) {
	if err := count("size"); err != nil {
		return 0, err
	}
	return d.Interface.Size(ctx, bare(path))
}

func (d disturbed) OpenRead(ctx context.Context, path string) (io.ReadCloser, error) {
	if err := count("open"); err != nil {
		return nil, err
	}
	if err := reach("read", bare(path)); err != nil {
		return nil, err
	}
	return d.Interface.OpenRead(ctx, bare(path))
}

func (d disturbed) OpenWrite(ctx context.Context, path string) (io.WriteCloser, error) {
	if err := count("create"); err != nil {
		return nil, err
	}
	if err := reach("create", bare(path)); err != nil {
		return nil, err
	}
	w, err := d.Interface.OpenWrite(ctx, bare(path))
	return &disturbedWriter{w, bare(path)}, err
}

func (d disturbed) Remove(ctx context.Context, path string) error {
	if err := count("remove"); err != nil {
		return err
	}
	return os.Remove(bare(path))
}

func (d disturbed) Rename(ctx context.Context, from, to string) error {
	if err := count("rename"); err != nil {
		return err
	}
	if err := reach("rename", bare(to)); err != nil {
		return err
	}
	return os.Rename(bare(from), bare(to))
}

type disturbedWriter struct {
	io.WriteCloser
	path string
}

// Write stops in the middle when it fails, as it does when a disk is full.
func (w *disturbedWriter) Write(p []byte) (int, error) {
	half := len(p) / 2
	n, err := w.WriteCloser.Write(p[:half])
	if err == nil {
		err = reach("write", w.path)
	}
	if err != nil {
		return n, err
	}
	n, err = w.WriteCloser.Write(p[half:])
	return half + n, err
}
