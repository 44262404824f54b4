package parquetfile

import (
	"bytes"
	"encoding/binary"
	"hash/maphash"
)

// This file makes dictionaries.

// distinct numbers different values in the order of their first appearance.
type distinct struct {
	plain []byte   // the values as a page has them
	ends  []uint32 // of values of any length in plain
	fixed int      // the length of all, or 0
	n     int
	slots []uint32 // numbers plus one, at their hashes or after them
	seed  maphash.Seed
}

func newDistinct(fixed int) *distinct {
	return &distinct{fixed: fixed, slots: make([]uint32, 64), seed: maphash.MakeSeed()}
}

// number returns the number of a value.
func (d *distinct) number(b []byte) uint32 {
	mask := len(d.slots) - 1
	i := int(maphash.Bytes(d.seed, b)) & mask
	for ; d.slots[i] != 0; i = (i + 1) & mask {
		if n := d.slots[i] - 1; bytes.Equal(d.value(n), b) {
			return n
		}
	}
	n := uint32(d.n)
	d.slots[i] = n + 1
	d.n++
	d.plain = appendPlain(d.plain, b, d.fixed)
	if d.fixed == 0 {
		d.ends = append(d.ends, uint32(len(d.plain)))
	}
	if d.n*2 > len(d.slots) {
		d.grow()
	}
	return n
}

// grow makes twice the slots.
func (d *distinct) grow() {
	d.slots = make([]uint32, 2*len(d.slots))
	mask := len(d.slots) - 1
	for n := range uint32(d.n) {
		i := int(maphash.Bytes(d.seed, d.value(n))) & mask
		for d.slots[i] != 0 {
			i = (i + 1) & mask
		}
		d.slots[i] = n + 1
	}
}

// value returns the value of a number.
func (d *distinct) value(n uint32) []byte {
	if d.fixed > 0 {
		return d.plain[int(n)*d.fixed:][:d.fixed]
	}
	start := 0
	if n > 0 {
		start = int(d.ends[n-1])
	}
	return d.plain[start+4 : d.ends[n]]
}

// reset forgets all values.
func (d *distinct) reset() {
	d.plain, d.ends, d.n = d.plain[:0], d.ends[:0], 0
	clear(d.slots)
}

// appendPlain appends a value, after its length unless all have one.
func appendPlain(dst, b []byte, fixed int) []byte {
	if fixed == 0 {
		dst = binary.LittleEndian.AppendUint32(dst, uint32(len(b)))
	}
	return append(dst, b...)
}
