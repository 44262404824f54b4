package json

import (
	"bytes"
	stdjson "encoding/json"
	"reflect"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/jsontext"
	"github.com/beve-org/beve-go/internal/mem"
)

// Marshal returns the JSON encoding of v, as encoding/json writes it.
func Marshal(v any) ([]byte, error) {
	if v == nil {
		return []byte("null"), nil
	}
	k := plainEncoders.of(reflect.TypeOf(v), false)
	e := newEncodeState(EscapeHTML|SortMapKeys, plainEncoders)
	// Large results are written where they stay, in memory of the size of the last
	// one of the type, and small ones copied from memory that is kept.
	var b []byte
	expected := int(k.last.Load())
	if expected < largeResult {
		b = e.value(e.buf[:0], k, v)
	} else {
		b = e.value(make([]byte, 0, expected+expected/32+64), k, v)
	}
	if err := e.err; err != nil {
		e.release(nil)
		return nil, err
	}
	if len(b) >= largeResult || expected >= largeResult {
		k.last.Store(int64(len(b)))
	}
	if (expected >= largeResult || cap(b) > keptBuffer) && cap(b)-len(b) <= cap(b)/4 {
		e.release(nil)
		return b, nil
	}
	out := append([]byte(nil), b...)
	e.release(b)
	return out, nil
}

// largeResult is the size from which on results are not copied.
const largeResult = 4096

// MarshalIndent is [Marshal] laid out over lines as [Indent] does.
func MarshalIndent(v any, prefix, indent string) ([]byte, error) {
	b, err := Marshal(v)
	if err != nil {
		return nil, err
	}
	return jsontext.AppendIndent(make([]byte, 0, 2*len(b)), b, prefix, indent), nil
}

// Unmarshal decodes data, one JSON text, into the value that v points to, as
// encoding/json does. A syntax error leaves that value as it is; of values that do
// not fit their Go type the first is reported, as an *[UnmarshalTypeError], when
// all else is decoded.
func Unmarshal(data []byte, v any) error {
	d := newDecodeState(0, plainDecoders)
	err := d.document(data, v)
	d.release()
	return err
}

// Valid reports whether data is one JSON text.
func Valid(data []byte) bool { return jsontext.Valid(data, jsontext.MaxOpen) }

// Compact appends src to dst without the white space between its tokens.
func Compact(dst *bytes.Buffer, src []byte) error {
	if !Valid(src) {
		return compactError(src)
	}
	dst.Grow(len(src))
	dst.Write(jsontext.AppendCompact(dst.AvailableBuffer(), src, false))
	return nil
}

// Indent appends src to dst laid out over lines: every member and element on one
// of its own, which begins with prefix and one copy of indent for each level. The
// first line has no prefix. White space before src is dropped, white space after it
// is kept.
func Indent(dst *bytes.Buffer, src []byte, prefix, indent string) error {
	if !Valid(src) {
		return indentError(src)
	}
	body := bytes.TrimRight(src, " \t\r\n")
	dst.Grow(2 * len(src))
	b := jsontext.AppendIndent(dst.AvailableBuffer(), body, prefix, indent)
	dst.Write(append(b, src[len(body):]...))
	return nil
}

// HTMLEscape appends src to dst with <, >, &, U+2028 and U+2029 escaped, so that it
// may stand in an HTML script.
func HTMLEscape(dst *bytes.Buffer, src []byte) { stdjson.HTMLEscape(dst, src) }

// Append appends the JSON encoding of x to b, and returns b unchanged when it
// fails. Marshal is Append with [EscapeHTML] and [SortMapKeys].
func Append(b []byte, x any, flags AppendFlags) ([]byte, error) {
	return appendWith(b, x, flags, encodersOf(flags, nil))
}

func appendWith(b []byte, x any, flags AppendFlags, in *encoders) ([]byte, error) {
	e := newEncodeState(flags, in)
	out := e.any(b, x, &e.shapes().root)
	err := e.err
	e.release(nil)
	if err != nil {
		return b, err
	}
	return out, nil
}

