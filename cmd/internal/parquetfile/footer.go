package parquetfile

import (
	"encoding/binary"
	"fmt"
	"io"
)

// This file reads the footer of a file: what its columns are and where they lie.

// schemaElement is a node of the schema as the footer lists it.
type schemaElement struct {
	physical   int32 // -1 for groups
	length     int
	repetition int32
	name       string
	children   int
	converted  int32 // -1 where there is none
	logical    logical
	scale      int32
	precision  int32
}

// logical is a member of the union of logical types, which are numbered as there.
type logical struct {
	id               int // 0 where there is none
	utc              bool
	unit             Unit
	scale, precision int32
	bits             int
	signed           bool
}

// rowGroup is a run of rows: a chunk of each column.
type rowGroup struct {
	rows   int64
	chunks []chunk
}

// chunk is where the values of a column lie in a row group.
type chunk struct {
	physical   int32
	codec      Codec
	values     int64
	start, end int64 // in the file
}

// footer is what is read of a footer.
type footer struct {
	schema   []schemaElement
	rows     int64
	groups   []rowGroup
	metadata map[string]string
}

const magic = "PAR1"

// readFooter finds the footer at the end of a file and reads it.
func readFooter(r io.ReaderAt, size int64) (*footer, error) {
	const ends = 12 // magic, length, magic
	var tail [8]byte
	if size == 0 {
		return nil, malformed("the file is empty")
	}
	if size < ends {
		return nil, errShort
	}
	if err := readAt(r, tail[:], size-8); err != nil {
		return nil, err
	}
	switch string(tail[4:]) {
	case magic:
	case "PARE":
		return nil, unsupported("an encrypted file")
	default:
		var head [4]byte
		if err := readAt(r, head[:], 0); err != nil {
			return nil, err
		}
		if string(head[:]) == magic {
			return nil, malformed("its end is missing, which says where everything is: get the file again")
		}
		return nil, malformed("it begins with %q and ends with %q, not with %q as Parquet does", head[:], tail[4:], magic)
	}
	n := int64(binary.LittleEndian.Uint32(tail[:]))
	if n > size-ends {
		return nil, malformed("a footer of %d bytes in a file of %d", n, size)
	}
	data := make([]byte, n)
	if err := readAt(r, data, size-8-n); err != nil {
		return nil, err
	}
	c := &compact{data: data}
	f := c.footer(size - 8 - n)
	if c.err != nil {
		return nil, fmt.Errorf("footer: %w", c.err)
	}
	return f, nil
}

func (c *compact) footer(size int64) *footer {
	f := &footer{metadata: map[string]string{}}
	c.fields(typeStruct, func(id int, t byte) {
		switch id {
		case 2:
			c.list(t, func(t byte) { f.schema = append(f.schema, c.schemaElement(t)) })
		case 3:
			f.rows = c.integer(t)
		case 4:
			c.list(t, func(t byte) { f.groups = append(f.groups, c.rowGroup(t, size)) })
		case 5:
			c.list(t, func(t byte) { c.keyValue(t, f.metadata) })
		default:
			c.skip(t)
		}
	})
	return f
}

func (c *compact) schemaElement(t byte) schemaElement {
	e := schemaElement{physical: -1, converted: -1}
	c.fields(t, func(id int, t byte) {
		switch id {
		case 1:
			e.physical = c.int32(t)
		case 2:
			e.length = c.size(t)
		case 3:
			e.repetition = c.int32(t)
		case 4:
			e.name = c.text(t)
		case 5:
			e.children = c.size(t)
		case 6:
			e.converted = c.int32(t)
		case 7:
			e.scale = c.int32(t)
		case 8:
			e.precision = c.int32(t)
		case 10:
			c.fields(t, func(id int, t byte) {
				e.logical = logical{id: id}
				c.logical(&e.logical, t)
			})
		default:
			c.skip(t)
		}
	})
	return e
}

// logical reads the parameters of a logical type.
func (c *compact) logical(l *logical, t byte) {
	c.fields(t, func(id int, t byte) {
		switch {
		case l.id == logicalDecimal && id == 1:
			l.scale = c.int32(t)
		case l.id == logicalDecimal && id == 2:
			l.precision = c.int32(t)
		case (l.id == logicalTime || l.id == logicalTimestamp) && id == 1:
			l.utc = c.bool(t)
		case (l.id == logicalTime || l.id == logicalTimestamp) && id == 2:
			c.fields(t, func(id int, t byte) {
				l.unit = Unit(min(max(id, 0), 4)) // those that are none are refused later
				c.skip(t)
			})
		case l.id == logicalInteger && id == 1:
			l.bits = int(c.integer(t))
		case l.id == logicalInteger && id == 2:
			l.signed = c.bool(t)
		default:
			c.skip(t)
		}
	})
}

func (c *compact) keyValue(t byte, into map[string]string) {
	var key, value string
	c.fields(t, func(id int, t byte) {
		switch id {
		case 1:
			key = c.text(t)
		case 2:
			value = c.text(t)
		default:
			c.skip(t)
		}
	})
	into[key] = value
}

func (c *compact) rowGroup(t byte, size int64) (g rowGroup) {
	c.fields(t, func(id int, t byte) {
		switch id {
		case 1:
			c.list(t, func(t byte) { g.chunks = append(g.chunks, c.chunk(t, size)) })
		case 3:
			g.rows = c.integer(t)
		default:
			c.skip(t)
		}
	})
	if g.rows < 0 {
		c.fail("a row group of %d rows", g.rows)
	}
	return g
}

// chunk reads where a chunk is. Those in other files and encrypted ones are refused, and
// so are those that lie outside the first size bytes.
func (c *compact) chunk(t byte, size int64) (k chunk) {
	known := false
	c.fields(t, func(id int, t byte) {
		switch id {
		case 1:
			if c.text(t) != "" && c.err == nil {
				c.err = unsupported("a column that lies in another file")
			}
		case 3:
			k, known = c.columnMetadata(t), true
		case 8, 9:
			if c.err == nil {
				c.err = unsupported("an encrypted column")
			}
		default:
			c.skip(t)
		}
	})
	if !known || k.start < 0 || k.start > k.end || k.end > size || k.values < 0 {
		c.fail("a column from byte %d to %d of %d, with %d values", k.start, k.end, size, k.values)
	}
	return k
}

func (c *compact) columnMetadata(t byte) chunk {
	k := chunk{physical: -1}
	var data, dictionary, length int64
	c.fields(t, func(id int, t byte) {
		switch id {
		case 1:
			k.physical = c.int32(t)
		case 4:
			k.codec = Codec(c.int32(t))
		case 5:
			k.values = c.integer(t)
		case 7:
			length = c.integer(t)
		case 9:
			data = c.integer(t)
		case 11:
			dictionary = c.integer(t)
		default:
			c.skip(t)
		}
	})
	k.start = data
	if dictionary > 0 && dictionary < data {
		k.start = dictionary
	}
	k.end = k.start + length // may have wrapped, and is before the start then
	return k
}
