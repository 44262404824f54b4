package msgp_test

import (
	"bytes"
	"fmt"
	"os"

	"github.com/beve-org/beve-go/msgpack/msgp"
)

func Example() {
	var b []byte
	b = msgp.AppendMapHeader(b, 1)
	b = msgp.AppendString(b, "id")
	b = msgp.AppendInt64(b, 7)

	n, rest, err := msgp.ReadMapHeaderBytes(b)
	if err != nil {
		panic(err)
	}
	for range n {
		var key []byte
		if key, rest, err = msgp.ReadMapKeyZC(rest); err != nil {
			panic(err)
		}
		var id int64
		if id, rest, err = msgp.ReadInt64Bytes(rest); err != nil {
			panic(err)
		}
		fmt.Println(string(key), id)
	}
	// Output: id 7
}

func ExampleCopyToJSON() {
	var stream bytes.Buffer
	w := msgp.NewWriter(&stream)
	if err := w.WriteIntf(map[string]any{"list": []any{1, 2.5, nil, "<tag>"}}); err != nil {
		panic(err)
	}
	if err := w.Flush(); err != nil {
		panic(err)
	}
	if _, err := msgp.CopyToJSON(os.Stdout, &stream); err != nil {
		panic(err)
	}
	// Output: {"list":[1,2.5,null,"\u003ctag\u003e"]}
}

func ExampleLocate() {
	b, _ := msgp.AppendIntf(nil, map[string]any{"id": 7})
	id, _, err := msgp.ReadIntBytes(msgp.Locate("id", b))
	fmt.Println(id, err)
	// Output: 7 <nil>
}
