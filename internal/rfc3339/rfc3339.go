// Package rfc3339 writes time stamps of RFC 3339 and reads the commonest form of
// them, by words: the one way in which the library does either. Instants are
// seconds and nanoseconds since 1970 in UTC.
package rfc3339

import (
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

// Days are counted from March 1 of the year -400: within the years of a time stamp
// they are not negative, and a leap day ends a year.
const (
	eras        = 4 // centuries before the year 0
	daysTo1970  = 865565
	daysTo10000 = daysTo1970 + 2932897
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
	day := since / daySeconds
	second := uint32(since - day*daySeconds)
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
	mem.PutWord(dst, n, uint64(digits[uint8(century-eras)])|uint64(digits[uint8(year)])<<16|
		'-'<<32|uint64(digits[uint8(month)])<<40|'-'<<56)
	mem.PutWord(dst, n+8, uint64(digits[uint8(dom)])|'T'<<16|uint64(digits[uint8(hour)])<<24|
		':'<<40|uint64(digits[uint8(minute)])<<48)
	mem.PutWord(dst, n+16, ':'|uint64(digits[uint8(second)])<<8)
	n += len("2006-01-02T15:04:05")
	if ns := uint32(nanos); ns != 0 {
		if ms := ns / 1e6; ms*1e6 == ns && ms%10 != 0 {
			mem.PutWord(dst, n, '.'|uint64('0'+ms/100)<<8|uint64(digits[uint8(ms%100)])<<16)
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
