package view

import (
	"bytes"
	"slices"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/mem"
	"github.com/beve-org/beve-go/wire"
)

// alike has the keys of the rows before, in their order. Rows are most often alike, and then the
// next key is compared with the one that is expected, by words, and not read.
type alike []rowKey

// A rowKey is a key, with its SIZE.
type rowKey struct {
	bytes []byte
	size  int // of bytes
	name  int // which of the names that are wanted it is, or -1
	need  int // bytes that must be left: what words are loaded from, and a number after the key
	// Where two words have all bytes: the first, and one that begins so many bytes later.
	words               bool
	first, last         uint64
	firstMask, lastMask uint64
	lastAt              int
}

// numberBytes is the most that a number takes, with its header.
const numberBytes = 17

func newRowKey(b []byte, name int) rowKey {
	k := rowKey{bytes: b, size: len(b), name: name, need: max(len(b), 16) + numberBytes, words: len(b) <= 16}
	if !k.words {
		return k
	}
	var room [16]byte
	copy(room[:], b)
	k.first, k.firstMask = mem.Word(room[:], 0), ^uint64(0)
	if len(b) < 8 {
		k.firstMask >>= 64 - 8*len(b)
	} else {
		k.lastAt, k.lastMask = len(b)-8, ^uint64(0)
		k.last = mem.Word(room[:], k.lastAt)
	}
	return k
}

// maxAlike is how many keys are remembered, and ahead how far one is looked for.
const (
	maxAlike = 64
	ahead    = 4
)

// note returns which key comes after one that was not expected at k: that is looked for among those
// that follow, and else put there.
func (a *alike) note(k int, b []byte, name int) (next int) {
	for i, key := range (*a)[k:min(k+ahead, len(*a))] {
		if bytes.Equal(key.bytes, b) {
			return k + i + 1
		}
	}
	switch {
	case len(*a) < maxAlike:
		*a = slices.Insert(*a, k, newRowKey(b, name))
	case k < maxAlike:
		(*a)[k] = newRowKey(b, name)
	default:
		return k
	}
	return k + 1
}

// members passes over at most n members that have the keys expected, from k on, and values that are
// short, and notes in cells where those are that are wanted. It returns how many it has passed, the
// key that is expected then, and where the member is.
func (a alike) members(src []byte, off, n, k int, cells []int, b *fault.Budget) (done, expected, next int) {
	for ; done < n && k < len(a); k++ {
		key := &a[k]
		if len(src)-off < key.need {
			break
		}
		if !key.words {
			if !bytes.HasPrefix(src[off:], key.bytes) {
				break
			}
		} else if (mem.Word(src, off)^key.first)&key.firstMask|(mem.Word(src, off+key.lastAt)^key.last)&key.lastMask != 0 {
			break
		}
		at := off + key.size
		next := at + int(widths[mem.Byte(src, at)])
		if next == at {
			if next = short(src, at, b); next == 0 {
				break
			}
		}
		if uint(key.name) < uint(len(cells)) {
			cells[key.name] = at
		}
		off = next
		done++
	}
	return done, k, off
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
	if len(src)-off >= numberBytes {
		if w := widths[src[off]]; w > 0 {
			return off + int(w), nil
		}
		if next = short(src, off, b); next > 0 {
			return next, nil
		}
	}
	return wire.SkipWithin(src, off, b)
}

// short returns the offset after a string, or an array of strings, if these are short and ASCII, and
// else 0. numberBytes are left.
func short(src []byte, off int, b *fault.Budget) (next int) {
	switch wire.Header(src[off]) {
	case wire.HeaderString:
		return ascii(src, off+1)
	case wire.HeaderStrings:
		n := int(src[off+1])
		if n == 0 || n&3 != 0 {
			return 0
		}
		next = off + 2
		for range n >> 2 {
			if next = ascii(src, next); next == 0 {
				return 0
			}
		}
		if b.Enter(n >> 2) {
			b.Leave()
			return next
		}
	}
	return 0
}

// ascii returns the offset after the text whose SIZE is at off, if that has one byte and the text is
// ASCII, and else 0.
func ascii(src []byte, off int) (next int) {
	if len(src)-off < 9 {
		return 0
	}
	n := int(src[off])
	if off++; n&3 != 0 || n>>2 > len(src)-off-8 {
		return 0
	}
	next = off + n>>2
	var all uint64
	for ; off+8 <= next; off += 8 {
		all |= mem.Word(src, off)
	}
	if (all|mem.Word(src, off)<<(64-8*uint(next-off)))&highBits != 0 {
		return 0
	}
	return next
}
