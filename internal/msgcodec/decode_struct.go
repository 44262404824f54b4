// Structs, read.

package msgcodec

import (
	"math"
	"math/bits"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/mem"
	"github.com/beve-org/beve-go/internal/msgwire"
	"github.com/beve-org/beve-go/internal/structs"
	"github.com/beve-org/beve-go/msgpack/msgp"
)

// A member is a field as the decoder looks for it. Members mostly arrive in the order
// that the struct has them, so the bytes of the next key are compared with those of the
// key that is expected; the lead byte of a float is part of the comparison.
type member struct {
	structs.Key
	off   uint32
	n     uint8 // how many bytes are expected; 0 for a key that is always looked up
	op    op
	float bool   // the last of them is the lead byte of the value
	run   uint8  // how many members from here on are scalars for readRun
	tail  string // what the words do not hold
	codec *codec
}

// lookahead is at least what any member needs that has no tail: two words of key, and a
// lead byte and a number. With so much left, one check and one comparison do.
const lookahead = 32

// compileMembers makes the decode table.
func (s *structCodec) compileMembers() {
	s.members = make([]member, len(s.fields))
	for i := range s.fields {
		f := &s.fields[i]
		s.required = s.required || f.required
		m := &s.members[i]
		*m = member{op: f.codec.op, off: uint32(f.off), codec: f.codec}
		key := append([]byte{}, f.key...)
		switch m.op {
		case opFloat32:
			key, m.float = append(key, msgwire.Float32), true
		case opFloat64:
			key, m.float = append(key, msgwire.Float64), true
		}
		if len(key) > math.MaxUint8 {
			m.Key = structs.NoKey
			continue
		}
		m.n = uint8(len(key))
		m.Key, m.tail = structs.NewKey(key)
	}
	structs.Runs(len(s.members), func(i int) bool { return s.members[i].scalar() },
		func(i int, run uint8) { s.members[i].run = run })
	if !s.ids {
		names := make([]string, len(s.fields))
		for i := range s.fields {
			names[i] = s.fields[i].name
		}
		s.byName = structs.NewNames(names)
		return
	}
	ids := make([]int64, len(s.fields))
	for i := range s.fields {
		ids[i] = s.fields[i].id
	}
	s.byID = newMemberIDs(ids)
}

// memberIDs finds members by their numbers.
type memberIDs struct {
	low  []int16         // the member of a number, plus 1
	wide map[int64]int16 // where a number is too large for that
}

func newMemberIDs(ids []int64) (x memberIDs) {
	most := int64(-1)
	for _, id := range ids {
		most = max(most, id)
	}
	if most < maxListedID {
		x.low = make([]int16, most+1)
		for i, id := range ids {
			x.low[id] = int16(i + 1)
		}
		return x
	}
	x.wide = make(map[int64]int16, len(ids))
	for i, id := range ids {
		x.wide[id] = int16(i + 1)
	}
	return x
}

// find returns the member of a number, plus 1, or 0.
func (x *memberIDs) find(id int64) int {
	if x.low != nil {
		if uint64(id) < uint64(len(x.low)) {
			return int(x.low[id])
		}
		return 0
	}
	return int(x.wide[id])
}

// scalar reports whether readRun can read the member.
func (m *member) scalar() bool {
	return m.op >= opBool && m.op <= opFloat64 && m.tail == "" && m.n > 0
}

// precedes reports whether src[off:] begins with the bytes of m, its tail excepted, with a byte
// after them. It is for offsets that less than lookahead bytes follow.
func (m *member) precedes(src []byte, off int) bool {
	if off+int(m.n) >= len(src) || m.n == 0 {
		return false
	}
	if off+structs.WordBytes <= len(src) {
		return !m.Differs(src, off)
	}
	return m.n <= 8 && off+8 <= len(src) && mem.Word(src, off)&m.M0 == m.W0
}

// read decodes a map into the struct at p.
func (s *structCodec) read(d *decodeState, off int, p mem.Pointer) int {
	n, next, after := s.k.count(d, off, p)
	if next < 0 {
		return after
	}
	if s.unknown != nil {
		s.unknown.clear(p)
	}
	var seen structs.Order
	seen.Begin(len(s.members), n)
	if n > 0 {
		if s.ids && next < len(d.src) && d.src[next] == nameKey {
			// The name of the struct, which has no meaning here.
			if _, after := d.text(next + 1); after >= 0 {
				seen.Left, next = n-1, after
			}
		}
		if next = s.readMembers(d, next, p, &seen); next < 0 {
			return -1
		}
		d.leave()
	}
	if seen.All(len(s.members)) {
		return next
	}
	return s.finish(d, off, next, p, &seen)
}

