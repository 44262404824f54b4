package token_test

import (
	"fmt"
	"io"
	"log"

	"github.com/beve-org/beve-go/msgpack"
	"github.com/beve-org/beve-go/token"
)

func Example() {
	data, err := msgpack.Marshal(map[string][]any{"list": {1, "two", nil}})
	if err != nil {
		log.Fatal(err)
	}
	d := msgpack.NewDecoderBytes(data)
	for {
		t, err := d.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			log.Fatal(err)
		}
		if t.Kind == token.BeginArray || t.Kind == token.BeginObject {
			fmt.Println(t, t.Len)
			continue
		}
		fmt.Println(t)
	}
	// Output:
	// { 1
	// "list"
	// [ 3
	// 1
	// "two"
	// null
	// ]
	// }
}
