package gen

import (
	"errors"
	"go/types"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// write makes a module of files in a new folder, by their names, and returns the folder.
func write(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	if _, ok := files["go.mod"]; !ok {
		files["go.mod"] = "module example.com/m\n\ngo 1.26\n"
	}
	for name, text := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("GOWORK", "off")
	return dir
}

func load(t *testing.T, dir string, o LoadOptions) *Package {
	t.Helper()
	p, err := Load(dir, o)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func generated(name string) bool { return strings.HasSuffix(name, "_gen.go") }

func TestLoadSurvivesBrokenOutputAndCode(t *testing.T) {
	dir := write(t, map[string]string{
		"a.go":        "package m\n\nimport \"time\"\n\ntype A struct { T time.Time; B B }\n\nfunc f(a *A) { a.NotYetGenerated(); undefined() }\n",
		"b.go":        "package m\n\ntype B struct { N int }\n",
		"a_gen.go":    "package m\n\nfunc (a *A) {{{ broken",
		"other.go":    "//go:build other\n\npackage m\n\ntype B struct { Other string }\n",
		"x_test.go":   "package m_test\n\ntype Tested struct{}\n",
		"in_test.go":  "package m\n\ntype InTest struct{ A A }\n",
		"sub/deep.go": "package sub\n",
	})
	p := load(t, dir, LoadOptions{Generated: generated})
	if p.Path != "example.com/m" || p.Name != "m" {
		t.Errorf("package %s at %s", p.Name, p.Path)
	}
	if len(p.Errors) == 0 {
		t.Error("calls of what is not there are not errors")
	}
	list, err := p.Select(Selection{})
	if err != nil {
		t.Fatal(err)
	}
	if len(list) != 2 || list[0].Obj().Name() != "A" || list[1].Obj().Name() != "B" {
		t.Fatalf("types %v", list)
	}
	if field := list[0].Underlying().(*types.Struct).Field(0); field.Type().String() != "time.Time" {
		t.Errorf("T is a %v", field.Type())
	}
	p = load(t, dir, LoadOptions{Generated: func(name string) bool { return generated(name) || name == "b.go" }, Tags: "other"})
	if list, err = p.Select(Selection{Names: []string{"B"}}); err != nil || list[0].Underlying().(*types.Struct).Field(0).Name() != "Other" {
		t.Errorf("with a build tag: %v, %v", list, err)
	}
	p = load(t, dir, LoadOptions{Generated: generated, TestFile: "in_test.go"})
	if list, err = p.Select(Selection{Names: []string{"InTest"}}); err != nil || len(list) != 1 {
		t.Errorf("in a test file: %v, %v", list, err)
	}
}

func TestLoadKnowsVendoredPackages(t *testing.T) {
	dir := write(t, map[string]string{
		"go.mod":                               "module example.com/m\n\ngo 1.26\n\nrequire example.com/dep v1.0.0\n",
		"a.go":                                 "package m\n\nimport \"example.com/dep\"\n\ntype A struct { D dep.D }\n",
		"vendor/modules.txt":                   "# example.com/dep v1.0.0\n## explicit; go 1.26\nexample.com/dep\n",
		"vendor/example.com/dep/dep.go":        "package dep\n\ntype D struct { X int }\n",
		"vendor/example.com/dep/broken_gen.go": "package dep\n\nvar notUsed undefined\n",
	})
	p := load(t, dir, LoadOptions{})
	list, err := p.Select(Selection{})
	if err != nil {
		t.Fatal(err)
	}
	if d := list[0].Underlying().(*types.Struct).Field(0); d.Type().Underlying().String() != "struct{X int}" {
		t.Errorf("D is a %v", d.Type().Underlying())
	}
}

func TestSelectExplainsWhatIsMissing(t *testing.T) {
	dir := write(t, map[string]string{"a.go": "package m\n\ntype A struct{}\n\ntype Bad Missing\n\ntype Alias = A\n"})
	p := load(t, dir, LoadOptions{})
	_, err := p.Select(Selection{Names: []string{"Nope", "Bad", "A", "A"}})
	if err == nil {
		t.Fatal("no error")
	}
	text := err.Error()
	for _, want := range []string{"a.go:1:1: package m has no type Nope", "a.go:5:6: the type of Bad is not known", "Missing"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is missing in:\n%s", want, text)
		}
	}
	if list, err := p.Select(Selection{Names: []string{"A", "A"}}); err != nil || len(list) != 1 {
		t.Errorf("%v, %v", list, err)
	}
}

func TestImportsGetNamesThatNothingHas(t *testing.T) {
	dir := write(t, map[string]string{"a.go": "package m\n\ntype time int\n\ntype A struct{}\n"})
	p := load(t, dir, LoadOptions{})
	f := NewFile(p, "test", "math")
	f2 := NewFile(p, "test")
	for path, want := range map[string]string{"k8s.io/api/meta/v1": "metav1", "gopkg.in/x.1/v2": "xv2", "example.com/1/v2": "pkgv2"} {
		if got := f2.Import(path, ""); got != want { // v1 may be a variable
			t.Errorf("%s is imported as %s, want %s", path, got, want)
		}
	}
	for path, want := range map[string]string{"time": "time2", "math": "math2", "strings": "strings"} {
		if got := f.Import(path, ""); got != want || f.Import(path, "") != want {
			t.Errorf("%s is imported as %s, want %s", path, got, want)
		}
	}
	f.P("func f(t %s.Time) { %s.Sqrt(1); %s.Cut() }", f.Import("time", ""), f.Import("math", ""), f.Import("strings", ""))
	text, err := f.Bytes()
	if err != nil {
		t.Fatal(err)
	}
	want := "// Code generated by test. DO NOT EDIT.\n\npackage m\n\nimport (\n\tmath2 \"math\"\n\t\"strings\"\n\ttime2 \"time\"\n)\n\n"
	if !strings.HasPrefix(string(text), want) {
		t.Errorf("%s", text)
	}
}

func TestDeclarationsThatHideGoAreNamed(t *testing.T) {
	dir := write(t, map[string]string{"a.go": "package m\n\ntype error int\n\nfunc len() {}\n\nvar max int\n\ntype A struct{ max int }\n"})
	f := NewFile(load(t, dir, LoadOptions{}), "test")
	f.P("func (a A) f() error { return a.max + x.len() }")
	_, err := f.Bytes()
	if err == nil || !strings.Contains(err.Error(), "a.go:3:6: error hides") || strings.Contains(err.Error(), "max") || strings.Contains(err.Error(), "len") {
		t.Error(err)
	}
}

func TestCheckShowsTheDifference(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.go")
	if _, err := Check(path, []byte("a\n")); !errors.Is(err, ErrStale) {
		t.Errorf("a missing file: %v", err)
	}
	old := "1\n2\n3\n4\n5\n6\n7\n8\n"
	if err := Write(path, []byte(old)); err != nil {
		t.Fatal(err)
	}
	if diff, err := Check(path, []byte(old)); diff != "" || err != nil {
		t.Errorf("%q, %v", diff, err)
	}
	diff, err := Check(path, []byte("1\n2\n3\n4\nfive\n6\n7\n8\n9\n"))
	if !errors.Is(err, ErrStale) {
		t.Error(err)
	}
	want := "@@ -2,7 +2,8 @@\n 2\n 3\n 4\n-5\n+five\n 6\n 7\n 8\n+9\n"
	if _, got, _ := strings.Cut(diff, "generated)\n"); got != want {
		t.Errorf("%s", diff)
	}
}
