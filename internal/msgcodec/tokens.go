// Tokens: the values of a stream, part by part.

package msgcodec

import (
	"io"
	"math"
	"reflect"

	"github.com/beve-org/beve-go/internal/costly"
	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/mem"
	"github.com/beve-org/beve-go/internal/msgwire"
	"github.com/beve-org/beve-go/token"
	"github.com/beve-org/beve-go/wire"
)

// opened is an array or a map that a Decoder has open.
type opened struct {
	keyed bool
	left  uint64 // elements or pairs that were not come to
	due   bool   // the value of a pair, whose key was read
}

// more reports whether o has a part that was not read.
func (o *opened) more() bool { return o.left > 0 || o.due }

func (d *Decoder) innermost() *opened { return &d.open[len(d.open)-1] }

// nest takes n levels more, or fewer, of what may be open.
func (d *Decoder) nest(n int) {
	d.levels += n
	left := d.maxDepth
	if d.levels > 0 {
		left = fault.Depth(d.maxDepth) - d.levels
	}
	d.d.options.Limits.MaxDepth = left
}

// Path returns the path, in the value of the stream that is being read part by part, of the
// token or part that was read last.
func (d *Decoder) Path() fault.Pointer {
	return d.at.Path()
}

// within returns err, of a part of the innermost container, with the path of that part. It is
// final.
func (d *Decoder) within(err error) error {
	d.failed = d.placed(err)
	return d.failed
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
	return &DecodeError{Offset: d.in.Offset(), Path: d.Path(), Err: fault.Because(fault.ErrMismatch, what), Format: d.d.Format}
}

// Token returns the next token of the stream, and io.EOF at its end.
func (d *Decoder) Token() (t token.Token, err error) {
	if d.failed != nil {
		return t, d.failed
	}
	if len(d.open) == 0 {
		if err := d.start(); err != nil {
			return t, err
		}
		t.Offset = d.in.Offset()
		if err := d.valueToken(&t); err != nil {
			return token.Token{}, err
		}
		return t, nil
	}
	t.Offset = d.in.Offset()
	o := d.innermost()
	switch {
	case !o.more():
		t.Kind = token.EndArray
		if o.keyed {
			t.Kind = token.EndObject
		}
		d.leave()
		return t, nil
	case o.keyed && !o.due:
		if t, err = d.KeyToken(); err == nil && t.Kind != token.Key {
			err = d.unnamed(t.Offset)
		}
	default:
		if err = d.toPart(); err != nil {
			return token.Token{}, err
		}
		err = d.valueToken(&t)
	}
	if err != nil {
		return token.Token{}, d.within(err)
	}
	return t, nil
}

// leave closes the innermost container, whose parts were all read.
func (d *Decoder) leave() {
	if d.at.Count() > 0 {
		d.nest(-1)
	}
	d.at.Close()
	d.open = d.open[:len(d.open)-1]
}

// toPart moves to the value that comes next in the innermost container.
func (d *Decoder) toPart() error {
	o := d.innermost()
	switch {
	case o.due:
		o.due = false
		return nil
	case o.left == 0:
		return d.misuse("no value is left where one is to be read: an array or map ends")
	case o.keyed:
		return d.misuse("a key is next where a value is to be read: Token reads it")
	}
	o.left--
	d.at.Element()
	return nil
}

// head buffers the head of the value that comes next. It ends at next of the buffer.
func (d *Decoder) head() (kind msgwire.Kind, next int, n uint64, err error) {
	for {
		kind, next, n, ok := msgwire.PeekHead(d.in.Buf, d.in.Off)
		switch {
		case ok && kind == msgwire.KindNever:
			return 0, 0, 0, d.located(d.in.Off, fault.Because(fault.ErrSyntax, "the reserved byte 0xc1"))
		case ok:
			return kind, next, n, nil
		}
		if err := d.fillPart(); err != nil {
			return 0, 0, 0, err
		}
	}
}

// fillPart is fill inside a value.
func (d *Decoder) fillPart() error {
	err := d.fill()
	if err == io.EOF {
		return d.located(d.in.Off, fault.ErrTruncated)
	}
	return err
}

