// Structs, written. compileSteps turns the fields of a struct into steps once; then
//
//	appender ──▶ appendMembers ──▶ putMembers   steps of bounded length, in a loop that calls nothing
//	                   ▲   │
//	                   └───┴── one step that needs more: a long text, a call, a question
//
// goes over them for each value: appendMembers makes room, putMembers stores until it
// meets a step that is not its own, appendMembers does that one, makes room again if the
// step was of variable length, and hands back the rest.
//
// Stores are unchecked. They are in bounds since before each step, in both functions, dst has room
// at n for the words of this step and for all that the steps after it store, up to and with
// the words of the next one of variable length, and Slack. need makes that room before the
// first step, the check of putMembers leaves it after a text, and appendMembers makes it after
// any other value of variable length. Such a value is never stored without a check of its own.

package engine

import (
	"time"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/mem"
	"github.com/beve-org/beve-go/internal/omit"
	"github.com/beve-org/beve-go/internal/shorttext"
	"github.com/beve-org/beve-go/internal/structs"
	"github.com/beve-org/beve-go/wire"
)

// A step writes one member, or a part of it; what makes its stores sound stands with
// [structs.Step].
type step = structs.Step[stepOp, *codec]

// stepOp is what a step does after its words are stored.
type stepOp uint8

// putMembers does the steps up to stepString, and stepStrings where the texts are few and
// short. Its caller does the others. The order matters: a row of a table is written in
// place by the operations up to stepString; see tableColumns.
const (
	stepKey     stepOp = iota // only the words: the start of a long key
	stepBool                  // header by value
	step8                     // one byte after a constant header
	step16                    // two, four and eight bytes in the machine's order
	step32                    // after a constant header
	step64                    //
	stepInt16                 // narrowest form
	stepInt32                 //
	stepInt64                 //
	stepUint16                //
	stepUint32                //
	stepUint64                //
	stepMaybe                 // the start of the key of a member that is left out where a number is 0
	stepString                // header in the words; SIZE and bytes
	stepTime                  // header in the words; SIZE and text
	stepStrings               // a string array
	stepCall                  // codec.append
	stepAsk                   // a function says whether the member that follows is left out
	stepEnd                   // after the last one, so that no loop counts
)

// maxScalar is what a scalar takes after its words: a header and eight bytes, or less.
const maxScalar = 9

// stepFor returns how a member is written in place, and the header byte that
// always starts it, or -1. A header that is always the same is part of the words, so that
// it costs no store; a compact integer has one that depends on its value, as has a bool. An
// int of four bytes under FixedWidth is left to its codec, since no machine that matters
// has one.
func stepFor(o op, key *profileKey) (stepOp, int) {
	wide := mem.SizeOf[int]() == 8
	pick := func(compact, plain stepOp, h wire.Header) (stepOp, int) {
		if key.fixed {
			return plain, int(h)
		}
		return compact, -1
	}
	switch o {
	case opBool:
		return stepBool, -1
	case opInt8:
		return step8, int(wire.HeaderInt8)
	case opUint8:
		return step8, int(wire.HeaderUint8)
	case opInt16:
		return pick(stepInt16, step16, wire.HeaderInt16)
	case opInt32:
		return pick(stepInt32, step32, wire.HeaderInt32)
	case opInt64:
		return pick(stepInt64, step64, wire.HeaderInt64)
	case opUint16:
		return pick(stepUint16, step16, wire.HeaderUint16)
	case opUint32:
		return pick(stepUint32, step32, wire.HeaderUint32)
	case opUint64:
		return pick(stepUint64, step64, wire.HeaderUint64)
	case opInt:
		if wide {
			return pick(stepInt64, step64, wire.HeaderInt64)
		}
		return pick(stepInt32, stepCall, 0)
	case opUint, opUintptr:
		if wide {
			return pick(stepUint64, step64, wire.HeaderUint64)
		}
		return pick(stepUint32, stepCall, 0)
	case opFloat32:
		return step32, int(wire.HeaderFloat32)
	case opFloat64:
		return step64, int(wire.HeaderFloat64)
	case opString:
		return stepString, int(wire.HeaderString)
	case opTime:
		if key.timeText() {
			return stepTime, int(wire.HeaderString)
		}
	case opStrings:
		return stepStrings, -1
	}
	return stepCall, -1
}

