// This file is the query command: the language of jq on values of any format.

package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"math/big"
	"regexp"
	"strconv"
	"strings"

	"github.com/itchyny/gojq"
	"github.com/spf13/cobra"

	"github.com/beve-org/beve-go/cmd/internal/doc"
	"github.com/beve-org/beve-go/cmd/internal/source"
	"github.com/beve-org/beve-go/cmd/internal/style"
	"github.com/beve-org/beve-go/cmd/internal/target"
	"github.com/beve-org/beve-go/translator"
	"github.com/beve-org/beve-go/wire"
)

// query is the flags of one query.
type query struct {
	shape
	text, slurp, null bool
	args, jsonArgs    []string
	code              *gojq.Code
	values            []any // of its variables
	inputs            *feed
	reads             bool // the expression may do more than to make something of its input
	how               transfer
}

func (a *app) queryCommand() *cobra.Command {
	q := query{shape: shape{app: a}}
	cmd := &cobra.Command{
		Use:   "query EXPR [FILE...]",
		Short: "Ask in the language of jq",
		Long: `Run an expression of jq on every value of files, and print its results as JSON.

The language is that of gojq: all of jq 1.8 but for what its documents list, such as
input_line_number, $__loc__ and $JQ_BUILD_CONFIGURATION. Integers of any size are exact;
floats are float64, so that have_literal_numbers is false, and float32 numbers the decimals
they are printed as. What debug and stderr print goes to standard error. Times, UUIDs and
the like are what they are in JSON, NaN and the infinities null. Members come out in the
order of their names, as gojq keeps none.

Values are read one after another as the results are printed; --slurp makes one array of
all, and --null-input reads them where the expression says input or inputs. Without files,
or for "-", standard input is read.`,
		Example: `  beve query '.items[] | select(.price > 10) | .sku' orders.beve
  beve query -r '[.id, .customer.name] | @tsv' orders.parquet
  beve query --slurp 'map(.total) | add' orders.ndjson.zst
  beve query --null-input 'reduce inputs as $o (0; . + $o.total)' orders.beve
  beve query --arg name=Ada '.customer | select(.name == $name)' orders.beve --table`,
		RunE: func(_ *cobra.Command, args []string) error {
			if err := q.check(); err != nil {
				return err
			}
			values, err := q.compile(args[0])
			if err != nil {
				return err
			}
			if len(args) == 1 {
				args = append(args, "-")
			}
			return q.run(args[1:], values)
		},
	}
	a.inputFlags(cmd)
	a.jobsFlag(cmd)
	q.flags(cmd)
	f := cmd.Flags()
	f.BoolVarP(&q.text, "text", "r", false, "print strings as they are, without quotes and escapes")
	f.BoolVarP(&q.slurp, "slurp", "s", false, "one array of all values")
	f.BoolVarP(&q.null, "null-input", "n", false, "null instead of the values, which input and inputs read")
	f.StringArrayVar(&q.args, "arg", nil, "name=text of a variable")
	f.StringArrayVar(&q.jsonArgs, "argjson", nil, "name=JSON of a variable")
	return cmd
}

// compile makes code of the expression, and returns the values of its variables.
func (q *query) compile(expr string) (values []any, err error) {
	var names []string
	for _, arg := range q.args {
		name, text, ok := strings.Cut(arg, "=")
		if !ok {
			return nil, usagef("--arg wants name=text, not %q", arg)
		}
		names, values = append(names, "$"+name), append(values, text)
	}
	for _, arg := range q.jsonArgs {
		name, text, ok := strings.Cut(arg, "=")
		if !ok {
			return nil, usagef("--argjson wants name=JSON, not %q", arg)
		}
		data, err := translator.FromJSON([]byte(text))
		if err != nil {
			return nil, usagef("--argjson wants name=JSON, and %q of %s is none that BEVE holds: %w", style.Clip(text, 60), name, err)
		}
		d, err := doc.New(data, wire.Limits{}, false)
		if err != nil {
			return nil, err
		}
		names, values = append(names, "$"+name), append(values, goValue(d.Root()))
	}
	q.reads = readsMore.MatchString(expr)
	q.inputs = &feed{app: q.app, typeTags: q.app.typeTags}
	options := append(q.app.functions(func() *source.Source { return q.inputs.src }), gojq.WithVariables(names), gojq.WithInputIter(q.inputs))
	q.code, err = compile(expr, options...)
	if err != nil && isRegular(expr) {
		err = usagef("%w\nthe expression comes before the files, as in: beve query . %s", err, expr)
	}
	return values, err
}

