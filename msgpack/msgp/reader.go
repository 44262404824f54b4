// The buffer of a stream, and passing over its values.

package msgp

import (
	"errors"
	"io"
	"sync"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/msgwire"
	"github.com/beve-org/beve-go/internal/window"
)

// Reader reads values from an io.Reader through a buffer. Methods fail with a
// [DecodeError] whose Offset counts from the start of the stream, or with io.EOF where
// the stream ends before the first byte of a value.
type Reader struct {
	r        io.Reader
	buf      []byte
	pos, end int   // what is buffered and not read yet is buf[pos:end]
	base     int64 // where buf[0] is in the stream
	err      error // of the stream, once it has ended
	limits   Limits
	// elements and text are the most elements or bytes, and the most bytes of a text, that
	// one value may have; 0 sets no bound of its own.
	elements uint32
	text     uint64
	depth    int
	scan     msgwire.Scanner
	cfg      RuntimeConfig // what ReadObject passes on
	slab     Slab          // for the strings of that
}

var readers = sync.Pool{New: func() any { return NewReader(nil) }}

// NewReader returns a Reader with a buffer of 4096 bytes at first.
func NewReader(r io.Reader) *Reader { return NewReaderSize(r, defaultBuffer) }

// NewReaderSize returns a Reader with a buffer of n bytes at first, at least 18.
func NewReaderSize(r io.Reader, n int) *Reader {
	return &Reader{r: r, buf: make([]byte, max(n, minBuffer))}
}

// NewReaderBuf returns a Reader that uses the capacity of buf at first, if it has at least
// 18 bytes.
func NewReaderBuf(r io.Reader, buf []byte) *Reader {
	if cap(buf) < minBuffer {
		return NewReader(r)
	}
	return &Reader{r: r, buf: buf[:cap(buf)]}
}

// Decode reads d from r. It may read beyond the value.
func Decode(r io.Reader, d Decodable) error {
	m := readers.Get().(*Reader)
	m.Reset(r)
	err := d.DecodeMsg(m)
	m.Reset(nil)
	m.limits, m.elements, m.text = Limits{}, 0, 0
	readers.Put(m)
	return err
}

// Reset drops what is buffered and makes m read from r. Limits stay.
func (m *Reader) Reset(r io.Reader) {
	if cap(m.buf) > keptBuffer {
		m.buf = make([]byte, defaultBuffer)
	}
	m.r, m.pos, m.end, m.base, m.err, m.depth = r, 0, 0, 0, nil, 0
}

// keptBuffer is the most memory that a Reader keeps for another stream.
const keptBuffer = 64 << 10

// SetLimits bounds what a value of the stream may cost. MaxBytes bounds a text or bin,
// a Raw, and a value that is made into JSON or any; the default is 1 GiB.
func (m *Reader) SetLimits(l Limits) { m.limits = l }

// Enter counts a level of a type that contains itself, so that the stream cannot exhaust
// the stack; it fails with [ErrRecursion] below the limit of depth. Leave ends the level.
func (m *Reader) Enter() error {
	m.depth++
	if m.depth >= fault.Depth(m.limits.MaxDepth) {
		return m.fail(ErrRecursion)
	}
	return nil
}

// Leave ends what Enter began.
func (m *Reader) Leave() { m.depth-- }

// Buffered returns how many bytes are read from the stream and not consumed.
func (m *Reader) Buffered() int { return m.end - m.pos }

// BufferSize returns the size of the buffer.
func (m *Reader) BufferSize() int { return len(m.buf) }

// offset returns where the next byte is in the stream.
func (m *Reader) offset() int64 { return m.base + int64(m.pos) }

// window returns what is buffered.
func (m *Reader) window() []byte { return m.buf[m.pos:m.end] }

// fail returns err as one about the next byte.
func (m *Reader) fail(err error) error {
	if e, ok := err.(*contextError); ok {
		return &DecodeError{Offset: m.offset(), Path: e.path, Err: e.cause, Format: format}
	}
	return &DecodeError{Offset: m.offset(), Err: err, Format: format}
}

// more is called when a function of slices has failed with err on the window. If more
// input can mend that, more reads some and returns nil; else it returns the error to
// report.
func (m *Reader) more(err error) error {
	if Cause(err) != ErrShortBytes {
		return m.fail(err)
	}
	return m.fill()
}

// fill reads at least a byte, growing the buffer in steps as input arrives.
func (m *Reader) fill() error {
	if m.err != nil {
		return m.ended()
	}
	if m.r == nil {
		return m.fail(fault.ErrNoReader)
	}
	if m.pos > 0 {
		copy(m.buf, m.buf[m.pos:m.end])
		m.base += int64(m.pos)
		m.end, m.pos = m.end-m.pos, 0
	}
	if m.end == len(m.buf) {
		if int64(m.end) >= m.limits.StreamBytes() {
			return m.fail(ErrLimitExceeded)
		}
		m.buf = append(m.buf, make([]byte, max(len(m.buf), minBuffer))...)
	}
	n, err := window.Read(m.r, m.buf[m.end:])
	m.end += n
	m.err = err
	if n > 0 {
		return nil
	}
	return m.ended()
}

