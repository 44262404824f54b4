package zoo

import (
	"encoding/json"
	"math"
	"math/big"
	"net/netip"
	"net/url"
	"reflect"
	"strings"
	"time"
)

// inAny are what an any and an element of one hold.
var inAny = []any{
	nil, true, "text", 1.5, 5, 200, -200, int8(1), int64(5), uint8(200), uint(5), float32(1.5), []any{}, []any{true},
	[]string(nil), []byte{1}, [2]byte{1}, map[string]any{"a": true}, map[string]any(nil), map[int]bool{1: true}, map[any]any{1: 2}, struct{}{}, Plain{A: true},
	&Plain{}, time.Unix(5, 6).UTC(), time.Second, errAt, json.Number("5"), 1i, Text("t"), Blob{1}, []int{1, 200},
}

// special are values of types that are not filled field by field, and of those whose edges their kind
// does not have.
var special = map[reflect.Type][]any{
	reflect.TypeFor[any]():                          inAny,
	reflect.TypeFor[error]():                        {nil, errAt, Late{time.Second}, Code{1}},
	reflect.TypeFor[Holder]():                       {nil, Flag(true), Late{time.Second}},
	reflect.TypeFor[TextInterface]():                {nil, TextValue{"a"}, Code{1}},
	reflect.TypeFor[interface{ String() string }](): {nil, time.Second, Code{1}},
	reflect.TypeFor[time.Time](): {
		time.Time{}, time.Unix(0, 0).UTC(), time.Unix(5, 6).UTC(), time.Unix(1<<32, 0).UTC(), time.Unix(1<<34, 999_999_999).UTC(), time.Unix(-1, 1).UTC(),
		time.Date(2026, 1, 2, 3, 4, 5, 600, time.FixedZone("", 3600)), time.Date(9999, 12, 31, 0, 0, 0, 0, time.UTC), time.Date(-1, 1, 1, 0, 0, 0, 0, time.UTC),
	},
	reflect.TypeFor[time.Duration](): {time.Duration(0), time.Duration(1), time.Second, -time.Minute, time.Duration(math.MaxInt64)},
	reflect.TypeFor[big.Int]():       {*big.NewInt(0), *big.NewInt(-5), *new(big.Int).Lsh(big.NewInt(1), 100)},
	reflect.TypeFor[netip.Addr]():    {netip.Addr{}, netip.MustParseAddr("1.2.3.4"), netip.MustParseAddr("::1%eth0")},
	reflect.TypeFor[url.URL]():       {url.URL{}, url.URL{Scheme: "https", Host: "a.b", RawQuery: "a=<&>"}},
	reflect.TypeFor[json.Number]():   {json.Number("0"), json.Number("-5"), json.Number("1.50"), json.Number("1e30"), json.Number("18446744073709551615"), json.Number("")},
	reflect.TypeFor[json.RawMessage](): {
		json.RawMessage(nil), json.RawMessage("5"), json.RawMessage(`{"a": [1 , "<"]}`),
	},
}

var (
	integers = []int64{0, 1, -1, 31, 32, -32, -33, 127, 128, -128, -129, 200, 255, 256, 32767, 32768, -32768, -32769, 65535, 65536,
		math.MaxInt32, math.MaxInt32 + 1, math.MinInt32, math.MinInt32 - 1, math.MaxUint32, math.MaxUint32 + 1, 1 << 53, math.MaxInt64, math.MinInt64}
	floats = []float64{0, math.Copysign(0, -1), 1, -1.5, 1e-7, 1e-6, 1e20, 1e21, 123456789, 0.1, math.MaxFloat32, math.MaxFloat64, math.SmallestNonzeroFloat32,
		math.SmallestNonzeroFloat64, math.NaN(), math.Inf(1), math.Inf(-1), 1 << 53}
	texts = []string{"", "a", "<&>\u2028\u2029", "\"\\\b\f\n\r\t\x00\x1f\x7f", "ä😀\U0010ffff", "\xff", "a\xed\xa0\x80", "5", "null",
		strings.Repeat("x", 31), strings.Repeat("x", 32), strings.Repeat("x", 255), strings.Repeat("x", 256), strings.Repeat("x", 65536)}
)

