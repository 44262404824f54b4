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
const timeRoom = 64

// dateMemo is the text of the day that was written last: times in one message, and
// in the messages of one service, mostly share it.
type dateMemo struct {
	day   int64 // since 1970, plus one: 0 is none
	text  uint64
	text2 uint64
}

// appendTime appends a time as an RFC 3339 string with as many digits of
// nanoseconds as it has. A zone offset of odd seconds, which the text cannot
// show, is written in UTC: the instant is what must not change.
func (e *encodeState) appendTime(dst []byte, t time.Time) []byte {
	offset := 0
	if t.Location() != time.UTC {
		if _, offset = t.Zone(); offset%60 != 0 || offset <= -daySeconds || offset >= daySeconds {
			offset = 0
		}
	}
	seconds := t.Unix() + int64(offset)
	day := seconds / daySeconds
	second := int(seconds - day*daySeconds)
	if second < 0 {
		day--
		second += daySeconds
	}
	if day+1 != e.date.day || day == -1 {
		if !e.date.set(day) {
			return e.fail(dst, "time.Time", fault.Because(fault.ErrOverflow, "year is not within 0 to 9999"))
		}
	}
	at := len(dst) + 1
	if cap(dst)-at < timeRoom {
		dst = grow(dst, timeRoom)
	}
	dst = dst[:cap(dst)]
	mem.PutByte(dst, at-1, byte(wire.HeaderString))
	n := at + 1
	mem.PutWord(dst, n, e.date.text)
	mem.PutWord(dst, n+8, e.date.text2)
	hour, minute := second/3600, second/60%60
	mem.PutWord(dst, n+11, uint64(digits[hour])|':'<<16|uint64(digits[minute])<<24|':'<<40|uint64(digits[second%60])<<48)
	n += len("2006-01-02T15:04:05")
	if ns := t.Nanosecond(); ns != 0 {
		n = putFraction(dst, n, ns)
	}
	n = putZone(dst, n, offset/60)
	mem.PutByte(dst, at, byte(n-at-1)<<2)
	return dst[:n]
}

const daySeconds = 24 * 3600

// digits holds the two decimal digits of 0 to 99, the first in the low byte.
var digits = func() (t [100]uint16) {
	for i := range t {
		t[i] = uint16('0'+i/10) | uint16('0'+i%10)<<8
	}
	return t
}()

// set makes m the text of a day, and reports false for a year that RFC 3339 does
// not know.
func (m *dateMemo) set(day int64) bool {
	year, month, dom := time.Unix(day*daySeconds, 0).UTC().Date()
	if year < 0 || year > 9999 {
		return false
	}
	m.day = day + 1
	m.text = uint64(digits[year/100]) | uint64(digits[year%100])<<16 | '-'<<32 | uint64(digits[month])<<40 | '-'<<56
	m.text2 = uint64(digits[dom]) | 'T'<<16
	return true
}

// putFraction stores nanoseconds without trailing zeros and returns the offset
// after them.
func putFraction(dst []byte, n, ns int) int {
	high, low := ns/100000, ns%100000
	// ".HHHH" and then five digits more.
	mem.PutWord(dst, n, '.'|uint64(digits[high/100])<<8|uint64(digits[high%100])<<24|
		uint64(digits[low/1000])<<40|uint64('0'+low/100%10)<<56)
	mem.PutWord(dst, n+8, uint64(digits[low%100]))
	n += 10
	for mem.Byte(dst, n-1) == '0' {
		n--
	}
	return n
}

// putZone stores an offset of minutes east of UTC and returns the offset after it.
func putZone(dst []byte, n, minutes int) int {
	if minutes == 0 {
		mem.PutByte(dst, n, 'Z')
		return n + 1
	}
	sign := uint64('+')
	if minutes < 0 {
		sign, minutes = '-', -minutes
	}
	mem.PutWord(dst, n, sign|uint64(digits[minutes/60])<<8|':'<<24|uint64(digits[minutes%60])<<32)
	return n + 6
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
			if !d.setTime(off, t, a.At(0)) {
				return -1
			}
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

func (d *decodeState) anyTimes(off int) (any, int) {
	a, next, err := wire.ViewTimes(d.src, off)
	if err != nil {
		return nil, d.fail(off, "", err)
	}
	if a.Single {
		var t time.Time
		if !d.setTime(off, &t, a.At(0)) {
			return nil, -1
		}
		return t, next
	}
	if !d.charge(off, 24+24*a.Len()) {
		return nil, -1
	}
	s := make([]time.Time, a.Len())
	for i := range s {
		d.setTime(off, &s[i], a.At(i)) // a draft time fits always
	}
	if d.generic {
		return boxed(d, off, s), d.check(next)
	}
	return s, next
}
