// This file writes BEVE while it reads JSON. BEVE puts the number of members
// before them, and JSON tells it afterwards, so a container is written with one
// byte for its SIZE. Up to 63 members that is enough; the others are noted and
// all receive their room at once, when the message is complete, so that no byte
// moves more than once however deep it lies.

package translator

import (
	"slices"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/jsontext"
	onesort "github.com/beve-org/beve-go/internal/sorts"
	"github.com/beve-org/beve-go/wire"
)

// encoder is the state of one translation from JSON. Its methods append to the
// message that they are given and return it with the offset after what they read,
// -1 if they failed with err.
type encoder struct {
	opts    Options
	src     []byte
	budget  wire.Budget
	err     error
	wide    []wideSize
	scratch []byte // text of strings with escapes, and typed arrays being made
	bools   []bool
	trail   fault.Trail
	discard bool // only the verdict is wanted
	cut     bool // src may go on, so that a number at its end may be another
	careful bool // every string is checked to be UTF-8, so that an error names the first
	foreign int  // where the first string starts that has to be checked in the end, or -1
}

// wideSize is a SIZE whose one reserved byte, at out[at], is too small for n.
type wideSize struct{ at, n int }

// room is what the message has left when a value or key starts: a header, SIZE and
// the words of a short text, or a number, and a word that is stored where fewer
// bytes count.
const room = 2 + shortText + 8

// Where a byte is that cannot stand there.
const (
	atKey        = "where a key must start"
	afterKey     = "where a colon must follow a key"
	afterMember  = "where a comma or } must follow a member"
	afterElement = "where a comma or ] must follow an element"
)

// message appends the message for src, which must hold one value and nothing else.
// On failure the result is as long as dst.
func (e *encoder) message(dst, src []byte) ([]byte, error) {
	if err := e.opts.admit(len(src), jsontext.Format); err != nil {
		return dst, err
	}
	out, next, err := e.one(dst, src)
	if err != nil {
		return out, err
	}
	if next = jsontext.SkipSpace(src, next); next < len(src) {
		return out[:len(dst)], jsontext.ErrorAt(next, fault.ErrTrailing)
	}
	return out, nil
}

// one appends the message for the value at the start of src, perhaps after white
// space, and returns the offset after it. On failure the result is as long as dst.
func (e *encoder) one(dst, src []byte) (out []byte, next int, err error) {
	e.src, e.careful = src, false
	out, next = e.attempt(dst)
	// Bytes that are not ASCII can stand in strings only, so that one check of the whole
	// text is as good as one of each string.
	if e.foreign >= 0 && (next < 0 || !jsontext.ValidUTF8(src[e.foreign:next])) {
		e.careful = true
		out, next = e.attempt(out[:len(dst)])
	}
	e.src = nil
	if next < 0 {
		return out[:len(dst)], 0, e.failure()
	}
	return e.widen(out), next, nil
}

// attempt is one without a look at what UTF-8 has to be.
func (e *encoder) attempt(dst []byte) (out []byte, next int) {
	e.begin()
	return e.value(dst, jsontext.SkipSpace(e.src, 0))
}

// begin prepares for a value.
func (e *encoder) begin() {
	e.budget, e.foreign = fault.Limits(e.opts.Limits).Budget(), -1
	e.wide = e.wide[:0]
	e.trail.Reset()
}

// failure returns err with the path to it, and forgets both.
func (e *encoder) failure() error {
	err := e.err
	if d, ok := err.(*fault.DecodeError); ok {
		d.Path = e.trail.Pointer()
	}
	e.err = nil
	e.trail.Reset()
	return err
}

// fail notes why a translation failed and returns what its functions return then.
func (e *encoder) fail(out []byte, err error) ([]byte, int) {
	e.err = err
	return out, -1
}

// unexpected fails because of the byte at src[i].
func (e *encoder) unexpected(out []byte, i int, where string) ([]byte, int) {
	return e.fail(out, jsontext.Unexpected(e.src, i, where))
}

// value translates the value that starts at src[i], not a space.
func (e *encoder) value(out []byte, i int) (_ []byte, next int) {
	if i >= len(e.src) {
		return e.unexpected(out, i, "")
	}
	if e.discard {
		// Everything before is judged; its bytes are of no use.
		out = out[:0]
	}
	if cap(out)-len(out) < room {
		out = slices.Grow(out, room)
	}
	switch c := e.src[i]; c {
	case '"':
		start := len(out)
		out, next = e.text(append(out, byte(wire.HeaderString)), i)
		if next >= 0 && e.opts.Extended && !e.discard {
			out = e.recognizeText(out, start)
		}
		return out, next
	case '{':
		return e.object(out, i)
	case '[':
		return e.array(out, i)
	case 'n':
		return e.literal(wire.AppendNull(out), i, "null")
	case 't':
		return e.literal(wire.AppendBool(out, true), i, "true")
	case 'f':
		return e.literal(wire.AppendBool(out, false), i, "false")
	default:
		if c != '-' && c-'0' > 9 {
			return e.unexpected(out, i, "where a value must start")
		}
		return e.number(out, i)
	}
}

