// Reading scalars and heads from slices.

package msgp

import (
	"math"
	"time"

	"github.com/beve-org/beve-go/internal/mem"
	"github.com/beve-org/beve-go/internal/msgwire"
)

// head reads the head of a value of type want.
func head(b []byte, want Type) (h msgwire.Head, err error) {
	if h, err = msgwire.ReadHead(b, 0); err == nil && typeOfKind[h.Kind] == want {
		return h, nil
	}
	if len(b) > 0 && typeOfKind[msgwire.KindOf(b[0])] != want {
		return h, badType(b, want)
	}
	return h, ErrShortBytes
}

// ReadNilBytes reads nil.
func ReadNilBytes(b []byte) ([]byte, error) {
	if IsNil(b) {
		return b[1:], nil
	}
	return b, badType(b, NilType)
}

// ReadBoolBytes reads a bool.
func ReadBoolBytes(b []byte) (bool, []byte, error) {
	if len(b) > 0 && b[0]&^1 == msgwire.False {
		return b[0] == msgwire.True, b[1:], nil
	}
	return false, b, badType(b, BoolType)
}

// ReadInt64Bytes reads an integer of either family that an int64 holds.
func ReadInt64Bytes(b []byte) (int64, []byte, error) {
	if len(b) > 0 {
		switch c := b[0]; {
		case int8(c) >= msgwire.MinFixInt:
			return int64(int8(c)), b[1:], nil
		case c == msgwire.Int16 && len(b) > 2:
			return int64(int16(uint16(b[1])<<8 | uint16(b[2]))), b[3:], nil
		case c == msgwire.Int32 && len(b) > 4:
			return int64(int32(be32(b[1:]))), b[5:], nil
		case c == msgwire.Int64 && len(b) > 8:
			return int64(be64(b[1:])), b[9:], nil
		}
	}
	return readInt(b, 64)
}

// readInt reads an integer of either family into a signed type of so many bits.
func readInt(b []byte, bits int) (int64, []byte, error) {
	if len(b) == 0 {
		return 0, b, ErrShortBytes
	}
	var v int64
	n := 1
	switch c := b[0]; {
	case int8(c) >= msgwire.MinFixInt:
		v = int64(int8(c))
	case c >= msgwire.Uint8 && c <= msgwire.Int64:
		width := 1 << (c & 3)
		n += width
		if len(b) < n {
			return 0, b, ErrShortBytes
		}
		switch c {
		case msgwire.Int8:
			v = int64(int8(b[1]))
		case msgwire.Int16:
			v = int64(int16(uint16(b[1])<<8 | uint16(b[2])))
		case msgwire.Int32:
			v = int64(int32(be32(b[1:])))
		case msgwire.Int64:
			v = int64(be64(b[1:]))
		case msgwire.Uint8:
			v = int64(b[1])
		case msgwire.Uint16:
			v = int64(uint16(b[1])<<8 | uint16(b[2]))
		case msgwire.Uint32:
			v = int64(be32(b[1:]))
		default:
			u := be64(b[1:])
			if u > math.MaxInt64 {
				return 0, b, UintOverflow{u, 64} // as tinylib/msgp says it, whatever bits is
			}
			v = int64(u)
		}
	default:
		return 0, b, badType(b, IntType)
	}
	if bits < 64 && v>>(bits-1) != v>>63 {
		return 0, b, IntOverflow{v, bits}
	}
	return v, b[n:], nil
}

func be32(b []byte) uint32 {
	_ = b[3]
	return uint32(b[0])<<24 | uint32(b[1])<<16 | uint32(b[2])<<8 | uint32(b[3])
}

func be64(b []byte) uint64 {
	_ = b[7]
	return uint64(b[0])<<56 | uint64(b[1])<<48 | uint64(b[2])<<40 | uint64(b[3])<<32 |
		uint64(b[4])<<24 | uint64(b[5])<<16 | uint64(b[6])<<8 | uint64(b[7])
}

// ReadIntBytes reads an integer that an int holds.
func ReadIntBytes(b []byte) (int, []byte, error) {
	if len(b) > 0 && int8(b[0]) >= msgwire.MinFixInt {
		return int(int8(b[0])), b[1:], nil
	}
	v, o, err := readInt(b, 8*IntBytes)
	return int(v), o, err
}

// ReadInt32Bytes reads an integer that an int32 holds.
func ReadInt32Bytes(b []byte) (int32, []byte, error) {
	if len(b) > 0 && int8(b[0]) >= msgwire.MinFixInt {
		return int32(int8(b[0])), b[1:], nil
	}
	v, o, err := readInt(b, 32)
	return int32(v), o, err
}

// ReadInt16Bytes reads an integer that an int16 holds.
func ReadInt16Bytes(b []byte) (int16, []byte, error) {
	v, o, err := readInt(b, 16)
	return int16(v), o, err
}

// ReadInt8Bytes reads an integer that an int8 holds.
func ReadInt8Bytes(b []byte) (int8, []byte, error) {
	v, o, err := readInt(b, 8)
	return int8(v), o, err
}

