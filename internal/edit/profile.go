package edit

// A Profiled is a Form of a format with two profiles: what only the extended one has, not every
// reader knows, and so it is written only where a message has such values already.
type Profiled interface {
	// Only reports whether the value at off is of a form that only the extended profile has. What it
	// holds is not looked at.
	Only(src []byte, off int) bool
	// Portable reports whether a value that begins with old shows that a Go value was written in the portable profile
	// there: it is of the kind of that one, and not of the extended one, and no object, which says little.
	Portable(old, portable, extended byte) bool
}

// written returns the value of op in the profile that belongs in the place of old, the first byte of a value at off of
// src; nothing is there if src is empty, and what then counts is the message, which whole is asked about.
func (op *Op) written(f Form, src []byte, off int, whole func() bool) ([]byte, error) {
	p, ok := f.(Profiled)
	switch {
	case op.Extended == nil || !ok:
		return op.Value, op.err
	case off < len(src) && p.Only(src, off):
		return op.Extended, nil
	case off < len(src) && op.err == nil && p.Portable(src[off], op.Value[0], op.Extended[0]):
		return op.Value, nil
	case whole():
		return op.Extended, nil
	}
	return op.Value, op.err
}

// uses reports whether the value at off of src is, or has in it, something that only the extended profile has. What is
// malformed has nothing: the message may be so where nobody has looked.
func uses(f Form, src []byte, off int) bool {
	p, ok := f.(Profiled)
	if !ok {
		return false
	}
	var levels []level
	for off < len(src) {
		if p.Only(src, off) {
			return true
		}
		s, err := f.Open(src, off)
		if err != nil {
			return false
		}
		if s.Kind != Leaf && !s.Bare && s.Width == 0 && s.Body >= 0 && s.N != 0 && len(levels) < f.Limits().MaxDepth {
			levels = append(levels, level{s: s})
		} else {
			if off, err = f.Skip(src, off); err != nil {
				return false
			}
			if levels, err = next(f, src, off, levels); err != nil || len(levels) == 0 {
				return false
			}
		}
		l := &levels[len(levels)-1].s
		if _, off, err = f.Key(src, l.Body, *l); err != nil {
			return false
		}
	}
	return false
}

// next leaves the containers that end with a value that ends at off. Body of the last is where the next child lies.
func next(f Form, src []byte, off int, levels []level) ([]level, error) {
	for len(levels) > 0 {
		s := &levels[len(levels)-1].s
		to, at, err := f.After(src, off, *s)
		if err != nil {
			return levels, err
		}
		if s.N > 0 {
			s.N--
		}
		if s.Body = at; at >= 0 && s.N != 0 {
			break
		}
		off, levels = to+s.Tail, levels[:len(levels)-1]
	}
	return levels, nil
}

// written is what the target says of [Op.written].
func (t *target) written(op *Op) ([]byte, error) {
	if op.Extended == nil {
		return op.Value, op.err
	}
	src, off := t.msg, 0
	var lead [1]byte
	switch {
	case op.Verb == DoSet && t.found && !t.s.Bare:
		off = t.child.Value
	case op.Verb == DoSet && t.found, t.s.Kind == Array && t.s.Bare && t.s.N > 0:
		lead[0], src = t.s.Lead, lead[:]
	case t.s.Kind == Array && t.s.N != 0 && t.s.Body >= 0:
		var err error
		if _, off, err = t.f.Key(src, t.s.Body, t.s); err != nil {
			return nil, err
		}
	default:
		src = nil
	}
	return op.written(t.f, src, off, func() bool {
		start, err := t.f.Start(t.msg)
		return err == nil && uses(t.f, t.msg, start)
	})
}

// written is what the tree says of [Op.written]. What is wrong with the path is left to those who put the value there.
func (t *tree) written(op *Op) ([]byte, error) {
	if op.Extended == nil {
		return op.Value, op.err
	}
	n := t.beside(op)
	var src []byte
	off := 0
	switch {
	case n == nil:
	case n.bare:
		src = []byte{n.lead}
	case n.row == nil:
		src, off = n.src, n.off
	}
	return op.written(t.f, src, off, t.extended)
}

// extended reports whether the document as it came uses the extended profile.
func (t *tree) extended() bool {
	if !t.asked {
		t.asked, t.uses = true, uses(t.f, t.doc, t.whole.off)
	}
	return t.uses
}

// beside returns what op replaces, or another element of the array that it puts its value into; nil if there is nothing
// of the kind.
func (t *tree) beside(op *Op) *node {
	if op.Verb == DoAppend {
		if of, err := t.find(op.Path); err == nil {
			return t.first(of)
		}
		return nil
	}
	p, err := t.walk(op.Path)
	switch {
	case err != nil:
		return nil
	case p.node == nil:
		return t.root
	case p.box.list != nil && op.Verb != DoSet && op.Verb != Replace:
		return t.first(p.node)
	}
	n, err := t.get(p)
	if err != nil {
		return nil
	}
	return n
}

// first returns the first element of an array.
func (t *tree) first(of *node) *node {
	b, err := t.open(of)
	if err != nil || b.list == nil || b.list.n == 0 {
		return nil
	}
	n, err := t.element(b, 0)
	if err != nil {
		return nil
	}
	return n
}
