// Scoreboards in Markdown and HTML.

package main

import (
	"fmt"
	"html"
	"slices"
	"strings"

	"github.com/beve-org/beve-go/conformance"
	"github.com/beve-org/beve-go/conformance/testee"
)

// share is what a table shows of a group: how many passed of how many, "all", or a dash.
func (n counts) share() string {
	switch total := n.passed + n.failed + n.notRun; {
	case total == 0:
		return "–"
	case n.passed == total:
		return "all"
	default:
		return fmt.Sprintf("%d/%d", n.passed, total)
	}
}

// forMarkdown is what a testee says of itself as text of a table: no markup, and one line.
func forMarkdown(text string) string {
	text = strings.Join(strings.Fields(strings.Map(printable, text)), " ")
	var out strings.Builder
	for _, r := range text {
		switch {
		case r == '<' || r == '>' || r == '&':
			out.WriteString(html.EscapeString(string(r)))
			continue
		case strings.ContainsRune("\\`*_[]|#~", r):
			out.WriteByte('\\')
		}
		out.WriteRune(r)
	}
	return out.String()
}

// forHTML is text of anyone as text of a page.
func forHTML(text string) string { return html.EscapeString(strings.Map(printable, text)) }

// printable replaces what neither XML nor HTML may have.
func printable(r rune) rune {
	if r < ' ' || r == 0x7F || r == 0xFFFD || r == 0xFFFE || r == 0xFFFF {
		return ' '
	}
	return r
}

// cut shortens a text, and says so.
func cut(text string, to int) string {
	if runes := []rune(text); len(runes) > to {
		return string(runes[:to]) + "…"
	}
	return text
}

const markdownHead = `# Scoreboard

%d cases. [README.md](README.md) says what they are and how a reader is put to them; this page and
[SCOREBOARD.html](SCOREBOARD.html) are written by
` + "`go run ./run -scoreboard SCOREBOARD`, with `-path`" + ` for what no registry has: see [testees](testees/README.md).

A case fails where a testee refuses what it must accept, accepts what it must refuse, reads or
writes another meaning, crashes, or takes more than %d seconds or %d MB, if it is not said below that it may take more
or less. Skipped: the testee has no such verb or type. Cases of the extended profile are put to readers of it alone, and
to those not the few cases that the profile decides otherwise.

`

func markdown(results []*Result, cases []conformance.Case) string {
	var b strings.Builder
	fmt.Fprintf(&b, markdownHead, len(cases), testee.DefaultSeconds, testee.DefaultMegabytes)
	b.WriteString("| testee | version | pass | fail | skipped | " + strings.Join(failures, " | ") + " |\n|---|---|---|---|---|" + strings.Repeat("---|", len(failures)) + "\n")
	for _, r := range results {
		n := r.count("")
		fmt.Fprintf(&b, "| %s | %s | %d | %d | %d |", r.Title, forMarkdown(r.Hello.Version), n.passed, n.failed, n.skipped)
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
	for _, r := range results {
		if r.Broken != "" {
			fmt.Fprintf(&b, "\n**%s was not run to the end**: %s\n", r.Name, forMarkdown(cut(r.Broken, 300)))
		}
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
				b.WriteString(" " + r.count(g).share() + " |")
			}
			b.WriteString("\n")
		}
	}
	b.WriteString("\n## How each is run\n\n")
	for _, r := range results {
		fmt.Fprintf(&b, "- **%s** (%s, %s): %s%s", r.Name, r.Language, forMarkdown(r.Hello.Version), r.Notes, r.bounds())
		if n := r.count(""); n.failed+n.skipped > 0 {
			fmt.Fprintf(&b, " [What it fails and skips](expected/%s.txt).", r.Name)
		}
		b.WriteString("\n")
	}
	return b.String()
}

const pageHead = `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>BEVE conformance</title>
<style>body{font:15px/1.4 sans-serif;margin:2em}table{border-collapse:collapse;margin:1em 0}td,th{border:1px solid #ccc;padding:.2em .6em;text-align:right}td:first-child,th:first-child{text-align:left}.all{background:#dfd}.most{background:#ffc}.few{background:#fdd}</style>
<h1>BEVE conformance</h1>
<p>%d cases. Share that passes, group by group.</p>
<table><tr><th>group`

func page(results []*Result, cases []conformance.Case) string {
	var b strings.Builder
	fmt.Fprintf(&b, pageHead, len(cases))
	for _, r := range results {
		fmt.Fprintf(&b, "<th title=\"%s %s\">%s", forHTML(r.Title), forHTML(r.Hello.Version), forHTML(r.Name))
	}
	for _, g := range append(groupsOf(cases), "") {
		name := g
		if g == "" {
			name = "together"
		}
		b.WriteString("\n<tr><td>" + forHTML(name))
		for _, r := range results {
			n := r.count(g)
			switch total := n.passed + n.failed + n.notRun; {
			case total == 0:
				b.WriteString("<td>–")
			case n.passed == total:
				fmt.Fprintf(&b, "<td class=\"all\">%d", total)
			case n.passed*10 >= total*9:
				fmt.Fprintf(&b, "<td class=\"most\">%d/%d", n.passed, total)
			default:
				fmt.Fprintf(&b, "<td class=\"few\">%d/%d", n.passed, total)
			}
		}
	}
	b.WriteString("\n</table>\n")
	for _, r := range results {
		b.WriteString(details(r))
	}
	return b.String()
}

// How many failures of a testee a page has, and how much of their bytes.
const (
	shownFailures = 40
	shownBytes    = 60
)

// details is the table of the first failures of a testee, and says how many there are.
func details(r *Result) string {
	var b strings.Builder
	total := r.count("").failed
	fmt.Fprintf(&b, "<details><summary>%s %s: %d failures</summary>\n", forHTML(r.Title), forHTML(r.Hello.Version), total)
	if r.Broken != "" {
		fmt.Fprintf(&b, "<p>Not run to the end: %s</p>\n", forHTML(cut(r.Broken, 300)))
	}
	if total > 0 {
		b.WriteString("<table><tr><th>case<th>what it does<th>bytes<th>why it should not\n")
	}
	n := 0
	for _, o := range r.Outcomes {
		if !o.Failed() || o.Kind == testee.NotRun {
			continue
		}
		if n++; n > shownFailures {
			break
		}
		bytes := ""
		switch {
		case o.Case.Read != nil:
			bytes = *o.Case.Read
		case o.Case.Stream != nil:
			bytes = *o.Case.Stream
		}
		fmt.Fprintf(&b, "<tr><td>%s<td>%s<td>%s<td>%s\n", forHTML(o.Case.ID), o.Kind, forHTML(cut(bytes, shownBytes)), forHTML(o.Case.Why))
	}
	if total > 0 {
		b.WriteString("</table>\n")
	}
	if total > shownFailures {
		fmt.Fprintf(&b, "<p>And %d more, in expected/%s.txt.</p>\n", total-shownFailures, forHTML(r.Name))
	}
	b.WriteString("</details>\n")
	return b.String()
}
