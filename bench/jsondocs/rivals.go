// Who is timed, with which documents, doing what.

package main

import (
	"bytes"
	"compress/gzip"
	stdjson "encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"reflect"

	"github.com/beve-org/beve-go/bench/report"
	"github.com/beve-org/beve-go/json"
	"github.com/bytedance/sonic"
	goccy "github.com/goccy/go-json"
)

// rival is a package with the API of encoding/json. parse decodes without copying
// strings, nil where the package has no such way.
type rival struct {
	name, module string
	marshal      func(any) ([]byte, error)
	unmarshal    func([]byte, any) error
	valid        func([]byte) bool
	parse        func([]byte, any) error
}

// ours is the first of the rivals, std the last.
var rivals = []rival{
	{report.JSON, "github.com/beve-org/beve-go", json.Marshal, json.Unmarshal, json.Valid, func(b []byte, v any) error {
		_, err := json.Parse(b, v, json.ZeroCopy)
		return err
	}},
	{"goccy", "github.com/goccy/go-json", goccy.Marshal, goccy.Unmarshal, goccy.Valid, nil},
	{"sonic", "github.com/bytedance/sonic", sonic.ConfigStd.Marshal, sonic.ConfigStd.Unmarshal, sonic.ConfigStd.Valid, sonic.ConfigDefault.Unmarshal},
	{"std", "std", stdjson.Marshal, stdjson.Unmarshal, stdjson.Valid, nil},
}

// modeNames are what is timed, in the order of the table.
var modeNames = []string{"Unmarshal", "Marshal", "UnmarshalAny", "MarshalAny", "Valid", "Parse"}

// document is what is timed.
type document struct {
	name string
	data []byte
	make func() any // a pointer to a zero value of its type
}

const smallText = `{"id":1234567,"name":"Jane Doe","email":"jane.doe@example.com","active":true,"score":98.6,"tags":["a","bc","def"],` +
	`"address":{"street":"12 High Street","city":"Springfield","zip":12345}}`

func documents(folder string) []document {
	load := func(name string) []byte {
		f, err := os.Open(filepath.Join(folder, name+".json.gz"))
		check(err)
		defer func() { check(f.Close()) }()
		r, err := gzip.NewReader(f)
		check(err)
		data, err := io.ReadAll(r)
		check(err)
		return data
	}
	return []document{
		{"code", load("code"), func() any { return new(code) }},
		{"twitter", load("twitter"), func() any { return new(twitter) }},
		{"citm", load("citm_catalog"), func() any { return new(citm) }},
		{"canada", load("canada"), func() any { return new(canada) }},
		{"small", []byte(smallText), func() any { return new(small) }},
	}
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}

var sink []byte

// modes returns what r is asked to do with a document, by name.
func modes(r rival, d document) map[string]func() {
	typed := d.make()
	check(r.unmarshal(d.data, typed))
	want := d.make()
	check(stdjson.Unmarshal(d.data, want))
	var dynamic any
	check(stdjson.Unmarshal(d.data, &dynamic))
	if !reflect.DeepEqual(typed, want) {
		fmt.Printf("%s decodes %s to something else\n", r.name, d.name)
	}
	text, err := r.marshal(want)
	check(err)
	standard, err := stdjson.Marshal(want)
	check(err)
	if !bytes.Equal(text, standard) {
		fmt.Printf("%s encodes %s to something else\n", r.name, d.name)
	}
	all := map[string]func(){
		"Unmarshal":    func() { check(r.unmarshal(d.data, d.make())) },
		"Marshal":      func() { sink, err = r.marshal(want); check(err) },
		"UnmarshalAny": func() { var v any; check(r.unmarshal(d.data, &v)) },
		"MarshalAny":   func() { sink, err = r.marshal(dynamic); check(err) },
		"Valid": func() {
			if !r.valid(d.data) {
				panic("not valid")
			}
		},
	}
	if r.parse != nil {
		all["Parse"] = func() { check(r.parse(d.data, d.make())) }
	}
	return all
}
