// Reading values from streams: each method is the function of slices of the same name,
// tried again when more of the stream has arrived.

package msgp

import (
	"time"

	"github.com/beve-org/beve-go/internal/msgwire"
)

// readValue calls f with the window until that has enough.
func readValue[T any](m *Reader, f func([]byte) (T, []byte, error)) (T, error) {
	for {
		v, o, err := f(m.buf[m.pos:m.end])
		if err == nil {
			m.pos = m.end - len(o)
			return v, nil
		}
		if err = m.more(err); err != nil {
			return v, err
		}
	}
}

// ReadNil reads nil.
func (m *Reader) ReadNil() error { return m.read(ReadNilBytes) }

// ReadBool reads a bool.
func (m *Reader) ReadBool() (bool, error) {
	if m.pos < m.end && m.buf[m.pos]&^1 == msgwire.False {
		m.pos++
		return m.buf[m.pos-1] == msgwire.True, nil
	}
	return readValue(m, ReadBoolBytes)
}

// ReadInt64 reads an integer of either family that an int64 holds.
func (m *Reader) ReadInt64() (int64, error) {
	if m.pos < m.end && int8(m.buf[m.pos]) >= msgwire.MinFixInt {
		m.pos++
		return int64(int8(m.buf[m.pos-1])), nil
	}
	return readValue(m, ReadInt64Bytes)
}

// ReadInt reads an integer that an int holds.
func (m *Reader) ReadInt() (int, error) { return readValue(m, ReadIntBytes) }

// ReadInt32 reads an integer that an int32 holds.
func (m *Reader) ReadInt32() (int32, error) { return readValue(m, ReadInt32Bytes) }

// ReadInt16 reads an integer that an int16 holds.
func (m *Reader) ReadInt16() (int16, error) { return readValue(m, ReadInt16Bytes) }

// ReadInt8 reads an integer that an int8 holds.
func (m *Reader) ReadInt8() (int8, error) { return readValue(m, ReadInt8Bytes) }

// ReadDuration reads nanoseconds, an integer.
func (m *Reader) ReadDuration() (time.Duration, error) { return readValue(m, ReadDurationBytes) }

// ReadUint64 reads an integer of either family that a uint64 holds.
func (m *Reader) ReadUint64() (uint64, error) { return readValue(m, ReadUint64Bytes) }

// ReadUint reads an integer that a uint holds.
func (m *Reader) ReadUint() (uint, error) { return readValue(m, ReadUintBytes) }

// ReadUint32 reads an integer that a uint32 holds.
func (m *Reader) ReadUint32() (uint32, error) { return readValue(m, ReadUint32Bytes) }

// ReadUint16 reads an integer that a uint16 holds.
func (m *Reader) ReadUint16() (uint16, error) { return readValue(m, ReadUint16Bytes) }

// ReadUint8 reads an integer that a uint8 holds.
func (m *Reader) ReadUint8() (uint8, error) { return readValue(m, ReadUint8Bytes) }

// ReadByte is ReadUint8.
func (m *Reader) ReadByte() (byte, error) { return readValue(m, ReadUint8Bytes) }

// ReadFloat64 reads a float of either width.
func (m *Reader) ReadFloat64() (float64, error) { return readValue(m, ReadFloat64Bytes) }

// ReadFloat32 reads a float 32, or a float 64 that a float32 holds exactly.
func (m *Reader) ReadFloat32() (float32, error) { return readValue(m, ReadFloat32Bytes) }

// ReadString reads a str.
func (m *Reader) ReadString() (string, error) {
	if err := m.within(); err != nil {
		return "", err
	}
	return readValue(m, ReadStringBytes)
}

// ReadStringAsBytes reads a str into scratch, which grows as needed.
func (m *Reader) ReadStringAsBytes(scratch []byte) ([]byte, error) {
	if err := m.within(); err != nil {
		return nil, err
	}
	v, err := readValue(m, ReadStringZC)
	return append(scratch[:0], v...), err
}

// ReadBytes reads a bin into scratch, which grows as needed.
func (m *Reader) ReadBytes(scratch []byte) ([]byte, error) {
	if err := m.within(); err != nil {
		return nil, err
	}
	return m.readBytes(scratch)
}

// readBytes is ReadBytes without a look at the bounds.
func (m *Reader) readBytes(scratch []byte) ([]byte, error) {
	v, err := readValue(m, ReadBytesZC)
	if err != nil {
		return nil, err
	}
	if scratch == nil {
		scratch = []byte{} // an empty bin is not a nil slice
	}
	return append(scratch[:0], v...), nil
}

