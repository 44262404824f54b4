// Command documents times documents that are changed and filtered as they are encoded beside
// decoding, changing and encoding them, and beside decoding and filtering.
//
// Elements of arrays are read through a View beside decoding them as messages of their own, and as a
// stream.
//
//	go run ./documents [-rounds 7] [-time 40ms] [-only Set] [-name laptop-documents]
package main

import (
	"flag"
	"fmt"
	"log"
	"math/rand/v2"
	"runtime"
	"slices"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/bench/turns"
	"github.com/beve-org/beve-go/canonical"
	"github.com/beve-org/beve-go/column"
	"github.com/beve-org/beve-go/patch"
)

// Results go here, so that no call can be left out.
var (
	result []byte
	count  int
)

func main() {
	run := turns.Flags("documents")
	flag.Parse()
	var rows []turns.Row
	rows = append(rows, settings()...)
	rows = append(rows, splice())
	rows = append(rows, filters()...)
	rows = append(rows, numbers()...)
	rows = append(rows, checks())
	rows = append(rows, loops()...)
	if err := run.Do(rows, []turns.Column{
		{Ours: "patch", Theirs: "decode-change-encode", Most: 0.2},
		{Ours: "patch", Theirs: "memmove", Most: 1.2},
		{Ours: "columns", Theirs: "decode-filter", Mode: "Filter", Most: 0.2},
		{Ours: "columns", Theirs: "decode-filter-any", Mode: "Filter", Most: 0.2},
		{Ours: "columns", Theirs: "decode-filter", Mode: "Scan", Most: 1},
		{Ours: "check", Theirs: "validate-and-compare", Most: 0.5},
		{Ours: "elements", Theirs: "decode-each", Mode: "Loop", Most: 1.1},
		{Ours: "elements", Theirs: "stream", Mode: "Loop", Most: 1.1},
	}); err != nil {
		log.Fatal(err)
	}
	runtime.KeepAlive(result)
	runtime.KeepAlive(count)
}

func must[T any](v T, err error) T {
	if err != nil {
		log.Fatal(err)
	}
	return v
}

type setting struct {
	Name   string         `json:"name"`
	Level  int64          `json:"level"`
	Colour [3]uint8       `json:"colour"`
	Paths  []string       `json:"paths"`
	Extra  map[string]int `json:"extra"`
}

// settings is a document of 100 settings of which some are changed.
func settings() []turns.Row {
	doc := map[string]setting{}
	for i := range 100 {
		doc[fmt.Sprintf("setting %02d", i)] = setting{fmt.Sprint("the name of ", i), int64(i), [3]uint8{1, 2, 3}, []string{"a", "b"}, map[string]int{"x": i}}
	}
	msg := must(beve.EncodeOptions{FixedWidth: true, Deterministic: true}.Marshal(doc))
	decoded := func(change func(doc map[string]setting)) func() {
		return func() {
			var doc map[string]setting
			if err := beve.Unmarshal(msg, &doc); err != nil {
				log.Fatal(err)
			}
			change(doc)
			result = must(beve.Marshal(doc))
		}
	}
	level := int64(0)
	own := slices.Clone(msg)
	batch := slices.Clone(msg)
	return []turns.Row{
		{Document: "settings", Mode: "Set", Bytes: len(msg), Sides: []turns.Side{
			{Name: "patch", Call: func() { level++; own = must(patch.Set(own, "/setting 50/level", level)) }},
			{Name: "decode-change-encode", Call: decoded(func(doc map[string]setting) {
				s := doc["setting 50"]
				s.Level++
				doc["setting 50"] = s
			})},
		}},
		{Document: "settings", Mode: "Batch", Bytes: len(msg), Sides: []turns.Side{
			{Name: "patch", Call: func() {
				var b patch.Batch
				for i := range 10 {
					b.Set(beve.Pointer(fmt.Sprintf("/setting %d0/name", i)), "another name")
				}
				result = must(b.Do(batch))
			}},
			{Name: "decode-change-encode", Call: decoded(func(doc map[string]setting) {
				for i := range 10 {
					s := doc[fmt.Sprintf("setting %d0", i)]
					s.Name = "another name"
					doc[fmt.Sprintf("setting %d0", i)] = s
				}
			})},
		}},
	}
}

// splice is a text that changes its length in front of eight megabytes.
func splice() turns.Row {
	type recording struct {
		Name   string    `json:"name"`
		Signal []float64 `json:"signal"`
	}
	msg := must(beve.Marshal(recording{"abc", make([]float64, 1<<20)}))
	msg = slices.Grow(msg, 100)
	moved := slices.Grow(slices.Clone(msg), 100)
	long := false
	return turns.Row{Document: "recording", Mode: "Set", Bytes: len(msg), Sides: []turns.Side{
		{Name: "patch", Call: func() {
			text := "abc"
			if long = !long; long {
				text = "abcd"
			}
			msg = must(patch.Set(msg, "/name", text))
		}},
		{Name: "memmove", Call: func() {
			n := len(moved)
			if moved = moved[:n+1]; long {
				copy(moved[11:], moved[10:n])
			} else {
				copy(moved[10:], moved[11:])
			}
			moved = moved[:n]
		}},
		{Name: "decode-change-encode", Call: func() {
			var r recording
			if err := beve.Unmarshal(msg, &r); err != nil {
				log.Fatal(err)
			}
			r.Name = "abcd"
			result = must(beve.Marshal(r))
		}},
	}}
}

