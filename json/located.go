// Errors with a path, for the calls that encoding/json does not have.

package json

import (
	"errors"
	"reflect"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/jsontext"
)

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
	of    reflect.Type // the struct or map that the error is about the members of, if it is
	// unknown says that no field takes a member: what is saved is the error of encoding/json for that.
	unknown bool
	// begins says that about is the offset after the first byte of what the error is about.
	begins bool
	// missing is the name that no member of the object has, if it is about that.
	missing string
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
	var malformed *SyntaxError
	if syntax, ok := err.(*SyntaxError); ok && !Valid(data) {
		at, malformed = where{about: int(min(syntax.Offset, int64(len(data))))}, syntax
	}
	finder := jsontext.NewPointerFinder(data)
	path := finder.At(at.about)
	if malformed != nil && finder.Depth() >= jsontext.MaxOpen && opens(data[at.about-1]) {
		err = &depthError{malformed}
	}
	out := &DecodeError{Offset: base + int64(at.about), Path: path, Err: err, Format: jsontext.Format}
	if own, ok := err.(*declaredError); ok {
		placed := *own
		placed.placed = true
		out.Err = &placed
	}
	var mismatch *UnmarshalTypeError
	switch {
	case errors.As(err, &mismatch) && mismatch.Type != nil:
		out.GoType = mismatch.Type.String()
	case at.of != nil:
		out.GoType = at.of.String()
	}
	if at.unknown {
		out.Err = fault.Because(ErrUnknownField, err.Error())
	}
	if at.begins {
		out.Offset--
	}
	if at.missing != "" {
		out.Path = path.Key(at.missing).Short()
	}
	return out
}

// depthError is the error of syntax that encoding/json has for values nested too deep. It is
// ErrDepth too, as under Limits.
type depthError struct{ syntax *SyntaxError }

func (e *depthError) Error() string   { return e.syntax.Error() }
func (e *depthError) Unwrap() []error { return []error{e.syntax, ErrDepth} }

func opens(c byte) bool { return c == '[' || c == '{' }
