package json_test

import (
	"bytes"
	stdjson "encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/beve-org/beve-go/json"
)

func ExampleDecodeOptions() {
	var order struct {
		Items []struct {
			Name  string `json:"name"`
			Price int    `json:"price"`
		} `json:"items"`
	}
	options := json.DecodeOptions{Limits: json.Limits{MaxDepth: 8, MaxElements: 1000}}
	err := options.Unmarshal([]byte(`{"items":[{"name":"tea","price":3},{"name":"cup","price":"7"}]}`), &order)
	var where *json.DecodeError
	if errors.As(err, &where) {
		fmt.Println(where.Path, where.Offset)
	}
	err = options.Unmarshal([]byte(`[[[[[[[[[]]]]]]]]]`), new(any))
	fmt.Println(errors.Is(err, json.ErrDepth))
	// Output:
	// /items/1/price 60
	// true
}

func ExampleNewView() {
	view, err := json.NewView([]byte(`{"users":[{"name":"Ann"},{"name":"Bob"}]}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	name, err := view.At("/users/1/name")
	raw, _ := name.ViewRaw()
	fmt.Printf("%s %v\n", raw, err)
	// Output: "Bob" <nil>
}

// namesOf is a function of another package, which takes a Decoder of encoding/json.
func namesOf(dec *stdjson.Decoder) {
	for {
		var v struct{ Name string }
		if err := dec.Decode(&v); err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(v.Name)
	}
}

// greet is one that takes an Encoder.
func greet(enc *stdjson.Encoder) error { return enc.Encode("hello") }

// A Decoder is handed on to a function that takes one of encoding/json: the rest of the stream, or
// the next value.
func ExampleDecoder_Buffered() {
	r := strings.NewReader(`{"Name":"Ada"} [{"Name":"Alan"}] {"Name":"Grace"} {"Name":"Kurt"}`)
	dec := json.NewDecoder(r)
	var first struct{ Name string }
	if err := dec.Decode(&first); err != nil {
		fmt.Println(err)
	}
	fmt.Println(first.Name)

	if _, err := dec.Token(); err != nil { // [
		fmt.Println(err)
	}
	var raw json.RawMessage
	if err := dec.Decode(&raw); err != nil {
		fmt.Println(err)
	}
	namesOf(stdjson.NewDecoder(bytes.NewReader(raw)))
	if _, err := dec.Token(); err != nil { // ]
		fmt.Println(err)
	}

	namesOf(stdjson.NewDecoder(io.MultiReader(dec.Buffered(), r)))
	// Output:
	// Ada
	// Alan
	// EOF
	// Grace
	// Kurt
	// EOF
}

// An Encoder is handed on: one of encoding/json writes to the same writer.
func ExampleEncoder() {
	enc := json.NewEncoder(os.Stdout)
	if err := enc.Encode(1); err != nil {
		fmt.Println(err)
	}
	if err := greet(stdjson.NewEncoder(os.Stdout)); err != nil {
		fmt.Println(err)
	}
	if err := enc.Encode(2); err != nil {
		fmt.Println(err)
	}
	// Output:
	// 1
	// "hello"
	// 2
}

func ExampleEncodeOptions_durations() {
	text, err := json.EncodeOptions{FormatDurations: true}.Marshal(90 * time.Second)
	fmt.Println(string(text), err)
	var d time.Duration
	err = json.DecodeOptions{Flags: json.ParseDurations}.Unmarshal(text, &d)
	fmt.Println(d, err)
	// Output:
	// "1m30s" <nil>
	// 1m30s <nil>
}

// Text from elsewhere may say a thing twice, or not at all.
func ExampleDecodeOptions_strict() {
	type transfer struct {
		To     string `json:"to"`
		Amount int64  `json:"amount"`
	}
	o := json.DecodeOptions{RejectDuplicates: true, RequireAll: true, Strict: true, Flags: json.DisallowUnknownFields}
	for _, text := range []string{
		`{"to":"Ann","amount":5,"to":"Bob"}`, `{"to":"Ann"}`, `{"to":"Ann","amount":null}`, `{"to":"Ann","amount":5,"note":""}`,
	} {
		var t transfer
		fmt.Println(o.Unmarshal([]byte(text), &t))
	}
	// Output:
	// json: /to at byte 23: duplicate key "to"
	// json: /amount at byte 0: missing field "amount" (Go type json_test.transfer)
	// json: /amount at byte 21: null for what cannot be nil (Go type int64)
	// json: /note at byte 23: json: unknown field "note" (Go type json_test.transfer)
}
