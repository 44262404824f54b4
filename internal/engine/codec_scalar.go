package engine

import (
	"github.com/beve-org/beve-go/beverun"
	"math"
	"math/bits"
	"reflect"

	"github.com/beve-org/beve-go/internal/mem"
	"github.com/beve-org/beve-go/wire"
)

// Room for one scalar: a header and a number, and the overshoot of storing eight
// bytes where fewer count.
const scalarRoom = 16

// room returns dst with space for a scalar, at its full capacity, and the old
// length. Callers store with mem.PutWord and cut back.
func room(dst []byte) ([]byte, int) {
	n := len(dst)
	if cap(dst)-n < scalarRoom {
		dst = mem.Grow(dst, scalarRoom)
	}
	return dst[:cap(dst)], n
}

// intCodes maps the significant bits of a signed integer, sign not counted, to
// its narrowest header; uintCodes the significant bits of an unsigned one. The
// high byte is the length of the whole scalar.
var intCodes, uintCodes = scalarCodes()

func scalarCodes() (signed, unsigned [65]uint16) {
	for n := range signed {
		// The narrowest form is what package wire writes.
		s := wire.AppendInt(nil, int64(uint64(1)<<n>>1))
		u := wire.AppendUint(nil, uint64(1)<<n>>1)
		if n == 64 {
			s, u = wire.AppendInt(nil, math.MinInt64), wire.AppendUint(nil, math.MaxUint64)
		}
		if n == 0 {
			s, u = wire.AppendInt(nil, 0), wire.AppendUint(nil, 0)
		}
		signed[n] = uint16(len(s))<<8 | uint16(s[0])
		unsigned[n] = uint16(len(u))<<8 | uint16(u[0])
	}
	return signed, unsigned
}

// putInt stores v in its narrowest form at dst[n:], which has room, and returns
// the offset after it.
func putInt(dst []byte, n int, v int64) int {
	c := intCodes[bits.Len64(uint64(v^v>>63))]
	mem.PutByte(dst, n, byte(c))
	mem.PutWord(dst, n+1, uint64(v))
	return n + int(c>>8)
}

// putUint is putInt for unsigned integers.
func putUint(dst []byte, n int, v uint64) int {
	c := uintCodes[bits.Len64(v)]
	mem.PutByte(dst, n, byte(c))
	mem.PutWord(dst, n+1, v)
	return n + int(c>>8)
}

func appendBool(_ *encodeState, dst []byte, p mem.Pointer) []byte {
	return wire.AppendBool(dst, *mem.Ref[bool](p))
}

func readBool(d *decodeState, off int, p mem.Pointer) int {
	v, next := d.bool(off)
	if next >= 0 {
		*mem.Ref[bool](p) = v
	}
	return next
}

// bool reads a boolean.
func (d *decodeState) bool(off int) (v bool, next int) {
	if next, ok := d.null(off); ok {
		return false, next
	}
	v, next, err := wire.ReadBool(d.src, off)
	if err != nil {
		return false, d.Fail(off, "bool", err)
	}
	return v, next
}

// null reports whether null stands at off and may stand for the zero value of a
// type that has no nil. It is asked before anything else is tried, since trying
// makes an error, and a sparse array has many nulls.
func (d *decodeState) null(off int) (next int, ok bool) {
	if off < len(d.src) && wire.Header(d.src[off]) == wire.HeaderNull && !d.strict {
		return off + 1, true
	}
	return off, false
}