// Values returns values of t at its edges: nil and empty, one of each of its elements, and structs
// whose fields go through theirs together.
func Values(t reflect.Type) []reflect.Value { return values(t, 4) }

func values(t reflect.Type, depth int) (all []reflect.Value) {
	made := func() reflect.Value { return reflect.New(t).Elem() }
	add := func(set func(v reflect.Value)) {
		v := made()
		set(v)
		all = append(all, v)
	}
	if list, ok := special[t]; ok {
		for _, x := range list {
			add(func(v reflect.Value) {
				if x != nil {
					v.Set(reflect.ValueOf(x))
				}
			})
		}
		return all
	}
	if depth == 0 {
		return []reflect.Value{made()}
	}
	switch t.Kind() {
	case reflect.Bool:
		return []reflect.Value{made(), reflect.ValueOf(true).Convert(t)}
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		for _, n := range integers {
			if !made().OverflowInt(n) {
				add(func(v reflect.Value) { v.SetInt(n) })
			}
		}
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		for _, n := range integers {
			if n >= 0 && !made().OverflowUint(uint64(n)) {
				add(func(v reflect.Value) { v.SetUint(uint64(n)) })
			}
		}
	case reflect.Float32, reflect.Float64:
		for _, f := range floats {
			add(func(v reflect.Value) { v.SetFloat(f) })
		}
	case reflect.Complex64, reflect.Complex128:
		add(func(v reflect.Value) { v.SetComplex(1 - 2i) })
	case reflect.String:
		for _, s := range texts {
			add(func(v reflect.Value) { v.SetString(s) })
		}
	case reflect.Slice:
		all = append(all, made(), reflect.MakeSlice(t, 0, 0))
		for _, e := range values(t.Elem(), depth-1) {
			all = append(all, reflect.Append(made(), e))
		}
		add(func(v reflect.Value) { v.Set(reflect.MakeSlice(t, 300, 300)) })
	case reflect.Array:
		for _, e := range values(t.Elem(), depth-1) {
			add(func(v reflect.Value) {
				for i := range v.Len() {
					v.Index(i).Set(e)
				}
			})
		}
	case reflect.Map:
		all = append(all, made(), reflect.MakeMap(t))
		keys, elems := values(t.Key(), depth-1), values(t.Elem(), depth-1)
		for i := range max(len(keys), len(elems)) {
			if key := keys[i%len(keys)]; key.Comparable() {
				add(func(v reflect.Value) {
					v.Set(reflect.MakeMap(t))
					v.SetMapIndex(key, elems[i%len(elems)])
				})
			}
		}
	case reflect.Pointer:
		all = append(all, made())
		for _, e := range values(t.Elem(), depth-1) {
			add(func(v reflect.Value) {
				v.Set(reflect.New(t.Elem()))
				v.Elem().Set(e)
			})
		}
	case reflect.Struct:
		return structs(t, depth)
	default: // functions, channels, interfaces with methods
		all = append(all, made())
	}
	return all
}

// structs returns values of a struct, as many as the field with the most values has.
func structs(t reflect.Type, depth int) (all []reflect.Value) {
	most, fields := 1, make([][]reflect.Value, t.NumField())
	for i := range fields {
		if t.Field(i).IsExported() {
			fields[i] = values(t.Field(i).Type, depth-1)
			most = max(most, len(fields[i]))
		}
	}
	for n := range most {
		v := reflect.New(t).Elem()
		for i, list := range fields {
			if len(list) > 0 {
				v.Field(i).Set(list[n%len(list)])
			}
		}
		all = append(all, v)
	}
	return all
}
