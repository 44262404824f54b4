// This file has the numbers of fixed length, in both byte orders.

package buffer

import (
	"encoding/binary"
	"math"
)

// WriteByte writes c. Unlike [io.ByteWriter] it returns the Buffer, for chains.
func (b *Buffer) WriteByte(c byte) *Buffer { return b.WriteUint8(c) }

// ReadByte reads a byte. Unlike [io.ByteReader] it returns no error; see [Buffer.Err].
func (b *Buffer) ReadByte() byte { return b.ReadUint8() }

// WriteUint8 writes v.
func (b *Buffer) WriteUint8(v uint8) *Buffer {
	if p := b.next(1); p != nil {
		p[0] = v
	}
	return b
}

// ReadUint8 reads a number.
func (b *Buffer) ReadUint8() uint8 {
	if p := b.take(1); p != nil {
		return p[0]
	}
	return 0
}

// WriteInt8 writes v.
func (b *Buffer) WriteInt8(v int8) *Buffer { return b.WriteUint8(uint8(v)) }

// ReadInt8 reads a number.
func (b *Buffer) ReadInt8() int8 { return int8(b.ReadUint8()) }

// WriteUint16LE writes v, little endian.
func (b *Buffer) WriteUint16LE(v uint16) *Buffer {
	if p := b.next(2); p != nil {
		binary.LittleEndian.PutUint16(p, v)
	}
	return b
}

// ReadUint16LE reads a number, little endian.
func (b *Buffer) ReadUint16LE() uint16 {
	if p := b.take(2); p != nil {
		return binary.LittleEndian.Uint16(p)
	}
	return 0
}

// WriteInt16LE writes v, little endian.
func (b *Buffer) WriteInt16LE(v int16) *Buffer { return b.WriteUint16LE(uint16(v)) }

// ReadInt16LE reads a number, little endian.
func (b *Buffer) ReadInt16LE() int16 { return int16(b.ReadUint16LE()) }

// WriteUint16BE writes v, big endian.
func (b *Buffer) WriteUint16BE(v uint16) *Buffer {
	if p := b.next(2); p != nil {
		binary.BigEndian.PutUint16(p, v)
	}
	return b
}

// ReadUint16BE reads a number, big endian.
func (b *Buffer) ReadUint16BE() uint16 {
	if p := b.take(2); p != nil {
		return binary.BigEndian.Uint16(p)
	}
	return 0
}

// WriteInt16BE writes v, big endian.
func (b *Buffer) WriteInt16BE(v int16) *Buffer { return b.WriteUint16BE(uint16(v)) }

// ReadInt16BE reads a number, big endian.
func (b *Buffer) ReadInt16BE() int16 { return int16(b.ReadUint16BE()) }

// WriteUint32LE writes v, little endian.
func (b *Buffer) WriteUint32LE(v uint32) *Buffer {
	if p := b.next(4); p != nil {
		binary.LittleEndian.PutUint32(p, v)
	}
	return b
}

// ReadUint32LE reads a number, little endian.
func (b *Buffer) ReadUint32LE() uint32 {
	if p := b.take(4); p != nil {
		return binary.LittleEndian.Uint32(p)
	}
	return 0
}

// WriteInt32LE writes v, little endian.
func (b *Buffer) WriteInt32LE(v int32) *Buffer { return b.WriteUint32LE(uint32(v)) }

// ReadInt32LE reads a number, little endian.
func (b *Buffer) ReadInt32LE() int32 { return int32(b.ReadUint32LE()) }

// WriteFloat32LE writes v, little endian.
func (b *Buffer) WriteFloat32LE(v float32) *Buffer {
	return b.WriteUint32LE(math.Float32bits(v))
}

// ReadFloat32LE reads a number, little endian.
func (b *Buffer) ReadFloat32LE() float32 {
	return math.Float32frombits(b.ReadUint32LE())
}

// WriteUint32BE writes v, big endian.
func (b *Buffer) WriteUint32BE(v uint32) *Buffer {
	if p := b.next(4); p != nil {
		binary.BigEndian.PutUint32(p, v)
	}
	return b
}

// ReadUint32BE reads a number, big endian.
func (b *Buffer) ReadUint32BE() uint32 {
	if p := b.take(4); p != nil {
		return binary.BigEndian.Uint32(p)
	}
	return 0
}

// WriteInt32BE writes v, big endian.
func (b *Buffer) WriteInt32BE(v int32) *Buffer { return b.WriteUint32BE(uint32(v)) }

// ReadInt32BE reads a number, big endian.
func (b *Buffer) ReadInt32BE() int32 { return int32(b.ReadUint32BE()) }

// WriteFloat32BE writes v, big endian.
func (b *Buffer) WriteFloat32BE(v float32) *Buffer {
	return b.WriteUint32BE(math.Float32bits(v))
}

// ReadFloat32BE reads a number, big endian.
func (b *Buffer) ReadFloat32BE() float32 {
	return math.Float32frombits(b.ReadUint32BE())
}

// WriteUint64LE writes v, little endian.
func (b *Buffer) WriteUint64LE(v uint64) *Buffer {
	if p := b.next(8); p != nil {
		binary.LittleEndian.PutUint64(p, v)
	}
	return b
}

// ReadUint64LE reads a number, little endian.
func (b *Buffer) ReadUint64LE() uint64 {
	if p := b.take(8); p != nil {
		return binary.LittleEndian.Uint64(p)
	}
	return 0
}

// WriteInt64LE writes v, little endian.
func (b *Buffer) WriteInt64LE(v int64) *Buffer { return b.WriteUint64LE(uint64(v)) }

// ReadInt64LE reads a number, little endian.
func (b *Buffer) ReadInt64LE() int64 { return int64(b.ReadUint64LE()) }

// WriteFloat64LE writes v, little endian.
func (b *Buffer) WriteFloat64LE(v float64) *Buffer {
	return b.WriteUint64LE(math.Float64bits(v))
}

// ReadFloat64LE reads a number, little endian.
func (b *Buffer) ReadFloat64LE() float64 {
	return math.Float64frombits(b.ReadUint64LE())
}

// WriteUint64BE writes v, big endian.
func (b *Buffer) WriteUint64BE(v uint64) *Buffer {
	if p := b.next(8); p != nil {
		binary.BigEndian.PutUint64(p, v)
	}
	return b
}

// ReadUint64BE reads a number, big endian.
func (b *Buffer) ReadUint64BE() uint64 {
	if p := b.take(8); p != nil {
		return binary.BigEndian.Uint64(p)
	}
	return 0
}

// WriteInt64BE writes v, big endian.
func (b *Buffer) WriteInt64BE(v int64) *Buffer { return b.WriteUint64BE(uint64(v)) }

// ReadInt64BE reads a number, big endian.
func (b *Buffer) ReadInt64BE() int64 { return int64(b.ReadUint64BE()) }

// WriteFloat64BE writes v, big endian.
func (b *Buffer) WriteFloat64BE(v float64) *Buffer {
	return b.WriteUint64BE(math.Float64bits(v))
}

// ReadFloat64BE reads a number, big endian.
func (b *Buffer) ReadFloat64BE() float64 {
	return math.Float64frombits(b.ReadUint64BE())
}
