package beve_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/translator"
	"github.com/beve-org/beve-go/types"
)

type unionShape interface{ Area() float64 }

type unionCircle struct {
	R float64 `json:"r"`
}
type unionSquare struct {
	Side float64      `json:"side"`
	In   []unionShape `json:"in,omitempty"`
}
type unionNone struct{}

func (c unionCircle) Area() float64  { return c.R * c.R * 3 }
func (s *unionSquare) Area() float64 { return s.Side * s.Side }
func (unionNone) Area() float64      { return 0 }

func unionSets() map[string]*types.Set {
	cases := []types.UnionOption{types.Case[unionCircle]("circle"), types.Case[*unionSquare]("square"), types.Unit[unionNone]("none")}
	set := func(options ...types.UnionOption) *types.Set {
		return types.New(types.Union[unionShape](append(options, cases...)...))
	}
	return map[string]*types.Set{
		"external": set(), "internal": set(types.Tag("type")),
		"adjacent": set(types.Tag("t"), types.Content("c")), "untagged": set(types.Untagged()),
	}
}

func TestUnionsOfBEVE(t *testing.T) {
	type page struct {
		Top  unionShape
		List []unionShape
		Map  map[string]unionShape
		Ptr  *unionShape
	}
	var s unionShape = unionCircle{3}
	in := page{Top: unionCircle{1}, List: []unionShape{&unionSquare{2, []unionShape{unionCircle{4}, unionNone{}}}, nil, unionNone{}}, Map: map[string]unionShape{"a": unionCircle{5}}, Ptr: &s}
	for name, set := range unionSets() {
		b, err := beve.EncodeOptions{Types: set}.Marshal(&in)
		if err != nil {
			t.Fatal(name, err)
		}
		text, err := translator.ToJSON(b)
		fmt.Println(name, string(text), err)
		var out page
		if err := (beve.DecodeOptions{Types: set}).Unmarshal(b, &out); err != nil {
			t.Error(name, err)
			continue
		}
		if name == "untagged" {
			in.List[1] = unionNone{}
		}
		if !reflect.DeepEqual(in, out) {
			t.Errorf("%s: %+v\n%+v", name, in, out)
		}
		b, _ = translator.FromJSON([]byte(strings.ReplaceAll(string(text), "circle", "hexagon")))
		fmt.Println((beve.DecodeOptions{Types: set}).Unmarshal(b, &out))
		in.List[1] = nil
	}
}

// The shapes that are timed: four cases, against one struct with the fields of all of them.
type (
	timedShape  interface{ timed() }
	timedCircle struct {
		X float64 `json:"x"`
		Y float64 `json:"y"`
		R float64 `json:"r"`
	}
	timedRect struct {
		X float64 `json:"x"`
		Y float64 `json:"y"`
		W float64 `json:"w"`
		H float64 `json:"h"`
	}
	timedLabel struct {
		Text string `json:"text"`
		Size int    `json:"size"`
	}
	timedPath struct {
		Points []float64 `json:"points"`
		Closed bool      `json:"closed"`
	}
	timedFlat struct {
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
)

func (timedCircle) timed() {}
func (timedRect) timed()   {}
func (*timedLabel) timed() {}
func (*timedPath) timed()  {}

func timedShapes() (list []timedShape, flat []timedFlat) {
	for i := range 1000 {
		f := float64(i)
		switch i % 4 {
		case 0:
			list = append(list, timedCircle{f, 2, 3})
			flat = append(flat, timedFlat{Type: "circle", X: f, Y: 2, R: 3})
		case 1:
			list = append(list, timedRect{f, 2, 3, 4})
			flat = append(flat, timedFlat{Type: "rect", X: f, Y: 2, W: 3, H: 4})
		case 2:
			list = append(list, &timedLabel{"a label", i})
			flat = append(flat, timedFlat{Type: "label", Text: "a label", Size: i})
		case 3:
			list = append(list, &timedPath{[]float64{1, 2, 3, f}, true})
			flat = append(flat, timedFlat{Type: "path", Points: []float64{1, 2, 3, f}, Closed: true})
		}
	}
	return list, flat
}

func BenchmarkUnion(b *testing.B) {
	list, flat := timedShapes()
	for name, form := range map[string][]types.UnionOption{
		"external": nil, "internal": {types.Tag("type")},
		"adjacent": {types.Tag("t"), types.Content("c")}, "untagged": {types.Untagged()},
	} {
		set := types.New(types.Union[timedShape](append(form, types.Case[timedCircle]("circle"), types.Case[timedRect]("rect"),
			types.Case[*timedLabel]("label"), types.Case[*timedPath]("path"))...))
		o := beve.EncodeOptions{Types: set}
		data, err := o.Marshal(&list)
		if err != nil {
			b.Fatal(err)
		}
		b.Run("read/"+name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				var out []timedShape
				if err := (beve.DecodeOptions{Types: set}).Unmarshal(data, &out); err != nil || len(out) != len(list) {
					b.Fatal(err)
				}
			}
		})
		b.Run("write/"+name, func(b *testing.B) {
			b.ReportAllocs()
			var buf []byte
			for b.Loop() {
				if buf, err = o.Append(buf[:0], &list); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
	data, err := beve.Marshal(flat)
	if err != nil {
		b.Fatal(err)
	}
	b.Run("read/flat", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			var out []timedFlat
			if err := beve.Unmarshal(data, &out); err != nil || len(out) != len(flat) {
				b.Fatal(err)
			}
		}
	})
	b.Run("write/flat", func(b *testing.B) {
		var buf []byte
		for b.Loop() {
			if buf, err = beve.Append(buf[:0], &flat); err != nil {
				b.Fatal(err)
			}
		}
	})
}
