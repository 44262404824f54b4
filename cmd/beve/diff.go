// This file is the diff command.

package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/beve-org/beve-go/cmd/internal/doc"
	"github.com/beve-org/beve-go/cmd/internal/source"
	"github.com/beve-org/beve-go/cmd/internal/style"
	"github.com/beve-org/beve-go/translator"
	"github.com/beve-org/beve-go/wire"
)

// comparison is the flags and the state of one diff.
type comparison struct {
	app   *app
	quiet bool
	limit int

	patchTo string // the format of the patch to print: json, beve, or "" for none

	w     *bufio.Writer
	style style.Style
	count int // differences so far
	value int // which value of the streams, from 1
}

func (a *app) diffCommand() *cobra.Command {
	c := comparison{app: a}
	cmd := &cobra.Command{
		Use:   "diff A B",
		Short: "Compare what two files of any formats say",
		Long: `Compare two files by what they say, whatever their formats, and print one line
for each part that differs:

  ~ /path: old → new     changed
  - /path: old           only in A
  + /path: new           only in B

The order of members does not count, nor whether an array is typed; of repeated
members the last counts. Numbers are compared by value, so 1, 1.0 and a float32 1
are equal, and a float32 equals the shortest decimal that names it. Arrays are
compared element by element. Streams are compared value by value, "#2" being the
second. The exit code is 0 if nothing differs, 1 if anything does, and 2 if a file
cannot be compared, as that of diff(1).

--patch prints a JSON Patch that makes B of A, for beve patch: as JSON, of what both say
in JSON, or with --patch=beve as BEVE, where types of numbers and forms of arrays differ
too. The exit code is 0 if the patch is empty and 1 if it is not; as JSON it is empty
where nothing differs without --patch. Files that differ only in what JSON has no form
for, as NaN and the infinities, are compared by --patch=beve, and otherwise cannot be.
Each file must hold one value then: streams are made arrays by beve query --slurp.`,
		Example: `  beve diff before.beve after.beve
  beve diff --patch before.json after.json > change.json
  beve diff expected.json actual.beve --quiet || echo different`,
		RunE: func(_ *cobra.Command, names []string) error {
			switch {
			case names[0] == "-" && names[1] == "-":
				return usagef("only one of the files can be standard input")
			case c.limit < 0:
				return usagef("--limit must not be negative")
			case c.patchTo != "" && (c.quiet || c.limit > 0):
				return usagef("--patch goes with neither --quiet nor --limit")
			case c.patchTo != "" && c.patchTo != "json" && c.patchTo != "beve":
				return usagef("--patch must be json or beve, not %q", c.patchTo)
			case c.patchTo == "beve" && a.outIsTerminal:
				return usagef("binary output would spoil the terminal: redirect it, or use --patch=json")
			}
			err := c.run(names[0], names[1])
			var code status
			if err == nil || errors.As(err, &code) {
				return err
			}
			return trouble{err}
		},
	}
	a.inputFlags(cmd)
	cmd.Flags().BoolVarP(&c.quiet, "quiet", "q", false, "print nothing, only set the exit code")
	cmd.Flags().IntVarP(&c.limit, "limit", "n", 0, "stop after so many differences (0: all)")
	cmd.Flags().StringVar(&c.patchTo, "patch", "", "print a JSON Patch that makes B of A: json or beve")
	cmd.Flags().Lookup("patch").NoOptDefVal = "json"
	return cmd
}

// errStop ends a comparison whose result is settled.
var errStop = errors.New("enough differences")

func (c *comparison) run(nameA, nameB string) error {
	a, err := c.app.open(nameA)
	if err != nil {
		return err
	}
	defer a.Close()
	b, err := c.app.open(nameB)
	if err != nil {
		return err
	}
	defer b.Close()
	c.w = bufio.NewWriter(c.app.out)
	c.style = c.app.style(c.app.outIsTerminal)
	differ := false
	if c.patchTo != "" {
		differ, err = c.makePatch(a, b)
	} else {
		err = c.sources(a, b)
	}
	if flushed := c.w.Flush(); err == nil || errors.Is(err, errStop) {
		err = flushed
	}
	if err == nil && (differ || c.count > 0) {
		return status(exitBad)
	}
	return err
}

// sources compares streams value by value.
func (c *comparison) sources(a, b *source.Source) error {
	va, vb := a.Values(), b.Values()
	for c.value = 1; ; c.value++ {
		x, errA := nextDoc(a, va)
		if errA != nil && errA != io.EOF {
			return errA
		}
		y, errB := nextDoc(b, vb)
		if errB != nil && errB != io.EOF {
			return errB
		}
		var err error
		switch {
		case errA == io.EOF && errB == io.EOF:
			return nil
		case errA == io.EOF:
			err = c.added(nil, y.Root())
		case errB == io.EOF:
			err = c.removed(nil, x.Root())
		default:
			err = c.nodes(nil, x.Root(), y.Root())
		}
		if err != nil {
			return err
		}
	}
}

