package surface

import (
	"cmp"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

var accept = flag.Bool("accept", false, "write what the packages export to the files of folder api")

const module = "github.com/beve-org/beve-go"

// Hold fails t where what the packages of the module in the current directory export is not
// what the files below dir say, a file for each package. With the flag -accept it writes them.
func Hold(t *testing.T, dir string) {
	t.Helper()
	if testing.Short() {
		t.Skip("the surface is the same in every build, and compiling takes long")
	}
	if _, err := os.Stat(dir); err != nil {
		t.Skip("no folder of accepted symbols: this is not a checkout")
	}
	packages, err := Of()
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range gone(t, dir, packages) {
		if !*accept {
			t.Errorf("%s: the package is gone", file)
		} else if err := os.Remove(file); err != nil {
			t.Fatal(err)
		}
	}
	for _, p := range packages {
		file := filepath.Join(dir, fileOf(p.Path))
		text := strings.Join(p.Lines, "\n") + "\n"
		if *accept {
			if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
			continue
		}
		old, err := os.ReadFile(file)
		if err != nil {
			t.Errorf("%v: a new package; `go test -run %s -accept` accepts it", err, t.Name())
			continue
		}
		for _, line := range Diff(strings.Split(strings.TrimSuffix(string(old), "\n"), "\n"), p.Lines) {
			t.Errorf("%s: %s", p.Path, line)
		}
	}
	if t.Failed() {
		t.Logf("where this is meant, `go test -run %s -accept` accepts it, and CHANGELOG.md says what it means for users", t.Name())
	}
}

// gone returns the files of packages of the root module that are no more. Those of other modules
// begin with integrations.
func gone(t *testing.T, dir string, packages []Package) (files []string) {
	if packages[0].Path != module {
		return nil
	}
	known := map[string]bool{}
	for _, p := range packages {
		known[fileOf(p.Path)] = true
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if name := e.Name(); !known[name] && !strings.HasPrefix(name, "integrations-") {
			files = append(files, filepath.Join(dir, name))
		}
	}
	return files
}

// fileOf returns the file for a package, below folder api.
func fileOf(pkg string) string {
	rest := strings.TrimPrefix(strings.TrimPrefix(pkg, module), "/")
	return strings.ReplaceAll(cmp.Or(rest, "beve"), "/", "-") + ".txt"
}

// Diff returns the lines that are gone, with a minus in front, and those that are new, with a plus.
func Diff(old, now []string) []string {
	var out []string
	for _, line := range old {
		if !slices.Contains(now, line) {
			out = append(out, "- "+line)
		}
	}
	for _, line := range now {
		if !slices.Contains(old, line) {
			out = append(out, "+ "+line)
		}
	}
	return out
}
