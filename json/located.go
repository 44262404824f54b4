// Errors with a path, for the calls that encoding/json does not have.

package json

import (
	"errors"
	"reflect"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/jsontext"
)

// A DecodeError says where in the input, and where in the value, decoding failed. What
// encoding/json has too returns the errors of encoding/json; the methods of [Codec],
// [DecodeOptions] and [View], and the streams that [DecodeOptions] makes, return this
// one, around that of encoding/json.
// errors.As finds it by the DecodeError of every other format, too.
type DecodeError struct {
	// Offset is the position in bytes, from the start of the message or, for a
	// [Decoder], from the start of the stream.
	Offset int64
	// Path is the JSON Pointer of the value inside its message; "" is the whole value. It
	// has at most 8 KB: of a longer one the middle is left out, and "…" stands there.
	Path Pointer
	// GoType names the Go type that was to hold the value, or is empty where there was
	// none.
	GoType string
	// Err is the cause: one of the Err values below, perhaps with particulars, or the
	// error of a method that was called.
	Err error
	// Format names the format: "json" here.
	Format string
}

// Error says it as "json: /users/3/age at byte 118: cause (Go type int32)", without the
// parts that are empty. The text is one line of at most 2 KB, whatever the input is.
func (e *DecodeError) Error() string { return (*fault.DecodeError)(e).Error() }

// Unwrap returns Err.
func (e *DecodeError) Unwrap() error { return e.Err }

// As lets errors.As find e by the DecodeError of another format.
func (e *DecodeError) As(target any) bool { return (*fault.DecodeError)(e).As(target) }

// An EncodeError says that a Go value could not be written, around the error of
// encoding/json. The methods of [Codec] and [EncodeOptions] return it. errors.As finds it
// by the EncodeError of every other format, too.
type EncodeError struct {
	// Path is empty: as with encoding/json, the part of the value is not known.
	Path Pointer
	// GoType names the Go type that could not be written, where that is known.
	GoType string
	// Err is the cause, as in a [DecodeError].
	Err error
	// Format names the format: "json" here.
	Format string
}

// Error says it as "json: encode: cause (Go type chan int)". The text is bounded as that of a [DecodeError] is.
func (e *EncodeError) Error() string { return (*fault.EncodeError)(e).Error() }

// Unwrap returns Err.
func (e *EncodeError) Unwrap() error { return e.Err }

// As lets errors.As find e by the EncodeError of another format.
func (e *EncodeError) As(target any) bool { return (*fault.EncodeError)(e).As(target) }

func init() {
	fault.Declare(fault.Types[*DecodeError, *EncodeError]{
		Decode:   func(e *fault.DecodeError) *DecodeError { return (*DecodeError)(e) },
		Decoding: func(e *DecodeError) *fault.DecodeError { return (*fault.DecodeError)(e) },
		Encode:   func(e *fault.EncodeError) *EncodeError { return (*EncodeError)(e) },
		Encoding: func(e *EncodeError) *fault.EncodeError { return (*fault.EncodeError)(e) },
	})
}

// Pointer is a JSON Pointer (RFC 6901), the path of errors.
type Pointer = fault.Pointer

// encodeError wraps an error of encoding.
func encodeError(err error) error {
	if err == nil {
		return nil
	}
	out := &EncodeError{Err: err, Format: jsontext.Format}
	var byType *UnsupportedTypeError
	var byMethod *MarshalerError
	switch {
	case errors.As(err, &byType) && byType.Type != nil:
		out.GoType = byType.Type.String()
	case errors.As(err, &byMethod) && byMethod.Type != nil:
		out.GoType = byMethod.Type.String()
	}
	return out
}

// where is the place of an error.
type where struct {
	about int          // the offset after what the error is about
	lost  reflect.Type // the struct type that has no field for a member, if it is about that
}

// located gives d back and wraps err, of decoding data, in a DecodeError.
func (d *decodeState) located(data []byte, err error) error {
	at := d.where
	d.release()
	return located(data, 0, at, err)
}

// located wraps err, of decoding data that begins at base, in a DecodeError. Where an
// error of syntax is, it says itself.
func located(data []byte, base int64, at where, err error) error {
	if _, ok := err.(*InvalidUnmarshalError); ok && at.about == 0 || err == nil {
		return err
	}
	if syntax, ok := err.(*SyntaxError); ok && !Valid(data) {
		at.about = int(min(syntax.Offset, int64(len(data))))
	}
	out := &DecodeError{Offset: base + int64(at.about), Path: jsontext.PointerAt(data, at.about), Err: err, Format: jsontext.Format}
	var mismatch *UnmarshalTypeError
	switch {
	case errors.As(err, &mismatch) && mismatch.Type != nil:
		out.GoType = mismatch.Type.String()
	case at.lost != nil:
		// The place is in the name, so that the path is that of the member.
		out.Offset, out.GoType, out.Err = out.Offset-1, at.lost.String(), fault.Because(ErrUnknownField, err.Error())
	}
	return out
}
