// The one walk over whole values, which resumes where the input ended: see skip.go for values
// that are all there.

package wire

import (
	"errors"
	"sync"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/mem"
)

// A Scanner finds the end of one value in a buffer that may still be growing,
// and checks every byte of it on the way: headers, sizes, UTF-8, nesting. It is
// the one walk that [Skip] and [Validate] make, and what streams use to
// know how much to buffer. It holds its own stack, so input cannot exhaust the
// goroutine's, and it resumes where the input ended, so that a value which
// arrives in pieces is still scanned once.
//
// The zero Scanner is not ready: call Reset.
type Scanner struct {
	budget  Budget
	started bool
	final   bool // no more will come
	off     int  // how far the value is scanned

	// The stack of open containers. Its lower part is an array, without a slice
	// that points to it, so that a Scanner in a local variable can stay there.
	depth int
	low   [lowFrames]frame
	high  []frame
	// Of a child that has not all come: whether it is a type tag, and the error that says so.
	tag     tagLook
	missing *DecodeError
	// borrows says that high is taken from a pool, which lent it.
	borrows bool
	lent    *[]frame
}

// lowFrames is the depth that a walk needs no allocation for, keptFrames the most beyond it that a
// Scanner keeps for its next value, and lentFrames the most that the pool takes back.
const (
	lowFrames  = 12
	keptFrames = 1024
	lentFrames = 16 << 10
)

// frame is one open container.
type frame struct {
	kind  Kind
	head  Header
	keyed bool // the key of the next child is scanned already
	left  int  // children that are not scanned or open
	// mark is, in a matrix, the elements there must be; in an object, where the key
	// of the latest child begins; in all else the number of all children.
	mark uint64
	// Fields for the extended profile: see scan_extended.go.
	key, want, data int
}

// Reset prepares for a value under limits l. Under strict, the unused bits of
// boolean arrays must be zero.
func (s *Scanner) Reset(l Limits, strict bool) {
	b := l.Budget()
	b.RejectUnusedBits(strict)
	b.ReadTypeTags(s.budget.TypeTags())
	s.ResetWithin(b)
}

// ResetWithin is [Scanner.Reset] for a part of a message, under what is left of its budget.
func (s *Scanner) ResetWithin(b Budget) {
	s.budget = b
	s.started, s.off, s.depth, s.tag = false, 0, 0, tagLook{}
	if cap(s.high) > keptFrames {
		s.high = nil
	}
}

// ResetElements prepares for n elements of a generic array, n not being 0, which [SkipElements] skips: in Next, src begins
// with the first of them. The budget is that of the elements, as the array was entered.
func (s *Scanner) ResetElements(n int, b Budget) {
	s.ResetWithin(b)
	s.started = true
	s.push(frame{kind: KindArray, left: n, mark: uint64(n)}, 0)
}

// Budget returns what is left of the budget after a value; after elements, with the level of their array given back.
func (s *Scanner) Budget() Budget { return s.budget }

// ReadTypeTags makes the Scanner read type tags of version 1 where there may be tables
// otherwise, from the next Reset on: see [TypeTagAt].
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
// called again with more, which may change that error. If final says that no more
// will come, the error is completed with the path of the part that is missing, which
// every other error has in any case. Offsets count from the first byte of src.
func (s *Scanner) Next(src []byte, final bool) (end int, err error) {
	s.final = final
	if !final && s.Waits(src) {
		return 0, s.more(src)
	}
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
		if f.left > 0 && !f.keyed && s.plain(f, src) {
			continue
		}
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
		if !s.final && s.lacks(f, src) {
			return s.more(src)
		}
		if err := s.child(f, src); err != nil {
			return err
		}
	}
	return nil
}