// compileInteger fills k for every integer kind.
func (c *compiler) compileInteger(k *codec) {
	fixed := c.profile.key.fixed
	switch k.typ.Kind() {
	case reflect.Int8:
		integer[int8](k, opInt8, true)
	case reflect.Int16:
		integer[int16](k, opInt16, fixed)
	case reflect.Int32:
		integer[int32](k, opInt32, fixed)
	case reflect.Int64:
		integer[int64](k, opInt64, fixed)
	case reflect.Int:
		if bits.UintSize == 64 { // the memory and the code of an int64
			integer[int64](k, opInt, fixed)
		} else {
			integer[int](k, opInt, fixed)
		}
	case reflect.Uint8:
		integer[uint8](k, opUint8, true)
	case reflect.Uint16:
		integer[uint16](k, opUint16, fixed)
	case reflect.Uint32:
		integer[uint32](k, opUint32, fixed)
	case reflect.Uint64:
		integer[uint64](k, opUint64, fixed)
	case reflect.Uint, reflect.Uintptr:
		o := opUint
		if k.typ.Kind() == reflect.Uintptr {
			o = opUintptr
		}
		if bits.UintSize == 64 {
			integer[uint64](k, o, fixed)
		} else {
			integer[uint](k, o, fixed)
		}
	}
}

// integer fills k for one integer type. fixed writes T's own width.
func integer[T beverun.Integer](k *codec, o op, fixed bool) {
	header := wire.HeaderOf[T]()
	signed := header.Class() == wire.Signed
	k.op, k.stateless = o, true
	switch {
	case fixed:
		width := header.Width()
		k.append = func(_ *encodeState, dst []byte, p mem.Pointer) []byte {
			dst, n := room(dst)
			mem.PutByte(dst, n, byte(header))
			mem.PutWord(dst, n+1, uint64(*mem.Ref[T](p)))
			return dst[:n+1+width]
		}
	case signed:
		k.append = func(_ *encodeState, dst []byte, p mem.Pointer) []byte {
			dst, n := room(dst)
			return dst[:putInt(dst, n, int64(*mem.Ref[T](p)))]
		}
	default:
		k.append = func(_ *encodeState, dst []byte, p mem.Pointer) []byte {
			dst, n := room(dst)
			return dst[:putUint(dst, n, uint64(*mem.Ref[T](p)))]
		}
	}
	name := k.typ.String()
	k.read = func(d *decodeState, off int, p mem.Pointer) int {
		v, next := readInteger[T](d, off, name)
		if next >= 0 {
			*mem.Ref[T](p) = v
		}
		return next
	}
}

// readInteger reads any integer that a T, called name, holds.
func readInteger[T beverun.Integer](d *decodeState, off int, name string) (v T, next int) {
	if next, ok := d.null(off); ok {
		return 0, next
	}
	n, next, err := wire.ReadNumber(d.src, off)
	if err != nil {
		return 0, d.Fail(off, name, err)
	}
	v, ok := toInteger[T](n)
	if !ok {
		return 0, d.Fail(off, name, n.Misfit(off, name, true))
	}
	return v, next
}

// toInteger converts a number that a T holds exactly.
func toInteger[T wire.Numeric](n wire.Number) (v T, ok bool) {
	if T(0)-1 < 0 {
		i, ok := n.Int64()
		return T(i), ok && int64(T(i)) == i
	}
	u, ok := n.Uint64()
	return T(u), ok && uint64(T(u)) == u
}

func appendFloat32(_ *encodeState, dst []byte, p mem.Pointer) []byte {
	return wire.AppendFloat32(dst, *mem.Ref[float32](p))
}

func appendFloat64(_ *encodeState, dst []byte, p mem.Pointer) []byte {
	return wire.AppendFloat64(dst, *mem.Ref[float64](p))
}

func readFloat32(d *decodeState, off int, p mem.Pointer) int {
	if next, ok := d.null(off); ok {
		*mem.Ref[float32](p) = 0
		return next
	}
	v, next, err := wire.ReadFloat32(d.src, off)
	if err != nil {
		return d.Fail(off, "float32", err)
	}
	*mem.Ref[float32](p) = v
	return next
}

func readFloat64(d *decodeState, off int, p mem.Pointer) int {
	v, next := d.float64(off)
	if next >= 0 {
		*mem.Ref[float64](p) = v
	}
	return next
}

// float64 reads a number that a float64 holds.
func (d *decodeState) float64(off int) (v float64, next int) {
	if next, ok := d.null(off); ok {
		return 0, next
	}
	v, next, err := wire.ReadFloat64(d.src, off)
	if err != nil {
		return 0, d.Fail(off, "float64", err)
	}
	return v, next
}
