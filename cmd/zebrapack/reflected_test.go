package main

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/msgpack"
	"github.com/beve-org/beve-go/msgpack/msgp"
	"github.com/beve-org/beve-go/zebrapack"
)

// This file compares generated code with reflection, on random values and on damaged
// messages.

// reflected is how each mode is written and read by reflection.
var reflected = map[string]struct {
	marshal   func(v any) ([]byte, error)
	unmarshal func(data []byte, v any) error
}{
	"names": {zebrapack.Marshal, zebrapack.Unmarshal},
	"plain": {func(v any) ([]byte, error) {
		return zebrapack.EncodeOptions{NoStructNames: true}.Marshal(v)
	}, zebrapack.Unmarshal},
	"msgp": {func(v any) ([]byte, error) {
		return msgpack.EncodeOptions{Time: msgpack.TimeExt5}.Marshal(v)
	}, msgpack.Unmarshal},
}

// twins calls test for each type that has the same meaning by reflection, in each mode.
// Reflection does not tell byte from uint8, knows tuples by a field of their own, and
// gives an extension the code that is on the wire.
func twins(t *testing.T, test func(t *testing.T, mode string, generated func() generated, bare func() any)) {
	for name, bare := range bareTypes {
		switch name {
		case "29_uint8arrays.Uint8Arrays", "18_tuple.Vec", "18_tuple.Holder", "16_opaque.Opaque":
			continue
		}
		for mode := range modes {
			t.Run(mode+"/"+name, func(t *testing.T) { test(t, mode, golden[mode][name], bare) })
		}
	}
}

// random fills v. Maps have one entry at most, since their order is not the same twice.
func random(r *rand.Rand, v reflect.Value, depth int) {
	switch p := v.Addr().Interface().(type) {
	case *time.Time:
		if r.IntN(3) > 0 {
			*p = time.Unix(r.Int64N(1<<33)-1<<32, r.Int64N(1e9))
		}
		return
	}
	n := r.IntN(4)
	if depth <= 0 {
		n = 0
	}
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			if f := v.Type().Field(i); f.IsExported() && f.Tag.Get("msg") != "-" && r.IntN(4) > 0 {
				random(r, v.Field(i), depth-1)
			}
		}
	case reflect.Pointer:
		if n > 0 {
			v.Set(reflect.New(v.Type().Elem()))
			random(r, v.Elem(), depth-1)
		}
	case reflect.Interface:
		values := []any{"text", int64(-5), uint64(1 << 40), 2.5, true, []any{int64(1), nil}, map[string]any{"k": "v"}}
		if i := r.IntN(len(values) + 1); i < len(values) {
			v.Set(reflect.ValueOf(values[i]))
		}
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), n, n))
		for i := range n {
			random(r, v.Index(i), depth-1)
		}
	case reflect.Array:
		for i := range v.Len() {
			random(r, v.Index(i), depth-1)
		}
	case reflect.Map:
		v.Set(reflect.MakeMap(v.Type()))
		if n > 0 {
			key, elem := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
			random(r, key, depth-1)
			random(r, elem, depth-1)
			v.SetMapIndex(key, elem)
		}
	case reflect.String:
		v.SetString([]string{"", "a", "text of more than thirty-one bytes", "\xff"}[r.IntN(4)])
	case reflect.Bool:
		v.SetBool(r.IntN(2) > 0)
	case reflect.Float32, reflect.Float64:
		v.SetFloat([]float64{0, math.Copysign(0, -1), 1.5, math.Inf(1), math.NaN(), 1e30}[r.IntN(6)])
	case reflect.Complex64, reflect.Complex128:
		v.SetComplex(complex(float64(n), 0.5*float64(n)))
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		v.SetInt(r.Int64() >> r.IntN(64))
	default:
		v.SetUint(r.Uint64() >> r.IntN(64))
	}
}

// copyTo sets to, of the same shape in another package, to what from is.
func copyTo(from, to reflect.Value) {
	if from.Type().ConvertibleTo(to.Type()) && from.Kind() != reflect.Slice && from.Kind() != reflect.Map {
		to.Set(from.Convert(to.Type()))
		return
	}
	switch from.Kind() {
	case reflect.Struct:
		for i := range from.NumField() {
			if from.Type().Field(i).IsExported() {
				copyTo(from.Field(i), to.Field(i))
			}
		}
	case reflect.Pointer:
		if !from.IsNil() {
			to.Set(reflect.New(to.Type().Elem()))
			copyTo(from.Elem(), to.Elem())
		}
	case reflect.Slice:
		if !from.IsNil() {
			to.Set(reflect.MakeSlice(to.Type(), from.Len(), from.Len()))
		}
		for i := range from.Len() {
			copyTo(from.Index(i), to.Index(i))
		}
	case reflect.Map:
		if !from.IsNil() {
			to.Set(reflect.MakeMap(to.Type()))
		}
		for _, key := range from.MapKeys() {
			elem := reflect.New(to.Type().Elem()).Elem()
			copyTo(from.MapIndex(key), elem)
			to.SetMapIndex(key.Convert(to.Type().Key()), elem)
		}
	default:
		panic(fmt.Sprint("cannot copy ", from.Type()))
	}
}