// compileSteps makes the encode table. Where the number of members is known, the header of
// the object and its count are the first bytes of the first member. Where it is not,
// appendMembers stores them, and the table begins with a key.
func (s *structCodec) compileSteps(p *profile) {
	var prefix, buf []byte
	if !s.omits {
		prefix = wire.AppendObject(nil, len(s.fields))
	}
	s.steps = make([]step, 0, len(s.fields)+len(s.fields)/8)
	for i := range s.fields {
		f := &s.fields[i]
		o, header := stepFor(f.codec.op, &p.key)
		head := wire.AppendText(append(buf[:0], prefix...), f.name)
		// The bytes are copied into words, so their memory serves for the next member.
		prefix, buf = nil, head
		if header >= 0 && o != stepCall {
			head = append(head, byte(header))
		}
		if f.constant != nil {
			o, head = stepKey, append(head, f.constant...)
		}
		m := structs.Member[stepOp, *codec]{Head: head, Op: o, Off: f.off, Codec: f.codec, Omit: f.omit}
		if k := f.omit.Kind; k == omit.Never || k == omit.Ask {
			s.steps = structs.AppendMember(s.steps, i, &m, stepKey, stepAsk)
			continue
		}
		// The question is part of the first step of the key, and the value has a step of its own.
		first := len(s.steps)
		m.Op = stepKey
		s.steps = structs.AppendMember(s.steps, i, &m, stepKey, stepAsk)
		s.steps[first].Op = stepMaybe
		s.steps[first].Span++
		s.steps = append(s.steps, step{Op: o, Off: uint32(f.off), Field: uint16(i), Codec: f.codec})
	}
	// From here on the stores of putMembers are unchecked: what it may store between two
	// looks at the capacity is what this sums up.
	s.need = structs.Room(len(s.steps), func(i int) structs.Bound {
		t := &s.steps[i]
		return structs.Bound{Bytes: maxBytes(t), Variable: isVariable(t), Optional: s.fields[t.Field].omit.Kind != omit.Never}
	}, func(i, room int) { s.steps[i].Next = int32(room) })
	// Its words need no room of their own, since none of their bytes count: Slack covers them.
	s.steps = append(s.steps, step{Op: stepEnd})
}

// isVariable reports whether the value decides how long the member is.
// A time is not of variable length: it takes at most maxTime bytes, which count as its own.
func isVariable(t *step) bool {
	return t.Op == stepString || t.Op == stepStrings || t.Op == stepCall
}

// maxBytes returns how many bytes a step may write before room is looked at again. Of one
// of variable length these are the words alone: its value is stored only where putMembers
// finds room for it, and Next bytes more for what follows.
func maxBytes(t *step) int {
	switch {
	case isVariable(t), t.Op == stepKey, t.Op == stepMaybe, t.Op == stepAsk:
		return int(t.N)
	case t.Op == stepTime:
		return int(t.N) + maxTime
	}
	return int(t.N) + maxScalar
}

// appender returns the function that writes a struct, as a level of its own. Failures need no
// leave: recover sets a state that has failed up anew. e is nil for a stateless codec: its
// values nest less than CycleLevel levels, and if it fails the caller runs it again with a
// state, to learn why.
func (s *structCodec) appender() appendFunc {
	return func(e *encodeState, dst []byte, p mem.Pointer) []byte {
		if !e.enter() {
			return nil
		}
		dst = s.appendMembers(e, dst, p)
		e.leave()
		return dst
	}
}

// appendEach writes n structs of a size from p on, for a slice. Their level
// is entered once for all of them.
func (s *structCodec) appendEach(e *encodeState, dst []byte, p mem.Pointer, size uintptr, n int) []byte {
	if !e.enter() {
		return e.inIndex(0)
	}
	ahead := mem.Foresee(dst, n)
	for i := range n {
		dst = ahead.Room(dst, i)
		if dst = s.appendMembers(e, dst, p.Add(uintptr(i)*size)); dst == nil {
			return e.inIndex(i)
		}
	}
	e.leave()
	return dst
}

