// Times as text.

package iso8601

import (
	"slices"
	"time"

	"github.com/beve-org/beve-go/internal/rfc3339"
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

func appendTime(b []byte, t time.Time, digits int) []byte {
	zone := 0
	if t.Location() != time.UTC {
		if _, zone = t.Zone(); zone%60 != 0 || zone <= -86400 || zone >= 86400 {
			return appendRare(b, t, digits)
		}
	}
	n := len(b)
	if cap(b)-n < rfc3339.Room {
		b = append(b, make([]byte, rfc3339.Room)...)[:n]
	}
	nanoseconds := t.Nanosecond()
	if digits != shortest {
		nanoseconds = 0
	}
	end := rfc3339.Put(b[:cap(b)], n, t.Unix(), nanoseconds, zone)
	if end < 0 {
		return appendRare(b, t, digits)
	}
	b = b[:end]
	if digits > 0 {
		b = insertFraction(b, n+len("2006-01-02T15:04:05"), t.Nanosecond(), digits)
	}
	return b
}

// insertFraction puts the first so many digits of nine in b at n, after a point.
func insertFraction(b []byte, n, nanoseconds, digits int) []byte {
	var text [len(".000000000")]byte
	for i := 9; i > 0; i-- {
		text[i] = byte('0' + nanoseconds%10)
		nanoseconds /= 10
	}
	text[0] = '.'
	return slices.Insert(b, n, text[:1+digits]...)
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
