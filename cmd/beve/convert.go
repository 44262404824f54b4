// This file is the convert command.

package main

import (
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/beve-org/beve-go/cmd/internal/columns"
	"github.com/beve-org/beve-go/cmd/internal/progress"
	"github.com/beve-org/beve-go/cmd/internal/source"
	"github.com/beve-org/beve-go/cmd/internal/target"
)

// conversion is the flags of one convert.
type conversion struct {
	app         *app
	to          string
	typedArrays bool
	indent      bool
	framing     bool
	force       bool
	quiet       bool
	parquet     columns.Options
	columns     string // the name of a file that has the columns to write
}

func (a *app) convertCommand() *cobra.Command {
	c := conversion{app: a}
	cmd := &cobra.Command{
		Use:   "convert IN OUT",
		Short: "Convert between BEVE, JSON, CSV and Parquet",
		Long: `Convert a file to the format that the name of the other says.

Values are converted one after another, so files of any size need memory only for
the largest value, and for large BEVE, and large JSON that is neither compressed
nor piped in, only for parts of it. OUT is replaced when the conversion is complete; if it fails,
nothing is left of it and a file that was there stays. IN and OUT may be the same.

"-" is standard input or output. When the name OUT says nothing (no ending, .dat, .data,
.bin, .tmp) and there is no --to, the format is JSON for BEVE and BEVE for JSON. Other
endings than those of the formats are an error.

CSV and TSV (.csv, .tsv) are read and written as rows of cells, as cat --csv prints them:
the first row names the columns, a cell without quotes is a number or boolean if it looks
like one, and null if it is empty, as is an empty line in a file of one column. TSV has no
quotes, so text comes back as a number, boolean or null if it looks like one: CSV keeps it.
NaN and the infinities become empty cells. Rows of which none has members are an error.

Parquet (.parquet) holds rows: the objects of a stream, or of one array or table. The
columns and their types are inferred from the first rows (--sample-rows), or are those
of another file (--columns-of); Parquet that is converted to Parquet keeps its own. A row
that does not fit them is an error that says which row it is, counted from 0, and where
in it: nothing is rounded or left out. Row groups of --group-rows rows, or 64 MiB of
BEVE, are in memory at a time. Decimals, dates and times without a zone are text in BEVE
and JSON. docs/parquet.md says what becomes of each type.`,
		Example: `  beve convert data.json data.beve
  beve convert --typed-arrays sensors.ndjson.gz sensors.beve.zst
  beve convert data.beve data.json --indent
  beve convert --schema person.zebra people.msgpack people.json
  beve convert events.beve.zst events.parquet
  beve convert --skip-bad export.csv export.beve
  beve convert --columns-of events.parquet more.ndjson more.parquet
  cat data.json | beve convert - - --to beve.gz > data.beve.gz`,
		RunE: func(_ *cobra.Command, names []string) error {
			err := c.run(names[0], names[1])
			if errors.Is(err, columns.ErrNotTime) && isRegular(names[0]) && names[1] != "-" {
				// There is more than times in what looked like it. Nothing has been written.
				c.parquet.TextTimes, a.bad = true, 0
				err = c.run(names[0], names[1])
			}
			return err
		},
	}
	a.inputFlags(cmd)
	a.jobsFlag(cmd)
	f := cmd.Flags()
	f.StringVar(&c.to, "to", "", "format of the output: json, ndjson, beve, csv or tsv, perhaps with .gz or .zst; or parquet")
	f.BoolVar(&c.typedArrays, "typed-arrays", false, "make typed arrays of JSON arrays of one kind")
	f.BoolVarP(&c.indent, "indent", "i", false, "lay JSON values out over lines")
	f.BoolVar(&c.framing, "framing", false, "begin BEVE with the draft framing header")
	f.StringVar(&c.parquet.Compression, "compression", "", "compression within Parquet: "+strings.Join(columns.Compressions, ", "))
	f.IntVar(&c.parquet.SampleRows, "sample-rows", 1000, "rows to infer the columns of Parquet from")
	f.BoolVar(&c.parquet.TextTimes, "text-times", false, "keep text that is times as text in Parquet")
	f.StringVar(&c.columns, "columns-of", "", "Parquet file whose columns are written, instead of inferred ones")
	f.IntVar(&c.parquet.GroupRows, "group-rows", 65536, "most rows in a row group of Parquet")
	f.BoolVarP(&c.force, "force", "f", false, "replace a file that is read-only, write binary output to a terminal")
	f.BoolVarP(&c.quiet, "quiet", "q", false, "no progress and no summary")
	cmd.RegisterFlagCompletionFunc("to", completeKinds)
	return cmd
}

