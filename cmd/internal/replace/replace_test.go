package replace

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// put makes a file of some mode, whatever the umask says.
func put(t *testing.T, path, text string, mode fs.FileMode) {
	t.Helper()
	err := os.WriteFile(path, []byte(text), 0o666)
	if err == nil {
		err = os.Chmod(path, mode)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// holds looks whether a file is text of some mode.
func holds(t *testing.T, path, text string, mode fs.FileMode) {
	t.Helper()
	data, err := os.ReadFile(path)
	info, failed := os.Lstat(path)
	if err = errors.Join(err, failed); err != nil {
		t.Fatal(err)
	}
	if string(data) != text || info.Mode() != mode {
		t.Errorf("%s: %q of mode %v, want %q of %v", path, data, info.Mode(), text, mode)
	}
}

// alone looks whether a folder has that many entries, and nothing that is unfinished.
func alone(t *testing.T, dir string, n int) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != n {
		t.Errorf("%v, %v", entries, err)
	}
	unfinished.Range(func(name, _ any) bool {
		if filepath.Dir(name.(string)) == dir {
			t.Errorf("%s is taken for unfinished", name)
		}
		return true
	})
}

// What is replaced keeps its mode, and what nobody may write stays unless it is replaced by force.
func TestModesAreKeptAndReadOnlyFilesRefused(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("files have no such modes")
	}
	for _, mode := range []fs.FileMode{0o644, 0o600, 0o666, 0o664, 0o755, 0o777, 0o640, 0o200, 0o444, 0o400, 0o555, 0o000, 0o700 | fs.ModeSetuid, 0o070 | 0o600 | fs.ModeSetgid} {
		dir := t.TempDir()
		path := filepath.Join(dir, "a")
		put(t, path, "old", mode)
		err := Write(path, []byte("new"), false)
		if mode&0o222 == 0 {
			var p *fs.PathError
			if !errors.Is(err, ErrReadOnly) || !errors.As(err, &p) || p.Path != path {
				t.Errorf("%v: %v", mode, err)
			}
			err = Write(path, []byte("new"), true)
		}
		if err != nil {
			t.Errorf("%v: %v", mode, err)
		}
		info, err := os.Stat(path)
		if err != nil || info.Mode() != mode || info.Size() != 3 {
			t.Errorf("%v: %v", mode, err)
		}
		if err := os.Chmod(path, 0o600); err != nil {
			t.Fatal(err)
		}
		holds(t, path, "new", 0o600)
		alone(t, dir, 1)
	}
}

// A link goes on to lead to the file, also where there is none yet, and where the way to it has other links.
func TestLinksStayLinks(t *testing.T) {
	for _, c := range []struct{ link, to, file string }{
		{"link", "a", "a"},
		{"link", "dir/a", "dir/a"},
		{"link", "/a", "a"}, // stands for the folder of the test
		{"door/link", "../../room/a", "room/a"},
		{"door/link", "a", "room/deep/a"},
		{"link", "door/../a", "room/a"},
		{"chain", "link", "new"},
	} {
		for _, there := range []bool{true, false} {
			dir, err := filepath.EvalSymlinks(t.TempDir())
			if err != nil {
				t.Fatal(err)
			}
			to := c.to
			if filepath.IsAbs(to) {
				to = dir + to
			}
			err = errors.Join(os.MkdirAll(filepath.Join(dir, "dir"), 0o777), os.MkdirAll(filepath.Join(dir, "room", "deep"), 0o777),
				os.Symlink(filepath.Join("room", "deep"), filepath.Join(dir, "door")))
			if c.link == "chain" {
				err = errors.Join(err, os.Symlink("new", filepath.Join(dir, "link")))
			}
			link, path := filepath.Join(dir, c.link), filepath.Join(dir, c.file)
			if err = errors.Join(err, os.Symlink(to, link)); err != nil {
				t.Skip(err)
			}
			if there {
				put(t, path, "old", 0o600)
			}
			if err := Write(link, []byte("new"), false); err != nil {
				t.Errorf("%s, which leads to %s: %v", c.link, c.to, err)
				continue
			}
			info, err := os.Lstat(link)
			if err != nil || info.Mode()&fs.ModeSymlink == 0 {
				t.Errorf("%s, which leads to %s, is no link any more: %v, %v", c.link, c.to, info, err)
			}
			if data, err := os.ReadFile(path); err != nil || string(data) != "new" {
				t.Errorf("%s, which leads to %s: %q, %v", c.link, c.to, data, err)
			}
		}
	}
}

// What cannot be replaced stays as it is, and errors call it as who asked for it does.
func TestWhatCannotBeReplaced(t *testing.T) {
	dir := t.TempDir()
	loop, away := filepath.Join(dir, "loop"), filepath.Join(dir, "away")
	if err := errors.Join(os.Symlink("loop", loop), os.Symlink(filepath.Join("no", "where"), away)); err != nil {
		t.Skip(err)
	}
	file := filepath.Join(dir, "file")
	put(t, file, "x", 0o600)
	for _, name := range []string{dir, loop, away, filepath.Join(dir, "no", "out"), filepath.Join(file, "out")} {
		err := Write(name, []byte("new"), true)
		var p *fs.PathError
		if !errors.As(err, &p) || p.Path != name || strings.Contains(err.Error(), ".tmp") {
			t.Errorf("%s: %v", name, err)
		}
	}
	holds(t, file, "x", 0o600)
	alone(t, dir, 3)
}

func TestDevicesAreWrittenDirectly(t *testing.T) {
	if err := Write(os.DevNull, []byte("x"), false); err != nil {
		t.Error(err)
	}
	f, err := Create(os.DevNull, false)
	if err != nil {
		t.Fatal(err)
	}
	f.Abort()
}

func TestRemoveUnfinished(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"finished", "given up", "unfinished"} {
		f, err := Create(filepath.Join(dir, name), false)
		if err != nil {
			t.Fatal(err)
		}
		switch name {
		case "finished":
			if err := f.Commit(); err != nil {
				t.Fatal(err)
			}
			f.Abort() // does nothing any more
		case "given up":
			f.Abort()
		}
	}
	RemoveUnfinished()
	if files, _ := os.ReadDir(dir); len(files) != 1 || files[0].Name() != "finished" {
		t.Errorf("left: %v", files)
	}
}
