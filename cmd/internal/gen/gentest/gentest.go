// Package gentest builds tests with code that is generated when they run, so that it need
// not be checked in.
package gentest

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"strconv"
	"strings"
	"testing"
)

// Test runs the tests of the packages in a folder and below it. Most of their code runs once, so it takes less time to
// compile it without optimizations.
func Test(t *testing.T, dir string) {
	t.Helper()
	c := exec.Command("go", "test", "-vet=off", "-gcflags=./...=-N -l", "./...")
	c.Dir = dir
	if text, err := c.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, text)
	}
}

// Overlay is a set of files that the go command reads as if they were in the tree. The
// build cache knows them by their path and content, so that code that is generated again
// without a change is not compiled again.
type Overlay struct {
	dir     string
	Replace map[string]string
}

// NewOverlay returns an empty overlay that keeps its files in dir.
func NewOverlay(dir string) *Overlay {
	return &Overlay{dir: dir, Replace: map[string]string{}}
}

// Put has the go command read text as the file at path.
func (o *Overlay) Put(path string, text []byte) error {
	abs, err := filepath.Abs(path)
	if err != nil {
		return err
	}
	file := filepath.Join(o.dir, strconv.Itoa(len(o.Replace)))
	o.Replace[abs] = file
	return os.WriteFile(file, text, 0o666)
}

// Flags returns the flags for go test and go build that use the overlay, and those that
// the running test was built with. The go command vets a test without the overlay already;
// packages that exist in it alone have no folder, which vet wants to change to.
func (o *Overlay) Flags() ([]string, error) {
	text, err := json.Marshal(o)
	if err != nil {
		return nil, err
	}
	path := filepath.Join(o.dir, "overlay.json")
	flags := []string{"-vet=off", "-overlay", path}
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, s := range info.Settings {
			switch s.Key {
			case "-race", "-msan", "-asan", "-tags", "-gcflags":
				flags = append(flags, s.Key+"="+s.Value)
			}
		}
	}
	return flags, os.WriteFile(path, text, 0o666)
}

// Again builds the tests of the package in the current folder once more, with the files
// that generate returns by their path, and runs them with the arguments of this process.
// It returns their exit status.
func Again(generate func() (map[string][]byte, error)) int {
	status, err := again(generate)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return status
}

func again(generate func() (map[string][]byte, error)) (status int, err error) {
	files, err := generate()
	if err != nil {
		return 0, err
	}
	dir, err := os.MkdirTemp("", "gentest")
	if err != nil {
		return 0, err
	}
	defer os.RemoveAll(dir)
	o := NewOverlay(dir)
	for path, text := range files {
		if err := o.Put(path, text); err != nil {
			return 0, err
		}
	}
	flags, err := o.Flags()
	if err != nil {
		return 0, err
	}
	program := filepath.Join(dir, "generated.test")
	args := append([]string{"test", "-c", "-o", program}, flags...)
	if out, err := exec.Command("go", append(args, ".")...).CombinedOutput(); err != nil {
		return 0, fmt.Errorf("go %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	tests := exec.Command(program, os.Args[1:]...)
	tests.Stdin, tests.Stdout, tests.Stderr = os.Stdin, os.Stdout, os.Stderr
	if err := tests.Run(); tests.ProcessState == nil {
		return 0, err
	}
	return max(tests.ProcessState.ExitCode(), -tests.ProcessState.ExitCode()), nil
}
