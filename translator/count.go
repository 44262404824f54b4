// This file counts the children of containers in a JSON text that is too large to be
// held, since BEVE puts the number first. The translation, which reads the text again,
// reports its errors.

package translator

import (
	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/jsontext"
	"github.com/beve-org/beve-go/wire"
)

// counted is a container and what is known of it in advance.
type counted struct {
	start   int64 // from the start of the value
	n       int   // members or elements
	seen    sorts // of the elements of an array
	numbers numberRange
}

// counter reads a value once. Containers of fewer than least bytes are not noted:
// they can be held. Where the value is beyond the limits it is taken to end, since the
// translation fails there.
type counter struct {
	e       *encoder
	least   int64
	at      int64 // how far it has come
	open    []counted
	found   []counted // in the order of their ends
	inText  bool
	escaped bool
	inToken bool   // in a number or literal
	token   []byte // the number, where its value matters
}

// count reads on and reports whether the value has ended.
func (c *counter) count(text []byte) (done bool) {
	for i := 0; i < len(text); {
		if c.inText {
			i = c.text(text, i)
			continue
		}
		b := text[i]
		switch b {
		case ' ', '\t', '\r', '\n', ':', ',', ']', '}':
			c.endToken()
		}
		switch b {
		case ' ', '\t', '\r', '\n':
			i = jsontext.SkipSpace(text, i)
			continue
		case ':':
		case ',':
			if n := len(c.open); n > 0 {
				c.open[n-1].n++
			}
		case '{', '[':
			c.child(b)
			if len(c.open) > fault.Depth(c.e.opts.Limits.MaxDepth) {
				return true
			}
			c.open = append(c.open, counted{start: c.at + int64(i)})
		case '}', ']':
			if c.close(c.at + int64(i) + 1) {
				return true
			}
		case '"':
			c.child(b)
			c.inText = true
		default:
			c.scalar(b)
			if int64(len(c.token)) > fault.Limits(c.e.opts.Limits).StreamBytes() {
				return true
			}
		}
		i++
	}
	c.at += int64(len(text))
	return false
}

// child notes that something begins in the innermost container.
func (c *counter) child(b byte) {
	if n := len(c.open); n > 0 {
		f := &c.open[n-1]
		f.n = max(f.n, 1)
		f.seen |= sortOf[b]
	}
}

// close ends the innermost container after its last byte, at end, and reports
// whether it was the value.
func (c *counter) close(end int64) bool {
	n := len(c.open) - 1
	if n < 0 {
		return true
	}
	if end-c.open[n].start >= c.least {
		c.found = append(c.found, c.open[n])
	}
	c.open = c.open[:n]
	return n == 0
}

// text goes on in a string and returns the offset where it stopped.
func (c *counter) text(text []byte, i int) int {
	if c.escaped {
		c.escaped = false
		return i + 1
	}
	i, _ = jsontext.ScanPlain(text, i)
	if i == len(text) {
		return i
	}
	c.inText, c.escaped = text[i] != '"', text[i] == '\\'
	return i + 1
}

// scalar reads a byte of a number or a literal.
func (c *counter) scalar(b byte) {
	if !c.inToken {
		c.child(b)
		c.inToken = true
	}
	if n := len(c.open); c.e.opts.TypedArrays && n > 0 && c.open[n-1].seen == sortNumber {
		c.token = append(c.token, b)
	}
}

// endToken takes the number that has been read, if it was one, to those of its array.
func (c *counter) endToken() {
	c.inToken = false
	if len(c.token) == 0 {
		return
	}
	c.e.src = c.token
	c.e.scratch, _ = c.e.number(c.e.scratch[:0], 0)
	if v, _, err := wire.ReadNumber(c.e.scratch, 0); err == nil {
		c.open[len(c.open)-1].numbers.add(v)
	}
	c.token = c.token[:0]
}
