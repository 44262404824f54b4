// Package buffer is a growing slice of bytes with one position for reading and
// writing, and the numbers and strings of the jsonpack format. It has the names of the
// published package of that name, with two differences: what fails is remembered and
// told by [Buffer.Err], where the published package panics, and there are no methods
// that skip bounds checks.
//
//	b := buffer.Create(64)
//	b.WriteString(&name).WriteUint32LE(888)
//	data, err := b.Seal(), b.Err()
package buffer

import (
	"encoding/binary"
	"math"
	"math/bits"
	"slices"
)

// BufferError is the type of the errors below.
type BufferError struct{ text string }

// Error says what is wrong, in the words of the published package.
func (e *BufferError) Error() string { return "buf: " + e.text }

// The errors that a Buffer may have.
var (
	// BufferSeekError: a position before the start, or at or after the end.
	BufferSeekError = &BufferError{"seek offset is invalid"}
	// BufferOverreadError: reading beyond the end.
	BufferOverreadError = &BufferError{"read exceeds buffer capacity"}
	// BufferUnderreadError: reading before the start. No method can do so.
	BufferUnderreadError = &BufferError{"read before the start of the buffer"}
	// BufferOverwriteError: a buffer that would be larger than any slice.
	BufferOverwriteError = &BufferError{"write exceeds buffer capacity"}
	// BufferUnderwriteError: writing before the start. No method can do so.
	BufferUnderwriteError = &BufferError{"write before the start of the buffer"}
	// BufferInvalidByteCountError: a negative size or growth, or a nil string.
	BufferInvalidByteCountError = &BufferError{"invalid byte count"}
	// BytesBufNegativeReadError: reading a negative number of bytes.
	BytesBufNegativeReadError = &BufferError{"negative count of bytes to read"}
	// BufferVarintError: a variable-length integer that does not end or has more than
	// 64 bits.
	BufferVarintError = &BufferError{"malformed variable-length integer"}
)

// minCapacity is the smallest capacity that Create gives.
const minCapacity = 64

// most is the longest slice.
const most = math.MaxInt

// A Buffer is bytes with a position. After a failure it has an error, and methods do
// nothing: reads return zero values. It is not safe for concurrent use.
type Buffer struct {
	b   []byte
	off int
	err error
}

// Create returns a Buffer of size zero bytes, at position 0.
func Create(size int64) *Buffer {
	if size < 0 || size > most {
		return &Buffer{err: BufferInvalidByteCountError}
	}
	return &Buffer{b: make([]byte, size, max(size, minCapacity))}
}

// From returns a Buffer over data, which it does not copy, at position 0.
func From(data []byte) *Buffer { return &Buffer{b: data} }

// Err returns the first failure: one of the errors of this package, or nil.
func (b *Buffer) Err() error { return b.err }

// Reset forgets a failure and goes back to position 0. The bytes stay.
func (b *Buffer) Reset() { b.off, b.err = 0, nil }

// Bytes returns all bytes. They are the Buffer's, until it grows.
func (b *Buffer) Bytes() []byte { return b.b }

// Capacity returns how many bytes there are.
func (b *Buffer) Capacity() int64 { return int64(len(b.b)) }

// Offset returns the position.
func (b *Buffer) Offset() int64 { return int64(b.off) }

// Seal returns the bytes up to the position. They are the Buffer's, until it grows.
func (b *Buffer) Seal() []byte { return b.b[:b.off] }

// fail records the first failure.
func (b *Buffer) fail(err error) *Buffer {
	if b.err == nil {
		b.err = err
	}
	return b
}

// Grow adds n zero bytes at the end.
func (b *Buffer) Grow(n int64) *Buffer {
	switch {
	case b.err != nil:
	case n < 0:
		b.fail(BufferInvalidByteCountError)
	case n > int64(most-len(b.b)):
		b.fail(BufferOverwriteError)
	default:
		size := len(b.b)
		b.b = slices.Grow(b.b, int(n))[:size+int(n)]
		clear(b.b[size:])
	}
	return b
}

// EnsureCap makes sure that n bytes can be written at the position, adding zero bytes
// at the end if there are fewer.
func (b *Buffer) EnsureCap(n int64) *Buffer {
	if n < 0 {
		return b.fail(BufferInvalidByteCountError)
	}
	if missing := n - int64(len(b.b)-b.off); missing > 0 {
		b.Grow(missing)
	}
	return b
}

