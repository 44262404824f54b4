package parquetfile

// This file writes the footer, and before it the indexes of pages, by which readers find
// the pages that have what they look for.

// writeIndexes writes the indexes of all pages.
func (w *Writer) writeIndexes() error {
	each := func(write func(m *message, leaf *Node, c *writtenChunk) bool, at func(c *writtenChunk) *span) error {
		for g := range w.groups {
			for i := range w.groups[g].chunks {
				c := &w.groups[g].chunks[i]
				m := &message{}
				if !write(m, w.leaves[i], c) {
					continue
				}
				*at(c) = span{w.at, len(m.out)}
				if err := w.write(m.out); err != nil {
					return err
				}
			}
		}
		return nil
	}
	if err := each(columnIndex, func(c *writtenChunk) *span { return &c.columnIndex }); err != nil {
		return err
	}
	return each(offsetIndex, func(c *writtenChunk) *span { return &c.offsetIndex })
}

// columnIndex writes the bounds of each page, if all have some.
func columnIndex(m *message, leaf *Node, c *writtenChunk) bool {
	var known []*bounds
	for i := range c.pages {
		p := &c.pages[i]
		switch {
		case p.nulls == p.values:
		case !p.bounds.told():
			return false
		default:
			known = append(known, &p.bounds)
		}
	}
	ascending, descending := true, true
	for i := 1; i < len(known); i++ {
		ascending = ascending && known[i-1].precedes(known[i])
		descending = descending && known[i].precedes(known[i-1])
	}
	order := int32(0)
	if ascending {
		order = 1
	} else if descending {
		order = 2
	}
	text := func(high bool) func(i int) string {
		return func(i int) string {
			if c.pages[i].nulls == c.pages[i].values {
				return ""
			}
			l, h := c.pages[i].bounds.text(leaf)
			if high {
				return h
			}
			return l
		}
	}
	n := len(c.pages)
	m.group(func() {
		m.bools(1, n, func(i int) bool { return c.pages[i].nulls == c.pages[i].values })
		m.texts(2, n, text(false))
		m.texts(3, n, text(true))
		m.int32(4, order)
		m.int64s(5, n, func(i int) int64 { return int64(c.pages[i].nulls) })
	})
	return true
}

// offsetIndex writes where each page is.
func offsetIndex(m *message, _ *Node, c *writtenChunk) bool {
	m.group(func() {
		m.structs(1, len(c.pages), func(i int) {
			p := &c.pages[i]
			m.int64(1, c.start+int64(p.at))
			m.int32(2, int32(p.size))
			m.int64(3, p.firstRow)
		})
	})
	return true
}

func (w *Writer) footer(m *message) {
	m.group(func() {
		m.int32(1, 2) // that has logical types
		elements := w.root.elements(nil, 0)
		m.structs(2, len(elements), func(i int) { elements[i](m) })
		m.int64(3, w.rows)
		m.structs(4, len(w.groups), func(i int) { w.group(m, i) })
		if len(w.opts.Metadata) > 0 {
			m.structs(5, len(w.opts.Metadata), func(i int) {
				m.text(1, w.opts.Metadata[i].Key)
				m.text(2, w.opts.Metadata[i].Value)
			})
		}
		m.text(6, w.opts.CreatedBy)
		m.structs(7, len(w.leaves), func(int) { m.empty(1) }) // bounds are in the order of their types
	})
}

func (w *Writer) group(m *message, i int) {
	g := &w.groups[i]
	m.structs(1, len(g.chunks), func(j int) { w.chunk(m, j, &g.chunks[j]) })
	m.int64(2, g.size)
	m.int64(3, g.rows)
	m.int64(5, g.start)
	m.int64(6, g.compressed)
	if i < 1<<15 {
		m.int16(7, int16(i))
	}
}

func (w *Writer) chunk(m *message, i int, c *writtenChunk) {
	m.int64(2, 0) // the metadata is here alone
	m.in(3, func() { w.chunkMetadata(m, i, c) })
	m.int64(4, c.offsetIndex.at)
	m.int32(5, int32(c.offsetIndex.size))
	if c.columnIndex.size > 0 {
		m.int64(6, c.columnIndex.at)
		m.int32(7, int32(c.columnIndex.size))
	}
}

func (w *Writer) chunkMetadata(m *message, i int, c *writtenChunk) {
	leaf := w.leaves[i]
	var plain, indexed int32
	for _, p := range c.pages {
		if p.encoding == encodingPlain {
			plain++
		} else {
			indexed++
		}
	}
	m.int32(1, leaf.physical)
	switch {
	case indexed > 0: // the dictionary itself is plain
		m.int32s(2, encodingPlain, encodingRLE, encodingDictionary)
	default:
		m.int32s(2, encodingPlain, encodingRLE)
	}
	m.texts(3, len(w.paths[i]), func(j int) string { return w.paths[i][j] })
	m.int32(4, int32(w.opts.Codec))
	m.int64(5, c.total.values)
	m.int64(6, c.total.size)
	m.int64(7, c.compressed)
	m.int64(9, c.start)
	if c.dictionary > 0 {
		m.int64(11, c.dictionary)
	}
	m.in(12, func() { statistics(m, leaf, &c.total) })
	var kinds [][3]int32
	for _, k := range [][3]int32{{pageDictionary, encodingPlain, min(indexed, 1)}, {pageData, encodingPlain, plain}, {pageData, encodingDictionary, indexed}} {
		if k[2] > 0 {
			kinds = append(kinds, k)
		}
	}
	m.structs(13, len(kinds), func(j int) {
		for k, v := range kinds[j] {
			m.int32(k+1, v)
		}
	})
}

func statistics(m *message, leaf *Node, t *tally) {
	m.int64(3, t.nulls)
	if !t.bounds.told() {
		return
	}
	low, high := t.bounds.text(leaf)
	m.text(5, high)
	m.text(6, low)
	m.bool(7, !t.bounds.cutHigh)
	m.bool(8, !t.bounds.cutLow)
}
