//go:build unix

package replace

import (
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"
)

// The owner and the group stay, where whoever runs the test may give files to others.
func TestOwnersAreKept(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a")
	put(t, path, "old", 0o640)
	if err := os.Chown(path, 12345, 54321); err != nil {
		t.Skip(err)
	}
	const mode = 0o750 | fs.ModeSetuid | fs.ModeSetgid
	if err := os.Chmod(path, mode); err != nil {
		t.Fatal(err)
	}
	if err := Write(path, []byte("new"), false); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	if st := info.Sys().(*syscall.Stat_t); st.Uid != 12345 || st.Gid != 54321 || info.Mode() != mode {
		t.Errorf("owner %d, group %d, mode %v", st.Uid, st.Gid, info.Mode())
	}
	holds(t, path, "new", mode)
}

// told is a file as somebody says it is.
type told struct {
	mode fs.FileMode
	stat *syscall.Stat_t
}

func (told) Name() string           { return "" }
func (told) Size() int64            { return 0 }
func (i told) Mode() fs.FileMode    { return i.mode }
func (told) ModTime() (t time.Time) { return t }
func (told) IsDir() bool            { return false }
func (i told) Sys() any             { return i.stat }

// Where they cannot stay, nobody may do more than before.
func TestNobodyGetsMoreThanBefore(t *testing.T) {
	f, err := os.Create(filepath.Join(t.TempDir(), "a"))
	if err != nil {
		t.Fatal(err)
	}
	f.Close() // so that its owner cannot be changed
	info := told{0o764 | fs.ModeSetuid | fs.ModeSetgid | fs.ModeSticky, &syscall.Stat_t{Uid: 12345, Gid: 54321}}
	if mode := keepOwner(f, info); mode != 0o744|fs.ModeSticky {
		t.Errorf("%v", mode)
	}
}