// readsMore finds expressions that may read input themselves, or tell something apart from their results.
var readsMore = regexp.MustCompile(`\b(inputs?|input_\w+|debug|stderr|halt|halt_error)\b`)

// compile makes code of an expression, whose mistakes are wrong use.
func compile(expr string, options ...gojq.CompilerOption) (*gojq.Code, error) {
	parsed, err := gojq.Parse(expr)
	var wrong *gojq.ParseError
	switch {
	case errors.As(err, &wrong):
		at := max(min(wrong.Offset, len(expr)), 0)
		return nil, usagef("%s at %d in the expression, after %q", err, at, style.Clip(expr[:at], 80))
	case err != nil:
		return nil, usagef("expression: %w", err)
	}
	code, err := gojq.Compile(parsed, options...)
	if err != nil {
		return nil, usagef("expression: %w", err)
	}
	return code, nil
}

func (q *query) run(names []string, values []any) error {
	q.values = values
	to := q.app.shown(q.text)
	out, err := target.New(to, source.Plain)
	if err != nil {
		return err
	}
	q.how = q.transfer()
	if q.text {
		q.how.color = style.Style{}
	}
	w := &framed{File: out, prompt: true}
	if q.null || q.slurp || q.reads || q.isRows() {
		err = q.inOrder(names, w)
	} else {
		err = q.inParts(names, w)
	}
	err = q.close(err)
	if flushed := ofWriting(out.Flush()); err == nil {
		err = flushed
	}
	return err
}

// inOrder asks for values one after another, which the expression may read itself.
func (q *query) inOrder(names []string, w *framed) (err error) {
	in := q.inputs
	in.names, in.w = names, w
	defer in.close()
	p := q.printer(w)
	var input any
	for {
		switch {
		case q.null:
		case q.slurp:
			input, err = in.all()
		default:
			var ok bool
			if input, ok = in.Next(); !ok {
				return in.bad()
			}
			err, _ = input.(error)
		}
		if err == nil {
			err = q.results(p, in, input)
		}
		if err != nil || q.null || q.slurp {
			if err == nil {
				err = in.bad()
			}
			return err
		}
	}
}

// inParts asks for each value alone, of any part of a file.
func (q *query) inParts(names []string, w *framed) error {
	for _, name := range names {
		src, err := q.app.open(name)
		if err == nil {
			_, err = q.app.inParts(src, w, q.app.workers(src, true), q.part)
			src.Close()
		} else {
			err = inputError{err}
		}
		var bad inputError
		if errors.As(err, &bad) {
			if err = bad.error; q.inputs.skip(err) {
				continue
			}
		}
		if err != nil {
			return err
		}
	}
	return q.inputs.bad()
}

// inputError is an error of input, after which the next file is read.
type inputError struct{ error }

func (e inputError) Unwrap() error { return e.error }

// part asks for the values of a source, which may be a part of one.
func (q *query) part(src *source.Source, w io.Writer) (int64, error) {
	in := &feed{app: q.app, typeTags: q.inputs.typeTags, src: src, values: src.Values()}
	flushBefore(in.values, w)
	p := q.printer(w)
	for {
		input, err := in.value()
		if err == io.EOF {
			return p.count, nil
		}
		if err != nil {
			return p.count, inputError{err}
		}
		if err := q.results(p, in, input); err != nil {
			return p.count, err
		}
	}
}

// printer returns what prints results to w.
func (q *query) printer(w io.Writer) *printer {
	p := &printer{transfer: q.how, w: w}
	p.direct = translator.NewDirectTranslate(p.opts)
	return p
}

// results prints what the expression gives for one input, which is the last of in.
func (q *query) results(p *printer, in *feed, input any) error {
	iter := q.code.RunWithContext(q.app.ctx, input, q.values...)
	for {
		v, ok := iter.Next()
		if !ok {
			return nil
		}
		if err, failed := v.(error); failed {
			return q.failed(in, err)
		}
		p.count++
		if text, ok := v.(string); ok && q.text {
			if _, err := io.WriteString(p.w, text+"\n"); err != nil {
				return err
			}
			continue
		}
		if err := q.print(p, in, v); err != nil {
			return err
		}
	}
}

