package parquetfile

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/bits"
)

// This file makes the pages of a column.

// Column takes the values of a leaf for one row group, one after another. It shares nothing
// with other columns but what compresses, which any number of goroutines may use, so that
// each may be filled by one of its own.
type Column struct {
	leaf   *Node
	inBits bool // of the leaf
	pack   *packer

	// The page that is open.
	rep, def runs
	n        int // values, null and empty lists among them
	nulls    int
	firstRow int64
	plain    []byte   // values as they are
	bools    int      // how many bits there are of plain, for booleans
	indexes  []uint32 // of values in the dictionary
	bytes    int      // what indexes would be as plain
	bounds   bounds

	// The chunk.
	dictionary *distinct
	indexed    bool // whether the values of the page go into the dictionary
	uses       bool // whether a page has indexes
	headed     bool // whether the page of the dictionary is made
	rows       int64
	head       []byte // the page of the dictionary
	data       []byte // all other pages
	pending    []*pendingPage
	pages      []page
	total      tally
	err        error
	scratch    []byte
}

// page is what is remembered of a page.
type page struct {
	at       int // in the data of its column
	size     int // with its header
	firstRow int64
	values   int
	nulls    int
	encoding int32
	bounds   bounds
}

// tally is what is counted of a chunk.
type tally struct {
	values, nulls int64
	size          int64 // of its pages before compression
	bounds        bounds
}

const (
	// pageBytes is the size before compression that a page ends at, when its row does.
	pageBytes = 256 << 10
	// maxDictionary is the size beyond which a dictionary takes no more values.
	maxDictionary = 1 << 20
	// maxPage is the most before compression, which may make more of it.
	maxPage = 1 << 30
	// unlike is how many values that are different, but for one in repeat, show that a dictionary will not pay.
	unlike = 8192
	repeat = 16
)

func newColumn(leaf *Node, pack *packer) *Column {
	c := &Column{leaf: leaf, inBits: leaf.inBits(), pack: pack}
	if leaf.Type != Bool && leaf.Type != Null {
		c.dictionary = newDistinct(leaf.Length)
	}
	c.reset()
	return c
}

// reset forgets the chunk.
func (c *Column) reset() {
	if c.dictionary != nil {
		c.dictionary.reset()
	}
	c.indexed, c.uses, c.headed, c.rows = c.dictionary != nil, false, false, 0
	c.head, c.data, c.pages = c.head[:0], c.data[:0], c.pages[:0]
	c.total = tally{}
	c.total.bounds.reset(c.leaf.order())
	c.startPage()
}

func (c *Column) startPage() {
	c.rep.reset(bits.Len(uint(c.leaf.Rep)))
	c.def.reset(bits.Len(uint(c.leaf.Def)))
	c.n, c.nulls, c.firstRow, c.bools, c.bytes = 0, 0, c.rows, 0, 0
	c.plain, c.indexes = c.plain[:0], c.indexes[:0]
	if c.dictionary != nil {
		c.dictionary.startPage()
	}
	c.bounds.reset(c.leaf.order())
}

// Null adds what is not there: a null or an empty list in the place of a value.
func (c *Column) Null(rep, def int) {
	c.begin(rep, def)
	c.nulls++
}

// Value adds a value, whose bytes are copied. Integers narrower than 64 bits are extended:
// those with a sign by it. The bits of booleans, numbers and times are looked at, the bytes
// of everything else, which have the length of the column if that has one.
func (c *Column) Value(rep int, v Value) {
	c.begin(rep, c.leaf.Def)
	if c.leaf.Type == Bool {
		c.bounds.addBits(v.Bits)
		if c.bools&7 == 0 {
			c.plain = append(c.plain, 0)
		}
		c.plain[len(c.plain)-1] |= byte(v.Bits&1) << (c.bools & 7)
		c.bools++
		return
	}
	b := v.Bytes
	if c.inBits {
		c.scratch = binary.LittleEndian.AppendUint64(c.scratch[:0], v.Bits)
		b = c.scratch[:c.leaf.Length]
	}
	held := len(c.plain)
	if c.indexed {
		held = len(c.dictionary.plain)
	}
	if held+len(b) > maxPage {
		c.fail(fmt.Errorf("column %.100q: %w: the values of a row take more than %d bytes", c.leaf.Path, ErrLimit, maxPage))
		return
	}
	if !c.indexed {
		c.bound(v)
		c.plain = appendPlain(c.plain, b, c.leaf.Length)
		return
	}
	n, first := c.dictionary.number(b)
	if first {
		c.bound(v)
	}
	c.indexes = append(c.indexes, n)
	c.bytes += len(b)
	if c.leaf.Length == 0 {
		c.bytes += 4
	}
	if len(c.indexes) == unlike && c.dictionary.n >= unlike-unlike/repeat && !c.uses && !c.keeps() {
		c.leaveDictionary()
	}
}

