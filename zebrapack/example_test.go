package zebrapack_test

import (
	"fmt"

	"github.com/beve-org/beve-go/zebrapack"
)

type PersonV1 struct {
	Name string `zid:"0"`
	Fax  string `zid:"1"`
}

type PersonV2 struct {
	Name string   `zid:"0"`
	Fax  struct{} `zid:"1" msg:",deprecated"`
	Mail string   `zid:"2"`
}

func Example() {
	data, err := zebrapack.EncodeOptions{NoStructNames: true}.Marshal(&PersonV1{Name: "Ada", Fax: "1842"})
	if err != nil {
		panic(err)
	}
	fmt.Printf("%x\n", data)
	// A newer program reads what an older one wrote, and the reverse.
	var v2 PersonV2
	if err := zebrapack.Unmarshal(data, &v2); err != nil {
		panic(err)
	}
	fmt.Println(v2.Name)
	// Output:
	// 8200a341646101a431383432
	// Ada
}

func Example_unknown() {
	type relay struct {
		Name string                  `zid:"0"`
		Rest map[int64]zebrapack.Raw `msg:",unknown"`
	}
	data, _ := zebrapack.Marshal(&PersonV2{Name: "Ada", Mail: "ada@example.org"})
	var r relay
	if err := zebrapack.Unmarshal(data, &r); err != nil {
		panic(err)
	}
	passed, _ := zebrapack.Marshal(&r)
	var v2 PersonV2
	err := zebrapack.Unmarshal(passed, &v2)
	fmt.Println(v2.Mail, err)
	// Output: ada@example.org <nil>
}
