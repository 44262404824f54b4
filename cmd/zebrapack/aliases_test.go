package main

import (
	"bytes"
	"errors"
	"fmt"
	"go/types"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	gopackages "golang.org/x/tools/go/packages"

	"github.com/beve-org/beve-go/cmd/internal/gen"
	"github.com/beve-org/beve-go/cmd/internal/gen/bevecode"
	"github.com/beve-org/beve-go/cmd/internal/gen/gentest"
)

// This file is about types that a package can call by an alias alone: they are declared in an internal package, or not
// exported where they are declared.

// wiredTypes are such types of another module, and aliases of them.
const wiredTypes = `package wired

import "example.com/other/internal/hid"

type secret int

type shape struct { X, Y int ` + "`zid:\"0\"`" + ` }

type (
	Struct = hid.Struct
	Whole = hid.Whole
	Known = hid.Known
	Number = hid.Number
	Text = hid.Text
	List = hid.List
	Byte = hid.Byte
	Map = hid.Map
	Open = hid.Interface
	Secret = secret
	Box[T any] = hid.Box[T]
	Ints = hid.Box[int]
	Secrets = hid.Box[secret]
	Stringer = hid.Stringer
)
`

const hiddenTypes = `package hid

type Inner uint16
type Struct struct {
	A int ` + "`zid:\"0\"`" + `
	B []Inner ` + "`zid:\"1\"`" + `
	C map[string]*Inner ` + "`zid:\"2\"`" + `
}
type Known uint16
type Whole struct {
	A []Known ` + "`zid:\"0\"`" + `
	B map[Known]*struct{ K []Known ` + "`zid:\"0\"`" + ` } ` + "`zid:\"1\"`" + `
}
type Number float64
type Text string
type List []Inner
type Byte uint8
type Map map[Text]Number
type Interface any
type Box[T any] struct { V T ` + "`zid:\"0\"`" + ` }
type Stringer string

func (s Stringer) MarshalText() ([]byte, error) { return []byte(s), nil }
func (s *Stringer) UnmarshalText(b []byte) error { *s = Stringer(b); return nil }
`

// publicAliases returns the text of all aliases that packages of the library export, and by their packages what imports them.
// Generic ones have arguments.
func publicAliases(t *testing.T) (names, imports []string) {
	t.Helper()
	list, err := gopackages.Load(&gopackages.Config{Mode: gopackages.NeedName | gopackages.NeedTypes, Dir: filepath.Join("..", "..")}, "./...")
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range list {
		if strings.Contains(p.PkgPath+"/", "/internal/") || p.Name == "main" || p.Types == nil {
			continue
		}
		qualifier := strings.ReplaceAll("root"+strings.TrimPrefix(p.PkgPath, "github.com/beve-org/beve-go"), "/", "_")
		found := false
		for _, name := range p.Types.Scope().Names() {
			obj, ok := p.Types.Scope().Lookup(name).(*types.TypeName)
			if !ok || !obj.Exported() || !obj.IsAlias() {
				continue
			}
			alias, ok := obj.Type().(*types.Alias)
			if !ok {
				continue // any, by another name
			}
			text := qualifier + "." + name
			if n := alias.TypeParams().Len(); n > 0 {
				text += "[" + strings.TrimSuffix(strings.Repeat("int32, ", n), ", ") + "]"
			}
			names, found = append(names, text), true
		}
		if found {
			imports = append(imports, fmt.Sprintf("%s %q", qualifier, p.PkgPath))
		}
	}
	return names, imports
}

