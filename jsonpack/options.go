package jsonpack

import (
	"github.com/beve-org/beve-go/internal/fault"
)

// Limits bounds what one message may cost. The depth of a document is that of its
// schema: a schema deeper than MaxDepth is refused with every document. MaxElements
// counts members and items of all kinds, and MaxBytes is the size.
type Limits = fault.Limits

// EncodeOptions are the choices of encoding. The zero value is what the methods of
// [Schema] do.
type EncodeOptions struct {
	// ValidUTF8 refuses strings that are not UTF-8. By default their bytes are kept.
	ValidUTF8 bool
}

// DecodeOptions are the choices of decoding. The zero value is what the methods of
// [Schema] do.
type DecodeOptions struct {
	// Limits bounds what a message may cost.
	Limits Limits
	// NoCopy lets strings and byte slices alias the input, which then must not change
	// as long as they are used. What holds such slices is not to be decoded into without
	// NoCopy, which would use their memory again. A [Decoder] ignores it.
	NoCopy bool
	// AllowTrailing ignores bytes behind the document, as the published packages do.
	AllowTrailing bool
	// ValidUTF8 refuses strings that are not UTF-8. By default their bytes are kept.
	ValidUTF8 bool
}

// Encode is [Schema.Encode] with options.
func (o EncodeOptions) Encode(s *Schema, v any) ([]byte, error) {
	return s.result(func(dst []byte) ([]byte, error) { return o.Append(s, dst, v) })
}

// Append is [Schema.Append] with options.
func (o EncodeOptions) Append(s *Schema, dst []byte, v any) ([]byte, error) {
	dst = present(dst)
	out := s.direct(dst, v)
	if out == nil {
		var err error
		if out, err = s.appendAs(dst, func(e *encodeState, dst []byte) []byte { return e.appendValue(dst, s, v) }); err != nil {
			return dst, err
		}
	}
	return o.check(s, dst, out)
}

// check returns out, which is dst with a message behind it, or dst if the message is
// refused.
func (o EncodeOptions) check(s *Schema, dst, out []byte) ([]byte, error) {
	if !o.ValidUTF8 {
		return out, nil
	}
	limits := Limits{MaxDepth: fault.MaxMaxDepth, MaxElements: 1 << 62}
	if failed := s.doc.validUTF8(limits, out, len(dst)+s.prefix()); failed != nil {
		return dst, &EncodeError{Name: s.Name, Err: &ValueError{Path: failed.Path, Err: failed.Err, Format: format}}
	}
	return out, nil
}

// Decode is [Schema.Decode] with options.
func (o DecodeOptions) Decode(s *Schema, data []byte, v any) error {
	_, err := o.decode(s, data, !o.AllowTrailing, func(d *decodeState, off int) int { return d.into(off, s.doc, v) })
	return err
}

// DecodePrefix is [Schema.DecodePrefix] with options.
func (o DecodeOptions) DecodePrefix(s *Schema, data []byte, v any) (n int, err error) {
	return o.decode(s, data, false, func(d *decodeState, off int) int { return d.into(off, s.doc, v) })
}

// decode reads one message, which whole says is all of data, and returns its length.
func (o *DecodeOptions) decode(s *Schema, data []byte, whole bool, read func(d *decodeState, off int) int) (n int, err error) {
	d := decodePool.Get().(*decodeState)
	defer d.release()
	n, err = d.message(s, o, data, read)
	if err == nil && whole && n < len(data) {
		err = inputError(n, fault.ErrTrailing)
	}
	if err != nil {
		return 0, &DecodeError{Name: s.Name, Err: err}
	}
	return n, nil
}