// readWhole decodes the map of one byte of head at off, which has as many members as the struct, and reports whether they
// are those of the struct, each once.
func (s *structCodec) readWhole(d *decodeState, off, n int, p mem.Pointer) (next int, ok bool) {
	var seen structs.Order
	seen.Begin(len(s.members), n)
	if !d.enter(off, n) {
		return -1, false
	}
	if next = s.readMembers(d, off+1, p, &seen); next < 0 {
		return -1, false
	}
	d.leave()
	return next, seen.All(len(s.members))
}

// finish empties the members that did not come, and checks RequireAll.
func (s *structCodec) finish(d *decodeState, off, next int, p mem.Pointer, seen *structs.Order) int {
	for i := range s.members {
		if seen.Has(i) {
			continue
		}
		if f := &s.fields[i]; d.options.RequireAll && f.required {
			d.Fail(off, s.k.typ.String(), fault.MissingField(f.name))
			return d.InKey(f.name)
		}
		m := &s.members[i]
		m.codec.clear(p.Add(uintptr(m.off)))
	}
	return next
}

// clear empties all members.
func (s *structCodec) clear(p mem.Pointer) {
	for i := range s.members {
		m := &s.members[i]
		m.codec.clear(p.Add(uintptr(m.off)))
	}
	if s.unknown != nil {
		s.unknown.clear(p)
	}
}

// readMembers decodes the members of an object at off.
func (s *structCodec) readMembers(d *decodeState, off int, p mem.Pointer, seen *structs.Order) int {
	for seen.Left > 0 {
		next, reached := s.readOrdered(d, off, p, seen.Expected, seen.Limit(len(s.members)))
		if next < 0 {
			return -1
		}
		if seen.Reached(reached) {
			if off = next; seen.Left == 0 {
				break
			}
		}
		// The member at off is another one, or it needs more care.
		found, at := s.find(d, off)
		switch {
		case at < 0:
			return -1
		case found < 0:
			if off = s.readUnknown(d, off, at, p); off < 0 {
				return -1
			}
			seen.Left--
			continue
		case seen.Has(found):
			name := s.fields[found].name
			d.Fail(off, s.k.typ.String(), fault.DuplicateField(name))
			return d.InKey(name)
		}
		m := &s.members[found]
		if off = m.codec.read(d, at, p.Add(uintptr(m.off))); off < 0 {
			return d.InKey(s.fields[found].name)
		}
		seen.Took(found)
	}
	return off
}

// find reads the key at off. It returns the member, or -1, and the offset of the value,
// which is -1 when it failed.
func (s *structCodec) find(d *decodeState, off int) (i, at int) {
	if s.ids {
		id, next := msgwire.ReadInt(d.src, off)
		if next > 0 {
			return s.byID.find(id) - 1, next
		}
		h, ok := d.head(off)
		if !ok {
			return -1, -1
		}
		if h.Kind == msgwire.KindUint { // beyond what ids can be
			return -1, h.Next
		}
		return -1, d.Fail(off, s.k.typ.String(), msgwire.NotAKey(h.Kind, true))
	}
	name, next := d.anyText(off)
	if next >= 0 {
		if !d.valid(off, name) {
			return -1, -1
		}
		if i = s.byName.Find(name); i >= len(s.members) {
			i = int(s.aliased[i-len(s.members)])
		}
		return i, next
	}
	h, ok := d.head(off)
	if !ok {
		return -1, -1
	}
	return -1, d.Fail(off, s.k.typ.String(), msgwire.NotAKey(h.Kind, false))
}

// readOrdered reads members from the i-th up to the limit-th as long as they are those and
// stand clear of the end of the input. It returns the offset after them and the member it
// expects there, or -1.
func (s *structCodec) readOrdered(d *decodeState, off int, p mem.Pointer, i, limit int) (next, expected int) {
	src := d.src
	for i < limit {
		m := &s.members[i]
		if m.run > 0 {
			var done int
			off, done = readRun(src, off, p, s.members[i:min(i+int(m.run), limit)])
			i += done
			if i == limit || done == int(m.run) {
				continue
			}
			m = &s.members[i]
		}
		at := off + int(m.n)
		if off+lookahead <= len(src) {
			if m.Differs(src, off) {
				return off, i
			}
		} else if !m.precedes(src, off) {
			return off, i
		}
		if m.tail != "" && (at >= len(src) || string(src[off+structs.WordBytes:at]) != m.tail) {
			return off, i
		}
		q := p.Add(uintptr(m.off))
		if m.op == opString {
			if c := int(src[at]) - msgwire.FixStr; uint(c) <= msgwire.MaxFixStr && at+1+c <= len(src) && !d.options.ValidUTF8 {
				text := src[at+1 : at+1+c : at+1+c]
				if v := mem.Ref[string](q); *v != string(text) || d.options.NoCopy {
					*v = d.string(text)
				}
				off = at + 1 + c
				i++
				continue
			}
		}
		if m.float {
			at--
		}
		if off = m.codec.read(d, at, q); off < 0 {
			return d.InKey(s.fields[i].name), i
		}
		i++
	}
	return off, i
}

