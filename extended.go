// The extended profile as a whole: writing it, and telling what a message is in.

package beve

import (
	"github.com/beve-org/beve-go/internal/engine"
	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/wire"
)

// MarshalAuto is Marshal in the extended profile: times, durations, intervals, UUIDs
// and regular expressions in forms of their own, and slices of at least five
// structs, or maps with the same keys, as tables. Messages are smaller and keep more
// of the types of Go; only this library reads them. See [EncodeOptions.Extended].
func MarshalAuto(v any) ([]byte, error) { return auto.Marshal(v) }

// AppendAuto is MarshalAuto that appends to dst, as [Append] does.
func AppendAuto(dst []byte, v any) ([]byte, error) { return auto.Append(dst, v) }

// UnmarshalAuto is [Unmarshal], which reads both profiles always.
func UnmarshalAuto(data []byte, v any) error { return Unmarshal(data, v) }

var auto = EncodeOptions{Extended: true}

// The numbers of the extensions, in the high five bits of a header.
const (
	ExtensionIndex    = 0 // indexed object; between the values of a stream, delimiter
	ExtensionTable    = 1 // table; in version 1 of the format, type tag
	ExtensionMatrix   = 2
	ExtensionComplex  = 3
	ExtensionTime     = 4 // timestamp; draft time
	ExtensionDuration = 5 // duration; at the start of a message, draft framing header
	ExtensionInterval = 6
	ExtensionUUID     = 8
	ExtensionRegExp   = 9
)

// SupportsExtension reports whether values of that extension are read.
func SupportsExtension(id int) bool {
	return id >= 0 && id < 32 && wire.Header(id<<3|6).IsValue()
}

// GetExtensionID returns the number of the extension that the value of a message
// is of. A value of the base format is an error that matches ErrMismatch, and what
// starts no value is the error that decoding it would be.
func GetExtensionID(data []byte) (int, error) {
	off, h, err := messageHeader(data)
	if err != nil {
		return 0, err
	}
	if h&7 != 6 {
		return 0, fault.At(off, fault.Because(ErrMismatch, h.String()+" is no extension"))
	}
	return int(h >> 3), nil
}

// IsExtension reports whether the value of a message is of an extension, one of the
// base format's own among them. It looks at the start of the value only.
func IsExtension(data []byte) bool {
	_, err := GetExtensionID(data)
	return err == nil
}

// DetectEncoding says in a word what the value of a message is, by the start of it:
//
//	"indexed"     an object with an index
//	"table"       an array of objects whose names come once
//	"timestamp"   an instant, and "time" a draft time or an array of them
//	"duration", "interval", "uuid", "regexp", "matrix", "complex"
//	"standard"    every value of the base format
//	"invalid"     what starts no value
func DetectEncoding(data []byte) string {
	off, h, err := messageHeader(data)
	if err != nil {
		return "invalid"
	}
	switch k := h.Kind(); k {
	case wire.KindIndexed:
		return "indexed"
	case wire.KindTime:
		if off+1 < len(data) && data[off+1] > 1 {
			return "timestamp"
		}
		return "time"
	case wire.KindTable:
		if wire.TypeTagAt(data, off, false) {
			return wire.KindTypeTag.String()
		}
		return k.String()
	case wire.KindDuration, wire.KindInterval, wire.KindUUID, wire.KindRegExp, wire.KindMatrix, wire.KindComplex:
		return k.String()
	}
	return "standard"
}

// messageHeader returns the header of the value of a message.
func messageHeader(data []byte) (off int, h wire.Header, err error) {
	if off, err = wire.ReadMessageStart(data); err == nil {
		h, err = wire.ReadHeader(data, off)
	}
	return off, h, err
}

// single returns the position of the value of a message that read takes whole.
func single[T any](data []byte, read func([]byte, int) (T, int, error)) (v T, err error) {
	off, err := wire.ReadMessageStart(data)
	if err != nil {
		return v, err
	}
	v, next, err := read(data, off)
	if err == nil {
		err = wire.CheckEnd(data, next)
	}
	return v, err
}

// encoded completes an encode error.
func encoded(dst, out []byte, goType string, cause error) ([]byte, error) {
	if cause == nil {
		return out, nil
	}
	return dst, &EncodeError{GoType: goType, Err: cause}
}

// MarshalTyped is MarshalAuto that makes tables of slices however short they are.
func MarshalTyped(v any) ([]byte, error) { return typed.Marshal(v) }

// AppendTyped is MarshalTyped that appends to dst, as [Append] does.
func AppendTyped(dst []byte, v any) ([]byte, error) { return typed.Append(dst, v) }

// UnmarshalTyped is [Unmarshal], which reads tables into slices and arrays of
// structs, of maps and of interfaces.
func UnmarshalTyped(data []byte, v any) error { return Unmarshal(data, v) }

var typed = EncodeOptions{Extended: true, MinTableRows: 1}

// EncodeTypedArray returns v as a table, whatever its length: a slice or array of
// structs, of pointers to structs that are not nil, or of maps with the same keys.
// Anything else is an error that matches ErrUnsupported.
func EncodeTypedArray(v any) ([]byte, error) { return AppendTypedArray(nil, v) }

// AppendTypedArray is EncodeTypedArray that appends to dst, as [Append] does.
func AppendTypedArray(dst []byte, v any) ([]byte, error) { return engine.TypedArray(dst, v) }

// DecodeTypedArray returns the rows of a table, or the elements of another array of
// objects.
func DecodeTypedArray(data []byte) ([]map[string]any, error) {
	var rows []map[string]any
	if err := Unmarshal(data, &rows); err != nil {
		return nil, err
	}
	return rows, nil
}
