// What the programs that measure alternately share: flags, files, a table.

package turns

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"os"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/beve-org/beve-go/bench/machine"
	"github.com/beve-org/beve-go/bench/report"
)

// A Run is one invocation of a program that measures.
type Run struct {
	program string
	rounds  int
	span    time.Duration
	only    string
	name    string
	reports bool
	gate    *machine.Gate
}

// Flags registers the flags of a program and returns the run that they describe.
func Flags(program string) *Run {
	r := &Run{program: program, gate: machine.Flag()}
	flag.IntVar(&r.rounds, "rounds", 7, "number of rounds")
	flag.DurationVar(&r.span, "time", 40*time.Millisecond, "time of one turn")
	flag.StringVar(&r.only, "only", "", "part of the document/mode to time")
	flag.StringVar(&r.name, "name", "", "folder within results to write; without one the table is printed")
	flag.BoolVar(&r.reports, "reports", false, "measure nothing, only write the report of the folder again")
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
	if done, err := r.Again(rows, columns); done {
		return err
	}
	if err := r.Begin(); err != nil {
		return err
	}
	var raw bytes.Buffer
	if err := Measure(&raw, rows, r.rounds, r.span, programs...); err != nil {
		return err
	}
	return r.Publish(raw.Bytes(), "", rows, columns)
}

// Begin is called before measuring by a program that measures by itself. It returns an error if the
// machine is too busy for results that are to be published.
func (r *Run) Begin() error { return r.gate.Begin(r.name) }

// Turns returns how many rounds there are, and the time of a turn: for a program that
// measures by itself.
func (r *Run) Turns() (rounds int, span time.Duration) { return r.rounds, r.span }

// Publish writes the results of a program that has measured by itself, as Do does:
// raw is what Go benchmarks print of the rows, about a text for the description. If the machine
// was busy meanwhile, all is left in the folder [machine.Scratch], and an error is returned.
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
	name, refused := r.gate.End()
	dir, err := report.Publish(name, raw)
	if err != nil {
		return err
	}
	var head bytes.Buffer
	r.describe(&head, name)
	if about != "" {
		fmt.Fprintf(&head, "\n%s", about)
	}
	return errors.Join(write(dir, head.String(), results, rows, columns), refused)
}

// Again writes the report of a folder from its raw results and from what its report says of the run, if
// the flags ask for that: a program that measures by itself calls it first.
func (r *Run) Again(rows []Row, columns []Column) (done bool, err error) {
	if !r.reports {
		return false, nil
	}
	return true, r.again(rows, columns)
}

func (r *Run) again(rows []Row, columns []Column) error {
	dir, results, head, err := report.Again(r.name, "\n`"+columns[0].Ours+"` ÷ ")
	if err != nil {
		return err
	}
	return write(dir, head, results, rows, columns)
}

// write writes README.md, with the tables after the head, and the plots.
func write(dir, head string, results *report.Results, rows []Row, columns []Column) error {
	var text bytes.Buffer
	text.WriteString(head)
	writeTables(&text, results, rows, columns)
	fmt.Fprintf(&text, "\n[Raw results](%s)\n\n", report.RawFile)
	var drawn []string
	for _, row := range rows {
		if !slices.Contains(drawn, row.Document) {
			drawn = append(drawn, row.Document)
			fmt.Fprintf(&text, "![%s](%s.svg)\n", row.Document, row.Document)
		}
	}
	if err := report.WritePage(dir, text.Bytes()); err != nil {
		return err
	}
	return report.Draw(dir, results, drawn)
}

// describe writes what a reader must know of the run.
func (r *Run) describe(w io.Writer, name string) {
	fmt.Fprintf(w, "# %s\n\n", name)
	r.gate.Describe(w, runtime.GOMAXPROCS(0))
	fmt.Fprintf(w, "- Command: `go run ./%s %s`\n", r.program, strings.Join(os.Args[1:], " "))
	fmt.Fprintf(w, "- Rounds: %d of %v a turn, all sides of a row in turns within one process, a collection of\n", r.rounds, r.span)
	fmt.Fprintf(w, "  garbage before each\n")
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
			fmt.Fprintf(w, "| %s | %s | %s | %s | %v | %s |\n", row.Document, row.Mode, report.Duration(report.Median(ours.Nanos)),
				report.Duration(report.Median(theirs.Nanos)), ratio, ratio.AtMost(c.Most))
			logs += math.Log(ratio.Median)
			n++
		}
		if n > 0 {
			fmt.Fprintf(w, "\nGeometric mean: %s\n", report.Figure(math.Exp(logs/float64(n))))
		}
	}
}
