package main

import (
	"bytes"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/beve-org/beve-go/cmd/internal/gen/gentest"
	"github.com/beve-org/beve-go/internal/testkit"
)

// This file holds generated code to reflection over the zoo of types that the engines are
// tested with: a copy of its source gets methods, and writes and reads what the zoo without
// methods does.

// zooTest is the test that runs beside the generated code. BARE is the zoo without methods.
const zooTest = `package testkit

import (
	"bytes"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	bare "BARE"
	"github.com/beve-org/beve-go/cmd/internal/gen/gentest"
	"github.com/beve-org/beve-go/internal/testkit"
	"github.com/beve-org/beve-go/msgpack"
	"github.com/beve-org/beve-go/msgpack/msgp"
	"github.com/beve-org/beve-go/zebrapack"
)

var (
	_ = msgpack.Marshal
	_ = zebrapack.Marshal
)

// left are the types of the zoo for which there is no code, for the reasons that the generator
// gives; those of generic types have theirs where they are fields.
var left = []string{LEFT}

// hasMap reports whether values of type t hold maps, whose order is not the same twice.
func hasMap(t reflect.Type, seen map[reflect.Type]bool) bool {
	if seen[t] {
		return false
	}
	seen[t] = true
	switch t.Kind() {
	case reflect.Map, reflect.Interface:
		return true
	case reflect.Slice, reflect.Array, reflect.Pointer:
		return hasMap(t.Elem(), seen)
	case reflect.Struct:
		for i := range t.NumField() {
			if hasMap(t.Field(i).Type, seen) {
				return true
			}
		}
	}
	return false
}

// sorted returns a message with its maps in one order.
func sorted(t *testing.T, message []byte) []byte {
	var v any
	if err := msgpack.Unmarshal(message, &v); err != nil {
		t.Fatalf("%x: %v", message, err)
	}
	out, err := msgpack.EncodeOptions{Deterministic: true}.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func same(t *testing.T, of reflect.Type, a, b []byte) bool {
	return bytes.Equal(a, b) || len(a) == len(b) && hasMap(of, map[reflect.Type]bool{}) && bytes.Equal(sorted(t, a), sorted(t, b))
}

func pointer(v any) any {
	p := reflect.New(reflect.TypeOf(v))
	p.Elem().Set(reflect.ValueOf(v))
	return p.Interface()
}

// both marshals the two and compares; nil if they are not written.
func both(t *testing.T, made, plain any) []byte {
	got, err := PACKAGE.Marshal(made)
	want, wantErr := PACKAGE.Marshal(plain)
	if (err == nil) != (wantErr == nil) || err == nil && !same(t, reflect.TypeOf(plain), got, want) {
		t.Errorf("%T:\ngenerated %x, %v\nreflected %x, %v", plain, got, err, want, wantErr)
		return nil
	}
	return want
}

// read reads a message, and what can be wrong with it, into both.
func read(t *testing.T, r *rand.Rand, message []byte, made, plain reflect.Type) {
	readOne(t, message, made, plain)
	if len(message) > 600 {
		return
	}
	for spoiled := range gentest.SpoilMsgpack(r, message) {
		readOne(t, spoiled, made, plain)
	}
}

func readOne(t *testing.T, message []byte, made, plain reflect.Type) {
	back, bareBack := reflect.New(made).Interface(), reflect.New(plain).Interface()
	err, wantErr := PACKAGE.Unmarshal(message, back), PACKAGE.Unmarshal(message, bareBack)
	if said(err, made) != said(wantErr, plain) {
		t.Fatalf("%v: %x:\ngenerated %s\nreflected %s", plain, message, said(err, made), said(wantErr, plain))
	}
	if err == nil {
		both(t, back, bareBack)
	}
	m, ok := reflect.New(made).Interface().(msgp.Unmarshaler)
	if _, same := m.(msgp.Reflected); !ok || !same {
		return
	}
	if left, err := m.UnmarshalMsg(message); (err != nil || len(left) == 0) && said(err, made) != said(wantErr, plain) {
		t.Fatalf("%v: %x:\nby method %s\nreflected %s", plain, message, said(err, made), said(wantErr, plain))
	}
}

// said returns what an error says. A random struct has a name in this package alone.
func said(err error, t reflect.Type) string {
	return strings.NewReplacer(t.String(), "T", reflect.TypeFor[Point]().PkgPath(), "zoo", reflect.TypeFor[bare.Point]().PkgPath(), "zoo").
		Replace(gentest.Says(err))
}

func TestGeneratedIsReflected(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	made, plain := append(Zoo(), ZooBeyondJSON()...), append(bare.Zoo(), bare.ZooBeyondJSON()...)
	generated, without := 0, map[string]bool{}
	for i, v := range made {
		if v == nil {
			continue
		}
		of, as := reflect.TypeOf(v), reflect.TypeOf(plain[i])
		if _, ok := reflect.New(of).Interface().(msgp.Marshaler); ok {
			generated++
		} else if of.Kind() == reflect.Struct && of.PkgPath() == reflect.TypeFor[Point]().PkgPath() && !strings.Contains(of.Name(), "[") {
			without[of.Name()] = true
		}
		if message := both(t, pointer(v), pointer(plain[i])); message != nil {
			read(t, r, message, of, as)
		}
		for range 2 {
			v := testkit.RandomValue(r, as)
			if !v.IsValid() || as.Kind() == reflect.Interface {
				continue
			}
			p := reflect.New(as)
			p.Elem().Set(v)
			if message, err := PACKAGE.Marshal(p.Interface()); err == nil {
				read(t, r, message, of, as)
			}
		}
	}
	for name := range without {
		if !slices.Contains(left, name) {
			t.Errorf("%s has no methods", name)
		}
	}
	if len(without) != len(left) || generated < 50 {
		t.Errorf("there are methods for %d values, and none for %d types of %d", generated, len(without), len(left))
	}
}
`

