package edit

import (
	"bytes"
	"math"
	"slices"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/mem"
)

// Diff returns a JSON Patch, a message of the format, that makes b of a.
func Diff(f Form, a, b []byte) ([]byte, error) {
	d := differ{f: f, a: side{src: a}, b: side{src: b}, places: []location{{}}}
	var room []level
	d.a.ends.room, d.b.ends.room = &room, &room
	was, err := d.a.value(f)
	if err != nil {
		return nil, err
	}
	now, err := d.b.value(f)
	if err == nil {
		if err = d.diff(was, now, alike{}, math.MaxInt); err != nil {
			err = fail(f, 0, "", err)
		}
	}
	if err != nil {
		return nil, err
	}
	return d.message(), nil
}

// side is one of two documents.
type side struct {
	src  []byte
	ends ends
}

// value returns where the value of the document lies, having checked it.
func (s *side) value(f Form) (v span, err error) {
	v, err = checked(f, s.src)
	s.ends.start = v.off
	return v, err
}

// at returns the bytes of a part.
func (s *side) at(v span) []byte { return s.src[v.off:v.end:v.end] }

// differ notes operations as it finds them, and how long each is when it is written, which is done once all are
// known: what replaces a container replaces the operations on its parts.
type differ struct {
	f      Form
	a, b   side
	frames [Replace + 1]frame
	places []location // the root, and others to which operations lead or may lead
	here   int        // the place of what is compared
	trail  []int      // room for the places on the way to one
	ops    []operation
	size   int // the length of all operations
}

// A location is a place in the documents: that of a member or an element in another one.
type location struct {
	in    int
	name  []byte
	index int // of an element, else -1
	// length is that of the path, and printed what it takes in a string.
	length, printed int
}

// An operation adds, removes or replaces what is at a place.
type operation struct {
	verb  Verb
	place int
	value []byte
}

// A frame is what an operation has before its path, after it and after its value.
type frame struct{ before, after, last []byte }

// frame returns the frame of a verb.
func (d *differ) frame(verb Verb) (r *frame, err error) {
	f, s, n := d.f, d.f.Plain(Object), 3
	if r = &d.frames[verb]; r.before != nil {
		return r, nil
	}
	if verb == Remove {
		n = 2
	}
	if r.before, err = f.AppendKey(f.AppendHead(nil, s, n), s, "op"); err == nil {
		r.before = append(f.AppendText(r.before, verbs[verb]), f.Separator()...)
		r.before, err = f.AppendKey(r.before, s, "path")
	}
	if err == nil && verb != Remove {
		r.after, err = f.AppendKey([]byte(f.Separator()), s, "value")
	}
	r.last = f.AppendTail(nil, s)
	return r, err
}

// A mark is how far a differ has come.
type mark struct{ places, ops, size int }

func (d *differ) mark() mark { return mark{len(d.places), len(d.ops), d.size} }

func (d *differ) back(m mark) { d.places, d.ops, d.size = d.places[:m.places], d.ops[:m.ops], m.size }

// message returns the operations as a message.
func (d *differ) message() []byte {
	f, s := d.f, d.f.Plain(Array)
	var path []byte
	head, tail := f.AppendHead(nil, s, len(d.ops)), f.AppendTail(nil, s)
	out := append(make([]byte, 0, len(head)+d.size+len(tail)), head...)
	for i := range d.ops {
		op := &d.ops[i]
		if i > 0 {
			out = append(out, f.Separator()...)
		}
		r := &d.frames[op.verb]
		path = d.path(path, op.place)
		out = f.AppendText(append(out, r.before...), mem.String(path))
		out = append(append(append(out, r.after...), op.value...), r.last...)
	}
	return append(out, tail...)
}

// path returns the path of a place, in room if that is enough.
func (d *differ) path(room []byte, at int) []byte {
	d.trail = d.trail[:0]
	for ; at > 0; at = d.places[at].in {
		d.trail = append(d.trail, at)
	}
	room = room[:0]
	for _, at := range slices.Backward(d.trail) {
		if p := &d.places[at]; p.index < 0 {
			room = fault.AppendKey(room, p.name)
		} else {
			room = fault.AppendIndex(room, p.index)
		}
	}
	return room
}

// alike is what is known of the sides: a from one offset to another is what b is, shift further, and then they
// differ, unless nothing is known. The sides are compared level by level: this way no byte is at each of them.
type alike struct {
	from, to, shift int
	known           bool
}

