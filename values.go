package beve

import (
	"github.com/beve-org/beve-go/internal/engine"
	"github.com/beve-org/beve-go/scalar"
	"github.com/beve-org/beve-go/wire"
)

// Marshaler is implemented by types that encode themselves, into one value.
type Marshaler interface {
	MarshalBEVE() ([]byte, error)
}

// Appender is Marshaler for types that append to a buffer; it is preferred. Where it fails
// the result is not used.
type Appender interface {
	AppendBEVE(dst []byte) ([]byte, error)
}

// Unmarshaler is implemented by types that decode themselves from the bytes of one
// value, which they copy if they keep them.
type Unmarshaler interface {
	UnmarshalBEVE(data []byte) error
}

// Raw is an encoded value that is kept as it is and written again as it is. A nil
// or empty Raw is written as null.
type Raw = engine.Raw

// Matrix is a matrix or tensor of numbers or complex numbers: Data holds the product of
// the Extents elements, in the order that Layout says: scalar.RowMajor or scalar.ColumnMajor.
type Matrix[T any] = scalar.Matrix[T]

// Complex is a complex number of integers: Real and Imag. For floats use complex64 and
// complex128.
type Complex[T wire.Numeric] = scalar.Complex[T]

// TypeTag is a version 1 variant, which is read and never written: the Index of a type,
// and a Value.
type TypeTag = scalar.TypeTag

// Timestamp is an instant: Seconds since 1970, Nanoseconds that count forward from
// them, and TimezoneOffset, the minutes that local time is ahead of UTC.
type Timestamp = scalar.Timestamp

// An Interval is the time from its Start, included, to its End, excluded. It has the
// methods Duration, Contains and Overlaps.
type Interval = scalar.Interval

// UUID is a UUID in the byte order of RFC 9562; it reads and writes text too.
type UUID = scalar.UUID

// RegExpData is a regular expression that is not compiled, of whatever syntax: its
// Pattern and its Flags.
type RegExpData = scalar.RegExpData

// Reflect is for code that bevegen writes, for fields that need reflection: v points
// to the field.
func Reflect(v any) engine.Reflected { return engine.Reflect(v) }
