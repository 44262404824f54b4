package view_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/internal/testkit"
)

// walk goes over v and its parts, calls look with each before it goes on, and returns what it saw.
func walk(v beve.View, seen []string, look func(beve.View) (deeper bool)) ([]string, error) {
	deeper := look(v)
	switch k := v.Kind(); {
	case !deeper:
	case v.IsArray():
		for e, err := range v.Elements() {
			if err != nil {
				return seen, err
			}
			seen = append(seen, fmt.Sprint(e.Path(), e.Kind()))
			if seen, err = walk(e, seen, look); err != nil {
				return seen, err
			}
		}
	case k == beve.KindObject || k == beve.KindIntObject:
		for m, err := range v.Members() {
			if err != nil {
				return seen, err
			}
			seen = append(seen, fmt.Sprint(m.Value.Path(), m.Value.Kind()))
			if seen, err = walk(m.Value, seen, look); err != nil {
				return seen, err
			}
		}
	}
	return seen, nil
}

// TestLoopsFindTheSameWhateverIsDoneWithElements reads random messages, whole and damaged, with
// loops within loops that do nothing else, and with some that decode, validate and copy parts
// at random before, after, or instead of going into them.
func TestLoopsFindTheSameWhateverIsDoneWithElements(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 7))
	ok, failed := 0, 0
	for range 3000 {
		typ := testkit.RandomType(rng, 4)
		o := beve.EncodeOptions{Extended: rng.IntN(2) == 0, Aligned: rng.IntN(4) == 0}
		msg, err := o.Marshal([]any{testkit.RandomValue(rng, typ).Interface(), testkit.RandomValue(rng, typ).Interface(), 7})
		if err != nil {
			continue
		}
		if rng.IntN(3) == 0 {
			msg[rng.IntN(len(msg))] ^= 1 << rng.IntN(8)
		}
		v, err := beve.NewView(msg)
		if err != nil {
			continue
		}
		// The same parts are gone into both times.
		seed := rng.Uint64()
		into := rand.New(rand.NewPCG(seed, 0))
		want, wantErr := walk(v, nil, func(beve.View) bool { return into.IntN(4) > 0 })
		into = rand.New(rand.NewPCG(seed, 0))
		v, _ = beve.NewView(msg)
		got, gotErr := walk(v, nil, func(e beve.View) bool {
			for range rng.IntN(3) {
				switch rng.IntN(4) {
				case 0:
					var x any
					_ = e.Decode(&x)
				case 1:
					var x struct{ A, B []int }
					_ = e.Decode(&x)
				case 2:
					_ = e.Validate()
				case 3:
					_, _ = e.Raw()
				}
			}
			return into.IntN(4) > 0
		})
		if fmt.Sprint(got) != fmt.Sprint(want) || fmt.Sprint(gotErr) != fmt.Sprint(wantErr) {
			t.Fatalf("% x:\n%v, %v\nwithout looking:\n%v, %v", msg, got, gotErr, want, wantErr)
		}
		if ok++; gotErr != nil {
			failed++
		}
	}
	if ok < 1000 || failed < 50 {
		t.Errorf("%d messages read, %d of them malformed", ok, failed)
	}
}

// TestLoopsTakeTheSameMemoryInLargeMessages decodes each element of arrays of every kind: one of a
// large message takes no more memory than one of a small one. What is decoded another way, because
// the part that a decoder is shown does not explain itself, takes more.
func TestLoopsTakeTheSameMemoryInLargeMessages(t *testing.T) {
	type row struct {
		K int8 `json:"k"`
	}
	type pair struct {
		A uint8
		B string
	}
	for name, c := range map[string]struct {
		message func(n int) any
		target  any
	}{
		"rows of a byte":  {func(n int) any { return slices.Repeat([]row{{3}}, n) }, new(row)},
		"rows of a text":  {func(n int) any { return slices.Repeat([]pair{{3, "text"}}, n) }, new(pair)},
		"rows as maps":    {func(n int) any { return slices.Repeat([]row{{3}}, n) }, new(map[string]any)},
		"rows as any":     {func(n int) any { return slices.Repeat([]pair{{3, "text"}}, n) }, new(any)},
		"numbers":         {func(n int) any { return make([]int32, n) }, new(int64)},
		"texts":           {func(n int) any { return slices.Repeat([]string{"text"}, n) }, new(string)},
		"times":           {func(n int) any { return slices.Repeat([]time.Time{time.Unix(5, 0)}, n) }, new(time.Time)},
		"arrays":          {func(n int) any { return slices.Repeat([][]int{{1, 2}}, n) }, new([]int)},
		"different types": {func(n int) any { return slices.Repeat([]any{1, "x", nil}, n/3) }, new(any)},
	} {
		for _, extended := range []bool{false, true} {
			spent := func(n int) float64 {
				msg, err := beve.EncodeOptions{Extended: extended}.Marshal(c.message(n))
				if err != nil {
					t.Fatal(err)
				}
				v, err := beve.NewView(msg)
				if err != nil {
					t.Fatal(err)
				}
				return float64(testkit.Allocated(func() {
					for e, err := range v.Elements() {
						if err == nil {
							err = e.Decode(c.target)
						}
						if err != nil {
							t.Fatal(err)
						}
					}
				})) / float64(n)
			}
			spent(6000)
			if few, many := spent(6000), spent(300_000); many > few*1.2+2 {
				t.Errorf("%s, extended %v: %.1f bytes are allocated for an element of many, %.1f for one of few", name, extended, many, few)
			}
		}
	}
}
