// Package slab is memory that the short results of one decode are cut from: a message of
// many strings takes few allocations.
package slab

import "github.com/beve-org/beve-go/internal/mem"

// LongestText is the most bytes that a string has which shares memory. One that is kept
// keeps at most a block of its neighbours alive, which has no pointers.
const (
	LongestText = 64
	blockSize   = 1024
)

// Text is a block that short strings are cut from: Mem[Used:] is free. It counts instead
// of slicing, so that a string costs no store of a pointer beside its own. The zero value
// is empty.
type Text struct {
	Mem  []byte
	Used int
}

// Room makes sure that a whole word can be stored at the end of n more bytes, at most
// LongestText.
func (t *Text) Room(n int) {
	if t.Used+n+8 > len(t.Mem) {
		t.Mem, t.Used = make([]byte, blockSize), 0
	}
}

// String returns a copy of text, which shares memory with others if it is short.
func (t *Text) String(text []byte) string {
	n := len(text)
	if n > LongestText {
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
