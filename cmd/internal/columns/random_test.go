package columns

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/beve-org/beve-go/translator"
)

// place is a place in random rows, which has values of one kind.
type place struct {
	kind  byte // n, f, b, s of numbers to strings; l of lists, o of objects
	parts []*place
}

func randomPlace(r *rand.Rand, depth int) *place {
	p := &place{kind: "nfbs"[r.IntN(4)]}
	if depth > 0 {
		p.kind = "nfbslo"[r.IntN(6)]
	}
	switch p.kind {
	case 'l':
		p.parts = []*place{randomPlace(r, depth-1)}
	case 'o':
		for range 1 + r.IntN(3) {
			p.parts = append(p.parts, randomPlace(r, depth-1))
		}
	}
	return p
}

// append appends JSON for p, now and then null.
func (p *place) append(dst []byte, r *rand.Rand, many int64) []byte {
	if r.IntN(8) == 0 {
		return append(dst, "null"...)
	}
	switch p.kind {
	case 'n':
		return fmt.Append(dst, r.Int64N(many)-many/2)
	case 'f':
		return fmt.Appendf(dst, "%d.25", r.Int64N(many))
	case 'b':
		return fmt.Append(dst, r.IntN(2) == 0)
	case 's':
		return fmt.Appendf(dst, "%q", strings.Repeat("ü", r.IntN(3))+fmt.Sprint(r.Int64N(many)))
	case 'l':
		dst = append(dst, '[')
		for i := range r.IntN(4) {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = p.parts[0].append(dst, r, many)
		}
		return append(dst, ']')
	}
	dst = append(dst, '{')
	for i, part := range p.parts {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = fmt.Appendf(dst, `"m%d":`, i)
		dst = part.append(dst, r, many)
	}
	return append(dst, '}')
}

// Random rows come back the same, in any number of row groups and by every compression.
func TestRandomRowsComeBack(t *testing.T) {
	times := 60
	if testing.Short() {
		times = 10
	}
	for seed := range times {
		r := rand.New(rand.NewPCG(uint64(seed), 1))
		root := &place{kind: 'o'}
		for range 1 + r.IntN(6) {
			root.parts = append(root.parts, randomPlace(r, 3))
		}
		many := []int64{2, 100, 1 << 40}[r.IntN(3)]
		var text []byte
		for range 1 + r.IntN(500) {
			row := root.append(nil, r, many)
			for string(row) == "null" {
				row = root.append(nil, r, many)
			}
			text = append(append(text, row...), '\n')
		}
		var in, out bytes.Buffer
		if _, err := translator.Transcode(&in, bytes.NewReader(text), translator.JSONToBEVE, translator.Options{}); err != nil {
			t.Fatal(err)
		}
		o := Options{Compression: Compressions[seed%len(Compressions)], GroupRows: 1 + r.IntN(600)}
		if _, err := Write(&out, &in, o); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		got, err := readAll(out.Bytes())
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		if got != string(text) {
			g, w := strings.Split(got, "\n"), strings.Split(string(text), "\n")
			for i := range w {
				if i >= len(g) || g[i] != w[i] {
					t.Errorf("seed %d, row %d of %d (%d): %s, want %s", seed, i, len(w), len(g), g[min(i, len(g)-1)], w[i])
					break
				}
			}
		}
	}
}
