package main

import "github.com/beve-org/beve-go/types"

// Shape is the union that is timed.
type Shape interface{ shape() }

// Circle, Rect, Label and Path are its cases.
type (
	Circle struct {
		X float64 `json:"x"`
		Y float64 `json:"y"`
		R float64 `json:"r"`
	}
	Rect struct {
		X float64 `json:"x"`
		Y float64 `json:"y"`
		W float64 `json:"w"`
		H float64 `json:"h"`
	}
	Label struct {
		Text string `json:"text"`
		Size int    `json:"size"`
	}
	Path struct {
		Points []float64 `json:"points"`
		Closed bool      `json:"closed"`
	}
)

func (Circle) shape() {}
func (Rect) shape()   {}
func (*Label) shape() {}
func (*Path) shape()  {}

// Flat has the fields of all cases.
type Flat struct {
	Type   string    `json:"type"`
	X      float64   `json:"x"`
	Y      float64   `json:"y"`
	R      float64   `json:"r"`
	W      float64   `json:"w"`
	H      float64   `json:"h"`
	Text   string    `json:"text"`
	Size   int       `json:"size"`
	Points []float64 `json:"points"`
	Closed bool      `json:"closed"`
}

// Scene and FlatScene hold a thousand of them.
type (
	Scene     struct{ Shapes []Shape }
	FlatScene struct{ Shapes []Flat }
)

var cases = []types.UnionOption{
	types.Case[Circle]("circle"), types.Case[Rect]("rect"), types.Case[*Label]("label"), types.Case[*Path]("path"),
}

func init() {
	types.Register(types.Union[Shape](types.Tag("type"),
		types.Case[Circle]("circle"), types.Case[Rect]("rect"), types.Case[*Label]("label"), types.Case[*Path]("path")))
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
