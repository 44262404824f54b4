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
		if next := readUTC(d.src, off+1, t); next >= 0 {
			return next
		}
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

// Where the digits of "2006-01-" and "02T15:04" are: taking the pattern from the
// text leaves 0 to 9 there and 0 elsewhere, which is what over shows: adding it
// carries into the highest bit of every byte that holds more.
const (
	dateDigits = '0' | '0'<<8 | '0'<<16 | '0'<<24 | '-'<<32 | '0'<<40 | '0'<<48 | '-'<<56
	dateOver   = 0x7F76_767F_7676_7676
	hourDigits = '0' | '0'<<8 | 'T'<<16 | '0'<<24 | '0'<<32 | ':'<<40 | '0'<<48 | '0'<<56
	hourOver   = 0x7676_7F76_767F_7676
	// Of ":05", and of a fraction.
	secondDigits = ':' | '0'<<8 | '0'<<16
	secondOver   = 0x76767F
	allDigits    = 0x3030_3030_3030_3030
	allOver      = 0x7676_7676_7676_7676
)

// readUTC reads the commonest form of time, RFC 3339 text in UTC with up to nine
// digits of a fraction, whose SIZE is at src[off], word by word. It returns -1,
// having done nothing, for every other, which the standard library then judges.
func readUTC(src []byte, off int, t *time.Time) int {
	const least, most = len("2006-01-02T15:04:05Z"), len("2006-01-02T15:04:05.123456789Z")
	if off >= len(src) {
		return -1
	}
	n := int(src[off])
	off++
	end := off + n>>2
	if n&3 != 0 || n < least<<2 || n > most<<2 || end > len(src) {
		return -1
	}
	n >>= 2
	date, hour := mem.Word(src, off)^dateDigits, mem.Word(src, off+8)^hourDigits
	sec := uint64(mem.Word32(src, off+16)&0xFFFFFF) ^ secondDigits
	if (date|(date+dateOver)|hour|(hour+hourOver)|sec|(sec+secondOver))&highBits != 0 || mem.Byte(src, end-1) != 'Z' {
		return -1
	}
	ns := uint32(0)
	if digits := n - least - 1; digits >= 0 {
		if mem.Byte(src, off+19) != '.' || digits == 0 {
			return -1
		}
		// Eight digits: the first of nine, or what there are and zeros behind them.
		var w uint64
		ninth := uint32(0)
		if digits == 9 {
			w = mem.Word(src, off+20) ^ allDigits
			if ninth = uint32(mem.Byte(src, end-2) - '0'); ninth > 9 {
				return -1
			}
		} else {
			w = (mem.Word(src, end-9) ^ allDigits) >> (64 - 8*digits)
		}
		if (w|(w+allOver))&highBits != 0 {
			return -1
		}
		w = (w*10 + w>>8) & 0x00FF00FF00FF00FF
		w = (w*100 + w>>16) & 0x0000FFFF0000FFFF
		w = w*10000 + w>>32
		ns = uint32(w)*10 + ninth
	}
	year := int(date&15)*1000 + int(date>>8&15)*100 + int(date>>16&15)*10 + int(date>>24&15)
	month := int(date>>40&15)*10 + int(date>>48&15)
	day := int(hour&15)*10 + int(hour>>8&15)
	hours := int(hour>>24&15)*10 + int(hour>>32&15)
	minutes := int(hour>>48&15)*10 + int(hour>>56&15)
	seconds := int(sec>>8&15)*10 + int(sec>>16&15)
	if month == 0 || month > 12 || day == 0 || day > 28 && day > daysIn(year, month) || hours > 23 || minutes > 59 || seconds > 59 {
		return -1
	}
	days := daysBefore(year, month) + day
	*t = time.Unix(int64(days)*daySeconds+int64(hours*3600+minutes*60+seconds), int64(ns)).UTC()
	return end
}

// daysBefore returns the days from 1970-01-01 to the last day before a month of
// the years 0 to 9999. Years are counted from March, so that the odd day is last.
func daysBefore(year, month int) int {
	if month <= 2 {
		year--
		month += 12
	}
	year += 400 // of which all rules are multiples, so that nothing is negative
	return year*365 + year/4 - year/100 + year/400 + (153*month-457)/5 - 719469 - 146097
}

// daysIn returns the length of a month.
func daysIn(year, month int) int {
	switch {
	case month == 2 && year%4 == 0 && (year%100 != 0 || year%400 == 0):
		return 29
	case month == 2:
		return 28
	}
	return 30 + (month+month>>3)&1
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
