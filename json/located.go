// Errors with a path, for the calls that encoding/json does not have.

package json

import (
	"errors"
	"fmt"
	"reflect"

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
	var unknown *unknownField
	switch {
	case errors.As(err, &mismatch):
		out.Offset = mismatch.Offset
		if mismatch.Type != nil {
			out.GoType = mismatch.Type.String()
		}
	case errors.As(err, &syntax):
		out.Offset = syntax.Offset
	case errors.As(err, &unknown):
		out.Offset, out.GoType = int64(unknown.offset), unknown.goType
		out.Path = pointerAt(data, unknown.offset+1)
		return out
	}
	out.Offset = min(out.Offset, int64(len(data)))
	out.Path = pointerAt(data, int(out.Offset))
	return out
}

// unknownField is the error for a member that no struct field takes, on its way to
// located. Its text is that of encoding/json, which has no type for it.
type unknownField struct {
	name   string
	offset int // of the key
	goType string
}

// unknown returns the error for the key at i, which none of t's fields takes.
func (d *decodeState) unknown(name []byte, i int, t reflect.Type) error {
	e := &unknownField{string(name), i, t.String()}
	if !d.placed {
		return errors.New(e.Error())
	}
	return e
}

func (e *unknownField) Error() string { return fmt.Sprintf("json: unknown field %q", e.name) }
func (e *unknownField) Unwrap() error { return ErrUnknownField }

// pointerAt returns the path of the innermost value that ends at or holds off, or that
// should stand there.
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
