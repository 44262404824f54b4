// Parse against time.Parse, and the four things that RFC 3339 does not allow and
// time.Parse does.

package iso8601

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/beve-org/beve-go/internal/testkit"
)

// strict is what Parse must do: time.Parse without what RFC 3339 does not allow.
func strict(s string) (time.Time, error) {
	t, err := time.Parse(time.RFC3339Nano, s)
	if err != nil {
		return t, err
	}
	if s[12] == ':' || strings.Contains(s, ",") {
		return time.Time{}, errors.New("not RFC 3339")
	}
	return t, nil
}

func checkParse(t *testing.T, s string) {
	t.Helper()
	want, wantErr := strict(s)
	got, err := Parse(s)
	if (err == nil) != (wantErr == nil) {
		t.Fatalf("Parse(%q) fails with %v, the standard library with %v", s, err, wantErr)
	}
	if err != nil {
		if !got.IsZero() || !isOurs(err) {
			t.Fatalf("Parse(%q) = %v, %v", s, got, err)
		}
		return
	}
	if !reflect.DeepEqual(got, want) {
		t.Fatalf("Parse(%q) = %#v, want %#v", s, got, want)
	}
	if s[len(s)-1] != 'Z' && (s[len(s)-5:] >= "24:00" || s[len(s)-2:] >= "60") {
		return // UnmarshalText is narrower than time.Parse
	}
	var plain time.Time
	if err := plain.UnmarshalText([]byte(s)); err != nil || !reflect.DeepEqual(got, plain) {
		t.Fatalf("Parse(%q) = %#v, UnmarshalText says %#v, %v", s, got, plain, err)
	}
}

func isOurs(err error) bool {
	for _, e := range []error{ErrFormat, ErrMonth, ErrDay, ErrHour, ErrMinute, ErrSecond, ErrZone} {
		if err == e {
			return true
		}
	}
	return false
}

var stamps = []string{
	"2021-03-25T21:36:12Z", "2021-03-25T21:36:12.1Z", "2021-03-25T21:36:12.123456789Z",
	"2021-03-25T21:36:12.1234567891Z", "2021-03-25T21:36:12.12345678987654321Z",
	"2021-03-25T21:36:12+02:00", "2021-03-25T21:36:12.5-05:30", "2021-03-25T21:36:12+00:00",
	"2021-03-25T21:36:12-00:00", "2021-03-25T21:36:12+23:59", "2021-03-25T21:36:12-23:59",
	"0000-01-01T00:00:00Z", "9999-12-31T23:59:59.999999999Z", "0000-02-29T00:00:00Z",
	"2000-02-29T12:00:00Z", "1900-02-29T12:00:00Z", "2024-02-29T12:00:00Z", "2023-02-29T12:00:00Z",
	"2021-03-25T21:36:12", "2021-03-25", "", "Z", "2021-03-25T21:36:12.Z", "2021-03-25T21:36:12,5Z",
	"2021-03-25T1:36:12Z", "2021-03-25T1:06:21.8699Z", "2021/03/25T21:36:12Z", "2021-03-25U21:36:12Z",
	"2021-03-25T21;36:12Z", "2021-03-25t21:36:12Z", "2021-03-25T21:36:12z", "2021-03-25 21:36:12Z",
	"2021-13-25T21:36:12Z", "2021-00-25T21:36:12Z", "2021-03-32T21:36:12Z", "2021-03-00T21:36:12Z",
	"2021-04-31T21:36:12Z", "2021-03-25T24:00:00Z", "2021-03-25T21:60:12Z", "2021-03-25T21:36:60Z",
	"2021-03-25T21:36:12+24:00", "2021-03-25T21:36:12+02:60", "2021-03-25T21:36:12+0200",
	"2021-03-25T21:36:12+02", "2021-03-25T21:36:12 +02:00", "2021-03-25T21:36:12Z ",
	" 2021-03-25T21:36:12Z", "2021-03-25T21:36:12.5", "-021-03-25T21:36:12Z", "2021-03-25T21:36:12ZZ",
	"2021-03-25T21:36:12.1Z5", "20210325T213612Z",
}

func TestParseAgreesWithTheStandardLibrary(t *testing.T) {
	for _, s := range stamps {
		checkParse(t, s)
	}
}

