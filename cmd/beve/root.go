// This file is the frame of the program: the root command, what all commands
// share, and how errors become messages and exit codes.

package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/beve-org/beve-go/cmd/internal/follow"
	"github.com/beve-org/beve-go/cmd/internal/progress"
	"github.com/beve-org/beve-go/cmd/internal/replace"
	"github.com/beve-org/beve-go/cmd/internal/schemafile"
	"github.com/beve-org/beve-go/cmd/internal/source"
	"github.com/beve-org/beve-go/cmd/internal/style"
	"github.com/beve-org/beve-go/cmd/internal/suggest"
	"github.com/beve-org/beve-go/cmd/internal/target"
	"github.com/beve-org/beve-go/cmd/internal/version"
	"github.com/beve-org/beve-go/translator"
)

// Exit codes.
const (
	exitOK          = 0
	exitBad         = 1 // bad input, differences, files that cannot be read or written
	exitUsage       = 2
	exitTrouble     = 2 // of diff, where 1 is for differences
	exitInterrupted = 130
	exitBrokenPipe  = 141 // as a shell reports a program that SIGPIPE ended
)

// exitCodes says what each code means.
var exitCodes = []struct {
	code    int
	meaning string
}{
	{exitOK, "done; of diff: the files say the same"},
	{exitBad, "input is malformed, or something cannot be read or written; of diff: the files differ; of query: an expression fails; of patch: an operation fails"},
	{exitUsage, "wrong use; of diff: a file cannot be compared"},
	{exitInterrupted, "ended by an interrupt"},
	{exitBrokenPipe, "nobody reads the output any more"},
}

// streams are the world as the program sees it.
type streams struct {
	in                           io.Reader
	out, err                     io.Writer
	outIsTerminal, errIsTerminal bool
	outWidth                     int // characters of a line of that terminal, 0 if not known
}

// app is one run of the program.
type app struct {
	streams
	ctx     context.Context
	running bool // arguments and flags are accepted, the command has begun

	barDelay time.Duration // before progress is shown
	poll     time.Duration // between looks at a file that is followed

	color    string
	from     string
	single   bool
	typeTags bool
	maxDepth int
	maxSize  string
	schema   string
	of       string // the struct of the schema that values are
	skipBad  bool

	separator string // of CSV
	jobs      int
	partSize  int   // 0 but in tests
	bad       int64 // values that were passed over
	firstBad  error
}

// run executes the program and returns its exit code.
func run(ctx context.Context, args []string, s streams) int {
	return newApp(ctx, s).run(args)
}

func newApp(ctx context.Context, s streams) *app {
	s.out = &output{w: s.out}
	return &app{streams: s, ctx: ctx, barDelay: progress.Delay, poll: follow.Poll}
}

func (a *app) run(args []string) int {
	root := a.root()
	root.SetArgs(append([]string{}, args...)) // nil would stand for those of the process
	root.SetIn(a.in)
	root.SetOut(a.out)
	root.SetErr(a.err)
	strict(root)
	cmd, err := root.ExecuteContextC(a.ctx)
	if out, ok := a.out.(*output); ok && err == nil {
		a.running = true
		err = out.err // of help, whose printer drops it
	}
	if a.bad > 0 {
		fmt.Fprintf(a.err, "beve: passed over %s; the first: %s\n", count(a.bad, "bad value"), style.Lines(a.firstBad.Error()))
	}
	return a.exit(cmd, err)
}

// status is an exit code for which everything has been said.
type status int

func (s status) Error() string { return "exit status " + strconv.Itoa(int(s)) }

// trouble is an error of a comparison, whose exit code is not that of differences.
type trouble struct{ error }

func (t trouble) Unwrap() error { return t.error }

// usageError is a wrong use of the program.
type usageError struct{ error }

func usagef(format string, args ...any) error { return usageError{fmt.Errorf(format, args...)} }

// outputError is a failure to write, as opposed to one to read.
type outputError struct{ error }

func (e outputError) Unwrap() error { return e.error }

// ofWriting marks err, if it is one, as a failure to write.
func ofWriting(err error) error {
	if err == nil {
		return nil
	}
	var write outputError // which takes memory, and this is asked of every write
	if errors.As(err, &write) {
		return err
	}
	return outputError{err}
}

// output marks its errors as those of writing, and keeps the first.
type output struct {
	w   io.Writer
	err error
}

func (o *output) Write(p []byte) (int, error) {
	n, err := o.w.Write(p)
	err = ofWriting(err)
	if o.err == nil {
		o.err = err
	}
	return n, err
}

