package edit

import (
	"slices"

	"github.com/beve-org/beve-go/internal/mem"
)

// Merge returns a new message: msg with a JSON Merge Patch (RFC 7396) applied, a whole message
// of the same format.
func Merge(f Form, msg, patch []byte) ([]byte, error) {
	v, err := checked(f, patch)
	if err != nil {
		return nil, err
	}
	t, start, err := newTree(f, msg, len(msg)+len(patch), false)
	if err == nil {
		t.changed = true
		if !t.within(patch) {
			t.endsOf(patch).start = v.off
		}
		err = t.merge(t.root, &node{src: patch, off: v.off, end: v.end}, func(n *node) error { t.root = n; return nil })
	} else {
		return nil, fail(f, 0, "", err)
	}
	if err != nil {
		return nil, fail(f, t.position(t.last), t.trail.Pointer(), causeOf(err))
	}
	out, err := t.finish(start)
	if err != nil && t.unfit != nil {
		return nil, fail(f, t.unfit.at, t.trail.Pointer(), causeOf(err))
	}
	return out, err
}

// merge applies patch to n; put puts another value in the place of n.
func (t *tree) merge(n, patch *node, put func(*node) error) error {
	src := patch.src
	s, err := t.f.Open(src, patch.off)
	if err != nil {
		return err
	}
	c, apart, err := cells(t.f, src, patch.off, s)
	if err == nil && s.Kind == Packed && !apart {
		s, src, _, err = plain(t.f, src, patch.off)
	}
	if err != nil {
		return err
	}
	if apart && c.Rows != NoRows || !apart && s.Kind != Object {
		return put(patch)
	}
	b, err := t.objectOf(n)
	if err != nil {
		return err
	}
	if b == nil {
		empty := t.f.Plain(Object)
		bytes := t.f.AppendTail(t.f.AppendHead(nil, empty, 0), empty)
		n = &node{src: bytes, end: len(bytes)}
		if b, err = t.open(n); err == nil {
			err = put(n)
		}
		if err != nil {
			return err
		}
	}
	last := t.last
	b.changed, b.at = true, t.position(last)
	if apart {
		return t.mergeNamed(b, src, &c)
	}
	o := b.object
	known := t.endsOf(src)
	names, err := known.index(t.f, src, &s)
	if err != nil {
		return err
	}
	o.members = slices.Grow(o.members, len(names))
	var inner error
	err = known.each(t.f, src, s, func(_ int, c Child) bool {
		if names[mem.String(c.Key)] == c.From {
			t.last = last
			inner = t.mergeMember(b, string(c.Key), &node{src: src, off: c.Value, end: c.End})
		}
		return inner == nil
	})
	if inner != nil {
		err = inner
	}
	return err
}

// mergeMember applies what a merge patch says of one member.
func (t *tree) mergeMember(b *box, name string, patch *node) error {
	o := b.object
	i, ok := o.index[name]
	if t.f.IsNull(patch.src, patch.off) {
		for ; ok && i >= 0; i = o.members[i].before {
			o.members[i].gone = true
		}
		delete(o.index, name)
		return nil
	}
	n := &node{}
	if ok {
		n = b.nodeOf(i)
	}
	err := t.merge(n, patch, func(n *node) error {
		return t.putMember(place{box: b, segment: name}, n, set)
	})
	if err != nil {
		t.trail.Key(name)
	}
	return err
}

// objectOf opens n if it is an object, and returns nil if it is not.
func (t *tree) objectOf(n *node) (*box, error) {
	if n.box == nil {
		if n.src == nil || n.bare {
			return nil, nil
		}
		s, err := t.f.Open(n.src, n.off)
		if err != nil || s.Kind == Leaf || s.Kind == Array {
			return nil, err
		}
	}
	b, err := t.open(n)
	if err != nil || b.object == nil {
		return nil, err
	}
	return b, nil
}
