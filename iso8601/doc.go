// Package iso8601 reads and writes times as text without allocating: what time is
// this string, does this string look like a time, and the same for durations.
//
//	t, err := iso8601.Parse("2021-03-25T21:36:12.5Z")
//	ok := iso8601.Valid("2021-03-25 21:36", iso8601.Flexible)
//	text = iso8601.AppendTime(text[:0], t)
//
// # What is taken
//
// [Parse] takes the time stamps of RFC 3339 and nothing else: YYYY-MM-DDTHH:MM:SS, a
// fraction of any length after a point, then Z or ±HH:MM. Digits after the ninth
// of the fraction are cut off. The result is that of
// time.Parse(time.RFC3339Nano, …), location included, and every field has the range
// that it has there: zones go up to 24 hours and 60 minutes. Unlike time.Parse it
// refuses, in every length and position, an hour of one digit and a comma before the
// fraction. Both refuse leap seconds, hour 24, and lower-case t and z.
//
// [Valid] looks at the shape alone, digits in their places: month 13 passes. Its
// flags relax the shape, and [ParseFlexible] parses what they allow, so that
// Valid(s, f) only says that the digits of s are where they should be.
//
// # Cost
//
// Nothing is allocated, neither for a time nor for an error: errors are fixed
// values that do not quote the input. The one exception is a numeric zone that is
// seen for the first time, whose [time.Location] is made once and then kept; there
// are 3,001 of them at most.
package iso8601
