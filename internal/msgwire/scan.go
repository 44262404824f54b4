// The one walk over whole values, and skipping by it.

package msgwire

import (
	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/mem"
)

// A Scanner finds the end of one value in a buffer that may still be growing, and
// checks its structure on the way. It is the one walk that [Skip] uses, and what
// streams use to know how much to buffer. It holds its own stack, so input cannot
// exhaust the goroutine's, and it resumes where the input ended, so that a value
// which arrives in pieces is scanned once.
//
// The zero Scanner is not ready: call Reset.
type Scanner struct {
	budget fault.Budget
	off    int
	left   int // values of the innermost container that are still to come
	depth  int
	low    [lowFrames]int // what is left of the outer ones
	high   []int
}

// lowFrames is the depth that a walk needs no allocation for.
const lowFrames = 16

// Reset prepares for the value that begins at offset off, under the limits l.
func (s *Scanner) Reset(l fault.Limits, off int) { s.begin(l.Budget(), off) }

func (s *Scanner) begin(b fault.Budget, off int) {
	s.budget, s.off, s.left, s.depth = b, off, 1, 0
	if cap(s.high) > keptFrames {
		s.high = nil
	}
}

// Off returns how far the value is scanned.
func (s *Scanner) Off() int { return s.off }

// Move says that the input has moved by n bytes in its buffer.
func (s *Scanner) Move(n int) { s.off += n }

// keptFrames is the most of the stack that a Scanner keeps for its next value.
const keptFrames = 1024

// Next scans on and returns the offset after the value. src holds at least what it
// held before. Where src ends inside the value the error is ErrTruncated, and Next
// may be called again with more.
func (s *Scanner) Next(src []byte) (end int, err error) {
	if end, err = s.Scan(src); err == fault.ErrTruncated {
		err = fault.At(s.off, err)
	}
	return end, err
}

// Scan is [Scanner.Next] for input that arrives in pieces, of a byte perhaps: where src ends
// inside the value the error is ErrTruncated itself, which takes no memory.
func (s *Scanner) Scan(src []byte) (end int, err error) {
	for {
		for s.left == 0 {
			if s.depth == 0 {
				return s.off, nil
			}
			s.depth--
			if s.depth < lowFrames {
				s.left = s.low[s.depth]
			} else {
				s.left = s.high[s.depth-lowFrames]
			}
			s.budget.Leave()
		}
		if s.off >= len(src) {
			return 0, fault.ErrTruncated
		}
		// Most values are one byte.
		if c := src[s.off]; int8(c) >= MinFixInt || c == Nil || c == False || c == True {
			s.off++
			s.left--
			continue
		}
		kind, next, n, ok := PeekHead(src, s.off)
		if !ok {
			return 0, fault.ErrTruncated
		}
		switch kind {
		case KindNever:
			return 0, fault.At(s.off, fault.Because(fault.ErrSyntax, "the reserved byte 0xc1"))
		case KindStr, KindBin, KindExt:
			if n > uint64(len(src)-next) {
				return 0, fault.ErrTruncated
			}
			next += int(n)
		case KindArray, KindMap:
			if n > 0 {
				if err := s.enter(src, kind, n); err != nil {
					return 0, err
				}
				s.off = next
				continue
			}
		}
		s.off = next
		s.left--
	}
}

// enter opens a container of n > 0 children or pairs, which stands at s.off.
func (s *Scanner) enter(src []byte, kind Kind, n uint64) error {
	children := n
	if kind == KindMap {
		children = 2 * n
	}
	if n > 1<<31-1 || children > 1<<31-1 {
		// No slice on any machine has room for as many children.
		return fault.At(s.off, fault.Because(fault.ErrLimit, kind.String()+" of more elements than Limits.MaxElements"))
	}
	if !s.budget.Enter(int(n)) {
		return fault.At(s.off, s.budget.Err())
	}
	left := s.left - 1
	if s.depth < lowFrames {
		s.low[s.depth] = left
	} else {
		s.high = mem.Push(s.high[:s.depth-lowFrames], left)
	}
	s.depth++
	s.left = int(children)
	return nil
}

// Short reports whether the walk has ended at a container that claims more than src has
// bytes for. Where src is all that there is, the container is truncated, as it is for
// [ReadHead], whatever a limit says of its count.
func (s *Scanner) Short(src []byte) bool {
	kind, next, n, ok := PeekHead(src, s.off)
	left := uint64(len(src) - next)
	return ok && (kind == KindArray && n > left || kind == KindMap && n > left/2)
}

// Skip returns the offset after the value at off, having taken what it holds from
// the budget.
func Skip(src []byte, off int, b *fault.Budget) (next int, err error) {
	if off < len(src) {
		// Scalars need no walk.
		switch leads[src[off]].kind {
		case KindArray, KindMap:
		default:
			h, err := ReadHead(src, off)
			return h.Next + h.Len, err
		}
	}
	return SkipMany(src, off, 1, b)
}

// SkipMany returns the offset after n values that follow one another from off on, as [Skip] does after one.
func SkipMany(src []byte, off, n int, b *fault.Budget) (next int, err error) {
	var s Scanner
	s.begin(*b, off)
	s.left = n
	if next, err = s.Next(src); err != nil && s.Short(src) {
		err = fault.At(s.off, fault.ErrTruncated)
	}
	*b = s.budget
	return next, err
}