// plain scans children of f as long as they are what most children are: scalars,
// text, and objects and arrays. It reports true when it has opened one of these,
// and otherwise stands before a child that is for [Scanner.child] to look at,
// because it is something else or something is wrong with it, or at the end of f.
//
// It is the same walk with everything in registers: BenchmarkSkip.
func (s *Scanner) plain(f *frame, src []byte) (opened bool) {
	keys := f.kind == KindObject
	if !keys && f.kind != KindArray {
		if f.kind == KindStringArray {
			s.texts(f, src)
		}
		return false
	}
	off, left := s.off, f.left
	at := off
	for ; left > 0; left-- {
		at = off
		if keys {
			if off = skipText(src, off); off < 0 {
				break
			}
		}
		if uint(off) >= uint(len(src)) {
			break
		}
		h := &table[src[off]]
		if h.kind-KindNull <= KindNumber-KindNull {
			if off += 1 + int(h.width); off > len(src) {
				break
			}
			continue
		}
		if h.kind == KindString {
			if off = skipText(src, off+1); off < 0 {
				break
			}
			continue
		}
		unit := 1
		switch h.kind {
		case KindObject:
			unit = 2
		case KindArray, KindStringArray:
		case KindNumberArray:
			unit = int(h.width)
		default:
			f.left, s.off = left, at
			return false
		}
		n, next, ok := plainCount(src, off+1, unit)
		if !ok {
			break
		}
		if n == 0 || h.kind == KindNumberArray {
			off = next + n*unit
			continue
		}
		if budget := s.budget; !s.budget.Enter(n) {
			s.budget = budget
			break
		}
		if f.left = left - 1; keys {
			f.mark = uint64(at)
		}
		s.push(frame{kind: h.kind, head: Header(src[off]), left: n, mark: uint64(n)}, next)
		return true
	}
	if left > 0 {
		off = at // nothing of this child is scanned
	}
	f.left, s.off = left, off
	return false
}

// texts is plain for the elements of a string array.
func (s *Scanner) texts(f *frame, src []byte) {
	off, left := s.off, f.left
	for ; left > 0; left-- {
		next := skipText(src, off)
		if next < 0 {
			break
		}
		off = next
	}
	f.left, s.off = left, off
}

// skipText returns the offset after the SIZE-prefixed text at off, and -1 if it is not valid.
func skipText(src []byte, off int) int {
	if len(src)-off < 9 || src[off]&3 != 0 {
		n, start, ok := sizeAt(src, off)
		if !ok || n > uint64(len(src)-start) || !ValidText(src[start:start+int(n)]) {
			return -1
		}
		return start + int(n)
	}
	n := int(src[off]) >> 2
	off++
	next := off + n
	if next > len(src) {
		return -1
	}
	if n <= 8 {
		if mem.Word(src, off)<<(64-8*uint(n))&highBits == 0 {
			return next
		}
	} else if n <= 16 {
		if (mem.Word(src, off)|mem.Word(src, next-8))&highBits == 0 {
			return next
		}
	}
	if !ValidText(src[off:next]) {
		return -1
	}
	return next
}

// highBits has the bit set, in each of eight bytes, that ASCII leaves clear.
const highBits = 0x8080808080808080

// plainCount is ReadCount where SIZE has one or two bytes.
func plainCount(src []byte, off, unit int) (n, next int, ok bool) {
	if len(src)-off < 2 {
		return 0, 0, false
	}
	n, next = int(src[off]), off+1
	switch n & 3 {
	case 0:
	case 1:
		n |= int(src[next]) << 8
		next++
	default:
		u, next, ok := sizeAt(src, off)
		if !ok || u > uint64((len(src)-next)/unit) {
			return 0, off, false
		}
		return int(u), next, true
	}
	n >>= 2
	return n, next, n*unit <= len(src)-next
}

