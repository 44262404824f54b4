package edit

import (
	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/mem"
)

// A tree is a document that is being changed: values that nobody has looked into as their
// bytes, the others opened.
type tree struct {
	f     Form
	doc   []byte // the message
	after []byte // what follows its value, white space
	root  *node
	path  []*box // what the latest walk came through
	last  *node  // where it is, or ended, or what holds that in the message
	// copied is what copies have made, and most what they may.
	copied, most int64
	// changed says that values may be deeper than they were, or in other forms.
	changed bool
	// uses says what extended has found out once it was asked.
	asked, uses bool
	whole       span // of the value in doc
	// op is the change that is being made, and unfit what could not have its form again. The path to that, or to what a
	// merge patch could not put, is in trail.
	op    int
	unfit *box
	trail fault.Trail

	serial int32 // of the latest comparison of an object
	room   []byte

	docEnds   ends
	otherEnds map[*byte]*ends // of what is not in doc, by its first byte
}

// endsOf returns what is known of the text src, which has come whole into the tree.
func (t *tree) endsOf(src []byte) *ends {
	if t.within(src) {
		return &t.docEnds
	}
	e := t.otherEnds[&src[0]]
	if e == nil {
		e = new(ends)
		if t.otherEnds == nil {
			t.otherEnds = map[*byte]*ends{}
		}
		t.otherEnds[&src[0]] = e
	}
	return e
}

// within reports whether src is the message.
func (t *tree) within(src []byte) bool {
	return len(src) > 0 && len(t.doc) > 0 && &src[0] == &t.doc[0]
}

// node is a value: src[off:end], after lead if it is bare, unless box has been changed.
type node struct {
	src      []byte
	off, end int
	lead     byte
	bare     bool
	row      *Cells // if it is a row, src[off:end] are its values
	box      *box
	name     string // of a new member
}

// box is an opened container.
type box struct {
	shape   Shape
	src     []byte // what its children lie in
	was     []byte // the value in its packed form, if it was unpacked
	cells   *Cells // the names of its members, or of those of its elements, if they stand apart
	row     bool   // it is a row of cells
	object  *object
	list    *list
	changed bool
	wide    bool // elements no longer have the type of the array
	op, at  int  // the latest change, and where what it has changed lies in the document
}

// packs reports whether b is to be packed again.
func (b *box) packs() bool { return b.cells != nil && !b.row }

// object is the members of a box, in their order, and where the last of each name is.
type object struct {
	members []member
	index   map[string]int32
}

type member struct {
	from, value, end, to int
	node                 *node // nil: as it lies in the message
	before               int32 // the member before of the same name, or -1
	serial               int32 // of the comparison that has come to it last
	gone, fresh          bool
}

// value returns the bytes of n as a value of its own. It must not have been changed, and is no row.
func (n *node) value() []byte {
	if !n.bare {
		return n.src[n.off:n.end:n.end]
	}
	return append([]byte{n.lead}, n.src[n.off:n.end]...)
}

// position returns where n is in the document, or 0 if it came from elsewhere.
func (t *tree) position(n *node) int {
	if t.within(n.src) {
		return n.off
	}
	return 0
}

// open opens n, which must be a container.
func (t *tree) open(n *node) (*box, error) {
	if t.within(n.src) {
		t.last = n
	}
	if n.box != nil {
		return n.box, nil
	}
	b := &box{src: n.src}
	if n.bare {
		return nil, t.f.Why(n.value(), 0)
	}
	if n.row != nil {
		b.cells, b.row, b.shape = n.row, true, t.f.Plain(Object)
		b.shape.Body = n.off
	} else if err := t.look(b, n); err != nil {
		return nil, err
	}
	var err error
	switch {
	case b.shape.Kind == Object && b.cells != nil:
		b.object, err = t.named(b)
	case b.shape.Kind == Object:
		b.object, err = t.members(b)
	case b.shape.Kind == Array:
		b.list, err = t.elements(b)
	default:
		err = t.f.Why(n.src, n.off)
	}
	if err != nil {
		return nil, err
	}
	n.box = b
	return b, nil
}

// look finds out how n, which is to be b, lies.
func (t *tree) look(b *box, n *node) (err error) {
	if b.shape, err = t.f.Open(n.src, n.off); err != nil || b.shape.Kind != Packed {
		return err
	}
	t.changed = true
	c, ok, err := cells(t.f, n.src, n.off, b.shape)
	switch {
	case err != nil:
	case !ok:
		b.was = n.value()
		if b.src, err = t.f.(Packer).Unpack(nil, b.was, 0); err == nil {
			b.shape, err = t.f.Open(b.src, 0)
		}
	case c.Rows == NoRows:
		b.cells, b.shape = &c, t.f.Plain(Object)
		b.shape.Body = c.Body
	default:
		b.cells, b.shape = &c, t.f.Plain(Array)
		b.shape.N, b.shape.Body = c.Rows, c.Body
		// Rows that become objects have the names each.
		if budget := (fault.Limits{}).Budget(); !budget.Repeat(c.Named, c.Rows, int64(n.end-n.off)) {
			err = budget.Err()
		}
	}
	return err
}

// members returns the members of an object that is opened.
func (t *tree) members(b *box) (*object, error) {
	o := &object{index: make(map[string]int32, max(b.shape.N, 0))}
	if b.shape.N > 0 {
		o.members = make([]member, 0, b.shape.N)
	}
	err := t.endsOf(b.src).each(t.f, b.src, b.shape, func(i int, c Child) bool {
		b.shape.Numbered = b.shape.Numbered && t.f.IsNumber(b.src, c.From)
		m := member{from: c.From, value: c.Value, end: c.End, to: c.To, before: -1}
		name := mem.String(c.Key)
		if last, ok := o.index[name]; ok {
			m.before = last
		}
		o.index[name] = int32(i)
		o.members = append(o.members, m)
		return true
	})
	return o, err
}

