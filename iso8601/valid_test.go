// The shapes that the flags allow, and what they are parsed to.

package iso8601

import (
	"testing"
	"time"
)

func TestValidByFlag(t *testing.T) {
	const all = Flexible | AllowWeekDate | AllowOrdinalDate
	for _, c := range []struct {
		s     string
		needs ValidFlags // valid with these flags and any more, and not without one of them
		never bool
	}{
		{s: "2021-03-25T21:36:12.1Z"},
		{s: "2021-03-25T21:36:12.123456789Z"},
		{s: "2021-03-25T21:36:12.123+02:00"},
		{s: "2021-03-25T21:36:12.123-00:00"},
		{s: "2021-13-99T99:99:99.5+99:99"}, // the shape alone
		{s: "2021-03-25T21:36:12.1234567890Z", never: true},
		{s: "2021-03-25T21:36:12.Z", never: true},
		{s: "2021-03-25T21:36:12Z", needs: AllowMissingSubsecond},
		{s: "2021-03-25T21:36:12.5", needs: AllowMissingTimezone},
		{s: "2021-03-25T21:36:12", needs: AllowMissingSubsecond | AllowMissingTimezone},
		{s: "2021-03-25 21:36:12.5Z", needs: AllowSpaceSeparator},
		{s: "2021-03-25T21:36:12.5 +02:00", needs: AllowSpaceSeparator},
		{s: "2021-03-25T21:36:12.5 Z", never: true},
		{s: "2021-03-25T21:36:12.5+0200", needs: AllowNumericTimezone},
		{s: "2021-03-25T21:36:12.5+02", never: true},
		{s: "2021-03-25", needs: AllowMissingTime},
		{s: "2021-03-25T", never: true},
		{s: "2021-03-25Z", never: true},
		{s: "2021-03-25T21:36", never: true},
		{s: "2021-03-25t21:36:12.5Z", never: true},
		{s: "2021-03-25T21:36:12.5z", never: true},
		{s: "2021-03-25T21:36:12.5Zx", never: true},
		{s: "2021-03-25T21:36:12,5Z", never: true},
		{s: "2021-W12-4", needs: AllowWeekDate | AllowMissingTime},
		{s: "2021-W12-4T21:36:12.5Z", needs: AllowWeekDate},
		{s: "2021-084", needs: AllowOrdinalDate | AllowMissingTime},
		{s: "2021-084T21:36:12.5Z", needs: AllowOrdinalDate},
		{s: "", never: true}, {s: "a time", never: true}, {s: "2021", never: true},
	} {
		for flags := ValidFlags(0); flags <= all; flags += 2 {
			want := !c.never && flags&c.needs == c.needs
			if got := Valid(c.s, flags); got != want {
				t.Errorf("Valid(%q, %#b) = %t", c.s, flags, got)
			}
			if got := ValidBytes([]byte(c.s), flags); got != want {
				t.Errorf("ValidBytes(%q, %#b) = %t", c.s, flags, got)
			}
			checkFlexible(t, c.s, flags)
		}
	}
}

func TestParseFlexible(t *testing.T) {
	zone := time.FixedZone("there", -3*3600)
	const all = Flexible | AllowWeekDate | AllowOrdinalDate
	for s, want := range map[string]time.Time{
		"2021-03-25":                    time.Date(2021, 3, 25, 0, 0, 0, 0, zone),
		"2021-03-25 21:36:12":           time.Date(2021, 3, 25, 21, 36, 12, 0, zone),
		"2021-03-25 21:36:12.25 -07:30": time.Date(2021, 3, 25, 21, 36, 12, 25e7, time.FixedZone("", -27000)),
		"2021-03-25T21:36:12+0200":      time.Date(2021, 3, 25, 21, 36, 12, 0, time.FixedZone("", 7200)),
		"2021-W12-4T01:02:03Z":          time.Date(2021, 3, 25, 1, 2, 3, 0, time.UTC),
		"2020-W53-7":                    time.Date(2021, 1, 3, 0, 0, 0, 0, zone),
		"2021-W01-1":                    time.Date(2021, 1, 4, 0, 0, 0, 0, zone),
		"2021-084":                      time.Date(2021, 3, 25, 0, 0, 0, 0, zone),
		"2020-366T00:00:00Z":            time.Date(2020, 12, 31, 0, 0, 0, 0, time.UTC),
	} {
		got, err := ParseFlexible(s, all, zone)
		if err != nil || !got.Equal(want) || got.Format(time.RFC3339) != want.Format(time.RFC3339) {
			t.Errorf("ParseFlexible(%q) = %v, %v, want %v", s, got, err, want)
		}
	}
	for s, want := range map[string]error{
		"2021-366": ErrMonth, "2021-000": ErrMonth, "2021-W53-1": ErrMonth, "2021-W00-1": ErrMonth, "2021-W12-8": ErrDay,
		"2021-W12-0": ErrDay, "2021-02-29": ErrDay, "2021-03-25 25:00:00": ErrHour, "2021-03-25 20:61:00": ErrMinute,
		"2021-03-25 20:00:60": ErrSecond, "2021-03-25 20:00:00+2500": ErrZone, "soon": ErrFormat,
	} {
		if got, err := ParseFlexible(s, all, nil); err != want || !got.IsZero() {
			t.Errorf("ParseFlexible(%q) = %v, %v, want %v", s, got, err, want)
		}
	}
	if got, err := ParseFlexible("2021-03-25", all, nil); err != nil || got.Location() != time.UTC {
		t.Errorf("without a location: %v, %v", got, err)
	}
}

func TestWeeksAgreeWithTheStandardLibrary(t *testing.T) {
	for day := time.Date(1, 1, 4, 0, 0, 0, 0, time.UTC); day.Year() < 9999; day = day.AddDate(0, 0, 5) {
		year, week := day.ISOWeek()
		if year > 9999 {
			break
		}
		text := []byte("0000-W00-0")
		for i, n := 3, year; i >= 0; i, n = i-1, n/10 {
			text[i] += byte(n % 10)
		}
		text[6], text[7] = byte('0'+week/10), byte('0'+week%10)
		text[9] += byte((day.Weekday()+6)%7) + 1
		if got, err := ParseFlexible(string(text), AllowMissingTime|AllowWeekDate, nil); err != nil || !got.Equal(day) {
			t.Fatalf("%s = %v, %v, want %v", text, got, err, day)
		}
	}
}
