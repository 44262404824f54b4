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

type flatShape struct {
	Kind string       `json:"type"`
	R    float64      `json:"r"`
	Side float64      `json:"side"`
	In   []unionShape `json:"in,omitempty"`
}

func BenchmarkUnionRead(b *testing.B) {
	list := make([]unionShape, 1000)
	flat := make([]flatShape, 1000)
	for i := range list {
		if i%2 == 0 {
			list[i] = unionCircle{float64(i)}
			flat[i] = flatShape{Kind: "circle", R: float64(i)}
		} else {
			list[i] = &unionSquare{Side: float64(i)}
			flat[i] = flatShape{Kind: "square", Side: float64(i)}
		}
	}
	for name, set := range unionSets() {
		data, err := beve.EncodeOptions{Types: set}.Marshal(&list)
		if err != nil {
			b.Fatal(err)
		}
		b.Run("read/"+name, func(b *testing.B) {
			b.ReportAllocs()
			o := beve.DecodeOptions{Types: set}
			for b.Loop() {
				var out []unionShape
				if err := o.Unmarshal(data, &out); err != nil {
					b.Fatal(err)
				}
			}
		})
		b.Run("write/"+name, func(b *testing.B) {
			b.ReportAllocs()
			o := beve.EncodeOptions{Types: set}
			var buf []byte
			for b.Loop() {
				buf, _ = o.Append(buf[:0], &list)
			}
		})
	}
	data, _ := beve.Marshal(flat)
	b.Run("read/flat", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			var out []flatShape
			if err := beve.Unmarshal(data, &out); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("write/flat", func(b *testing.B) {
		var buf []byte
		for b.Loop() {
			buf, _ = beve.Append(buf[:0], &flat)
		}
	})
}
