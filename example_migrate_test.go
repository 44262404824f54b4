package beve_test

import (
	"fmt"
	"log"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/json"
)

// read takes what was written as JSON, too.
func read(data []byte, v any) error {
	if beve.Valid(data) {
		return beve.Unmarshal(data, v)
	}
	return json.Unmarshal(data, v)
}

// Readers that take what was written before.
func Example_migrate() {
	type Probe struct {
		Name string `json:"name"`
	}
	now, err := beve.Marshal(Probe{"new"})
	if err != nil {
		log.Fatal(err)
	}
	for _, data := range [][]byte{now, []byte(`{"name":"old"}`)} {
		var p Probe
		fmt.Println(read(data, &p), p.Name)
	}
	// Output:
	// <nil> new
	// <nil> old
}