// ended returns the error of a stream that has no more bytes for the present value.
func (m *Reader) ended() error {
	if m.err != io.EOF {
		return m.err
	}
	if m.pos == m.end {
		return io.EOF
	}
	return m.fail(ErrShortBytes)
}

// read calls a function of slices with the window until it has enough.
func (m *Reader) read(f func(b []byte) (o []byte, err error)) error {
	for {
		o, err := f(m.window())
		if err == nil {
			m.pos = m.end - len(o)
			return nil
		}
		if err = m.more(err); err != nil {
			return err
		}
	}
}

// next returns the next value and passes over it. The result is valid until the next
// call.
func (m *Reader) next() ([]byte, error) {
	v, err := m.nextUnbounded()
	if err == nil && m.bounded() {
		if at, ok := m.admits(v); !ok {
			m.pos -= len(v) - at
			return nil, m.fail(ErrLimitExceeded)
		}
	}
	return v, err
}

// nextUnbounded is next without the bounds of single parts.
func (m *Reader) nextUnbounded() ([]byte, error) {
	m.scan.Reset(m.limits, 0)
	for {
		end, err := m.scan.Scan(m.window())
		if err == nil {
			if int64(end) > m.limits.StreamBytes() {
				return nil, m.fail(ErrLimitExceeded)
			}
			v := m.buf[m.pos : m.pos+end]
			m.pos += end
			return v, nil
		}
		if !errors.Is(err, fault.ErrTruncated) {
			at := &DecodeError{Format: format, Err: plain(err), Path: msgwire.Path(m.window(), 0, m.scan.Off())}
			at.Offset = m.offset() + int64(m.scan.Off())
			return nil, at
		}
		if err = m.fill(); err != nil {
			return nil, err
		}
	}
}

// Skip passes over the next value, which need not fit into the buffer.
func (m *Reader) Skip() error {
	if m.pos < m.end && int8(m.buf[m.pos]) >= msgwire.MinFixInt {
		m.pos++
		return nil
	}
	return m.skip()
}

// skip is Skip for anything but a fixint.
func (m *Reader) skip() error {
	budget := m.limits.Budget()
	left := make([]uint64, 1, 16) // what remains at each level
	left[0] = 1
	start := m.offset()
	for len(left) > 0 {
		top := &left[len(left)-1]
		if *top == 0 {
			left = left[:len(left)-1]
			budget.Leave()
			continue
		}
		*top--
		kind, next, n, ok := msgwire.PeekHead(m.buf[:m.end], m.pos)
		for !ok {
			if err := m.fill(); err != nil {
				if err == io.EOF && m.offset() > start {
					err = m.fail(ErrShortBytes)
				}
				return err
			}
			kind, next, n, ok = msgwire.PeekHead(m.buf[:m.end], m.pos)
		}
		switch kind {
		case msgwire.KindNever:
			return m.fail(InvalidPrefixError(msgwire.Never))
		case msgwire.KindArray, msgwire.KindMap:
			m.pos = next
			if n == 0 {
				continue
			}
			if n > 1<<31-1 || !budget.Enter(int(n)) {
				return m.fail(plain(budget.Err()))
			}
			if kind == msgwire.KindMap {
				n *= 2
			}
			left = append(left, n)
		default:
			m.pos = next
			if err := m.discard(n); err != nil {
				return err
			}
		}
	}
	return nil
}

// discard passes over n bytes.
func (m *Reader) discard(n uint64) error {
	for n > uint64(m.end-m.pos) {
		n -= uint64(m.end - m.pos)
		m.pos = m.end
		if err := m.fill(); err != nil {
			if err == io.EOF {
				err = m.fail(ErrShortBytes)
			}
			return err
		}
	}
	m.pos += int(n)
	return nil
}

// Read reads bytes as they are, as io.Reader has it.
func (m *Reader) Read(p []byte) (int, error) {
	if len(p) == 0 {
		return 0, nil
	}
	if m.pos == m.end {
		if err := m.fill(); err != nil {
			return 0, err
		}
	}
	n := copy(p, m.window())
	m.pos += n
	return n, nil
}

// ReadFull fills p with bytes as they are.
func (m *Reader) ReadFull(p []byte) (int, error) { return io.ReadFull(m, p) }

// CopyNext writes the bytes of the next value to w and returns how many that were.
func (m *Reader) CopyNext(w io.Writer) (int64, error) {
	v, err := m.next()
	if err != nil {
		return 0, err
	}
	n, err := w.Write(v)
	return int64(n), err
}

// NextType returns the type of the next value without consuming it.
func (m *Reader) NextType() (Type, error) {
	const head = ExtensionPrefixSize // all that the type of an extension can need
	for m.end-m.pos < head {
		if t := NextType(m.window()); t != InvalidType && t != ExtensionType {
			return t, nil
		}
		if err := m.fill(); err != nil {
			if m.pos < m.end && m.err == io.EOF {
				break
			}
			return InvalidType, err
		}
	}
	if t := NextType(m.window()); t != InvalidType {
		return t, nil
	}
	return InvalidType, m.fail(InvalidPrefixError(m.buf[m.pos]))
}

// IsNil reports whether the next value is nil.
func (m *Reader) IsNil() bool {
	if m.pos == m.end && m.fill() != nil {
		return false
	}
	return m.buf[m.pos] == msgwire.Nil
}
