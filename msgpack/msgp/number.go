// Numbers of any type.

package msgp

import (
	"math"
	"strconv"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/jsontext"
	"github.com/beve-org/beve-go/internal/msgwire"
)

// Number is an integer, an unsigned integer or a float of either width, by what arrives.
// The zero Number is the integer 0.
type Number struct {
	bits uint64
	typ  Type // InvalidType is an integer, and IntType is not used: equal numbers are ==
}

// AsInt makes n an integer.
func (n *Number) AsInt(v int64) { *n = Number{bits: uint64(v)} }

// AsUint makes n an unsigned integer.
func (n *Number) AsUint(v uint64) { *n = Number{v, UintType} }

// AsFloat32 makes n a float 32.
func (n *Number) AsFloat32(v float32) { *n = Number{uint64(math.Float32bits(v)), Float32Type} }

// AsFloat64 makes n a float 64.
func (n *Number) AsFloat64(v float64) { *n = Number{math.Float64bits(v), Float64Type} }

// Type returns IntType, UintType, Float32Type or Float64Type.
func (n *Number) Type() Type {
	if n.typ == InvalidType {
		return IntType
	}
	return n.typ
}

// Int returns the value of an integer. ok is false for another type.
func (n *Number) Int() (v int64, ok bool) { return int64(n.bits), n.Type() == IntType }

// Uint returns the value of an unsigned integer. ok is false for another type.
func (n *Number) Uint() (v uint64, ok bool) { return n.bits, n.typ == UintType }

// Float returns the value of a float of either width. ok is false for another type.
func (n *Number) Float() (v float64, ok bool) {
	switch n.typ {
	case Float32Type:
		return float64(math.Float32frombits(uint32(n.bits))), true
	case Float64Type:
		return math.Float64frombits(n.bits), true
	}
	return 0, false
}

// CoerceInt returns the value as an int64, whatever its type. ok is false where that does
// not hold it exactly.
func (n *Number) CoerceInt() (v int64, ok bool) {
	switch n.typ {
	case UintType:
		return int64(n.bits), n.bits <= math.MaxInt64
	case Float32Type, Float64Type:
		f, _ := n.Float()
		if f != math.Trunc(f) || f < -1<<63 || f >= 1<<63 {
			return 0, false
		}
		return int64(f), true
	}
	return int64(n.bits), true
}

// CoerceUInt returns the value as a uint64, whatever its type. ok is false where that does
// not hold it exactly.
func (n *Number) CoerceUInt() (v uint64, ok bool) {
	switch n.typ {
	case UintType:
		return n.bits, true
	case Float32Type, Float64Type:
		f, _ := n.Float()
		if f != math.Trunc(f) || f < 0 || f >= 1<<64 {
			return 0, false
		}
		return uint64(f), true
	}
	return n.bits, int64(n.bits) >= 0
}

// CoerceFloat returns the value as a float64, whatever its type. Integers beyond 2^53 are
// rounded.
func (n *Number) CoerceFloat() float64 {
	switch n.typ {
	case UintType:
		return float64(n.bits)
	case Float32Type, Float64Type:
		f, _ := n.Float()
		return f
	}
	return float64(int64(n.bits))
}

// MarshalMsg appends n in the form of its type.
func (n *Number) MarshalMsg(b []byte) ([]byte, error) {
	switch n.typ {
	case UintType:
		if n.bits <= msgwire.MaxFixInt {
			return append(b, msgwire.Uint8, byte(n.bits)), nil // a form that is of both types would not say it
		}
		return AppendUint64(b, n.bits), nil
	case Float32Type:
		return AppendFloat32(b, math.Float32frombits(uint32(n.bits))), nil
	case Float64Type:
		return AppendFloat64(b, math.Float64frombits(n.bits)), nil
	}
	return AppendInt64(b, int64(n.bits)), nil
}

// UnmarshalMsg reads a number, or nil as the zero Number.
func (n *Number) UnmarshalMsg(b []byte) ([]byte, error) {
	switch NextType(b) {
	case NilType:
		*n = Number{}
		return b[1:], nil
	case UintType:
		v, o, err := ReadUint64Bytes(b)
		if err == nil {
			n.AsUint(v)
		}
		return o, err
	case Float32Type:
		v, o, err := ReadFloat32Bytes(b)
		if err == nil {
			n.AsFloat32(v)
		}
		return o, err
	case Float64Type:
		v, o, err := ReadFloat64Bytes(b)
		if err == nil {
			n.AsFloat64(v)
		}
		return o, err
	case IntType:
		v, o, err := ReadInt64Bytes(b)
		if err == nil {
			n.AsInt(v)
		}
		return o, err
	}
	return b, badType(b, NumberType)
}

// EncodeMsg writes n in the form of its type.
func (n *Number) EncodeMsg(w *Writer) error {
	return w.put(n.MarshalMsg(w.room(Int64Size)))
}

// DecodeMsg reads a number, or nil as the zero Number.
func (n *Number) DecodeMsg(m *Reader) error {
	return m.read(func(b []byte) ([]byte, error) { return n.UnmarshalMsg(b) })
}

// Msgsize returns the most bytes that n takes.
func (n *Number) Msgsize() int { return Int64Size }

// String returns n in decimal.
func (n *Number) String() string {
	switch n.typ {
	case UintType:
		return strconv.FormatUint(n.bits, 10)
	case Float32Type:
		return strconv.FormatFloat(float64(math.Float32frombits(uint32(n.bits))), 'g', -1, 32)
	case Float64Type:
		return strconv.FormatFloat(math.Float64frombits(n.bits), 'g', -1, 64)
	}
	return strconv.FormatInt(int64(n.bits), 10)
}

// MarshalJSON returns n as JSON text. Infinities and NaN have none.
func (n *Number) MarshalJSON() ([]byte, error) {
	switch n.typ {
	case UintType:
		return jsontext.AppendUint(nil, n.bits), nil
	case Float32Type, Float64Type:
		return appendJSONFloat(nil, n)
	}
	return jsontext.AppendInt(nil, int64(n.bits)), nil
}

// errNotFinite: JSON has no form for infinities and NaN.
var errNotFinite error = &failure{"msgp: JSON has no form for NaN and infinities", fault.ErrUnsupported, true}

// appendJSONFloat appends a float with the digits of its width.
func appendJSONFloat(b []byte, n *Number) ([]byte, error) {
	f, _ := n.Float()
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return b, errNotFinite
	}
	if n.typ == Float32Type {
		return jsontext.AppendFloat32(b, float32(f)), nil
	}
	return jsontext.AppendFloat64(b, f), nil
}
