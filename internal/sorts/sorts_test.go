package sorts

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestSortsAsPackageSlicesDoes sorts texts and numbers of every length, also with equal ones.
func TestSortsAsPackageSlicesDoes(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	for n := range 200 {
		numbers, texts := make([]int, n), make([]string, n)
		for i := range numbers {
			numbers[i] = rnd.IntN(n)
			texts[i] = string(rune('a' + numbers[i]))
		}
		wantNumbers, wantTexts := slices.Sorted(slices.Values(numbers)), slices.Sorted(slices.Values(texts))
		Strings(texts)
		Sort(n, func(i, j int) bool { return numbers[i] < numbers[j] },
			func(i, j int) { numbers[i], numbers[j] = numbers[j], numbers[i] })
		if !slices.Equal(numbers, wantNumbers) || !slices.Equal(texts, wantTexts) {
			t.Fatalf("%d: %v, %q", n, numbers, texts)
		}
	}
}

// TestAllocatesNothing sorts more than insertion does.
func TestAllocatesNothing(t *testing.T) {
	texts := make([]string, 100)
	if n := testing.AllocsPerRun(10, func() {
		for i := range texts {
			texts[i] = "abc"[i%3 : i%3+1]
		}
		Strings(texts)
	}); n > 0 {
		t.Errorf("%v allocations", n)
	}
}