// Seek moves the position to offset, or by offset if it is relative. It has to be that
// of a byte: the end is none.
func (b *Buffer) Seek(offset int64, relative bool) *Buffer {
	if b.err != nil {
		return b
	}
	if relative {
		offset += int64(b.off) // which, with an offset of any sign, can only wrap to what is refused
	}
	if offset < 0 || offset >= int64(len(b.b)) {
		return b.fail(BufferSeekError)
	}
	b.off = int(offset)
	return b
}

// next returns the n bytes at the position to be written, and moves after them.
func (b *Buffer) next(n int) []byte {
	if b.EnsureCap(int64(n)); b.err != nil {
		return nil
	}
	at := b.off
	b.off += n
	return b.b[at:b.off]
}

// take returns the n bytes at the position to be read, and moves after them; nil if
// they are not all there.
func (b *Buffer) take(n int) []byte {
	if b.err == nil && n > len(b.b)-b.off {
		b.fail(BufferOverreadError)
	}
	if b.err != nil {
		return nil
	}
	at := b.off
	b.off += n
	return b.b[at:b.off:b.off]
}

// WriteBytes writes p.
func (b *Buffer) WriteBytes(p []byte) *Buffer {
	copy(b.next(len(p)), p)
	return b
}

// ReadBytes reads n bytes. They alias the Buffer's.
func (b *Buffer) ReadBytes(n int64) []byte {
	if n < 0 {
		b.fail(BytesBufNegativeReadError)
		return nil
	}
	if n > most {
		b.fail(BufferOverreadError)
		return nil
	}
	return b.take(int(n))
}

// WriteVarUint writes v as an unsigned LEB128, in its shortest form.
func (b *Buffer) WriteVarUint(v uint64) *Buffer {
	var p [binary.MaxVarintLen64]byte
	return b.WriteBytes(p[:binary.PutUvarint(p[:], v)])
}

// WriteVarInt writes v as WriteVarUint does, zigzag-encoded.
func (b *Buffer) WriteVarInt(v int64) *Buffer {
	var p [binary.MaxVarintLen64]byte
	return b.WriteBytes(p[:binary.PutVarint(p[:], v)])
}

// ReadVarUint reads what WriteVarUint writes, and returns how many bytes it took: 0 on
// failure.
func (b *Buffer) ReadVarUint() (v uint64, n int) { return readVar(b, binary.Uvarint) }

// ReadVarInt reads what WriteVarInt writes, and returns how many bytes it took: 0 on
// failure.
func (b *Buffer) ReadVarInt() (v int64, n int) { return readVar(b, binary.Varint) }

func readVar[T uint64 | int64](b *Buffer, read func([]byte) (T, int)) (v T, n int) {
	if b.err != nil {
		return 0, 0
	}
	v, n = read(b.b[b.off:])
	switch {
	case n > 0:
		b.off += n
		return v, n
	case n == 0:
		b.fail(BufferOverreadError)
	default:
		b.fail(BufferVarintError)
	}
	return 0, 0
}

// WriteString writes the length of *s as a VarUint, and its bytes.
func (b *Buffer) WriteString(s *string) *Buffer {
	if s == nil {
		return b.fail(BufferInvalidByteCountError)
	}
	b.WriteVarUint(uint64(len(*s)))
	copy(b.next(len(*s)), *s)
	return b
}

// ReadString reads what WriteString writes. The result is a copy.
func (b *Buffer) ReadString() string {
	start := b.off
	n, _ := b.ReadVarUint()
	if b.err == nil && n > uint64(len(b.b)-b.off) {
		b.off = start
		b.fail(BufferOverreadError)
	}
	return string(b.take(int(n)))
}

// ReadStringPtr is ReadString, by address.
func (b *Buffer) ReadStringPtr() *string {
	s := b.ReadString()
	return &s
}

// ByteLenVarUint returns how many bytes WriteVarUint writes.
func ByteLenVarUint(v uint64) int64 { return int64(bits.Len64(v|1)+6) / 7 }

// ByteLenVarInt returns how many bytes WriteVarInt writes.
func ByteLenVarInt(v int64) int64 { return ByteLenVarUint(uint64(v)<<1 ^ uint64(v>>63)) }
