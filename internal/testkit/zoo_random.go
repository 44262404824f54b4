package testkit

import (
	"encoding/json"
	"math"
	"math/big"
	"math/rand/v2"
	"net/netip"
	"reflect"
	"strconv"
	"strings"
	"time"
)

// This file makes random types and values. The same seed gives the same ones, as long as this file does not change.

// scalarTypes are the leaves of random types.
var scalarTypes = []reflect.Type{
	reflect.TypeFor[bool](), reflect.TypeFor[int](), reflect.TypeFor[int8](), reflect.TypeFor[int16](),
	reflect.TypeFor[int32](), reflect.TypeFor[int64](), reflect.TypeFor[uint](), reflect.TypeFor[uint8](),
	reflect.TypeFor[uint16](), reflect.TypeFor[uint32](), reflect.TypeFor[uint64](), reflect.TypeFor[uintptr](),
	reflect.TypeFor[float32](), reflect.TypeFor[float64](), reflect.TypeFor[string](),
	reflect.TypeFor[MyBool](), reflect.TypeFor[MyInt](), reflect.TypeFor[MyUint16](), reflect.TypeFor[MyFloat64](),
	reflect.TypeFor[MyString](), reflect.TypeFor[ZeroByValue](),
}

// otherTypes are leaves too, used less often.
var otherTypes = []reflect.Type{
	reflect.TypeFor[any](), reflect.TypeFor[time.Time](), reflect.TypeFor[time.Duration](), reflect.TypeFor[json.Number](),
	reflect.TypeFor[*big.Int](), reflect.TypeFor[netip.Addr](), reflect.TypeFor[TextValue](), reflect.TypeFor[TextPointer](),
	reflect.TypeFor[Point](), reflect.TypeFor[List](), reflect.TypeFor[ZeroByPointer](), reflect.TypeFor[[]byte](),
	reflect.TypeFor[MyInts](), reflect.TypeFor[struct{}](), reflect.TypeFor[Zeroer](),
}

// keyTypes are what random maps are keyed by.
var keyTypes = []reflect.Type{
	reflect.TypeFor[string](), reflect.TypeFor[MyString](), reflect.TypeFor[int](), reflect.TypeFor[int8](),
	reflect.TypeFor[int64](), reflect.TypeFor[uint16](), reflect.TypeFor[uint64](), reflect.TypeFor[MyInt](),
	reflect.TypeFor[TextKey](),
}

// embeddable are structs without methods, which is what reflect.StructOf can embed, that share names of fields.
var embeddable = []reflect.Type{
	reflect.TypeFor[Base](), reflect.TypeFor[Other](), reflect.TypeFor[Deep](), reflect.TypeFor[TagX](), reflect.TypeFor[TagX2](),
	reflect.TypeFor[NameX](), reflect.TypeFor[TagCapitalX](), reflect.TypeFor[HoldsX](), reflect.TypeFor[DeepX](),
	reflect.TypeFor[Left](), reflect.TypeFor[Right](), reflect.TypeFor[Shared](), reflect.TypeFor[Bottom](),
	reflect.TypeFor[EmbedConflict](), reflect.TypeFor[EmbedShadow](), reflect.TypeFor[EmbedRecursive](),
}

// RandomType returns a type that encoding/json can write. At depth 0 it is a leaf; else it may hold types of depth-1.
func RandomType(rng *rand.Rand, depth int) reflect.Type {
	if depth <= 0 || rng.IntN(3) == 0 {
		if rng.IntN(4) == 0 {
			return pick(rng, otherTypes)
		}
		return pick(rng, scalarTypes)
	}
	switch rng.IntN(5) {
	case 0:
		return reflect.PointerTo(RandomType(rng, depth-1))
	case 1:
		return reflect.SliceOf(RandomType(rng, depth-1))
	case 2:
		return reflect.ArrayOf(rng.IntN(4), RandomType(rng, depth-1))
	case 3:
		return reflect.MapOf(pick(rng, keyTypes), RandomType(rng, depth-1))
	}
	return RandomStruct(rng, depth)
}

// RandomStruct returns a struct type of up to seven fields of depth-1, some embedded, with tags of every sort under
// the key json. Names clash now and then.
func RandomStruct(rng *rand.Rand, depth int) reflect.Type {
	var fields []reflect.StructField
	used := map[string]bool{}
	for range rng.IntN(8) {
		f := reflect.StructField{Name: pick(rng, goNames), Type: RandomType(rng, depth-1)}
		if rng.IntN(4) == 0 {
			f.Type = pick(rng, embeddable)
			f.Name = f.Type.Name()
			f.Anonymous = true
			if rng.IntN(3) == 0 {
				f.Type = reflect.PointerTo(f.Type)
			}
		}
		if used[f.Name] {
			continue // Go allows a name once
		}
		used[f.Name] = true
		f.Tag = randomTag(rng, f.Anonymous)
		fields = append(fields, f)
	}
	return reflect.StructOf(fields)
}

