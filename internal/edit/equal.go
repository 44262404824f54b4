package edit

import "github.com/beve-org/beve-go/internal/mem"

// equal reports whether n and the value at src[off:] stand for the same JSON value, numbers by
// value. If they do, end is where that value ends. What it opens of n stays open, and what it
// looks at of the value it reads once: a patch that tests over and over costs what its values do.
func (t *tree) equal(n *node, src []byte, off int) (same bool, end int, err error) {
	s, err := t.f.Open(src, off)
	if err != nil {
		return false, off, err
	}
	if c, ok, err := cells(t.f, src, off, s); err != nil {
		return false, off, err
	} else if ok {
		return t.equalCells(n, src, &c)
	}
	if s.Kind == Leaf || s.Kind == Packed || s.Body < 0 || s.N == 0 {
		if end, err = t.f.Skip(src, off); err != nil {
			return false, off, err
		}
	}
	switch {
	case s.Kind == Leaf:
		if n.box != nil || n.row != nil {
			return false, end, nil
		}
		return t.f.Same(n.value(), src[off:end], false), end, nil
	case s.Kind == Packed:
		if src, err = t.f.(Packer).Unpack(nil, src, off); err != nil {
			return false, off, err
		}
		same, _, err = t.equal(n, src, 0)
		return same, end, err
	}
	b, err := t.container(n)
	if err != nil || b == nil || (b.object != nil) != (s.Kind == Object) {
		return false, off, err
	}
	to := end
	if b.object != nil {
		same, to, err = t.equalMembers(b, src, s)
	} else {
		same, to, err = t.equalElements(b, src, s)
	}
	if end == 0 {
		end = to + s.Tail
	}
	return same, end, err
}

// equalMembers compares members as they come. One that is not equal may be hidden by another of its name: only then is
// it looked up where the last of each name lies, so that no member is compared twice.
func (t *tree) equalMembers(b *box, src []byte, s Shape) (same bool, to int, err error) {
	t.serial++
	serial, names, at := t.serial, 0, s.Body
	var last map[string]int
	for n := 0; at >= 0 && (s.N < 0 || n < s.N); n++ {
		key, value, err := t.f.Key(src, at, s)
		if err != nil {
			return false, at, err
		}
		i, ok := b.object.index[mem.String(key)]
		if !ok {
			return false, at, nil
		}
		if m := &b.object.members[i]; m.serial != serial {
			m.serial = serial
			names++
		}
		same := false
		if last == nil || last[mem.String(key)] == at {
			if same, to, err = t.equal(b.nodeOf(i), src, value); err != nil {
				return false, at, err
			}
		}
		if same {
			to, at, err = t.f.After(src, to, s)
		} else {
			if last == nil {
				if last, err = t.endsOf(src).index(t.f, src, &s); err != nil {
					return false, at, err
				}
			}
			if last[mem.String(key)] == at {
				return false, at, nil
			}
			var hidden Child
			hidden, err = t.endsOf(src).child(t.f, src, at, s)
			to, at = hidden.To, hidden.Next
		}
		if err != nil {
			return false, at, err
		}
	}
	return names == len(b.object.index), to, nil
}

func (t *tree) equalElements(b *box, src []byte, s Shape) (same bool, to int, err error) {
	if s.N >= 0 && s.N != b.list.n {
		return false, 0, nil
	}
	i, at := 0, s.Body
	for ; at >= 0 && (s.N < 0 || i < s.N); i++ {
		if i == b.list.n {
			return false, 0, nil
		}
		n, err := t.element(b, i)
		if err != nil {
			return false, 0, err
		}
		if s.Bare {
			if to, err = t.f.End(src, at, s); err == nil {
				t.room = append(append(t.room[:0], s.Lead), src[at:to]...)
				same = n.box == nil && t.f.Same(n.value(), t.room, false)
			}
		} else {
			_, value, keyErr := t.f.Key(src, at, s)
			if err = keyErr; err == nil {
				same, to, err = t.equal(n, src, value)
			}
		}
		if err != nil || !same {
			return false, 0, err
		}
		if to, at, err = t.f.After(src, to, s); err != nil {
			return false, 0, err
		}
	}
	return i == b.list.n, to, nil
}

// container opens n if it is one, and returns nil if it is not.
func (t *tree) container(n *node) (*box, error) {
	if n.box == nil && n.row == nil {
		if n.bare {
			return nil, nil
		}
		if s, err := t.f.Open(n.src, n.off); err != nil || s.Kind == Leaf {
			return nil, err
		}
	}
	return t.open(n)
}

// plain returns how the value at off lies, or a plain form of it if it is packed.
func plain(f Form, src []byte, off int) (s Shape, in []byte, at int, err error) {
	s, err = f.Open(src, off)
	if err == nil && s.Kind == Packed {
		if src, err = f.(Packer).Unpack(nil, src, off); err == nil {
			off = 0
			s, err = f.Open(src, 0)
		}
	}
	return s, src, off, err
}
