package types

import (
	stdjson "encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/internal/testkit"
	"github.com/beve-org/beve-go/json"
	"github.com/beve-org/beve-go/jsonpack"
	"github.com/beve-org/beve-go/msgpack"
	"github.com/beve-org/beve-go/translator"
	"github.com/beve-org/beve-go/zebrapack"
)

// format is a column of the table: how a value goes out and comes back.
type format struct {
	name string
	enc  func(v any) ([]byte, error)
	dec  func(b []byte, v any) error
	// fields says that only structs go through the format.
	fields bool
}

var formats = []format{
	{name: "BEVE", enc: beve.Marshal, dec: beve.Unmarshal},
	{name: "extended", enc: beve.EncodeOptions{Extended: true}.Marshal, dec: beve.Unmarshal},
	{name: "JSON", enc: json.Marshal, dec: json.Unmarshal},
	{name: "msgpack", enc: msgpack.Marshal, dec: msgpack.Unmarshal},
	{name: "zebrapack", enc: zebrapack.Marshal, dec: zebrapack.Unmarshal, fields: true},
	{name: "jsonpack", enc: packed, dec: unpacked, fields: true},
	{name: "BEVE → JSON → BEVE", enc: func(v any) ([]byte, error) {
		b, err := beve.Marshal(v)
		if err != nil {
			return nil, err
		}
		return translator.Options{NonFiniteError: true}.ToJSON(b)
	}, dec: fromJSON},
	{name: "JSON → BEVE", enc: stdjson.Marshal, dec: fromJSON},
}

func fromJSON(text []byte, v any) error {
	b, err := translator.FromJSON(text)
	if err != nil {
		return err
	}
	return beve.Unmarshal(b, v)
}

func schema(v any) (*jsonpack.Schema, error) {
	p := jsonpack.NewJSONPack()
	return p.AddSchema("t", v)
}

func packed(v any) ([]byte, error) {
	s, err := schema(v)
	if err != nil {
		return nil, err
	}
	return s.Encode(v)
}

func unpacked(b []byte, v any) error {
	s, err := schema(v)
	if err != nil {
		return err
	}
	return s.Decode(b, v)
}

// places are where a value may stand: each makes a variable of a type around T.
var places = []struct {
	name  string
	whole bool // it is not in a struct
	in    func(t reflect.Type) reflect.Type
	put   func(at, v reflect.Value)
}{
	{"a field", false, field, func(at, v reflect.Value) { at.Field(0).Set(v) }},
	{"a value", true, func(t reflect.Type) reflect.Type { return t }, func(at, v reflect.Value) { at.Set(v) }},
	{"a pointer", false, func(t reflect.Type) reflect.Type { return field(reflect.PointerTo(t)) }, func(at, v reflect.Value) {
		p := reflect.New(v.Type())
		p.Elem().Set(v)
		at.Field(0).Set(p)
	}},
	{"a slice", false, func(t reflect.Type) reflect.Type { return field(reflect.SliceOf(t)) }, func(at, v reflect.Value) {
		at.Field(0).Set(reflect.Append(reflect.MakeSlice(reflect.SliceOf(v.Type()), 0, 2), v, v))
	}},
	{"an array", false, func(t reflect.Type) reflect.Type { return field(reflect.ArrayOf(1, t)) }, func(at, v reflect.Value) { at.Field(0).Index(0).Set(v) }},
	{"a map", false, func(t reflect.Type) reflect.Type { return field(reflect.MapOf(reflect.TypeFor[string](), t)) }, func(at, v reflect.Value) {
		m := reflect.MakeMap(at.Field(0).Type())
		m.SetMapIndex(reflect.ValueOf("k"), v)
		at.Field(0).Set(m)
	}},
}

func field(t reflect.Type) reflect.Type {
	return reflect.StructOf([]reflect.StructField{{Name: "F", Type: t, Tag: `json:"F" zid:"0"`}})
}

// outcome is what became of a value on one way.
type outcome int

const (
	same outcome = iota
	fails
	emptied // nil is empty, or the name of a zone is lost
	other
)

// tripped sends the value v through f at a place. as is the type that is read, that of v or
// one with an interface in its stead for writing.
func tripped(f *format, made, v reflect.Value) (o outcome, why string) {
	defer func() {
		if p := recover(); p != nil {
			o, why = other, fmt.Sprint("panic: ", p)
		}
	}()
	b, err := f.enc(made.Interface())
	if err != nil {
		return fails, err.Error()
	}
	back := reflect.New(v.Type())
	if err := f.dec(b, back.Interface()); err != nil {
		return fails, err.Error()
	}
	switch {
	case bothNull(back.Elem(), v):
		return emptied, ""
	case testkit.Equal(back.Elem().Interface(), v.Interface()), alike(back.Elem(), v):
		return same, ""
	case testkit.EqualLoose(back.Elem().Interface(), v.Interface()):
		return emptied, ""
	}
	return other, fmt.Sprintf("%+v becomes %+v, by %q", v.Interface(), back.Elem().Interface(), b)
}

