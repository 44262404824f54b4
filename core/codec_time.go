package core

import (
	"math"
	"math/bits"
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
				return e.fail("time.Time", fault.Because(fault.ErrOverflow, "time does not fit an int64 of nanoseconds"))
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
				return e.fail("time.Time", fault.Because(fault.ErrOverflow, "time is not within the years 1970 to 2554"))
			}
			return wire.AppendTime(dst, uint64(sec)*1e9+ns)
		}
	}
	return func(e *encodeState, dst []byte, p mem.Pointer) []byte {
		n := len(dst)
		if cap(dst)-n < 1+timeRoom {
			dst = grow(dst, 1+timeRoom)
		}
		dst = dst[:cap(dst)]
		mem.PutByte(dst, n, byte(wire.HeaderString))
		if n = putTime(dst, n+1, mem.Ref[time.Time](p)); n < 0 {
			return e.failYear()
		}
		return dst[:n]
	}
}

func (e *encodeState) failYear() []byte {
	return e.fail("time.Time", fault.Because(fault.ErrOverflow, "year is not within 0 to 9999"))
}

const (
	// longestTime is what SIZE and a timestamp take at most.
	longestTime = 1 + len(time.RFC3339Nano)
	// timeRoom covers storing whole words too.
	timeRoom = longestTime + slack
)

const daySeconds = 24 * 3600

// putTime stores SIZE and a time as RFC 3339 text with as many digits of
// nanoseconds as it has, at dst[n:], which has timeRoom, and returns the offset
// after it, -1 for a year that the text cannot show. A zone offset of odd seconds,
// which it cannot show either, is written in UTC: the instant is what must not
// change.
func putTime(dst []byte, n int, t *time.Time) int {
	offset := 0
	if t.Location() != time.UTC {
		if _, offset = t.Zone(); offset%60 != 0 || offset <= -daySeconds || offset >= daySeconds {
			offset = 0
		}
	}
	// Seconds since March 1 of the year -400: not negative for what can be shown.
	seconds := t.Unix() + int64(offset) + daysTo1970*daySeconds
	if uint64(seconds) >= daysTo10000*daySeconds {
		return -1
	}
	day := uint64(seconds) / daySeconds
	second := uint32(uint64(seconds) - day*daySeconds)
	century, year, month, dom := civil(uint32(day))
	if year == 100 {
		year, century = 0, century+1
	}
	if century < eras || century >= eras+100 {
		return -1
	}
	minute := second / 60
	second -= minute * 60
	hour := minute / 60
	minute -= hour * 60
	mem.PutWord(dst, n+1, uint64(digits[uint8(century-eras)])|uint64(digits[uint8(year)])<<16|
		'-'<<32|uint64(digits[uint8(month)])<<40|'-'<<56)
	mem.PutWord(dst, n+9, uint64(digits[uint8(dom)])|'T'<<16|uint64(digits[uint8(hour)])<<24|
		':'<<40|uint64(digits[uint8(minute)])<<48)
	mem.PutWord(dst, n+17, ':'|uint64(digits[uint8(second)])<<8)
	at := n
	n += 1 + len("2006-01-02T15:04:05")
	if ns := uint32(t.Nanosecond()); ns != 0 {
		if ms := ns / 1e6; ms*1e6 == ns && ms%10 != 0 {
			mem.PutWord(dst, n, '.'|uint64('0'+ms/100)<<8|uint64(digits[uint8(ms%100)])<<16)
			n += len(".000")
		} else {
			n = putFraction(dst, n, ns)
		}
	}
	if offset == 0 {
		mem.PutByte(dst, n, 'Z')
		n++
	} else {
		n = putZone(dst, n, offset/60)
	}
	mem.PutByte(dst, at, byte(n-at-1)<<2)
	return n
}

// digits holds the two decimal digits of 0 to 99, the first in the low byte. It is
// longer so that a byte needs no check to be an index.
var digits = func() (t [256]uint16) {
	for i := range 100 {
		t[i] = uint16('0'+i/10) | uint16('0'+i%10)<<8
	}
	return t
}()

// Days are counted from March 1 of the year -400: within the years of a timestamp
// they are not negative, and a leap day ends a year.
const (
	eras        = 4 // centuries before the year 0
	daysTo1970  = 865565
	daysTo10000 = daysTo1970 + 2932897
)

// civil returns the date of a day: the centuries since the year -400, the year in
// that century, up to 100, the month and the day of the month. The arithmetic is that of Neri
// and Schneider, "Euclidean affine functions and their application to calendar
// algorithms" (2023): divisions by constants, which are multiplications.
func civil(day uint32) (century, year, month, dom uint32) {
	n := 4*day + 3
	p := 2939745 * uint64(n%146097|3)
	ofYear := uint32(p) / (4 * 2939745)
	m := 2141*ofYear + 197913
	century, year, month, dom = n/146097, uint32(p>>32), m>>16, m&0xFFFF/2141+1
	if ofYear >= 306 {
		year, month = year+1, month-12
	}
	return
}

// putFraction stores a point and nanoseconds without trailing zeros and returns
// the offset after them.
func putFraction(dst []byte, n int, ns uint32) int {
	// Eight digits at once, as lanes of one word: four, two and one to a lane.
	high, last := ns/10, ns%10
	w := uint64(high/10000) | uint64(high%10000)<<32
	hundreds := w * 10486 >> 20 & 0x7F_0000007F
	w = hundreds | (w-hundreds*100)<<16
	tens := w * 103 >> 10 & 0x0F_000F_000F_000F
	w = tens | (w-tens*10)<<8
	mem.PutByte(dst, n, '.')
	mem.PutWord(dst, n+1, w|0x3030303030303030)
	mem.PutByte(dst, n+9, byte('0'+last))
	if last != 0 {
		return n + 10
	}
	return n + 9 - bits.LeadingZeros64(w)/8
}

// putZone stores an offset of minutes east of UTC and returns the offset after it.
func putZone(dst []byte, n, minutes int) int {
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
