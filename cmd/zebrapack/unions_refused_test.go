package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/beve-org/beve-go/cmd/zebrapack/testdata/unions"
	"github.com/beve-org/beve-go/zebrapack"
)

// declaring is a source with a struct that holds an X, whose declaration takes the place of DECLARED.
const declaring = `package x

import "github.com/beve-org/beve-go/types"

var _ types.Declaration

type Kept struct { N int ` + "`zid:\"0\"`" + ` }

type Y struct { A int ` + "`zid:\"0\"`" + ` }

func (Y) x() {}

DECLARED

type Holds struct { V HELD ` + "`zid:\"0\"`" + ` }
`

// TestDeclarationsWithoutCode has declarations that there is no code for: the struct that holds the type is left out, and
// the warning says why.
func TestDeclarationsWithoutCode(t *testing.T) {
	const iface = "type X interface{ x() }\n"
	for name, c := range map[string]struct{ flags, declared, held, says string }{
		"no ids":      {"", iface + `func init() { types.Register(types.Union[X](types.Untagged(), types.Case[Y]("y"))) }`, "[]X", "X is a union without ids"},
		"no number":   {"", iface + `func init() { types.Register(types.Union[X](types.Tag("t"), types.Case[Y]("y"))) }`, "X", `its case "y" has no number`},
		"names":       {"-msgpack", iface + `func init() { types.Register(types.Union[X](types.Case[Y]("y").Number(0))) }`, "X", "X is a union, for which there is code with numbers"},
		"a list":      {"", iface + "var all = []types.Declaration{types.Union[X](types.Case[Y](\"y\").Number(1))}\nfunc init() { types.Register(all...) }", "X", "not in so many words"},
		"options":     {"", iface + "var of = []types.UnionOption{types.Case[Y](\"y\").Number(1)}\nfunc init() { types.Register(types.Union[X](of...)) }", "X", "not in so many words"},
		"a literal":   {"", "type X struct{ A, b int }\nfunc init() { types.Register(types.Convert(func(X) string { return \"\" }, func(string) (X, error) { return X{}, nil })) }", "X", "X is converted by functions without a name"},
		"bytes":       {"", "type X int\nfunc to(b []byte, x X) ([]byte, error) { return append(b, 1), nil }\nfunc from([]byte) (X, error) { return 1, nil }\nfunc init() { types.Register(types.Codec(types.ZebraPack, to, from)) }", "X", "X has functions for its bytes"},
		"other bytes": {"-msgpack", "type X int\nfunc to(b []byte, x X) ([]byte, error) { return append(b, 1), nil }\nfunc from([]byte) (X, error) { return 1, nil }\nfunc init() { types.Register(types.Codec(types.MessagePack, to, from)) }", "*X", "X has functions for its bytes"},
		"keys":        {"", "type X string\nfunc to(x X) string { return string(x) }\nfunc from(s string) (X, error) { return X(s), nil }\nfunc init() { types.Register(types.Convert(to, from)) }", "map[X]int", "has keys of which package types declares something"},
		"OneOf":       {"-msgpack", "type X struct{ A, B *int }\nfunc init() { types.Register(types.OneOf[X]()) }", "X", "X is a union, for which there is code with numbers"},
		"a case":      {"", iface + "type Z chan int\nfunc (Z) x() {}\nfunc init() { types.Register(types.Union[X](types.Case[Y](\"y\").Number(1), types.Case[Z](\"z\").Number(2))) }", "X", "cannot be sent"},
		"a key":       {"", iface + "func init() { types.Register(types.Union[X](types.Case[Y](\"y\").Number(1))) }", "map[X]int", "has keys"},
	} {
		path := filepath.Join(tempPackage(t), "source.go")
		if err := os.WriteFile(path, []byte(strings.NewReplacer("DECLARED", c.declared, "HELD", c.held).Replace(declaring)), 0o666); err != nil {
			t.Fatal(err)
		}
		var out, errs bytes.Buffer
		if status := run(append(strings.Fields(c.flags), "-file", path, "-tests=false"), &out, &errs); status != 0 {
			t.Errorf("%s: %s", name, errs.String())
			continue
		}
		code, err := os.ReadFile(strings.TrimSuffix(path, ".go") + "_gen.go")
		if err != nil || bytes.Contains(code, []byte("Holds")) || !bytes.Contains(code, []byte("Kept)")) || !strings.Contains(errs.String(), c.says) || !strings.Contains(errs.String(), "Holds is left out") {
			t.Errorf("%s: %v\n%s", name, err, errs.String())
		}
	}
}

