// This file is the schema command: the shape of the values of a file, inferred from all of them.

package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/beve-org/beve-go/cmd/internal/doc"
	"github.com/beve-org/beve-go/cmd/internal/source"
	"github.com/beve-org/beve-go/cmd/internal/style"
	"github.com/beve-org/beve-go/translator"
	"github.com/beve-org/beve-go/wire"
)

// outline is the flags and the state of one schema.
type outline struct {
	app    *app
	json   bool
	depth  int
	values int64
	root   part
	parts  int
}

// part is one path: what all values that have it are.
type part struct {
	name     string
	count    int64 // values of this path
	kinds    [doc.Object + 1]int64
	integers int64   // of the numbers
	objects  int64   // that the members are of
	members  []*part // in the order of their first appearance
	index    map[string]*part
	elements *part // of arrays
	others   int64 // members beyond those that are kept
	examples []string
	low      float64 // of the numbers
	high     float64
}

func (a *app) schemaCommand() *cobra.Command {
	o := outline{app: a}
	cmd := &cobra.Command{
		Use:   "schema FILE",
		Short: "Show the shape of the values",
		Long: `Show what the values of a file look like: each path with the types that it has, how many
values have it, the range of numbers, and examples. "?" marks a member that some objects
lack; "*" is every element of an array. Types are those of JSON; "integer" says that all
numbers of a path are. Members beyond the first thousand of an object are counted
together.`,
		Example: `  beve schema orders.beve
  beve schema --depth 2 huge.ndjson.zst
  beve schema --json events.parquet`,
		RunE: func(_ *cobra.Command, names []string) error {
			if o.depth < 0 {
				return usagef("--depth must not be negative")
			}
			return o.run(names[0])
		},
	}
	a.inputFlags(cmd)
	cmd.Flags().BoolVar(&o.json, "json", false, "print JSON instead of a tree")
	cmd.Flags().IntVar(&o.depth, "depth", 0, "show paths of at most so many steps (0: all)")
	return cmd
}

func (o *outline) run(name string) error {
	src, err := o.app.open(name)
	if err != nil {
		return err
	}
	defer src.Close()
	values := src.Values()
	for {
		v, err := values.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			return err
		}
		d, err := doc.New(v.Data, wire.Limits(src.Options().Limits), src.Options().LegacyTypeTag)
		if err != nil {
			return src.FailAt(v, err)
		}
		o.add(&o.root, d.Root())
	}
	o.values = values.Count
	w := bufio.NewWriter(o.app.out)
	if o.json {
		e := json.NewEncoder(w)
		e.SetEscapeHTML(false)
		e.SetIndent("", "  ")
		err = e.Encode(o.report(src))
	} else {
		fmt.Fprintf(w, "%s: %s, %s\n", style.Plain(src.Name), src.Stored, count(o.values, "value"))
		s := o.app.style(o.app.outIsTerminal)
		if o.values > 0 {
			o.print(w, s, &o.root, "", 0, false)
		}
	}
	if err != nil {
		return err
	}
	return w.Flush()
}

// add counts a value of a path.
func (o *outline) add(p *part, n doc.Node) {
	p.count++
	kind := n.Kind()
	p.kinds[kind]++
	switch kind {
	case doc.Object:
		p.objects++
		seen := map[string]bool{}
		for name, child := range n.Children() {
			if !seen[name] { // of repeated members one counts
				seen[name] = true
				o.add(o.member(p, name), child)
			}
		}
	case doc.Array:
		for _, child := range n.Children() {
			if p.elements == nil {
				p.elements = &part{name: "*"}
			}
			o.add(p.elements, child)
		}
	case doc.Number:
		num := n.Number()
		if !num.IsFloat() {
			p.integers++
		}
		if f, _ := num.Float64(); p.kinds[doc.Number] == 1 {
			p.low, p.high = f, f
		} else {
			p.low, p.high = min(p.low, f), max(p.high, f)
		}
		p.example(n)
	case doc.String, doc.Bool:
		p.example(n)
	}
}

