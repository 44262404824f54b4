package view_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

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
