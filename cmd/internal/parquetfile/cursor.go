package parquetfile

import (
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"math/bits"
)

// This file walks over the values of a column of a row group, page after page.

// Value is a value of a leaf: Bits for what has at most eight bytes, Bytes for the rest.
// Bytes are good until the cursor goes on.
type Value struct {
	Bits  uint64
	Bytes []byte
}

// Cursor stands before a value of a column, or before a null or an empty list in its place.
type Cursor struct {
	file    *File
	leaf    *Node
	budget  *budget // of the row group
	chunk   chunk
	at      int64    // of the next page
	left    int64    // values of the chunk, those of the current page left out
	portion *Portion // what is walked over instead, of values that have been decoded

	page     int64 // where the current page starts
	inPage   int   // values of it that are left
	held     int   // bytes of it
	rep, def levels
	values   values
	dict     *dictionary
	ready    bool
	Rep, Def int // of the current value, after Peek
}

// Peek makes Rep and Def those of the current value. The error is io.EOF after the last.
func (c *Cursor) Peek() error {
	if c.ready {
		return nil
	}
	if c.portion != nil {
		return c.portion.peek(c)
	}
	if err := c.inAPage(); err != nil {
		return err
	}
	rep, err := c.rep.next()
	if err != nil {
		return c.located(err)
	}
	def, err := c.def.next()
	if err != nil {
		return c.located(err)
	}
	if rep > c.leaf.Rep || def > c.leaf.Def {
		return c.located(malformed("levels %d and %d, beyond %d and %d", rep, def, c.leaf.Rep, c.leaf.Def))
	}
	c.Rep, c.Def, c.ready = rep, def, true
	return nil
}

// inAPage goes to the next page with values if the current one has no more.
func (c *Cursor) inAPage() error {
	for c.inPage == 0 {
		if c.left == 0 {
			return io.EOF
		}
		if err := c.nextPage(); err != nil {
			return c.located(err)
		}
	}
	return nil
}

// Skip goes to the next value. The current one is null.
func (c *Cursor) Skip() {
	c.ready = false
	c.inPage--
}

// Value reads the current value, which is there if Def is that of the leaf, and goes to the
// next one.
func (c *Cursor) Value(v *Value) error {
	c.Skip()
	if c.portion != nil {
		c.portion.value(v)
		return nil
	}
	if err := c.values.next(v); err != nil {
		return c.located(err)
	}
	return nil
}

// Leaf returns the node of the column.
func (c *Cursor) Leaf() *Node { return c.leaf }

// located says where an error is.
func (c *Cursor) located(err error) error {
	return fmt.Errorf("column %.100q, page at byte %d: %w", c.leaf.Path, c.page, err)
}

// The types of pages.
const (
	pageData       = 0
	pageIndex      = 1
	pageDictionary = 2
	pageData2      = 3
)

// pageHeader is what is read of the header of a page.
type pageHeader struct {
	kind                     int32
	size, compressed         int // bytes that follow, after and before decompression
	crc                      uint32
	hasCRC                   bool
	values                   int
	encoding                 int32
	defEncoding, repEncoding int32 // of version 1
	nulls                    int   // of version 2, as are the next three
	defBytes, repBytes       int
	plain                    bool
}

func (c *compact) pageHeader() (h pageHeader) {
	h.kind = -1
	details := func(id int, t byte) {
		v2 := h.kind == pageData2
		switch {
		case id == 1:
			h.values = c.size(t)
		case id == 2 && !v2, id == 4 && v2:
			h.encoding = c.int32(t)
		case id == 3 && h.kind == pageData:
			h.defEncoding = c.int32(t)
		case id == 4 && h.kind == pageData:
			h.repEncoding = c.int32(t)
		case id == 2:
			h.nulls = c.size(t)
		case id == 5 && v2:
			h.defBytes = c.size(t)
		case id == 6 && v2:
			h.repBytes = c.size(t)
		case id == 7 && v2:
			h.plain = !c.bool(t)
		default:
			c.skip(t)
		}
	}
	detailed := false
	c.fields(typeStruct, func(id int, t byte) {
		switch {
		case id == 1:
			h.kind = c.int32(t)
		case id == 2:
			h.size = c.size(t)
		case id == 3:
			h.compressed = c.size(t)
		case id == 4:
			h.crc, h.hasCRC = uint32(c.int32(t)), true
		case id == 5 && h.kind == pageData, id == 7 && h.kind == pageDictionary, id == 8 && h.kind == pageData2:
			c.fields(t, details)
			detailed = true
		default:
			c.skip(t)
		}
	})
	if !detailed && h.kind != pageIndex {
		c.fail("a page of type %d without its header", h.kind)
	}
	return h
}

// readHeader reads the header of the page at c.at, and goes to what follows it.
func (c *Cursor) readHeader() (h pageHeader, err error) {
	for window := int64(256); ; window *= 8 {
		window = min(window, c.chunk.end-c.at)
		in := &compact{data: make([]byte, window)}
		if err := readAt(c.file.r, in.data, c.at); err != nil {
			return h, err
		}
		h = in.pageHeader()
		if in.err == nil {
			c.at += int64(in.pos)
			return h, nil
		}
		if !errors.Is(in.err, errShort) || window == c.chunk.end-c.at {
			return h, in.err
		}
	}
}

