// Instants with a zone.

package scalar

import (
	"math"
	"sync/atomic"
	"time"

	"github.com/beve-org/beve-go/internal/fault"
)

const (
	nanosPerSecond = 1_000_000_000
	// maxOffset is the largest zone offset, in minutes.
	maxOffset = 24*60 - 1
)

// Timestamp is an instant, to the nanosecond, with the zone that it is told in.
type Timestamp struct {
	// Seconds since 1970 in UTC; negative before.
	Seconds int64
	// Nanoseconds count forward from Seconds: 0 to 999,999,999.
	Nanoseconds uint32
	// TimezoneOffset is the minutes that local time is ahead of UTC, -1439 to 1439.
	TimezoneOffset int16
}

// Valid reports whether nanoseconds and offset are in their ranges.
func (t Timestamp) Valid() bool {
	return t.Nanoseconds < nanosPerSecond && t.TimezoneOffset >= -maxOffset && t.TimezoneOffset <= maxOffset
}

// Before reports whether t is an earlier instant than u.
func (t Timestamp) Before(u Timestamp) bool {
	return t.Seconds < u.Seconds || t.Seconds == u.Seconds && t.Nanoseconds < u.Nanoseconds
}

// The seconds of the years that RFC 3339 knows: 0 to 9999.
const (
	firstSecond = -62_167_219_200
	lastSecond  = 253_402_300_799
)

// AppendRFC3339 appends the instant in the local time of its zone as RFC 3339
// writes it, with the nanoseconds that it has; ok is false for years that have
// not four digits.
func (t Timestamp) AppendRFC3339(dst []byte) (out []byte, ok bool) {
	if t.Seconds < firstSecond-maxOffset*60 || t.Seconds > lastSecond+maxOffset*60 {
		return dst, false
	}
	local := t.Seconds + int64(t.TimezoneOffset)*60
	if local < firstSecond || local > lastSecond {
		return dst, false
	}
	const day = 24 * 3600
	year, month, dom := civil((local - firstSecond) / day)
	s := int((local - firstSecond) % day)
	dst = appendDigits(appendDigits(dst, year/100), year%100)
	dst = appendDigits(append(dst, '-'), month)
	dst = appendDigits(append(dst, '-'), dom)
	dst = appendDigits(append(dst, 'T'), s/3600)
	dst = appendDigits(append(dst, ':'), s/60%60)
	dst = appendDigits(append(dst, ':'), s%60)
	if t.Nanoseconds > 0 {
		dst = appendFraction(dst, t.Nanoseconds)
	}
	zone := int(t.TimezoneOffset)
	switch {
	case zone == 0:
		return append(dst, 'Z'), true
	case zone < 0:
		dst, zone = append(dst, '-'), -zone
	default:
		dst = append(dst, '+')
	}
	return appendDigits(append(appendDigits(dst, zone/60), ':'), zone%60), true
}

// civil returns the date of a day counted from the first of January of the year 0.
// It counts years from March on, so that the day that comes and goes is the last
// of a year.
func civil(day int64) (year, month, dom int) {
	const era = 146_097 // days of 400 years
	d := int(day) + era - 60
	year = d/era*400 - 400
	d %= era
	y := (d - d/1460 + d/36_524 - d/(era-1)) / 365
	d -= 365*y + y/4 - y/100
	m := (5*d + 2) / 153
	dom = d - (153*m+2)/5 + 1
	year, month = year+y, m+3
	if month > 12 {
		year, month = year+1, month-12
	}
	return year, month, dom
}

func appendDigits(dst []byte, n int) []byte { return append(dst, '0'+byte(n/10), '0'+byte(n%10)) }

// appendFraction appends nanoseconds without trailing zeros.
func appendFraction(dst []byte, ns uint32) []byte {
	for dst = append(dst, '.'); ns > 0; ns = ns % 100_000_000 * 10 {
		dst = append(dst, '0'+byte(ns/100_000_000))
	}
	return dst
}

// LastStamp is the latest second since 1970 that a time.Time holds, whose own
// seconds count from the year 1.
const LastStamp = math.MaxInt64 - 62_135_596_800

// TimeOf returns a timestamp as a time, in UTC or a zone of that offset without a
// name. It fails beyond what a time.Time holds.
func TimeOf(s Timestamp) (time.Time, error) {
	if s.Seconds > LastStamp {
		return time.Time{}, fault.Because(fault.ErrOverflow, "timestamp is out of the range of a time.Time")
	}
	t := time.Unix(s.Seconds, int64(s.Nanoseconds))
	if s.TimezoneOffset == 0 {
		return t.UTC(), nil
	}
	return t.In(zone(int(s.TimezoneOffset))), nil
}

// TimestampOf returns a time as a timestamp. A zone offset of odd seconds, or of a day
// and more, is given up for UTC: the instant is what must not change. It fails for
// times so far off that their seconds since 1970 overflow.
func TimestampOf(t time.Time) (Timestamp, error) {
	s := Timestamp{Seconds: t.Unix(), Nanoseconds: uint32(t.Nanosecond())}
	if s.Seconds > LastStamp {
		return s, fault.Because(fault.ErrOverflow, "time is out of the range of a timestamp")
	}
	if t.Location() != time.UTC {
		if _, offset := t.Zone(); offset%60 == 0 && offset > -24*60*60 && offset < 24*60*60 {
			s.TimezoneOffset = int16(offset / 60)
		}
	}
	return s, nil
}

// zones are the zones without names, made when first asked for.
var zones [2*maxOffset + 1]atomic.Pointer[time.Location]

func zone(minutes int) *time.Location {
	if minutes < -maxOffset || minutes > maxOffset {
		return time.FixedZone("", minutes*60)
	}
	slot := &zones[minutes+maxOffset]
	if l := slot.Load(); l != nil {
		return l
	}
	l := time.FixedZone("", minutes*60)
	slot.Store(l)
	return l
}
