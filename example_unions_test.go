// Examples of unions. The code in docs/unions.md is taken from here.

package beve_test

import (
	"fmt"
	"log"
	"math"
	"strconv"
	"time"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/jsonpack"
	"github.com/beve-org/beve-go/translator"
	"github.com/beve-org/beve-go/types"
)

type Shape interface{ Area() float64 }

type Circle struct {
	R float64 `json:"r"`
}

type Square struct {
	Side float64 `json:"side"`
}

func (c Circle) Area() float64  { return math.Pi * c.R * c.R }
func (s *Square) Area() float64 { return s.Side * s.Side }

func init() {
	types.Register(types.Union[Shape](types.Tag("type"),
		types.Case[Circle]("circle"),
		types.Case[*Square]("square")))
}

type Payment struct {
	Card *Card `json:"card" zid:"1"`
	Cash *Cash `json:"cash" zid:"2"`
}

var payments = types.OneOf[Payment]()

type Card struct {
	Number string `json:"number"`
}

type Cash struct {
	Amount int `json:"amount"`
}

type UnknownShape struct{ beve.Raw }

func (*UnknownShape) Area() float64 { return math.NaN() }

// Amount is a number of hundredths.
type Amount struct{ hundredths int64 }

func (a Amount) String() string { return strconv.FormatInt(a.hundredths, 10) }

func parseAmount(text string) (Amount, error) {
	n, err := strconv.ParseInt(text, 10, 64)
	return Amount{n}, err
}

func init() {
	types.Register(
		payments,
		types.Convert(Amount.String, parseAmount),
	)
}

func appendMonth(dst []byte, m time.Month) ([]byte, error) {
	return strconv.AppendQuote(dst, m.String()), nil
}

func readMonth(data []byte) (time.Month, error) {
	for m := time.January; m <= time.December; m++ {
		if string(data) == strconv.Quote(m.String()) {
			return m, nil
		}
	}
	return 0, fmt.Errorf("no month: %s", data)
}

var months = types.New(
	types.Codec(types.JSON, appendMonth, readMonth),
)

func Example_unions() {
	list := []Shape{Circle{1}, &Square{2}}

	data, err := beve.Marshal(list)
	if err != nil {
		log.Fatal(err)
	}
	text, err := translator.ToJSON(data)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%s\n", text)

	var again []Shape
	if err := beve.Unmarshal(data, &again); err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%T %T\n", again[0], again[1])

	shapes := types.New(types.Union[Shape](types.Case[Circle]("c"), types.Case[*Square]("s"), types.Other[*UnknownShape]()))
	data, err = beve.EncodeOptions{Types: shapes}.Marshal(list)
	if err != nil {
		log.Fatal(err)
	}
	text, err = translator.ToJSON(data)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%s\n", text)

	data, err = beve.Marshal([]any{Payment{Cash: &Cash{5}}, Amount{150}})
	if err != nil {
		log.Fatal(err)
	}
	text, err = translator.ToJSON(data)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%s\n", text)
	_, err = beve.DecodeOptions{Types: months}.NewView(data)
	fmt.Println(err)
	// Output:
	// [{"type":"circle","r":1},{"type":"square","side":2}]
	// beve_test.Circle *beve_test.Square
	// [{"c":{"r":1}},{"s":{"side":2}}]
	// [{"cash":{"amount":5}},"150"]
	// <nil>
}

// Drawing is a document with a union.
type Drawing struct {
	Name   string  `json:"name"`
	Shapes []Shape `json:"shapes"`
}

func Example_unionsOfJSONPack() {
	pack := jsonpack.NewJSONPack()
	shapes := types.New(types.Union[Shape](types.Tag("type"), types.Case[Circle]("circle"), types.Case[*Square]("square")))
	schema, err := pack.AddSchema("drawing", Drawing{}, shapes)
	if err != nil {
		log.Fatal(err)
	}
	data, err := schema.Marshal(Drawing{"two", []Shape{&Square{2}, Circle{1}}})
	if err != nil {
		log.Fatal(err)
	}
	text, err := schema.ToJSON(data)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%d bytes, %s\n", len(data), text)
	// Output:
	// 23 bytes, {"name":"two","shapes":[{"type":"square","side":2},{"type":"circle","r":1}]}
}
