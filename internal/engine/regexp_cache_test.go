package engine

import (
	"errors"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/wire"
)

// patternsOf is a message of n patterns.
func patternsOf(n int, pattern func(i int) string) []byte {
	data := wire.AppendArray(nil, n)
	for i := range n {
		data = wire.AppendRegExp(data, pattern(i), 0)
	}
	return data
}

// TestPatternsStayInProportion reads messages of patterns whose cost is in their length,
// in their number, in what is repeated in them and in their classes.
func TestPatternsStayInProportion(t *testing.T) {
	for name, data := range map[string][]byte{
		"long":        patternsOf(64, func(i int) string { return fmt.Sprint(strings.Repeat("(a|b)", 800), i) }),
		"many":        patternsOf(5000, func(i int) string { return fmt.Sprint("a", i) }),
		"repetitions": patternsOf(64, func(i int) string { return fmt.Sprintf("(x{999}){1}%d", i) }),
		"classes":     patternsOf(64, func(i int) string { return fmt.Sprint(strings.Repeat(`\pL`, 1000), i) }),
		"folded":      patternsOf(64, func(i int) string { return fmt.Sprint("(?i)", strings.Repeat(`\pL`, 1000), i) }),
		"one":         patternsOf(1, func(int) string { return strings.Repeat(`\pL{9}`, 600) }),
		"empty":       patternsOf(100_000, func(int) string { return "" }),
	} {
		for range 2 { // what was compiled before makes no difference
			for what, err := range map[string]error{
				"Unmarshal": Unmarshal(data, new([]*regexp.Regexp)),
				"Elements": func() (err error) {
					for _, e := range Elements[*regexp.Regexp](strings.NewReader(string(data)), DecodeOptions{}, same) {
						err = e
					}
					return err
				}(),
			} {
				if !errors.Is(err, fault.ErrLimit) {
					t.Errorf("%s, %s: %v", name, what, err)
				}
			}
		}
	}
	for name, data := range map[string][]byte{
		"few":      patternsOf(100, func(i int) string { return fmt.Sprintf(`^[a-z]+\d+/item-%d$`, i) }),
		"the same": patternsOf(5000, func(int) string { return `^\pL[a-z]+\d{3}-item$` }),
		"a class":  patternsOf(1, func(int) string { return `(?i)^\p{Greek}{2,9}$` }),
	} {
		var got []*regexp.Regexp
		if err := Unmarshal(data, &got); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestBooleansThatBecomeValuesCount reads packed booleans into what is more than that.
func TestBooleansThatBecomeValuesCount(t *testing.T) {
	data := wire.AppendBools(nil, make([]bool, 100))
	o := DecodeOptions{Limits: Limits{MaxElements: 99}}
	if err := o.Unmarshal(data, new([]bool)); err != nil {
		t.Error(err)
	}
	if err := o.Unmarshal(data, new(any)); err != nil {
		t.Error(err)
	}
	type named bool
	for _, target := range []any{new([]any), new([]*bool), new([100]any), new([][]byte), new([]*named)} {
		if err := o.Unmarshal(data, target); !errors.Is(err, fault.ErrLimit) {
			t.Errorf("%T: %v", target, err)
		}
	}
	o.GenericArrays = true
	if err := o.Unmarshal(data, new(any)); !errors.Is(err, fault.ErrLimit) {
		t.Errorf("generic: %v", err)
	}
	o.Limits.MaxElements = 100
	if err := o.Unmarshal(data, new(any)); err != nil {
		t.Error(err)
	}
}
