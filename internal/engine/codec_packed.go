// Boolean and string arrays: the packed forms of []bool and []string. Booleans are bits,
// the first in the lowest bit of the first byte. Strings are SIZE and bytes each, without
// headers. A nil slice is null, and null makes a slice nil.

package engine

import (
	"math/bits"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/lists"
	"github.com/beve-org/beve-go/internal/mem"
	"github.com/beve-org/beve-go/internal/shorttext"
	"github.com/beve-org/beve-go/internal/slab"
	"github.com/beve-org/beve-go/wire"
)

// boolsCodec and stringsCodec are the codecs of slices and arrays of these kinds, whatever
// the name of the type: a defined type without methods has the memory of its kind, so that
// *[]T may be viewed as *[]bool or *[]string. There is one of each, and compileSlice
// compares with them: both are stateless.
var boolsCodec = &arrayCodec{
	append: func(_ *encodeState, dst []byte, p mem.Pointer) []byte {
		s := *mem.Ref[[]bool](p)
		if s == nil {
			return wire.AppendNull(dst)
		}
		return wire.AppendBools(dst, s)
	},
	read: func(d *decodeState, off int, p mem.Pointer) int {
		return readBools(d, off, mem.Ref[[]bool](p))
	},
	appendN: func(_ *encodeState, dst []byte, p mem.Pointer, n int) []byte {
		return wire.AppendBools(dst, mem.SliceAt[bool](p, n))
	},
	readN: func(d *decodeState, off int, p mem.Pointer, n int) int {
		return readFixed(d, off, p, n, "bool", readBools)
	},
}

var stringsCodec = &arrayCodec{
	append: appendStringsAt,
	read: func(d *decodeState, off int, p mem.Pointer) int {
		return d.strings(off, mem.Ref[[]string](p))
	},
	appendN: func(e *encodeState, dst []byte, p mem.Pointer, n int) []byte {
		return e.appendStrings(dst, mem.SliceAt[string](p, n))
	},
	readN: func(d *decodeState, off int, p mem.Pointer, n int) int {
		return readFixed(d, off, p, n, "string", (*decodeState).strings)
	},
}

// appendStringsAt appends the []string at p: null if it is nil, which an empty one is not.
func appendStringsAt(e *encodeState, dst []byte, p mem.Pointer) []byte {
	s := *mem.Ref[[]string](p)
	if s == nil {
		return wire.AppendNull(dst)
	}
	return e.appendStrings(dst, s)
}

// readFixed reads an array of exactly n elements through the reader of slices. It hands out a
// slice of length 0 whose capacity is the array: a reader of n elements fills the array in
// place. If the message has more elements than n, the reader makes a slice of its own
// instead of writing beyond the array, and its length tells.
func readFixed[T any](d *decodeState, off int, p mem.Pointer, n int, name string, read func(*decodeState, int, *[]T) int) int {
	target := mem.SliceAt[T](p, n)
	if next, ok := d.null(off); ok {
		clear(target)
		return next
	}
	s := target[:0:n]
	next := read(d, off, &s)
	if next < 0 {
		return -1
	}
	if len(s) != n {
		return d.wrongLength(off, name, len(s), n)
	}
	if n > 0 && &s[0] != &target[0] {
		copy(target, s)
	}
	return next
}

// readBools reads an array of booleans, packed or generic. Eight come of one byte, so the
// packed form is charged before memory is made for it; a generic array has a byte for each
// boolean and cannot outgrow the allowance.
func readBools(d *decodeState, off int, s *[]bool) int {
	h, err := wire.ReadHeader(d.src, off)
	if err != nil {
		return d.Fail(off, "[]bool", err)
	}
	switch h.Kind() {
	case wire.KindBoolArray:
		a, next, err := wire.ViewBools(d.src, off)
		if err != nil {
			return d.Fail(off, "[]bool", err)
		}
		// Strict asks that the unused bits of the last byte are zero. Memory that the
		// target has already costs nothing.
		if !d.checkPadding(a, next) || a.Len() > cap(*s) && !d.charge(a.Len()) {
			return -1
		}
		lists.SetBools(s, a)
		return next
	case wire.KindArray:
		n, next, err := wire.ReadArray(d.src, off)
		if err != nil {
			return d.Fail(off, "[]bool", err)
		}
		// ReadArray has seen that n bytes are left, so memory of n booleans is paid for.
		*s = slab.Resize(*s, n)
		if at, done := d.Descend(&d.budget, off, next, n); done {
			return at
		}
		for i := range *s {
			if next = readBool(d, next, mem.Of(&(*s)[i])); next < 0 {
				return d.InIndex(i)
			}
		}
		d.leave()
		return next
	case wire.KindNull:
		*s = nil
		return off + 1
	}
	return d.mismatch(off, h, "[]bool")
}

