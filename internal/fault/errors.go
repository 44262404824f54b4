// Package fault is the vocabulary of failure that every format shares: the two
// error types, the causes they wrap, JSON Pointer paths and the limits of a
// decode. Formats export these names by alias, so that a program handles one
// error type whatever the wire.
//
// The package imports nothing that needs reflection; generated code may use it.
package fault

import (
	"errors"
	"io"
	"strconv"
)

// Causes. A [DecodeError] or [EncodeError] wraps one of them, so errors.Is tells
// the classes of failure apart without reading text.
var (
	// ErrTruncated: the input ends inside a value.
	ErrTruncated = errors.New("input ends inside a value")
	// ErrSyntax: the bytes are not a value of the format.
	ErrSyntax = errors.New("malformed input")
	// ErrUTF8: a string or key is not valid UTF-8, which makes input malformed,
	// so that it is an ErrSyntax too; on encode, a Go string that the format
	// cannot represent.
	ErrUTF8 = Because(ErrSyntax, "invalid UTF-8")
	// ErrTrailing: bytes follow the one value that was asked for.
	ErrTrailing = errors.New("data after the value")
	// ErrDepth: values are nested deeper than Limits.MaxDepth.
	ErrDepth = errors.New("nesting too deep")
	// ErrLimit: an element or byte budget of Limits is used up.
	ErrLimit = errors.New("limit exceeded")
	// ErrMismatch: a well-formed value of the wrong kind for its Go target.
	ErrMismatch = errors.New("type mismatch")
	// ErrOverflow: a number that the target cannot hold exactly.
	ErrOverflow = errors.New("number out of range")
	// ErrUnknownField: a member that no struct field takes, under RejectUnknown.
	ErrUnknownField = errors.New("unknown field")
	// ErrDuplicate: a repeated member or key, under RejectDuplicates.
	ErrDuplicate = errors.New("duplicate key")
	// ErrMissing: a struct field without a member, under RequireAll, or a part of
	// a value that a view was asked for and that is not there.
	ErrMissing = errors.New("missing field")
	// ErrUnsupported: a well-formed value, Go type or option that this library
	// cannot represent.
	ErrUnsupported = errors.New("unsupported")
	// ErrCycle: a Go value that contains itself.
	ErrCycle = errors.New("cyclic value")
)

// ErrNoVariable: a codec that was given a nil pointer, where it needs a variable to write or
// to read into.
var ErrNoVariable = Because(ErrUnsupported, "nil pointer, which leads to no variable")

// ErrNoCodec: a Codec that was declared and not made, which is of no type.
var ErrNoCodec = Because(ErrUnsupported, "a Codec that CodecOf has not made")

// CodecMisused is what a call of a Codec is refused for: a nil pointer, or that the Codec was
// not made.
func CodecMisused(made bool) error {
	if made {
		return ErrNoVariable
	}
	return ErrNoCodec
}

// ErrNoWriter: an Encoder that was given a nil writer.
var ErrNoWriter = Because(ErrUnsupported, "an Encoder of a nil writer")

// Write writes all of b to w. A nil writer, and one that takes less and does not say why, are
// errors.
func Write(w io.Writer, b []byte, format string) error {
	if w == nil {
		return &EncodeError{Err: ErrNoWriter, Format: format}
	}
	n, err := w.Write(b)
	if err == nil && n < len(b) {
		err = io.ErrShortWrite
	}
	return err
}

// ErrNoReader: a Decoder that was given a nil reader, which has nothing to read and no end.
var ErrNoReader = Because(ErrUnsupported, "a Decoder of a nil reader")

// Cause is a sentinel with the particulars of one failure. Its text is Detail, on one
// line and of at most 1 KB; errors.Is matches the sentinel.
type Cause struct {
	Sentinel error
	Detail   string
}

// Error returns the particulars.
func (c *Cause) Error() string { return Text(c.Detail) }

