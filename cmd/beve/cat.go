// This file is the cat command.

package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"

	"github.com/spf13/cobra"

	"github.com/beve-org/beve-go/cmd/internal/follow"
	"github.com/beve-org/beve-go/cmd/internal/source"
	"github.com/beve-org/beve-go/cmd/internal/style"
	"github.com/beve-org/beve-go/cmd/internal/target"
	"github.com/beve-org/beve-go/translator"
)

// printing is the flags of one cat.
type printing struct {
	shape
	log    bool
	follow bool
	last   int // values of each file, -1 for all
}

func (a *app) catCommand() *cobra.Command {
	c := printing{shape: shape{app: a}}
	cmd := &cobra.Command{
		Use:   "cat [FILE...]",
		Short: "Print files as JSON, one value per line, perhaps as they grow",
		Long: `Print the values of files of any format as JSON, one value per line.

Numbers are exact, float32 numbers are as short as they can be, NaN and the
infinities are null. Complex numbers are [re,im], matrices objects with layout,
extents and value, timestamps RFC 3339 strings, and legacy type tags
{"index":n,"value":…}. Without files, or for "-", standard input is read. On a terminal
JSON has colours and is laid out over lines, as with --indent; --compact and
--color=never say otherwise.

With --csv, --tsv or --table, objects are rows, and an array is the rows in it, wherever in
the file it is, so an empty one is none. The columns are the members of the first 1000 rows;
a later row with another is an error. In CSV null is an empty cell, as are NaN and the
infinities, and text has quotes where it would be read as something else, so that beve reads
the same rows from it; arrays and objects in a cell are JSON. Tables fit the terminal: cells
that are cut end in "…". Rows of which none has members are an error.

With --follow, cat goes on at the end of a file, as tail -F does: it prints each value
when it is complete, reads the file again when it is truncated, and goes on with the
one that takes its place when that has something in it. A value that a file ends in
then is reported and passed over; what is malformed ends it. An interrupt ends it with
exit code 130.

With --log, objects are lines of a log: "time", "level" and "msg", as slogbeve writes
them, are shown as they are, other members as name=value, in their order.`,
		Example: `  beve cat data.beve
  beve cat --indent data.beve.zst | less
  beve cat --table events.parquet
  beve cat --csv data.beve > data.csv
  beve cat --follow --tail 10 --log service.beve
  curl -s example.com/data | beve cat | jq .`,
		RunE: func(_ *cobra.Command, names []string) error { return c.run(names) },
	}
	a.inputFlags(cmd)
	a.jobsFlag(cmd)
	f := cmd.Flags()
	c.shape.flags(cmd)
	f.BoolVarP(&c.log, "log", "l", false, "print records as lines of a log instead of JSON")
	f.BoolVarP(&c.follow, "follow", "f", false, "wait for more at the end of the file")
	f.IntVarP(&c.last, "tail", "n", -1, "print only so many values from the end of each file")
	return cmd
}

func (c *printing) run(names []string) error {
	if len(names) == 0 {
		names = []string{"-"}
	}
	switch {
	case c.last < -1:
		return usagef("--tail must be a number of values, not %d", c.last)
	case c.log && (c.indent || c.isRows()):
		return usagef("--log prints lines, to which --indent, --csv, --tsv and --table do not apply")
	case c.check() != nil:
		return c.check()
	case !c.follow:
		return c.close(c.app.each(names, c.cat))
	case c.isRows():
		return usagef("--follow prints JSON or --log, not rows")
	case c.app.single:
		return usagef("--single has nothing that --follow could wait for")
	case len(names) != 1 || names[0] == "-":
		return usagef("--follow takes the name of one file")
	case source.KindOf(names[0]).Compression != source.Plain:
		return usagef("--follow is for files that are not compressed")
	}
	return c.tail(names[0])
}

// transfer returns how to print.
func (c *printing) transfer() transfer {
	t := c.shape.transfer()
	if c.log {
		t.indent = false
		s := c.app.style(c.app.outIsTerminal)
		t.log = &s
	}
	return t
}

// cat prints one file.
func (c *printing) cat(name string) error {
	src, err := c.app.open(name)
	if err != nil {
		return err
	}
	defer src.Close()
	out, err := target.New(c.app.shown(false), source.Plain)
	if err != nil {
		return err
	}
	if c.last >= 0 {
		return c.printLast(src, out, &held{most: c.last})
	}
	if _, err := c.transfer().run(src, out); err != nil {
		return err
	}
	return out.Commit()
}

// printLast prints the values that are left of those held back, and those after them.
func (c *printing) printLast(src *source.Source, out *target.File, h *held) error {
	h.print = c.transfer().printer(src, &framed{File: out}).print
	values := src.Values()
	var err error
	for err == nil {
		var v source.Value
		if v, err = values.Next(); err == nil {
			err = h.add(v)
		}
	}
	// Also after a failure: the values before it are good.
	if bad := h.releaseTo(out); bad != nil {
		return bad
	}
	if err == io.EOF {
		return nil
	}
	return err
}

// reason is what is wrong with a file, whose name is told otherwise.
func reason(err error) error {
	var p *fs.PathError
	if errors.As(err, &p) {
		return p.Err
	}
	return err
}

// held is the last values of a file, until its end is reached.
type held struct {
	most     int
	print    func(source.Value) error
	values   []source.Value // a ring of most
	next     int            // where the next one goes when it is full
	released bool
}

// add holds a value back, or prints it when that is over.
func (h *held) add(v source.Value) error {
	switch {
	case h.released:
		return h.print(v)
	case len(h.values) < h.most:
		v.Data = append([]byte(nil), v.Data...)
		h.values = append(h.values, v)
	case h.most > 0:
		v.Data = append(h.values[h.next].Data[:0], v.Data...)
		h.values[h.next] = v
		h.next = (h.next + 1) % h.most
	}
	return nil
}

// release prints what is held, and everything from now on.
func (h *held) release() error {
	h.released = true
	for i := range h.values {
		if err := h.print(h.values[(h.next+i)%len(h.values)]); err != nil {
			return err
		}
	}
	h.values = nil
	return nil
}

// releaseTo releases, and passes on what has been printed.
func (h *held) releaseTo(out *target.File) error {
	if err := h.release(); err != nil {
		return err
	}
	return ofWriting(out.Flush())
}

// tail prints a file as it grows.
func (c *printing) tail(name string) error {
	opts, err := c.app.sourceOptions()
	if err != nil {
		return err
	}
	out, err := target.New(c.app.shown(false), source.Plain)
	if err != nil {
		return err
	}
	file := follow.New(c.app.ctx, name, c.app.poll)
	defer file.Close()
	file.Tell = func(what string) {
		fmt.Fprintln(c.app.err, c.app.style(c.app.errIsTerminal).Dim(style.Plain(name)+": "+what))
	}
	h := &held{most: c.last, released: c.last < 0}
	file.Idle = func() error { return h.releaseTo(out) }
	for {
		if err := file.Next(); err != nil {
			return fmt.Errorf("%s: %w", style.Plain(name), reason(err))
		}
		src, err := source.OpenReader(name, file, opts)
		if err == nil {
			err = c.printLast(src, out, h)
			src.Close()
		}
		if errors.Is(err, translator.ErrTruncated) {
			c.app.complain(err)
		} else if err != nil {
			return err
		}
	}
}
