package main

import (
	"bytes"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/mod/modfile"
)

const sample = `# Changelog

## [Unreleased]

- not yet

## [1.2.0-rc.1] - 2026-05-01

### Added

- a thing

## [1.1.0] - 2026-04-01
## [1.0.0] - 2026-03-01

- all
`

func TestChangelog(t *testing.T) {
	if got, err := newest(sample); got != "1.2.0-rc.1" || err != nil {
		t.Errorf("newest: %q, %v", got, err)
	}
	if got, err := newest("# Changelog\n\n## [Unreleased]\n\n## [1.0] - 2026-03-01\n"); err == nil {
		t.Errorf("newest of a changelog without a version: %q", got)
	}
	for number, want := range map[string]string{
		"1.2.0-rc.1": "### Added\n\n- a thing\n", "1.0.0": "- all\n",
		"1.1.0": "", "1.2.0": "", "Unreleased": "", "1.0": "",
	} {
		if got, err := notesOf(sample, number); got != want || (err == nil) != (want != "") {
			t.Errorf("notes of %s: %q, %v; want %q", number, got, err, want)
		}
	}
}

// The changelog, the Python package and the package of npm have one version.
func TestPackagesAgree(t *testing.T) {
	text, err := os.ReadFile("../CHANGELOG.md")
	if err != nil {
		t.Fatal(err)
	}
	number, err := newest(string(text))
	if err != nil {
		t.Fatal(err)
	}
	if err := agree("..", number); err != nil {
		t.Error(err)
	}
	if err := agree("..", number+".1"); err == nil {
		t.Error("another version agrees too")
	}
}

// goMods returns the names of the go.mod files of the tree.
func goMods(t *testing.T) []string {
	t.Helper()
	out, err := exec.Command("../scripts/modules").Output()
	if err != nil {
		t.Fatal(err)
	}
	files := strings.Fields(string(out))
	for i, dir := range files {
		files[i] = strings.TrimPrefix(dir+"/go.mod", "./")
	}
	return files
}

// Modules that users require have no replace lines and ask for the version; those of
// the project's own work are made to fit.
func TestModulesOfTheTree(t *testing.T) {
	all, err := readModules("..", goMods(t))
	if err != nil {
		t.Fatal(err)
	}
	place := map[string]int{}
	for i, m := range all {
		place[m.path] = i
		data, err := m.release("v1.8.7")
		if err != nil {
			t.Fatal(err)
		}
		file, err := modfile.Parse(m.dir+"/go.mod", data, nil)
		if err != nil {
			t.Fatal(err)
		}
		if m.published() && len(file.Replace) > 0 {
			t.Errorf("%s has replace lines", m.path)
		}
		if !m.published() && len(file.Replace) == 0 && len(m.own) > 0 {
			t.Errorf("%s has lost its replace lines", m.path)
		}
		for _, r := range file.Require {
			if !isOwn(r.Mod.Path) {
				continue
			}
			if r.Mod.Version != "v1.8.7" {
				t.Errorf("%s requires %s", m.path, r.Mod)
			}
			if at, ok := place[r.Mod.Path]; !ok || at >= i {
				t.Errorf("%s comes before %s, which it requires", m.path, r.Mod.Path)
			}
			if at, ok := place[r.Mod.Path]; ok && m.published() && !all[at].published() {
				t.Errorf("%s requires %s, which is not published", m.path, r.Mod.Path)
			}
		}
	}
	for _, path := range []string{root, root + "/cmd", root + "/integrations/httpbeve"} {
		if i, ok := place[path]; !ok || !all[i].published() {
			t.Errorf("%s is not published", path)
		}
	}
	if got := all[place[root+"/integrations/eventbeve/natsbeve"]].tag("v1.8.7"); got != "integrations/eventbeve/natsbeve/v1.8.7" {
		t.Errorf("tag %s", got)
	}
	if got := all[place[root]].tag("v1.8.7"); got != "v1.8.7" {
		t.Errorf("tag %s", got)
	}
}

