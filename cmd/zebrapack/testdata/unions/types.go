// Package unions has types that package types declares, to generate code for.
package unions

import (
	"fmt"
	"net/netip"
	"strconv"
	"strings"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/msgpack/msgp"
	"github.com/beve-org/beve-go/types"
)

// Page has a declared type in every place that there is.
type Page struct {
	Shape   Shape            `zid:"0" msg:"shape"`
	Shapes  []Shape          `zid:"1" msg:"shapes"`
	ByName  map[string]Shape `zid:"2"`
	Ref     *Shape           `zid:"3"`
	Lists   [2][]Shape       `zid:"4"`
	Vehicle Vehicle          `zid:"5" msg:",omitempty"`
	Rides   []Vehicle        `zid:"6"`
	Must    []Mineral        `zid:"7"`
	Fare    Fare             `zid:"8"`
	Fares   []*Fare          `zid:"9"`
	Port    Port             `zid:"10"`
	Ports   []Port           `zid:"11"`
	Degrees Degrees          `zid:"12" msg:",omitempty"`
	At      netip.AddrPort   `zid:"13"`
	Notes   map[string]Note  `zid:"14"`
	Inner   struct {
		S Shape `zid:"0"`
	} `zid:"15"`
	Either Either  `zid:"16"`
	Table  Table   `zid:"17"`
	Scale  Scale   `zid:"18"`
	Parcel Parcel  `zid:"19"`
	Levels []Level `zid:"20"`
}

// Shape is a union with the id inside.
type Shape interface{ Area() float64 }

// Circle is a case that is held by value.
type Circle struct {
	R    float64 `zid:"0"`
	Name string  `zid:"1"`
}

// Group is one that is held by pointer, and holds others.
type Group struct {
	In   []Shape          `zid:"0"`
	By   map[string]Shape `zid:"1"`
	Next *Group           `zid:"2"`
}

// Blank holds nothing, and Dot neither, without being a unit.
type (
	Blank struct{}
	Dot   struct{}
)

// Word is a text, and Path a list.
type (
	Word string
	Path []int32
)

// Foreign keeps shapes of newer programs.
type Foreign struct{ msgp.Raw }

func (c Circle) Area() float64 { return c.R * c.R * 3 }
func (*Group) Area() float64   { return 0 }
func (*Blank) Area() float64   { return 0 }
func (Dot) Area() float64      { return 0 }
func (Word) Area() float64     { return 0 }
func (Path) Area() float64     { return 0 }
func (*Foreign) Area() float64 { return 0 }

// Vehicle is a union with numbers for ids.
type Vehicle interface{ Wheels() int }

// Bike is one of its cases, and Train another one.
type (
	Bike struct {
		Gears int `zid:"0"`
	}
	Train struct {
		Cars []Vehicle `zid:"0"`
	}
)

func (Bike) Wheels() int   { return 2 }
func (*Train) Wheels() int { return 100 }

// Mineral is a union that is never nil.
type Mineral interface{ Hardness() int }

// Gem is one of its cases.
type Gem struct {
	Carats float32 `zid:"0"`
}

func (*Gem) Hardness() int { return 10 }

// Parcel is a union whose other cases would be kept as JSON.
type Parcel interface{ Weight() int }

// Box is one of its cases.
type Box struct {
	Grams int `zid:"0"`
}

// Stray keeps the others, where numbers need not be kept.
type Stray struct{ beve.Raw }

func (b Box) Weight() int  { return b.Grams }
func (*Stray) Weight() int { return 0 }

// Level is a union whose values are of the same size.
type Level interface{ Level() int }

// High and Grade are its cases.
type (
	High  struct{}
	Grade int8
)

func (High) Level() int    { return 100 }
func (g Grade) Level() int { return int(g) }

// Fare is one of two, whose numbers have a gap.
type Fare struct {
	Cash *int32  `zid:"3" json:"cash"`
	Card *string `zid:"7" json:"card"`
	Note string  `zid:"8" json:"-" msg:"-"`
}

// Either is one of two structs.
type Either struct {
	Circle *Circle `zid:"0"`
	Fare   *Fare   `zid:"1"`
}

// Port is written as text, though it has a method that says otherwise.
type Port struct{ Number int }

// MarshalText would write the number alone.
func (p Port) MarshalText() ([]byte, error) { return strconv.AppendInt(nil, int64(p.Number), 10), nil }

// Text returns the text of a port.
func (p Port) Text() string { return fmt.Sprint(":", p.Number) }

func parsePort(text string) (Port, error) {
	n, err := strconv.Atoi(strings.TrimPrefix(text, ":"))
	return Port{n}, err
}

// Degrees are written as tenths.
type Degrees float64

func toTenths(d Degrees) (int64, error) {
	if d < -273.15 {
		return 0, fmt.Errorf("colder than can be: %g", float64(d))
	}
	return int64(d * 10), nil
}

func ofTenths(n int64) (Degrees, error) { return Degrees(n) / 10, nil }

// Note is written as a struct.
type Note struct{ text string }

// NoteForm is that struct.
type NoteForm struct {
	Text string `zid:"0"`
}

func noteForm(n Note) NoteForm            { return NoteForm{n.text} }
func noteOf(f NoteForm) (Note, error)     { return Note{f.Text}, nil }
func (t Table) rows() [][]string          { return t.cells }
func tableOf(c [][]string) (Table, error) { return Table{c}, nil }

// Table is written as a list of lists.
type Table struct{ cells [][]string }

// Scale is written in one other format in a way of its own.
type Scale int

func appendScale(dst []byte, s Scale) ([]byte, error) {
	return strconv.AppendInt(dst, int64(s), 10), nil
}

func readScale(data []byte) (Scale, error) {
	n, err := strconv.Atoi(string(data))
	return Scale(n), err
}

var vehicles = types.Union[Vehicle](types.Tag("kind"), types.Content("of"), types.Case[Bike](1), types.Case[*Train](300))

func init() {
	types.Register(
		types.Union[Shape](types.Tag("type"), types.Case[Circle]("circle").Number(1), types.Case[*Group]("group").Number(2),
			types.Unit[*Blank]("blank").Number(200), types.Case[Dot]("dot").Number(4), types.Case[Word]("word").Number(0),
			types.Case[Path]("path").Number(70000%65536), types.Other[*Foreign]()),
		vehicles,
		types.Union[Mineral](types.Case[*Gem]("gem").Number(1), types.NotNil()),
		types.Union[Parcel](types.Case[Box]("box").Number(1), types.Other[*Stray]()),
		types.Union[Level](types.Unit[High]("high").Number(2), types.Case[Grade]("grade").Number(0)),
		types.OneOf[Fare](),
		types.OneOf[Either](types.Tag("is"), types.Content("of")),
		types.Convert(Port.Text, parsePort),
		types.TryConvert(toTenths, ofTenths),
		types.Convert(netip.AddrPort.String, netip.ParseAddrPort),
		types.Convert(noteForm, noteOf),
		types.Convert(Table.rows, tableOf),
		types.Codec(types.JSON, appendScale, readScale),
	)
}
