package view

import (
	"sync/atomic"

	"github.com/beve-org/beve-go/internal/engine"
	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/wire"
)

// attempts are decodes of parts that were not walked over before. While loops over a message
// run they share a decoder, which is busy for one goroutine at a time: others decode as if
// there was none.
type attempts struct {
	loops atomic.Int32
	// latest is a lock for what follows, where it is busy, and else where the part lies that was
	// decoded last: one that was decoded is well-formed, and ends there.
	latest atomic.Uint64
	// long is the length of the latest part, if that is more than a decoder is shown otherwise. Parts
	// are often of one length; and a malformed one can claim no more than the one before has paid for.
	long atomic.Int64

	decoder *engine.PartDecoder // while there are loops
	part    []byte              // a message of a part without a header of its own
}

// A value of latest is the offset of the part, whether it is a row of a table, whose first value
// may be a part at the same place, and the length, which has 24 bits.
const (
	latestRow    = 1 << 24
	latestOffset = 25
	latestBusy   = 1 // of a length without an offset: no part is at 0
)

// latestOf returns a value of latest, or 0 for a part whose length or place has more bits.
func latestOf(off, next int, row bool) uint64 {
	if next < off || next-off >= latestRow || uint64(off) >= 1<<(64-latestOffset) {
		return 0
	}
	w := uint64(off)<<latestOffset | uint64(next-off)
	if row {
		w |= latestRow
	}
	return w
}

// end returns where the part at off ends, if it was the latest, and else 0.
func (a *attempts) end(off int, row bool) (next int) {
	w := a.latest.Load()
	if n := int(w & (latestRow - 1)); w > latestBusy && w == latestOf(off, off+n, row) {
		return off + n
	}
	return 0
}

// take takes the lock, if it is free, and returns what was known.
func (a *attempts) take() (known uint64, ok bool) {
	known = a.latest.Load()
	return known, known != latestBusy && a.latest.CompareAndSwap(known, latestBusy)
}

// give gives the lock back.
func (a *attempts) give(known uint64) {
	if a.decoder != nil && a.loops.Load() == 0 {
		a.decoder.Release()
		a.decoder, a.part = nil, nil
	}
	a.latest.Store(known)
}

// begin notes that a loop over parts begins; leave belongs to it.
func (a *attempts) begin() { a.loops.Add(1) }

// leave ends a loop. The last one to end gives the decoder back.
func (a *attempts) leave() {
	if a.loops.Add(-1) == 0 {
		if known, ok := a.take(); ok {
			a.give(known)
		}
	}
}

// tried decodes v without a walk to its end before, and notes where that is, if that works. A
// limit on elements must not be set: the decoder does not say how many there are.
func (v *View) tried(target any) bool {
	a := &v.m.attempts
	if v.m.limits.MaxElements > 0 || v.m.typeTags {
		return false
	}
	known, ok := a.take()
	if !ok {
		return false
	}
	if a.decoder == nil {
		a.decoder = engine.GetPartDecoder()
	}
	next, row := -1, false
	switch v.form { // which calls no method of the user's
	case formWhole:
		next = a.decoder.Try(a.shown(v), v.off, &v.budget, target)
	case formRow:
		row = true
		next = a.decoder.TryRow(v.m.src, len(a.shown(v)), v.n, v.off, &v.budget, target, v.m.repeat)
	case formText:
		if next = a.text(v); next >= 0 && !a.apart(&v.budget, target) {
			next = -1
		}
	default:
		var err error
		if a.part, err = v.AppendRaw(a.part[:0]); err != nil || !a.apart(&v.budget, target) {
			break
		}
		a.give(known)
		return true
	}
	if next < 0 {
		a.give(known)
		return false
	}
	if long := next - v.off; long > engine.PartBytes {
		a.long.Store(int64(long))
	}
	now := latestOf(v.off, next, row)
	if now == 0 && v.form == formWhole {
		v.m.walked.remember(v.off, next, v.budget)
	}
	a.give(now)
	return true
}

// shown returns what of the message a decoder of v is shown.
func (a *attempts) shown(v *View) []byte {
	n := engine.PartBytes
	if long := a.long.Load(); long > 0 {
		a.long.Store(0)
		n = 2 * int(long)
	}
	if src := v.m.src; len(src)-v.off > n {
		return src[:v.off+n]
	}
	return v.m.src
}

// text makes a part of an element of a string array, as it lies, and returns where that ends.
func (a *attempts) text(v *View) (next int) {
	size, start, err := wire.ReadCount(v.m.src, v.off, 1)
	if err != nil {
		return -1
	}
	next = start + size
	a.part = append(append(a.part[:0], byte(wire.HeaderString)), v.m.src[v.off:next]...)
	return next
}

// apart decodes the part.
func (a *attempts) apart(b *fault.Budget, target any) bool {
	n := len(a.part)
	a.part = append(a.part, noName)
	return a.decoder.Try(a.part, 0, b, target) == n
}