// TestDeclarationsForOptions has types that are declared for options alone, and one that a directive says more of: there is
// code as if nothing were declared.
func TestDeclarationsForOptions(t *testing.T) {
	path := filepath.Join(tempPackage(t), "source.go")
	declared := "type X string\nfunc to(x X) int { return len(x) }\nfunc from(n int) (X, error) { return \"\", nil }\nvar set = types.New(types.Convert(to, from))\n" +
		"type Z struct{ n int }\nfunc (z Z) code() int { return z.n }\nfunc ofCode(n int) Z { return Z{n} }\n" +
		"//msgp:shim Z as:int using:Z.code/ofCode\nfunc init() { types.Register(types.Convert(func(z Z) string { return \"\" }, func(string) (Z, error) { return Z{}, nil })) }"
	if err := os.WriteFile(path, []byte(strings.NewReplacer("DECLARED", declared, "HELD", "map[X]Z").Replace(declaring)), 0o666); err != nil {
		t.Fatal(err)
	}
	var out, errs bytes.Buffer
	if status := run([]string{"-file", path, "-tests=false", "-strict"}, &out, &errs); status != 0 {
		t.Fatal(errs.String())
	}
	if text, err := exec.Command("go", "vet", "./"+filepath.ToSlash(filepath.Dir(path))).CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, text)
	}
}

// TestTestsOfDeclaredTypes runs the tests that are generated for declared types.
func TestTestsOfDeclaredTypes(t *testing.T) {
	dir := tempPackage(t)
	source, err := os.ReadFile("testdata/unions/types.go")
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, "types.go"), source, 0o666)
	}
	if err != nil {
		t.Fatal(err)
	}
	var out, errs bytes.Buffer
	if status := run([]string{"-file", filepath.Join(dir, "types.go")}, &out, &errs); status != 0 {
		t.Fatal(errs.String())
	}
	text, err := exec.Command("go", "test", "-v", "./"+filepath.ToSlash(dir)).CombinedOutput()
	for _, name := range []string{"Circle", "Group", "Train", "Fare", "Either"} {
		if !bytes.Contains(text, []byte("--- PASS: TestMarshalUnmarshal"+name+" ")) || !bytes.Contains(text, []byte("--- PASS: TestEncodeDecode"+name+" ")) {
			t.Errorf("%s: not passed", name)
		}
	}
	if err != nil || t.Failed() {
		t.Errorf("%v\n%s", err, text)
	}
}

// TestSchemaOfDeclaredTypes compares the schema of the generator with that of reflection.
func TestSchemaOfDeclaredTypes(t *testing.T) {
	generated, err := schemaAt(filepath.Join("testdata", "unions"), false)
	if err != nil {
		t.Fatal(err)
	}
	reflected, err := zebrapack.SchemaOf[unions.Train]()
	if err != nil {
		t.Fatal(err)
	}
	for _, typ := range []reflect.Type{reflect.TypeFor[unions.Group](), reflect.TypeFor[unions.Fare](), reflect.TypeFor[unions.Either]()} {
		s, err := zebrapack.SchemaOfType(typ)
		if err != nil {
			t.Fatal(err)
		}
		for name, st := range s.Structs {
			reflected.Structs[name] = st
		}
	}
	alike(t, generated, reflected)
	if len(reflected.Structs) < 9 {
		t.Errorf("only %d structs", len(reflected.Structs))
	}
}

// alike compares the structs of the schema of reflection with those of the generator.
func alike(t *testing.T, generated, reflected *zebrapack.Schema) {
	t.Helper()
	for name, st := range reflected.Structs {
		text := func(st *zebrapack.Struct) string {
			if st == nil {
				return "none"
			}
			bare := *st
			bare.Pos = ""
			for i := range bare.Fields {
				f := &bare.Fields[i]
				if f.Pos = ""; f.Skip {
					f.Category, f.Primitive = 0, 0 // a field that is not sent has no type by reflection
				}
			}
			return string((&zebrapack.Schema{Structs: map[string]*zebrapack.Struct{name: &bare}}).AppendJSON(nil))
		}
		if a, b := text(generated.Structs[name]), text(st); a != b {
			t.Errorf("%s: generator\n%s\nreflection\n%s", name, a, b)
		}
	}
}
