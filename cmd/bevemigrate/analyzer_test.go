package main

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/beve-org/beve-go/internal/migrate"
)

// Each name that has a row is found where it is used, with what the row says; a name without
// one is found where nothing takes the place of the rest.
func TestEveryRowIsFound(t *testing.T) {
	files := map[string]string{}
	var users []string
	for _, lib := range migrate.All() {
		for i := range lib.Packages {
			p := &lib.Packages[i]
			if !strings.Contains(p.Path, ".") || len(p.Symbols) == 0 {
				continue
			}
			files[p.Path+"/lib.go"] = stub(p)
			user := fmt.Sprintf("user%d", len(users))
			files[user+"/user.go"] = uses(lib, p)
			users = append(users, user)
		}
	}
	if len(users) < 7 {
		t.Fatal(users)
	}
	analysistest.Run(t, write(t, files), analyzer, users...)
}

// concrete returns the names of a package's rows, with a word for each star.
func concrete(p *migrate.Package) (names []string) {
	for _, s := range p.Symbols {
		for _, name := range s.Names() {
			name = strings.ReplaceAll(name, "*.", "Star.")
			names = append(names, strings.ReplaceAll(name, "*", "Star"))
		}
	}
	return append(names, "Unlisted")
}

// stub is a package with the names of p: types where they have members, or the name of a
// conversion, and functions otherwise.
func stub(p *migrate.Package) string {
	members := map[string][]string{}
	for _, name := range concrete(p) {
		owner, member, _ := strings.Cut(name, ".")
		members[owner] = append(members[owner], member)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "package %s\n", packageName(p.Path))
	for _, owner := range slices.Sorted(maps.Keys(members)) {
		if slices.Equal(members[owner], []string{""}) {
			fmt.Fprintf(&b, "func %s() {}\n", owner)
			continue
		}
		fmt.Fprintf(&b, "type %s struct{}\n", owner)
		for _, m := range members[owner] {
			if m != "" {
				fmt.Fprintf(&b, "func (%s) %s() {}\n", owner, m)
			}
		}
	}
	return b.String()
}

// uses is a program that uses each name of the stub, and expects what the rows say.
func uses(lib *migrate.Library, p *migrate.Package) string {
	var b strings.Builder
	name := packageName(p.Path)
	fmt.Fprintf(&b, "package user\nimport %q", p.Path)
	var wants []string
	if p.Here == "" {
		wants = append(wants, p.Path+": "+plain(p.Note))
	} else if p.Here != p.Path {
		wants = append(wants, p.Path+" becomes "+p.Here)
	}
	if p.Here != "" && p.Note != "" {
		wants = append(wants, p.Path+" becomes "+p.Here+": "+plain(p.Note))
	}
	expect(&b, wants...)
	all := concrete(p)
	for _, full := range all {
		owner, member, _ := strings.Cut(full, ".")
		isType := member != "" || slices.ContainsFunc(all, func(other string) bool { return strings.HasPrefix(other, full+".") })
		var wants []string
		for _, used := range []string{owner, full} {
			if want := wanted(p, used, name); want != "" && !slices.Contains(wants, want) {
				wants = append(wants, want)
			}
		}
		switch {
		case member != "":
			fmt.Fprintf(&b, "var _ = %s.%s.%s", name, owner, member)
		case isType:
			fmt.Fprintf(&b, "var _ %s.%s", name, full)
		default:
			fmt.Fprintf(&b, "var _ = %s.%s", name, full)
		}
		expect(&b, wants...)
	}
	return b.String()
}

// wanted is the text about a name.
func wanted(p *migrate.Package, name, pkg string) string {
	s, covered := p.Becomes(name)
	full := name
	if !strings.Contains(name, ".") {
		full = pkg + "." + name
	}
	switch {
	case covered, p.Here == "" && s.Here == "":
		return ""
	case s.Change == migrate.Renamed:
		return full + " becomes " + s.Here
	case s.Change == migrate.Differs:
		return full + " differs: "
	case s.Change == migrate.Rewrite:
		return full + " is not here: "
	}
	return ""
}

