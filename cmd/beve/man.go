// This file is the man command, which prints the manual page from the help of all commands.

package main

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/beve-org/beve-go/cmd/internal/version"
)

func (a *app) manCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "man",
		Short: "Print the manual page",
		Long: `Print the manual page of this program, in the form that man reads.

To install it: beve man > ~/.local/share/man/man1/beve.1. Completion for a shell is
printed by beve completion, whose --help says where each shell looks for it.`,
		Example: `  beve man | man -l -
  beve man > ~/.local/share/man/man1/beve.1`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			w := bufio.NewWriter(a.out)
			printManual(w, cmd.Root())
			return w.Flush()
		},
	}
}

// printManual writes the manual of all commands. Errors stay in w.
func printManual(w io.Writer, root *cobra.Command) {
	name := root.Name()
	fmt.Fprintf(w, ".TH %s 1 \"\" \"%s\" \"User Commands\"\n", strings.ToUpper(name), roff(version.Of(name)))
	fmt.Fprintf(w, ".SH NAME\n%s \\- %s\n", name, roff(strings.ToLower(root.Short[:1])+root.Short[1:]))
	fmt.Fprintf(w, ".SH SYNOPSIS\n.B %s\n.I command\n[\\fIflags\\fR] [\\fIarguments\\fR]\n", name)
	fmt.Fprintf(w, ".SH DESCRIPTION\n%s", paragraphs(root.Long))
	fmt.Fprint(w, ".SH COMMANDS\n")
	for _, c := range root.Commands() {
		if !c.IsAvailableCommand() {
			continue
		}
		fmt.Fprintf(w, ".SS \"%s\"\n", roff(c.UseLine()))
		long := c.Long
		if long == "" {
			long = c.Short + "."
		}
		fmt.Fprint(w, paragraphs(long))
		c.NonInheritedFlags().VisitAll(func(f *pflag.Flag) { fmt.Fprint(w, flagEntry(f)) })
		if c.Example != "" {
			fmt.Fprintf(w, ".PP\nExamples:\n.PP\n.nf\n%s\n.fi\n", roff(c.Example))
		}
	}
	fmt.Fprint(w, ".SH OPTIONS\nOf all commands:\n")
	root.PersistentFlags().VisitAll(func(f *pflag.Flag) { fmt.Fprint(w, flagEntry(f)) })
	fmt.Fprintf(w, ".SH EXAMPLES\n.nf\n%s\n.fi\n", roff(root.Example))
	fmt.Fprint(w, ".SH EXIT STATUS\n")
	for _, e := range exitCodes {
		fmt.Fprintf(w, ".TP\n.B %d\n%s\n", e.code, roff(e.meaning))
	}
	fmt.Fprint(w, ".SH ENVIRONMENT\n.TP\n.B NO_COLOR\nif set, there are no colours unless \\-\\-color=always\n")
}

// flagEntry is a flag in the manual.
func flagEntry(f *pflag.Flag) string {
	if f.Hidden {
		return ""
	}
	name, usage := pflag.UnquoteUsage(f)
	flag := "--" + f.Name
	if f.Shorthand != "" {
		flag = "-" + f.Shorthand + ", " + flag
	}
	entry := ".TP\n\\fB" + roff(flag) + "\\fR"
	if name != "" {
		entry += " \\fI" + roff(name) + "\\fR"
	}
	switch f.DefValue {
	case "", "false", "[]":
	default:
		usage += " (default " + f.DefValue + ")"
	}
	return entry + "\n" + roff(usage) + "\n"
}

// paragraphs is text with a mark before each paragraph; lines that are indented stay as they are.
func paragraphs(text string) string {
	var b strings.Builder
	for p := range strings.SplitSeq(strings.TrimSpace(text), "\n\n") {
		if strings.HasPrefix(p, " ") {
			b.WriteString(".PP\n.nf\n" + roff(p) + "\n.fi\n")
		} else {
			b.WriteString(".PP\n" + roff(p) + "\n")
		}
	}
	return b.String()
}

// roff is text that means itself to roff.
func roff(text string) string {
	text = strings.NewReplacer(`\`, `\e`, "-", `\-`, `'`, `\(aq`, "`", `\(ga`, `"`, `\(dq`, "~", `\(ti`, "^", `\(ha`).Replace(text)
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if strings.HasPrefix(line, ".") {
			lines[i] = `\&` + line
		}
	}
	return strings.Join(lines, "\n")
}