func (c *conversion) run(in, out string) error {
	a := c.app
	opts, err := a.sourceOptions()
	if err != nil {
		return err
	}
	opts.TypedArrays = c.typedArrays
	var bar *progress.Bar
	opts.OnRead = func(n int) error {
		bar.Add(n)
		return a.ctx.Err()
	}
	// A wrong use is told before anything is read.
	kind, err := c.outputKind(out)
	if err != nil {
		return err
	}
	src, err := source.Open(in, opts)
	if err != nil {
		return err
	}
	defer src.Close()
	if kind.Format == source.Unknown {
		kind.Format = source.JSON
		if src.Format.IsJSON() || src.Format.IsRows() {
			kind.Format = source.BEVE
		}
	}
	if err := c.check(out, src, kind); err != nil {
		return err
	}
	if c.columns != "" {
		if c.parquet.Schema, err = c.columnsOf(c.columns); err != nil {
			return err
		}
	}
	if a.errIsTerminal && !c.quiet {
		bar = progress.New(a.err, src.Size, a.barDelay)
	}
	start := time.Now()
	n, err := c.convert(src, out, kind)
	bar.Done()
	if err == nil && a.errIsTerminal && !c.quiet && out != "-" {
		c.summarize(src, out, n, time.Since(start))
	}
	return err
}

// isRegular reports whether a file can be read again.
func isRegular(name string) bool {
	info, err := os.Stat(name)
	return name != "-" && err == nil && info.Mode().IsRegular()
}

// outputKind is what the name of the output and --to say.
func (c *conversion) outputKind(out string) (source.Kind, error) {
	var kind source.Kind
	if out != "-" {
		kind = source.KindOf(out)
	}
	if c.to == "" {
		if ending := source.ForeignEnding(out); ending != "" && out != "-" {
			return kind, usagef("no format is named %s: name OUT %s, or use --to", strconv.Quote(ending), source.Endings)
		}
		return kind, nil
	}
	to, err := source.ParseKind(c.to)
	if err != nil {
		return kind, usagef("--to: %w", err)
	}
	if to.Compression == source.Plain {
		to.Compression = kind.Compression
	}
	return to, nil
}

// check refuses what makes no sense.
func (c *conversion) check(out string, src *source.Source, kind source.Kind) error {
	parquet := kind.Format == source.Parquet
	binary := kind.Format == source.BEVE || kind.Compression != source.Plain || parquet
	if err := c.parquet.Check(); err != nil {
		return usageError{err}
	}
	switch {
	case kind.Format == source.MsgPack:
		return usagef("MessagePack is read, not written")
	case kind.Format == source.Arrow:
		return usagef("files of Arrow are written by the command beve2arrow: go install github.com/beve-org/beve-go/integrations/arrowbeve/beve2arrow@latest")
	case !parquet && c.parquet.Compression != "":
		return usagef("--compression is for Parquet: name the output .gz or .zst")
	case !parquet && c.columns != "":
		return usagef("--columns-of is for Parquet, and the output is %s", kind.Format)
	case parquet && c.app.typeTags:
		return usagef("--type-tags is not for Parquet, whose rows are objects")
	case parquet && kind.Compression != source.Plain:
		return usagef("Parquet is compressed within: use --compression")
	case c.indent && kind.Format != source.JSON:
		return usagef("--indent is for JSON, and the output is %s", kind.Format)
	case c.framing && kind.Format != source.BEVE:
		return usagef("--framing is for BEVE, and the output is %s", kind.Format)
	case c.typedArrays && !(src.Format.IsJSON() && kind.Format == source.BEVE):
		return usagef("--typed-arrays is for converting JSON to BEVE")
	case out == "-" && binary && c.app.outIsTerminal && !c.force:
		return usagef("binary output would spoil the terminal: redirect it, or use --to json or --force")
	}
	return nil
}

// convert writes all of src to out.
func (c *conversion) convert(src *source.Source, name string, kind source.Kind) (int64, error) {
	var out *target.File
	var err error
	if name == "-" {
		to := c.app.out
		if kind.Format != source.BEVE && kind.Format != source.Parquet && kind.Compression == source.Plain {
			to = c.app.shown(true)
		}
		out, err = target.New(to, kind.Compression)
	} else {
		out, err = create(name, kind.Compression, c.force)
	}
	if err != nil {
		return 0, ofWriting(err)
	}
	defer out.Abort()
	if kind.Format == source.Parquet {
		n, err := c.writeParquet(src, out)
		if err != nil {
			return n, err
		}
		return n, ofWriting(out.Commit())
	}
	t := transfer{app: c.app, to: kind.Format, indent: c.indent, framing: c.framing, prompt: name == "-"}
	n, err := t.run(src, out)
	if err != nil {
		return n, err
	}
	return n, ofWriting(out.Commit())
}

// summarize tells on a terminal what has been done.
func (c *conversion) summarize(src *source.Source, out string, n int64, took time.Duration) {
	text := fmt.Sprintf("%s: %s", out, count(n, "value"))
	if info, err := os.Stat(out); err == nil && info.Mode().IsRegular() {
		text += ", " + formatSize(info.Size())
		if src.Size > 0 {
			text += fmt.Sprintf(" (%.0f %% of %s)", 100*float64(info.Size())/float64(src.Size), formatSize(src.Size))
		}
	}
	s := c.app.style(c.app.errIsTerminal)
	fmt.Fprintln(c.app.err, s.Green("✓")+" "+text+s.Dim(" in "+took.Round(time.Millisecond).String()))
}

// count writes a number of things.
func count[T int | int64](n T, what string) string {
	if n != 1 {
		what += "s"
	}
	return fmt.Sprintf("%d %s", n, what)
}