func TestParseOfEveryByteInEveryPlace(t *testing.T) {
	for _, s := range []string{"2021-03-25T21:36:12Z", "2021-03-25T21:36:12.25Z", "2020-02-29T21:36:12.123456+05:30"} {
		b := []byte(s)
		for i := range b {
			kept := b[i]
			for c := range 256 {
				b[i] = byte(c)
				checkParse(t, string(b))
			}
			b[i] = kept
			checkParse(t, s[:i])
			checkParse(t, s[:i]+s[i+1:])
			checkParse(t, s[:i]+s[i:i+1]+s[i:])
		}
	}
}

func TestParseOfEveryDay(t *testing.T) {
	day := time.Date(0, 1, 1, 1, 2, 3, 4000, time.UTC)
	step := 1
	if testkit.Slow {
		step = 13
	}
	for day.Year() <= 9999 {
		s := day.Format(time.RFC3339Nano)
		if got, err := Parse(s); err != nil || got != day {
			t.Fatalf("Parse(%q) = %v, %v", s, got, err)
		}
		if got := AppendTime(nil, day); string(got) != s {
			t.Fatalf("AppendTime(%v) = %s", day, got)
		}
		day = day.AddDate(0, 0, step)
	}
}

// Every value of two digits in every field: the ranges are those of time.Parse, in
// stamps of every length that is read in its own way.
func TestRangesAreThoseOfTimeParse(t *testing.T) {
	for _, s := range []string{
		"2021-03-25T21:36:12Z", "2021-03-25T21:36:12.5Z", "2021-03-25T21:36:12+05:30",
		"2021-03-25T21:36:12.123456789-05:30", "2021-03-25T21:36:12.1234567890123+05:30",
	} {
		fields := []int{0, 2, 5, 8, 11, 14, 17}
		if s[len(s)-1] != 'Z' {
			fields = append(fields, len(s)-5, len(s)-2)
		}
		for _, i := range fields {
			for v := range 100 {
				checkParse(t, fmt.Sprintf("%s%02d%s", s[:i], v, s[i+2:]))
			}
		}
	}
	for hour := range 26 {
		for minute := range 62 {
			for _, sign := range "+-" {
				checkParse(t, fmt.Sprintf("2021-03-25T21:36:12%c%02d:%02d", sign, hour, minute))
				s := fmt.Sprintf("2021-03-25 21:36:12%c%02d%02d", sign, hour, minute)
				got, err := ParseFlexible(s, Flexible, nil)
				want, wantErr := time.Parse("2006-01-02 15:04:05-0700", s)
				if (err == nil) != (wantErr == nil) || err == nil && !reflect.DeepEqual(got, want) {
					t.Fatalf("ParseFlexible(%q) = %#v, %v, want %#v, %v", s, got, err, want, wantErr)
				}
			}
		}
	}
}

func TestParseUsesTheLocalZoneAsTimeParseDoes(t *testing.T) {
	kept := time.Local
	defer func() { time.Local = kept }()
	for _, local := range []*time.Location{time.UTC, time.FixedZone("here", 7200), time.FixedZone("", -19800)} {
		time.Local = local
		for _, s := range stamps {
			checkParse(t, s)
		}
	}
}

func TestErrorsNameThePart(t *testing.T) {
	for s, want := range map[string]error{
		"2021-13-25T21:36:12Z": ErrMonth, "2021-02-30T21:36:12Z": ErrDay, "2021-03-25T24:36:12Z": ErrHour,
		"2021-03-25T21:60:12Z": ErrMinute, "2021-03-25T21:36:60Z": ErrSecond, "2021-03-25T21:36:12+25:00": ErrZone,
		"2021-03-25T21:36:12+24:61": ErrZone,
		"tomorrow":                  ErrFormat,
	} {
		if _, err := Parse(s); !errors.Is(err, want) {
			t.Errorf("Parse(%q) fails with %v, want %v", s, err, want)
		}
	}
}

