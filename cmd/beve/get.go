// This file is the get command.

package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/cmd/internal/doc"
	"github.com/beve-org/beve-go/cmd/internal/seek"
	"github.com/beve-org/beve-go/cmd/internal/source"
	"github.com/beve-org/beve-go/cmd/internal/style"
	"github.com/beve-org/beve-go/cmd/internal/suggest"
	"github.com/beve-org/beve-go/cmd/internal/target"
	"github.com/beve-org/beve-go/internal/columns"
	"github.com/beve-org/beve-go/internal/jsontext"
	"github.com/beve-org/beve-go/translator"
	"github.com/beve-org/beve-go/wire"
)

// extraction is the flags of one get.
type extraction struct {
	shape
	raw     bool
	text    bool
	skip    bool
	force   bool
	first   bool
	literal bool
	pointer translator.Pointer
	steps   []seek.Step
}

// extracting is one walk over values, of a source or of a part of it.
type extracting struct {
	*extraction
	src     *source.Source
	w       io.Writer
	opts    translator.Options
	printer *printer
	buf     []byte
	found   int64 // parts printed
}

func (a *app) getCommand() *cobra.Command {
	x := extraction{shape: shape{app: a}}
	cmd := &cobra.Command{
		Use:   "get FILE POINTER",
		Short: "Print one part of every value",
		Long: `Print the part of each value that a JSON Pointer leads to, as JSON, one per line.

The pointer goes through the JSON that cat prints: "/orders/3/total", array indexes
count from 0, integer keys are their decimal digits, a matrix has the members
layout, extents and value, and "" is the whole value. In a name, "/" is written
"~1" and "~" is "~0". Of repeated members the last counts.

A step "*" is every element or member, of repeated ones the last: "/orders/*/total" prints
the total of each order that has one. With --literal it is the member of that name.

It is an error when a value has no such part. One pass over the file finds the parts
and checks the rest of it; with --first, get ends at the first part, and does not
look at what follows.`,
		Example: `  beve get data.beve /orders/0
  beve get data.beve '/orders/*/total'
  beve get -r data.beve /orders/0/customer/name   # plain text, no quotes
  beve get --first huge.beve /orders/0            # and read no further
  beve get --raw data.beve /samples > samples.beve
  beve get --skip-missing stream.ndjson /error`,
		RunE: func(_ *cobra.Command, args []string) error {
			var ok bool
			x.pointer = translator.Pointer(args[1])
			x.steps, ok = seek.Steps(x.pointer, !x.literal)
			switch {
			case !ok:
				return noPointer(args[1])
			case x.raw && (x.text || x.indent || x.isRows()):
				return usagef("--raw writes BEVE, to which --text, --indent, --csv, --tsv and --table do not apply")
			case x.check() != nil:
				return x.check()
			case x.raw && a.outIsTerminal && !x.force:
				return usagef("binary output would spoil the terminal: redirect it, or use --force")
			}
			return x.run(args[0])
		},
	}
	a.inputFlags(cmd)
	a.jobsFlag(cmd)
	f := cmd.Flags()
	f.BoolVar(&x.raw, "raw", false, "write the part as BEVE bytes")
	f.BoolVarP(&x.text, "text", "r", false, "print strings as they are, without quotes and escapes")
	x.shape.flags(cmd)
	f.BoolVar(&x.skip, "skip-missing", false, "pass over values without such a part")
	f.BoolVar(&x.first, "first", false, "end at the first part; of repeated members the first counts then")
	f.BoolVar(&x.literal, "literal", false, "* in the pointer is a member of that name")
	f.BoolVarP(&x.force, "force", "f", false, "write to a terminal what would do something to it")
	return cmd
}

func (x *extraction) run(name string) error {
	src, err := x.app.open(name)
	if err != nil {
		return err
	}
	defer src.Close()
	to := x.app.shown(x.text)
	if x.force {
		to = x.app.out
	}
	out, err := target.New(to, source.Plain)
	if err != nil {
		return err
	}
	t := x.shape.transfer()
	if x.text {
		t.color = style.Style{}
	}
	workers := 1
	if !x.first && t.rows == nil {
		workers = x.app.workers(src, true)
	}
	_, err = x.app.inParts(src, &framed{File: out, prompt: true, delimited: x.raw}, workers, func(src *source.Source, w io.Writer) (int64, error) {
		e := extracting{extraction: x, src: src, w: w, opts: src.Translation(), printer: t.printer(src, w)}
		err := e.values()
		return e.found, err
	})
	err = x.close(err)
	if flushed := out.Flush(); err == nil {
		err = flushed
	}
	return err
}

