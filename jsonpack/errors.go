package jsonpack

import (
	"fmt"

	"github.com/beve-org/beve-go/internal/fault"
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

// Error says what is wrong, in the words of the published package after the name of this one.
func (e *CompileError) Error() string {
	return fault.OneLine(fmt.Sprintf(format+": compiling '%s' got error: %v", shown(e.Name), e.Err))
}

// Unwrap returns the cause.
func (e *CompileError) Unwrap() error { return e.Err }

// A SchemaNonExistError says that no schema has the name.
type SchemaNonExistError struct{ Name string }

// Error says what is wrong, in the words of the published package after the name of this one.
func (e *SchemaNonExistError) Error() string {
	return fmt.Sprintf(format+": schema definition '%s' does not exist", shown(e.Name))
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
