// The vectors: what the published implementations write and refuse.

package jsonpack_test

import (
	"bytes"
	"encoding/hex"
	stdjson "encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/beve-org/beve-go/internal/testkit"
	"github.com/beve-org/beve-go/jsonpack"
)

// vector is one entry of a file of vectors; which members it has depends on the file.
type vector struct {
	Name       string
	Schema     stdjson.RawMessage
	Value      any
	Hex        string
	ByteOrder  string
	Checks     []string
	Expect     string
	Definition string
	GoFields   []string
	Reference  string
}

func (v *vector) checked(by string) bool {
	for _, c := range v.Checks {
		if c == by {
			return true
		}
	}
	return false
}

func (v *vector) bytes(t *testing.T) []byte {
	t.Helper()
	b, err := hex.DecodeString(v.Hex)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func readVectors(t testing.TB, name string) []vector {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "testdata", "jsonpack", name+".json"))
	if err != nil {
		t.Fatal(err)
	}
	var file struct{ Vectors []vector }
	d := stdjson.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	if err := d.Decode(&file); err != nil {
		t.Fatal(err)
	}
	if len(file.Vectors) == 0 {
		t.Fatalf("%s has no vectors", name)
	}
	for i := range file.Vectors {
		file.Vectors[i].Value = unmark(t, file.Vectors[i].Value)
	}
	return file.Vectors
}

// unmark replaces what JSON has no form for: {"$f":"Inf"} and {"$s":"<hex>"}.
func unmark(t testing.TB, v any) any {
	t.Helper()
	switch v := v.(type) {
	case map[string]any:
		if f, ok := v["$f"]; ok {
			return map[any]float64{"Inf": math.Inf(1), "-Inf": math.Inf(-1)}[f]
		}
		if s, ok := v["$s"]; ok {
			b, err := hex.DecodeString(s.(string))
			if err != nil {
				t.Fatal(err)
			}
			return string(b)
		}
		for k := range v {
			v[k] = unmark(t, v[k])
		}
	case []any:
		for i := range v {
			v[i] = unmark(t, v[i])
		}
	}
	return v
}

var valueFiles = []string{"scalars", "strings", "arrays", "objects", "documents"}

func mustAdd(t testing.TB, definition any, order ...any) *jsonpack.Schema {
	t.Helper()
	s, err := jsonpack.NewJSONPack().AddSchema("test", append([]any{definition}, order...)...)
	if err != nil {
		t.Fatalf("AddSchema(%.200s): %v", definition, err)
	}
	return s
}

// exactly compares decoded values with those of a vector, restricted to the schema:
// numbers as text by their exact types, floats by their bits.
func exactly(def *jsonpack.SchemaDef, got, want any) error {
	switch def.Type = strings.ToLower(def.Type); def.Type {
	case "object":
		g, ok := got.(map[string]any)
		w := want.(map[string]any)
		if !ok || len(g) > len(def.Order) {
			return fmt.Errorf("got %T %v", got, got)
		}
		for _, name := range def.Order {
			if err := exactly(def.Properties[name], g[name], w[name]); err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
		}
		return nil
	case "array":
		g, ok := got.([]any)
		w := want.([]any)
		if !ok || len(g) != len(w) {
			return fmt.Errorf("got %T of %d, want %d", got, len(g), len(w))
		}
		for i := range w {
			if err := exactly(def.Items, g[i], w[i]); err != nil {
				return fmt.Errorf("%d: %w", i, err)
			}
		}
		return nil
	case "string", "bool", "boolean":
		if got != want {
			return fmt.Errorf("got %#v, want %#v", got, want)
		}
		return nil
	}
	w, isFloat := want.(float64)
	switch g := got.(type) {
	case float32:
		if !isFloat {
			f, err := want.(stdjson.Number).Float64()
			if err != nil {
				return err
			}
			w = f
		}
		if math.Float32bits(g) != math.Float32bits(float32(w)) {
			return fmt.Errorf("got %v, want %v", g, w)
		}
	case float64:
		if !isFloat {
			f, err := want.(stdjson.Number).Float64()
			if err != nil {
				return err
			}
			w = f
		}
		if math.Float64bits(g) != math.Float64bits(w) {
			return fmt.Errorf("got %v, want %v", g, w)
		}
	default:
		if name := fmt.Sprintf("%T", got); name != strings.TrimSuffix(strings.TrimSuffix(def.Type, "le"), "be") {
			return fmt.Errorf("got a %s for %s", name, def.Type)
		}
		if fmt.Sprint(got) != want.(stdjson.Number).String() {
			return fmt.Errorf("got %v, want %v", got, want)
		}
	}
	return nil
}