func (x *extracting) values() error {
	values := x.src.Values()
	flushBefore(values, x.w)
	s := seek.New(x.steps)
	s.First = x.first
	inline := x.src.Format == source.BEVE // which is scanned for the parts as it is read
	if s.Checked = !inline; inline {
		values.ScanBy(s)
	}
	s.ReadTypeTags(x.opts.LegacyTypeTag)
	for {
		v, err := values.Next()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		if !inline {
			s.Reset(wire.Limits(x.opts.Limits), false)
			if _, err := s.Next(v.Data, true); err != nil {
				return x.src.FailAt(v, err)
			}
		}
		if err := x.parts(v, s.Leads); err != nil {
			return err
		}
		if x.first && x.found > 0 {
			return nil
		}
	}
}

// parts prints the parts of a value.
func (x *extracting) parts(v source.Value, leads []seek.Lead) error {
	before := x.found
	for _, lead := range leads {
		if err := x.lead(v, lead); err != nil {
			return err
		}
		if x.first && x.found > 0 {
			return nil
		}
	}
	if x.found > before || x.skip {
		return nil
	}
	return x.missing(v)
}

// lead prints what the path leads to from a value in v.
func (x *extracting) lead(v source.Value, lead seek.Lead) error {
	if lead.Rest == 0 {
		return x.print(v, v.Data[lead.Off:lead.End])
	}
	// Not cut where it ends, since what follows tells tables and type tags apart.
	o := beve.DecodeOptions{Limits: beve.Limits(x.opts.Limits), LegacyTypeTag: x.opts.LegacyTypeTag}
	part, err := o.NewView(v.Data[lead.Off:])
	if err != nil {
		return x.src.FailAt(v, err)
	}
	return x.follow(v, part, x.steps[len(x.steps)-lead.Rest:])
}

// follow prints what steps lead to from a part of v.
func (x *extracting) follow(v source.Value, part beve.View, steps []seek.Step) (err error) {
	for i, step := range steps {
		if step.Any {
			return x.all(v, part, steps[i+1:])
		}
		if part, err = part.At(translator.Pointer("").Key(step.Name)); err != nil {
			return nil // not there, for the value is whole
		}
	}
	data, err := part.ViewRaw()
	if err != nil {
		data, err = part.Raw()
	}
	if err != nil {
		return x.src.FailAt(v, err)
	}
	return x.print(v, data)
}

// all follows steps from all parts of a part.
func (x *extracting) all(v source.Value, part beve.View, steps []seek.Step) (failed error) {
	if part.IsArray() || part.Kind() == beve.KindComplex {
		for e, err := range part.Elements() {
			if err == nil {
				err = x.follow(v, e, steps)
			}
			if err != nil || x.first && x.found > 0 {
				return place(x.src, err)
			}
		}
		return nil
	}
	follow := func(m beve.View, err error) bool {
		if m.Kind() == beve.KindInvalid {
			return false // no members
		}
		if err == nil {
			err = x.follow(v, m, steps)
		}
		failed = err
		return err == nil && !(x.first && x.found > 0)
	}
	if !x.first {
		columns.LastOf(part.Members(), func(m beve.Member) (name string, value beve.View, err error) {
			if m.Value.Kind() == beve.KindInvalid {
				return "", m.Value, nil
			}
			name, err = m.Name()
			return name, m.Value, err
		}, follow)
		return place(x.src, failed)
	}
	for m, err := range part.Members() {
		if !follow(m.Value, err) {
			break
		}
	}
	return place(x.src, failed)
}

