// The one walk over whole values, and skipping by it.

package wire

import (
	"errors"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/mem"
)

// A Scanner finds the end of one value in a buffer that may still be growing,
// and checks every byte of it on the way: headers, sizes, UTF-8, nesting. It is
// the one walk behind [Skip], [Valid] and [Validate], and what streams use to
// know how much to buffer. It holds its own stack, so input cannot exhaust the
// goroutine's, and it resumes where the input ended, so that a value which
// arrives in pieces is still scanned once.
//
// The zero Scanner is not ready: call Reset.
type Scanner struct {
	budget  Budget
	strict  bool
	started bool
	off     int // how far the value is scanned

	// The stack of open containers. Its lower part is an array, without a slice
	// that points to it, so that a Scanner in a local variable can stay there.
	depth int
	low   [lowFrames]frame
	high  []frame
}

// lowFrames is the depth that a walk needs no allocation for, and keptFrames the
// most beyond it that a Scanner keeps for its next value.
const (
	lowFrames  = 12
	keptFrames = 1024
)

// frame is one open container.
type frame struct {
	kind  Kind
	head  Header
	keyed bool   // the key of the next child is scanned already
	left  int    // children that are not scanned or open
	index int    // children that are
	key   int    // where the key, or the index entry, of the latest child begins
	want  uint64 // elements of a matrix; see scan_extended.go for the others
	data  int    // see there
}

// Reset prepares for a value under limits l. Under strict, the unused bits of
// boolean arrays must be zero.
func (s *Scanner) Reset(l Limits, strict bool) {
	typeTags := s.budget.TypeTags()
	s.budget, s.strict = l.Budget(), strict
	s.budget.ReadTypeTags(typeTags)
	s.started, s.off, s.depth = false, 0, 0
	if cap(s.high) > keptFrames {
		s.high = nil
	}
}

// ReadTypeTags makes the Scanner read type tags of version 1 where there are tables
// otherwise, from the next Reset on.
func (s *Scanner) ReadTypeTags(on bool) { s.budget.ReadTypeTags(on) }

// frame returns the open container at level i, the outermost being 0.
func (s *Scanner) frame(i int) *frame {
	if i < lowFrames {
		return &s.low[i]
	}
	return &s.high[i-lowFrames]
}

// Next scans on. src begins with the first byte of the value in every call and
// holds at least what it held before. When the value is complete, end is its
// length.
//
// When src ends inside the value, the error is ErrTruncated, and Next may be
// called again with more. If final says that no more will come, the error is
// completed with the path of the part that is missing, which every other error
// has in any case. Offsets count from the first byte of src.
func (s *Scanner) Next(src []byte, final bool) (end int, err error) {
	if err := s.scan(src); err != nil {
		if e, ok := err.(*DecodeError); ok && (final || !errors.Is(err, fault.ErrTruncated)) {
			e.Path = s.path(src)
		}
		return 0, err
	}
	return s.off, nil
}

// scan walks until the stack is empty. On failure nothing has moved beyond what
// is scanned whole, so that it can go on when there is more input.
func (s *Scanner) scan(src []byte) error {
	if !s.started {
		f, next, err := s.begin(src)
		if err != nil {
			return err
		}
		s.started = true
		s.push(f, next)
	}
	for s.depth > 0 {
		f := s.frame(s.depth - 1)
		if f.left == 0 {
			if f.kind >= KindIndexed {
				done, err := s.turn(f, src)
				if err != nil {
					return err
				}
				if !done {
					continue
				}
			} else {
				s.budget.Leave()
			}
			s.depth--
			continue
		}
		if err := s.child(f, src); err != nil {
			return err
		}
	}
	return nil
}

// child scans the next child of f, or its start when it is a container.
func (s *Scanner) child(f *frame, src []byte) (err error) {
	var c frame
	var next int
	switch f.kind {
	case KindStrings:
		_, next, err = ViewText(src, s.off)
	case KindMatrix:
		var m Matrix
		next, err = m.viewValue(src, s.off, f.want)
	case phaseEntries:
		next, err = s.entry(f, src)
	case phaseNames:
		_, next, err = ViewText(src, s.off)
	default:
		if err = s.key(f, src); err != nil {
			return err
		}
		var ok bool
		if next, ok = scalar(src, s.off); !ok {
			c, next, err = s.begin(src)
		}
	}
	if err != nil {
		return err
	}
	f.left--
	f.index++
	f.keyed = false
	s.push(c, next) // may move the stack that f points into
	return nil
}

// key scans the key of f's next child, if f has keys. It remembers that it did:
// a long key is not to be scanned again each time a little more of its value
// arrives.
func (s *Scanner) key(f *frame, src []byte) error {
	if f.keyed || f.kind == KindArray || f.kind == KindTypeTag || f.kind == KindTable {
		return nil
	}
	if f.kind == KindIndexed {
		return s.nextValue(f, src)
	}
	next := s.off
	switch f.kind {
	case KindObject:
		var err error
		if _, next, err = ViewText(src, s.off); err != nil {
			return err
		}
	case KindIntObject:
		if next += f.head.Width(); next > len(src) {
			return truncated(len(src))
		}
	}
	f.key, f.keyed = s.off, true
	s.off = next
	return nil
}

