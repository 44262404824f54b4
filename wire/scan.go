package wire

import (
	"errors"

	"github.com/beve-org/beve-go/internal/fault"
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
	budget  *Budget
	own     Budget
	strict  bool
	off     int // how far the value at src[0] is scanned
	started bool
	stack   []frame
	inline  [12]frame
}

// frame is one open container.
type frame struct {
	kind  Kind
	head  Header
	left  int    // children that have not begun
	index int    // children that have begun
	key   int    // where the current key begins
	want  uint64 // elements of a matrix
}

// Reset prepares for a value under limits l. Under strict, the unused bits of
// boolean arrays must be zero.
func (s *Scanner) Reset(l Limits, strict bool) {
	s.own = l.Budget()
	s.reset(&s.own, strict)
}

func (s *Scanner) reset(b *Budget, strict bool) {
	s.budget, s.strict = b, strict
	s.off, s.started = 0, false
	if s.stack == nil {
		s.stack = s.inline[:0]
	}
	s.stack = s.stack[:0]
}

// Next scans on. src begins with the first byte of the value in every call and
// holds at least what it held before. When the value is complete, end is its
// length. When src ends inside the value, the error is ErrTruncated and, unless
// final says that no more will come, Next may be called again with more.
func (s *Scanner) Next(src []byte, final bool) (end int, err error) {
	if !s.started {
		s.started = true
		if err := s.value(src); err != nil {
			return 0, s.stop(err, final)
		}
	}
	for len(s.stack) > 0 {
		f := &s.stack[len(s.stack)-1]
		if f.left == 0 {
			s.stack = s.stack[:len(s.stack)-1]
			s.budget.Leave()
			continue
		}
		if err := s.child(f, src); err != nil {
			return 0, err
		}
	}
	return s.off, nil
}

// stop rewinds a first value that was not whole yet.
func (s *Scanner) stop(err error, final bool) error {
	if !final && errors.Is(err, fault.ErrTruncated) {
		s.started = false
	}
	return err
}

// child scans the next child of f. On failure nothing has changed but the key
// position, so that the same child can be tried again with more input.
func (s *Scanner) child(f *frame, src []byte) error {
	at := s.off
	f.key = at
	switch f.kind {
	case KindObject:
		_, next, err := ViewText(src, at)
		if err != nil {
			return err
		}
		s.off = next
	case KindIntObject:
		if len(src)-at < f.head.Width() {
			return truncated(len(src))
		}
		s.off = at + f.head.Width()
	case KindStrings:
		_, next, err := ViewText(src, at)
		if err != nil {
			return err
		}
		s.off = next
		f.left--
		f.index++
		return nil
	case KindMatrix:
		var m Matrix
		next, err := m.viewValue(src, at, f.want)
		if err != nil {
			return err
		}
		s.off = next
		f.left--
		return nil
	}
	depth := len(s.stack)
	if err := s.value(src); err != nil {
		s.off = at
		return err
	}
	// value may have moved the stack, so f is looked up anew.
	f = &s.stack[depth-1]
	f.left--
	f.index++
	return nil
}

// value scans a leaf, or the start of a container, which it pushes.
func (s *Scanner) value(src []byte) error {
	off := s.off
	h, err := ReadHeader(src, off)
	if err != nil {
		return err
	}
	f := frame{kind: h.Kind(), head: h}
	next := off + 1
	switch f.kind {
	case KindNull, KindBool:
	case KindNumber:
		if next += h.Width(); next > len(src) {
			return truncated(len(src))
		}
	case KindString:
		_, next, err = ViewText(src, next)
	case KindNumbers, KindAligned:
		_, next, err = ViewNumbers(src, off)
	case KindBools:
		var a Bools
		a, next, err = ViewBools(src, off)
		if err == nil && s.strict && !a.PaddingIsZero() {
			return malformed(next-1, "boolean array with padding bits set")
		}
	case KindComplex:
		_, next, err = ViewComplexes(src, off)
	case KindTime:
		_, next, err = ViewTimes(src, off)
	case KindObject, KindIntObject:
		_, f.left, next, err = ReadObject(src, off)
	case KindArray, KindStrings:
		f.left, next, err = ReadCount(src, next, 1)
	case KindTypeTag:
		f.left = 1
		_, next, err = ReadSize(src, next)
	case KindMatrix:
		f.left = 1
		_, f.want, next, err = viewMatrixStart(src, off)
	}
	if err != nil {
		return err
	}
	if f.left > 0 {
		if err := s.enter(off, f.left); err != nil {
			return err
		}
		s.stack = append(s.stack, f)
	}
	s.off = next
	return nil
}

func (s *Scanner) enter(off, n int) error {
	if !s.budget.Enter(n) {
		return fault.At(off, s.budget.Err())
	}
	return nil
}

// path returns where the scan stands, as far as keys can be read.
func (s *Scanner) path(src []byte) Pointer {
	var p Pointer
	for i := range s.stack {
		f := &s.stack[i]
		index := f.index
		if i < len(s.stack)-1 {
			index-- // begun, not finished
		}
		switch f.kind {
		case KindArray, KindStrings:
			p = p.Index(index)
		case KindObject:
			if key, _, err := ViewText(src, f.key); err == nil {
				p = p.Key(string(key))
			}
		case KindIntObject:
			if key, _, err := ReadIntKey(src, f.key, f.head); err == nil {
				p = p.Key(key.String())
			}
		}
	}
	return p
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
	if uint(off) >= uint(len(src)) {
		return off, truncated(len(src))
	}
	switch h := Header(src[off]); h.Kind() {
	case KindNull, KindBool:
		return off + 1, nil
	case KindNumber:
		if next = off + 1 + h.Width(); next <= len(src) {
			return next, nil
		}
		return off, truncated(len(src))
	case KindString:
		_, next, err = ViewText(src, off+1)
		return next, err
	case KindNumbers:
		_, next, err = ViewNumbers(src, off)
		return next, err
	}
	var s Scanner
	s.reset(b, false)
	n, err := s.Next(src[off:], true)
	if err != nil {
		return off, relocate(err, off, s.path(src[off:]))
	}
	return off + n, nil
}

// relocate completes the error of a scan that began at base.
func relocate(err error, base int, path Pointer) error {
	if e, ok := err.(*DecodeError); ok {
		e.Offset += int64(base)
		e.Path = path
	}
	return err
}
