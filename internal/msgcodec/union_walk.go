// Walks over the members of unions: to find the id where it is not the first, and the end of what comes before
// it.

package msgcodec

import (
	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/msgwire"
)

// scan returns a budget for passing over what is read afterwards, which counts it again.
func (d *decodeState) scan() fault.Budget { return d.options.Limits.Budget() }

// key returns the key at off, which is text, and the offset after it, or -1.
func (d *decodeState) key(off int, goType string) (name []byte, next int) {
	if name, next = d.anyText(off); next >= 0 {
		return name, next
	}
	h, ok := d.head(off)
	if ok {
		d.Fail(off, goType, msgwire.NotAKey(h.Kind, false))
	}
	return nil, -1
}

// endOf returns the offset after the value at off, which is that of a member of a map, or -1. Such containers
// are where looking for an id may begin again, one level further in; so it remembers where they end, and to
// look for the ids of unions within unions costs two walks over the message, whatever its depth.
func (d *decodeState) endOf(off int, b *fault.Budget) int {
	if end := msgwire.FixedEnd(d.src, off); end > 0 {
		return end
	}
	if !d.holdsValues(off) {
		return d.passOver(off, b)
	}
	end, ok := d.walk.EndOf(off)
	if ok {
		return end
	}
	if around, ok := d.walk.Within(off); ok {
		again := d.scan()
		if d.lookInto(around, &again) < 0 {
			return -1
		}
		if end, ok = d.walk.EndOf(off); ok {
			return end
		}
	}
	if end = d.passOver(off, b); end >= 0 {
		d.walk.Pass(off, end)
	}
	return end
}

// holdsValues reports whether a map or an array is at off.
func (d *decodeState) holdsValues(off int) bool {
	if off >= len(d.src) {
		return false
	}
	k := msgwire.KindOf(d.src[off])
	return k == msgwire.KindMap || k == msgwire.KindArray
}

// passOver skips the value at off. Where that fails it is gone through again, for the path.
func (d *decodeState) passOver(off int, b *fault.Budget) int {
	before := *b
	next, err := msgwire.Skip(d.src, off, b)
	if err == nil {
		return next
	}
	if d.holdsValues(off) {
		mark := d.walk.Mark()
		next = d.lookInto(off, &before)
		d.walk.Back(mark)
		if next < 0 {
			return -1
		}
	}
	return d.Fail(off, "", err)
}

// lookInto goes through the value at off, which is that of a member of a map, and remembers the containers in it. It
// returns the offset after it, or -1.
func (d *decodeState) lookInto(off int, b *fault.Budget) int {
	if end := msgwire.FixedEnd(d.src, off); end > 0 {
		return end
	}
	if !d.holdsValues(off) {
		next, err := msgwire.Skip(d.src, off, b)
		if err != nil {
			return d.Fail(off, "", err)
		}
		return next
	}
	place := d.walk.Enter(off)
	next := d.walkOver(off, b)
	d.walk.Leave(place, next)
	return next
}

// walkOver returns the offset after the value at off, or -1, having walked over what it holds.
func (d *decodeState) walkOver(off int, b *fault.Budget) int {
	h, ok := d.head(off)
	if !ok {
		return -1
	}
	if h.Kind != msgwire.KindMap && h.Kind != msgwire.KindArray {
		return h.Next + h.Len
	}
	if h.Len == 0 {
		return h.Next
	}
	if !b.Enter(h.Len) {
		return d.Fail(off, "", b.Err())
	}
	next := h.Next
	for i := range h.Len {
		if h.Kind == msgwire.KindArray {
			if end := msgwire.FixedEnd(d.src, next); end > 0 {
				next = end
			} else if next = d.walkOver(next, b); next < 0 {
				return d.InIndex(i)
			}
			continue
		}
		key := next
		if next = msgwire.FixedEnd(d.src, key); next == 0 {
			next = d.walkOver(key, b)
		}
		if next >= 0 {
			next = d.lookInto(next, b)
		}
		if next < 0 {
			return d.InKey(msgwire.KeyText(d.src, key))
		}
	}
	b.Leave()
	return next
}
