// This file prints values of a stream that are too large to be held: containers are
// opened, and what is in them is printed piece by piece, in memory for the largest
// piece that cannot be opened.

package translator

import (
	"math"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/jsontext"
	"github.com/beve-org/beve-go/internal/mem"
	"github.com/beve-org/beve-go/wire"
)

// opened is a container that is being printed.
type opened struct {
	kind wire.Kind
	head wire.Header
	left int // children still to come
	done int // children that are printed
	key  int // where the key of the child lies in the keys, for the path of an error
}

// largePrinter prints one value. A text, a number, and what is neither an object
// nor an array are pieces.
type largePrinter struct {
	s    *stream
	p    *printer
	scan *wire.Scanner
	open []opened
	keys []byte
	from int64 // where the value starts
}

// opens reports whether a value is printed in pieces.
func opens(h wire.Header) bool {
	switch h.Kind() {
	case wire.KindObject, wire.KindIntObject, wire.KindArray, wire.KindStringArray, wire.KindNumberArray, wire.KindBoolArray:
		return true
	}
	return false
}

// largeToJSON prints the value at the start of the window, which opens.
func (s *stream) largeToJSON(p *printer, scan *wire.Scanner) error {
	l := largePrinter{s: s, p: p, scan: scan, from: s.stats.BytesRead}
	p.begin()
	p.careful = true
	err := l.value()
	for err == nil && len(l.open) > 0 {
		err = s.written(l.from, l.step())
	}
	p.src = nil
	if err == nil {
		s.out = append(s.out, '\n')
	}
	if s.settled(err) {
		return err
	}
	for i := len(l.open) - 1; i >= 0; i-- {
		f := &l.open[i]
		switch end := len(l.keys); {
		case f.key >= 0:
			p.trail.Key(string(l.keys[f.key:end]))
			l.keys = l.keys[:f.key]
		case f.kind != wire.KindObject && f.kind != wire.KindIntObject && f.left > 0:
			p.trail.Index(f.done)
		}
	}
	p.err = err
	return p.failure()
}

// piece prints something at the start of the window with one of the methods of a
// printer, and reads more until it is there as a whole.
func (l *largePrinter) piece(print func(out []byte, off int) ([]byte, int)) error {
	for {
		l.p.src, l.p.base = l.s.window, l.s.stats.BytesRead-l.from
		l.p.words, l.p.ends = l.p.words[:0], l.p.ends[:0]
		before, budget := len(l.s.out), l.p.budget
		out, next := print(l.s.out, 0)
		if next >= 0 {
			l.s.out = out
			l.s.advance(next)
			return nil
		}
		l.s.out, l.p.budget = out[:before], budget
		if !l.s.mayGoOn(l.p.err) {
			return l.p.err
		}
		l.p.trail.Reset()
		if err := l.s.fill(); err != nil {
			return err
		}
	}
}

// value prints the value at the start of the window, or opens it.
func (l *largePrinter) value() error {
	for len(l.s.window) == 0 && !l.s.ended() {
		if err := l.s.fill(); err != nil {
			return err
		}
	}
	if len(l.s.window) > 0 {
		switch h := wire.Header(l.s.window[0]); {
		case opens(h):
			return l.begin(h)
		case h.Kind() != wire.KindNumber && h.Kind() != wire.KindString:
			// To see that these are whole takes more than a look.
			if err := l.whole(); err != nil {
				return err
			}
		}
	}
	return l.piece(l.p.value)
}

// whole reads until the value at the start of the window is there as a whole, or is
// known to be wrong.
func (l *largePrinter) whole() error {
	l.scan.Reset(fault.Limits(l.s.opts.Limits), false)
	for {
		if _, err := l.scan.Next(l.s.window, l.s.ended()); err == nil || !l.s.mayGoOn(err) {
			return nil
		}
		if err := l.s.fill(); err != nil {
			return err
		}
	}
}

