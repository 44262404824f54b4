// Command beve2arrow writes files of Apache Arrow from rows of BEVE or JSON.
//
//	beve2arrow [flags] IN OUT
//
// IN is a stream of objects, or one array or table of them: JSON if its name ends in .json,
// .ndjson or .jsonl, or with -json, otherwise BEVE. OUT is an Arrow IPC file, also known as
// Feather, or a stream of the same if its name ends in .arrows, or with -stream. "-" is
// standard input or output. Compressed input, MessagePack and Parquet come by way of the
// command beve:
//
//	beve convert events.ndjson.zst - --to beve | beve2arrow - events.arrow
//
// The columns are inferred from the first rows. A later row that does not fit them is an
// error, nothing of OUT is left then, and a file that was there stays. Exit code 1 means bad
// input, 2 wrong usage.
package main

import (
	"bufio"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/ipc"

	"github.com/beve-org/beve-go/integrations/arrowbeve"
	"github.com/beve-org/beve-go/translator"
)

func main() { os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) }

// conversion is what the arguments say.
type conversion struct {
	in, out     string
	json        bool
	stream      bool
	compression string
	rows        arrowbeve.Options
}

func run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	var c conversion
	flags := flag.NewFlagSet("beve2arrow", flag.ContinueOnError)
	flags.SetOutput(stderr)
	flags.BoolVar(&c.json, "json", false, "IN is JSON, whatever its name")
	flags.BoolVar(&c.stream, "stream", false, "write a stream, whatever the name of OUT")
	flags.StringVar(&c.compression, "compression", "none", "of the columns: none, zstd or lz4")
	flags.IntVar(&c.rows.SampleRows, "sample-rows", 1000, "rows to infer the columns from")
	flags.IntVar(&c.rows.BatchRows, "batch-rows", 65536, "most rows of a record batch")
	version := flags.Bool("version", false, "print the version")
	flags.Usage = func() {
		fmt.Fprintln(stderr, "usage: beve2arrow [flags] IN OUT")
		flags.PrintDefaults()
	}
	switch err := flags.Parse(args); {
	case errors.Is(err, flag.ErrHelp):
		return 0
	case err != nil:
		return 2
	case *version:
		fmt.Fprintln(stdout, versionLine())
		return 0
	case flags.NArg() != 2:
		flags.Usage()
		return 2
	}
	if c.compression != "none" && c.compression != "zstd" && c.compression != "lz4" || c.rows.SampleRows < 1 || c.rows.BatchRows < 1 {
		fmt.Fprintln(stderr, "beve2arrow: -compression is none, zstd or lz4, and a number of rows is at least 1")
		return 2
	}
	c.in, c.out = flags.Arg(0), flags.Arg(1)
	if err := c.convert(stdin, stdout); err != nil {
		fmt.Fprintf(stderr, "%s: %s\n", c.in, strings.TrimPrefix(err.Error(), "arrowbeve: "))
		return 1
	}
	return 0
}

func versionLine() string {
	v := "(devel)"
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		v = info.Main.Version
	}
	return fmt.Sprintf("beve2arrow %s %s %s/%s", v, runtime.Version(), runtime.GOOS, runtime.GOARCH)
}

func (c *conversion) convert(stdin io.Reader, stdout io.Writer) (err error) {
	in := stdin
	if c.in != "-" {
		f, err := os.Open(c.in)
		if err != nil {
			return err
		}
		defer f.Close()
		in = f
		switch strings.ToLower(filepath.Ext(c.in)) {
		case ".json", ".ndjson", ".jsonl":
			c.json = true
		}
	}
	c.stream = c.stream || strings.EqualFold(filepath.Ext(c.out), ".arrows")
	if c.out == "-" {
		return c.write(stdout, in)
	}
	// The file appears when it is whole.
	f, err := os.CreateTemp(filepath.Dir(c.out), ".beve2arrow-*")
	if err != nil {
		return err
	}
	err = c.write(f, in)
	if closed := f.Close(); err == nil {
		err = closed
	}
	if err == nil {
		err = os.Chmod(f.Name(), 0o644)
	}
	if err == nil {
		err = os.Rename(f.Name(), c.out)
	}
	if err != nil {
		os.Remove(f.Name())
	}
	return err
}

// write writes the rows of in to w.
func (c *conversion) write(w io.Writer, in io.Reader) error {
	if c.json {
		r, w := io.Pipe()
		defer r.Close() // ends the translation
		text := in
		go func() {
			_, err := translator.Transcode(w, text, translator.JSONToBEVE, translator.Options{})
			w.CloseWithError(err)
		}()
		in = r
	}
	rows, err := arrowbeve.NewReader(bufio.NewReaderSize(in, 1<<16), c.rows)
	if err != nil {
		return err
	}
	defer rows.Release()
	if rows.Schema().NumFields() == 0 {
		return errors.New("no columns: the input has no row, or none with members")
	}
	out := bufio.NewWriterSize(w, 1<<16)
	if err := c.writeBatches(out, rows); err != nil {
		return err
	}
	return out.Flush()
}

func (c *conversion) writeBatches(w io.Writer, rows array.RecordReader) (err error) {
	options := []ipc.Option{ipc.WithSchema(rows.Schema())}
	switch c.compression {
	case "zstd":
		options = append(options, ipc.WithZstd())
	case "lz4":
		options = append(options, ipc.WithLZ4())
	}
	var out interface {
		Write(arrow.RecordBatch) error
		Close() error
	}
	if c.stream {
		out = ipc.NewWriter(w, options...)
	} else if out, err = ipc.NewFileWriter(w, options...); err != nil {
		return err
	}
	for rows.Next() {
		if err := out.Write(rows.RecordBatch()); err != nil {
			return err
		}
	}
	if err := rows.Err(); err != nil {
		return err
	}
	return out.Close()
}
