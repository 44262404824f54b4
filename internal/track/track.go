// Package track says where a reader stands that reads a value part by part: in which part of
// each container that is open. Paths are made of that.
package track

import (
	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/mem"
)

// A Stack has the containers that are open, and of each the part that its reader came to last.
// The zero Stack has none. Its methods are about the innermost, which there has to be.
type Stack struct {
	levels []level
	keys   []byte // of the parts that have one, the outermost first
}

type level struct {
	count int   // parts that the reader came to
	end   int32 // of the key, in keys
	kind  uint8 // of the part
}

const (
	none uint8 = iota // the container has just been opened, or was left for an error
	element
	member
)

// Open adds a container, in the part that the reader came to last.
func (s *Stack) Open() { s.levels = mem.Push(s.levels, level{end: int32(len(s.keys))}) }

// Close removes a container.
func (s *Stack) Close() {
	last := len(s.levels) - 1
	s.keys = s.keys[:s.start(last)]
	s.levels = s.levels[:last]
}

// Reset removes all.
func (s *Stack) Reset() { s.levels, s.keys = s.levels[:0], s.keys[:0] }

// start returns where the key of a level begins.
func (s *Stack) start(i int) int {
	if i == 0 {
		return 0
	}
	return int(s.levels[i-1].end)
}

// Count returns how many parts the reader came to.
func (s *Stack) Count() int { return s.levels[len(s.levels)-1].count }

// Element moves to the next element of an array.
func (s *Stack) Element() {
	l := &s.levels[len(s.levels)-1]
	l.count++
	l.kind = element
}

// Passed moves past n parts, of which there is no path any more.
func (s *Stack) Passed(n int) {
	l := &s.levels[len(s.levels)-1]
	l.count += n
	l.kind = none
}

// Member moves to the next member of an object, whose key it copies.
func (s *Stack) Member(key []byte) {
	i := len(s.levels) - 1
	if len(key) > fault.MaxPath {
		key = []byte(fault.Pointer(key).ShortIn(fault.MaxPath))
	}
	s.keys = append(s.keys[:s.start(i)], key...)
	l := &s.levels[i]
	l.count, l.kind, l.end = l.count+1, member, int32(len(s.keys))
}

// Leave moves out of the part, into the container alone.
func (s *Stack) Leave() { s.levels[len(s.levels)-1].kind = none }

// Path returns the path of the part of the innermost container, or "" where none is open.
func (s *Stack) Path() fault.Pointer {
	var t fault.Trail
	for i := len(s.levels) - 1; i >= 0; i-- {
		switch l := &s.levels[i]; l.kind {
		case element:
			t.Index(l.count - 1)
		case member:
			t.Key(mem.String(s.keys[s.start(i):l.end]))
		}
	}
	return t.Pointer()
}
