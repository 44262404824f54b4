package target

import (
	"bytes"
	"errors"
	"io"
	"math/rand/v2"
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
		f, err := Create(path, c, false)
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
		f, err := Create(filepath.Join(dir, "out"), c, false)
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

func TestCommitFailsCleanly(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "out")
	f, err := Create(path, source.Plain, false)
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
	f, err := Create(os.DevNull, source.Gzip, false)
	if err != nil {
		t.Fatal(err)
	}
	f.Write([]byte("x"))
	if err := f.Commit(); err != nil {
		t.Error(err)
	}
	if f, err = Create(os.DevNull, source.Plain, false); err != nil {
		t.Fatal(err)
	}
	f.Abort()
	if _, err := Create(t.TempDir(), source.Plain, false); err == nil {
		t.Error("a folder can be written")
	}
	if _, err := Create(filepath.Join(t.TempDir(), "no", "out"), source.Plain, false); err == nil {
		t.Error("a file in no folder can be written")
	}
}

// TestWritesOfAllSizes come to the file in their order.
func TestWritesOfAllSizes(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, c := range []source.Compression{source.Plain, source.Gzip, source.Zstd} {
		path := filepath.Join(t.TempDir(), "out")
		f, err := Create(path, c, false)
		if err != nil {
			t.Fatal(err)
		}
		var want []byte
		for i := range 40 {
			p := bytes.Repeat([]byte{byte(i)}, []int{0, 1, 1000, bufferSize - 1, bufferSize, 3 * bufferSize}[r.IntN(6)])
			want = append(want, p...)
			if n, err := f.Write(p); err != nil || n != len(p) {
				t.Fatalf("%d of %d bytes, %v", n, len(p), err)
			}
		}
		if err := f.Commit(); err != nil {
			t.Fatal(err)
		}
		src, err := source.Open(path, source.Options{Kind: source.Kind{Format: source.JSON}})
		if err != nil {
			t.Fatal(err)
		}
		got, err := io.ReadAll(src)
		if err != nil || !bytes.Equal(got, want) {
			t.Errorf("%v: %d bytes of %d, %v", c, len(got), len(want), err)
		}
		src.Close()
	}
}
