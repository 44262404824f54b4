package main

import (
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math"
	"reflect"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/beve-org/beve-go/msgpack/msgp"
)

// This file turns the value form of the vectors into Go values, and compares such
// values. Structs are objects by Go name, and what JSON has no form for is an object
// that says what it is.

// animals makes the values of named interfaces, by the name of their type.
type animals map[string]any

// fill sets v to what form says. It fails the test on what it does not know.
func fill(t testing.TB, v reflect.Value, form any, kinds animals) {
	t.Helper()
	if m, ok := form.(map[string]any); ok && m["repeat"] != nil {
		form = repeated(t, m)
	}
	switch p := v.Addr().Interface().(type) {
	case *time.Time:
		parsed, err := time.Parse(time.RFC3339Nano, form.(string))
		if err != nil {
			*p = farTime(t, form.(string))
			return
		}
		*p = parsed
		return
	case *msgp.Raw:
		*p = unhex(t, form.(map[string]any)["hex"].(string))
		return
	case *msgp.RawExtension:
		m := form.(map[string]any)
		p.Type = int8(number(m["type"]))
		if text, ok := m["hex"].(string); ok {
			p.Data = unhex(t, text)
		}
		return
	case *msgp.Number:
		fillNumber(t, p, form.(map[string]any))
		return
	}
	switch v.Kind() {
	case reflect.Struct:
		for name, part := range form.(map[string]any) {
			field := v.FieldByName(name)
			if !field.IsValid() {
				t.Fatalf("%s has no field %s", v.Type(), name)
			}
			fill(t, field, part, kinds)
		}
	case reflect.Pointer:
		if form != nil {
			v.Set(reflect.New(v.Type().Elem()))
			fill(t, v.Elem(), form, kinds)
		}
	case reflect.Interface:
		fillInterface(t, v, form, kinds)
	case reflect.Slice, reflect.Array:
		fillList(t, v, form, kinds)
	case reflect.Map:
		if form == nil {
			return
		}
		v.Set(reflect.MakeMap(v.Type()))
		for name, part := range form.(map[string]any) {
			key, elem := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
			fill(t, key, name, kinds)
			fill(t, elem, part, kinds)
			v.SetMapIndex(key, elem)
		}
	case reflect.String:
		v.SetString(text(t, form))
	case reflect.Bool:
		v.SetBool(form.(bool))
	case reflect.Float32, reflect.Float64:
		v.SetFloat(float(form))
	case reflect.Complex64, reflect.Complex128:
		parts := form.([]any)
		v.SetComplex(complex(float(parts[0]), float(parts[1])))
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		n := number(form)
		if v.OverflowInt(n) {
			t.Skipf("an int of this machine does not hold %d", n)
		}
		v.SetInt(n)
	default:
		n, err := strconv.ParseUint(fmt.Sprint(form), 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		if v.OverflowUint(n) {
			t.Skipf("a uint of this machine does not hold %d", n)
		}
		v.SetUint(n)
	}
}

// repeated returns what {"repeat": x, "n": k} stands for: a string, or a list.
func repeated(t testing.TB, m map[string]any) any {
	n := int(number(m["n"]))
	if s, ok := m["repeat"].(string); ok {
		return strings.Repeat(s, n)
	}
	list := make([]any, n)
	for i := range list {
		list[i] = m["repeat"]
	}
	return list
}

func unhex(t testing.TB, s string) []byte {
	t.Helper()
	b, err := hex.DecodeString(s)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// number returns an integer: a JSON number, or a decimal string.
func number(form any) int64 {
	n, err := strconv.ParseInt(fmt.Sprint(form), 10, 64)
	if err != nil {
		panic(err)
	}
	return n
}

func float(form any) float64 {
	switch form := form.(type) {
	case json.Number:
		f, err := form.Float64()
		if err != nil {
			panic(err)
		}
		return f
	case string:
		if form == "-0" {
			return math.Copysign(0, -1)
		}
		f, err := strconv.ParseFloat(form, 64)
		if err != nil {
			panic(err)
		}
		return f
	}
	panic(fmt.Sprintf("%v is not a float", form))
}

// text returns a string, which is {"hex": …} where it is no UTF-8.
func text(t testing.TB, form any) string {
	if m, ok := form.(map[string]any); ok {
		return string(unhex(t, m["hex"].(string)))
	}
	return form.(string)
}

func fillList(t testing.TB, v reflect.Value, form any, kinds animals) {
	if m, ok := form.(map[string]any); ok {
		b := unhex(t, m["hex"].(string))
		if v.Kind() == reflect.Slice {
			v.Set(reflect.MakeSlice(v.Type(), len(b), len(b)))
		}
		reflect.Copy(v, reflect.ValueOf(b))
		return
	}
	if form == nil {
		return
	}
	list := form.([]any)
	if v.Kind() == reflect.Slice {
		v.Set(reflect.MakeSlice(v.Type(), len(list), len(list)))
	}
	for i, part := range list {
		fill(t, v.Index(i), part, kinds)
	}
}

// farTime reads a time in a year of more than four digits.
func farTime(t testing.TB, s string) time.Time {
	t.Helper()
	year, rest, _ := strings.Cut(s, "-")
	y, err := strconv.ParseInt(year, 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	if int64(int(y)) != y {
		t.Skipf("a year of this machine is not %d", y)
	}
	parsed, err := time.Parse("01-02T15:04:05Z", rest)
	if err != nil {
		t.Fatal(err)
	}
	return time.Date(int(y), parsed.Month(), parsed.Day(), parsed.Hour(), parsed.Minute(), parsed.Second(), 0, time.UTC)
}

func fillNumber(t testing.TB, p *msgp.Number, m map[string]any) {
	switch m["t"] {
	case "int64":
		p.AsInt(number(m["v"]))
	case "uint64":
		p.AsUint(uint64(number(m["v"])))
	case "float32":
		p.AsFloat32(float32(float(m["v"])))
	case "float64":
		p.AsFloat64(float(m["v"]))
	default:
		t.Fatalf("a Number of type %v", m["t"])
	}
}

// scalarTypes are the kinds of values in an empty interface that fill knows itself.
var scalarTypes = map[string]reflect.Type{
	"bool": reflect.TypeFor[bool](), "string": reflect.TypeFor[string](), "time": reflect.TypeFor[time.Time](),
	"int": reflect.TypeFor[int](), "int8": reflect.TypeFor[int8](), "int16": reflect.TypeFor[int16](),
	"int32": reflect.TypeFor[int32](), "int64": reflect.TypeFor[int64](), "uint8": reflect.TypeFor[uint8](),
	"uint64": reflect.TypeFor[uint64](), "float32": reflect.TypeFor[float32](), "float64": reflect.TypeFor[float64](),
	"complex64": reflect.TypeFor[complex64](), "complex128": reflect.TypeFor[complex128](),
	"array": reflect.TypeFor[[]any](), "map": reflect.TypeFor[map[string]any](),
	"int64s": reflect.TypeFor[[]int64](), "strmap": reflect.TypeFor[map[string]string](),
	"ext": reflect.TypeFor[*msgp.RawExtension](),
}

// fillInterface sets an interface to {"t": kind, "v": …}, or {"struct": type, "v": …}.
func fillInterface(t testing.TB, v reflect.Value, form any, kinds animals) {
	if form == nil {
		return
	}
	m := form.(map[string]any)
	if name, ok := m["struct"].(string); ok {
		p := reflect.New(reflect.TypeOf(kinds[name]).Elem())
		fill(t, p.Elem(), m["v"], kinds)
		v.Set(p)
		return
	}
	if m["t"] == "bytes" {
		v.Set(reflect.ValueOf(unhex(t, m["v"].(string))))
		return
	}
	typ := scalarTypes[m["t"].(string)]
	if typ == nil {
		t.Fatalf("a value of type %v", m["t"])
	}
	p := reflect.New(typ)
	fill(t, p.Elem(), m["v"], kinds)
	v.Set(p.Elem())
}

// same compares values as the vectors ask: nil and empty are one, NaN is NaN, times
// are instants, and fields that are not sent are not compared. In an interface an integer is the integer that it reads as.
func same(a, b reflect.Value) bool {
	if a.Type() != b.Type() {
		return false
	}
	switch x := a.Interface().(type) {
	case time.Time:
		return x.Equal(b.Interface().(time.Time))
	case msgp.Number:
		y := b.Interface().(msgp.Number)
		return x.Type() == y.Type() && x.String() == y.String()
	case msgp.Raw:
		y := b.Interface().(msgp.Raw)
		return x.IsNil() && y.IsNil() || string(x) == string(y)
	}
	switch a.Kind() {
	case reflect.Struct:
		for i := range a.NumField() {
			f := a.Type().Field(i)
			if f.IsExported() && f.Tag.Get("msg") != "-" && !same(a.Field(i), b.Field(i)) {
				return false
			}
		}
		return true
	case reflect.Pointer, reflect.Interface:
		if a.IsNil() || b.IsNil() {
			return a.IsNil() == b.IsNil()
		}
		if a.Kind() == reflect.Interface {
			a, b = asRead(a.Elem()), asRead(b.Elem())
			return same(a, b)
		}
		return same(a.Elem(), b.Elem())
	case reflect.Slice, reflect.Array:
		if a.Len() != b.Len() {
			return false
		}
		for i := range a.Len() {
			if !same(a.Index(i), b.Index(i)) {
				return false
			}
		}
		return true
	case reflect.Map:
		if a.Len() != b.Len() {
			return false
		}
		for _, key := range a.MapKeys() {
			if e := b.MapIndex(key); !e.IsValid() || !same(a.MapIndex(key), e) {
				return false
			}
		}
		return true
	case reflect.Float32, reflect.Float64:
		return sameFloat(a.Float(), b.Float())
	case reflect.Complex64, reflect.Complex128:
		return sameFloat(real(a.Complex()), real(b.Complex())) && sameFloat(imag(a.Complex()), imag(b.Complex()))
	}
	return a.Interface() == b.Interface()
}

// sameFloat compares floats. A negative zero is empty, and comes back as zero.
func sameFloat(a, b float64) bool { return a == b || math.IsNaN(a) && math.IsNaN(b) }

// asRead returns the value that is read where v was written from an interface.
func asRead(v reflect.Value) reflect.Value {
	list := func(n int, at func(int) any) reflect.Value {
		out := make([]any, n)
		for i := range out {
			out[i] = at(i)
		}
		return reflect.ValueOf(out)
	}
	switch {
	case v.CanInt():
		return reflect.ValueOf(v.Int())
	case v.CanUint() && v.Uint() <= 127:
		return reflect.ValueOf(int64(v.Uint()))
	case v.CanUint():
		return reflect.ValueOf(v.Uint())
	}
	switch x := v.Interface().(type) {
	case []int64:
		return list(len(x), func(i int) any { return x[i] })
	case map[string]string:
		out := map[string]any{}
		for key, elem := range x {
			out[key] = elem
		}
		return reflect.ValueOf(out)
	}
	return v
}
