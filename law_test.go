package beve_test

import (
	"fmt"
	"math"
	"math/big"
	"reflect"
	"strings"
	"testing"
	"time"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/json"
	"github.com/beve-org/beve-go/msgpack"
	"github.com/beve-org/beve-go/zebrapack"
)

// lawFormats are the ways to write any value.
var lawFormats = []struct {
	name      string
	marshal   func(v any) ([]byte, error)
	unmarshal func(data []byte, v any) error
}{
	{"beve", beve.Marshal, beve.Unmarshal},
	{"fixed", beve.EncodeOptions{FixedWidth: true}.Marshal, beve.Unmarshal},
	{"extended", beve.MarshalAuto, beve.Unmarshal},
	{"json", json.Marshal, json.Unmarshal},
	{"msgpack", msgpack.Marshal, msgpack.Unmarshal},
	{"zebrapack", zebrapack.Marshal, zebrapack.Unmarshal},
}

type (
	lawFloat  float64
	lawBytes  []byte
	lawText   string
	lawHolder struct {
		V   any                `zid:"0"`
		S   string             `zid:"1"`
		F   float64            `zid:"2"`
		G   float32            `zid:"3"`
		L   []float64          `zid:"4"`
		M   map[string]float64 `zid:"5"`
		P   *float64           `zid:"6"`
		N   []int              `zid:"7"`
		B   []byte             `zid:"8"`
		T   time.Time          `zid:"9"`
		D   time.Duration      `zid:"10"`
		U   uint64             `zid:"11"`
		I   int64              `zid:"12"`
		Arr [2]float32         `zid:"13"`
	}
	lawRow struct {
		F float64 `zid:"0"`
		S string  `zid:"1"`
	}
	lawRows struct {
		Rows []lawRow `zid:"0"`
	}
)

// lawValues are values at the edges of what formats hold.
func lawValues() (all []any) {
	add := func(v ...any) { all = append(all, v...) }
	nan := math.Float64frombits(0x7FF8000000000123)
	minus := math.Copysign(0, -1)
	for _, f := range []float64{0, minus, 1, -1.5, math.MaxFloat64, math.SmallestNonzeroFloat64, math.Inf(1), math.Inf(-1), nan, math.NaN(),
		1 << 53, 1<<53 + 2, 1e300, 0.1, float64(float32(0.1))} {
		p := f
		add(f, float32(f), lawFloat(f), []float64{f, 1}, []float32{float32(f)}, []lawFloat{f1(f)}, [2]float64{f, f}, map[string]float64{"k": f}, &p,
			map[int]float64{1: f}, lawHolder{F: f, G: float32(f), L: []float64{f}, M: map[string]float64{"m": f}, P: &p, Arr: [2]float32{float32(f), 1}},
			lawRows{[]lawRow{{f, "a"}, {f, "b"}, {1, ""}, {2, ""}, {3, ""}, {f, "f"}}}, struct {
				C []map[string]float64 `zid:"0"`
			}{[]map[string]float64{{"a": f}, {"a": 1}, {"a": 2}, {"a": 3}, {"a": f}}})
	}
	for _, s := range []string{"", "text", "\x00", "\xff", "a\xc3", "\xed\xa0\x80", "\u2028<&>", strings.Repeat("é", 300), "𝄞"} {
		add(s, lawText(s), []string{s, s}, map[string]string{"k": s}, map[string]int{s: 1}, map[lawText]int{lawText(s): 1}, lawHolder{S: s},
			lawRows{[]lawRow{{1, s}, {1, s}, {1, s}, {1, s}, {1, s}}})
	}
	for _, u := range []uint64{0, 1, 127, 128, 255, 256, 1 << 31, 1 << 32, 1<<53 + 1, math.MaxInt64, 1 << 63, math.MaxUint64} {
		add(u, int64(u), uint32(u), int16(u), int8(u), []uint64{u}, []int64{int64(u)}, map[uint64]int{u: 1}, map[int64]string{int64(u): "x"},
			lawHolder{U: u, I: int64(u)}, new(big.Int).SetUint64(u), time.Duration(u), lawHolder{D: time.Duration(u)})
	}
	huge, _ := new(big.Int).SetString("123456789012345678901234567890", 10)
	add(huge, new(big.Int).Neg(huge))
	for _, v := range []any{[]int(nil), []int{}, []byte(nil), []byte{}, []string(nil), []string{}, []lawRow(nil), []lawRow{}, map[string]int(nil), map[string]int{},
		lawBytes(nil), lawBytes{}, lawBytes{1}, (*int)(nil), lawHolder{}, lawHolder{N: []int{}, B: []byte{}, L: []float64{}, M: map[string]float64{}}, [0]int{}, lawRows{},
		[][]int{nil, {}, {1}}, []*int{nil}, []map[string]int{nil, {}}, []bool{true, false, true}, [3]bool{}, []any(nil), []any{}, map[string]any{}, complex(1, minus), []complex128{complex(nan, 1)}} {
		add(v)
	}
	zone := time.FixedZone("", 2*60*60+30*60)
	odd := time.FixedZone("", 1234)
	for _, t := range []time.Time{{}, time.Unix(0, 0).UTC(), time.Date(2024, 2, 29, 23, 59, 59, 999999999, time.UTC), time.Date(2024, 1, 1, 0, 0, 0, 1, zone),
		time.Date(2024, 1, 1, 0, 0, 0, 0, odd), time.Date(9999, 12, 31, 0, 0, 0, 0, time.UTC), time.Date(10000, 1, 1, 0, 0, 0, 0, time.UTC),
		time.Date(-1, 1, 1, 0, 0, 0, 0, time.UTC), time.Date(1, 1, 1, 0, 0, 0, 0, zone), time.Now()} {
		add(t, []time.Time{t}, &t, lawHolder{T: t})
	}
	return all
}