type item struct {
	ID       uint64   `json:"id"`
	Name     string   `json:"name"`
	Price    float64  `json:"price"`
	Stock    int      `json:"stock"`
	Category string   `json:"category"`
	Tags     []string `json:"tags"`
}

func items(n int) []item {
	r := rand.New(rand.NewPCG(1, 2))
	all := make([]item, n)
	for i := range all {
		all[i] = item{uint64(i), fmt.Sprintf("the name of item %d", i), r.Float64() * 100, r.IntN(50), "category of things", []string{"new", "red"}}
	}
	return all
}

// filters are columns of the rows that pass, one in ten: of rows with texts, and of rows of four numbers.
func filters() []turns.Row {
	const n = 5000
	all, points := items(n), smalls(n)
	table := beve.EncodeOptions{Extended: true}
	return []turns.Row{
		filter("objects", must(beve.Marshal(all)), "/stock", column.AtLeast(45), "/price", func(v *item) (float64, bool) { return v.Price, v.Stock >= 45 }),
		filter("table", must(table.Marshal(all)), "/stock", column.AtLeast(45), "/price", func(v *item) (float64, bool) { return v.Price, v.Stock >= 45 }),
		filter("small-objects", must(beve.Marshal(points)), "/ID", column.AtLeast(n-n/10), "/X", func(v *small) (float64, bool) { return v.X, v.ID >= n-n/10 }),
		filter("small-table", must(table.Marshal(points)), "/ID", column.AtLeast(n-n/10), "/X", func(v *small) (float64, bool) { return v.X, v.ID >= n-n/10 }),
	}
}

// filter is a row about one message.
func filter[T any](name string, msg []byte, where beve.Pointer, m column.Match, field beve.Pointer, keep func(*T) (float64, bool)) turns.Row {
	return turns.Row{Document: name, Mode: "Filter", Bytes: len(msg), Sides: []turns.Side{
		{Name: "columns", Call: func() {
			v := must(beve.NewView(msg))
			count = len(must(column.Of[float64](column.From(v, "/*").Where(where, m), field)))
		}},
		{Name: "decode-filter", Call: func() {
			var all []T
			if err := beve.Unmarshal(msg, &all); err != nil {
				log.Fatal(err)
			}
			var found []float64
			for i := range all {
				if v, ok := keep(&all[i]); ok {
					found = append(found, v)
				}
			}
			count = len(found)
		}},
		{Name: "decode-filter-any", Call: func() {
			var all []map[string]any
			if err := beve.Unmarshal(msg, &all); err != nil {
				log.Fatal(err)
			}
			count = len(all)
		}},
	}}
}

// numbers are arrays of a megabyte of which one in a hundred passes.
func numbers() []turns.Row {
	r := rand.New(rand.NewPCG(1, 2))
	floats, ints, bytes := make([]float64, 1<<17), make([]int32, 1<<18), make([]uint8, 1<<20)
	for i := range bytes {
		bytes[i], floats[i%len(floats)], ints[i%len(ints)] = byte(r.Int()), r.Float64(), int32(r.Int())
	}
	return []turns.Row{
		array("float64", floats, 0.01, column.AtMost(0.01)),
		array("int32", ints, -1<<31+1<<25, column.AtMost(-1<<31+1<<25)),
		array("uint8", bytes, 2, column.AtMost(2)),
	}
}

func array[T uint8 | int32 | float64](name string, s []T, most T, m column.Match) turns.Row {
	msg := must(beve.Marshal(s))
	return turns.Row{Document: name, Mode: "Scan", Bytes: len(msg), Sides: []turns.Side{
		{Name: "columns", Call: func() {
			v := must(beve.NewView(msg))
			count = must(column.From(v, "/*").Where("", m).Count())
		}},
		{Name: "decode-filter", Call: func() {
			var s []T
			if err := beve.Unmarshal(msg, &s); err != nil {
				log.Fatal(err)
			}
			n := 0
			for _, v := range s {
				if v <= most {
					n++
				}
			}
			count = n
		}},
	}}
}

// checks is the check of canonical form beside writing it and comparing.
func checks() turns.Row {
	msg := must(canonical.Marshal(items(5000)))
	return turns.Row{Document: "objects", Mode: "Canonical", Bytes: len(msg), Sides: []turns.Side{
		{Name: "check", Call: func() {
			if err := canonical.Check(msg); err != nil {
				log.Fatal(err)
			}
		}},
		{Name: "validate-and-compare", Call: func() {
			result = must(canonical.Append(result[:0], msg))
			if !slices.Equal(result, msg) {
				log.Fatal("not canonical")
			}
		}},
	}}
}
