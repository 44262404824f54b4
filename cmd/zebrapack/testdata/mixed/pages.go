package mixed

import "github.com/beve-org/beve-go/types"

// Tree holds nothing that is declared.
type Tree struct {
	Leaf Leaf              `zid:"0" msg:"leaf"`
	All  Leaves            `zid:"1" msg:"all"`
	By   ByName            `zid:"2" msg:"by"`
	At   *Point            `zid:"3" msg:"at"`
	Kids []*Tree           `zid:"4" msg:"kids"`
	More map[string]Leaves `zid:"5" msg:"more"`
	Pair [2]Leaf           `zid:"6" msg:"pair"`
	Part struct {
		Leaf Leaf `zid:"0" msg:"leaf"`
	} `zid:"7" msg:"part"`
}

// Bill and Choice hold what only options declare.
type (
	Bill struct {
		Tree Tree   `zid:"0" msg:"tree"`
		Sum  Cents  `zid:"1" msg:"sum"`
		Pick Choice `zid:"2" msg:"pick"`
	}
	Choice struct {
		Leaf *Leaf `zid:"0" msg:"leaf" json:"leaf"`
		Tree *Tree `zid:"1" msg:"tree" json:"tree"`
	}
)

// Shape is a union; Circle, Square, Blank and Word are its cases.
type (
	Shape  interface{ shape() }
	Circle struct {
		R    float64 `zid:"0" msg:"r"`
		Mark Leaf    `zid:"1" msg:"mark"`
	}
	Square struct {
		Side float64 `zid:"0" msg:"side"`
		In   []Shape `zid:"1" msg:"in"`
		Tree *Tree   `zid:"2" msg:"tree"`
	}
	Blank struct{}
	Word  string
)

func (Circle) shape()  {}
func (*Square) shape() {}
func (*Blank) shape()  {}
func (Word) shape()    {}

// Page holds the union in several places.
type Page struct {
	Bill Bill             `zid:"0" msg:"bill"`
	One  Shape            `zid:"1" msg:"one"`
	Many []Shape          `zid:"2" msg:"many"`
	By   map[string]Shape `zid:"3" msg:"by"`
	Tree *Tree            `zid:"4" msg:"tree"`
}

// Plain holds all of this, and never has code.
//
//msgp:ignore Plain
type Plain struct {
	Page Page    `zid:"0" msg:"page"`
	Tree Tree    `zid:"1" msg:"tree"`
	One  Shape   `zid:"2" msg:"one"`
	Many []Shape `zid:"3" msg:"many"`
	Any  any     `zid:"4" msg:"any"`
}

func init() {
	types.Register(types.Union[Shape](types.Tag("type"),
		types.Case[Circle]("circle").Number(1), types.Case[*Square]("square").Number(2), types.Unit[*Blank]("blank").Number(3)))
}

// Declare returns other declarations, for options. Form is one of the four of a union.
func Declare(form int, circle, square, blank, word string) *types.Set {
	cases := []types.UnionOption{types.Case[Circle](circle).Number(11), types.Case[*Square](square).Number(300), types.Unit[*Blank](blank).Number(7)}
	if form != Internal {
		cases = append(cases, types.Case[Word](word).Number(0))
	}
	options := [][]types.UnionOption{nil, {types.Tag("k")}, {types.Tag("k"), types.Content("of")}, {types.Untagged()}}[form]
	return types.New(types.Union[Shape](append(options, cases...)...), types.OneOf[Choice](options...), types.Convert(centsText, parseCents))
}

// The forms for Declare.
const (
	External = iota
	Internal
	Adjacent
	Untagged
)

// Cases are values of the cases of Shape, and Anys values for an interface.
var (
	Cases = []any{Circle{}, &Square{}, &Blank{}, Word("")}
	Anys  = []any{Leaf{}, &Tree{}, Leaves{}, 1.5, "text"}
)

// New makes a variable of each type.
var New = map[string]func() any{
	"Leaf": func() any { return new(Leaf) }, "Leaves": func() any { return new(Leaves) }, "ByName": func() any { return new(ByName) },
	"Tree": func() any { return new(Tree) }, "Bill": func() any { return new(Bill) }, "Shape": func() any { return new(Shape) },
	"Page": func() any { return new(Page) }, "Plain": func() any { return new(Plain) },
}
