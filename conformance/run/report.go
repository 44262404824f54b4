// What a run prints and writes.

package main

import (
	"encoding/xml"
	"fmt"
	"html"
	"os"
	"slices"
	"strings"

	"github.com/beve-org/beve-go/conformance"
	"github.com/beve-org/beve-go/conformance/testee"
)

// report prints what became of the testees, writes the files that were asked for, and
// reports whether the run failed.
func report(results []*Result, cases []conformance.Case) (failed bool) {
	for _, r := range results {
		if r.Missing != "" {
			continue
		}
		passed, wrong, skips, other := r.count("")
		fmt.Printf("%-22s %5d pass %5d fail %5d skipped %5d of the other profile, %v\n", r.Name, passed, wrong, skips, other, r.Took.Round(100_000_000))
		if *verbose {
			for _, o := range r.Outcomes {
				if o.Failed() {
					fmt.Printf("\t%s %s: %s\n", o.Kind, o.Case.ID, o.Detail)
				}
			}
		}
		for i, line := range r.Drift {
			failed = true
			if i == 20 {
				fmt.Printf("\tand %d more\n", len(r.Drift)-i)
				break
			}
			fmt.Printf("\tNEW: %s\n", line)
		}
	}
	for _, r := range results {
		if r.Missing != "" {
			failed = failed || *require
			fmt.Printf("%-22s not run: %s\n", r.Name, r.Missing)
		}
	}
	write := func(name string, text string) {
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			fmt.Println(err)
			failed = true
		}
	}
	ran := slices.DeleteFunc(slices.Clone(results), func(r *Result) bool { return r.Missing != "" })
	slices.SortStableFunc(ran, func(a, b *Result) int {
		if a.Ours != b.Ours {
			return map[bool]int{true: -1, false: 1}[a.Ours]
		}
		return strings.Compare(a.Name, b.Name)
	})
	if *scoreboard != "" {
		write(*scoreboard+".md", markdown(ran, cases))
		write(*scoreboard+".html", page(ran, cases))
	}
	if *junit != "" {
		write(*junit, junitReport(ran))
	}
	return failed
}

// count counts the outcomes of a group, or of all.
func (r *Result) count(group string) (passed, failed, skips, other int) {
	for _, o := range r.Outcomes {
		switch {
		case group != "" && o.Case.Group() != group:
		case o.Kind == testee.OtherProfile:
			other++
		case o.Kind == testee.Skipped:
			skips++
		case o.Failed():
			failed++
		default:
			passed++
		}
	}
	return passed, failed, skips, other
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

var failures = []string{"refuses", "accepts", "misreads", "miswrites", "crashes", "exhausts"}

// cell is what a table shows of a group: the share that passed, or a dash.
func (r *Result) cell(group string) string {
	passed, failed, _, _ := r.count(group)
	if passed+failed == 0 {
		return "–"
	}
	if failed == 0 {
		return "all"
	}
	return fmt.Sprintf("%d/%d", passed, passed+failed)
}

func markdown(results []*Result, cases []conformance.Case) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# Scoreboard\n\n%d cases. [README.md](README.md) says what they are and how a reader is put to them; this page and\n[SCOREBOARD.html](SCOREBOARD.html) are written by\n`go run ./run -scoreboard SCOREBOARD`, with `-path` for what no registry has: see [testees](testees/README.md).\n\n", len(cases))
	b.WriteString("A case fails where a testee refuses what it must accept, accepts what it must refuse, reads or\nwrites another meaning, crashes, or takes more than 5 seconds or 512 MB. Skipped: the testee has no such verb or\ntype. Cases of the extended profile are put to readers of it alone, and to those not the few cases that the profile\ndecides otherwise.\n\n")
	b.WriteString("| testee | version | pass | fail | skipped | " + strings.Join(failures, " | ") + " |\n|---|---|---|---|---|" + strings.Repeat("---|", len(failures)) + "\n")
	for _, r := range results {
		passed, failed, skips, _ := r.count("")
		fmt.Fprintf(&b, "| %s | %s | %d | %d | %d |", r.Title, r.Hello.Version, passed, failed, skips)
		kinds := r.kinds()
		for _, kind := range failures {
			if kinds[kind] == 0 {
				b.WriteString(" |")
			} else {
				fmt.Fprintf(&b, " %d |", kinds[kind])
			}
		}
		b.WriteString("\n")
	}
	for _, ours := range []bool{true, false} {
		some := slices.DeleteFunc(slices.Clone(results), func(r *Result) bool { return r.Ours != ours })
		if len(some) == 0 {
			continue
		}
		b.WriteString(map[bool]string{true: "\n## Of this project, by group\n\n", false: "\n## Of others, by group\n\n"}[ours])
		b.WriteString("| group |")
		for _, r := range some {
			b.WriteString(" " + r.Name + " |")
		}
		b.WriteString("\n|---|" + strings.Repeat("---|", len(some)) + "\n")
		for _, g := range groupsOf(cases) {
			b.WriteString("| " + g + " |")
			for _, r := range some {
				b.WriteString(" " + r.cell(g) + " |")
			}
			b.WriteString("\n")
		}
	}
	b.WriteString("\n## How each is run\n\n")
	for _, r := range results {
		fmt.Fprintf(&b, "- **%s** (%s, %s): %s", r.Name, r.Language, r.Hello.Version, r.Notes)
		if _, failed, _, _ := r.count(""); failed > 0 {
			fmt.Fprintf(&b, " [What it fails](expected/%s.txt).", r.Name)
		}
		b.WriteString("\n")
	}
	return b.String()
}

