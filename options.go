package beve

import (
	"io"

	"github.com/beve-org/beve-go/internal/engine"
	"github.com/beve-org/beve-go/types"
)

// EncodeOptions are the choices of encoding; the zero value is what Marshal uses.
type EncodeOptions struct {
	// Deterministic gives the same bytes for the same value: map members are
	// written in the order of their keys, integers by value and strings by bytes.
	// It affects maps only; everything else is deterministic anyway.
	Deterministic bool
	// FixedWidth writes integers in the width of their Go type instead of the
	// narrowest that holds them, for peers that patch in place or read enums
	// strictly. It affects integer values, not typed arrays and map keys, which
	// keep their Go width always.
	FixedWidth bool
	// Aligned writes arrays of Go's own numbers, complex ones too, in the aligned
	// form if they are wider than a byte, so that a reader whose buffer is aligned
	// can view them in place. Offsets count from the start of the message. It does
	// not affect arrays of half floats and of 128-bit integers.
	Aligned bool
	// OmitNil leaves out struct members that are nil pointers, interfaces, maps
	// or slices, as if each were tagged omitempty for nil only.
	OmitNil bool
	// Framing begins a message, or a stream, with the draft framing header.
	Framing bool
	// StructTag is the tag key that names members, with "json" as fallback for
	// fields without it. Empty means what SetStructTag chose, "beve" at first.
	StructTag string
	// Extended also writes what only readers of the extended profile read, this
	// library among them: times, durations, intervals, UUIDs and regular expressions
	// in forms of their own, and slices of structs, or of maps with the same keys, as
	// tables. Without it everything written is portable.
	Extended bool
	// MinTableRows is how many elements a slice must have to become a table; the
	// default is 5. It affects Extended only.
	MinTableRows int
	// Time says how a time.Time is written. A format other than the default is
	// written under Extended too.
	Time TimeFormat
	// MaxDepth is the number of levels that a value may nest; the default is 512,
	// the maximum 100,000. C++ and Rust peers read 128.
	MaxDepth int
	// Types are declarations of types that count before those of the program.
	Types *types.Set
}

// Marshal is [Marshal] with options.
func (o EncodeOptions) Marshal(v any) ([]byte, error) {
	data, err := o.inner().Marshal(v)
	return data, encodeError(err)
}

// Append is [Append] with options.
func (o EncodeOptions) Append(dst []byte, v any) ([]byte, error) {
	out, err := o.inner().Append(dst, v)
	return out, encodeError(err)
}

// MarshalZeroCopy is [MarshalZeroCopy] with options.
func (o EncodeOptions) MarshalZeroCopy(v any) (Lease, error) {
	lease, err := o.inner().MarshalZeroCopy(v)
	return Lease(lease), encodeError(err)
}

// NewEncoder is [NewEncoder] with options.
func (o EncodeOptions) NewEncoder(w io.Writer) *Encoder {
	e := NewEncoder(w)
	e.SetOptions(o)
	return e
}

func (o *EncodeOptions) inner() engine.EncodeOptions {
	return engine.EncodeOptions{Deterministic: o.Deterministic, FixedWidth: o.FixedWidth, Aligned: o.Aligned,
		OmitNil: o.OmitNil, Framing: o.Framing, StructTag: o.StructTag, Extended: o.Extended,
		MinTableRows: o.MinTableRows, Time: engine.TimeFormat(o.Time), MaxDepth: o.MaxDepth, Types: o.Types}
}

// Unmarshal is [Unmarshal] with options.
func (o DecodeOptions) Unmarshal(data []byte, v any) error {
	return decodeError(o.inner().Unmarshal(data, v))
}

// NewDecoder is [NewDecoder] with options.
func (o DecodeOptions) NewDecoder(r io.Reader) *Decoder {
	d := NewDecoder(r)
	d.SetOptions(o)
	return d
}

// NewDecoderBytes is [NewDecoderBytes] with options.
func (o DecodeOptions) NewDecoderBytes(data []byte) *Decoder {
	d := NewDecoderBytes(data)
	d.SetOptions(o)
	return d
}

// IndexOptions are the choices of writing an index; the zero value is what
// [EncodeIndexedObject] uses.
type IndexOptions struct {
	// MinFieldCount is how many members an object must have to get an index; one
	// with fewer is written as a plain object. Zero gives every object an index.
	MinFieldCount int
	// IncludeNested gives the objects inside an index, too.
	IncludeNested bool
}

// Marshal is [EncodeIndexedObject] with options.
func (o IndexOptions) Marshal(v any) ([]byte, error) { return o.Append(nil, v) }

// Append is Marshal that appends to dst. On failure it returns dst as it was.
func (o IndexOptions) Append(dst []byte, v any) ([]byte, error) {
	out, err := engine.IndexOptions(o).AppendIndexed(dst, v)
	return out, encodeError(err)
}

// TimeFormat says how a time.Time is written; every format is read always.
type TimeFormat uint8

// The formats of time.
const (
	// TimeRFC3339 writes a string with nanoseconds and zone offset, which every peer can
	// read. It is the default.
	TimeRFC3339 = TimeFormat(engine.TimeRFC3339)
	// TimeUnixNano writes a signed integer: nanoseconds since 1970. Times outside the
	// years 1678 to 2262 are an error.
	TimeUnixNano = TimeFormat(engine.TimeUnixNano)
	// TimeDraft writes the draft extension 4: unsigned nanoseconds since 1970. Times
	// before 1970 or after 2554 are an error.
	TimeDraft = TimeFormat(engine.TimeDraft)
)

// SetStructTag chooses the struct tag that names members by default, for the
// whole process; "json" is the fallback for fields without it. At first, and for
// the empty name, it is "beve". It is safe at any time: calls that have begun finish as
// they began.
func SetStructTag(name string) { engine.SetStructTag(name) }

// GetStructTag returns the struct tag that SetStructTag chose.
func GetStructTag() string { return engine.GetStructTag() }
