// Command golden prints what the Go library writes for values that the tests of
// the Python package write too: one line for each, a name and the bytes.
package main

import (
	"fmt"
	"log"
	"math"
	"math/big"
	"regexp"
	"time"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/scalar"
)

type inner struct {
	X float64 `json:"x"`
	Y []int16 `json:"y"`
}

type record struct {
	Name  string         `json:"name"`
	Count int            `json:"count"`
	Tags  []string       `json:"tags"`
	Flags []bool         `json:"flags"`
	Inner inner          `json:"inner"`
	Any   []any          `json:"any"`
	Map   map[string]any `json:"map"`
	Nil   *int           `json:"nil"`
}

func main() {
	big128, ok := new(big.Int).SetString("-170141183460469231731687303715884105728", 10)
	if !ok {
		log.Fatal("not a number")
	}
	u128 := new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), 128), big.NewInt(1))
	zone := time.FixedZone("", 2*3600)
	at := time.Date(2026, 1, 2, 3, 4, 5, 123456789, zone)
	old := time.Date(1969, 12, 31, 23, 59, 59, 500_000_000, time.UTC)
	id := beve.UUID{0x6b, 0xa7, 0xb8, 0x10, 0x9d, 0xad, 0x11, 0xd1, 0x80, 0xb4, 0x00, 0xc0, 0x4f, 0xd4, 0x30, 0xc8}
	rows := make([]any, 6)
	for i := range rows {
		rows[i] = map[string]any{"b": i, "a": fmt.Sprint(i)}
	}
	long := make([]float64, 20_000)
	for i := range long {
		long[i] = float64(i) / 3
	}
	texts := make([]string, 100)
	for i := range texts {
		texts[i] = fmt.Sprint("text ", i)
	}
	values := []struct {
		name  string
		value any
	}{
		{"nil", nil}, {"true", true}, {"false", false},
		{"ints", []any{0, 1, -1, 127, 128, -128, -129, 32767, 32768, -32768, -32769, 1 << 31, -1 << 31, 1<<31 - 1,
			int64(math.MaxInt64), int64(math.MinInt64), uint64(math.MaxUint64), big128, u128}},
		{"floats", []any{0.0, math.Copysign(0, -1), 1.5, math.MaxFloat64, math.SmallestNonzeroFloat64, math.Inf(1), math.Inf(-1)}},
		{"strings", []any{"", "a", "é€𝄞\x00", texts[0]}},
		{"float64s", []float64{1, 2.5, -3}}, {"float32s", []float32{1, 2.5, -3}}, {"none", []float64{}},
		{"int8s", []int8{-1, 2}}, {"int16s", []int16{-1, 2}}, {"int32s", []int32{-1, 2}}, {"int64s", []int64{-1, 2}},
		{"uint16s", []uint16{1, 2}}, {"uint32s", []uint32{1, 2}}, {"uint64s", []uint64{1, 2}}, {"bytes", []byte("abc")},
		{"long", long}, {"texts", texts}, {"bools", []bool{true, false, true, true, false, false, true, false, true}},
		{"uint8", uint8(200)}, {"uint32", uint32(70000)}, {"float32", float32(0.1)},
		{"complex128", complex(1, -2)}, {"complex64", complex64(complex(1, -2))},
		{"complex128s", []complex128{1, 2i}}, {"complex64s", []complex64{1, 2i}},
		{"intkeys", map[int64]any{-5: "a", 7: nil}}, {"uintkeys", map[uint64]any{1 << 63: 1}}, {"empty", map[string]any{}},
		{"rowmajor", beve.Matrix[float64]{Extents: []int{2, 3}, Data: []float64{1, 2, 3, 4, 5, 6}}},
		{"columnmajor", beve.Matrix[int32]{Layout: scalar.ColumnMajor, Extents: []int{2, 300}, Data: make([]int32, 600)}},
		{"complexmatrix", beve.Matrix[complex128]{Extents: []int{1, 2, 2}, Data: []complex128{1, 2, 3i, 4}}},
		{"record", record{"n", -300, []string{"a", "b"}, []bool{true}, inner{1, []int16{1, 2}}, []any{nil, "x"},
			map[string]any{"k": []any{1, 2.5}, "j": map[string]any{}}, nil}},
		{"time", at}, {"old", old}, {"duration", 90 * time.Second}, {"negative", time.Duration(-1)},
		{"uuid", id}, {"regexp", regexp.MustCompile("(?im)^a")},
		{"interval", beve.Interval{Start: old, End: at}}, {"rows", rows},
	}
	deterministic := beve.EncodeOptions{Deterministic: true}
	extended := beve.EncodeOptions{Deterministic: true, Extended: true}
	aligned := beve.EncodeOptions{Deterministic: true, Aligned: true}
	for _, v := range values {
		for _, way := range []struct {
			name string
			opts beve.EncodeOptions
		}{{"plain", deterministic}, {"extended", extended}, {"aligned", aligned}} {
			data, err := way.opts.Marshal(v.value)
			if err != nil {
				log.Fatal(v.name, ": ", err)
			}
			fmt.Printf("%s %s %x\n", v.name, way.name, data)
		}
	}
}
