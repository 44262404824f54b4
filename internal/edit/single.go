package edit

import (
	"sync"

	"github.com/beve-org/beve-go/internal/fault"
)

// Change makes one change to msg, where its capacity allows in place, and returns the message
// that it is then. Verbs are those of single changes. A value of the length of the old one is
// written over it; everything else moves what follows once. Only what the path leads
// through is read and checked, so the change of a valid message is valid. On failure msg is
// as it was. Op is used up.
func Change(f Form, msg []byte, op *Op) ([]byte, error) {
	s := scratches.Get().(*scratch)
	defer s.put()
	t, direct, err := locate(f, msg, op, s)
	if err != nil {
		return msg, err
	}
	if !direct {
		out, err := Apply(f, msg, []Op{*op})
		if err != nil {
			return msg, err
		}
		return out, nil
	}
	if op.Verb != Remove {
		if op.Value, err = t.written(op); err != nil {
			return msg, fail(f, t.at, op.Path, err)
		}
		op.Extended = nil
		if err := t.admit(op); err != nil {
			return msg, err
		}
	}
	var a, b splice
	switch op.Verb {
	case DoSet:
		if t.found {
			b, direct = t.over(op)
			break
		}
		a, b, direct, err = t.in(op)
	case DoInsert, DoAppend:
		a, b, direct, err = t.in(op)
	default:
		direct = !t.again
		a, b = t.out()
	}
	if err != nil {
		return msg, fail(f, t.at, op.Path, err)
	}
	if direct {
		direct = holds(f.Limits(), len(msg)+a.delta()+b.delta())
	}
	if !direct {
		out, err := Apply(f, msg, []Op{*op})
		if err != nil {
			return msg, err
		}
		return out, nil
	}
	return cut(msg, a, b), nil
}

// target is where a single change is to be made.
type target struct {
	f     Form
	msg   []byte
	s     Shape // the container
	at    int   // where it is
	depth int   // of its children; the root has 1
	child Child // in it, if it was found
	found bool
	again bool // there is another member of the same name before
	first bool // there is no child before
	end   int  // where a new child is put
	put   bool // there is a place for a new one
	n     int  // children
	name  string

	scratch *scratch
}

// scratch is room for a number, and what is known of the message. It is kept, because calls by an interface would
// make it anew.
type scratch struct {
	room [32]byte
	ends ends
}

var scratches = sync.Pool{New: func() any { return new(scratch) }}

func (s *scratch) put() {
	s.ends = ends{}
	scratches.Put(s)
}

// locate finds where op is to be made. It is not direct where that takes more than a
// splice.
func locate(f Form, msg []byte, op *Op, room *scratch) (t target, direct bool, err error) {
	off, err := f.Start(msg)
	if err != nil {
		return t, false, fail(f, 0, "", err)
	}
	segments, ok := op.Path.Segments()
	if !ok {
		return t, false, fail(f, off, "", fault.NoPointer(op.Path))
	}
	t = target{f: f, msg: msg, at: off, depth: 1, scratch: room}
	segment, more := segments.Next()
	if !more && op.Verb != DoAppend {
		return t, false, nil
	}
	for more {
		if t.s, err = f.Open(msg, t.at); err != nil {
			break
		}
		t.found, t.again = false, false
		t.scratch.ends.in(t.at)
		t.depth++
		switch t.s.Kind {
		case Leaf:
			err = f.Why(msg, t.at)
		case Object:
			err = t.member(segment)
		case Array:
			err = t.element(segment, op.Verb)
		case Packed:
			if t.s.Width == 0 || op.Verb != DoSet {
				return t, false, nil
			}
			err = t.element(segment, op.Verb)
		}
		if err != nil {
			break
		}
		var next string
		if next, more = segments.Next(); !more && op.Verb != DoAppend {
			return t, true, t.settle(segment, op)
		}
		if !t.found {
			err = t.missing(segment)
			break
		}
		if t.s.Bare {
			if t.s.Kind == Array {
				t.at = t.child.Value
			}
			var room [32]byte
			err = f.Why(t.s.whole(room[:], msg, &t.child), 0)
			break
		}
		t.at, segment = t.child.Value, next
	}
	if err == nil {
		direct, err = t.tail()
	}
	if err != nil {
		return t, false, fail(f, t.at, op.Path, err)
	}
	return t, direct, nil
}

// settle says what is wrong with what the last segment has led to, for op.
func (t *target) settle(segment string, op *Op) error {
	t.name = segment
	var err error
	switch {
	case op.Verb == Remove && !t.found, op.Verb == DoSet && !t.found && t.s.Kind != Object, op.Verb == DoInsert && !t.put:
		err = t.missing(segment)
	case op.Verb == DoInsert && t.found && t.s.Kind == Object:
		err = fault.Because(fault.ErrDuplicate, "there is a member "+fault.Quote(segment))
	default:
		return nil
	}
	return fail(t.f, t.at, op.Path, err)
}

func (t *target) missing(segment string) error {
	if t.s.Kind == Object {
		return noMember(segment)
	}
	return fault.NoElement(segment, t.n)
}

// member looks for a member of the object, and comes to its end.
func (t *target) member(name string) error {
	at := t.s.Body
	t.end, t.put, t.n = at, true, 0
	for at >= 0 && (t.s.N < 0 || t.n < t.s.N) {
		c, err := t.scratch.ends.child(t.f, t.msg, at, t.s)
		if err != nil {
			return err
		}
		t.s.Numbered = t.s.Numbered && t.f.IsNumber(t.msg, at)
		if string(c.Key) == name {
			t.again, t.found = t.found, true
			t.child, t.first = c, t.n == 0
		}
		at = c.Next
		t.end = c.End
		t.n++
	}
	return nil
}

