// Reading from a slice: the start of a message, scalars, text, the beginnings of
// containers, and the arrays that are not numbers.

package wire

import (
	"strconv"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/mem"
	"github.com/beve-org/beve-go/internal/simd"
	"github.com/beve-org/beve-go/scalar"
)

// ReadHeader returns the header at src[off], which must start a value: the end
// of the input, an invalid byte, a delimiter and a framing header are errors. Of
// an indexed object and a duration, which share a byte with those, it looks at the
// second byte too.
func ReadHeader(src []byte, off int) (Header, error) {
	if uint(off) >= uint(len(src)) {
		return 0, truncated(len(src))
	}
	h := Header(src[off])
	if table[h].ask {
		return h, askHeader(src, off, h)
	}
	return h, nil
}

// expect checks that a value of header want starts at off.
func expect(src []byte, off int, want Header) error {
	h, err := ReadHeader(src, off)
	if err == nil && h != want {
		err = wrongHeader(off, h, want.String())
	}
	return err
}

// ReadMessageStart returns the offset of the first value of a message or stream:
// past a framing header of a known version, or past a leading run of delimiters.
// The start of an indexed object, which looks like a delimiter, is not passed.
func ReadMessageStart(src []byte) (off int, err error) {
	if len(src) == 0 {
		return 0, truncated(0)
	}
	if Header(src[0]) == HeaderFraming {
		if len(src) < 2 {
			return 0, truncated(1)
		}
		switch v := src[1]; {
		case v == 1 || v == framingVersion:
			return 2, nil
		case isDuration(v):
			return 0, nil
		default:
			return 0, malformed(1, "framing header of unknown version "+strconv.Itoa(int(v)))
		}
	}
	off, _ = PassDelimiters(src, 0, false, true)
	return off, nil
}

// PassDelimiters returns the offset after a run of delimiters. The one that ends a
// value is always a delimiter; after says that a value ended at off. Others may be the
// start of an indexed object. Without final, more of the stream may follow, and then
// more says that src ends too early to tell what the byte at next is.
func PassDelimiters(src []byte, off int, after, final bool) (next int, more bool) {
	if after && off < len(src) && Header(src[off]) == HeaderDelimiter {
		off++
	}
	for off < len(src) && Header(src[off]) == HeaderDelimiter {
		yes, known := startsIndex(src, off)
		if !known && !final {
			return off, true
		}
		if yes {
			break
		}
		off++
	}
	return off, false
}

// startsIndex tells an indexed object from a delimiter before an object with string
// keys, where both may stand. Behind the name of the first member an index has four
// bytes that are zero, its offset. In a plain object those would be a null, and then
// two empty keys, which no writer repeats. Where src ends before that is known, yes
// says that it may still be an index.
func startsIndex(src []byte, off int) (yes, known bool) {
	if len(src)-off < 2 {
		return false, false
	}
	if !IsIndexed(src, off) {
		return false, true
	}
	n, next, err := ReadSize(src, off+2)
	if err != nil {
		return true, false
	}
	if n == 0 {
		return true, true // both are the empty object
	}
	size, next, err := ReadSize(src, next)
	if err != nil || size > uint64(len(src)-next) {
		return true, false
	}
	for i := next + int(size); i < next+int(size)+4; i++ {
		if i >= len(src) {
			return true, false
		}
		if src[i] != 0 {
			return false, true
		}
	}
	return true, true
}

// ReadNull reads null.
func ReadNull(src []byte, off int) (next int, err error) {
	if err := expect(src, off, HeaderNull); err != nil {
		return off, err
	}
	return off + 1, nil
}

// ReadBool reads a boolean.
func ReadBool(src []byte, off int) (v bool, next int, err error) {
	h, err := ReadHeader(src, off)
	if err != nil {
		return false, off, err
	}
	if h.Kind() != KindBool {
		return false, off, wrongHeader(off, h, "a bool")
	}
	return h == HeaderTrue, off + 1, nil
}

// ViewText returns the bytes of SIZE-prefixed text without a header, a key or an
// element of a string array, aliasing src. It is valid UTF-8.
func ViewText(src []byte, off int) (text []byte, next int, err error) {
	n, start, err := ReadCount(src, off, 1)
	if err != nil {
		return nil, off, err
	}
	next = start + n
	text = src[start:next:next]
	if !ValidText(text) {
		return nil, off, invalidText(start, text)
	}
	return text, next, nil
}

// invalidText is the error for text at off that is not UTF-8; the offset it
// reports is that of the first byte that does not belong.
func invalidText(off int, text []byte) error {
	return fault.At(off+simd.ValidUTF8Prefix(text), fault.ErrUTF8)
}

// ViewString returns the bytes of a string value, aliasing src.
func ViewString(src []byte, off int) (text []byte, next int, err error) {
	if err := expect(src, off, HeaderString); err != nil {
		return nil, off, err
	}
	text, next, err = ViewText(src, off+1)
	if err != nil {
		return nil, off, err
	}
	return text, next, nil
}

// ReadString reads a string value, copying it.
func ReadString(src []byte, off int) (s string, next int, err error) {
	text, next, err := ViewString(src, off)
	return string(text), next, err
}

