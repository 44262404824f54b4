package structs

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// TestEveryNameIsFound looks names up in sets of every size, also such that no
// multiplier tells apart.
func TestEveryNameIsFound(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	kinds := map[string]func(i int) string{
		"counted": func(i int) string { return fmt.Sprintf("Field%d", i) },
		"short":   func(i int) string { return string([]byte{byte('a' + i%26), byte('a' + i/26)}) },
		"random": func(i int) string {
			b := make([]byte, 1+rng.IntN(30))
			for j := range b {
				b[j] = byte('a' + rng.IntN(26))
			}
			return fmt.Sprint(string(b), i)
		},
		// Equal length, first and last eight bytes: only probing finds them.
		"alike":  func(i int) string { return "12345678" + fmt.Sprintf("%04d", i) + "87654321" },
		"padded": func(i int) string { return fmt.Sprintf("%40d", i) },
		"long":   func(i int) string { return strings.Repeat("x", i) },
	}
	for kind, name := range kinds {
		for n := 0; n < 300; n += 1 + n/8 {
			names := make([]string, n)
			for i := range names {
				names[i] = name(i)
			}
			x := NewNames(names)
			if kind == "alike" && n > maxProbes+1 && x.many == nil {
				t.Errorf("%s names, %d: each is compared with all others", kind, n)
			}
			for i, s := range names {
				if got := x.Find([]byte(s)); got != i {
					t.Fatalf("%s names, %d: %q is found at %d, not %d", kind, n, s, got, i)
				}
			}
			for _, s := range []string{"absent", "Field", "Field9999", "12345678xxxx87654321", "~"} {
				if got := x.Find([]byte(s)); got != -1 {
					t.Fatalf("%s names, %d: %q is found at %d", kind, n, s, got)
				}
			}
		}
	}
}