// Parse decodes one value from the front of b into the value that x points to and
// returns what follows it, without white space in front. Errors are those of
// [Unmarshal]; then b is returned.
func Parse(b []byte, x any, flags ParseFlags) ([]byte, error) {
	d := newDecodeState(flags&^checked, plainDecoders)
	end, err := d.pointed(b, x, false)
	d.release()
	if err != nil {
		return b, err
	}
	return b[jsontext.SkipSpace(b, end):], nil
}

// Escape returns s as a JSON string, with HTML characters escaped.
func Escape(s string) []byte { return AppendEscape(make([]byte, 0, len(s)+2), s, EscapeHTML) }

// AppendEscape appends s to b as a JSON string; flags may hold [EscapeHTML].
func AppendEscape(b []byte, s string, flags AppendFlags) []byte {
	return jsontext.AppendQuoted(b, s, flags&EscapeHTML != 0)
}

// Unescape returns the text of s, a JSON string in its quotes; anything else has
// none.
func Unescape(s []byte) []byte { return AppendUnescape(make([]byte, 0, len(s)), s, 0) }

// AppendUnescape appends what [Unescape] returns to b.
func AppendUnescape(b, s []byte, _ ParseFlags) []byte {
	if len(s) < 2 || s[0] != '"' || jsontext.SkipString(s, 0) != len(s) {
		return b
	}
	return jsontext.AppendReplaced(b, s[1:len(s)-1])
}

// A Codec encodes and decodes values of one type without looking the type up at
// each call. It is safe for concurrent use. [CodecOf] and [CodecWith] make one: the zero Codec
// is of no type.
type Codec[T any] struct {
	encode  *encoder
	decode  *rootDecoder
	writers *encoders
	readers *decoders
	flags   AppendFlags
	layOut  *EncodeOptions // nil unless the text is laid out
	dopts   DecodeOptions
}

// CodecOf compiles T and returns its Codec.
func CodecOf[T any]() *Codec[T] { return CodecWith[T](EncodeOptions{}, DecodeOptions{}) }

// CodecWith is CodecOf with options.
func CodecWith[T any](e EncodeOptions, d DecodeOptions) *Codec[T] {
	t := reflect.TypeFor[T]()
	c := &Codec[T]{flags: e.flags(), dopts: d}
	c.writers, c.readers = encodersOf(c.flags, e.Types), decodersOf(d.Types)
	c.encode, c.decode = c.writers.of(t, true), c.readers.of(reflect.PointerTo(t))
	if e.Prefix != "" || e.Indent != "" {
		c.layOut = &e
	}
	return c
}

// Marshal returns the encoding of *v.
func (c *Codec[T]) Marshal(v *T) ([]byte, error) {
	b, err := c.Append(nil, v)
	if err != nil {
		return nil, err
	}
	return b, nil
}

// Append appends the encoding of *v to dst. On failure it returns dst unchanged.
func (c *Codec[T]) Append(dst []byte, v *T) ([]byte, error) {
	if v == nil || c.encode == nil {
		return dst, &EncodeError{Err: fault.CodecMisused(c.encode != nil), Format: jsontext.Format}
	}
	e := newEncodeState(c.flags, c.writers)
	out := c.encode.append(e, dst, mem.Of(v))
	err := e.err
	e.release(nil)
	if err != nil {
		return dst, encodeError(err)
	}
	if c.layOut != nil {
		out = c.layOut.layOut(out, len(dst))
	}
	return out, nil
}

// Unmarshal decodes data, one JSON text, into *v. An error is a [*DecodeError] with
// offset and path, which wraps that of the function [Unmarshal].
func (c *Codec[T]) Unmarshal(data []byte, v *T) error {
	if v == nil || c.decode == nil {
		return &DecodeError{Err: fault.CodecMisused(c.decode != nil), Format: jsontext.Format}
	}
	if err := c.dopts.admit(data); err != nil {
		return err
	}
	d := newDecodeState(c.dopts.flags(), c.readers)
	_, err := d.into(data, c.decode, mem.Of(v), true)
	return d.located(data, err)
}