// nextPage goes to the next page with values, and over the dictionary before it.
func (c *Cursor) nextPage() error {
	c.budget.free(c.held)
	c.held, c.values = 0, nil
	c.page = c.at
	h, err := c.readHeader()
	if err != nil {
		return err
	}
	if int64(h.compressed) > c.chunk.end-c.at {
		return malformed("a page of %d bytes where %d are left", h.compressed, c.chunk.end-c.at)
	}
	if h.kind == pageIndex {
		c.at += int64(h.compressed)
		return nil
	}
	if h.kind != pageDictionary && int64(h.values) > c.left {
		return malformed("a page of %d values where %d are left", h.values, c.left)
	}
	if err := c.hold(h.compressed); err != nil {
		return err
	}
	data := make([]byte, h.compressed)
	if err := readAt(c.file.r, data, c.at); err != nil {
		return err
	}
	c.at += int64(h.compressed)
	if h.hasCRC && crc32.ChecksumIEEE(data) != h.crc {
		return malformed("the page is not what its checksum says")
	}
	switch h.kind {
	case pageDictionary:
		return c.readDictionary(h, data)
	case pageData:
		err = c.readData(h, data)
	default:
		err = c.readData2(h, data)
	}
	if err == nil {
		c.left -= int64(h.values)
		c.inPage = h.values
	}
	return err
}

func (c *Cursor) hold(n int) error {
	c.held += n
	return c.budget.hold(n)
}

// unpacked returns the bytes of a page as they were before compression, which are size.
func (c *Cursor) unpacked(data []byte, size int) ([]byte, error) {
	if c.chunk.codec == None {
		if len(data) != size {
			return nil, malformed("%d bytes that should be %d", len(data), size)
		}
		return data, nil
	}
	if err := c.hold(size); err != nil {
		return nil, err
	}
	u := c.file.unpacker()
	out, err := u.unpack(c.chunk.codec, data, size)
	c.file.keep(u)
	c.held -= len(data)
	c.budget.free(len(data))
	return out, err
}

func (c *Cursor) readDictionary(h pageHeader, data []byte) error {
	if c.dict != nil {
		return malformed("a second dictionary")
	}
	data, err := c.unpacked(data, h.size)
	if err != nil {
		return err
	}
	if h.encoding != encodingPlain && h.encoding != encodingPlainDictionary {
		return unsupported("a dictionary in encoding %d", h.encoding)
	}
	c.dict, err = newDictionary(c.leaf, data, h.values)
	c.held = 0 // the dictionary stays
	return err
}

// readData opens a page of version 1, whose levels are compressed too.
func (c *Cursor) readData(h pageHeader, data []byte) error {
	data, err := c.unpacked(data, h.size)
	if err != nil {
		return err
	}
	if c.rep, data, err = prefixedLevels(data, c.leaf.Rep, h.repEncoding); err != nil {
		return err
	}
	if c.def, data, err = prefixedLevels(data, c.leaf.Def, h.defEncoding); err != nil {
		return err
	}
	c.values, err = newValues(c.leaf, c.dict, h.encoding, data, h.values)
	return err
}

// readData2 opens a page of version 2, whose levels come first and are not compressed.
func (c *Cursor) readData2(h pageHeader, data []byte) error {
	n := h.repBytes + h.defBytes
	if h.repBytes > len(data) || h.defBytes > len(data)-h.repBytes || n > h.size || h.nulls > h.values {
		return malformed("levels of %d and %d bytes, %d nulls", h.repBytes, h.defBytes, h.nulls)
	}
	c.rep = newLevels(data[:h.repBytes], c.leaf.Rep)
	c.def = newLevels(data[h.repBytes:n], c.leaf.Def)
	data = data[n:]
	if !h.plain && h.values > h.nulls {
		var err error
		if data, err = c.unpacked(data, h.size-n); err != nil {
			return err
		}
	}
	var err error
	c.values, err = newValues(c.leaf, c.dict, h.encoding, data, h.values-h.nulls)
	return err
}

// levels are repetition or definition levels. Those that can only be zero are not stored.
type levels struct {
	hybrid
	stored bool
}

func newLevels(data []byte, most int) levels {
	return levels{hybrid{bits: bitReader{data: data}, width: bits.Len(uint(most))}, most > 0}
}

// prefixedLevels takes levels and their length from the start of a page.
func prefixedLevels(data []byte, most int, encoding int32) (levels, []byte, error) {
	if most == 0 {
		return levels{}, data, nil
	}
	if encoding != encodingRLE {
		return levels{}, nil, unsupported("levels in encoding %d", encoding)
	}
	text, rest, err := prefixed(data)
	return newLevels(text, most), rest, err
}

func (l *levels) next() (int, error) {
	if !l.stored {
		return 0, nil
	}
	v, err := l.hybrid.next()
	return int(v), err
}