// shown is the output for text that input has a part in. On a terminal it cannot do anything to that; all says whether
// escape sequences are not our colours.
func (a *app) shown(all bool) io.Writer {
	if !a.outIsTerminal {
		return a.out
	}
	return style.Terminal(a.out, all)
}

// exit says what is wrong, if anything, and returns the code that tells it.
func (a *app) exit(cmd *cobra.Command, err error) int {
	var code status
	var usage usageError
	var write outputError
	var failed trouble
	switch {
	case err == nil:
		return exitOK
	case errors.As(err, &code):
		return int(code)
	case errors.As(err, &write) && quietEnd(write):
		return exitBrokenPipe
	case errors.Is(err, context.Canceled):
		return exitInterrupted
	case errors.As(err, &failed):
		a.complain(err)
		return exitTrouble
	case errors.As(err, &usage) || !a.running:
		fmt.Fprintf(a.err, "beve: %s\nRun '%s --help' for usage.\n", style.Lines(err.Error()), cmd.CommandPath())
		return exitUsage
	}
	a.complain(err)
	return exitBad
}

// quietEnd reports whether whoever reads the output has had enough.
func quietEnd(err error) bool {
	return errors.Is(err, syscall.EPIPE) || errors.Is(err, io.ErrClosedPipe) || errors.Is(err, os.ErrClosed)
}

// complain prints an error on its own line.
func (a *app) complain(err error) {
	text := style.Error(err)
	var write outputError
	if errors.As(err, &write) {
		text = "beve: write: " + text
	}
	fmt.Fprintln(a.err, a.style(a.errIsTerminal).Red(text))
}

// each runs a command on every file and goes on with the next after bad input.
func (a *app) each(names []string, command func(name string) error) error {
	var bad error
	for _, name := range names {
		err := command(name)
		var write outputError
		var usage usageError
		var code status
		switch {
		case err == nil:
		case errors.As(err, &write), errors.As(err, &usage), errors.Is(err, context.Canceled):
			return err
		case errors.As(err, &code):
			bad = code
		default:
			a.complain(err)
			bad = status(exitBad)
		}
	}
	return bad
}

// style returns the style for a stream that is a terminal or not.
func (a *app) style(terminal bool) style.Style {
	switch a.color {
	case "always":
		return style.Style{On: true}
	case "never":
		return style.Style{}
	}
	return style.Style{On: terminal && style.Wanted()}
}

const rootHelp = `beve shows, converts, checks and compares BEVE files.

Files are .beve, .json, .ndjson (.jsonl), .csv or .tsv, each perhaps with .gz or .zst;
"-" is standard input or output. A file may hold a stream of values: BEVE values with or
without delimiters, JSON values one after another, rows of CSV. Of other names, and of
standard input, the format is found out from the first bytes, but for CSV; --from states
it. The cells of CSV are between commas, or what the first row has instead: semicolons,
tabs or bars; --separator states that. MessagePack (.msgpack, .mp) and ZebraPack, with
--schema, are read too, as the JSON they stand for, but that NaN and the infinities are
what they are in BEVE, and Parquet (.parquet) as the rows that it holds. MessagePack is
known by a map or array at its start that is not a value of BEVE.

Bad input is reported as "file: offset: path: reason", text with line and column too; the
offset counts decompressed bytes, and a value as a whole has no path. The exit code is 0
if all is well, 1 for bad input or a difference, 2 for wrong use or a comparison that
failed, 130 after an interrupt, 141 when nobody reads the output.`

const rootExamples = `  beve tour                           # what BEVE is, on a sample
  beve convert data.json data.beve    # and back, streaming, in constant memory
  beve cat data.beve.zst | jq .       # any format as JSON, one value per line
  beve cat --follow --log app.beve    # a log of slogbeve as it grows
  beve explain data.beve              # every byte of it
  beve get data.beve /orders/0/total  # one part
  beve stat data.beve                 # what takes the room
  beve diff old.json new.beve         # what has changed
  beve patch -w a.beve change.json    # changed in place`

