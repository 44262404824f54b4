// Walks over the members of unions: to find the id where it is not the first, and the end of what comes before
// it.

package engine

import (
	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/wire"
)

// unionMembers is a walk over the members of an object with text for keys, indexed or not.
type unionMembers struct {
	off     int
	left    int
	indexed bool
	index   wire.Indexed
}

// openMembers begins a walk over the object at off.
func (d *decodeState) openMembers(off int, goType string) (m unionMembers, ok bool) {
	if m.indexed = wire.IsIndexed(d.src, off); m.indexed {
		x, err := wire.OpenIndexed(d.src, off)
		if err != nil {
			d.Fail(off, goType, err)
			return m, false
		}
		m.index, m.left, m.off = x, x.Len, x.Data
		return m, true
	}
	h, n, next, err := wire.ReadObject(d.src, off)
	if err != nil {
		d.Fail(off, goType, err)
		return m, false
	}
	if h != wire.HeaderObject && n > 0 {
		d.mismatch(off, h, goType)
		return m, false
	}
	m.left, m.off = n, next
	return m, true
}

// next returns the key of the next member, which begins at off, where that lies, and where its value lies, or
// -1.
func (m *unionMembers) next(d *decodeState, off int) (key []byte, at, value int) {
	m.left--
	if m.indexed {
		name, err := m.index.Next(d.src, off)
		if err != nil {
			return nil, off, d.Fail(off, "", err)
		}
		return name, m.index.Key, off
	}
	name, value, err := wire.ViewText(d.src, off)
	if err != nil {
		return nil, off, d.Fail(off, "", err)
	}
	return name, off, value
}

// end checks the end of the walk, at off.
func (m *unionMembers) end(d *decodeState, off int) int {
	if m.indexed {
		if err := m.index.Check(d.src, off); err != nil {
			return d.Fail(off, "", err)
		}
	}
	return off
}

// scanBudget returns a budget for passing over what is read afterwards, which counts it again.
func (d *decodeState) scanBudget() fault.Budget {
	b := d.limits.Budget()
	b.ReadTypeTags(d.typeTags)
	b.RejectUnusedBits(d.strict)
	return b
}

// endOf returns the offset after the value at off, having checked it, or -1. It remembers where containers
// end, so that to look for the ids of unions within unions costs one walk over the message, whatever its depth.
func (d *decodeState) endOf(off int, b *fault.Budget) int {
	if off >= len(d.src) {
		next, err := wire.SkipWithin(d.src, off, b)
		if err != nil {
			return d.Fail(off, "", err)
		}
		return next
	}
	h := wire.Header(d.src[off])
	if k := h.Kind(); k != wire.KindObject && k != wire.KindArray {
		next, err := wire.SkipWithin(d.src, off, b)
		if err != nil {
			return d.Fail(off, "", err)
		}
		return next
	}
	if len(d.src) != len(d.whole) { // an element of a packed array
		return d.walkOver(off, h, b)
	}
	if end, ok := d.walk.EndOf(off); ok {
		return end
	}
	place := d.walk.Enter(off)
	next := d.walkOver(off, h, b)
	d.walk.Leave(place, next)
	return next
}

// walkOver is endOf for an object or a generic array that is not known.
func (d *decodeState) walkOver(off int, h wire.Header, b *fault.Budget) int {
	keyed := h.Kind() == wire.KindObject
	var n, next int
	var err error
	if keyed {
		_, n, next, err = wire.ReadObject(d.src, off)
	} else {
		n, next, err = wire.ReadArray(d.src, off)
	}
	if err != nil {
		return d.Fail(off, "", err)
	}
	if n == 0 {
		return next
	}
	if !b.Enter(n) {
		return d.Fail(off, "", b.Err())
	}
	for i := range n {
		var key []byte
		if keyed {
			if key, next, err = wire.ViewText(d.src, next); err != nil {
				return d.Fail(next, "", err)
			}
		}
		if next = d.endOf(next, b); next < 0 {
			if keyed {
				return d.InKey(string(key))
			}
			return d.InIndex(i)
		}
	}
	b.Leave()
	return next
}
