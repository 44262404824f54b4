package main

import (
	"bytes"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/beve-org/beve-go/cmd/internal/gen/gentest"
	"github.com/beve-org/beve-go/cmd/internal/gen/zebra"
	"github.com/beve-org/beve-go/msgpack"
	"github.com/beve-org/beve-go/types"
	"github.com/beve-org/beve-go/zebrapack"
)

// This file holds both packages to one rule: what they write has the keys of the package, whatever code the types have.

// mixture is a copy of testdata/mixed with some code.
type mixture struct {
	makers      map[string]func() any
	cases, anys []any
	declare     func(form int, circle, square, blank, word string) *types.Set
}

// mixtures are the copies, by what the code of the two files writes. A file that TestGeneratedCode generates fills them.
var mixtures = map[string]mixture{}

// codeOfMixtures says, for each copy, what the code of its files writes.
var codeOfMixtures = map[string]map[string]string{
	"none":                {},
	"numbers":             {"parts.go": "numbers", "pages.go": "numbers"},
	"names":               {"parts.go": "names", "pages.go": "names"},
	"msgp":                {"parts.go": "msgp", "pages.go": "msgp"},
	"numbers_in_names":    {"parts.go": "numbers", "pages.go": "names"},
	"names_in_numbers":    {"parts.go": "names", "pages.go": "numbers"},
	"numbers_in_none":     {"parts.go": "numbers"},
	"names_in_none":       {"parts.go": "names"},
	"names_below_tinylib": {"parts.go": "names", "pages.go": "msgp"},
}

// putMixtures puts the copies and their code into the overlay, and returns their imports and what registers them.
func (o overlay) putMixtures() (imports []string, register string) {
	o.t.Helper()
	const dir = "testdata/mixed"
	options := map[string]zebra.Options{"numbers": {IO: true, Marshal: true, NoSchema: true},
		"names": {IO: true, Marshal: true, Msgp: true, Msgpack: true}, "msgp": {IO: true, Marshal: true, Msgp: true}}
	results := map[string]map[string]*zebra.Result{}
	for mode, of := range options {
		results[mode] = generateAll(o.t, dir, of)
	}
	for name, code := range codeOfMixtures {
		to := filepath.Join("testdata", "golden", "mixtures", name)
		for _, file := range []string{"parts.go", "pages.go"} {
			text, err := os.ReadFile(filepath.Join(dir, file))
			if err != nil {
				o.t.Fatal(err)
			}
			o.put(filepath.Join(to, file), text)
			if mode := code[file]; mode != "" {
				o.put(filepath.Join(to, strings.TrimSuffix(file, ".go")+"_gen.go"), results[mode][file].Code)
			}
		}
		imports = append(imports, fmt.Sprintf("mixture_%s %q", name, zebrapackPath+filepath.ToSlash(to)))
		register += fmt.Sprintf("mixtures[%q] = mixture{mixture_%[1]s.New, mixture_%[1]s.Cases, mixture_%[1]s.Anys, mixture_%[1]s.Declare}\n", name)
	}
	return imports, register
}

// filler fills variables of any of the copies with the same, for the same seed. words says that a Word is a case, structs
// that interfaces may hold structs.
type filler struct {
	mixture
	*rand.Rand
	words, structs bool
}

