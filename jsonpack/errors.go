package jsonpack

import (
	"fmt"

	"github.com/beve-org/beve-go/internal/fault"
)

// A DecodeError says where in the input, and where in the value, decoding failed.
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
	// error of a method that was called; errors.As finds an error of the published package
	// where one says it.
	Err error
	// Format names the format: "jsonpack" here, or "json" for a text.
	Format string
}

// Error says it as "jsonpack: /users/3/age at byte 118: cause (Go type int32)", without the
// parts that are empty. The text is one line of at most 2 KB, whatever the input is.
func (e *DecodeError) Error() string { return (*fault.DecodeError)(e).Error() }

// Unwrap returns Err.
func (e *DecodeError) Unwrap() error { return e.Err }

// As lets errors.As find e by the DecodeError of another format.
func (e *DecodeError) As(target any) bool { return (*fault.DecodeError)(e).As(target) }

// An EncodeError says which part of a Go value could not be written. errors.As finds it
// by the EncodeError of every other format, too.
type EncodeError struct {
	// Path is the JSON Pointer of the part; "" is the whole value. Where the error holds
	// for every item of an array the index is "*". Its length is bounded as that of a
	// [DecodeError] is.
	Path Pointer
	// GoType names the Go type that could not be written.
	GoType string
	// Err is the cause, as in a [DecodeError].
	Err error
	// Format names the format: "jsonpack" here.
	Format string
}

// Error says it as "jsonpack: /users/3/next: cause (Go type main.User)", or for the whole value
// as "jsonpack: encode: cause". The text is bounded as that of a [DecodeError] is.
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

// decodeError makes an error of the engine one of this package. It is small enough to be
// inlined together with the call that it stands around.
func decodeError(err error) error {
	if e, ok := err.(*fault.DecodeError); ok {
		return (*DecodeError)(e)
	}
	return err
}

// encodeError is decodeError for what encodes.
func encodeError(err error) error {
	if e, ok := err.(*fault.EncodeError); ok {
		return (*EncodeError)(e)
	}
	return err
}

// Pointer is a JSON Pointer (RFC 6901), the path of errors.
type Pointer = fault.Pointer

// The causes of failure, for errors.Is.
var (
	// ErrTruncated: the input ends inside the document.
	ErrTruncated = fault.ErrTruncated
	// ErrSyntax: the bytes are not a document under any schema: a length or count of more
	// than 64 bits.
	ErrSyntax = fault.ErrSyntax
	// ErrUTF8: a string is not valid UTF-8, where that is asked for.
	ErrUTF8 = fault.ErrUTF8
	// ErrTrailing: bytes follow the document.
	ErrTrailing = fault.ErrTrailing
	// ErrDepth: the schema nests deeper than Limits.MaxDepth.
	ErrDepth = fault.ErrDepth
	// ErrLimit: another limit is exceeded.
	ErrLimit = fault.ErrLimit
	// ErrMismatch: a Go or JSON value of a kind that the schema does not have there, or
	// a message that was sealed with another schema.
	ErrMismatch = fault.ErrMismatch
	// ErrOverflow: a number that its target does not hold.
	ErrOverflow = fault.ErrOverflow
	// ErrMissing: a property without a value.
	ErrMissing = fault.ErrMissing
	// ErrUnsupported: a value that cannot be represented.
	ErrUnsupported = fault.ErrUnsupported
	// ErrUnknownField: a member that is not a property, where that is refused.
	ErrUnknownField = fault.ErrUnknownField
	// ErrDuplicate: a repeated name, where that is refused.
	ErrDuplicate = fault.ErrDuplicate
	// ErrCycle: a Go value that contains itself.
	ErrCycle = fault.ErrCycle
)

// shown returns how errors show a name: as it is, unless it is long or not printable.
func shown(name string) string { return fault.Piece(name, 512) }

// A CompileError says why a definition is not a schema, or why a Go type has none.
type CompileError struct {
	// Name is the name given for the schema.
	Name string
	// Err is the cause.
	Err error
}

// Error says what is wrong, in the words of the published package.
func (e *CompileError) Error() string {
	return fault.OneLine(fmt.Sprintf("compiling '%s' got error: %v", shown(e.Name), e.Err))
}

// Unwrap returns the cause.
func (e *CompileError) Unwrap() error { return e.Err }

// A SchemaNonExistError says that no schema has the name.
type SchemaNonExistError struct{ Name string }

// Error says what is wrong, in the words of the published package.
func (e *SchemaNonExistError) Error() string {
	return fmt.Sprintf("schema definition '%s' does not exist", shown(e.Name))
}

// An UnknownTypeError names a type that no schema can have: a type name in a
// definition, or a Go type that a definition was to be made of.
type UnknownTypeError struct{ DataType string }

// Error says what is wrong, in the words of the published package.
func (e *UnknownTypeError) Error() string {
	return fmt.Sprintf("unknown data type '%s'", shown(e.DataType))
}

// Is matches [ErrUnsupported].
func (e *UnknownTypeError) Is(target error) bool { return target == ErrUnsupported }

// A WrongTypeError names a Go type that cannot hold what the schema has there: an
// object or an array.
type WrongTypeError struct{ DataType string }

// Error says what is wrong, in the words of the published package.
func (e *WrongTypeError) Error() string {
	return fmt.Sprintf("wrong data type '%s'", shown(e.DataType))
}

// Is matches [ErrMismatch].
func (e *WrongTypeError) Is(target error) bool { return target == ErrMismatch }

// A TypeAssertionError says that a Go value is not what the schema has there.
type TypeAssertionError struct {
	// Data is the value, or the zero value of a type that never fits. It is nil where the
	// value is missing.
	Data any
	// ExpectedType is the type in the schema.
	ExpectedType string
}

// Error says what is wrong, in the words of the published package.
func (e *TypeAssertionError) Error() string {
	return fault.OneLine(fmt.Sprintf("got data of type %T but wanted %s", e.Data, shown(e.ExpectedType)))
}

// Is matches [ErrMismatch], and [ErrMissing] if Data is nil.
func (e *TypeAssertionError) Is(target error) bool {
	return target == ErrMismatch || target == ErrMissing && e.Data == nil
}

// A StructFieldNonExistError says that a struct has no field for a property.
type StructFieldNonExistError struct {
	// Name is the type of the struct.
	Name string
	// Field is the property.
	Field string
}

// Error says what is wrong, in the words of the published package.
func (e *StructFieldNonExistError) Error() string {
	return fmt.Sprintf("struct %s doesn't contain required field: '%s'", shown(e.Name), shown(e.Field))
}

// Is matches [ErrMissing].
func (e *StructFieldNonExistError) Is(target error) bool { return target == ErrMissing }

// A NotImplementedError names an operation that does not exist. Nothing returns it
// any more; it is here for programs that name it.
type NotImplementedError struct{ Name string }

// Error says what is wrong, in the words of the published package.
func (e *NotImplementedError) Error() string { return fmt.Sprintf("'%s' is not implemented", e.Name) }

// format is how the errors of this package name the format.
const format = "jsonpack"
