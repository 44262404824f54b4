// Failures, and how generated code adds to them where they happened.

package msgp

import (
	"errors"
	"reflect"
	"slices"
	"strconv"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/mem"
)

// Error is what all failures of reading are. A resumable one leaves the stream at the
// start of a whole value, which can be skipped; after another one nothing can be read.
type Error interface {
	error
	Resumable() bool
}

// failure is an Error that needs no particulars.
type failure struct {
	text      string
	cause     error
	resumable bool
}

func (f *failure) Error() string   { return f.text }
func (f *failure) Unwrap() error   { return f.cause }
func (f *failure) Resumable() bool { return f.resumable }

var (
	// ErrShortBytes: the input ends inside a value.
	ErrShortBytes error = &failure{"msgp: too few bytes left to read object", fault.ErrTruncated, false}
	// ErrRecursion: values are nested deeper than the limit.
	ErrRecursion error = &failure{"msgp: recursion limit exceeded", fault.ErrDepth, false}
	// ErrLimitExceeded: a value is larger than the limits of the reader allow.
	ErrLimitExceeded error = &failure{"msgp: limit exceeded", fault.ErrLimit, false}
	// ErrDuplicateEntry: a field or key came twice.
	ErrDuplicateEntry error = &failure{"msgp: duplicate entry", fault.ErrDuplicate, true}
	// ErrKeyType: the key of a map is none that the target can have.
	ErrKeyType error = &failure{"msgp: map key of another type", fault.ErrMismatch, true}
	// ErrUnsupported: a Go value that has no encoding here.
	ErrUnsupported error = &failure{"msgp: type not supported", fault.ErrUnsupported, true}
)

// ErrUnsupportedType: a Go value, in an interface, of a type that has no encoding here. It
// matches [ErrUnsupported].
type ErrUnsupportedType struct {
	T reflect.Type // nil for nil
}

// Error names the type.
func (e *ErrUnsupportedType) Error() string {
	name := "nil"
	if e.T != nil {
		name = e.T.String()
	}
	return "msgp: type " + strconv.Quote(name) + " not supported"
}

// Resumable reports true.
func (e *ErrUnsupportedType) Resumable() bool { return true }

// Unwrap returns the class of the failure.
func (e *ErrUnsupportedType) Unwrap() error { return ErrUnsupported }

// TypeError: a value of another type than was asked for. It was not consumed.
type TypeError struct {
	Method  Type // what was asked for
	Encoded Type // what there is
}

// Error names both types.
func (t TypeError) Error() string {
	return "msgp: attempted to decode type " + strconv.Quote(t.Encoded.String()) + " with method for " +
		strconv.Quote(t.Method.String())
}

// Resumable reports true.
func (t TypeError) Resumable() bool { return true }

// Unwrap returns the class of the failure.
func (t TypeError) Unwrap() error { return fault.ErrMismatch }

// badType returns why b does not begin with a value of type want.
func badType(b []byte, want Type) error {
	if len(b) == 0 {
		return ErrShortBytes
	}
	if got := NextType(b); got != InvalidType {
		return TypeError{Method: want, Encoded: got}
	}
	return InvalidPrefixError(b[0])
}

// InvalidPrefixError: the reserved byte where a value should begin.
type InvalidPrefixError byte

// Error shows the byte.
func (i InvalidPrefixError) Error() string {
	return "msgp: unrecognized type prefix 0x" + strconv.FormatUint(uint64(i), 16)
}

// Resumable reports false.
func (i InvalidPrefixError) Resumable() bool { return false }

// Unwrap returns the class of the failure.
func (i InvalidPrefixError) Unwrap() error { return fault.ErrSyntax }

// ArrayError: an array or tuple of another length than the target has.
type ArrayError struct {
	Wanted, Got uint32
}

// Error names both lengths.
func (a ArrayError) Error() string {
	return "msgp: wanted array of size " + strconv.FormatUint(uint64(a.Wanted), 10) + "; got " +
		strconv.FormatUint(uint64(a.Got), 10)
}

// Resumable reports true.
func (a ArrayError) Resumable() bool { return true }

// Unwrap returns the class of the failure.
func (a ArrayError) Unwrap() error { return fault.ErrMismatch }

// IntOverflow: a signed integer that the target does not hold.
type IntOverflow struct {
	Value         int64
	FailedBitsize int // the bits of the target
}

// Error shows the value.
func (i IntOverflow) Error() string {
	return "msgp: " + strconv.FormatInt(i.Value, 10) + " overflows int" + strconv.Itoa(i.FailedBitsize)
}

// Resumable reports true.
func (i IntOverflow) Resumable() bool { return true }

// Unwrap returns the class of the failure.
func (i IntOverflow) Unwrap() error { return fault.ErrOverflow }

// UintOverflow: an unsigned integer that the target does not hold.
type UintOverflow struct {
	Value         uint64
	FailedBitsize int // the bits of the target
}

// Error shows the value.
func (u UintOverflow) Error() string {
	return "msgp: " + strconv.FormatUint(u.Value, 10) + " overflows uint" + strconv.Itoa(u.FailedBitsize)
}

// Resumable reports true.
func (u UintOverflow) Resumable() bool { return true }

// Unwrap returns the class of the failure.
func (u UintOverflow) Unwrap() error { return fault.ErrOverflow }