// root builds the command tree.
func (a *app) root() *cobra.Command {
	root := &cobra.Command{
		Use:           "beve",
		Short:         "Show, convert, check and compare BEVE files",
		Long:          rootHelp,
		Example:       rootExamples,
		SilenceErrors: true,
		SilenceUsage:  true,
	}
	root.Args = func(_ *cobra.Command, args []string) error {
		if len(args) == 0 {
			return nil
		}
		var s suggest.Suggestion
		for _, c := range root.Commands() {
			s.Try(args[0], c.Name())
		}
		return usagef("unknown command %q%s", args[0], s.Question(func(name string) string { return name }))
	}
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		var unknown *pflag.NotExistError
		if !errors.As(err, &unknown) {
			return usageError{err}
		}
		var s suggest.Suggestion
		cmd.Flags().VisitAll(func(f *pflag.Flag) { s.Try(unknown.GetSpecifiedName(), f.Name) })
		return usagef("%w%s", err, s.Question(func(name string) string { return "--" + name }))
	})
	// Not cobra's own flag, whose templates keep the linker from leaving out methods.
	asked := root.Flags().Bool("version", false, "print the version")
	root.RunE = func(cmd *cobra.Command, _ []string) error {
		if *asked {
			return a.printVersion()
		}
		return cmd.Help()
	}
	root.PersistentFlags().StringVar(&a.color, "color", "auto", "colours: auto, always or never")
	root.PersistentPreRunE = func(cmd *cobra.Command, args []string) error {
		switch a.color {
		case "auto", "always", "never":
			if err := swapped(cmd, args); err != nil {
				return err
			}
			a.running = true
			return nil
		}
		return usagef("--color must be auto, always or never, not %q", a.color)
	}
	root.AddCommand(a.tourCommand(), a.catCommand(), a.convertCommand(), a.validCommand(),
		a.explainCommand(), a.getCommand(), a.queryCommand(), a.headCommand(), a.selectCommand(), a.whereCommand(),
		a.sortCommand(), a.countCommand(), a.schemaCommand(), a.statCommand(), a.diffCommand(), a.patchCommand(), a.serveCommand(), a.manCommand(), a.versionCommand())
	for _, c := range root.Commands() {
		countArguments(c)
	}
	return root
}

// strict makes the commands of cobra refuse what they do not know, which they answer with help and success. The output
// must be set.
func strict(root *cobra.Command) {
	unknown := func(what, name string, known []*cobra.Command) error {
		var s suggest.Suggestion
		for _, c := range known {
			s.Try(name, c.Name())
		}
		return usagef("unknown %s %q%s", what, name, s.Question(func(name string) string { return name }))
	}
	root.InitDefaultHelpCmd()
	root.InitDefaultCompletionCmd()
	for _, c := range root.Commands() {
		switch c.Name() {
		case "completion":
			c.Args = func(_ *cobra.Command, args []string) error {
				if len(args) > 0 {
					return unknown("shell", args[0], c.Commands())
				}
				return nil
			}
			c.RunE = func(*cobra.Command, []string) error { return c.Help() }
		case "help":
			show := c.Run
			c.Run = nil
			c.RunE = func(cmd *cobra.Command, args []string) error {
				found, rest, err := root.Find(args)
				if err != nil {
					return usageError{err}
				}
				if len(rest) > 0 {
					return unknown("command", rest[0], found.Commands())
				}
				show(cmd, args)
				return nil
			}
		}
	}
}

func (a *app) versionCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print the version",
		RunE:  func(*cobra.Command, []string) error { return a.printVersion() },
	}
}

func (a *app) printVersion() error {
	_, err := fmt.Fprintln(a.out, version.Of("beve"))
	return err
}

// inputFlags adds the flags of commands that read files.
func (a *app) inputFlags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVar(&a.from, "from", "", "format of the input: json, ndjson, beve, msgpack, csv or tsv, perhaps with .gz or .zst; or parquet")
	f.BoolVar(&a.single, "single", false, "the input must be exactly one value")
	f.BoolVar(&a.typeTags, "type-tags", false, "read type tags of BEVE version 1; tables are not read then")
	f.IntVar(&a.maxDepth, "max-depth", 512, "deepest nesting to accept")
	f.StringVar(&a.maxSize, "max-size", "1GiB", "largest single value to accept")
	f.StringVar(&a.schema, "schema", "", "ZebraPack schema that names the numbered fields of MessagePack")
	f.StringVar(&a.of, "root", "", "struct of the schema that the values are; it comes before the name that they have")
	f.StringVar(&a.separator, "separator", "", "what separates the cells of CSV that is read, as ';' or tab; else the first row tells")
	f.BoolVar(&a.skipBad, "skip-bad", false, "pass over malformed lines of JSON and CSV, and say how many")
	cmd.RegisterFlagCompletionFunc("from", completeKinds)
}