// ReadObject reads the start of an object with string or integer keys. n members
// follow, each a key, read by [ViewText] or [ReadIntKey], and a value; the bytes
// left can hold that many.
func ReadObject(src []byte, off int) (h Header, n, next int, err error) {
	h, err = ReadHeader(src, off)
	if err != nil {
		return h, 0, off, err
	}
	unit := 2
	switch h.Kind() {
	case KindObject:
	case KindIntObject:
		unit = 1 + h.Width()
	default:
		return h, 0, off, wrongHeader(off, h, "an object")
	}
	n, next, err = ReadCount(src, off+1, unit)
	return h, n, next, err
}

// ReadIntKey reads one key of an object with header h.
func ReadIntKey(src []byte, off int, h Header) (key Number, next int, err error) {
	if len(src)-off < h.Width() {
		return key, off, truncated(len(src))
	}
	return loadNumber(src, off, h.Number()), off + h.Width(), nil
}

// ReadArray reads the start of a generic array. n values follow; the bytes left
// can hold that many.
func ReadArray(src []byte, off int) (n, next int, err error) {
	if err := expect(src, off, HeaderArray); err != nil {
		return 0, off, err
	}
	return ReadCount(src, off+1, 1)
}

// ReadStrings reads the start of a string array. n texts follow, each read by
// [ViewText]; the bytes left can hold that many.
func ReadStrings(src []byte, off int) (n, next int, err error) {
	if err := expect(src, off, HeaderStrings); err != nil {
		return 0, off, err
	}
	return ReadCount(src, off+1, 1)
}

// ReadTypeTag reads the start of a version 1 type tag; its payload, one value,
// follows at next.
func ReadTypeTag(src []byte, off int) (index uint64, next int, err error) {
	if err := expect(src, off, HeaderTypeTag); err != nil {
		return 0, off, err
	}
	return ReadSize(src, off+1)
}

// Bools is a boolean array where it lies; it aliases the input.
type Bools struct {
	n    int
	data []byte
}

// Len returns the number of elements.
func (a Bools) Len() int { return a.n }

// At returns element i, which must be in range.
func (a Bools) At(i int) bool {
	if i >= a.n {
		panic("wire: Bools index out of range")
	}
	return a.data[i>>3]>>(i&7)&1 != 0
}

// CopyTo unpacks the first len(dst) elements; dst must not be longer than a.
func (a Bools) CopyTo(dst []bool) { simd.UnpackBools(dst, a.data) }

// PaddingIsZero reports whether the unused bits of the last byte are zero, as
// writers must leave them and a strict reader checks.
func (a Bools) PaddingIsZero() bool {
	return a.n&7 == 0 || a.data[len(a.data)-1]>>(a.n&7) == 0
}

// ViewBools returns a boolean array, aliasing src.
func ViewBools(src []byte, off int) (a Bools, next int, err error) {
	if err := expect(src, off, HeaderBools); err != nil {
		return a, off, err
	}
	n, start, err := readBits(src, off+1)
	if err != nil {
		return a, off, err
	}
	next = start + n/8 + (n%8+7)/8
	return Bools{n, src[start:next:next]}, next, nil
}

// Times is one timestamp or draft time, or an array of draft times, where they
// lie; it aliases the input.
type Times struct {
	Single bool
	// Draft says that the times are uint64 of nanoseconds, not timestamps.
	Draft bool
	data  []byte
	stamp scalar.Timestamp
}

// Len returns the number of times.
func (a Times) Len() int {
	if a.Single {
		return 1
	}
	return len(a.data) / 8
}

// Nanos returns draft time i in nanoseconds since 1970.
func (a Times) Nanos(i int) uint64 {
	d := a.data[8*i : 8*i+8]
	return mem.Word(d, 0)
}

// At returns time i.
func (a Times) At(i int) scalar.Timestamp {
	if !a.Draft {
		return a.stamp
	}
	ns := a.Nanos(i)
	return scalar.Timestamp{Seconds: int64(ns / 1e9), Nanoseconds: uint32(ns % 1e9)}
}

// AppendElement appends time i as a value of its own.
func (a Times) AppendElement(dst []byte, i int) []byte {
	if a.Draft {
		return AppendTime(dst, a.Nanos(i))
	}
	return AppendTimestamp(dst, a.stamp)
}

// ReadTimes reads the start of an array of draft times: what the input claims to be their number, and the
// offset of the first, which lies within src or at its end. single says that it is one time. For a stream:
// [ViewTimes] checks the number too.
func ReadTimes(src []byte, off int) (n uint64, next int, single bool, err error) {
	if err := expect(src, off, HeaderTime); err != nil {
		return 0, off, false, err
	}
	if len(src)-off < 2 {
		return 0, off, false, truncated(len(src))
	}
	if src[off+1] != 1 {
		return 1, off, true, nil
	}
	if n, next, err = ReadSize(src, off+2); err != nil {
		return 0, off, false, err
	}
	return n, next, false, nil
}

// ViewTimes returns times, aliasing src.
func ViewTimes(src []byte, off int) (a Times, next int, err error) {
	if err := expect(src, off, HeaderTime); err != nil {
		return a, off, err
	}
	if len(src)-off < 2 {
		return a, off, truncated(len(src))
	}
	n, start := 1, off+2
	switch src[off+1] {
	case 0:
		a.Single, a.Draft = true, true
		if len(src)-start < 8 {
			return a, off, truncated(len(src))
		}
	case 1:
		a.Draft = true
		if n, start, err = ReadCount(src, start, 8); err != nil {
			return a, off, err
		}
	default:
		a.Single = true
		a.stamp, next, err = ReadTimestamp(src, off)
		return a, next, err
	}
	next = start + 8*n
	a.data = src[start:next:next]
	return a, next, nil
}
