package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/beve-org/beve-go/cmd/internal/gen"
	"github.com/beve-org/beve-go/cmd/internal/gen/bevecode"
	"github.com/beve-org/beve-go/cmd/internal/gen/gentest"
)

// This file holds types to their bytes, wherever they stand: that a type has generated code changes nothing, by itself, in a list, a map, a
// pointer, a field or an any, in its package and in others, which may have code themselves.

// wrappedTypes are types of all kinds. Those whose methods are written by hand stay as they are.
const wrappedTypes = `package kinds

import (
	"encoding/json"
	"strconv"
	"time"
)

var (
	_ json.Number
	_ time.Time
)

type (
	Bool bool
	Int int
	Int8 int8
	Int16 int16
	Int32 int32
	Int64 int64
	Uint uint
	Level uint8
	Named uint8
	Uint16 uint16
	Uint32 uint32
	Uint64 uint64
	Float32 float32
	Float64 float64
	Text string
	Bytes []byte
	Levels []Level
	LevelArray [3]Level
	NoLevels [0]Level
	Nested [][]Level
	NestedArray [2][2]Level
	LevelMap map[string]Level
	LevelKeys map[Level]Level
	Ints []Int
	Texts [2]Text
	Chars []uint8
	Anys []any
	AnyMap map[string]any
	Struct struct {
		L Level ~zid:"0"~
		S []Level ~zid:"1"~
		A [2]Level ~zid:"2"~
		P *Level ~zid:"3"~
		N []Named ~zid:"4" msg:"n,omitempty"~
		M map[Level][]Level ~zid:"5"~
		T []ByText ~zid:"6"~
		B []byte ~zid:"7"~
		E [0]Level ~zid:"8"~
	}
	Outer struct {
		S Struct ~zid:"0"~
		L []Struct ~zid:"1"~
		I struct { T Text ~zid:"0"~; B Bytes ~zid:"1"~; M LevelMap ~zid:"2"~; P *Struct ~zid:"3"~; A [1]Levels ~zid:"4"~ } ~zid:"2"~
		N int ~zid:"3"~
		hidden []int
	}
	AnyField struct { F any ~zid:"0"~ }
	ListKeys map[[2]Level]string
	List struct { V *List ~zid:"0"~; L []Level ~zid:"1"~ }
)

func (n Named) String() string { return strconv.Itoa(int(n)) }
func (n *Named) Set(v uint8) { *n = Named(v) }

type ByText uint8

func (v ByText) MarshalText() ([]byte, error) { return strconv.AppendUint(nil, uint64(v), 10), nil }
func (v *ByText) UnmarshalText(b []byte) error { n, err := strconv.ParseUint(string(b), 10, 8); *v = ByText(n); return err }

type ByJSON uint8

func (v ByJSON) MarshalJSON() ([]byte, error) { return strconv.AppendUint(nil, uint64(v), 10), nil }
func (v *ByJSON) UnmarshalJSON(b []byte) error { n, err := strconv.ParseUint(string(b), 10, 8); *v = ByJSON(n); return err }

type ByMsg uint8

func (v ByMsg) MarshalMsg(b []byte) ([]byte, error) { return append(b, 0xcc, byte(v)), nil }
func (v *ByMsg) UnmarshalMsg(b []byte) ([]byte, error) {
	if len(b) < 2 || b[0] != 0xcc {
		return b, strconv.ErrSyntax
	}
	*v = ByMsg(b[1])
	return b[2:], nil
}

type OneWay uint8

func (v *OneWay) UnmarshalText(b []byte) error { return nil }
`

// wrappedNames are the types of wrappedTypes.
var wrappedNames = strings.Fields("Bool Int Int8 Int16 Int32 Int64 Uint Level Named Uint16 Uint32 Uint64 Float32 Float64 Text Bytes Levels LevelArray NoLevels Nested " +
	"NestedArray LevelMap LevelKeys Ints Texts Chars Anys AnyMap Struct Outer AnyField List ListKeys ByText ByJSON ByMsg OneWay")

