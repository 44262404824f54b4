// Package rfc3339 writes time stamps of RFC 3339 and reads the commonest form of
// them, by words: the one way in which the library does either. Instants are
// seconds and nanoseconds since 1970 in UTC.
package rfc3339

import (
	"math"
	"math/bits"

	"github.com/beve-org/beve-go/internal/mem"
)

const (
	// Longest is the length of the longest time stamp.
	Longest = len("2006-01-02T15:04:05.999999999+07:00")
	// Room is what Put stores at most: whole words may overshoot the text.
	Room = Longest + 8
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
	since := uint64(seconds + int64(zone) + daysTo1970*daySeconds)
	if since >= daysTo10000*daySeconds {
		return -1
	}
	// Each product is the next part and, below it, what is left as a fraction of 2^64. The
	// rounded factor makes that too large, by less than a hundredth of a second.
	day, rest := bits.Mul64(since, math.MaxUint64/daySeconds+1)
	hour, rest := bits.Mul64(rest, 24)
	minute, rest := bits.Mul64(rest, 60)
	second, _ := bits.Mul64(rest, 60)
	century, year, ofYear := civil(uint32(day))
	mem.PutWord(dst, n, uint64(digits[uint8(century)])|uint64(digits[uint8(year)])<<16|'-'<<32)
	mem.PutWord(dst, n+len("2006-"), monthDays[ofYear&511])
	mem.PutWord(dst, n+len("2006-01-02T"), uint64(digits[uint8(hour)])|':'<<16|
		uint64(digits[uint8(minute)])<<24|':'<<40|uint64(digits[uint8(second)])<<48)
	n += len("2006-01-02T15:04:05")
	if ns := uint32(nanos); ns != 0 {
		ms := ns / 1e6
		hundreds := ms * 41 >> 12
		if two := digits[uint8(ms-hundreds*100)]; ms*1e6 == ns && two>>8 != '0' {
			mem.PutWord(dst, n, '.'|uint64('0'+hundreds)<<8|uint64(two)<<16)
			n += len(".000")
		} else {
			n = PutFraction(dst, n, ns)
		}
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

// monthDays holds "01-02T" for each day of a year that begins on March 1 and may end
// with a leap day. It is longer so that nine bits need no check to be an index.
var monthDays = func() (t [512]uint64) {
	i := 0
	for m := range uint(12) {
		month := (m+2)%12 + 1
		for day := uint(1); day <= daysIn(0, 4, month); day++ {
			t[i] = uint64(digits[month]) | '-'<<16 | uint64(digits[day])<<24 | 'T'<<40
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