// appendMembers writes the struct at p, whose level has been entered. From its first line to
// its last, dst[:n] is what is written; bytes of dst beyond n are scratch, and a step that is
// done again writes over them.
func (s *structCodec) appendMembers(e *encodeState, dst []byte, p mem.Pointer) []byte {
	n := len(dst)
	if cap(dst)-n < s.need {
		dst = mem.Grow(dst, s.need)
	}
	// From here on dst is as long as its memory and n says what of it counts, so that
	// stores need not append.
	dst = dst[:cap(dst)]
	countAt, left := n+1, 0
	// Up to 63 members have a count of one byte, which is patched when it is known. More
	// could need two bytes, so those are counted before; as are those of a map beside the
	// fields. Both fit into Slack, which need includes.
	if s.countOnce {
		n = len(wire.AppendObject(dst[:n], s.count(p)))
	} else if s.omits {
		mem.PutByte(dst, n, byte(wire.HeaderObject))
		n += 2
	}
	stepSize := uintptr(mem.SizeOf[step]())
	// The end is met here after a step that is done here, and below after those of putMembers.
	for at := mem.First(s.steps); mem.Ref[step](at).Op != stepEnd; at = at.Add(stepSize) {
		n, at, left = putMembers(dst, n, p, at, left)
		t := mem.Ref[step](at)
		if t.Op == stepEnd {
			break
		}
		// The words of this step are stored already, unless it asks, which has none.
		q := p.Add(uintptr(t.Off))
		switch t.Op {
		case stepTime:
			// Of bounded length, so there is room, and nothing to make after it.
			if n = shorttext.PutTime(dst, n, *mem.Ref[time.Time](q)); n < 0 {
				e.failYear()
				return e.inKey(s.fields[t.Field].name)
			}
			continue
		case stepAsk:
			if t.Ask(q) {
				left++
				at = at.Add(uintptr(t.Span) * stepSize)
			}
			continue
		case stepString:
			v := *mem.Ref[string](q)
			// The text is long or not ASCII, or found no room. What follows it gets its
			// room here too, so that this step is done with one growth.
			if cap(dst)-n < len(v)+textRoom+int(t.Next) {
				dst = mem.Grow(dst[:n], len(v)+textRoom+int(t.Next))
				dst = dst[:cap(dst)]
			}
			if n = shorttext.Start(dst, n, v); n < 0 {
				if n = shorttext.Finish(dst, n, v); n < 0 {
					e.fail("string", fault.ErrUTF8)
					return e.inKey(s.fields[t.Field].name)
				}
			}
			continue
		}
		if dst = t.Codec.append(e, dst[:n], q); dst == nil {
			return e.inKey(s.fields[t.Field].name)
		}
		// A codec appends without a look at what follows: room for that is made now.
		if n = len(dst); cap(dst)-n < int(t.Next) {
			dst = mem.Grow(dst, int(t.Next))
		}
		dst = dst[:cap(dst)]
	}
	if s.omits && !s.countOnce {
		mem.PutByte(dst, countAt, byte(len(s.fields)-left)<<2)
	}
	if dst = dst[:n]; s.unknown != nil {
		dst = s.unknown.append(e, dst, p)
	}
	return dst
}

// count returns the number of members that the struct at p will have. It asks the same
// rules as the steps do; a value that changes in between, which is a data race of the
// user's, makes a wrong message and not a wrong store, since room does not depend on it.
func (s *structCodec) count(p mem.Pointer) int {
	n := len(s.fields)
	for i := range s.fields {
		if f := &s.fields[i]; f.omit.Kind != omit.Never && f.omit.Omits(p.Add(f.off)) {
			n--
		}
	}
	if s.unknown != nil {
		n += s.unknown.count(p)
	}
	return n
}

