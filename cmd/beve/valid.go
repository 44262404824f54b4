// This file is the valid command.

package main

import (
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/beve-org/beve-go/cmd/internal/source"
	"github.com/beve-org/beve-go/cmd/internal/style"
)

func (a *app) validCommand() *cobra.Command {
	var quiet, strict bool
	cmd := &cobra.Command{
		Use:   "valid FILE...",
		Short: "Check that files are well-formed",
		Long: `Check every byte of files, and say of each whether it is well-formed and if not
why. The exit code is 1 if any is not.

A file is a stream of values unless --single is given, and an empty stream is one.
For JSON and MessagePack, valid means that BEVE can hold it: integers of up to 128 bits,
strings of valid UTF-8, and other numbers that float64 holds without losing digits beyond
the 17th, or all of them. 3.14159265358979323846, 1e-400 and 1e400 are none of these, and
every command refuses them, also those that make JSON of JSON; in quotes, as text, they are
kept. An escape of half a surrogate pair is U+FFFD to valid as it is to cat, get and convert:
JSON has such text, and BEVE has not.`,
		Example: `  beve valid *.beve
  beve valid --single --quiet message.beve && echo good`,
		RunE: func(_ *cobra.Command, names []string) error {
			return a.each(names, func(name string) error { return a.valid(name, quiet, strict) })
		},
	}
	a.inputFlags(cmd)
	a.jobsFlag(cmd)
	cmd.Flags().BoolVarP(&quiet, "quiet", "q", false, "print nothing, only set the exit code")
	cmd.Flags().BoolVar(&strict, "strict", false, "also reject unused bits in boolean arrays")
	return cmd
}

func (a *app) valid(name string, quiet, strict bool) error {
	opts, err := a.sourceOptions()
	if err != nil {
		return err
	}
	opts.Strict = strict
	n, shown, err := a.countValues(name, opts)
	switch {
	case err != nil && quiet && a.ctx.Err() == nil:
		return status(exitBad)
	case err != nil || quiet:
		return err
	}
	s := a.style(a.outIsTerminal)
	_, err = fmt.Fprintf(a.out, "%s: %s (%s)\n", style.Plain(shown), s.Green("ok"), count(n, "value"))
	return err
}

// countValues reads a source to its end.
func (a *app) countValues(name string, opts source.Options) (n int64, shown string, err error) {
	src, err := source.Open(name, opts)
	if err != nil {
		return 0, name, err
	}
	defer src.Close()
	count := func(src *source.Source) (n int64, err error) {
		values := src.Values()
		for err == nil {
			_, err = values.Next()
		}
		if errors.Is(err, io.EOF) {
			err = nil
		}
		return values.Count, err
	}
	err = source.InParts(src, source.Work[int64]{
		Jobs: a.workers(src, false),
		Do:   count,
		Take: func(more int64) error { n += more; return nil },
		Rest: func(src *source.Source) error {
			more, err := count(src)
			n += more
			return err
		},
	})
	return n, src.Name, err
}
