// This file turns a generic array that has just been written into the typed array
// of the same elements, where there is one. The elements are scalars, so each
// byte is rewritten at most once, whatever the nesting.

package translator

import (
	"math"

	"github.com/beve-org/beve-go/wire"
)

// sorts is a set of the sorts of elements that an array has.
type sorts uint8

const (
	sortBool sorts = 1 << iota
	sortString
	sortNumber
	sortOther
)

// sortOf tells the sort of a JSON value by its first byte.
var sortOf = func() (t [256]sorts) {
	for i := range t {
		t[i] = sortOther
	}
	t['t'], t['f'], t['"'], t['-'] = sortBool, sortBool, sortString, sortNumber
	for c := '0'; c <= '9'; c++ {
		t[c] = sortNumber
	}
	return t
}()

// retype replaces the generic array at out[start:], whose n elements begin at
// out[body], by a typed one; ok is false where there is none.
func (e *encoder) retype(out []byte, start, body, n int, seen sorts) (_ []byte, ok bool) {
	typed := e.scratch[:0]
	switch seen {
	case sortBool:
		e.bools = e.bools[:0]
		for off := body; off < len(out); {
			v, next, err := wire.ReadBool(out, off)
			if err != nil {
				return nil, false
			}
			e.bools, off = append(e.bools, v), next
		}
		typed = wire.AppendBools(typed, e.bools)
	case sortString:
		typed = wire.AppendSize(append(typed, byte(wire.HeaderStrings)), n)
		for off := body; off < len(out); {
			text, next, err := wire.ViewString(out, off)
			if err != nil {
				return nil, false
			}
			typed, off = appendText(typed, text), next
		}
	case sortNumber:
		if typed, ok = appendNumbers(typed, out[body:], n); !ok {
			return nil, false
		}
	default:
		return nil, false
	}
	e.scratch = typed
	return append(out[:start], typed...), true
}

// appendNumbers appends the typed array of the n values in elems; ok is false unless
// all are numbers and one width holds them exactly.
func appendNumbers(dst, elems []byte, n int) (_ []byte, ok bool) {
	h, ok := commonNumber(elems)
	if !ok {
		return dst, false
	}
	dst = wire.AppendSize(append(dst, byte(h.Array())), n)
	for off := 0; off < len(elems); {
		v, next, err := wire.ReadNumber(elems, off)
		if err != nil {
			return dst, false
		}
		dst, off = appendElement(dst, h, v), next
	}
	return dst, true
}

// commonNumber returns the header of the narrowest number that holds each of the
// number values in elems exactly; ok is false when there is none.
func commonNumber(elems []byte) (h wire.Header, ok bool) {
	var r numberRange
	for off := 0; off < len(elems); {
		v, next, err := wire.ReadNumber(elems, off)
		if err != nil {
			return 0, false
		}
		r.add(v)
		off = next
	}
	return r.common()
}

// numberRange is what the numbers of an array need.
type numberRange struct {
	floats, negative, inexact bool
	unsigned, signed          int // bytes that the integers need in either class
}

// add adds a number to the range.
func (r *numberRange) add(v wire.Number) {
	if v.IsFloat() {
		r.floats = true
		return
	}
	// Beyond 2^53 the shortest text of a float64 need not be the integer's own,
	// even where the two are equal.
	i, ok := v.Int64()
	r.inexact = r.inexact || !ok || i < -1<<53 || i > 1<<53
	r.negative = r.negative || v.Header().Class() == wire.Signed
	r.unsigned = max(r.unsigned, v.Header().Width())
	r.signed = max(r.signed, signedWidth(v))
}

// common returns the header of the narrowest number that holds all of the range
// exactly; ok is false when there is none.
func (r *numberRange) common() (h wire.Header, ok bool) {
	switch {
	case r.floats:
		return wire.HeaderFloat64, !r.inexact
	case r.negative:
		h = signedHeaders[r.signed]
	default:
		h = unsignedHeaders[r.unsigned]
	}
	return h, h != 0
}

// signedWidth returns the bytes that an integer needs as a signed one, 32 if it
// is beyond all of them.
func signedWidth(v wire.Number) int {
	i, ok := v.Int64()
	switch {
	case !ok:
		if _, ok := v.Int128(); ok {
			return 16
		}
		return 32
	case i == int64(int8(i)):
		return 1
	case i == int64(int16(i)):
		return 2
	case i == int64(int32(i)):
		return 4
	}
	return 8
}

// The headers of integers by their width in bytes; zero where there is none.
var (
	signedHeaders = [33]wire.Header{1: wire.HeaderInt8, 2: wire.HeaderInt16, 4: wire.HeaderInt32,
		8: wire.HeaderInt64, 16: wire.HeaderInt128}
	unsignedHeaders = [33]wire.Header{1: wire.HeaderUint8, 2: wire.HeaderUint16, 4: wire.HeaderUint32,
		8: wire.HeaderUint64, 16: wire.HeaderUint128}
)

// appendElement appends v as an array element of header h, which holds it.
func appendElement(dst []byte, h wire.Header, v wire.Number) []byte {
	width := h.Width()
	if h == wire.HeaderFloat64 {
		f, _ := v.Float64()
		return wire.AppendIntKey(dst, math.Float64bits(f), width)
	}
	// A key of an integer-keyed object and an element of an integer array are the
	// same bytes.
	if width <= 8 {
		if i, ok := v.Int64(); ok {
			return wire.AppendIntKey(dst, uint64(i), width)
		}
		u, _ := v.Uint64()
		return wire.AppendIntKey(dst, u, width)
	}
	lo, hi := uint64(0), uint64(0)
	if i, ok := v.Int128(); ok {
		lo, hi = i.Lo, uint64(i.Hi)
	} else {
		u, _ := v.Uint128()
		lo, hi = u.Lo, u.Hi
	}
	return wire.AppendIntKey(wire.AppendIntKey(dst, lo, 8), hi, 8)
}
