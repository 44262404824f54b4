// What the programs that measure in turns have in common: flags, files, a table.

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
	"strings"
	"time"

	"github.com/beve-org/beve-go/bench/report"
)

// A Run is one invocation of a program that measures.
type Run struct {
	name   string
	rounds int
	span   time.Duration
	only   string
	out    string
}

// Flags registers the flags of a program and returns the run that they describe.
func Flags(name string) *Run {
	r := &Run{name: name}
	flag.IntVar(&r.rounds, "rounds", 7, "number of rounds")
	flag.DurationVar(&r.span, "time", 40*time.Millisecond, "time of one turn")
	flag.StringVar(&r.only, "only", "", "measure only rows whose name has this in it")
	flag.StringVar(&r.out, "out", "", "folder for the results; without one the table is printed")
	return r
}

// A Column of the table is a ratio of times.
type Column struct {
	Ours, Theirs string  // sides
	Rows         string  // only rows with this in their name
	Most         float64 // what the project wants it to be at most
}

// Do measures the rows and writes the results.
func (r *Run) Do(rows []Row, columns []Column) error {
	var chosen []Row
	for _, row := range rows {
		if strings.Contains(row.Name, r.only) {
			chosen = append(chosen, row)
		}
	}
	var raw bytes.Buffer
	if err := Measure(&raw, chosen, r.rounds, r.span); err != nil {
		return err
	}
	results, err := report.Read(bytes.NewReader(raw.Bytes()), r.name)
	if err != nil {
		return err
	}
	if r.out == "" {
		r.table(os.Stdout, results, chosen, columns)
		return nil
	}
	if err := os.MkdirAll(r.out, 0o755); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(r.out, report.RawFile), raw.Bytes(), 0o644); err != nil {
		return err
	}
	var text bytes.Buffer
	fmt.Fprintf(&text, "# %s\n\n", filepath.Base(r.out))
	fmt.Fprintf(&text, "- Processor: %s, %d in use\n", "?", runtime.NumCPU())
	fmt.Fprintf(&text, "- System: %s/%s, %s\n", runtime.GOOS, runtime.GOARCH, runtime.Version())
	fmt.Fprintf(&text, "- Command: `go run ./%s %s`\n", r.name, strings.Join(os.Args[1:], " "))
	fmt.Fprintf(&text, "- Rounds: %d of %v a side, all sides of a row in turns within one process\n\n", r.rounds, r.span)
	r.table(&text, results, chosen, columns)
	return os.WriteFile(filepath.Join(r.out, "README.md"), text.Bytes(), 0o644)
}

// table writes the ratios of all rows, and their geometric means.
func (r *Run) table(w io.Writer, results *report.Results, rows []Row, columns []Column) {
	for _, c := range columns {
		fmt.Fprintf(w, "\n%s ÷ %s, at most %s\n\n| | %s | %s | ratio | |\n|---|--:|--:|--:|---|\n", c.Ours, c.Theirs, report.Figure(c.Most), c.Ours, c.Theirs)
		sum, n := 0.0, 0
		for _, row := range rows {
			if !strings.Contains(row.Name, c.Rows) {
				continue
			}
			ours, theirs := results.Series[row.Name+"/"+c.Ours], results.Series[row.Name+"/"+c.Theirs]
			ratio := report.Compare(ours, theirs)
			if ratio.Rounds == 0 {
				continue
			}
			verdict := "reached"
			if ratio.Median > c.Most {
				verdict = "missed"
			}
			fmt.Fprintf(w, "| %s | %s | %s | %v | %s |\n", row.Name, report.Duration(report.Median(ours.Nanos)),
				report.Duration(report.Median(theirs.Nanos)), ratio, verdict)
			sum += math.Log(ratio.Median)
			n++
		}
		fmt.Fprintf(w, "\nGeometric mean of the ratios: %s\n", report.Figure(math.Exp(sum/float64(n))))
	}
}