// optionsTest writes and reads the zoo under every option, and every two.
const optionsTest = `package testkit

import (
	"reflect"
	"testing"

	bare "BARE"
	"github.com/beve-org/beve-go/PACKAGE"
)

// optioned returns options of type O with one field set, or two.
func optioned[O any](t *testing.T) (all []O) {
	var one func(into O, from int, left int)
	one = func(into O, from int, left int) {
		all = append(all, into)
		for i := from; left > 0 && i < reflect.TypeFor[O]().NumField(); i++ {
			o := into
			f := reflect.ValueOf(&o).Elem().Field(i)
			values := []any{}
			switch name := reflect.TypeFor[O]().Field(i).Name; name {
			case "StructTag":
				values = []any{"json", "=msgpack", "=json"}
			case "Time", "MaxDepth":
				values = []any{1, 2}
			case "Limits", "Types": // the one is asked for before code is, the other is no choice of all types
			default:
				if f.Kind() != reflect.Bool {
					t.Fatalf("the option %s is not tried", name)
				}
				values = []any{true}
			}
			for _, v := range values {
				f.Set(reflect.ValueOf(v).Convert(f.Type()))
				one(o, i+1, left-1)
			}
		}
	}
	var none O
	one(none, 0, 2)
	return all
}

func TestOptionsHold(t *testing.T) {
	encode, decode := optioned[PACKAGE.EncodeOptions](t), optioned[PACKAGE.DecodeOptions](t)
	made, plain := append(Zoo(), ZooBeyondJSON()...), append(bare.Zoo(), bare.ZooBeyondJSON()...)
	messages, refused := 0, 0
	for i, v := range made {
		if v == nil {
			continue
		}
		of, as := reflect.TypeOf(v), reflect.TypeOf(plain[i])
		list := map[string]bool{}
		for _, o := range encode {
			got, err := o.Marshal(pointer(v))
			want, wantErr := o.Marshal(pointer(plain[i]))
			if said(err, of) != said(wantErr, as) || err == nil && !same(t, as, got, want) {
				t.Errorf("%v under %+v:\ngenerated %x, %v\nreflected %x, %v", as, o, got, err, want, wantErr)
			}
			if err == nil {
				list[string(want)] = true
				messages++
			} else {
				refused++
			}
		}
		for message := range list {
			for _, o := range decode {
				got, want := reflect.New(of).Interface(), reflect.New(as).Interface()
				err, wantErr := o.Unmarshal([]byte(message), got), o.Unmarshal([]byte(message), want)
				if said(err, of) != said(wantErr, as) {
					t.Errorf("%v under %+v, %x:\ngenerated %v\nreflected %v", as, o, message, err, wantErr)
				} else if err == nil {
					both(t, got, want)
				}
			}
		}
	}
	if messages < 800 || refused < 100 {
		t.Errorf("%d values were written, and %d refused", messages, refused)
	}
}
`