// UintBelowZero: a negative integer for an unsigned target.
type UintBelowZero struct {
	Value int64
}

// Error shows the value.
func (u UintBelowZero) Error() string {
	return "msgp: attempted to cast int " + strconv.FormatInt(u.Value, 10) + " to unsigned"
}

// Resumable reports true.
func (u UintBelowZero) Resumable() bool { return true }

// Unwrap returns the class of the failure.
func (u UintBelowZero) Unwrap() error { return fault.ErrOverflow }

// ExtensionTypeError: an extension of another code than the target has.
type ExtensionTypeError struct {
	Got, Want int8
}

// Error names both codes.
func (e ExtensionTypeError) Error() string {
	return "msgp: error decoding extension: wanted type " + strconv.Itoa(int(e.Want)) + "; got type " +
		strconv.Itoa(int(e.Got))
}

// Resumable reports true.
func (e ExtensionTypeError) Resumable() bool { return true }

// Unwrap returns the class of the failure.
func (e ExtensionTypeError) Unwrap() error { return fault.ErrMismatch }

// InvalidTimestamp: an extension of times whose content is not a time.
type InvalidTimestamp struct {
	Nanos       int64 // the nanoseconds, where they are out of range
	FieldLength int   // the length, where no form of time has it
}

// Error says what is wrong.
func (i InvalidTimestamp) Error() string {
	if i.FieldLength != 0 {
		return "msgp: invalid timestamp length " + strconv.Itoa(i.FieldLength)
	}
	return "msgp: timestamp nanosecond field value " + strconv.FormatInt(i.Nanos, 10) + " out of range"
}

// Resumable reports true.
func (i InvalidTimestamp) Resumable() bool { return true }

// Unwrap returns the class of the failure.
func (i InvalidTimestamp) Unwrap() error { return fault.ErrSyntax }

// contextError is an error with the path to where it happened, innermost part last.
type contextError struct {
	path  fault.Pointer
	cause error
}

func (c *contextError) Error() string {
	if c.path == "" {
		return c.cause.Error()
	}
	return fault.OneLine(c.cause.Error() + " at " + string(c.path.ShortIn(512)))
}
func (c *contextError) Unwrap() error   { return c.cause }
func (c *contextError) Resumable() bool { return Resumable(c.cause) }

// maxPath is the most bytes of a path that grows at each level: what all of them copy
// together stays in proportion.
const maxPath = 2048

// around returns path, within what ctx, names of fields and keys or indexes of elements,
// says.
func around(ctx []any, path fault.Pointer) fault.Pointer {
	var t fault.Trail
	t.Inner(path)
	for _, part := range slices.Backward(ctx) {
		switch part := part.(type) {
		case string:
			t.Key(part)
		case int:
			t.Index(part)
		case int8:
			t.Index(int(part))
		case int16:
			t.Index(int(part))
		case int32:
			t.Index(int(part))
		case int64:
			t.Key(strconv.FormatInt(part, 10))
		case uint:
			t.Key(strconv.FormatUint(uint64(part), 10))
		case uint8:
			t.Index(int(part))
		case uint16:
			t.Index(int(part))
		case uint32:
			t.Key(strconv.FormatUint(uint64(part), 10))
		case uint64:
			t.Key(strconv.FormatUint(part, 10))
		case []byte:
			t.Key(mem.String(part))
		default:
			t.Key("?")
		}
	}
	return t.Pointer().ShortIn(maxPath)
}

// WrapError adds to err that it happened in the part of a value that ctx names: fields
// and keys by strings, elements by integers. Functions that call one another wrap from
// the inside out. The cause is still found by [Cause], errors.Is and errors.As.
func WrapError(err error, ctx ...any) error {
	if e, ok := fault.Decoding(err); ok {
		e.Path = around(ctx, e.Path)
		return err
	}
	switch e := err.(type) {
	case nil:
		return nil
	case *contextError:
		e.path = around(ctx, e.path)
		return e
	}
	return &contextError{around(ctx, ""), err}
}

// WrapErrorAt is WrapError for readers of slices that know how far they have come: the
// result is a [DecodeError] whose Offset is off, plus the offset that err has already.
func WrapErrorAt(err error, off int, ctx ...any) error {
	if e, ok := fault.Decoding(err); ok {
		e.Offset += int64(off)
		e.Path = around(ctx, e.Path)
		return err
	}
	switch e := err.(type) {
	case nil:
		return nil
	case *contextError:
		return &DecodeError{Offset: int64(off), Path: around(ctx, e.path), Err: e.cause, Format: format}
	}
	return &DecodeError{Offset: int64(off), Path: around(ctx, ""), Err: err, Format: format}
}

// format is what errors call the wire format.
const format = "msgpack"

// Cause returns the innermost failure of this package that err wraps, or err itself.
func Cause(err error) error {
	for e := err; e != nil; e = errors.Unwrap(e) {
		if _, ok := fault.Decoding(e); ok {
			continue
		}
		switch e.(type) {
		case *contextError, *said:
		case Error:
			return e
		default:
			return e
		}
	}
	return err
}

// Resumable reports whether a stream can be read on after err, having skipped the value
// that it is about.
func Resumable(err error) bool {
	e, ok := Cause(err).(Error)
	return ok && e.Resumable()
}