// begin reads what starts at s.off and takes a container out of the budget.
func (s *Scanner) begin(src []byte) (f frame, next int, err error) {
	f, next, err = begin(src, s.off, s.strict, s.budget.TypeTags())
	if err == nil && f.left > 0 && f.kind != phaseNames && !s.budget.Enter(f.left) {
		err = fault.At(s.off, s.budget.Err())
	}
	return f, next, err
}

// push moves on to next, into f if it is a container with children.
func (s *Scanner) push(f frame, next int) {
	s.off = next
	if f.left == 0 {
		return
	}
	if s.depth < lowFrames {
		s.low[s.depth] = f
	} else {
		s.high = append(s.high[:s.depth-lowFrames], f)
	}
	s.depth++
}

// scalar returns the offset after null, a boolean or a number: most of what
// there is, and small enough for the compiler to put where it is called.
func scalar(src []byte, off int) (next int, ok bool) {
	if uint(off) >= uint(len(src)) {
		return off, false
	}
	f := &table[src[off]]
	next = off + 1 + int(f.width)
	return next, f.kind-KindNull <= KindNumber-KindNull && next <= len(src)
}

// begin reads a value without children, or of a container what comes before the
// first of its f.left children.
func begin(src []byte, off int, strict, typeTags bool) (f frame, next int, err error) {
	h, err := ReadHeader(src, off)
	if err != nil {
		return f, off, err
	}
	f.kind, f.head = h.Kind(), h
	next = off + 1
	switch f.kind {
	case KindNumber:
		if next += h.Width(); next > len(src) {
			err = truncated(len(src))
		}
	case KindString:
		_, next, err = ViewText(src, next)
	case KindNumbers, KindAligned:
		_, next, err = ViewNumbers(src, off)
	case KindBools:
		var a Bools
		a, next, err = ViewBools(src, off)
		if err == nil && strict && !a.PaddingIsZero() {
			err = malformed(next-1, "boolean array with padding bits set")
		}
	case KindComplex:
		_, next, err = ViewComplexes(src, off)
	case KindTime:
		_, next, err = ViewTimes(src, off)
	case KindObject, KindIntObject:
		_, f.left, next, err = ReadObject(src, off)
	case KindArray, KindStrings:
		f.left, next, err = ReadCount(src, next, 1)
	case KindMatrix:
		f.left = 1
		_, f.want, next, err = viewMatrixStart(src, off)
	default:
		return beginExtended(f, src, off, typeTags)
	}
	return f, next, err
}

// path returns where the scan stands. It collects from the inside out because
// that takes time and memory in proportion to the path, however deep.
func (s *Scanner) path(src []byte) Pointer {
	var t fault.Trail
	for i := s.depth - 1; i >= 0; i-- {
		f := s.frame(i)
		// The innermost container failed at the child after its latest, or at
		// that child's key, which then is no part of the path.
		inner := i == s.depth-1
		switch f.kind {
		case KindArray, KindStrings:
			if inner {
				t.Index(f.index)
			} else {
				t.Index(f.index - 1)
			}
		case KindObject:
			if f.keyed || !inner {
				key, _, _ := ViewText(src, f.key)
				t.Key(mem.String(key))
			}
		case KindIntObject:
			if f.keyed || !inner {
				key, _, _ := ReadIntKey(src, f.key, f.head)
				t.Key(key.String())
			}
		case KindIndexed:
			if f.keyed || !inner {
				key, _, _ := ViewText(src, f.key)
				t.Key(mem.String(key))
			}
		case KindTable:
			at := f.index
			if !inner {
				at--
			}
			names := Table{Names: int(f.want)}
			t.Key(mem.String(names.Name(src, at%f.data)))
			t.Index(at / f.data)
		}
	}
	return t.Pointer()
}

// Skip returns the offset after the value at src[off:], having checked it whole
// under the default limits.
func Skip(src []byte, off int) (next int, err error) {
	b := Limits{}.Budget()
	return SkipWithin(src, off, &b)
}

// SkipWithin is [Skip] under what is left of a budget, for a reader that skips a
// part of what it reads. After a failure the budget must not be used again.
func SkipWithin(src []byte, off int, b *Budget) (next int, err error) {
	if next, ok := scalar(src, off); ok {
		return next, nil
	}
	f, next, err := begin(src, off, false, b.TypeTags())
	if err != nil {
		return off, err
	}
	if f.left > 0 {
		return walk(src, off, b, false)
	}
	return next, nil
}

// walk returns the offset after the value at src[off:].
func walk(src []byte, off int, b *Budget, strict bool) (next int, err error) {
	s := Scanner{budget: *b, strict: strict, off: off}
	if next, err = s.Next(src, true); err != nil {
		return off, err
	}
	*b = s.budget
	return next, nil
}
