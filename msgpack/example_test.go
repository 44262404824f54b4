package msgpack_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/beve-org/beve-go/msgpack"
	"github.com/beve-org/beve-go/msgpack/msgp"
)

type Person struct {
	Name string `msg:"name"`
	Age  int    `msg:"age,omitempty"`
}

func Example() {
	data, err := msgpack.Marshal(&Person{"Ada", 36})
	if err != nil {
		panic(err)
	}
	fmt.Printf("%x\n", data)
	var p Person
	if err := msgpack.Unmarshal(data, &p); err != nil {
		panic(err)
	}
	fmt.Println(p)
	// Output:
	// 82a46e616d65a3416461a361676524
	// {Ada 36}
}

func ExampleAppend() {
	buf := make([]byte, 0, 64)
	for _, v := range []any{1, "two", nil} {
		var err error
		if buf, err = msgpack.Append(buf, v); err != nil {
			panic(err)
		}
	}
	fmt.Printf("%x\n", buf)
	// Output: 01a374776fc0
}

func ExampleUnmarshal_interface() {
	var v any
	if err := msgpack.Unmarshal([]byte{0x82, 0xA1, 'a', 0x93, 1, 2, 3, 0xA1, 'b', 0xC3}, &v); err != nil {
		panic(err)
	}
	fmt.Println(v)
	// Output: map[a:[1 2 3] b:true]
}

func ExampleDecodeOptions_Unmarshal() {
	data, _ := msgpack.Marshal(map[string]any{"name": "Ada", "height": 170})
	err := msgpack.DecodeOptions{RejectUnknown: true}.Unmarshal(data, new(Person))
	fmt.Println(errors.Is(err, msgpack.ErrUnknownField))
	// Output: true
}

func ExampleDecodeError() {
	data, _ := msgpack.Marshal([]any{Person{"Ada", 36}, map[string]any{"age": "young"}})
	fmt.Println(msgpack.Unmarshal(data, new([]Person)))
	// Output: msgpack: /1/age at byte 21: str does not decode into int (Go type int)
}

func ExampleCodecOf() {
	people := msgpack.CodecOf[Person]()
	data, _ := people.Marshal(&Person{Name: "Ada"})
	var p Person
	err := people.Unmarshal(data, &p)
	fmt.Println(p.Name, err)
	// Output: Ada <nil>
}

// A program that reads no tags json, and promotes embedded structs as vmihailenco/msgpack does,
// says so once.
func ExampleCodecWith() {
	type Base struct {
		ID int `msgpack:"id"`
	}
	type User struct {
		Base
		Name   string `msgpack:"name" json:"n"`
		Secret string `json:"-"`
	}
	users := msgpack.CodecWith[User](
		msgpack.EncodeOptions{StructTag: "=msgpack", Inline: true},
		msgpack.DecodeOptions{StructTag: "=msgpack", Inline: true})
	data, _ := users.Marshal(&User{Base{7}, "Ada", "?"})
	var v map[string]any
	err := msgpack.Unmarshal(data, &v)
	fmt.Println(v, err)
	// Output: map[Secret:? id:7 name:Ada] <nil>
}

// Stamp stands for a type of another package, and packEncoder and packDecoder for the types
// that its methods have for parameters, such as those of vmihailenco/msgpack.
type (
	Stamp       struct{ seconds int64 }
	packEncoder struct{ w io.Writer }
	packDecoder struct{ r io.Reader }
)

func (s *Stamp) EncodeMsgpack(e *packEncoder) error {
	_, err := e.w.Write([]byte{byte(s.seconds)})
	return err
}

func (s *Stamp) DecodeMsgpack(d *packDecoder) error {
	var b [1]byte
	_, err := io.ReadFull(d.r, b[:])
	s.seconds = int64(b[0])
	return err
}

func ExampleRegisterAdapter() {
	// With vmihailenco/msgpack the functions are its NewEncoder and NewDecoder.
	msgpack.RegisterAdapter(
		func(w io.Writer) *packEncoder { return &packEncoder{w} },
		func(r io.Reader) *packDecoder { return &packDecoder{r} })
	data, err := msgpack.Marshal([]Stamp{{5}, {6}})
	fmt.Printf("%x %v\n", data, err)
	var back []Stamp
	err = msgpack.Unmarshal(data, &back)
	fmt.Println(back, err)
	// Output:
	// 920506 <nil>
	// [{5} {6}] <nil>
}

func ExampleNewDecoder() {
	var stream bytes.Buffer
	e := msgpack.NewEncoder(&stream)
	for _, p := range []Person{{"Ada", 36}, {"Alan", 41}} {
		if err := e.Encode(&p); err != nil {
			panic(err)
		}
	}
	d := msgpack.NewDecoder(&stream)
	for {
		var p Person
		err := d.Decode(&p)
		if err == io.EOF {
			break
		}
		if err != nil {
			panic(err)
		}
		fmt.Println(p.Name, p.Age)
	}
	// Output:
	// Ada 36
	// Alan 41
}

func ExampleRaw() {
	type envelope struct {
		Kind string      `msg:"kind"`
		Body msgpack.Raw `msg:"body"`
	}
	data, _ := msgpack.Marshal(map[string]any{"kind": "person", "body": Person{"Ada", 36}})
	var e envelope
	if err := msgpack.Unmarshal(data, &e); err != nil {
		panic(err)
	}
	var p Person
	err := msgpack.Unmarshal(e.Body, &p)
	fmt.Println(e.Kind, p.Name, err)
	// Output: person Ada <nil>
}

func ExampleValidate() {
	twice := []byte{0x82, 0xA1, 'a', 1, 0xA1, 'a', 2}
	fmt.Println(msgpack.Valid(twice))
	fmt.Println(msgpack.Validate(twice, msgpack.ValidateOptions{Duplicates: true}))
	// Output:
	// true
	// msgpack: at byte 4: duplicate key a
}

func Example_json() {
	data, _ := msgpack.Marshal(&Person{"Ada", 36})
	if _, err := msgp.UnmarshalAsJSON(os.Stdout, data); err != nil {
		panic(err)
	}
	// Output: {"name":"Ada","age":36}
}
