package parquetfile

import "encoding/binary"

// This file writes integers in runs, as levels and indexes of dictionaries are. What is
// in its memory is what it has written: a run of any length is a count.

// runs are integers of a width in bits: runs of one value, and packed groups of eight.
type runs struct {
	out    []byte
	width  int
	value  uint32 // the last one
	same   int    // how many of it there are, those in packed groups left out
	group  [8]uint32
	n      int // in group
	head   int // where the head of the packed groups is, if there are any
	groups int
}

// maxGroups is how many packed groups a head of one byte may have.
const maxGroups = 63

// put adds a value.
func (r *runs) put(v uint32) {
	if v == r.value && r.same > 0 {
		if r.same++; r.same > 8 && r.n == 0 {
			return
		}
	} else {
		r.endRun()
		r.value, r.same = v, 1
	}
	r.group[r.n] = v
	if r.n++; r.n == 8 {
		r.endGroup()
	}
}

// endGroup packs eight values, unless they are one run, which is then written when it ends.
func (r *runs) endGroup() {
	r.n = 0
	if r.same >= 8 {
		r.same = max(r.same, 8)
		r.groups = 0
		return
	}
	if r.groups == 0 || r.groups == maxGroups {
		r.head, r.groups = len(r.out), 0
		r.out = append(r.out, 0)
	}
	r.groups++
	r.out[r.head] = byte(r.groups<<1 | 1)
	r.pack()
	r.same = 0 // what follows does not continue what is packed
}

// pack appends the group, the first value in the lowest bits.
func (r *runs) pack() {
	var bits uint64
	n := 0
	for _, v := range r.group {
		bits |= uint64(v) << n
		for n += r.width; n >= 8; n -= 8 {
			r.out = append(r.out, byte(bits))
			bits >>= 8
		}
	}
}

// endRun writes the run that has been counted, if it is not in the group.
func (r *runs) endRun() {
	if r.n > 0 || r.same < 8 {
		return
	}
	r.out = binary.AppendUvarint(r.out, uint64(r.same)<<1)
	for v, bits := r.value, r.width; bits > 0; bits -= 8 {
		r.out = append(r.out, byte(v))
		v >>= 8
	}
	r.same, r.groups = 0, 0
}

// end writes what is left. Readers stop before the zeros that fill the last group.
func (r *runs) end() []byte {
	if r.n == 0 {
		r.endRun()
		return r.out
	}
	clear(r.group[r.n:])
	r.same = 0
	r.endGroup()
	return r.out
}

// reset forgets all values.
func (r *runs) reset(width int) { *r = runs{out: r.out[:0], width: width} }
