package plan

import (
	"encoding"
	"reflect"
)

// A MethodKind says by which of the methods that many formats know a value is written or read.
type MethodKind uint8

const (
	NoMethod     MethodKind = iota // by the kind of its type
	TextMethod                     // encoding.TextMarshaler, encoding.TextUnmarshaler
	BinaryMethod                   // encoding.BinaryMarshaler, encoding.BinaryUnmarshaler
	JSONMethod                     // JSONMarshaler, JSONUnmarshaler
)

// JSONMarshaler and JSONUnmarshaler are the interfaces of encoding/json, for those who do not link that package.
type (
	JSONMarshaler   interface{ MarshalJSON() ([]byte, error) }
	JSONUnmarshaler interface{ UnmarshalJSON([]byte) error }
)

// The interfaces of a [MethodKind], one for each direction.
var (
	TextMarshalerType   = reflect.TypeFor[encoding.TextMarshaler]()
	TextUnmarshalerType = reflect.TypeFor[encoding.TextUnmarshaler]()

	binaryMarshalerType   = reflect.TypeFor[encoding.BinaryMarshaler]()
	binaryUnmarshalerType = reflect.TypeFor[encoding.BinaryUnmarshaler]()
	jsonMarshalerType     = reflect.TypeFor[JSONMarshaler]()
	jsonUnmarshalerType   = reflect.TypeFor[JSONUnmarshaler]()
)

// Methods says by which methods variables of type t are written and read. Those of *t count too.
//
// What is written by one kind of method is read by that kind: if t has a kind in both directions, that is the answer
// for both, in the order of text, which people can read, binary and JSON. A nullable type (see [Nullable]) goes by JSON
// first, since text has no null. Otherwise each direction takes what it has, but binary only where the other has no
// text.
func Methods(t reflect.Type) (write, read MethodKind) {
	p := reflect.PointerTo(t)
	json := p.Implements(jsonMarshalerType) && p.Implements(jsonUnmarshalerType)
	text := [2]bool{p.Implements(TextMarshalerType), p.Implements(TextUnmarshalerType)}
	binary := [2]bool{p.Implements(binaryMarshalerType), p.Implements(binaryUnmarshalerType)}
	switch {
	case json && Nullable(t):
		return JSONMethod, JSONMethod
	case text[0] && text[1]:
		return TextMethod, TextMethod
	case binary[0] && binary[1]:
		return BinaryMethod, BinaryMethod
	case json:
		return JSONMethod, JSONMethod
	}
	return oneWay(text[0], binary[0] && !text[1], p.Implements(jsonMarshalerType)),
		oneWay(text[1], binary[1] && !text[0], p.Implements(jsonUnmarshalerType))
}

// oneWay returns the first kind that one direction has.
func oneWay(text, binary, json bool) MethodKind {
	switch {
	case text:
		return TextMethod
	case binary:
		return BinaryMethod
	case json:
		return JSONMethod
	}
	return NoMethod
}
