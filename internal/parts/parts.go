// Package parts is what the Views of texts and of MessagePack do alike: they follow a path
// to a part, and their parts remember together what one of them has found out.
package parts

import (
	"sync"

	"github.com/beve-org/beve-go/internal/fault"
)

// Ways are how a View of type V is gone into.
type Ways[V any] struct {
	IsArray func(V) bool
	Key     func(V, string) (V, error)
	Index   func(V, int) (V, error)
	// Fail returns an error about the View, of a cause.
	Fail func(V, error) error
}

// Follow returns the part of v that path leads to. Where v has no such part, the error is
// that of the part that lacks it.
func (w *Ways[V]) Follow(v V, path fault.Pointer) (V, error) {
	var none V
	segments, ok := path.Segments()
	if !ok {
		return none, w.Fail(v, fault.NoPointer(path))
	}
	for {
		segment, more := segments.Next()
		if !more {
			return v, nil
		}
		var err error
		if !w.IsArray(v) {
			v, err = w.Key(v, segment)
		} else if i, ok := fault.ParseIndex(segment); ok {
			v, err = w.Index(v, i)
		} else {
			err = w.Fail(v, fault.NoIndex(segment))
		}
		if err != nil {
			return none, err
		}
	}
}

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
