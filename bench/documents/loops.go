package main

import (
	"bytes"
	"fmt"
	"log"
	"slices"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/bench/turns"
)

// loops go over the elements of arrays of every shape, and decode each: through a View, from
// messages of one element each, and from a stream.
func loops() []turns.Row {
	const n = 5000
	numbers, flags, texts, pairs := make([]float64, n), make([]bool, n), make([]string, n), make([][2]int, n)
	maps, mixed, places := make([]map[string]int, n), make([]any, n), make([]complex128, n)
	for i := range n {
		numbers[i], flags[i], texts[i] = float64(i)/3, i%3 == 0, fmt.Sprint("text ", i)
		pairs[i], maps[i] = [2]int{i, -i}, map[string]int{"x": i, "y": -i}
		mixed[i], places[i] = int64(i), complex(float64(i), 1)
		if i%2 == 0 {
			mixed[i] = texts[i]
		}
	}
	table := beve.EncodeOptions{Extended: true}
	return []turns.Row{
		loop[float64]("numbers", beve.EncodeOptions{}, numbers),
		loop[bool]("booleans", beve.EncodeOptions{}, flags),
		loop[string]("strings", beve.EncodeOptions{}, texts),
		loop[complex128]("complex", beve.EncodeOptions{}, places),
		loop[any]("mixed", beve.EncodeOptions{}, mixed),
		loop[[2]int]("pairs", beve.EncodeOptions{}, pairs),
		loop[map[string]int]("maps", beve.EncodeOptions{}, maps),
		loop[item]("objects", beve.EncodeOptions{}, items(n)),
		loop[item]("table", table, items(n)),
		loop[small]("small-objects", beve.EncodeOptions{}, smalls(n)),
		loop[small]("small-table", table, smalls(n)),
	}
}

// small is a record of a few numbers.
type small struct {
	X, Y, Z float64
	ID      int32
}

func smalls(n int) []small {
	all := make([]small, n)
	for i := range all {
		all[i] = small{float64(i), 1, 2, int32(i)}
	}
	return all
}

// loop is a row for one shape.
func loop[T any](name string, o beve.EncodeOptions, all any) turns.Row {
	msg := must(o.Marshal(all))
	var each [][]byte
	for e, err := range must(beve.NewView(msg)).Elements() {
		each = append(each, must(must(e, err).Raw()))
	}
	row := turns.Row{Document: name, Mode: "Loop", Bytes: len(msg), Sides: []turns.Side{
		{Name: "elements", Call: func() {
			var zero T
			count = 0
			v := new(T)
			for e, err := range must(beve.NewView(msg)).Elements() {
				*v = zero
				if err == nil {
					err = e.Decode(v)
				}
				if err != nil {
					log.Fatal(err)
				}
				count++
			}
		}},
		{Name: "decode-each", Call: func() {
			var zero T
			count = 0
			v := new(T)
			for _, e := range each {
				*v = zero
				if err := beve.Unmarshal(e, v); err != nil {
					log.Fatal(err)
				}
				count++
			}
		}},
		{Name: "stream", Call: func() {
			count = 0
			for _, err := range beve.Elements[T](bytes.NewReader(msg)) {
				if err != nil {
					log.Fatal(err)
				}
				count++
			}
		}},
	}}
	if name == "complex" {
		row.Sides = slices.Delete(row.Sides, 2, 3) // a stream has them in one
	}
	return row
}