func TestVectorsOfValues(t *testing.T) {
	n := 0
	for _, file := range valueFiles {
		for _, v := range readVectors(t, file) {
			t.Run(v.Name, func(t *testing.T) {
				n++
				s := mustAdd(t, v.Schema)
				want := v.bytes(t)
				def, _ := s.GetSchemaDef()

				got, err := s.Encode(v.Value)
				if err != nil || !bytes.Equal(got, want) {
					t.Fatalf("Encode: %x, %v; want %x", got, err, want)
				}
				var out any
				if err := s.Decode(want, &out); err != nil {
					t.Fatal(err)
				}
				if err := exactly(def, out, v.Value); err != nil {
					t.Error(err)
				}
				if again, err := s.Encode(out); err != nil || !bytes.Equal(again, want) {
					t.Errorf("Encode of what was decoded: %x, %v", again, err)
				}
				if v.checked("go-map-float64") {
					floats := asFloats(v.Value)
					if got, err := s.Encode(floats); err != nil || !bytes.Equal(got, want) {
						t.Errorf("Encode of floats: %x, %v", got, err)
					}
				}
				throughStruct(t, s, def, out, want)
				throughJSON(t, s, want)
				// A document ends where it ends, whatever follows.
				if n, err := s.DecodePrefix(append(want[:len(want):len(want)], 0xff), &out); err == nil || n > 0 || !isList(out) {
					var again any
					if n, err := s.DecodePrefix(append(want[:len(want):len(want)], 0xff), &again); n != len(want) || err != nil {
						t.Errorf("DecodePrefix: %d, %v", n, err)
					}
				}
				for i := range want {
					if err := s.Decode(want[:i], new(any)); err == nil {
						t.Errorf("accepted the first %d bytes", i)
					}
				}
			})
		}
	}
	if n < 90 {
		t.Errorf("only %d vectors", n)
	}
}

func isList(v any) bool {
	_, ok := v.([]any)
	return ok
}

// asFloats returns what json.Unmarshal would have made of v.
func asFloats(v any) any {
	switch v := v.(type) {
	case stdjson.Number:
		f, _ := v.Float64()
		return f
	case map[string]any:
		out := map[string]any{}
		for k := range v {
			out[k] = asFloats(v[k])
		}
		return out
	case []any:
		out := make([]any, len(v))
		for i := range v {
			out[i] = asFloats(v[i])
		}
		return out
	}
	return v
}

// throughStruct decodes into a Go type that is made for the definition, and encodes
// that again.
func throughStruct(t *testing.T, s *jsonpack.Schema, def *jsonpack.SchemaDef, value any, want []byte) {
	t.Helper()
	typ := typeFor(def)
	if typ == nil {
		return // names that no tag can have
	}
	p := reflect.New(typ)
	if err := s.Decode(want, p.Interface()); err != nil {
		t.Fatalf("into %v: %v", typ, err)
	}
	for _, v := range []any{p.Interface(), p.Elem().Interface()} {
		if got, err := s.Encode(v); err != nil || !bytes.Equal(got, want) {
			t.Fatalf("of %v: %x, %v; want %x", typ, got, err, want)
		}
	}
	if err := s.Decode(want, p.Interface()); err != nil {
		t.Fatalf("again into %v: %v", typ, err)
	}
	var out any
	got, err := s.Encode(p.Interface())
	if err == nil {
		err = s.Decode(got, &out)
	}
	if err != nil || !testkit.Equal(out, value) {
		t.Errorf("%v is %v after two decodes, %v", typ, out, err)
	}
}

var goTypes = map[string]reflect.Type{
	"bool": reflect.TypeFor[bool](), "string": reflect.TypeFor[string](),
	"int8": reflect.TypeFor[int8](), "int16": reflect.TypeFor[int16](), "int32": reflect.TypeFor[int32](), "int64": reflect.TypeFor[int64](),
	"uint8": reflect.TypeFor[uint8](), "uint16": reflect.TypeFor[uint16](), "uint32": reflect.TypeFor[uint32](), "uint64": reflect.TypeFor[uint64](),
	"float32": reflect.TypeFor[float32](), "float64": reflect.TypeFor[float64](), "float": reflect.TypeFor[float32](),
	"double": reflect.TypeFor[float64](), "boolean": reflect.TypeFor[bool](),
}

