package jsonpack

import (
	"fmt"

	"github.com/beve-org/beve-go/internal/fault"
)

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
