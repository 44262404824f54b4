package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// module makes a module of the files, which finds the packages of testdata and this library
// beside it, and enters it.
func module(t *testing.T, files map[string]string) string {
	t.Helper()
	if testing.Short() {
		t.Skip("the go command takes long, and does the same in every build")
	}
	dir := t.TempDir()
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	mod := "module example.com/m\n\ngo 1.26.0\n\nrequire github.com/beve-org/beve-go v0.0.0\n\nreplace github.com/beve-org/beve-go => " + root + "\n"
	for _, lib := range []string{"github.com/vmihailenco/msgpack/v5", "github.com/tinylib/msgp"} {
		version := "v1.0.0"
		if strings.HasSuffix(lib, "/v5") {
			version = "v5.0.0"
		}
		copied := filepath.Join(dir, "libraries", filepath.Base(filepath.Dir(lib)))
		if err := os.CopyFS(copied, os.DirFS(filepath.Join("testdata/src", lib))); err != nil {
			t.Fatal(err)
		}
		put(t, filepath.Join(copied, "go.mod"), "module "+lib+"\n\ngo 1.26.0\n")
		mod += "\nrequire " + lib + " " + version + "\n\nreplace " + lib + " => " + copied + "\n"
	}
	main := filepath.Join(dir, "main")
	put(t, filepath.Join(main, "go.mod"), mod)
	for name, text := range files {
		put(t, filepath.Join(main, name), text)
	}
	t.Setenv("GOFLAGS", "-mod=mod")
	t.Setenv("GOWORK", "off")
	t.Chdir(main)
	return main
}

