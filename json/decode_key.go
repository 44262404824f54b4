// Keys: those that are expected are compared in place, others read.

package json

import (
	"github.com/beve-org/beve-go/internal/mem"
	"github.com/beve-org/beve-go/internal/structs"
)

// expectedKey is the text of a key with its quotes and the colon that follows. The first and
// the last eight bytes of it are compared as words, the first under a mask where it is
// shorter, and if it is longer than both the whole is.
type expectedKey struct {
	text              string
	first, last, mask uint64
	room              int // what must be left of the input to be looked at
}

func expectKey(name string) expectedKey {
	k := expectedKey{text: `"` + name + `":`}
	k.room = max(len(k.text), 8) + 2 // one byte of the value, perhaps after a space
	var b [8]byte
	copy(b[:], k.text)
	k.first = mem.Word(b[:], 0)
	if n := len(k.text); n < 8 {
		k.mask = 1<<(8*uint(n)) - 1
	} else {
		k.mask, k.last = 1<<64-1, mem.StringWord(k.text, n-8)
	}
	return k
}

// noKey matches nothing: its two words overlap and differ.
var noKey = expectedKey{text: "\x00\x00\x00\x00\x00\x00\x00\x00\xFF", mask: 1<<64 - 1, last: 1<<64 - 1, room: 11}

// name is the key itself.
func (k *expectedKey) name() string { return k.text[1 : len(k.text)-2] }

// match returns the offset of the value after the key if that stands at b[i], or -1.
func (k *expectedKey) match(b []byte, i int) int {
	if i+k.room > len(b) || (mem.Word(b, i)^k.first)&k.mask != 0 {
		return -1
	}
	n := len(k.text)
	if n > 8 && (mem.Word(b, i+n-8) != k.last || n > 16 && string(b[i+8:i+n-8]) != k.text[8:n-8]) {
		return -1
	}
	if i += n; mem.Byte(b, i) == ' ' {
		i++
	}
	if mem.Byte(b, i) <= ' ' {
		return -1 // more space, which the caller reads with the key again
	}
	return i
}

// keySlot is the place of a key in a keyCache.
type keySlot uint8

// noSlot holds no key. The keys expected after it are those expected where no key is known:
// its first is that of a text's outermost object.
const noSlot keySlot = 0

// keyCache remembers keys of maps, and which key came after which: documents repeat
// them in the same order, so that a key need not be searched for its end, checked and
// copied. There are few of them, so that they may stay with the pooled state.
type keyCache struct{ slots [256]cachedKey }

func newKeyCache() *keyCache {
	c := new(keyCache)
	for i := range c.slots {
		c.slots[i].expectedKey = noKey
	}
	return c
}

type cachedKey struct {
	expectedKey
	next  keySlot // the key after it
	first keySlot // the first key of an object that stands under it
}

// maxCached is the longest key that is remembered.
const maxCached = 40

// key reads the key at i and what stands between it and its value, whose offset it
// returns. slot is that of the key if it is one that is remembered.
func (d *decodeState) key(i int) (key string, slot keySlot, next int) {
	if d.src[i] != '"' {
		return "", noSlot, d.syntax()
	}
	text, end := d.text(i)
	if end < 0 {
		return "", noSlot, -1
	}
	n := len(text)
	if n == 0 || n > maxCached || end-i-2 != n || mem.Of(&text[0]) != mem.Of(&d.src[i+1]) {
		return d.own(text, i, end), noSlot, d.colon(end)
	}
	slot = d.keys.slotOf(text)
	return d.keys.slots[slot].name(), slot, d.colon(end)
}

// slotOf returns the slot of a key, which is one of a few, after making it hold the key.
func (c *keyCache) slotOf(text []byte) keySlot {
	first := keySlot(structs.Mix(text) * structs.Spread >> 56)
	free := first
	for way := range keySlot(4) {
		slot := first ^ way
		if slot == noSlot {
			continue
		}
		k := &c.slots[slot]
		if len(k.text) == len(text)+3 && k.name() == string(text) {
			return slot
		}
		if free == noSlot || k.text == noKey.text {
			free = slot
		}
	}
	c.slots[free] = cachedKey{expectedKey: expectKey(string(text))}
	return free
}

// colon passes a colon and returns the offset of the value after it.
func (d *decodeState) colon(i int) int {
	b := d.src
	if i+2 < len(b) && b[i] == ':' {
		if b[i+1] > ' ' {
			return i + 1
		}
		if b[i+1] == ' ' && b[i+2] > ' ' {
			return i + 2
		}
	}
	return d.rareColon(i)
}

func (d *decodeState) rareColon(i int) int {
	b := d.src
	if i = space(b, i); i >= len(b) || b[i] != ':' {
		return d.syntax()
	}
	if i = space(b, i+1); i >= len(b) {
		return d.syntax()
	}
	return i
}
