package beve

import (
	"github.com/beve-org/beve-go/internal/engine"
	"github.com/beve-org/beve-go/wire"
)

// Marshaler is implemented by types that encode themselves, into one value:
// MarshalBEVE() ([]byte, error).
type Marshaler = engine.Marshaler

// Appender is Marshaler for types that append to a buffer; it is preferred:
// AppendBEVE(dst []byte) ([]byte, error).
type Appender = engine.Appender

// Unmarshaler is implemented by types that decode themselves from the bytes of one
// value, which they copy if they keep them: UnmarshalBEVE(data []byte) error.
type Unmarshaler = engine.Unmarshaler

// Raw is an encoded value that is kept as it is and written again as it is. A nil
// or empty Raw is written as null.
type Raw = engine.Raw

// Matrix is a matrix or tensor of numbers or complex numbers: Data holds the product of
// the Extents elements, in the order that Layout says.
type Matrix[T any] = engine.Matrix[T]

// Layout says which extent of a matrix varies slowest.
type Layout = engine.Layout

// The layouts of a matrix.
const (
	RowMajor    = engine.RowMajor
	ColumnMajor = engine.ColumnMajor
)

// Complex is a complex number of integers, or of what else complex64 and complex128 do
// not hold: Real and Imag.
type Complex[T wire.Numeric] = engine.Complex[T]

// TypeTag is a version 1 variant, which is read and never written: the Index of a type,
// and a Value.
type TypeTag = engine.TypeTag

// Reflected is a field that generated code leaves to reflection.
type Reflected = engine.Reflected

// Reflect is for code that bevegen writes, for fields that need reflection: v points
// to the field.
func Reflect(v any) Reflected { return engine.Reflect(v) }

// An Interval is the time from its Start, included, to its End, excluded. It has the
// methods Duration, Contains and Overlaps.
type Interval = engine.Interval

// UUID is a UUID in the byte order of RFC 9562; it reads and writes text too.
type UUID = engine.UUID

// RegExpData is a regular expression that is not compiled, of whatever syntax: its
// Pattern and its Flags.
type RegExpData = engine.RegExpData
