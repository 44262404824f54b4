// Package slab is memory that the short results of one decode are cut from: a message of
// many strings takes few allocations.
package slab

import (
	"github.com/beve-org/beve-go/internal/mem"
	"github.com/beve-org/beve-go/internal/simd"
)

const (
	// MaxText is the most bytes of a string that shares memory. One that is kept keeps
	// at most a block of its neighbours alive, which has no pointers.
	MaxText   = 64
	blockSize = 1024
)

// Text is a block that short strings are cut from: Mem[Used:] is free. It counts instead
// of slicing, so that a string costs no store of a pointer beside its own. The zero value
// is empty.
type Text struct {
	Mem  []byte
	Used int
	// AnyBytes lets Read take text that is not valid UTF-8. Elsewhere makes it leave all
	// text to its caller, since strings are to lie elsewhere.
	AnyBytes, Elsewhere bool
}

// Room makes sure that a whole word can be stored at the end of n more bytes, at most
// MaxText.
func (t *Text) Room(n int) {
	if t.Used+n+8 > len(t.Mem) {
		t.Mem, t.Used = make([]byte, blockSize), 0
	}
}

// String returns a copy of text, which shares memory with others if it is short.
func (t *Text) String(text []byte) string {
	n := len(text)
	if n > MaxText {
		return string(text)
	}
	if n == 0 {
		return ""
	}
	t.Room(n)
	at := t.Used
	copy(t.Mem[at:at+n], text)
	t.Used += n
	return mem.StringAt(t.Mem, at, n)
}

// highBits has the bits of a word that no byte of ASCII has.
const highBits = 0x8080808080808080

// Read makes *s the n bytes at src[off:], which need not all be there, and returns the
// offset after them. It does in one pass over the bytes what takes several functions
// otherwise: checks for ASCII, compares with the string that is there already, copies. It
// returns -1, having done nothing that shows, where more care is needed: the text is
// of MaxText bytes or more, or not all there, or not valid, or shorter than a word and so near
// to the start of src that no word ends with it.
//
// The loads are in bounds since n bytes are left at off, and a word that ends with the
// last of them begins within src; the stores since Room has made room for n bytes and one
// word more.
func (t *Text) Read(src []byte, off, n int, s *string) int {
	if uint(n-1) >= MaxText-1 || n > len(src)-off || off+n < 8 || t.Elsewhere {
		if n == 0 && !t.Elsewhere {
			*s = ""
			return off
		}
		return -1
	}
	old, end := *s, off+n
	last := mem.Word(src, end-8)
	if n < 8 {
		last >>= 64 - 8*n
		if last&highBits != 0 && !t.AnyBytes && !simd.ValidUTF8(src[off:end]) {
			return -1
		}
		if len(old) == n && old == string(src[off:end]) {
			return end
		}
		t.Room(n)
		mem.PutWord(t.Mem, t.Used, last)
	} else {
		if len(old) == n && last == mem.StringWord(old, n-8) {
			if seen, i := Same(src, off, n-8, old); i >= n-8 {
				if (seen|last)&highBits != 0 && !t.AnyBytes && !simd.ValidUTF8(src[off:end]) {
					return -1
				}
				return end
			}
		}
		t.Room(n)
		seen := last | Copy(t.Mem, t.Used, src, off, n-8)
		mem.PutWord(t.Mem, t.Used+n-8, last)
		if seen&highBits != 0 && !t.AnyBytes && !simd.ValidUTF8(src[off:end]) {
			return -1
		}
	}
	at := t.Used
	t.Used = at + n
	*s = mem.StringAt(t.Mem, at, n)
	return end
}

// Same compares the words at src[off:] with those of old, up to n bytes, which may end
// inside the last word, and returns the bits that are set in any of those that are the same,
// and where the first one is that differs: n or more if there is none. It and Copy are
// inlined into the readers of short text, which generated code has one more of.
func Same(src []byte, off, n int, old string) (seen uint64, i int) {
	for ; i < n; i += 8 {
		w := mem.Word(src, off+i)
		if w != mem.StringWord(old, i) {
			break
		}
		seen |= w
	}
	return seen, i
}

// Copy stores the words at src[off:] at dst[at:], up to n bytes, which may end inside the
// last word, and returns the bits that are set in any of them.
func Copy(dst []byte, at int, src []byte, off, n int) (seen uint64) {
	for i := 0; i < n; i += 8 {
		w := mem.Word(src, off+i)
		seen |= w
		mem.PutWord(dst, at+i, w)
	}
	return seen
}

// Strings is memory that the short string slices of one message are cut from, each
// clipped to its length. Unlike the memory of strings it holds pointers, and a slice that
// is kept keeps the strings of its neighbours: so it is never kept for the next message,
// and long strings are to be kept out of it.
type Strings struct {
	free []string
	size int // of the next slab; the first slice of a message has its own memory
}

const (
	maxListed = 16 // strings of a slice that is cut from a slab
	maxSlab   = 64 // strings of a slab
)

// Reset forgets the message.
func (l *Strings) Reset() {
	if l.size != 0 {
		*l = Strings{}
	}
}

// Cost returns how many bytes Take allocates for n strings.
func (l *Strings) Cost(n int) int {
	switch {
	case n <= maxListed && n <= len(l.free):
		return 0
	case n <= maxListed:
		n = max(n, l.size)
	}
	return n * mem.SizeOf[string]()
}

// Take returns a slice of n empty strings, and whether others share its memory.
func (l *Strings) Take(n int) (list []string, shared bool) {
	switch {
	case n == 0:
		return []string{}, false
	case n > maxListed:
		return make([]string, n), false
	case n > len(l.free):
		room := max(n, l.size)
		l.free, l.size = make([]string, room), min(max(2*l.size, maxListed), maxSlab)
	}
	list, l.free = l.free[:n:n], l.free[n:]
	return list, true
}

// Resize returns a slice of n elements that reuses s when it is large enough. A nil s is
// never reused, so that an empty array makes an empty slice and not nil, which is null.
// The elements hold arbitrary values.
func Resize[T any](s []T, n int) []T {
	if n <= cap(s) && s != nil {
		return s[:n]
	}
	return make([]T, n)
}
