package patch

import (
	"bytes"

	"github.com/beve-org/beve-go/internal/edit"
	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/jsontext"
)

// form is what package edit knows of JSON text.
type form struct{ limits fault.Limits }

// formOf returns the form under limits.
func formOf(l fault.Limits) *form {
	if l.MaxDepth <= 0 {
		l.MaxDepth = jsontext.MaxOpen + 1
	}
	l.MaxDepth = fault.Depth(l.MaxDepth)
	return &form{l}
}

// usual is the form under the default limits.
var usual edit.Form = formOf(fault.Limits{})

func (f *form) Name() string         { return jsontext.Format }
func (f *form) Limits() fault.Limits { return f.limits }
func (f *form) Separator() string    { return "," }

func (f *form) Start(msg []byte) (off int, err error) { return jsontext.SkipSpace(msg, 0), nil }

func (f *form) Check(src []byte, off int, l fault.Limits) (end int, err error) {
	if err := jsontext.Check(src[off:], l.MaxDepth); err != nil {
		if e, ok := err.(*fault.DecodeError); ok {
			e.Offset += int64(off)
		}
		return off, err
	}
	if l.MaxElements > 0 && int64(len(src)-off) > l.MaxElements {
		b := l.Budget()
		if at := jsontext.Spend(src[off:], &b); at >= 0 {
			return off, jsontext.ErrorAt(off+at, b.Err())
		}
	}
	return len(bytes.TrimRight(src, " \t\r\n")), nil
}

func (f *form) Skip(src []byte, off int) (next int, err error) {
	if next = jsontext.Skip(src, off, f.limits.MaxDepth); next >= 0 {
		return next, nil
	}
	if err = jsontext.Check(src[min(off, len(src)):], f.limits.MaxDepth); err == nil {
		err = jsontext.Unexpected(src, off, "does not begin a value")
	} else if e, ok := err.(*fault.DecodeError); ok {
		e.Offset += int64(off)
	}
	return off, err
}

func (f *form) Open(src []byte, off int) (s edit.Shape, err error) {
	if off >= len(src) {
		return s, jsontext.Unexpected(src, off, "")
	}
	s.Head, s.N, s.Tail = src[off], -1, 1
	switch src[off] {
	case '{':
		s.Kind = edit.Object
	case '[':
		s.Kind = edit.Array
	default:
		return s, nil
	}
	s.Body = off + 1
	if at := jsontext.SkipSpace(src, s.Body); at < len(src) && src[at] == closing(s.Head) {
		s.Body = -1
	}
	return s, nil
}

// closing returns the bracket that ends what another one begins.
func closing(open byte) byte { return open + 2 }

func (f *form) Why(src []byte, off int) error {
	return fault.Because(fault.ErrMismatch, "a value that is not an object or array has no parts")
}

func (f *form) Key(src []byte, off int, s edit.Shape) (key []byte, value int, err error) {
	at := jsontext.SkipSpace(src, off)
	if s.Kind != edit.Object {
		return nil, at, nil
	}
	if at >= len(src) || src[at] != '"' {
		return nil, off, jsontext.Unexpected(src, at, "where a name has to begin")
	}
	end := jsontext.SkipString(src, at)
	if end < 0 {
		return nil, off, jsontext.Unexpected(src, at, "begins a malformed name")
	}
	if key = src[at+1 : end-1]; !jsontext.IsPlain(key) {
		key = jsontext.AppendReplaced(nil, key)
	}
	if at = jsontext.SkipSpace(src, end); at >= len(src) || src[at] != ':' {
		return nil, off, jsontext.Unexpected(src, at, "follows a name")
	}
	return key, jsontext.SkipSpace(src, at+1), nil
}

func (f *form) End(src []byte, value int, s edit.Shape) (end int, err error) {
	return f.Skip(src, value)
}

