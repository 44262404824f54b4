package patchkit

import (
	"bytes"
	"math/rand/v2"
	"strings"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/internal/cost"
	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/patch"
	"github.com/beve-org/beve-go/scalar"
	"github.com/beve-org/beve-go/translator"
	"github.com/beve-org/beve-go/wire"
)

// BEVE is package patch.
var BEVE = &Format{
	FromJSON: translator.FromJSON, ToJSON: translator.ToJSON,
	Random: func(r *rand.Rand, depth int) []byte { return docs{r}.value(nil, depth) },
	Set:    func(msg []byte, p beve.Pointer, v []byte) ([]byte, error) { return patch.Set(msg, p, beve.Raw(v)) },
	Insert: func(msg []byte, p beve.Pointer, v []byte) ([]byte, error) { return patch.Insert(msg, p, beve.Raw(v)) },
	Append: func(msg []byte, p beve.Pointer, v []byte) ([]byte, error) { return patch.Append(msg, p, beve.Raw(v)) },
	Delete: patch.Delete,
	Batch: func(l fault.Limits, msg []byte, verb string, path, from beve.Pointer, v []byte) ([]byte, error) {
		b := patch.Batch{Limits: beve.Limits(l)}
		switch value := beve.Raw(v); verb {
		case "set":
			b.Set(path, value)
		case "insert":
			b.Insert(path, value)
		case "append":
			b.Append(path, value)
		case "remove":
			b.Delete(path)
		case "move":
			b.Move(from, path)
		case "copy":
			b.Copy(from, path)
		case "test":
			b.Test(path, value)
		}
		return b.Do(msg)
	},
	Part: func(msg []byte, p beve.Pointer) (part []byte, err error) {
		v, err := beve.NewView(msg)
		if err == nil {
			v, err = v.At(p)
		}
		if err == nil {
			part, err = v.ViewRaw()
		}
		return part, err
	},
	Apply: patch.Apply, Merge: patch.Merge, Diff: patch.Diff,
	Put: []func(msg []byte, p beve.Pointer, v any) ([]byte, error){patch.Set[any], patch.Insert[any], patch.Append[any]},
	Sets: func(msg []byte, values ...any) ([]byte, error) {
		var b patch.Batch
		for i, v := range values {
			b.Set(beve.Pointer("").Index(i), v)
		}
		return b.Do(msg)
	},
	Valid:  beve.Valid,
	Levels: 450, // the limit is 512
	Deep: []cost.Shape{
		packed("objects with an index", "/k", func(_, _ int, mark string, inner []byte) []byte {
			return indexed(nil, []string{"a", "k", "z"}, wire.AppendString(nil, mark), inner, wire.AppendString(nil, mark))
		}),
		packed("objects with an index of long names", "/k", func(levels, size int, _ string, inner []byte) []byte {
			return indexed(nil, []string{"k", strings.Repeat("n", size/levels)}, inner, wire.AppendNull(nil))
		}),
		packed("tables of one row", "/0/k", func(_, _ int, mark string, inner []byte) []byte {
			return append(wire.AppendString(wire.AppendTable(nil, []string{"a", "k"}, 1), mark), inner...)
		}),
		packed("rows of tables", "/1/k", func(levels, size int, mark string, inner []byte) []byte {
			row := wire.AppendString(nil, strings.Repeat("t", size/levels/2)+mark)
			msg := append(wire.AppendTable(nil, []string{"k", "t"}, 3), 0)
			msg = append(append(append(msg, row...), inner...), row...)
			return append(append(msg, 0), row...)
		}),
		packed("tables in objects with an index in arrays", "/1/k/0/k", func(_, _ int, mark string, inner []byte) []byte {
			table := append(wire.AppendTable(nil, []string{"k"}, 2), inner...)
			return append(append(wire.AppendArray(nil, 2), 0), indexed(nil, []string{"k"}, wire.AppendString(table, mark))...)
		}),
	},
}

// packed makes a shape of what puts a value into another one, with a path that leads to it.
func packed(name, path string, around func(levels, size int, mark string, inner []byte) []byte) cost.Shape {
	return cost.Shape{Name: name, Make: func(levels, size int, mark string) ([]byte, fault.Pointer) {
		n := 3 * size / 8
		msg := wire.AppendString(wire.AppendArray(nil, n+2), mark)
		for range n {
			msg = wire.AppendString(msg, "x")
		}
		msg = wire.AppendString(msg, mark)
		levels = max(levels/strings.Count(path, "/"), 1)
		for range levels {
			msg = around(levels, size, mark, msg)
		}
		return msg, beve.Pointer(strings.Repeat(path, levels) + "/0")
	}}
}