// aliasTest runs beside the code of a mode.
const aliasTest = `package m

import (
	"bytes"
	"math/rand/v2"
	"reflect"
	"testing"

	"example.com/m/bare"
	codec "github.com/beve-org/beve-go/PACKAGE"
)

func fill(r *rand.Rand, v reflect.Value, depth int) {
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(r.IntN(2) == 0)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		v.SetInt(r.Int64N(100))
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		v.SetUint(r.Uint64N(100))
	case reflect.Float32, reflect.Float64:
		v.SetFloat(float64(r.IntN(100)) / 4)
	case reflect.String:
		v.SetString([]string{"", "a", "12"}[r.IntN(3)])
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), r.IntN(3), 3))
		for i := range v.Len() {
			fill(r, v.Index(i), depth+1)
		}
		if v.Type().Elem().Kind() == reflect.Uint8 && v.Len() > 0 {
			v.Set(v.Slice(0, 1)) // a value of all formats, if it is kept as it came
			v.Index(0).SetUint(0)
		}
	case reflect.Array:
		for i := range v.Len() {
			fill(r, v.Index(i), depth+1)
		}
	case reflect.Map:
		v.Set(reflect.MakeMap(v.Type()))
		k, e := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
		fill(r, k, depth+1)
		fill(r, e, depth+1)
		v.SetMapIndex(k, e)
	case reflect.Pointer:
		if r.IntN(4) > 0 && depth < 5 {
			v.Set(reflect.New(v.Type().Elem()))
			fill(r, v.Elem(), depth+1)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Field(i).CanSet() {
				fill(r, v.Field(i), depth+1)
			}
		}
	}
}

func TestAliases(t *testing.T) {
	sent := 0
	for name, of := range made {
		as := bare.Types[name]
		for i := range 30 {
			v, w := reflect.New(of), reflect.New(as)
			if i > 0 {
				fill(rand.New(rand.NewPCG(uint64(i), 1)), v.Elem(), 0)
				fill(rand.New(rand.NewPCG(uint64(i), 1)), w.Elem(), 0)
			}
			got, err := codec.Marshal(v.Interface())
			want, wantErr := codec.Marshal(w.Interface())
			if !REFLECTED && wantErr != nil || err != nil && wantErr != nil {
				continue
			}
			if (err == nil) != (wantErr == nil) || REFLECTED && !bytes.Equal(got, want) {
				t.Errorf("%s: generated %x, %v; reflected %x, %v", name, got, err, want, wantErr)
				continue
			}
			back, bareBack := reflect.New(of), reflect.New(as)
			err, wantErr = codec.Unmarshal(got, back.Interface()), codec.Unmarshal(got, bareBack.Interface())
			if REFLECTED && (err == nil) != (wantErr == nil) {
				t.Errorf("%s: %x: generated %v, reflected %v", name, got, err, wantErr)
			}
			if err != nil {
				continue
			}
			sent++
			again, err := codec.Marshal(back.Interface())
			bareAgain, wantErr := codec.Marshal(bareBack.Interface())
			if err != nil || REFLECTED && (wantErr != nil || !bytes.Equal(again, bareAgain)) {
				t.Errorf("%s: %x becomes %x, %v; by reflection %x, %v", name, got, again, err, bareAgain, wantErr)
			}
		}
	}
	if sent < 500 || len(made) < 12 {
		t.Errorf("%d values of %d types were sent", sent, len(made))
	}
}
`

// generateBEVE generates for the types of source, but for those that bevegen refuses.
func generateBEVE(t *testing.T, dir, source string) {
	t.Helper()
	err := gen.Run(dir, &gen.Flags{}, &bevecode.Backend{}, io.Discard)
	var refused gen.Errors
	if !errors.As(err, &refused) {
		t.Fatal("bevegen takes all aliases, or none:", err)
	}
	var kept []string
	line := 1
	for part := range strings.SplitAfterSeq(source, "\n}\n") {
		from, name := line, ""
		line += strings.Count(part, "\n")
		if _, after, ok := strings.Cut(part, "type "); ok {
			name, _, _ = strings.Cut(after, " ")
		}
		if name != "" && !slices.ContainsFunc(refused, func(e *gen.Error) bool { return from <= e.Pos.Line && e.Pos.Line < line }) {
			kept = append(kept, name)
		}
	}
	if err := gen.Run(dir, &gen.Flags{Types: strings.Join(kept, ",")}, &bevecode.Backend{}, io.Discard); err != nil {
		t.Fatal(err)
	}
}

