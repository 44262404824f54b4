// Instants, spans of time and intervals of the extended profile.

package wire

import (
	"strconv"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/mem"
	"github.com/beve-org/beve-go/scalar"
)

// Flags of timestamps and durations: the sign or a zone in bit 0, the precision in
// bits 1 to 3.
const (
	flagZone     = 1
	flagNegative = 1
	precisionMs  = 1 << 1
	precisionUs  = 2 << 1
	precisionNs  = 3 << 1
	nanosPerSec  = 1_000_000_000
)

// What a timestamp takes at least and at most, and a duration.
const (
	minTimestamp = 12
	maxTimestamp = 16
	durationLen  = 14
)

// AppendTimestamp appends a timestamp, which must be valid, with nanoseconds and
// with the zone unless it is UTC.
func AppendTimestamp(dst []byte, t scalar.Timestamp) []byte {
	n := len(dst)
	if cap(dst)-n < maxTimestamp {
		dst = mem.Grow(dst, maxTimestamp)
	}
	dst = dst[:n+maxTimestamp]
	head, end := uint64(HeaderTime)|precisionNs<<8, n+maxTimestamp-2
	if t.TimezoneOffset != 0 {
		head |= flagZone << 8
		end += 2
	}
	mem.PutWord(dst, n, head|uint64(t.Seconds)<<16)
	mem.PutWord(dst, n+8, uint64(t.Seconds)>>48|uint64(t.Nanoseconds)<<16|uint64(uint16(t.TimezoneOffset))<<48)
	return dst[:end]
}

// ReadTimestamp reads a timestamp of any precision. Draft times share its header;
// [ViewTimes] reads both.
func ReadTimestamp(src []byte, off int) (t scalar.Timestamp, next int, err error) {
	if len(src)-off >= 14 && Header(src[off]) == HeaderTime && src[off+1] == precisionNs {
		t.Seconds, t.Nanoseconds = int64(mem.Word(src, off+2)), mem.Word32(src, off+10)
		if t.Nanoseconds < nanosPerSec {
			return t, off + 14, nil
		}
	}
	return readTimestamp(src, off)
}

// readTimestamp is ReadTimestamp for what is not the usual form.
func readTimestamp(src []byte, off int) (t scalar.Timestamp, next int, err error) {
	if err := expect(src, off, HeaderTime); err != nil {
		return t, off, err
	}
	if len(src)-off < 2 {
		return t, off, truncated(len(src))
	}
	flags := src[off+1]
	if flags < precisionMs || flags > precisionNs|flagZone {
		return t, off, malformed(off+1, "time header 0x"+strconv.FormatUint(uint64(flags), 16)+" is not that of a timestamp")
	}
	next = off + 14
	if flags&^flagZone == precisionMs {
		next = off + minTimestamp
	}
	end := next
	if flags&flagZone != 0 {
		end += 2
	}
	if len(src) < end {
		return t, off, truncated(len(src))
	}
	t.Seconds = int64(mem.Word(src, off+2))
	parts, unit := uint32(0), uint32(1)
	switch flags &^ flagZone {
	case precisionMs:
		parts, unit = uint32(src[off+10])|uint32(src[off+11])<<8, 1_000_000
	case precisionUs:
		parts, unit = mem.Word32(src, off+10), 1_000
	default:
		parts = mem.Word32(src, off+10)
	}
	if parts >= nanosPerSec/unit {
		return t, off, malformed(off+10, "timestamp with a fraction of a second or more")
	}
	t.Nanoseconds = parts * unit
	if flags&flagZone != 0 {
		t.TimezoneOffset = int16(uint16(src[next]) | uint16(src[next+1])<<8)
		if !t.Valid() {
			return t, off, malformed(next, "timestamp with a zone offset of a day or more")
		}
	}
	return t, end, nil
}

// isDuration reports whether a byte after HeaderDuration makes it a duration.
func isDuration(flags byte) bool { return flags&^flagNegative == precisionNs }

// AppendDuration appends a duration.
func AppendDuration(dst []byte, d scalar.Duration) []byte {
	const size = durationLen
	n := len(dst)
	if cap(dst)-n < size+2 { // what the second word stores
		dst = mem.Grow(dst, size+2)
	}
	head := uint64(HeaderDuration) | precisionNs<<8
	if d.Negative {
		head |= flagNegative << 8
	}
	dst = dst[:n+size+2]
	mem.PutWord(dst, n, head|d.Seconds<<16)
	mem.PutWord(dst, n+8, d.Seconds>>48|uint64(d.Nanoseconds)<<16)
	return dst[:n+size]
}

// ReadDuration reads a duration.
func ReadDuration(src []byte, off int) (d scalar.Duration, next int, err error) {
	if err := expect(src, off, HeaderDuration); err != nil {
		return d, off, err
	}
	if len(src)-off < durationLen {
		return d, off, truncated(len(src))
	}
	d = scalar.Duration{Negative: src[off+1]&flagNegative != 0, Seconds: mem.Word(src, off+2), Nanoseconds: mem.Word32(src, off+10)}
	if d.Nanoseconds >= nanosPerSec {
		return d, off, malformed(off+10, "duration with a fraction of a second or more")
	}
	return d, off + durationLen, nil
}

// AppendInterval appends the time from start, included, to end, excluded. Both
// must be valid and end not before start.
func AppendInterval(dst []byte, start, end scalar.Timestamp) []byte {
	return AppendTimestamp(AppendTimestamp(append(dst, byte(HeaderInterval)), start), end)
}

// ReadInterval reads an interval. Its start lies at off+1, and where its end does
// is returned as second.
func ReadInterval(src []byte, off int) (start, end scalar.Timestamp, second, next int, err error) {
	if err := expect(src, off, HeaderInterval); err != nil {
		return start, end, 0, off, err
	}
	if start, second, err = ReadTimestamp(src, off+1); err == nil {
		end, next, err = ReadTimestamp(src, second)
	}
	if e, ok := err.(*DecodeError); ok && e.Err != fault.ErrTruncated {
		e.Err = fault.Because(fault.ErrSyntax, "interval of values that are not timestamps: "+e.Err.Error())
	}
	if err == nil && end.Before(start) {
		err = malformed(second, "interval that ends before it starts")
	}
	if err != nil {
		return start, end, 0, off, err
	}
	return start, end, second, next, nil
}
