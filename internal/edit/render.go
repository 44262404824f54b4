package edit

// append appends n as a value of its own.
func (t *tree) append(dst []byte, n *node) ([]byte, error) {
	b := n.box
	if b == nil || !b.changed {
		if n.row != nil {
			return t.appendRow(dst, n.row, n.src, n.off)
		}
		if n.bare {
			dst = append(dst, n.lead)
		}
		return append(dst, n.src[n.off:n.end]...), nil
	}
	start := len(dst)
	var err error
	switch {
	case b.object != nil && b.packs():
		return t.appendNamed(dst, b)
	case b.object != nil:
		dst, err = t.appendObject(dst, b)
	case b.packs():
		return t.appendTable(dst, b)
	default:
		dst, err = t.appendArray(dst, b)
	}
	if err == nil && b.was != nil {
		if dst, err = t.f.(Packer).Repack(dst, start, b.was); err != nil {
			t.unfit = b
		}
	}
	return dst, err
}

func (t *tree) appendObject(dst []byte, b *box) (_ []byte, err error) {
	n := 0
	for i := range b.object.members {
		if !b.object.members[i].gone {
			n++
		}
	}
	dst = t.f.AppendHead(dst, b.shape, n)
	separator := ""
	members := b.object.members
	for i := 0; i < len(members); i++ {
		m := &members[i]
		if m.gone {
			continue
		}
		dst = append(dst, separator...)
		separator = t.f.Separator()
		switch {
		case m.node == nil && b.cells == nil:
			for i+1 < len(members) && members[i+1].node == nil && !members[i+1].gone {
				i++
			}
			dst = append(dst, b.src[m.from:members[i].to]...)
			continue
		case m.fresh:
			dst, err = t.f.AppendKey(dst, b.shape, m.node.name)
		case b.cells != nil:
			dst, err = t.f.AppendKey(dst, b.shape, b.cells.Names[i])
		default:
			dst = append(dst, b.src[m.from:m.value]...)
		}
		if err == nil {
			dst, err = t.appendMember(dst, b, i)
		}
		if err != nil {
			t.trail.Key(t.nameOf(b, i))
			return dst, err
		}
		if !m.fresh {
			dst = append(dst, b.src[m.end:m.to]...)
		}
	}
	return t.f.AppendTail(dst, b.shape), nil
}

// nameOf returns the name of a member.
func (t *tree) nameOf(b *box, i int) string {
	if b.cells != nil || b.object.members[i].fresh {
		return b.name(i)
	}
	key, _, err := t.f.Key(b.src, b.object.members[i].from, b.shape)
	if err != nil {
		return ""
	}
	return string(key)
}

// appendMember appends the value of a member.
func (t *tree) appendMember(dst []byte, b *box, i int) ([]byte, error) {
	m := &b.object.members[i]
	if m.node == nil {
		return append(dst, b.src[m.value:m.end]...), nil
	}
	return t.append(dst, m.node)
}

func (t *tree) appendArray(dst []byte, b *box) (_ []byte, err error) {
	s := b.shape
	if b.wide {
		s = t.f.Plain(Array)
	}
	dst = t.f.AppendHead(dst, s, b.list.n)
	separator, n := "", 0
	b.list.items(func(it *item) bool {
		dst = append(dst, separator...)
		separator = t.f.Separator()
		switch v := it.node; {
		case v == nil && (b.wide || b.cells != nil):
			dst, err = t.appendWide(dst, b, it)
		case v == nil:
			dst = append(dst, b.src[it.from:it.to]...)
		case !s.Bare:
			dst, err = t.append(dst, v)
		case v.bare && v.lead == s.Lead:
			dst = append(dst, v.src[v.off:v.end]...)
		default:
			dst, _ = t.f.Fits(dst, v.value(), s)
		}
		if err != nil {
			t.trail.Index(n)
		}
		n += it.n
		return err == nil
	})
	return t.f.AppendTail(dst, s), err
}

// appendWide appends the elements of a run with the first byte, or the names, that they lack.
func (t *tree) appendWide(dst []byte, b *box, run *item) ([]byte, error) {
	at := *run
	for range run.n {
		c, err := t.child(b, &at, 0)
		switch {
		case err != nil:
		case b.cells != nil:
			dst, err = t.appendRow(dst, b.cells, b.src, c.Value)
		default:
			dst = append(append(dst, b.shape.Lead), b.src[c.Value:c.End]...)
		}
		if err != nil {
			return dst, err
		}
		at.from = c.Next
	}
	return dst, nil
}
