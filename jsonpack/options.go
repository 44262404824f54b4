package jsonpack

import "github.com/beve-org/beve-go/internal/fault"

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
	// as long as they are used. Do not decode into a value with such slices without
	// NoCopy: that would write into the input. A Decoder of an io.Reader ignores it.
	NoCopy bool
	// AllowTrailing ignores bytes after the document, as the published packages do.
	AllowTrailing bool
	// ValidUTF8 refuses strings that are not UTF-8. By default their bytes are kept.
	ValidUTF8 bool
}

// Marshal is [Schema.Marshal] with options.
func (o EncodeOptions) Marshal(s *Schema, v any) ([]byte, error) {
	return s.result(func(dst []byte) ([]byte, error) { return o.Append(s, dst, v) })
}

// Append is [Schema.Append] with options.
func (o EncodeOptions) Append(s *Schema, dst []byte, v any) ([]byte, error) {
	if !s.made() {
		return dst, encodeError(&fault.EncodeError{Err: errNoSchema, Format: format})
	}
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

// check returns out, which is dst with a message appended, or dst if the message is
// refused.
func (o EncodeOptions) check(s *Schema, dst, out []byte) ([]byte, error) {
	if !o.ValidUTF8 {
		return out, nil
	}
	limits := fault.Limits{MaxDepth: fault.MaxMaxDepth, MaxElements: 1 << 62}
	if failed := s.doc.validUTF8(limits, out, len(dst)+s.prefix()); failed != nil {
		return dst, encodeError(&fault.EncodeError{Path: failed.Path, Err: failed.Err, Format: format})
	}
	return out, nil
}

// Unmarshal is [Schema.Unmarshal] with options.
func (o DecodeOptions) Unmarshal(s *Schema, data []byte, v any) error {
	_, err := o.decode(s, data, !o.AllowTrailing, func(d *decodeState, off int) int { return d.into(off, s.doc, v) })
	return decodeError(err)
}

// DecodePrefix is [Schema.DecodePrefix] with options.
func (o DecodeOptions) DecodePrefix(s *Schema, data []byte, v any) (n int, err error) {
	n, err = o.decode(s, data, false, func(d *decodeState, off int) int { return d.into(off, s.doc, v) })
	return n, decodeError(err)
}

// decode reads one message, which whole says is all of data, and returns its length. The
// error is one of package fault.
func (o *DecodeOptions) decode(s *Schema, data []byte, whole bool, read func(d *decodeState, off int) int) (n int, err error) {
	d := decodePool.Get().(*decodeState)
	defer d.release()
	n, err = d.message(s, o, data, read)
	if err == nil && whole && n < len(data) {
		err = inputError(n, fault.ErrTrailing)
	}
	if err != nil {
		return 0, err
	}
	return n, nil
}
