package beve_test

import (
	"bytes"
	"fmt"
	"reflect"
	"testing"
	"testing/iotest"

	beve "github.com/beve-org/beve-go"
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

// unionDeclaration declares unionShape in a form.
func unionDeclaration(form string) types.Declaration {
	options := map[string][]types.UnionOption{
		"internal": {types.Tag("type")}, "adjacent": {types.Tag("t"), types.Content("c")}, "untagged": {types.Untagged()},
	}[form]
	return types.Union[unionShape](append(options, types.Case[unionCircle]("circle"), types.Case[*unionSquare]("square"), types.Unit[unionNone]("none"))...)
}

func unionSets() map[string]*types.Set {
	sets := map[string]*types.Set{}
	for _, form := range []string{"external", "internal", "adjacent", "untagged"} {
		sets[form] = types.New(unionDeclaration(form))
	}
	return sets
}

// unionPage has a union in every place that a value can be in.
type unionPage struct {
	Top    unionShape
	List   []unionShape
	Array  [2]unionShape
	Map    map[string]unionShape
	ByID   map[int]unionShape
	Ptr    *unionShape
	Lists  [][]unionShape
	Inner  struct{ S unionShape }
	Omit   unionShape `json:",omitempty"`
	Rows   []unionRow
	Fields map[string][]unionRow
	unionEmbedded
}

type unionRow struct {
	N int
	S unionShape
}

type unionEmbedded struct{ Shape unionShape }

func newUnionPage() unionPage {
	var s unionShape = unionCircle{3}
	deep := &unionSquare{2, []unionShape{unionCircle{4}, &unionSquare{Side: 7, In: []unionShape{&unionSquare{Side: 8}}}}}
	rows := make([]unionRow, 7)
	for i := range rows {
		rows[i] = unionRow{i, unionCircle{float64(i)}}
	}
	return unionPage{
		Top: unionCircle{1}, List: []unionShape{deep, &unionSquare{Side: 1}, unionCircle{}}, Array: [2]unionShape{s, deep},
		Map: map[string]unionShape{"a": unionCircle{5}, "b": deep}, ByID: map[int]unionShape{-3: deep}, Ptr: &s,
		Lists: [][]unionShape{{s}, {}, {deep, s}}, Inner: struct{ S unionShape }{s}, Rows: rows,
		Fields: map[string][]unionRow{"r": rows}, unionEmbedded: unionEmbedded{deep},
	}
}

// TestUnionsEverywhere writes and reads unions in every place, by every option and entry.
func TestUnionsEverywhere(t *testing.T) {
	for form, set := range unionSets() {
		in := newUnionPage()
		if form != "untagged" { // nil and a unit are one thing there
			in.List = append(in.List, nil, unionNone{})
			in.Map["none"], in.Map["nil"] = unionNone{}, nil
		}
		for _, o := range []beve.EncodeOptions{{}, {Extended: true}, {FixedWidth: true}, {Deterministic: true}, {OmitNil: true}, {Framing: true}, {Extended: true, MinTableRows: 1}} {
			o.Types = set
			name := fmt.Sprintf("%s %+v", form, o)
			data, err := o.Marshal(&in)
			if err != nil {
				t.Fatal(name, err)
			}
			read := beve.DecodeOptions{Types: set}
			strict := read
			strict.Strict, strict.RejectUnknown, strict.RejectDuplicates = true, true, true
			noCopy := read
			noCopy.NoCopy = true
			for entry, decode := range map[string]func(v *unionPage) error{
				"Unmarshal": func(v *unionPage) error { return read.Unmarshal(data, v) },
				"Strict":    func(v *unionPage) error { return strict.Unmarshal(data, v) },
				"NoCopy":    func(v *unionPage) error { return noCopy.Unmarshal(data, v) },
				"Decoder":   func(v *unionPage) error { return read.NewDecoderBytes(data).Decode(v) },
				"reader": func(v *unionPage) error {
					return read.NewDecoder(iotest.OneByteReader(bytes.NewReader(data))).Decode(v)
				},
				"View": func(v *unionPage) error {
					view, err := beve.NewView(data)
					if err != nil {
						return err
					}
					return view.DecodeWithOptions(v, read)
				},
				"Codec": func(v *unionPage) error { return beve.CodecWith[unionPage](o, read).Unmarshal(data, v) },
			} {
				var out unionPage
				if err := decode(&out); err != nil {
					t.Errorf("%s, %s: %v", name, entry, err)
				} else if !reflect.DeepEqual(in, out) {
					t.Errorf("%s, %s:\n%+v\n%+v", name, entry, in, out)
				}
				// Once more over what is there.
				out.Top, out.List = &unionSquare{Side: 99}, []unionShape{unionCircle{98}, &unionSquare{Side: 97}}
				out.Map, out.ByID, out.Fields = nil, nil, nil
				if err := decode(&out); err != nil || !reflect.DeepEqual(in, out) {
					t.Errorf("%s, %s, over another value: %v\n%+v\n%+v", name, entry, err, in, out)
				}
			}
		}
	}
}
