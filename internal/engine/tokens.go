// Tokens: the values of a stream, part by part.

package engine

import (
	"math"
	"reflect"

	"github.com/beve-org/beve-go/internal/canon"
	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/mem"
	"github.com/beve-org/beve-go/token"
	"github.com/beve-org/beve-go/wire"
)

// Path returns the path, in the value of the stream that is being read part by part, of the
// token or part that was read last.
func (d *Decoder) Path() Pointer {
	return d.at.Path()
}

// placed returns err with the path of the part that it is about.
func (d *Decoder) placed(err error) error {
	if e, ok := err.(*DecodeError); ok && len(d.open) > 0 {
		e.Path = d.Path().Then(e.Path)
	}
	return err
}

// misuse returns the error for a call that does not fit where the stream stands. Nothing is
// used by it.
func (d *Decoder) misuse(what string) error {
	return &DecodeError{Offset: d.in.Offset(), Path: d.Path(), Err: fault.Because(fault.ErrMismatch, what)}
}

// Token returns the next token of the stream, and io.EOF at its end.
func (d *Decoder) Token() (t token.Token, err error) {
	if len(d.open) == 0 {
		if err := d.in.ToValue(); err != nil {
			return t, err
		}
		return d.startToken()
	}
	if d.in.Err != nil {
		return t, d.in.Err
	}
	switch c := d.innermost(); {
	case !c.more():
		t.Kind, t.Offset = token.EndArray, d.in.Offset()
		if c.keyed() {
			t.Kind = token.EndObject
		}
		if err = d.leave(); err != nil {
			return token.Token{}, d.placed(err)
		}
		return t, nil
	case c.keyed() && !c.due:
		if t, err = d.key(c); err != nil {
			return token.Token{}, d.placed(err)
		}
		return t, nil
	}
	c, err := d.toPart()
	if err == nil {
		t, err = d.partToken(c)
	}
	if err != nil {
		return token.Token{}, d.placed(err)
	}
	return t, nil
}

// key reads the key of the next member of c.
func (d *Decoder) key(c *opened) (t token.Token, err error) {
	t.Kind, t.Offset = token.Key, d.in.Offset()
	text, number, err := d.toKey(c)
	if err == nil {
		t.Text, t.Number = d.state.block.String(text), number
	}
	return t, err
}

// toKey moves to the next member of c and returns the text of its key, which is valid until the
// next call, and the number that it stands for.
func (d *Decoder) toKey(c *opened) (text []byte, number wire.Number, err error) {
	d.at.Leave() // an error is one of the object
	used := 0
	switch c.kind {
	case wire.KindObject:
		text, used, err = d.text()
	case wire.KindIntObject:
		if err = d.must(c.head.Width()); err == nil {
			number, used, err = wire.ReadIntKey(d.in.Rest(), 0, c.head.Keyed())
			d.part = number.AppendDecimal(d.part[:0])
			text = d.part
		}
	case wire.KindIndexed:
		text, err = d.indexedKey(c)
	case wire.KindMatrix, wire.KindTypeTag:
		text = c.namedKey()
	default:
		text, c.name, err = wire.ViewText(c.table.names, c.name)
	}
	if err != nil {
		return nil, number, err
	}
	d.at.Member(text)
	d.in.Off += used
	c.left--
	c.due = true
	return text, number, nil
}

// toPart moves to the value that comes next in the innermost container.
func (d *Decoder) toPart() (*opened, error) {
	c := d.innermost()
	switch {
	case c.due:
		c.due = false
		switch c.kind {
		case wire.KindIndexed:
			return c, d.startIndexed(c)
		case wire.KindMatrix:
			return c, d.toNamed(c)
		}
		return c, nil
	case c.left == 0:
		return nil, d.misuse("no value is left where one is to be read: an array or object ends")
	case c.keyed():
		return nil, d.misuse("a key is next where a value is to be read: Token reads it")
	}
	c.left--
	d.at.Element()
	return c, nil
}

// partToken reads the part that c has come to.
func (d *Decoder) partToken(c *opened) (t token.Token, err error) {
	switch c.kind {
	case wire.KindTable:
		t = token.Token{Kind: token.BeginObject, Offset: d.in.Offset(), Len: c.table.fields}
		if err := d.repeat(c.table); err != nil {
			return t, err
		}
		return t, d.push(&opened{kind: kindRow, table: c.table, left: uint64(c.table.fields)}, t.Offset)
	case wire.KindBoolArray:
		t.Kind, t.Offset = token.Bool, d.in.Offset()
		if (d.at.Count()-1)%8 > 0 {
			t.Offset--
		}
		t.Bool, err = d.bit(c)
		return t, err
	case wire.KindNumberArray:
		t.Offset = d.in.Offset()
		if err := d.pack(c); err != nil {
			return t, err
		}
		t.Kind = token.Number
		t.Number, _, err = wire.ReadNumber(d.part, 0)
		return t, err
	case wire.KindComplex, wire.KindTime:
		start := d.in.Offset()
		if err := d.pack(c); err != nil {
			return t, err
		}
		return d.otherToken(start, func(any *codec, p mem.Pointer) error { return d.decodeApart(d.part, start, any, p) })
	case wire.KindStringArray:
		return d.textToken(d.in.Offset())
	case wire.KindMatrix, wire.KindTypeTag:
		if t, ok := d.namedToken(c); ok {
			return t, nil
		}
	}
	return d.startToken()
}

