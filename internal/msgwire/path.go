// Where in a value an offset lies.

package msgwire

import (
	"strconv"

	"github.com/beve-org/beve-go/internal/fault"
)

// Path returns the path, within the value at root, of the innermost value or key
// that covers offset at. It walks anew, and is for errors only.
func Path(src []byte, root, at int) fault.Pointer {
	type frame struct {
		isMap bool
		n     int // values begun
		of    int // how many there are
		key   int // where the last key begins
	}
	var stack []frame
	off := root
	for off < len(src) && off < at {
		kind, next, n, ok := PeekHead(src, off)
		if !ok || kind == KindNever {
			break
		}
		begins := off
		off = next
		switch kind {
		case KindArray, KindMap:
			if n > 0 {
				if kind == KindMap {
					n *= 2
				}
				stack = append(stack, frame{isMap: kind == KindMap, of: int(min(n, 1<<31-1))})
				continue
			}
		default:
			off += int(min(n, uint64(len(src)-next)))
		}
		if off > at {
			break
		}
		// The value that began is complete, and with it perhaps those around it.
		for len(stack) > 0 {
			f := &stack[len(stack)-1]
			if f.isMap && f.n%2 == 0 {
				f.key = begins
			}
			if f.n++; f.n < f.of {
				break
			}
			begins = len(src)
			stack = stack[:len(stack)-1]
		}
		if len(stack) == 0 {
			break
		}
	}
	var t fault.Trail
	for i := len(stack) - 1; i >= 0; i-- {
		switch f := &stack[i]; {
		case !f.isMap:
			t.Index(f.n)
		case f.n%2 == 1:
			t.Key(KeyText(src, f.key))
		}
	}
	return t.Pointer()
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
