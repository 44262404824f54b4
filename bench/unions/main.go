// Command unions measures a thousand values of a union of four cases beside the same values in one struct with the
// fields of all cases, and in JSON beside the usual way, a json.RawMessage that is read once more.
//
//	go run ./unions [-rounds 7] [-time 40ms] [-only Unmarshal] [-name laptop-unions] [-glaze ../glaze/include]
//
// With the headers of Glaze, and clang or what the environment variable CXX names, its std::variant is measured too.
package main

import (
	"flag"
	"fmt"
	"log"
	"reflect"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/bench/turns"
	"github.com/beve-org/beve-go/json"
	"github.com/beve-org/beve-go/msgpack"
	"github.com/beve-org/beve-go/types"
	"github.com/beve-org/beve-go/zebrapack"
)

//go:generate go run -C ../../cmd ./bevegen -type Circle,Rect,Label,Path,Flat,Scene,FlatScene ../bench/unions
//go:generate go run -C ../../cmd ./zebrapack -file ../bench/unions/shapes.go -method-prefix Numbered -io=false -tests=false -no-embedded-schema

// sink gets the results, so that no call can be left out.
var sink any

func main() {
	run := turns.Flags("unions")
	headers := flag.String("glaze", "", "folder of the headers of Glaze, to measure its std::variant too")
	flag.Parse()
	programs, remove, err := glaze(*headers, run)
	must(err)
	defer remove()
	var rows []turns.Row
	for _, form := range []struct {
		name    string
		options []types.UnionOption
	}{
		{"internal", []types.UnionOption{types.Tag("type")}}, {"adjacent", []types.UnionOption{types.Tag("t"), types.Content("c")}},
		{"external", nil}, {"untagged", []types.UnionOption{types.Untagged()}},
	} {
		set := types.New(types.Union[Shape](append(form.options, cases...)...))
		rows = append(rows, sides("beve-"+form.name,
			beve.EncodeOptions{Types: set}.Append, beve.DecodeOptions{Types: set}.Unmarshal,
			beve.EncodeOptions{}.Append, beve.Unmarshal)...)
		rows = append(rows, sides("msgpack-"+form.name,
			msgpack.EncodeOptions{Types: set}.Append, msgpack.DecodeOptions{Types: set}.Unmarshal,
			msgpack.EncodeOptions{}.Append, msgpack.Unmarshal)...)
	}
	rows = append(rows, sides("beve-generated", byMethods, readByMethods, byMethods, readByMethods)...)
	rows = append(rows, sides("zebrapack", zebrapack.EncodeOptions{}.Append, zebrapack.Unmarshal, zebrapack.EncodeOptions{}.Append, zebrapack.Unmarshal)...)
	rows = append(rows, sides("zebrapack-generated", byNumbers, readByNumbers, byNumbers, readByNumbers)...)
	text := sides("json-internal", json.EncodeOptions{}.Append, json.Unmarshal, json.EncodeOptions{}.Append, json.Unmarshal)
	text[0].Sides = append(text[0].Sides, twoPasses())
	rows = append(rows, text...)
	if err := run.Do(rows, []turns.Column{
		{Ours: "ours", Theirs: "flat", Most: 1.25},
		{Ours: "ours", Theirs: "two-passes", Most: 0.5},
		{Ours: "ours", Theirs: "glaze", Most: 1},
	}, programs...); err != nil {
		log.Fatal(err)
	}
	_ = fmt.Sprint(sink)
}

type (
	appender func(dst []byte, v any) ([]byte, error)
	reader   func(data []byte, v any) error
)

// byMethods and readByMethods use what bevegen has made.
func byMethods(dst []byte, v any) ([]byte, error) {
	return v.(interface{ AppendBEVE([]byte) ([]byte, error) }).AppendBEVE(dst)
}

func readByMethods(data []byte, v any) error {
	return v.(interface{ UnmarshalBEVE([]byte) error }).UnmarshalBEVE(data)
}

// byNumbers and readByNumbers use what zebrapack has made.
func byNumbers(dst []byte, v any) ([]byte, error) {
	return v.(interface{ NumberedMarshalMsg([]byte) ([]byte, error) }).NumberedMarshalMsg(dst)
}

func readByNumbers(data []byte, v any) error {
	_, err := v.(interface{ NumberedUnmarshalMsg([]byte) ([]byte, error) }).NumberedUnmarshalMsg(data)
	return err
}

// sides are the rows of reading and writing by one format.
func sides(name string, write appender, read reader, writeFlat appender, readFlat reader) []turns.Row {
	union, flat := scenes()
	data, err := write(nil, &union)
	if err != nil {
		log.Fatal(name, err)
	}
	flatData, err := writeFlat(nil, &flat)
	if err != nil {
		log.Fatal(name, err)
	}
	var again Scene
	var flatAgain FlatScene
	if err := read(data, &again); err != nil || !reflect.DeepEqual(again, union) {
		log.Fatalf("%s: the shapes come back as others: %v", name, err)
	}
	if err := readFlat(flatData, &flatAgain); err != nil || len(flatAgain.Shapes) != len(flat.Shapes) {
		log.Fatalf("%s: %v", name, err)
	}
	var buf []byte
	return []turns.Row{
		{Document: name, Mode: "Unmarshal", Bytes: len(data), Sides: []turns.Side{
			{Name: "ours", Call: func() { v := new(Scene); must(read(data, v)); sink = v }},
			{Name: "flat", Call: func() { v := new(FlatScene); must(readFlat(flatData, v)); sink = v }},
		}},
		{Document: name, Mode: "Append", Bytes: len(data), Sides: []turns.Side{
			{Name: "ours", Call: func() { buf, err = write(buf[:0], &union); must(err) }},
			{Name: "flat", Call: func() { buf, err = writeFlat(buf[:0], &flat); must(err) }},
		}},
	}
}

func must(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

// twoPasses reads the shapes as programs do that have no unions: the id first, then the value.
func twoPasses() turns.Side {
	union, _ := scenes()
	data, err := json.Marshal(&union)
	must(err)
	return turns.Side{Name: "two-passes", Call: func() {
		var scene struct{ Shapes []json.RawMessage }
		must(json.Unmarshal(data, &scene))
		shapes := make([]Shape, len(scene.Shapes))
		for i, raw := range scene.Shapes {
			var id struct {
				Type string `json:"type"`
			}
			must(json.Unmarshal(raw, &id))
			switch id.Type {
			case "circle":
				var v Circle
				must(json.Unmarshal(raw, &v))
				shapes[i] = v
			case "rect":
				var v Rect
				must(json.Unmarshal(raw, &v))
				shapes[i] = v
			case "label":
				v := new(Label)
				must(json.Unmarshal(raw, v))
				shapes[i] = v
			case "path":
				v := new(Path)
				must(json.Unmarshal(raw, v))
				shapes[i] = v
			}
		}
		sink = shapes
	}}
}