// fill fills v. Maps have one entry at most.
func (r *filler) fill(v reflect.Value, depth int) {
	n := r.IntN(3)
	if depth <= 0 {
		n = 0
	}
	switch v.Kind() {
	case reflect.Struct:
		if at, ok := v.Addr().Interface().(*time.Time); ok {
			*at = time.Unix(r.Int64N(1<<33), r.Int64N(1e9)).UTC()
			return
		}
		only := -1
		if v.Type().Name() == "Choice" {
			only = r.IntN(2)
		}
		for i := range v.NumField() {
			if f := v.Type().Field(i); f.IsExported() && (only < 0 || i == only) {
				r.fill(v.Field(i), depth-1)
			}
		}
	case reflect.Pointer:
		if n > 0 || v.Type().Elem().Name() == "Leaf" { // an alternative that is nil would be none
			v.Set(reflect.New(v.Type().Elem()))
			r.fill(v.Elem(), depth-1)
		}
	case reflect.Interface:
		of := r.cases
		if v.NumMethod() == 0 {
			if of = r.anys; !r.structs {
				of = of[3:]
			}
		} else if !r.words {
			of = of[:len(of)-1]
		}
		if i := r.IntN(len(of) + 1); i < len(of) && depth > 0 {
			held := reflect.New(reflect.TypeOf(of[i])).Elem()
			if held.Kind() == reflect.Pointer {
				held.Set(reflect.New(held.Type().Elem()))
				r.fill(held.Elem(), depth-1)
			} else {
				r.fill(held, depth-1)
			}
			v.Set(held)
		}
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), n, n))
		for i := range n {
			r.fill(v.Index(i), depth-1)
		}
	case reflect.Array:
		for i := range v.Len() {
			r.fill(v.Index(i), depth-1)
		}
	case reflect.Map:
		v.Set(reflect.MakeMap(v.Type()))
		if n > 0 {
			elem := reflect.New(v.Type().Elem()).Elem()
			r.fill(elem, depth-1)
			v.SetMapIndex(reflect.ValueOf(fmt.Sprint("key", n)), elem)
		}
	case reflect.String:
		v.SetString(fmt.Sprint("text", r.IntN(9)))
	case reflect.Float32, reflect.Float64:
		v.SetFloat(float64(r.IntN(9)) + 0.5)
	default:
		v.SetInt(r.Int64N(1000) - 500)
	}
}

// keysOf calls see for each key of a map in a message.
func keysOf(v any, see func(key any)) {
	switch v := v.(type) {
	case []any:
		for _, elem := range v {
			keysOf(elem, see)
		}
	case map[string]any:
		for key, elem := range v {
			see(key)
			keysOf(elem, see)
		}
	case map[int64]any:
		for key, elem := range v {
			see(key)
			keysOf(elem, see)
		}
	case map[any]any:
		for key, elem := range v {
			see(key)
			keysOf(elem, see)
		}
	}
}

// packages are the two, with one order of maps.
var packages = map[string]struct {
	marshal   func(set *types.Set, v any) ([]byte, error)
	unmarshal func(set *types.Set, data []byte, v any) error
}{
	"msgpack": {
		func(set *types.Set, v any) ([]byte, error) {
			return msgpack.EncodeOptions{Types: set, Deterministic: true}.Marshal(v)
		},
		func(set *types.Set, data []byte, v any) error {
			return msgpack.DecodeOptions{Types: set}.Unmarshal(data, v)
		},
	},
	"zebrapack": {
		func(set *types.Set, v any) ([]byte, error) {
			return zebrapack.EncodeOptions{Types: set, Deterministic: true}.Marshal(v)
		},
		func(set *types.Set, data []byte, v any) error {
			return zebrapack.DecodeOptions{Types: set}.Unmarshal(data, v)
		},
	},
}

// differ shows where two messages begin to differ.
func differ(got, want []byte, err error) string {
	at := 0
	for at < min(len(got), len(want)) && got[at] == want[at] {
		at++
	}
	return fmt.Sprintf("%v, after %x\n%x, without code\n%x", err, want[:at], got[min(at, len(got)):], want[at:])
}

