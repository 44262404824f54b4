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

// located gives d back and wraps err, of decoding data, in a DecodeError. base is the
// offset of data in what is read.
func (d *decodeState) located(data []byte, err error, base int64) error {
	about := d.about
	d.release()
	if _, ok := err.(*InvalidUnmarshalError); ok && about == 0 || err == nil {
		return err
	}
	if syntax, ok := err.(*SyntaxError); ok && !Valid(data) {
		about = int(min(syntax.Offset, int64(len(data))))
	}
	out := &DecodeError{Offset: base + int64(about), Path: pointerAt(data, about), Err: err, Format: jsontext.Format}
	var mismatch *UnmarshalTypeError
	var unknown *unknownField
	switch {
	case errors.As(err, &mismatch) && mismatch.Type != nil:
		out.GoType = mismatch.Type.String()
	case errors.As(err, &unknown):
		out.Offset, out.GoType = out.Offset-1, unknown.goType // that of the quote
	}
	return out
}

// unknownField is the error for a member that no struct field takes, on its way to
// located. Its text is that of encoding/json, which has no type for it.
type unknownField struct{ name, goType string }

// unknown returns the error for a key that none of t's fields takes.
func (d *decodeState) unknown(name []byte, t reflect.Type) error {
	e := &unknownField{string(name), t.String()}
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