// elements returns the elements of an array that is opened, as runs.
func (t *tree) elements(b *box) (*list, error) {
	l := &list{}
	if s := &b.shape; s.Width > 0 {
		if s.N > 0 {
			l.add(item{from: s.Body, to: s.Body + s.N*s.Width, n: s.N})
		}
		return l, nil
	}
	run := item{}
	at := b.shape.Body
	for i := 0; at >= 0 && (b.shape.N < 0 || i < b.shape.N); i++ {
		c, err := t.childAt(b, at)
		if err != nil {
			return l, err
		}
		if run.n == 0 {
			run.from = c.From
		}
		run.n++
		if run.to = c.To; run.n == runItems || run.to-run.from >= runBytes {
			l.add(run)
			run = item{}
		}
		at = c.Next
	}
	if run.n > 0 {
		l.add(run)
	}
	return l, nil
}

// childAt reads the element at off of an array that is opened.
func (t *tree) childAt(b *box, off int) (c Child, err error) {
	e := t.endsOf(b.src)
	if b.cells == nil {
		return e.child(t.f, b.src, off, b.shape)
	}
	c = Child{From: off, Value: off}
	for range b.cells.Names {
		if off, err = e.endOf(t.f, b.src, off, Shape{}); err != nil {
			return c, err
		}
	}
	c.End, c.To, c.Next = off, off, off
	return c, nil
}

// nodeOf returns the value of a member as a node.
func (b *box) nodeOf(i int32) *node {
	m := &b.object.members[i]
	if m.node == nil {
		m.node = &node{src: b.src, off: m.value, end: m.end}
	}
	return m.node
}

// element returns element i as a node, which it takes out of its run.
func (t *tree) element(b *box, i int) (*node, error) {
	s := b.list.find(i)
	run := *b.list.at(s)
	if run.node != nil {
		return run.node, nil
	}
	first, last := run, run
	c, err := t.child(b, &run, s.skip)
	if err != nil {
		return nil, err
	}
	n := &node{src: b.src, off: c.Value, end: c.End, lead: b.shape.Lead, bare: b.shape.Bare, row: b.cells}
	items := make([]item, 0, 3)
	if first.n = s.skip; first.n > 0 {
		first.to = c.From - len(t.f.Separator())
		items = append(items, first)
	}
	items = append(items, item{n: 1, node: n})
	if last.n = run.n - s.skip - 1; last.n > 0 {
		last.from = c.Next
		items = append(items, last)
	}
	b.list.replace(s, 1, 0, items...)
	return n, nil
}

// child returns element i of a run.
func (t *tree) child(b *box, run *item, i int) (c Child, err error) {
	if w := b.shape.Width; w > 0 {
		at := run.from + i*w
		return Child{From: at, Value: at, End: at + w, To: at + w, Next: at + w}, nil
	}
	c.Next = run.from
	for range i + 1 {
		if c, err = t.childAt(b, c.Next); err != nil {
			return c, err
		}
	}
	return c, nil
}

// split makes a place before element i of a list that may be in a run, and returns it.
func (t *tree) split(b *box, i int) (spot, error) {
	s := b.list.find(i)
	if s.skip == 0 {
		return s, nil
	}
	if _, err := t.element(b, i); err != nil {
		return s, err
	}
	return b.list.find(i), nil
}

// index reads a segment of a path as that of an element of b, or where one can be put:
// then up to the one after the last, which "-" stands for.
func (t *tree) index(b *box, segment string, put bool) (int, error) {
	i, ok := fault.ParseIndex(segment)
	switch {
	case !ok:
		return 0, fault.NoIndex(segment)
	case put && segment == "-":
		return b.list.n, nil
	case i < 0 || i > b.list.n || !put && i == b.list.n:
		return 0, fault.NoElement(segment, b.list.n)
	}
	return i, nil
}

// step returns the part of n that a segment leads to.
func (t *tree) step(n *node, segment string) (*node, error) {
	b, err := t.open(n)
	if err != nil {
		return nil, err
	}
	t.path = append(t.path, b)
	if b.object != nil {
		i, ok := b.object.index[segment]
		if !ok {
			return nil, noMember(segment)
		}
		return b.nodeOf(i), nil
	}
	i, err := t.index(b, segment, false)
	if err != nil {
		return nil, err
	}
	return t.element(b, i)
}

// place is where the last segment of a path is to be looked up, or put.
type place struct {
	node    *node // the container; of the root it is nil
	box     *box
	segment string
}

// walk goes along a path up to its last segment.
func (t *tree) walk(path fault.Pointer) (p place, err error) {
	segments, ok := path.Segments()
	if !ok {
		return p, fault.NoPointer(path)
	}
	t.path, t.last = t.path[:0], t.root
	segment, more := segments.Next()
	if !more {
		return p, nil
	}
	p.node = t.root
	for {
		next, more := segments.Next()
		if !more {
			break
		}
		n, err := t.step(p.node, segment)
		if err != nil {
			return p, err
		}
		p.node, segment = n, next
	}
	p.segment = segment
	if p.box, err = t.open(p.node); err == nil {
		t.path = append(t.path, p.box)
	}
	return p, err
}

// get returns the value at a place that walk returned.
func (t *tree) get(p place) (*node, error) {
	if p.node == nil {
		return t.root, nil
	}
	return t.step(p.node, p.segment)
}

// touch notes that the containers that the latest walk came through have changed.
func (t *tree) touch() {
	for _, b := range t.path {
		b.changed, b.op, b.at = true, t.op, t.position(t.last)
	}
}
