// Package testee runs readers and writers of BEVE as processes, and puts cases to them.
package testee

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
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
}

// Find reads testees.json of each folder, and returns the testees whose names
// match one of the patterns, which have commas between them.
func Find(root, only string) (all []*Testee, err error) {
	files, err := filepath.Glob(filepath.Join(root, "*", "testees.json"))
	if err != nil {
		return nil, err
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		var some []*Testee
		if err := json.Unmarshal(text, &some); err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		for _, t := range some {
			t.Folder, err = filepath.Abs(filepath.Dir(file))
			if err != nil {
				return nil, err
			}
			if t.Seconds == 0 {
				t.Seconds = 5
			}
			if t.Megabytes == 0 {
				t.Megabytes = 512
			}
			for _, pattern := range strings.Split(only, ",") {
				if ok, err := path.Match(pattern, t.Name); err != nil {
					return nil, err
				} else if ok {
					all = append(all, t)
					break
				}
			}
		}
	}
	return all, nil
}

// Prepare builds the testee, and returns why it cannot be run, if so. given are the paths that
// it may need.
func (t *Testee) Prepare(given map[string]string) (missing string) {
	for _, name := range t.Needs {
		if given[name] == "" {
			return "needs -path " + name + "=…"
		}
	}
	for _, tool := range t.Tools {
		if _, err := exec.LookPath(tool); err != nil {
			return "there is no " + tool
		}
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		cache = os.TempDir()
	}
	work := filepath.Join(cache, "beve-conformance", filepath.Base(t.Folder))
	if err := os.MkdirAll(work, 0o755); err != nil {
		return err.Error()
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
			return fmt.Sprintf("%s: %v\n%s", command, err, out[max(0, len(out)-2000):])
		}
	}
	return ""
}
