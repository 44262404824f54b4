// Package track says where a reader stands that reads a value part by part: in which part of
// each container that is open. Paths are made of that.
package track

import (
	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/mem"
)

// A Part is the part of an open container that its reader came to last. The zero Part is
// none, of a container that has just been opened.
type Part struct {
	// Count is how many parts the reader came to, that one included.
	Count int
	key   []byte
	kind  uint8
}

const (
	none uint8 = iota
	element
	member
)

// Element moves to the next element of an array.
func (p *Part) Element() { p.Count, p.kind = p.Count+1, element }

// Member moves to the next member of an object, whose key it copies.
func (p *Part) Member(key []byte) {
	p.Count, p.kind = p.Count+1, member
	if len(key) > fault.MaxPath {
		key = []byte(fault.Pointer(key).ShortIn(fault.MaxPath))
	}
	p.key = append(p.key[:0], key...)
}

// Leave moves out of the part, into the container alone.
func (p *Part) Leave() { p.kind = none }

// Open makes p that of another container. The memory is used again.
func (p *Part) Open() { p.Count, p.kind = 0, none }

// Add adds p as an outer segment of t.
func (p *Part) Add(t *fault.Trail) {
	switch p.kind {
	case element:
		t.Index(p.Count - 1)
	case member:
		t.Key(mem.String(p.key))
	}
}

// Path returns the path of the innermost of n parts that part returns, the outermost being 0.
func Path(n int, part func(i int) *Part) fault.Pointer {
	var t fault.Trail
	for i := n - 1; i >= 0; i-- {
		part(i).Add(&t)
	}
	return t.Pointer()
}