// bound lets the bounds of the page include a value.
func (c *Column) bound(v Value) {
	if c.inBits {
		c.bounds.addBits(v.Bits)
	} else {
		c.bounds.addBytes(v.Bytes)
	}
}

func (c *Column) fail(err error) {
	if c.err == nil {
		c.err = err
	}
}

// begin adds the levels of a value. Pages end where rows do.
func (c *Column) begin(rep, def int) {
	if rep == 0 {
		if c.full() {
			c.endPage()
		}
		c.rows++
	}
	c.n++
	if c.leaf.Rep > 0 {
		c.rep.put(uint32(rep))
	}
	if c.leaf.Def > 0 {
		c.def.put(uint32(def))
	}
}

// full reports whether the page is large enough.
func (c *Column) full() bool {
	return len(c.plain)+4*len(c.indexes)+len(c.rep.out)+len(c.def.out) >= pageBytes ||
		c.indexed && len(c.dictionary.plain) > maxDictionary
}

// pays reports whether the dictionary, if there is one, is worth it: the first page with
// values decides.
func (c *Column) pays() bool {
	return len(c.indexes) == 0 || c.uses || c.keeps() || len(c.dictionary.plain)+len(c.indexes)*c.indexBits()/8 < c.bytes
}

// keeps reports whether a column has a dictionary even if it does not pay. fastparquet 2026.9
// reads values in lists, other than plain numbers, right only by one.
func (c *Column) keeps() bool { return c.leaf.Rep > 0 && c.leaf.Type > Float64 }

// leaveDictionary makes the values of the page plain, and those that follow.
func (c *Column) leaveDictionary() {
	for _, i := range c.indexes {
		c.plain = appendPlain(c.plain, c.dictionary.value(i), c.leaf.Length)
	}
	c.indexes, c.indexed = c.indexes[:0], false
}

// indexBits returns the width of indexes.
func (c *Column) indexBits() int { return bits.Len(uint(max(c.dictionary.n-1, 0))) }

// endPage encodes and compresses the page, and begins another.
func (c *Column) endPage() {
	if !c.pays() {
		c.leaveDictionary()
	}
	body := c.scratch[:0]
	if c.leaf.Rep > 0 {
		body = appendSized(body, c.rep.end())
	}
	if c.leaf.Def > 0 {
		body = appendSized(body, c.def.end())
	}
	encoding := int32(encodingPlain)
	if len(c.indexes) > 0 {
		c.uses, encoding = true, encodingDictionary
		indexes := runs{out: append(body, byte(c.indexBits())), width: c.indexBits()}
		for _, i := range c.indexes {
			indexes.put(i)
		}
		body = indexes.end()
	} else {
		body = append(body, c.plain...)
	}
	c.scratch = body
	if c.n > math.MaxInt32 {
		c.fail(fmt.Errorf("column %.100q: %w: a row of %d values", c.leaf.Path, ErrLimit, c.n))
	}
	values := int32(c.n)
	c.addPage(body, page{firstRow: c.firstRow, values: c.n, nulls: c.nulls, encoding: encoding, bounds: c.bounds.copied()}, pageData, func(m *message) {
		m.in(5, func() {
			m.int32(1, values)
			m.int32(2, encoding)
			m.int32(3, encodingRLE)
			m.int32(4, encodingRLE)
		})
	})
	c.total.values += int64(c.n)
	c.total.nulls += int64(c.nulls)
	c.total.bounds.merge(&c.bounds)
	if c.indexed && len(c.dictionary.plain) > maxDictionary {
		c.indexed = false
	}
	c.startPage()
}

// appendSized appends levels after their size.
func appendSized(dst, levels []byte) []byte {
	return append(binary.LittleEndian.AppendUint32(dst, uint32(len(levels))), levels...)
}
