package main

import (
	"bytes"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/beve-org/beve-go/cmd/zebrapack/testdata/schemas"
	"github.com/beve-org/beve-go/internal/testkit"
	"github.com/beve-org/beve-go/zebrapack"
)

// This file holds the schemas of the generator to those of reflection, and the Go that a schema becomes to the schema.

// plainSchema returns the text of the structs of a schema, without what reflection does not know: places, how a type was
// spelled, and the kind of a field that is not sent.
func plainSchema(s *zebrapack.Schema, names []string) map[string]string {
	out := map[string]string{}
	for _, name := range names {
		if s.Structs[name] == nil {
			continue
		}
		st := *s.Structs[name]
		st.Fields = slices.Clone(st.Fields)
		for i := range st.Fields {
			f := &st.Fields[i]
			if f.Pos = ""; f.Skip {
				f.Category, f.Primitive = 0, 0
			}
			f.TypeStr = spellings.Replace(f.TypeStr)
			if strings.ContainsAny(f.TypeStr, "_[") || strings.Contains(f.TypeStr, "struct{") {
				f.TypeStr = "" // the names of structs without any, and of arguments
			}
		}
		text := string((&zebrapack.Schema{Structs: map[string]*zebrapack.Struct{name: &st}}).AppendJSON(nil))
		out[name] = strings.NewReplacer(`"FieldPrimitive":12,`, `"FieldPrimitive":8,`, `{"Kind":12,"Str":"byte"}`, `{"Kind":8,"Str":"uint8"}`).Replace(text)
	}
	return out
}

var spellings = strings.NewReplacer("interface{}", "any", "byte", "uint8", "rune", "int32")

// sameSchemas compares the structs that reflection knows.
func sameSchemas(t *testing.T, generated, reflected *zebrapack.Schema) {
	t.Helper()
	names := reflected.Names()
	got, want := plainSchema(generated, names), plainSchema(reflected, names)
	for _, name := range names {
		if got[name] != want[name] {
			t.Errorf("%s: the generator has\n%s\nreflection\n%s", name, got[name], want[name])
		}
	}
	part := &zebrapack.Schema{Structs: map[string]*zebrapack.Struct{}}
	for _, name := range names {
		if st := generated.Structs[name]; st != nil {
			part.Structs[name] = st
		}
	}
	if vs := append(zebrapack.Check(part, reflected), zebrapack.Check(reflected, part)...); len(vs) > 0 {
		t.Error(vs)
	}
}

