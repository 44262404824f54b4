// This file writes structs by walking their tables.

package jsonpack

import (
	"math/bits"

	"github.com/beve-org/beve-go/internal/mem"
)

// append writes the struct at p.
func (s *structCodec) append(e *encodeState, dst []byte, p mem.Pointer) []byte {
	if cap(dst)-len(dst) < s.need {
		dst = grow(dst, s.need)
	}
	n := len(dst)
	dst = dst[:cap(dst)]
	for steps := s.puts; ; {
		var done int
		if n, done = putSteps(dst, n, p, steps); done == len(steps) {
			return dst[:n]
		}
		t := &steps[done]
		steps = steps[done+1:]
		q := p.Add(uintptr(t.off))
		dst = dst[:n]
		switch t.op {
		case stepRun:
			dst = append(dst, mem.SliceAt[byte](q, int(t.n))...)
		case stepString:
			text := *mem.Ref[string](q)
			if len(text) < longText {
				dst = grow(dst, len(text)+textRoom)
				putShort(dst[:cap(dst)], n, text)
				dst = dst[:n+1+len(text)]
			} else {
				dst = appendText(dst, text)
			}
		default:
			if dst = t.codec.append(e, dst, q); dst == nil {
				return e.inField(&s.fields[t.field])
			}
		}
		if n = len(dst); cap(dst)-n < int(t.room) {
			dst = grow(dst, int(t.room))
		}
		dst = dst[:cap(dst)]
	}
}

// inField notes the names of a field.
func (e *encodeState) inField(f *field) []byte {
	for i := len(f.path) - 1; i >= 0; i-- {
		e.inKey(f.path[i])
	}
	return nil
}

// longCopy is the length from which the copy of a run is better left to the runtime.
const longCopy = 64

// putSteps stores fields at dst[n:], which has room for those of fixed length, up to
// the first step that is not its own: a call, or what is long or does not fit dst. It
// returns how many steps it has done. It calls nothing that is not inlined, so that
// the loop stays in registers.
func putSteps(dst []byte, n int, p mem.Pointer, steps []step) (next, done int) {
	for i := range steps {
		t := &steps[i]
		q := p.Add(uintptr(t.off))
		switch t.op {
		case step8:
			mem.PutByte(dst, n, *mem.Ref[uint8](q))
			n++
		case step16:
			mem.PutWord(dst, n, uint64(*mem.Ref[uint16](q)))
			n += 2
		case step32:
			mem.PutWord(dst, n, uint64(*mem.Ref[uint32](q)))
			n += 4
		case step64:
			mem.PutWord(dst, n, *mem.Ref[uint64](q))
			n += 8
		case stepSwap16:
			mem.PutWord(dst, n, uint64(bits.ReverseBytes16(*mem.Ref[uint16](q))))
			n += 2
		case stepSwap32:
			mem.PutWord(dst, n, uint64(bits.ReverseBytes32(*mem.Ref[uint32](q))))
			n += 4
		case stepSwap64:
			mem.PutWord(dst, n, bits.ReverseBytes64(*mem.Ref[uint64](q)))
			n += 8
		case stepRun:
			size := int(t.n)
			if size >= longCopy {
				return n, i
			}
			from := mem.SliceAt[byte](q, size)
			at := 0
			for ; at+8 <= size; at += 8 {
				mem.PutWord(dst, n+at, mem.Word(from, at))
			}
			if size >= 8 {
				mem.PutWord(dst, n+size-8, mem.Word(from, size-8))
			} else {
				for ; at < size; at++ {
					mem.PutByte(dst, n+at, from[at])
				}
			}
			n += size
		case stepString:
			s := *mem.Ref[string](q)
			if len(s) >= longText || len(dst)-n < len(s)+textRoom+int(t.room) {
				return n, i
			}
			putShort(dst, n, s)
			n += 1 + len(s)
		default:
			return n, i
		}
	}
	return n, len(steps)
}

// appendEach writes count structs of a size from p on.
func (s *structCodec) appendEach(e *encodeState, dst []byte, p mem.Pointer, size uintptr, count int) []byte {
	if s.lying > 0 {
		if b, ok := mem.RawAt(p, count, s.lying); ok {
			return append(dst, b...)
		}
	}
	for i := range count {
		if dst = s.append(e, dst, p.Add(uintptr(i)*size)); dst == nil {
			return e.inIndex(i)
		}
	}
	return dst
}
