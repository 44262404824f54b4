//go:build unix

package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"
	"strings"

	"github.com/beve-org/beve-go/bench/machine"
	"github.com/beve-org/beve-go/bench/report"
)

// This file writes what has been measured.

// report prints the tables, or writes them, the raw results and plots into a folder of results.
func (s *suite) report(name string, gate *machine.Gate) error {
	if name == "" {
		return s.tables(os.Stdout)
	}
	name, refused := gate.End()
	var about strings.Builder
	fmt.Fprintf(&about, "# %s\n\n", name)
	gate.Describe(&about, runtime.NumCPU())
	fmt.Fprintf(&about, "- Command: `go run ./cli %s`\n- Rounds: %d, all programs in turns, each run a process\n- Beside: %s\n\n", strings.Join(told(os.Args[1:]), " "), s.rounds, strings.Join(s.versions, ", "))
	about.WriteString(smallPeak)
	if s.note != "" {
		fmt.Fprintf(&about, "%s\n\n", s.note)
	}
	if err := s.tables(&about); err != nil {
		return err
	}
	raw := "goos: " + runtime.GOOS + "\ngoarch: " + runtime.GOARCH + "\n"
	var inputs []string
	for _, m := range s.measured {
		if m.late {
			continue
		}
		raw += fmt.Sprintf("BenchmarkCodec/%s/%s/%s 1 %d ns/op %d peak-bytes %d size\n", m.input, m.mode, m.program, m.elapsed, m.peak, m.out)
		raw += fmt.Sprintf("BenchmarkCodec/%s/%sCPU/%s 1 %d ns/op\n", m.input, m.mode, m.program, m.cpu)
		if !slices.Contains(inputs, m.input) {
			inputs = append(inputs, m.input)
		}
	}
	for _, input := range inputs {
		fmt.Fprintf(&about, "\n![%s](%s.svg)\n", input, input)
	}
	dir, err := report.Publish(name, []byte(raw))
	if err != nil {
		return err
	}
	if err := report.WritePage(dir, []byte(about.String())); err != nil {
		return err
	}
	r, err := report.Load(dir)
	if err != nil {
		return err
	}
	return errors.Join(report.Draw(dir, r, inputs), refused)
}

// smallPeak says what the system tells of processes that take less than the one that has started them.
const smallPeak = "The peak of a small program is that of the one that measures, about 37 MB.\n\n"

// told returns arguments without those that say nothing of what is measured.
func told(args []string) (list []string) {
	for i := 0; i < len(args); i++ {
		if args[i] == "-python" || args[i] == "-note" {
			i++ // with its value
			continue
		}
		list = append(list, args[i])
	}
	return list
}

// tables writes a table for each task and input, of medians.
func (s *suite) tables(w io.Writer) error {
	fmt.Fprint(w, "| events | format | bytes |\n|---|---|--:|\n")
	for _, k := range s.kinds {
		fmt.Fprintf(w, "| %s | %s | %d |\n", k.input, k.format, k.bytes)
	}
	var inputs []string
	for _, m := range s.measured {
		if !slices.Contains(inputs, m.input) {
			inputs = append(inputs, m.input)
		}
	}
	for _, input := range inputs {
		for _, t := range tasks {
			s.table(w, input, t)
		}
	}
	return nil
}

func (s *suite) table(w io.Writer, input string, t task) {
	fmt.Fprintf(w, "\n%s, %s:\n\n| | elapsed | time of processors | ÷ beve | peak of memory | bytes written |\n|---|--:|--:|--:|--:|--:|\n", input, t.words)
	ours := 0.0
	for _, p := range t.runs {
		var elapsed, cpu, peak, out []float64
		late := false
		for _, m := range s.measured {
			if m.input != input || m.mode != t.mode || m.program != p.name {
				continue
			}
			if m.late {
				late = true
				continue
			}
			elapsed, cpu = append(elapsed, m.elapsed.Seconds()), append(cpu, m.cpu.Seconds())
			peak, out = append(peak, float64(m.peak)), append(out, float64(m.out))
		}
		switch {
		case len(cpu) > 0:
			median := report.Median(cpu)
			if p.name == "beve" {
				ours = median
			}
			ratio := ""
			if ours > 0 {
				ratio = fmt.Sprintf("%.2f", median/ours)
			}
			fmt.Fprintf(w, "| %s | %.2f s | %.2f s | %s | %.0f MB | %.0f |\n", p.name, report.Median(elapsed), median, ratio, report.Median(peak)/1e6, report.Median(out))
		case late:
			fmt.Fprintf(w, "| %s | over %v | | | | |\n", p.name, s.limit)
		}
	}
}
