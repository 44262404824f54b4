// Programs: the steps in which a struct is written.

package json

import (
	"reflect"

	"github.com/beve-org/beve-go/internal/mem"
	"github.com/beve-org/beve-go/internal/omit"
)

// A step writes text that is known, usually the end of the previous value and a key,
// and then a value. It takes one cache line.
//
// Room is made once for all steps of bounded size up to the next one whose size the
// value decides.
type step struct {
	text   mem.Block  // zeros after n bytes
	off    uintptr    // of the value
	append appendFunc // of a value of any size
	room   int32      // needed after the value
	over   int32      // how many steps stepOmit leaves out
	n      uint8
	op     stepOp
	omit   omit.Kind // of stepOmit
}

// stepText is the length of the block that holds the text of a step, which is stored whole
// whatever the length of the text.
const stepText = 32

type stepOp uint8

const (
	stepBool stepOp = iota
	stepInt8
	stepInt16
	stepInt32
	stepInt64
	stepUint8
	stepUint16
	stepUint32
	stepUint64
	stepString // the first quote is part of the text
	stepNil    // null where the first word is zero, else as stepCall
	stepSlice  // also an empty array where the length is
	stepCall   // append
	stepKey    // text alone
	stepOmit   // leaves out what follows where a number is zero
	stepEnd    // of a struct that has members
	stepClose  // of one that may have none, and whose text so far begins with a comma
)

// program is the steps of a struct, the last of them stepEnd or stepClose.
type program struct {
	steps []step
	need  int // room up to the first value of any size
}

// maxSteps is the number of steps up to which the steps of a struct within another
// become part of it.
const maxSteps = 128

// programmer makes a program.
type programmer struct {
	steps []step
	text  []byte // in front of the next step
	html  bool
}

// newProgram returns the steps of a struct whose members are known.
func newProgram(s *structEncoder, html bool) program {
	b := programmer{html: html}
	if len(s.members) == 0 || s.members[0].always() {
		b.object(s, 0)
		b.add(stepEnd, 0, nil)
	} else {
		b.list(s, 0, ",")
		b.add(stepClose, 0, nil)
	}
	return program{b.steps, makeRoom(b.steps)}
}

// object adds a struct at off that does not leave out its first member.
func (b *programmer) object(s *structEncoder, off uintptr) {
	if len(s.members) == 0 {
		b.text = append(b.text, '{')
	}
	b.list(s, off, "{")
	b.text = append(b.text, '}')
}

// list adds the members of the struct at off, with before in front of the first.
func (b *programmer) list(s *structEncoder, off uintptr, before string) {
	for i := range s.members {
		m := &s.members[i]
		b.member(m, off, before)
		before = ","
	}
}

// member adds one member of the struct at off.
func (b *programmer) member(m *member, off uintptr, before string) {
	if m.constant[0] != "" {
		b.text = append(b.text, m.key(before, b.html)...)
		if b.html {
			b.text = append(b.text, m.constant[1]...)
		} else {
			b.text = append(b.text, m.constant[0]...)
		}
		return
	}
	if !m.path.Direct() || m.omit.Kind == omit.Ask {
		b.flush()
		b.add(stepCall, off, m.conditional(b.html))
		return
	}
	off += m.path.Off
	omits := -1
	if m.omit.Kind != omit.Never {
		b.flush()
		omits = len(b.steps)
		b.add(stepOmit, off+uintptr(m.omit.At), nil)
		b.steps[omits].omit = m.omit.Kind
	}
	b.text = append(b.text, m.key(before, b.html)...)
	if s := m.value.fields; s != nil && b.inlines(s) {
		b.object(s, off)
	} else {
		b.value(m.value, off)
	}
	if omits >= 0 {
		b.flush()
		b.steps[omits].over = int32(len(b.steps) - omits - 1)
	}
}

// inlines reports whether the steps of a struct become part of those of the one that
// holds it.
func (b *programmer) inlines(s *structEncoder) bool {
	inner := s.programs[0].steps
	return len(inner) > 0 && len(b.steps)+len(inner) <= maxSteps && inner[len(inner)-1].op == stepEnd
}

// value adds a value.
func (b *programmer) value(k *encoder, off uintptr) {
	op := stepFor(k)
	if op == stepString {
		b.text = append(b.text, '"')
		b.add(op, off, appendUnquoted)
		return
	}
	write := k.append
	if write == nil { // a conversion leads from k to the struct, and k is not complete
		write = func(e *encodeState, dst []byte, p mem.Pointer) []byte { return k.append(e, dst, p) }
	}
	b.add(op, off, write)
}

// add adds a step after the text so far.
func (b *programmer) add(op stepOp, off uintptr, f appendFunc) {
	for len(b.text) > stepText {
		b.steps = append(b.steps, step{op: stepKey, n: stepText, text: mem.Block{Bytes: [stepText]byte(b.text)}})
		b.text = b.text[stepText:]
	}
	t := step{op: op, off: off, n: uint8(len(b.text)), append: f}
	copy(t.text.Bytes[:], b.text)
	b.text = b.text[:0]
	b.steps = append(b.steps, t)
}

// flush adds the text so far, so that what follows can be left out.
func (b *programmer) flush() {
	if len(b.text) > 0 {
		b.add(stepKey, 0, nil)
	}
}

// stepFor returns how a value is written.
func stepFor(k *encoder) stepOp {
	wide := mem.SizeOf[int]() == 8
	switch k.kind {
	case reflect.Bool:
		return stepBool
	case reflect.Int8:
		return stepInt8
	case reflect.Int16:
		return stepInt16
	case reflect.Int32:
		return stepInt32
	case reflect.Int64:
		return stepInt64
	case reflect.Uint8:
		return stepUint8
	case reflect.Uint16:
		return stepUint16
	case reflect.Uint32:
		return stepUint32
	case reflect.Uint64:
		return stepUint64
	case reflect.Int:
		if wide {
			return stepInt64
		}
		return stepInt32
	case reflect.Uint, reflect.Uintptr:
		if wide {
			return stepUint64
		}
		return stepUint32
	case reflect.String:
		return stepString
	}
	switch {
	case k.emptyIsArray:
		return stepSlice
	case k.nilIsNull:
		return stepNil
	}
	return stepCall
}

// maxEnd is the room after the text of the last step: the brackets of a struct that left
// out all members, or its end, and a comma before the next struct.
const maxEnd = 3

// maxScalar is the room for a number or a literal: a sign and 18 digits, and the byte that
// is stored with the last group of three. Longer numbers go through append.
const maxScalar = 20

// makeRoom sets the room of each step: how much the steps after it need, up to and with the
// text of the next step of unbounded size. It returns the same for the first step. After a
// stepSlice or stepNil that calls append, room is made anew; the sum covers them as literals.
// A stepOmit needs the larger of its two ways.
func makeRoom(steps []step) int {
	need := 0 // of the step that follows
	needs := make([]int, len(steps))
	for i := len(steps) - 1; i >= 0; i-- {
		t := &steps[i]
		t.room = int32(need)
		switch t.op {
		case stepString, stepCall:
			need = int(t.n)
		case stepEnd, stepClose:
			need = int(t.n) + maxEnd
		case stepOmit:
			need = max(need, needs[i+1+int(t.over)])
		default:
			need += int(t.n) + maxScalar
		}
		need = max(need, stepText)
		needs[i] = need
	}
	return need
}
