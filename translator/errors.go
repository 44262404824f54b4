package translator

import "github.com/beve-org/beve-go/internal/fault"

// A DecodeError says where in the input, and where in the value, decoding failed.
// errors.As finds it by the DecodeError of every other format, too.
type DecodeError struct {
	// Offset is the position in bytes, from the start of the message or, for a
	// [Transcode], from the start of the stream.
	Offset int64
	// Path is the JSON Pointer of the value inside its message; "" is the whole value. It
	// has at most 8 KB: of a longer one the middle is left out, and "…" stands there.
	Path Pointer
	// GoType is empty: a translation has no Go type.
	GoType string
	// Err is the cause: one of the Err values below, perhaps with particulars.
	Err error
	// Format names the format of the input: "json"; empty means BEVE.
	Format string
}

// Error says it as "json: /users/3/age at byte 118: cause", without the
// parts that are empty. The text is one line of at most 2 KB, whatever the input is.
func (e *DecodeError) Error() string { return (*fault.DecodeError)(e).Error() }

// Unwrap returns Err.
func (e *DecodeError) Unwrap() error { return e.Err }

// As lets errors.As find e by the DecodeError of another format.
func (e *DecodeError) As(target any) bool { return (*fault.DecodeError)(e).As(target) }

func init() {
	fault.Declare(fault.Types[*DecodeError, *fault.EncodeError]{
		Decode:   func(e *fault.DecodeError) *DecodeError { return (*DecodeError)(e) },
		Decoding: func(e *DecodeError) *fault.DecodeError { return (*fault.DecodeError)(e) },
		Encode:   func(e *fault.EncodeError) *fault.EncodeError { return e },
		Encoding: func(e *fault.EncodeError) *fault.EncodeError { return e },
	})
}

// decodeError makes an error of package fault one of this package. It is small enough to be
// inlined together with the call that it stands around.
func decodeError(err error) error {
	if e, ok := err.(*fault.DecodeError); ok {
		return (*DecodeError)(e)
	}
	return err
}

// Pointer is a JSON Pointer (RFC 6901), the path of errors.
type Pointer = fault.Pointer

// Causes of a [DecodeError], for errors.Is.
var (
	// ErrTruncated: the input ends inside a value.
	ErrTruncated = fault.ErrTruncated
	// ErrSyntax: the input is not JSON, or not BEVE.
	ErrSyntax = fault.ErrSyntax
	// ErrUTF8: a string or key is not valid UTF-8.
	ErrUTF8 = fault.ErrUTF8
	// ErrTrailing: something follows the one value that was asked for.
	ErrTrailing = fault.ErrTrailing
	// ErrDepth: values are nested deeper than Limits.MaxDepth.
	ErrDepth = fault.ErrDepth
	// ErrLimit: another limit is used up.
	ErrLimit = fault.ErrLimit
	// ErrOverflow: a JSON number that no BEVE number holds.
	ErrOverflow = fault.ErrOverflow
	// ErrUnsupported: a BEVE value that has no JSON form.
	ErrUnsupported = fault.ErrUnsupported
)
