// The code of docs/jsonpack.md.

package beve_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"log"

	"github.com/beve-org/beve-go/jsonpack"
)

type Info struct {
	Name string `json:"name"`
	Area uint32 `json:"area"`
}

func Example_jsonpack() {
	pack := jsonpack.NewJSONPack()
	schema, err := pack.AddSchema("info", Info{})
	if err != nil {
		log.Fatal(err)
	}
	data, err := schema.Encode(&Info{Name: "example name", Area: 888})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%x\n", data)

	var info Info
	if err := schema.Decode(data, &info); err != nil {
		log.Fatal(err)
	}
	fmt.Println(info)
	// Output:
	// 0c6578616d706c65206e616d6578030000
	// {example name 888}
}

func Example_jsonpackSealed() {
	pack := jsonpack.NewJSONPack()
	schema, err := pack.AddSchema("info", `{
		"type": "object",
		"properties": {"name": {"type": "string"}, "area": {"type": "uint32le"}},
		"order": ["name", "area"]}`)
	if err != nil {
		log.Fatal(err)
	}
	other, err := pack.AddSchema("other", Info{}, jsonpack.BigEndian)
	if err != nil {
		log.Fatal(err)
	}
	data, err := schema.Sealed().Encode(map[string]any{"name": "n", "area": 1})
	if err != nil {
		log.Fatal(err)
	}
	err = other.Sealed().Decode(data, new(Info))
	fmt.Println(errors.Is(err, jsonpack.ErrMismatch))
	// Output: true
}

func Example_jsonpackStream() {
	schema, err := jsonpack.NewJSONPack().AddSchema("info", Info{})
	if err != nil {
		log.Fatal(err)
	}
	var stream bytes.Buffer
	encoder := jsonpack.NewEncoder(&stream, schema)
	for area := range 3 {
		if err := encoder.Encode(&Info{Name: "n", Area: uint32(area)}); err != nil {
			log.Fatal(err)
		}
	}
	decoder := jsonpack.NewDecoder(&stream, schema)
	for {
		var info Info
		err := decoder.Decode(&info)
		if err == io.EOF {
			break
		}
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(info)
	}
	// Output:
	// {n 0}
	// {n 1}
	// {n 2}
}

func Example_jsonpackJSON() {
	schema, err := jsonpack.NewJSONPack().AddSchema("info", Info{})
	if err != nil {
		log.Fatal(err)
	}
	data, err := schema.FromJSON([]byte(`{"area": 888, "name": "n"}`))
	if err != nil {
		log.Fatal(err)
	}
	text, err := schema.ToJSON(data)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%x %s\n", data, text)
	_, err = schema.FromJSON([]byte(`{"area": -1, "name": "n"}`))
	fmt.Println(err)
	// Output:
	// 016e78030000 {"name":"n","area":888}
	// json: /area at byte 9: -1 does not fit uint32le
}
