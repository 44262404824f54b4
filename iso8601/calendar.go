// The proleptic Gregorian calendar as arithmetic: dates to days, for the years 0 to
// 9999.

package iso8601

// epoch is the number of days from 0000-01-01 to 1970-01-01.
const epoch = 719528

// before holds the days of a common year before each month, from month 1 on.
var before = [14]uint16{1: 0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334, 365}

// isLeap reports whether a year has a 29th of February.
func isLeap(year int) bool { return year%4 == 0 && (year%100 != 0 || year%400 == 0) }

// daysIn returns the number of days of a month.
func daysIn(year, month int) int {
	if month == 2 && isLeap(year) {
		return 29
	}
	return int(before[month+1] - before[month])
}

// daysOfYear returns the number of days of a year.
func daysOfYear(year int) int {
	if isLeap(year) {
		return 366
	}
	return 365
}

// newYear returns the days from 1970-01-01 to the first of January.
func newYear(year int) int {
	u := uint(year)
	return int(u*365+(u+3)/4-(u+99)/100+(u+399)/400) - epoch
}

// daysTo returns the days from 1970-01-01 to a date that exists.
func daysTo(year, month, day int) int {
	n := newYear(year) + int(before[month]) + day - 1
	if month > 2 && isLeap(year) {
		n++
	}
	return n
}

// firstMonday returns the days from 1970-01-01, a Thursday, to the Monday of ISO
// week 1, which is the week of the fourth of January.
func firstMonday(year int) int {
	fourth := newYear(year) + 3
	return fourth - weekday(fourth)
}

// weekday returns 0 for Monday to 6 for Sunday.
func weekday(days int) int { return ((days+3)%7 + 7) % 7 }

// weeksOf returns the number of ISO weeks of a year, 52 or 53.
func weeksOf(year int) int { return (firstMonday(year+1) - firstMonday(year)) / 7 }
