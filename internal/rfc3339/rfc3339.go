// Package rfc3339 writes time stamps of RFC 3339 and reads the commonest form of
// them, by words: the one way in which the library does either. Instants are
// seconds and nanoseconds since 1970 in UTC.
package rfc3339

import (
	"math"
	"math/bits"
	"time"

	"github.com/beve-org/beve-go/internal/mem"
)

const (
	// Longest is the length of the longest time stamp.
	Longest = len("2006-01-02T15:04:05.999999999+07:00")
	// Room is what Put stores at most: whole words may overshoot the text.
	Room = Longest + 8
	// StartRoom is what StartSized stores at most.
	StartRoom = len(" 2006-01-02T15:04:05") + 8 + 4
)

const daySeconds = 24 * 3600

// Days are counted from January 1 of the year 0.
const (
	daysTo1970  = 719528
	daysTo10000 = 3652425
)

// Put stores the time stamp of an instant at dst[n:], which has Room, with as many
// digits of a fraction as it needs, and returns the offset after it: -1 where the
// year is not within 0 to 9999. zone is seconds east of UTC, whole minutes and less
// than a day.
func Put(dst []byte, n int, seconds int64, nanos, zone int) int {
	return Finish(dst, Start(dst, n, seconds+int64(zone), nanos), nanos, zone)
}

// sizeUnit is what SIZE of BEVE, where it takes one byte, grows by for each byte of text.
const sizeUnit = 4

// StartSized stores what Put does of t in UTC at dst[n+1:], where it has three digits of a fraction or none,
// and at dst[n] its SIZE. It returns the offset after it, or for [FinishSized] a negative number. It is
// Start and what has to be done around it in one function, which calls nothing and needs no frame.
func StartSized(dst []byte, n int, t time.Time) int {
	if t.Location() != time.UTC {
		return ^n
	}
	since := uint64(t.Unix() + daysTo1970*daySeconds)
	if since >= daysTo10000*daySeconds {
		return ^n
	}
	day, hour, minute, second := split(since)
	century, year, ofYear := civil(day)
	mem.PutWord32(dst, n+1, yearText(century, year))
	mem.PutWord(dst, n+len(" 2006"), monthDays[ofYear&511])
	mem.PutWord(dst, n+len(" 2006-01-02T"), clockText(hour, minute, second))
	ns := uint32(t.Nanosecond())
	if ns == 0 {
		mem.PutByte(dst, n, byte(sizeUnit*len("2006-01-02T15:04:05Z")))
		mem.PutByte(dst, n+len("2006-01-02T15:04:05Z"), 'Z')
		return n + len(" 2006-01-02T15:04:05Z")
	}
	fraction, last, rest := millis(ns)
	if rest != 0 || last == 0 {
		return ^n
	}
	mem.PutByte(dst, n, byte(sizeUnit*len("2006-01-02T15:04:05.000Z")))
	mem.PutWord(dst, n+len(" 2006-01-02T15:04:05"), fraction|'Z'<<32)
	return n + len(" 2006-01-02T15:04:05.000Z")
}

// FinishSized does what is left where StartSized returned n for t: it stores other fractions, and times in zones.
// It returns -1 for a year that the text cannot show. A zone offset of odd seconds, which it cannot show either,
// is written in UTC: the instant is what must not change.
func FinishSized(dst []byte, n int, t time.Time) int {
	n = ^n
	end, nanos := 0, t.Nanosecond()
	if t.Location() != time.UTC {
		_, zone := t.Zone()
		if zone%60 != 0 || zone <= -daySeconds || zone >= daySeconds {
			zone = 0
		}
		end = Put(dst, n+1, t.Unix(), nanos, zone)
	} else if since := uint64(t.Unix() + daysTo1970*daySeconds); since < daysTo10000*daySeconds {
		end = Finish(dst, ^(n + len(" 2006-01-02T15:04:05")), nanos, 0)
	} else {
		return -1
	}
	if end >= 0 {
		mem.PutByte(dst, n, byte(sizeUnit*(end-n-1)))
	}
	return end
}

// Start stores date and clock of what is seconds, those of the zone added, and a fraction of
// three digits or none. It returns the offset after them, or for [Finish] a negative number
// where another fraction belongs there, or -1. It calls nothing, so that it needs no frame.
func Start(dst []byte, n int, seconds int64, nanos int) int {
	since := uint64(seconds + daysTo1970*daySeconds)
	if since >= daysTo10000*daySeconds {
		return -1
	}
	day, hour, minute, second := split(since)
	century, year, ofYear := civil(day)
	mem.PutWord32(dst, n, yearText(century, year))
	mem.PutWord(dst, n+len("2006"), monthDays[ofYear&511])
	mem.PutWord(dst, n+len("2006-01-02T"), clockText(hour, minute, second))
	n += len("2006-01-02T15:04:05")
	if ns := uint32(nanos); ns != 0 {
		fraction, last, rest := millis(ns)
		if rest != 0 || last == 0 {
			return ^n
		}
		mem.PutWord(dst, n, fraction)
		n += len(".000")
	}
	return n
}

