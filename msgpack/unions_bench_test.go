package msgpack_test

import (
	"testing"

	"github.com/beve-org/beve-go/msgpack"
	"github.com/beve-org/beve-go/types"
	"github.com/beve-org/beve-go/zebrapack"
)

// The shapes that are timed: four cases, against one struct with the fields of all of them.
type (
	timedShape  interface{ timed() }
	timedCircle struct {
		X float64 `json:"x" zid:"0"`
		Y float64 `json:"y" zid:"1"`
		R float64 `json:"r" zid:"2"`
	}
	timedRect struct {
		X float64 `json:"x" zid:"0"`
		Y float64 `json:"y" zid:"1"`
		W float64 `json:"w" zid:"2"`
		H float64 `json:"h" zid:"3"`
	}
	timedLabel struct {
		Text string `json:"text" zid:"0"`
		Size int    `json:"size" zid:"1"`
	}
	timedPath struct {
		Points []float64 `json:"points" zid:"0"`
		Closed bool      `json:"closed" zid:"1"`
	}
	timedFlat struct {
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

// lateShapes returns values that have the members of shapes, and after them their ids.
func lateShapes(list []timedShape) (late []any) {
	for _, s := range list {
		switch s := s.(type) {
		case timedCircle:
			late = append(late, struct {
				timedCircle `msg:",inline"`
				Type        string `json:"type"`
			}{s, "circle"})
		case timedRect:
			late = append(late, struct {
				timedRect `msg:",inline"`
				Type      string `json:"type"`
			}{s, "rect"})
		case *timedLabel:
			late = append(late, struct {
				timedLabel `msg:",inline"`
				Type       string `json:"type"`
			}{*s, "label"})
		case *timedPath:
			late = append(late, struct {
				timedPath `msg:",inline"`
				Type      string `json:"type"`
			}{*s, "path"})
		}
	}
	return late
}

func BenchmarkUnion(b *testing.B) {
	list, flat := timedShapes()
	read := func(name string, data []byte, read func(data []byte) (int, error)) {
		b.Run("read/"+name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if n, err := read(data); err != nil || n != len(list) {
					b.Fatal(err)
				}
			}
		})
	}
	write := func(name string, write func(dst []byte) ([]byte, error)) []byte {
		data, err := write(nil)
		if err != nil {
			b.Fatal(err)
		}
		b.Run("write/"+name, func(b *testing.B) {
			b.ReportAllocs()
			var buf []byte
			for b.Loop() {
				if buf, err = write(buf[:0]); err != nil {
					b.Fatal(err)
				}
			}
		})
		return data
	}
	set := func(form ...types.UnionOption) *types.Set {
		return types.New(types.Union[timedShape](append(form, types.Case[timedCircle]("circle").Number(0), types.Case[timedRect]("rect").Number(1),
			types.Case[*timedLabel]("label").Number(2), types.Case[*timedPath]("path").Number(3))...))
	}
	for name, set := range map[string]*types.Set{
		"external": set(), "internal": set(types.Tag("type")), "adjacent": set(types.Tag("t"), types.Content("c")), "untagged": set(types.Untagged()),
	} {
		data := write(name, func(dst []byte) ([]byte, error) { return msgpack.EncodeOptions{Types: set}.Append(dst, &list) })
		read(name, data, func(data []byte) (int, error) {
			var out []timedShape
			err := msgpack.DecodeOptions{Types: set}.Unmarshal(data, &out)
			return len(out), err
		})
	}
	late := set(types.Tag("type"))
	data := write("internal, id last", func(dst []byte) ([]byte, error) { return msgpack.Append(dst, lateShapes(list)) })
	read("internal, id last", data, func(data []byte) (int, error) {
		var out []timedShape
		err := msgpack.DecodeOptions{Types: late}.Unmarshal(data, &out)
		return len(out), err
	})
	data = write("flat", func(dst []byte) ([]byte, error) { return msgpack.Append(dst, &flat) })
	read("flat", data, func(data []byte) (int, error) {
		var out []timedFlat
		err := msgpack.Unmarshal(data, &out)
		return len(out), err
	})
	numbers := set()
	data = write("numbers", func(dst []byte) ([]byte, error) { return zebrapack.EncodeOptions{Types: numbers}.Append(dst, &list) })
	read("numbers", data, func(data []byte) (int, error) {
		var out []timedShape
		err := zebrapack.DecodeOptions{Types: numbers}.Unmarshal(data, &out)
		return len(out), err
	})
	data = write("numbers, flat", func(dst []byte) ([]byte, error) { return zebrapack.Append(dst, &flat) })
	read("numbers, flat", data, func(data []byte) (int, error) {
		var out []timedFlat
		err := zebrapack.Unmarshal(data, &out)
		return len(out), err
	})
}