// TestKeysAreThoseOfThePackage writes and reads random values of types with code for numbers, for names and without, in every
// mixture and under random declarations: the bytes are those of types without code, and each copy reads them.
func TestKeysAreThoseOfThePackage(t *testing.T) {
	needsGenerated(t)
	rng := rand.New(rand.NewPCG(19, 4))
	names := slices.Sorted(maps.Keys(mixtures["none"].makers))
	compared := 0
	for round := range 200 {
		form := round%5 - 1 // -1 without options
		ids := [4]string{}
		for i := range ids {
			ids[i] = fmt.Sprint(i, strings.Repeat("i", rng.IntN(40)))
		}
		name, seed := names[rng.IntN(len(names))], rng.Uint64()
		set := func(m mixture) *types.Set {
			if form < 0 {
				return nil
			}
			return m.declare(form, ids[0], ids[1], ids[2], ids[3])
		}
		value := func(format string, m mixture) any {
			v := m.makers[name]()
			r := filler{m, rand.New(rand.NewPCG(seed, 0)), form == 0 || form == 2, format == "msgpack"}
			r.fill(reflect.ValueOf(v).Elem(), 7)
			return v
		}
		for format, p := range packages {
			none := mixtures["none"]
			of := set(none)
			want, err := p.marshal(of, value(format, none))
			if err != nil {
				t.Fatalf("round %d, %s of %s: %v", round, format, name, err)
			}
			var tree any
			if err = msgpack.Unmarshal(want, &tree); err != nil {
				t.Fatal(err)
			}
			keysOf(tree, func(key any) {
				if _, isText := key.(string); format == "msgpack" && !isText {
					t.Fatalf("round %d, msgpack of %s: the key %v in %x", round, name, key, want)
				}
			})
			read := none.makers[name]()
			if err := p.unmarshal(of, want, read); err != nil {
				t.Fatalf("round %d, %s of %s: %v in %x", round, format, name, err, want)
			}
			again, err := p.marshal(of, read)
			if err != nil || !bytes.Equal(again, want) && name != "Plain" {
				t.Fatalf("round %d, %s of %s, written again:\n%v", round, format, name, differ(again, want, err))
			}
			for how, m := range mixtures {
				marshal, want := func(v any) ([]byte, error) { return p.marshal(set(m), v) }, want
				if format == "msgpack" && slices.Contains(slices.Collect(maps.Values(codeOfMixtures[how])), "msgp") {
					want = again // as in tinylib/msgp, times are an extension of their own; it is gone when they are read
					marshal = func(v any) ([]byte, error) {
						got, err := p.marshal(set(m), v)
						read := none.makers[name]()
						if err == nil {
							err = p.unmarshal(of, got, read)
						}
						if err != nil {
							return nil, err
						}
						return p.marshal(of, read)
					}
				}
				got, err := marshal(value(format, m))
				if err != nil || !bytes.Equal(got, want) {
					t.Fatalf("round %d, %s of %s, %s:\n%v", round, format, name, how, differ(got, want, err))
				}
				read := m.makers[name]()
				if err := p.unmarshal(set(m), want, read); err != nil {
					t.Fatalf("round %d, %s of %s, %s: %v in %x", round, format, name, how, err, want)
				}
				if got, err = marshal(read); err != nil || !bytes.Equal(got, again) {
					t.Fatalf("round %d, %s of %s, %s: read and written again:\n%v", round, format, name, how, differ(got, again, err))
				}
				compared++
			}
		}
	}
	if compared < 3000 {
		t.Errorf("only %d comparisons", compared)
	}
}

// TestMethodsWriteTheirOwnKeys calls methods: those for numbers write what package zebrapack does, those for names what
// package msgpack does, and each package calls them where it can.
func TestMethodsWriteTheirOwnKeys(t *testing.T) {
	needsGenerated(t)
	for how, format := range map[string]string{"numbers": "zebrapack", "names": "msgpack"} {
		m := mixtures[how]
		for _, name := range []string{"Leaf", "Leaves", "ByName", "Tree", "Bill"} {
			v := m.makers[name]()
			r := filler{m, rand.New(rand.NewPCG(1, 1)), true, true}
			r.fill(reflect.ValueOf(v).Elem(), 7)
			got, err := codeOf(v).MarshalMsg(nil)
			if err != nil {
				t.Fatal(how, name, err)
			}
			want, err := packages[format].marshal(nil, v)
			if err != nil || !bytes.Equal(got, want) {
				t.Errorf("%s of %s: %x, package %s writes %x, %v", how, name, got, format, want, err)
			}
		}
	}
}

