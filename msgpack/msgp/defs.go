// Types of values, sizes, and the interfaces of generated code.

package msgp

import (
	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/msgwire"
)

// Limits bounds what one value may cost, whatever its bytes claim: MaxDepth,
// MaxElements and MaxBytes are as in the Limits of package beve.
type Limits = fault.Limits

// DecodeError says where in the input, and where in the value, a decode failed. It is
// the DecodeError of package beve, with Offset, Path, GoType and Err.
type DecodeError = fault.DecodeError

// Marshaler appends its encoding to b.
type Marshaler interface {
	MarshalMsg(b []byte) (o []byte, err error)
}

// Unmarshaler reads itself from the start of b and returns the rest.
type Unmarshaler interface {
	UnmarshalMsg(b []byte) (o []byte, err error)
}

// Encodable writes itself to a stream.
type Encodable interface {
	EncodeMsg(w *Writer) error
}

// Decodable reads itself from a stream.
type Decodable interface {
	DecodeMsg(r *Reader) error
}

// Sizer estimates the length of its encoding, from above.
type Sizer interface {
	Msgsize() int
}

// MarshalSizer is Marshaler and Sizer.
type MarshalSizer interface {
	Marshaler
	Sizer
}

// RT is all that generated code does for a type.
type RT interface {
	Decodable
	Encodable
	Sizer
	Unmarshaler
	Marshaler
}

// Numbered is implemented by generated code that writes structs as maps from numbers. Package msgpack, whose keys are
// names, does not call such code; its methods of these interfaces are there for package zebrapack, and for programs
// that call them.
type Numbered interface {
	NumberedMsg()
}

// Named is implemented by generated code that writes structs as maps from names, which package zebrapack does not call.
type Named interface {
	NamedMsg()
}

// Reflected is implemented by generated code that writes and reads what reflection does, since no directive or flag asks
// for more than that. Packages msgpack and zebrapack go by reflection in its place where options ask for what
// generated code does not know.
type Reflected interface {
	ReflectedMsg()
}

// PtrTo is a pointer to T, as a constraint.
type PtrTo[T any] interface{ ~*T }

// RTFor is a pointer to T with the methods of generated code, as a constraint.
type RTFor[T any] interface {
	PtrTo[T]
	RT
}

// RuntimeConfig is how UnmarshalMsgWithCfg reads; a nil one means the defaults.
type RuntimeConfig struct {
	// UnsafeZeroCopy lets strings alias the input, which then must not change as long
	// as they are used.
	UnsafeZeroCopy bool
	// Depth is how many values enclose this one; see [RuntimeConfig.Deeper].
	Depth int
	// Strings is where short strings are copied to, many to an allocation; with nil
	// each has its own.
	Strings *Slab
	// Buffered says that the input is a buffer that will hold other bytes: nothing may
	// alias it.
	Buffered bool
}

// Deeper returns c for a value inside the present one. Types that contain themselves
// call it, so that input cannot exhaust the stack: it fails with [ErrRecursion] below
// the default limit of depth. c may be nil.
func (c *RuntimeConfig) Deeper() (RuntimeConfig, error) {
	var d RuntimeConfig
	if c != nil {
		d = *c
	}
	d.Depth++
	if d.Depth >= fault.DefaultMaxDepth {
		return d, ErrRecursion
	}
	return d, nil
}

// Type is the type of a value on the wire, as far as Go tells types apart.
type Type byte

// The types.
const (
	InvalidType Type = iota
	StrType
	BinType
	MapType
	ArrayType
	Float64Type
	Float32Type
	BoolType
	IntType
	UintType
	NilType
	DurationType
	ExtensionType
	Complex64Type
	Complex128Type
	TimeType
	NumberType
)

var typeNames = [...]string{"<invalid>", "str", "bin", "map", "array", "float64", "float32", "bool", "int", "uint",
	"nil", "time.Duration", "ext", "complex64", "complex128", "time.Time", "number"}

// String returns the word that errors use.
func (t Type) String() string {
	if int(t) < len(typeNames) {
		return typeNames[t]
	}
	return typeNames[InvalidType]
}

var typeOfKind = [...]Type{
	msgwire.KindNever:   InvalidType,
	msgwire.KindNil:     NilType,
	msgwire.KindBool:    BoolType,
	msgwire.KindInt:     IntType,
	msgwire.KindUint:    UintType,
	msgwire.KindFloat32: Float32Type,
	msgwire.KindFloat64: Float64Type,
	msgwire.KindStr:     StrType,
	msgwire.KindBin:     BinType,
	msgwire.KindArray:   ArrayType,
	msgwire.KindMap:     MapType,
	msgwire.KindExt:     ExtensionType,
}

// NextType returns the type of the value that b begins with: InvalidType for no bytes
// and for the reserved byte, and for the known extensions, if they have the length they
// should have, the type that they stand for.
func NextType(b []byte) Type {
	if len(b) == 0 {
		return InvalidType
	}
	t := typeOfKind[msgwire.KindOf(b[0])]
	if t != ExtensionType {
		return t
	}
	_, next, n, ok := msgwire.PeekHead(b, 0)
	if !ok {
		return t
	}
	switch code := int8(b[next-1]); {
	case code == Complex64Extension && n == 8:
		return Complex64Type
	case code == Complex128Extension && n == 16:
		return Complex128Type
	case n == 12 && code == TimeExtension, (n == 4 || n == 8 || n == 12) && code == MsgTimeExtension:
		return TimeType
	}
	return t
}

// IsNil reports whether b begins with nil.
func IsNil(b []byte) bool { return len(b) != 0 && b[0] == msgwire.Nil }

// The codes of the known extensions.
const (
	Complex64Extension  = msgwire.ExtComplex64
	Complex128Extension = msgwire.ExtComplex128
	TimeExtension       = msgwire.ExtTime
	MsgTimeExtension    = msgwire.ExtTimestamp
)

// The most bytes that values take, and for those with content the most that stands
// before it.
const (
	Int64Size      = 9
	IntSize        = Int64Size
	UintSize       = Int64Size
	Int8Size       = 2
	Int16Size      = 3
	Int32Size      = 5
	Uint8Size      = 2
	ByteSize       = Uint8Size
	Uint16Size     = 3
	Uint32Size     = 5
	Uint64Size     = Int64Size
	Float64Size    = 9
	Float32Size    = 5
	Complex64Size  = 10
	Complex128Size = 18
	DurationSize   = Int64Size
	TimeSize       = 15
	BoolSize       = 1
	NilSize        = 1

	MapHeaderSize       = 5
	ArrayHeaderSize     = 5
	BytesPrefixSize     = 5
	StringPrefixSize    = 5
	ExtensionPrefixSize = 6
)
