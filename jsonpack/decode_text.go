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

// shortText reads text of at most slab.LongestText bytes into *s. It returns -1, having
// done nothing, where more care is needed: the text is longer or not all there, or
// a whole word does not fit before its end.
func (d *decodeState) shortText(src []byte, off int, s *string) int {
	if off >= len(src) {
		return -1
	}
	n := int(mem.Byte(src, off))
	off++
	if n > slab.LongestText || n > len(src)-off || off+n < 8 {
		return -1
	}
	if n == 0 {
		*s = ""
		return off
	}
	if d.noCopy {
		*s = mem.StringAt(src, off, n)
		return off + n
	}
	old := *s
	if len(old) == n && old == string(src[off:off+n]) {
		return off + n
	}
	d.block.Room(n)
	block, at := d.block.Mem, d.block.Used
	last := mem.Word(src, off+n-8)
	if n < 8 {
		mem.PutWord(block, at, last>>(64-8*n))
	} else {
		for i := 0; i+8 < n; i += 8 {
			mem.PutWord(block, at+i, mem.Word(src, off+i))
		}
		mem.PutWord(block, at+n-8, last)
	}
	d.block.Used = at + n
	*s = mem.StringAt(block, at, n)
	return off + n
}
