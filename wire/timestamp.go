// Instants, spans of time and intervals of the extended profile.

package wire

import (
	"math"
	"strconv"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/mem"
)

// Flags of timestamps and durations: the sign or a zone in bit 0, the precision in
// bits 1 to 3.
const (
	flagZone     = 1
	flagNegative = 1
	precisionMs  = 1 << 1
	precisionUs  = 2 << 1
	precisionNs  = 3 << 1
	mostMinutes  = 24*60 - 1
	nanosPerSec  = 1_000_000_000
)

// Timestamp is an instant, to the nanosecond, with the zone that it is told in.
type Timestamp struct {
	// Seconds since 1970 in UTC; negative before.
	Seconds int64
	// Nanoseconds count forward from Seconds: 0 to 999,999,999.
	Nanoseconds uint32
	// TimezoneOffset is the minutes that local time is ahead of UTC, -1439 to 1439.
	TimezoneOffset int16
}

// Valid reports whether nanoseconds and offset are in their ranges.
func (t Timestamp) Valid() bool {
	return t.Nanoseconds < nanosPerSec && t.TimezoneOffset >= -mostMinutes && t.TimezoneOffset <= mostMinutes
}

// Before reports whether t is an earlier instant than u.
func (t Timestamp) Before(u Timestamp) bool {
	return t.Seconds < u.Seconds || t.Seconds == u.Seconds && t.Nanoseconds < u.Nanoseconds
}

// MaxTimestamp is the most bytes that a timestamp takes.
const MaxTimestamp = 16

// AppendTimestamp appends a timestamp, which must be valid, with nanoseconds and
// with the zone unless it is UTC.
func AppendTimestamp(dst []byte, t Timestamp) []byte {
	n := len(dst)
	if cap(dst)-n < MaxTimestamp {
		dst = room(dst, MaxTimestamp)
	}
	dst = dst[:n+MaxTimestamp]
	head, end := uint64(HeaderTime)|precisionNs<<8, n+MaxTimestamp-2
	if t.TimezoneOffset != 0 {
		head |= flagZone << 8
		end += 2
	}
	mem.PutWord(dst, n, head|uint64(t.Seconds)<<16)
	mem.PutWord(dst, n+8, uint64(t.Seconds)>>48|uint64(t.Nanoseconds)<<16|uint64(uint16(t.TimezoneOffset))<<48)
	return dst[:end]
}

// room returns dst with capacity for n more bytes.
func room(dst []byte, n int) []byte { return append(dst, make([]byte, n)...)[:len(dst)] }

// ReadTimestamp reads a timestamp of any precision. Draft times share its header;
// [ViewTimes] reads both.
func ReadTimestamp(src []byte, off int) (t Timestamp, next int, err error) {
	if len(src)-off >= 14 && Header(src[off]) == HeaderTime && src[off+1] == precisionNs {
		t.Seconds, t.Nanoseconds = int64(mem.Word(src, off+2)), mem.Word32(src, off+10)
		if t.Nanoseconds < nanosPerSec {
			return t, off + 14, nil
		}
	}
	return readTimestamp(src, off)
}

