// Parsing of RFC 3339, by words: eight characters at a time are tested for being
// digits and separators in their places, and turned into numbers.

package iso8601

import (
	"sync/atomic"
	"time"

	"github.com/beve-org/beve-go/internal/mem"
	"github.com/beve-org/beve-go/internal/rfc3339"
)

// Parse returns the time that an RFC 3339 time stamp names, in UTC if it ends in Z
// or, like time.Parse, in time.Local where that has the offset of the stamp then,
// and else in a fixed zone. The error is ErrFormat or that of the part out of
// range; the time is then zero.
func Parse(input string) (time.Time, error) {
	n := len(input)
	if n < 20 {
		return time.Time{}, ErrFormat
	}
	if input[n-1] == 'Z' {
		if seconds, nanoseconds, ok := rfc3339.ReadClock(mem.Bytes(input), 0, n-1); ok {
			return time.Unix(seconds, nanoseconds).UTC(), nil
		}
	} else if offset, ok := zoneAtEnd(input); ok {
		if seconds, nanoseconds, ok := rfc3339.ReadClock(mem.Bytes(input), 0, n-6); ok {
			return inZone(clock{seconds, nanoseconds}, offset), nil
		}
	}
	return parseRare(input)
}

// parseRare is Parse for every form, and knows what is wrong with the others.
func parseRare(input string) (time.Time, error) {
	c, n, err := readClock(input)
	if err != nil {
		return time.Time{}, err
	}
	offset, n, err := readZone(input, n, Strict)
	if err != nil {
		return time.Time{}, err
	}
	if n != len(input) {
		return time.Time{}, ErrFormat
	}
	return inZone(c, offset), nil
}

// ParseBytes is [Parse] for bytes, which are not kept.
func ParseBytes(input []byte) (time.Time, error) { return Parse(mem.String(input)) }

// clock is a date and time as the clock on the wall shows it.
type clock struct{ seconds, nanoseconds int64 }

// Words of eight characters are taken apart by exclusive or with a pattern that
// leaves digits as 0 to 9 and separators as 0. Adding the limit then sets the
// high bit of every byte that is neither.
const (
	datePattern = "0000-00-"
	dateLimit   = 0x7F76767F76767676
	timePattern = "00:00:00"
	timeLimit   = 0x76767F76767F7676
	zonePattern = "+00:00"
	zoneLimit   = 0x76767F7676 // after the sign
	highBits    = 0x8080808080808080
)

// word is the constant of up to eight characters.
func word(s string) (w uint64) {
	for i := len(s) - 1; i >= 0; i-- {
		w = w<<8 | uint64(s[i])
	}
	return w
}

var (
	dateWord = word(datePattern)
	timeWord = word(timePattern)
	zoneWord = word(zonePattern)
)

// readClock reads YYYY-MM-DDTHH:MM:SS and a fraction, if there is one, and returns
// the offset of what follows.
func readClock(s string) (c clock, n int, err error) {
	if len(s) < 20 {
		return c, 0, ErrFormat
	}
	date := mem.StringWord(s, 0) ^ dateWord
	hours := mem.StringWord(s, 11) ^ timeWord
	tens, ones := s[8]-'0', s[9]-'0'
	if (date|(date+dateLimit)|hours|(hours+timeLimit))&highBits != 0 || tens > 9 || ones > 9 || s[10] != 'T' {
		return c, 0, ErrFormat
	}
	// Each byte becomes ten times itself and the one after it.
	date = date*10 + date>>8
	hours = hours*10 + hours>>8
	year := int(date&0xFF)*100 + int(date>>16&0xFF)
	month := int(date >> 40 & 0xFF)
	day := int(tens)*10 + int(ones)
	hour, minute, second := int(hours&0xFF), int(hours>>24&0xFF), int(hours>>48&0xFF)
	n = 19
	if s[n] == '.' {
		if c.nanoseconds, n, err = readFraction(s, n+1); err != nil {
			return c, 0, err
		}
	}
	if err := checkDate(year, month, day); err != nil {
		return c, 0, err
	}
	if hour > 23 || minute > 59 || second > 59 {
		return c, 0, clockError(hour, minute)
	}
	c.seconds = int64(daysTo(year, month, day))*86400 + int64(hour*3600+minute*60+second)
	return c, n, nil
}

// checkDate refuses days that are not in the calendar.
func checkDate(year, month, day int) error {
	if month-1 > 11 || month < 1 {
		return ErrMonth
	}
	if day < 1 || day > 28 && day > daysIn(year, month) {
		return ErrDay
	}
	return nil
}

