// Command generate writes the serializers of package mus into the current folder.
package main

import (
	"log"
	"os"
	"reflect"

	musgen "github.com/mus-format/musgen-go/mus"
	genops "github.com/mus-format/musgen-go/options/generate"
	structops "github.com/mus-format/musgen-go/options/struct"
	typeops "github.com/mus-format/musgen-go/options/type"

	"github.com/beve-org/beve-go/bench/payload"
)

// structs in the order in which they need each other.
var structs = []reflect.Type{
	reflect.TypeFor[payload.Small](),
	reflect.TypeFor[payload.Person](),
	reflect.TypeFor[payload.Customer](),
	reflect.TypeFor[payload.Address](),
	reflect.TypeFor[payload.Item](),
	reflect.TypeFor[payload.Payment](),
	reflect.TypeFor[payload.Event](),
	reflect.TypeFor[payload.Parcel](),
	reflect.TypeFor[payload.Order](),
	reflect.TypeFor[payload.Record](),
	reflect.TypeFor[payload.Large](),
	reflect.TypeFor[payload.Row](),
}

var lists = []reflect.Type{
	reflect.TypeFor[payload.Rows](),
	reflect.TypeFor[payload.Float64s](),
	reflect.TypeFor[payload.Float32s](),
	reflect.TypeFor[payload.Uint16s](),
	reflect.TypeFor[payload.Int32s](),
	reflect.TypeFor[payload.Bools](),
	reflect.TypeFor[payload.Strings](),
}

func main() {
	g, err := musgen.NewCodeGenerator(
		genops.WithPkgPath("github.com/beve-org/beve-go/bench/codecs/mus"),
		genops.WithImport("github.com/beve-org/beve-go/bench/payload"),
		genops.WithNotUnsafe(),
	)
	if err != nil {
		log.Fatal(err)
	}
	for _, t := range structs {
		var fields []structops.SetOption
		for i := range t.NumField() {
			if t.Field(i).Type.String() == "time.Time" {
				fields = append(fields, structops.WithField(typeops.WithTimeUnit(typeops.NanoUTC)))
				continue
			}
			fields = append(fields, structops.WithField())
		}
		if err := g.AddStruct(t, fields...); err != nil {
			log.Fatal(err)
		}
	}
	for _, t := range lists {
		if err := g.AddDefinedType(t); err != nil {
			log.Fatal(err)
		}
	}
	text, err := g.Generate()
	if err != nil {
		log.Print(err) // the text shows what is wrong with it
	}
	if err := os.WriteFile("serializers_gen.go", text, 0o644); err != nil {
		log.Fatal(err)
	}
}
