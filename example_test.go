package beve_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"log"
	"strings"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/scalar"
)

type reading struct {
	Sensor  string    `json:"sensor"`
	Samples []float64 `json:"samples"`
	Note    string    `json:"note,omitempty"`
}

func ExampleMarshal() {
	data, err := beve.Marshal(&reading{Sensor: "roof", Samples: []float64{21.5, 21.25}})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%d bytes, %q\n", len(data), data[:14])
	// Output: 41 bytes, "\x03\b\x18sensor\x02\x10roo"
}

func ExampleUnmarshal() {
	data, err := beve.Marshal(map[string]any{"sensor": "roof", "samples": []int{20, 21}, "unit": "°C"})
	if err != nil {
		log.Fatal(err)
	}
	var r reading
	if err := beve.Unmarshal(data, &r); err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%+v\n", r)
	// Output: {Sensor:roof Samples:[20 21] Note:}
}

func ExampleUnmarshal_any() {
	data, err := beve.Marshal([]any{1, uint8(2), 2.5, "text", nil, []int16{1, 2}, map[int]bool{3: true}})
	if err != nil {
		log.Fatal(err)
	}
	var list []any
	if err := beve.Unmarshal(data, &list); err != nil {
		log.Fatal(err)
	}
	for _, v := range list {
		fmt.Printf("%T %v\n", v, v)
	}
	// Output:
	// int64 1
	// int64 2
	// float64 2.5
	// string text
	// <nil> <nil>
	// []int16 [1 2]
	// map[int64]interface {} map[3:true]
}

func ExampleAppend() {
	buf := make([]byte, 0, 64)
	for _, v := range []any{true, "ab", 7} {
		var err error
		if buf, err = beve.Append(buf[:0], v); err != nil {
			log.Fatal(err)
		}
		fmt.Printf("% X\n", buf)
	}
	// Output:
	// 18
	// 02 08 61 62
	// 09 07
}

func ExampleCodecOf() {
	codec := beve.CodecOf[reading]()
	data, err := codec.Marshal(&reading{Sensor: "cellar"})
	if err != nil {
		log.Fatal(err)
	}
	var r reading
	if err := codec.Unmarshal(data, &r); err != nil {
		log.Fatal(err)
	}
	fmt.Println(r.Sensor)
	// Output: cellar
}

func ExampleMarshalZeroCopy() {
	lease, err := beve.MarshalZeroCopy([]uint8{1, 2, 3})
	if err != nil {
		log.Fatal(err)
	}
	defer lease.Release()
	fmt.Printf("% X\n", lease.Bytes())
	// Output: 14 0C 01 02 03
}

func ExampleEncodeOptions() {
	o := beve.EncodeOptions{Deterministic: true, FixedWidth: true}
	data, err := o.Marshal(map[string]int32{"b": 2, "a": 1})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("% X\n", data)
	// Output: 03 08 04 61 49 01 00 00 00 04 62 49 02 00 00 00
}

func ExampleDecodeOptions() {
	data, err := beve.Marshal(map[string]any{"sensor": "roof", "color": "red"})
	if err != nil {
		log.Fatal(err)
	}
	o := beve.DecodeOptions{RejectUnknown: true, Limits: beve.Limits{MaxDepth: 16, MaxBytes: 1 << 20}}
	err = o.Unmarshal(data, new(reading))
	fmt.Println(errors.Is(err, beve.ErrUnknownField))
	// Output: true
}

func ExampleNewEncoder() {
	var stream bytes.Buffer
	e := beve.NewEncoder(&stream)
	for _, v := range []any{1, "two", []float64{3}} {
		if err := e.Encode(v); err != nil {
			log.Fatal(err)
		}
	}
	d := beve.NewDecoder(&stream)
	for d.More() {
		var v any
		if err := d.Decode(&v); err != nil {
			log.Fatal(err)
		}
		fmt.Println(v)
	}
	// Output:
	// 1
	// two
	// [3]
}

