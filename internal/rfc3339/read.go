// Reading of time stamps in UTC.

package rfc3339

import "github.com/beve-org/beve-go/internal/mem"

// plain is the length of a time stamp without a fraction and a zone, fraction that of
// the longest fraction.
const (
	plain    = len("2006-01-02T15:04:05")
	fraction = len(".123456789")
)

// Where the digits of "2006-01-" and "02T15:04" are: taking the pattern from the
// text leaves 0 to 9 there and 0 elsewhere, which is what over shows: adding it
// carries into the highest bit of every byte that holds more.
const (
	dateDigits = '0' | '0'<<8 | '0'<<16 | '0'<<24 | '-'<<32 | '0'<<40 | '0'<<48 | '-'<<56
	dateOver   = 0x7F76_767F_7676_7676
	hourDigits = '0' | '0'<<8 | 'T'<<16 | '0'<<24 | '0'<<32 | ':'<<40 | '0'<<48 | '0'<<56
	hourOver   = 0x7676_7F76_767F_7676
	// Of ":05" and what follows, which is looked at apart.
	secondDigits = ':' | '0'<<8 | '0'<<16
	secondOver   = 0x76767F
	allDigits    = 0x3030_3030_3030_3030
	allOver      = 0x7676_7676_7676_7676
	highBits     = 0x8080_8080_8080_8080
)

// ReadUTC reads src[off:end], YYYY-MM-DDTHH:MM:SS, perhaps a point and one to nine
// digits, and Z. ok is false for every other text, and for dates and times of day
// that do not exist. The caller guarantees off <= end <= len(src).
func ReadUTC(src []byte, off, end int) (seconds, nanos int64, ok bool) {
	if end-off <= plain || mem.Byte(src, end-1) != 'Z' {
		return 0, 0, false
	}
	return ReadClock(src, off, end-1)
}

// ReadClock is ReadUTC for what stands in front of a zone, and as if the zone were
// UTC. The caller guarantees off <= end < len(src).
func ReadClock(src []byte, off, end int) (seconds, nanos int64, ok bool) {
	n := end - off
	if n < plain || n > plain+fraction {
		return 0, 0, false
	}
	date, hour := mem.Word(src, off)^dateDigits, mem.Word(src, off+8)^hourDigits
	sec := uint64(mem.Word32(src, off+16)&0xFFFFFF) ^ secondDigits
	if (date|(date+dateOver)|hour|(hour+hourOver)|sec|(sec+secondOver))&highBits != 0 {
		return 0, 0, false
	}
	if n > plain {
		if nanos, ok = readFraction(src, off+plain, end); !ok {
			return 0, 0, false
		}
	}
	// Each byte becomes ten times itself and the one after it.
	date = date*10 + date>>8
	hour = hour*10 + hour>>8
	sec = sec*10 + sec>>8
	century, year, month, day := uint(date&0xFF), uint(date>>16&0xFF), uint(date>>40&0xFF), uint(hour&0xFF)
	h, m, s := uint(hour>>24&0xFF), uint(hour>>48&0xFF), uint(sec>>8&0xFF)
	if month-1 > 11 || day-1 > 27 && (day == 0 || day > daysIn(century, year, month)) || h > 23 || m > 59 || s > 59 {
		return 0, 0, false
	}
	days := daysBefore(century, year, month) + int64(day)
	return days*daySeconds + int64(h*3600+m*60+s), nanos, true
}

// readFraction reads src[point:end], a point and one to nine digits, as nanoseconds.
func readFraction(src []byte, point, end int) (nanos int64, ok bool) {
	n := end - point - 1
	if mem.Byte(src, point) != '.' || n == 0 {
		return 0, false
	}
	// Eight digits: the first of nine, or what there are and zeros after them.
	w, ninth := mem.Word(src, end-8)^allDigits, uint64(0)
	if n == 9 {
		w = mem.Word(src, end-9) ^ allDigits
		if ninth = uint64(mem.Byte(src, end-1) - '0'); ninth > 9 {
			return 0, false
		}
	} else {
		w >>= 64 - 8*uint(n)
	}
	if (w|(w+allOver))&highBits != 0 {
		return 0, false
	}
	w = (w*10 + w>>8) & 0x00FF00FF00FF00FF
	w = (w*100 + w>>16) & 0x0000FFFF0000FFFF
	w = w*10000 + w>>32
	return int64(uint64(uint32(w))*10 + ninth), true
}

// isLeap reports whether a year of a century has a 29th of February.
func isLeap(century, year uint) bool { return year&3 == 0 && (year != 0 || century&3 == 0) }

// daysIn returns the length of a month.
func daysIn(century, year, month uint) uint {
	if month == 2 {
		if isLeap(century, year) {
			return 29
		}
		return 28
	}
	return 30 + (month+month>>3)&1
}

// daysBefore returns the days from 1970-01-01 to the last day before a month of the
// years 0 to 9999.
func daysBefore(century, year, month uint) int64 {
	days := uint(before[month&15]) + 365*year + (year+3)>>2
	if year != 0 && century&3 != 0 {
		days-- // the first year of the century had 365 days
	}
	if month > 2 && isLeap(century, year) {
		days++
	}
	return int64(centuries[century&127]) + int64(days)
}

// before holds the days of a common year before each month, from month 1 on.
var before = [16]uint16{1: 0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334}

// centuries holds the days from 1970-01-01 to the last day before each century.
var centuries = func() (t [128]int32) {
	for c := range int32(100) {
		t[c] = c*36524 + (c+3)/4 - 719528 - 1
	}
	return t
}()
