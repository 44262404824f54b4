// This file translates JSON values of a stream that are too large to be held, where
// the source can be read twice: the first time counts, the second translates piece
// by piece.

package translator

import (
	"cmp"
	"errors"
	"io"
	"slices"

	"github.com/beve-org/beve-go/internal/jsontext"
	"github.com/beve-org/beve-go/wire"
)

// piecesIn is into how many pieces at least a container falls that is translated in
// pieces.
const piecesIn = 16

// errChanged says that the counts of the first reading do not hold.
var errChanged = errors.New("translator: the source changed between two readings")

// begun is a container that is being translated.
type begun struct {
	counted
	object bool
	inside bool        // a child is being translated
	kind   wire.Kind   // of the BEVE value
	elem   wire.Header // of a numeric array
	bits   byte        // of a boolean array
	done   int         // children that are translated
	key    int         // where the key of the child lies in the keys, for the path of an error
}

// largeEncoder translates one value.
type largeEncoder struct {
	s     *stream
	e     *encoder
	scan  *jsontext.Scanner
	found []counted // containers still to come, in the order of their starts
	open  []begun
	keys  []byte
	from  int64 // where the value starts
}

// rereads reports whether the value at the start of the window must be translated in
// pieces.
func (s *stream) rereads() bool {
	if s.opts.Extended || len(s.window) < s.most || s.window[0] != '{' && s.window[0] != '[' || s.ended() {
		return false
	}
	seeker, ok := s.src.(io.Seeker)
	if !ok {
		return false
	}
	_, err := seeker.Seek(0, io.SeekCurrent)
	return err == nil // a pipe has the method, too
}

// largeFromJSON translates the value at the start of the window.
func (s *stream) largeFromJSON(e *encoder, scan *jsontext.Scanner) error {
	found, err := s.countAhead(e)
	if err != nil {
		return err
	}
	l := largeEncoder{s: s, e: e, scan: scan, found: found, from: s.stats.BytesRead}
	e.begin()
	e.careful = true
	if s.stats.Values > 0 {
		s.out = wire.AppendDelimiter(s.out)
	}
	err = l.value()
	for err == nil && len(l.open) > 0 {
		err = s.written(l.from, l.step())
	}
	e.src, e.cut = nil, false
	if s.settled(err) {
		return err
	}
	for i := len(l.open) - 1; i >= 0; i-- {
		switch f := &l.open[i]; {
		case f.inside && f.object:
			e.trail.Key(string(l.keys[f.key:]))
			l.keys = l.keys[:f.key]
		case f.inside:
			e.trail.Index(f.done)
		}
	}
	e.err = err
	return e.failure()
}

// countAhead reads to the end of the value at the start of the window, and returns
// to where the window starts.
func (s *stream) countAhead(e *encoder) ([]counted, error) {
	seeker := s.src.(io.Seeker)
	at, err := seeker.Seek(0, io.SeekCurrent)
	if err != nil {
		return nil, err
	}
	start := at - int64(len(s.window))
	c := counter{e: e, least: int64(s.most / piecesIn)}
	for !c.count(s.window) && !s.ended() {
		s.window = s.window[:0]
		if err := s.fill(); err != nil {
			return nil, err
		}
	}
	c.endToken() // which the end of the source may have cut
	if _, err := seeker.Seek(start, io.SeekStart); err != nil {
		return nil, err
	}
	s.window, s.readErr = s.buf[:0], nil
	// A value without an end will fail; it is not held either.
	found := append(c.found, c.open...)
	slices.SortFunc(found, func(a, b counted) int { return cmp.Compare(a.start, b.start) })
	return found, nil
}

// next returns the first byte of the next token, 0 at the end of the source.
func (l *largeEncoder) next() (byte, error) {
	for {
		l.s.advance(jsontext.SkipSpace(l.s.window, 0))
		if len(l.s.window) > 0 {
			return l.s.window[0], nil
		}
		if l.s.ended() {
			return 0, nil
		}
		if err := l.s.fill(); err != nil {
			return 0, err
		}
	}
}

// expect passes the byte that must come next.
func (l *largeEncoder) expect(want byte, where string) error {
	b, err := l.next()
	if err != nil {
		return err
	}
	if b != want || len(l.s.window) == 0 {
		return jsontext.Unexpected(l.s.window, 0, where)
	}
	l.s.advance(1)
	return nil
}