func put(t *testing.T, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// call runs the command, and wants a status and parts of what it prints.
func call(t *testing.T, status int, args []string, parts ...string) string {
	t.Helper()
	var stdout, stderr strings.Builder
	if got := run(args, &stdout, &stderr); got != status {
		t.Fatalf("%v: status %d, not %d\n%s%s", args, got, status, &stdout, &stderr)
	}
	all := stdout.String() + stderr.String()
	for _, part := range parts {
		if !strings.Contains(all, part) {
			t.Fatalf("%v: no %q in\n%s", args, part, all)
		}
	}
	return stdout.String()
}

func build(t *testing.T) {
	t.Helper()
	if out, err := exec.Command("go", "vet", "./...").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
}

const (
	usesJSON = `package a

import (
	"encoding/json"
	"fmt"
)

func F() { fmt.Println(json.Marshal(1)) }
`
	testsJSON = `package a

import (
	"encoding/json"
	"testing"
)

func TestF(t *testing.T) {
	if !json.Valid([]byte("1")) {
		t.Fail()
	}
}
`
	exposesEncoder = `package b

import "github.com/vmihailenco/msgpack/v5"

type Sink struct{ Enc *msgpack.Encoder }

func Raw() msgpack.RawMessage { return nil }
`
	keepsEncoder = `package c

import (
	"example.com/m/b"
	"github.com/vmihailenco/msgpack/v5"
)

func G(s b.Sink) error {
	s.Enc = msgpack.NewEncoder(nil)
	return s.Enc.EncodeInt(1)
}
`
	alone = `package d

import "github.com/vmihailenco/msgpack/v5"

func H(r msgpack.RawMessage) ([]byte, error) { return msgpack.Marshal(r) }
`
)

func TestWhatIsOnlyRenamedIsFixed(t *testing.T) {
	dir := module(t, map[string]string{"a/a.go": usesJSON, "a/a_test.go": testsJSON})
	call(t, 0, []string{"./..."}, "0 to decide, 2 to rename")
	call(t, 0, []string{"-all", "./..."}, filepath.FromSlash("a/a.go:4:2: encoding/json becomes github.com/beve-org/beve-go/json [renamed]"))
	call(t, 0, []string{"-fix", "./..."}, "2 files changed", "0 to decide, 0 to rename")
	build(t)
	text, err := os.ReadFile(filepath.Join(dir, "a/a_test.go"))
	if err != nil || !strings.Contains(string(text), `"github.com/beve-org/beve-go/json"`) {
		t.Errorf("%s %v", text, err)
	}
	call(t, 0, []string{"./..."}, "0 to decide, 0 to rename")
}

// An import of the standard library that is replaced leaves its group.
func TestImportsAreGrouped(t *testing.T) {
	const json = `"github.com/beve-org/beve-go/json"`
	for name, imports := range map[string][2]string{
		"first":  {"\t\"encoding/json\"\n\t\"os\"\n", "\t\"os\"\n\n\t" + json + "\n"},
		"middle": {"\t\"bytes\"\n\t\"encoding/json\"\n\t\"os\"\n", "\t\"bytes\"\n\t\"os\"\n\n\t" + json + "\n"},
		"last":   {"\t\"bytes\"\n\t\"encoding/json\"\n", "\t\"bytes\"\n\n\t" + json + "\n"},
		"others": {"\t\"bytes\"\n\tj \"encoding/json\"\n\t\"os\"\n\n\t\"a.org/b\"\n", "\t\"bytes\"\n\t\"os\"\n\n\t\"a.org/b\"\n\tj " + json + "\n"},
		"alone":  {"\t\"encoding/json\"\n", "\t" + json + "\n"},
		"noted":  {"\t\"bytes\"\n\t\"encoding/json\" // a note\n", "\t\"bytes\"\n\t" + json + " // a note\n"},
		"both":   {"\t\"bytes\" // a note\n\t\"encoding/json\"\n", "\t\"bytes\" // a note\n\n\t" + json + "\n"},
	} {
		before := "package p\n\nimport (\n" + imports[0] + ")\n\nvar x = 1\n"
		want := "package p\n\nimport (\n" + imports[1] + ")\n\nvar x = 1\n"
		got, err := grouped("p.go", []byte(strings.Replace(before, `"encoding/json"`, json, 1)))
		if err != nil || string(got) != want {
			t.Errorf("%s: %v\n%s", name, err, got)
		}
	}
}

// Data would change unseen where a field gets another name.
func TestWhatDiffersIsFixedOnRequest(t *testing.T) {
	module(t, map[string]string{"d/d.go": `package d

import "github.com/vmihailenco/msgpack/v5"

type T struct {
	Name string ` + "`json:\"name\"`" + `
}

func H(t T) ([]byte, error) { return msgpack.Marshal(t) }
`})
	defer func() { despite = false }()
	call(t, 1, []string{"-fix", "./..."}, "0 files changed", "T.Name is named by its tag json or msg", "1 to decide, 1 to rename")
	call(t, 1, []string{"-fix", "-differs", "./..."}, "1 files changed", "T.Name is named by its tag json or msg", "1 to decide, 0 to rename")
	build(t)
	call(t, 0, []string{"./..."}, "0 to decide, 0 to rename")
}

// What packages hand to one another stays of one library.
func TestPackagesThatShareTypesChangeTogether(t *testing.T) {
	dir := module(t, map[string]string{"b/b.go": exposesEncoder, "c/c.go": keepsEncoder, "d/d.go": alone})
	call(t, 1, []string{"./..."}, "Encoder.EncodeInt is not here", "1 to decide, 5 to rename")
	call(t, 1, []string{"-fix", "./..."}, "1 files changed", "1 to decide, 3 to rename")
	build(t)
	for name, changed := range map[string]bool{"b/b.go": false, "c/c.go": false, "d/d.go": true} {
		text, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil || strings.Contains(string(text), "github.com/beve-org/beve-go/msgpack") != changed {
			t.Errorf("%s: %s %v", name, text, err)
		}
	}
}

func TestListsForPrograms(t *testing.T) {
	module(t, map[string]string{"a/a.go": usesJSON, "c/c.go": strings.ReplaceAll(keepsEncoder, "c", "c"), "b/b.go": exposesEncoder})
	var list []place
	if err := json.Unmarshal([]byte(call(t, 1, []string{"-json", "-from", "msgpack", "./..."})), &list); err != nil {
		t.Fatal(err)
	}
	found := false
	for _, p := range list {
		if p.Library != "msgpack" {
			t.Error(p)
		}
		found = found || p == place{filepath.FromSlash("c/c.go"), 10, 15, "msgpack", "Encoder.EncodeInt", "rewrite", "Encoder.EncodeInt is not here: use msgp.Writer.WriteInt64, WriteUint64; value by value", ""}
	}
	if !found {
		t.Error(list)
	}
	if got := call(t, 0, []string{"-json", "-from", "cbor", "./..."}); got != "[]\n" {
		t.Error(got)
	}
}

func TestStatusOfWhatMakesNoSense(t *testing.T) {
	module(t, map[string]string{"a/a.go": usesJSON})
	call(t, 2, nil, "usage: bevemigrate")
	call(t, 2, []string{"-from", "xml", "./..."}, "-from xml: there are json")
	call(t, 2, []string{"./nowhere"}, "bevemigrate: ")
	call(t, 2, []string{"-nothing"}, "flag provided but not defined")
	call(t, 0, []string{"-version"}, "bevemigrate ")
}

// Packages that do not build are looked at as far as they can be.
func TestBrokenPackagesAreLookedAt(t *testing.T) {
	module(t, map[string]string{"a/a.go": usesJSON + "\nvar x int = missing\n"})
	call(t, 0, []string{"./..."}, "1 to rename", "undefined: missing")
}

// The command is a tool of go vet, too.
func TestVetCallsTheCommand(t *testing.T) {
	bin := filepath.Join(t.TempDir(), "bevemigrate")
	source, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	module(t, map[string]string{"a/a.go": usesJSON})
	build := exec.Command("go", "build", "-o", bin, ".")
	build.Dir = source
	build.Env = append(os.Environ(), "GOFLAGS=")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	out, err := exec.Command("go", "vet", "-vettool="+bin, "./...").CombinedOutput()
	if err == nil || !strings.Contains(string(out), "encoding/json becomes github.com/beve-org/beve-go/json") {
		t.Errorf("%v\n%s", err, out)
	}
}
