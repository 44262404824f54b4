// This file looks into arrays whose elements have no headers and take the same
// room each, so that any of them is found at once.

package doc

import (
	"bytes"
	"math"
	"strconv"

	"github.com/beve-org/beve-go/internal/jsontext"
	"github.com/beve-org/beve-go/wire"
)

// elements is one packed array; the field of its kind is set.
type elements struct {
	kind  wire.Kind
	nums  wire.Numbers
	pairs wire.Complexes
	bools wire.Bools
	times wire.Times
}

// packedArray returns the array at n, if it is packed.
func (n Node) packedArray() (e elements, ok bool) {
	if n.form == complx {
		return elements{kind: wire.KindNumberArray, nums: n.parts}, true
	}
	if n.form != whole {
		return e, false
	}
	src := n.doc.src
	switch e.kind = n.header().Kind(); e.kind {
	case wire.KindNumberArray, wire.KindAligned:
		e.kind = wire.KindNumberArray
		e.nums, _, _ = wire.ViewNumbers(src, n.off)
	case wire.KindBoolArray:
		e.bools, _, _ = wire.ViewBools(src, n.off)
	case wire.KindTime:
		e.times, _, _ = wire.ViewTimes(src, n.off)
		return e, !e.times.Single
	case wire.KindComplex:
		e.pairs, _, _ = wire.ViewComplexes(src, n.off)
		if e.pairs.Single {
			e.kind, e.nums = wire.KindNumberArray, e.pairs.Parts
		}
	default:
		return e, false
	}
	return e, true
}

func (e elements) len() int {
	switch e.kind {
	case wire.KindNumberArray:
		return e.nums.Len()
	case wire.KindComplex:
		return e.pairs.Len()
	case wire.KindBoolArray:
		return e.bools.Len()
	}
	return e.times.Len()
}

// at returns element i of n.
func (e elements) at(n Node, i int) Node {
	c := Node{doc: n.doc, off: n.off}
	switch e.kind {
	case wire.KindNumberArray:
		c.form, c.num, c.parts = number, e.nums.At(i), e.nums.Slice(i, i+1)
	case wire.KindComplex:
		c.form, c.parts = complx, e.pairs.Parts.Slice(2*i, 2*i+2)
	case wire.KindBoolArray:
		c.form, c.b = boolean, e.bools.At(i)
	default:
		c.form, c.ns = instant, e.times.Nanos(i)
	}
	return c
}

// element returns element i of a packed array; packed is false for other parts.
func (n Node) element(i int) (c Node, packed, ok bool) {
	e, packed := n.packedArray()
	if !packed || i < 0 || i >= e.len() {
		return c, packed, false
	}
	return e.at(n, i), true, true
}

// packed yields the elements of a packed array.
func (n Node) packed(yield func(string, Node) bool) {
	e, ok := n.packedArray()
	if !ok {
		return
	}
	for i := range e.len() {
		if !yield(strconv.Itoa(i), e.at(n, i)) {
			return
		}
	}
}

// numbers yields the components of a complex number.
func (n Node) numbers(a wire.Numbers, yield func(string, Node) bool) {
	e := elements{kind: wire.KindNumberArray, nums: a}
	for i := range a.Len() {
		if !yield(strconv.Itoa(i), e.at(n, i)) {
			return
		}
	}
}

// AppendNumber appends a number as JSON, and in words where JSON has none: NaN,
// Infinity, -Infinity, binary128.
func AppendNumber(dst []byte, v wire.Number) []byte {
	switch v.Header() {
	case wire.HeaderFloat64, wire.HeaderFloat32, wire.HeaderFloat16, wire.HeaderBFloat16:
		f, _ := v.Float64()
		switch {
		case math.IsNaN(f):
			return append(dst, "NaN"...)
		case math.IsInf(f, 1):
			return append(dst, "Infinity"...)
		case math.IsInf(f, -1):
			return append(dst, "-Infinity"...)
		case v.Header() == wire.HeaderFloat64:
			return jsontext.AppendFloat64(dst, f)
		}
		return jsontext.AppendFloat32(dst, float32(f))
	}
	return v.AppendDecimal(dst)
}

// SameNumber reports whether two numbers are the same: in value, both NaN, or in
// the JSON text that stands for them, so that a binary32 equals the decimal that
// it was printed as.
func SameNumber(a, b wire.Number) bool {
	if a == b {
		return true
	}
	x, exact := a.Float64()
	y, exactToo := b.Float64()
	if exact && exactToo && (x == y || math.IsNaN(x) && math.IsNaN(y)) {
		return true
	}
	if !a.IsFloat() && !b.IsFloat() {
		return string(a.AppendDecimal(nil)) == string(b.AppendDecimal(nil))
	}
	if a.Header() == wire.HeaderFloat128 || b.Header() == wire.HeaderFloat128 {
		return false
	}
	return sameText(a, b)
}

// sameText compares the texts, of floats by the float64 that each is read as.
func sameText(a, b wire.Number) bool {
	s, t := string(AppendNumber(nil, a)), string(AppendNumber(nil, b))
	if s == t {
		return true
	}
	if !a.IsFloat() || !b.IsFloat() {
		return false
	}
	x, err := strconv.ParseFloat(s, 64)
	y, err2 := strconv.ParseFloat(t, 64)
	return err == nil && err2 == nil && x == y
}

// SamePacked reports whether two arrays are packed in the same form and bytes,
// which says that they are the same without a look at their elements. Where it
// reports false they may be.
func SamePacked(a, b Node) bool {
	x, ok := a.packedArray()
	y, ok2 := b.packedArray()
	if !ok || !ok2 || x.kind != wire.KindNumberArray || y.kind != wire.KindNumberArray {
		return false
	}
	return x.nums.Elem() == y.nums.Elem() && bytes.Equal(x.nums.Data(), y.nums.Data())
}
