// What a run prints, and what the scoreboards and the report of JUnit count.

package main

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/beve-org/beve-go/conformance"
	"github.com/beve-org/beve-go/conformance/testee"
)

// report prints what became of the testees, writes the files that were asked for, and
// reports whether the run failed.
func (o *options) report(results []*Result, cases []conformance.Case) (failed bool) {
	for _, r := range results {
		if len(r.Outcomes) > 0 {
			o.print(r)
		}
		failed = failed || len(r.Drift) > 0 || r.Broken != "" || r.Missing != "" && o.require
	}
	for _, r := range results {
		switch {
		case r.Broken != "":
			fmt.Fprintf(o.stdout, "%-22s BROKEN: %s\n", r.Name, r.Broken)
		case r.Missing != "":
			fmt.Fprintf(o.stdout, "%-22s left out: %s\n", r.Name, r.Missing)
		}
	}
	write := func(name string, text string) {
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			fmt.Fprintln(o.stderr, err)
			failed = true
		}
	}
	shown := slices.DeleteFunc(slices.Clone(results), func(r *Result) bool { return r.Missing != "" })
	slices.SortStableFunc(shown, func(a, b *Result) int {
		if a.Ours != b.Ours {
			return map[bool]int{true: -1, false: 1}[a.Ours]
		}
		return strings.Compare(a.Name, b.Name)
	})
	if o.scoreboard != "" {
		write(o.scoreboard+".md", markdown(shown, cases))
		write(o.scoreboard+".html", page(shown, cases))
	}
	if o.junit != "" {
		write(o.junit, junitReport(results))
	}
	return failed
}

// print prints the counts of a testee, and what is new.
func (o *options) print(r *Result) {
	n := r.count("")
	fmt.Fprintf(o.stdout, "%-22s %5d pass %5d fail %5d skipped %5d of the other profile, %v\n", r.Name, n.passed, n.failed, n.skipped, n.other, r.Took.Round(100_000_000))
	if n.notRun > 0 {
		fmt.Fprintf(o.stdout, "\t%d cases were not run\n", n.notRun)
	}
	if o.verbose {
		for _, out := range r.Outcomes {
			if out.Failed() && out.Kind != testee.NotRun {
				fmt.Fprintf(o.stdout, "\t%s %s: %s\n", out.Kind, out.Case.ID, out.Detail)
			}
		}
	}
	for i, line := range r.Drift {
		if i == 20 {
			fmt.Fprintf(o.stdout, "\tand %d more\n", len(r.Drift)-i)
			break
		}
		fmt.Fprintf(o.stdout, "\tNEW: %s\n", line)
	}
	for _, line := range r.Remarks {
		fmt.Fprintf(o.stdout, "\t%s\n", line)
	}
}

// counts are how many cases became what.
type counts struct{ passed, failed, skipped, other, notRun int }

// count counts the outcomes of a group, or of all.
func (r *Result) count(group string) (n counts) {
	for _, o := range r.Outcomes {
		switch {
		case group != "" && o.Case.Group() != group:
		case o.Kind == testee.OtherProfile:
			n.other++
		case o.Kind == testee.Skipped:
			n.skipped++
		case o.Kind == testee.NotRun:
			n.notRun++
		case o.Failed():
			n.failed++
		default:
			n.passed++
		}
	}
	return n
}

// kinds counts failures by what they are.
func (r *Result) kinds() map[string]int {
	n := map[string]int{}
	for _, o := range r.Outcomes {
		if o.Failed() {
			n[o.Kind]++
		}
	}
	return n
}

func groupsOf(cases []conformance.Case) (names []string) {
	for _, c := range cases {
		if !slices.Contains(names, c.Group()) {
			names = append(names, c.Group())
		}
	}
	return names
}

// failures are the kinds that lists and tables have.
var failures = []string{"refuses", "accepts", "misreads", "miswrites", testee.Crashes, testee.Exhausts}

// bounds says what a case may take, where it is not what it is for most.
func (r *Result) bounds() string {
	if r.Seconds == testee.DefaultSeconds && r.Megabytes == testee.DefaultMegabytes {
		return ""
	}
	return fmt.Sprintf(" A case may take %d s and %d MB.", r.Seconds, r.Megabytes)
}