// print prints a result.
func (q *query) print(p *printer, in *feed, v any) error {
	text, err := gojq.Marshal(v)
	if err != nil {
		return err
	}
	if p.rows == nil {
		return p.text(text)
	}
	data, err := translator.FromJSON(text)
	if err != nil {
		return fmt.Errorf("result: %w", err)
	}
	p.src = in.place()
	return p.row(source.Value{Data: data, Offset: in.at.Offset})
}

// failed is the error of an expression, with the place of the input that it had.
func (q *query) failed(in *feed, err error) error {
	var halt *gojq.HaltError
	switch {
	case errors.Is(err, q.app.ctx.Err()) && q.app.ctx.Err() != nil:
		return q.app.ctx.Err()
	case errors.As(err, &halt) && halt.Value() == nil:
		return status(halt.ExitCode())
	case in.src == nil:
		return err
	}
	var placed *source.Error
	if errors.As(err, &placed) {
		return err
	}
	return in.src.FailAt(in.at, &translator.DecodeError{Err: err})
}

// feed is the values of files, one after another.
type feed struct {
	app      *app
	names    []string
	typeTags bool
	w        io.Writer // what is printed before values are waited for
	src      *source.Source
	values   *source.Values
	read     jqReader
	at       source.Value // the last, whose data is gone
	err      error        // exit status of files that are bad
}

// Next returns the next value, or an error.
func (in *feed) Next() (any, bool) {
	for {
		if in.values == nil {
			if len(in.names) == 0 {
				return nil, false
			}
			src, err := in.app.open(in.names[0])
			in.names = in.names[1:]
			if err != nil {
				if in.skip(err) {
					continue
				}
				return err, true
			}
			in.close()
			in.src, in.values = src, src.Values()
			flushBefore(in.values, in.w)
		}
		v, err := in.value()
		if err == nil {
			return v, true
		}
		in.values = nil
		if err != io.EOF && !in.skip(err) {
			return err, true
		}
	}
}

// value returns the next value of the source.
func (in *feed) value() (any, error) {
	v, err := in.values.Next()
	if err != nil {
		return nil, err
	}
	in.read.limits, in.read.typeTags = wire.Limits(in.src.Options().Limits), in.typeTags
	value, err := in.read.read(v.Data)
	if err != nil {
		return nil, in.src.FailAt(v, err)
	}
	in.at = source.Value{Offset: v.Offset, At: v.At}
	return value, nil
}

// skip tells of a bad file, after which the next one is read, and reports whether that is so.
func (in *feed) skip(err error) bool {
	var usage usageError
	if errors.As(err, &usage) || in.app.ctx.Err() != nil {
		return false
	}
	in.app.complain(err)
	in.err = status(exitBad)
	return true
}

// bad is the exit status of files that were bad, or nil.
func (in *feed) bad() error { return in.err }

// all returns an array of the values that are left.
func (in *feed) all() (any, error) {
	list := []any{}
	for {
		v, ok := in.Next()
		if !ok {
			return list, nil
		}
		if err, failed := v.(error); failed {
			return nil, err
		}
		list = append(list, v)
	}
}

// place is the source that a result is of.
func (in *feed) place() *source.Source {
	if in.src == nil {
		return &source.Source{Name: "result"}
	}
	return in.src
}

func (in *feed) close() {
	if in.src != nil {
		in.src.Close()
	}
}

// goValue is a part of a document as gojq takes it.
func goValue(n doc.Node) any {
	switch n.Kind() {
	case doc.Bool:
		return n.Bool()
	case doc.Number:
		return goNumber(n.Number())
	case doc.String:
		return n.Text()
	case doc.Array:
		list := make([]any, 0, min(n.Len(), 1<<16))
		for _, e := range n.Children() {
			list = append(list, goValue(e))
		}
		return list
	case doc.Object:
		m := map[string]any{}
		for name, e := range n.Children() {
			m[name] = goValue(e)
		}
		return m
	}
	return nil
}

// goNumber is a number as gojq takes it: an integer exactly, a float as JSON has it.
func goNumber(n wire.Number) any {
	if i, ok := n.Int64(); ok && !n.IsFloat() && int64(int(i)) == i {
		return int(i)
	}
	text := string(doc.AppendNumber(nil, n))
	if !n.IsFloat() {
		i, ok := new(big.Int).SetString(text, 10)
		if !ok {
			return json.Number(text)
		}
		return i
	}
	f, err := strconv.ParseFloat(text, 64)
	if err != nil || math.IsNaN(f) || math.IsInf(f, 0) {
		return nil
	}
	return f
}