// typeFor returns a Go type for a definition, whose structs have the fields in reverse,
// every third through a pointer, and one that is in no schema; nil if a name cannot stand
// in a tag.
func typeFor(def *jsonpack.SchemaDef) reflect.Type {
	name := strings.ToLower(def.Type)
	switch name {
	case "array":
		if elem := typeFor(def.Items); elem != nil {
			return reflect.SliceOf(elem)
		}
		return nil
	case "object":
		seen := map[string]bool{}
		fields := []reflect.StructField{{Name: "Extra", Type: reflect.TypeFor[*int](), Tag: `json:"-"`}}
		for i := len(def.Order) - 1; i >= 0; i-- {
			name := def.Order[i]
			typ := typeFor(def.Properties[name])
			if typ == nil || name == "-" || strings.ContainsAny(name, ",\"\\'` ") || !isTag(name) {
				return nil
			}
			if seen[name] {
				continue
			}
			seen[name] = true
			if i%3 == 2 {
				typ = reflect.PointerTo(typ)
			}
			fields = append(fields, reflect.StructField{Name: fmt.Sprint("F", i), Type: typ, Tag: reflect.StructTag(fmt.Sprintf("json:%q", name))})
		}
		return reflect.StructOf(fields)
	}
	return goTypes[strings.TrimSuffix(strings.TrimSuffix(name, "le"), "be")]
}

// isTag asks encoding/json whether a tag can name a field so.
func isTag(name string) bool {
	v := reflect.New(reflect.StructOf([]reflect.StructField{{Name: "F", Type: reflect.TypeFor[int](),
		Tag: reflect.StructTag(fmt.Sprintf("json:%q", name))}}))
	text, err := stdjson.Marshal(v.Interface())
	var m map[string]int
	if err == nil {
		err = stdjson.Unmarshal(text, &m)
	}
	_, ok := m[name]
	return err == nil && ok
}

// throughJSON prints a document and packs the text again, members in the order of the
// schema and in another one.
func throughJSON(t *testing.T, s *jsonpack.Schema, want []byte) {
	t.Helper()
	text, err := s.ToJSON(want)
	if err != nil {
		if strings.Contains(err.Error(), "NaN") || strings.Contains(err.Error(), "UTF-8") {
			return
		}
		t.Fatal(err)
	}
	got, err := s.FromJSON(text)
	if err != nil || !bytes.Equal(got, want) {
		t.Fatalf("FromJSON(%s): %x, %v; want %x", text, got, err, want)
	}
	var v any
	d := stdjson.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	if err := d.Decode(&v); err != nil {
		t.Fatal(err)
	}
	sorted, err := stdjson.MarshalIndent(v, " ", "\t")
	if err != nil {
		t.Fatal(err)
	}
	if got, err := s.FromJSON(sorted); err != nil || !bytes.Equal(got, want) {
		t.Fatalf("FromJSON(%s): %x, %v; want %x", sorted, got, err, want)
	}
}

func TestVectorsOfMalformedInput(t *testing.T) {
	for _, v := range readVectors(t, "malformed") {
		t.Run(v.Name, func(t *testing.T) {
			s := mustAdd(t, v.Schema)
			data := v.bytes(t)
			def, _ := s.GetSchemaDef()
			for _, target := range []any{new(any), reflect.New(typeFor(def)).Interface()} {
				err := s.Decode(data, target)
				if (err == nil) != (v.Expect == "accept") {
					t.Errorf("Decode into %T: %v", target, err)
				}
				if err != nil {
					checkDecodeError(t, err)
				} else if out, ok := target.(*any); ok {
					if err := exactly(def, *out, v.Value); err != nil {
						t.Error(err)
					}
				}
			}
			if _, err := s.ToJSON(data); (err == nil) != (v.Expect == "accept") {
				t.Errorf("ToJSON: %v", err)
			}
			d := jsonpack.NewDecoder(bytes.NewReader(data), s)
			err := d.Decode(new(any))
			if strings.HasPrefix(v.Name, "malformed/trailing") || len(data) == 0 {
				return // in a stream another document follows, or none at all
			}
			if (err == nil) != (v.Expect == "accept") {
				t.Errorf("from a stream: %v", err)
			}
		})
	}
}

func TestVectorsOfSchemas(t *testing.T) {
	for _, v := range readVectors(t, "schemas") {
		t.Run(v.Name, func(t *testing.T) {
			_, err := jsonpack.NewJSONPack().AddSchema("x", v.Definition)
			if (err == nil) != (v.Expect == "ok") {
				t.Errorf("%s: %v", v.Definition, err)
			}
			checkCompileError(t, err)
			var tree map[string]any
			if stdjson.Unmarshal([]byte(v.Definition), &tree) != nil {
				return
			}
			if _, err := jsonpack.NewJSONPack().AddSchema("x", tree); (err == nil) != (v.Expect == "ok") {
				t.Errorf("as a map, %s: %v", v.Definition, err)
			}
			var def jsonpack.SchemaDef
			if stdjson.Unmarshal([]byte(v.Definition), &def) == nil && v.Expect == "ok" {
				if _, err := jsonpack.NewJSONPack().AddSchema("x", def); err != nil {
					t.Errorf("as a SchemaDef, %s: %v", v.Definition, err)
				}
			}
		})
	}
}
