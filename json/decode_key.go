// Keys that are expected, compared in place.

package json

import (
	"strings"

	"github.com/beve-org/beve-go/internal/mem"
)

// expectedKey is the text of a key with its quotes and the colon behind. The first and
// the last eight bytes of it are compared as words, the first under a mask where it is
// shorter, and if it is longer than both the whole is.
type expectedKey struct {
	text              string
	first, last, mask uint64
}

func expectKey(name string) expectedKey {
	k := expectedKey{text: `"` + name + `":`}
	k.first = mem.StringWord(k.text+strings.Repeat("\x00", 8), 0)
	if n := len(k.text); n < 8 {
		k.mask = 1<<(8*uint(n)) - 1
	} else {
		k.mask, k.last = 1<<64-1, mem.StringWord(k.text, n-8)
	}
	return k
}

// noKey matches nothing: its two words overlap and differ.
var noKey = expectedKey{text: "\x00\x00\x00\x00\x00\x00\x00\x00\xFF", mask: 1<<64 - 1, last: 1<<64 - 1}

// name is the key itself.
func (k *expectedKey) name() string { return k.text[1 : len(k.text)-2] }

// match returns the offset of the value behind the key if that stands at b[i], or -1.
func (k *expectedKey) match(b []byte, i int) int {
	n := len(k.text)
	// One byte of the value has to follow, perhaps behind one space.
	if i+max(n, 8)+2 > len(b) || (mem.Word(b, i)^k.first)&k.mask != 0 {
		return -1
	}
	if n > 8 && (mem.Word(b, i+n-8) != k.last || n > 16 && string(b[i+8:i+n-8]) != k.text[8:n-8]) {
		return -1
	}
	if i += n; b[i] == ' ' {
		i++
	}
	if b[i] <= ' ' {
		return -1 // more space, which the caller reads with the key again
	}
	return i
}
