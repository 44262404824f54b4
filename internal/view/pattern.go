package view

import (
	"bytes"
	"math"
	"slices"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/mem"
	"github.com/beve-org/beve-go/wire"
)

// Bounds are the numbers that a wanted member has to have for a row to be given out. Values of other types are given
// out, for the caller to look at.
type Bounds struct {
	Cell         int
	Ints, Floats bool
	Lo, Hi       int64
	Low, High    float64
}

// A pattern is a row in which the length of each value is told by its header: numbers, booleans and null. Rows with
// the same keys and headers are the same but for the numbers, and so are told by a few words, however many
// members they have.
type pattern struct {
	size    int // of a row, 0 if none is known
	room    int // bytes that must be left, for words that go beyond it
	members int // of the object, 0 of a row of a table
	words   []masked
	cells   []int // where the wanted members lie, or -1
	// The number that is held to the Bounds, if one is.
	value             int
	test              test
	unused            uint // bits of a word that are not of an integer
	hits, wait, pause int  // rows that had the pattern, and rows to let pass before one is learned, at first and still
}

// masked is what a word of a row has in the bits of mask.
type masked struct {
	at         int
	mask, want uint64
}

type test uint8

const (
	testNone test = iota
	testFloat
	testInt
	testUint
)

// maxPattern is the length of the longest row that is made a pattern, fewHits how many rows a pattern is worth it for,
// and maxWait for how many rows none is learned after many that were not.
const (
	maxPattern = 256
	fewHits    = 4
	maxWait    = 255
)

// skip passes over at most n rows at src[off:] that are the same, and have numbers out of the range. It returns how many
// it has passed, where it has come to, and whether the row there is the same.
func (p *pattern) skip(src []byte, off, n int, r *Bounds, b *fault.Budget) (done, next int, same bool) {
	for ; done < n && len(src)-off >= p.room; done++ {
		differ := uint64(0)
		for i := range p.words {
			w := &p.words[i]
			differ |= (mem.Word(src, off+w.at) ^ w.want) & w.mask
		}
		if differ != 0 {
			break
		}
		if p.members > 0 {
			after := *b
			if !after.Enter(p.members) {
				break // which whoever enters it says
			}
			after.Leave()
			*b = after
		}
		switch w := mem.Word(src, off+p.value); p.test {
		case testFloat:
			f := math.Float64frombits(w)
			same = r.Low <= f && f <= r.High
		case testInt:
			i := int64(w<<p.unused) >> p.unused
			same = r.Lo <= i && i <= r.Hi
		case testUint:
			u := w << p.unused >> p.unused
			same = u <= math.MaxInt64 && r.Lo <= int64(u) && int64(u) <= r.Hi
		default:
			same = true
		}
		if p.hits++; same {
			break
		}
		off += p.size
	}
	return done, off, same
}

// miss forgets the pattern, which a row does not have.
func (p *pattern) miss() {
	if p.size = 0; p.hits >= fewHits {
		p.wait = 0
	} else {
		p.wait = min(2*p.wait+1, maxWait)
	}
	p.pause = p.wait
}

// due reports whether a row is to be learned.
func (p *pattern) due() bool {
	p.pause--
	return p.pause < 0
}

// find sets cells to where the members lie of the row at off, which has the pattern.
func (p *pattern) find(off int, cells []int) {
	for i, at := range p.cells {
		if cells[i] = 0; at >= 0 {
			cells[i] = off + at
		}
	}
}

// learn makes the row src[from:to] the pattern, if it can be one: so many members of an object, with the keys of
// fields, or if there are none the values of a row of a table.
func (r *Rows) learn(src []byte, from, to, members int, fields alike) {
	p := &r.pattern
	var mask [maxPattern + 8]byte
	off := from
	same := func(n int) { // what is the same in all rows
		for ; n > 0; n-- {
			mask[off-from] = 0xFF
			off++
		}
	}
	wait := p.wait
	if p.pause = maxWait; to-from > maxPattern || len(fields) < members {
		return
	}
	if members > 0 {
		fields = fields[:members]
		same(2)
	}
	p.cells = slices.Grow(p.cells[:0], len(r.names))[:len(r.names)]
	for i := range p.cells {
		p.cells[i] = -1
	}
	for i := range fields {
		f := &fields[i]
		if to-off <= f.size || !bytes.Equal(src[off:off+f.size], f.key) {
			return
		}
		same(f.size)
		width := int(PlainWidth[src[off]])
		if width == 0 {
			return
		}
		if f.name >= 0 {
			p.cells[f.name] = off - from
		}
		same(1)
		if wire.Header(src[off-1]).Kind() == wire.KindBool {
			mask[off-1-from] &^= byte(wire.HeaderTrue ^ wire.HeaderFalse)
		}
		off += width - 1
	}
	if off != to {
		return
	}
	*p = pattern{size: to - from, wait: wait, members: members, cells: p.cells, words: p.words[:0]}
	var row [maxPattern + 8]byte
	copy(row[:], src[from:to])
	for at := 0; at < p.size; at += 8 {
		if m := mem.Word(mask[:], at); m != 0 {
			p.words = append(p.words, masked{at, m, mem.Word(row[:], at) & m})
		}
		p.room = at + 8
	}
	r.hold(src, from)
}

// hold says how the pattern is held to the Bounds, in the form that the number has in the row at src[from:].
func (r *Rows) hold(src []byte, from int) {
	p, g := &r.pattern, &r.Bounds
	if !g.Ints && !g.Floats || p.cells[g.Cell] < 0 {
		return
	}
	h := wire.Header(src[from+p.cells[g.Cell]])
	p.value = p.cells[g.Cell] + 1
	p.room = max(p.room, p.value+8)
	switch bits := 8 * h.Width(); {
	case h == wire.HeaderFloat64 && g.Floats:
		p.test = testFloat
	case h.Kind() != wire.KindNumber || !g.Ints || bits > 64:
	case h.Class() == wire.Signed:
		p.test, p.unused = testInt, uint(64-bits)&63
	case h.Class() == wire.Unsigned:
		p.test, p.unused = testUint, uint(64-bits)&63
	}
}