// readRun reads members that are neighbouring scalars as long as they come in order, with
// plainly fitting values and clear of the end of the input, and returns how many it has
// done. Whatever is out of the ordinary is left to its caller.
func readRun(src []byte, off int, p mem.Pointer, members []member) (next, done int) {
	for i := range members {
		m := &members[i]
		if off+lookahead <= len(src) {
			if m.Differs(src, off) {
				return off, i
			}
		} else if off+int(m.n)+msgwire.Lookahead > len(src) || !m.precedes(src, off) {
			return off, i
		}
		at := off + int(m.n)
		q := p.Add(uintptr(m.off))
		switch m.op {
		case opFloat64:
			*mem.Ref[uint64](q) = bits.ReverseBytes64(mem.Word(src, at))
			off = at + 8
			continue
		case opFloat32:
			*mem.Ref[uint32](q) = bits.ReverseBytes32(mem.Word32(src, at))
			off = at + 4
			continue
		}
		if m.op == opBool {
			c := mem.Byte(src, at)
			if c&^1 != msgwire.False {
				return off, i
			}
			*mem.Ref[bool](q) = c == msgwire.True
			off = at + 1
			continue
		}
		v, size := msgwire.IntAt(src, at)
		if size == 0 || msgwire.Wraps(src, at, v) {
			return off, i
		}
		switch m.op {
		case opInt64:
			*mem.Ref[int64](q) = v
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
		case opUint64:
			if v < 0 {
				return off, i
			}
			*mem.Ref[uint64](q) = uint64(v)
		case opUint32:
			if int64(uint32(v)) != v {
				return off, i
			}
			*mem.Ref[uint32](q) = uint32(v)
		case opUint16:
			if int64(uint16(v)) != v {
				return off, i
			}
			*mem.Ref[uint16](q) = uint16(v)
		default: // opUint8
			if int64(uint8(v)) != v {
				return off, i
			}
			*mem.Ref[uint8](q) = uint8(v)
		}
		off = at + size
	}
	return off, len(members)
}

// readUnknown skips, keeps or refuses a member that no field takes. Its key is at off, its
// value at at.
func (s *structCodec) readUnknown(d *decodeState, off, at int, p mem.Pointer) int {
	var id int64
	idEnd := 0
	if s.ids {
		id, idEnd = msgwire.ReadInt(d.src, off)
		if idEnd > 0 && (id == -1 || s.reserved[id] && s.unknown == nil) { // what is retired is kept where members are
			next := d.skip(at)
			if next < 0 && id != -1 {
				return d.InKey(msgwire.KeyText(d.src, off))
			}
			return next
		}
	}
	if d.options.RejectUnknown && s.unknown == nil {
		return d.failKey(off, s.k.typ.String(), fault.UnknownField)
	}
	next := d.skip(at)
	if next < 0 {
		return d.InKey(msgwire.KeyText(d.src, off))
	}
	if s.unknown == nil {
		return next
	}
	if !d.charge(mapBytes(1, mapEntry) + next - at) {
		return -1
	}
	repeated := false
	switch value := d.raw(d.src[at:next:next]); {
	case !s.ids:
		repeated = keep(s.unknown.names(p), msgwire.KeyText(d.src, off), value)
	case idEnd == 0:
		key := msgwire.KeyText(d.src, off)
		d.Fail(off, s.k.typ.String(), fault.UnkeptKey(key))
		return d.InKey(key)
	default:
		repeated = keep(s.unknown.ids(p), id, value)
	}
	if repeated {
		key := msgwire.KeyText(d.src, off)
		d.Fail(off, s.k.typ.String(), fault.DuplicateField(key))
		return d.InKey(key)
	}
	return next
}

// failKey fails because of the key at off, which its path ends with.
func (d *decodeState) failKey(off int, goType string, because func(key string) error) int {
	key := msgwire.KeyText(d.src, off)
	d.Fail(off, goType, because(key))
	return d.InKey(key)
}

// readTuple reads an array of exactly as many elements as the struct has fields.
func (s *structCodec) readTuple(d *decodeState, off int, p mem.Pointer) int {
	h, ok := d.head(off)
	switch {
	case !ok:
		return -1
	case h.Kind != msgwire.KindArray:
		return s.k.instead(d, off, p)
	case h.Len != len(s.fields):
		return d.Fail(off, s.k.typ.String(), msgp.ArrayError{Wanted: uint32(len(s.fields)), Got: uint32(h.Len)})
	case h.Len == 0:
		return h.Next
	case !d.enter(off, h.Len):
		return -1
	}
	next := h.Next
	for i := range s.members {
		m := &s.members[i]
		if next = m.codec.read(d, next, p.Add(uintptr(m.off))); next < 0 {
			return d.InIndex(i)
		}
	}
	d.leave()
	return next
}