// covers reports whether k tells of two parts whether they have the same bytes.
func (k alike) covers(a, b span) bool {
	return k.known && b.off-a.off == k.shift && k.from <= a.off && a.off <= k.to
}

// equal reports whether two parts have the same bytes; k is what is known of what they are in.
func (d *differ) equal(a, b span, k alike) bool {
	switch {
	case a.end-a.off != b.end-b.off:
		return false
	case k.covers(a, b):
		return a.end <= k.to
	}
	return bytes.Equal(d.a.at(a), d.b.at(b))
}

// compare is equal that also returns what is known of parts that are not.
func (d *differ) compare(a, b span, k alike) (bool, alike) {
	if k.covers(a, b) {
		return d.equal(a, b, k), k
	}
	x, y := d.a.at(a), d.b.at(b)
	n := common(x, y)
	return n == len(x) && n == len(y), alike{a.off, a.off + n, b.off - a.off, n < len(x) && n < len(y)}
}

// common returns how many bytes a and b begin with in common.
func common(a, b []byte) int {
	const block = 256
	n, i := min(len(a), len(b)), 0
	for i+block <= n && bytes.Equal(a[i:i+block], b[i:i+block]) {
		i += block
	}
	for i < n && a[i] == b[i] {
		i++
	}
	return i
}

// diff finds what makes b of a, two whole values; k is what is known of what they are in. If the operations become
// longer than around, what the values are in will be replaced: then it may find less.
func (d *differ) diff(a, b span, k alike, around int) error {
	same, k := d.compare(a, b, k)
	if same {
		return nil
	}
	return d.unlike(a, b, k, around)
}

// unlike is diff of values that have not the same bytes, of which k is known.
func (d *differ) unlike(a, b span, k alike, around int) error {
	sa, err := d.f.Open(d.a.src, a.off)
	if err != nil {
		return err
	}
	sb, err := d.f.Open(d.b.src, b.off)
	if err != nil {
		return err
	}
	if sa.Kind == Leaf && sb.Kind == Leaf && d.f.Same(d.a.at(a), d.b.at(b), true) {
		return nil
	}
	if sa.Kind == Leaf || sa.Kind != sb.Kind || sa.Head != sb.Head || sa.Kind == Packed {
		return d.op(Replace, d.b.at(b))
	}
	// What is longer than a replacement of the whole is not worth it.
	start := d.mark()
	least := d.size + d.places[d.here].length + b.end - b.off
	most := least + opRoom
	inherited := least > around
	if inherited {
		most = around
	}
	possible := true
	if sa.Kind == Object {
		possible, err = d.members(sa, sb, k, most)
	} else {
		err = d.elements(sa, sb, k, most)
	}
	if err == nil && (!possible || d.size > most && !inherited) {
		d.back(start)
		err = d.op(Replace, d.b.at(b))
	}
	return err
}

// opRoom is more than an operation takes beside its path and value.
const opRoom = 64

// op notes an operation at the place.
func (d *differ) op(verb Verb, with []byte) error {
	r, err := d.frame(verb)
	if err != nil {
		return err
	}
	if len(d.ops) > 0 {
		d.size += len(d.f.Separator())
	}
	d.size += len(r.before) + d.f.TextRoom(d.places[d.here].printed) + len(r.after) + len(with) + len(r.last)
	d.ops = mem.Push(d.ops, operation{verb, d.here, with})
	return nil
}

// member calls do with a member of the place as the place, and element with an element.
func (d *differ) member(name []byte, do func() error) error {
	in := &d.places[d.here]
	n := fault.KeyLen(name)
	return d.at(location{
		name: name, index: -1,
		length: in.length + n, printed: in.printed + d.f.Printed(name) + n - len(name),
	}, do)
}

func (d *differ) element(i int, do func() error) error {
	in := &d.places[d.here]
	n := fault.IndexLen(i)
	return d.at(location{index: i, length: in.length + n, printed: in.printed + n}, do)
}

// at calls do at p. If there is no operation for it then, the place is forgotten.
func (d *differ) at(p location, do func() error) error {
	places, ops := len(d.places), len(d.ops)
	p.in, d.here = d.here, places
	d.places = mem.Push(d.places, p)
	err := do()
	d.here = p.in
	if len(d.ops) == ops {
		d.places = d.places[:places]
	}
	return err
}

