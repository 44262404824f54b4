package inspect

import (
	"math/rand/v2"
	"testing"

	"github.com/beve-org/beve-go/cmd/internal/sniff"
	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/jsontext"
)

// TestMistakesAreFound: leaping to a mistake finds the one that is found byte by byte, and what it notes to be broken is.
func TestMistakesAreFound(t *testing.T) {
	r := rand.New(rand.NewPCG(22, 3))
	found := 0
	for range 3000 {
		text := []byte("[" + randomJSON(r, 4) + "]")
		switch i := r.IntN(len(text)); r.IntN(3) {
		case 0:
			text = text[:max(i, 1)]
		case 1:
			text[i] = "{}[],:x\"0"[r.IntN(9)]
		default:
			text = append(text[:i:i], append([]byte("}],:\"q"[r.IntN(6):][:1]), text[i:]...)...)
		}
		if jsontext.Skip(text, 0, maxDepth) >= 0 || text[0] != '[' {
			continue
		}
		found++
		f := New("", "", text, sniff.JSON)
		f.leap = 1 + r.IntN(20)
		want, got := f.scanJSON(0), f.mistake(0)
		w, _ := fault.Decoding(want)
		g, ok := fault.Decoding(got)
		if !ok || g.Offset != w.Offset && g.Err != fault.ErrTruncated {
			t.Fatalf("%s: %v, want %v", text, got, want)
		}
		for off := range f.broken {
			if end := jsontext.Skip(text, off, maxDepth); end >= 0 {
				t.Fatalf("%s: the value at %d ends at %d and is noted to be broken", text, off, end)
			}
		}
	}
	if found < 1000 {
		t.Errorf("only %d of the texts are malformed", found)
	}
}