// member returns the part for a member of p; those beyond the bounds share one.
func (o *outline) member(p *part, name string) *part {
	if m := p.index[name]; m != nil {
		return m
	}
	if len(p.members) >= maxNames || o.parts >= maxPaths || len(name) > maxBytes {
		p.others++
		return new(part)
	}
	if p.index == nil {
		p.index = map[string]*part{}
	}
	m := &part{name: name}
	p.index[name] = m
	p.members = append(p.members, m)
	o.parts++
	return m
}

// Bounds of what is shown as examples.
const (
	maxExamples  = 3
	exampleWidth = 24
)

// example keeps the first values that differ.
func (p *part) example(n doc.Node) {
	if len(p.examples) >= maxExamples {
		return
	}
	text := showNode(n)
	text = style.Clip(text, exampleWidth)
	if !slices.Contains(p.examples, text) {
		p.examples = append(p.examples, text)
	}
}

// types names the kinds of a path, the most frequent first.
func (p *part) types() []string {
	type named struct {
		name string
		n    int64
	}
	var list []named
	for k, n := range p.kinds {
		if n == 0 {
			continue
		}
		name := doc.Kind(k).String()
		if doc.Kind(k) == doc.Number && p.integers == n {
			name = "integer"
		}
		list = append(list, named{name, n})
	}
	slices.SortStableFunc(list, func(a, b named) int { return int(min(max(b.n-a.n, -1), 1)) })
	names := make([]string, len(list))
	for i, t := range list {
		names[i] = t.name
	}
	return names
}

// print writes a path and those below it.
func (o *outline) print(w io.Writer, s style.Style, p *part, indent string, depth int, optional bool) {
	name := "-"
	if depth > 0 {
		name = style.Clip(style.Plain(p.name), 60)
	}
	if optional {
		name += "?"
	}
	line := indent + s.Cyan(name) + "  " + strings.Join(p.types(), " or ")
	line += s.Dim("  ×" + fmt.Sprint(p.count))
	if p.kinds[doc.Number] > 0 && p.low != p.high {
		line += s.Dim(fmt.Sprintf("  %v to %v", p.low, p.high))
	}
	if len(p.examples) > 0 {
		line += s.Dim("  " + strings.Join(p.examples, ", "))
		if int64(len(p.examples)) == maxExamples && p.count > maxExamples {
			line += s.Dim(", …")
		}
	}
	fmt.Fprintln(w, line)
	if o.depth > 0 && depth >= o.depth {
		return
	}
	for _, m := range p.members {
		o.print(w, s, m, indent+"  ", depth+1, m.count < p.objects)
	}
	if p.others > 0 {
		fmt.Fprintf(w, "%s  … and %s\n", indent, count(p.others, "value")+" of other members")
	}
	if p.elements != nil {
		o.print(w, s, p.elements, indent+"  ", depth+1, false)
	}
}

// schemaReport is the JSON form of a schema.
type schemaReport struct {
	File   string       `json:"file"`
	Format string       `json:"format"`
	Values int64        `json:"values"`
	Paths  []schemaPath `json:"paths"`
}

// schemaPath is one path in it.
type schemaPath struct {
	Path     string   `json:"path"`
	Types    []string `json:"types"`
	Count    int64    `json:"count"`
	Optional bool     `json:"optional,omitempty"`
	Examples []string `json:"examples,omitempty"`
}

func (o *outline) report(src *source.Source) schemaReport {
	r := schemaReport{File: src.Name, Format: src.Stored.String(), Values: o.values, Paths: []schemaPath{}}
	var add func(p *part, at translator.Pointer, depth int, optional bool)
	add = func(p *part, at translator.Pointer, depth int, optional bool) {
		r.Paths = append(r.Paths, schemaPath{string(at), p.types(), p.count, optional, p.examples})
		if o.depth > 0 && depth >= o.depth {
			return
		}
		for _, m := range p.members {
			add(m, at.Key(m.name), depth+1, m.count < p.objects)
		}
		if p.elements != nil {
			add(p.elements, at+"/*", depth+1, false)
		}
	}
	if o.values > 0 {
		add(&o.root, "", 0, false)
	}
	return r
}