// piece translates something at the start of the window by a method of an encoder.
// If the window does not have all of it, it is scanned to its end first.
func (l *largeEncoder) piece(translate func(out []byte, i int) ([]byte, int)) error {
	if l.try(l.s.ended(), translate) {
		return nil
	}
	if l.e.err != nil && !l.s.mayGoOn(l.e.err) {
		return l.e.err
	}
	l.e.trail.Reset()
	l.scan.ResetLoose(l.s.opts.Limits.MaxDepth)
	for {
		_, complete, err := l.scan.Scan(l.s.window, l.s.ended())
		if complete || err != nil {
			if l.try(true, translate) {
				return nil
			}
			if l.e.err != nil {
				err = l.e.err
			}
			return err
		}
		if err := l.s.fill(); err != nil {
			return err
		}
	}
}

// try translates what is at the start of the window, and reports false if that
// failed or may go on after the window, unless it is known to end within.
func (l *largeEncoder) try(ends bool, translate func(out []byte, i int) ([]byte, int)) bool {
	src := l.s.window
	l.e.src, l.e.cut, l.e.err = src, !ends, nil
	l.e.wide = l.e.wide[:0]
	before, budget := len(l.s.out), l.e.budget
	if cap(l.s.out)-before < room {
		l.s.out = slices.Grow(l.s.out, room)
	}
	out, next := translate(l.s.out, 0)
	if next < 0 || next == len(src) && !ends && !closes(src[next-1]) {
		l.s.out, l.e.budget = out[:before], budget
		return false
	}
	l.s.out = l.e.widen(out)
	l.s.advance(next)
	return true
}

// closes reports whether a value that ends with c cannot go on.
func closes(c byte) bool { return c == '"' || c == '}' || c == ']' }

// value translates the next value, or begins it.
func (l *largeEncoder) value() error {
	b, err := l.next()
	if err != nil {
		return err
	}
	if b == '{' || b == '[' {
		if at := l.s.stats.BytesRead - l.from; len(l.found) > 0 && l.found[0].start == at {
			l.begin(b == '{')
			return nil
		}
	}
	return l.piece(l.e.value)
}

// begin begins the next of the containers that were found.
func (l *largeEncoder) begin(object bool) {
	f := begun{counted: l.found[0], object: object, kind: wire.KindArray}
	l.found = l.found[1:]
	out := l.s.out
	switch {
	case object:
		f.kind = wire.KindObject
		out = wire.AppendObject(out, f.n)
	case !l.e.opts.TypedArrays:
		out = wire.AppendArray(out, f.n)
	case f.seen == sortBool:
		f.kind = wire.KindBoolArray
		out = wire.AppendSize(append(out, byte(wire.HeaderBools)), f.n)
	case f.seen == sortString:
		f.kind = wire.KindStringArray
		out = wire.AppendSize(append(out, byte(wire.HeaderStrings)), f.n)
	default:
		h, ok := f.numbers.common()
		if f.seen != sortNumber || !ok {
			out = wire.AppendArray(out, f.n)
			break
		}
		f.kind, f.elem = wire.KindNumberArray, h
		out = wire.AppendSize(append(out, byte(h.Array())), f.n)
	}
	l.s.out = out
	l.s.advance(1) // the bracket
	l.open = append(l.open, f)
}

// step translates the next child of the innermost container, or ends it.
func (l *largeEncoder) step() error {
	f := &l.open[len(l.open)-1]
	end, where := byte(']'), afterElement
	if f.object {
		end, where = '}', afterMember
	}
	b, err := l.next()
	if err != nil {
		return err
	}
	switch {
	case b == end:
		return l.end(f)
	case f.done == 0:
	case b != ',':
		return jsontext.Unexpected(l.s.window, 0, where)
	default:
		l.s.advance(1)
		if _, err = l.next(); err != nil {
			return err
		}
	}
	if f.object {
		err = l.key(f)
	} else {
		err = l.enter(f)
	}
	if err != nil {
		return err
	}
	inside := len(l.open)
	if err := l.child(f); err != nil || len(l.open) > inside {
		return err // a container that was begun is not done
	}
	l.childDone()
	return nil
}