// Unwrap returns the sentinel.
func (c *Cause) Unwrap() error { return c.Sentinel }

// Because returns a cause that reads as detail and matches sentinel. Input in detail,
// quoted by [Quote], is not kept beyond what the text shows.
func Because(sentinel error, detail string) error {
	return &Cause{Sentinel: sentinel, Detail: Text(detail)}
}

// InJSON returns err as a failure in the JSON text that stands for a value: its place is
// one in that text, not in the message, so that it is not a [DecodeError] of the message.
func InJSON(err error) error { return &jsonError{err} }

type jsonError struct{ err error }

func (e *jsonError) Error() string { return "as JSON: " + e.err.Error() }
func (e *jsonError) Unwrap() error { return e.err }

// A DecodeError says where in the input and where in the value a decode failed.
type DecodeError struct {
	// Offset is the position in bytes, from the start of the message or, for a
	// streaming decoder, from the start of the stream.
	Offset int64
	// Path is the JSON Pointer of the value inside its message; "" is the root. It has
	// at most 8 KB: of a longer one the middle is left out, and "…" stands there.
	Path Pointer
	// GoType names the Go type that was being filled, or is empty when there is
	// none (validation, skipping, translation).
	GoType string
	// Err is the cause: one of the Err values of this package, perhaps wrapped
	// with particulars, or the error of a user's method.
	Err error
	// Format names the wire format in the text; empty means "beve".
	Format string
}

// Error formats as "beve: /users/3/age at byte 118: cause (Go type int32)"; the
// path of the root and an unknown Go type are left out. The text has one line of at most
// 2 KB, whatever the input is: each part that is longer is cut in its middle, a path that
// holds unprintable characters is quoted, and other such text is escaped.
func (e *DecodeError) Error() string {
	b := make([]byte, 0, 96)
	b = appendFormat(b, e.Format)
	if e.Path != "" {
		b = append(appendPath(b, e.Path), ' ')
	}
	b = append(b, "at byte "...)
	b = strconv.AppendInt(b, e.Offset, 10)
	return string(appendCause(b, e.Err, e.GoType))
}

// Unwrap returns the cause.
func (e *DecodeError) Unwrap() error { return e.Err }

// An EncodeError says which part of a Go value could not be written.
type EncodeError struct {
	// Path is the JSON Pointer of the part; "" is the root. Its length is bounded as
	// that of [DecodeError] is.
	Path Pointer
	// GoType names the Go type that could not be written.
	GoType string
	// Err is the cause, as in [DecodeError].
	Err error
	// Format names the wire format in the text; empty means "beve".
	Format string
}

// Error formats as "beve: /users/3/next: cause (Go type main.User)", and for the
// root as "beve: encode: cause". The text is bounded as that of [DecodeError] is.
func (e *EncodeError) Error() string {
	b := make([]byte, 0, 96)
	b = appendFormat(b, e.Format)
	if e.Path != "" {
		b = appendPath(b, e.Path)
	} else {
		b = append(b, "encode"...)
	}
	return string(appendCause(b, e.Err, e.GoType))
}

// Unwrap returns the cause.
func (e *EncodeError) Unwrap() error { return e.Err }

// unnamed is the format of errors that name none.
const unnamed = "beve"

func appendFormat(b []byte, format string) []byte {
	if format == "" {
		format = unnamed
	}
	return append(appendShort(b, format, maxFormatText, false), ": "...)
}

func appendCause(b []byte, err error, goType string) []byte {
	b = append(b, ": "...)
	if err != nil {
		b = appendShort(b, err.Error(), maxCauseText, false)
	}
	if goType != "" {
		b = append(b, " (Go type "...)
		b = appendShort(b, goType, maxTypeText, false)
		b = append(b, ')')
	}
	return b
}

// At returns a DecodeError at a byte offset, without path or Go type.
func At(off int, cause error) *DecodeError {
	return &DecodeError{Offset: int64(off), Err: cause}
}
