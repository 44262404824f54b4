package engine

import (
	"math/rand/v2"
	"testing"
	"time"

	"github.com/beve-org/beve-go/internal/testkit"
	"github.com/beve-org/beve-go/wire"
)

// TestTimeTextEqualsStandardLibrary compares the text of times over all of the
// years that RFC 3339 knows, around 1970, and in zones of whole minutes.
func TestTimeTextEqualsStandardLibrary(t *testing.T) {
	const first, last = -62167219200, 253402300799
	rng := rand.New(rand.NewPCG(1, 2))
	for i := range 200_000 {
		sec := first + rng.Int64N(last-first)
		if i%3 == 0 {
			sec = rng.Int64N(4*daySeconds) - 2*daySeconds
		}
		ns := rng.Int64N(1e9)
		switch i % 4 {
		case 0:
			ns = 0
		case 1:
			ns -= ns % 1e6
		case 2:
			ns -= ns % 1e3
		}
		v := time.Unix(sec, ns).UTC()
		if i%5 == 0 {
			v = v.In(time.FixedZone("", (rng.IntN(28*60)-14*60)*60))
		}
		if y := v.Year(); y < 0 || y > 9999 {
			continue
		}
		b, err := EncodeOptions{}.Marshal(&v)
		if err != nil {
			t.Fatal(v, err)
		}
		if got, want := string(b[2:]), v.Format(time.RFC3339Nano); got != want || int(b[1]) != len(want)<<2 {
			t.Fatalf("got %s, want %s", got, want)
		}
		var back time.Time
		if err := (DecodeOptions{}).Unmarshal(b, &back); err != nil || !back.Equal(v) {
			t.Fatal(v, back, err)
		}
	}
}

// TestTimeTextIsReadAsTheStandardLibraryDoes gives both texts that are times, or
// nearly so, and wants the same of both, far from the end of the input and at it.
func TestTimeTextIsReadAsTheStandardLibraryDoes(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	check := func(text string) {
		t.Helper()
		var want time.Time
		err := want.UnmarshalText([]byte(text))
		for _, padding := range []string{"", "padding that no one reads, to stand far from the end"} {
			var got struct {
				T time.Time
				P string
			}
			b := wire.AppendString(wire.AppendText(wire.AppendObject(nil, 2), "T"), text)
			b = wire.AppendString(wire.AppendText(b, "P"), padding)
			gotErr := (DecodeOptions{}).Unmarshal(b, &got)
			if (gotErr == nil) != (err == nil) || err == nil && (!got.T.Equal(want) || got.T.String() != want.String()) {
				t.Fatalf("%q: %v, %v, want %v, %v", text, got.T, gotErr, want, err)
			}
		}
	}
	for i := range testkit.Rounds(10_000) {
		year := i * 7919 % 10_000 // each once, of all rounds
		for _, day := range []string{"01-01", "02-28", "02-29", "02-30", "03-01", "12-31"} {
			check(string([]byte{'0' + byte(year/1000), '0' + byte(year/100%10), '0' + byte(year/10%10), '0' + byte(year%10)}) + "-" + day + "T23:59:59.5Z")
		}
	}
	for month := range 14 {
		for day := range 33 {
			check("2023-" + string([]byte{'0' + byte(month/10), '0' + byte(month%10), '-', '0' + byte(day/10), '0' + byte(day%10)}) + "T00:00:00Z")
		}
	}
	for _, text := range []string{
		"2024-02-29T23:59:59Z", "2024-02-29T23:59:59.Z", "2024-02-29T23:59:59.1Z", "2024-02-29T23:59:59.12Z", "2024-02-29T23:59:59.123Z",
		"2024-02-29T23:59:59.1234Z", "2024-02-29T23:59:59.12345Z", "2024-02-29T23:59:59.123456Z", "2024-02-29T23:59:59.1234567Z",
		"2024-02-29T23:59:59.12345678Z", "2024-02-29T23:59:59.123456789Z", "2024-02-29T23:59:59.1234567891Z",
		"2024-02-29T23:59:59+01:30", "2024-02-29T23:59:59.25-00:00", "2024-02-29T23:59:59", "2024-02-29 23:59:59Z", "",
	} {
		check(text)
		for i := range text {
			for c := range 128 {
				check(text[:i] + string(rune(c)) + text[i+1:])
			}
			check(text[:i])
			check(text[:i] + "é" + text[i+1:])
			for range 50 {
				b := []byte(text)
				b[i] = '0' + byte(rng.IntN(10))
				b[rng.IntN(len(b))] = '0' + byte(rng.IntN(10))
				check(string(b))
			}
		}
	}
}
