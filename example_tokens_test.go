package beve_test

import (
	"bytes"
	"fmt"
	"io"
	"log"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/token"
)

// Catalogue is a document around an array, which may be larger than memory.
type Catalogue struct {
	Meta  map[string]string `json:"meta"`
	Items []Article         `json:"items"`
}

// Article is an element of it.
type Article struct {
	Name  string  `json:"name"`
	Price float64 `json:"price"`
}

func catalogue() io.Reader {
	data, err := beve.Marshal(Catalogue{map[string]string{"version": "2"}, []Article{{"pen", 1.5}, {"ink", 4}}})
	if err != nil {
		log.Fatal(err)
	}
	return bytes.NewReader(data)
}

// sumAt adds the prices of a catalogue, by its array of items.
func sumAt(file io.Reader) (total float64, err error) {
	for item, err := range beve.ElementsAt[Article](file, "/items") {
		if err != nil {
			return 0, err
		}
		total += item.Price
	}
	return total, nil
}

func ExampleElementsAt() {
	total, err := sumAt(catalogue())
	fmt.Println(total, err)
	for _, err := range beve.ElementsAt[Article](catalogue(), "/meta/version") {
		fmt.Println(err)
	}
	// Output:
	// 5.5 <nil>
	// beve: /meta/version at byte 17: string has no elements
}

// sumOf adds the prices of a document, wherever they are.
func sumOf(file io.Reader) (total float64, err error) {
	d := beve.NewDecoder(file)
	for {
		t, err := d.Token()
		if err == io.EOF {
			return total, nil
		}
		if err != nil {
			return 0, err
		}
		if t.Kind == token.Key && t.Text == "price" {
			var price float64
			if err := d.Decode(&price); err != nil {
				return 0, err
			}
			total += price
		}
	}
}

// Prices are decoded where they are met.
func ExampleDecoder_Token() {
	fmt.Println(sumOf(catalogue()))
	// Output:
	// 5.5 <nil>
}

// What is of no use is passed over; the others are looked at.
func ExampleDecoder_Skip() {
	d := beve.NewDecoder(catalogue())
	for {
		t, err := d.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			log.Fatal(err)
		}
		switch {
		case t.Kind == token.Key && t.Text == "meta":
			if err := d.Skip(); err != nil {
				log.Fatal(err)
			}
		case t.Kind == token.BeginArray:
			fmt.Println(d.Path(), "has", t.Len, "elements, at byte", t.Offset)
		case t.Kind == token.Number:
			fmt.Println(d.Path(), t)
		}
	}
	// Output:
	// /items has 2 elements, at byte 26
	// /items/0/price 1.5
	// /items/1/price 4
}
