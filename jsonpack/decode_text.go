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
	if next := d.shortText(d.src, off, s); next >= 0 {
		return next
	}
	return d.otherText(off, s)
}

// otherText is text for what shortText leaves.
func (d *decodeState) otherText(off int, s *string) int {
	text, next := d.viewText(off)
	if next >= 0 && (d.noCopy || *s != string(text)) {
		*s = d.string(text)
	}
	return next
}

// texts reads strings into list, and returns how many were read before a failure.
func (d *decodeState) texts(off int, list []string) (done, next int) {
	for i := range list {
		next := d.shortText(d.src, off, &list[i])
		if next < 0 {
			if next = d.otherText(off, &list[i]); next < 0 {
				return i, -1
			}
		}
		off = next
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

// shortText reads text of at most slab.MaxText bytes into *s. It returns -1, having done
// nothing, where more care is needed.
func (d *decodeState) shortText(src []byte, off int, s *string) int {
	if off >= len(src) {
		return -1
	}
	n := int(src[off])
	off++
	if !d.noCopy {
		return d.block.Read(src, off, n, s)
	}
	switch {
	case n == 0:
		*s = "" // which leads nowhere
	case n > slab.MaxText || n > len(src)-off:
		return -1
	default:
		*s = mem.StringAt(src, off, n)
	}
	return off + n
}
