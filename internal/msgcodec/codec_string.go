// Strings and bytes.

package msgcodec

import (
	"math"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/mem"
	"github.com/beve-org/beve-go/internal/msgwire"
	"github.com/beve-org/beve-go/msgpack/msgp"
)

// errTooLong: MessagePack counts with 32 bits.
var errTooLong = fault.Because(fault.ErrUnsupported, "longer than MessagePack can represent")

// counts reports whether MessagePack can say n, and fails if not.
func (e *encodeState) counts(n int) bool {
	return uint64(n) <= math.MaxUint32 || e.fail("", errTooLong) != nil
}

func appendString(e *encodeState, dst []byte, p mem.Pointer) []byte {
	return e.appendText(dst, *mem.Ref[string](p))
}

// appendText appends a str.
func (e *encodeState) appendText(dst []byte, s string) []byte {
	if !e.counts(len(s)) {
		return nil
	}
	return msgp.AppendString(dst, s)
}

// appendBin appends a bin.
func (e *encodeState) appendBin(dst, b []byte) []byte {
	if !e.counts(len(b)) {
		return nil
	}
	return msgp.AppendBytes(dst, b)
}

// anyText returns the bytes of the str or bin at off, which alias the input. next is -1 when
// it is another value, or cut, and nothing has failed yet.
func (d *decodeState) anyText(off int) (text []byte, next int) {
	if text, next = d.text(off); next < 0 {
		if h, err := msgwire.ReadHead(d.src, off); err == nil && h.Kind == msgwire.KindBin {
			next = h.Next + h.Len
			text = d.src[h.Next:next:next]
		}
	}
	return text, next
}

// text returns the bytes of the str at off, or of the bin if that will do as well; see
// anyText.
func (d *decodeState) text(off int) (text []byte, next int) {
	src := d.src
	if off < len(src) && src[off]&0xE0 == msgwire.FixStr {
		if next = off + 1 + int(src[off]&0x1F); next <= len(src) {
			return src[off+1 : next : next], next
		}
		return nil, -1
	}
	h, err := msgwire.ReadHead(src, off)
	if err != nil || h.Kind != msgwire.KindStr && (h.Kind != msgwire.KindBin || !d.options.AnyText) {
		return nil, -1
	}
	next = h.Next + h.Len
	return src[h.Next:next:next], next
}

func (k *codec) readString(d *decodeState, off int, p mem.Pointer) int {
	text, next := d.text(off)
	if next < 0 {
		return k.instead(d, off, p)
	}
	if !d.valid(off, text) {
		return -1
	}
	// A target that is used again often holds the same text.
	if s := mem.Ref[string](p); *s != string(text) || d.options.NoCopy {
		*s = d.string(text)
	}
	return next
}

// bin returns the bytes of the bin at off, or of the str if that will do as well; see
// text.
func (d *decodeState) bin(off int) (b []byte, next int) {
	h, err := msgwire.ReadHead(d.src, off)
	if err != nil || h.Kind != msgwire.KindBin && (h.Kind != msgwire.KindStr || !d.options.AnyText) {
		return nil, -1
	}
	next = h.Next + h.Len
	return d.src[h.Next:next:next], next
}

func appendBytes(e *encodeState, dst []byte, p mem.Pointer) []byte {
	return e.appendBin(dst, *mem.Ref[[]byte](p))
}

func (k *codec) readBytes(d *decodeState, off int, p mem.Pointer) int {
	b, next := d.bin(off)
	if next < 0 {
		return k.instead(d, off, p)
	}
	v := mem.Ref[[]byte](p)
	switch {
	case d.options.NoCopy:
		*v = b
	case *v == nil:
		*v = append([]byte{}, b...) // an empty bin is not a nil slice
	default:
		*v = append((*v)[:0], b...)
	}
	return next
}

// compileByteArray fills k for an array of bytes, which is a bin of its length.
func (k *codec) compileByteArray() {
	n := k.typ.Len()
	k.append = func(e *encodeState, dst []byte, p mem.Pointer) []byte {
		return e.appendBin(dst, mem.SliceAt[byte](p, n))
	}
	k.read = func(d *decodeState, off int, p mem.Pointer) int {
		b, next := d.bin(off)
		if next < 0 {
			return k.instead(d, off, p)
		}
		if len(b) != n {
			return d.Fail(off, k.typ.String(), msgp.ArrayError{Wanted: uint32(n), Got: uint32(len(b))})
		}
		copy(mem.SliceAt[byte](p, n), b)
		return next
	}
}
