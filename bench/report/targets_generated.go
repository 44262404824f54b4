package report

import (
	"slices"

	"github.com/beve-org/beve-go/bench/codecs"
)

// This file has the targets of generated code.

// Bevegen is the codec of the code that bevegen writes.
const Bevegen = "bevegen"

// generated holds generated code against that of msgp, of whatever is fastest, and against our own reflection.
func (c *checker) generated() {
	limits := map[string]float64{"Marshal": 0.75, "Append": 0.75, "Unmarshal": 0.8, "Reuse": 0.7}
	pair := func(p, mode, rival string, target float64) {
		c.ratio(p+" "+mode+", generated", rival, c.r.Codec(p, mode, Bevegen), c.r.Codec(p, mode, rival), target)
	}
	for _, p := range structs {
		for _, mode := range both {
			pair(p, mode, Generated, limits[mode])
			pair(p, mode, Ours, 0.8)
		}
	}
	for _, p := range structs {
		c.bestGenerated(p, "the best of any kind", 1.1, codecs.Schema, codecs.GeneratedNames)
	}
	c.ratio("person Marshal + Unmarshal, generated", Generated,
		sum(c.r.Codec("person", "Marshal", Bevegen), c.r.Codec("person", "Unmarshal", Bevegen)),
		sum(c.r.Codec("person", "Marshal", Generated), c.r.Codec("person", "Unmarshal", Generated)), 0.6)
	for _, p := range append([]string{"person"}, structs...) {
		c.bestGenerated(p, "the best that sends names", 0.95, codecs.GeneratedNames)
	}
}

// bestGenerated holds writing and reading, added up, against the fastest codec of some kinds.
func (c *checker) bestGenerated(p, name string, target float64, kinds ...codecs.Kind) {
	both := func(codec string) *Series {
		return sum(c.r.Codec(p, "Marshal", codec), c.r.Codec(p, "Unmarshal", codec))
	}
	var best *Series
	rival := ""
	for _, codec := range codecs.All() {
		if codec.Extra || !slices.Contains(kinds, codec.Kind) {
			continue
		}
		if s := both(codec.Name); s != nil && (best == nil || Median(s.Nanos) < Median(best.Nanos)) {
			best, rival = s, codec.Name
		}
	}
	c.ratio(p+" Marshal + Unmarshal, generated", name+": "+rival, both(Bevegen), best, target)
}

// sum adds two series round by round, and returns nil where one is missing.
func sum(a, b *Series) *Series {
	if a == nil || b == nil {
		return nil
	}
	var s Series
	for i := range min(len(a.Nanos), len(b.Nanos)) {
		s.Nanos = append(s.Nanos, a.Nanos[i]+b.Nanos[i])
	}
	return &s
}
