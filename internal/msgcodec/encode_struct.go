// Structs, written.

package msgcodec

import (
	"math/bits"
	"reflect"
	"strings"
	"time"

	"github.com/beve-org/beve-go/internal/mem"
	"github.com/beve-org/beve-go/internal/msgwire"
	"github.com/beve-org/beve-go/internal/omit"
	"github.com/beve-org/beve-go/internal/structs"
	"github.com/beve-org/beve-go/msgpack/msgp"
)

// A step writes one member, or a part of it; what makes its stores sound stands with
// [structs.Step].
type step = structs.Step[stepOp, *codec]

type stepOp uint8

// putMembers does the steps up to stepString, its caller the others.
const (
	stepKey       stepOp = iota // only the words: the start of a long key
	stepBool                    //
	stepInt8                    // integers in their shortest form
	stepInt16                   //
	stepInt32                   //
	stepInt64                   //
	stepUint8                   //
	stepUint16                  //
	stepUint32                  //
	stepUint64                  //
	stepFloat32                 // after their lead byte
	stepFloat64                 //
	stepString                  //
	stepTimestamp               // extension -1
	stepTime5                   // extension 5
	stepCall                    // codec.append
	stepAsk                     // a function says whether the member that follows is left out
)

var stepOf = [...]stepOp{opCall: stepCall, opBool: stepBool, opInt8: stepInt8, opInt16: stepInt16, opInt32: stepInt32,
	opInt64: stepInt64, opUint8: stepUint8, opUint16: stepUint16, opUint32: stepUint32, opUint64: stepUint64,
	opFloat32: stepFloat32, opFloat64: stepFloat64, opString: stepString, opTime: stepTimestamp}

// maxScalar is what a scalar or a time needs after its words.
const maxScalar = msgp.TimeSize

// structName returns what a struct is called on the wire, "" if it has no name: of a generic type the name alone, as its
// arguments have paths of packages.
func structName(t reflect.Type) string {
	name, _, _ := strings.Cut(t.Name(), "[")
	return name
}

// compileSteps makes the encode table.
func (s *structCodec) compileSteps(key *profileKey) {
	count := len(s.fields)
	if name := structName(s.k.typ); s.ids && key.format.StructNames && name != "" {
		s.start = msgp.AppendString(append(s.start, nameKey), name)
		s.names = 1
		count++
	}
	for i := range s.fields {
		s.omits = s.omits || s.fields[i].omit.Kind != omit.Never
	}
	s.omits = s.omits || s.unknown != nil
	s.countOnce = s.omits && (count > msgwire.MaxFixMap || s.unknown != nil)
	var prefix, buf []byte
	switch head := msgp.AppendMapHeader(nil, uint32(count)); {
	case s.countOnce:
	case s.omits, s.names > 0:
		s.start = append(head, s.start...)
	default:
		prefix = head
	}
	for i := range s.fields {
		f := &s.fields[i]
		o := stepOf[f.codec.op]
		head := append(append(buf[:0], prefix...), f.key...)
		prefix, buf = nil, head
		switch o {
		case stepFloat32:
			head = append(head, msgwire.Float32)
		case stepFloat64:
			head = append(head, msgwire.Float64)
		case stepTimestamp:
			if key.time == TimeExt5 {
				o = stepTime5
			}
		}
		if f.constant != nil {
			o, head = stepKey, append(head, f.constant...)
		}
		s.steps = structs.AppendMember(s.steps, i, &structs.Member[stepOp, *codec]{
			Head: head, Op: o, Off: f.off, Codec: f.codec, Omit: f.omit,
		}, stepKey, stepAsk)
	}
	s.need = len(prefix) + structs.Room(len(s.steps), s.bound, func(i, room int) { s.steps[i].Next = int32(room) })
	if len(s.fields) == 0 && prefix != nil {
		s.start = prefix
	}
}

// bound returns what step i may store.
func (s *structCodec) bound(i int) structs.Bound {
	t := &s.steps[i]
	b := structs.Bound{Bytes: int(t.N), Optional: s.fields[t.Field].omit.Kind != omit.Never}
	switch t.Op {
	case stepString, stepCall:
		b.Variable = true
	case stepKey, stepAsk:
	default:
		b.Bytes += maxScalar
	}
	return b
}

// append writes the struct at p.
func (s *structCodec) append(e *encodeState, dst []byte, p mem.Pointer) []byte {
	if !e.enter() {
		return nil
	}
	headAt := len(dst)
	if s.countOnce {
		dst = msgp.AppendMapHeader(dst, uint32(s.count(p)))
	}
	dst = append(dst, s.start...)
	n := len(dst)
	if cap(dst)-n < s.need {
		dst = mem.Grow(dst, s.need)
	}
	dst = dst[:cap(dst)]
	left := 0
	for steps := s.steps; len(steps) > 0; {
		var done, out int
		n, done, out = putMembers(dst, n, p, steps)
		left += out
		if done == len(steps) {
			break
		}
		t := &steps[done]
		steps = steps[done+1:]
		q := p.Add(uintptr(t.Off))
		switch t.Op {
		case stepAsk:
			if t.Ask(q) {
				left++
				steps = steps[t.Span:]
			}
			continue
		case stepTimestamp:
			n = len(msgp.AppendTimeExt(dst[:n], *mem.Ref[time.Time](q)))
			continue
		case stepTime5:
			n = len(msgp.AppendTime(dst[:n], *mem.Ref[time.Time](q)))
			continue
		case stepString:
			dst = e.appendText(dst[:n], *mem.Ref[string](q))
		default:
			dst = t.Codec.append(e, dst[:n], q)
		}
		if dst == nil {
			return e.inKey(s.fields[t.Field].name)
		}
		if n = len(dst); cap(dst)-n < int(t.Next) {
			dst = mem.Grow(dst, int(t.Next))
		}
		dst = dst[:cap(dst)]
	}
	if left > 0 && !s.countOnce {
		dst[headAt] -= byte(left)
	}
	if dst = dst[:n]; s.unknown != nil {
		if dst = s.unknown.append(e, dst, p); dst == nil {
			return nil
		}
	}
	e.leave()
	return dst
}