func page(results []*Result, cases []conformance.Case) string {
	var b strings.Builder
	b.WriteString("<!doctype html>\n<html lang=\"en\"><meta charset=\"utf-8\"><title>BEVE conformance</title>\n<style>body{font:15px/1.4 sans-serif;margin:2em}table{border-collapse:collapse;margin:1em 0}td,th{border:1px solid #ccc;padding:.2em .6em;text-align:right}td:first-child,th:first-child{text-align:left}.all{background:#dfd}.most{background:#ffc}.few{background:#fdd}</style>\n")
	fmt.Fprintf(&b, "<h1>BEVE conformance</h1>\n<p>%d cases. Share that passes, group by group.</p>\n<table><tr><th>group", len(cases))
	for _, r := range results {
		fmt.Fprintf(&b, "<th title=\"%s %s\">%s", html.EscapeString(r.Title), html.EscapeString(r.Hello.Version), html.EscapeString(r.Name))
	}
	for _, g := range append(groupsOf(cases), "") {
		name := g
		if g == "" {
			name = "together"
		}
		b.WriteString("\n<tr><td>" + html.EscapeString(name))
		for _, r := range results {
			passed, failed, _, _ := r.count(g)
			switch total := passed + failed; {
			case total == 0:
				b.WriteString("<td>–")
			case failed == 0:
				fmt.Fprintf(&b, "<td class=\"all\">%d", total)
			case passed*10 >= total*9:
				fmt.Fprintf(&b, "<td class=\"most\">%d/%d", passed, total)
			default:
				fmt.Fprintf(&b, "<td class=\"few\">%d/%d", passed, total)
			}
		}
	}
	b.WriteString("\n</table>\n")
	for _, r := range results {
		n := 0
		fmt.Fprintf(&b, "<details><summary>%s %s</summary>\n<table><tr><th>case<th>what it does<th>bytes<th>why it should not\n", html.EscapeString(r.Title), html.EscapeString(r.Hello.Version))
		for _, o := range r.Outcomes {
			if !o.Failed() || n >= 40 {
				continue
			}
			n++
			bytes := ""
			if o.Case.Read != nil {
				bytes = *o.Case.Read
			} else if o.Case.Stream != nil {
				bytes = *o.Case.Stream
			}
			fmt.Fprintf(&b, "<tr><td>%s<td>%s<td>%s<td>%s\n", html.EscapeString(o.Case.ID), o.Kind, html.EscapeString(bytes[:min(len(bytes), 60)]), html.EscapeString(o.Case.Why))
		}
		b.WriteString("</table></details>\n")
	}
	return b.String()
}

// Elements of a report of JUnit.
type (
	junitSuites struct {
		XMLName xml.Name     `xml:"testsuites"`
		Suites  []junitSuite `xml:"testsuite"`
	}
	junitSuite struct {
		Name     string      `xml:"name,attr"`
		Tests    int         `xml:"tests,attr"`
		Failures int         `xml:"failures,attr"`
		Skipped  int         `xml:"skipped,attr"`
		Cases    []junitCase `xml:"testcase"`
	}
	junitCase struct {
		Class   string        `xml:"classname,attr"`
		Name    string        `xml:"name,attr"`
		Failure *junitFailure `xml:"failure"`
		Skipped *struct{}     `xml:"skipped"`
	}
	junitFailure struct {
		Message string `xml:"message,attr"`
	}
)

func junitReport(results []*Result) string {
	var all junitSuites
	for _, r := range results {
		_, failed, skips, other := r.count("")
		suite := junitSuite{Name: r.Name, Tests: len(r.Outcomes), Failures: failed, Skipped: skips + other}
		for _, o := range r.Outcomes {
			c := junitCase{Class: r.Name + "." + o.Case.Group(), Name: o.Case.ID}
			switch {
			case o.Failed():
				c.Failure = &junitFailure{o.Kind + ": " + o.Detail}
			case o.Kind != "":
				c.Skipped = &struct{}{}
			}
			suite.Cases = append(suite.Cases, c)
		}
		all.Suites = append(all.Suites, suite)
	}
	text, err := xml.MarshalIndent(all, "", " ")
	if err != nil {
		panic(err)
	}
	return xml.Header + string(text) + "\n"
}