// clockError says which part of a time of day is out of range; if hour and minute
// are not, the second is.
func clockError(hour, minute int) error {
	switch {
	case hour > 23:
		return ErrHour
	case minute > 59:
		return ErrMinute
	}
	return ErrSecond
}

// scale has what a number of as many digits, read as a fraction, is multiplied by
// to count nanoseconds.
var scale = [10]int64{0, 1e8, 1e7, 1e6, 1e5, 1e4, 1e3, 1e2, 10, 1}

// readFraction reads the digits after the point, at least one, and returns them
// as nanoseconds; those after the ninth are passed over.
func readFraction(s string, n int) (int64, int, error) {
	start, v := n, int64(0)
	for ; n < len(s) && s[n]-'0' <= 9; n++ {
		if n-start < 9 {
			v = v*10 + int64(s[n]-'0')
		}
	}
	if n == start {
		return 0, n, ErrFormat
	}
	return v * scale[min(n-start, 9)], n, nil
}

// zoneAtEnd reads ±HH:MM at the end of a longer text and returns seconds east of UTC; ok
// is false for everything else.
func zoneAtEnd(s string) (offset int, ok bool) {
	w := mem.StringWord(s, len(s)-8)>>16 ^ zoneWord
	sign := w & 0xFF
	w >>= 8
	if (w|(w+zoneLimit))&highBits != 0 || sign != 0 && sign != '+'^'-' {
		return 0, false
	}
	w = w*10 + w>>8
	h, m := int(w&0xFF), int(w>>24&0xFF)
	if h > maxZoneHours || m > maxZoneMinutes {
		return 0, false
	}
	if offset = (h*60 + m) * 60; sign != 0 {
		offset = -offset
	}
	return offset, true
}

// readZone reads Z or ±HH:MM, and with AllowNumericTimezone ±HHMM, and returns
// seconds east of UTC. For Z these are utc, which no number names.
func readZone(s string, n int, flags ValidFlags) (offset, next int, err error) {
	if n < len(s) && s[n] == 'Z' {
		return utc, n + 1, nil
	}
	if n+5 > len(s) || s[n] != '+' && s[n] != '-' {
		return 0, n, ErrFormat
	}
	minutes := n + 3
	if s[minutes] == ':' {
		minutes++
	} else if flags&AllowNumericTimezone == 0 {
		return 0, n, ErrFormat
	}
	h, okHours := twoDigits(s, n+1)
	m, okMinutes := twoDigits(s, minutes)
	if !okHours || !okMinutes {
		return 0, n, ErrFormat
	}
	if h > maxZoneHours || m > maxZoneMinutes {
		return 0, n, ErrZone
	}
	offset = (h*60 + m) * 60
	if s[n] == '-' {
		offset = -offset
	}
	return offset, minutes + 2, nil
}

// twoDigits reads two digits at n.
func twoDigits(s string, n int) (int, bool) {
	if n+2 > len(s) {
		return 0, false
	}
	tens, ones := s[n]-'0', s[n+1]-'0'
	return int(tens)*10 + int(ones), tens <= 9 && ones <= 9
}

// utc stands for the zone Z, which time.Parse does not take for an offset of zero.
const utc = 1 << 30

// inZone returns the time at which a clock in a zone shows c.
func inZone(c clock, offset int) time.Time {
	if offset == utc {
		return time.Unix(c.seconds, c.nanoseconds).UTC()
	}
	t := time.Unix(c.seconds-int64(offset), c.nanoseconds)
	if _, local := t.Zone(); local == offset {
		return t.In(time.Local) // which knows when that is UTC itself
	}
	return t.In(fixedZone(offset))
}

// The bounds of a zone are those of time.Parse: an hour and a minute more than exist.
const (
	maxZoneHours   = 24
	maxZoneMinutes = 60
	maxZone        = maxZoneHours*60 + maxZoneMinutes
)

// zones keeps the fixed zones that were met, by minutes from -24:60 on.
var zones [2*maxZone + 1]atomic.Pointer[time.Location]

// fixedZone returns the unnamed zone of an offset of whole minutes.
func fixedZone(offset int) *time.Location {
	p := &zones[offset/60+maxZone]
	if l := p.Load(); l != nil {
		return l
	}
	p.CompareAndSwap(nil, time.FixedZone("", offset))
	return p.Load()
}
