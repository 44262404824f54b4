// What the project wants to reach, and whether a run shows that it does.

package report

import (
	"fmt"
	"io"
	"math"

	"github.com/beve-org/beve-go/bench/codecs"
	"github.com/beve-org/beve-go/bench/payload"
)

// A Finding is one target with what was measured.
type Finding struct {
	What, Against string
	// Measured has no rounds if the run does not have what it takes. Low and High are equal where there is one figure.
	Measured Ratio
	Target   float64
	// AtLeast turns the target around: the measured figure must not be smaller.
	AtLeast bool
	// Part is what the target is of, or "".
	Part string
}

// Verdict returns what the run says of the target.
func (f *Finding) Verdict() Verdict {
	if f.AtLeast {
		return f.Measured.AtLeast(f.Target)
	}
	return f.Measured.AtMost(f.Target)
}

func (f *Finding) missing() bool { return f.Measured.Rounds == 0 }

var (
	structs = []string{"small", "medium", "large", "rows"}
	numbers = []string{"float64s", "float32s", "uint16s", "int32s", "complex128s"}
	writing = []string{"Marshal", "Append"}
	both    = []string{"Marshal", "Append", "Unmarshal", "Reuse"}
)

// Targets checks all targets against a run. They are the same in the same order for every run.
func Targets(r *Results) []Finding {
	c := &checker{r: r, part: partStructs}
	c.messagePack()
	for _, p := range structs {
		for _, mode := range both {
			c.against(p, mode, Generated, 1.0)
		}
	}
	c.generated()
	c.packed()
	c.part = "" // the best of all codecs is known where all are measured
	for _, p := range structs {
		for _, mode := range both {
			c.against(p, mode, r.Best(p, mode, codecs.Names), 0.5)
		}
	}
	for _, mode := range both {
		c.against(payload.NameDynamic, mode, Generated, 0.9)
	}
	for _, p := range numbers {
		c.against(p, "Append", Copy, 1.15)
		c.against(p, "Reuse", Copy, 1.15)
		c.against(p, "Marshal", Copy, 1.1)
		c.against(p, "Unmarshal", Copy, 1.1)
	}
	rivals := []codecs.Kind{codecs.Names, codecs.GeneratedNames, codecs.Schema}
	for _, mode := range both {
		c.against("bools", mode, r.Best("bools", mode, rivals...), 0.1)
	}
	for _, mode := range []string{"Marshal", "Unmarshal"} {
		c.against("strings", mode, r.Best("strings", mode, rivals...), 0.9)
	}
	large := r.Codec(payload.NameLarge, "Unmarshal", Ours)
	c.ratio("large, View of a field of the message", "full Unmarshal", r.Codec(payload.NameLarge, "View", Ours), large, 0.01)
	c.ratio("large, View of a field in the middle", "full Unmarshal", r.Codec(payload.NameLarge, "ViewFar", Ours), large, 0.01)
	for _, mode := range writing {
		c.ratio("dynamic "+mode+", deterministic", "default maps",
			r.Codec(payload.NameDynamic, mode, Deterministic), r.Codec(payload.NameDynamic, mode, Ours), 1.5)
	}
	c.ratio("nested object, write", "msgpack-c", r.Series["Binary/nested/Write/beve"], r.Series["Binary/nested/Write/msgpack-c"], 1.0)
	c.ratio("nested object, read", "msgpack-c", r.Series["Binary/nested/Read/beve"], r.Series["Binary/nested/Read/msgpack-c"], 0.2)
	for _, row := range []struct {
		mode   string
		target float64
	}{{"Write", 1.3}, {"Read", 0.15}} {
		c.ratio("nested object, "+row.mode+", generated", "msgpack-c",
			r.Series["Binary/nested/"+row.mode+"/"+Bevegen], r.Series["Binary/nested/"+row.mode+"/msgpack-c"], row.target)
	}
	for _, row := range []struct {
		mode   string
		target float64
	}{{"Write", 1.3}, {"Read", 1.5}} {
		c.ratio("nested object, "+row.mode+", generated", "Glaze",
			r.Series["Binary/nested/"+row.mode+"/"+Bevegen], r.Series["Binary/nested/"+row.mode+"/glaze"], row.target)
	}
	c.allocations()
	c.sizes()
	c.growth()
	return c.found
}

type checker struct {
	r     *Results
	part  string
	found []Finding
}

func (c *checker) add(f Finding) {
	f.Part = c.part
	c.found = append(c.found, f)
}

func (c *checker) ratio(what, against string, ours, theirs *Series, target float64) {
	c.add(Finding{What: what, Against: against, Measured: Compare(ours, theirs), Target: target})
}

func (c *checker) against(p, mode, rival string, target float64) {
	c.ratio(p+" "+mode, rival, c.r.Codec(p, mode, Ours), c.r.Codec(p, mode, rival), target)
}