// readTimestamp is ReadTimestamp for what is not the usual form.
func readTimestamp(src []byte, off int) (t Timestamp, next int, err error) {
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
		next = off + 12
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

// Duration is a span of time.
type Duration struct {
	Negative    bool
	Seconds     uint64
	Nanoseconds uint32 // 0 to 999,999,999
}

// DurationOf returns the duration of that many nanoseconds.
func DurationOf(ns int64) Duration {
	u := uint64(ns)
	if ns < 0 {
		u = -u
	}
	return Duration{ns < 0, u / nanosPerSec, uint32(u % nanosPerSec)}
}

// Nanos returns the duration in nanoseconds; ok is false if an int64 does not hold
// that many.
func (d Duration) Nanos() (ns int64, ok bool) {
	if d.Seconds > math.MaxInt64/nanosPerSec {
		return 0, false
	}
	u := d.Seconds*nanosPerSec + uint64(d.Nanoseconds)
	if d.Negative {
		return int64(-u), u <= 1<<63
	}
	return int64(u), u <= math.MaxInt64
}

// AppendISO appends the duration as ISO 8601 writes it, in hours, minutes and
// seconds: PT1H30M, PT1.5S, -PT0.000001S, and PT0S.
func (d Duration) AppendISO(dst []byte) []byte {
	zero := d.Seconds == 0 && d.Nanoseconds == 0
	if d.Negative && !zero {
		dst = append(dst, '-')
	}
	dst = append(dst, "PT"...)
	if h := d.Seconds / 3600; h > 0 {
		dst = append(strconv.AppendUint(dst, h, 10), 'H')
	}
	if m := d.Seconds / 60 % 60; m > 0 {
		dst = append(strconv.AppendUint(dst, m, 10), 'M')
	}
	s := d.Seconds % 60
	if s == 0 && d.Nanoseconds == 0 && !zero {
		return dst
	}
	dst = strconv.AppendUint(dst, s, 10)
	if d.Nanoseconds > 0 {
		dst = appendFraction(dst, d.Nanoseconds)
	}
	return append(dst, 'S')
}

// isDuration reports whether a byte behind HeaderDuration makes it a duration.
func isDuration(flags byte) bool { return flags&^flagNegative == precisionNs }

// AppendDuration appends a duration.
func AppendDuration(dst []byte, d Duration) []byte {
	const size = 14
	n := len(dst)
	if cap(dst)-n < size+2 { // what the second word stores
		dst = room(dst, size+2)
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
func ReadDuration(src []byte, off int) (d Duration, next int, err error) {
	if err := expect(src, off, HeaderDuration); err != nil {
		return d, off, err
	}
	if len(src)-off < 14 {
		return d, off, truncated(len(src))
	}
	d = Duration{src[off+1]&flagNegative != 0, mem.Word(src, off+2), mem.Word32(src, off+10)}
	if d.Nanoseconds >= nanosPerSec {
		return d, off, malformed(off+10, "duration with a fraction of a second or more")
	}
	return d, off + 14, nil
}

// AppendInterval appends the time from start, included, to end, excluded. Both
// must be valid and end not before start.
func AppendInterval(dst []byte, start, end Timestamp) []byte {
	return AppendTimestamp(AppendTimestamp(append(dst, byte(HeaderInterval)), start), end)
}

// ReadInterval reads an interval. Its start lies at off+1, and where its end does
// is returned as second.
func ReadInterval(src []byte, off int) (start, end Timestamp, second, next int, err error) {
	if err := expect(src, off, HeaderInterval); err != nil {
		return start, end, 0, off, err
	}
	if start, second, err = ReadTimestamp(src, off+1); err == nil {
		end, next, err = ReadTimestamp(src, second)
	}
	if e, ok := err.(*DecodeError); ok && e.Err != fault.ErrTruncated {
		e.Err = fault.Because(fault.ErrSyntax, "interval of something else than two timestamps: "+e.Err.Error())
	}
	if err == nil && end.Before(start) {
		err = malformed(second, "interval that ends before it starts")
	}
	if err != nil {
		return start, end, 0, off, err
	}
	return start, end, second, next, nil
}

// The seconds of the years that RFC 3339 knows: 0 to 9999.
const (
	firstSecond = -62_167_219_200
	lastSecond  = 253_402_300_799
)

// AppendRFC3339 appends the instant in the local time of its zone as RFC 3339
// writes it, with the nanoseconds that it has; ok is false for years that have
// not four digits.
func (t Timestamp) AppendRFC3339(dst []byte) (out []byte, ok bool) {
	if t.Seconds < firstSecond-mostMinutes*60 || t.Seconds > lastSecond+mostMinutes*60 {
		return dst, false
	}
	local := t.Seconds + int64(t.TimezoneOffset)*60
	if local < firstSecond || local > lastSecond {
		return dst, false
	}
	const day = 24 * 3600
	year, month, dom := civil((local - firstSecond) / day)
	s := int((local - firstSecond) % day)
	dst = appendDigits(appendDigits(dst, year/100), year%100)
	dst = appendDigits(append(dst, '-'), month)
	dst = appendDigits(append(dst, '-'), dom)
	dst = appendDigits(append(dst, 'T'), s/3600)
	dst = appendDigits(append(dst, ':'), s/60%60)
	dst = appendDigits(append(dst, ':'), s%60)
	if t.Nanoseconds > 0 {
		dst = appendFraction(dst, t.Nanoseconds)
	}
	zone := int(t.TimezoneOffset)
	switch {
	case zone == 0:
		return append(dst, 'Z'), true
	case zone < 0:
		dst, zone = append(dst, '-'), -zone
	default:
		dst = append(dst, '+')
	}
	return appendDigits(append(appendDigits(dst, zone/60), ':'), zone%60), true
}

// civil returns the date of a day counted from the first of January of the year 0.
// It counts years from March on, so that the day that comes and goes is the last
// of a year.
func civil(day int64) (year, month, dom int) {
	const era = 146_097 // days of 400 years
	d := int(day) + era - 60
	year = d/era*400 - 400
	d %= era
	y := (d - d/1460 + d/36_524 - d/(era-1)) / 365
	d -= 365*y + y/4 - y/100
	m := (5*d + 2) / 153
	dom = d - (153*m+2)/5 + 1
	year, month = year+y, m+3
	if month > 12 {
		year, month = year+1, month-12
	}
	return year, month, dom
}

func appendDigits(dst []byte, n int) []byte { return append(dst, '0'+byte(n/10), '0'+byte(n%10)) }

// appendFraction appends nanoseconds without trailing zeros.
func appendFraction(dst []byte, ns uint32) []byte {
	for dst = append(dst, '.'); ns > 0; ns = ns % 100_000_000 * 10 {
		dst = append(dst, '0'+byte(ns/100_000_000))
	}
	return dst
}
