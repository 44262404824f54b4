// Walks over the members of unions: to find the id where it is not the first, and the end of what comes before
// it.

package msgcodec

import (
	"slices"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/msgwire"
)

// A span is a container that was passed over.
type span struct{ off, end int }

const (
	// farEnd is how many bytes a container has at least to be remembered.
	farEnd = 64
	// keptSpans is how many a state keeps the memory of.
	keptSpans = 1 << 10
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
		d.Fail(off, goType, fault.Because(fault.ErrMismatch, h.Kind.String()+" for a key that has to be a string"))
	}
	return nil, -1
}

// endOf returns the offset after the value at off, which is that of a member of a map, or -1. Such containers
// are where looking for an id may begin again, one level further in; so it remembers where they end, and to
// look for the ids of unions within unions costs one walk over the message, whatever its depth.
func (d *decodeState) endOf(off int, b *fault.Budget) int {
	if off < len(d.src) {
		if k := msgwire.KindOf(d.src[off]); k != msgwire.KindMap && k != msgwire.KindArray {
			return d.passed(off, b)
		}
	}
	if i, ok := slices.BinarySearchFunc(d.spans, off, func(s span, off int) int { return s.off - off }); ok {
		return d.spans[i].end
	}
	slot := len(d.spans)
	d.spans = append(d.spans, span{off: off})
	next := d.walk(off, b)
	if next-off >= farEnd {
		d.spans[slot].end = next
	} else {
		d.spans = d.spans[:slot] // and what it holds, which is shorter still
	}
	return next
}

// passed returns the offset after the value at off, which holds no other, or -1.
func (d *decodeState) passed(off int, b *fault.Budget) int {
	next, err := msgwire.Skip(d.src, off, b)
	if err != nil {
		return d.Fail(off, "", err)
	}
	return next
}

// walk returns the offset after the value at off, or -1, having walked over what it holds.
func (d *decodeState) walk(off int, b *fault.Budget) int {
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
			if next = d.walk(next, b); next < 0 {
				return d.InIndex(i)
			}
			continue
		}
		key := next
		if next = d.walk(key, b); next >= 0 {
			next = d.endOf(next, b)
		}
		if next < 0 {
			return d.InKey(msgwire.KeyText(d.src, key))
		}
	}
	b.Leave()
	return next
}