// goNames and the names in tagNames overlap, so that fields compete.
var (
	goNames  = []string{"A", "B", "C", "D", "X", "Y", "Z", "ID", "Name", "Extra", "Own", "Level", "Ä"}
	tagNames = []string{"", "", "", "a", "b", "x", "A", "X", "ID", "name", "Extra", "-", "ä", "a b", "<&>", `b\s`, `q"`, "it's", "😀", "a/b~c"}
	options  = []string{"omitempty", "omitzero", "string", "omitempty", "omitzero", "string", "", "inline", " omitempty", "id=4", "unknown"}
)

// randomTag returns a tag, or none. Embedded fields get one less often, for they are promoted without.
func randomTag(rng *rand.Rand, embedded bool) reflect.StructTag {
	if rng.IntN(3) == 0 || embedded && rng.IntN(2) == 0 {
		return ""
	}
	text := pick(rng, tagNames)
	if rng.IntN(2) == 0 {
		for range 1 + rng.IntN(3) {
			text += "," + pick(rng, options)
		}
	}
	tag := "json:" + strconv.Quote(text)
	switch rng.IntN(8) {
	case 0:
		tag = `xml:"other" ` + tag
	case 1:
		tag += ` beve:"other,omitempty"`
	}
	return reflect.StructTag(tag)
}

func pick[T any](rng *rand.Rand, from []T) T { return from[rng.IntN(len(from))] }

// RandomValue returns a value of type t, which can be set. Pointers, slices, maps and interfaces are sometimes nil or
// empty and numbers often extreme; floats are finite and strings valid UTF-8. Unexported fields stay zero, and so do
// channels, functions and interfaces of methods unknown here.
func RandomValue(rng *rand.Rand, t reflect.Type) reflect.Value {
	f := filler{rng: rng, depth: 6}
	return f.value(t)
}

// FullValue is like RandomValue, with nothing that is empty, nil or zero: no member of it is left out by omitempty or
// omitzero. Types that refer to themselves end in nil after a few turns.
func FullValue(rng *rand.Rand, t reflect.Type) reflect.Value {
	f := filler{rng: rng, depth: 6, full: true}
	return f.value(t)
}

// filler makes values. depth bounds the nesting that is left, for types that refer to themselves.
type filler struct {
	rng   *rand.Rand
	depth int
	full  bool
}

// special makes values of types that cannot be filled field by field.
var special = map[reflect.Type]func(f *filler) any{
	reflect.TypeFor[time.Time](): func(f *filler) any {
		at := time.Unix(f.rng.Int64N(4e9)-1e9, f.rng.Int64N(1e9))
		if f.rng.IntN(2) == 0 {
			return at.UTC()
		}
		return at.In(time.FixedZone("", 60*(f.rng.IntN(24*60)-12*60)))
	},
	reflect.TypeFor[json.Number](): func(f *filler) any {
		if f.rng.IntN(3) == 0 {
			return json.Number(strconv.FormatInt(f.rng.Int64(), 10))
		}
		// Of so many digits that a float64 keeps them.
		return json.Number(strconv.FormatInt(f.rng.Int64()>>14, 10) + pick(f.rng, []string{".5", "e7"}))
	},
	reflect.TypeFor[big.Int](): func(f *filler) any {
		n := new(big.Int).Lsh(big.NewInt(f.rng.Int64()-math.MaxInt64/2), uint(f.rng.IntN(80)))
		return *n
	},
	reflect.TypeFor[netip.Addr](): func(f *filler) any {
		var b [16]byte
		for i := range b {
			b[i] = byte(f.rng.Uint32())
		}
		if f.rng.IntN(2) == 0 {
			return netip.AddrFrom4([4]byte(b[:4]))
		}
		return netip.AddrFrom16(b)
	},
	reflect.TypeFor[netip.Prefix](): func(f *filler) any {
		return netip.PrefixFrom(netip.AddrFrom4([4]byte{10, byte(f.rng.Uint32()), 0, 0}), f.rng.IntN(33))
	},
	reflect.TypeFor[Zeroer](): func(f *filler) any {
		return pick(f.rng, []any{ZeroByValue(1), ptr(ZeroByValue(2)), &ZeroByPointer{}})
	},
	reflect.TypeFor[ZeroByPointer](): func(f *filler) any { return ZeroByPointer{Flag: !f.full && f.rng.IntN(2) == 0} },
}

// value returns a new settable value of type t.
func (f *filler) value(t reflect.Type) reflect.Value {
	v := reflect.New(t).Elem()
	f.fill(v)
	return v
}

// nothing says whether to leave a value empty that can be.
func (f *filler) nothing() bool {
	return f.depth <= 0 || !f.full && f.rng.IntN(5) == 0
}

