// Command basic is a first look: a struct to bytes and back, bytes whose shape is not
// known, a stream of values, one part of a message, and an error that says where.
//
//	go run ./examples/basic
package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"log"
	"os"
	"time"

	beve "github.com/beve-org/beve-go"
)

// Station is a weather station. Tags are those that it has for JSON.
type Station struct {
	Name    string            `json:"name"`
	Height  int               `json:"height"`
	Built   time.Time         `json:"built"`
	Samples []float64         `json:"samples"`
	Labels  map[string]string `json:"labels,omitempty"`
}

var stations = []Station{
	{"Zugspitze", 2962, time.Date(1900, 7, 19, 0, 0, 0, 0, time.UTC), []float64{-11.5, -10.25, -12}, map[string]string{"country": "DE"}},
	{"Sonnblick", 3106, time.Date(1886, 9, 2, 0, 0, 0, 0, time.UTC), []float64{-9.5, -8}, nil},
}

func main() {
	if err := run(os.Stdout); err != nil {
		log.Fatal(err)
	}
}

func run(w io.Writer) error {
	for _, step := range []func(io.Writer) error{thereAndBack, anything, stream, parts, whatIsWrong} {
		if err := step(w); err != nil {
			return err
		}
	}
	return nil
}

// thereAndBack is what most programs need: Marshal and Unmarshal.
func thereAndBack(w io.Writer) error {
	data, err := beve.Marshal(&stations[0])
	if err != nil {
		return err
	}
	var station Station
	if err := beve.Unmarshal(data, &station); err != nil {
		return err
	}
	fmt.Fprintf(w, "%s in %d bytes, built %s, %v\n", station.Name, len(data), station.Built.Format(time.DateOnly), station.Samples)
	return nil
}

// anything decodes a message without a type to hold it. Numbers keep what they are,
// and arrays of numbers become slices of them.
func anything(w io.Writer) error {
	data, err := beve.Marshal(&stations[0])
	if err != nil {
		return err
	}
	var v map[string]any
	if err := beve.Unmarshal(data, &v); err != nil {
		return err
	}
	fmt.Fprintf(w, "height is %T, samples are %T, labels are %T\n", v["height"], v["samples"], v["labels"])
	return nil
}

// stream writes values one after another, to a file or a connection, and reads them
// holding one at a time.
func stream(w io.Writer) error {
	var file bytes.Buffer // any io.Writer, any io.Reader
	enc := beve.NewEncoder(&file)
	for i := range stations {
		if err := enc.Encode(&stations[i]); err != nil {
			return err
		}
	}
	for station, err := range beve.Elements[Station](&file) {
		if err != nil {
			return err
		}
		fmt.Fprintf(w, "read %s at %d m\n", station.Name, station.Height)
	}
	return nil
}

// parts reads single values where they lie; the rest of the message is not decoded.
func parts(w io.Writer) error {
	data, err := beve.Marshal(stations)
	if err != nil {
		return err
	}
	message, err := beve.NewView(data)
	if err != nil {
		return err
	}
	sample, err := message.At("/1/samples/0")
	if err != nil {
		return err
	}
	degrees, err := sample.Float64()
	if err != nil {
		return err
	}
	fmt.Fprintf(w, "the sample at %s is %v\n", sample.Path(), degrees)

	_, err = message.At("/1/labels/country")
	fmt.Fprintln(w, "no such part:", errors.Is(err, beve.ErrMissing))
	return nil
}

// whatIsWrong shows the error of a message from elsewhere: it says where, in the value
// and in the bytes, and what, for people and for programs.
func whatIsWrong(w io.Writer) error {
	data, err := beve.Marshal(struct {
		Name    string `json:"name"`
		Samples []any  `json:"samples"`
	}{"Brocken", []any{0.5, "warm"}})
	if err != nil {
		return err
	}
	err = beve.Unmarshal(data, new(Station))
	var where *beve.DecodeError
	if !errors.As(err, &where) {
		return fmt.Errorf("a text among the samples: %w", err)
	}
	fmt.Fprintln(w, where)
	fmt.Fprintln(w, where.Path, where.Offset, where.GoType, errors.Is(err, beve.ErrMismatch))
	return nil
}
