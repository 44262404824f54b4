// Durations as text, PT1H2M3.5S.

package iso8601

import (
	"math"
	"math/bits"
	"strconv"
	"time"

	"github.com/beve-org/beve-go/internal/rfc3339"
)

// unit is a designator of a duration, in the order in which they may stand. Days
// are 24 hours and weeks 7 days, since a Duration knows no calendar.
type unit struct {
	letter byte
	inTime bool
	length time.Duration // 0 for what has no fixed length
}

var units = [...]unit{
	{letter: 'Y'}, {letter: 'M'},
	{letter: 'W', length: 7 * 24 * time.Hour}, {letter: 'D', length: 24 * time.Hour},
	{letter: 'H', inTime: true, length: time.Hour},
	{letter: 'M', inTime: true, length: time.Minute},
	{letter: 'S', inTime: true, length: time.Second},
}

// ParseDuration returns the duration that text such as "PT1H2M3.5S", "P1DT12H" or
// "-P2W" names. A day is 24 hours; years and months are ErrCalendar unless they
// are zero. The last number may have a fraction, after a point or a comma, which is
// truncated to nanoseconds. A sign may come first. A duration that a time.Duration
// cannot hold is ErrOverflow; any other failure is ErrDuration.
func ParseDuration(input string) (time.Duration, error) {
	s, negative := input, false
	if s != "" && (s[0] == '-' || s[0] == '+') {
		negative = s[0] == '-'
		s = s[1:]
	}
	if len(s) < 3 || s[0] != 'P' {
		return 0, ErrDuration
	}
	s = s[1:]
	var total uint64 // of nanoseconds
	next, inTime, last, calendar := 0, false, false, false
	for s != "" {
		if s[0] == 'T' && !inTime && len(s) > 1 {
			s, inTime = s[1:], true
		}
		if last {
			return 0, ErrDuration // a fraction that is not at the end
		}
		whole, fraction, rest, ok := readQuantity(s)
		if !ok || rest == "" {
			return 0, ErrDuration
		}
		for next < len(units) && (units[next].letter != rest[0] || units[next].inTime != inTime) {
			next++
		}
		if next == len(units) {
			return 0, ErrDuration
		}
		last = fraction != ""
		s = rest[1:]
		length := units[next].length
		next++
		if length == 0 {
			calendar = calendar || whole != "" && trimZeros(whole) != "" || trimZeros(fraction) != ""
			continue
		}
		if total, ok = addQuantity(total, whole, fraction, uint64(length)); !ok {
			// The form of what follows still decides which error it is.
			total = math.MaxUint64
		}
	}
	switch {
	case calendar:
		return 0, ErrCalendar
	case negative && total <= 1<<63:
		return time.Duration(-total), nil
	case total > math.MaxInt64:
		return 0, ErrOverflow
	}
	return time.Duration(total), nil
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

// addQuantity adds whole.fraction units to a total of nanoseconds; ok is false
// where a uint64 does not hold the sum.
func addQuantity(total uint64, whole, fraction string, length uint64) (sum uint64, ok bool) {
	n := uint64(0)
	for i := range len(whole) {
		hi, lo := bits.Mul64(n, 10)
		var carry uint64
		if n, carry = bits.Add64(lo, uint64(whole[i]-'0'), 0); hi|carry != 0 {
			return 0, false
		}
	}
	hi, product := bits.Mul64(n, length)
	sum, carry := bits.Add64(total, product, 0)
	// Digit by digit from the last: cutting off at each step is cutting off once.
	part := uint64(0)
	for i := len(fraction) - 1; i >= 0; i-- {
		part = (part + uint64(fraction[i]-'0')*length) / 10
	}
	sum, more := bits.Add64(sum, part, 0)
	return sum, hi|carry|more == 0
}

// AppendDuration appends d as hours, minutes and seconds, without those that are
// zero: "PT1H2M3.5S", "-PT0.000000001S", and "PT0S" for none.
func AppendDuration(b []byte, d time.Duration) []byte {
	n := uint64(d)
	if d < 0 {
		b = append(b, '-')
		n = -n
	}
	b = append(b, "PT"...)
	start := len(b)
	seconds, nanoseconds := n/1e9, n%1e9
	if h := seconds / 3600; h > 0 {
		b = append(strconv.AppendUint(b, h, 10), 'H')
	}
	if m := seconds / 60 % 60; m > 0 {
		b = append(strconv.AppendUint(b, m, 10), 'M')
	}
	if s := seconds % 60; s > 0 || nanoseconds > 0 || len(b) == start {
		b = strconv.AppendUint(b, s, 10)
		if nanoseconds > 0 {
			var fraction [10]byte
			b = append(b, fraction[:rfc3339.PutFraction(fraction[:], 0, uint32(nanoseconds))]...)
		}
		b = append(b, 'S')
	}
	return b
}
