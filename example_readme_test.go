// The code of README.md and docs, compiled and run; TestCodeOfDocumentsIsTested
// keeps the two the same.

package beve_test

import (
	"bytes"
	"errors"
	"fmt"
	"log"

	"github.com/beve-org/beve-go/translator"
)

import beve "github.com/beve-org/beve-go"

type Probe struct {
	Name    string    `json:"name"`
	Samples []float64 `json:"samples"`
	Note    string    `json:"note,omitempty"`
}

func Example_readme() {
	data, err := beve.Marshal(&Probe{Name: "roof", Samples: []float64{21.5, 21.25}})
	if err != nil {
		log.Fatal(err)
	}

	var probe Probe
	if err := beve.Unmarshal(data, &probe); err != nil {
		log.Fatal(err) // beve: /samples at byte 21: string does not decode into …
	}
	fmt.Println(probe.Name, probe.Samples)

	text, err := translator.ToJSON(data)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%s\n", text)

	// Output:
	// roof [21.5 21.25]
	// {"name":"roof","samples":[21.5,21.25]}
}

func Example_readmeView() {
	data, err := beve.Marshal(&Probe{Name: "roof", Samples: []float64{21.5, 21.25}})
	if err != nil {
		log.Fatal(err)
	}

	message, err := beve.NewView(data)
	if err != nil {
		log.Fatal(err)
	}
	second, err := message.At("/samples/1")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(second.Float64())

	// Output: 21.25 <nil>
}

func Example_readmeStream() {
	var file bytes.Buffer

	enc := beve.NewEncoder(&file) // any io.Writer
	for _, name := range []string{"roof", "cellar"} {
		if err := enc.Encode(&Probe{Name: name}); err != nil {
			log.Fatal(err)
		}
	}

	for probe, err := range beve.Elements[Probe](&file) { // any io.Reader
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(probe.Name)
	}

	// Output:
	// roof
	// cellar
}

func Example_limits() {
	data := bytes.Repeat([]byte{5, 4}, 100) // an array of one element, 100 times
	data = append(data, 0)
	var value any

	opts := beve.DecodeOptions{Limits: beve.Limits{MaxDepth: 64, MaxElements: 1000, MaxBytes: 1 << 20}}
	err := opts.Unmarshal(data, &value)
	fmt.Println(errors.Is(err, beve.ErrDepth))

	// Output: true
}
