// Options and limits, for the calls that encoding/json does not have.

package json

import (
	"io"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/jsontext"
)

// Limits bounds what one text may cost a reader. A member or element is one level
// deeper than what holds it. The default of MaxDepth, and the most, is 10,001, as in
// encoding/json; texts are otherwise bounded where a limit is set only.
type Limits = fault.Limits

// Causes that a [DecodeError] wraps where a text goes beyond its limits, or has more than
// is asked for.
var (
	// ErrDepth: values are nested deeper than Limits.MaxDepth.
	ErrDepth = fault.ErrDepth
	// ErrLimit: a text is longer than Limits.MaxBytes, or has more members and elements
	// than Limits.MaxElements.
	ErrLimit = fault.ErrLimit
	// ErrUnknownField: an object has a member that no struct field takes, under
	// DisallowUnknownFields.
	ErrUnknownField = fault.ErrUnknownField
)

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
}

// Unmarshal decodes data, one JSON text, into the value that v points to.
func (o DecodeOptions) Unmarshal(data []byte, v any) error {
	if err := o.admit(data); err != nil {
		return err
	}
	d := newDecodeState()
	d.flags = o.Flags
	return d.located(data, d.text1(data, v))
}

// NewDecoder returns a Decoder that reads from r, whose method Decode keeps the limits
// for each value.
func (o DecodeOptions) NewDecoder(r io.Reader) *Decoder {
	return &Decoder{r: r, flags: o.Flags, options: &o}
}

// admit returns an error where data goes beyond the limits.
func (o *DecodeOptions) admit(data []byte) *DecodeError {
	if !o.Limits.Admits(len(data)) {
		return tooLong(o.Limits.MaxBytes)
	}
	if o.Limits.MaxDepth <= 0 && o.Limits.MaxElements <= 0 {
		return nil
	}
	l := o.Limits
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
func (o *DecodeOptions) holds(n int) bool { return o == nil || o.Limits.Admits(n) }

// tooLong is the error for a text of more bytes than it may have.
func tooLong(most int64) *DecodeError {
	return &DecodeError{Offset: most, Err: fault.Because(ErrLimit, "more bytes than Limits.MaxBytes"), Format: jsontext.Format}
}

// placed returns the error of decoding data, which begins at base, with its place in the
// stream.
func (o *DecodeOptions) placed(data []byte, base int64, at where, err error) error {
	if o == nil {
		return err
	}
	return located(data, base, at, err)
}
