// Package plan says what a struct means to a wire format: which fields are members, under which names, in which
// order, and when each may be left out. Every format compiles its codecs from a plan, and so does the code
// generator, so that all of them agree.
//
// The rules are those of encoding/json, to the letter: tag syntax, promotion through embedded structs, conflicts
// between promoted names, omitempty, omitzero and string. Two things are added. The tag keys are a list, tried in
// order on each field. And a key other than "json" knows one more option, unknown, which names the field that keeps
// the members that no other field takes.
//
// The rules run over a [Source], a small neutral view of types, so that they need not know where a type comes from.
// [Of] runs them over package reflect.
package plan

import "github.com/beve-org/beve-go/internal/fault"

// Shape is what the rules need to know about the kind of a type.
type Shape uint8

// The shapes. A defined type has the shape of its underlying type.
const (
	ShapeOther     Shape = iota // slices, arrays, maps, complex numbers, channels, functions
	ShapeScalar                 // bool, any integer, any float, string: what the option string can quote
	ShapeStruct                 //
	ShapePointer                //
	ShapeInterface              //
)

// Source is a view of Go types of representation T. The rules call the methods of the second group only with types
// of the shape that they name.
type Source[T any] interface {
	// Name returns the type as an error message should show it.
	Name(t T) string
	// Same reports whether a and b are one type.
	Same(a, b T) bool
	// Shape returns the shape of t.
	Shape(t T) Shape
	// Defined reports whether t has a name, be it predeclared or declared; *int and struct{} have none. An alias
	// has the name of what it stands for, if any.
	Defined(t T) bool
	// IsZeroMethod says whether values of t have a method IsZero() bool, and whether values of *t have one. Where
	// t is an interface, its own methods count, and onPointer is false.
	IsZeroMethod(t T) (onValue, onPointer bool)
	// IsMessage reports whether *t has the method of the messages of Protocol Buffers, ProtoReflect() Message.
	IsMessage(t T) bool

	// Elem returns what a pointer points to.
	Elem(pointer T) T
	// NumField returns the number of fields of a struct.
	NumField(structure T) int
	// Member returns field i of a struct.
	Member(structure T, i int) Member[T]
}

// Member is a field of a struct as it is declared, before any rule is applied.
type Member[T any] struct {
	// Name is the Go name; that of an embedded field is the name of its type, or of the alias it was written as.
	Name string
	// Type is the type of the field itself.
	Type T
	// Embedded says that the field was declared by its type alone.
	Embedded bool
	// Exported says that Name is an exported name.
	Exported bool
	// Lookup returns the value of a tag key, and whether the tag has it, as reflect.StructTag.Lookup does.
	Lookup func(key string) (string, bool)
	// AnyName says that a tag other than json gives any name, not only those that encoding/json takes.
	AnyName bool
}

// StructOf is the meaning of one struct type. It is never changed after [Build] returns it.
type StructOf[T any] struct {
	// Type is the struct.
	Type T
	// Fields are the members in the order they are written: that of their Index. The names are distinct.
	Fields []FieldOf[T]
	// Ambiguous are the names that several fields claim with equal right, so that none has them.
	Ambiguous []string
	// Unknown is the field with the option unknown, which is not among Fields, or nil. Its Name means nothing.
	// The format has to check that it can keep members in a field of that type.
	Unknown *FieldOf[T]
	// MayOmit says that a value may have fewer members than Fields: some field has an omit rule, or is reached
	// through an embedded pointer, which may be nil.
	MayOmit bool
	// NeedsAlloc says that some field, Unknown included, is reached through an embedded pointer, so that a decoder
	// may have to allocate before it can store.
	NeedsAlloc bool
	// Hidden is not nil if the struct has no members although it holds something, all of it in fields that are not
	// exported. It is the error of formats that do not write such a struct as an object without members.
	Hidden error
	// Message is not nil if the struct is a message of Protocol Buffers, whose fields are not what it means: names, integers
	// of 64 bits, times and what it does not know have rules of their own. It is the error of formats that do not write such
	// a struct by its fields.
	Message error
}

// Shown returns what [Build] has returned, and the error of a struct that is Hidden or a Message.
func Shown[T any](s *StructOf[T], err error) (*StructOf[T], error) {
	if err == nil {
		err = s.Hidden
	}
	if err == nil {
		err = s.Message
	}
	return s, err
}

// FieldOf is one member of a struct.
type FieldOf[T any] struct {
	// Name is the name of the member on the wire.
	Name string
	// GoName is the name of the field in Go.
	GoName string
	// Type is the type of the field itself, any pointer included.
	Type T
	// Index is the path to the field from the struct of the plan, as reflect.VisibleFields has it: all but the
	// last step lead to embedded structs or pointers to structs. A step through a nil pointer means that the
	// member is not there on encoding, and that the pointer has to be set on decoding.
	Index []int
	// TagKey is the tag key that the field was read by, empty when it has none of them.
	TagKey string
	// Tagged says that Name comes from the tag, not from GoName.
	Tagged bool
	// OmitEmpty says to leave the member out when it is false, 0, a nil pointer or interface, or an array, slice,
	// map or string of length 0.
	OmitEmpty bool
	// OmitZero says to leave the member out when it is zero. Zero says how to find that out.
	OmitZero bool
	// Zero is meaningful with OmitZero only.
	Zero ZeroTest
	// Quoted says that the option string applies: the type is a bool, integer, float or string, or an unnamed
	// pointer to one. Methods for marshaling are not looked at; they take precedence.
	Quoted bool
	// ThroughPointer says that Index leads through an embedded pointer.
	ThroughPointer bool
	// Locked says that Index leads through an embedded pointer to an unexported struct. Where that is nil a
	// decoder has to fail, because reflection may not set it.
	Locked bool
	// Unexported says that the field itself is an unexported embedded struct, or pointer to one, which is a member
	// because its tag names it. Its exported fields can be set, but reflection may not set it as a whole.
	Unexported bool
	// Options are the options of the tag that have no meaning here, in order and letter by letter. A format may
	// give some of them a meaning; encoding/json ignores them. Empty ones are left out.
	Options []string
}

// ZeroTest is how to find out whether a field is zero for the option omitzero.
type ZeroTest uint8

// The tests. None of them calls a method on a nil pointer.
const (
	// ZeroByCompare: the field has no method IsZero, and is zero when it is the zero value of its type.
	ZeroByCompare ZeroTest = iota
	// ZeroByValue: ask the IsZero method of the field.
	ZeroByValue
	// ZeroByAddress: ask the IsZero method of a pointer to the field, or to a copy if it has no address.
	ZeroByAddress
	// ZeroByPointer: the field is a pointer with a method IsZero; it is zero when nil, else ask it.
	ZeroByPointer
	// ZeroByInterface: the field is an interface with a method IsZero; it is zero when nil or when it holds a nil
	// pointer, else ask it.
	ZeroByInterface
)

// Error says why a type has no plan. It matches [fault.ErrUnsupported].
type Error struct {
	// GoType is the struct that declares the field, or the type that is not a struct.
	GoType string
	// GoField is the field, or empty when the type itself is at fault.
	GoField string
	// Reason says what is wrong.
	Reason string
}

// Error formats as "main.User.Extra: reason".
func (e *Error) Error() string {
	if e.GoField == "" {
		return e.GoType + ": " + e.Reason
	}
	return e.GoType + "." + e.GoField + ": " + e.Reason
}

// Unwrap returns [fault.ErrUnsupported].
func (e *Error) Unwrap() error { return fault.ErrUnsupported }
