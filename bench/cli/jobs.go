//go:build unix

package main

import (
	"errors"
	"fmt"
	"io"
	"log"
	"os"
	"runtime"
	"strings"

	"github.com/beve-org/beve-go/bench/machine"
	"github.com/beve-org/beve-go/bench/report"
)

// This file measures what several workers of beve gain: each verb with one worker and with two, and beside these two
// processes of one worker at once, which have nothing to do with each other. What these take is the best that two workers
// could do here: they share memory, caches and disks, and the collector of garbage of each takes what the other leaves.

// A side is how often beve runs at once, and how many workers each has.
type side struct {
	name             string
	workers, process int
}

var sides = []side{{"one", 1, 1}, {"two", 2, 1}, {"apart", 1, 2}}

// wanted is how many times as fast two workers are to be as one.
const wanted = 1.85

// verbs are what is measured, as tasks of one program.
var verbs = []task{
	{"ToBEVE", "convert, NDJSON to BEVE", verb(".beve", "convert", "-q", "IN", "OUT")},
	{"FromBEVE", "convert, BEVE to NDJSON", verb(".ndjson", "convert", "-q", "BEVE", "OUT")},
	{"ToParquet", "convert, NDJSON to Parquet", verb(".parquet", "convert", "-q", "IN", "OUT")},
	{"FromParquet", "convert, Parquet to NDJSON", verb(".ndjson", "convert", "-q", "COLUMNS", "OUT")},
	{"BEVEToParquet", "convert, BEVE to Parquet", verb(".parquet", "convert", "-q", "BEVE", "OUT")},
	{"ParquetToBEVE", "convert, Parquet to BEVE", verb(".beve", "convert", "-q", "COLUMNS", "OUT")},
	{"Print", "cat, of BEVE", verb("", "cat", "BEVE")},
	{"Check", "valid, of BEVE", verb("", "valid", "BEVE")},
	{"CheckJSON", "valid, of NDJSON", verb("", "valid", "IN")},
	{"Part", "get /user/city, of BEVE", verb("", "get", "BEVE", "/user/city")},
	{"Parts", "get /tags/*, of BEVE", verb("", "get", "BEVE", "/tags/*", "--skip-missing")},
	{"Stat", "stat, of BEVE", verb("", "stat", "BEVE")},
	{"StatJSON", "stat, of NDJSON", verb("", "stat", "IN")},
	{"Filter", "query, a member of those that match, of BEVE", verb("", "query", "select(.request.status == 500) | .id", "BEVE")},
	{"FilterJSON", "query, the same of NDJSON", verb("", "query", "select(.request.status == 500) | .id", "IN")},
}

// verb returns beve with these arguments.
func verb(ends string, args ...string) []program {
	return []program{{"beve", append([]string{"beve"}, args...), ends}}
}

// runJobs measures all verbs on all sides, with input of that size.
func (s *suite) runJobs(mb int, gate *machine.Gate) error {
	input, names, err := s.prepareInput(mb)
	if err != nil {
		return err
	}
	sums := map[string]string{}
	for round := range s.rounds {
		for _, t := range verbs {
			for i := range sides {
				at := sides[(i+round)%len(sides)] // in turns
				p := t.runs[0]
				p.args = append(p.args[:len(p.args):len(p.args)], "--jobs", fmt.Sprint(at.workers))
				m, err := s.measure(p, names, at.process)
				if err == nil && m.late {
					err = fmt.Errorf("over %v", s.limit)
				}
				if err == nil && sums[t.mode] != "" && sums[t.mode] != m.sum {
					err = errors.New("what is written is not what was written before")
				}
				if err != nil {
					return fmt.Errorf("%s, %s: %w", t.words, at.name, err)
				}
				sums[t.mode] = m.sum
				m.input, m.mode, m.program = input, t.mode, at.name
				s.measured = append(s.measured, m)
				log.Printf("%s %s %s: %.3f s, %.3f s of processors, %d MB", input, t.mode, at.name, m.elapsed.Seconds(), m.cpu.Seconds(), m.peak>>20)
			}
			gate.Lap()
		}
	}
	return nil
}

