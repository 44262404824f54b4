package source

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/beve-org/beve-go/internal/testkit"
)

// lineTokens is what lines of damaged JSON are made of.
var lineTokens = []string{`{"a":`, `"b":`, `[`, `]`, `}`, `,`, `1`, `"x\"[{"`, `null`, ` `, `{`, `1e400`, `"`, `x`, `[1,2]`, `{"c":3}`, "\"\\", "\t"}

// aLine is a random line, without its end.
func aLine(r *rand.Rand) string {
	var line strings.Builder
	for range 1 + r.IntN(3) {
		line.WriteString(lineTokens[r.IntN(len(lineTokens))])
	}
	return line.String()
}

// lineByLine reads the values of JSON as it is promised: what fails is passed over up to the end of its line, and all
// begins again after that.
func lineByLine(doc []byte) (text string, bad int, err error) {
	var b strings.Builder
	for at := 0; ; {
		s, err := Open("-", Options{Kind: Kind{Format: JSON}, Stdin: bytes.NewReader(doc[at:])})
		if err != nil {
			return b.String(), bad, err
		}
		v := s.Values()
		val, err := v.Next()
		switch {
		case err == io.EOF:
			return b.String(), bad, nil
		case err == nil:
			fmt.Fprintf(&b, "%d %x\n", int64(at)+val.Offset, val.Data)
			_, end := v.Rest()
			at += int(end)
		default:
			bad++
			_, start := v.Rest()
			at += int(start)
			n := bytes.IndexByte(doc[at:], '\n')
			if n < 0 {
				return b.String(), bad, nil
			}
			at += n + 1
		}
	}
}

// TestBadLinesAreThoseThatFail: what is passed over is what fails when each line is begun anew.
func TestBadLinesAreThoseThatFail(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range 3000 {
		var doc []byte
		for range r.IntN(12) {
			doc = append(append(doc, aLine(r)...), "\n"[:r.IntN(9)/8^1]...)
		}
		want, bad, err := lineByLine(doc)
		if err != nil {
			t.Fatal(err)
		}
		o := Options{Kind: Kind{Format: JSON}, OnBad: func(func() error) {}}
		got, l, err := read("-", bytes.NewReader(doc), o, 1)
		if got != want || l.bad != bad || err != nil {
			t.Fatalf("%q: %d bad, %v\n%swant %d bad\n%s", doc, l.bad, err, got, bad, want)
		}
	}
}

// TestBadLinesCostThemselves: lines that fail together take about as long as lines that each fail at once.
func TestBadLinesCostThemselves(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	shapes := []string{`{"a":`, `[`, `[1,[`, `{"a":[`, `"`, `"",""`, `x,"`}
	for range 12 {
		shapes = append(shapes, aLine(r))
	}
	const lines = 10_000
	for i, shape := range shapes {
		for _, before := range []int{0, 500} {
			doc := strings.Repeat("[\n", before) + strings.Repeat(shape+"\n", lines)
			apart := strings.Repeat("]\n", before) + strings.Repeat("]"+shape+"\n", lines)
			for _, kind := range []Format{JSON, CSV}[:2-min(1, before)] {
				pass := func(doc string) func() {
					return func() {
						o := Options{Kind: Kind{Format: kind}, OnBad: func(func() error) {}}
						if _, _, err := read("-", strings.NewReader(doc), o, 1); err != nil && kind == JSON {
							t.Fatal(err)
						}
					}
				}
				const most = 12
				var c testkit.Comparison
				if !testkit.Patiently(func() bool {
					c.Turn(pass(apart), pass(doc))
					return c.Ratio() <= most
				}) {
					t.Errorf("%d: %v of lines %q after %d: %v, and %v where each fails at once", i, kind, shape, before, c.B, c.A)
				}
			}
		}
	}
}
