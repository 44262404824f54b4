// Where in a value an offset is.

package msgwire

import (
	"strconv"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/mem"
)

// Path returns the path, within the value at root, of the innermost value or key
// that covers offset at. It walks anew, and is for errors only.
func Path(src []byte, root, at int) fault.Pointer {
	return NewPathFinder(src, root).At(at)
}

// PathFinder is [Path] for several offsets of one value. Offsets that grow are found by
// walking on.
type PathFinder struct {
	src   []byte
	root  int
	off   int // where the next head is
	stack []pathFrame
	ended bool // what is at off follows the value, or is malformed
}

type pathFrame struct {
	isMap bool
	n     int // values begun
	of    int // how many there are
	key   int // where the last key begins
}

// NewPathFinder returns a finder for the value at root.
func NewPathFinder(src []byte, root int) *PathFinder {
	return &PathFinder{src: src, root: root, off: root}
}

// At returns the path for an offset.
func (p *PathFinder) At(at int) fault.Pointer {
	if at < p.off {
		p.off, p.stack, p.ended = p.root, p.stack[:0], false
	}
	for !p.ended && p.off < len(p.src) && p.off < at && p.step(at) {
	}
	var t fault.Trail
	for i := len(p.stack) - 1; i >= 0; i-- {
		switch f := &p.stack[i]; {
		case !f.isMap:
			t.Index(f.n)
		case f.n%2 == 1, i < len(p.stack)-1: // in a value, or in a key that has parts
			t.Key(KeyText(p.src, f.key))
		}
	}
	return t.Pointer()
}

// step passes the head at off, and the value if that has no children. It reports false
// where offset at is within it, or nothing follows.
func (p *PathFinder) step(at int) bool {
	kind, next, n, ok := PeekHead(p.src, p.off)
	if !ok || kind == KindNever {
		p.ended = true
		return false
	}
	begins := p.off
	switch kind {
	case KindArray, KindMap:
		if n > 0 {
			if next > at {
				return false // of the head itself
			}
			if kind == KindMap {
				n *= 2
			}
			if last := len(p.stack) - 1; last >= 0 && p.stack[last].n%2 == 0 {
				p.stack[last].key = begins
			}
			p.stack = mem.Push(p.stack, pathFrame{isMap: kind == KindMap, of: int(min(n, 1<<31-1))})
			p.off = next
			return true
		}
	default:
		next += int(min(n, uint64(len(p.src)-next)))
	}
	if next > at {
		return false
	}
	p.off = next
	// The value that began is complete, and with it perhaps those around it.
	for len(p.stack) > 0 {
		f := &p.stack[len(p.stack)-1]
		if f.isMap && f.n%2 == 0 && begins >= 0 {
			f.key = begins
		}
		if f.n++; f.n < f.of {
			return true
		}
		begins = -1 // a key that has parts is known since they began
		p.stack = p.stack[:len(p.stack)-1]
	}
	p.ended = true
	return false
}

// KeyText returns how a path shows the map key at off: text as it is, integers in
// decimal, anything else by its kind.
func KeyText(src []byte, off int) string {
	h, err := ReadHead(src, off)
	if err != nil {
		return "?"
	}
	switch h.Kind {
	case KindStr, KindBin:
		return string(src[h.Next : h.Next+h.Len])
	case KindInt:
		return strconv.FormatInt(int64(h.Bits), 10)
	case KindUint:
		return strconv.FormatUint(h.Bits, 10)
	}
	return "(" + h.Kind.String() + ")"
}
