// Structs, read. compileMembers turns the fields of a struct into members once; then
//
//	read ──▶ readMembers ──▶ readOrdered ──▶ readRun   scalars in order, in a loop that calls nothing
//	              ▲   │           └── one member in order: a text, a time, a codec
//	              └───┴── one member out of order, or near to the end of the input
//
// goes over the object on the wire. [structs.Order] is where it is: the member that is
// expected, how many are left, and which came before.
//
// The loads of readRun and readOrdered are unchecked. They are in bounds since with
// lookahead bytes left the words of a key and a number fit, and since otherwise expected
// asks for need bytes, which count both. What a member reads beyond that, a tail, a text or
// a value by its codec, is checked where it is read.

package engine

import (
	"math"
	"reflect"
	"time"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/mem"
	"github.com/beve-org/beve-go/internal/shorttext"
	"github.com/beve-org/beve-go/internal/structs"
	"github.com/beve-org/beve-go/wire"
)

// A member is a field as the decoder looks for it. Members mostly arrive in the
// order that the struct has them, so the bytes of the next key are compared with
// those of the key that is expected; where the header that follows can only be
// one, it is part of the comparison.
//
// compileMembers keeps these invariants, on which the unchecked loads rely:
//
//   - n is the length of what is compared, words and tail. It is 0 only with NoKey, which
//     nothing matches, so a comparison that succeeds moves the offset.
//   - Without a tail, n is at most WordBytes. A header and eight bytes of a number follow:
//     25 bytes, which lookahead covers.
//   - need covers the words that expected loads, and n with the least bytes of the value.
//     So after expected, or after lookahead, the value of a scalar is in bounds too.
//   - off is the offset of a field of codec's type. codec may be given any address at which
//     such a variable stands, and nothing else.
type member struct {
	structs.Key
	// need is at most 255, what n can say, and a number more.
	need     uint16 // bytes that must be left to compare, and for what is in place
	n        uint8  // how many bytes are expected
	op       op
	header   bool  // the header of the value is one of them
	run      uint8 // how many members from here on are scalars for readRun
	off      uint32
	codec    *codec
	tail     string // what the words do not hold
	text     string // SIZE and name
	name     string
	required bool
	once     bool // it must not come twice
}

// lookahead is at least what any member needs that has no tail: two words of key,
// and a header and a number. With so much left, one check and one comparison do.
const lookahead = 32

// compileMembers makes the decode table. A name of more bytes than n can say is never
// expected, and found by the index like one that comes out of order.
func (s *structCodec) compileMembers() {
	names := make([]string, len(s.fields))
	s.members = make([]member, len(s.fields))
	for i := range s.fields {
		f := &s.fields[i]
		names[i] = f.name
		m := &s.members[i]
		*m = member{op: f.codec.op, off: uint32(f.off), codec: f.codec, name: f.name}
		m.required, m.once = f.required, f.constant != nil
		s.required = s.required || m.required
		key := wire.AppendText(nil, f.name)
		m.text = string(key)
		switch m.op {
		case opFloat32:
			key = append(key, byte(wire.HeaderFloat32))
		case opFloat64:
			key = append(key, byte(wire.HeaderFloat64))
		case opString:
			key = append(key, byte(wire.HeaderString))
		}
		// These have one header as a rule, which is compared with the key. Another one is not
		// expected, and goes to the codec.
		m.header = m.op == opFloat32 || m.op == opFloat64 || m.op == opString
		if len(key) > math.MaxUint8 {
			m.Key = structs.NoKey // such a member is always looked up by name
			continue
		}
		m.n = uint8(len(key))
		m.Key, m.tail = structs.NewKey(key)
		m.need = uint16(max(8, len(key)+m.op.least()))
		// expected loads the first word whole, hence the eight above. It loads the second
		// word only where the key reaches into it.
		if len(key) > 8 {
			m.need = max(m.need, structs.WordBytes)
		}
	}
	// A run ends at what readRun cannot read: texts, calls, keys with a tail.
	structs.Runs(len(s.members), func(i int) bool { return s.members[i].scalar() },
		func(i int, run uint8) { s.members[i].run = run })
	s.index = structs.NewNames(names)
}

// least returns how many bytes after the expected key and header are read without a
// check that the input has them.
func (o op) least() int {
	switch o {
	case opFloat64:
		return 8
	case opFloat32:
		return 4
	case opCall, opAny:
		return 0
	case opBool, opString, opTime:
		return 1
	}
	return 1 + 8 // an integer
}

// scalar reports whether readRun can read the member: its operation is one of those from
// opBool to opFloat64, and two words hold its key.
func (m *member) scalar() bool {
	return m.op >= opBool && m.op <= opFloat64 && m.tail == "" && m.n > 0
}

// precedes reports whether the key of m stands at src[off:], wherever that is.
func (m *member) precedes(src []byte, off int) bool {
	return len(src)-off >= len(m.text) && string(src[off:off+len(m.text)]) == m.text
}

