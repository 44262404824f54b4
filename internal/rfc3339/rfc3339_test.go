package rfc3339

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/beve-org/beve-go/internal/testkit"
)

// TestEveryDayIsWrittenAndRead walks over every day of the years 0 to 9999 and holds
// both directions to package time.
func TestEveryDayIsWrittenAndRead(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	var text, want []byte
	buf := make([]byte, Room)
	day := time.Date(0, 1, 1, 0, 0, 0, 0, time.UTC)
	step := 1
	if testkit.Slow {
		step = 13
	}
	for ; day.Year() < 10_000; day = day.AddDate(0, 0, step) {
		moment := day.Add(time.Duration(rng.Int64N(daySeconds)) * time.Second)
		switch rng.IntN(4) {
		case 0:
			moment = moment.Add(time.Duration(rng.IntN(1e9)))
		case 1:
			moment = moment.Add(time.Duration(rng.IntN(1000)) * time.Millisecond)
		}
		text = buf[:Put(buf, 0, moment.Unix(), moment.Nanosecond(), 0)]
		want = moment.AppendFormat(want[:0], time.RFC3339Nano)
		if string(text) != string(want) {
			t.Fatalf("%s is written as %s", want, text)
		}
		seconds, nanos, ok := ReadUTC(text, 0, len(text))
		if !ok || seconds != moment.Unix() || nanos != int64(moment.Nanosecond()) {
			t.Fatalf("%s is read as %d and %d, %t", text, seconds, nanos, ok)
		}
	}
}

// TestEverySecondOfADayIsWritten walks over the seconds of the first and of the last day, where
// the error of the products is least and largest.
func TestEverySecondOfADayIsWritten(t *testing.T) {
	buf := make([]byte, Room)
	for _, day := range []time.Time{time.Date(0, 1, 1, 0, 0, 0, 0, time.UTC), time.Date(9999, 12, 31, 0, 0, 0, 0, time.UTC)} {
		for second := range int64(daySeconds) {
			got := string(buf[:Put(buf, 0, day.Unix()+second, 0, 0)])
			want := day.Format(time.DateOnly) + fmt.Sprintf("T%02d:%02d:%02dZ", second/3600, second/60%60, second%60)
			if got != want {
				t.Fatalf("%s, want %s", got, want)
			}
		}
	}
}

func TestZonesOfWholeMinutes(t *testing.T) {
	buf := make([]byte, Room)
	moment := time.Date(2024, 2, 29, 23, 30, 0, 120, time.UTC)
	for minutes := -24*60 + 1; minutes < 24*60; minutes++ {
		got := string(buf[:Put(buf, 0, moment.Unix(), moment.Nanosecond(), minutes*60)])
		if want := moment.In(time.FixedZone("", minutes*60)).Format(time.RFC3339Nano); got != want {
			t.Fatalf("%s, want %s", got, want)
		}
	}
}

func TestYearsThatHaveNoText(t *testing.T) {
	buf := make([]byte, Room)
	for _, c := range []struct {
		at   time.Time
		zone int
		want bool
	}{
		{time.Date(0, 1, 1, 0, 0, 0, 0, time.UTC), 0, true},
		{time.Date(0, 1, 1, 0, 0, 0, 0, time.UTC), -60, false},
		{time.Date(-1, 12, 31, 23, 59, 59, 0, time.UTC), 0, false},
		{time.Date(-1, 12, 31, 23, 59, 59, 0, time.UTC), 60, true},
		{time.Date(9999, 12, 31, 23, 59, 59, 0, time.UTC), 0, true},
		{time.Date(9999, 12, 31, 23, 59, 59, 0, time.UTC), 60, false},
		{time.Date(10_000, 1, 1, 0, 0, 0, 0, time.UTC), -60, true},
		{time.Unix(1<<62, 0), 0, false},
		{time.Unix(-1<<62, 0), 0, false},
	} {
		n := Put(buf, 0, c.at.Unix(), 0, c.zone)
		if (n >= 0) != c.want {
			t.Errorf("%v in zone %d: %d", c.at, c.zone, n)
		}
		if want := c.at.In(time.FixedZone("", c.zone)).Format(time.RFC3339); n >= 0 && string(buf[:n]) != want {
			t.Errorf("%s, want %s", buf[:n], want)
		}
	}
}

// TestEveryByteOfAStampCounts changes each byte of a stamp to every other value.
func TestEveryByteOfAStampCounts(t *testing.T) {
	for _, stamp := range []string{"2021-12-25T21:36:12Z", "2020-02-29T09:06:02.5Z", "1999-10-31T00:00:00.12345678Z", "0000-01-01T19:59:59.123456789Z"} {
		for i := range len(stamp) {
			for c := range 256 {
				text := []byte(stamp)
				text[i] = byte(c)
				// time.Parse takes a comma for a point, which RFC 3339 does not.
				want, err := time.Parse(time.RFC3339Nano, string(text))
				taken := err == nil && want.Location() == time.UTC && c != ','
				// In the middle of memory, too: nothing around the stamp may count.
				for _, pad := range []string{"", "99:99:99"} {
					b := []byte(pad + string(text) + pad)
					seconds, nanos, ok := ReadUTC(b, len(pad), len(pad)+len(text))
					if ok != taken || ok && (seconds != want.Unix() || nanos != int64(want.Nanosecond())) {
						t.Fatalf("%q: %d, %d, %t, want %v, %v", text, seconds, nanos, ok, want, err)
					}
				}
			}
		}
	}
	for n := range len("2021-12-25T21:36:12.1234567891Z") {
		text := []byte("2021-12-25T21:36:12.1234567891Z"[:n])
		if _, _, ok := ReadUTC(text, 0, n); ok {
			t.Errorf("%s is read", text)
		}
	}
}
