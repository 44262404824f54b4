package beve_test

import (
	"errors"
	"fmt"
	"log"
	"time"

	"github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/scalar"
	"github.com/beve-org/beve-go/wire"
)

// exampleMessage is what the examples look into.
func exampleMessage() []byte {
	data, err := beve.EncodeOptions{Deterministic: true}.Marshal(map[string]any{
		"users": []map[string]any{
			{"name": "Ann", "age": 34},
			{"name": "Bob", "age": 27, "email": nil},
		},
		"samples": []float64{0.5, 1.5, 2.5, 3.5},
		"icon":    []byte{0xCA, 0xFE},
		"ports":   map[uint16]string{80: "http", 443: "https"},
		"at":      time.Date(2024, 2, 29, 12, 0, 0, 0, time.UTC),
		"gain":    complex(0.5, -1),
		"on":      true,
	})
	if err != nil {
		log.Fatal(err)
	}
	return data
}

// exampleView returns a part of that message.
func exampleView(path beve.Pointer) beve.View {
	v, err := beve.NewView(exampleMessage())
	if err != nil {
		log.Fatal(err)
	}
	if v, err = v.At(path); err != nil {
		log.Fatal(err)
	}
	return v
}

func ExampleNewView() {
	v, err := beve.NewView(exampleMessage())
	if err != nil {
		log.Fatal(err)
	}
	name, err := v.At("/users/1/name")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(name.String())
	// Output: Bob <nil>
}

func ExampleDecodeOptions_NewView() {
	v, err := beve.DecodeOptions{Limits: beve.Limits{MaxDepth: 2}}.NewView(exampleMessage())
	if err != nil {
		log.Fatal(err)
	}
	_, err = v.At("/users/1/name")
	fmt.Println(errors.Is(err, beve.ErrDepth))
	// Output: true
}

func ExampleView_At() {
	v := exampleView("")
	for _, path := range []beve.Pointer{"/users/0/age", "/samples/3", "/ports/443", "/gain/1"} {
		part, err := v.At(path)
		if err != nil {
			log.Fatal(err)
		}
		var x any
		fmt.Println(path, part.Kind(), part.Decode(&x), x)
	}
	_, err := v.At("/users/0/email")
	fmt.Println(errors.Is(err, beve.ErrMissing))
	fmt.Println(err)
	// Output:
	// /users/0/age number <nil> 34
	// /samples/3 number <nil> 3.5
	// /ports/443 string <nil> https
	// /gain/1 number <nil> -1
	// true
	// beve: /users/0 at byte 138: no member "email"
}

func ExampleView_Key() {
	user, err := exampleView("/users").Index(0)
	if err != nil {
		log.Fatal(err)
	}
	age, err := user.Key("age")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(age.Int64())
	// Output: 34 <nil>
}

func ExampleView_IntKey() {
	port, err := exampleView("/ports").IntKey(80)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(port.String())
	// Output: http <nil>
}

func ExampleView_Kind() {
	for _, path := range []beve.Pointer{"", "/users", "/users/1/email", "/samples", "/on"} {
		v := exampleView(path)
		fmt.Printf("%q %v array:%v null:%v\n", path, v.Kind(), v.IsArray(), v.IsNull())
	}
	// Output:
	// "" object array:false null:false
	// "/users" array array:true null:false
	// "/users/1/email" null array:false null:true
	// "/samples" typed array array:true null:false
	// "/on" bool array:false null:false
}

func ExampleView_Elements() {
	for user, err := range exampleView("/users").Elements() {
		if err != nil {
			log.Fatal(err)
		}
		name, err := user.Key("name")
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(name.String())
	}
	// Output:
	// Ann <nil>
	// Bob <nil>
}

func ExampleView_Members() {
	for m, err := range exampleView("/ports").Members() {
		if err != nil {
			log.Fatal(err)
		}
		port, err := m.Key.Uint64()
		if err != nil {
			log.Fatal(err)
		}
		name, err := m.Value.String()
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(port, name)
	}
	// Output:
	// 80 http
	// 443 https
}

func ExampleMember_Name() {
	for m, err := range exampleView("/users/0").Members() {
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(m.Name())
	}
	// Output:
	// age <nil>
	// name <nil>
}