// sameClass reports whether two errors are of one class.
func sameClass(a, b error) bool {
	for _, class := range []error{fault.ErrTruncated, fault.ErrSyntax, fault.ErrMismatch, fault.ErrOverflow, fault.ErrDuplicate, fault.ErrDepth, fault.ErrLimit} {
		if errors.Is(a, class) != errors.Is(b, class) {
			return false
		}
	}
	return (a == nil) == (b == nil)
}

func TestGeneratedIsReflected(t *testing.T) {
	needsGenerated(t)
	twins(t, func(t *testing.T, mode string, newGenerated func() generated, newBare func() any) {
		r := rand.New(rand.NewPCG(1, 2))
		for range 60 {
			v, bare := newGenerated(), newBare()
			random(r, reflect.ValueOf(v).Elem(), 5)
			copyTo(reflect.ValueOf(v).Elem(), reflect.ValueOf(bare).Elem())
			data, err := v.MarshalMsg(nil)
			if err != nil {
				t.Fatal(err)
			}
			want, err := reflected[mode].marshal(bare)
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(data, want) {
				t.Fatalf("generated %x\nreflected %x", data, want)
			}
			damage := 20
			if strings.HasSuffix(fmt.Sprintf("%T", v), ".Dynamic") {
				damage = 0 // what is in an interface is read by two packages, which look for faults in another order
			}
			readBoth(t, r, mode, newGenerated, newBare, data, damage)
		}
	})
}

// readBoth reads a message, all its cuts and some damaged copies both ways.
func readBoth(t *testing.T, r *rand.Rand, mode string, newGenerated func() generated, newBare func() any, data []byte, damage int) {
	t.Helper()
	damaged := [][]byte{data}
	for i := range data {
		damaged = append(damaged, data[:i])
	}
	for range damage {
		if len(data) > 0 {
			d := bytes.Clone(data)
			d[r.IntN(len(d))] = byte(r.Uint32())
			damaged = append(damaged, d)
		}
	}
	for _, d := range damaged {
		v, bare := newGenerated(), newBare()
		rest, err := v.UnmarshalMsg(bytes.Clone(d))
		if err == nil && len(rest) > 0 {
			continue // reflection refuses what is left over
		}
		bareErr := reflected[mode].unmarshal(d, bare)
		if !sameClass(err, bareErr) {
			t.Fatalf("%x:\ngenerated: %v\nreflected: %v", d, err, bareErr)
		}
		if err != nil {
			continue
		}
		want := newGenerated()
		copyTo(reflect.ValueOf(bare).Elem(), reflect.ValueOf(want).Elem())
		if !same(reflect.ValueOf(want).Elem(), reflect.ValueOf(v).Elem()) {
			t.Fatalf("%x:\ngenerated %+v\nreflected %+v", d, v, want)
		}
		stream := newGenerated()
		if err := msgp.Decode(bytes.NewReader(d), stream); err != nil {
			t.Fatalf("%x: from a stream: %v", d, err)
		}
		if !same(reflect.ValueOf(stream).Elem(), reflect.ValueOf(v).Elem()) {
			t.Fatalf("%x:\nfrom a slice %+v\nfrom a stream %+v", d, v, stream)
		}
	}
}

// TestSchemaByReflectionIsThatOfTheGenerator compares the two on each struct that means
// the same both ways; see twins.
func TestSchemaByReflectionIsThatOfTheGenerator(t *testing.T) {
	all, err := schemaAt(filepath.Join("testdata", "golden", "types", "base"), false)
	if err != nil {
		t.Fatal(err)
	}
	compared := 0
	for name, bare := range bareTypes {
		_, name, _ := strings.Cut(name, ".")
		typ := reflect.TypeOf(bare()).Elem()
		if typ.Kind() != reflect.Struct || name == "Uint8Arrays" || name == "Vec" || name == "Holder" {
			continue
		}
		s, err := zebrapack.SchemaOfType(typ)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		for name, got := range s.Structs {
			want := *all.Structs[name]
			for i := range want.Fields {
				f := &want.Fields[i]
				if f.Pos = ""; f.Zid == zebrapack.SkippedID {
					f.Category, f.Primitive = 0, 0 // a field that is not sent has no type here
				}
				if f.Zid >= 0 && !f.Skip {
					g := got.Fields[i]
					// Go does not say how a type was spelled.
					f.TypeStr = g.TypeStr
				}
			}
			want.Pos = ""
			text := func(st *zebrapack.Struct) string {
				s := zebrapack.Schema{Structs: map[string]*zebrapack.Struct{name: st}}
				return strings.ReplaceAll(string(s.AppendJSON(nil)), `{"Kind":8,"Str":"uint8"}`, `{"Kind":12,"Str":"byte"}`)
			}
			if a, b := text(got), strings.ReplaceAll(text(&want), `"FieldPrimitive":12`, `"FieldPrimitive":8`); a != b {
				t.Errorf("%s: reflection\n%s\ngenerator\n%s", name, a, b)
			}
			compared++
		}
	}
	if compared < 15 {
		t.Errorf("only %d structs were compared", compared)
	}
}