func completeKinds(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return []string{"json", "ndjson", "beve", "msgpack", "csv", "tsv", "parquet", "json.gz", "ndjson.zst", "beve.zst"}, cobra.ShellCompDirectiveNoFileComp
}

// deepest is the most that --max-depth takes: what the stack surely holds, also of
// a comparison, which keeps an iterator for each level.
const deepest = 10_000

// sourceOptions returns the options of the input flags.
func (a *app) sourceOptions() (o source.Options, err error) {
	o = source.Options{Stdin: a.in, Single: a.single, LegacyTypeTag: a.typeTags, PartSize: a.partSize}
	o.OnRead = func(int) error { return a.ctx.Err() }
	if a.skipBad {
		o.OnBad = func(err func() error) {
			if a.bad++; a.bad == 1 {
				a.firstBad = err()
			}
		}
	}
	if a.from != "" {
		if o.Kind, err = source.ParseKind(a.from); err != nil {
			return o, usagef("--from: %w", err)
		}
	}
	if a.separator != "" {
		if o.Separator, err = source.ParseSeparator(a.separator); err != nil {
			return o, usagef("--separator: %w", err)
		}
		if o.Kind.Format != source.Unknown && o.Kind.Format != source.CSV {
			return o, usagef("--separator is for CSV, and --from says %s", o.Kind.Format)
		}
	}
	if a.errIsTerminal {
		o.OnGuess = func(text string) { fmt.Fprintf(a.err, "beve: %s\n", style.Plain(text)) }
	}
	if a.schema != "" {
		if o.Schema, err = schemafile.Read(a.schema); err != nil {
			return o, err
		}
	}
	if o.Root = a.of; o.Root != "" && o.Schema == nil {
		return o, usagef("--root needs --schema")
	}
	if a.maxDepth < 1 || a.maxDepth > deepest {
		return o, usagef("--max-depth must be from 1 to %d", deepest)
	}
	if err := a.checkJobs(); err != nil {
		return o, err
	}
	size, err := parseSize(a.maxSize)
	if err != nil {
		return o, usagef("--max-size: %w", err)
	}
	o.Limits = translator.Limits{MaxDepth: a.maxDepth, MaxBytes: size}
	return o, nil
}

// open opens an input by the input flags.
func (a *app) open(name string) (*source.Source, error) {
	o, err := a.sourceOptions()
	if err != nil {
		return nil, err
	}
	return source.Open(name, o)
}

// create prepares to write a file. One that is read-only it replaces only by the flag --force of the command.
func create(name string, c source.Compression, force bool) (*target.File, error) {
	f, err := target.Create(name, c, force)
	if errors.Is(err, replace.ErrReadOnly) {
		err = fmt.Errorf("%w: --force replaces it", err)
	}
	return f, ofWriting(err)
}

// place says where in the source an error is, unless it is one of writing.
func place(src *source.Source, err error) error {
	var write outputError
	if errors.As(err, &write) {
		return err
	}
	return src.Fail(err)
}

var units = []struct {
	suffix string
	bytes  int64
}{
	{"KiB", 1 << 10}, {"MiB", 1 << 20}, {"GiB", 1 << 30}, {"TiB", 1 << 40},
	{"kB", 1e3}, {"KB", 1e3}, {"MB", 1e6}, {"GB", 1e9}, {"TB", 1e12},
	{"K", 1 << 10}, {"M", 1 << 20}, {"G", 1 << 30}, {"T", 1 << 40}, {"B", 1}, {"", 1},
}

// parseSize reads a number of bytes with an optional unit.
func parseSize(text string) (int64, error) {
	for _, u := range units {
		digits, ok := strings.CutSuffix(text, u.suffix)
		if !ok {
			continue
		}
		n, err := strconv.ParseInt(strings.TrimSpace(digits), 10, 64)
		if err != nil || n < 1 || n > (1<<62)/u.bytes {
			break
		}
		return n * u.bytes, nil
	}
	return 0, fmt.Errorf("%q is not a size: want bytes, perhaps with KiB, MiB or GiB", text)
}

// formatSize writes a number of bytes for people.
func formatSize(n int64) string {
	if n < 1<<10 {
		return strconv.FormatInt(n, 10) + " B"
	}
	f, unit := float64(n), 0
	for f >= 1<<10 && unit < 4 {
		f, unit = f/(1<<10), unit+1
	}
	return fmt.Sprintf("%.1f %s", f, [...]string{"B", "KiB", "MiB", "GiB", "TiB"}[unit])
}
