// Errors with a path, for the calls that encoding/json does not have.

package json

import (
	"errors"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/jsontext"
)

type (
	// DecodeError says where in the input and where in the value a decode failed.
	// Methods of [Codec], [DecodeOptions] and [View] return it, around the error of
	// encoding/json.
	DecodeError = fault.DecodeError
	// Pointer is a JSON Pointer, RFC 6901.
	Pointer = fault.Pointer
)

// located gives d back and wraps err, of decoding data, in a DecodeError. base is the
// offset of data in what is read; a syntax error counts from there itself.
func (d *decodeState) located(data []byte, err error, base int64) error {
	about := d.about
	d.release()
	if _, ok := err.(*InvalidUnmarshalError); ok && about == 0 || err == nil {
		return err
	}
	if syntax, ok := err.(*SyntaxError); ok && !Valid(data) {
		// There is no value whose path this could have.
		return &DecodeError{Offset: syntax.Offset, Err: err, Format: jsontext.Format}
	}
	out := &DecodeError{Offset: base + int64(about), Path: pointerAt(data, about), Err: err, Format: jsontext.Format}
	var mismatch *UnmarshalTypeError
	if errors.As(err, &mismatch) && mismatch.Type != nil {
		out.GoType = mismatch.Type.String()
	}
	return out
}

// pointerAt returns the path of the innermost value that ends at or holds off.
func pointerAt(data []byte, off int) (path Pointer) {
	for _, step := range jsontext.PointerAt(data, off) {
		if step.Object {
			path = path.Key(step.Key)
		} else {
			path = path.Index(step.Index)
		}
	}
	return path
}
