package view

import (
	"sync"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/mem"
	"github.com/beve-org/beve-go/wire"
)

// finder is a walk over a message, value by value, that knows its path. It stands
// still between two questions, so that questions in the order of the message
// cost one walk together.
type finder struct {
	mu     sync.Mutex
	at     int     // the value that it stands at; 0 before the start
	stack  []place // the containers that hold it
	failed bool
}

// place is a container and the child of it that the finder is in.
type place struct {
	head  wire.Header
	off   int
	left  int // children after that one
	index int
	key   int // the offset of its key, or of the names of a table
	entry int // the next one of an index
	width int // of a table, the number of its fields
}

// keptPlaces is how deep a stack may be that a message keeps.
const keptPlaces = 4096

// path returns the path of the value, or element of a string array, at target.
func (m *message) path(target int) fault.Pointer {
	f := &m.finder
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.at == 0 || f.at > target || f.failed {
		f.at, f.stack, f.failed = m.root, f.stack[:0], false
	}
	for f.at != target {
		if f.at > target || !f.advance(m.src, m.typeTags) {
			f.failed = true
			return "" // no View leads here, unless the message was changed
		}
	}
	var t fault.Trail
	size := 0
	for i := len(f.stack) - 1; i >= 0; i-- {
		size += f.stack[i].add(&t, m.src)
		if size > maxPath {
			return ""
		}
	}
	if cap(f.stack) > keptPlaces {
		f.stack, f.failed = nil, true
	}
	return t.Pointer()
}

// advance moves to the next value in the order of the message: into a container,
// past everything else.
func (f *finder) advance(src []byte, typeTags bool) bool {
	next, ok := f.enter(src, typeTags)
	if !ok {
		return false
	}
	for {
		if len(f.stack) == 0 {
			return false
		}
		p := &f.stack[len(f.stack)-1]
		if p.left > 0 {
			p.left--
			p.index++
			p.step(src, next)
			f.at = p.value(src, next)
			return f.at >= 0
		}
		f.stack = f.stack[:len(f.stack)-1]
	}
}

// enter puts the container at f.at on the stack and returns where its children
// start, or the position after what has none.
func (f *finder) enter(src []byte, typeTags bool) (next int, ok bool) {
	if n := len(f.stack); n > 0 && f.stack[n-1].head == wire.HeaderStrings {
		_, next, err := wire.ViewText(src, f.at)
		return next, err == nil
	}
	h, err := wire.ReadHeader(src, f.at)
	if err != nil {
		return 0, false
	}
	p := place{head: h, off: f.at, index: -1}
	switch h.Kind() {
	case wire.KindArray:
		p.left, next, err = wire.ReadArray(src, f.at)
	case wire.KindStringArray:
		p.left, next, err = wire.ReadStrings(src, f.at)
	case wire.KindObject, wire.KindIntObject:
		_, p.left, next, err = wire.ReadObject(src, f.at)
	case wire.KindTable:
		if wire.TypeTagAt(src, f.at, typeTags) {
			p.left = 1
			_, next, err = wire.ReadTypeTag(src, f.at)
			break
		}
		next, err = p.openTable(src)
	case wire.KindIndexed:
		next, err = p.openIndexed(src)
	case wire.KindInterval:
		p.left, next = 2, f.at+1
	case wire.KindMatrix:
		p.left, next = 2, f.at+wire.MatrixExtents
	default:
		next, err = wire.Skip(src, f.at)
	}
	if p.left > 0 && err == nil {
		f.stack = mem.Push(f.stack, p)
	}
	return next, err == nil
}

// openIndexed begins a place in an indexed object.
func (p *place) openIndexed(src []byte) (next int, err error) {
	x, err := wire.OpenIndexed(src, p.off)
	if err != nil {
		return 0, err
	}
	_, p.entry, err = wire.ReadIndexed(src, p.off)
	p.left = x.Len
	return x.Data, err
}

// openTable begins a place in a table.
func (p *place) openTable(src []byte) (next int, err error) {
	t, err := wire.ReadTable(src, p.off)
	p.left, p.width, p.entry = t.Rows*t.Fields, t.Fields, t.Names
	return t.Cells, err
}

// step notes where the key of the child at off lies.
func (p *place) step(src []byte, off int) {
	switch p.head.Kind() {
	case wire.KindIndexed:
		p.key = p.entry
		_, p.entry, _ = wire.ReadIndexEntry(src, p.entry)
	case wire.KindTable:
		// From name to name, row after row; of a type tag there is none.
		if p.width > 0 && p.index%p.width > 0 {
			_, p.key = viewName(src, p.key)
		} else {
			p.key = p.entry
		}
	default:
		p.key = off
	}
}

// value returns the offset of the value of the child at off: the end of its key.
func (p *place) value(src []byte, off int) int {
	var err error
	switch p.head.Kind() {
	case wire.KindObject:
		_, off, err = wire.ViewText(src, off)
	case wire.KindIntObject:
		_, off, err = wire.ReadIntKey(src, off, p.head)
	}
	if err != nil {
		return -1
	}
	return off
}

// add notes the child as an outer segment of t, and returns the length of it.
func (p *place) add(t *fault.Trail, src []byte) int {
	switch p.head.Kind() {
	case wire.KindObject:
		text, _, _ := wire.ViewText(src, p.key)
		if len(text) <= maxPath {
			t.Key(string(text))
		}
		return len(text) + 1
	case wire.KindIntObject:
		n, _, _ := wire.ReadIntKey(src, p.key, p.head)
		t.Key(n.String())
	case wire.KindMatrix:
		t.Key(names[nameExtents+p.index])
	case wire.KindInterval:
		t.Key(names[nameStart+p.index])
	case wire.KindIndexed:
		text, _, _ := wire.ViewText(src, p.key)
		if len(text) <= maxPath {
			t.Key(string(text))
		}
		return len(text) + 1
	case wire.KindTable:
		return p.addCell(t, src)
	default:
		t.Index(p.index)
	}
	return 2
}

// addCell notes a value of a table as two outer segments of t.
func (p *place) addCell(t *fault.Trail, src []byte) int {
	if p.width == 0 { // a type tag
		t.Key(names[nameValue])
		return 2
	}
	name, _ := viewName(src, p.key)
	if len(name) <= maxPath {
		t.Key(string(name))
	}
	t.Index(p.index / p.width)
	return len(name) + 3
}