// enter takes the budget of a child of the innermost container.
func (l *largeEncoder) enter(f *begun) error {
	if len(l.s.window) == 0 {
		f.inside = true
		return jsontext.Unexpected(l.s.window, 0, "")
	}
	if !l.e.budget.Enter(1) {
		return jsontext.ErrorAt(0, l.e.budget.Err())
	}
	f.inside = true
	return nil
}

// child translates the next child of the innermost container.
func (l *largeEncoder) child(f *begun) error {
	if _, err := l.next(); err != nil || len(l.s.window) == 0 {
		return cmp.Or(err, jsontext.Unexpected(l.s.window, 0, ""))
	}
	switch f.kind {
	case wire.KindNumberArray:
		return l.piece(l.element)
	case wire.KindBoolArray:
		return l.piece(l.bit)
	case wire.KindStringArray:
		return l.piece(l.text)
	}
	return l.value()
}

// childDone accounts for a child of the innermost container, if there is one.
func (l *largeEncoder) childDone() {
	if len(l.open) == 0 {
		return
	}
	f := &l.open[len(l.open)-1]
	l.e.budget.Leave()
	f.inside = false
	f.done++
	if f.object {
		l.keys = l.keys[:f.key]
	}
}

// end ends the innermost container.
func (l *largeEncoder) end(f *begun) error {
	if f.done != f.n {
		return errChanged
	}
	if f.kind == wire.KindBoolArray && f.n&7 != 0 {
		l.s.out = append(l.s.out, f.bits)
	}
	l.s.advance(1)
	l.open = l.open[:len(l.open)-1]
	l.childDone()
	return nil
}

// key translates the key of the next member, and what is between it and the value.
func (l *largeEncoder) key(f *begun) error {
	if len(l.s.window) == 0 || l.s.window[0] != '"' {
		return jsontext.Unexpected(l.s.window, 0, atKey)
	}
	if !l.e.budget.Enter(1) {
		return jsontext.ErrorAt(0, l.e.budget.Err())
	}
	if err := l.piece(l.keyText); err != nil {
		return err
	}
	if err := l.expect(':', afterKey); err != nil {
		return err
	}
	f.inside = true
	return nil
}

// keyText translates a key and keeps it for the path of an error.
func (l *largeEncoder) keyText(out []byte, i int) (_ []byte, next int) {
	before := len(out)
	if out, next = l.e.text(out, i); next >= 0 {
		_, start, _ := wire.ReadSize(out, before)
		l.open[len(l.open)-1].key = len(l.keys)
		l.keys = append(l.keys, out[start:]...)
	}
	return out, next
}

// element translates an element of a numeric array.
func (l *largeEncoder) element(out []byte, i int) (_ []byte, next int) {
	f, start := &l.open[len(l.open)-1], len(out)
	if sortOf[l.e.src[i]] != sortNumber {
		return l.other(out, i)
	}
	if out, next = l.e.number(out, i); next < 0 {
		return out, next
	}
	v, _, _ := wire.ReadNumber(out, start)
	needed := f.numbers
	if needed.add(v); needed != f.numbers && !(l.e.cut && next == len(l.e.src)) {
		return l.e.fail(out, errChanged)
	}
	return appendElement(out[:start], f.elem, v), next
}

// text translates an element of a string array.
func (l *largeEncoder) text(out []byte, i int) (_ []byte, next int) {
	if l.e.src[i] != '"' {
		return l.other(out, i)
	}
	return l.e.text(out, i)
}

// other fails because of an element of another sort than those of its array: it is
// malformed, or was another when the source was read first.
func (l *largeEncoder) other(out []byte, i int) (_ []byte, next int) {
	if out, next = l.e.value(out, i); next >= 0 {
		return l.e.fail(out, errChanged)
	}
	return out, next
}

// bit translates an element of a boolean array.
func (l *largeEncoder) bit(out []byte, i int) (_ []byte, next int) {
	if sortOf[l.e.src[i]] != sortBool {
		return l.other(out, i)
	}
	f, word := &l.open[len(l.open)-1], "false"
	if l.e.src[i] == 't' {
		word = "true"
	}
	if out, next = l.e.literal(out, i, word); next < 0 {
		return out, next
	}
	if f.done&7 == 0 {
		f.bits = 0
	}
	if word == "true" {
		f.bits |= 1 << (f.done & 7)
	}
	if f.done&7 == 7 {
		out = append(out, f.bits)
	}
	return out, next
}
