// Maps in the order of their keys: sorting, and what is remembered from one map to the
// next.

package engine

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"github.com/beve-org/beve-go/wire"
)

// keysOf returns n different texts, many of which begin alike, in random order, with
// their keys.
func keysOf(r *rand.Rand, n int) (texts []string, keys []sortedKey) {
	for i := range n {
		text := strconv.Itoa(i * i)
		switch r.IntN(4) {
		case 0:
			text = "a longer key of a kind " + text
		case 1:
			text += "\x00"
		case 2:
			text = "\xff" + text
		}
		texts = append(texts, text)
	}
	r.Shuffle(n, func(i, j int) { texts[i], texts[j] = texts[j], texts[i] })
	for i, text := range texts {
		keys = append(keys, textKey(text, i))
	}
	return texts, keys
}

func TestKeysAreSortedAsTexts(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for n := range 100 {
		for range 20 {
			texts, keys := keysOf(r, n)
			sortKeys(keys, texts)
			var got []string
			for _, k := range keys {
				got = append(got, texts[k.at])
			}
			slices.Sort(texts)
			if !slices.Equal(got, texts) {
				t.Fatalf("%d: %q, not %q", n, got, texts)
			}
		}
	}
}

// TestMapsInARowAreSortedLikeEachAlone writes maps of equal and of similar keys one
// after another, so that what is remembered of one is tried on the next.
func TestMapsInARowAreSortedLikeEachAlone(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	options := EncodeOptions{Deterministic: true}
	random := func() any {
		m := map[string]any{}
		for range r.IntN(4) {
			m[string(rune('a'+r.IntN(4)))] = int64(r.IntN(9))
		}
		return map[string]any{"x": m, "y": map[string]string{"k" + strconv.Itoa(r.IntN(2)): "v", "l": "w"},
			strconv.Itoa(r.IntN(3)): map[int16]bool{int16(r.IntN(5)) - 2: true, 9: false}}
	}
	for range 200 {
		list := make([]any, 1+r.IntN(5))
		want := wire.AppendArray(nil, len(list))
		for i := range list {
			list[i] = random()
			alone, err := options.Marshal(list[i])
			if err != nil {
				t.Fatal(err)
			}
			want = append(want, alone...)
		}
		if got, err := options.Marshal(list); err != nil || !bytes.Equal(got, want) {
			t.Fatalf("%v: % X, %v; one by one % X", list, got, err, want)
		}
	}
}

func TestNothingOfAMapIsKeptInAPool(t *testing.T) {
	e := newEncodeState(&EncodeOptions{Deterministic: true})
	if _, err := e.appendRoot(nil, map[string]any{"a": 1, "b": map[string]any{"c": 2}}); err != nil {
		t.Fatal(err)
	}
	if e.keys.shapes[0][1] != "b" || e.keys.shapes[1][0] != "c" {
		t.Errorf("shapes: %q", e.keys.shapes)
	}
	e.recover()
	for _, shape := range append(e.keys.shapes[:], e.keys.texts) {
		for _, key := range shape[:cap(shape)] {
			if key != "" {
				t.Errorf("%q is kept", key)
			}
		}
	}
}

func BenchmarkSortKeys(b *testing.B) {
	for _, n := range []int{3, 9, 16, 32} {
		b.Run(strconv.Itoa(n), func(b *testing.B) {
			r := rand.New(rand.NewPCG(5, 6))
			texts := make([]string, n)
			var all [64][]sortedKey
			for i := range all {
				for at := range texts {
					all[i] = append(all[i], sortedKey{r.Uint64(), at})
				}
			}
			work := make([]sortedKey, n)
			for i := 0; b.Loop(); i++ {
				copy(work, all[i%64])
				sortKeys(work, texts)
			}
		})
	}
}