func (c *checker) exact(what, against string, measured, target float64, missing bool) {
	f := Finding{What: what, Against: against, Target: target}
	if !missing {
		f.Measured = Ratio{measured, measured, measured, 1}
	}
	c.add(f)
}

// allocations are counts, not ratios.
func (c *checker) allocations() {
	for _, p := range payload.All() {
		for _, t := range []struct {
			mode string
			most float64
		}{{"Marshal", 1}, {"Append", 0}, {"Reuse", 0}} {
			// Maps and interfaces cannot be decoded over what they held.
			if t.mode == "Reuse" && p.Name == payload.NameDynamic {
				continue
			}
			s := c.r.Codec(p.Name, t.mode, Ours)
			missing := s == nil || len(s.Allocs) == 0
			n := 0.0
			if !missing {
				n = Median(s.Allocs)
			}
			c.exact(p.Name+" "+t.mode+", allocations", "a count", n, t.most, missing)
		}
	}
}

func (c *checker) sizes() {
	for _, p := range payload.All() {
		ours, theirs := c.r.Codec(p.Name, "Marshal", Ours), c.r.Codec(p.Name, "Marshal", Generated)
		if ours == nil || theirs == nil {
			c.exact(p.Name+", bytes", Generated, 0, 1.15, true)
			continue
		}
		target := 1.15
		for _, n := range numbers {
			if n == p.Name {
				target = 1 // smaller, where msgp has headers between numbers
			}
		}
		c.exact(p.Name+", bytes", Generated, ours.Size()/theirs.Size(), target, false)
	}
}

// perByte is the unit ns/B once it is read.
const perByte = "sec/B"

// growth checks that cost grows with bytes alone, that goroutines do not wait for
// each other, and the costs that come once.
func (c *checker) growth() {
	for _, mode := range []string{"Append", "Reuse"} {
		middle := c.r.Series["Scale/1MB/"+mode]
		for _, size := range []string{"1KB", "100MB"} {
			s := c.r.Series["Scale/"+size+"/"+mode]
			f := Finding{What: size + " " + mode + ", time per byte", Against: "1MB", Target: 1.2}
			if s != nil && middle != nil {
				f.Measured = compare(s.Extra[perByte], middle.Extra[perByte])
			}
			c.add(f)
		}
		one, two := c.r.Series["Parallel/"+mode+"/1"], c.r.Series["Parallel/"+mode+"/2"]
		c.add(Finding{What: "2 goroutines, " + mode, Against: "1 goroutine (speed)", Measured: Compare(one, two), Target: 1.9, AtLeast: true})
	}
	c.ratio("first call for a type", "encoding/json", c.r.Series["FirstCall/beve"], c.r.Series["FirstCall/std-json"], 1.0)
	s := c.r.Series["BinarySize"]
	if s == nil {
		c.exact("importing the library, MB", "a count", 0, 1.5, true)
		return
	}
	c.exact("importing the library, MB", "a count", Median(s.Extra["delta-B"])/1e6, 1.5, false)
	c.exact("the same without symbols, MB", "a count", Median(s.Extra["stripped-delta-B"])/1e6, 1.5, false)
}

// WriteTargets writes the findings as a table, and where the others are.
func WriteTargets(w io.Writer, j *Judgement) {
	count := map[Verdict]int{}
	fmt.Fprintln(w, "| what | against | measured | range | target | |")
	fmt.Fprintln(w, "|---|---|--:|--:|--:|---|")
	for i := range j.Found {
		f := &j.Found[i]
		verdict, sign, measured, spread := f.Verdict(), "≤", "", ""
		count[verdict]++
		if f.AtLeast {
			sign = "≥"
		}
		switch m := f.Measured.Median; {
		case f.missing():
		case m == math.Trunc(m):
			measured = fmt.Sprint(m)
		case m < 0.02 || m >= 10:
			measured = Figure(m)
		default:
			measured = fmt.Sprintf("%.3f", m)
		}
		if f.Measured.Low != f.Measured.High {
			spread = Figure(f.Measured.Low) + "–" + Figure(f.Measured.High)
		}
		fmt.Fprintf(w, "| %s | %s | %s | %s | %s %g | %s |\n", f.What, f.Against, measured, spread, sign, f.Target, verdict)
	}
	fmt.Fprintf(w, "\n%d met, %d missed, %d not decided: some rounds met them and some did not. %d not measured.\n",
		count[Met], count[Missed], count[Undecided], count[Unmeasured])
	if j.Elsewhere > 0 {
		fmt.Fprintf(w, "\n%d other targets are judged in [%s](../%s/targets.md).\n", j.Elsewhere, j.Home, j.Home)
	}
}