// count returns the number of pairs that the struct at p will have.
func (s *structCodec) count(p mem.Pointer) int {
	n := len(s.fields) + s.names
	for i := range s.fields {
		f := &s.fields[i]
		q := p.Add(f.off)
		if f.omit.Kind == omit.Ask && f.omit.Ask(q) || f.omit.Kind != omit.Ask && absent(f.omit.Kind, q.Add(uintptr(f.omit.At))) {
			n--
		}
	}
	if s.unknown != nil {
		n += s.unknown.count(p)
	}
	return n
}

// absent reports whether the number at p says that a member is left out.
func absent(k omit.Kind, p mem.Pointer) bool {
	switch k {
	case omit.Never:
		return false
	case omitFloat32:
		return *mem.Ref[uint32](p)<<1 == 0
	case omitFloat64:
		return *mem.Ref[uint64](p)<<1 == 0
	}
	return k.Zero(p)
}

// putMembers stores members with their keys at dst[n:], which has room for those of bounded
// size, up to the first step that is not its own: a call, or a text that is long, or too
// long for dst. It returns how many steps it has done; the words of the next one, if there
// is one, are stored too. left counts the members that were left out.
func putMembers(dst []byte, n int, p mem.Pointer, steps []step) (next, done, left int) {
	for i := 0; i < len(steps); i++ {
		t := &steps[i]
		q := p.Add(uintptr(t.Off))
		if t.Omit != omit.Never {
			var zero bool
			switch at := q.Add(uintptr(t.OmitAt)); t.Omit {
			case omit.Zero8:
				zero = *mem.Ref[uint8](at) == 0
			case omit.Zero16:
				zero = *mem.Ref[uint16](at) == 0
			case omit.Zero32:
				zero = *mem.Ref[uint32](at) == 0
			case omit.Zero64:
				zero = *mem.Ref[uint64](at) == 0
			case omitFloat32:
				zero = *mem.Ref[uint32](at)<<1 == 0
			case omitFloat64:
				zero = *mem.Ref[uint64](at)<<1 == 0
			}
			if zero {
				left++
				i += int(t.Span) - 1
				continue
			}
		}
		mem.PutWord(dst, n, t.W0)
		mem.PutWord(dst, n+8, t.W1)
		n += int(t.N)
		switch t.Op {
		case stepKey:
		case stepBool:
			mem.PutByte(dst, n, msgwire.False|*mem.Ref[uint8](q))
			n++
		case stepInt8:
			n = putInt(dst, n, int64(*mem.Ref[int8](q)))
		case stepInt16:
			n = putInt(dst, n, int64(*mem.Ref[int16](q)))
		case stepInt32:
			n = putInt(dst, n, int64(*mem.Ref[int32](q)))
		case stepInt64:
			n = putInt(dst, n, *mem.Ref[int64](q))
		case stepUint8:
			n = putUint(dst, n, uint64(*mem.Ref[uint8](q)))
		case stepUint16:
			n = putUint(dst, n, uint64(*mem.Ref[uint16](q)))
		case stepUint32:
			n = putUint(dst, n, uint64(*mem.Ref[uint32](q)))
		case stepUint64:
			n = putUint(dst, n, *mem.Ref[uint64](q))
		case stepFloat32:
			mem.PutWord32(dst, n, bits.ReverseBytes32(*mem.Ref[uint32](q)))
			n += 4
		case stepFloat64:
			mem.PutWord(dst, n, bits.ReverseBytes64(*mem.Ref[uint64](q)))
			n += 8
		case stepString:
			s := *mem.Ref[string](q)
			if len(s) > msgwire.MaxFixStr || len(dst)-n < len(s)+structs.Slack+int(t.Next) {
				return n, i, left
			}
			mem.PutByte(dst, n, msgwire.FixStr|byte(len(s)))
			n++
			switch {
			case len(s) >= 8:
				for at := 0; at+8 < len(s); at += 8 {
					mem.PutWord(dst, n+at, mem.StringWord(s, at))
				}
				n += len(s)
				mem.PutWord(dst, n-8, mem.StringWord(s, len(s)-8))
			case len(s) >= 4:
				mem.PutWord32(dst, n, mem.StringWord32(s, 0))
				n += len(s)
				mem.PutWord32(dst, n-4, mem.StringWord32(s, len(s)-4))
			default:
				for at := range len(s) {
					mem.PutByte(dst, n, s[at])
					n++
				}
			}
		default:
			return n, i, left
		}
	}
	return n, len(steps), left
}

// appendTuple writes the struct at p as an array of all its fields.
func (s *structCodec) appendTuple(e *encodeState, dst []byte, p mem.Pointer) []byte {
	dst = msgp.AppendArrayHeader(dst, uint32(len(s.fields)))
	if len(s.fields) == 0 {
		return dst
	}
	if !e.enter() {
		return nil
	}
	for i := range s.fields {
		f := &s.fields[i]
		if dst = f.codec.append(e, dst, p.Add(f.off)); dst == nil {
			return e.inKey(f.name)
		}
	}
	e.leave()
	return dst
}