// ReadExactBytes reads a bin of the length of into.
func (m *Reader) ReadExactBytes(into []byte) error {
	if err := m.within(); err != nil {
		return err
	}
	return m.read(func(b []byte) ([]byte, error) { return ReadExactBytes(b, into) })
}

// ReadMapKeyPtr reads the key of a map, a str or a bin. The result is valid until the
// next call.
func (m *Reader) ReadMapKeyPtr() ([]byte, error) {
	if at := m.pos; at < m.end && m.text == 0 && m.buf[at]&0xE0 == msgwire.FixStr && int(m.buf[at]&0x1F) < m.end-at {
		m.pos += 1 + int(m.buf[at]&0x1F)
		return m.buf[at+1 : m.pos : m.pos], nil
	}
	if err := m.within(); err != nil {
		return nil, err
	}
	return readValue(m, ReadMapKeyZC)
}

// ReadMapKey reads the key of a map into scratch, which grows as needed.
func (m *Reader) ReadMapKey(scratch []byte) ([]byte, error) {
	v, err := m.ReadMapKeyPtr()
	return append(scratch[:0], v...), err
}

// ReadMapHeader reads the head of a map of n pairs, which follow, or will.
func (m *Reader) ReadMapHeader() (n uint32, err error) { return m.readCount(MapType) }

// ReadArrayHeader reads the head of an array of n elements, which follow, or will.
func (m *Reader) ReadArrayHeader() (n uint32, err error) { return m.readCount(ArrayType) }

// ReadBytesHeader reads the head of a bin of n bytes, which follow, or will.
func (m *Reader) ReadBytesHeader() (n uint32, err error) { return m.readCount(BinType) }

// ReadStringHeader reads the head of a str of n bytes, which follow, or will.
func (m *Reader) ReadStringHeader() (n uint32, err error) { return m.readCount(StrType) }

// readCount reads a head alone: what it claims need not be buffered.
func (m *Reader) readCount(want Type) (uint32, error) {
	if err := m.within(); err != nil {
		return 0, err
	}
	for {
		kind, next, n, ok := msgwire.PeekHead(m.buf[:m.end], m.pos)
		if ok || m.pos < m.end && typeOfKind[msgwire.KindOf(m.buf[m.pos])] != want {
			if typeOfKind[kind] != want {
				return 0, m.fail(badType(m.window(), want))
			}
			m.pos = next
			return uint32(n), nil
		}
		if err := m.fill(); err != nil {
			return 0, err
		}
	}
}

// ReadComplex64 reads extension 3.
func (m *Reader) ReadComplex64() (complex64, error) { return readValue(m, ReadComplex64Bytes) }

// ReadComplex128 reads extension 4.
func (m *Reader) ReadComplex128() (complex128, error) { return readValue(m, ReadComplex128Bytes) }

// ReadTime reads a time, an extension 5 or -1 of any form, in the local zone.
func (m *Reader) ReadTime() (time.Time, error) { return readValue(m, ReadTimeBytes) }

// ReadTimeUTC is ReadTime, in UTC.
func (m *Reader) ReadTimeUTC() (time.Time, error) { return readValue(m, ReadTimeUTCBytes) }

// ReadExtension reads an extension into e, whose code it must have.
func (m *Reader) ReadExtension(e Extension) error {
	if err := m.within(); err != nil {
		return err
	}
	return m.read(func(b []byte) ([]byte, error) { return ReadExtensionBytes(b, e) })
}

// ReadExtensionRaw reads an extension of any code. The result is valid until the next
// call.
func (m *Reader) ReadExtensionRaw() (code int8, content []byte, err error) {
	if err = m.within(); err != nil {
		return 0, nil, err
	}
	err = m.read(func(b []byte) (o []byte, err error) {
		code, content, o, err = readExtension(b)
		return o, err
	})
	return code, content, err
}

// ReadIntf reads a value of any type; see [ReadIntfBytes].
func (m *Reader) ReadIntf() (any, error) {
	return fromNext(m, readAny)
}

// ReadMapStrIntf reads a map into v, which is emptied.
func (m *Reader) ReadMapStrIntf(v map[string]any) error {
	_, err := fromNext(m, func(b []byte) (map[string]any, []byte, error) {
		if IsNil(b) {
			clear(v)
			return v, nil, nil
		}
		return readMap(b, v)
	})
	return err
}

// fromNext buffers the next value as a whole and calls f with it.
func fromNext[T any](m *Reader, f func(b []byte) (T, []byte, error)) (v T, err error) {
	b, err := m.next()
	if err != nil {
		return v, err
	}
	if v, _, err = f(b); err != nil {
		m.pos -= len(b) // what failed is not consumed
		return v, m.fail(err)
	}
	return v, nil
}
