// This file passes over a document without decoding it. It keeps its place on a stack
// of its own, so that it goes on where it stopped when more bytes arrive.

package jsonpack

import (
	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/jsontext"
)

// walker finds the end of a document.
type walker struct {
	input
	stack []place
	utf8  bool // check that texts are UTF-8
	// arriving says that there is more to come, of a byte perhaps: that the end is reached
	// is then said without a place, which would cost more than the byte.
	arriving bool
}

// atEnd is what walk returns where more arrives.
var atEnd = &fault.DecodeError{Err: fault.ErrTruncated}

// place is how far an array or object has been walked.
type place struct {
	node *node
	next int // item or member
	left int // items to come
}

// reset prepares for a document of root.
func (w *walker) reset(root *node) {
	w.stack = append(w.stack[:0], place{node: root})
	switch root.class {
	case classArray:
		w.stack[0].left = unopened
	case classOneOf:
		w.stack[0].left = 1
	}
}

// unopened is the left of an array whose count has not been read.
const unopened = -1

// walk goes on at src[off:] and returns the offset after the document. Where src does
// not have all of it, the error is ErrTruncated, the offset is where to go on when
// there is more, and need says how much there must be for that to be of use.
func (w *walker) walk(src []byte, off int) (next int, err *fault.DecodeError) {
	w.src = src
	for len(w.stack) > 0 {
		p := &w.stack[len(w.stack)-1]
		var part *node
		if p.node.class == classOneOf { // at the top; elsewhere the case takes its place
			if p.next == 1 {
				w.pop()
				continue
			}
			part = p.node
		} else if p.node.class == classArray {
			if p.left == unopened {
				count, next, cause := w.open(off, p.node)
				if cause != nil {
					return off, w.fault(off, cause)
				}
				p.left, off = count, next
			}
			if p.left == 0 {
				w.close()
				w.pop()
				continue
			}
			part = p.node.items
			if part.exact {
				// All of the items that are there at once.
				n := p.left
				if part.least > 0 {
					n = min(n, (len(src)-off)/part.least)
				}
				off += n * part.least
				p.next += n
				if p.left -= n; p.left > 0 {
					return off, w.fault(off, fault.ErrTruncated)
				}
				continue
			}
		} else {
			if p.next == len(p.node.members) {
				w.pop()
				continue
			}
			part = p.node.members[p.next].node
		}
		start := off // where to go on when the value is not all there
		for part != nil && part.class == classOneOf {
			c, next, cause := part.oneOf.read(src, off)
			if cause != nil {
				return start, w.fault(off, cause)
			}
			part, off = nil, next
			if c != nil {
				part = c.node
			}
		}
		switch {
		case part == nil: // null, or a unit
		case part.exact:
			if len(src)-off < part.least {
				return start, w.fault(off, fault.ErrTruncated)
			}
			off += part.least
		case part.class == classString:
			next, cause := w.text(off)
			if cause != nil {
				return start, w.fault(next, cause)
			}
			off = next
		default:
			w.step(p)
			below := place{node: part}
			if part.class == classArray {
				below.left = unopened
			}
			w.stack = append(w.stack, below)
			continue
		}
		w.step(p)
	}
	return off, nil
}

// step passes an item or member.
func (w *walker) step(p *place) {
	p.next++
	if p.node.class == classArray {
		p.left--
	}
}

func (w *walker) pop() { w.stack = w.stack[:len(w.stack)-1] }

// text passes over the text at off. On failure next is where it is.
func (w *walker) text(off int) (next int, cause error) {
	n, start, cause := readVaruint(w.src, off)
	if cause != nil {
		return off, cause
	}
	if n > uint64(len(w.src)-start) {
		if n > uint64(max(w.size-start, 0)) {
			return off, w.beyond
		}
		return off, fault.ErrTruncated
	}
	next = start + int(n)
	if w.utf8 && !jsontext.ValidUTF8(w.src[start:next]) {
		return start, fault.ErrUTF8
	}
	return next, nil
}

// fault returns an error at off, with the path of what was being walked.
func (w *walker) fault(off int, cause error) *fault.DecodeError {
	if w.arriving && cause == fault.ErrTruncated {
		return atEnd
	}
	var trail fault.Trail
	for i := len(w.stack) - 1; i >= 0; i-- {
		p := &w.stack[i]
		at := p.next
		if i < len(w.stack)-1 {
			at-- // it is passed when it is entered
		}
		switch {
		case p.node.class == classOneOf:
		case p.node.class != classArray:
			trail.Key(p.node.members[at].name)
		case p.left != unopened:
			trail.Index(at)
		}
	}
	if cause == fault.ErrTruncated {
		off = len(w.src)
	}
	e := inputError(off, cause)
	e.Path = trail.Pointer()
	return e
}

// need returns how many bytes must be there, at least, when nothing after off has
// been walked.
func (w *walker) need(off int) int {
	for i, p := range w.stack {
		inner := i == len(w.stack)-1
		switch {
		case p.node.class == classArray && p.left == unopened:
			off++
		case p.node.class == classArray:
			off = add(off, times(p.left, p.node.items.least))
		case p.node.class == classOneOf:
			off = add(off, times(1-p.next, p.node.least))
		case inner:
			m := &p.node.members[p.next]
			off = add(off, add(m.node.least, m.after))
		default:
			off = add(off, p.node.members[p.next-1].after)
		}
	}
	return off
}

// validUTF8 reports what is wrong with the document at src[off:], its texts above all.
func (d *document) validUTF8(limits fault.Limits, src []byte, off int) *fault.DecodeError {
	w := walker{utf8: true}
	w.reset(d.root)
	if cause := w.begin(&limits, d.root, src); cause != nil {
		return inputError(off, cause)
	}
	_, failed := w.walk(src, off)
	return failed
}
