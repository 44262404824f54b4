// Command arrays writes what a measurement gives and reads it in four ways: arrays of
// numbers are memory on the wire, so that writing and reading are copies, and viewing
// is not even that.
//
//	go run ./arrays
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"math"
	"math/cmplx"
	"os"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/scalar"
)

// measurement is one run: each field is one array on the wire, of the width that its
// type has.
type measurement struct {
	Signal   []float64            `json:"signal"`
	Counts   []uint16             `json:"counts"`
	Valid    []bool               `json:"valid"` // a bit each
	Spectrum []complex128         `json:"spectrum"`
	Weights  []scalar.Float16     `json:"weights"` // half the size of float32, and 11 bits of it
	Field    beve.Matrix[float32] `json:"field"`
}

func main() {
	if err := run(os.Stdout); err != nil {
		log.Fatal(err)
	}
}

func run(out io.Writer) error {
	const n = 1024
	m := measure(n)

	// Aligned puts the elements at multiples of their width, so that they can be used
	// where they are.
	data, err := beve.EncodeOptions{Aligned: true}.Marshal(m)
	if err != nil {
		return err
	}
	asText, err := json.Marshal(m.Signal)
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "all in %d bytes; the signal alone in %d, and %d as JSON\n", len(data), 8*n, len(asText))

	// 1. As it was.
	var back measurement
	if err := beve.Unmarshal(data, &back); err != nil {
		return err
	}
	fmt.Fprintf(out, "the strongest frequency is %d\n", strongest(back.Spectrum))

	// 2. Into other types: any width goes into any type that holds the values, and
	// halves into floats. What does not fit is an error, never another number.
	var other struct {
		Counts  []int     `json:"counts"`
		Weights []float32 `json:"weights"`
	}
	if err := beve.Unmarshal(data, &other); err != nil {
		return err
	}
	var narrow struct {
		Counts []int8 `json:"counts"`
	}
	err = beve.Unmarshal(data, &narrow)
	fmt.Fprintf(out, "counts %v, weights %v; as int8: %t\n", other.Counts[:3], other.Weights[:3], errors.Is(err, beve.ErrOverflow))

	// 3. In place: the slice is the message's memory.
	view, err := beve.NewView(data)
	if err != nil {
		return err
	}
	signal, err := floats(view, "/signal")
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "mean square of the signal: %.3f\n", meanSquare(signal))

	// 4. A part: of an array of numbers any range is found at once.
	some, err := view.At("/counts")
	if err != nil {
		return err
	}
	if some, err = some.Slice(1000, 1004); err != nil {
		return err
	}
	var counts []uint16
	if err := some.Decode(&counts); err != nil {
		return err
	}
	fmt.Fprintf(out, "counts 1000 to 1003: %v\n", counts)

	// A matrix says how it is laid out in memory. Read in the other layout with its extents
	// swapped, the same memory is the transpose.
	f := back.Field
	t := beve.Matrix[float32]{Layout: scalar.ColumnMajor, Extents: []int{f.Extents[1], f.Extents[0]}, Data: f.Data}
	fmt.Fprintf(out, "row 1, column 2 of %v is %v; row 2, column 1 of the transpose %v is %v\n",
		f.Extents, at(f, 1, 2), t.Extents, at(t, 2, 1))
	return nil
}

// measure makes a signal of n values, and what belongs to it.
func measure(n int) measurement {
	m := measurement{
		Signal: make([]float64, n), Counts: make([]uint16, n), Valid: make([]bool, n),
		Spectrum: make([]complex128, 16), Weights: make([]scalar.Float16, 16),
		Field: beve.Matrix[float32]{Layout: scalar.RowMajor, Extents: []int{3, 4}, Data: make([]float32, 12)},
	}
	for i := range n {
		turn := 2 * math.Pi * float64(i) / float64(n)
		m.Signal[i] = math.Round(1e6*(math.Sin(5*turn)+0.25*math.Cos(9*turn))) / 1e6
		m.Counts[i] = uint16(i * i % 997)
		m.Valid[i] = i%7 != 0
	}
	for k := range m.Spectrum {
		for i, x := range m.Signal {
			m.Spectrum[k] += complex(x, 0) * cmplx.Rect(1, -2*math.Pi*float64(k*i)/float64(n))
		}
		m.Weights[k] = scalar.Float16FromFloat64(1 / float64(k+1))
	}
	for i := range m.Field.Data {
		m.Field.Data[i] = float32(i) / 2
	}
	return m
}

// floats returns an array as a []float64: in place, or copied where the machine, the
// build or the array's type or place do not allow that. It must not be written to.
func floats(v beve.View, path beve.Pointer) ([]float64, error) {
	v, err := v.At(path)
	if err != nil {
		return nil, err
	}
	values, err := beve.ViewSlice[float64](v)
	if errors.Is(err, beve.ErrUnsupported) || errors.Is(err, beve.ErrMismatch) {
		err = v.Decode(&values)
	}
	return values, err
}

func meanSquare(values []float64) (sum float64) {
	for _, x := range values {
		sum += x * x
	}
	return sum / float64(len(values))
}

func strongest(spectrum []complex128) (k int) {
	for i, c := range spectrum {
		if cmplx.Abs(c) > cmplx.Abs(spectrum[k]) {
			k = i
		}
	}
	return k
}

// at returns an element of a matrix of two extents.
func at[T any](m beve.Matrix[T], row, column int) T {
	if m.Layout == scalar.ColumnMajor {
		return m.Data[column*m.Extents[0]+row]
	}
	return m.Data[row*m.Extents[1]+column]
}
