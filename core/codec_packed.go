// Boolean and string arrays: the packed forms of []bool and []string.

package core

import (
	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/mem"
	"github.com/beve-org/beve-go/wire"
)

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
	append: func(e *encodeState, dst []byte, p mem.Pointer) []byte {
		s := *mem.Ref[[]string](p)
		if s == nil {
			return wire.AppendNull(dst)
		}
		return e.appendStrings(dst, s)
	},
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

// readFixed reads an array of exactly n elements through the reader of slices.
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

func readBools(d *decodeState, off int, s *[]bool) int {
	h, err := wire.ReadHeader(d.src, off)
	if err != nil {
		return d.fail(off, "[]bool", err)
	}
	switch h.Kind() {
	case wire.KindBools:
		a, next, err := wire.ViewBools(d.src, off)
		if err != nil {
			return d.fail(off, "[]bool", err)
		}
		if !d.checkPadding(a, next) || a.Len() > cap(*s) && !d.charge(off, a.Len()) {
			return -1
		}
		*s = resize(*s, a.Len())
		a.CopyTo(*s)
		return next
	case wire.KindArray:
		n, next, err := wire.ReadArray(d.src, off)
		if err != nil {
			return d.fail(off, "[]bool", err)
		}
		*s = resize(*s, n)
		if n == 0 {
			return next
		}
		if !d.enter(off, n) {
			return -1
		}
		for i := range *s {
			if next = readBool(d, next, mem.Of(&(*s)[i])); next < 0 {
				return d.inIndex(i)
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

// appendStrings appends a string array.
func (e *encodeState) appendStrings(dst []byte, s []string) []byte {
	dst = wire.AppendSize(append(dst, byte(wire.HeaderStrings)), len(s))
	if len(s) == 0 || !e.enter() {
		return dst
	}
	for i, v := range s {
		n := len(dst)
		if cap(dst)-n < len(v)+textRoom {
			dst = grow(dst, len(v)+textRoom)
		}
		end := putText(dst[:cap(dst)], n, v)
		if end < 0 {
			e.trail.Index(i)
			return e.fail(dst, "string", fault.ErrUTF8)
		}
		dst = dst[:end]
	}
	e.leave()
	return dst
}

// stringSize is the memory of a string header.
const stringSize = 16

// strings reads a string array, or a generic array of strings, into *s.
func (d *decodeState) strings(off int, s *[]string) int {
	h, err := wire.ReadHeader(d.src, off)
	if err != nil {
		return d.fail(off, "[]string", err)
	}
	var n, next int
	switch h.Kind() {
	case wire.KindStrings:
		n, next, err = wire.ReadStrings(d.src, off)
	case wire.KindArray:
		n, next, err = wire.ReadArray(d.src, off)
	case wire.KindNull:
		*s = nil
		return off + 1
	default:
		return d.mismatch(off, h, "[]string")
	}
	if err != nil {
		return d.fail(off, "[]string", err)
	}
	if n > cap(*s) && !d.charge(off, n*stringSize) {
		return -1
	}
	if d.arena != nil && n > cap(*s) {
		*s = d.arena.strings(n)
	}
	*s = resize(*s, n)
	if n == 0 {
		return next
	}
	if !d.enter(off, n) {
		return -1
	}
	for i := range *s {
		if h == wire.HeaderArray {
			if next = readString(d, next, mem.Of(&(*s)[i])); next < 0 {
				return d.inIndex(i)
			}
			continue
		}
		text, end, err := wire.ViewText(d.src, next)
		if err != nil {
			d.fail(next, "string", err)
			return d.inIndex(i)
		}
		d.setString(&(*s)[i], text)
		next = end
	}
	d.leave()
	return next
}
