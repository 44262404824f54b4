// Command jsonpack times package jsonpack beside its rivals on the documents that the
// published package is measured with, all of them in turns within one process, and
// writes the results into a folder: raw text, a table with the targets, plots.
//
//	go run ./jsonpack -name laptop [-rounds 8] [-time 50ms] [-only complex/Marshal]
//
// Ratios are taken within a round, and the median of the rounds counts.
package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"
	"log"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/beve-org/beve-go/bench/machine"
	"github.com/beve-org/beve-go/bench/report"
)

func main() {
	name := flag.String("name", "local", "results are written to results/<name>-jsonpack")
	rounds := flag.Int("rounds", 8, "number of rounds")
	span := flag.Duration("time", 50*time.Millisecond, "time of one turn")
	only := flag.String("only", "", "part of the names document/mode/codec to time")
	gate := machine.Flag()
	reports := flag.Bool("reports", false, "measure nothing, only write the report of the folder again")
	flag.Parse()
	if *reports {
		if err := again(*name + "-jsonpack"); err != nil {
			log.Fatal(err)
		}
		return
	}
	if err := run(gate, *name+"-jsonpack", *rounds, *span, *only); err != nil {
		log.Fatal(err)
	}
}

func run(gate *machine.Gate, name string, rounds int, span time.Duration, only string) error {
	all, err := cells()
	if err != nil {
		return err
	}
	checking = false
	all = slices.DeleteFunc(all, func(c cell) bool { return !strings.Contains(c.name(), only) })
	slices.SortStableFunc(all, func(a, b cell) int {
		return strings.Compare(a.document+"/"+a.mode, b.document+"/"+b.mode)
	})
	if err := gate.Begin(name); err != nil {
		return err
	}
	var raw bytes.Buffer
	fmt.Fprintf(&raw, "goos: %s\ngoarch: %s\n", runtime.GOOS, runtime.GOARCH)
	for i := range rounds {
		log.Printf("round %d of %d", i+1, rounds)
		for _, c := range inTurns(all, i) {
			if err := c.turn(&raw, span); err != nil {
				return fmt.Errorf("%s: %w", c.name(), err)
			}
		}
	}
	name, refused := gate.End()
	dir, err := report.Publish(name, raw.Bytes())
	if err != nil {
		return err
	}
	r, err := report.Load(dir)
	if err != nil {
		return err
	}
	var how strings.Builder
	gate.Describe(&how, runtime.NumCPU())
	fmt.Fprintf(&how, "- Rounds: %d of %v a turn\n", rounds, span)
	return errors.Join(write(dir, r, how.String()), refused)
}

// again writes the report of a folder from its raw results and from what its report says of the run.
func again(name string) error {
	dir, r, head, err := report.Again(name, timesOf)
	if err != nil {
		return err
	}
	return write(dir, r, strings.TrimPrefix(head, title))
}

// inTurns returns the cells in the order of a round: codecs that do the same take turns
// to be the first, which finds memory as what was before has left it.
func inTurns(all []cell, round int) []cell {
	var order []cell
	for len(all) > 0 {
		n := 1
		for n < len(all) && all[n].document == all[0].document && all[n].mode == all[0].mode {
			n++
		}
		first := round % n
		order = append(append(order, all[first:n]...), all[:first]...)
		all = all[n:]
	}
	return order
}