// reportJobs prints the table, or writes it and the raw results into a folder of results.
func (s *suite) reportJobs(name string, gate *machine.Gate) error {
	if name == "" {
		s.jobsTables(os.Stdout)
		return nil
	}
	name, refused := gate.End()
	var about strings.Builder
	fmt.Fprintf(&about, "# %s\n\n", name)
	gate.Describe(&about, runtime.NumCPU())
	fmt.Fprintf(&about, "- Command: `go run ./cli %s`\n- Rounds: %d, all in turns, each run a process\n\n", strings.Join(told(os.Args[1:]), " "), s.rounds)
	about.WriteString(smallPeak)
	if s.note != "" {
		fmt.Fprintf(&about, "%s\n\n", s.note)
	}
	s.jobsTables(&about)
	raw := "goos: " + runtime.GOOS + "\ngoarch: " + runtime.GOARCH + "\n"
	for _, m := range s.measured {
		raw += fmt.Sprintf("BenchmarkJobs/%s/%s/%s 1 %d ns/op %d cpu-ns %d peak-bytes\n", m.input, m.mode, m.program, m.elapsed, m.cpu, m.peak)
	}
	dir, err := report.Publish(name, []byte(raw))
	if err != nil {
		return err
	}
	return errors.Join(report.WritePage(dir, []byte(about.String())), refused)
}

// jobsTables writes a table for each input. Ratios are taken within a round, where the runs were seconds apart.
func (s *suite) jobsTables(w io.Writer) {
	fmt.Fprint(w, "| events | format | bytes |\n|---|---|--:|\n")
	for _, k := range s.kinds {
		fmt.Fprintf(w, "| %s | %s | %d |\n", k.input, k.format, k.bytes)
	}
	fmt.Fprintf(w, "\nGain is the time of one worker divided by that of two; ceiling is twice the time of one divided by that of two processes "+
		"of one worker each at once. At least %.2f is wanted, or what the ceiling allows. All sides write the same bytes.\n", wanted)
	seen := map[string]bool{}
	for _, k := range s.kinds {
		if seen[k.input] {
			continue
		}
		seen[k.input] = true
		fmt.Fprintf(w, "\n%s:\n\n| | one worker | two workers | two processes | gain | ceiling | gain ÷ ceiling | processors, two ÷ one | peak, one | peak, two |\n|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|\n", k.input)
		for _, t := range verbs {
			one, two, apart := s.of(k.input, t.mode, "one"), s.of(k.input, t.mode, "two"), s.of(k.input, t.mode, "apart")
			if len(apart) == 0 {
				continue
			}
			var gains, ceilings, shares, cpus []float64
			for i := range apart {
				gain, ceiling := seconds(one[i])/seconds(two[i]), 2*seconds(one[i])/seconds(apart[i])
				gains, ceilings, shares = append(gains, gain), append(ceilings, ceiling), append(shares, gain/ceiling)
				cpus = append(cpus, two[i].cpu.Seconds()/one[i].cpu.Seconds())
			}
			fmt.Fprintf(w, "| %s | %.3f s | %.3f s | %.3f s | %.2f | %.2f | %.2f | %.2f | %.0f MB | %.0f MB |\n", t.words,
				median(one, seconds), median(two, seconds), median(apart, seconds), report.Median(gains), report.Median(ceilings), report.Median(shares), report.Median(cpus),
				median(one, peak), median(two, peak))
		}
	}
}

// of returns the runs of a verb on one side, in the order of rounds.
func (s *suite) of(input, mode, side string) (list []measure) {
	for _, m := range s.measured {
		if m.input == input && m.mode == mode && m.program == side {
			list = append(list, m)
		}
	}
	return list
}

func seconds(m measure) float64 { return m.elapsed.Seconds() }

func peak(m measure) float64 { return float64(m.peak) / 1e6 }

func median(list []measure, of func(measure) float64) float64 {
	var values []float64
	for _, m := range list {
		values = append(values, of(m))
	}
	return report.Median(values)
}