// zooSources are the files of the zoo.
var zooSources = []string{"zoo.go", "zoo_embed.go"}

// TestRandomTypesAreSentAsByReflection generates code for structs made at random. One for which
// the generator has a failure is one that reflection refuses.
func TestRandomTypesAreSentAsByReflection(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles much code, which other tests run in each build")
	}
	dir := filepath.Join(tempPackage(t), "random")
	copyZoo(t, dir, false)
	source := bytes.NewBufferString("package testkit\n\nimport (\n\"encoding/json\"\n\"math/big\"\n\"net/netip\"\n\"time\"\n)\n\nvar _ json.Number\nvar _ big.Int\nvar _ netip.Addr\nvar _ time.Time\n\n")
	for i := range randomTypes {
		fmt.Fprintf(source, "type R%d %s\n\n", i, goType(randomType(i)))
	}
	test := strings.NewReplacer("BARE", "github.com/beve-org/beve-go/internal/testkit", "PACKAGE", "msgpack", "LEFT", "",
		"func TestGeneratedIsReflected(", "func unused(").Replace(zooTest + randomTest)
	for name, text := range map[string]string{"random.go": source.String(), "random_test.go": test} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	excluded := map[string]bool{}
	for name := "random.go"; ; {
		var out, errs bytes.Buffer
		args := []string{"-msgpack", "-tests=false", "-file", filepath.Join(dir, name), "-exclude", strings.Join(slices.Sorted(maps.Keys(excluded)), ",")}
		status := run(args, &out, &errs)
		if status == 0 {
			t.Logf("%s", errs.Bytes())
			if name == "zoo_embed.go" {
				break
			}
			name = map[string]string{"random.go": "zoo.go", "zoo.go": "zoo_embed.go"}[name]
			excluded = map[string]bool{}
			continue
		}
		n := len(excluded)
		for _, line := range failures.FindAllStringSubmatch(errs.String(), -1) {
			excluded[line[1]] = true
		}
		if len(excluded) == n || name != "random.go" {
			t.Fatal(errs.String())
		}
	}
	code, err := os.ReadFile(filepath.Join(dir, "random_gen.go"))
	if err != nil {
		t.Fatal(err)
	}
	table := bytes.NewBufferString("package testkit\n\nimport \"reflect\"\n\nvar made = map[int]reflect.Type{\n")
	generated := regexp.MustCompile(`(?m)^func \(z \*?R(\d+)\) MarshalMsg`).FindAllSubmatch(code, -1)
	for _, m := range generated {
		fmt.Fprintf(table, "%s: reflect.TypeFor[R%[1]s](),\n", m[1])
	}
	table.WriteString("}\n")
	if len(generated) < randomTypes/2 {
		t.Errorf("there is code for %d types of %d", len(generated), randomTypes)
	}
	if err := os.WriteFile(filepath.Join(dir, "table_test.go"), table.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	gentest.Test(t, dir)
}

// failures finds the types of errors.
var failures = regexp.MustCompile(`(?m)^[^ ]+/random\.go:\d+:\d+: (R\d+)`)

// randomTypes is how many there are; 900 were compared, too.
const randomTypes = 100

func randomType(i int) reflect.Type {
	return testkit.RandomStruct(rand.New(rand.NewPCG(uint64(i), 7)), 3)
}

// randomTest compares the random types with generated methods with those that reflection makes
// again from the same seeds.
const randomTest = `
func TestRandomTypes(t *testing.T) {
	_ = bare.Zoo
	for i, of := range made {
		as := testkit.RandomStruct(rand.New(rand.NewPCG(uint64(i), 7)), 3)
		r := rand.New(rand.NewPCG(3, uint64(i)))
		for range 3 {
			p := reflect.New(as)
			p.Elem().Set(testkit.RandomValue(r, as))
			message, err := PACKAGE.Marshal(p.Interface())
			if err != nil {
				t.Errorf("%v has methods, and is refused by reflection: %v", as, err)
				break
			}
			read(t, r, message, of, as)
		}
	}
}
`

