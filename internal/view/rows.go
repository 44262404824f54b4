package view

import (
	"bytes"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/mem"
	"github.com/beve-org/beve-go/wire"
)

// Rows goes through the elements of arrays, and has the one that it is at.
type Rows struct {
	// Cells has where the values of the wanted members lie, in the message; 0 for one that the row
	// does not have.
	Cells []int
	// Other says that the row is not an object, or one whose names are not in the message: it is
	// for its View to say what it has.
	Other bool

	v     View
	l     list
	names []string
	// plain has the keys of the row before, with their sizes, and which of the names each is. Rows
	// are most often alike, and then keys are compared with these, and not read.
	plain []rowKey
}

type rowKey struct {
	bytes []byte
	name  int // -1 if it is not wanted
	// The bytes as words, where they are so many that two words have them: the first, and the last.
	first, last uint64
	words       bool
	mask        uint64 // of first, where it has all
}

func newRowKey(b []byte, name int) rowKey {
	k := rowKey{bytes: b, name: name, words: len(b) > 0 && len(b) <= 16, mask: ^uint64(0)}
	if !k.words {
		return k
	}
	var room [16]byte
	copy(room[:], b)
	if k.first = mem.Word(room[:], 0); len(b) < 8 {
		k.mask >>= 64 - 8*len(b)
	}
	if k.last = k.first; len(b) > 8 {
		k.last = mem.Word(room[:], len(b)-8)
	}
	return k
}

// at reports whether the key lies at off.
func (k *rowKey) at(src []byte, off int) bool {
	if k.words && len(src)-off >= 16 {
		if mem.Word(src, off)&k.mask != k.first {
			return false
		}
		return len(k.bytes) <= 8 || mem.Word(src, off+len(k.bytes)-8) == k.last
	}
	return bytes.HasPrefix(src[off:], k.bytes)
}

// widths has the length of a value with a header where that alone says it: of null, booleans and
// numbers.
var widths = func() (t [256]uint8) {
	for i := range t {
		switch h := wire.Header(i); h.Kind() {
		case wire.KindNull, wire.KindBool:
			t[i] = 1
		case wire.KindNumber:
			t[i] = uint8(1 + h.Width())
		}
	}
	return t
}()

// highBits has the bit set, in each of eight bytes, that ASCII leaves clear.
const highBits = 0x8080808080808080

// pass is wire.SkipWithin, with short values in place.
func pass(src []byte, off int, b *fault.Budget) (next int, err error) {
	if len(src)-off < 32 {
		return wire.SkipWithin(src, off, b)
	}
	h := src[off]
	if w := widths[h]; w > 0 {
		return off + int(w), nil
	}
	if wire.Header(h) == wire.HeaderString {
		if next = ascii(src, off+1); next > 0 {
			return next, nil
		}
	}
	return wire.SkipWithin(src, off, b)
}

// ascii returns the offset after the text whose SIZE is at off, if that has one byte and the text is
// ASCII, and else 0.
func ascii(src []byte, off int) (next int) {
	n := int(src[off])
	if off++; n&3 != 0 || off+n>>2+8 > len(src) {
		return 0
	}
	n >>= 2
	next = off + n
	var all uint64
	for ; off+8 <= next; off += 8 {
		all |= mem.Word(src, off)
	}
	if all |= mem.Word(src, off) << (64 - 8*uint(next-off)); all&highBits != 0 {
		return 0
	}
	return next
}

// NewRows returns what goes through arrays for members of these names.
func NewRows(names []string) *Rows { return &Rows{names: names, Cells: make([]int, len(names))} }

// At returns where the row is in the message, or its first value is, of a table.
func (r *Rows) At() int { return r.l.at }

// View returns the row.
func (r *Rows) View() (View, error) { return r.l.child() }

// Cell returns the value of a wanted member that the row has.
func (r *Rows) Cell(i int) (View, error) {
	b := r.l.budget
	if r.l.kind != wire.KindTable && !b.Enter(1) {
		return View{}, r.v.fail(r.Cells[i], b.Err(), "", r.l.segment())
	}
	v, err := r.v.m.value(r.Cells[i], b)
	if err != nil {
		return View{}, r.v.fail(r.Cells[i], err, "", r.l.segment())
	}
	return v, nil
}

// Source returns the message that Cells are positions in.
func (r *Rows) Source() []byte { return r.v.m.src }

// Each calls yield at each element of v, a generic array or a table, until it returns false; more
// says that it did not. It walks over all of each element.
func (r *Rows) Each(v *View, yield func() (more bool, err error)) (more bool, err error) {
	r.v = *v
	if r.l, err = r.v.list(); err != nil {
		return false, err
	}
	l := &r.l
	if l.kind == wire.KindTable {
		return r.table(yield)
	}
	for l.i = range l.n {
		next, err := r.element()
		if err != nil {
			return false, r.v.fail(l.at, err, "", l.segment())
		}
		if more, err := yield(); !more || err != nil {
			return false, err
		}
		l.at = next
	}
	return true, nil
}

