// Times as text.

package iso8601

import (
	"time"

	"github.com/beve-org/beve-go/internal/mem"
)

// AppendTime appends t in RFC 3339 with as many digits of a fraction as it needs:
// the text of t.AppendFormat(b, time.RFC3339Nano). Years outside of 0 to 9999 and
// zones with seconds have no RFC 3339 form; what AppendFormat makes of them is
// appended, and [Parse] does not take it.
func AppendTime(b []byte, t time.Time) []byte { return appendTime(b, t, shortest) }

// AppendTimeDigits is [AppendTime] with a fraction of exactly so many digits, 0 to
// 9, cut off rather than rounded. More than 9 count as 9, less than 0 as 0.
func AppendTimeDigits(b []byte, t time.Time, digits int) []byte {
	return appendTime(b, t, max(0, min(digits, 9)))
}

// shortest stands for as many digits as a fraction needs.
const shortest = -1

// longest is the room that a time takes at most, and that words may overshoot.
const longest = len("2006-01-02T15:04:05.999999999+07:00") + 8

// shift makes the days since 1970-01-01 days since 0000-03-01.
const shift = epoch - 60

func appendTime(b []byte, t time.Time, digits int) []byte {
	offset := 0
	if t.Location() != time.UTC {
		_, offset = t.Zone()
	}
	seconds := t.Unix() + int64(offset)
	// From 0000-03-01 to the end of year 9999: January and February of year 0 are
	// left to the standard library with the years before it.
	const first, last = -shift * 86400, 253402300799
	if seconds < first || seconds > last || offset%60 != 0 {
		return appendRare(b, t, digits)
	}
	n := len(b)
	if cap(b)-n < longest {
		b = append(b, make([]byte, longest)...)
	}
	b = b[:cap(b)]
	since := uint64(seconds + shift*86400)
	days, second := since/86400, uint(since%86400)
	year, month, day := civil(uint(days))
	// "YYYY-MM-" and "DDTHH:MM" are one word each.
	mem.PutWord(b, n, pair(year/100)|pair(year%100)<<16|'-'<<32|pair(month)<<40|'-'<<56)
	mem.PutWord(b, n+8, pair(day)|'T'<<16|pair(second/3600)<<24|':'<<40|pair(second/60%60)<<48)
	mem.PutWord32(b, n+16, uint32(':'|pair(second%60)<<8))
	n += 19
	n = putFraction(b, n, uint(t.Nanosecond()), digits)
	if offset == 0 {
		mem.PutByte(b, n, 'Z')
		return b[:n+1]
	}
	sign := uint64('+')
	if offset < 0 {
		sign, offset = '-', -offset
	}
	minutes := uint(offset / 60)
	mem.PutWord(b, n, sign|pair(minutes/60)<<8|':'<<24|pair(minutes%60)<<32)
	return b[:n+6]
}

// pair returns two digits as characters, the first in the low byte.
func pair(n uint) uint64 {
	tens := n * 103 >> 10 // n/10 below 100
	return uint64('0'+tens) | uint64('0'+n-tens*10)<<8
}

// putFraction writes the fraction at b[n:], which has room for it, and returns the
// offset behind it.
func putFraction(b []byte, n int, nanoseconds uint, digits int) int {
	if digits == 0 || digits == shortest && nanoseconds == 0 {
		return n
	}
	b[n] = '.'
	b[n+9] = byte('0' + nanoseconds%10)
	eight := nanoseconds / 10
	for i := 7; i >= 1; i -= 2 {
		p := pair(eight % 100)
		eight /= 100
		b[n+i], b[n+i+1] = byte(p), byte(p>>8)
	}
	if digits != shortest {
		return n + 1 + digits
	}
	for n += 9; b[n] == '0'; n-- {
	}
	return n + 1
}

// layouts are those of fractions with 0 to 9 digits.
const layouts = "2006-01-02T15:04:05.000000000"

// appendRare appends a time outside of RFC 3339.
func appendRare(b []byte, t time.Time, digits int) []byte {
	switch digits {
	case shortest:
		return t.AppendFormat(b, time.RFC3339Nano)
	case 0:
		return t.AppendFormat(b, time.RFC3339)
	}
	return t.AppendFormat(b, layouts[:20+digits]+"Z07:00")
}