// text buffers n bytes that follow a head, which ends at next, and uses both. A str has
// to be valid where the options say so.
func (d *Decoder) text(next int, n uint64, str bool) ([]byte, error) {
	head := next - d.in.Off
	for uint64(len(d.in.Rest())-head) < n {
		if err := d.fillPart(); err != nil {
			return nil, err
		}
	}
	limits := d.d.options.Limits
	if int64(n) > limits.StreamBytes() && (d.in.Reader != nil || !limits.Admits(int(n))) {
		return nil, d.located(d.in.Off, errTooLarge)
	}
	text := d.in.Rest()[head : head+int(n)]
	if d.d.options.ValidUTF8 && str && !wire.ValidText(text) {
		return nil, d.located(d.in.Off, fault.ErrUTF8)
	}
	d.in.Off += head + len(text)
	return text, nil
}

// KeyToken returns the key of the next pair of the innermost map, as a Key where it has a text, and
// as an Other where it has none.
func (d *Decoder) KeyToken() (t token.Token, err error) {
	t.Offset = d.in.Offset()
	text, err := d.toKey(d.innermost(), &t)
	if err == nil && t.Kind == token.Key {
		t.Text = d.d.block.String(text)
	}
	return t, err
}

// unnamed returns the error for a key without a text that starts at an offset of the stream.
func (d *Decoder) unnamed(offset int64) error {
	d.at.Leave()
	return &DecodeError{Offset: offset, Err: errUnnamed, Format: d.d.profile.key.format.Name}
}

var errUnnamed = fault.Because(fault.ErrMismatch, "key is no text, integer or bin: Decode reads its map")

// toKey moves to the next pair of o and returns how a path shows its key, which is valid until the
// next call, and in t what else there is to say of it: a Key has that text, an Other has none.
func (d *Decoder) toKey(o *opened, t *token.Token) (text []byte, err error) {
	d.at.Leave() // an error is one of the map
	t.Kind = token.Key
	kind, next, n, err := d.head()
	if err != nil {
		return nil, err
	}
	switch kind {
	case msgwire.KindStr, msgwire.KindBin:
		if text, err = d.text(next, n, kind == msgwire.KindStr); err != nil {
			return nil, err
		}
	case msgwire.KindInt, msgwire.KindUint:
		h, err := msgwire.ReadHead(d.in.Buf, d.in.Off)
		if err != nil {
			return nil, d.located(d.in.Off, err)
		}
		t.Number = numberOf(h)
		text = t.Number.AppendDecimal(nil)
		d.in.Off = next
	default:
		text, t.Kind = []byte("("+kind.String()+")"), token.Other
		if t.Value, err = d.any(); err != nil {
			return nil, err
		}
	}
	d.at.Member(text)
	o.left--
	o.due = true
	return text, nil
}

// numberOf returns the integer or float of a head.
func numberOf(h msgwire.Head) wire.Number {
	var b []byte
	switch h.Kind {
	case msgwire.KindInt:
		b = wire.AppendInt(make([]byte, 0, 9), int64(h.Bits))
	case msgwire.KindUint:
		b = wire.AppendUint(make([]byte, 0, 9), h.Bits)
	case msgwire.KindFloat32:
		b = wire.AppendFloat32(make([]byte, 0, 9), math.Float32frombits(uint32(h.Bits)))
	default:
		b = wire.AppendFloat64(make([]byte, 0, 9), math.Float64frombits(h.Bits))
	}
	n, _, _ := wire.ReadNumber(b, 0)
	return n
}

// any decodes the value that comes next as into an interface: not into a token, which would
// have to be on the heap then.
func (d *Decoder) any() (v any, err error) {
	err = d.value(d.d.profile.codecFor(reflect.TypeFor[any]()), mem.Of(&d.other))
	v, d.other = d.other, nil
	return v, err
}

// valueToken reads the value that comes next, or its start where it has parts.
func (d *Decoder) valueToken(t *token.Token) error {
	kind, next, n, err := d.head()
	if err != nil {
		return err
	}
	switch kind {
	case msgwire.KindNil:
		t.Kind = token.Null
	case msgwire.KindBool:
		t.Kind, t.Bool = token.Bool, d.in.Rest()[0] == msgwire.True
	case msgwire.KindInt, msgwire.KindUint, msgwire.KindFloat32, msgwire.KindFloat64:
		h, err := msgwire.ReadHead(d.in.Buf, d.in.Off)
		if err != nil {
			return d.located(d.in.Off, err)
		}
		t.Kind, t.Number = token.Number, numberOf(h)
	case msgwire.KindStr:
		text, err := d.text(next, n, kind == msgwire.KindStr)
		if err != nil {
			return err
		}
		t.Kind, t.Text = token.String, d.d.block.String(text)
		return nil
	case msgwire.KindArray, msgwire.KindMap:
		t.Kind, t.Len = token.BeginArray, int(min(n, math.MaxInt32))
		if kind == msgwire.KindMap {
			t.Kind = token.BeginObject
		}
		return d.push(kind, next, n)
	default:
		t.Kind = token.Other
		t.Value, err = d.any()
		return err
	}
	d.in.Off = next
	return nil
}

