package features

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/beve-org/beve-go/types"
)

// Declared has fields of types that package types declares.
type Declared struct {
	Vehicle  Vehicle
	Vehicles []Vehicle
	ByName   map[string]Vehicle
	Ref      *Vehicle
	Animals  []Animal
	Pets     [2]Animal `json:",omitempty"`
	Mineral  Mineral   `json:",omitempty"`
	Minerals map[int]Mineral
	Sizes    []Size
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

// Animal is a union whose id is a member among the others.
type Animal interface{ legs() int }

// Cow is one of its cases.
type Cow struct {
	Name  string  `json:"name"`
	Age   int     `json:"age,omitempty"`
	Milk  float64 `json:"milk"`
	Calf  *Cow    `json:"calf,omitempty"`
	Bells []int   `json:"bells"`
}

// Herd is another one, which holds others.
type Herd struct {
	Animals []Animal `json:"animals"`
	Note    string   `json:"note"`
}

// Ghost is one that holds nothing.
type Ghost struct{}

// Snail is one that has no code.
type Snail struct{ Slime float32 }

func (Cow) legs() int   { return 4 }
func (*Herd) legs() int { return 400 }
func (Ghost) legs() int { return 0 }
func (Snail) legs() int { return 1 }

// Mineral is a union whose ids are names of members.
type Mineral interface{ hardness() int }

// Gem is one of its cases.
type Gem struct{ Carats float32 }

// Rock is one without anything.
type Rock struct{}

func (*Gem) hardness() int  { return 10 }
func (*Rock) hardness() int { return 7 }

// Size is a union without ids.
type Size interface{ size() }

// Width is one of its cases.
type Width struct{ W int }

// Area is another one.
type Area struct{ W, H int }

func (Width) size() {}
func (*Area) size() {}

// Port is written as text, though it has a method that says otherwise.
type Port struct{ Number int }

// MarshalText would write the number alone.
func (p Port) MarshalText() ([]byte, error) { return strconv.AppendInt(nil, int64(p.Number), 10), nil }

// Fare is one of two.
type Fare struct {
	Cash *int
	Card *string
}

// tag is the name of a member; that it is a constant is as good as a text.
const tag = "kind"

var minerals = types.Union[Mineral](types.Case[*Gem]("gem").Number(1), types.Unit[*Rock]("rock"), types.NotNil())

func init() {
	types.Register(
		types.Union[Vehicle](types.Tag(tag), types.Content("of"), types.Case[Bike]("bike"), types.Case[*Train]("train")),
		types.Union[Animal](types.Tag(tag), types.Case[Cow]("cow"), types.Case[*Herd](7), types.Unit[Ghost]("ghost"), types.Case[Snail]("snail")),
		minerals,
		types.Union[Size](types.Untagged(), types.Case[Width]("width"), types.Case[*Area]("area")),
		types.Convert(
			func(p Port) string { return fmt.Sprint(":", p.Number) },
			func(text string) (Port, error) {
				n, err := strconv.Atoi(strings.TrimPrefix(text, ":"))
				return Port{n}, err
			}),
		types.OneOf[Fare](),
	)
}