// becomesGo turns a schema into Go, and holds the schema of that to it.
func becomesGo(t *testing.T, s *zebrapack.Schema) {
	t.Helper()
	dir := tempPackage(t)
	path, source := filepath.Join(dir, "s.zebra"), filepath.Join(dir, "s.go")
	if err := os.WriteFile(path, s.AppendMsgpack(nil), 0o666); err != nil {
		t.Fatal(err)
	}
	var out, errs bytes.Buffer
	if status := run([]string{"-schema-to-go", path}, &out, &errs); status != 0 {
		t.Fatalf("exit status %d\n%s", status, &errs)
	}
	if err := os.WriteFile(source, out.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	in, err := load(source)
	if err != nil || len(in.Errors) > 0 {
		t.Fatalf("%v, %v\n%s", err, in.Errors, &out)
	}
	again, err := schemaAt(source, false)
	if err != nil {
		t.Fatalf("%v\n%s", err, &out)
	}
	if vs := append(zebrapack.Check(s, again), zebrapack.Check(again, s)...); len(vs) > 0 {
		t.Errorf("%v\n%s", vs, &out)
	}
}

func TestSchemasOfBothAreTheSame(t *testing.T) {
	generated, err := schemaAt(filepath.Join("testdata", "schemas"), false)
	if err != nil {
		t.Fatal(err)
	}
	all := &zebrapack.Schema{Structs: map[string]*zebrapack.Struct{}}
	for _, v := range []any{schemas.Promotes{}, schemas.Shadows{}, schemas.Instances{}, schemas.Places{}, schemas.Known{}, schemas.Leaf{}, schemas.Nothing{}} {
		s, err := zebrapack.SchemaOfType(reflect.TypeOf(v))
		if err != nil {
			t.Fatalf("%T: %v", v, err)
		}
		maps.Copy(all.Structs, s.Structs)
	}
	sameSchemas(t, generated, all)
	if !slices.Equal(generated.Names(), all.Names()) {
		t.Errorf("the generator has %q\nreflection %q", generated.Names(), all.Names())
	}
	promotes := generated.Structs["Promotes"].Fields
	if f := promotes[1]; f.GoName != "I2" || f.TypeStr != "string" || f.TagName != "i2" {
		t.Errorf("a promoted field is %+v", f)
	}
	becomesGo(t, generated)
	becomesGo(t, all)
}

// TestSchemasOfRandomTypesAreTheSame is for the zoo and for types made at random: the fields of one struct, which has the
// name that a struct without one has at the root.
func TestSchemasOfRandomTypesAreTheSame(t *testing.T) {
	var fields []reflect.StructField
	seen := map[reflect.Type]bool{}
	add := func(of reflect.Type) {
		if of = testkit.Numbered(of); seen[of] {
			return
		}
		seen[of] = true
		one := reflect.StructOf([]reflect.StructField{{Name: "V", Type: of, Tag: `zid:"0"`}})
		if _, err := zebrapack.SchemaOfType(one); err != nil {
			return // of what cannot be sent
		}
		fields = append(fields, reflect.StructField{Name: fmt.Sprintf("F%d", len(fields)), Type: of,
			Tag: reflect.StructTag(fmt.Sprintf(`zid:"%d"`, len(fields)))})
	}
	for _, v := range append(testkit.Zoo(), testkit.ZooBeyondJSON()...) {
		add(reflect.TypeOf(v))
	}
	seeds := uint64(200)
	if testing.Short() {
		seeds = 30
	}
	for seed := range seeds {
		add(testkit.RandomType(rand.New(rand.NewPCG(seed, 4)), 3))
	}
	left := map[int]bool{}
	dir := tempPackage(t)
	path := filepath.Join(dir, "value.go")
	var generated *zebrapack.Schema
	for generated == nil {
		var kept []reflect.StructField
		text := bytes.NewBufferString("package value\n\nimport (\n\"encoding/json\"\n\"math/big\"\n\"net/netip\"\n\"time\"\n\n\"github.com/beve-org/beve-go/internal/testkit\"\n)\n\nvar _ json.Number\nvar _ big.Int\nvar _ netip.Addr\nvar _ time.Time\nvar _ testkit.Point\n\ntype Value struct {\n")
		for i, f := range fields {
			if left[i] {
				continue
			}
			f.Tag = reflect.StructTag(fmt.Sprintf(`zid:"%d"`, len(kept)))
			kept = append(kept, f)
			fmt.Fprintf(text, "%s %s `%s`\n", f.Name, qualified(f.Type), f.Tag)
		}
		text.WriteString("}\n")
		if err := os.WriteFile(path, text.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
		s, err := schemaAt(path, false)
		if err == nil {
			generated = s
			reflected, err := zebrapack.SchemaOfType(reflect.StructOf(kept))
			if err != nil {
				t.Fatal(err)
			}
			sameSchemas(t, generated, reflected)
			if !slices.Equal(generated.Names(), reflected.Names()) {
				t.Errorf("the generator has %q\nreflection %q", generated.Names(), reflected.Names())
			}
			becomesGo(t, generated)
			becomesGo(t, reflected)
			break
		}
		n := len(left)
		for _, m := range regexp.MustCompile(`value\.go:(\d+):`).FindAllStringSubmatch(err.Error(), -1) {
			var line int
			fmt.Sscan(m[1], &line)
			before := strings.Split(text.String(), "\n")[:line]
			for _, l := range slices.Backward(before) {
				var i int
				if _, err := fmt.Sscanf(l, "F%d ", &i); err == nil {
					left[i] = true
					break
				}
			}
		}
		if len(left) == n {
			t.Fatal(err)
		}
	}
	if len(left) > len(fields)/2 {
		t.Errorf("the generator takes %d of %d types", len(fields)-len(left), len(fields))
	}
}

// qualified returns the source of a type outside of package testkit.
func qualified(t reflect.Type) string {
	if t.Name() != "" || t.Kind() == reflect.Interface {
		return strings.NewReplacer("interface {}", "any", "[]uint8", "[]byte").Replace(t.String())
	}
	if (t.Kind() == reflect.Slice || t.Kind() == reflect.Array) && t.Elem() == reflect.TypeFor[byte]() {
		return strings.Replace(t.String(), "uint8", "byte", 1) // the other spelling is an array, of which reflection does not know
	}
	switch t.Kind() {
	case reflect.Pointer:
		return "*" + qualified(t.Elem())
	case reflect.Slice:
		return "[]" + qualified(t.Elem())
	case reflect.Array:
		return fmt.Sprintf("[%d]%s", t.Len(), qualified(t.Elem()))
	case reflect.Map:
		return "map[" + qualified(t.Key()) + "]" + qualified(t.Elem())
	}
	var b strings.Builder
	b.WriteString("struct {\n")
	for i := range t.NumField() {
		f := t.Field(i)
		fmt.Fprintf(&b, "%s %s `%s`\n", f.Name, qualified(f.Type), f.Tag)
	}
	return b.String() + "}"
}
