package interop

import (
	"fmt"

	vmihailenco "github.com/vmihailenco/msgpack/v5"

	"github.com/beve-org/beve-go/msgpack"
)

func Example_adapter() {
	msgpack.RegisterAdapter(vmihailenco.NewEncoder, vmihailenco.NewDecoder)

	data, err := msgpack.Marshal(&VPair{5, "five"})
	fmt.Printf("%x %v\n", data, err)
	var p VPair
	err = msgpack.Unmarshal(data, &p)
	fmt.Println(p, err)
	// Output:
	// 9205a466697665 <nil>
	// {5 five} <nil>
}

func Example_options() {
	type User struct {
		VLeaf
		Secret string `json:"-"`
	}
	o := msgpack.EncodeOptions{StructTag: "=msgpack", Inline: true} // and the same DecodeOptions
	ours, err := o.Marshal(User{VLeaf{7, "Ada"}, "?"})
	fmt.Printf("%x %v\n", ours, err)
	theirs, err := vmihailenco.Marshal(User{VLeaf{7, "Ada"}, "?"})
	fmt.Printf("%x %v\n", theirs, err)
	// Output:
	// 83a16e07a173a3416461a6536563726574a13f <nil>
	// 83a16e07a173a3416461a6536563726574a13f <nil>
}
