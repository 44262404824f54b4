// This file reads strings.

package jsonpack

import (
	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/mem"
	"github.com/beve-org/beve-go/internal/slab"
)

// viewText returns the text at off, which aliases the input.
func (d *decodeState) viewText(off int) (text []byte, next int) {
	v, next, cause := readVaruint(d.src, off)
	if cause == nil && v > uint64(len(d.src)-next) {
		cause = fault.ErrTruncated
	}
	if cause != nil {
		return nil, d.Fail(off, "string", cause)
	}
	end := next + int(v)
	return d.src[next:end:end], end
}

// text reads text into *s. A string that is equal already is kept.
func (d *decodeState) text(off int, s *string) int {
	src := d.src
	if d.noCopy {
		return d.alias(src, off, s)
	}
	if off < len(src) {
		// A count of one byte is the byte; Read refuses those of several, as more than it takes.
		if next := d.block.Read(src, off+1, int(mem.Byte(src, off)), s); next >= 0 {
			return next
		}
	}
	return d.otherText(off, s)
}

// alias makes *s the text at off, as part of the input.
func (d *decodeState) alias(src []byte, off int, s *string) int {
	if off < len(src) {
		if n := int(mem.Byte(src, off)); uint(n-1) < slab.MaxText && n < len(src)-off {
			*s = mem.StringAt(src, off+1, n)
			return off + 1 + n
		}
	}
	return d.otherText(off, s)
}

// otherText is text for what is long, empty, or not all there.
func (d *decodeState) otherText(off int, s *string) int {
	text, next := d.viewText(off)
	if next >= 0 && (d.noCopy || *s != string(text)) {
		*s = d.string(text)
	}
	return next
}

// texts reads strings into list, and returns how many were read before a failure. It is text
// as a loop.
func (d *decodeState) texts(off int, list []string) (done, next int) {
	src := d.src
	if d.noCopy {
		for i := range list {
			if off = d.alias(src, off, &list[i]); off < 0 {
				return i, -1
			}
		}
		return len(list), off
	}
	for i := range list {
		if off < len(src) {
			if next := d.block.Read(src, off+1, int(mem.Byte(src, off)), &list[i]); next >= 0 {
				off = next
				continue
			}
		}
		if off = d.otherText(off, &list[i]); off < 0 {
			return i, -1
		}
	}
	return len(list), off
}

// string returns text as a string that does not alias the input unless NoCopy asks
// for that.
func (d *decodeState) string(text []byte) string {
	if d.noCopy {
		return mem.String(text)
	}
	return d.block.String(text)
}
