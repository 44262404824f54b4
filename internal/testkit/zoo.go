// Package testkit holds what the tests of all formats share: a zoo of types with interesting values, random types
// and values, and an equality that suits round trips.
package testkit

import (
	"encoding/json"
	"errors"
	"math"
	"math/big"
	"net/netip"
	"strconv"
	"strings"
	"time"
)

// This file has the types that programs usually hold, and the list of all. zoo_embed.go has what embedding and tags
// can do.

// Zoo returns values of many types, nearly all structs, each type with a zero value and at least one that is full or
// otherwise interesting. All of them can be written by encoding/json: floats are finite, strings are valid UTF-8, and
// complex numbers, channels and functions occur only in ignored fields. Every call makes new values.
func Zoo() []any {
	zoo := append(zooPlain(), zooEmbedded()...)
	zoo = append(zoo, zooTags()...)
	return append(zoo, zooLoose()...)
}

// ZooBeyondJSON returns values that encoding/json refuses, and a binary format may hold.
func ZooBeyondJSON() []any {
	return []any{
		NotJSON{}, NotJSON{
			C64: complex(1, -2), C128: complex(math.Inf(1), math.NaN()), Cs: []complex128{1, 2i, complex(-0.5, 3)},
			NaN: math.NaN(), Inf: math.Inf(-1), Fs: []float32{float32(math.Inf(1)), 0, float32(math.NaN())},
			ByFloat: map[float64]string{1.5: "x", math.Inf(1): "y"}, ByBool: map[bool]int{true: 1, false: 0},
		},
		math.NaN(), math.Inf(1), complex64(1i), []complex64{1, 2}, [2]complex128{3, 4i},
	}
}

// NotJSON has fields that JSON has no form for.
type NotJSON struct {
	C64     complex64
	C128    complex128
	Cs      []complex128
	NaN     float64
	Inf     float64
	Fs      []float32
	ByFloat map[float64]string
	ByBool  map[bool]int
}

// Kinds has a field of every basic kind.
type Kinds struct {
	Bool    bool
	Int     int
	Int8    int8
	Int16   int16
	Int32   int32
	Int64   int64
	Uint    uint
	Uint8   uint8
	Uint16  uint16
	Uint32  uint32
	Uint64  uint64
	Uintptr uintptr
	Float32 float32
	Float64 float64
	String  string
}

// Defined types of the basic kinds.
type (
	MyBool    bool
	MyInt     int
	MyInt8    int8
	MyUint16  uint16
	MyInt64   int64
	MyFloat32 float32
	MyFloat64 float64
	MyString  string
	MyBytes   []byte
	MyByte    byte
	MyInts    []int32
	MyMap     map[MyString]MyInt
	MyArray   [3]MyInt8
	MyAny     any
)

// NamedKinds has fields of defined types.
type NamedKinds struct {
	B     MyBool
	I     MyInt
	I8    MyInt8
	U16   MyUint16
	I64   MyInt64
	F32   MyFloat32
	F64   MyFloat64
	S     MyString
	Bytes MyBytes
	Own   []MyByte
	Ints  MyInts
	Map   MyMap
	Array MyArray
	Any   MyAny
}

// Slices has slices of the basic kinds and of more.
type Slices struct {
	Bools   []bool
	Ints    []int
	Int8s   []int8
	Int16s  []int16
	Int32s  []int32
	Int64s  []int64
	Uints   []uint
	Bytes   []byte
	Uint16s []uint16
	Uint32s []uint32
	Uint64s []uint64
	F32s    []float32
	F64s    []float64
	Strings []string
	Anys    []any
	Deep    [][][]int
	Points  []Point
	Ptrs    []*Point
	Empty   []struct{}
}

// Arrays has arrays of several lengths and elements.
type Arrays struct {
	Zero   [0]int
	One    [1]string
	Bytes  [4]byte
	Floats [3]float64
	Grid   [2][3]int16
	Points [2]Point
	Ptrs   [2]*int
}

// Point is a small struct of numbers.
type Point struct {
	X int     `json:"x"`
	Y float64 `json:"y"`
}

// Maps has maps with keys of every sort that JSON can write.
type Maps struct {
	ByString map[string]int
	ByNamed  map[MyString]Point
	ByInt    map[int]string
	ByInt8   map[int8]bool
	ByInt64  map[int64]float64
	ByUint16 map[uint16]string
	ByUint64 map[uint64]*Point
	ByText   map[TextKey]string
	Nested   map[string]map[int]map[string][]int
	Anys     map[string]any
	Slices   map[string][]string
}

// Pointers has pointers to several things, and pointers to pointers.
type Pointers struct {
	Bool   *bool
	Int    *int
	F      *float64
	S      *string
	Point  *Point
	Slice  *[]int
	Map    *map[string]int
	Array  *[2]int
	Any    *any
	PP     **int
	PPP    ***Point
	Shared *Point
	Again  *Point
}

// Nested holds structs in structs, one of them without a name.
type Nested struct {
	Point  Point
	Kinds  Kinds
	Anon   struct{ A, B int }
	Inner  struct{ Slices []struct{ Name string } }
	Nought struct{}
}

