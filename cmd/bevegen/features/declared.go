package features

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/beve-org/beve-go/types"
)

// Declared has fields of types that package types declares: reflection writes and reads them.
type Declared struct {
	Vehicle  Vehicle
	Vehicles []Vehicle
	ByName   map[string]Vehicle
	Ref      *Vehicle
	Port     Port
	Ports    []Port
	Fare     Fare
	Fares    []*Fare
}

// Vehicle is a union of types with generated methods.
type Vehicle interface{ wheels() int }

// Bike is one of its cases.
type Bike struct{ Gears int }

// Train is another one, which holds others.
type Train struct{ Cars []Vehicle }

func (Bike) wheels() int   { return 2 }
func (*Train) wheels() int { return 100 }

// Port is written as text, though it has a method that says otherwise.
type Port struct{ Number int }

// MarshalText would write the number alone.
func (p Port) MarshalText() ([]byte, error) { return strconv.AppendInt(nil, int64(p.Number), 10), nil }

// Fare is one of two.
type Fare struct {
	Cash *int
	Card *string
}

func init() {
	types.Register(
		types.Union[Vehicle](types.Tag("kind"), types.Content("of"), types.Case[Bike]("bike"), types.Case[*Train]("train")),
		types.Convert(
			func(p Port) string { return fmt.Sprint(":", p.Number) },
			func(text string) (Port, error) {
				n, err := strconv.Atoi(strings.TrimPrefix(text, ":"))
				return Port{n}, err
			}),
		types.OneOf[Fare](),
	)
}