// bothNull reports whether a came back for b because what b leads to is null: a pointer to
// it is nil then, and a raw value that is nil holds null.
func bothNull(a, b reflect.Value) bool {
	switch a.Kind() {
	case reflect.Struct:
		return a.NumField() == 1 && a.Type().Field(0).Name == "F" && bothNull(a.Field(0), b.Field(0))
	case reflect.Pointer:
		if b.IsNil() || !a.IsNil() {
			return !a.IsNil() && !b.IsNil() && bothNull(a.Elem(), b.Elem())
		}
		text, err := json.Marshal(b.Interface())
		return err == nil && string(text) == "null"
	case reflect.Array, reflect.Slice:
		if a.Type().Elem().Kind() == reflect.Uint8 && b.Len() == 0 && a.Kind() == reflect.Slice {
			text, err := json.Marshal(a.Interface())
			return err == nil && string(text) == "null"
		}
		if a.Len() != b.Len() || a.Len() == 0 {
			return false
		}
		for i := range a.Len() {
			if !bothNull(a.Index(i), b.Index(i)) {
				return false
			}
		}
		return true
	case reflect.Map:
		if a.Len() != 1 || b.Len() != 1 {
			return false
		}
		x, y := a.MapIndex(a.MapKeys()[0]), b.MapIndex(a.MapKeys()[0])
		return y.IsValid() && bothNull(x, y)
	}
	return false
}

// alike compares by the methods Equal, Cmp and String what holds the same in other memory.
func alike(a, b reflect.Value) bool {
	if a.Type() != b.Type() {
		return false
	}
	if a.Kind() == reflect.Pointer && (a.IsNil() || b.IsNil()) {
		return a.IsNil() == b.IsNil()
	}
	for _, name := range []string{"Equal", "Cmp", "String"} {
		x, y := a, b
		if m := x.MethodByName(name); !m.IsValid() && a.Kind() != reflect.Pointer {
			x, y = reflect.New(a.Type()), reflect.New(b.Type())
			x.Elem().Set(a)
			y.Elem().Set(b)
		}
		m := x.MethodByName(name)
		if !m.IsValid() || m.Type().NumOut() != 1 || m.Type().NumIn() > 1 {
			continue
		}
		switch {
		case name == "String" && m.Type().NumIn() == 0 && m.Type().Out(0).Kind() == reflect.String:
			return m.Call(nil)[0].String() == y.MethodByName(name).Call(nil)[0].String()
		case name != "String" && m.Type().NumIn() == 1 && m.Type().In(0) == x.Type():
			out := m.Call([]reflect.Value{y})[0]
			return out.Kind() == reflect.Bool && out.Bool() || out.Kind() == reflect.Int && out.Int() == 0
		case name != "String" && m.Type().NumIn() == 1 && m.Type().In(0) == a.Type():
			out := m.Call([]reflect.Value{b})[0]
			return out.Kind() == reflect.Bool && out.Bool() || out.Kind() == reflect.Int && out.Int() == 0
		}
	}
	switch a.Kind() {
	case reflect.Pointer:
		return alike(a.Elem(), b.Elem())
	case reflect.Struct:
		for i := range a.NumField() {
			if !a.Type().Field(i).IsExported() || !alike(a.Field(i), b.Field(i)) {
				return false
			}
		}
		return a.NumField() > 0
	case reflect.Slice, reflect.Array:
		if a.Len() != b.Len() || a.Len() == 0 {
			return false
		}
		for i := range a.Len() {
			if !alike(a.Index(i), b.Index(i)) {
				return false
			}
		}
		return true
	case reflect.Map:
		if a.Len() != b.Len() || a.Len() == 0 {
			return false
		}
		for iter := a.MapRange(); iter.Next(); {
			if w := b.MapIndex(iter.Key()); !w.IsValid() || !alike(iter.Value(), w) {
				return false
			}
		}
		return true
	}
	return testkit.Equal(a.Interface(), b.Interface())
}

// cell computes one cell: what becomes of all values of s at all places, in signs, and of
// what is neither the same nor an error, how.
func cell(s *sample, f *format) (signs string, why []string) {
	var seen [4]int
	for _, v := range s.values {
		for _, p := range places {
			if f.fields && p.whole || f.name == "jsonpack" && p.name == "a map" {
				continue // which the format does not know
			}
			made := reflect.New(p.in(s.typ)).Elem()
			p.put(made, v)
			ways := []reflect.Value{made.Addr(), made}
			if p.name == "a field" && !f.fields && v.Kind() != reflect.Interface {
				held := reflect.New(field(reflect.TypeFor[any]())).Elem()
				held.Field(0).Set(v)
				ways = append(ways, held)
			}
			for _, way := range ways {
				o, reason := tripped(f, way, made)
				if o == other {
					if o2, _ := tripped(&standard, way, made); o2 == other && (f.name == "JSON" || f.name == "JSON → BEVE") {
						reason = byStandard
					}
					if !slices.Contains(why, reason) {
						why = append(why, reason)
					}
				}
				seen[o]++
			}
		}
	}
	var parts []string
	for o, sign := range []string{"=", "!", "≈"} {
		if seen[o] > 0 {
			parts = append(parts, sign)
		}
	}
	return strings.Join(parts, " "), why
}

// standard is encoding/json, which package json does not differ from.
var standard = format{enc: stdjson.Marshal, dec: stdjson.Unmarshal}

// heldAs says what an interface holds when a message of s is read into it.
func heldAs(s *sample) string {
	b, err := beve.Marshal(s.values[len(s.values)-1].Interface())
	var v any
	if err == nil {
		err = beve.Unmarshal(b, &v)
	}
	if err != nil {
		return "error"
	}
	return "`" + strings.ReplaceAll(fmt.Sprintf("%T", v), "engine.", "beve.") + "`" // by the names that users know
}
