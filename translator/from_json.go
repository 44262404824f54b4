// This file writes BEVE while it reads JSON. BEVE puts the number of members
// before them, and JSON tells it afterwards, so a container is written with one
// byte for its SIZE. Up to 63 members that is enough; the others are noted and
// all receive their room at once, when the message is complete, so that no byte
// moves more than once however deep it lies.

package translator

import (
	"cmp"
	"slices"
	"strconv"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/jsontext"
	"github.com/beve-org/beve-go/internal/mem"
	"github.com/beve-org/beve-go/wire"
)

// encoder is the state of one translation from JSON.
type encoder struct {
	opts    Options
	src     []byte
	out     []byte
	budget  wire.Budget
	wide    []wideSize
	scratch []byte // text of strings with escapes, and typed arrays being made
	bools   []bool
	trail   fault.Trail
	discard bool // only the verdict is wanted
}

// wideSize is a SIZE whose one reserved byte, at out[at], is too small for n.
type wideSize struct{ at, n int }

// message translates src, which must hold one value and nothing else.
func (e *encoder) message(src []byte) error {
	if err := e.opts.admit(len(src), jsontext.Format); err != nil {
		return err
	}
	next, err := e.one(src)
	if err != nil {
		return err
	}
	if next = jsontext.SkipSpace(src, next); next < len(src) {
		return jsontext.ErrorAt(next, fault.ErrTrailing)
	}
	return nil
}

// one translates the value at the start of src, perhaps after white space, and
// returns the offset after it. On failure out is as long as before.
func (e *encoder) one(src []byte) (next int, err error) {
	e.src, e.budget = src, e.opts.Limits.Budget()
	e.wide = e.wide[:0]
	start := len(e.out)
	next, err = e.value(jsontext.SkipSpace(src, 0))
	if err != nil {
		if d, ok := err.(*DecodeError); ok {
			d.Path = e.trail.Pointer()
		}
		e.trail.Reset()
		e.out = e.out[:start]
		return 0, err
	}
	e.widen()
	return next, nil
}

// value translates the value that starts at src[i], not a space.
func (e *encoder) value(i int) (next int, err error) {
	if i >= len(e.src) {
		return i, jsontext.Unexpected(e.src, i, "")
	}
	if e.discard {
		// Everything before is judged; its bytes are of no use.
		e.out = e.out[:0]
	}
	switch c := e.src[i]; c {
	case '"':
		text, next, err := e.text(i)
		if err != nil {
			return i, err
		}
		e.out = wire.AppendString(e.out, mem.String(text))
		return next, nil
	case '{':
		return e.object(i)
	case '[':
		return e.array(i)
	case 'n':
		e.out = wire.AppendNull(e.out)
		return jsontext.ReadLiteral(e.src, i, "null")
	case 't':
		e.out = wire.AppendBool(e.out, true)
		return jsontext.ReadLiteral(e.src, i, "true")
	case 'f':
		e.out = wire.AppendBool(e.out, false)
		return jsontext.ReadLiteral(e.src, i, "false")
	default:
		if c != '-' && c-'0' > 9 {
			return i, jsontext.Unexpected(e.src, i, "where a value must start")
		}
		return e.number(i)
	}
}

// text returns the text of the string at src[i]; it is good until the next call.
func (e *encoder) text(i int) (text []byte, next int, err error) {
	text, next, e.scratch, err = jsontext.ViewString(e.src, i, e.scratch)
	return text, next, err
}

// number translates the number at src[i].
func (e *encoder) number(i int) (next int, err error) {
	n, next, err := jsontext.ReadNumber(e.src, i)
	if err != nil {
		return i, err
	}
	if u, ok := n.Uint64(); ok {
		e.out = wire.AppendUint(e.out, u)
		return next, nil
	}
	if v, ok := n.Int64(); ok {
		e.out = wire.AppendInt(e.out, v)
		return next, nil
	}
	switch {
	case n.Kind == jsontext.Float:
		e.out = wire.AppendFloat64(e.out, n.Float)
	case n.Kind == jsontext.BigInteger:
		return i, jsontext.ErrorAt(i, fault.Because(fault.ErrOverflow,
			"integer of "+strconv.Itoa(next-i)+" characters does not fit 128 bits"))
	case n.Negative:
		// jsontext calls it an Integer only if an Int128 holds it.
		x, _ := wire.Int128FromMagnitude(wire.Uint128{Hi: n.Hi, Lo: n.Lo}, true)
		e.out = wire.AppendInt128(e.out, x)
	default:
		e.out = wire.AppendUint128(e.out, wire.Uint128{Hi: n.Hi, Lo: n.Lo})
	}
	return next, nil
}