func TestAliasesAreNamedAsTheSourceDoes(t *testing.T) {
	root, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	names, imports := publicAliases(t)
	if !slices.Contains(names, "root.Raw") || !slices.Contains(names, "root_msgpack.Kind") {
		t.Fatalf("the library has the aliases %q", names)
	}
	for _, name := range []string{"Struct", "Whole", "Number", "Text", "List", "Byte", "Map", "Open", "Secret", "Box[string]", "Box[wired.Secret]", "Ints", "Secrets", "Stringer"} {
		names = append(names, "wired."+name)
	}
	imports = append(imports, `"example.com/other/wired"`)
	var source strings.Builder
	table := "\nvar Types = map[string]reflect.Type{\n"
	fmt.Fprintf(&source, "import (\n\"reflect\"\n%s\n)\n\n", strings.Join(imports, "\n"))
	for i, name := range names {
		fmt.Fprintf(&source, "type T%d struct {\n V %s `zid:\"0\"`\n P *%[2]s `zid:\"1\"`\n S []%[2]s `zid:\"2\"`\n M map[string]%[2]s `zid:\"3\"`\n A [2]%[2]s `zid:\"4\"`\n"+
			" O *%[2]s `zid:\"5\" json:\",omitempty\"`\n D [][]*%[2]s `zid:\"6\"`\n}\n", i, name)
		table += fmt.Sprintf("%q: reflect.TypeFor[T%d](),\n", name, i)
	}
	table += "}\n"
	files := map[string]string{
		"go.mod": "module example.com/m\n\ngo 1.26.0\n\nrequire (\n\tgithub.com/beve-org/beve-go v0.0.0\n\texample.com/other v0.0.0\n)\n\n" +
			"replace github.com/beve-org/beve-go => " + root + "\n\nreplace example.com/other => ./other\n",
		"other/go.mod":              "module example.com/other\n\ngo 1.26.0\n",
		"other/wired/wired.go":      wiredTypes,
		"other/internal/hid/hid.go": hiddenTypes,
		"bare/m.go":                 "package bare\n\n" + source.String() + table,
	}
	modes := []struct{ name, flags, codec, reflected string }{
		{"zebra", "-no-embedded-schema", "zebrapack", "true"}, {"msgpack", "-msgpack", "msgpack", "true"},
		{"msgp", "-msgp", "msgpack", "false"}, {"beve", "", "", "true"},
	}
	for _, mode := range modes {
		files[mode.name+"/m.go"] = "package m\n\n" + source.String() + "\nvar _ reflect.Type\n"
		files[mode.name+"/m_test.go"] = strings.NewReplacer("/PACKAGE", strings.TrimSuffix("/"+mode.codec, "/"), "REFLECTED", mode.reflected).Replace(aliasTest)
	}
	write := func(name, text string) {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for name, text := range files {
		write(name, text)
	}
	t.Setenv("GOWORK", "off")
	t.Setenv("GOFILE", "")
	for _, mode := range modes {
		of := filepath.Join(dir, mode.name)
		output := filepath.Join(of, "m_gen.go")
		if mode.name == "beve" {
			output = filepath.Join(of, "m_beve.go")
			generateBEVE(t, of, files[mode.name+"/m.go"])
		} else {
			var out, errs bytes.Buffer
			if status := run(append(strings.Fields(mode.flags), "-tests=false", "-file", filepath.Join(of, "m.go")), &out, &errs); status != 0 {
				t.Fatalf("%s: %s", mode.name, errs.String())
			}
		}
		code, err := os.ReadFile(output)
		if err != nil {
			t.Fatal(err)
		}
		made := "package m\n\nimport \"reflect\"\n\nvar made = map[string]reflect.Type{\n"
		for i, name := range names {
			if has := bytes.Contains(code, fmt.Appendf(nil, " *T%d) ", i)); has {
				made += fmt.Sprintf("%q: reflect.TypeFor[T%d](),\n", name, i)
			} else if slices.Contains([]string{"root.Raw", "root_msgpack.Kind", "wired.Whole", "wired.Secret", "wired.Box[wired.Secret]"}, name) {
				t.Errorf("%s: there is no code for %s", mode.name, name)
			}
		}
		write(mode.name+"/made_test.go", made+"}\n")
	}
	gentest.Test(t, dir)
}
