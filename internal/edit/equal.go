package edit

import "github.com/beve-org/beve-go/internal/mem"

// equal reports whether n and the value at src[off:] stand for the same JSON value, numbers by
// value. What it opens of n stays open: a patch that tests over and over costs what
// its values do.
func (t *tree) equal(n *node, src []byte, off int) (bool, error) {
	s, src, off, err := plain(t.f, src, off)
	if err != nil {
		return false, err
	}
	if s.Kind == Leaf {
		end, err := t.f.Skip(src, off)
		if err != nil || n.box != nil {
			return false, err
		}
		return t.f.Same(n.value(), src[off:end], false), nil
	}
	if n.box == nil {
		if n.bare {
			return false, nil
		}
		of, err := t.f.Open(n.src, n.off)
		if err != nil || of.Kind == Leaf {
			return false, err
		}
	}
	b, err := t.open(n)
	if err != nil || (b.object != nil) != (s.Kind == Object) {
		return false, err
	}
	if b.object != nil {
		return t.equalMembers(b, src, s)
	}
	return t.equalElements(b, src, s)
}

func (t *tree) equalMembers(b *box, src []byte, s Shape) (bool, error) {
	names, err := index(t.f, src, s)
	if err != nil || len(names) != len(b.object.index) {
		return false, err
	}
	for name, c := range names {
		i, ok := b.object.index[name]
		if !ok {
			return false, nil
		}
		if ok, err := t.equal(b.nodeOf(i), src, c.Value); !ok {
			return false, err
		}
	}
	return true, nil
}

func (t *tree) equalElements(b *box, src []byte, s Shape) (same bool, err error) {
	n, err := count(t.f, src, s)
	if err != nil || n != b.list.n {
		return false, err
	}
	same = true
	var room [32]byte
	walk := each(t.f, src, s, func(i int, c Child) bool {
		var n *node
		if n, err = t.element(b, i); err != nil {
			return false
		}
		value, off := src, c.Value
		if s.Bare {
			value, off = s.whole(room[:], src, &c), 0
		}
		same, err = t.equal(n, value, off)
		return same && err == nil
	})
	if err == nil {
		err = walk
	}
	return same && err == nil, err
}

// plain returns how the value at off lies, or a plain form of it if it is packed.
func plain(f Form, src []byte, off int) (s Shape, in []byte, at int, err error) {
	s, err = f.Open(src, off)
	if err == nil && s.Kind == Packed {
		if src, err = f.Unpack(nil, src, off); err == nil {
			off = 0
			s, err = f.Open(src, 0)
		}
	}
	return s, src, off, err
}

// index returns the last member of each name.
func index(f Form, src []byte, s Shape) (map[string]Child, error) {
	names := map[string]Child{}
	err := each(f, src, s, func(i int, c Child) bool {
		names[mem.String(c.Key)] = c
		return true
	})
	return names, err
}