// expected reports whether src[off:] begins with the bytes of m, its tail excepted. It
// serves offsets that fewer than lookahead bytes follow.
func (m *member) expected(src []byte, off int) bool {
	return len(src)-off >= int(m.need) && mem.Word(src, off)&m.M0 == m.W0 &&
		(m.n <= 8 || mem.Word(src, off+8)&m.M1 == m.W1)
}

// progress is how far the reading of one object has come. It lives on the stack of read,
// so that an object costs no allocation, and nested objects have one each.
type progress struct {
	structs.Order
	// unknown holds the names of members that went into the unknown field, under
	// RejectDuplicates.
	unknown map[string]bool
}

// read decodes an object into the struct at p.
func (s *structCodec) read(d *decodeState, off int, p mem.Pointer) int {
	n, next := shortCount(d.src, off, wire.HeaderObject, 2), off+2
	if n < 0 {
		if n, next = s.readStart(d, off, p); n < 0 {
			return next
		}
	}
	if d.stale && (s.reset || s.unknown != nil) {
		s.renew(p)
	}
	var seen progress
	seen.Begin(len(s.members), n)
	// An object without members is not a level.
	if n > 0 {
		if !d.enter(off, n) {
			return -1
		}
		if next = s.readMembers(d, next, p, &seen); next < 0 {
			return -1
		}
		d.leave()
	}
	// Only a member that did not come can be missing, or hold what must not show. All is
	// one comparison, so complete objects pay nothing for either.
	if (d.stale || d.requireAll && s.required) && !seen.All(len(s.members)) {
		return s.finish(d, off, next, p, &seen)
	}
	return next
}

// readWhole decodes the object at off, which has as many members as the struct, and reports whether they are those of the
// struct, each once.
func (s *structCodec) readWhole(d *decodeState, off, n int, p mem.Pointer) (next int, ok bool) {
	var seen progress
	seen.Begin(len(s.members), n)
	if !d.enter(off, n) {
		return -1, false
	}
	if next = s.readMembers(d, off+2, p, &seen); next < 0 {
		return -1, false
	}
	d.leave()
	return next, seen.All(len(s.members))
}

// readStart reads the start of an object in any form. n is -1 when it is none, and
// then next is what read returns.
func (s *structCodec) readStart(d *decodeState, off int, p mem.Pointer) (n, next int) {
	if next, ok := d.null(off); ok {
		s.zero(p)
		return -1, next
	}
	if wire.IsIndexed(d.src, off) {
		return -1, s.readIndexed(d, off, p)
	}
	h, n, next, err := wire.ReadObject(d.src, off)
	if err != nil {
		return -1, d.Fail(off, s.typ.String(), err)
	}
	if h != wire.HeaderObject && n > 0 {
		return -1, d.mismatch(off, h, s.typ.String())
	}
	return n, next
}

// renew prepares a stale struct before its members are read. Usually members overwrite
// what it holds, and finish zeroes those that do not come. Two kinds of structs need more:
// with reset, a field is reached through an embedded pointer, which must be nil unless one of
// its fields comes; and the map of unknown members would keep old entries.
func (s *structCodec) renew(p mem.Pointer) {
	if s.reset {
		s.zero(p)
	}
	if s.unknown != nil {
		s.unknown.clear(p)
	}
}

// readMembers decodes the members of an object at off.
//
// Each round of its loop either takes at least one member, so that Left falls, or finds
// by name which member stands at off and expects that one. The next round then takes it: in
// the fast path, or, since value is known, by readMember. So the loop ends after at most
// two rounds for each member that the header has announced, and the budget has charged
// for these in enter.
func (s *structCodec) readMembers(d *decodeState, off int, p mem.Pointer, seen *progress) int {
	// value is where the value of the expected member lies, if it was looked up, else -1.
	for value := -1; seen.Left > 0; {
		limit := seen.Limit(len(s.members))
		next, i := s.readOrdered(d, off, p, seen.Expected, limit)
		if next < 0 {
			return -1
		}
		// Members that came in order are done. What stopped them is looked at in the next
		// round, when nothing is reached.
		if seen.Reached(i) {
			off, value = next, -1
			continue
		}
		// The member at off is another one, or it takes more care. Another one is
		// found by name and becomes the expected one; if the fast path does not read it
		// then either, readMember does, now that it is known where its value is.
		// The comparison saves the lookup where only the end of the input is near.
		if value < 0 && i < limit && len(d.src)-off < lookahead && s.members[i].precedes(d.src, off) {
			value = off + len(s.members[i].text)
		}
		if value < 0 {
			name, at, err := wire.ViewText(d.src, off)
			if err != nil {
				return d.Fail(off, s.typ.String(), err)
			}
			switch i = s.index.Find(name); {
			case i < 0:
				if off = s.readUnknown(d, off, at, name, p, seen); off < 0 {
					return -1
				}
				seen.Left--
				continue
			case !seen.Has(i):
				// The order goes on here: the fast path gets it, and what follows it.
				seen.Expect(i)
				value = at
				continue
			case d.rejectDuplicates || s.members[i].once:
				return d.duplicateMember(off, &s.members[i])
			}
			// A repeated member: the last one wins.
			value = at
		}
		if off = s.readMember(d, value, i, p, seen); off < 0 {
			return -1
		}
		seen.Took(i)
		value = -1
	}
	return off
}

