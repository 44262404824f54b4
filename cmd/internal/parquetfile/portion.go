package parquetfile

import (
	"encoding/binary"
	"fmt"
	"io"
)

// This file decodes values of a column ahead of who wants them, so that several goroutines can have some each: columns
// are decoded in order, and what is made of a portion of values need not wait for the next.

// A Portion is values of a column that have been decoded: those of some rows. The zero value is ready to use.
type Portion struct {
	leaf     *Node
	rep, def []byte   // the levels; empty where all are zero
	bits     []uint64 // of the values that are there, or where the bytes of each end
	text     []byte
	n        int // values, null and empty lists among them
	at, read int // how many of them have been walked over, and of those that are there
}

// errFew is the cause for columns that have fewer values than there are rows.
var errFew = malformed("fewer values than there are rows")

// Decode makes portion the values of the next rows, and goes to what follows them. It copies at most that many bytes, beyond
// which the error is ErrLimit. After an error the cursor is of no use.
func (c *Cursor) Decode(portion *Portion, rows, most int) error {
	portion.reset(c.leaf)
	err := error(nil)
	if c.leaf.Rep == 0 {
		err = c.decodeFlat(portion, rows, most)
	} else {
		err = c.decodeNested(portion, rows, most)
	}
	if err == io.EOF {
		err = c.located(errFew)
	}
	return err
}

// decodeFlat decodes values of a column that has one for each row.
func (c *Cursor) decodeFlat(portion *Portion, rows, most int) error {
	for rows > 0 {
		if err := c.inAPage(); err != nil {
			return err
		}
		n := min(rows, c.inPage)
		there, err := c.def.many(portion, n, c.leaf.Def)
		if err == nil {
			err = portion.take(c.values, there, most)
		}
		if err != nil {
			return c.located(err)
		}
		c.inPage -= n
		rows -= n
		portion.n += n
	}
	return nil
}

// decodeNested decodes values of a column that may have several for a row.
func (c *Cursor) decodeNested(portion *Portion, rows, most int) error {
	for {
		err := c.Peek()
		if err == io.EOF && rows == 0 {
			return nil
		}
		if err != nil {
			return err
		}
		if c.Rep == 0 {
			if rows == 0 {
				return nil
			}
			rows--
		}
		portion.rep, portion.def = append(portion.rep, byte(c.Rep)), append(portion.def, byte(c.Def))
		portion.n++
		c.Skip()
		if c.Def == c.leaf.Def {
			err = portion.take(c.values, 1, most)
		} else if portion.Size() > most {
			err = errLarge(most)
		}
		if err != nil {
			return c.located(err)
		}
	}
}

// many reads n levels of at most that into a portion, and returns how many are that.
func (l *levels) many(portion *Portion, n, most int) (equal int, err error) {
	if !l.stored {
		return n, nil
	}
	var some [few]uint32
	for n > 0 {
		k, err := l.some(some[:min(n, few)])
		if err != nil {
			return 0, err
		}
		for _, v := range some[:k] {
			if int(v) >= most {
				if equal++; int(v) > most {
					return 0, malformed("level %d, beyond %d", v, most)
				}
			}
			portion.def = append(portion.def, byte(v))
		}
		n -= k
	}
	return equal, nil
}

// few is how many integers are decoded at once.
const few = 64

// some reads as many values as are known to be alike, or packed alike, but no more than dst has room for.
func (h *hybrid) some(dst []uint32) (n int, err error) {
	for h.left == 0 {
		if err := h.run(); err != nil {
			return 0, err
		}
	}
	dst = dst[:min(uint64(len(dst)), h.left)]
	h.left -= uint64(len(dst))
	if !h.packed {
		for i := range dst {
			dst[i] = h.value
		}
		return len(dst), nil
	}
	data, bit, mask := h.bits.data, h.bits.bit, uint64(1)<<h.width-1
	for n < len(dst) && len(data) >= 8 {
		dst[n] = uint32(binary.LittleEndian.Uint64(data) >> bit & mask)
		bit += h.width
		data, bit = data[bit>>3:], bit&7
		n++
	}
	h.bits = bitReader{data, bit}
	for ; n < len(dst); n++ {
		v, err := h.bits.take(h.width)
		if err != nil {
			return 0, err
		}
		dst[n] = uint32(v)
	}
	return n, nil
}

// take decodes n values.
func (p *Portion) take(from values, n, most int) error {
	if x, ok := from.(*indexed); ok {
		return p.takeIndexed(x, n, most)
	}
	var v Value
	inText := p.leaf.inText()
	for range n {
		if err := from.next(&v); err != nil {
			return err
		}
		if inText {
			p.text = append(p.text, v.Bytes...)
			v.Bits = uint64(len(p.text))
		}
		if p.bits = append(p.bits, v.Bits); p.Size() > most {
			return errLarge(most)
		}
	}
	return nil
}

// takeIndexed is take of values that are in a dictionary.
func (p *Portion) takeIndexed(x *indexed, n, most int) error {
	var some [few]uint32
	var v Value
	inText := p.leaf.inText()
	for n > 0 {
		k, err := x.indexes.some(some[:min(n, few)])
		if err != nil {
			return err
		}
		n -= k
		for _, i := range some[:k] {
			if err := x.at(i, &v); err != nil {
				return err
			}
			if inText {
				p.text = append(p.text, v.Bytes...)
				v.Bits = uint64(len(p.text))
			}
			if p.bits = append(p.bits, v.Bits); p.Size() > most {
				return errLarge(most)
			}
		}
	}
	return nil
}

func errLarge(most int) error {
	return fmt.Errorf("%w: the values of some rows take more than %d bytes", ErrLimit, most)
}

// inText reports whether the values of a leaf are read from the Bytes of a Value.
func (n *Node) inText() bool {
	return n.physical == PhysicalBytes || n.physical == PhysicalFixed || n.physical == PhysicalInt96
}

// reset forgets all values.
func (p *Portion) reset(leaf *Node) {
	*p = Portion{leaf: leaf, rep: p.rep[:0], def: p.def[:0], bits: p.bits[:0], text: p.text[:0]}
}

// Cursor returns a cursor that walks over the values, once.
func (p *Portion) Cursor() *Cursor { return &Cursor{leaf: p.leaf, portion: p} }

// Size returns how many bytes the values take.
func (p *Portion) Size() int { return len(p.rep) + len(p.def) + 8*len(p.bits) + len(p.text) }

// peek is that of a cursor.
func (p *Portion) peek(c *Cursor) error {
	if p.at == p.n {
		return io.EOF
	}
	c.Rep, c.Def = 0, 0
	if len(p.rep) > 0 {
		c.Rep = int(p.rep[p.at])
	}
	if len(p.def) > 0 {
		c.Def = int(p.def[p.at])
	}
	p.at++
	c.ready = true
	return nil
}

// value is that of a cursor.
func (p *Portion) value(v *Value) {
	v.Bits = p.bits[p.read]
	if p.leaf.inText() {
		start := uint64(0)
		if p.read > 0 {
			start = p.bits[p.read-1]
		}
		v.Bytes = p.text[start:v.Bits]
	}
	p.read++
}
