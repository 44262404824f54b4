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
	header         bool   // the header of the value is one of them
	run            uint8  // how many members from here on are scalars for readRun
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
		m.header = m.op == opFloat32 || m.op == opFloat64 || m.op == opString
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
	for i := len(s.members) - 1; i >= 0; i-- {
		if m := &s.members[i]; m.scalar() {
			m.run = 1
			if i+1 < len(s.members) {
				m.run += min(s.members[i+1].run, math.MaxUint8-1)
			}
		}
	}
	s.index = newNameIndex(names)
}

// scalar reports whether readRun can read the member.
func (m *member) scalar() bool {
	return m.op >= opBool && m.op <= opFloat64 && m.tail == "" && m.n > 0
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
	// unknown holds the names of members that went into the unknown field, under
	// RejectDuplicates.
	unknown map[string]bool
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

// addRun adds n members from i on.
func (s *seenSet) addRun(i, n int) {
	if i+n < 64 {
		s.low |= (1<<n - 1) << i
		return
	}
	for ; n > 0; n-- {
		s.add(i)
		i++
	}
}

// read decodes an object into the struct at p.
func (s *structCodec) read(d *decodeState, off int, p mem.Pointer) int {
	if next, ok := d.null(off); ok {
		s.zero(p)
		return next
	}
	if wire.IsIndexed(d.src, off) {
		return s.readIndexed(d, off, p)
	}
	h, n, next, err := wire.ReadObject(d.src, off)
	if err != nil {
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
	for n > 0 {
		if expected < len(s.members) && off+lookahead <= len(src) {
			m := &s.members[expected]
			if m.run > 0 && !d.rejectDuplicates {
				next, done := readRun(src, off, p, s.members[expected:expected+min(int(m.run), n)])
				seen.addRun(expected, done)
				if off, n, expected = next, n-done, expected+done; n == 0 {
					break
				}
				if done == int(m.run) {
					continue
				}
				m = &s.members[expected]
			}
			if off+lookahead <= len(src) && m.expects(src, off) && !seen.has(expected) {
				seen.add(expected)
				if off = m.readFast(d, off+int(m.n), p.Add(uintptr(m.off))); off < 0 {
					return d.inKey(m.name)
				}
				expected++
				n--
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
		n--
	}
	return off
}

// readRun reads members that are neighbouring scalars as long as they come in
// order, with plainly fitting values and clear of the end of the input, and
// returns how many it has done. It calls nothing that is not inlined, so that the
// loop stays in registers; whatever is out of the ordinary is left to its caller.
func readRun(src []byte, off int, p mem.Pointer, members []member) (next, done int) {
	for i := range members {
		m := &members[i]
		if off+lookahead > len(src) ||
			(mem.Word(src, off)^m.w0)&m.m0|(mem.Word(src, off+8)^m.w1)&m.m1 != 0 {
			return off, i
		}
		at := off + int(m.n)
		q := p.Add(uintptr(m.off))
		var v int64
		switch m.op {
		case opFloat64:
			*mem.Ref[uint64](q) = mem.Word(src, at)
			off = at + 8
			continue
		case opFloat32:
			*mem.Ref[uint32](q) = mem.Word32(src, at)
			off = at + 4
			continue
		case opBool:
			h := mem.Byte(src, at)
			if h&^0x10 != byte(wire.HeaderFalse) {
				return off, i
			}
			*mem.Ref[bool](q) = h == byte(wire.HeaderTrue)
			off = at + 1
			continue
		case opInt64, opInt32, opInt16, opInt8, opInt:
			switch wire.Header(mem.Byte(src, at)) {
			case wire.HeaderInt8:
				v, at = int64(int8(mem.Byte(src, at+1))), at+2
			case wire.HeaderInt16:
				v, at = int64(int16(mem.Word32(src, at+1))), at+3
			case wire.HeaderInt32:
				v, at = int64(int32(mem.Word32(src, at+1))), at+5
			case wire.HeaderInt64:
				v, at = int64(mem.Word(src, at+1)), at+9
			default:
				return off, i
			}
		default:
			switch wire.Header(mem.Byte(src, at)) {
			case wire.HeaderUint8:
				v, at = int64(mem.Byte(src, at+1)), at+2
			case wire.HeaderUint16:
				v, at = int64(uint16(mem.Word32(src, at+1))), at+3
			case wire.HeaderUint32:
				v, at = int64(mem.Word32(src, at+1)), at+5
			case wire.HeaderUint64:
				v, at = int64(mem.Word(src, at+1)), at+9
			default:
				return off, i
			}
		}
		switch m.op {
		case opInt64, opUint64:
			*mem.Ref[int64](q) = v
		case opInt:
			if int64(int(v)) != v {
				return off, i
			}
			*mem.Ref[int](q) = int(v)
		case opInt32:
			if int64(int32(v)) != v {
				return off, i
			}
			*mem.Ref[int32](q) = int32(v)
		case opInt16:
			if int64(int16(v)) != v {
				return off, i
			}
			*mem.Ref[int16](q) = int16(v)
		case opInt8:
			if int64(int8(v)) != v {
				return off, i
			}
			*mem.Ref[int8](q) = int8(v)
		case opUint32:
			if uint64(uint32(v)) != uint64(v) {
				return off, i
			}
			*mem.Ref[uint32](q) = uint32(v)
		case opUint16:
			if uint64(uint16(v)) != uint64(v) {
				return off, i
			}
			*mem.Ref[uint16](q) = uint16(v)
		case opUint8:
			if uint64(uint8(v)) != uint64(v) {
				return off, i
			}
			*mem.Ref[uint8](q) = uint8(v)
		default: // opUint, opUintptr
			if uint64(uint(v)) != uint64(v) {
				return off, i
			}
			*mem.Ref[uint](q) = uint(v)
		}
		off = at
	}
	return off, len(members)
}

// readFast reads the value of a member whose expected bytes, a constant header
// among them, have just been seen before off.
func (m *member) readFast(d *decodeState, off int, q mem.Pointer) int {
	if m.op == opString {
		src := d.src
		if size := int(src[off]); size&3 == 0 && size>>2 < len(src)-off {
			text := src[off+1 : off+1+size>>2]
			if wire.ValidText(text) {
				d.setString(mem.Ref[string](q), text)
				return off + 1 + size>>2
			}
		}
	}
	if m.header {
		off--
	}
	return m.codec.read(d, off, q)
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
		return s.readUnknown(d, off, at, name, p, seen), -1
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
func (s *structCodec) readUnknown(d *decodeState, off, at int, name []byte, p mem.Pointer, seen *seenSet) int {
	if d.rejectUnknown && s.unknown == nil {
		d.fail(off, s.typ.String(), fault.Because(fault.ErrUnknownField, "unknown field "+quoted(string(name))))
		return d.inKey(string(name))
	}
	next, err := d.skip(at)
	if err != nil {
		d.fail(at, "", err)
		return d.inKey(string(name))
	}
	if s.unknown != nil {
		if !s.unknown.keep(d, off, p, name, d.src[at:next], seen) {
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
