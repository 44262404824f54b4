package jsonpack_test

import (
	"errors"
	"fmt"
	"log"

	"github.com/beve-org/beve-go/jsonpack"
)

func Example() {
	type City struct {
		Name string  `json:"name"`
		Area float64 `json:"area"`
	}
	schema, err := jsonpack.NewJSONPack().AddSchema("city", City{})
	if err != nil {
		log.Fatal(err)
	}
	data, err := schema.Encode(&City{Name: "Delft", Area: 24.06})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%d bytes: %x\n", len(data), data)

	var city City
	if err := schema.Decode(data, &city); err != nil {
		log.Fatal(err)
	}
	fmt.Println(city.Name, city.Area)
	// Output:
	// 14 bytes: 0544656c66748fc2f5285c0f3840
	// Delft 24.06
}

// The other side needs the schema alone, which is a JSON document.
func ExampleJSONPack_AddSchema() {
	schema, err := jsonpack.NewJSONPack().AddSchema("city", `{"type": "object",
		"properties": {"name": {"type": "string"}, "area": {"type": "float64le"}},
		"order": ["name", "area"]}`)
	if err != nil {
		log.Fatal(err)
	}
	text, err := schema.ToJSON([]byte("\x05Delft\x8f\xc2\xf5\x28\x5c\x0f\x38\x40"))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%s\n", text)
	// Output: {"name":"Delft","area":24.06}
}

// A sealed message says which schema it is of, so that a wrong one is an error.
func ExampleSchema_Sealed() {
	pack := jsonpack.NewJSONPack()
	one, err := pack.AddSchema("one", struct{ A, B uint8 }{})
	if err != nil {
		log.Fatal(err)
	}
	other, err := pack.AddSchema("other", struct{ A uint16 }{})
	if err != nil {
		log.Fatal(err)
	}
	value := struct{ A, B uint8 }{1, 2}

	plain, err := one.Encode(&value)
	if err != nil {
		log.Fatal(err)
	}
	var wrong struct{ A uint16 }
	fmt.Println(other.Decode(plain, &wrong), wrong.A)

	sealed, err := one.Sealed().Encode(&value)
	if err != nil {
		log.Fatal(err)
	}
	err = other.Sealed().Decode(sealed, &wrong)
	fmt.Println(errors.Is(err, jsonpack.ErrMismatch))
	// Output:
	// <nil> 513
	// true
}