// begin opens the container with header h at the start of the window.
func (l *largePrinter) begin(h wire.Header) error {
	n, next, err := wire.ReadSize(l.s.window, 1)
	for ; err != nil; n, next, err = wire.ReadSize(l.s.window, 1) {
		if !l.s.mayGoOn(err) {
			return err
		}
		if err := l.s.fill(); err != nil {
			return err
		}
	}
	if n > math.MaxInt {
		return fault.At(0, fault.ErrTruncated) // no input pays for as many
	}
	f := opened{kind: h.Kind(), head: h, left: int(n), key: -1}
	if f.left > 0 && f.kind != wire.KindNumberArray && f.kind != wire.KindBoolArray && !l.p.budget.Enter(f.left) {
		return fault.At(0, l.p.budget.Err())
	}
	l.s.advance(next)
	l.open = append(l.open, f)
	l.s.out = append(l.s.out, f.brackets()[0])
	return nil
}

func (f *opened) brackets() string {
	if f.kind == wire.KindObject || f.kind == wire.KindIntObject {
		return "{}"
	}
	return "[]"
}

// step prints the next child of the innermost container, or its end.
func (l *largePrinter) step() error {
	f := &l.open[len(l.open)-1]
	if f.left == 0 {
		l.s.out = append(l.s.out, f.brackets()[1])
		if f.done > 0 && f.kind != wire.KindNumberArray && f.kind != wire.KindBoolArray {
			l.p.budget.Leave()
		}
		l.open = l.open[:len(l.open)-1]
		l.childDone()
		return nil
	}
	if f.done > 0 {
		l.s.out = append(l.s.out, ',')
	}
	switch f.kind {
	case wire.KindNumberArray:
		if err := l.piece(l.element); err != nil {
			return err
		}
	case wire.KindBoolArray:
		return l.bools(f)
	case wire.KindStringArray:
		if err := l.piece(l.p.longText); err != nil {
			return err
		}
	default:
		if err := l.key(f); err != nil {
			return err
		}
		inside := len(l.open)
		if err := l.value(); err != nil || len(l.open) > inside {
			return err // a container that was opened is not done
		}
	}
	l.childDone()
	return nil
}

// childDone accounts for a child of the innermost container, if there is one.
func (l *largePrinter) childDone() {
	if len(l.open) == 0 {
		return
	}
	f := &l.open[len(l.open)-1]
	f.left--
	f.done++
	if f.key >= 0 {
		l.keys, f.key = l.keys[:f.key], -1
	}
}

// key prints the key of the next child, where it has one, and notes it.
func (l *largePrinter) key(f *opened) error {
	switch f.kind {
	case wire.KindObject:
		if err := l.piece(l.textKey); err != nil {
			return err
		}
	case wire.KindIntObject:
		if err := l.piece(l.intKey); err != nil {
			return err
		}
	default:
		return nil
	}
	l.s.out = append(l.s.out, ':')
	return nil
}

// note keeps a key for the path of an error.
func (l *largePrinter) note(key []byte) {
	l.open[len(l.open)-1].key = len(l.keys)
	l.keys = append(l.keys, key...)
}

// textKey prints the key at off.
func (l *largePrinter) textKey(out []byte, off int) (_ []byte, next int) {
	text, _, err := wire.ViewText(l.p.src, off)
	if err != nil {
		return l.p.fail(out, err)
	}
	l.note(text)
	return l.p.longText(out, off)
}

// intKey prints the key of an object with integer keys at off.
func (l *largePrinter) intKey(out []byte, off int) (_ []byte, next int) {
	k, next, err := wire.ReadIntKey(l.p.src, off, l.open[len(l.open)-1].head)
	if err != nil {
		return l.p.fail(out, err)
	}
	text := k.String()
	l.note(mem.Bytes(text))
	return append(append(append(out, '"'), text...), '"'), next
}

// element prints the element of a numeric array at off.
func (l *largePrinter) element(out []byte, off int) (_ []byte, next int) {
	v, next, err := wire.ReadIntKey(l.p.src, off, l.open[len(l.open)-1].head)
	if err != nil {
		return l.p.fail(out, err)
	}
	out, ok := l.p.element(out, v, off)
	if !ok {
		return out, -1
	}
	return out, next
}

// bools prints up to eight elements of a boolean array, those of a byte.
func (l *largePrinter) bools(f *opened) error {
	return l.piece(func(out []byte, off int) ([]byte, int) {
		if off >= len(l.p.src) {
			return l.p.fail(out, fault.At(off, fault.ErrTruncated))
		}
		n := min(f.left, 8)
		for i := range n {
			out = comma(out, i)
			out = jsontext.AppendBool(out, l.p.src[off]>>i&1 != 0)
		}
		f.left -= n
		f.done += n
		return out, off + 1
	})
}