func (f *form) After(src []byte, end int, s edit.Shape) (to, next int, err error) {
	to = jsontext.SkipSpace(src, end)
	switch {
	case to < len(src) && src[to] == ',':
		return to, to + 1, nil
	case to < len(src) && src[to] == closing(s.Head):
		return to, -1, nil
	}
	return end, end, jsontext.Unexpected(src, to, "follows a value")
}

func (f *form) Plain(k edit.Kind) edit.Shape {
	if k == edit.Object {
		return edit.Shape{Kind: k, Head: '{', N: -1, Body: -1}
	}
	return edit.Shape{Kind: k, Head: '[', N: -1, Body: -1}
}

func (f *form) AppendHead(dst []byte, s edit.Shape, n int) []byte { return append(dst, s.Head) }

func (f *form) AppendTail(dst []byte, s edit.Shape) []byte { return append(dst, closing(s.Head)) }

func (f *form) AppendText(dst []byte, text string) []byte { return jsontext.AppendText(dst, text) }

func (f *form) Printed(part []byte) int { return jsontext.StringLen(part) - len(`""`) }

func (f *form) TextRoom(printed int) int { return len(`""`) + printed }

func (f *form) AppendKey(dst []byte, s edit.Shape, name string) ([]byte, error) {
	if !jsontext.ValidUTF8([]byte(name)) {
		return dst, fault.ErrUTF8
	}
	return append(jsontext.AppendText(dst, name), ':'), nil
}

func (f *form) IsNumber(src []byte, off int) bool { return false }

func (f *form) Kept(s edit.Shape, now, was []byte) bool { return true }

func (f *form) Fits(dst, value []byte, s edit.Shape) ([]byte, bool) { return dst, false }

func (f *form) Like(dst, value, old []byte) ([]byte, bool) { return dst, false }

func (f *form) Text(src []byte, off int) (text string, ok bool) {
	if src[off] != '"' {
		return "", false
	}
	end := jsontext.SkipString(src, off)
	return string(jsontext.AppendReplaced(nil, src[off+1:end-1])), true
}

func (f *form) IsNull(src []byte, off int) bool { return src[off] == 'n' }

func (f *form) Same(a, b []byte, exactly bool) bool {
	if bytes.Equal(a, b) {
		return true
	}
	switch {
	case a[0] == '"' && b[0] == '"':
		x, _ := f.Text(a, 0)
		y, _ := f.Text(b, 0)
		return x == y
	case !exactly && isNumber(a[0]) && isNumber(b[0]):
		return decimalOf(a).equal(decimalOf(b))
	}
	return false
}

func isNumber(c byte) bool { return c == '-' || c >= '0' && c <= '9' }

// decimal is a number of any size: 0.digits × 10^exp, without zeros at either end.
type decimal struct {
	negative bool
	digits   []byte
	exp      int64
}

func decimalOf(text []byte) (d decimal) {
	if text[0] == '-' {
		d.negative, text = true, text[1:]
	}
	if i := bytes.IndexAny(text, "eE"); i >= 0 {
		d.exp, text = exponent(text[i+1:]), text[:i]
	}
	whole, fraction, _ := bytes.Cut(text, []byte("."))
	d.digits = append(append(make([]byte, 0, len(text)), whole...), fraction...)
	d.exp += int64(len(whole))
	n := len(d.digits)
	d.digits = bytes.TrimLeft(d.digits, "0")
	d.exp -= int64(n - len(d.digits))
	if d.digits = bytes.TrimRight(d.digits, "0"); len(d.digits) == 0 {
		return decimal{}
	}
	return d
}

// exponent reads an exponent; all that no number of this machine reaches are alike.
func exponent(text []byte) (n int64) {
	const most = 1 << 60
	sign := int64(1)
	switch text[0] {
	case '-':
		sign = -1
		fallthrough
	case '+':
		text = text[1:]
	}
	for _, c := range text {
		n = min(n*10+int64(c-'0'), most/16)
	}
	return sign * n
}

func (d decimal) equal(e decimal) bool {
	return d.negative == e.negative && d.exp == e.exp && bytes.Equal(d.digits, e.digits)
}
