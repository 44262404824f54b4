// This file is the get command.

package main

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/beve-org/beve-go/cmd/internal/doc"
	"github.com/beve-org/beve-go/cmd/internal/source"
	"github.com/beve-org/beve-go/cmd/internal/style"
	"github.com/beve-org/beve-go/cmd/internal/target"
	"github.com/beve-org/beve-go/translator"
	"github.com/beve-org/beve-go/wire"
)

// extraction is the flags of one get.
type extraction struct {
	app     *app
	raw     bool
	text    bool
	indent  bool
	skip    bool
	force   bool
	pointer translator.Pointer
}

func (a *app) getCommand() *cobra.Command {
	x := extraction{app: a}
	cmd := &cobra.Command{
		Use:   "get FILE POINTER",
		Short: "Print one part of every value",
		Long: `Print the part of each value that a JSON Pointer leads to, as JSON, one per line.

The pointer goes through the JSON that cat prints: "/orders/3/total", array indexes
count from 0, integer keys are their decimal digits, a matrix has the members
layout, extents and value, and "" is the whole value. In a name, "/" is written
"~1" and "~" is "~0". Of repeated members the last counts.

It is an error when a value has no such part.`,
		Example: `  beve get data.beve /orders/0
  beve get -r data.beve /orders/0/customer/name   # plain text, no quotes
  beve get --raw data.beve /samples > samples.beve
  beve get --skip-missing stream.ndjson /error`,
		Args: cobra.ExactArgs(2),
		RunE: func(_ *cobra.Command, args []string) error {
			x.pointer = translator.Pointer(args[1])
			switch {
			case !x.pointer.Valid():
				return usagef("%q is no JSON Pointer: want /name/0/…", args[1])
			case x.raw && (x.text || x.indent):
				return usagef("--raw writes BEVE, to which --text and --indent do not apply")
			case x.raw && a.outIsTerminal && !x.force:
				return usagef("binary output would spoil the terminal: redirect it, or use --force")
			}
			return x.run(args[0])
		},
	}
	a.inputFlags(cmd)
	f := cmd.Flags()
	f.BoolVar(&x.raw, "raw", false, "write the part as BEVE bytes")
	f.BoolVarP(&x.text, "text", "r", false, "print strings as they are, without quotes and escapes")
	f.BoolVarP(&x.indent, "indent", "i", false, "lay JSON out over lines")
	f.BoolVar(&x.skip, "skip-missing", false, "pass over values without such a part")
	f.BoolVarP(&x.force, "force", "f", false, "write to a terminal what would do something to it")
	return cmd
}

func (x *extraction) run(name string) error {
	src, err := x.app.open(name)
	if err != nil {
		return err
	}
	defer src.Close()
	to := x.app.shown(true)
	if x.force {
		to = x.app.out
	}
	out, err := target.New(to, source.Plain)
	if err != nil {
		return err
	}
	err = x.values(src, out)
	if flushed := out.Flush(); err == nil {
		err = flushed
	}
	return err
}

func (x *extraction) values(src *source.Source, out *target.File) error {
	values := src.Values()
	values.BeforeRead = out.Flush
	opts := src.Translation()
	found := false
	var buf []byte
	for {
		v, err := values.Next()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		d, err := doc.New(v.Data, wire.Limits(opts.Limits), opts.LegacyTypeTag)
		if err != nil {
			return src.FailAt(v, err)
		}
		part, missing := find(d.Root(), x.pointer)
		if missing != nil {
			if x.skip {
				continue
			}
			return src.FailAt(v, &translator.DecodeError{Offset: int64(part.Offset()), Path: missing.at, Err: missing})
		}
		buf = buf[:0]
		if x.raw && found {
			buf = wire.AppendDelimiter(buf)
		}
		found = true
		if buf, err = x.appendPart(buf, part, opts); err != nil {
			return src.FailAt(v, err)
		}
		if _, err := out.Write(buf); err != nil {
			return err
		}
	}
}

// appendPart appends one part in its printed form.
func (x *extraction) appendPart(dst []byte, part doc.Node, opts translator.Options) ([]byte, error) {
	switch {
	case x.raw:
		return part.AppendBEVE(dst), nil
	case x.text && part.Kind() == doc.String:
		return append(append(dst, part.Text()...), '\n'), nil
	}
	// A part lies deeper in its document than on its own, so no limit can stop it.
	value := part.AppendBEVE(nil)
	var err error
	if x.indent {
		var text []byte
		text, err = opts.ToJSONIndent(value, "", "  ")
		dst = append(dst, text...)
	} else {
		dst, err = opts.AppendJSON(dst, value)
	}
	return append(dst, '\n'), err
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