func ExampleEncoder_BeginArray() {
	var w bytes.Buffer
	e := beve.NewEncoder(&w)
	if err := e.BeginArray(3); err != nil {
		log.Fatal(err)
	}
	for i := range 3 {
		if err := e.Encode(i * i); err != nil {
			log.Fatal(err)
		}
	}
	if err := e.End(); err != nil {
		log.Fatal(err)
	}
	var squares []int
	if err := beve.Unmarshal(w.Bytes(), &squares); err != nil {
		log.Fatal(err)
	}
	fmt.Println(squares)
	// Output: [0 1 4]
}

func ExampleDecoder_Decode() {
	// A value that does not fit is passed over; the stream goes on.
	d := beve.NewDecoderBytes([]byte("\x09\x01\x06\x02\x04x\x06\x09\x03"))
	for {
		var n int
		err := d.Decode(&n)
		if err == io.EOF {
			break
		}
		if errors.Is(err, beve.ErrMismatch) {
			fmt.Println("no number")
			continue
		}
		fmt.Println(n)
	}
	// Output:
	// 1
	// no number
	// 3
}

func ExampleElements() {
	data, err := beve.Marshal([]reading{{Sensor: "roof"}, {Sensor: "cellar"}})
	if err != nil {
		log.Fatal(err)
	}
	for r, err := range beve.Elements[reading](bytes.NewReader(data)) {
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(r.Sensor)
	}
	// Output:
	// roof
	// cellar
}

func ExampleRaw() {
	type envelope struct {
		Kind string   `json:"kind"`
		Body beve.Raw `json:"body"`
	}
	data, err := beve.Marshal(map[string]any{"kind": "reading", "body": reading{Sensor: "roof"}})
	if err != nil {
		log.Fatal(err)
	}
	var e envelope
	if err := beve.Unmarshal(data, &e); err != nil {
		log.Fatal(err)
	}
	if e.Kind == "reading" {
		var r reading
		if err := beve.Unmarshal(e.Body, &r); err != nil {
			log.Fatal(err)
		}
		fmt.Println(r.Sensor)
	}
	// Output: roof
}

func ExampleMatrix() {
	m := beve.Matrix[float32]{Layout: scalar.RowMajor, Extents: []int{2, 3}, Data: []float32{1, 2, 3, 4, 5, 6}}
	data, err := beve.Marshal(&m)
	if err != nil {
		log.Fatal(err)
	}
	var v any
	if err := beve.Unmarshal(data, &v); err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%T %v\n", v, v.(beve.Matrix[float32]).Extents)
	// Output: scalar.Matrix[float32] [2 3]
}

// Members that no field takes are kept, and written again.
func Example_unknownMembers() {
	type config struct {
		Name string              `beve:"name"`
		Rest map[string]beve.Raw `beve:",unknown"`
	}
	data, err := beve.Marshal(map[string]any{"name": "old", "added later": []int8{1, 2}})
	if err != nil {
		log.Fatal(err)
	}
	var c config
	if err := beve.Unmarshal(data, &c); err != nil {
		log.Fatal(err)
	}
	c.Name = "new"
	if data, err = beve.Marshal(&c); err != nil {
		log.Fatal(err)
	}
	var v any
	if err := beve.Unmarshal(data, &v); err != nil {
		log.Fatal(err)
	}
	fmt.Println(v)
	// Output: map[added later:[1 2] name:new]
}

func ExampleDecodeError() {
	data, err := beve.Marshal(map[string]any{"samples": []any{1.5, "hot"}})
	if err != nil {
		log.Fatal(err)
	}
	err = beve.Unmarshal(data, new(reading))
	var e *beve.DecodeError
	if errors.As(err, &e) {
		fmt.Println(e.Path, e.Offset, e.GoType, errors.Is(err, beve.ErrMismatch))
	}
	// Output: /samples/1 21 float64 true
}

func ExampleEncodeError() {
	_, err := beve.Marshal([]any{1, map[string]any{"done": make(chan bool)}})
	fmt.Println(err)
	_, err = beve.Marshal([]string{"ok", strings.Repeat("\xff", 3)})
	fmt.Println(errors.Is(err, beve.ErrUTF8), err)
	// Output:
	// beve: /1/done: BEVE has no form for a chan (Go type chan bool)
	// true beve: /1: invalid UTF-8 (Go type string)
}
