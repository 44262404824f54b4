package view

import (
	"bytes"
	"math"
	"slices"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/mem"
	"github.com/beve-org/beve-go/wire"
)

// alike has the members of the rows before, in their order. Rows are most often alike, and then the
// next key is compared with the one that is expected, by words, and not read.
type alike []likely

// likely is a member that is expected. The members of a row of a table have keys of no bytes.
type likely struct {
	key  []byte // with its SIZE
	size int    // of key
	name int    // which of the names that are wanted it is, or -1
	need int    // bytes that must be left: those that words are loaded from, and a number after the key
	// The key in words: the first, of which a mask has what belongs to it, and if it is long two
	// more, which may overlap.
	first, firstMask uint64
	middle, last     uint64
	middleAt, lastAt int
	long             bool
	// The header that the value had the last time, and what it took, where the header alone says that.
	// A processor that guesses that it is the same again need not wait for the header to know where
	// the next member lies.
	head  byte
	bytes int
}

// numberBytes is the most that a number takes, with its header; maxKey the longest key that is
// compared by words; and noHead a header that no value has.
const (
	numberBytes = 17
	maxKey      = 24
	noHead      = 0x07
)

func newLikely(key []byte, name int) likely {
	n := len(key)
	m := likely{key: key, size: n, name: name, need: max(n, 8) + numberBytes, head: noHead}
	var room [maxKey]byte
	switch copy(room[:], key); {
	case n > maxKey:
		m.need = math.MaxInt // of nothing are so many left: it is read
	case n <= 8:
		m.first, m.firstMask = mem.Word(room[:], 0), 1<<(8*n)-1
	default:
		m.first, m.firstMask, m.long = mem.Word(room[:], 0), ^uint64(0), true
		m.lastAt, m.middleAt = n-8, min(8, n-8)
		m.middle, m.last = mem.Word(room[:], m.middleAt), mem.Word(room[:], m.lastAt)
	}
	return m
}

// maxAlike is how many members are remembered, and ahead how far one is looked for.
const (
	maxAlike = 64
	ahead    = 4
)

// note returns which member comes after one that was not expected at k: that is looked for among
// those that follow, and else put there.
func (a *alike) note(k int, key []byte, name int) (next int) {
	for i := k; i < min(k+ahead, len(*a)); i++ {
		if bytes.Equal((*a)[i].key, key) {
			return i + 1
		}
	}
	switch {
	case len(*a) < maxAlike:
		*a = slices.Insert(*a, k, newLikely(key, name))
	case k < maxAlike:
		(*a)[k] = newLikely(key, name)
	default:
		return k
	}
	return k + 1
}

// members passes over at most n members that are the expected ones, from k on, and have values that
// are short, and notes in cells where the values are that are wanted. It returns how many it has
// passed, and where it has come to.
func (a alike) members(src []byte, off, n, k int, cells []int, b *fault.Budget) (done, next int) {
	expected := a[k:min(k+n, len(a))]
	for i := range expected {
		m := &expected[i]
		if len(src)-off < m.need || (mem.Word(src, off)^m.first)&m.firstMask != 0 {
			return i, off
		}
		if m.long && (mem.Word(src, off+m.middleAt)^m.middle)|(mem.Word(src, off+m.lastAt)^m.last) != 0 {
			return i, off
		}
		at := off + m.size
		next := at + m.bytes
		if mem.Byte(src, at) != m.head {
			if next = m.value(src, at, b); next == 0 {
				return i, off
			}
		}
		if uint(m.name) < uint(len(cells)) {
			cells[m.name] = at
		}
		off = next
	}
	return len(expected), off
}

// values is members for those of a row of a table, which have no keys, from k on.
func (a alike) values(src []byte, off, k int, cells []int, b *fault.Budget) (done, next int) {
	expected := a[k:]
	for i := range expected {
		m := &expected[i]
		if len(src)-off < numberBytes {
			return i, off
		}
		next := off + m.bytes
		if mem.Byte(src, off) != m.head {
			if next = m.value(src, off, b); next == 0 {
				return i, off
			}
		}
		if uint(m.name) < uint(len(cells)) {
			cells[m.name] = off
		}
		off = next
	}
	return len(expected), off
}

// value returns the offset after a value that does not have the header of the last time, at src[off:]
// with numberBytes left, if it is short, and else 0.
func (m *likely) value(src []byte, off int, b *fault.Budget) (next int) {
	h, texts := mem.Byte(src, off), 1
	switch w := int(PlainWidth[h]); {
	case w > 0:
		m.head, m.bytes = h, w
		return off + w
	case h == byte(wire.HeaderString):
		next = off + 1
	case h == byte(wire.HeaderStrings) && mem.Byte(src, off+1)&3 == 0:
		texts, next = int(mem.Byte(src, off+1)>>2), off+2
		if texts > 0 && !b.Enter(texts) {
			return 0 // wire.SkipWithin says so
		}
		b.Leave()
	default:
		return 0
	}
	for ; texts > 0; texts-- { // of ASCII, whose SIZE has one byte
		size := int(mem.Byte(src, next))
		text := next + 1
		if next = text + size>>2; size&3 != 0 || next+8 > len(src) {
			return 0
		}
		var all uint64
		switch {
		case size >= 4*8:
			for all = mem.Word(src, next-8); text < next-8; text += 8 {
				all |= mem.Word(src, text)
			}
		case size > 0:
			all = mem.Word(src, text) << (64 - 2*uint(size))
		}
		if all&highBits != 0 {
			return 0
		}
	}
	return next
}

// PlainWidth has, by its header, the length of a value where that alone says it: of null, booleans and numbers, which
// are the header and perhaps a number. It is 0 for others.
var PlainWidth = func() (t [256]uint8) {
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