// members finds what makes the members of b of those of a. It is not possible one by one where paths, which
// are text, do not tell keys apart.
func (d *differ) members(sa, sb Shape, k alike, most int) (possible bool, err error) {
	a, b := d.a.src, d.b.src
	old, err := d.a.ends.index(d.f, a, &sa)
	if err != nil {
		return false, err
	}
	now, err := d.b.ends.index(d.f, b, &sb)
	if err != nil || sa.Numbered != sb.Numbered {
		return false, err
	}
	possible = true
	var inner error
	do := func(name []byte, op func() error) bool {
		inner = d.member(name, op)
		return inner == nil && d.size <= most
	}
	err = d.a.ends.each(d.f, a, sa, func(_ int, c Child) bool {
		if last := old[mem.String(c.Key)]; last != c.From {
			possible = d.f.Kept(sa, a[c.From:], a[last:])
			return possible
		}
		if _, ok := now[mem.String(c.Key)]; ok {
			return true
		}
		return do(c.Key, func() error { return d.op(Remove, nil) })
	})
	if err != nil || inner != nil || !possible || d.size > most {
		return possible, firstOf(inner, err)
	}
	err = d.b.ends.each(d.f, b, sb, func(_ int, c Child) bool {
		if last := now[mem.String(c.Key)]; last != c.From {
			possible = d.f.Kept(sb, b[c.From:], b[last:])
			return possible
		}
		was, ok := old[mem.String(c.Key)]
		if !ok {
			possible = d.f.Kept(sb, b[c.From:], nil)
			return possible && do(c.Key, func() error { return d.op(Add, d.b.at(span{c.Value, c.End})) })
		}
		if possible = d.f.Kept(sb, b[c.From:], a[was:]); !possible {
			return false
		}
		before, err := d.a.ends.child(d.f, a, was, sa)
		if err != nil {
			inner = err
			return false
		}
		from, to := span{before.Value, before.End}, span{c.Value, c.End}
		same, k := d.compare(from, to, k)
		return same || do(c.Key, func() error { return d.unlike(from, to, k, most) })
	})
	return possible, firstOf(inner, err)
}

func firstOf(a, b error) error {
	if a != nil {
		return a
	}
	return b
}

// row is the elements of an array by their index.
type row struct {
	of    *side
	s     Shape
	n     int
	spans []span // of elements without a width
}

func (d *differ) row(of *side, s Shape) (r row, err error) {
	r = row{of: of, s: s, n: s.N}
	if s.Width > 0 {
		return r, nil
	}
	if s.N > 0 {
		r.spans = make([]span, 0, s.N)
	}
	err = of.ends.each(d.f, of.src, s, func(_ int, c Child) bool {
		r.spans = append(r.spans, span{c.Value, c.End})
		return true
	})
	r.n = len(r.spans)
	return r, err
}

// at returns where element i lies.
func (r *row) at(i int) span {
	if w := r.s.Width; w > 0 {
		off := r.s.Body + i*w
		return span{off, off + w}
	}
	return r.spans[i]
}

// value returns element i as a value of its own.
func (r *row) value(i int) []byte {
	b := r.of.at(r.at(i))
	if r.s.Bare {
		b = append([]byte{r.s.Lead}, b...)
	}
	return b
}

// replaced finds what makes element i of one array that of another, which is not the same. Elements that are bare are
// leaves.
func (d *differ) replaced(from, to *row, i int, k alike, most int) error {
	if !from.s.Bare {
		return d.diff(from.at(i), to.at(i), k, most)
	}
	if now := to.value(i); !d.f.Same(from.value(i), now, true) {
		return d.op(Replace, now)
	}
	return nil
}

// elements leaves alone what two arrays of one form have in common at their beginning and their end,
// compares what is between one by one, and removes or adds the rest.
func (d *differ) elements(sa, sb Shape, k alike, most int) error {
	from, err := d.row(&d.a, sa)
	if err != nil {
		return err
	}
	to, err := d.row(&d.b, sb)
	if err != nil {
		return err
	}
	i, na, nb := 0, from.n, to.n
	for i < na && i < nb && d.equal(from.at(i), to.at(i), k) {
		i++
	}
	for na > i && nb > i && d.equal(from.at(na-1), to.at(nb-1), k) {
		na--
		nb--
	}
	for ; i < na && i < nb && err == nil && d.size <= most; i++ {
		if !d.equal(from.at(i), to.at(i), k) {
			err = d.element(i, func() error { return d.replaced(&from, &to, i, k, most) })
		}
	}
	for n := na; n > i && err == nil && d.size <= most; n-- {
		err = d.element(n-1, func() error { return d.op(Remove, nil) })
	}
	for ; i < nb && err == nil && d.size <= most; i++ {
		err = d.element(i, func() error { return d.op(Add, to.value(i)) })
	}
	return err
}
