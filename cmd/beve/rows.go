// This file is how values are shown: as JSON in colours and over lines where people read it, or as rows of cells.

package main

import (
	"github.com/spf13/cobra"

	"github.com/beve-org/beve-go/cmd/internal/doc"
	"github.com/beve-org/beve-go/cmd/internal/source"
	"github.com/beve-org/beve-go/cmd/internal/table"
	"github.com/beve-org/beve-go/translator"
)

// shape is the flags that say how values are shown.
type shape struct {
	app             *app
	csv, tsv, table bool
	indent, compact bool
	rows            *table.Writer
}

// flags adds the flags of commands that show values.
func (s *shape) flags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.BoolVar(&s.csv, "csv", false, "print rows of CSV, whose columns are the members")
	f.BoolVar(&s.tsv, "tsv", false, "print rows of TSV")
	f.BoolVar(&s.table, "table", false, "print a table that fits the terminal")
	f.BoolVarP(&s.indent, "indent", "i", false, "lay JSON out over lines, as on a terminal")
	f.BoolVarP(&s.compact, "compact", "c", false, "one value per line, also on a terminal")
}

// check refuses what makes no sense together.
func (s *shape) check() error {
	n := 0
	for _, on := range []bool{s.csv, s.tsv, s.table, s.indent, s.compact} {
		if on {
			n++
		}
	}
	if n > 1 {
		return usagef("only one of --csv, --tsv, --table, --indent and --compact makes sense")
	}
	return nil
}

// isRows reports whether rows are printed.
func (s *shape) isRows() bool { return s.csv || s.tsv || s.table }

// transfer returns how to print values. close ends it.
func (s *shape) transfer() transfer {
	t := transfer{app: s.app, to: source.JSON, indent: s.indent || s.app.outIsTerminal && !s.compact, prompt: true}
	t.color = s.app.style(s.app.outIsTerminal)
	if s.isRows() && s.rows == nil {
		o := table.Options{Form: table.CSV, Style: t.color, JSON: cellJSON}
		switch {
		case s.tsv:
			o.Form = table.TSV
		case s.table:
			o.Form, o.Width = table.Plain, s.app.outWidth
		}
		// Cells of CSV and TSV are text as it is; those of a table are not, and have colours.
		s.rows = table.New(s.app.shown(!s.table), o)
	}
	t.rows = s.rows
	return t
}

// close prints what rows hold back, unless err is one of writing, and returns the first error.
func (s *shape) close(err error) error {
	if s.rows == nil {
		return err
	}
	if bad := s.rows.Close(); err == nil {
		err = bad
	}
	return err
}

// cellJSON appends an array or object as JSON.
func cellJSON(dst []byte, n doc.Node) ([]byte, error) {
	return translator.AppendJSON(dst, n.AppendBEVE(nil))
}
