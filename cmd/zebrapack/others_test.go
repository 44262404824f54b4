package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// choosy are types whose methods do not take every value: the zero value is an error or a
// panic, or is written and not read again.
const choosy = `package choosy

import "errors"

type Panics struct{ n *int }

func (p Panics) MarshalText() ([]byte, error) { return []byte{byte(*p.n)}, nil }
func (p *Panics) UnmarshalText(text []byte) error { return nil }

type Fails struct{ n int }

func (f Fails) MarshalJSON() ([]byte, error) { return nil, errors.New("choosy") }
func (f *Fails) UnmarshalJSON([]byte) error { return nil }

type Refuses struct{ n int }

func (r Refuses) MarshalBinary() ([]byte, error) { return []byte{1}, nil }
func (r *Refuses) UnmarshalBinary([]byte) error { return errors.New("choosy") }
`

// choosyUser is what holds them, at once and by way of other types.
const choosyUser = `package x

import "CHOOSY"

type A struct {
	P choosy.Panics
	N int
}
type B struct{ F [2]choosy.Fails }
type C struct{ R choosy.Refuses }
type D struct{ A A }
type E [1]C
type F struct{ P *choosy.Panics }
type G struct{ N int }
`

// TestGeneratedTestsTakeWhatOthersRefuse runs the generated tests of types that hold values of
// other packages, whose methods do not take the zero value: such tests are skipped, and no
// others are.
func TestGeneratedTestsTakeWhatOthersRefuse(t *testing.T) {
	dir := tempPackage(t)
	for name, text := range map[string]string{"choosy/choosy.go": choosy, "source.go": choosyUser} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		text = strings.Replace(text, "CHOOSY", "github.com/beve-org/beve-go/cmd/zebrapack/"+filepath.ToSlash(dir)+"/choosy", 1)
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	var out bytes.Buffer
	if status := run([]string{"-file", filepath.Join(dir, "source.go"), "-msgpack"}, &out, &out); status != 0 {
		t.Fatal(out.String())
	}
	text, err := exec.Command("go", "test", "-v", "-bench", ".", "-benchtime", "1x", "./"+filepath.ToSlash(dir)).CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	for name, verdict := range map[string]string{"A": "SKIP", "B": "SKIP", "C": "SKIP", "D": "SKIP", "E": "SKIP", "F": "PASS", "G": "PASS"} {
		for _, kind := range []string{"TestMarshalUnmarshal", "TestEncodeDecode"} {
			if !bytes.Contains(text, []byte("--- "+verdict+": "+kind+name+" ")) {
				t.Errorf("%s%s: not %s\n%s", kind, name, verdict, text)
			}
		}
	}
}

// TestMarkersAreLeftOutSilently embeds what has no fields: nothing is lost with it, unlike with
// the fields of another type that is not exported.
func TestMarkersAreLeftOutSilently(t *testing.T) {
	path := filepath.Join(tempPackage(t), "source.go")
	source := "package x\n\ntype marker struct{}\ntype fields struct{ A int }\ntype T struct {\n marker\n fields\n B int\n}\ntype P struct {\n *marker\n B int\n}\n"
	if err := os.WriteFile(path, []byte(source), 0o666); err != nil {
		t.Fatal(err)
	}
	var out, errs bytes.Buffer
	if status := run([]string{"-file", path, "-tests=false", "-msgp"}, &out, &errs); status != 0 {
		t.Fatal(errs.String())
	}
	if text := errs.String(); strings.Contains(text, "marker") || !strings.Contains(text, "T.fields is left out with its fields") {
		t.Error(text)
	}
}