// enter takes the budget of one member or element that starts at src[i].
func (e *encoder) enter(i int) error {
	if !e.budget.Enter(1) {
		return jsontext.ErrorAt(i, e.budget.Err())
	}
	return nil
}

// object translates the object whose brace is at src[i].
func (e *encoder) object(i int) (next int, err error) {
	e.out = wire.AppendObject(e.out, 0)
	at, n := len(e.out)-1, 0
	i = jsontext.SkipSpace(e.src, i+1)
	if i < len(e.src) && e.src[i] == '}' {
		return i + 1, nil
	}
	for {
		if i >= len(e.src) || e.src[i] != '"' {
			return i, jsontext.Unexpected(e.src, i, "where a key must start")
		}
		if err := e.enter(i); err != nil {
			return i, err
		}
		key := i
		text, next, err := e.text(i)
		if err != nil {
			return i, err
		}
		e.out = wire.AppendText(e.out, mem.String(text))
		i = jsontext.SkipSpace(e.src, next)
		if i >= len(e.src) || e.src[i] != ':' {
			return i, jsontext.Unexpected(e.src, i, "where a colon must follow a key")
		}
		if i, err = e.value(jsontext.SkipSpace(e.src, i+1)); err != nil {
			if text, _, again := e.text(key); again == nil {
				e.trail.Key(string(text))
			}
			return i, err
		}
		e.budget.Leave()
		n++
		i = jsontext.SkipSpace(e.src, i)
		if i < len(e.src) && e.src[i] == ',' {
			i = jsontext.SkipSpace(e.src, i+1)
			continue
		}
		if i >= len(e.src) || e.src[i] != '}' {
			return i, jsontext.Unexpected(e.src, i, "where a comma or } must follow a member")
		}
		e.size(at, n)
		return i + 1, nil
	}
}

// array translates the array whose bracket is at src[i].
func (e *encoder) array(i int) (next int, err error) {
	start := len(e.out)
	e.out = wire.AppendArray(e.out, 0)
	at, n := len(e.out)-1, 0
	i = jsontext.SkipSpace(e.src, i+1)
	if i < len(e.src) && e.src[i] == ']' {
		return i + 1, nil
	}
	var seen sorts
	for {
		if err := e.enter(i); err != nil {
			return i, err
		}
		if i < len(e.src) {
			seen |= sortOf[e.src[i]]
		}
		if i, err = e.value(i); err != nil {
			e.trail.Index(n)
			return i, err
		}
		e.budget.Leave()
		n++
		i = jsontext.SkipSpace(e.src, i)
		if i < len(e.src) && e.src[i] == ',' {
			i = jsontext.SkipSpace(e.src, i+1)
			continue
		}
		if i >= len(e.src) || e.src[i] != ']' {
			return i, jsontext.Unexpected(e.src, i, "where a comma or ] must follow an element")
		}
		if !e.opts.TypedArrays || e.discard || !e.retype(start, at+1, n, seen) {
			e.size(at, n)
		}
		return i + 1, nil
	}
}

// size writes n as the SIZE whose byte was left at out[at], or notes it.
func (e *encoder) size(at, n int) {
	if !e.discard && !wire.PutSize(e.out[at:at+1], n) {
		e.wide = append(e.wide, wideSize{at, n})
	}
}

// widen makes room for every SIZE that needs more than its byte, from the end of
// the message to its start.
func (e *encoder) widen() {
	if len(e.wide) == 0 {
		return
	}
	// They were noted as containers ended; their places are wanted in order.
	slices.SortFunc(e.wide, func(a, b wideSize) int { return cmp.Compare(a.at, b.at) })
	extra := 0
	for _, w := range e.wide {
		extra += wire.SizeLen(w.n) - 1
	}
	end := len(e.out)
	e.out = slices.Grow(e.out, extra)[:end+extra]
	for _, w := range slices.Backward(e.wide) {
		rest := w.at + 1
		copy(e.out[rest+extra:], e.out[rest:end])
		width := wire.SizeLen(w.n)
		extra -= width - 1
		wire.PutSize(e.out[w.at+extra:w.at+extra+width], w.n)
		end = w.at
	}
}