// wrappings are types that hold a type T, as text.
var wrappings = []string{"T", "[]T", "[2]T", "[0]T", "[][]T", "[2][2]T", "[][2]T", "map[string]T", "map[string][]T", "*T", "*[]T", "[]*T", "**T", "any"}

const wrappedTest = `package wrapped

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
	"time"

	"github.com/beve-org/beve-go/internal/testkit"
	"github.com/beve-org/beve-go/msgpack/msgp"
	bare "DIR/bare"
	bareHolder "DIR/bareholder"
	made "DIR/made"
	madeHolder "DIR/madeholder"
	mixedHolder "DIR/mixedholder"
	codec "github.com/beve-org/beve-goPACKAGE"
)

type pair struct{ made, bare reflect.Type }

var types = []pair{TYPES}

// holders are structs of other packages with all wrappings of a type for fields: without code, and with it.
var holders = []pair{HOLDERS}

func wrapped(t reflect.Type) (list []reflect.Type) {
	text := reflect.TypeFor[string]()
	field := func(t reflect.Type) reflect.Type {
		return reflect.StructOf([]reflect.StructField{{Name: "F", Type: t, Tag: "zid:\"0\""}})
	}
	slice := reflect.SliceOf(t)
	list = []reflect.Type{t, slice, reflect.ArrayOf(2, t), reflect.ArrayOf(0, t), reflect.SliceOf(slice), reflect.ArrayOf(2, slice),
		reflect.SliceOf(reflect.ArrayOf(2, t)), reflect.MapOf(text, t), reflect.MapOf(text, slice), reflect.PointerTo(t), reflect.PointerTo(slice),
		reflect.SliceOf(reflect.PointerTo(t)), field(t), field(slice), field(reflect.ArrayOf(2, t)), field(reflect.PointerTo(slice))}
	return append(list, reflect.SliceOf(field(slice)), reflect.MapOf(text, field(reflect.ArrayOf(1, t))))
}

// values returns the zero value of a type, an empty one where there is such, and some at random: the same for types of the same shape.
func values(t reflect.Type) (list []reflect.Value) {
	list = append(list, reflect.New(t).Elem())
	switch t.Kind() {
	case reflect.Slice:
		list = append(list, reflect.MakeSlice(t, 0, 0))
	case reflect.Map:
		list = append(list, reflect.MakeMap(t))
	}
	rng := rand.New(rand.NewPCG(5, 1))
	for range 8 {
		v := reflect.New(t).Elem()
		v.Set(testkit.RandomValue(rng, t))
		list = append(list, v)
	}
	return list
}

var compared int

// failed counts the failures of each type, of which two are enough.
var failed = map[string]int{}

func fail(t *testing.T, what string, of reflect.Type, text string, args ...any) {
	t.Helper()
	if failed[what+of.String()]++; failed[what+of.String()] <= 2 {
		t.Errorf("%s %v: "+text, append([]any{what, of}, args...)...)
	}
}

// same compares what is written of two values, and what is read of that.
func same(t *testing.T, what string, made, bare reflect.Value) {
	t.Helper()
	for _, deterministic := range []bool{true, false} {
		o := codec.EncodeOptions{Deterministic: deterministic}
		got, err := o.Marshal(made.Interface())
		want, wantErr := o.Marshal(bare.Interface())
		if fmt.Sprint(err) != fmt.Sprint(wantErr) {
			fail(t, what, bare.Type(), "%v, without code %v", err, wantErr)
			return
		}
		if err != nil {
			return
		}
		if deterministic && !bytes.Equal(got, want) || len(got) != len(want) {
			fail(t, what, bare.Type(), "\n%x, without code\n%x", got, want)
			return
		}
		compared++
		v, w := reflect.New(made.Type()), reflect.New(bare.Type())
		err, wantErr = codec.Unmarshal(want, v.Interface()), codec.Unmarshal(want, w.Interface())
		if fmt.Sprint(err) != fmt.Sprint(wantErr) {
			fail(t, what, bare.Type(), "%x: %v, without code %v", want, err, wantErr)
			return
		}
		again, err := codec.EncodeOptions{Deterministic: true}.Marshal(v.Interface())
		wantAgain, wantErr := codec.EncodeOptions{Deterministic: true}.Marshal(w.Interface())
		if err == nil && wantErr == nil && !bytes.Equal(again, wantAgain) {
			fail(t, what, bare.Type(), "%x becomes %x, without code %x", want, again, wantAgain)
		}
	}
}

func TestCodeChangesNoBytes(t *testing.T) {
	for _, p := range types {
		m, b := wrapped(p.made), wrapped(p.bare)
		for i := range m {
			v, w := values(m[i]), values(b[i])
			for j := range v {
				same(t, "value", v[j], w[j])
				same(t, "in an any", reflect.ValueOf(&made.AnyField{F: v[j].Interface()}).Elem(), reflect.ValueOf(&bare.AnyField{F: w[j].Interface()}).Elem())
				same(t, "in a list of any", reflect.ValueOf(&made.AnyField{F: []any{v[j].Interface()}}).Elem(), reflect.ValueOf(&bare.AnyField{F: []any{w[j].Interface()}}).Elem())
			}
		}
	}
	for _, p := range holders {
		v, w := values(p.made), values(p.bare)
		for i := range v {
			same(t, "holder", v[i], w[i])
		}
	}
	if compared < 20000 {
		t.Errorf("%d messages were compared", compared)
	}
}

// dump returns what a variable holds; nil is told from empty.
func dump(v reflect.Value) string {
	text := ""
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if v.IsNil() {
			return "nil"
		}
		return "&" + dump(v.Elem())
	case reflect.Slice, reflect.Array:
		if v.Kind() == reflect.Slice && v.IsNil() {
			return "nil"
		}
		for i := range v.Len() {
			text += dump(v.Index(i)) + ","
		}
		return "[" + text + "]"
	case reflect.Map:
		if v.IsNil() {
			return "nil"
		}
		var pairs []string
		for key, elem := range v.Seq2() {
			pairs = append(pairs, dump(key)+":"+dump(elem))
		}
		slices.Sort(pairs)
		return fmt.Sprint(pairs)
	case reflect.Struct:
		for i := range v.NumField() {
			text += v.Type().Field(i).Name + ":" + dump(v.Field(i)) + " "
		}
		return "{" + text + "}"
	}
	return fmt.Sprint(v)
}

// hollow returns messages in which members are missing or nil, of a message that has all of them.
func hollow(full []byte) [][]byte {
	list := [][]byte{NOTHING}
	if n, rest, err := msgp.ReadMapHeaderBytes(full); ISMAPS && err == nil {
		var nils []byte
		for range n {
			start := rest
			rest, _ = msgp.Skip(rest) // what Marshal wrote
			key := start[:len(start)-len(rest)]
			value := rest
			rest, _ = msgp.Skip(rest)
			value = value[:len(value)-len(rest)]
			if key[0] != 0xff { // the name of the struct
				nils = append(append(nils, key...), 0xc0)
				list = append(list, append(append([]byte{0x81}, key...), 0xc0))
			}
			for _, inner := range hollow(value) {
				if value[0]&0xf0 == 0x80 {
					list = append(list, append(append([]byte{0x81}, key...), inner...))
				}
			}
		}
		list = append(list, append(msgp.AppendMapHeader(nil, uint32(bytes.Count(nils, []byte{0xc0}))), nils...))
	}
	return list
}

func TestUsedValuesAreEmptiedAlike(t *testing.T) {
	pairs := slices.Clone(holders)
	for _, p := range types {
		pairs = append(pairs, p)
		m, b := wrapped(p.made), wrapped(p.bare)
		for i := range m {
			pairs = append(pairs, pair{m[i], b[i]})
		}
	}
	read := 0
	for _, p := range pairs {
		full := func(t reflect.Type) reflect.Value {
			v := reflect.New(t)
			v.Elem().Set(testkit.FullValue(rand.New(rand.NewPCG(3, 4)), t))
			return v
		}
		whole, err := codec.Marshal(full(p.bare).Interface())
		if err != nil {
			continue
		}
		for _, message := range hollow(whole) {
			v, w := full(p.made), full(p.bare)
			err, wantErr := codec.Unmarshal(message, v.Interface()), codec.Unmarshal(message, w.Interface())
			if fmt.Sprint(err) != fmt.Sprint(wantErr) {
				fail(t, "used", p.bare, "%x: %v, without code %v", message, err, wantErr)
			} else if err == nil && dump(v) != dump(w) {
				fail(t, "used", p.bare, "%x:\n%s, without code\n%s", message, dump(v), dump(w))
			}
			read++
		}
	}
	if read < 1000 {
		t.Errorf("%d messages were read", read)
	}
}

// Values that an any may hold, of types that all programs have.
func TestAnysAreWrittenAsByReflection(t *testing.T) {
	type octet uint8
	type point struct{ X int ~zid:"0"~ }
	one := octet(1)
	list := []any{nil, true, "x", 1, int8(-1), uint8(200), math.MaxInt64, uint64(math.MaxUint64), math.MinInt64, float32(1.5), 1e300, math.NaN(), math.Inf(1), math.Copysign(0, -1),
		complex64(1i), 2i, []byte{}, []byte(nil), []byte{1}, [0]byte{}, [2]byte{1, 2}, octet(3), []octet{}, []octet(nil), []octet{1}, [0]octet{}, [2]octet{1, 2}, &one,
		[]*octet{&one, nil}, [][]octet{{1}, nil, {}}, map[string][]octet{"a": {}}, map[octet]octet{1: 2}, []any{}, []any(nil), map[string]any{}, map[string]any(nil),
		map[int]string{-1: "x"}, map[any]any{1: 2}, map[bool]int{true: 1}, map[float64]int{1.5: 1}, []string{}, []string(nil), [0]string{}, []int{1, 300}, []float32{1.5}, []uint16(nil),
		time.Unix(1, 2).UTC(), time.Time{}, []time.Time{time.Unix(1e9, 0)}, time.Second, []time.Duration{1}, time.March,
		(*int)(nil), (*time.Time)(nil), (**int)(nil), point{1}, &point{2}, []point{{3}}, struct{}{}, make(chan int), func() {}, []func(){}, (chan int)(nil)}
	for _, n := range []json.Number{"", "0", "-0", "1", "-1", "1.5", "1e3", "1E400", "-9223372036854775808", "-9223372036854775809", "9223372036854775808", "18446744073709551615",
		"18446744073709551616", "123456789012345678901", "12345678901234567.5", "0.1", "3.4028234663852886e38", "1e-400", "x", "01", "NaN", " 1", "1.0", "100000000000000000000000"} {
		list = append(list, n, &n, []json.Number{n}, map[string]json.Number{"n": n})
	}
	for _, v := range list {
		for _, v := range []any{v, []any{v}, map[string]any{"k": v}, &v} {
			same(t, fmt.Sprintf("%T %v", v, v), reflect.ValueOf(&made.AnyField{F: v}).Elem(), reflect.ValueOf(&bare.AnyField{F: v}).Elem())
			same(t, fmt.Sprintf("%T %v", v, v), reflect.ValueOf(&made.Anys{v}).Elem(), reflect.ValueOf(&bare.Anys{v}).Elem())
			same(t, fmt.Sprintf("%T %v", v, v), reflect.ValueOf(&made.AnyMap{"k": v}).Elem(), reflect.ValueOf(&bare.AnyMap{"k": v}).Elem())
			DIRECT
		}
	}
}
`

