package plan

import (
	"encoding"
	"reflect"
	"strings"

	"github.com/beve-org/beve-go/scalar"
)

// A MethodKind says by which of the methods that many formats know a value is written or read.
type MethodKind uint8

const (
	NoMethod     MethodKind = iota // by the kind of its type
	TextMethod                     // encoding.TextMarshaler, encoding.TextUnmarshaler
	BinaryMethod                   // encoding.BinaryMarshaler, encoding.BinaryUnmarshaler
	JSONMethod                     // JSONMarshaler, JSONUnmarshaler
	BEVEMethod                     // BEVEAppender, BEVEMarshaler, BEVEUnmarshaler: of what nothing else is known
)

// JSONMarshaler and JSONUnmarshaler are the interfaces of encoding/json, for those who do not link that package.
type (
	JSONMarshaler   interface{ MarshalJSON() ([]byte, error) }
	JSONUnmarshaler interface{ UnmarshalJSON([]byte) error }
)

// BEVEAppender, BEVEMarshaler and BEVEUnmarshaler are the interfaces of package beve.
type (
	BEVEAppender    interface{ AppendBEVE([]byte) ([]byte, error) }
	BEVEMarshaler   interface{ MarshalBEVE() ([]byte, error) }
	BEVEUnmarshaler interface{ UnmarshalBEVE([]byte) error }
)

// The interfaces of a [MethodKind], one for each direction.
var (
	TextMarshalerType   = reflect.TypeFor[encoding.TextMarshaler]()
	TextUnmarshalerType = reflect.TypeFor[encoding.TextUnmarshaler]()
	JSONUnmarshalerType = reflect.TypeFor[JSONUnmarshaler]()

	binaryMarshalerType   = reflect.TypeFor[encoding.BinaryMarshaler]()
	binaryUnmarshalerType = reflect.TypeFor[encoding.BinaryUnmarshaler]()
	jsonMarshalerType     = reflect.TypeFor[JSONMarshaler]()

	beveAppenderType    = reflect.TypeFor[BEVEAppender]()
	beveMarshalerType   = reflect.TypeFor[BEVEMarshaler]()
	beveUnmarshalerType = reflect.TypeFor[BEVEUnmarshaler]()
)

// A MethodSet says which of these methods a type has, written through it or a pointer to it: the one that writes, and
// the one that reads.
type MethodSet struct {
	Text, Binary, JSON [2]bool
	Nullable           bool // see [Nullable]
	Tagged             bool // see [Tagged]
}

// Tagged reports whether the type of that name has methods of JSON for encoding/json alone: the tags of its fields say
// the same, and all that knows them goes by the fields, which is fast and keeps NaN.
func Tagged(path, name string) bool { return path == scalarPath && strings.HasPrefix(name, "Matrix") }

// Nilable reports whether null is a value of t that formats have in common: functions and channels are in none.
func Nilable(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Interface, reflect.Pointer, reflect.Map, reflect.Slice:
		return true
	}
	return false
}

// Scalar reports whether t is a type of package scalar.
func Scalar(t reflect.Type) bool { return t.PkgPath() == scalarPath }

var scalarPath = reflect.TypeFor[scalar.UUID]().PkgPath()

// Methods says by which methods variables of type t are written and read. Those of *t count too.
func Methods(t reflect.Type) (write, read MethodKind) {
	p := reflect.PointerTo(t)
	write, read = MethodSet{
		Text:     [2]bool{p.Implements(TextMarshalerType), p.Implements(TextUnmarshalerType)},
		Binary:   [2]bool{p.Implements(binaryMarshalerType), p.Implements(binaryUnmarshalerType)},
		JSON:     [2]bool{p.Implements(jsonMarshalerType), p.Implements(JSONUnmarshalerType)},
		Nullable: Nullable(t),
		Tagged:   Tagged(t.PkgPath(), t.Name()),
	}.Choose()
	if write == NoMethod && read == NoMethod {
		return OnlyBEVE(t)
	}
	return write, read
}

// OnlyBEVE says in which directions a type has methods of BEVE, if these are all that is known of it: it is a struct of
// which nothing is exported. Formats but BEVE ask for this where a type has no other methods.
func OnlyBEVE(t reflect.Type) (write, read MethodKind) {
	p := reflect.PointerTo(t)
	writes := p.Implements(beveAppenderType) || p.Implements(beveMarshalerType)
	reads := p.Implements(beveUnmarshalerType)
	if t.Kind() != reflect.Struct || !writes && !reads {
		return NoMethod, NoMethod
	}
	if s, err := Of(t, []string{"json"}); err != nil || s.Hidden == nil {
		return NoMethod, NoMethod
	}
	if writes {
		write = BEVEMethod
	}
	if reads {
		read = BEVEMethod
	}
	return write, read
}

// Choose says by which of its methods a type is written and read.
//
// What is written by one kind of method is read by that kind: if a type has a kind in both directions, that is the
// answer for both, in the order of text, which people can read, binary and JSON. A nullable type goes by JSON first,
// since text has no null. Otherwise each direction takes what it has, but binary only where the other has no text.
func (s MethodSet) Choose() (write, read MethodKind) {
	both := [2]bool{true, true}
	switch {
	case s.Tagged:
		return NoMethod, NoMethod
	case s.JSON == both && s.Nullable:
		return JSONMethod, JSONMethod
	case s.Text == both:
		return TextMethod, TextMethod
	case s.Binary == both:
		return BinaryMethod, BinaryMethod
	case s.JSON == both:
		return JSONMethod, JSONMethod
	}
	return oneWay(s.Text[0], s.Binary[0] && !s.Text[1], s.JSON[0]), oneWay(s.Text[1], s.Binary[1] && !s.Text[0], s.JSON[1])
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

// JSONOf returns the JSON text of v, by its method. As of a nil json.RawMessage it is null of one that is empty, which
// has no text.
func JSONOf(v JSONMarshaler) ([]byte, error) {
	text, err := v.MarshalJSON()
	if err == nil && len(text) == 0 && isRawJSON(reflect.TypeOf(v)) {
		return []byte("null"), nil
	}
	return text, err
}

// isRawJSON reports whether t is, or leads to, the RawMessage of encoding/json or, by its name in later versions, the Value of its
// package jsontext.
func isRawJSON(t reflect.Type) bool {
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	return t.Kind() == reflect.Slice && (t.PkgPath() == "encoding/json" || t.PkgPath() == "encoding/json/jsontext")
}
