// Durations, there and back.

package iso8601

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"
)

func TestParseDuration(t *testing.T) {
	for s, want := range map[string]time.Duration{
		"PT1H2M3.5S": time.Hour + 2*time.Minute + 3500*time.Millisecond,
		"PT0S":       0, "P0D": 0, "P0Y0M": 0, "-PT1S": -time.Second, "+PT1S": time.Second,
		"P1W": 7 * 24 * time.Hour, "P1D": 24 * time.Hour, "P1DT12H": 36 * time.Hour, "P1W2DT3H4M5S": 9*24*time.Hour + 3*time.Hour + 4*time.Minute + 5*time.Second,
		"PT0,5H": 30 * time.Minute, "P0.5D": 12 * time.Hour, "PT36H": 36 * time.Hour, "PT90M": 90 * time.Minute,
		"PT0.0000000019S": 1, "PT0.00000000099999999999999999999S": 0,
		"PT0.333333333333333333333333333333M": 19999999999, "P0.99999999999999999999999999999999999W": 604799999999999,
		"PT9223372036.854775807S": math.MaxInt64, "-PT9223372036.854775808S": math.MinInt64,
	} {
		if got, err := ParseDuration(s); err != nil || got != want {
			t.Errorf("ParseDuration(%q) = %d, %v, want %d", s, got, err, want)
		}
	}
	for s, want := range map[string]error{
		"P1Y": ErrCalendar, "P1M": ErrCalendar, "P0.1Y": ErrCalendar, "P1YT1S": ErrCalendar,
		"PT9223372036.854775808S": ErrOverflow, "-PT9223372036.854775809S": ErrOverflow,
		"P99999999999999999999999W": ErrOverflow, "PT2562047H999999999999M": ErrOverflow,
		"P99999999999999999999WT5S": ErrOverflow,
		"":                          ErrDuration, "P": ErrDuration, "PT": ErrDuration, "P1": ErrDuration, "P1S": ErrDuration, "PT1D": ErrDuration,
		"P1DT": ErrDuration, "PT1M1H": ErrDuration, "PT1H1H": ErrDuration, "1H": ErrDuration, "PT1.S": ErrDuration,
		"PT.5S": ErrDuration, "PT0.5H1M": ErrDuration, "pt1s": ErrDuration, "--PT1S": ErrDuration, "PT-1S": ErrDuration,
		"PT1S ": ErrDuration, "PTT1S": ErrDuration, "PT1HT1M": ErrDuration,
	} {
		if got, err := ParseDuration(s); err != want || got != 0 {
			t.Errorf("ParseDuration(%q) = %d, %v, want %v", s, got, err, want)
		}
	}
}

func TestDurationsRoundTrip(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	list := []time.Duration{0, 1, -1, math.MaxInt64, math.MinInt64, time.Second, time.Minute, time.Hour, 1e9 + 1, 61e9}
	for range 20000 {
		list = append(list, time.Duration(rng.Int64())>>rng.IntN(63)*time.Duration(1-2*rng.IntN(2)))
	}
	for _, d := range list {
		s := string(AppendDuration([]byte("x"), d))[1:]
		if got, err := ParseDuration(s); err != nil || got != d {
			t.Fatalf("%d is written as %q and read as %d, %v", d, s, got, err)
		}
	}
	for d, want := range map[time.Duration]string{0: "PT0S", 3723500000000: "PT1H2M3.5S", -1: "-PT0.000000001S", time.Hour: "PT1H", 90 * time.Minute: "PT1H30M"} {
		if got := string(AppendDuration(nil, d)); got != want {
			t.Errorf("%d is written as %q, want %q", d, got, want)
		}
	}
}

func FuzzDuration(f *testing.F) {
	for _, s := range []string{"PT1H2M3.5S", "P1W2DT3H", "-PT0.1S", "P1Y", "PT"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		d, err := ParseDuration(s)
		if err != nil {
			return
		}
		if again, err := ParseDuration(string(AppendDuration(nil, d))); err != nil || again != d {
			t.Fatalf("%q = %d, written as %s", s, d, AppendDuration(nil, d))
		}
	})
}
