package core

import (
	"math/bits"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/mem"
	"github.com/beve-org/beve-go/wire"
)

// A step writes one member: its key, and its header where that is always the
// same, as two stored words, and then the value. Structs are written by walking
// their steps: room is made once for all members of bounded size up to the next
// one whose size the value decides.
type step struct {
	w0, w1 uint64 // the bytes to store first
	n      uint8  // how many of them count
	op     stepOp
	span   uint16 // steps that a left-out member skips
	field  uint16 // for the name, and the codec
	off    uint32
	next   int32 // room needed after a variable member, up to and with the next
	omit   omitRule
	codec  *codec
	run    []step // the scalars of stepRun; for a scalar, itself
}

type stepOp uint8

const (
	stepCall   stepOp = iota // codec.append
	stepKey                  // only the words: the start of a long key
	stepRun                  // several scalars in one loop without calls
	stepBool                 // header by value
	step8                    // one byte behind a constant header
	step16                   // two, four and eight bytes in the machine's order
	step32                   // behind a constant header
	step64                   //
	stepInt16                // narrowest form
	stepInt32                //
	stepInt64                //
	stepUint16               //
	stepUint32               //
	stepUint64               //
	stepString               // header in the words; SIZE and bytes
)

const (
	wordBytes = 16 // what w0 and w1 hold
	// scalarMost is what a scalar takes behind its words.
	scalarMost = 9
	// slack covers storing whole words where fewer bytes count.
	slack = 32
	// shortestRun is how many scalars make a run: fewer are written faster one by
	// one.
	shortestRun = 3
)

