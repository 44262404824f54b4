package edit

// append appends n as a value of its own.
func (t *tree) append(dst []byte, n *node) ([]byte, error) {
	b := n.box
	if b == nil || !b.changed {
		if n.bare {
			dst = append(dst, n.lead)
		}
		return append(dst, n.src[n.off:n.end]...), nil
	}
	start := len(dst)
	var err error
	if b.object != nil {
		dst, err = t.appendObject(dst, b)
	} else {
		dst, err = t.appendArray(dst, b)
	}
	if err == nil && b.was != nil {
		dst, err = t.f.Repack(dst, start, b.was)
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
	for i := range b.object.members {
		m := &b.object.members[i]
		if m.gone {
			continue
		}
		dst = append(dst, separator...)
		separator = t.f.Separator()
		switch v := m.node; {
		case v == nil:
			dst = append(dst, b.src[m.from:m.to]...)
		case m.fresh:
			if dst, err = t.f.AppendKey(dst, b.shape, v.name); err == nil {
				dst, err = t.append(dst, v)
			}
		default:
			dst = append(dst, b.src[m.from:m.value]...)
			dst, err = t.append(dst, v)
			dst = append(dst, b.src[m.end:m.to]...)
		}
		if err != nil {
			return dst, err
		}
	}
	return t.f.AppendTail(dst, b.shape), nil
}

func (t *tree) appendArray(dst []byte, b *box) (_ []byte, err error) {
	s := b.shape
	if b.wide {
		s = t.f.Plain(Array)
	}
	dst = t.f.AppendHead(dst, s, b.list.n)
	separator := ""
	b.list.items(func(it *item) bool {
		dst = append(dst, separator...)
		separator = t.f.Separator()
		switch v := it.node; {
		case v == nil && b.wide:
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
		return err == nil
	})
	return t.f.AppendTail(dst, s), err
}

// appendWide appends the elements of a run with the first byte that they lack.
func (t *tree) appendWide(dst []byte, b *box, run *item) ([]byte, error) {
	at := *run
	for range run.n {
		c, err := t.child(b, &at, 0)
		if err != nil {
			return dst, err
		}
		dst = append(append(dst, b.shape.Lead), b.src[c.Value:c.End]...)
		at.from = c.Next
	}
	return dst, nil
}