// turn calls c for some time and prints what a call costs, as Go benchmarks do.
func (c *cell) turn(w io.Writer, span time.Duration) error {
	runtime.GC()
	for range 64 { // pools are empty now
		if err := c.call(); err != nil {
			return err
		}
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	n, start := 0, time.Now()
	took := time.Duration(0)
	for took < span {
		for range 32 {
			if err := c.call(); err != nil {
				return err
			}
		}
		n += 32
		took = time.Since(start)
	}
	runtime.ReadMemStats(&after)
	runtime.KeepAlive(sink)
	_, err := fmt.Fprintf(w, "Benchmark%s %d %.1f ns/op %d B/op %d allocs/op %d size\n", c.name(), n, float64(took.Nanoseconds())/float64(n),
		(after.TotalAlloc-before.TotalAlloc)/uint64(n), (after.Mallocs-before.Mallocs)/uint64(n), c.size)
	return err
}

// target is a ratio that is aimed at.
type target struct {
	document, mode, rival string
	most                  float64
}

var targets = []target{
	{complexStruct, marshal, protobuf, 0.4}, {complexStruct, unmarshal, protobuf, 0.35},
	{complexStruct, marshal, generatedAs, 0.7}, {complexStruct, unmarshal, generatedAs, 0.7},
	{simpleStruct, marshal, protobuf, 0.4}, {simpleStruct, unmarshal, protobuf, 0.35},
	{simpleStruct, marshal, generatedAs, 0.7}, {simpleStruct, unmarshal, generatedAs, 0.7},
	{complexMap, marshal, goccyJSON, 0.25}, {complexMap, unmarshal, goccyJSON, 0.5},
}

// allocations is how often calls may allocate at most.
var allocations = []struct {
	document, mode string
	most           float64
}{{complexStruct, marshal, 1}, {complexStruct, appending, 0}, {complexStruct, noCopy, 0}, {simpleStruct, marshal, 1}, {simpleStruct, appending, 0},
	{simpleStruct, noCopy, 0}, {complexMap, marshal, 1}}

// sizes are the bytes that the published package writes.
var sizes = map[string]float64{complexStruct: 687, simpleStruct: 320}

// How a report begins, and what follows the lines that say what it was measured on.
const (
	title   = "# jsonpack\n\n"
	timesOf = "\nTimes of "
)

// write writes the table and the plots.
func write(dir string, r *report.Results, how string) error {
	var w bytes.Buffer
	fmt.Fprintf(&w, title+"%s"+timesOf+"`%s` divided by those of the rival: the median of the rounds, with their range.\n\n", how, ours)
	fmt.Fprintf(&w, "| document | mode | against | ratio | target | |\n|---|---|---|--:|--:|---|\n")
	for _, t := range targets {
		ratio := report.Compare(r.Codec(t.document, t.mode, ours), r.Codec(t.document, t.mode, t.rival))
		if ratio.Rounds > 0 {
			fmt.Fprintf(&w, "| %s | %s | %s | %v | %s | %s |\n", t.document, t.mode, t.rival, ratio, report.Figure(t.most), ratio.AtMost(t.most))
		}
	}
	fmt.Fprintf(&w, "\n| document | mode | allocations | at most | |\n|---|---|--:|--:|---|\n")
	for _, a := range allocations {
		if s := r.Codec(a.document, a.mode, ours); s != nil {
			n := report.Median(s.Allocs)
			fmt.Fprintf(&w, "| %s | %s | %.0f | %.0f | %s |\n", a.document, a.mode, n, a.most, report.Decide(n <= a.most))
		}
	}
	var drawn []string
	for _, d := range []string{complexStruct, simpleStruct, complexMap} {
		if len(r.CodecNames(d, marshal)) == 0 {
			continue
		}
		fmt.Fprintf(&w, "\n## %s\n\n", d)
		if want := sizes[d]; want > 0 {
			got := r.Codec(d, marshal, ours).Size()
			fmt.Fprintf(&w, "%.0f bytes, %.0f by the published package: %s.\n\n", got, want, report.Decide(got == want))
		}
		writeTimes(&w, r, d)
		fmt.Fprintf(&w, "\n![%s](%s.svg)\n", d, d)
		drawn = append(drawn, d)
	}
	fmt.Print(w.String())
	if err := report.WritePage(dir, w.Bytes()); err != nil {
		return err
	}
	return report.Draw(dir, r, drawn)
}

// writeTimes writes the times and allocations of a document.
func writeTimes(w io.Writer, r *report.Results, document string) {
	modes := []string{marshal, appending, unmarshal, reuse, noCopy}
	fmt.Fprintf(w, "| | bytes | %s |\n|---|--:|%s\n", strings.Join(modes, " | "), strings.Repeat("--:|", len(modes)))
	for _, codec := range r.CodecNames(document, marshal) {
		fmt.Fprintf(w, "| %s | %.0f |", codec, r.Codec(document, marshal, codec).Size())
		for _, mode := range modes {
			if s := r.Codec(document, mode, codec); s != nil {
				fmt.Fprintf(w, " %s, %.0f |", report.Duration(report.Median(s.Nanos)), report.Median(s.Allocs))
			} else {
				fmt.Fprint(w, " |")
			}
		}
		fmt.Fprintln(w)
	}
}
