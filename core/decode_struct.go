package core

import (
	"math"
	"reflect"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/mem"
	"github.com/beve-org/beve-go/internal/plan"
	"github.com/beve-org/beve-go/wire"
)

// A member is a field as the decoder looks for it. Members mostly arrive in the
// order that the struct has them, so the bytes of the next key are compared with
// those of the key that is expected; where the header that follows can only be
// one, it is part of the comparison.
type member struct {
	w0, w1, m0, m1 uint64 // expected bytes and masks
	n              uint8  // how many bytes that is
	op             op
	tail           string // what the words do not hold
	off            uint32
	codec          *codec
	name           string
	required       bool
}

// lookahead is what the fast path may read beyond the offset: two words of key,
// a header and a number, or a header and a SIZE.
const lookahead = 32

// compileMembers makes the decode table.
func (s *structCodec) compileMembers(p *plan.Struct) {
	names := make([]string, len(s.fields))
	s.members = make([]member, len(s.fields))
	for i := range s.fields {
		f := &s.fields[i]
		names[i] = f.name
		m := &s.members[i]
		*m = member{op: f.codec.op, off: uint32(f.off), codec: f.codec, name: f.name}
		m.required = !p.Fields[i].OmitEmpty && !p.Fields[i].OmitZero
		s.required = s.required || m.required
		key := wire.AppendText(nil, f.name)
		switch m.op {
		case opFloat32:
			key = append(key, byte(wire.HeaderFloat32))
		case opFloat64:
			key = append(key, byte(wire.HeaderFloat64))
		case opString:
			key = append(key, byte(wire.HeaderString))
		}
		if len(key) > math.MaxUint8 {
			// Nothing matches: such a member is always looked up by name.
			m.m0, m.w0, m.tail = 0, 1, " "
			continue
		}
		m.n = uint8(len(key))
		var w, mask [wordBytes]byte
		for j := range copy(w[:], key) {
			mask[j] = 0xFF
		}
		m.w0, m.w1 = mem.Word(w[:], 0), mem.Word(w[:], 8)
		m.m0, m.m1 = mem.Word(mask[:], 0), mem.Word(mask[:], 8)
		if len(key) > wordBytes {
			m.tail = string(key[wordBytes:])
		}
	}
	s.index = newNameIndex(names)
}

// expects reports whether the bytes of m stand at src[off:], which has lookahead
// more bytes.
func (m *member) expects(src []byte, off int) bool {
	if (mem.Word(src, off)^m.w0)&m.m0|(mem.Word(src, off+8)^m.w1)&m.m1 != 0 {
		return false
	}
	if m.tail == "" {
		return true
	}
	from := off + wordBytes
	return m.n != 0 && len(src)-from >= len(m.tail)+lookahead && string(src[from:from+len(m.tail)]) == m.tail
}

// seenSet remembers which members have come, when that matters.
type seenSet struct {
	low  uint64
	more []uint64 // for members from 64 on
}

func (s *seenSet) has(i int) bool {
	if i < 64 {
		return s.low>>i&1 != 0
	}
	return s.more[i/64-1]>>(i%64)&1 != 0
}

func (s *seenSet) add(i int) {
	if i < 64 {
		s.low |= 1 << i
		return
	}
	s.more[i/64-1] |= 1 << (i % 64)
}

// read decodes an object into the struct at p.
func (s *structCodec) read(d *decodeState, off int, p mem.Pointer) int {
	h, n, next, err := wire.ReadObject(d.src, off)
	if err != nil {
		if next, ok := d.null(off); ok {
			s.zero(p)
			return next
		}
		return d.fail(off, s.typ.String(), err)
	}
	if h != wire.HeaderObject && n > 0 {
		return d.mismatch(off, h, s.typ.String())
	}
	if d.stale && s.reset {
		s.zero(p)
	}
	if s.unknown != nil && d.stale {
		s.unknown.clear(p)
	}
	var seen seenSet
	if len(s.members) > 64 {
		seen.more = make([]uint64, (len(s.members)-1)/64)
	}
	if n > 0 {
		if !d.enter(off, n) {
			return -1
		}
		if next = s.readMembers(d, next, p, n, &seen); next < 0 {
			return -1
		}
		d.leave()
	}
	if d.stale || d.requireAll && s.required {
		return s.finish(d, off, next, p, &seen)
	}
	return next
}

