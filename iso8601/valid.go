// Shapes of times: what Valid looks at, and parsing of what its flags allow.

package iso8601

import (
	"time"

	"github.com/beve-org/beve-go/internal/mem"
)

// ValidFlags relax the form that [Valid] and [ParseFlexible] ask for.
type ValidFlags int

// The flags.
const (
	// Strict asks for YYYY-MM-DDTHH:MM:SS, a fraction of 1 to 9 digits, and Z or
	// ±HH:MM.
	Strict ValidFlags = 0
	// AllowSpaceSeparator takes a space instead of T, and one before a numeric zone.
	AllowSpaceSeparator ValidFlags = 1 << 1
	// AllowMissingTime takes a date alone.
	AllowMissingTime ValidFlags = 1 << 2
	// AllowMissingSubsecond takes a time without a fraction.
	AllowMissingSubsecond ValidFlags = 1 << 3
	// AllowMissingTimezone takes a time without a zone.
	AllowMissingTimezone ValidFlags = 1 << 4
	// AllowNumericTimezone takes the zone ±HHMM.
	AllowNumericTimezone ValidFlags = 1 << 5
	// Flexible is all of the above.
	Flexible ValidFlags = AllowSpaceSeparator | AllowMissingTime | AllowMissingSubsecond |
		AllowMissingTimezone | AllowNumericTimezone
	// AllowWeekDate takes a date as the day of a week, YYYY-Www-D.
	AllowWeekDate ValidFlags = 1 << 6
	// AllowOrdinalDate takes a date as the day of a year, YYYY-DDD.
	AllowOrdinalDate ValidFlags = 1 << 7
)

// Valid reports whether value has the form of a time: digits and separators in
// their places, whatever the numbers are. It is a cheap test before [Parse], and
// instead of a time.Parse that would fail.
func Valid(value string, flags ValidFlags) bool {
	// Prose usually fails here, where the call is inlined.
	return len(value) >= len("2021-084") && value[4] == '-' && valid(value, flags)
}

// valid is Valid for a value with a hyphen after four characters, and more than these.
func valid(value string, flags ValidFlags) bool {
	// The commonest forms start with a date and time of day, tested as in Parse.
	n := 0
	if len(value) >= 19 && value[10] == 'T' {
		date := mem.StringWord(value, 0) ^ dateWord
		hours := mem.StringWord(value, 11) ^ timeWord
		if (date|(date+dateLimit)|hours|(hours+timeLimit))&highBits == 0 && value[8]-'0' <= 9 && value[9]-'0' <= 9 {
			n = 19
		}
	}
	if n == 0 {
		form := dateForm(value, flags)
		if form == noDate {
			return false
		}
		n = form.length()
		if n == len(value) {
			return flags&AllowMissingTime != 0
		}
		if !isSeparator(value[n], flags) || !hasTime(value, n+1) {
			return false
		}
		n += 9
	}
	if n < len(value) && value[n] == '.' {
		start := n + 1
		for n = start; n < len(value) && n < start+9 && value[n]-'0' <= 9; n++ {
		}
		if n == start {
			return false
		}
	} else if flags&AllowMissingSubsecond == 0 {
		return false
	}
	if n == len(value) {
		return flags&AllowMissingTimezone != 0
	}
	if value[n] == 'Z' {
		return n+1 == len(value)
	}
	n = passZoneSpace(value, n, flags)
	return hasZone(value[n:], flags)
}

// ValidBytes is [Valid] for bytes.
func ValidBytes(value []byte, flags ValidFlags) bool { return Valid(mem.String(value), flags) }

// ParseFlexible is [Parse] for every form that [Valid] takes with the same flags,
// and fails with the error of the part that is out of range where there is one. A
// date alone is its midnight. Where the zone is missing it is location; nil means
// UTC.
func ParseFlexible(input string, flags ValidFlags, location *time.Location) (time.Time, error) {
	if !Valid(input, flags) {
		return time.Time{}, ErrFormat
	}
	if location == nil {
		location = time.UTC
	}
	form := dateForm(input, flags)
	days, err := form.days(input)
	if err != nil {
		return time.Time{}, err
	}
	n := form.length()
	if n == len(input) {
		return midnight(days, 0, 0, location), nil
	}
	hour, _ := twoDigits(input, n+1)
	minute, _ := twoDigits(input, n+4)
	second, _ := twoDigits(input, n+7)
	if hour > 23 || minute > 59 || second > 59 {
		return time.Time{}, clockError(hour, minute)
	}
	c := clock{seconds: int64(hour*3600 + minute*60 + second)}
	n += 9
	if n < len(input) && input[n] == '.' {
		c.nanoseconds, n, _ = readFraction(input, n+1)
	}
	if n == len(input) {
		return midnight(days, c.seconds, c.nanoseconds, location), nil
	}
	offset, _, err := readZone(input, passZoneSpace(input, n, flags), flags)
	if err != nil {
		return time.Time{}, err
	}
	c.seconds += int64(days) * 86400
	return inZone(c, offset), nil
}

