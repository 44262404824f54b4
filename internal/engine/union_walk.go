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
// end, so that to look for the ids of unions within unions costs two walks over the message, whatever its depth.
func (d *decodeState) endOf(off int, b *fault.Budget) int {
	if !d.holdsValues(off) || len(d.src) != len(d.whole) { // the latter: an element of a packed array
		return d.passOver(off, b)
	}
	end, ok := d.walk.EndOf(off)
	if ok {
		return end
	}
	if around, ok := d.walk.Within(off); ok {
		again := d.scanBudget()
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

// holdsValues reports whether an object or a generic array is at off.
func (d *decodeState) holdsValues(off int) bool {
	if off >= len(d.src) {
		return false
	}
	k := wire.Header(d.src[off]).Kind()
	return k == wire.KindObject || k == wire.KindArray
}

// passOver skips the value at off. Where that fails it is gone through again, for the path.
func (d *decodeState) passOver(off int, b *fault.Budget) int {
	before := *b
	next, err := wire.SkipWithin(d.src, off, b)
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

// lookInto goes through the value at off, and remembers the containers in it. It returns the offset after it, or -1.
func (d *decodeState) lookInto(off int, b *fault.Budget) int {
	if !d.holdsValues(off) {
		next, err := wire.SkipWithin(d.src, off, b)
		if err != nil {
			return d.Fail(off, "", err)
		}
		return next
	}
	place := d.walk.Enter(off)
	next := d.lookIntoValues(off, b)
	d.walk.Leave(place, next)
	return next
}

// lookIntoValues is lookInto for an object or a generic array.
func (d *decodeState) lookIntoValues(off int, b *fault.Budget) int {
	keyed := wire.Header(d.src[off]).Kind() == wire.KindObject
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
		if next = d.lookInto(next, b); next < 0 {
			if keyed {
				return d.InKey(string(key))
			}
			return d.InIndex(i)
		}
	}
	b.Leave()
	return next
}
