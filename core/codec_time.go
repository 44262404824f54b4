package core

import (
	"math"
	"time"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/mem"
	"github.com/beve-org/beve-go/wire"
)

// timeAppend returns how a time.Time is written.
func timeAppend(f TimeFormat) appendFunc {
	switch f {
	case TimeUnixNano:
		return func(e *encodeState, dst []byte, p mem.Pointer) []byte {
			t := mem.Ref[time.Time](p)
			ns := t.UnixNano()
			if !time.Unix(0, ns).Equal(*t) {
				return e.fail(dst, "time.Time", fault.Because(fault.ErrOverflow, "time does not fit an int64 of nanoseconds"))
			}
			if e.profile.key.fixed {
				return wire.AppendInt64(dst, ns)
			}
			return wire.AppendInt(dst, ns)
		}
	case TimeDraft:
		return func(e *encodeState, dst []byte, p mem.Pointer) []byte {
			t := mem.Ref[time.Time](p)
			sec, ns := t.Unix(), uint64(t.Nanosecond())
			if sec < 0 || uint64(sec) > (math.MaxUint64-ns)/1e9 {
				return e.fail(dst, "time.Time", fault.Because(fault.ErrOverflow, "time is not within the years 1970 to 2554"))
			}
			return wire.AppendTime(dst, uint64(sec)*1e9+ns)
		}
	}
	return func(e *encodeState, dst []byte, p mem.Pointer) []byte {
		return e.appendTime(dst, *mem.Ref[time.Time](p))
	}
}

// timeRoom is more than a timestamp with header and SIZE takes.
const timeRoom = 48

// appendTime appends a time as an RFC 3339 string with as many digits of
// nanoseconds as it has. A zone offset of odd seconds, which the text cannot
// show, is written in UTC: the instant is what must not change.
func (e *encodeState) appendTime(dst []byte, t time.Time) []byte {
	_, offset := t.Zone()
	if offset%60 != 0 || offset <= -24*3600 || offset >= 24*3600 {
		t, offset = t.UTC(), 0
	}
	year, month, day := t.Date()
	if year < 0 || year > 9999 {
		return e.fail(dst, "time.Time", fault.Because(fault.ErrOverflow, "year "+itoa(year)+" is not within 0 to 9999"))
	}
	hour, minute, second := t.Clock()
	if cap(dst)-len(dst) < timeRoom {
		dst = grow(dst, timeRoom)
	}
	at := len(dst) + 1
	dst = append(dst, byte(wire.HeaderString), 0)
	dst = appendTwo(appendTwo(dst, year/100), year%100)
	dst = appendTwo(append(dst, '-'), int(month))
	dst = appendTwo(append(dst, '-'), day)
	dst = appendTwo(append(dst, 'T'), hour)
	dst = appendTwo(append(dst, ':'), minute)
	dst = appendTwo(append(dst, ':'), second)
	if ns := t.Nanosecond(); ns != 0 {
		dst = appendFraction(dst, ns)
	}
	dst = appendZone(dst, offset/60)
	dst[at] = byte(len(dst)-at-1) << 2
	return dst
}

func appendTwo(dst []byte, n int) []byte {
	return append(dst, byte('0'+n/10), byte('0'+n%10))
}

// appendFraction appends nanoseconds without trailing zeros.
func appendFraction(dst []byte, ns int) []byte {
	dst = append(dst, ".000000000"...)
	digits := dst[len(dst)-9:]
	for i := 8; i >= 0; i-- {
		digits[i] = byte('0' + ns%10)
		ns /= 10
	}
	for dst[len(dst)-1] == '0' {
		dst = dst[:len(dst)-1]
	}
	return dst
}

// appendZone appends an offset of minutes east of UTC.
func appendZone(dst []byte, minutes int) []byte {
	if minutes == 0 {
		return append(dst, 'Z')
	}
	sign := byte('+')
	if minutes < 0 {
		sign, minutes = '-', -minutes
	}
	return appendTwo(append(appendTwo(append(dst, sign), minutes/60), ':'), minutes%60)
}

// readTime reads a time in any of its forms: RFC 3339 text, an integer of
// nanoseconds since 1970, the draft extension.
func readTime(d *decodeState, off int, p mem.Pointer) int {
	const goType = "time.Time"
	h, err := wire.ReadHeader(d.src, off)
	if err != nil {
		return d.fail(off, goType, err)
	}
	t := mem.Ref[time.Time](p)
	switch h.Kind() {
	case wire.KindString:
		text, next, err := wire.ViewString(d.src, off)
		if err != nil {
			return d.fail(off, goType, err)
		}
		if err := t.UnmarshalText(text); err != nil {
			return d.fail(off, goType, fault.Because(fault.ErrMismatch, "string "+quoted(clip(text))+" is not an RFC 3339 time"))
		}
		return next
	case wire.KindNumber:
		ns, next, err := wire.ReadInt64(d.src, off)
		if err != nil {
			return d.fail(off, goType, err)
		}
		*t = time.Unix(0, ns).UTC()
		return next
	case wire.KindTime:
		a, next, err := wire.ViewTimes(d.src, off)
		if err != nil {
			return d.fail(off, goType, err)
		}
		if a.Single {
			*t = draftTime(a.At(0))
			return next
		}
	case wire.KindNull:
		if next, ok := d.null(off); ok {
			*t = time.Time{}
			return next
		}
	}
	return d.mismatch(off, h, goType)
}

// clip shortens text for an error.
func clip(text []byte) string {
	if len(text) > 40 {
		return string(text[:40]) + "…"
	}
	return string(text)
}

// draftTime converts nanoseconds since 1970, up to the year 2554.
func draftTime(ns uint64) time.Time { return time.Unix(int64(ns/1e9), int64(ns%1e9)).UTC() }

func (d *decodeState) anyTimes(off int) (any, int) {
	a, next, err := wire.ViewTimes(d.src, off)
	if err != nil {
		return nil, d.fail(off, "", err)
	}
	if a.Single {
		return draftTime(a.At(0)), next
	}
	if !d.charge(off, 24+24*a.Len()) {
		return nil, -1
	}
	s := make([]time.Time, a.Len())
	for i := range s {
		s[i] = draftTime(a.At(i))
	}
	if d.generic {
		return boxed(d, off, s), d.check(next)
	}
	return s, next
}
