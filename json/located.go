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

// located wraps an error of decoding data in a DecodeError.
func located(data []byte, err error) error {
	if _, ok := err.(*InvalidUnmarshalError); ok || err == nil {
		return err
	}
	out := &DecodeError{Err: err, Format: jsontext.Format}
	var syntax *SyntaxError
	var mismatch *UnmarshalTypeError
	switch {
	case errors.As(err, &mismatch):
		out.Offset = mismatch.Offset
		if mismatch.Type != nil {
			out.GoType = mismatch.Type.String()
		}
	case errors.As(err, &syntax):
		out.Offset = syntax.Offset
		return out // there is no value whose path this could be
	}
	if out.Offset > int64(len(data)) {
		out.Offset = int64(len(data))
	}
	out.Path = pointerAt(data, int(out.Offset))
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
