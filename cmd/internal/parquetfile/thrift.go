package parquetfile

import (
	"encoding/binary"
	"fmt"
)

// This file reads Thrift's compact protocol, which footers and page headers are written
// in. A count is believed as far as the bytes left can pay for it.

// compact reads a message from the start of data. After the first error it reads zeros,
// so that only the end need be checked.
type compact struct {
	data  []byte
	pos   int
	depth int
	err   error
}

// maxDepth bounds structs within structs; those of Parquet are ten deep.
const maxDepth = 32

// The types of fields and elements.
const (
	typeTrue   = 1
	typeFalse  = 2
	typeInt8   = 3
	typeInt64  = 6 // 4 and 5 are narrower, and written alike
	typeDouble = 7
	typeBinary = 8
	typeList   = 9
	typeSet    = 10
	typeMap    = 11
	typeStruct = 12
	typeUUID   = 13
)

func (c *compact) fail(format string, args ...any) {
	if c.err == nil {
		c.err = malformed(format, args...)
	}
}

func (c *compact) take(n int) []byte {
	if c.err != nil || n > len(c.data)-c.pos {
		if c.err == nil {
			c.err = fmt.Errorf("byte %d: %w", c.pos, errShort)
		}
		return nil
	}
	c.pos += n
	return c.data[c.pos-n : c.pos]
}

func (c *compact) byte() byte {
	if b := c.take(1); b != nil {
		return b[0]
	}
	return 0
}

func (c *compact) varint() uint64 {
	if c.err != nil {
		return 0
	}
	v, n := binary.Uvarint(c.data[c.pos:])
	switch {
	case n == 0:
		c.take(len(c.data) - c.pos + 1) // fails
	case n < 0:
		c.fail("an integer of more than 64 bits")
	default:
		c.pos += n
		return v
	}
	return 0
}

// count reads how many elements or bytes follow.
func (c *compact) count() int {
	n := c.varint()
	if left := len(c.data) - c.pos; n > uint64(left) {
		c.take(left + 1) // fails
		return 0
	}
	return int(n)
}

// integer reads the integer of a field of type t.
func (c *compact) integer(t byte) int64 {
	switch {
	case t == typeInt8:
		return int64(int8(c.byte()))
	case t > typeInt8 && t <= typeInt64:
		v := c.varint()
		return int64(v>>1) ^ -int64(v&1)
	}
	c.fail("type %d for an integer", t)
	return 0
}

// int32 reads an integer that has 32 bits.
func (c *compact) int32(t byte) int32 {
	v := c.integer(t)
	if int64(int32(v)) != v {
		c.fail("%d for an integer of 32 bits", v)
	}
	return int32(v)
}

// size reads a 32-bit integer that is not negative.
func (c *compact) size(t byte) int {
	v := c.int32(t)
	if v < 0 {
		c.fail("a size of %d", v)
		return 0
	}
	return int(v)
}

// bool reads the boolean of a field, which is its type.
func (c *compact) bool(t byte) bool {
	if t != typeTrue && t != typeFalse {
		c.fail("type %d for a boolean", t)
	}
	return t == typeTrue
}

// text reads the bytes of a field of type t.
func (c *compact) text(t byte) string {
	if t != typeBinary {
		c.fail("type %d for a string", t)
		return ""
	}
	return string(c.take(c.count()))
}

// fields reads a struct: field is called for each, and reads it or skips it.
func (c *compact) fields(t byte, field func(id int, t byte)) {
	if t != typeStruct {
		c.fail("type %d for a struct", t)
	}
	if c.depth++; c.depth > maxDepth {
		c.fail("structs nested more than %d deep", maxDepth)
	}
	for id := 0; c.err == nil; {
		b := c.byte()
		if b == 0 {
			break
		}
		if delta := int(b >> 4); delta != 0 {
			id += delta
		} else {
			id = int(c.int32(typeInt64))
		}
		field(id, b&15)
	}
	c.depth--
}

// list reads a list: element is called for each, with its type.
func (c *compact) list(t byte, element func(t byte)) {
	if t != typeList && t != typeSet {
		c.fail("type %d for a list", t)
		return
	}
	b := c.byte()
	n := int(b >> 4)
	if n == 15 {
		n = c.count()
	}
	for range n {
		if c.err != nil {
			return
		}
		element(b & 15)
	}
}

// skip passes over a field of type t.
func (c *compact) skip(t byte) {
	switch t {
	case typeTrue, typeFalse:
	case typeDouble:
		c.take(8)
	case typeBinary:
		c.take(c.count())
	case typeUUID:
		c.take(16)
	case typeStruct:
		c.fields(t, func(_ int, t byte) { c.skip(t) })
	case typeList, typeSet:
		c.list(t, c.skipElement)
	case typeMap:
		c.skipMap()
	default:
		c.integer(t)
	}
}

// skipElement passes over an element, whose boolean is a byte of its own.
func (c *compact) skipElement(t byte) {
	if t == typeTrue || t == typeFalse {
		c.byte()
		return
	}
	if c.depth++; c.depth > maxDepth { // lists within lists
		c.fail("lists nested more than %d deep", maxDepth)
		return
	}
	c.skip(t)
	c.depth--
}

func (c *compact) skipMap() {
	n := c.count()
	if n == 0 {
		return
	}
	types := c.byte()
	for range n {
		if c.err != nil {
			return
		}
		c.skipElement(types >> 4)
		c.skipElement(types & 15)
	}
}
