// Structs, as a table of steps.

package json

import (
	"bytes"
	stdjson "encoding/json"
	"reflect"
	"strings"

	"github.com/beve-org/beve-go/internal/jsontext"
	"github.com/beve-org/beve-go/internal/mem"
	"github.com/beve-org/beve-go/internal/omit"
	"github.com/beve-org/beve-go/internal/plan"
)

// tagKeys is the one tag that names fields.
var tagKeys = []string{"json"}

// A step writes one member: its key, by stored words, and then the value. Room is made
// once for all members of bounded size up to the next one whose size the value decides.
type step struct {
	words   [keyWordCount]uint64 // the first bytes of `,"name":`
	off     uint32
	next    int32 // room needed behind a variable member
	n       uint16
	op      stepOp
	omit    omit.Kind // when the member is left out, and where in it that shows
	omitAt  uint8
	key     string // the whole of a key that words do not hold, zeros behind it
	encoder *encoder
	rule    *rule // of stepAsk
}

const (
	keyWordCount = 3
	keyWordBytes = 8 * keyWordCount
)

type stepOp uint8

// putMembers does the steps before stepFloat64, its caller the others.
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
	stepString // the first quote is part of the key
	stepNil    // null where the first word is zero, else as stepCall
	stepFloat64
	stepStruct // encoder.strukt.append
	stepCall   // encoder.append
	stepAsk    // whether the member that follows is left out, or the whole of it
)

// rule says whether a member is there.
type rule struct {
	omit omit.Rule
	// The embedded pointers on the way to it. Where there are some the member is
	// written by far, and has no other step.
	hops []hop
	off  uintptr // from what the last hop leads to
}

// structEncoder is a struct compiled for writing.
type structEncoder struct {
	// steps are those without and with escapes for HTML in the keys; they are the same
	// where no key has such characters.
	steps [2][]step
	need  int // room for the members up to the first variable one
}

// hop is an embedded pointer on the way to a promoted field.
type hop struct {
	off  uintptr
	elem reflect.Type
	// locked: the pointer is unexported, so it may be followed and not set.
	locked bool
}

func (c encoderCompiler) compileStruct(k *encoder, addressable bool) {
	p, err := plan.Of(k.typ, tagKeys)
	if err != nil {
		k.append = func(e *encodeState, dst []byte, _ mem.Pointer) []byte { return e.fail(dst, err) }
		return
	}
	s := &structEncoder{}
	k.append, k.strukt = s.append, s
	for html := range s.steps {
		s.steps[html] = make([]step, 0, len(p.Fields)+len(p.Fields)/4)
	}
	for i := range p.Fields {
		f := &p.Fields[i]
		off, hops := walk(k.typ, f.Index)
		value := c.compile(f.Type, addressable || len(hops) > 0)
		if f.Quoted {
			value = c.quotedEncoder(value)
		}
		var ask *rule
		left := omit.Of(f)
		if left.Kind == omit.Ask || len(hops) > 0 {
			ask = &rule{left, hops, off}
		}
		for html := range s.steps {
			name := f.Name
			if html == 1 {
				name = escapedHTML(name)
			}
			op := stepFor(value)
			if len(hops) > 0 {
				s.steps[html] = append(s.steps[html], newStep(stepAsk, name, 0, value, ask))
				continue
			}
			if ask != nil {
				s.steps[html] = append(s.steps[html], step{op: stepAsk, off: uint32(off), rule: ask})
			}
			t := newStep(op, name, off, value, nil)
			if ask == nil {
				t.omit, t.omitAt = left.Kind, left.At
			}
			s.steps[html] = append(s.steps[html], t)
		}
	}
	for html := range s.steps {
		s.need = max(s.need, makeRoom(s.steps[html]))
	}
}

// stepFor returns how a member is written.
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
	case reflect.Float64:
		return stepFloat64
	case reflect.String:
		return stepString
	}
	switch {
	case k.nilIsNull:
		return stepNil
	case k.strukt != nil:
		return stepStruct
	}
	return stepCall
}

func newStep(op stepOp, name string, off uintptr, k *encoder, ask *rule) step {
	key := `,"` + name + `":`
	if op == stepString {
		key += `"`
	}
	var b [keyWordBytes]byte
	copy(b[:], key)
	t := step{op: op, n: uint16(len(key)), off: uint32(off), encoder: k, rule: ask}
	for i := range t.words {
		t.words[i] = mem.Word(b[:], 8*i)
	}
	if len(key) > keyWordBytes {
		t.key = key + strings.Repeat("\x00", -len(key)&7)
	}
	return t
}