// readMembers decodes n members at off.
func (s *structCodec) readMembers(d *decodeState, off int, p mem.Pointer, n int, seen *seenSet) int {
	src, expected := d.src, 0
	for ; n > 0; n-- {
		if expected < len(s.members) && off+lookahead <= len(src) {
			m := &s.members[expected]
			if m.expects(src, off) {
				if d.rejectDuplicates && seen.has(expected) {
					return d.duplicateMember(off, m)
				}
				seen.add(expected)
				at := off + int(m.n)
				if off = m.readFast(d, at, p.Add(uintptr(m.off))); off < 0 {
					return d.inKey(m.name)
				}
				expected++
				continue
			}
		}
		var i int
		if off, i = s.readByName(d, off, p, seen); off < 0 {
			return -1
		}
		if i >= 0 {
			expected = i + 1
		}
	}
	return off
}

// readFast reads the value of a member whose expected bytes, a constant header
// among them, have just been seen before off; number and header lie within src.
func (m *member) readFast(d *decodeState, off int, q mem.Pointer) int {
	src := d.src
	switch m.op {
	case opFloat64:
		*mem.Ref[uint64](q) = mem.Word(src, off)
		return off + 8
	case opFloat32:
		*mem.Ref[uint32](q) = mem.Word32(src, off)
		return off + 4
	case opString:
		if size := int(src[off]); size&3 == 0 && size>>2 < len(src)-off {
			text := src[off+1 : off+1+size>>2]
			if wire.ValidText(text) {
				d.setString(mem.Ref[string](q), text)
				return off + 1 + size>>2
			}
		}
		return m.codec.read(d, off-1, q)
	case opBool:
		if h := wire.Header(src[off]); h == wire.HeaderTrue || h == wire.HeaderFalse {
			*mem.Ref[bool](q) = h == wire.HeaderTrue
			return off + 1
		}
	case opInt64:
		if v, next := intAt(src, off); next > 0 {
			*mem.Ref[int64](q) = v
			return next
		}
	case opInt:
		if v, next := intAt(src, off); next > 0 && int64(int(v)) == v {
			*mem.Ref[int](q) = int(v)
			return next
		}
	case opInt32:
		if v, next := intAt(src, off); next > 0 && int64(int32(v)) == v {
			*mem.Ref[int32](q) = int32(v)
			return next
		}
	case opInt16:
		if v, next := intAt(src, off); next > 0 && int64(int16(v)) == v {
			*mem.Ref[int16](q) = int16(v)
			return next
		}
	case opInt8:
		if v, next := intAt(src, off); next > 0 && int64(int8(v)) == v {
			*mem.Ref[int8](q) = int8(v)
			return next
		}
	case opUint64:
		if v, next := uintAt(src, off); next > 0 {
			*mem.Ref[uint64](q) = v
			return next
		}
	case opUint:
		if v, next := uintAt(src, off); next > 0 && uint64(uint(v)) == v {
			*mem.Ref[uint](q) = uint(v)
			return next
		}
	case opUint32:
		if v, next := uintAt(src, off); next > 0 && uint64(uint32(v)) == v {
			*mem.Ref[uint32](q) = uint32(v)
			return next
		}
	case opUint16:
		if v, next := uintAt(src, off); next > 0 && uint64(uint16(v)) == v {
			*mem.Ref[uint16](q) = uint16(v)
			return next
		}
	case opUint8:
		if v, next := uintAt(src, off); next > 0 && uint64(uint8(v)) == v {
			*mem.Ref[uint8](q) = uint8(v)
			return next
		}
	}
	return m.codec.read(d, off, q)
}

