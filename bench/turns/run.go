// What the programs that measure alternately share: flags, files, a table.

package turns

import (
	"bytes"
	"flag"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/beve-org/beve-go/bench/report"
)

// A Run is one invocation of a program that measures.
type Run struct {
	program string
	rounds  int
	span    time.Duration
	only    string
	name    string
}

// Flags registers the flags of a program and returns the run that they describe.
func Flags(program string) *Run {
	r := &Run{program: program}
	flag.IntVar(&r.rounds, "rounds", 7, "number of rounds")
	flag.DurationVar(&r.span, "time", 40*time.Millisecond, "time of one turn")
	flag.StringVar(&r.only, "only", "", "part of the document/mode to time")
	flag.StringVar(&r.name, "name", "", "folder within results to write; without one the table is printed")
	return r
}

// A Column is a ratio that is wanted to be low.
type Column struct {
	Ours, Theirs string  // sides
	Mode         string  // of the rows that it is for, all if empty
	Most         float64 // what the project wants it to be at most
}

// Do measures the rows, with programs that measure by themselves, and writes the results.
func (r *Run) Do(rows []Row, columns []Column, programs ...func(w io.Writer) error) error {
	rows = slices.DeleteFunc(slices.Clone(rows), func(row Row) bool { return !strings.Contains(row.name(), r.only) })
	var raw bytes.Buffer
	if err := Measure(&raw, rows, r.rounds, r.span, programs...); err != nil {
		return err
	}
	return r.Publish(raw.Bytes(), "", rows, columns)
}

// Turns returns how many rounds there are, and the time of a turn: for a program that
// measures by itself.
func (r *Run) Turns() (rounds int, span time.Duration) { return r.rounds, r.span }

// Publish writes the results of a program that has measured by itself, as Do does:
// raw is what Go benchmarks print of the rows, about a text for the description.
func (r *Run) Publish(raw []byte, about string, rows []Row, columns []Column) error {
	results, err := report.Read(bytes.NewReader(raw), report.RawFile)
	if err != nil {
		return err
	}
	if r.name == "" {
		fmt.Print(about)
		writeTables(os.Stdout, results, rows, columns)
		return nil
	}
	dir := filepath.Join("results", r.name)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(dir, report.RawFile), raw, 0o644); err != nil {
		return err
	}
	var text bytes.Buffer
	r.describe(&text)
	if about != "" {
		fmt.Fprintf(&text, "\n%s", about)
	}
	writeTables(&text, results, rows, columns)
	fmt.Fprintf(&text, "\n[Raw results](%s)\n\n", report.RawFile)
	var drawn []string
	for _, row := range rows {
		if !slices.Contains(drawn, row.Document) {
			drawn = append(drawn, row.Document)
			fmt.Fprintf(&text, "![%s](%s.svg)\n", row.Document, row.Document)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "README.md"), text.Bytes(), 0o644); err != nil {
		return err
	}
	return report.Draw(dir, results, drawn)
}

// describe writes what a reader must know of the run.
func (r *Run) describe(w io.Writer) {
	fmt.Fprintf(w, "# %s\n\n", r.name)
	fmt.Fprintf(w, "- Processor: %s, %d in use\n", report.Processor(), runtime.GOMAXPROCS(0))
	fmt.Fprintf(w, "- System: %s/%s, %s\n", runtime.GOOS, runtime.GOARCH, runtime.Version())
	fmt.Fprintf(w, "- Command: `go run ./%s %s`\n", r.program, strings.Join(os.Args[1:], " "))
	fmt.Fprintf(w, "- Rounds: %d of %v a turn, all sides of a row in turns within one process, a collection of\n", r.rounds, r.span)
	fmt.Fprintf(w, "  garbage before each\n")
	if load, err := os.ReadFile("/proc/loadavg"); err == nil {
		last, _, _ := strings.Cut(string(load), " ")
		fmt.Fprintf(w, "- Load at the end: %s programs at work in the last minute, this one among them\n", last)
	}
}

// writeTables writes a table for each column that has rows, and the geometric mean of its ratios.
func writeTables(w io.Writer, results *report.Results, rows []Row, columns []Column) {
	for _, c := range columns {
		logs, n := 0.0, 0
		for _, row := range rows {
			ours, theirs := results.Codec(row.Document, row.Mode, c.Ours), results.Codec(row.Document, row.Mode, c.Theirs)
			ratio := report.Compare(ours, theirs)
			if ratio.Rounds == 0 || c.Mode != "" && c.Mode != row.Mode {
				continue
			}
			if n == 0 {
				fmt.Fprintf(w, "\n`%s` ÷ `%s`, at most %s\n\n| | | %s | %s | ratio | |\n|---|---|--:|--:|--:|---|\n",
					c.Ours, c.Theirs, report.Figure(c.Most), c.Ours, c.Theirs)
			}
			verdict := "reached"
			if ratio.Median > c.Most {
				verdict = "missed"
			}
			fmt.Fprintf(w, "| %s | %s | %s | %s | %v | %s |\n", row.Document, row.Mode, report.Duration(report.Median(ours.Nanos)),
				report.Duration(report.Median(theirs.Nanos)), ratio, verdict)
			logs += math.Log(ratio.Median)
			n++
		}
		if n > 0 {
			fmt.Fprintf(w, "\nGeometric mean: %s\n", report.Figure(math.Exp(logs/float64(n))))
		}
	}
}
