// The errors of the package. They are fixed values, so that refusing a string
// costs no more than taking it and the string need not be kept.

package iso8601

import "errors"

// The errors that parsing returns. All but ErrFormat and ErrDuration name the
// part of a time that has the right form and a value out of range.
var (
	// ErrFormat: the string does not have the form of a time.
	ErrFormat = errors.New("invalid ISO8601 timestamp")
	// ErrMonth: the month is not 1 to 12, the week not one of its year, or the
	// ordinal day not one of its year.
	ErrMonth = errors.New("invalid ISO8601 timestamp: month, week or day of the year out of range")
	// ErrDay: the day is none of its month.
	ErrDay = errors.New("invalid ISO8601 timestamp: day out of range")
	// ErrHour: the hour is over 23.
	ErrHour = errors.New("invalid ISO8601 timestamp: hour out of range")
	// ErrMinute: the minute is over 59.
	ErrMinute = errors.New("invalid ISO8601 timestamp: minute out of range")
	// ErrSecond: the second is over 59; leap seconds are refused.
	ErrSecond = errors.New("invalid ISO8601 timestamp: second out of range")
	// ErrZone: the hours of the zone are over 24, or its minutes over 60, which are the
	// bounds of time.Parse.
	ErrZone = errors.New("invalid ISO8601 timestamp: zone out of range")
	// ErrDuration: the string does not have the form of a duration.
	ErrDuration = errors.New("invalid ISO8601 duration")
	// ErrCalendar: a duration counts years or months, whose length depends on the
	// date that they start from.
	ErrCalendar = errors.New("ISO8601 duration in years or months has no fixed length")
	// ErrOverflow: a duration that time.Duration cannot hold.
	ErrOverflow = errors.New("ISO8601 duration out of range")
)