// readOrdered reads members from the i-th up to the limit-th as long as they are
// those and stand clear of the end of the input. It returns the offset after them
// and the member it expects there, or -1.
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
		if off+lookahead <= len(src) {
			if m.Differs(src, off) {
				return off, i
			}
		} else if !m.expected(src, off) {
			return off, i
		}
		if m.tail != "" && (len(src)-off < int(m.need) || string(src[off+structs.WordBytes:off+int(m.n)]) != m.tail) {
			return off, i
		}
		// In bounds: need and lookahead count a byte at least after the key.
		at := off + int(m.n)
		q := p.Add(uintptr(m.off))
		off = -1
		switch m.op {
		case opString:
			off = d.shortText(src, at, mem.Ref[string](q))
		case opTime:
			if wire.Header(mem.Byte(src, at)) == wire.HeaderString {
				off = shorttext.ReadUTC(src, at+1, mem.Ref[time.Time](q))
			}
		}
		if off < 0 {
			// The codec reads the header itself, which may be part of what was compared.
			if m.header {
				at--
			}
			if off = m.codec.read(d, at, q); off < 0 {
				return d.InKey(m.name), i
			}
		}
		// The member is not marked as seen here: Reached marks all of them at once.
		i++
	}
	return off, i
}

// readRun reads members that are neighbouring scalars as long as they come in
// order, with plainly fitting values and clear of the end of the input, and
// returns how many it has done. It calls nothing that is not inlined, so that the
// loop stays in registers; whatever is out of the ordinary is left to its caller.
//
// It has no decodeState: it cannot fail, count or allocate. A member that would do so
// ends the run, and off still stands at its key, so the caller can read it anew.
func readRun(src []byte, off int, p mem.Pointer, members []member) (next, done int) {
	for i := range members {
		m := &members[i]
		if off+lookahead <= len(src) {
			if m.Differs(src, off) {
				return off, i
			}
		} else if !m.expected(src, off) {
			return off, i
		}
		// Nine bytes are left after the key: 2 words and a number are less than lookahead,
		// and least counts them near to the end.
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
			// The headers of false and true differ in one bit.
			h := mem.Byte(src, at)
			if h&^0x10 != byte(wire.HeaderFalse) {
				return off, i
			}
			*mem.Ref[bool](q) = h == byte(wire.HeaderTrue)
			off = at + 1
			continue
		// Integers of the other signedness, floats and all else that may fit are left to the
		// codec, which knows why a number does not.
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
		// off is not moved before the value is known to fit: a caller that takes over starts
		// at the key.
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

// readMember reads the value at off of the i-th member by its codec, which checks
// everything itself. off is the end of the key, wherever in the input that is.
func (s *structCodec) readMember(d *decodeState, off, i int, p mem.Pointer, seen *progress) (next int) {
	m := &s.members[i]
	if seen.Has(i) && !d.stale {
		// The last of repeated members wins alone: nothing of the first may show
		// in it.
		d.stale = true
		next = m.codec.read(d, off, p.Add(uintptr(m.off)))
		d.stale = false
	} else {
		next = m.codec.read(d, off, p.Add(uintptr(m.off)))
	}
	if next < 0 {
		return d.InKey(m.name)
	}
	return next
}

func (d *decodeState) duplicateMember(off int, m *member) int {
	d.Fail(off, "", duplicate(m.name))
	return d.InKey(m.name)
}

// readUnknown skips, keeps or refuses a member that no field takes.
func (s *structCodec) readUnknown(d *decodeState, off, at int, name []byte, p mem.Pointer, seen *progress) int {
	if d.rejectUnknown && s.unknown == nil {
		d.Fail(off, s.typ.String(), fault.UnknownField(string(name)))
		return d.InKey(string(name))
	}
	next, err := d.skip(at)
	if err != nil {
		d.Fail(at, "", err)
		return d.InKey(string(name))
	}
	if s.unknown != nil {
		if !s.unknown.keep(d, off, p, name, d.src[at:next], seen) {
			return d.InKey(string(name))
		}
	}
	return next
}

// finish zeroes what a stale struct must not show, and checks RequireAll.
func (s *structCodec) finish(d *decodeState, off, next int, p mem.Pointer, seen *progress) int {
	for i := range s.members {
		if seen.Has(i) {
			continue
		}
		m := &s.members[i]
		if d.requireAll && m.required {
			d.Fail(off, s.typ.String(), fault.MissingField(m.name))
			return d.InKey(m.name)
		}
		if d.stale && !s.reset {
			m.codec.zero(p.Add(uintptr(m.off)))
		}
	}
	return next
}

// zero sets the whole struct to its zero value. It goes through reflection, since only
// that clears memory with pointers as the garbage collector needs it.
func (s *structCodec) zero(p mem.Pointer) {
	reflect.NewAt(s.typ, p.Unsafe()).Elem().SetZero()
}
