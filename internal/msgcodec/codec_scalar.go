// Booleans, integers and floats.

package msgcodec

import (
	"math"
	"strconv"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/mem"
	"github.com/beve-org/beve-go/internal/msgwire"
	"github.com/beve-org/beve-go/msgpack/msgp"
)

func appendBool(_ *encodeState, dst []byte, p mem.Pointer) []byte {
	return msgp.AppendBool(dst, *mem.Ref[bool](p))
}

func (k *codec) readBool(d *decodeState, off int, p mem.Pointer) int {
	if off < len(d.src) && d.src[off]&^1 == msgwire.False {
		*mem.Ref[bool](p) = d.src[off] == msgwire.True
		return off + 1
	}
	return k.instead(d, off, p)
}

// instead reads nil as the zero value of a type that does not take what else is at off, and
// fails on anything else, also on what is cut.
func (k *codec) instead(d *decodeState, off int, p mem.Pointer) int {
	h, ok := d.head(off)
	switch {
	case !ok:
		return -1
	case h.Kind == msgwire.KindNil:
		k.clear(p)
		return h.Next
	}
	return d.mismatch(off, h.Kind, k.typ.String())
}

type signed interface {
	~int8 | ~int16 | ~int32 | ~int64 | ~int
}

func compileSigned[T signed](k *codec, o op) {
	k.op = o
	k.append = func(_ *encodeState, dst []byte, p mem.Pointer) []byte {
		return msgp.AppendInt64(dst, int64(*mem.Ref[T](p)))
	}
	k.read = func(d *decodeState, off int, p mem.Pointer) int {
		v, next := msgwire.ReadInt(d.src, off)
		if next == 0 || int64(T(v)) != v {
			return k.badInteger(d, off, p)
		}
		*mem.Ref[T](p) = T(v)
		return next
	}
}

type unsigned interface {
	~uint8 | ~uint16 | ~uint32 | ~uint64 | ~uint
}

func compileUnsigned[T unsigned](k *codec, o op) {
	k.op = o
	k.append = func(_ *encodeState, dst []byte, p mem.Pointer) []byte {
		return msgp.AppendUint64(dst, uint64(*mem.Ref[T](p)))
	}
	k.read = func(d *decodeState, off int, p mem.Pointer) int {
		if v, next := msgwire.ReadInt(d.src, off); next != 0 && v >= 0 && uint64(T(v)) == uint64(v) {
			*mem.Ref[T](p) = T(v)
			return next
		}
		// What an int64 does not hold.
		if h, err := msgwire.ReadHead(d.src, off); err == nil && h.Kind == msgwire.KindUint && uint64(T(h.Bits)) == h.Bits {
			*mem.Ref[T](p) = T(h.Bits)
			return h.Next
		}
		return k.badInteger(d, off, p)
	}
}

// badInteger reads nil as 0, and fails on anything else.
func (k *codec) badInteger(d *decodeState, off int, p mem.Pointer) int {
	h, ok := d.head(off)
	switch {
	case !ok:
		return -1
	case h.Kind == msgwire.KindInt:
		return d.Fail(off, k.typ.String(), fault.OutOfRange(strconv.FormatInt(int64(h.Bits), 10)))
	case h.Kind == msgwire.KindUint:
		return d.Fail(off, k.typ.String(), fault.OutOfRange(strconv.FormatUint(h.Bits, 10)))
	}
	return k.instead(d, off, p)
}

func appendFloat32(_ *encodeState, dst []byte, p mem.Pointer) []byte {
	return msgp.AppendFloat32(dst, *mem.Ref[float32](p))
}

func appendFloat64(_ *encodeState, dst []byte, p mem.Pointer) []byte {
	return msgp.AppendFloat64(dst, *mem.Ref[float64](p))
}

func (k *codec) readFloat64(d *decodeState, off int, p mem.Pointer) int {
	v, o, err := msgp.ReadFloat64Bytes(d.src[off:])
	if err != nil {
		return k.instead(d, off, p)
	}
	*mem.Ref[float64](p) = v
	return len(d.src) - len(o)
}

func (k *codec) readFloat32(d *decodeState, off int, p mem.Pointer) int {
	v, o, err := msgp.ReadFloat32Bytes(d.src[off:])
	if err == nil {
		*mem.Ref[float32](p) = v
		return len(d.src) - len(o)
	}
	h, ok := d.head(off)
	if ok && h.Kind == msgwire.KindFloat64 {
		return d.Fail(off, k.typ.String(), fault.NoFloat32(math.Float64frombits(h.Bits)))
	}
	return k.instead(d, off, p)
}

func appendComplex64(_ *encodeState, dst []byte, p mem.Pointer) []byte {
	return msgp.AppendComplex64(dst, *mem.Ref[complex64](p))
}

func appendComplex128(_ *encodeState, dst []byte, p mem.Pointer) []byte {
	return msgp.AppendComplex128(dst, *mem.Ref[complex128](p))
}

func (k *codec) readComplex64(d *decodeState, off int, p mem.Pointer) int {
	v, o, err := msgp.ReadComplex64Bytes(d.src[off:])
	if err != nil {
		return k.insteadOfExtension(d, off, p, err)
	}
	*mem.Ref[complex64](p) = v
	return len(d.src) - len(o)
}

func (k *codec) readComplex128(d *decodeState, off int, p mem.Pointer) int {
	v, o, err := msgp.ReadComplex128Bytes(d.src[off:])
	if err != nil {
		return k.insteadOfExtension(d, off, p, err)
	}
	*mem.Ref[complex128](p) = v
	return len(d.src) - len(o)
}

// insteadOfExtension reads nil as the zero value, and fails on anything else: with err
// where that knows more than the kind.
func (k *codec) insteadOfExtension(d *decodeState, off int, p mem.Pointer, err error) int {
	_, misfit := err.(msgp.TypeError)
	if h, headErr := msgwire.ReadHead(d.src, off); headErr == nil && h.Kind == msgwire.KindExt && !misfit {
		return d.Fail(off, k.typ.String(), err)
	}
	return k.instead(d, off, p)
}
