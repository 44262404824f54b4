package parquetfile

import (
	"bytes"
	"encoding/binary"
	"unicode/utf8"
)

// This file finds the least and the greatest value of pages and columns.

// order is how values compare.
type order uint8

const (
	orderNone     order = iota // values have no order that readers agree on
	orderUnsigned              // as integers without a sign; booleans too
	orderSigned
	orderFloat16
	orderFloat32
	orderFloat64
	orderBytes   // byte by byte
	orderText    // the same, of UTF-8
	orderDecimal // two's complement, the highest byte first
)

// order returns how the values of a leaf compare.
func (n *Node) order() order {
	switch n.Type {
	case Bool, Uint:
		return orderUnsigned
	case Int, Date, TimeOfDay, Timestamp:
		return orderSigned
	case Float16:
		return orderFloat16
	case Float32:
		return orderFloat32
	case Float64:
		return orderFloat64
	case Text, Enum, JSON:
		return orderText
	case Decimal:
		if n.physical == PhysicalFixed {
			return orderDecimal
		}
		return orderSigned
	case Bytes, BSON, UUID:
		// Those of one length are not cut, so that long ones would make long footers.
		if n.Length <= maxBound {
			return orderBytes
		}
	}
	return orderNone
}

// maxBound is the most bytes of a bound. Longer values are cut: the bound is below or above
// all values, and is none of them.
const maxBound = 64

// bounds are the least and the greatest of some values. NaN is left out.
type bounds struct {
	order     order
	known     bool   // whether there is a value
	open      bool   // nothing is above the greatest value that is short enough
	low, high uint64 // numbers, so that they compare without a sign
	lowBytes  []byte // what is not a number
	highBytes []byte
	cutLow    bool // whether a bound is no value
	cutHigh   bool
}

func (b *bounds) reset(o order) {
	*b = bounds{order: o, lowBytes: b.lowBytes[:0], highBytes: b.highBytes[:0]}
}

// addBits counts a number.
func (b *bounds) addBits(bits uint64) {
	switch b.order {
	case orderNone:
		return
	case orderSigned:
		bits ^= 1 << 63
	case orderFloat16:
		if bits&0x7fff > 0x7c00 {
			return
		}
		bits = floatKey(bits << 48)
	case orderFloat32:
		if bits&(1<<31-1) > 0xff<<23 {
			return
		}
		bits = floatKey(bits << 32)
	case orderFloat64:
		if bits&(1<<63-1) > 0x7ff<<52 {
			return
		}
		bits = floatKey(bits)
	}
	if !b.known {
		b.known, b.low, b.high = true, bits, bits
		return
	}
	b.low, b.high = min(b.low, bits), max(b.high, bits)
}

// floatKey returns the bits of a float so that they compare as it does.
func floatKey(bits uint64) uint64 {
	if bits>>63 != 0 {
		return ^bits
	}
	return bits | 1<<63
}

// number undoes addBits. Zeros have the sign that is the safe one for a bound.
func (b *bounds) number(key uint64, low bool) uint64 {
	switch b.order {
	case orderSigned:
		return key ^ 1<<63
	case orderUnsigned:
		return key
	}
	bits := ^key
	if key>>63 != 0 {
		bits = key &^ (1 << 63)
	}
	if bits<<1 == 0 {
		bits = 0
		if low {
			bits = 1 << 63
		}
	}
	switch b.order {
	case orderFloat16:
		return bits >> 48
	case orderFloat32:
		return bits >> 32
	}
	return bits
}

// addBytes counts a value that is not a number.
func (b *bounds) addBytes(v []byte) {
	if b.order == orderNone {
		return
	}
	if !b.known || b.compare(v, b.lowBytes) < 0 {
		n := b.short(v)
		b.lowBytes, b.cutLow = append(b.lowBytes[:0], v[:n]...), n < len(v)
	}
	if !b.open && (!b.known || b.compare(v, b.highBytes) > 0) {
		b.raise(v)
	}
	b.known = true
}

// compare compares values that are not numbers.
func (b *bounds) compare(x, y []byte) int {
	if b.order == orderDecimal && len(x) > 0 && len(y) > 0 && (x[0]^y[0])&0x80 != 0 {
		return int(y[0]&0x80) - int(x[0]&0x80)
	}
	return bytes.Compare(x, y)
}

// short returns how many bytes of a value a bound takes: all, or whole characters.
func (b *bounds) short(v []byte) int {
	if len(v) <= maxBound || b.order == orderDecimal {
		return len(v)
	}
	n := maxBound
	for b.order == orderText && n > 0 && !utf8.RuneStart(v[n]) {
		n--
	}
	return n
}

// raise makes v, or what is just above all that begins as v does, the high bound.
func (b *bounds) raise(v []byte) {
	n := b.short(v)
	b.highBytes, b.cutHigh = append(b.highBytes[:0], v[:n]...), n < len(v)
	if !b.cutHigh {
		return
	}
	h := b.highBytes
	for len(h) > 0 {
		if b.order != orderText {
			if last := len(h) - 1; h[last] < 0xff {
				h[last]++
				b.highBytes = h
				return
			}
			h = h[:len(h)-1]
			continue
		}
		r, size := utf8.DecodeLastRune(h)
		h = h[:len(h)-size]
		if r == utf8.RuneError && size == 1 || r == utf8.MaxRune {
			continue
		}
		if r++; r == 0xd800 { // the code points of surrogates are not text
			r = 0xe000
		}
		b.highBytes = utf8.AppendRune(h, r)
		return
	}
	b.open = true
}

// merge counts all that p has counted.
func (b *bounds) merge(p *bounds) {
	if !p.known {
		return
	}
	first := !b.known
	b.known = true
	b.open = b.open || p.open
	if first || p.low < b.low {
		b.low = p.low
	}
	if first || p.high > b.high {
		b.high = p.high
	}
	if first || b.compare(p.lowBytes, b.lowBytes) < 0 {
		b.lowBytes, b.cutLow = append(b.lowBytes[:0], p.lowBytes...), p.cutLow
	}
	if first || b.compare(p.highBytes, b.highBytes) > 0 {
		b.highBytes, b.cutHigh = append(b.highBytes[:0], p.highBytes...), p.cutHigh
	}
}

// copied returns bounds that stay as they are.
func (b *bounds) copied() bounds {
	c := *b
	c.lowBytes, c.highBytes = bytes.Clone(b.lowBytes), bytes.Clone(b.highBytes)
	return c
}

// told reports whether there are bounds.
func (b *bounds) told() bool { return b.known && !b.open }

// text returns the bounds as a page has values of a leaf, without lengths.
func (b *bounds) text(leaf *Node) (low, high string) {
	if !leaf.inBits() {
		return string(b.lowBytes), string(b.highBytes)
	}
	as := func(bits uint64) string {
		return string(binary.LittleEndian.AppendUint64(nil, bits)[:max(leaf.Length, 1)])
	}
	return as(b.number(b.low, true)), as(b.number(b.high, false))
}

// precedes reports whether neither bound of b is above that of c.
func (b *bounds) precedes(c *bounds) bool {
	return b.low <= c.low && b.high <= c.high &&
		b.compare(b.lowBytes, c.lowBytes) <= 0 && b.compare(b.highBytes, c.highBytes) <= 0
}

// inBits reports whether the values of a leaf are numbers, which Value has in Bits.
func (n *Node) inBits() bool {
	return n.physical != PhysicalBytes && (n.physical != PhysicalFixed || n.Type == Float16)
}