// Anything has fields of interface type.
type Anything struct {
	A    any
	B    any
	List []any
	Map  map[string]any
}

// Known has the types of the standard library that formats treat with care.
type Known struct {
	Time     time.Time
	Duration time.Duration
	Number   json.Number
	Big      *big.Int
	BigVal   big.Int
	Addr     netip.Addr
	Prefix   netip.Prefix
	Times    []time.Time
	TimePtr  *time.Time
	ByAddr   map[netip.Addr]int
}

// Texts has types that write themselves as text, through a value or through a pointer.
type Texts struct {
	V   TextValue
	P   TextPointer
	VP  *TextValue
	PP  *TextPointer
	Vs  []TextValue
	Ps  []TextPointer
	Map map[TextKey]TextValue
}

// TextValue has its marshaler on the value. Its text is "(" + the number + ")".
type TextValue struct{ N int }

// MarshalText implements encoding.TextMarshaler.
func (t TextValue) MarshalText() ([]byte, error) { return bracketed(t.N), nil }

// UnmarshalText implements encoding.TextUnmarshaler.
func (t *TextValue) UnmarshalText(text []byte) (err error) {
	t.N, err = unbracketed(text)
	return err
}

// TextPointer has its marshaler on the pointer, so that encoding/json uses it only where the value has an address.
type TextPointer struct{ N int }

// MarshalText implements encoding.TextMarshaler.
func (t *TextPointer) MarshalText() ([]byte, error) { return bracketed(t.N), nil }

// UnmarshalText implements encoding.TextUnmarshaler.
func (t *TextPointer) UnmarshalText(text []byte) (err error) {
	t.N, err = unbracketed(text)
	return err
}

// TextKey is an integer that is a map key by its text.
type TextKey int

// MarshalText implements encoding.TextMarshaler.
func (k TextKey) MarshalText() ([]byte, error) { return bracketed(int(k)), nil }

// UnmarshalText implements encoding.TextUnmarshaler.
func (k *TextKey) UnmarshalText(text []byte) error {
	n, err := unbracketed(text)
	*k = TextKey(n)
	return err
}

func bracketed(n int) []byte { return []byte("(" + strconv.Itoa(n) + ")") }

func unbracketed(text []byte) (int, error) {
	inner, ok := strings.CutPrefix(string(text), "(")
	inner, ok2 := strings.CutSuffix(inner, ")")
	if !ok || !ok2 {
		return 0, errors.New("testkit: text without brackets")
	}
	return strconv.Atoi(inner)
}

// List refers to itself through a pointer.
type List struct {
	Value int
	Next  *List
}

// Tree refers to itself through a slice and a map.
type Tree struct {
	Name     string
	Children []Tree
	ByName   map[string]*Tree
}

// Ping and Pong refer to each other.
type (
	Ping struct{ Pong *Pong }
	Pong struct {
		N    int
		Ping []Ping
	}
)

// Pair is a generic struct.
type Pair[A, B any] struct {
	First  A `json:"first"`
	Second B `json:"second,omitempty"`
}

// Stack is a generic type that refers to itself.
type Stack[T any] struct {
	Top  T
	Rest *Stack[T]
}

func ptr[T any](v T) *T { return &v }

// someTime has a fraction and an offset that is not a whole hour.
func someTime() time.Time {
	return time.Date(2024, 2, 29, 23, 59, 58, 123456789, time.FixedZone("", 5*3600+45*60))
}

func someKinds() Kinds {
	return Kinds{true, math.MinInt, -128, 32767, -70000, math.MaxInt64, 42, 255, 65535, math.MaxUint32, math.MaxUint64,
		7, 1.25, -math.SmallestNonzeroFloat64, "héllo\n\"quoted\" <&> \u2028 世界 😀"}
}

