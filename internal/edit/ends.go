package edit

import (
	"slices"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/mem"
)

// ends remembers where the containers of a text end. To look into a container costs its length, as
// each child is passed over, and so a text that is looked into level by level costs its length for
// each of its levels. Few texts have many: only once several times the length of the text has been passed
// over, one more walk notes where all containers end. From then on none of them is passed over again.
//
// The text is one value that begins at start, and has been checked.
type ends struct {
	start  int
	passed int // bytes that were passed over
	known  bool
	spans  []span
	room   *[]level // for learn; texts may share it
	// check, if it is set, checks the children that are passed over, under budget.
	check  Checker
	budget fault.Budget
}

// A span is a container, in the order of the text.
type span struct{ off, end int }

const (
	maxPassed  = 4       // how often a text is passed over before the ends are noted
	freePassed = 4 << 10 // and how many bytes more
	minSpan    = 64      // the length from which on a container is noted: others are short
)

// in says that what follows is about the container at off and what it holds. It has been passed over.
func (e *ends) in(off int) {
	if !e.known {
		e.start = off
	}
}

// child reads the child at off of src, all of it.
func (e *ends) child(f Form, src []byte, off int, s Shape) (c Child, err error) {
	c.From = off
	if c.Key, c.Value, err = f.Key(src, off, s); err == nil {
		c.End, err = e.endOf(f, src, c.Value, s)
	}
	if err == nil {
		c.To, c.Next, err = f.After(src, c.End, s)
	}
	return c, err
}

// each calls yield for the children of a container of src, until it returns false.
func (e *ends) each(f Form, src []byte, s Shape, yield func(i int, c Child) bool) error {
	at := s.Body
	for i := 0; at >= 0 && (s.N < 0 || i < s.N); i++ {
		c, err := e.child(f, src, at, s)
		if err != nil {
			return err
		}
		if !yield(i, c) {
			return nil
		}
		at = c.Next
	}
	return nil
}

// index returns where the last member of each name lies, and finds out whether s is Numbered.
func (e *ends) index(f Form, src []byte, s *Shape) (map[string]int, error) {
	names := make(map[string]int, max(s.N, 0))
	err := e.each(f, src, *s, func(_ int, c Child) bool {
		names[mem.String(c.Key)] = c.From
		s.Numbered = s.Numbered && f.IsNumber(src, c.From)
		return true
	})
	return names, err
}

// endOf returns where the value of a child ends.
func (e *ends) endOf(f Form, src []byte, value int, s Shape) (end int, err error) {
	if s.Bare {
		return f.End(src, value, s)
	}
	if !e.known && e.check == nil && e.passed > maxPassed*len(src)+freePassed {
		if err := e.learn(f, src); err != nil {
			return value, err
		}
	}
	if e.known {
		if i, ok := slices.BinarySearchFunc(e.spans, value, func(s span, off int) int { return s.off - off }); ok {
			return e.spans[i].end, nil
		}
	}
	if e.check != nil {
		end, err = e.check.SkipWithin(src, value, &e.budget)
	} else {
		end, err = f.End(src, value, s)
	}
	e.passed += end - value
	return end, err
}

// level is a container that learn is within.
type level struct {
	s     Shape // N is the children that are left, and Body where the next lies
	place int   // of the container among the spans
}

// learn notes where the containers of src end.
func (e *ends) learn(f Form, src []byte) error {
	e.known, e.spans = true, e.spans[:0]
	var levels []level
	if e.room != nil {
		levels = (*e.room)[:0]
		defer func() { *e.room = levels }()
	}
	off := e.start
	for {
		s, err := f.Open(src, off)
		if err != nil {
			return err
		}
		if c, ok, err := cells(f, src, off, s); err != nil {
			return err
		} else if ok {
			s.N, s.Body = c.n(), c.Body
		}
		if s.Kind != Leaf && !s.Bare && s.Width == 0 && s.Body >= 0 && s.N != 0 {
			levels = mem.Push(levels, level{s: s, place: len(e.spans)})
			e.spans = mem.Push(e.spans, span{off: off})
		} else if off, err = f.Skip(src, off); err != nil {
			return err
		} else if levels, err = e.leave(f, src, off, levels); err != nil {
			return err
		}
		if len(levels) == 0 {
			return nil
		}
		l := &levels[len(levels)-1]
		if _, off, err = f.Key(src, l.s.Body, l.s); err != nil {
			return err
		}
	}
}

// leave goes on after a value that ends at off, and after the containers that end with it.
func (e *ends) leave(f Form, src []byte, off int, levels []level) ([]level, error) {
	for len(levels) > 0 {
		l := &levels[len(levels)-1]
		to, next, err := f.After(src, off, l.s)
		if err != nil {
			return levels, err
		}
		if l.s.N > 0 {
			l.s.N--
		}
		l.s.Body = next
		if next >= 0 && l.s.N != 0 {
			return levels, nil
		}
		off = to + l.s.Tail
		if c := &e.spans[l.place]; off-c.off >= minSpan {
			c.end = off
		} else {
			e.spans = e.spans[:l.place] // and what it holds, which is shorter still
		}
		levels = levels[:len(levels)-1]
	}
	return levels, nil
}
