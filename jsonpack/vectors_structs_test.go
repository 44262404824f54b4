// The vectors of schemas that are made of Go types. The files have the types as text.

package jsonpack_test

import (
	"bytes"
	stdjson "encoding/json"
	"math/bits"
	"os"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"github.com/beve-org/beve-go/jsonpack"
)

// structVector is a vector with the types that its fields are of: a list of fields, or
// the text of a type.
type structVector struct {
	vector
	GoTypes map[string]any
}

func readStructVectors(t *testing.T) []structVector {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "testdata", "jsonpack", "structs.json"))
	if err != nil {
		t.Fatal(err)
	}
	var file struct{ Vectors []structVector }
	if err := stdjson.Unmarshal(text, &file); err != nil {
		t.Fatal(err)
	}
	values := readVectors(t, "structs")
	for i := range file.Vectors {
		file.Vectors[i].Value = values[i].Value // numbers exactly
	}
	return file.Vectors
}

var basicTypes = map[string]reflect.Type{
	"int": reflect.TypeFor[int](), "uint": reflect.TypeFor[uint](), "interface{}": reflect.TypeFor[any](),
	"func()": reflect.TypeFor[func()](), "chan int": reflect.TypeFor[chan int](), "map[string]int": reflect.TypeFor[map[string]int](),
}

// parseType returns the type that text names.
func (v *structVector) parseType(t *testing.T, text string) reflect.Type {
	t.Helper()
	if rest, ok := strings.CutPrefix(text, "*"); ok {
		return reflect.PointerTo(v.parseType(t, rest))
	}
	if rest, ok := strings.CutPrefix(text, "["); ok {
		length, elem, _ := strings.Cut(rest, "]")
		if length == "" {
			return reflect.SliceOf(v.parseType(t, elem))
		}
		n, err := strconv.Atoi(length)
		if err != nil {
			t.Fatal(err)
		}
		return reflect.ArrayOf(n, v.parseType(t, elem))
	}
	if typ := basicTypes[text]; typ != nil {
		return typ
	}
	if typ := goTypes[text]; typ != nil {
		return typ
	}
	switch def := v.GoTypes[text].(type) {
	case string:
		return v.parseType(t, def)
	case []any:
		fields := make([]string, len(def))
		for i := range def {
			fields[i] = def[i].(string)
		}
		return v.structOf(t, fields)
	}
	t.Fatalf("type %q", text)
	return nil
}

func (v *structVector) structOf(t *testing.T, fields []string) reflect.Type {
	t.Helper()
	var list []reflect.StructField
	for _, text := range fields {
		decl, tag, _ := strings.Cut(text, " `")
		name, typ, _ := strings.Cut(decl, " ")
		f := reflect.StructField{Name: name, Tag: reflect.StructTag(strings.TrimSuffix(tag, "`"))}
		if name == "(embedded)" {
			f.Name, f.Anonymous = typ, true
		}
		if f.Name == strings.ToLower(f.Name) {
			f.PkgPath = "example"
		}
		f.Type = v.parseType(t, typ)
		list = append(list, f)
	}
	return reflect.StructOf(list)
}

type recursive struct {
	V    int32      `json:"v"`
	Next *recursive `json:"next"`
}

func TestVectorsOfStructs(t *testing.T) {
	for _, v := range readStructVectors(t) {
		t.Run(v.Name, func(t *testing.T) {
			if strings.Contains(v.Name, "64-bit") && bits.UintSize != 64 {
				t.Skip("int and uint have 32 bits here, and so has their schema")
			}
			if v.Name == "structs/error-recursive-type" {
				_, err := jsonpack.NewJSONPack().AddSchema("x", recursive{})
				if err == nil || !strings.Contains(err.Error(), "recursive contains itself") {
					t.Errorf("%v", err)
				}
				checkCompileError(t, err)
				return
			}
			typ := v.structOf(t, v.GoFields)
			value := reflect.New(typ)
			order := jsonpack.LittleEndian
			if v.ByteOrder == "big" {
				order = jsonpack.BigEndian
			}
			for _, def := range []any{value.Interface(), value.Elem().Interface()} {
				s, err := jsonpack.NewJSONPack().AddSchema("x", def, order)
				if v.Expect != "" {
					if err == nil {
						t.Errorf("%v has schema %s", typ, s.GetSchemaDefText())
					}
					checkCompileError(t, err)
					return
				}
				if err != nil {
					t.Fatal(err)
				}
				got := strings.ToLower(string(s.GetSchemaDefText()))
				if want := strings.ToLower(string(mustAdd(t, v.Schema).GetSchemaDefText())); got != want {
					t.Errorf("%v has schema\n%s, want\n%s", typ, got, want)
				}
				want := v.bytes(t)
				if err := s.Decode(want, value.Interface()); err != nil {
					t.Fatal(err)
				}
				for _, from := range []any{value.Interface(), value.Elem().Interface(), v.Value} {
					if got, err := s.Encode(from); err != nil || !bytes.Equal(got, want) {
						t.Errorf("Encode(%T): %x, %v; want %x", from, got, err, want)
					}
				}
				var out any
				if err := s.Decode(want, &out); err != nil {
					t.Error(err)
				}
				def, _ := s.GetSchemaDef()
				if err := exactly(def, out, v.Value); err != nil {
					t.Error(err)
				}
			}
		})
	}
}