// goType returns the source of a type, as the package testkit spells it.
func goType(t reflect.Type) string {
	if t.Name() != "" {
		return strings.TrimPrefix(t.String(), "testkit.")
	}
	switch t.Kind() {
	case reflect.Pointer:
		return "*" + goType(t.Elem())
	case reflect.Slice:
		return "[]" + goType(t.Elem())
	case reflect.Array:
		return "[" + strconv.Itoa(t.Len()) + "]" + goType(t.Elem())
	case reflect.Map:
		return "map[" + goType(t.Key()) + "]" + goType(t.Elem())
	case reflect.Interface:
		return "any"
	}
	var b strings.Builder
	b.WriteString("struct {\n")
	for i := range t.NumField() {
		f := t.Field(i)
		if !f.Anonymous {
			b.WriteString(f.Name + " ")
		}
		b.WriteString(goType(f.Type))
		if f.Tag != "" {
			b.WriteString(" " + strconv.Quote(string(f.Tag)))
		}
		b.WriteString("\n")
	}
	return b.String() + "}"
}

func TestZooIsSentAsByReflection(t *testing.T) {
	root := tempPackage(t)
	const path = "github.com/beve-org/beve-go/cmd/zebrapack/"
	for _, mode := range []struct{ name, flags, bare, left string }{
		{"msgpack", "-msgpack", "github.com/beve-org/beve-go/internal/testkit", `"EmbedNonStructs", "EmbedUnexportedPointer", "Holder", "OmitZero", "TextValue"`},
		// The fields of what these embed have the same numbers as their own, which is an error.
		{"zebrapack", "-no-embedded-schema -exclude=EmbedUnexported,EmbedUnexportedTagged,EmbedTime", path + root + "/numbered", `"Kinds", "Nested", "Quoted", "EmbedNonStructs", "EmbedUnexported", "EmbedUnexportedPointer", "EmbedUnexportedTagged", "EmbedTime", "Holder", "OmitZero", "TextValue"`},
	} {
		dirs := []string{filepath.Join(root, mode.name)}
		if mode.name == "zebrapack" {
			dirs = append(dirs, filepath.Join(root, "numbered"))
		}
		for _, dir := range dirs {
			copyZoo(t, dir, mode.name == "zebrapack")
			if mode.name == "zebrapack" {
				if text, err := exec.Command("go", "run", "../addzid", "-w", filepath.Join(dir, zooSources[0]), filepath.Join(dir, zooSources[1])).CombinedOutput(); err != nil {
					t.Fatalf("addzid: %v\n%s", err, text)
				}
			}
		}
		for _, name := range zooSources {
			var out, errs bytes.Buffer
			if status := run(append(strings.Fields(mode.flags), "-file", filepath.Join(dirs[0], name), "-tests=false"), &out, &errs); status != 0 {
				t.Fatalf("%s: %s", mode.name, errs.String())
			}
			t.Logf("%s", errs.Bytes())
		}
		fill := strings.NewReplacer("BARE", mode.bare, "PACKAGE", mode.name, "LEFT", mode.left)
		for name, text := range map[string]string{"zoo_test.go": zooTest, "options_test.go": optionsTest} {
			if err := os.WriteFile(filepath.Join(dirs[0], name), []byte(fill.Replace(text)), 0o666); err != nil {
				t.Fatal(err)
			}
		}
	}
	gentest.Test(t, root)
}

// copyZoo puts the zoo into a folder; with numbered, without the values that tags would change.
func copyZoo(t *testing.T, dir string, numbered bool) {
	t.Helper()
	if err := os.Mkdir(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	for _, name := range zooSources {
		text, err := os.ReadFile(filepath.Join("..", "..", "internal", "testkit", name))
		if err != nil {
			t.Fatal(err)
		}
		if numbered {
			text = bytes.ReplaceAll(unnamed.ReplaceAll(text, []byte("}")), []byte("Nested{*point, someKinds()}"), []byte("Nested{Point: *point, Kinds: someKinds()}"))
		}
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// unnamed is the end of a literal whose fields have types without names, which tags change.
var unnamed = regexp.MustCompile(`, struct\{ A, B int \}\{1, 2\},\s+struct\{ Slices .*struct\{\}\{\}\}`)
