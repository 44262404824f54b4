// This file is translation in memory that is kept from one document to the next.

package translator

import (
	"slices"
	"sync"
)

// DirectTranslate translates one document after another in memory that it keeps:
// once that is large enough, a document costs no allocation. It must not be used
// by two goroutines at once, nor be copied.
type DirectTranslate struct {
	from    encoder
	to      printer
	message []byte // what FromJSON returned last
	text    []byte // what ToJSON returned last
}

// NewDirectTranslate returns a translator under opts.
func NewDirectTranslate(opts Options) *DirectTranslate {
	d := new(DirectTranslate)
	d.configure(opts)
	return d
}

func (d *DirectTranslate) configure(opts Options) { d.from.opts, d.to.opts = opts, opts }

// FromJSON translates one JSON text into one BEVE message. The result lies in
// memory of d: the next FromJSON overwrites it, ToJSON and Close do not. json must
// not overlap it.
func (d *DirectTranslate) FromJSON(json []byte) ([]byte, error) {
	// Indented text halves; what needs more grows.
	var err error
	d.message, err = d.from.message(slices.Grow(d.message[:0], len(json)/2+room), json)
	if err != nil {
		return nil, decodeError(err)
	}
	return d.message, nil
}

// ToJSON translates one BEVE message into compact JSON text. The result lies in
// memory of d: the next ToJSON overwrites it, FromJSON and Close do not. beve must
// not overlap it, so the text of a message of FromJSON may be asked for.
func (d *DirectTranslate) ToJSON(beve []byte) ([]byte, error) {
	var err error
	d.text, err = d.to.message(slices.Grow(d.text[:0], len(beve)+textRoom), beve)
	if err != nil {
		return nil, decodeError(err)
	}
	return d.text, nil
}

// Close lets go of the memory that d keeps. Results stay as they are, and d can be
// used again, beginning with none.
func (d *DirectTranslate) Close() {
	opts := d.from.opts
	*d = DirectTranslate{}
	d.configure(opts)
}

// pool has what the functions of the package translate with.
var pool = sync.Pool{New: func() any { return new(DirectTranslate) }}

// take takes a translator from the pool.
func take(opts Options) *DirectTranslate {
	d := pool.Get().(*DirectTranslate)
	d.configure(opts)
	return d
}

// maxKept is the size of the largest memory that goes back to the pool.
const maxKept = 1 << 20

// give gives a translator back to the pool.
func (d *DirectTranslate) give() {
	for _, b := range []*[]byte{&d.message, &d.text, &d.from.scratch, &d.to.words} {
		if cap(*b) > maxKept {
			*b = nil
		}
	}
	if cap(d.to.ends) > maxKept/8 {
		d.to.ends = nil
	}
	if cap(d.from.bools) > maxKept {
		d.from.bools = nil
	}
	if cap(d.from.wide) > maxKept/16 {
		d.from.wide = nil
	}
	pool.Put(d)
}

// handOut returns a result that the caller may keep: an exact copy, or the buffer itself
// if it is too large for the pool.
func (d *DirectTranslate) handOut(buffer *[]byte) []byte {
	result := *buffer
	if cap(result) <= maxKept {
		return append([]byte(nil), result...)
	}
	*buffer = nil
	return result
}
