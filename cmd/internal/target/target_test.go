package target

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/beve-org/beve-go/cmd/internal/source"
)

func TestTargetAppearsWhole(t *testing.T) {
	for _, c := range []source.Compression{source.Plain, source.Gzip, source.Zstd} {
		dir := t.TempDir()
		path := filepath.Join(dir, "out")
		f, err := Create(path, c)
		if err != nil {
			t.Fatal(err)
		}
		text := strings.Repeat("something ", 100_000)
		if _, err := f.Write([]byte(text)); err != nil {
			t.Fatal(err)
		}
		if err := f.Flush(); err != nil {
			t.Fatal(err)
		}
		if _, err := os.Stat(path); err == nil {
			t.Error("there before it is complete")
		}
		if err := f.Commit(); err != nil {
			t.Fatal(err)
		}
		f.Abort() // does nothing any more
		src, err := source.Open(path, source.Options{})
		if err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		if _, err := b.ReadFrom(src); err != nil || b.String() != text {
			t.Errorf("%v: %d bytes, %v", c, b.Len(), err)
		}
		src.Close()
		if files, _ := os.ReadDir(dir); len(files) != 1 {
			t.Errorf("%v: %v", c, files)
		}
	}
}

func TestAbortLeavesNothing(t *testing.T) {
	for _, c := range []source.Compression{source.Plain, source.Gzip, source.Zstd} {
		dir := t.TempDir()
		f, err := Create(filepath.Join(dir, "out"), c)
		if err != nil {
			t.Fatal(err)
		}
		f.Write([]byte("x"))
		f.Abort()
		f.Abort()
		if files, _ := os.ReadDir(dir); len(files) != 0 {
			t.Errorf("%v: %v", c, files)
		}
	}
}

func TestRemoveUnfinished(t *testing.T) {
	dir := t.TempDir()
	finished, err := Create(filepath.Join(dir, "finished"), source.Plain)
	if err != nil {
		t.Fatal(err)
	}
	if err := finished.Commit(); err != nil {
		t.Fatal(err)
	}
	if _, err := Create(filepath.Join(dir, "unfinished"), source.Plain); err != nil {
		t.Fatal(err)
	}
	RemoveUnfinished()
	if files, _ := os.ReadDir(dir); len(files) != 1 || files[0].Name() != "finished" {
		t.Errorf("left: %v", files)
	}
}

func TestCommitFailsCleanly(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "out")
	f, err := Create(path, source.Plain)
	if err != nil {
		t.Fatal(err)
	}
	f.Write([]byte("x"))
	// A folder has taken the name in the meantime.
	if err := os.MkdirAll(filepath.Join(path, "x"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := f.Commit(); err == nil {
		t.Error("no error")
	}
	if files, _ := os.ReadDir(dir); len(files) != 1 {
		t.Errorf("left: %v", files)
	}
}

type broken struct{}

func (broken) Write([]byte) (int, error) { return 0, errors.New("broken") }

func TestWriteErrorsComeOutOfCommit(t *testing.T) {
	for _, c := range []source.Compression{source.Plain, source.Gzip, source.Zstd} {
		f, err := New(broken{}, c)
		if err != nil {
			t.Fatal(err)
		}
		f.Write([]byte("x"))
		if err := f.Commit(); err == nil {
			t.Errorf("%v: no error", c)
		}
	}
}

func TestDevicesAreWrittenDirectly(t *testing.T) {
	f, err := Create(os.DevNull, source.Gzip)
	if err != nil {
		t.Fatal(err)
	}
	f.Write([]byte("x"))
	if err := f.Commit(); err != nil {
		t.Error(err)
	}
	if f, err = Create(os.DevNull, source.Plain); err != nil {
		t.Fatal(err)
	}
	f.Abort()
	if _, err := Create(t.TempDir(), source.Plain); err == nil {
		t.Error("a folder can be written")
	}
	if _, err := Create(filepath.Join(t.TempDir(), "no", "out"), source.Plain); err == nil {
		t.Error("a file in no folder can be written")
	}
}
