// Lead bytes, and the heads that they begin.

package msgwire

import (
	"github.com/beve-org/beve-go/internal/fault"
)

// The lead bytes. Those named Fix are the first of their family, whose low bits hold
// a length or a value.
const (
	FixMap   = 0x80
	FixArray = 0x90
	FixStr   = 0xA0
	Nil      = 0xC0
	Never    = 0xC1 // is never used
	False    = 0xC2
	True     = 0xC3
	Bin8     = 0xC4
	Bin16    = 0xC5
	Bin32    = 0xC6
	Ext8     = 0xC7
	Ext16    = 0xC8
	Ext32    = 0xC9
	Float32  = 0xCA
	Float64  = 0xCB
	Uint8    = 0xCC
	Uint16   = 0xCD
	Uint32   = 0xCE
	Uint64   = 0xCF
	Int8     = 0xD0
	Int16    = 0xD1
	Int32    = 0xD2
	Int64    = 0xD3
	FixExt1  = 0xD4
	FixExt2  = 0xD5
	FixExt4  = 0xD6
	FixExt8  = 0xD7
	FixExt16 = 0xD8
	Str8     = 0xD9
	Str16    = 0xDA
	Str32    = 0xDB
	Array16  = 0xDC
	Array32  = 0xDD
	Map16    = 0xDE
	Map32    = 0xDF
	FixNeg   = 0xE0

	// The most that the short forms hold.
	MaxFixMap   = 15
	MaxFixArray = 15
	MaxFixStr   = 31
	MaxFixInt   = 0x7F
	MinFixInt   = -32
)

// The extensions with a meaning of their own.
const (
	ExtTimestamp  = -1 // of the MessagePack specification
	ExtComplex64  = 3  // the others are those of msgp and ZebraPack
	ExtComplex128 = 4
	ExtTime       = 5
)

// Kind is what a value is, whatever its form.
type Kind uint8

// The kinds.
const (
	KindNever Kind = iota
	KindNil
	KindBool
	KindInt  // a signed form, positive fixint too
	KindUint // an unsigned form
	KindFloat32
	KindFloat64
	KindStr
	KindBin
	KindArray
	KindMap
	KindExt
)

// String returns the word that errors use.
func (k Kind) String() string {
	return [...]string{"reserved byte", "nil", "bool", "int", "uint", "float 32", "float 64", "str", "bin", "array",
		"map", "ext"}[k]
}

// Misfit says that a value of kind k is not what was to be read: a Go type, or parts.
func Misfit(k Kind, goType string) string {
	if goType == "" {
		return k.String() + " has no such parts"
	}
	return k.String() + " does not decode into " + goType
}

// NotAKey says that a value of kind k is no key of a struct, whose keys are integers or strings.
func NotAKey(k Kind, integers bool) error {
	what := " for a key that has to be a string"
	if integers {
		what = " for a key that has to be an integer"
	}
	return fault.Because(fault.ErrMismatch, k.String()+what)
}

// NilKey says that nil is no key of a map.
func NilKey() error { return fault.Because(fault.ErrMismatch, "nil for a key") }

// lead is what one lead byte says.
type lead struct {
	kind  Kind
	width uint8 // bytes of a length, or of the number itself
	count uint8 // what the lead byte itself holds: a count, or the length of an extension
}

var leads = func() (t [256]lead) {
	for i := range 0x80 {
		t[i].kind = KindInt
	}
	for i := range 16 {
		t[FixMap+i] = lead{kind: KindMap, count: uint8(i)}
		t[FixArray+i] = lead{kind: KindArray, count: uint8(i)}
	}
	for i := range 32 {
		t[FixStr+i] = lead{kind: KindStr, count: uint8(i)}
		t[FixNeg+i].kind = KindInt
	}
	t[Nil].kind = KindNil
	t[False].kind, t[True].kind = KindBool, KindBool
	for i := range 3 {
		width := uint8(1) << i
		t[Bin8+i] = lead{kind: KindBin, width: width}
		t[Ext8+i] = lead{kind: KindExt, width: width}
		t[Str8+i] = lead{kind: KindStr, width: width}
	}
	t[Float32] = lead{kind: KindFloat32, width: 4}
	t[Float64] = lead{kind: KindFloat64, width: 8}
	for i := range 4 {
		t[Uint8+i] = lead{kind: KindUint, width: 1 << i}
		t[Int8+i] = lead{kind: KindInt, width: 1 << i}
	}
	for i := range 5 {
		t[FixExt1+i] = lead{kind: KindExt, count: 1 << i}
	}
	for i := range 2 {
		t[Array16+i] = lead{kind: KindArray, width: 2 << i}
		t[Map16+i] = lead{kind: KindMap, width: 2 << i}
	}
	return t
}()

