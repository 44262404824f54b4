// Package testee runs readers and writers of BEVE as processes, and puts cases to them.
package testee

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// Testee is how a testee is built and run. Strings may have ${work}, a folder for what is
// built, and ${NAME} for the path of -path NAME=….
type Testee struct {
	Name     string   `json:"name"`
	Title    string   `json:"title"`
	Language string   `json:"language"`
	Ours     bool     `json:"ours"`
	Needs    []string `json:"needs"` // names of -path
	Tools    []string `json:"tools"` // commands that have to be there
	Build    []string `json:"build"` // commands for the shell
	Run      []string `json:"run"`
	Env      []string `json:"env"`
	Notes    string   `json:"notes"`
	// Bounds of one case.
	Seconds   int `json:"seconds"`
	Megabytes int `json:"megabytes"`

	// Folder is where its testees.json is; the commands run there.
	Folder string `json:"-"`
	// list is the content of that file.
	list []byte
}

// Bounds of a case where testees.json does not say others.
const (
	DefaultSeconds   = 5
	DefaultMegabytes = 512
)

// Find reads testees.json of each folder, and returns the testees whose names match one of
// the patterns, which have commas between them. A pattern that matches none is an error.
func Find(root, only string) (chosen []*Testee, err error) {
	all, err := readAll(root)
	if err != nil {
		return nil, err
	}
	for _, pattern := range strings.Split(only, ",") {
		matched := false
		for _, t := range all {
			ok, err := path.Match(pattern, t.Name)
			if err != nil {
				return nil, fmt.Errorf("the pattern %q: %w", pattern, err)
			}
			if matched = matched || ok; ok && !slices.Contains(chosen, t) {
				chosen = append(chosen, t)
			}
		}
		if !matched {
			return nil, fmt.Errorf("no testee of %s matches %q", root, pattern)
		}
	}
	return chosen, nil
}

// readAll reads testees.json of each folder.
func readAll(root string) (all []*Testee, err error) {
	files, err := filepath.Glob(filepath.Join(root, "*", "testees.json"))
	if err != nil {
		return nil, err
	}
	if len(files) == 0 {
		return nil, fmt.Errorf("no testees in %s: there is no %s", root, filepath.Join(root, "*", "testees.json"))
	}
	names := map[string]string{} // and their files
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		some, err := parse(text)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		for _, t := range some {
			if names[t.Name] != "" {
				return nil, fmt.Errorf("%s: the testee %q is also in %s", file, t.Name, names[t.Name])
			}
			names[t.Name] = file
			t.list = text
			if t.Folder, err = filepath.Abs(filepath.Dir(file)); err != nil {
				return nil, err
			}
		}
		all = append(all, some...)
	}
	return all, nil
}

// names of testees are those of files as well.
var namePattern = regexp.MustCompile(`^[A-Za-z0-9._-]+$`)

// parse reads a testees.json, which has nothing but what a testee has.
func parse(text []byte) (some []*Testee, err error) {
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(&some); err != nil {
		return nil, err
	}
	if _, err := d.Token(); err != io.EOF {
		return nil, errors.New("more than one list")
	}
	for i, t := range some {
		switch {
		case t == nil || !namePattern.MatchString(t.Name):
			return nil, fmt.Errorf("testee %d has no name that a file may have", i)
		case len(t.Run) == 0 || t.Run[0] == "":
			return nil, fmt.Errorf("the testee %q does not say how it is run", t.Name)
		case t.Seconds < 0 || t.Megabytes < 0:
			return nil, fmt.Errorf("the testee %q has bounds below zero", t.Name)
		}
		if t.Title == "" {
			t.Title = t.Name
		}
		if t.Seconds == 0 {
			t.Seconds = DefaultSeconds
		}
		if t.Megabytes == 0 {
			t.Megabytes = DefaultMegabytes
		}
	}
	return some, nil
}

// Prepare builds the testee. given are the paths that it may need. missing says why it cannot
// be run here, where it needs a path or a tool that is not there; whatever else goes wrong
// is an error.
func (t *Testee) Prepare(given map[string]string) (missing string, err error) {
	for _, name := range t.Needs {
		if given[name] == "" {
			return "needs -path " + name + "=…", nil
		}
	}
	for _, tool := range t.Tools {
		if _, err := exec.LookPath(tool); err != nil {
			return "there is no " + tool, nil
		}
	}
	work, err := t.work(given)
	if err != nil {
		return "", err
	}
	expand := func(text string) string {
		return os.Expand(text, func(name string) string {
			if name == "work" {
				return work
			}
			if value, ok := given[name]; ok && name != "" {
				return value
			}
			return "$" + name
		})
	}
	for i := range t.Run {
		t.Run[i] = expand(t.Run[i])
	}
	for i := range t.Env {
		t.Env[i] = expand(t.Env[i])
	}
	for _, command := range t.Build {
		cmd := exec.Command("sh", "-c", expand(command))
		cmd.Dir = t.Folder
		if out, err := cmd.CombinedOutput(); err != nil {
			return "", fmt.Errorf("building it, %s: %w\n%s", command, err, out[max(0, len(out)-2000):])
		}
	}
	return "", nil
}

// work makes the folder for what is built. Its name says where the testee lies, how it is
// built and with which paths, so that two checkouts do not run each other's programs.
func (t *Testee) work(given map[string]string) (string, error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		cache = os.TempDir()
	}
	h := sha256.New()
	fmt.Fprintf(h, "%q %q", t.Folder, t.list)
	for _, name := range t.Needs {
		fmt.Fprintf(h, " %q", given[name])
	}
	work := filepath.Join(cache, "beve-conformance", fmt.Sprintf("%s-%x", filepath.Base(t.Folder), h.Sum(nil)[:6]))
	return work, os.MkdirAll(work, 0o755)
}