// directly calls the methods, behind which no reflection stands: what they write is that of reflection, or they refuse.
const directly = `
			if got, err := (&made.AnyField{F: v}).MarshalMsg(nil); err == nil {
				want, wantErr := codec.Marshal(&bare.AnyField{F: v})
				if wantErr != nil || !bytes.Equal(got, want) {
					t.Errorf("%T %v: MarshalMsg makes %x, reflection %x, %v", v, v, got, want, wantErr)
				}
			}
`

func TestBytesAreTheSameWithCodeAndWithout(t *testing.T) {
	root := tempPackage(t)
	const path = "github.com/beve-org/beve-go/cmd/zebrapack/"
	modes := []struct{ name, flags, codec string }{
		{"zebra", "-no-embedded-schema", "/zebrapack"}, {"msgpack", "-msgpack", "/msgpack"}, {"beve", "", ""},
	}
	if testing.Short() {
		modes = modes[:1] // which leaves most out
	}
	for _, mode := range modes {
		dir := filepath.Join(root, mode.name)
		write := func(name, text string) string {
			file := filepath.Join(dir, filepath.FromSlash(name))
			if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(file, []byte(strings.ReplaceAll(text, "~", "`")), 0o666); err != nil {
				t.Fatal(err)
			}
			return file
		}
		names, source := wrappedNames, wrappedTypes
		if mode.name == "beve" { // whose keys are text
			names = slices.DeleteFunc(slices.Clone(names), func(name string) bool { return name == "ListKeys" })
			source = strings.Replace(source, "\tListKeys map[[2]Level]string\n", "", 1)
		}
		if mode.name == "zebra" { // where lists of what is spelled uint8 are arrays
			source = strings.Replace(source, "Chars []uint8", "Chars []byte", 1)
		}
		// Types with methods of their own have no code.
		selected := strings.Join(names[:len(names)-4], ",")
		generate := func(file string) {
			if mode.name == "beve" {
				types := ""
				if strings.Contains(file, "made"+string(filepath.Separator)) {
					types = selected
				}
				if err := gen.Run(filepath.Dir(file), &gen.Flags{Types: types}, &bevecode.Backend{}, io.Discard); err != nil {
					t.Fatal(err)
				}
				return
			}
			var out, errs bytes.Buffer
			if status := run(append(strings.Fields(mode.flags), "-tests=false", "-file", file), &out, &errs); status != 0 {
				t.Fatalf("%s: %s", mode.name, errs.String())
			}
		}
		at := path + filepath.ToSlash(dir)
		types, holders := "", ""
		for _, name := range names {
			types += fmt.Sprintf("{reflect.TypeFor[made.%s](), reflect.TypeFor[bare.%[1]s]()}, ", name)
			for _, with := range []string{"mixed", "made"} {
				holders += fmt.Sprintf("{reflect.TypeFor[%sHolder.%s](), reflect.TypeFor[bareHolder.%[2]s]()}, ", with, name)
			}
		}
		write("bare/kinds.go", source)
		generate(write("made/kinds.go", source))
		for _, with := range []string{"bare", "mixed", "made"} {
			of := map[string]string{"bare": "bare", "mixed": "made", "made": "made"}[with]
			text := "package holder\n\nimport kinds \"" + at + "/" + of + "\"\n\n"
			for _, name := range names {
				text += fmt.Sprintf("type %s struct {\n", name)
				for i, w := range wrappings {
					text += fmt.Sprintf("\tF%d %s ~zid:\"%[1]d\"~\n", i, strings.ReplaceAll(w, "T", "kinds."+name))
				}
				text += "}\n\n"
			}
			file := write(with+"holder/holder.go", text)
			if with == "made" {
				generate(file)
			}
		}
		nothing, maps := "{0x80}, {0xc0}", "true"
		if mode.name == "beve" {
			nothing, maps = "{0x03, 0}, {0}", "false"
		}
		direct := directly
		if mode.name == "beve" {
			direct = ""
		}
		write("wrapped_test.go", strings.NewReplacer("DIRECT", direct, "NOTHING", nothing, "ISMAPS", maps, "DIR", at, "PACKAGE", mode.codec, "TYPES", types, "HOLDERS", holders).Replace(wrappedTest))
	}
	gentest.Test(t, root)
}
