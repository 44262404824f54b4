// Random unions of random types.

package msgcodec

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/beve-org/beve-go/types"
)

// candidate is a type that a random union may have a case for.
type candidate struct {
	object bool // a struct
	option func(id string, n uint16) types.UnionOption
	value  func(g *generator) shape
}

func candidateOf[T shape](object bool, value func(g *generator) T) candidate {
	return candidate{object, func(id string, n uint16) types.UnionOption { return types.Case[T](id).Number(n) },
		func(g *generator) shape { return value(g) }}
}

var candidates = []candidate{
	candidateOf(true, func(g *generator) circle { return circle{g.float()} }),
	candidateOf(true, func(g *generator) *square {
		return &square{Side: g.float(), In: g.shapes(), Next: g.shape()}
	}),
	candidateOf(true, func(g *generator) nothing { return nothing{} }),
	candidateOf(false, func(g *generator) strip { return append(strip{}, g.shapes()...) }),
	candidateOf(true, func(g *generator) twin { return twin{A: g.shape(), B: g.shape(), S: g.text()} }),
	candidateOf(true, func(g *generator) *twin { return &twin{A: g.shape(), S: g.text()} }),
	candidateOf(false, func(g *generator) title { return title(g.text()) }),
	candidateOf(false, func(g *generator) flag { return g.rng.IntN(2) > 0 }),
	candidateOf(false, func(g *generator) sized { return sized{g.text(): g.shape(), "": nil} }),
}

type (
	twin struct {
		A shape  `zid:"0"`
		B shape  `zid:"1" msg:",omitempty"`
		S string `zid:"2" msg:"s"`
	}
	title string
	flag  bool
	sized map[string]shape
)

func (twin) area() float64  { return 0 }
func (title) area() float64 { return 0 }
func (flag) area() float64  { return 0 }
func (sized) area() float64 { return 0 }

// generator makes random shapes of some candidates.
type generator struct {
	rng   *rand.Rand
	of    []candidate
	depth int
}

func (g *generator) float() float64 { return float64(g.rng.IntN(100)) / 4 }
func (g *generator) text() string   { return strings.Repeat("x", g.rng.IntN(60)) }

func (g *generator) shape() shape {
	if g.depth == 4 || g.rng.IntN(5) == 0 {
		return nil
	}
	g.depth++
	defer func() { g.depth-- }()
	return g.of[g.rng.IntN(len(g.of))].value(g)
}

// shapes returns nil or some shapes: empty is written as it is, and read as that.
func (g *generator) shapes() []shape {
	var all []shape
	for range g.rng.IntN(4) {
		all = append(all, g.shape())
	}
	return all
}

// TestRandomUnions declares random unions, and writes and reads random values of them.
func TestRandomUnions(t *testing.T) {
	rounds := 300
	if testing.Short() {
		rounds = 60
	}
	rng := rand.New(rand.NewPCG(19, 1))
	for round := range rounds {
		var options []types.UnionOption
		form := round % 3
		switch form {
		case 1:
			options = append(options, types.Tag(strings.Repeat("t", 1+rng.IntN(40))))
		case 2:
			options = append(options, types.Tag("kind"), types.Content(strings.Repeat("c", 1+rng.IntN(40))))
		}
		g := &generator{rng: rng}
		for i, at := range rng.Perm(len(candidates))[:1+rng.IntN(len(candidates))] {
			if c := candidates[at]; c.object || form != 1 {
				g.of = append(g.of, c)
				options = append(options, c.option(fmt.Sprintf("%d%s", i, strings.Repeat("i", rng.IntN(40))), uint16(rng.IntN(100)*100+i)))
			}
		}
		if len(g.of) == 0 {
			continue
		}
		set := types.New(types.Union[shape](options...))
		in := twin{A: g.shape(), B: g.shape()}
		for format, f := range formats {
			o := EncodeOptions{Types: set, Deterministic: true}
			data, err := f.MarshalWithOptions(&in, o)
			if err != nil {
				t.Fatalf("round %d, %s: %v", round, format, err)
			}
			for by := range 3 {
				turned := data
				if !f.format.IDs {
					turned = turnMaps(t, data, by)
				}
				var out twin
				if err := f.UnmarshalWithOptions(turned, &out, DecodeOptions{Types: set}); err != nil {
					t.Fatalf("round %d, %s, turned by %d: %v\n%x", round, format, by, err, turned)
				}
				// nil and empty slices are one thing: what is written again tells.
				again, err := f.MarshalWithOptions(&out, o)
				if err != nil || !bytes.Equal(again, data) {
					t.Fatalf("round %d, %s, turned by %d:\n%x is written as\n%x, %v", round, format, by, data, again, err)
				}
				if !same(reflect.ValueOf(in), reflect.ValueOf(out)) {
					t.Fatalf("round %d, %s, turned by %d: %+v is read as %+v", round, format, by, in, out)
				}
			}
		}
	}
}
