// This file writes structs by walking their tables.

package jsonpack

import (
	"math/bits"

	"github.com/beve-org/beve-go/internal/mem"
)

// append writes the struct at p.
func (s *structCodec) append(e *encodeState, dst []byte, p mem.Pointer) []byte {
	if cap(dst)-len(dst) < s.need {
		dst = mem.Grow(dst, s.need)
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
		switch t.op {
		case stepTexts:
			dst = appendTexts(dst[:n], mem.SliceAt[string](q, int(t.n)))
		case stepRun:
			dst = append(dst[:n], mem.SliceAt[byte](q, int(t.n))...)
		default:
			if dst = t.codec.append(e, dst[:n], q); dst == nil {
				return e.inField(&s.fields[t.field])
			}
		}
		if n = len(dst); cap(dst)-n < int(t.room) {
			dst = mem.Grow(dst, int(t.room))
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

// putSteps stores fields at dst[n:], which has room for those of fixed length, up to the
// first step that is not its own: a call, or what is long or does not fit dst. It
// returns how many steps it has done. It calls nothing that is not inlined, so that the
// loop stays in registers.
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
			if size > longRun {
				return n, i
			}
			// Whole words may be stored beyond the run, but not loaded.
			from := mem.SliceAt[byte](q, size)
			at := 0
			for ; at+8 <= size; at += 8 {
				mem.PutWord(dst, n+at, mem.Word(from, at))
			}
			for ; at < size; at++ {
				mem.PutByte(dst, n+at, from[at])
			}
			n += size
		case stepTexts:
			start := n
			for k := uintptr(0); k < uintptr(t.n); k++ {
				s := *mem.Ref[string](q.Add(k * stringSize))
				size := len(s)
				if size >= longText || len(dst)-n < size+textRoom+int(t.room) {
					return start, i
				}
				mem.PutByte(dst, n, byte(size))
				n++
				switch {
				case size >= 8:
					for j := 0; j+8 < size; j += 8 {
						mem.PutWord(dst, n+j, mem.StringWord(s, j))
					}
					mem.PutWord(dst, n+size-8, mem.StringWord(s, size-8))
				case size >= 4:
					a, b := mem.StringWord32(s, 0), mem.StringWord32(s, size-4)
					mem.PutWord32(dst, n, a)
					mem.PutWord32(dst, n+size-4, b)
				default:
					for j := range size {
						mem.PutByte(dst, n+j, s[j])
					}
				}
				n += size
			}
		default:
			return n, i
		}
	}
	return n, len(steps)
}

// longRun is the length above which the copy of a run is better left to the runtime.
const longRun = 64

// appendEach writes count structs of a size from p on.
func (s *structCodec) appendEach(e *encodeState, dst []byte, p mem.Pointer, size uintptr, count int) []byte {
	if s.rawSize > 0 {
		if b, ok := mem.RawAt(p, count, s.rawSize); ok {
			return append(dst, b...)
		}
	}
	ahead := mem.Foresee(dst, count)
	for i := range count {
		dst = ahead.Room(dst, i)
		q := p.Add(uintptr(i) * size)
		if !s.calls {
			if cap(dst)-len(dst) < s.need {
				dst = mem.Grow(dst, s.need)
			}
			if n, done := putSteps(dst[:cap(dst)], len(dst), q, s.puts); done == len(s.puts) {
				dst = dst[:n]
				continue
			}
		}
		if dst = s.append(e, dst, q); dst == nil {
			return e.inIndex(i)
		}
	}
	return dst
}
