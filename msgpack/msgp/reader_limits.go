// Bounds of a part of a value, and streams for tests.

package msgp

import (
	"io"
	"math"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/msgwire"
)

// SetMaxRecursionDepth bounds how deep values are nested, as [Limits.MaxDepth] does; 0 is
// the default.
func (m *Reader) SetMaxRecursionDepth(d int) { m.limits.MaxDepth = d }

// GetMaxRecursionDepth returns how deep values may be nested.
func (m *Reader) GetMaxRecursionDepth() int { return fault.Depth(m.limits.MaxDepth) }

// SetMaxElements bounds how many elements an array, how many pairs a map, and how many
// bytes a bin or extension has, each by itself; more is [ErrLimitExceeded], in generated
// code too. 0 sets no bound.
func (m *Reader) SetMaxElements(d uint32) { m.elements = d }

// GetMaxElements returns what SetMaxElements has set, or the largest uint32.
func (m *Reader) GetMaxElements() uint32 {
	if m.elements == 0 {
		return math.MaxUint32
	}
	return m.elements
}

// SetMaxStringLength bounds how many bytes a str has; more is [ErrLimitExceeded], in
// generated code too. 0 sets no bound.
func (m *Reader) SetMaxStringLength(d uint64) { m.text = d }

// GetMaxStringLength returns what SetMaxStringLength has set, or the largest uint64.
func (m *Reader) GetMaxStringLength() uint64 {
	if m.text == 0 {
		return math.MaxUint64
	}
	return m.text
}

// bounded reports whether parts of values are bounded.
func (m *Reader) bounded() bool { return m.elements != 0 || m.text != 0 }

// fits reports whether a value of n elements or bytes is within the bounds.
func (m *Reader) fits(kind msgwire.Kind, n uint64) bool {
	switch kind {
	case msgwire.KindStr:
		return m.text == 0 || n <= m.text
	case msgwire.KindBin, msgwire.KindArray, msgwire.KindMap, msgwire.KindExt:
		return m.elements == 0 || n <= uint64(m.elements)
	}
	return true
}

// within fails if the head of the next value exceeds the bounds. The reader finds other
// errors.
func (m *Reader) within() error {
	if m.bounded() {
		return m.lookWithin()
	}
	return nil
}

func (m *Reader) lookWithin() error {
	if kind, n, ok := m.peek(); ok && !m.fits(kind, n) {
		return m.fail(ErrLimitExceeded)
	}
	return nil
}

// peek returns what the head of the next value says; ok is false where there is none.
func (m *Reader) peek() (kind msgwire.Kind, n uint64, ok bool) {
	for {
		if kind, _, n, ok = msgwire.PeekHead(m.buf[:m.end], m.pos); ok {
			return kind, n, true
		}
		if m.fill() != nil {
			return kind, 0, false
		}
	}
}

// admits reports whether all parts of v, a whole value, are within the bounds, and where
// the first is that is not.
func (m *Reader) admits(v []byte) (at int, ok bool) {
	for at < len(v) {
		kind, next, n, ok := msgwire.PeekHead(v, at)
		if !ok || !m.fits(kind, n) {
			return at, false
		}
		at = next
		if kind != msgwire.KindArray && kind != msgwire.KindMap {
			at += int(n)
		}
	}
	return at, true
}

// ReadBytesLimit reads a bin of at most n bytes, or of at most the capacity of scratch for
// a negative n, into scratch, which grows as needed; a longer one is [ErrLimitExceeded].
// The bound of SetMaxElements holds where scratch is too small.
func (m *Reader) ReadBytesLimit(scratch []byte, n int64) ([]byte, error) {
	most := uint64(cap(scratch))
	if n >= 0 {
		most = uint64(n)
	}
	if kind, n, ok := m.peek(); ok && kind == msgwire.KindBin && (n > most || n > uint64(cap(scratch)) && !m.fits(kind, n)) {
		return nil, m.fail(ErrLimitExceeded)
	}
	return m.readBytes(scratch)
}

// Nowhere is a writer that drops what it is given.
var Nowhere io.Writer = io.Discard

// timer is what stops the time of a benchmark.
type timer interface {
	StartTimer()
	StopTimer()
}

// EndlessReader reads the same bytes again and again: a stream for benchmarks.
type EndlessReader struct {
	tb   timer
	data []byte
	at   int
}

// NewEndlessReader returns a reader of b, which must not be empty, over and over. The time
// of tb, a benchmark, stands still while it copies.
func NewEndlessReader(b []byte, tb timer) *EndlessReader {
	if len(b) == 0 {
		panic("msgp: an endless reader of no bytes")
	}
	return &EndlessReader{tb: tb, data: b}
}

// Read fills p and never fails.
func (c *EndlessReader) Read(p []byte) (int, error) {
	c.tb.StopTimer()
	defer c.tb.StartTimer()
	for n := 0; n < len(p); {
		copied := copy(p[n:], c.data[c.at:])
		n += copied
		c.at = (c.at + copied) % len(c.data)
	}
	return len(p), nil
}
