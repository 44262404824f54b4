// The code of docs/zebrapack.md, compiled and run.

package beve_test

import (
	"fmt"
	"log"

	"github.com/beve-org/beve-go/msgpack/msgp"
	"github.com/beve-org/beve-go/zebrapack"
)

type Member struct {
	Name string             `zid:"0" msg:"name"`
	Tags []string           `zid:"1" msg:"tags,omitempty"`
	Fax  struct{}           `zid:"2" msg:",deprecated"` // retired: the number is not used again
	More map[int64]msgp.Raw `msg:",unknown"`            // what newer versions send; written again
}

func Example_zebrapack() {
	data, err := zebrapack.Marshal(&Member{Name: "Ada", Tags: []string{"math"}})
	if err != nil {
		log.Fatal(err)
	}
	var m Member
	if err := zebrapack.Unmarshal(data, &m); err != nil {
		log.Fatal(err) // zebrapack: /tags/0 at byte 12: …
	}

	schema, err := zebrapack.SchemaOf[Member]()
	if err != nil {
		log.Fatal(err)
	}
	text, err := zebrapack.ToJSON(schema, data)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%s\n", text)
	// Output: {"name":"Ada","tags":["math"]}
}
