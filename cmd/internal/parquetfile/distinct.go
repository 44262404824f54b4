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
	slots []slot   // at the hashes of their values or after them
	pages []uint32 // for each value the last page that has it
	page  uint32
	last  uint32 // the number of the value before
	seed  maphash.Seed
}

// slot is a value: its number plus one, 0 where there is none, and a part of its hash, by which most that are others
// are told without looking at them.
type slot struct{ number, hash uint32 }

func newDistinct(fixed int) *distinct {
	return &distinct{fixed: fixed, slots: make([]slot, 64), seed: maphash.MakeSeed()}
}

// number returns the number of a value, and whether it is the first of that value in the page.
func (d *distinct) number(b []byte) (n uint32, first bool) {
	if d.n > 0 && bytes.Equal(d.value(d.last), b) {
		return d.last, d.isFirst(d.last)
	}
	hash := maphash.Bytes(d.seed, b)
	tag := uint32(hash >> 32)
	mask := uint32(len(d.slots) - 1)
	i := uint32(hash) & mask
	for ; d.slots[i].number != 0; i = (i + 1) & mask {
		if s := d.slots[i]; s.hash == tag && bytes.Equal(d.value(s.number-1), b) {
			d.last = s.number - 1
			return d.last, d.isFirst(d.last)
		}
	}
	n = uint32(d.n)
	d.slots[i] = slot{n + 1, tag}
	d.n++
	d.plain = appendPlain(d.plain, b, d.fixed)
	if d.fixed == 0 {
		d.ends = append(d.ends, uint32(len(d.plain)))
	}
	d.pages = append(d.pages, d.page)
	if d.n*2 > len(d.slots) {
		d.grow()
	}
	d.last = n
	return n, true
}

// isFirst reports whether the page has not had the value of a number, which it now has.
func (d *distinct) isFirst(n uint32) bool {
	first := d.pages[n] != d.page
	d.pages[n] = d.page
	return first
}

// grow makes twice the slots.
func (d *distinct) grow() {
	d.slots = make([]slot, 2*len(d.slots))
	mask := uint32(len(d.slots) - 1)
	for n := range uint32(d.n) {
		hash := maphash.Bytes(d.seed, d.value(n))
		i := uint32(hash) & mask
		for d.slots[i].number != 0 {
			i = (i + 1) & mask
		}
		d.slots[i] = slot{n + 1, uint32(hash >> 32)}
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

// startPage begins a page.
func (d *distinct) startPage() { d.page++ }

// reset forgets all values.
func (d *distinct) reset() {
	d.plain, d.ends, d.pages, d.n, d.page = d.plain[:0], d.ends[:0], d.pages[:0], 0, 0
	clear(d.slots)
}

// appendPlain appends a value, after its length unless all have one.
func appendPlain(dst, b []byte, fixed int) []byte {
	if fixed == 0 {
		dst = binary.LittleEndian.AppendUint32(dst, uint32(len(b)))
	}
	return append(dst, b...)
}
