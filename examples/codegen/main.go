// Command codegen compares code that bevegen has generated with reflection: the same
// bytes, the same values, the same errors, in less time.
//
//	go generate ./examples/codegen
//	go run ./examples/codegen
package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"log"
	"os"
	"reflect"
	"time"

	beve "github.com/beve-org/beve-go"
)

func main() {
	if err := run(os.Stdout, 200*time.Millisecond); err != nil {
		log.Fatal(err)
	}
}

// reflected is the way without generated code. Options that generated code does not
// know go around it; these are about maps and interfaces, which a Route has none of.
var reflected = beve.CodecWith[Route](
	beve.EncodeOptions{Deterministic: true},
	beve.DecodeOptions{GenericArrays: true})

func someRoute() *Route {
	platform := 4
	start := time.Date(2026, 1, 1, 6, 0, 0, 0, time.UTC)
	return &Route{"EC 7", 90 * time.Minute, []Stop{
		{"Basel", &platform, start, [2]float64{47.547, 7.589}},
		{"Bern", nil, start.Add(time.Hour), [2]float64{46.949, 7.439}},
		{"Thun", nil, start.Add(90 * time.Minute), [2]float64{46.755, 7.629}},
	}, []uint16{21, 22, 61, 108}}
}

// run compares, and then measures each way for the given time.
func run(w io.Writer, measured time.Duration) error {
	route := someRoute()

	// Package beve uses generated methods wherever it finds the type: nothing in a
	// program changes. They can be called too, without the package and its reflection.
	data, err := beve.Marshal(route)
	if err != nil {
		return err
	}
	called, err := route.AppendBEVE(nil)
	if err != nil {
		return err
	}
	byReflection, err := reflected.Marshal(route)
	if err != nil {
		return err
	}
	fmt.Fprintf(w, "%d bytes, the same: %v\n", len(data), bytes.Equal(data, called) && bytes.Equal(data, byReflection))

	var generated, other Route
	if err := generated.UnmarshalBEVE(data); err != nil {
		return err
	}
	if err := reflected.Unmarshal(data, &other); err != nil {
		return err
	}
	fmt.Fprintf(w, "the same value: %v\n", reflect.DeepEqual(generated, other) && reflect.DeepEqual(&generated, route))

	damaged := data[:len(data)-3]
	one, two := generated.UnmarshalBEVE(damaged), reflected.Unmarshal(damaged, &other)
	if !errors.Is(one, beve.ErrTruncated) || !errors.Is(two, beve.ErrTruncated) {
		return fmt.Errorf("a message that was cut: %w", errors.Join(one, two))
	}
	fmt.Fprintf(w, "the same error: %v: %v\n", one.Error() == two.Error(), one)

	return measure(w, measured, route, data)
}

// measure prints what one call of each way takes. For figures to rely on see bench.
func measure(w io.Writer, measured time.Duration, route *Route, data []byte) error {
	var buf []byte
	var into Route
	ways := []struct {
		name string
		call func() error
	}{
		{"append, reflection", func() (err error) { buf, err = reflected.Append(buf[:0], route); return err }},
		{"append, generated", func() (err error) { buf, err = route.AppendBEVE(buf[:0]); return err }},
		{"decode, reflection", func() error { return reflected.Unmarshal(data, &into) }},
		{"decode, generated", func() error { return into.UnmarshalBEVE(data) }},
	}
	for _, way := range ways {
		calls, start := 0, time.Now()
		for time.Since(start) < measured {
			for range 1000 {
				if err := way.call(); err != nil {
					return fmt.Errorf("%s: %w", way.name, err)
				}
			}
			calls += 1000
		}
		fmt.Fprintf(w, "%-18s  %5d ns\n", way.name, time.Since(start).Nanoseconds()/int64(calls))
	}
	return nil
}
