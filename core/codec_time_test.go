package core

import (
	"math/rand/v2"
	"testing"
	"time"
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
