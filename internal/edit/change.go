package edit

import "github.com/beve-org/beve-go/internal/fault"

// manner is what put does where something is, or is not.
type manner uint8

const (
	add     manner = iota // a member new or not; an element before that at the index
	insert                // a member that is new; an element as add
	set                   // a member new or not; an element that is there
	replace               // what is there
)

// put puts a value at a path.
func (t *tree) put(path fault.Pointer, n *node, how manner) error {
	p, err := t.walk(path)
	if err != nil {
		return err
	}
	switch {
	case p.node == nil && how == insert:
		return fault.Because(fault.ErrDuplicate, "the document itself is there already")
	case p.node == nil:
		t.root = n
		return nil
	case p.box.object != nil:
		err = t.putMember(p, n, how)
	default:
		err = t.putElement(p, n, how)
	}
	if err == nil {
		t.touch()
	}
	return err
}

func (t *tree) putMember(p place, n *node, how manner) error {
	o := p.box.object
	i, ok := o.index[p.segment]
	switch {
	case ok && how == insert:
		return fault.Because(fault.ErrDuplicate, "there is a member "+fault.Quote(p.segment))
	case ok:
		if how == set {
			n = t.like(p.box.nodeOf(i), n)
		}
		o.members[i].node = n
		n.name = p.segment
		return nil
	case how == replace:
		return noMember(p.segment)
	}
	if _, err := t.f.AppendKey(nil, p.box.shape, p.segment); err != nil {
		return err
	}
	n.name = p.segment
	o.index[p.segment] = int32(len(o.members))
	o.members = append(o.members, member{node: n, before: -1, fresh: true})
	return nil
}

func (t *tree) putElement(p place, n *node, how manner) error {
	b := p.box
	i, err := t.index(b, p.segment, how <= insert)
	if err != nil {
		return err
	}
	if err := t.fit(b, n); err != nil {
		return err
	}
	if how > insert {
		old, err := t.element(b, i)
		if err != nil {
			return err
		}
		if how == set {
			n = t.like(old, n)
		}
		b.list.at(b.list.find(i)).node = n
		return nil
	}
	s, err := t.split(b, i)
	if err == nil {
		b.list.replace(s, 0, 1, item{n: 1, node: n})
	}
	return err
}

// fit looks whether n can be an element of b as it is, or b has to become wide for it.
func (t *tree) fit(b *box, n *node) error {
	if !b.shape.Bare || b.wide {
		return nil
	}
	if n.box != nil || n.row != nil {
		b.wide, t.changed = true, true
		return nil
	}
	if n.bare && n.lead == b.shape.Lead {
		return nil
	}
	_, ok := t.f.Fits(nil, n.value(), b.shape)
	b.wide, t.changed = !ok, t.changed || !ok
	return nil
}

var (
	errRoot   = fault.Because(fault.ErrUnsupported, "a document cannot do without its value")
	errInside = fault.Because(fault.ErrUnsupported, "a value cannot be moved into itself")
)

// below reports whether a path leads to a part of what another one leads to.
func below(path, of fault.Pointer) bool {
	return len(path) > len(of) && path[:len(of)] == of && path[len(of)] == '/'
}

// remove takes what is at a path out of the document and returns it.
func (t *tree) remove(path fault.Pointer) (*node, error) {
	p, err := t.walk(path)
	if err != nil {
		return nil, err
	}
	if p.node == nil {
		return nil, errRoot
	}
	n, err := t.get(p)
	if err != nil {
		return nil, err
	}
	if o := p.box.object; o != nil {
		for i := o.index[p.segment]; i >= 0; i = o.members[i].before {
			o.members[i].gone = true
		}
		delete(o.index, p.segment)
	} else {
		i, _ := t.index(p.box, p.segment, false)
		p.box.list.replace(p.box.list.find(i), 1, -1)
	}
	t.touch()
	return n, nil
}

// push puts a value after the last element of the array at a path.
func (t *tree) push(path fault.Pointer, n *node) error {
	if !path.Valid() {
		return fault.NoPointer(path)
	}
	p, err := t.walk(path)
	if err != nil {
		return err
	}
	of, err := t.get(p)
	if err != nil {
		return err
	}
	b, err := t.open(of)
	if err != nil {
		return err
	}
	if b.list == nil {
		return fault.Because(fault.ErrMismatch, "an object has no end to append to")
	}
	return t.put(path+"/-", n, add)
}

// move takes a value from one path to another.
func (t *tree) move(from, path fault.Pointer) error {
	if path == from {
		_, err := t.find(from)
		return err
	}
	if below(path, from) {
		return errInside
	}
	n, err := t.remove(from)
	if err != nil {
		return err
	}
	return t.put(path, n, add)
}

// find returns what is at a path.
func (t *tree) find(path fault.Pointer) (*node, error) {
	p, err := t.walk(path)
	if err != nil {
		return nil, err
	}
	return t.get(p)
}

// copy puts the bytes of what is at one path at another. A short patch can double a document
// over and over, so what all copies make together is bounded: eight times what the document and the
// patch have.
func (t *tree) copy(from, path fault.Pointer) error {
	n, err := t.find(from)
	if err != nil {
		return err
	}
	bytes, err := t.append(make([]byte, 0, n.end-n.off+1), n)
	if err != nil {
		return err
	}
	if t.copied += int64(len(bytes)); t.copied > t.most {
		return fault.Because(fault.ErrLimit, "copies are out of proportion to their document")
	}
	return t.put(path, &node{src: bytes, end: len(bytes)}, add)
}

// like returns n in the form of the value in whose place it comes, if both are integers or times.
func (t *tree) like(old, n *node) *node {
	if old.box != nil || n.box != nil || old.bare || old.row != nil {
		return n
	}
	if value, ok := t.f.Like(nil, n.value(), old.value()); ok {
		return &node{src: value, end: len(value)}
	}
	return n
}