// ReadDurationBytes reads nanoseconds, an integer.
func ReadDurationBytes(b []byte) (time.Duration, []byte, error) {
	v, o, err := readInt(b, 64)
	return time.Duration(v), o, err
}

// ReadUint64Bytes reads an integer of either family that a uint64 holds.
func ReadUint64Bytes(b []byte) (uint64, []byte, error) {
	if len(b) > 0 && b[0] <= msgwire.MaxFixInt {
		return uint64(b[0]), b[1:], nil
	}
	return readUint(b, 64)
}

// readUint reads an integer of either family into an unsigned type of so many bits.
func readUint(b []byte, bits int) (uint64, []byte, error) {
	if len(b) == 0 {
		return 0, b, ErrShortBytes
	}
	var v uint64
	n := 1
	switch c := b[0]; {
	case c <= msgwire.MaxFixInt:
		v = uint64(c)
	case c >= msgwire.Uint8 && c <= msgwire.Uint64:
		n += 1 << (c & 3)
		if len(b) < n {
			return 0, b, ErrShortBytes
		}
		switch c {
		case msgwire.Uint8:
			v = uint64(b[1])
		case msgwire.Uint16:
			v = uint64(b[1])<<8 | uint64(b[2])
		case msgwire.Uint32:
			v = uint64(be32(b[1:]))
		default:
			v = be64(b[1:])
		}
	case c >= msgwire.Int8 && c <= msgwire.Int64, c >= msgwire.FixNeg:
		i, o, err := readInt(b, 64)
		if err != nil {
			return 0, b, err
		}
		if i < 0 {
			return 0, b, UintBelowZero{i}
		}
		v, n = uint64(i), len(b)-len(o)
	default:
		return 0, b, badType(b, UintType)
	}
	if bits < 64 && v>>bits != 0 {
		return 0, b, UintOverflow{v, bits}
	}
	return v, b[n:], nil
}

// IntBytes is the size of an int here.
const IntBytes = (32 << (^uint(0) >> 63)) / 8

// ReadUintBytes reads an integer that a uint holds.
func ReadUintBytes(b []byte) (uint, []byte, error) {
	v, o, err := readUint(b, 8*IntBytes)
	return uint(v), o, err
}

// ReadUint32Bytes reads an integer that a uint32 holds.
func ReadUint32Bytes(b []byte) (uint32, []byte, error) {
	if len(b) > 0 && b[0] <= msgwire.MaxFixInt {
		return uint32(b[0]), b[1:], nil
	}
	v, o, err := readUint(b, 32)
	return uint32(v), o, err
}

// ReadUint16Bytes reads an integer that a uint16 holds.
func ReadUint16Bytes(b []byte) (uint16, []byte, error) {
	v, o, err := readUint(b, 16)
	return uint16(v), o, err
}

// ReadUint8Bytes reads an integer that a uint8 holds.
func ReadUint8Bytes(b []byte) (uint8, []byte, error) {
	v, o, err := readUint(b, 8)
	return uint8(v), o, err
}

// ReadByteBytes is ReadUint8Bytes.
func ReadByteBytes(b []byte) (byte, []byte, error) { return ReadUint8Bytes(b) }

// ReadFloat64Bytes reads a float of either width.
func ReadFloat64Bytes(b []byte) (float64, []byte, error) {
	if len(b) > 8 && b[0] == msgwire.Float64 {
		return math.Float64frombits(be64(b[1:])), b[9:], nil
	}
	return readFloat64(b)
}

// readFloat64 is ReadFloat64Bytes for anything but a float 64.
func readFloat64(b []byte) (float64, []byte, error) {
	switch {
	case len(b) > 4 && b[0] == msgwire.Float32:
		return float64(math.Float32frombits(be32(b[1:]))), b[5:], nil
	case len(b) == 0 || b[0] == msgwire.Float32 || b[0] == msgwire.Float64:
		return 0, b, ErrShortBytes
	}
	return 0, b, badType(b, Float64Type)
}

// ReadFloat32Bytes reads a float 32, or a float 64 that a float32 holds exactly.
func ReadFloat32Bytes(b []byte) (float32, []byte, error) {
	if len(b) > 4 && b[0] == msgwire.Float32 {
		return math.Float32frombits(be32(b[1:])), b[5:], nil
	}
	return readFloat32(b)
}

// readFloat32 is ReadFloat32Bytes for anything but a float 32.
func readFloat32(b []byte) (float32, []byte, error) {
	switch {
	case len(b) > 8 && b[0] == msgwire.Float64:
		f := math.Float64frombits(be64(b[1:]))
		if float64(float32(f)) != f && f == f {
			return 0, b, TypeError{Method: Float32Type, Encoded: Float64Type}
		}
		return float32(f), b[9:], nil
	case len(b) == 0 || b[0] == msgwire.Float32 || b[0] == msgwire.Float64:
		return 0, b, ErrShortBytes
	}
	return 0, b, badType(b, Float32Type)
}