// leaves is a package that another one imports, and trees that one.
const (
	leaves = `package leaves

import "time"

type Leaf struct {
	Name string    ~zid:"0" msg:"name"~
	At   time.Time ~zid:"1" msg:"at"~
}

type List []Leaf
`
	trees = `package x

import "LEAVES"

type Tree struct {
	Leaf leaves.Leaf              ~zid:"0" msg:"leaf"~
	List leaves.List              ~zid:"1" msg:"list"~
	By   map[string]*leaves.Leaf  ~zid:"2" msg:"by"~
}

type Any struct {
	V any ~zid:"0" msg:"v"~
}
`
	treesTest = `package x

import (
	"bytes"
	"errors"
	"reflect"
	"testing"
	"time"

	"LEAVES"
	"github.com/beve-org/beve-go/PACKAGE"
	"github.com/beve-org/beve-go/msgpack/msgp"
)

type bare Tree

func Test(t *testing.T) {
	leaf := leaves.Leaf{"a", time.Unix(1, 0).UTC()}
	in := Tree{leaf, leaves.List{leaf, {}}, map[string]*leaves.Leaf{"k": &leaf}}
	plain := bare(in)
	got, err := in.MarshalMsg(nil)
	want, also := PACKAGE.EncodeOptions{OPTIONS}.Marshal(&plain)
	if err != nil || also != nil || !bytes.Equal(got, want) {
		t.Fatalf("generated %x, %v, by reflection %x, %v", got, err, want, also)
	}
	var a, b Tree
	if _, err := a.UnmarshalMsg(want); err != nil {
		t.Fatal(err)
	}
	if err := PACKAGE.Unmarshal(got, &b); err != nil || !reflect.DeepEqual(a, b) || !b.Leaf.At.Equal(leaf.At) {
		t.Fatalf("%+v, not %+v, %v", a, b, err)
	}
	for _, v := range []any{leaf, &leaf, []any{leaves.List{leaf}}} {
		if data, err := (&Any{v}).MarshalMsg(nil); "NAME" == "names" && !errors.Is(err, msgp.ErrUnsupported) {
			t.Errorf("%T: %x, %v", v, data, err)
		}
	}
}
`
)

// TestCodeForOtherKeysIsNotCalled generates code for a struct that holds types of another package, which have code for the
// other keys.
func TestCodeForOtherKeysIsNotCalled(t *testing.T) {
	root := tempPackage(t)
	for name, c := range map[string]struct{ inner, outer, format, options string }{
		"names":   {"-no-structnames-onwire", "-msgpack", "msgpack", ""},
		"numbers": {"-msgpack", "-no-structnames-onwire", "zebrapack", "NoStructNames: true"},
		"tinylib": {"-no-structnames-onwire", "-msgp", "msgpack", "Time: msgpack.TimeExt5"},
	} {
		dir := filepath.Join(root, name)
		path := zebrapackPath + filepath.ToSlash(dir) + "/leaves"
		for file, text := range map[string]string{"leaves/leaves.go": leaves, "source.go": trees, "source_test.go": treesTest} {
			file = filepath.Join(dir, file)
			text = strings.NewReplacer("~", "`", "LEAVES", path, "PACKAGE", c.format, "OPTIONS", c.options, "NAME", name).Replace(text)
			if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		for _, args := range [][]string{{"leaves/leaves.go", c.inner}, {"source.go", c.outer}} {
			var out bytes.Buffer
			if status := run([]string{"-file", filepath.Join(dir, args[0]), "-tests=false", args[1]}, &out, &out); status != 0 {
				t.Fatalf("%s: %s", name, out.String())
			}
		}
	}
	gentest.Test(t, root)
}