// textToken reads the text at d.in.Off, of a token that starts at an offset of the stream.
func (d *Decoder) textToken(start int64) (t token.Token, err error) {
	text, next, err := d.text()
	if err != nil {
		return t, err
	}
	if !d.in.Admits(next) {
		return t, d.in.Fail(errTooLong)
	}
	t = token.Token{Kind: token.String, Offset: start, Text: d.state.block.String(text)}
	d.in.Pass(next)
	return t, nil
}

var errTooLong = fault.Because(fault.ErrLimit, "text is longer than Limits.MaxBytes")

// startToken reads the value at d.in.Off, or its start where it has parts.
func (d *Decoder) startToken() (t token.Token, err error) {
	t.Offset = d.in.Offset()
	h, err := d.header()
	if err != nil {
		return t, err
	}
	switch h.Kind() {
	case wire.KindNull, wire.KindBool:
		t.Kind = token.Null
		if h != wire.HeaderNull {
			t.Kind, t.Bool = token.Bool, h == wire.HeaderTrue
		}
		d.in.Pass(1)
		return t, nil
	case wire.KindNumber:
		if err := d.must(1 + h.Width()); err != nil {
			return t, err
		}
		n := 0
		t.Kind = token.Number
		t.Number, n, err = wire.ReadNumber(d.in.Rest(), 0)
		d.in.Pass(n)
		return t, err
	case wire.KindString:
		d.in.Off++
		return d.textToken(t.Offset)
	}
	entered, err := d.enter(h, d.named)
	if err != nil {
		return t, err
	}
	if !entered {
		return d.otherToken(t.Offset, d.value)
	}
	c := d.innermost()
	t.Kind, t.Len = token.BeginArray, int(min(c.left, math.MaxInt))
	if c.keyed() {
		t.Kind = token.BeginObject
	}
	return t, nil
}

// otherToken returns a token that starts at an offset, with the value that decode reads into an interface.
func (d *Decoder) otherToken(start int64, decode func(any *codec, p mem.Pointer) error) (t token.Token, err error) {
	// Not into t itself, which would have to be on the heap then.
	err = decode(d.opts.profile().codecFor(reflect.TypeFor[any]()), mem.Of(&d.other))
	t.Kind, t.Offset, t.Value, d.other = token.Other, start, d.other, nil
	return t, err
}

// decodeInside is Decode inside an open container.
func (d *Decoder) decodeInside(v any) error {
	if d.in.Err != nil {
		return d.in.Err
	}
	c, p, failed := d.opts.profile().target(v)
	if failed == nil {
		return d.decodePart(c, p)
	}
	if err := d.Skip(); err != nil {
		return err
	}
	return failed
}

// decodePart decodes the part that comes next into the variable at p.
func (d *Decoder) decodePart(c *codec, p mem.Pointer) error {
	in, err := d.toPart()
	if err != nil {
		return err
	}
	if start := d.in.Offset(); in.kind == wire.KindTable && d.attemptRow(in.table, c, p, &err) {
		d.latest = int(d.in.Offset() - start)
	} else if in.packs() {
		if err = d.pack(in); err == nil {
			d.latest = int(d.in.Offset() - start)
			if d.opts.RequireCanonical != nil && in.kind == wire.KindTable {
				err = canon.Table(int(start))
			} else {
				err = d.decodeApart(d.part, start, c, p)
			}
		}
	} else {
		err = d.value(c, p)
	}
	// The parts are one message: the cost of its texts adds up.
	if d.state.texts.Spent() {
		d.texts = d.state.texts
		d.texts.Read = d.in.Offset()
	}
	if err != nil {
		return d.placed(err)
	}
	return nil
}

// attemptRow is [Decoder.attempt] for the next row of a table, which is not made an object where that works.
func (d *Decoder) attemptRow(t *openTable, c *codec, p mem.Pointer, err *error) bool {
	src := d.seen()
	if c.rowRead == nil || len(src) < d.latest || d.methods == c || d.opts.RequireCanonical != nil {
		return false
	}
	s := d.begin(src)
	if !s.budget.Enter(t.fields) {
		s.Forget()
		return false
	}
	s.tentative = true
	next := c.rowRead(s, t.rows(), 0, p)
	if d.attempted(s, c, next); next < 0 {
		return false
	}
	if int64(len(t.names)+next) > d.opts.Limits.StreamBytes()/2 {
		return false // nearly what a row may have: how much that is shows where it is an object
	}
	if c.rowStruct == nil {
		*err = d.repeat(t) // of others each row has the names
	}
	d.in.Off += next
	return true
}

// decodeApart decodes a message that stands for what the stream has at start.
func (d *Decoder) decodeApart(value []byte, start int64, c *codec, p mem.Pointer) error {
	s := d.begin(value)
	s.noCopy = false
	if s.value(c, 0, p) < 0 {
		s.Err.Offset = start
	}
	return s.end()
}

// viewInside is ViewRaw inside an open container.
func (d *Decoder) viewInside() (Raw, error) {
	if d.in.Err != nil {
		return nil, d.in.Err
	}
	c, err := d.toPart()
	if err != nil {
		return nil, err
	}
	if c.packs() {
		if err := d.pack(c); err != nil {
			return nil, d.placed(err)
		}
		return Raw(d.part[:len(d.part):len(d.part)]), nil
	}
	n, err := d.in.Whole()
	if err != nil {
		return nil, d.placed(err)
	}
	d.in.Pass(n)
	return Raw(d.in.Buf[d.in.Off-n : d.in.Off : d.in.Off]), nil
}