// fill sets v, which can be set, and zero before.
func (f *filler) fill(v reflect.Value) {
	f.depth--
	defer func() { f.depth++ }()
	if make := special[v.Type()]; make != nil {
		if f.full || f.rng.IntN(6) != 0 {
			v.Set(reflect.ValueOf(make(f)))
		}
		return
	}
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(f.full || f.rng.IntN(2) == 0)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		v.SetInt(f.signed(v.Type().Bits()))
		if f.full && (v.IsZero() || v.Int() == -1) { // -1 is the zero of ZeroByValue
			v.SetInt(5)
		}
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		v.SetUint(f.rng.Uint64() >> f.rng.IntN(64) & (math.MaxUint64 >> (64 - v.Type().Bits())))
		if f.full && v.IsZero() {
			v.SetUint(5)
		}
	case reflect.Float32:
		v.SetFloat(f.float(math.MaxFloat32, math.SmallestNonzeroFloat32))
	case reflect.Float64:
		v.SetFloat(f.float(math.MaxFloat64, math.SmallestNonzeroFloat64))
	case reflect.Complex64, reflect.Complex128:
		v.SetComplex(complex(f.float(1e6, 1e-6), f.float(1e6, 1e-6)))
	case reflect.String:
		v.SetString(f.text())
	case reflect.Slice:
		f.fillSlice(v)
	case reflect.Array:
		for i := range v.Len() {
			f.fill(v.Index(i))
		}
	case reflect.Map:
		f.fillMap(v)
	case reflect.Pointer:
		if !f.nothing() {
			v.Set(f.value(v.Type().Elem()).Addr().Convert(v.Type()))
		}
	case reflect.Interface:
		if v.NumMethod() == 0 && !f.nothing() {
			v.Set(reflect.ValueOf(f.dynamic()))
		}
	case reflect.Struct:
		for i := range v.NumField() {
			// An unexported embedded struct cannot be set, and its exported fields can.
			if field := v.Field(i); field.CanSet() || v.Type().Field(i).Anonymous && field.Kind() == reflect.Struct {
				f.fill(field)
			}
		}
	}
}

func (f *filler) fillSlice(v reflect.Value) {
	if f.nothing() {
		if f.rng.IntN(2) == 0 {
			v.Set(reflect.MakeSlice(v.Type(), 0, 0))
		}
		return
	}
	n := 1 + f.rng.IntN(4)
	if f.rng.IntN(16) == 0 && v.Type().Elem().Size() <= 16 {
		n = 1 + f.rng.IntN(100) // long enough for counts of two bytes
	}
	v.Set(reflect.MakeSlice(v.Type(), n, n))
	for i := range n {
		f.fill(v.Index(i))
	}
}

func (f *filler) fillMap(v reflect.Value) {
	if f.nothing() {
		if f.rng.IntN(2) == 0 {
			v.Set(reflect.MakeMap(v.Type()))
		}
		return
	}
	v.Set(reflect.MakeMap(v.Type()))
	for range 1 + f.rng.IntN(4) {
		v.SetMapIndex(f.value(v.Type().Key()), f.value(v.Type().Elem()))
	}
}

// signed returns an integer of at most the given width, of any size, and at its limits now and then.
func (f *filler) signed(bits int) int64 {
	least := int64(-1) << (bits - 1)
	switch f.rng.IntN(12) {
	case 0:
		return least
	case 1:
		return ^least
	case 2:
		return 0
	}
	return int64(f.rng.Uint64()) >> (64 - bits) >> f.rng.IntN(bits)
}

func (f *filler) float(most, least float64) float64 {
	edge := []float64{most, -most, least, -least, 1, -1, 0.1, 1e20, 1e21, 1e-7, 123456789}
	if !f.full {
		edge = append(edge, 0, math.Copysign(0, -1))
	}
	x := f.rng.NormFloat64() * 1000
	if f.rng.IntN(2) == 0 {
		x = pick(f.rng, edge)
	}
	if f.full && x == 0 {
		x = 1
	}
	return max(-most, min(most, x))
}

func (f *filler) text() string {
	pieces := []string{"a", "Z", "0", " ", "\"", "\\", "/", "\n", "\t", "\x00", "\x1f", "\x7f", "<", ">", "&", "é", "ß", "世", "\u2028", "\ufffd", "😀", "longer piece of text "}
	n := f.rng.IntN(8)
	if f.rng.IntN(16) == 0 {
		n = f.rng.IntN(80)
	}
	if f.full {
		n++
	}
	var b strings.Builder
	for range n {
		b.WriteString(pick(f.rng, pieces))
	}
	return b.String()
}

// dynamic returns something to hold in an interface, in the types that encoding/json reads back.
func (f *filler) dynamic() any {
	f.depth--
	defer func() { f.depth++ }()
	switch n := f.rng.IntN(6); {
	case n == 0:
		return true
	case n == 1:
		return f.float(1e15, 1e-15)
	case n == 2 && f.depth > 0:
		return []any{f.dynamic(), nil}
	case n == 3 && f.depth > 0:
		return map[string]any{f.text(): f.dynamic(), "nil": nil}
	}
	return f.text()
}