// intAt reads an integer of the widths that signed fields are written in. The
// caller has checked that nine bytes are there; next is 0 for every other header,
// which the codec then judges.
func intAt(src []byte, off int) (v int64, next int) {
	switch wire.Header(src[off]) {
	case wire.HeaderInt8:
		return int64(int8(src[off+1])), off + 2
	case wire.HeaderInt16:
		return int64(int16(mem.Word32(src, off+1))), off + 3
	case wire.HeaderInt32:
		return int64(int32(mem.Word32(src, off+1))), off + 5
	case wire.HeaderInt64:
		return int64(mem.Word(src, off+1)), off + 9
	}
	return 0, 0
}

// uintAt is intAt for unsigned integers.
func uintAt(src []byte, off int) (v uint64, next int) {
	switch wire.Header(src[off]) {
	case wire.HeaderUint8:
		return uint64(src[off+1]), off + 2
	case wire.HeaderUint16:
		return uint64(uint16(mem.Word32(src, off+1))), off + 3
	case wire.HeaderUint32:
		return uint64(mem.Word32(src, off+1)), off + 5
	case wire.HeaderUint64:
		return mem.Word(src, off+1), off + 9
	}
	return 0, 0
}

// readByName reads a member that was not the expected one, or stands too near the
// end of the input for the fast path, and returns its index, -1 if no field takes
// it.
func (s *structCodec) readByName(d *decodeState, off int, p mem.Pointer, seen *seenSet) (next, index int) {
	name, at, err := wire.ViewText(d.src, off)
	if err != nil {
		return d.fail(off, s.typ.String(), err), -1
	}
	i := s.index.find(name)
	if i < 0 {
		return s.readUnknown(d, off, at, name, p), -1
	}
	m := &s.members[i]
	if d.rejectDuplicates && seen.has(i) {
		return d.duplicateMember(off, m), -1
	}
	if seen.has(i) && !d.stale {
		// The last of repeated members wins alone: nothing of the first may show
		// in it.
		d.stale = true
		next = m.codec.read(d, at, p.Add(uintptr(m.off)))
		d.stale = false
	} else {
		next = m.codec.read(d, at, p.Add(uintptr(m.off)))
	}
	seen.add(i)
	if next < 0 {
		return d.inKey(m.name), -1
	}
	return next, i
}

func (d *decodeState) duplicateMember(off int, m *member) int {
	d.fail(off, "", duplicate(m.name))
	return d.inKey(m.name)
}

// readUnknown skips, keeps or refuses a member that no field takes.
func (s *structCodec) readUnknown(d *decodeState, off, at int, name []byte, p mem.Pointer) int {
	if d.rejectUnknown && s.unknown == nil {
		d.fail(off, s.typ.String(), fault.Because(fault.ErrUnknownField, "unknown field "+quoted(string(name))))
		return d.inKey(string(name))
	}
	next, err := wire.SkipWithin(d.src, at, &d.budget)
	if err != nil {
		d.fail(at, "", err)
		return d.inKey(string(name))
	}
	if s.unknown != nil {
		if !s.unknown.keep(d, off, p, name, d.src[at:next]) {
			return d.inKey(string(name))
		}
	}
	return next
}

// finish zeroes what a stale struct must not show, and checks RequireAll.
func (s *structCodec) finish(d *decodeState, off, next int, p mem.Pointer, seen *seenSet) int {
	for i := range s.members {
		if seen.has(i) {
			continue
		}
		m := &s.members[i]
		if d.requireAll && m.required {
			d.fail(off, s.typ.String(), fault.Because(fault.ErrMissing, "missing field "+quoted(m.name)))
			return d.inKey(m.name)
		}
		if d.stale && !s.reset {
			m.codec.zero(p.Add(uintptr(m.off)))
		}
	}
	return next
}

// zero sets the whole struct to its zero value.
func (s *structCodec) zero(p mem.Pointer) {
	reflect.NewAt(s.typ, p.Unsafe()).Elem().SetZero()
}