// midnight returns the time at which a clock at location shows a date and the
// seconds of a day. Where a change of the zone leaves that time out or repeats it,
// it is the one that time.Date chooses.
func midnight(days int, seconds, nanoseconds int64, location *time.Location) time.Time {
	if location == time.UTC {
		return time.Unix(int64(days)*86400+seconds, nanoseconds).UTC()
	}
	return time.Date(1970, 1, 1+days, int(seconds/3600), int(seconds/60%60), int(seconds%60), int(nanoseconds), location)
}

// form is a way of writing a date.
type form int

const (
	noDate form = iota
	calendarDate
	ordinalDate
	weekDate
)

// length returns the number of characters of a date.
func (f form) length() int {
	if f == ordinalDate {
		return len("2021-084")
	}
	return len("2021-03-25") // and 2021-W12-4
}

// dateForm tells which form of date s starts with.
func dateForm(s string, flags ValidFlags) form {
	if len(s) < 8 || !digits(s[:4]) || s[4] != '-' {
		return noDate
	}
	switch {
	case len(s) >= 10 && s[7] == '-' && digits(s[5:7]) && digits(s[8:10]):
		return calendarDate
	case flags&AllowOrdinalDate != 0 && digits(s[5:8]):
		return ordinalDate
	case flags&AllowWeekDate != 0 && len(s) >= 10 && s[5] == 'W' && digits(s[6:8]) && s[8] == '-' && digits(s[9:10]):
		return weekDate
	}
	return noDate
}

// days returns the days from 1970-01-01 to the date of form f that s starts with.
func (f form) days(s string) (int, error) {
	year := number(s[:4])
	switch f {
	case ordinalDate:
		day := number(s[5:8])
		if day < 1 || day > daysOfYear(year) {
			return 0, ErrMonth
		}
		return newYear(year) + day - 1, nil
	case weekDate:
		week, day := number(s[6:8]), number(s[9:10])
		if week < 1 || week > weeksOf(year) {
			return 0, ErrMonth
		}
		if day < 1 || day > 7 {
			return 0, ErrDay
		}
		return firstMonday(year) + (week-1)*7 + day - 1, nil
	}
	month, day := number(s[5:7]), number(s[8:10])
	if err := checkDate(year, month, day); err != nil {
		return 0, err
	}
	return daysTo(year, month, day), nil
}

// digits reports whether s is digits only.
func digits(s string) bool {
	for i := range len(s) {
		if s[i]-'0' > 9 {
			return false
		}
	}
	return true
}

// number returns the value of a few digits.
func number(s string) (n int) {
	for i := range len(s) {
		n = n*10 + int(s[i]-'0')
	}
	return n
}

func isSeparator(c byte, flags ValidFlags) bool {
	return c == 'T' || c == ' ' && flags&AllowSpaceSeparator != 0
}

// hasTime reports whether HH:MM:SS stands at n.
func hasTime(s string, n int) bool {
	if n+8 > len(s) {
		return false
	}
	w := mem.StringWord(s, n) ^ timeWord
	return (w|(w+timeLimit))&highBits == 0
}

// passZoneSpace passes the space that may stand before a numeric zone.
func passZoneSpace(s string, n int, flags ValidFlags) int {
	if s[n] == ' ' && flags&AllowSpaceSeparator != 0 {
		n++
	}
	return n
}

// hasZone reports whether s is ±HH:MM, or ±HHMM where the flags allow it.
func hasZone(s string, flags ValidFlags) bool {
	switch {
	case len(s) == 6 && s[3] == ':':
		return (s[0] == '+' || s[0] == '-') && digits(s[1:3]) && digits(s[4:])
	case len(s) == 5 && flags&AllowNumericTimezone != 0:
		return (s[0] == '+' || s[0] == '-') && digits(s[1:])
	}
	return false
}