// KindOf returns the kind of the value that a lead byte begins.
func KindOf(c byte) Kind { return leads[c].kind }

// Head is the start of a value.
type Head struct {
	Kind Kind
	// Type is the code of an extension.
	Type int8
	// Next is the offset after the head: of the first child or byte of content,
	// or of what follows a value without either.
	Next int
	// Len counts the bytes of a str, bin or ext, the elements of an array, or the
	// pairs of a map; for the other kinds it is 0.
	Len int
	// Bits is what a bool, number or float holds; integers are extended by sign.
	Bits uint64
}

// ReadHead reads the head at off. Content and children are known to fit into what is
// left of src, as far as their number tells: children take a byte each.
func ReadHead(src []byte, off int) (h Head, err error) {
	if off >= len(src) {
		return h, fault.At(off, fault.ErrTruncated)
	}
	c := src[off]
	l := &leads[c]
	h.Kind, h.Next = l.kind, off+1
	if len(src)-h.Next < int(l.width) {
		return h, fault.At(off, fault.ErrTruncated)
	}
	var v uint64
	for _, b := range src[h.Next : h.Next+int(l.width)] {
		v = v<<8 | uint64(b)
	}
	h.Next += int(l.width)
	if l.width == 0 {
		v = uint64(l.count)
	}
	switch l.kind {
	case KindNever:
		return h, fault.At(off, fault.Because(fault.ErrSyntax, "the reserved byte 0xc1"))
	case KindNil:
		return h, nil
	case KindBool:
		h.Bits = uint64(c & 1)
		return h, nil
	case KindInt:
		switch shift := 64 - 8*uint(l.width); shift {
		case 64:
			h.Bits = uint64(int64(int8(c)))
		default:
			h.Bits = uint64(int64(v<<shift) >> shift)
		}
		return h, nil
	case KindUint, KindFloat32, KindFloat64:
		h.Bits = v
		return h, nil
	case KindExt:
		if h.Next == len(src) {
			return h, fault.At(off, fault.ErrTruncated)
		}
		h.Type = int8(src[h.Next])
		h.Next++
	}
	least := v
	if l.kind == KindMap {
		least = 2 * v
	}
	if least > uint64(len(src)-h.Next) {
		return h, fault.At(off, fault.ErrTruncated)
	}
	h.Len = int(v)
	return h, nil
}

// PeekHead is ReadHead for input that may still grow: it tells the kind of a value,
// where its head ends, and what that claims, be it there or not. ok is false where
// the head itself is not there.
func PeekHead(src []byte, off int) (kind Kind, next int, n uint64, ok bool) {
	if off >= len(src) {
		return 0, 0, 0, false
	}
	l := &leads[src[off]]
	next = off + 1 + int(l.width)
	if l.kind == KindExt {
		next++
	}
	if next > len(src) {
		return 0, 0, 0, false
	}
	switch l.kind {
	case KindStr, KindBin, KindExt, KindArray, KindMap:
	default:
		return l.kind, next, 0, true
	}
	n = uint64(l.count)
	for _, b := range src[off+1 : off+1+int(l.width)] {
		n = n<<8 | uint64(b)
	}
	return l.kind, next, n, true
}

// fixedSizes says how many bytes a value takes whose lead byte alone says so, and holds no other; 0 for others.
var fixedSizes = func() (t [256]uint8) {
	for c := range t {
		switch l := &leads[c]; l.kind {
		case KindNil, KindBool, KindInt, KindUint, KindFloat32, KindFloat64:
			t[c] = 1 + l.width
		case KindStr:
			if l.width == 0 {
				t[c] = 1 + l.count
			}
		}
	}
	return t
}()

// FixedEnd returns the offset after the value at off, if its lead byte alone says where that is and the value is
// there as a whole, and else 0.
func FixedEnd(src []byte, off int) (end int) {
	if off < len(src) {
		if n := int(fixedSizes[src[off]]); n > 0 && n <= len(src)-off {
			return off + n
		}
	}
	return 0
}
