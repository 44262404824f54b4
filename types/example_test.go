package types_test

import (
	"fmt"
	"log"

	"github.com/beve-org/beve-go/json"
	"github.com/beve-org/beve-go/types"
)

type Command interface{ Do() string }

type Move struct{ By int }

type Stop struct{}

func (m Move) Do() string { return fmt.Sprint("move by ", m.By) }
func (Stop) Do() string   { return "stop" }

func init() {
	types.Register(types.Union[Command](types.Tag("do"),
		types.Case[Move]("move"),
		types.Unit[Stop]("stop")))
}

// A declaration for the whole program.
func Example() {
	var commands []Command
	if err := json.Unmarshal([]byte(`[{"do":"move","By":3},{"do":"stop"}]`), &commands); err != nil {
		log.Fatal(err)
	}
	for _, c := range commands {
		fmt.Println(c.Do())
	}
	// Output:
	// move by 3
	// stop
}

type Celsius struct{ tenths int }

// A declaration for some calls only.
func ExampleConvert() {
	set := types.New(types.Convert(
		func(c Celsius) float64 { return float64(c.tenths) / 10 },
		func(f float64) (Celsius, error) { return Celsius{int(f * 10)}, nil }))
	text, err := json.EncodeOptions{Types: set}.Marshal([]Celsius{{215}, {-40}})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%s\n", text)
	// Output: [21.5,-4]
}