func TestNothingAllocates(t *testing.T) {
	inputs := append([]string{}, stamps...)
	b := make([]byte, 0, 64)
	now := time.Now()
	_, _ = Parse("2021-03-25T21:36:12-05:30") // makes the zone
	for _, s := range inputs {
		_, _ = Parse(s)
		if n := testing.AllocsPerRun(10, func() {
			_, _ = Parse(s)
			_ = Valid(s, Flexible)
			b = AppendTime(b[:0], now)
			b = AppendDuration(b[:0], time.Minute)
			_, _ = ParseDuration("PT1H2M3.5S")
		}); n != 0 {
			t.Errorf("%q: %v allocations", s, n)
		}
	}
}

func TestAppendTimeIsAppendFormat(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	zones := []*time.Location{time.UTC, time.Local, time.FixedZone("", 3600), time.FixedZone("x", -12600),
		time.FixedZone("", 1), time.FixedZone("", 30*3600), time.FixedZone("", -61)}
	const first, last = -62198755200, 253433923200 // a year more than the range on both sides
	for range 200000 {
		ns := int64(rng.IntN(1e9))
		for range rng.IntN(10) {
			ns = ns / 10 * 10 / 10
		}
		at := time.Unix(first+rng.Int64N(last-first), ns).In(zones[rng.IntN(len(zones))])
		if got, want := string(AppendTime([]byte("x"), at)), at.Format("x"+time.RFC3339Nano); got != want {
			t.Fatalf("%#v: %s, want %s", at, got, want)
		}
		digits := rng.IntN(12) - 1
		layout := "2006-01-02T15:04:05"
		if digits > 0 {
			layout += "." + strings.Repeat("0", min(digits, 9))
		}
		if got, want := string(AppendTimeDigits(nil, at, digits)), at.Format(layout+"Z07:00"); got != want {
			t.Fatalf("%#v with %d digits: %s, want %s", at, digits, got, want)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range stamps {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		checkParse(t, s)
		for _, flags := range []ValidFlags{Strict, Flexible, Flexible | AllowWeekDate | AllowOrdinalDate} {
			checkFlexible(t, s, flags)
		}
	})
}

func checkFlexible(t *testing.T, s string, flags ValidFlags) {
	t.Helper()
	got, err := ParseFlexible(s, flags, nil)
	if ok := Valid(s, flags); !ok && err != ErrFormat || ok && err == ErrFormat {
		t.Fatalf("Valid(%q, %d) = %t, ParseFlexible fails with %v", s, flags, ok, err)
	}
	if want, wantErr := Parse(s); wantErr == nil && err == nil && !reflect.DeepEqual(got, want) {
		t.Fatalf("ParseFlexible(%q) = %v, Parse says %v", s, got, want)
	}
	if _, offset := got.Zone(); err == nil && offset != 25*3600 && offset != -25*3600 { // 24:60 is written as 25:00, which is refused
		if again, err := Parse(string(AppendTime(nil, got))); err != nil && got.Year() >= 0 && got.Year() <= 9999 || err == nil && !again.Equal(got) {
			t.Fatalf("%q is written as %s", s, AppendTime(nil, got))
		}
	}
}

var sink time.Time

func BenchmarkParse(b *testing.B) {
	for _, s := range []string{"2021-03-25T21:36:12Z", "2021-03-25T21:36:12.123Z", "2021-03-25T21:36:12.123456789Z",
		"2021-03-25T21:36:12-07:30", "2021-03-25T21:36:12 malformed"} {
		b.Run(fmt.Sprintf("%s/ours", s), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				sink, _ = Parse(s)
			}
		})
		b.Run(fmt.Sprintf("%s/std", s), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				sink, _ = time.Parse(time.RFC3339Nano, s)
			}
		})
	}
}

func BenchmarkValid(b *testing.B) {
	for _, s := range []string{"2021-03-25T21:36:12.123456789Z", "2021-03-25T21:36:12.12345678X", "some prose of that length here"} {
		b.Run(s, func(b *testing.B) {
			for b.Loop() {
				_ = Valid(s, Strict)
			}
		})
	}
}

func BenchmarkAppendTime(b *testing.B) {
	at := time.Date(2021, 3, 25, 21, 36, 12, 123456789, time.UTC)
	buf := make([]byte, 0, 64)
	b.Run("ours", func(b *testing.B) {
		for b.Loop() {
			buf = AppendTime(buf[:0], at)
		}
	})
	b.Run("std", func(b *testing.B) {
		for b.Loop() {
			buf = at.AppendFormat(buf[:0], time.RFC3339Nano)
		}
	})
}