// escapedHTML returns a name with what HTML minds escaped.
func escapedHTML(name string) string {
	var escaped bytes.Buffer
	stdjson.HTMLEscape(&escaped, []byte(name))
	return escaped.String()
}

const (
	// scalarMost is what a number or a literal takes at most behind its key.
	scalarMost = 20
	// slack covers storing whole words where fewer bytes count, and the brace at the
	// end.
	slack = keyWordBytes + 8
)

// checks reports whether room is looked at behind the member, unless it is left out.
func (t *step) checks() bool {
	switch t.op {
	case stepString, stepFloat64, stepStruct, stepCall:
		return true
	case stepAsk:
		return len(t.rule.hops) > 0
	}
	return false
}

// makeRoom notes in the steps how much room is needed up to the next one whose length
// the value decides, and returns that for the first.
func makeRoom(steps []step) int {
	room := slack
	for i := len(steps) - 1; i >= 0; i-- {
		t := &steps[i]
		t.next = int32(room)
		if t.checks() && t.omit == omit.Never && (i == 0 || steps[i-1].op != stepAsk) {
			room = slack
		}
		room += int(t.n) + scalarMost
	}
	return room
}

// walk turns the path of a field into hops over embedded pointers and the offset
// in what the last of them leads to.
func walk(t reflect.Type, index []int) (off uintptr, hops []hop) {
	for i, x := range index {
		f := t.Field(x)
		off += f.Offset
		t = f.Type
		if i < len(index)-1 && t.Kind() == reflect.Pointer {
			hops = append(hops, hop{off: off, elem: t.Elem(), locked: !f.IsExported()})
			off, t = 0, t.Elem()
		}
	}
	return off, hops
}

// append writes the struct at p.
func (s *structEncoder) append(e *encodeState, dst []byte, p mem.Pointer) []byte {
	start := len(dst)
	if cap(dst)-start < s.need {
		dst = jsontext.Grow(dst, s.need)
	}
	dst = dst[:cap(dst)]
	steps := s.steps[0]
	if e.html {
		steps = s.steps[1]
	}
	n, done := putMembers(dst, start, p, steps)
	if done < len(steps) {
		if dst, n = e.rest(dst, n, p, steps[done:]); e.err != nil {
			return dst
		}
	}
	if n == start {
		n++
	}
	mem.PutByte(dst, start, '{') // in place of the first comma
	mem.PutByte(dst, n, '}')
	return dst[:n+1]
}

// rest writes the members of the struct at p from a step on that putMembers does not
// do, whose key it has stored.
func (e *encodeState) rest(dst []byte, n int, p mem.Pointer, steps []step) ([]byte, int) {
	for {
		t := &steps[0]
		steps = steps[1:]
		q := p.Add(uintptr(t.off))
		switch t.op {
		case stepString:
			dst = jsontext.AppendUnquoted(dst[:n], *mem.Ref[string](q), e.html)
		case stepFloat64:
			dst = e.float64(dst[:n], *mem.Ref[float64](q))
		case stepStruct:
			dst = t.encoder.strukt.append(e, dst[:n], q)
		case stepAsk:
			dst = dst[:n]
			if len(t.rule.hops) > 0 {
				dst = e.far(dst, t, p)
			} else if t.rule.omit.Omits(q) {
				steps = steps[1:]
			}
		default:
			dst = t.encoder.append(e, dst[:n], q)
		}
		if e.err != nil {
			return dst, len(dst)
		}
		if n = len(dst); cap(dst)-n < int(t.next) {
			dst = jsontext.Grow(dst, int(t.next))
		}
		dst = dst[:cap(dst)]
		var done int
		if n, done = putMembers(dst, n, p, steps); done == len(steps) {
			return dst, n
		}
		steps = steps[done:]
	}
}

// far writes a member behind embedded pointers of the struct at p, if it is there.
func (e *encodeState) far(dst []byte, t *step, p mem.Pointer) []byte {
	for h := range t.rule.hops {
		if p = mem.Elem(p.Add(t.rule.hops[h].off)); p.IsNil() {
			return dst
		}
	}
	p = p.Add(t.rule.off)
	if t.rule.omit.Omits(p) {
		return dst
	}
	// putMembers has stored the key.
	return t.encoder.append(e, dst[:len(dst)+int(t.n)], p)
}