// split returns the parts of an instant in seconds, below those of 10,000 years.
func split(since uint64) (day uint32, hour, minute, second uint64) {
	// Each product is the next part and, below it, what is left as a fraction of 2^64. The
	// rounded factor makes that too large, by less than a hundredth of a second.
	d, rest := bits.Mul64(since, math.MaxUint64/daySeconds+1)
	hour, rest = bits.Mul64(rest, 24)
	minute, rest = bits.Mul64(rest, 60)
	second, _ = bits.Mul64(rest, 60)
	return uint32(d), hour, minute, second
}

// yearText returns "2006".
func yearText(century, year uint32) uint32 {
	return uint32(digits[uint8(century)]) | uint32(digits[uint8(year)])<<16
}

// clockText returns "15:04:05".
func clockText(hour, minute, second uint64) uint64 {
	return uint64(colons[uint8(hour)]) | uint64(colons[uint8(minute)])<<24 | uint64(colons[uint8(second)])<<48
}

// millis returns the text of nanoseconds, not zero, as a point and three digits, the last of these, and the
// nanoseconds that are left over. Callers look at both: a fraction may be longer or shorter.
func millis(ns uint32) (text uint64, last, rest uint32) {
	ms := ns / 1e6
	tens := ms * 205 >> 11
	last = ms - tens*10
	return uint64(digits[uint8(tens)])<<8 | uint64(last)<<24 | ('.' | '0'<<24), last, ns - ms*1e6
}

// Finish stores what follows the n of [Start]: a fraction that is missing, and the zone.
func Finish(dst []byte, n, nanos, zone int) int {
	if n == -1 {
		return -1
	}
	if n < 0 {
		n = PutFraction(dst, ^n, uint32(nanos))
	}
	if zone == 0 {
		mem.PutByte(dst, n, 'Z')
		return n + 1
	}
	return putZone(dst, n, zone/60)
}

// digits holds the two decimal digits of 0 to 99, the first in the low byte. It is
// longer so that a byte needs no check to be an index.
var digits = func() (t [256]uint16) {
	for i := range 100 {
		t[i] = uint16('0'+i/10) | uint16('0'+i%10)<<8
	}
	return t
}()

// colons holds the digits of 0 to 99 with a colon after them; see digits.
var colons = func() (t [256]uint32) {
	for i := range 100 {
		t[i] = uint32(digits[i]) | ':'<<16
	}
	return t
}()

// monthDays holds "-01-02T" for each day of a year that begins on March 1 and may end
// with a leap day. It is longer so that nine bits need no check to be an index.
var monthDays = func() (t [512]uint64) {
	i := 0
	for m := range uint(12) {
		month := (m+2)%12 + 1
		for day := uint(1); day <= daysIn(0, 4, month); day++ {
			t[i] = '-' | uint64(digits[month])<<8 | '-'<<24 | uint64(digits[day])<<32 | 'T'<<48
			i++
		}
	}
	return t
}()

// civil returns the date of a day: the century, the year in it, and the days since
// March 1. The arithmetic is that of Neri and Schneider, "Euclidean affine functions and
// their application to calendar algorithms" (2023): divisions by constants, which are
// multiplications.
func civil(day uint32) (century, year, ofYear uint32) {
	// Years begin on March 1 here, the first one of them 400 years before the year 0, so
	// that no count is negative and a leap day ends a year.
	n := 4*uint64(day+146037) + 3
	century = uint32(n * (1<<47/146097 + 1) >> 47) // n / 146097, for n below 1<<24
	p := 2939745 * (n - uint64(century)*146097 | 3)
	century, year, ofYear = century-4, uint32(p>>32), uint32(p)/(4*2939745)
	if ofYear >= 306 { // January 1
		if year++; year == 100 {
			century, year = century+1, 0
		}
	}
	return
}

// PutFraction stores a point and nanoseconds, not zero, without trailing zeros at
// dst[n:], which has room for ten bytes, and returns the offset after them.
func PutFraction(dst []byte, n int, ns uint32) int {
	// Eight digits at once, as lanes of one word: four, two and one to a lane.
	high, last := ns/10, ns%10
	w := uint64(high/10000) | uint64(high%10000)<<32
	hundreds := w * 10486 >> 20 & 0x7F_0000007F
	w = hundreds | (w-hundreds*100)<<16
	tens := w * 103 >> 10 & 0x0F_000F_000F_000F
	w = tens | (w-tens*10)<<8
	mem.PutByte(dst, n, '.')
	mem.PutWord(dst, n+1, w|allDigits)
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
	return n + len("+07:00")
}