// appendStrings appends a string array. Each text asks for its room: one Grow for all would
// need their lengths before, a second walk over memory that may not be in the cache. Grow
// takes what append would, so that growths become rare as dst grows. An array without
// elements is not a level.
func (e *encodeState) appendStrings(dst []byte, s []string) []byte {
	dst = wire.AppendSize(append(dst, byte(wire.HeaderStrings)), len(s))
	if out, done := e.descend(dst, len(s)); done {
		return out
	}
	// n is the end of what is written; dst beyond it is room. Put stores up to a word more
	// than the text has, which textRoom counts, and the next text writes over it.
	n := len(dst)
	ahead := mem.Foresee(dst, len(s))
	for i, v := range s {
		if cap(dst)-n < len(v)+textRoom {
			dst = ahead.Grow(dst[:n], len(v)+textRoom, i)
		}
		if n = shorttext.Start(dst[:cap(dst)], n, v); n < 0 {
			if n = shorttext.Finish(dst[:cap(dst)], n, v); n < 0 {
				e.fail("string", fault.ErrUTF8)
				return e.inIndex(i)
			}
		}
	}
	e.leave()
	return dst[:n]
}

// stringSize is the memory of a string header.
const stringSize = 2 * bits.UintSize / 8

// takeStrings makes *s a slice of n strings, and returns it and whether others share its
// memory, or nil if the message may not have it. Short slices of one message are cut from
// slabs; what a slab costs is charged when one is begun, so that many small arrays cannot
// take more than the allowance unnoticed.
func (d *decodeState) takeStrings(s *[]string, n int) (list []string, shared bool) {
	if n <= cap(*s) && *s != nil {
		*s = (*s)[:n]
		return *s, false
	}
	// An arena leaves what is too large for its parts to the heap.
	if d.arena != nil && n > 0 {
		list = d.arena.strings(n)
	}
	if list == nil {
		if !d.charge(d.lists.Cost(n)) {
			return nil, false
		}
		list, shared = d.lists.Take(n)
	}
	*s = list
	return list, shared
}

// strings reads a string array, or a generic array of strings, into *s. Usual is an array
// with a SIZE of one byte, whose texts are short: shortCount and shortText read those, and
// give up without a trace where anything else stands. *s is set before the texts are read,
// so that a failure leaves in it what was read, as encoding/json does.
func (d *decodeState) strings(off int, s *[]string) int {
	src := d.src
	n, next := shortCount(src, off, wire.HeaderStrings, 1), off+2
	// A SIZE of more bytes, null, and arrays of another form are looked at by openStrings.
	if n < 0 {
		var generic bool
		if n, next, generic = d.openStrings(off, s); n < 0 {
			return next
		} else if generic {
			return d.genericStrings(off, next, s, n)
		}
	}
	// Strings that the slice has already are compared with those of the message and kept
	// where they are equal, beyond its length too. Unlike elements with pointers they cannot
	// be written through, so two that share memory do no harm.
	list, shared := d.takeStrings(s, n)
	if list == nil {
		return -1
	}
	if at, done := d.Descend(&d.budget, off, next, n); done {
		return at
	}
	// shortText does not take text of 64 bytes or more, near the start of the input, or
	// that is not valid; ViewText then reads it, or says what is wrong.
	for i := range list {
		if next < len(src) {
			if end := d.shortText(src, next, &list[i]); end >= 0 {
				next = end
				continue
			}
		}
		text, end, err := wire.ViewText(src, next)
		if err != nil {
			d.Fail(next, "string", err)
			return d.InIndex(i)
		}
		// A slab keeps its neighbours alive as long as one slice of it is kept. That is
		// bounded as long as their texts are short too. A slice with a long text moves out,
		// and leaves nothing in the slab.
		if shared && len(text) > slab.MaxText {
			own := append(make([]string, 0, n), list[:i]...)
			clear(list)
			list, shared = own[:n], false
			*s = list
		}
		d.setString(&list[i], text)
		next = end
	}
	d.leave()
	return next
}

// openStrings reads the start of an array of any form that goes into *s. n is -1 for null
// and after a failure, where there are no elements to read, and then next is what strings
// returns. It is apart from strings so that the usual array has a short way.
func (d *decodeState) openStrings(off int, s *[]string) (n, next int, generic bool) {
	h, err := wire.ReadHeader(d.src, off)
	if err != nil {
		return -1, d.Fail(off, "[]string", err), false
	}
	switch h.Kind() {
	case wire.KindStringArray:
		n, next, err = wire.ReadStrings(d.src, off)
	case wire.KindArray:
		n, next, err = wire.ReadArray(d.src, off)
	case wire.KindNull:
		*s = nil
		return -1, off + 1, false
	default:
		return -1, d.mismatch(off, h, "[]string"), false
	}
	if err != nil {
		return -1, d.Fail(off, "[]string", err), false
	}
	return n, next, h == wire.HeaderArray
}

// genericStrings reads n strings of a generic array at next into *s. A header of one byte can
// become a string header of sixteen, so the memory is charged. Elements may be null, which
// readString makes empty.
func (d *decodeState) genericStrings(off, next int, s *[]string, n int) int {
	if n > cap(*s) && !d.charge(n*stringSize) {
		return -1
	}
	// Where n is too large for the arena this is nil, and Resize makes the slice.
	if d.arena != nil && n > cap(*s) {
		*s = d.arena.strings(n)
	}
	*s = slab.Resize(*s, n)
	if at, done := d.Descend(&d.budget, off, next, n); done {
		return at
	}
	for i := range *s {
		if next = readString(d, next, mem.Of(&(*s)[i])); next < 0 {
			return d.InIndex(i)
		}
	}
	d.leave()
	return next
}
