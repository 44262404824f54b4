// Durations as text, PT1H2M3.5S: appendix A of the RFC has their grammar.

package rfc3339

import (
	"math/bits"
	"strconv"
)

// unit is a designator of a duration, in the order in which they may stand. Days
// are 24 hours and weeks 7 days, since a duration of seconds knows no calendar.
type unit struct {
	letter  byte
	inTime  bool
	seconds uint64 // 0 for what has no fixed length
}

var units = [...]unit{
	{letter: 'Y'}, {letter: 'M'},
	{letter: 'W', seconds: 7 * 24 * 3600}, {letter: 'D', seconds: 24 * 3600},
	{letter: 'H', inTime: true, seconds: 3600},
	{letter: 'M', inTime: true, seconds: 60},
	{letter: 'S', inTime: true, seconds: 1},
}

// Outcome is what a text is that names a duration, or does not.
type Outcome int

// The outcomes of ReadDuration.
const (
	IsDuration Outcome = iota
	IsNone             // it has another form
	IsCalendar         // it has years or months that are not zero
	IsTooLong          // its seconds are beyond a uint64
)

// ReadDuration returns the duration that text such as "PT1H2M3.5S", "P1DT12H" or "-P2W" names. The last number may have
// a fraction, after a point or a comma, which is truncated to nanoseconds. A sign may come first.
func ReadDuration(s string) (negative bool, seconds uint64, nanoseconds uint32, _ Outcome) {
	if s != "" && (s[0] == '-' || s[0] == '+') {
		negative = s[0] == '-'
		s = s[1:]
	}
	if len(s) < 3 || s[0] != 'P' {
		return false, 0, 0, IsNone
	}
	s = s[1:]
	outcome := IsDuration
	next, inTime, last := 0, false, false
	for s != "" {
		if s[0] == 'T' && !inTime && len(s) > 1 {
			s, inTime = s[1:], true
		}
		if last {
			return false, 0, 0, IsNone // a fraction that is not at the end
		}
		whole, fraction, rest, ok := readQuantity(s)
		if !ok || rest == "" {
			return false, 0, 0, IsNone
		}
		for next < len(units) && (units[next].letter != rest[0] || units[next].inTime != inTime) {
			next++
		}
		if next == len(units) {
			return false, 0, 0, IsNone
		}
		last = fraction != ""
		s = rest[1:]
		length := units[next].seconds
		next++
		// The form of what follows still decides what it is.
		if length == 0 {
			if trimZeros(whole) != "" || trimZeros(fraction) != "" {
				outcome = IsCalendar
			}
			continue
		}
		if seconds, nanoseconds, ok = addQuantity(seconds, whole, fraction, length); !ok && outcome == IsDuration {
			outcome = IsTooLong
		}
	}
	return negative, seconds, nanoseconds, outcome
}

// readQuantity splits off the digits of a number and of its fraction.
func readQuantity(s string) (whole, fraction, rest string, ok bool) {
	n := countDigits(s)
	if n == 0 {
		return "", "", s, false
	}
	whole, rest = s[:n], s[n:]
	if rest != "" && (rest[0] == '.' || rest[0] == ',') {
		n = countDigits(rest[1:])
		if n == 0 {
			return "", "", s, false
		}
		fraction, rest = rest[1:1+n], rest[1+n:]
	}
	return whole, fraction, rest, true
}

func countDigits(s string) (n int) {
	for n < len(s) && s[n]-'0' <= 9 {
		n++
	}
	return n
}

// trimZeros cuts off leading zeros.
func trimZeros(s string) string {
	for s != "" && s[0] == '0' {
		s = s[1:]
	}
	return s
}

// addQuantity adds whole.fraction units to a number of seconds; ok is false where a uint64 does not hold the sum.
func addQuantity(total uint64, whole, fraction string, length uint64) (seconds uint64, nanoseconds uint32, ok bool) {
	n := uint64(0)
	for i := range len(whole) {
		hi, lo := bits.Mul64(n, 10)
		var carry uint64
		if n, carry = bits.Add64(lo, uint64(whole[i]-'0'), 0); hi|carry != 0 {
			return 0, 0, false
		}
	}
	const second = 1_000_000_000
	hi, product := bits.Mul64(n, length)
	seconds, carry := bits.Add64(total, product, 0)
	// Digit by digit from the last: cutting off at each step is cutting off once.
	part := uint64(0)
	for i := len(fraction) - 1; i >= 0; i-- {
		part = (part + uint64(fraction[i]-'0')*length*second) / 10
	}
	seconds, more := bits.Add64(seconds, part/second, 0)
	return seconds, uint32(part % second), hi|carry|more == 0
}

// AppendDuration appends a duration as hours, minutes and seconds, without those that are zero: PT1H2M3.5S,
// -PT0.000000001S, and PT0S for none.
func AppendDuration(dst []byte, negative bool, seconds uint64, nanoseconds uint32) []byte {
	if negative && (seconds > 0 || nanoseconds > 0) {
		dst = append(dst, '-')
	}
	dst = append(dst, "PT"...)
	start := len(dst)
	if h := seconds / 3600; h > 0 {
		dst = append(strconv.AppendUint(dst, h, 10), 'H')
	}
	if m := seconds / 60 % 60; m > 0 {
		dst = append(strconv.AppendUint(dst, m, 10), 'M')
	}
	if s := seconds % 60; s > 0 || nanoseconds > 0 || len(dst) == start {
		dst = strconv.AppendUint(dst, s, 10)
		if nanoseconds > 0 {
			var fraction [10]byte
			dst = append(dst, fraction[:PutFraction(fraction[:], 0, nanoseconds)]...)
		}
		dst = append(dst, 'S')
	}
	return dst
}