// table is Each for the rows of a table.
func (r *Rows) table(yield func() (more bool, err error)) (more bool, err error) {
	l := &r.l
	src, fields := r.v.m.src, make([]int, l.table.Fields)
	at := l.table.Names
	for i := range fields {
		var name []byte
		name, at = viewName(src, at)
		fields[i] = r.wanted(name)
	}
	clear(r.Cells)
	r.Other = false
	next := l.at
	for l.i = range l.n {
		l.at = next
		for _, name := range fields {
			if name >= 0 {
				r.Cells[name] = next
			}
			if next, err = pass(src, next, &l.budget); err != nil {
				return false, r.v.fail(next, err, "", l.segment())
			}
		}
		if more, err := yield(); !more || err != nil {
			return false, err
		}
	}
	return true, nil
}

// wanted returns which of the names a key is, or -1.
func (r *Rows) wanted(key []byte) int {
	for i, name := range r.names {
		if string(key) == name {
			return i
		}
	}
	return -1
}

// element finds the members of the element at l.at, and returns where it ends.
func (r *Rows) element() (next int, err error) {
	clear(r.Cells)
	r.Other = false
	src, at := r.v.m.src, r.l.at
	h, err := wire.ReadHeader(src, at)
	if err != nil {
		return at, err
	}
	switch h.Kind() {
	case wire.KindObject:
		return r.object(src, at)
	case wire.KindIndexed:
		return r.indexed(src, at)
	case wire.KindIntObject:
		return r.intObject(src, at)
	}
	r.Other = true
	return wire.SkipWithin(src, at, &r.l.budget)
}

func (r *Rows) object(src []byte, at int) (next int, err error) {
	_, n, next, err := wire.ReadObject(src, at)
	if err != nil {
		return at, err
	}
	b := &r.l.budget
	if n > 0 && !b.Enter(n) {
		return at, fault.At(at, b.Err())
	}
	for i := range n {
		name := -1
		if i < len(r.plain) && r.plain[i].at(src, next) {
			name = r.plain[i].name
			next += len(r.plain[i].bytes)
		} else {
			from := next
			var key []byte
			if key, next, err = wire.ViewText(src, next); err != nil {
				return next, err
			}
			name = r.wanted(key)
			if i < maxPlain {
				r.plain = append(r.plain[:i], newRowKey(src[from:next], name))
			}
		}
		if name >= 0 {
			r.Cells[name] = next
		}
		if next, err = pass(src, next, b); err != nil {
			return next, err
		}
	}
	if n > 0 {
		b.Leave()
	}
	return next, nil
}

// maxPlain is how many keys of a row are remembered.
const maxPlain = 64

func (r *Rows) indexed(src []byte, at int) (next int, err error) {
	x, err := wire.OpenIndexed(src, at)
	if err != nil {
		return at, err
	}
	b := &r.l.budget
	if x.Len > 0 && !b.Enter(x.Len) {
		return at, fault.At(at, b.Err())
	}
	next = x.Data
	for range x.Len {
		key, err := x.Next(src, next)
		if err != nil {
			return next, err
		}
		if name := r.wanted(key); name >= 0 {
			r.Cells[name] = next
		}
		if next, err = wire.SkipWithin(src, next, b); err != nil {
			return next, err
		}
	}
	if x.Len > 0 {
		b.Leave()
	}
	return next, x.Check(src, next)
}

func (r *Rows) intObject(src []byte, at int) (next int, err error) {
	h, n, next, err := wire.ReadObject(src, at)
	if err != nil {
		return at, err
	}
	b := &r.l.budget
	if n > 0 && !b.Enter(n) {
		return at, fault.At(at, b.Err())
	}
	var digits [maxKeyDigits]byte
	for range n {
		var key wire.Number
		if key, next, err = wire.ReadIntKey(src, next, h); err != nil {
			return next, err
		}
		if name := r.wanted(key.AppendDecimal(digits[:0])); name >= 0 {
			r.Cells[name] = next
		}
		if next, err = wire.SkipWithin(src, next, b); err != nil {
			return next, err
		}
	}
	if n > 0 {
		b.Leave()
	}
	return next, nil
}

// Unique reports that the members of v have different keys anyway: those of a table, or of an index.
func (v *View) Unique() bool { return v.form == formRow || v.head.Kind() == wire.KindIndexed }

// Numbers returns the numbers of an array of numbers, and how each is had as a View. For other
// values ok is false.
func (v *View) Numbers() (a wire.Numbers, element func(i int) View, ok bool, err error) {
	if k := v.Kind(); k != wire.KindNumberArray && k != wire.KindAligned {
		return a, nil, false, nil
	}
	r, err := v.run()
	if err != nil {
		return a, nil, false, err
	}
	return r.numbers.Slice(r.first, r.first+r.n), func(i int) View { return r.element(v, i) }, true, nil
}