func expect(b *strings.Builder, texts ...string) {
	if len(texts) > 0 {
		b.WriteString(" // want")
	}
	for _, text := range texts {
		fmt.Fprintf(b, " %q", "^"+regexp.QuoteMeta(text))
	}
	b.WriteString("\n")
}

// packageName is the name of the package at an import path.
func packageName(path string) string {
	parts := strings.Split(path, "/")
	if last := parts[len(parts)-1]; regexp.MustCompile(`^v\d+$`).MatchString(last) {
		parts = parts[:len(parts)-1]
	}
	return strings.TrimSuffix(parts[len(parts)-1], "-go")
}

// write makes a tree of sources for analysistest, and returns its root.
func write(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		name = filepath.Join(dir, "src", filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// A value that a rule is about is found wherever it is written or read.
func TestValuesAreFoundInEveryCall(t *testing.T) {
	values := map[string]string{
		"segmentio": "time.Second",
		"msgp":      "[2]byte{}",
		"msgpack":   "struct{ A bool `json:\"a\"` }{}",
		"cbor":      "struct{ A bool `cbor:\"a\"` }{}",
	}
	files, notes := map[string]string{}, map[string]string{}
	for _, lib := range migrate.All() {
		if (values[lib.ID] == "") != (lib.Fields == nil) {
			t.Fatalf("%s: there is no value that its rules are about", lib.ID)
		}
		for _, p := range lib.Packages {
			stub, owners := "package lib\n", map[string]bool{}
			for _, full := range slices.Concat(p.Writes, p.Reads) {
				owner, method, isMethod := strings.Cut(full, ".")
				called := "lib." + full
				switch {
				case !isMethod:
					stub += "func " + full + "(data []byte, v any) {}\n"
				case !owners[owner]:
					owners[owner] = true
					stub += "type " + owner + " struct{}\n"
					fallthrough
				default:
					stub += "func (" + owner + ") " + method + "(data []byte, v any) {}\n"
					called = "lib." + owner + "{}." + method
				}
				user := fmt.Sprintf("user%d", len(notes))
				notes[user] = full + ": " + plain(lib.Fields[0].Note)
				files[user+"/user.go"] = fmt.Sprintf("package user\nimport (\n\t\"time\"\n\tlib %q\n)\nvar _ = time.Second\nfunc f() { %s(nil, %s) }\n", p.Path, called, values[lib.ID])
			}
			if len(p.Writes)+len(p.Reads) > 0 {
				files[p.Path+"/lib.go"] = stub
			}
		}
	}
	found := 0
	for _, r := range analysistest.Run(silent{}, write(t, files), analyzer, slices.Collect(maps.Keys(notes))...) {
		name, note, _ := strings.Cut(notes[r.Pass.Pkg.Path()], ": ")
		if slices.ContainsFunc(r.Diagnostics, func(d analysis.Diagnostic) bool { return strings.HasSuffix(d.Message, note) }) {
			found++
		} else {
			t.Errorf("the argument of %s is not looked at: %v", name, r.Diagnostics)
		}
	}
	if found != len(notes) || found < 20 {
		t.Errorf("%d of %d calls", found, len(notes))
	}
}

// silent expects no diagnostics of analysistest.
type silent struct{}

func (silent) Errorf(string, ...any) {}

// Programs, what is found in them, and what the fixes make of them.
func TestFindingsAndFixes(t *testing.T) {
	despite = true
	defer func() { despite = false }()
	dir := analysistest.TestData()
	entries, err := os.ReadDir(filepath.Join(dir, "src"))
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		if name := e.Name(); !strings.Contains(name, ".") && name != "other" {
			names = append(names, name)
		}
	}
	analysistest.RunWithSuggestedFixes(t, dir, analyzer, names...)
}
