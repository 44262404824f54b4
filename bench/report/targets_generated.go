package report

import "github.com/beve-org/beve-go/bench/codecs"

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
		ours := sum(c.r.Codec(p, "Marshal", Bevegen), c.r.Codec(p, "Unmarshal", Bevegen))
		var best *Series
		rival := ""
		for _, codec := range codecs.All() {
			if codec.Extra || codec.Kind != codecs.Schema && codec.Kind != codecs.GeneratedNames {
				continue
			}
			s := sum(c.r.Codec(p, "Marshal", codec.Name), c.r.Codec(p, "Unmarshal", codec.Name))
			if s != nil && (best == nil || Median(s.Nanos) < Median(best.Nanos)) {
				best, rival = s, codec.Name
			}
		}
		c.ratio(p+" Marshal + Unmarshal, generated", "the best of any kind: "+rival, ours, best, 1.1)
	}
	c.ratio("person Marshal + Unmarshal, generated", Generated,
		sum(c.r.Codec("person", "Marshal", Bevegen), c.r.Codec("person", "Unmarshal", Bevegen)),
		sum(c.r.Codec("person", "Marshal", Generated), c.r.Codec("person", "Unmarshal", Generated)), 0.6)
	for _, row := range []struct {
		mode   string
		target float64
	}{{"Write", 1.3}, {"Read", 0.15}} {
		c.ratio("nested object, "+row.mode+", generated", "msgpack-c",
			c.r.Series["Binary/nested/"+row.mode+"/"+Bevegen], c.r.Series["Binary/nested/"+row.mode+"/msgpack-c"], row.target)
	}
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
