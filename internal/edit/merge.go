package edit

import (
	"slices"

	"github.com/beve-org/beve-go/internal/mem"
)

// Merge returns a new message: msg with a JSON Merge Patch (RFC 7396) applied, a whole message
// of the same format.
func Merge(f Form, msg, patch []byte) ([]byte, error) {
	off, err := checked(f, patch)
	if err != nil {
		return nil, err
	}
	end, err := f.Skip(patch, off)
	if err != nil {
		return nil, fail(f, 0, "", err)
	}
	t, start, err := newTree(f, msg, len(msg)+len(patch))
	if err == nil {
		err = t.merge(t.root, patch[off:end:end], func(n *node) error { t.root = n; return nil })
	}
	if err != nil {
		return nil, fail(f, 0, "", err)
	}
	return t.finish(start)
}

// merge applies patch, a whole value, to n; put puts another value in the place of n.
func (t *tree) merge(n *node, patch []byte, put func(*node) error) error {
	s, src, _, err := plain(t.f, patch, 0)
	if err != nil {
		return err
	}
	if s.Kind != Object {
		return put(&node{src: patch, end: len(patch)})
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
	b.changed = true
	o := b.object
	names, err := index(t.f, src, s)
	if err != nil {
		return err
	}
	o.members = slices.Grow(o.members, len(names))
	var inner error
	err = each(t.f, src, s, func(_ int, c Child) bool {
		if names[mem.String(c.Key)] == c.From {
			inner = t.mergeMember(b, o, string(c.Key), src[c.Value:c.End:c.End])
		}
		return inner == nil
	})
	if inner != nil {
		err = inner
	}
	return err
}

// mergeMember applies what a merge patch says of one member.
func (t *tree) mergeMember(b *box, o *object, name string, patch []byte) error {
	i, ok := o.index[name]
	if t.f.IsNull(patch, 0) {
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
	return t.merge(n, patch, func(n *node) error {
		return t.putMember(place{box: b, segment: name}, n, set)
	})
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