// ReadMapHeaderBytes reads the head of a map of n pairs, which follow. There is at
// least a byte for each key and value.
func ReadMapHeaderBytes(b []byte) (n uint32, o []byte, err error) {
	if len(b) > 0 && b[0]&0xF0 == msgwire.FixMap && int(b[0]&0x0F)*2 < len(b) {
		return uint32(b[0] & 0x0F), b[1:], nil
	}
	return readCount(b, MapType)
}

// ReadArrayHeaderBytes reads the head of an array of n elements, which follow. There is
// at least a byte for each.
func ReadArrayHeaderBytes(b []byte) (n uint32, o []byte, err error) {
	if len(b) > 0 && b[0]&0xF0 == msgwire.FixArray && int(b[0]&0x0F) < len(b) {
		return uint32(b[0] & 0x0F), b[1:], nil
	}
	return readCount(b, ArrayType)
}

// ReadMapHeaderMax is ReadMapHeaderBytes for a map of at most so many pairs; of more it
// is [ErrLimitExceeded].
func ReadMapHeaderMax(b []byte, most uint32) (n uint32, o []byte, err error) {
	if Longer(b, most) {
		// By the head alone, whatever follows.
		if kind := msgwire.KindOf(b[0]); typeOfKind[kind] == MapType {
			return 0, b, ErrLimitExceeded
		}
	}
	return ReadMapHeaderBytes(b)
}

// ReadArrayHeaderMax is ReadArrayHeaderBytes for an array of at most so many elements; of
// more it is [ErrLimitExceeded].
func ReadArrayHeaderMax(b []byte, most uint32) (n uint32, o []byte, err error) {
	if Longer(b, most) {
		// By the head alone, whatever follows.
		if kind := msgwire.KindOf(b[0]); typeOfKind[kind] == ArrayType {
			return 0, b, ErrLimitExceeded
		}
	}
	return ReadArrayHeaderBytes(b)
}

// readCount reads a head in any form.
func readCount(b []byte, want Type) (n uint32, o []byte, err error) {
	h, err := head(b, want)
	if err != nil {
		return 0, b, err
	}
	return uint32(h.Len), b[h.Next:], nil
}

// ReadStringZC reads a str. v aliases b.
func ReadStringZC(b []byte) (v, o []byte, err error) {
	if len(b) > 0 && b[0]&0xE0 == msgwire.FixStr && int(b[0]&0x1F) < len(b) {
		n := 1 + int(b[0]&0x1F)
		return b[1:n:n], b[n:], nil
	}
	return readContent(b, StrType)
}

// readContent reads a str or bin in any form. v aliases b.
func readContent(b []byte, want Type) (v, o []byte, err error) {
	h, err := head(b, want)
	if err != nil {
		return nil, b, err
	}
	end := h.Next + h.Len
	return b[h.Next:end:end], b[end:], nil
}

// ReadBytesZC reads a bin. v aliases b.
func ReadBytesZC(b []byte) (v, o []byte, err error) { return readContent(b, BinType) }

// ReadStringBytes reads a str into a string of its own.
func ReadStringBytes(b []byte) (string, []byte, error) {
	v, o, err := ReadStringZC(b)
	return string(v), o, err
}

// ReadStringAsBytes reads a str into scratch, which grows as needed.
func ReadStringAsBytes(b, scratch []byte) (v, o []byte, err error) {
	v, o, err = ReadStringZC(b)
	return append(scratch[:0], v...), o, err
}

// ReadBytesBytes reads a bin into scratch, which grows as needed: nil stays nil for an empty one.
func ReadBytesBytes(b, scratch []byte) (v, o []byte, err error) {
	v, o, err = ReadBytesZC(b)
	if err != nil {
		return nil, o, err
	}
	return append(scratch[:0], v...), o, nil
}

// ReadBytesHeader reads the head of a bin of n bytes, which follow, all of them.
func ReadBytesHeader(b []byte) (n uint32, o []byte, err error) { return readCount(b, BinType) }

// ReadExactBytes reads a bin of the length of into.
func ReadExactBytes(b, into []byte) (o []byte, err error) {
	v, o, err := ReadBytesZC(b)
	if err != nil {
		return b, err
	}
	if len(v) != len(into) {
		return b, ArrayError{Wanted: uint32(len(into)), Got: uint32(len(v))}
	}
	copy(into, v)
	return o, nil
}

// ReadMapKeyZC reads the key of a map, a str or a bin. v aliases b.
func ReadMapKeyZC(b []byte) (v, o []byte, err error) {
	if len(b) > 0 && b[0]&0xE0 == msgwire.FixStr && int(b[0]&0x1F) < len(b) {
		n := 1 + int(b[0]&0x1F)
		return b[1:n:n], b[n:], nil
	}
	if NextType(b) == BinType {
		return readContent(b, BinType)
	}
	return readContent(b, StrType)
}

// UnsafeString views b as a string without copying: b must not change while the string
// is used.
func UnsafeString(b []byte) string { return mem.String(b) }

// UnsafeBytes views s as bytes without copying: they must not be written to.
func UnsafeBytes(s string) []byte { return mem.Bytes(s) }