func ExampleView_Decode() {
	var user struct {
		Name string `json:"name"`
		Age  int    `json:"age"`
	}
	if err := exampleView("/users/1").Decode(&user); err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%+v\n", user)
	// Output: {Name:Bob Age:27}
}

func ExampleView_DecodeWithOptions() {
	var user struct {
		Name string `json:"name"`
	}
	err := exampleView("/users/0").DecodeWithOptions(&user, beve.DecodeOptions{RejectUnknown: true})
	fmt.Println(errors.Is(err, beve.ErrUnknownField))
	// Output: true
}

func ExampleView_Slice() {
	part, err := exampleView("/samples").Slice(1, 3)
	if err != nil {
		log.Fatal(err)
	}
	var samples []float64
	fmt.Println(part.Decode(&samples), samples)
	fmt.Println(part.Len())
	// Output:
	// <nil> [1.5 2.5]
	// 2 <nil>
}

func ExampleViewSlice() {
	// Aligned arrays in an aligned buffer are used where they lie.
	buffer := make([]byte, 0, 1024)
	data, err := beve.EncodeOptions{Aligned: true}.Append(buffer, []float64{1, 2, 3})
	if err != nil {
		log.Fatal(err)
	}
	v, err := beve.NewView(data)
	if err != nil {
		log.Fatal(err)
	}
	samples, err := beve.ViewSlice[float64](v)
	if errors.Is(err, beve.ErrUnsupported) {
		err = v.Decode(&samples) // another machine or build: a copy
	}
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(samples)
	// Output: [1 2 3]
}

func ExampleView_ViewBytes() {
	fmt.Println(exampleView("/icon").ViewBytes())
	// Output: [202 254] <nil>
}

func ExampleView_ViewText() {
	text, err := exampleView("/users/0/name").ViewText()
	fmt.Printf("%s %v\n", text, err)
	// Output: Ann <nil>
}

func ExampleView_Number() {
	n, err := exampleView("/samples/0").Number()
	fmt.Println(n.Header(), n, err)
	// Output: float64 0.5 <nil>
}

func ExampleView_Float64() {
	fmt.Println(exampleView("/samples/3").Float64())
	fmt.Println(exampleView("/users/0/age").Float64())
	fmt.Println(exampleView("/on").Float64())
	// Output:
	// 3.5 <nil>
	// 34 <nil>
	// 0 beve: /on at byte 62: true does not decode into float64 (Go type float64)
}

func ExampleView_Bool() {
	fmt.Println(exampleView("/on").Bool())
	// Output: true <nil>
}

func ExampleView_BigInt() {
	v, err := beve.NewView(wire.AppendInt128(nil, scalar.Uint128{Hi: 1}))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(v.BigInt())
	// Output: 18446744073709551616 <nil>
}

func ExampleView_Complex128() {
	fmt.Println(exampleView("/gain").Complex128())
	// Output: (0.5-1i) <nil>
}

func ExampleView_Time() {
	fmt.Println(exampleView("/at").Time())
	// Output: 2024-02-29 12:00:00 +0000 UTC <nil>
}

func ExampleView_Raw() {
	raw, err := exampleView("/users/1").Raw()
	if err != nil {
		log.Fatal(err)
	}
	// The part is a value of its own: store it, send it, put it into another.
	data, err := beve.Marshal([]beve.Raw{raw, raw})
	if err != nil {
		log.Fatal(err)
	}
	var users []struct{ Name string }
	fmt.Println(beve.Unmarshal(data, &users), len(users))
	// Output: <nil> 2
}

func ExampleView_AppendRaw() {
	// An element of a typed array has no header in the message; it gets one.
	b, err := exampleView("/icon/1").AppendRaw(nil)
	fmt.Printf("% x %v\n", b, err)
	// Output: 11 fe <nil>
}

func ExampleView_Validate() {
	data := append(exampleMessage(), 0)
	v, err := beve.NewView(data)
	fmt.Println(err)
	fmt.Println(errors.Is(v.Validate(), beve.ErrTrailing))
	// Output:
	// <nil>
	// true
}

func ExampleView_Path() {
	for user, err := range exampleView("/users").Elements() {
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(user.Path())
	}
	// Output:
	// /users/0
	// /users/1
}
