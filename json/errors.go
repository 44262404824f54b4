// Errors. Those of encoding/json that have unexported text are made by it, from
// input that fails in the same way; this is done on the way out only.

package json

import (
	"bytes"
	"cmp"
	stdjson "encoding/json"
	"errors"
	"reflect"
	"strings"

	"github.com/beve-org/beve-go/internal/fault"
)

// errSyntax marks a syntax error until the true one replaces it.
var errSyntax = errors.New("json: malformed input")

// syntaxError returns the error of encoding/json for data, which is malformed. While
// both packages agree on what is, here and below, there always is one.
func syntaxError(data []byte) error {
	var raw stdjson.RawMessage
	return cmp.Or(stdjson.Unmarshal(data, &raw), errSyntax)
}

// compactError returns the error of Compact for src, as Marshal has it too.
func compactError(src []byte) error {
	var unused bytes.Buffer
	return cmp.Or(stdjson.Compact(&unused, src), errSyntax)
}

// failing is a TextMarshaler that does nothing but fail.
type failing struct{ err error }

func (f failing) MarshalText() ([]byte, error) { return nil, f.err }

// textError returns the error of a MarshalText method of type t.
func textError(t reflect.Type, cause error) error {
	_, err := stdjson.Marshal(failing{cause})
	if e, ok := err.(*MarshalerError); ok {
		e.Type = t
	}
	return err
}

// prefixes bring a decoder of encoding/json into each of the states of tokens.
var prefixes = [...]string{
	topValue: "", arrayStart: "[", arrayValue: "[1,", arrayComma: "[1 ", objectStart: "{",
	objectKey: `{"a":1,`, objectColon: `{"a"`, objectValue: `{"a":`, objectComma: `{"a":1 `,
}

// at sets the offset of a syntax error.
func at(offset int64, err error) error {
	if e, ok := err.(*SyntaxError); ok {
		e.Offset = offset
	}
	return err
}

// frame is a struct that is being decoded, and its current field.
type frame struct {
	fields *structDecoder
	field  int
}

// An error shows at most this many bytes of its input; see package fault.
const (
	maxShownValue = 512  // of a number or a string that does not fit
	maxShownPath  = 1024 // of the fields that lead to it, or of a name
	maxShownTime  = 200  // of text that is not a time: package time shows it twice and escapes it
)

// shown returns how an error shows a value: as encoding/json does, unless it is long.
func shown[T ~string | ~[]byte](s T) string {
	if len(s) <= maxShownValue {
		return string(s)
	}
	return fault.Piece(s, maxShownValue)
}

// save keeps the first of the errors that do not end decoding. It is about what is
// in front of an offset.
func (d *decodeState) save(err error, end int) {
	if d.saved == nil {
		if !d.walk.Trying() { // else it may be read once more
			err = d.inContext(err)
		}
		d.saved, d.where = err, where{about: end}
	}
}

// inContext completes a type error by the struct and the fields that lead to it.
func (d *decodeState) inContext(err error) error {
	var e *UnmarshalTypeError
	switch own := err.(type) {
	case *UnmarshalTypeError:
		e = own
	case *declaredError:
		e, _ = own.kind.(*UnmarshalTypeError)
	}
	if e == nil {
		return err
	}
	var path []string
	var innermost reflect.Type
	for _, f := range d.frames {
		if f.field >= 0 {
			innermost = f.fields.typ
			path = append(path, f.fields.fields[f.field].path)
		}
	}
	if innermost == nil {
		return err
	}
	if e.Field != "" {
		path = append(path, e.Field)
	}
	e.Struct, e.Field = innermost.Name(), strings.Join(path, ".")
	if len(e.Field) > maxShownPath {
		e.Field = fault.Piece(e.Field, maxShownPath)
	}
	return err
}

// syntax ends decoding at malformed input.
func (d *decodeState) syntax() int {
	d.err = errSyntax
	return -1
}

// fail ends decoding with an error that is not about syntax, of what is in front of an
// offset.
func (d *decodeState) fail(err error, end int) int {
	d.err, d.where = err, where{about: end}
	return -1
}

// typeError saves that a value does not go into t.
func (d *decodeState) typeError(value string, t reflect.Type, end int) {
	if d.saved == nil {
		d.save(&UnmarshalTypeError{Value: value, Type: t, Offset: int64(end)}, end)
	}
}

// null passes the literal null at i.
func (d *decodeState) null(i int) int {
	if b := d.src; i+4 <= len(b) && b[i] == 'n' && b[i+1] == 'u' && b[i+2] == 'l' && b[i+3] == 'l' {
		return i + 4
	}
	return d.syntax()
}

// mismatch passes the value at i, which does not go into t, and saves that; null
// goes into everything, unless the options are strict.
func (d *decodeState) mismatch(i int, t reflect.Type) int {
	if d.src[i] == 'n' {
		end := d.null(i)
		if end > 0 {
			d.nullFor(t, i, end)
		}
		return end
	}
	value, end := word(d.src[i]), d.skip(i)
	if end < 0 {
		return -1
	}
	at := end
	if value == "array" || value == "object" {
		at = i + 1
	}
	d.typeError(value, t, at)
	return end
}

// word says what the value that begins with c is, in the words of [UnmarshalTypeError].
func word(c byte) string {
	switch c {
	case 'n':
		return "null"
	case '[':
		return "array"
	case '{':
		return "object"
	case '"':
		return "string"
	case 't', 'f':
		return "bool"
	}
	return "number"
}
