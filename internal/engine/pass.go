// Passing over values of a stream of any length, which are not held as a whole.

package engine

import (
	"math"
	"unicode/utf8"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/wire"
)

// pieceBytes is about the most that is buffered of a value that is passed over, unless that
// is read as one.
const pieceBytes = 1 << 16

// Skip passes over the next value of the stream, or of an open container, having checked it.
// Of the limits only that of nesting holds, except that what is held as a whole is bounded.
func (d *Decoder) Skip() error {
	if len(d.open) == 0 {
		if err := d.in.ToValue(); err != nil {
			return err
		}
	} else {
		if d.in.Err != nil {
			return d.in.Err
		}
		if _, err := d.toPart(); err != nil {
			return err
		}
	}
	if err := d.pass(len(d.open)); err != nil {
		return d.placed(err)
	}
	return nil
}

// skipRest passes over what was not read of the innermost container, and closes it.
func (d *Decoder) skipRest() error {
	if err := d.in.Err; err != nil {
		return err
	}
	if err := d.passTo(len(d.open) - 1); err != nil {
		return d.placed(err)
	}
	return nil
}

// pass passes over the value that was come to, which open containers hold.
func (d *Decoder) pass(open int) error {
	if err := d.passOrEnter(); err != nil {
		return err
	}
	return d.passTo(open)
}

// passTo passes over all that follows until so many containers are open. Those that are
// closed on the way need no stack but that of d.
func (d *Decoder) passTo(open int) error {
	for len(d.open) > open {
		c := d.innermost()
		if c.width() > 0 {
			if err := d.passNumbers(c); err != nil {
				return err
			}
		}
		d.passBuffered(c)
		if !c.more() {
			if err := d.leave(); err != nil {
				return err
			}
			continue
		}
		if c.keyed() && !c.due {
			if _, _, err := d.toKey(c); err != nil {
				return err
			}
		}
		if _, err := d.toPart(); err != nil {
			return err
		}
		if err := d.passOrEnter(); err != nil {
			return err
		}
	}
	return nil
}

// passBuffered passes over the next parts of c that are buffered as a whole, without a look at each by itself. What was
// walked over in vain is left to that, as what is not all there is.
func (d *Decoder) passBuffered(c *opened) {
	if c.due || c.left == 0 || d.in.Offset() < d.walked {
		return
	}
	l := d.in.Limits
	l.MaxElements = math.MaxInt64
	b := l.Budget()
	b.RejectUnusedBits(d.in.Strict)
	b.ReadTypeTags(d.in.TypeTags)
	src := d.in.Rest()
	done, off := 0, 0
	switch c.kind {
	case wire.KindArray, wire.KindStringArray, wire.KindObject:
		done, off = wire.SkipBuffered(src, 0, int(min(c.left, uint64(len(src)))), c.kind, d.in.EOF, &b)
	case wire.KindTable:
		n := c.table.fields
		for b.Enter(n) && uint64(done) < c.left {
			cells, next := wire.SkipBuffered(src, off, n, wire.KindArray, d.in.EOF, &b)
			if cells < n {
				break
			}
			done, off = done+1, next
			b.Leave()
		}
	}
	if done > 0 {
		d.in.Off += off
		c.left -= uint64(done)
		d.at.Passed(done)
	}
}