// literal passes the word at src[i], whose value is in out already.
func (e *encoder) literal(out []byte, i int, word string) ([]byte, int) {
	if len(e.src)-i >= len(word) && string(e.src[i:i+len(word)]) == word {
		return out, i + len(word)
	}
	_, err := jsontext.ReadLiteral(e.src, i, word)
	return e.fail(out, err)
}

// skipSpace returns the offset of the next token at or after src[i].
func (e *encoder) skipSpace(i int) int {
	if i < len(e.src) && e.src[i] > ' ' {
		return i
	}
	return jsontext.SkipSpace(e.src, i)
}

// object translates the object whose brace is at src[i].
func (e *encoder) object(out []byte, i int) (_ []byte, next int) {
	out = wire.AppendObject(out, 0)
	at, n := len(out)-1, 0
	i = e.skipSpace(i + 1)
	if i < len(e.src) && e.src[i] == '}' {
		return out, i + 1
	}
	for {
		if i >= len(e.src) || e.src[i] != '"' {
			return e.unexpected(out, i, atKey)
		}
		if !e.budget.Enter(1) {
			return e.fail(out, jsontext.ErrorAt(i, e.budget.Err()))
		}
		if cap(out)-len(out) < room {
			out = slices.Grow(out, room)
		}
		key := i
		if out, i = e.text(out, i); i < 0 {
			return out, i
		}
		if i = e.skipSpace(i); i >= len(e.src) || e.src[i] != ':' {
			return e.unexpected(out, i, afterKey)
		}
		if out, i = e.value(out, e.skipSpace(i+1)); i < 0 {
			if text, _, _, err := jsontext.ViewString(e.src, key, nil); err == nil {
				e.trail.Key(string(text))
			}
			return out, i
		}
		e.budget.Leave()
		n++
		i = e.skipSpace(i)
		if i < len(e.src) && e.src[i] == ',' {
			i = e.skipSpace(i + 1)
			continue
		}
		if i >= len(e.src) || e.src[i] != '}' {
			return e.unexpected(out, i, afterMember)
		}
		e.size(out, at, n)
		if e.opts.Extended && !e.discard {
			out = e.recognizeObject(out, at-1, at+1, n)
		}
		return out, i + 1
	}
}

// array translates the array whose bracket is at src[i].
func (e *encoder) array(out []byte, i int) (_ []byte, next int) {
	start := len(out)
	out = wire.AppendArray(out, 0)
	at, n := len(out)-1, 0
	i = e.skipSpace(i + 1)
	if i < len(e.src) && e.src[i] == ']' {
		return out, i + 1
	}
	var seen sorts
	for {
		var sort sorts
		if i < len(e.src) { // or value says that the text ends
			sort = sortOf[e.src[i]]
			seen |= sort
			if !e.budget.Enter(1) {
				return e.fail(out, jsontext.ErrorAt(i, e.budget.Err()))
			}
		}
		if sort == sortNumber && cap(out)-len(out) >= room {
			out, i = e.number(out, i) // one call less for what arrays are full of
		} else {
			out, i = e.value(out, i)
		}
		if i < 0 {
			e.trail.Index(n)
			return out, i
		}
		e.budget.Leave()
		n++
		i = e.skipSpace(i)
		if i < len(e.src) && e.src[i] == ',' {
			i = e.skipSpace(i + 1)
			continue
		}
		if i >= len(e.src) || e.src[i] != ']' {
			return e.unexpected(out, i, afterElement)
		}
		if e.opts.TypedArrays && !e.discard {
			if typed, ok := e.retype(out, start, at+1, n, seen); ok {
				return typed, i + 1
			}
		}
		e.size(out, at, n)
		return out, i + 1
	}
}

// size writes n as the SIZE whose byte was left at out[at], or notes it.
func (e *encoder) size(out []byte, at, n int) {
	if !e.discard && !wire.PutSize(out[at:at+1], n) {
		e.wide = append(e.wide, wideSize{at, n})
	}
}

// widen makes room for every SIZE that needs more than its byte, from the end of
// the message to its start.
func (e *encoder) widen(out []byte) []byte {
	if len(e.wide) == 0 {
		return out
	}
	// They were noted as containers ended; their places are wanted in order.
	onesort.Sort(len(e.wide), func(i, j int) bool { return e.wide[i].at < e.wide[j].at },
		func(i, j int) { e.wide[i], e.wide[j] = e.wide[j], e.wide[i] })
	extra := 0
	for _, w := range e.wide {
		extra += wire.SizeLen(w.n) - 1
	}
	end := len(out)
	out = slices.Grow(out, extra)[:end+extra]
	for _, w := range slices.Backward(e.wide) {
		rest := w.at + 1
		copy(out[rest+extra:], out[rest:end])
		width := wire.SizeLen(w.n)
		extra -= width - 1
		wire.PutSize(out[w.at+extra:w.at+extra+width], w.n)
		end = w.at
	}
	return out
}