func f1(f float64) lawFloat { return lawFloat(f) }

func TestWhatIsWrittenComesBackOrIsAnError(t *testing.T) {
	seen := map[string]int{}
	for _, f := range lawFormats {
		for _, v := range lawValues() {
			data, err := f.marshal(v)
			if err != nil {
				continue
			}
			got := reflect.New(reflect.TypeOf(v))
			if err := f.unmarshal(data, got.Interface()); err != nil {
				continue
			}
			diff := difference(reflect.ValueOf(v), got.Elem())
			if diff == "" {
				continue
			}
			key := f.name + ": " + diff
			if seen[key]++; lawDifferences[key] == "" && seen[key] == 1 {
				t.Errorf("%s; %T %+v became %+v (% X)", key, v, v, got.Elem(), data[:min(len(data), 60)])
			}
		}
	}
	for key := range lawDifferences {
		if seen[key] == 0 {
			t.Errorf("%s: the difference is gone; take it out of the table", key)
		}
	}
}

// difference says what sort of difference there is between a and b, bit by bit, or
// nothing.
func difference(a, b reflect.Value) string {
	switch v := a.Interface().(type) {
	case time.Time:
		w := b.Interface().(time.Time)
		_, x := v.Zone()
		_, y := w.Zone()
		switch {
		case !v.Equal(w):
			return "time"
		case x != y:
			return "zone of a time"
		}
		return ""
	case *big.Int:
		if v.Cmp(b.Interface().(*big.Int)) != 0 {
			return "integer"
		}
		return ""
	}
	switch a.Kind() {
	case reflect.Float32, reflect.Float64:
		x, y := a.Float(), b.Float()
		switch {
		case math.IsNaN(x) && math.IsNaN(y) && math.Float64bits(x) != math.Float64bits(y):
			return "payload of a NaN"
		case math.Float64bits(x) != math.Float64bits(y) && x == y:
			return "sign of zero"
		case math.Float64bits(x) != math.Float64bits(y):
			return "float"
		}
	case reflect.Complex64, reflect.Complex128:
		x, y := a.Complex(), b.Complex()
		if d := difference(reflect.ValueOf(real(x)), reflect.ValueOf(real(y))); d != "" {
			return d
		}
		return difference(reflect.ValueOf(imag(x)), reflect.ValueOf(imag(y)))
	case reflect.Slice, reflect.Map:
		if a.IsNil() != b.IsNil() && a.Len() == 0 && b.Len() == 0 {
			return fmt.Sprintf("nil and empty %s", a.Kind())
		}
		if a.Len() != b.Len() {
			return "length"
		}
		if a.Kind() == reflect.Map {
			for _, key := range a.MapKeys() {
				w := b.MapIndex(key)
				if !w.IsValid() {
					return "key"
				}
				if d := difference(a.MapIndex(key), w); d != "" {
					return d
				}
			}
			return ""
		}
		for i := range a.Len() {
			if d := difference(a.Index(i), b.Index(i)); d != "" {
				return d
			}
		}
	case reflect.Array:
		for i := range a.Len() {
			if d := difference(a.Index(i), b.Index(i)); d != "" {
				return d
			}
		}
	case reflect.Struct:
		for i := range a.NumField() {
			if d := difference(a.Field(i), b.Field(i)); d != "" {
				return d
			}
		}
	case reflect.Pointer, reflect.Interface:
		if a.IsNil() || b.IsNil() {
			if a.IsNil() != b.IsNil() {
				return "nil"
			}
			return ""
		}
		return difference(a.Elem(), b.Elem())
	default:
		if a.Interface() != b.Interface() {
			return a.Kind().String()
		}
	}
	return ""
}

// What is meant to differ.
const (
	oddZone  = "a zone of odd seconds is given up for UTC, the instant kept"
	noZone   = "times of MessagePack have no zone"
	noNil    = "slices and maps that are nil are written as empty ones, as generated code does"
	asInJSON = "as encoding/json does"
)

// lawDifferences are the differences that are meant, by format and what differs.
var lawDifferences = map[string]string{
	"beve: zone of a time":           oddZone,
	"fixed: zone of a time":          oddZone,
	"extended: zone of a time":       oddZone,
	"json: string":                   asInJSON, // text that is not valid UTF-8
	"json: key":                      asInJSON,
	"json: time":                     asInJSON, // a zone of odd seconds
	"msgpack: zone of a time":        noZone,
	"zebrapack: zone of a time":      noZone,
	"msgpack: nil and empty slice":   noNil,
	"msgpack: nil and empty map":     noNil,
	"zebrapack: nil and empty slice": noNil,
	"zebrapack: nil and empty map":   noNil,
}