// docs makes random messages.
type docs struct{ *rand.Rand }

// value appends a value of any form.
func (r docs) value(dst []byte, depth int) []byte {
	if depth == 0 || r.IntN(3) == 0 {
		return r.scalar(dst)
	}
	n := r.IntN(5)
	switch r.IntN(16) {
	case 0, 1, 2, 3:
		dst = wire.AppendObject(dst, n)
		for range n { // names may repeat
			dst = r.value(wire.AppendText(dst, Names[r.IntN(len(Names))]), depth-1)
		}
		return dst
	case 4, 5, 6:
		dst = wire.AppendArray(dst, n)
		for range n {
			dst = r.value(dst, depth-1)
		}
		return dst
	case 7:
		dst = wire.AppendIntObject(dst, wire.HeaderInt16.Keyed(), n)
		for i := range n {
			dst = r.value(wire.AppendIntKey(dst, uint64(i-2), 2), depth-1)
		}
		return dst
	case 8:
		return r.numbers(dst, n)
	case 9:
		s := make([]string, n)
		for i := range s {
			s[i] = Names[r.IntN(len(Names))]
		}
		return wire.AppendStrings(dst, s)
	case 10:
		s := make([]bool, 3*n)
		for i := range s {
			s[i] = r.IntN(2) == 0
		}
		return wire.AppendBools(dst, s)
	case 11:
		dst = wire.AppendTable(dst, []string{"a", "b"}, n+1)
		for range 2 * (n + 1) {
			dst = r.value(dst, depth-1)
		}
		return dst
	case 12:
		return r.indexed(dst, depth-1)
	case 13:
		return wire.AppendAligned(dst, len(dst), []float64{1.5, float64(n)})
	case 14:
		return wire.AppendComplexes(dst, []float32{1, 2, 3, float32(n)})
	default:
		dst = wire.AppendMatrix(dst, scalar.RowMajor, []int{2, 1})
		return wire.AppendNumbers(dst, []int16{int16(n), 7})
	}
}

func (r docs) indexed(dst []byte, depth int) []byte {
	return indexed(dst, []string{"a", "b"}, r.value(nil, depth), r.value(nil, depth))
}

// indexed appends an object with an index.
func indexed(dst []byte, names []string, values ...[]byte) []byte {
	msg := wire.AppendIndexed(nil, names)
	ends := make([]int, len(values))
	for i, v := range values {
		msg = append(msg, v...)
		ends[i] = len(msg)
	}
	if err := wire.SealIndexed(msg, ends); err != nil {
		panic(err)
	}
	return append(dst, msg...)
}

func (r docs) numbers(dst []byte, n int) []byte {
	switch r.IntN(4) {
	case 0:
		s := make([]int8, n)
		for i := range s {
			s[i] = int8(r.Int())
		}
		return wire.AppendNumbers(dst, s)
	case 1:
		s := make([]float64, n)
		for i := range s {
			s[i] = float64(r.IntN(100)) / 4
		}
		return wire.AppendNumbers(dst, s)
	case 2:
		return wire.AppendNumbers(dst, make([]uint32, n))
	default:
		return wire.AppendNumbers(dst, make([]float32, n))
	}
}

func (r docs) scalar(dst []byte) []byte {
	switch r.IntN(9) {
	case 0:
		return wire.AppendNull(dst)
	case 1:
		return wire.AppendBool(dst, r.IntN(2) == 0)
	case 2:
		return wire.AppendInt(dst, r.Int64()>>r.IntN(64))
	case 3:
		return wire.AppendUint(dst, r.Uint64()>>r.IntN(64))
	case 4:
		return wire.AppendFloat64(dst, float64(r.IntN(1000))/8)
	case 5:
		return wire.AppendFloat32(dst, 0.1)
	case 6:
		return wire.AppendUUID(dst, [16]byte{1, 2, byte(r.IntN(256))})
	case 7:
		return wire.AppendString(dst, string(bytes.Repeat([]byte("x"), r.IntN(70))))
	default:
		return wire.AppendString(dst, Names[r.IntN(len(Names))])
	}
}