func TestModulesThatCannotBeReleased(t *testing.T) {
	for name, files := range map[string]map[string]string{
		"another path":      {"a/go.mod": "module example.com/a\n"},
		"a circle":          {"a/go.mod": "module " + root + "/a\nrequire " + root + "/b v0.0.0\n", "b/go.mod": "module " + root + "/b\nrequire " + root + "/a v0.0.0\n"},
		"none of that name": {"a/go.mod": "module " + root + "/a\nrequire " + root + "/b v0.0.0\n"},
		"a foreign replace": {"a/go.mod": "module " + root + "/a\nrequire example.com/x v1.0.0\nreplace example.com/x => ../x\n"},
		"not a go.mod":      {"a/go.mod": "modul\n"},
	} {
		all, err := readModules(folder(t, files), slices.Sorted(maps.Keys(files)))
		for _, m := range all {
			if err == nil {
				_, err = m.release("v1.0.0")
			}
		}
		if err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

func TestAddSums(t *testing.T) {
	old := "example.com/b v1.0.0 h1:b=\nexample.com/b v1.0.0/go.mod h1:bm=\n"
	added := []string{"example.com/a v1.0.0 h1:a=", "example.com/b v1.0.0 h1:b=", "example.com/c v1.0.0/go.mod h1:c="}
	want := "example.com/a v1.0.0 h1:a=\n" + old + "example.com/c v1.0.0/go.mod h1:c=\n"
	if got := addSums([]byte(old), added); string(got) != want {
		t.Errorf("%s", got)
	}
	if got := addSums(nil, added[:1]); string(got) != added[0]+"\n" {
		t.Errorf("%s", got)
	}
}

// folder returns a new folder with the files, all of which can be run.
func folder(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// checkout makes a small repository of one commit.
func checkout(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := folder(t, files)
	for _, args := range [][]string{{"init", "-q"}, {"add", "--all"}, {"-c", "user.name=x", "-c", "user.email=x", "commit", "-q", "-m", "x"}} {
		cmd := exec.Command("git", args...)
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
	}
	return dir
}

// small has what the first step looks at.
func small() map[string]string {
	return map[string]string{
		"CHANGELOG.md":                sample,
		"python/src/beve/_version.py": "__version__ = \"1.2.0-rc.1\"\n",
		"js/package.json":             `{"version": "1.2.0-rc.1"}`,
		"scripts/test":                "#!/bin/sh\nexit 1\n",
		"go.mod":                      "module " + root + "\n",
	}
}

// What is not as it should be is refused before anything is made.
func TestRefused(t *testing.T) {
	for name, c := range map[string]struct {
		args   []string
		change func(files map[string]string)
		after  func(dir string) error
		want   string
	}{
		"no version":      {args: nil, want: "a version"},
		"not a version":   {args: []string{"1.2"}, want: "not a version"},
		"no such entry":   {args: []string{"3.0.0"}, want: "no entry for 3.0.0"},
		"an old version":  {args: []string{"1.0.0"}, want: "says 1.2.0-rc.1, not 1.0.0"},
		"an empty entry":  {args: []string{"1.1.0"}, want: "no entry for 1.1.0"},
		"Python differs":  {args: []string{"1.2.0-rc.1"}, change: func(f map[string]string) { f["python/src/beve/_version.py"] = "__version__ = \"1.1.0\"\n" }, want: "_version.py says 1.1.0"},
		"npm differs":     {args: []string{"v1.2.0-rc.1"}, change: func(f map[string]string) { f["js/package.json"] = `{"version": "1.1.0"}` }, want: "package.json says 1.1.0"},
		"a change":        {args: []string{"1.2.0-rc.1"}, after: func(dir string) error { return os.WriteFile(filepath.Join(dir, "go.mod"), nil, 0o666) }, want: "not committed"},
		"a new file":      {args: []string{"1.2.0-rc.1"}, after: func(dir string) error { return os.WriteFile(filepath.Join(dir, "x.go"), nil, 0o666) }, want: "not committed"},
		"a full folder":   {args: []string{"1.2.0-rc.1", "python"}, want: "is not empty"},
		"a failing check": {args: []string{"1.2.0-rc.1", "../dist"}, want: "the tests"},
		// The tests of the sample fail: what is refused for another reason was refused before them.
		"half a platform": {args: []string{"-platforms", "linux", "1.2.0-rc.1", "../dist"}, want: `"linux" is not a platform`},
		"no platform":     {args: []string{"-platforms", "linux/amd64,foo/bar", "1.2.0-rc.1", "../dist"}, want: `"foo/bar" is not a platform`},
	} {
		t.Run(name, func(t *testing.T) {
			files := small()
			if c.change != nil {
				c.change(files)
			}
			dir := checkout(t, files)
			t.Chdir(dir)
			if c.after != nil {
				if err := c.after(dir); err != nil {
					t.Fatal(err)
				}
			}
			if err := run(c.args); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%v; want %q", err, c.want)
			}
		})
	}
}

// The workflow for a host runs the steps that .ci/run has, each by itself.
func TestWorkflowHasTheSteps(t *testing.T) {
	script, err := os.ReadFile("../.ci/run")
	if err != nil {
		t.Fatal(err)
	}
	m := regexp.MustCompile(`(?m)^steps=\((.*)\)$`).FindSubmatch(script)
	if m == nil {
		t.Fatal(".ci/run has no list of steps")
	}
	workflow, err := os.ReadFile("../.github/workflows/ci.yml")
	if err != nil {
		t.Fatal(err)
	}
	want := "step: [" + strings.Join(strings.Fields(string(m[1])), ", ") + "]"
	if !bytes.Contains(workflow, []byte(want)) {
		t.Errorf(".github/workflows/ci.yml lacks %q", want)
	}
}