// push opens the container of n elements or pairs whose head ends at next.
func (d *Decoder) push(kind msgwire.Kind, next int, n uint64) error {
	if n > 0 {
		if d.levels+1 >= fault.Depth(d.maxDepth) {
			return d.located(d.in.Off, fault.ErrDepth)
		}
		d.nest(1)
	}
	if len(d.open) == 0 {
		d.opened, d.texts = d.in.Offset(), costly.Texts{}
	}
	d.in.Off = next
	d.open = append(d.open, opened{keyed: kind == msgwire.KindMap, left: n})
	d.at.Open()
	return nil
}

// decodePart decodes the part that comes next into the variable at p. If that is well-formed,
// it is passed over in any case.
func (d *Decoder) decodePart(c *codec, p mem.Pointer) error {
	if d.failed != nil {
		return d.failed
	}
	if err := d.toPart(); err != nil {
		return err
	}
	start := d.in.Offset()
	err := d.value(c, p)
	switch {
	case err == nil:
		return nil
	case d.in.Offset() > start:
		return d.placed(err)
	}
	return d.within(err)
}

// viewPart is ViewRaw for the part that comes next.
func (d *Decoder) viewPart() ([]byte, error) {
	if d.failed != nil {
		return nil, d.failed
	}
	if err := d.toPart(); err != nil {
		return nil, err
	}
	raw, err := d.view()
	if err != nil {
		return nil, d.within(err)
	}
	return raw, nil
}

// pieceBytes is about the most that is buffered of a value that is passed over, unless it is
// one of an extension.
const pieceBytes = 1 << 16

// Skip passes over the next value of the stream, or of an open container, having checked it.
// Of the limits only that of nesting holds.
func (d *Decoder) Skip() error {
	if d.failed != nil {
		return d.failed
	}
	toValue := d.toPart
	if len(d.open) == 0 {
		toValue = d.start
	}
	if err := toValue(); err != nil {
		return err
	}
	if err := d.pass(len(d.open)); err != nil {
		return d.within(err)
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

// passTo passes over all that follows until so many containers are open.
func (d *Decoder) passTo(open int) error {
	for len(d.open) > open {
		o := d.innermost()
		if !o.more() {
			d.leave()
			continue
		}
		if o.keyed && !o.due {
			var t token.Token
			if _, err := d.toKey(o, &t); err != nil {
				return err
			}
		}
		if err := d.toPart(); err != nil {
			return err
		}
		if err := d.passOrEnter(); err != nil {
			return err
		}
	}
	return nil
}

// passOrEnter passes over the value that was come to. A container that is long it enters
// instead.
func (d *Decoder) passOrEnter() error {
	if at := d.in.Offset(); at >= d.walked {
		l := d.d.options.Limits
		l.MaxElements = math.MaxInt64
		long, err := d.walk(l, int(min(pieceBytes, l.StreamBytes())))
		if err != nil {
			return err
		}
		if !long {
			d.in.Off = d.scan.Off()
			return nil
		}
		// What lies before was walked over in vain: it is read part by part, so that no byte
		// is walked over once for each level around it.
		d.walked = at + int64(len(d.in.Rest()))
	}
	kind, next, n, err := d.head()
	if err != nil {
		return err
	}
	switch kind {
	case msgwire.KindArray, msgwire.KindMap:
		return d.push(kind, next, n)
	case msgwire.KindStr, msgwire.KindBin, msgwire.KindExt:
		d.in.Off = next
		return d.passBytes(n)
	}
	d.in.Off = next
	return nil
}

// passBytes passes over n bytes.
func (d *Decoder) passBytes(n uint64) error {
	for n > 0 {
		if len(d.in.Rest()) == 0 {
			if err := d.fillPart(); err != nil {
				return err
			}
		}
		have := min(n, uint64(len(d.in.Rest())))
		d.in.Off += int(have)
		n -= have
	}
	return nil
}

// finish passes over what follows the array that is open, and checks that it is the rest of
// its message and nothing else. It returns io.EOF if so.
func (d *Decoder) finish() error {
	if err := d.passTo(0); err != nil {
		return d.within(err)
	}
	err := d.start()
	if err == nil {
		return d.located(d.in.Off, fault.ErrTrailing)
	}
	return err
}