func zooPlain() []any {
	point := &Point{1, -0.5}
	var nilAny any
	return []any{
		Kinds{}, someKinds(), Kinds{Int: -1, Float32: math.MaxFloat32, Float64: math.MaxFloat64, String: "\x00\x7f"},
		NamedKinds{}, NamedKinds{true, -2, 3, 4, 5, 6.5, -7.25, "s", MyBytes{0, 255}, []MyByte{1, 2}, MyInts{-1, 0, 1},
			MyMap{"k": 1, "": 2}, MyArray{1, 2, 3}, "any"},
		Slices{}, Slices{
			Bools: []bool{true, false, true, true, false, false, true, false, true}, Ints: []int{0, -1, 1 << 30},
			Int8s: []int8{-128, 127}, Int16s: []int16{-300, 300}, Int32s: []int32{math.MinInt32}, Int64s: []int64{math.MinInt64},
			Uints: []uint{1}, Bytes: []byte("\x00bytes\xff"), Uint16s: []uint16{65535}, Uint32s: []uint32{1 << 31},
			Uint64s: []uint64{math.MaxUint64}, F32s: []float32{0, -1.5}, F64s: []float64{math.Pi, math.Copysign(0, -1)},
			Strings: []string{"", "a", strings.Repeat("long ", 40)}, Anys: []any{nil, true, "x", 1.5, []any{}, map[string]any{}},
			Deep: [][][]int{nil, {}, {nil, {}, {1, 2}}}, Points: []Point{{1, 2}, {}}, Ptrs: []*Point{nil, point, point},
			Empty: make([]struct{}, 3),
		},
		Slices{Bools: []bool{}, Ints: []int{}, Bytes: []byte{}, Strings: []string{}, Anys: []any{}, Points: []Point{}},
		Arrays{}, Arrays{[0]int{}, [1]string{"x"}, [4]byte{1, 2, 3, 4}, [3]float64{1, 2.5, -3},
			[2][3]int16{{1, 2, 3}, {4, 5, 6}}, [2]Point{{1, 1}, {2, 2}}, [2]*int{nil, ptr(5)}},
		Maps{}, Maps{
			map[string]int{"": 0, "a": 1, "ключ": 2}, map[MyString]Point{"p": {1, 2}}, map[int]string{-1: "minus", 0: "zero"},
			map[int8]bool{-128: true}, map[int64]float64{math.MinInt64: 1.5}, map[uint16]string{65535: "max"},
			map[uint64]*Point{math.MaxUint64: point, 0: nil}, map[TextKey]string{1: "one", -2: "two"},
			map[string]map[int]map[string][]int{"a": {1: {"b": {1, 2}}}, "nil": nil}, map[string]any{"n": nil, "s": "t"},
			map[string][]string{"x": {"y"}, "nil": nil, "empty": {}},
		},
		Maps{ByString: map[string]int{}, Anys: map[string]any{}},
		Pointers{}, Pointers{ptr(true), ptr(-3), ptr(2.5), ptr("s"), point, &[]int{1}, &map[string]int{"a": 1}, &[2]int{1, 2},
			ptr[any]("any"), ptr(ptr(9)), ptr(ptr(ptr(Point{3, 4}))), point, point},
		Pointers{Bool: ptr(false), Int: ptr(0), S: ptr(""), Slice: new([]int), Map: new(map[string]int), Any: &nilAny, PP: new(*int)},
		Nested{}, Nested{*point, someKinds(), struct{ A, B int }{1, 2},
			struct{ Slices []struct{ Name string } }{[]struct{ Name string }{{"a"}, {"b"}}}, struct{}{}},
		Anything{}, Anything{"s", 1.5, []any{nil, false, "x", []any{1.0}, map[string]any{"k": nil}}, map[string]any{"a": []any{}}},
		Anything{A: map[string]any{"deep": map[string]any{"er": []any{[]any{[]any{}}}}}, B: true},
		Known{}, Known{someTime(), -90 * time.Minute, "1234567890123.5e-7", bigInt("-123456789012345678901234567890"),
			*bigInt("340282366920938463463374607431768211456"), netip.MustParseAddr("192.0.2.1"), netip.MustParsePrefix("2001:db8::/32"),
			[]time.Time{time.Unix(0, 0).UTC(), someTime()}, ptr(someTime().UTC()), map[netip.Addr]int{netip.MustParseAddr("fe80::1%eth0"): 1}},
		Texts{}, Texts{TextValue{1}, TextPointer{2}, &TextValue{3}, &TextPointer{4}, []TextValue{{5}}, []TextPointer{{6}},
			map[TextKey]TextValue{7: {8}}},
		&Texts{P: TextPointer{9}, Ps: []TextPointer{{1}, {2}}},
		List{}, List{1, &List{2, &List{3, nil}}},
		Tree{}, Tree{"root", []Tree{{Name: "leaf"}, {Children: []Tree{{}}}}, map[string]*Tree{"x": {Name: "x"}, "nil": nil}},
		Ping{}, Ping{&Pong{1, []Ping{{}, {&Pong{N: 2}}}}},
		Pair[string, int]{}, Pair[string, int]{"a", 1}, Pair[[]byte, *Pair[bool, MyString]]{[]byte{1}, &Pair[bool, MyString]{true, "z"}},
		Stack[float32]{}, Stack[string]{"a", &Stack[string]{"b", nil}},
	}
}

// zooLoose has values that are not structs.
func zooLoose() []any {
	return []any{
		true, int8(-128), uint64(math.MaxUint64), float32(0.1), 1e300, "", "text", MyString("named"), MyInt(-1),
		[]byte{}, []int(nil), []int{1, 2, 3}, []string{"a", ""}, [3]bool{true}, []Point{{1, 2}}, []any{nil, 1.0},
		map[string]any{"a": 1.0}, map[int]string{1: "x"}, map[TextKey]int{5: 6}, map[string]int(nil),
		(*int)(nil), ptr(5), ptr(ptr("pp")), &Point{1, 2}, (*Point)(nil),
		someTime(), time.Second, json.Number("1e3"), bigInt("18446744073709551616"), netip.MustParseAddr("::1"), TextValue{3},
	}
}

func bigInt(s string) *big.Int {
	n, ok := new(big.Int).SetString(s, 10)
	if !ok {
		panic("testkit: not a number: " + s)
	}
	return n
}
