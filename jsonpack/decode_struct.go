// This file reads structs by walking their tables.

package jsonpack

import (
	"math/bits"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/mem"
)

// read reads an object into the struct at p.
func (s *structCodec) read(d *decodeState, off int, p mem.Pointer) int {
	for steps := s.gets; len(steps) > 0; {
		t := &steps[0]
		q := p.Add(uintptr(t.off))
		switch t.op {
		case stepTexts:
			var done int
			if done, off = d.texts(off, mem.SliceAt[string](q, int(t.n))); off < 0 {
				return d.inField(&s.fields[int(t.field)+done])
			}
			steps = steps[1:]
		case stepCall:
			if off = t.codec.read(d, off, q); off < 0 {
				return d.inField(&s.fields[t.field])
			}
			steps = steps[1:]
		default:
			if len(d.src)-off < int(t.room) {
				return s.truncated(d, off, t)
			}
			var done int
			off, done = getSteps(d.src, off, p, steps)
			steps = steps[done:]
		}
	}
	return off
}

// truncated reports which of the fields from t on the input has no bytes for.
func (s *structCodec) truncated(d *decodeState, off int, t *step) int {
	i := t.field
	for ; off+int(s.fields[i].node.least) <= len(d.src); i++ {
		off += s.fields[i].node.least
	}
	d.Fail(len(d.src), s.typ.String(), fault.ErrTruncated)
	return d.inField(&s.fields[i])
}

func (d *decodeState) inField(f *field) int {
	for i := len(f.path) - 1; i >= 0; i-- {
		d.InKey(f.path[i])
	}
	return -1
}

// getSteps reads fields of fixed length, whose bytes are there, and returns how many
// steps it has done. All its calls are inlined except the copy of long
// runs, so that the loop stays in registers.
func getSteps(src []byte, off int, p mem.Pointer, steps []step) (next, done int) {
	for i := range steps {
		t := &steps[i]
		q := p.Add(uintptr(t.off))
		switch t.op {
		case step8:
			*mem.Ref[uint8](q) = mem.Byte(src, off)
			off++
		case stepBool:
			*mem.Ref[bool](q) = mem.Byte(src, off) != 0
			off++
		case step16:
			*mem.Ref[uint16](q) = uint16(mem.Byte(src, off)) | uint16(mem.Byte(src, off+1))<<8
			off += 2
		case stepSwap16:
			*mem.Ref[uint16](q) = uint16(mem.Byte(src, off))<<8 | uint16(mem.Byte(src, off+1))
			off += 2
		case step32:
			*mem.Ref[uint32](q) = mem.Word32(src, off)
			off += 4
		case stepSwap32:
			*mem.Ref[uint32](q) = bits.ReverseBytes32(mem.Word32(src, off))
			off += 4
		case step64:
			*mem.Ref[uint64](q) = mem.Word(src, off)
			off += 8
		case stepSwap64:
			*mem.Ref[uint64](q) = bits.ReverseBytes64(mem.Word(src, off))
			off += 8
		case stepRun:
			size := int(t.n)
			copy(mem.SliceAt[byte](q, size), src[off:off+size])
			off += size
		default:
			return off, i
		}
	}
	return off, len(steps)
}

// readEach reads structs of a size, from the first to before the last of those at p.
func (s *structCodec) readEach(d *decodeState, off int, p mem.Pointer, size uintptr, first, last int) int {
	if n := s.rawReadSize * (last - first); n > 0 && n <= len(d.src)-off {
		copy(mem.SliceAt[byte](p.Add(uintptr(first)*size), n), d.src[off:off+n])
		return off + n
	}
	for i := first; i < last; i++ {
		if off = s.read(d, off, p.Add(uintptr(i)*size)); off < 0 {
			return d.InIndex(i)
		}
	}
	return off
}