// passOrEnter passes over the part that was come to, or the value of the stream. A container
// that is long it enters instead.
func (d *Decoder) passOrEnter() error {
	if len(d.open) > 0 {
		switch c := d.innermost(); c.kind {
		case wire.KindTable:
			_, err := d.partToken(c)
			return err
		case wire.KindStringArray:
			return d.passText()
		case wire.KindNumberArray, wire.KindComplex, wire.KindTime:
			return d.passBytes(uint64(c.width()))
		case wire.KindMatrix, wire.KindTypeTag:
			if _, ok := d.namedToken(c); ok {
				return nil
			}
		case wire.KindBoolArray:
			_, err := d.bit(c)
			return err
		}
	}
	if n := scalarLen(d.in.Rest()); n > 0 {
		d.in.Pass(n)
		return nil
	}
	if at := d.in.Offset(); at >= d.walked {
		n, long, err := d.in.Within(int(min(pieceBytes, d.in.Limits.StreamBytes())))
		if err != nil {
			return err
		}
		if !long {
			d.in.Pass(n)
			return nil
		}
		// What lies before was walked over in vain: it is read part by part, so that no byte
		// is walked over once for each level around it.
		d.walked = at + int64(len(d.in.Rest()))
	}
	h, err := d.header()
	if err != nil {
		return err
	}
	switch h.Kind() {
	case wire.KindString:
		d.in.Off++
		return d.passText()
	case wire.KindNumberArray, wire.KindAligned, wire.KindBoolArray:
		return d.passPacked(h)
	}
	if entered, err := d.enter(h, true); err != nil || entered {
		return err
	}
	n, err := d.in.Whole()
	if err == nil {
		d.in.Pass(n)
	}
	return err
}

// scalarLen returns the length of the null, boolean or number that src begins with, or 0 where it
// begins with something else, or that is not all there.
func scalarLen(src []byte) int {
	if len(src) == 0 {
		return 0
	}
	h := wire.Header(src[0])
	if n := 1 + h.Width(); h.Kind()-wire.KindNull <= wire.KindNumber-wire.KindNull && n <= len(src) {
		return n
	}
	return 0
}

// passPacked passes over a typed array of numbers or booleans.
func (d *Decoder) passPacked(h wire.Header) error {
	if _, err := d.enter(h, false); err != nil {
		return err
	}
	c := d.innermost()
	if c.kind == wire.KindNumberArray {
		if err := d.passNumbers(c); err != nil {
			return err
		}
		return d.leave()
	}
	if c.left > 0 {
		// The last byte is read as booleans are, which look at its unused bits.
		n := (c.left - 1) / 8
		c.left -= 8 * n
		if err := d.passBytes(n); err != nil {
			return err
		}
	}
	for c.left > 0 {
		c.left--
		d.at.Element()
		if _, err := d.bit(c); err != nil {
			return err
		}
	}
	return d.leave()
}

// passNumbers passes over what was not read of an array of numbers, complex numbers or times.
func (d *Decoder) passNumbers(c *opened) error {
	for c.left > 0 {
		n := min(c.left, 1<<32) // so that its bytes have a number
		c.left -= n
		if err := d.passBytes(n * uint64(c.width())); err != nil {
			return err
		}
	}
	return nil
}

// passBytes passes over n bytes.
func (d *Decoder) passBytes(n uint64) error {
	for n > 0 {
		if err := d.must(1); err != nil {
			return err
		}
		have := min(n, uint64(len(d.in.Rest())))
		d.in.Off += int(have)
		n -= have
	}
	return nil
}

// passText passes over text without a header, of any length.
func (d *Decoder) passText() error {
	n, err := d.size(0)
	if err != nil {
		return err
	}
	for n > 0 {
		if err := d.must(int(min(n, utf8.UTFMax))); err != nil {
			return err
		}
		text := d.in.Rest()
		if uint64(len(text)) >= n {
			text = text[:n]
		} else {
			text = wholeRunes(text)
		}
		if !wire.ValidText(text) {
			return d.in.Stop(invalidText(text))
		}
		d.in.Off += len(text)
		n -= uint64(len(text))
	}
	return nil
}

// wholeRunes returns text, of at least utf8.UTFMax bytes, without a character at its end that
// is not all there.
func wholeRunes(text []byte) []byte {
	for i := 1; i < utf8.UTFMax; i++ {
		if rest := text[len(text)-i:]; utf8.RuneStart(rest[0]) {
			if !utf8.FullRune(rest) {
				return text[:len(text)-i]
			}
			break
		}
	}
	return text
}

// invalidText returns the error for text that is not UTF-8, at the first byte that is wrong.
func invalidText(text []byte) error {
	_, _, err := wire.ViewText(append(wire.AppendSize(nil, len(text)), text...), 0)
	e, ok := err.(*DecodeError)
	if !ok {
		return fault.At(0, fault.ErrUTF8)
	}
	e.Offset -= int64(wire.SizeLen(len(text)))
	return e
}
