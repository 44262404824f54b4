// Writing values to streams.

package msgp

import (
	"io"
	"sync"
	"time"

	"github.com/beve-org/beve-go/internal/fault"
)

// The size of buffers: by default, and at least, so that every scalar has room.
const (
	defaultBuffer = 4096
	minBuffer     = 18
)

// Writer buffers values for an io.Writer. Values are complete in the stream only after
// Flush. After a failure of the stream every call fails with its error.
type Writer struct {
	w   io.Writer
	buf []byte // what is buffered; its capacity is the size of the buffer
	err error
}

var writers = sync.Pool{New: func() any { return &Writer{buf: make([]byte, 0, defaultBuffer)} }}

// NewWriter returns a Writer with a buffer of 4096 bytes.
func NewWriter(w io.Writer) *Writer { return NewWriterSize(w, defaultBuffer) }

// NewWriterSize returns a Writer with a buffer of n bytes, at least 18.
func NewWriterSize(w io.Writer, n int) *Writer {
	return &Writer{w: w, buf: make([]byte, 0, max(n, minBuffer))}
}

// NewWriterBuf returns a Writer that uses the capacity of buf, if it has at least 18
// bytes.
func NewWriterBuf(w io.Writer, buf []byte) *Writer {
	if cap(buf) < minBuffer {
		buf = make([]byte, 0, defaultBuffer)
	}
	return &Writer{w: w, buf: buf[:0]}
}

// Encode writes e to w.
func Encode(w io.Writer, e Encodable) error {
	m := writers.Get().(*Writer)
	m.Reset(w)
	err := e.EncodeMsg(m)
	if err == nil {
		err = m.Flush()
	}
	m.Reset(nil)
	writers.Put(m)
	return err
}

// Reset drops what is buffered and makes m write to w.
func (m *Writer) Reset(w io.Writer) { m.w, m.buf, m.err = w, m.buf[:0], nil }

// Buffered returns how many bytes are buffered.
func (m *Writer) Buffered() int { return len(m.buf) }

// Flush writes what is buffered to the stream.
func (m *Writer) Flush() error {
	if m.err != nil || len(m.buf) == 0 {
		return m.err
	}
	m.err = fault.Write(m.w, m.buf, format)
	m.buf = m.buf[:0]
	return m.err
}

// room returns the buffer with room for n more bytes, having flushed it if need be; where
// n is more than all of it, append will take other memory, which put writes out.
func (m *Writer) room(n int) []byte {
	if cap(m.buf)-len(m.buf) < n {
		// A failure is kept, and reported by put.
		_ = m.Flush()
	}
	return m.buf
}

// put takes the buffer back from an append function.
func (m *Writer) put(b []byte, err error) error {
	if err != nil {
		return err
	}
	if m.err != nil {
		m.buf = m.buf[:0]
		return m.err
	}
	if cap(b) > cap(m.buf) {
		// It is not ours: what it holds goes out, and the buffer stays as it was.
		own := m.buf[:0]
		m.buf = b
		err = m.Flush()
		m.buf = own
		return err
	}
	m.buf = b
	return nil
}

// Append writes encoded bytes as they are.
func (m *Writer) Append(b ...byte) error {
	if cap(m.buf)-len(m.buf) >= len(b) && m.err == nil {
		m.buf = append(m.buf, b...)
		return nil
	}
	return m.large(b)
}

// Write is Append, as io.Writer has it.
func (m *Writer) Write(b []byte) (int, error) {
	if err := m.Append(b...); err != nil {
		return 0, err
	}
	return len(b), nil
}

// large writes bytes that the buffer has no room for.
func (m *Writer) large(b []byte) error {
	if err := m.Flush(); err != nil {
		return err
	}
	if len(b) <= cap(m.buf) {
		m.buf = append(m.buf, b...)
		return nil
	}
	m.err = fault.Write(m.w, b, format)
	return m.err
}

// text writes a head and the text after it.
func (m *Writer) text(head []byte, s string) error {
	if err := m.put(head, nil); err != nil {
		return err
	}
	if cap(m.buf)-len(m.buf) >= len(s) {
		m.buf = append(m.buf, s...)
		return nil
	}
	return m.large(UnsafeBytes(s))
}

// WriteNil writes nil.
func (m *Writer) WriteNil() error { return m.put(AppendNil(m.room(NilSize)), nil) }

// WriteBool writes a bool.
func (m *Writer) WriteBool(v bool) error { return m.put(AppendBool(m.room(BoolSize), v), nil) }

// WriteInt64 writes an integer in the shortest signed form.
func (m *Writer) WriteInt64(v int64) error { return m.put(AppendInt64(m.room(Int64Size), v), nil) }

// WriteInt is WriteInt64 for an int.
func (m *Writer) WriteInt(v int) error { return m.WriteInt64(int64(v)) }

// WriteInt8 is WriteInt64 for an int8.
func (m *Writer) WriteInt8(v int8) error { return m.WriteInt64(int64(v)) }

// WriteInt16 is WriteInt64 for an int16.
func (m *Writer) WriteInt16(v int16) error { return m.WriteInt64(int64(v)) }

// WriteInt32 is WriteInt64 for an int32.
func (m *Writer) WriteInt32(v int32) error { return m.WriteInt64(int64(v)) }