// stepFor returns how a member is written in place, and the header byte that
// always starts it, or -1.
func stepFor(o op, fixed bool) (stepOp, int) {
	wide := mem.SizeOf[int]() == 8
	pick := func(compact, plain stepOp, h wire.Header) (stepOp, int) {
		if fixed {
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
	}
	return stepCall, -1
}

// compileSteps makes the encode table.
func (s *structCodec) compileSteps(p *profile) {
	var prefix, buf []byte
	if !s.omits {
		prefix = wire.AppendObject(nil, len(s.fields))
	}
	s.steps = make([]step, 0, len(s.fields)+len(s.fields)/8)
	for i := range s.fields {
		f := &s.fields[i]
		o, header := stepFor(f.codec.op, p.key.fixed)
		head := wire.AppendText(append(buf[:0], prefix...), f.name)
		prefix, buf = nil, head
		if header >= 0 && o != stepCall {
			head = append(head, byte(header))
		}
		first := len(s.steps)
		for len(head) > wordBytes {
			s.steps = append(s.steps, newStep(stepKey, head[:wordBytes], i, f))
			head = head[wordBytes:]
		}
		s.steps = append(s.steps, newStep(o, head, i, f))
		s.steps[first].omit = f.omit
		s.steps[first].span = uint16(len(s.steps) - first)
	}
	s.joinRuns()
	// Room, from the end backwards: a variable member needs what follows it.
	room := slack
	for i := len(s.steps) - 1; i >= 0; i-- {
		t := &s.steps[i]
		if t.op == stepString || t.op == stepCall {
			t.next = int32(room)
			room = slack
		}
		room += t.most()
	}
	s.need = room
}

func newStep(o stepOp, head []byte, i int, f *field) step {
	var w [wordBytes]byte
	copy(w[:], head)
	return step{
		w0: mem.Word(w[:], 0), w1: mem.Word(w[:], 8), n: uint8(len(head)),
		op: o, field: uint16(i), off: uint32(f.off), codec: f.codec,
	}
}

// most returns the bytes that a step writes at most before room is looked at
// again.
func (t *step) most() int {
	switch t.op {
	case stepKey, stepCall, stepString:
		return int(t.n)
	case stepRun:
		total := 0
		for i := range t.run {
			total += t.run[i].most()
		}
		return total
	}
	return int(t.n) + scalarMost
}

// scalar reports whether the step may be part of a run.
func (t *step) scalar() bool {
	return (t.op >= stepBool && t.op <= stepUint64 || t.op == stepKey) && t.omit.kind == omitNever
}

// joinRuns replaces neighbouring scalars by one step that holds them.
func (s *structCodec) joinRuns() {
	out := make([]step, 0, len(s.fields))
	for i := 0; i < len(s.steps); {
		// What may be left out is left out by counting its steps: they stay.
		if t := &s.steps[i]; t.omit.kind != omitNever {
			out = append(out, s.steps[i:i+int(t.span)]...)
			i += int(t.span)
			continue
		}
		j, scalars := i, 0
		for end := i; end < len(s.steps) && s.steps[end].scalar(); end++ {
			// A long key's start belongs to what it is the key of.
			if s.steps[end].op != stepKey {
				scalars++
				j = end + 1
			}
		}
		if scalars < shortestRun {
			out = append(out, s.steps[i])
			i++
			continue
		}
		out = append(out, step{op: stepRun, run: s.steps[i:j:j]})
		i = j
	}
	for i := range out {
		if t := &out[i]; t.op > stepRun && t.op != stepString {
			t.run = out[i : i+1 : i+1]
		}
	}
	s.steps = out
}

// append writes the struct at p.
func (s *structCodec) append(e *encodeState, dst []byte, p mem.Pointer) []byte {
	if len(s.fields) == 0 && s.unknown == nil {
		return wire.AppendObject(dst, 0)
	}
	if !e.enter() {
		return dst
	}
	n := len(dst)
	if cap(dst)-n < s.need+scalarRoom {
		dst = grow(dst, s.need+scalarRoom)
	}
	dst = dst[:cap(dst)]
	countAt, left := n+1, 0
	if s.countOnce {
		n = len(wire.AppendObject(dst[:n], s.count(p)))
	} else if s.omits {
		mem.PutByte(dst, n, byte(wire.HeaderObject))
		n += 2
	}
	steps := s.steps
	for i := 0; i < len(steps); i++ {
		t := &steps[i]
		if t.omit.kind != omitNever && t.omit.omits(p.Add(uintptr(t.off))) {
			left++
			i += int(t.span) - 1
			// Room ends with a variable member also when that is left out.
			if more := int(steps[i].next); cap(dst)-n < more {
				dst = grow(dst[:n], more)
				dst = dst[:cap(dst)]
			}
			continue
		}
		if t.op <= stepUint64 && t.op >= stepRun {
			n = putRun(dst, n, p, t.run)
			continue
		}
		mem.PutWord(dst, n, t.w0)
		mem.PutWord(dst, n+8, t.w1)
		n += int(t.n)
		q := p.Add(uintptr(t.off))
		switch t.op {
		case stepKey:
		case stepString:
			v := *mem.Ref[string](q)
			if cap(dst)-n < len(v)+8+int(t.next) {
				dst = grow(dst[:n], len(v)+8+int(t.next))
				dst = dst[:cap(dst)]
			}
			if n = putText(dst, n, v); n < 0 {
				e.trail.Key(s.fields[t.field].name)
				return e.fail(dst[:0], "string", fault.ErrUTF8)
			}
		case stepCall:
			dst = t.codec.append(e, dst[:n], q)
			if e.err != nil {
				e.trail.Key(s.fields[t.field].name)
				return dst
			}
			n = len(dst)
			if cap(dst)-n < int(t.next) {
				dst = grow(dst, int(t.next))
			}
			dst = dst[:cap(dst)]
		}
	}
	if s.omits && !s.countOnce {
		mem.PutByte(dst, countAt, byte(len(s.fields)-left)<<2)
	}
	dst = dst[:n]
	if s.unknown != nil {
		dst = s.unknown.append(e, dst, p)
	}
	e.leave()
	return dst
}

// count returns the number of members that the struct at p will have.
func (s *structCodec) count(p mem.Pointer) int {
	n := len(s.fields)
	for i := range s.fields {
		if f := &s.fields[i]; f.omit.kind != omitNever && f.omit.omits(p.Add(f.off)) {
			n--
		}
	}
	if s.unknown != nil {
		n += s.unknown.count(p)
	}
	return n
}

// putRun stores scalars with their keys at dst[n:], which has room. It calls
// nothing that is not inlined, so that the loop stays in registers.
func putRun(dst []byte, n int, p mem.Pointer, run []step) int {
	for i := range run {
		t := &run[i]
		mem.PutWord(dst, n, t.w0)
		mem.PutWord(dst, n+8, t.w1)
		n += int(t.n)
		q := p.Add(uintptr(t.off))
		var v int64
		var u uint64
		switch t.op {
		case stepKey:
			continue
		case stepBool:
			h := byte(wire.HeaderFalse)
			if *mem.Ref[bool](q) {
				h = byte(wire.HeaderTrue)
			}
			mem.PutByte(dst, n, h)
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
			v = int64(*mem.Ref[int16](q))
		case stepInt32:
			v = int64(*mem.Ref[int32](q))
		case stepInt64:
			v = *mem.Ref[int64](q)
		case stepUint16:
			u = uint64(*mem.Ref[uint16](q))
		case stepUint32:
			u = uint64(*mem.Ref[uint32](q))
		default:
			u = *mem.Ref[uint64](q)
		}
		var c uint16
		if t.op <= stepInt64 {
			c = intCodes[bits.Len64(uint64(v^v>>63))]
			u = uint64(v)
		} else {
			c = uintCodes[bits.Len64(u)]
		}
		mem.PutByte(dst, n, byte(c))
		mem.PutWord(dst, n+1, u)
		n += int(c >> 8)
	}
	return n
}
