package edit

import "slices"

// A list is the elements of an array that is being changed: those that nobody has asked for
// as runs of bytes, the others as nodes. It is kept in blocks, so that no change moves more
// than one of them.
type list struct {
	blocks []block
	n      int // elements
}

type block struct {
	items []item
	n     int // elements
}

// item is a run of n elements that lie from one offset to another, or one node.
type item struct {
	from, to, n int
	node        *node
}

// Blocks are split where they outgrow maxItems. A run of elements without a width ends
// with either so many elements or so many bytes, because finding one of them walks over those
// before it.
const (
	maxItems = 256
	runItems = 64
	runBytes = 512
)

// add puts an item at the end.
func (l *list) add(it item) {
	if n := len(l.blocks); n == 0 || len(l.blocks[n-1].items) >= maxItems/2 {
		l.blocks = append(l.blocks, block{})
	}
	b := &l.blocks[len(l.blocks)-1]
	b.items = append(b.items, it)
	b.n += it.n
	l.n += it.n
}

// spot is a place in a list: item i of block b, and inside a run the element skip of it.
type spot struct{ b, i, skip int }

// find returns where element n is; n may be that after the last.
func (l *list) find(n int) (s spot) {
	for s.b = range l.blocks {
		b := &l.blocks[s.b]
		if n >= b.n && s.b+1 < len(l.blocks) {
			n -= b.n
			continue
		}
		for s.i = 0; s.i < len(b.items) && n >= b.items[s.i].n; s.i++ {
			n -= b.items[s.i].n
		}
		break
	}
	s.skip = n
	return s
}

// at returns the item of a spot.
func (l *list) at(s spot) *item { return &l.blocks[s.b].items[s.i] }

// replace puts items, of as many elements and delta more, in the place of the count items at s.
func (l *list) replace(s spot, count, delta int, items ...item) {
	if len(l.blocks) == 0 {
		l.blocks = append(l.blocks, block{})
	}
	b := &l.blocks[s.b]
	b.items = slices.Replace(b.items, s.i, s.i+count, items...)
	b.n += delta
	l.n += delta
	if len(b.items) <= maxItems {
		return
	}
	half := len(b.items) / 2
	rest := block{items: slices.Clone(b.items[half:])}
	for _, it := range rest.items {
		rest.n += it.n
	}
	b.items, b.n = b.items[:half:half], b.n-rest.n
	l.blocks = slices.Insert(l.blocks, s.b+1, rest)
}

// end returns where the last of elements lies that nobody has changed.
func (l *list) end() int {
	items := l.blocks[len(l.blocks)-1].items
	return items[len(items)-1].to
}

// items calls yield for all items, until it returns false.
func (l *list) items(yield func(it *item) bool) {
	for b := range l.blocks {
		for i := range l.blocks[b].items {
			if !yield(&l.blocks[b].items[i]) {
				return
			}
		}
	}
}