// WriteDuration writes the nanoseconds of d as a signed integer.
func (m *Writer) WriteDuration(d time.Duration) error { return m.WriteInt64(int64(d)) }

// WriteUint64 writes an integer in the shortest unsigned form.
func (m *Writer) WriteUint64(v uint64) error { return m.put(AppendUint64(m.room(Uint64Size), v), nil) }

// WriteUint is WriteUint64 for a uint.
func (m *Writer) WriteUint(v uint) error { return m.WriteUint64(uint64(v)) }

// WriteUint8 is WriteUint64 for a uint8.
func (m *Writer) WriteUint8(v uint8) error { return m.WriteUint64(uint64(v)) }

// WriteByte is WriteUint8.
func (m *Writer) WriteByte(v byte) error { return m.WriteUint64(uint64(v)) }

// WriteUint16 is WriteUint64 for a uint16.
func (m *Writer) WriteUint16(v uint16) error { return m.WriteUint64(uint64(v)) }

// WriteUint32 is WriteUint64 for a uint32.
func (m *Writer) WriteUint32(v uint32) error { return m.WriteUint64(uint64(v)) }

// WriteFloat64 writes a float 64.
func (m *Writer) WriteFloat64(v float64) error {
	return m.put(AppendFloat64(m.room(Float64Size), v), nil)
}

// WriteFloat32 writes a float 32.
func (m *Writer) WriteFloat32(v float32) error {
	return m.put(AppendFloat32(m.room(Float32Size), v), nil)
}

// WriteFloat writes f as [AppendFloat] does.
func (m *Writer) WriteFloat(v float64) error { return m.put(AppendFloat(m.room(Float64Size), v), nil) }

// WriteString writes a str.
func (m *Writer) WriteString(s string) error {
	return m.text(AppendStringHeader(m.room(StringPrefixSize), size(len(s))), s)
}

// WriteStringFromBytes writes a str.
func (m *Writer) WriteStringFromBytes(s []byte) error { return m.WriteString(UnsafeString(s)) }

// WriteStringHeader writes the head of a str of n bytes, which have to follow.
func (m *Writer) WriteStringHeader(n uint32) error {
	return m.put(AppendStringHeader(m.room(StringPrefixSize), n), nil)
}

// WriteBytes writes a bin.
func (m *Writer) WriteBytes(b []byte) error {
	return m.text(AppendBytesHeader(m.room(BytesPrefixSize), size(len(b))), UnsafeString(b))
}

// WriteBytesHeader writes the head of a bin of n bytes, which have to follow.
func (m *Writer) WriteBytesHeader(n uint32) error {
	return m.put(AppendBytesHeader(m.room(BytesPrefixSize), n), nil)
}

// WriteMapHeader writes the head of a map of n pairs, which have to follow.
func (m *Writer) WriteMapHeader(n uint32) error {
	return m.put(AppendMapHeader(m.room(MapHeaderSize), n), nil)
}

// WriteArrayHeader writes the head of an array of n elements, which have to follow.
func (m *Writer) WriteArrayHeader(n uint32) error {
	return m.put(AppendArrayHeader(m.room(ArrayHeaderSize), n), nil)
}

// WriteComplex64 writes extension 3.
func (m *Writer) WriteComplex64(v complex64) error {
	return m.put(AppendComplex64(m.room(Complex64Size), v), nil)
}

// WriteComplex128 writes extension 4.
func (m *Writer) WriteComplex128(v complex128) error {
	return m.put(AppendComplex128(m.room(Complex128Size), v), nil)
}

// WriteTime writes t as extension 5; see [AppendTime].
func (m *Writer) WriteTime(t time.Time) error { return m.put(AppendTime(m.room(TimeSize), t), nil) }

// WriteTimeExt writes t as extension -1; see [AppendTimeExt].
func (m *Writer) WriteTimeExt(t time.Time) error {
	return m.put(AppendTimeExt(m.room(TimeSize), t), nil)
}

// WriteExtension writes an extension.
func (m *Writer) WriteExtension(e Extension) error {
	return m.put(AppendExtension(m.room(ExtensionPrefixSize+e.Len()), e))
}

// WriteExtensionRaw writes an extension whose bytes are known.
func (m *Writer) WriteExtensionRaw(code int8, content []byte) error {
	return m.text(AppendExtensionHeader(m.room(ExtensionPrefixSize), code, size(len(content))), UnsafeString(content))
}

// WriteIntf writes what v holds; see [AppendIntf].
func (m *Writer) WriteIntf(v any) error {
	if e, ok := v.(Encodable); ok && !isNilPointer(v) {
		return e.EncodeMsg(m)
	}
	return m.put(AppendIntf(m.room(GuessSize(v)), v))
}

// WriteMapStrStr writes a map, in Go's order.
func (m *Writer) WriteMapStrStr(v map[string]string) error {
	return m.put(AppendMapStrStr(m.room(GuessSize(v)), v), nil)
}

// WriteMapStrIntf writes a map, in Go's order; see [AppendIntf].
func (m *Writer) WriteMapStrIntf(v map[string]any) error {
	return m.put(AppendMapStrIntf(m.room(GuessSize(v)), v))
}
