// Options, for the calls that encoding/json does not have.

package json

import (
	"bytes"
	"io"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/jsontext"
	"github.com/beve-org/beve-go/types"
)

// EncodeOptions are the choices of encoding; the zero value encodes as [Marshal] does. An
// error of its methods is an [*EncodeError] around the error of encoding/json.
type EncodeOptions struct {
	// NoEscapeHTML writes <, > and & in strings as they are.
	NoEscapeHTML bool
	// UnsortedMaps writes the members of maps in Go's order, not in that of their keys.
	UnsortedMaps bool
	// TrustRawMessage writes a RawMessage as it is, unchecked.
	TrustRawMessage bool
	// FormatDurations writes a time.Duration as text, "1m30s", as the flag of [Append] does.
	// The flag [ParseDurations] reads it.
	FormatDurations bool
	// Prefix and Indent lay the text out as [Indent] does, unless both are empty.
	Prefix, Indent string
	// Types are declarations of types that count before those of the program.
	Types *types.Set
}

func (o *EncodeOptions) flags() (f AppendFlags) {
	if !o.NoEscapeHTML {
		f |= EscapeHTML
	}
	if !o.UnsortedMaps {
		f |= SortMapKeys
	}
	if o.TrustRawMessage {
		f |= TrustRawMessage
	}
	if o.FormatDurations {
		f |= FormatDurations
	}
	return f
}

// layOut returns b with b[n:], which is one text, laid out.
func (o *EncodeOptions) layOut(b []byte, n int) []byte {
	if o.Prefix == "" && o.Indent == "" {
		return b
	}
	text := bytes.Clone(b[n:])
	return jsontext.AppendIndent(b[:n], text, o.Prefix, o.Indent)
}

// Marshal is [Marshal] with options.
func (o EncodeOptions) Marshal(v any) ([]byte, error) {
	b, err := o.Append(nil, v)
	if err != nil {
		return nil, err
	}
	return b, nil
}

// Append appends the encoding of v to dst. On failure it returns dst unchanged.
func (o EncodeOptions) Append(dst []byte, v any) ([]byte, error) {
	flags := o.flags()
	out, err := appendWith(dst, v, flags, encodersOf(flags, o.Types))
	if err != nil {
		return dst, encodeError(err)
	}
	return o.layOut(out, len(dst)), nil
}

// NewEncoder is [NewEncoder] with options. Errors of its method Encode are those of
// encoding/json.
func (o EncodeOptions) NewEncoder(w io.Writer) *Encoder {
	enc := NewEncoder(w)
	enc.SetOptions(o)
	return enc
}

// DecodeOptions are the choices of decoding; the zero value decodes as [Unmarshal]
// does. Its errors are a [*DecodeError] with offset and path, around the error of
// encoding/json that Unmarshal returns, except for an *[InvalidUnmarshalError] and the
// errors of a reader, which have neither.
type DecodeOptions struct {
	// Limits is kept before anything is decoded. MaxDepth and MaxElements, if they are
	// set, cost one more pass over the text.
	Limits Limits
	// Flags are those of [Parse].
	Flags ParseFlags
	// RejectDuplicates makes it an error that matches [ErrDuplicate] where an object has two
	// members of one name, wherever it is in the text, or two that go into the same field or
	// the same key of a map. It costs one more pass over the text. A Decoder holds each value
	// that it decodes to it, and not what it reads by tokens; [ElementsAt] each element, and
	// not what lies around the array.
	RejectDuplicates bool
	// RequireAll makes it an error that matches [ErrMissing] when an object has no member for a
	// field of the struct that it goes into, unless the field has omitempty or omitzero.
	RequireAll bool
	// Strict rejects null, by an error that matches [ErrMismatch], for a target that cannot be
	// nil. A method of the program that reads JSON says itself what null is.
	Strict bool
	// Types are declarations of types that count before those of the program.
	Types *types.Set
}

// flags returns the flags that o decodes with.
func (o *DecodeOptions) flags() ParseFlags {
	f := o.Flags &^ checked
	if o.RejectDuplicates {
		f |= rejectDuplicates
	}
	if o.RequireAll {
		f |= requireAll
	}
	if o.Strict {
		f |= strict
	}
	return f
}

// Unmarshal decodes data, one JSON text, into the value that v points to.
func (o DecodeOptions) Unmarshal(data []byte, v any) error {
	if err := o.admit(data); err != nil {
		return err
	}
	d := newDecodeState(o.flags(), decodersOf(o.Types))
	return d.located(data, d.document(data, v))
}

// NewDecoder is [NewDecoder] with options: the method Decode keeps the limits for each
// value.
func (o DecodeOptions) NewDecoder(r io.Reader) *Decoder {
	dec := NewDecoder(r)
	dec.SetOptions(o)
	return dec
}

// NewDecoderBytes is [NewDecoderBytes] with options.
func (o DecodeOptions) NewDecoderBytes(data []byte) *Decoder {
	dec := NewDecoderBytes(data)
	dec.SetOptions(o)
	return dec
}

// NewView is [NewView] within the Limits of o and with its RejectDuplicates. The other
// choices matter to [View.DecodeWithOptions], which takes its own.
func (o DecodeOptions) NewView(data []byte) (View, error) {
	if err := o.admit(data); err != nil {
		return View{}, err
	}
	v, err := NewView(data)
	if err == nil && o.RejectDuplicates {
		if at, err := repeated(data, v.start); err != nil {
			return View{}, located(data, 0, at, err)
		}
	}
	return v, err
}

// admit returns an error where data goes beyond the limits.
func (o *DecodeOptions) admit(data []byte) *DecodeError {
	if !fault.Limits(o.Limits).Admits(len(data)) {
		return tooLong(o.Limits.MaxBytes)
	}
	if o.Limits.MaxDepth <= 0 && o.Limits.MaxElements <= 0 {
		return nil
	}
	l := fault.Limits(o.Limits)
	if l.MaxDepth <= 0 {
		l.MaxDepth = jsontext.MaxOpen + 1
	}
	budget := l.Budget()
	if at := jsontext.Spend(data, &budget); at >= 0 {
		return &DecodeError{Offset: int64(at), Path: jsontext.PointerAt(data, at+1), Err: budget.Err(), Format: jsontext.Format}
	}
	return nil
}

// holds reports whether n bytes of a value may be buffered.
func (o *DecodeOptions) holds(n int) bool { return o == nil || fault.Limits(o.Limits).Admits(n) }

// tooLong is the error for a text of more bytes than it may have.
func tooLong(limit int64) *DecodeError {
	return &DecodeError{Offset: limit, Err: fault.Because(ErrLimit, "more bytes than Limits.MaxBytes"), Format: jsontext.Format}
}

// placed returns the error of decoding data, which begins at base, with its place in the
// stream.
func (o *DecodeOptions) placed(data []byte, base int64, at where, err error) error {
	if o == nil {
		return err
	}
	return located(data, base, at, err)
}