// child scans the next child of f, or its start when it is a container.
func (s *Scanner) child(f *frame, src []byte) (err error) {
	var c frame
	var next int
	switch f.kind {
	case KindStringArray:
		_, next, err = ViewText(src, s.off)
	case KindMatrix:
		var m Matrix
		next, err = m.viewValue(src, s.off, f.mark)
	case phaseEntries:
		next, err = s.entry(f, src)
	case phaseNames:
		_, next, err = ViewText(src, s.off)
	default:
		if err = s.key(f, src); err != nil {
			return err
		}
		var ok bool
		if next, ok = plainScalar(src, s.off); !ok {
			c, next, err = s.begin(src)
		}
	}
	if err != nil {
		return err
	}
	f.left--
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
	f.mark, f.keyed = uint64(s.off), true
	s.off = next
	return nil
}

// begin reads what starts at s.off and takes a container out of the budget.
func (s *Scanner) begin(src []byte) (f frame, next int, err error) {
	f, next, err = begin(src, s.off, s.budget.UnusedBits(), tagModeOf(&s.budget, s.final))
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
		s.pushHigh(f)
	}
	s.depth++
}

// pushHigh is push beyond what needs no allocation.
func (s *Scanner) pushHigh(f frame) {
	if s.high == nil && s.borrows {
		s.lent = stacks.Get().(*[]frame)
		s.high = (*s.lent)[:0]
	}
	s.high = mem.Push(s.high[:s.depth-lowFrames], f)
}

// stacks are for the walks of functions, which keep no Scanner.
var stacks = sync.Pool{New: func() any { return new([]frame) }}

// giveBack ends the use of a stack.
func (s *Scanner) giveBack() {
	if s.lent != nil && cap(s.high) <= lentFrames {
		*s.lent = s.high
		stacks.Put(s.lent)
	}
}

// plainScalar returns the offset after null, a boolean or a number: most of what
// there is, and small enough for the compiler to put where it is called.
func plainScalar(src []byte, off int) (next int, ok bool) {
	if uint(off) >= uint(len(src)) {
		return off, false
	}
	f := &table[src[off]]
	next = off + 1 + int(f.width)
	return next, f.kind-KindNull <= KindNumber-KindNull && next <= len(src)
}

// begin reads a value without children, or of a container what comes before the
// first of its f.left children.
func begin(src []byte, off int, strict bool, tags tagMode) (f frame, next int, err error) {
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
	case KindNumberArray, KindAligned:
		_, next, err = ViewNumbers(src, off)
	case KindBoolArray:
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
	case KindArray, KindStringArray:
		f.left, next, err = ReadCount(src, next, 1)
		f.mark = uint64(f.left)
	case KindMatrix:
		f.left = 1
		_, f.mark, next, err = ReadMatrix(src, off)
	default:
		return beginExtended(f, src, off, tags)
	}
	return f, next, err
}

// path returns where the scan stands. It collects from the inside out because
// that takes time and memory in proportion to the path, however deep.
func (s *Scanner) path(src []byte) fault.Pointer {
	var t fault.Trail
	for i := s.depth - 1; i >= 0; i-- {
		f := s.frame(i)
		// The innermost container failed at the child after its latest, or at
		// that child's key, which then is not part of the path.
		inner := i == s.depth-1
		switch f.kind {
		case KindArray, KindStringArray:
			if inner {
				t.Index(int(f.mark) - f.left)
			} else {
				t.Index(int(f.mark) - f.left - 1)
			}
		case KindObject:
			if f.keyed || !inner {
				key, _, _ := ViewText(src, int(f.mark))
				t.Key(mem.String(key))
			}
		case KindIntObject:
			if f.keyed || !inner {
				key, _, _ := ReadIntKey(src, int(f.mark), f.head)
				t.Key(key.String())
			}
		case KindIndexed:
			if f.keyed || !inner {
				key, _, _ := ViewText(src, f.key)
				t.Key(mem.String(key))
			}
		case KindTable:
			at := f.scanned()
			if !inner {
				at--
			}
			names := Table{Names: f.want}
			t.Key(mem.String(names.Name(src, at%f.data)))
			t.Index(at / f.data)
		}
	}
	return t.Pointer()
}
