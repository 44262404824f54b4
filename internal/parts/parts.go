// Package parts is what the Views of texts and of MessagePack do alike: their parts
// remember together what one of them has found out, and say which case of a union they are.
package parts

import (
	"sync"

	"github.com/beve-org/beve-go/internal/fault"
)

// A Finder returns the path of what is at an offset of a message. It goes on from where it
// was asked before, if it can.
type Finder interface{ At(off int) fault.Pointer }

// Shared is what the parts know together that one iteration has led to, and those that
// others within it have: work that is done for one of them is not done again for the next,
// so that a program that goes through all of a message reads it a few times at most. The
// zero value knows nothing. It is safe for concurrent use.
type Shared[F Finder] struct {
	ends
	finder F
	found  bool // finder is set
}

// ends has where the container that was gone through last begins and ends.
type ends struct {
	mu         sync.Mutex
	start, end int
}

// Ended notes where the container at start ends; 0 says that it is not known.
func (s *ends) Ended(start, end int) {
	if end > 0 {
		s.mu.Lock()
		s.start, s.end = start, end
		s.mu.Unlock()
	}
}

// EndOf returns where the container at start ends, or 0.
func (s *ends) EndOf(start int) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.start == start {
		return s.end
	}
	return 0
}

// Path returns the path of what is at off, by the one Finder that is made for all parts.
func (s *Shared[F]) Path(off int, finder func() F) fault.Pointer {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.found {
		s.finder, s.found = finder(), true
	}
	return s.finder.At(off)
}
