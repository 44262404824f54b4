package main

import "github.com/beve-org/beve-go/types"

// Shape is the union that is timed.
type Shape interface{ shape() }

// Circle, Rect, Label and Path are its cases.
type (
	Circle struct {
		X float64 `json:"x" zid:"0"`
		Y float64 `json:"y" zid:"1"`
		R float64 `json:"r" zid:"2"`
	}
	Rect struct {
		X float64 `json:"x" zid:"0"`
		Y float64 `json:"y" zid:"1"`
		W float64 `json:"w" zid:"2"`
		H float64 `json:"h" zid:"3"`
	}
	Label struct {
		Text string `json:"text" zid:"0"`
		Size int    `json:"size" zid:"1"`
	}
	Path struct {
		Points []float64 `json:"points" zid:"0"`
		Closed bool      `json:"closed" zid:"1"`
	}
)

func (Circle) shape() {}
func (Rect) shape()   {}
func (*Label) shape() {}
func (*Path) shape()  {}

// Flat has the fields of all cases.
type Flat struct {
	Type   string    `json:"type" zid:"0"`
	X      float64   `json:"x" zid:"1"`
	Y      float64   `json:"y" zid:"2"`
	R      float64   `json:"r" zid:"3"`
	W      float64   `json:"w" zid:"4"`
	H      float64   `json:"h" zid:"5"`
	Text   string    `json:"text" zid:"6"`
	Size   int       `json:"size" zid:"7"`
	Points []float64 `json:"points" zid:"8"`
	Closed bool      `json:"closed" zid:"9"`
}

// Scene and FlatScene hold a thousand of them.
type (
	Scene struct {
		Shapes []Shape `zid:"0"`
	}
	FlatScene struct {
		Shapes []Flat `zid:"0"`
	}
)

var cases = []types.UnionOption{
	types.Case[Circle]("circle").Number(1), types.Case[Rect]("rect").Number(2), types.Case[*Label]("label").Number(3), types.Case[*Path]("path").Number(4),
}

func init() {
	types.Register(types.Union[Shape](types.Tag("type"),
		types.Case[Circle]("circle").Number(1), types.Case[Rect]("rect").Number(2), types.Case[*Label]("label").Number(3), types.Case[*Path]("path").Number(4)))
}

// scenes returns the same shapes in both ways.
func scenes() (union Scene, flat FlatScene) {
	for i := range 1000 {
		f := float64(i)
		switch i % 4 {
		case 0:
			union.Shapes = append(union.Shapes, Circle{f, 2, 3})
			flat.Shapes = append(flat.Shapes, Flat{Type: "circle", X: f, Y: 2, R: 3})
		case 1:
			union.Shapes = append(union.Shapes, Rect{f, 2, 3, 4})
			flat.Shapes = append(flat.Shapes, Flat{Type: "rect", X: f, Y: 2, W: 3, H: 4})
		case 2:
			union.Shapes = append(union.Shapes, &Label{"a label", i})
			flat.Shapes = append(flat.Shapes, Flat{Type: "label", Text: "a label", Size: i})
		case 3:
			union.Shapes = append(union.Shapes, &Path{[]float64{1, 2, 3, f}, true})
			flat.Shapes = append(flat.Shapes, Flat{Type: "path", Points: []float64{1, 2, 3, f}, Closed: true})
		}
	}
	return union, flat
}
