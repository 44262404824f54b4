package core_test

import (
	"bytes"
	"fmt"
	"log"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/core"
)

type visit struct {
	Page string `json:"page"`
	Hits int    `json:"hits"`
}

// A batch is decoded into an arena, used, and given back as a whole.
func Example() {
	data, err := beve.Marshal([]visit{{"/", 3}, {"/home", 5}})
	if err != nil {
		log.Fatal(err)
	}
	pool := core.NewArenaPool(1 << 20)

	arena := pool.Get()
	d := core.NewDecoderWithArena(data, arena)
	var list []visit
	if err := d.Decode(&list); err != nil {
		log.Fatal(err)
	}
	fmt.Println(list[1].Page, list[1].Hits)
	core.PutDecoderToPool(d)
	pool.Put(arena) // nothing of list may be used from here on
	// Output: /home 5
}

func ExampleGetEncoderFromPoolWithArena() {
	pool := core.NewArenaPool(1 << 20)
	arena := pool.Get()
	e := core.GetEncoderFromPoolWithArena(arena)
	for i := range 3 {
		if err := e.Encode(i); err != nil {
			log.Fatal(err)
		}
	}
	fmt.Printf("% x\n", e.Bytes())
	core.PutEncoderToPool(e)
	pool.Put(arena)
	// Output: 09 00 06 09 01 06 09 02
}

func ExampleGetDecoderFromPool() {
	data, err := beve.Marshal("hello")
	if err != nil {
		log.Fatal(err)
	}
	d := core.GetDecoderFromPool(bytes.NewReader(data))
	defer core.PutDecoderToPool(d)
	var text string
	fmt.Println(d.Decode(&text), text)
	// Output: <nil> hello
}
