package json_test

import (
	"errors"
	"math/big"
	"strings"
	"testing"

	"github.com/beve-org/beve-go/json"
)

// TestLongIntegers reads integers of every length around those that are cut in halves, against the text that they were made of.
func TestLongIntegers(t *testing.T) {
	for _, n := range []int{1, 9_999, 10_000, 10_001, 19_999, 20_000, 20_001, 30_000, 40_001, 79_999, 123_456} {
		for _, text := range []string{"1" + strings.Repeat("0", n-1), strings.Repeat("9", n), ("7" + strings.Repeat("0123456789", n/10+1))[:n]} {
			for _, sign := range []string{"", "-"} {
				var got big.Int
				if err := json.Unmarshal([]byte(sign+text), &got); err != nil {
					t.Fatal(n, err)
				}
				if got.String() != sign+text {
					t.Errorf("%d digits are others", n)
				}
			}
		}
	}
}

// TestTooMuchIsRefused reads what would take time or memory out of proportion.
func TestTooMuchIsRefused(t *testing.T) {
	for _, c := range []struct {
		text string
		v    any
	}{
		{strings.Repeat("9", 1_000_001), new(big.Int)},
		{`"` + strings.Repeat("9", 10_001) + `"`, new(big.Float)},
		{`"` + strings.Repeat("9", 10_001) + `"`, new(big.Rat)},
		{`"1e1000000"`, new(big.Rat)},
		{`"1e-1000000"`, new(struct{ big.Rat })},
	} {
		if err := json.Unmarshal([]byte(c.text), c.v); !errors.Is(err, json.ErrLimit) {
			t.Errorf("%T: %v", c.v, err)
		}
		var e *json.DecodeError
		if err := (json.DecodeOptions{}).Unmarshal([]byte(`[null,`+c.text+`]`), &[]any{nil, c.v}); !errors.As(err, &e) || !errors.Is(err, json.ErrLimit) || e.Path != "/1" {
			t.Errorf("%T, with options: %v", c.v, err)
		}
	}
}
