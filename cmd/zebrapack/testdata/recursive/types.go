// Package recursive has types that contain themselves by way of named slices, maps, arrays and pointers.
package recursive

import "github.com/beve-org/beve-go/types"

// Expr is one of several, of which two are not structs.
type Expr interface{ expr() }

type (
	List  []Expr
	Names map[string]Expr
	Leaf  struct {
		V int `zid:"0"`
	}
	Pair struct {
		Both [2]Expr `zid:"0"`
		More List    `zid:"1"`
		By   Names   `zid:"2"`
	}
)

func (List) expr()  {}
func (Names) expr() {}
func (Leaf) expr()  {}
func (Pair) expr()  {}

func init() {
	types.Register(types.Union[Expr](types.Tag("t"),
		types.Case[List]("list").Number(1), types.Case[Names]("names").Number(2),
		types.Case[Leaf]("leaf").Number(3), types.Case[Pair]("pair").Number(4)))
}

// Root leads to all of them.
type Root struct {
	Expr  Expr   `zid:"0"`
	Nodes Nodes  `zid:"1"`
	Kids  Kids   `zid:"2"`
	Rows  Rows   `zid:"3"`
	Next  *Ring  `zid:"4"`
	Deep  []Kids `zid:"5"`
}

type (
	Nodes map[string]Node
	Node  struct {
		Nodes Nodes `zid:"0"`
		N     int   `zid:"1"`
	}
	Kids []*Kid
	Kid  struct {
		Kids Kids   `zid:"0"`
		Name string `zid:"1"`
	}
	Cells [2]Rows
	Rows  []Row
	Row   struct {
		Cells Cells `zid:"0"`
		N     int   `zid:"1"`
	}
	Ring struct {
		All map[int64]Loop `zid:"0"`
	}
	Loop []Ring
)