// element looks for an element of the array.
func (t *target) element(segment string, verb Verb) error {
	i, ok := fault.ParseIndex(segment)
	if !ok {
		return fault.NoIndex(segment)
	}
	s := &t.s
	t.put, t.n = false, s.N
	if s.Width > 0 {
		t.end = s.Body + s.N*s.Width
		if i >= 0 && i < s.N {
			at := s.Body + i*s.Width
			t.child = Child{From: at, Value: at, End: at + s.Width, To: at + s.Width, Next: at + s.Width}
			t.found, t.put = true, true
		}
		t.put = t.put || segment == "-" || i == s.N
		return nil
	}
	at := s.Body
	t.end = at
	n := 0
	for at >= 0 && (s.N < 0 || n < s.N) {
		c, err := t.scratch.ends.child(t.f, t.msg, at, *s)
		if err != nil {
			return err
		}
		at, t.end = c.Next, c.End
		if n == i {
			t.child, t.found, t.put, t.first = c, true, true, n == 0
			return nil
		}
		n++
	}
	t.n = n
	t.put = segment == "-" || i == n
	return nil
}

// tail makes the end of the array at t.at the target.
func (t *target) tail() (direct bool, err error) {
	if t.s, err = t.f.Open(t.msg, t.at); err != nil {
		return false, err
	}
	t.depth++
	t.found, t.put = false, true
	t.scratch.ends.in(t.at)
	switch t.s.Kind {
	case Leaf:
		return false, t.f.Why(t.msg, t.at)
	case Object:
		return false, fault.Because(fault.ErrMismatch, "an object has no end to append to")
	case Packed:
		return false, nil
	}
	return true, t.element("-", DoAppend)
}

// admit checks the value of op as a child of the container.
func (t *target) admit(op *Op) error {
	l := t.f.Limits()
	if l.MaxDepth -= t.depth - 1; l.MaxDepth <= 0 {
		return fail(t.f, t.at, op.Path, fault.ErrDepth)
	}
	if _, err := t.f.Check(op.Value, 0, l); err != nil {
		return fail(t.f, t.at, op.Path, err)
	}
	return nil
}

// splice is bytes in the place of others.
type splice struct {
	from, to int
	bytes    []byte
}

func (s *splice) delta() int { return len(s.bytes) - (s.to - s.from) }

// over writes the value over the child that was found.
func (t *target) over(op *Op) (b splice, direct bool) {
	b = splice{t.child.Value, t.child.End, op.Value}
	if t.s.Bare {
		if b.bytes, direct = t.f.Fits(t.scratch.room[:0], op.Value, t.s); !direct {
			return b, false
		}
		return b, t.s.Kind != Packed || b.delta() == 0
	}
	if like, ok := t.f.Like(t.scratch.room[:0], op.Value, t.msg[b.from:b.to]); ok {
		b.bytes = like
	}
	return b, true
}

// in puts the value before the child that was found, or at the end.
func (t *target) in(op *Op) (a, b splice, direct bool, err error) {
	n := t.s.N
	if n >= 0 {
		n++
		a = splice{t.at, t.s.Body, t.f.AppendHead(nil, t.s, n)}
	}
	separator := t.f.Separator()
	at := t.end
	if t.found && t.s.Kind == Array {
		at = t.child.From
	}
	if at < 0 { // a container without children in a format that does not count them
		at = t.at + len(t.f.AppendHead(nil, t.s, 0))
		separator = ""
	}
	before := t.found && t.s.Kind == Array
	var bytes []byte
	if !before && (t.s.N != 0 || t.n > 0) {
		bytes = append(bytes, separator...)
	}
	if t.s.Kind == Object {
		if bytes, err = t.f.AppendKey(bytes, t.s, t.name); err != nil {
			return a, b, false, err
		}
	}
	direct = true
	if t.s.Bare {
		bytes, direct = t.f.Fits(bytes, op.Value, t.s)
	} else {
		bytes = append(bytes, op.Value...)
	}
	if before {
		bytes = append(bytes, separator...)
	}
	return a, splice{at, at, bytes}, direct, nil
}

// out takes the child that was found out.
func (t *target) out() (a, b splice) {
	if t.s.N >= 0 {
		a = splice{t.at, t.s.Body, t.f.AppendHead(nil, t.s, t.s.N-1)}
		return a, splice{from: t.child.From, to: t.child.To}
	}
	b = splice{from: t.child.From, to: t.child.To}
	switch separator := len(t.f.Separator()); {
	case t.child.Next >= 0:
		b.to += separator
	case !t.first:
		b.from -= separator
	}
	return a, b
}

// cut makes two splices, the first of which ends before the second begins or is empty.
func cut(msg []byte, a, b splice) []byte {
	if a.bytes == nil {
		a.from, a.to = b.from, b.from
	}
	first, both := a.delta(), a.delta()+b.delta()
	n := len(msg) + both
	if n > cap(msg) {
		out := make([]byte, 0, n+n/8)
		out = append(append(out, msg[:a.from]...), a.bytes...)
		out = append(append(out, msg[a.to:b.from]...), b.bytes...)
		return append(out, msg[b.to:]...)
	}
	out := msg[:max(n, len(msg))]
	if both > 0 {
		copy(out[b.to+both:], msg[b.to:])
	}
	if first != 0 {
		copy(out[a.to+first:], msg[a.to:b.from])
	}
	if both < 0 {
		copy(out[b.to+both:], msg[b.to:])
	}
	copy(out[a.from:], a.bytes)
	copy(out[b.from+first:], b.bytes)
	return out[:n]
}