// print prints one part of v in the form that the flags say.
func (x *extracting) print(v source.Value, part []byte) error {
	x.found++
	buf := x.buf[:0]
	switch {
	case x.raw:
		if x.found > 1 {
			buf = wire.AppendDelimiter(buf)
		}
		buf = append(buf, part...)
	case x.text && wire.Header(part[0]) == wire.HeaderString:
		text, _, _ := wire.ViewString(part, 0)
		buf = append(append(buf, text...), '\n')
	case x.text && stringInJSON(part, x.opts):
		buf = append(append(buf, textOf(part, x.opts)...), '\n')
	case x.printer.plain() && wire.Header(part[0]) == wire.HeaderString:
		// What is looked for most often, and has been checked.
		text, _, _ := wire.ViewString(part, 0)
		buf = append(jsontext.AppendString(buf, text), '\n')
	default:
		v.Data = part
		return x.printer.print(v)
	}
	x.buf = buf
	_, err := x.w.Write(buf)
	return err
}

// stringInJSON reports whether JSON has a string for a value that is none.
func stringInJSON(part []byte, opts translator.Options) bool {
	switch wire.Header(part[0]).Kind() {
	case wire.KindTime, wire.KindDuration, wire.KindUUID:
		d, err := doc.New(part, wire.Limits(opts.Limits), opts.LegacyTypeTag)
		return err == nil && d.Root().Kind() == doc.String
	}
	return false
}

// textOf is that string.
func textOf(part []byte, opts translator.Options) string {
	d, _ := doc.New(part, wire.Limits(opts.Limits), opts.LegacyTypeTag)
	return d.Root().Text()
}

// missing is the error for a value without the part.
func (x *extracting) missing(v source.Value) error {
	d, err := doc.New(v.Data, wire.Limits(x.opts.Limits), x.opts.LegacyTypeTag)
	if err != nil {
		return x.src.FailAt(v, err)
	}
	upto := x.pointer
	if any := firstAny(x.steps); any >= 0 {
		upto = ""
		for _, step := range x.steps[:any] {
			upto = upto.Key(step.Name)
		}
	}
	part, missing := find(d.Root(), upto)
	if missing == nil {
		missing = &missingError{at: upto, text: "nothing there that " + style.Quote(string(x.pointer)) + " leads to"}
	}
	return x.src.FailAt(v, &translator.DecodeError{Offset: int64(part.Offset()), Path: missing.at, Err: missing})
}

// noPointer is the error for text that is not a JSON Pointer, with the one that was perhaps meant by who writes paths as in
// other programs.
func noPointer(text string) error {
	if strings.HasPrefix(text, "/") {
		return usagef("%q is not a JSON Pointer: in a name, ~ is written ~0 and / is ~1", text)
	}
	meant := strings.NewReplacer("[", "/", "]", "", ".", "/").Replace(strings.TrimLeft(text, "$."))
	return usagef("%q is not a JSON Pointer: want /name/0/…, perhaps %q", text, "/"+strings.TrimPrefix(meant, "/"))
}

// firstAny returns the index of the first step that is any, or -1.
func firstAny(steps []seek.Step) int {
	for i, step := range steps {
		if step.Any {
			return i
		}
	}
	return -1
}

// missingError says how far a pointer leads.
type missingError struct {
	at   translator.Pointer // what it leads to
	text string
}

func (e *missingError) Error() string { return e.text }

// find follows a pointer from n. If it leads nowhere, the node is the last on the
// way.
func find(n doc.Node, p translator.Pointer) (doc.Node, *missingError) {
	var at translator.Pointer
	for {
		segment, rest, ok := p.Cut()
		if !ok {
			return n, nil
		}
		child, ok := n.Child(segment)
		if !ok {
			text := fmt.Sprintf("no member %s in an object of %s", style.Quote(segment), count(n.Len(), "member"))
			switch n.Kind() {
			case doc.Object:
				text += likeMember(n, segment)
			case doc.Array:
				text = fmt.Sprintf("no element %s in an array of %s", style.Quote(segment), count(n.Len(), "element"))
			default:
				text = fmt.Sprintf("no member %s in a %s", style.Quote(segment), n.Kind())
			}
			return n, &missingError{at: at, text: text}
		}
		at, n, p = at.Key(segment), child, rest
	}
}

// likeMember says which member of n is named nearly so.
func likeMember(n doc.Node, name string) string {
	var s suggest.Suggestion
	for other := range n.Children() {
		if !s.Try(name, other) {
			break
		}
	}
	return s.Question(style.Quote)
}