// putMembers stores members with their keys at dst[n:], which has room for those
// of bounded size, from the step at on up to the first one that is not its own: the end, a
// call, or a text that is long, not ASCII, or too long for dst. It returns where that step
// is, whose words are stored too, and left with the members added that were left out. It
// calls nothing that is not inlined, so that the loop stays in registers.
func putMembers(dst []byte, n int, p, at mem.Pointer, left int) (int, mem.Pointer, int) {
	stepSize := uintptr(mem.SizeOf[step]())
	// No step after stepEnd is gone to: spans are those of the members in the table, so that
	// a member that is left out ends where another begins.
	for ; ; at = at.Add(stepSize) {
		t := mem.Ref[step](at)
		q := p.Add(uintptr(t.Off))
		// Sixteen bytes whatever N says: Slack is part of the room. A step that turns out to
		// be the caller's has them stored too, and the caller goes on after them.
		mem.PutWord(dst, n, t.W0)
		mem.PutWord(dst, n+8, t.W1)
		n += int(t.N)
		value, more := n, 0 // texts at q after the first one
		switch t.Op {
		case stepKey:
			continue
		case stepBool:
			// A bool in memory is 0 or 1, and the header of true differs in one bit.
			mem.PutByte(dst, n, byte(wire.HeaderFalse)|*mem.Ref[uint8](q)<<4)
			n++
			continue
		case step8:
			mem.PutByte(dst, n, *mem.Ref[uint8](q))
			n++
			continue
		case step16:
			mem.PutWord(dst, n, uint64(*mem.Ref[uint16](q)))
			n += 2
			continue
		case step32:
			mem.PutWord(dst, n, uint64(*mem.Ref[uint32](q)))
			n += 4
			continue
		case step64:
			mem.PutWord(dst, n, *mem.Ref[uint64](q))
			n += 8
			continue
		case stepInt16:
			n = putInt(dst, n, int64(*mem.Ref[int16](q)))
			continue
		case stepInt32:
			n = putInt(dst, n, int64(*mem.Ref[int32](q)))
			continue
		case stepInt64:
			n = putInt(dst, n, *mem.Ref[int64](q))
			continue
		case stepUint16:
			n = putUint(dst, n, uint64(*mem.Ref[uint16](q)))
			continue
		case stepUint32:
			n = putUint(dst, n, uint64(*mem.Ref[uint32](q)))
			continue
		case stepUint64:
			n = putUint(dst, n, *mem.Ref[uint64](q))
			continue
		case stepMaybe:
			if t.Omit.Zero(q.Add(uintptr(t.OmitAt))) {
				left++
				n -= int(t.N)
				at = at.Add(uintptr(t.Span-1) * stepSize)
			}
			continue
		case stepString:
		case stepStrings:
			v := mem.Ref[mem.Slice](q)
			// Header and count take two bytes of textRoom, which each text of the array
			// looks for once more.
			if more = v.Len - 1; uint(more) >= fewTexts {
				return n, at, left
			}
			q = v.At(0, stringSize)
			mem.PutByte(dst, n, byte(wire.HeaderStrings))
			mem.PutByte(dst, n+1, byte(more<<2)+1<<2)
			n += 2
		default:
			return n, at, left
		}
		// Texts: SIZE of one byte and then words. The look at the room covers the text, the
		// word that may overlap its end and what follows the member; that the text is
		// ASCII is known when it is stored, and if not, n goes back to value and the
		// caller writes the member with care, over what was stored.
		for {
			s := *mem.Ref[string](q)
			if len(s) >= shorttext.Limit || n+len(s)+textRoom+int(t.Next) > len(dst) {
				return value, at, left
			}
			mem.PutByte(dst, n, byte(len(s)<<2))
			n += 1 + len(s)
			var seen uint64
			switch {
			case len(s) > 32:
				seen = mem.Move16(dst, n-len(s), s, 0) | mem.Move16(dst, n-len(s), s, 16) |
					mem.Move16(dst, n-len(s), s, len(s)-32) | mem.Move16(dst, n-len(s), s, len(s)-16)
			case len(s) > 16:
				seen = mem.Move16(dst, n-len(s), s, 0) | mem.Move16(dst, n-len(s), s, len(s)-16)
			case len(s) >= 8:
				a, b := mem.StringWord(s, 0), mem.StringWord(s, len(s)-8)
				mem.PutWord(dst, n-len(s), a)
				mem.PutWord(dst, n-8, b)
				seen = a | b
			case len(s) >= 4:
				a, b := mem.StringWord32(s, 0), mem.StringWord32(s, len(s)-4)
				mem.PutWord32(dst, n-len(s), a)
				mem.PutWord32(dst, n-4, b)
				seen = uint64(a | b)
			case len(s) > 0:
				a, b, c := s[0], s[len(s)>>1], s[len(s)-1]
				mem.PutByte(dst, n-len(s), a)
				mem.PutByte(dst, n-len(s)+len(s)>>1, b)
				mem.PutByte(dst, n-1, c)
				seen = uint64(a | b | c)
			}
			if seen&shorttext.HighBits != 0 {
				return value, at, left
			}
			if more == 0 {
				break
			}
			// No address beyond the array is made.
			more--
			q = q.Add(stringSize)
		}
	}
}

// fewTexts is the largest string array that putMembers writes: a
// longer one has a loop of its own, and one without elements is null or empty.
const fewTexts = 15