// nextDoc returns the next value of a source.
func nextDoc(src *source.Source, values *source.Values) (*doc.Doc, error) {
	v, err := values.Next()
	if err != nil {
		return nil, err
	}
	d, err := doc.New(v.Data, wire.Limits(src.Options().Limits), src.Options().LegacyTypeTag)
	if err != nil {
		return nil, src.FailAt(v, err)
	}
	return d, nil
}

// report prints one difference.
func (c *comparison) report(text string) error {
	if c.limit > 0 && c.count == c.limit {
		fmt.Fprintf(c.w, "%s\n", c.style.Dim(fmt.Sprintf("… stopped after %s", count(c.limit, "difference"))))
		return errStop
	}
	c.count++
	if c.quiet {
		return errStop
	}
	_, err := fmt.Fprintln(c.w, text)
	return err
}

// step is the last part of a path; nil is the root. Paths are put together only
// for what differs.
type step struct {
	up    *step
	name  string
	index int // of an element, or -1
}

// maxPathBytes is about how many bytes of a path are shown. Without a bound, many
// differences under one long name would make far more output than there is input.
const maxPathBytes = 4096

// pointer returns the path, shortened if it is very long.
func (s *step) pointer() translator.Pointer {
	var steps []*step
	for ; s != nil; s = s.up {
		steps = append(steps, s)
	}
	var p []byte
	for _, s := range slices.Backward(steps) {
		switch {
		case len(p) >= maxPathBytes:
			return translator.Pointer(p) + "…"
		case s.index < 0:
			p = append(p, translator.Pointer("").Key(style.Clip(s.name, maxPathBytes))...)
		default:
			p = strconv.AppendInt(append(p, '/'), int64(s.index), 10)
		}
	}
	return translator.Pointer(p)
}

// name is how a path is shown.
func (c *comparison) name(at *step) string {
	s := style.Plain(string(at.pointer()))
	if s == "" {
		s = "-"
	}
	if c.value > 1 {
		s = fmt.Sprintf("#%d %s", c.value, s)
	}
	return s
}

func (c *comparison) added(at *step, n doc.Node) error {
	return c.report(c.style.Green("+ " + c.name(at) + ": " + showNode(n)))
}

func (c *comparison) removed(at *step, n doc.Node) error {
	return c.report(c.style.Red("- " + c.name(at) + ": " + showNode(n)))
}

func (c *comparison) changed(at *step, a, b doc.Node) error {
	return c.report(c.style.Yellow("~ "+c.name(at)+": ") +
		c.style.Red(showNode(a)) + " → " + c.style.Green(showNode(b)))
}

// nodes compares two parts.
func (c *comparison) nodes(at *step, a, b doc.Node) error {
	kind := a.Kind()
	if b.Kind() != kind {
		return c.changed(at, a, b)
	}
	same := true
	switch kind {
	case doc.Bool:
		same = a.Bool() == b.Bool()
	case doc.Number:
		same = doc.SameNumber(a.Number(), b.Number())
	case doc.String:
		same = a.Text() == b.Text()
	case doc.Array:
		return c.arrays(at, a, b)
	case doc.Object:
		return c.objects(at, a, b)
	}
	if !same {
		return c.changed(at, a, b)
	}
	return nil
}

// arrays compares elements by their index.
func (c *comparison) arrays(at *step, a, b doc.Node) error {
	if doc.SamePacked(a, b) {
		return nil
	}
	next, stop := iter.Pull2(b.Children())
	defer stop()
	i := 0
	for _, x := range a.Children() {
		here := &step{up: at, index: i}
		i++
		_, y, ok := next()
		var err error
		if ok {
			err = c.nodes(here, x, y)
		} else {
			err = c.removed(here, x)
		}
		if err != nil {
			return err
		}
	}
	for ; ; i++ {
		_, y, ok := next()
		if !ok {
			return nil
		}
		if err := c.added(&step{up: at, index: i}, y); err != nil {
			return err
		}
	}
}

// objects compares members by their names: first those of a in its order, then
// those that only b has.
func (c *comparison) objects(at *step, a, b doc.Node) error {
	left, right := membersOf(a), membersOf(b)
	for _, name := range left.names {
		here := &step{up: at, name: name, index: -1}
		x := left.nodes[name]
		var err error
		if y, ok := right.nodes[name]; ok {
			err = c.nodes(here, x, y)
		} else {
			err = c.removed(here, x)
		}
		if err != nil {
			return err
		}
	}
	for _, name := range right.names {
		if _, ok := left.nodes[name]; ok {
			continue
		}
		if err := c.added(&step{up: at, name: name, index: -1}, right.nodes[name]); err != nil {
			return err
		}
	}
	return nil
}

// members is an object by name, of repeated ones the last.
type members struct {
	names []string // each once, in the order of first appearance
	nodes map[string]doc.Node
}

func membersOf(n doc.Node) members {
	m := members{nodes: map[string]doc.Node{}}
	for name, child := range n.Children() {
		if _, ok := m.nodes[name]; !ok {
			m.names = append(m.names, name)
		}
		m.nodes[name] = child
	}
	return m
}
