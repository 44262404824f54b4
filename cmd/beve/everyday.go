// This file is the commands for the everyday: head, select, where, sort and count. What they print is what they read,
// byte for byte where it is BEVE; an array is the values in it, also one among other values: whether another follows the
// first is not known before all of that is read.

package main

import (
	"cmp"
	"errors"
	"io"
	"slices"
	"strings"

	"github.com/itchyny/gojq"
	"github.com/spf13/cobra"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/cmd/internal/doc"
	"github.com/beve-org/beve-go/cmd/internal/source"
	"github.com/beve-org/beve-go/cmd/internal/target"
	"github.com/beve-org/beve-go/translator"
	"github.com/beve-org/beve-go/wire"
)

// rows is what the everyday commands have in common: the rows of a file, or of a part of it, and how they are shown.
type rows struct {
	*shape
	src     *source.Source
	w       *framed // what the whole file is printed to
	printer *printer
	read    jqReader
	alone   bool // what is done with rows tells something apart from its results
}

// everyday makes a command whose first argument is a file.
func (a *app) everyday(cmd *cobra.Command, r *rows, run func(args []string) error) *cobra.Command {
	r.shape = &shape{app: a}
	cmd.RunE = func(_ *cobra.Command, args []string) error {
		if err := r.check(); err != nil {
			return err
		}
		src, err := a.open(args[0])
		if err != nil {
			return err
		}
		defer src.Close()
		out, err := target.New(a.shown(false), source.Plain)
		if err != nil {
			return err
		}
		r.src, r.w = src, &framed{File: out, prompt: true}
		r.printer = r.transferElements().printer(src, r.w)
		err = r.close(run(args[1:]))
		if flushed := ofWriting(out.Flush()); err == nil {
			err = flushed
		}
		return err
	}
	a.inputFlags(cmd)
	r.flags(cmd)
	return cmd
}

// transferElements returns how to print rows.
func (r *rows) transferElements() transfer {
	t := r.transfer()
	t.elements = true
	return t
}

// parallel adds the flag of commands that go over rows in parts.
func (a *app) parallel(cmd *cobra.Command) *cobra.Command {
	a.jobsFlag(cmd)
	return cmd
}

// inParts calls print for the rows of parts, which differ in the source and the printer, or for those of the file.
func (r *rows) inParts(print func(r *rows) error) error {
	workers := 1
	if !r.isRows() && !r.alone {
		workers = r.app.workers(r.src, true)
	}
	_, err := r.app.inParts(r.src, r.w, workers, func(src *source.Source, w io.Writer) (int64, error) {
		of := &rows{shape: r.shape, src: src, printer: r.transferElements().printer(src, w)}
		of.w, _ = w.(*framed)
		err := print(of)
		return of.printer.count, err
	})
	return err
}

// errEnoughRows ends a walk over rows.
var errEnoughRows = errors.New("enough rows")

// each calls f for every row: each value, or each element of a value that is an array. data is valid until f returns.
func (r *rows) each(f func(v source.Value, row beve.View, data []byte) error) error {
	o := beve.DecodeOptions{Limits: beve.Limits(r.src.Options().Limits), LegacyTypeTag: r.src.Options().LegacyTypeTag}
	values := r.src.Values()
	if r.w != nil {
		flushBefore(values, r.w)
	}
	for {
		v, err := values.Next()
		if err != nil {
			if err == io.EOF {
				err = nil
			}
			return err
		}
		root, err := o.NewView(v.Data)
		if err != nil {
			return r.src.FailAt(v, err)
		}
		if !root.IsArray() {
			err = f(v, root, v.Data)
		} else {
			err = r.elements(v, root, f)
		}
		if err == errEnoughRows {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

func (r *rows) elements(v source.Value, root beve.View, f func(v source.Value, row beve.View, data []byte) error) error {
	var buf []byte
	for e, err := range root.Elements() {
		if err == nil {
			buf, err = e.AppendRaw(buf[:0])
		}
		if err != nil {
			return r.src.FailAt(v, err)
		}
		if err := f(v, e, buf); err != nil {
			return err
		}
	}
	return nil
}

// print prints a row.
func (r *rows) print(v source.Value, data []byte) error {
	v.Data = data
	return r.printer.print(v)
}

func (a *app) headCommand() *cobra.Command {
	r, n := new(rows), 10
	cmd := a.everyday(&cobra.Command{
		Use:   "head FILE",
		Short: "Print the first values",
		Long: `Print the first values of a file, and read no further than that takes. An array is taken
for its elements, wherever in the file it is, so an empty one is no value.`,
		Example: `  beve head events.beve
  beve head -n 3 --table events.parquet`,
	}, r, func([]string) error {
		if n < 0 {
			return usagef("--number must not be negative")
		}
		left := n
		if left == 0 {
			return nil
		}
		return r.each(func(v source.Value, _ beve.View, data []byte) error {
			if err := r.print(v, data); err != nil {
				return err
			}
			if left--; left == 0 {
				return errEnoughRows
			}
			return nil
		})
	})
	cmd.Flags().IntVarP(&n, "number", "n", n, "how many values")
	return cmd
}

func (a *app) selectCommand() *cobra.Command {
	r := new(rows)
	return a.parallel(a.everyday(&cobra.Command{
		Use:   "select FILE POINTER...",
		Short: "Print some members of every value",
		Long: `Print of every value an object of the parts that JSON Pointers lead to. An array is taken
for its elements, wherever in the file it is, so an empty one is no value. A part is named
by the last step of its pointer, or as NAME=POINTER says; the step after a "/" at the end
is "", and so is the name of the whole value. Parts that are not there are left out.`,
		Example: `  beve select orders.beve /id /customer/name
  beve select orders.beve id=/id who=/customer/name --csv`,
	}, r, func(pointers []string) error {
		columns, err := namedPointers(pointers)
		if err != nil {
			return err
		}
		return r.inParts(func(r *rows) error { return r.selected(columns) })
	}))
}

// selected prints columns of the rows.
func (r *rows) selected(columns []namedPointer) error {
	var buf []byte
	return r.each(func(v source.Value, row beve.View, _ []byte) error {
		var parts []beve.Raw
		var names []string
		for _, c := range columns {
			part, err := row.At(c.pointer)
			if err != nil {
				continue // not there, for the value is whole
			}
			raw, err := part.Raw()
			if err != nil {
				return r.src.FailAt(v, err)
			}
			parts, names = append(parts, raw), append(names, c.name)
		}
		buf = wire.AppendSize(append(buf[:0], byte(wire.HeaderObject)), len(parts))
		for i, raw := range parts {
			buf = append(wire.AppendText(buf, names[i]), raw...)
		}
		return r.print(v, buf)
	})
}

// namedPointer is one member that select makes.
type namedPointer struct {
	name    string
	pointer translator.Pointer
}

// namedPointers reads NAME=POINTER or POINTER.
func namedPointers(args []string) ([]namedPointer, error) {
	var columns []namedPointer
	seen := map[string]bool{}
	for _, arg := range args {
		c := namedPointer{pointer: translator.Pointer(arg)}
		if !strings.HasPrefix(arg, "/") && arg != "" {
			name, pointer, ok := strings.Cut(arg, "=")
			if !ok {
				return nil, noPointer(arg)
			}
			c.name, c.pointer = name, translator.Pointer(pointer)
		} else {
			c.name = strings.NewReplacer("~1", "/", "~0", "~").Replace(arg[strings.LastIndexByte(arg, '/')+1:])
		}
		switch {
		case !c.pointer.Valid():
			return nil, noPointer(string(c.pointer))
		case seen[c.name]:
			return nil, usagef("two parts are named %q: say NAME=POINTER", c.name)
		}
		seen[c.name] = true
		columns = append(columns, c)
	}
	return columns, nil
}

func (a *app) whereCommand() *cobra.Command {
	r := new(rows)
	return a.parallel(a.everyday(&cobra.Command{
		Use:   "where FILE EXPR",
		Short: "Print the values for which an expression holds",
		Long: `Print the values for which an expression of jq gives something that is neither false nor
null. An array is taken for its elements, wherever in the file it is, so an empty one is
no value. They come out as they are; see query for the language, of
which input and inputs are not here.`,
		Example: `  beve where orders.beve '.total > 100'
  beve where events.ndjson '.level == "ERROR" and (.msg | test("timeout"))' --table`,
	}, r, func(args []string) error {
		code, err := compile(args[0], a.functions(func() *source.Source { return r.src })...)
		if err != nil {
			return err
		}
		r.alone = readsMore.MatchString(args[0])
		return r.inParts(func(r *rows) error { return r.where(code) })
	}))
}

// where prints the rows for which code holds.
func (r *rows) where(code *gojq.Code) error {
	return r.each(func(v source.Value, _ beve.View, data []byte) error {
		value, err := r.value(v, data)
		if err != nil {
			return err
		}
		iter := code.RunWithContext(r.app.ctx, value)
		for result, ok := iter.Next(); ok; result, ok = iter.Next() {
			switch result := result.(type) {
			case error:
				if r.app.ctx.Err() != nil {
					return r.app.ctx.Err()
				}
				return r.src.FailAt(v, &translator.DecodeError{Err: result})
			case nil:
			case bool:
				if result {
					return r.print(v, data)
				}
			default:
				return r.print(v, data)
			}
		}
		return nil
	})
}

// value is a row as gojq takes it.
func (r *rows) value(v source.Value, data []byte) (any, error) {
	r.read.limits, r.read.typeTags = wire.Limits(r.src.Options().Limits), r.src.Options().LegacyTypeTag
	value, err := r.read.read(data)
	if err != nil {
		return nil, r.src.FailAt(v, err)
	}
	return value, nil
}

// key is the part of a row that a pointer leads to, or nil, as gojq takes it.
func (r *rows) key(v source.Value, data []byte, pointer translator.Pointer) (any, error) {
	d, err := doc.New(data, wire.Limits(r.src.Options().Limits), r.src.Options().LegacyTypeTag)
	if err != nil {
		return nil, r.src.FailAt(v, err)
	}
	n, missing := find(d.Root(), pointer)
	if missing != nil {
		return nil, nil
	}
	return goValue(n), nil
}

// pointerOf checks a pointer that is an argument.
func pointerOf(arg string) (translator.Pointer, error) {
	columns, err := namedPointers([]string{arg})
	if err != nil {
		return "", err
	}
	return columns[0].pointer, nil
}

func (a *app) sortCommand() *cobra.Command {
	r, desc := new(rows), false
	cmd := a.everyday(&cobra.Command{
		Use:   "sort FILE [POINTER]",
		Short: "Print the values in the order of a part",
		Long: `Print the values in the order of the part that a JSON Pointer leads to, without one in
that of the values. An array is taken for its elements, wherever in the file it is, so an
empty one is no value. The order is that of jq: null, and parts that
are not there, false, true, numbers, strings, arrays, objects; equal ones stay in the
order of the file. All values are in memory.`,
		Example: `  beve sort orders.beve /total
  beve sort --desc events.ndjson /time --table`,
	}, r, func(args []string) error {
		pointer, err := pointerOf(strings.Join(args, ""))
		if err != nil {
			return err
		}
		type sortable struct {
			v    source.Value
			data []byte
			key  any
		}
		var all []sortable
		err = r.each(func(v source.Value, _ beve.View, data []byte) error {
			key, err := r.key(v, data, pointer)
			v.Data = nil
			all = append(all, sortable{v, slices.Clone(data), key})
			return err
		})
		if err != nil {
			return err
		}
		slices.SortStableFunc(all, func(x, y sortable) int {
			if desc {
				x, y = y, x
			}
			return gojq.Compare(x.key, y.key)
		})
		for _, row := range all {
			if err := r.print(row.v, row.data); err != nil {
				return err
			}
		}
		return nil
	})
	cmd.Flags().BoolVarP(&desc, "desc", "d", false, "the largest first")
	return cmd
}

func (a *app) countCommand() *cobra.Command {
	r := new(rows)
	return a.parallel(a.everyday(&cobra.Command{
		Use:   "count FILE [POINTER]",
		Short: "Count the values, in all or by a part",
		Long: `Print how many values a file has. An array is taken for its elements, wherever in the file
it is, so an empty one is no value: valid counts the arrays themselves. With a JSON
Pointer, print how often each value of that part occurs, the most frequent first, as
objects with the members value and count; a part that is not there is null.`,
		Example: `  beve count events.beve
  beve count events.beve /level --table`,
	}, r, func(args []string) error {
		var c *tally
		if len(args) == 0 {
			c = new(tally)
		} else {
			pointer, err := pointerOf(args[0])
			if err != nil {
				return err
			}
			c = &tally{by: &pointer}
		}
		err := source.InParts(r.src, source.Work[*tally]{
			Jobs: a.workers(r.src, false),
			Do: func(part *source.Source) (*tally, error) {
				t := &tally{by: c.by}
				return t, t.count(&rows{shape: r.shape, src: part})
			},
			Take: func(t *tally) error { c.add(t); return nil },
			Rest: func(*source.Source) error { return c.count(r) },
		})
		if err != nil {
			return err
		}
		return c.print(r)
	}))
}

// tally counts rows.
type tally struct {
	by     *translator.Pointer // nil to count them all together
	all    int64
	groups map[string]*group
	order  []*group
}

// group is the rows whose part is the same.
type group struct {
	key   any
	text  string
	count int64
}

// count counts rows.
func (t *tally) count(r *rows) error {
	return r.each(func(v source.Value, _ beve.View, data []byte) error {
		t.all++
		if t.by == nil {
			return nil
		}
		key, err := r.key(v, data, *t.by)
		if err != nil {
			return err
		}
		text, err := gojq.Marshal(key)
		if err != nil {
			return r.src.FailAt(v, err)
		}
		t.group(string(text), key).count++
		return nil
	})
}

// group returns the group of a key.
func (t *tally) group(text string, key any) *group {
	g := t.groups[text]
	if g == nil {
		if t.groups == nil {
			t.groups = map[string]*group{}
		}
		g = &group{key: key, text: text}
		t.groups[text] = g
		t.order = append(t.order, g)
	}
	return g
}

// add adds the rows of the next part.
func (t *tally) add(next *tally) {
	t.all += next.all
	for _, g := range next.order {
		t.group(g.text, g.key).count += g.count
	}
}

// print prints what has been counted.
func (t *tally) print(r *rows) error {
	if t.by == nil {
		return r.print(source.Value{}, wire.AppendUint(nil, uint64(t.all)))
	}
	slices.SortStableFunc(t.order, func(x, y *group) int {
		return cmp.Or(cmp.Compare(y.count, x.count), gojq.Compare(x.key, y.key))
	})
	for _, g := range t.order {
		value, err := translator.FromJSON([]byte(g.text))
		if err != nil {
			return err
		}
		buf := wire.AppendSize([]byte{byte(wire.HeaderObject)}, 2)
		buf = append(wire.AppendText(buf, "value"), value...)
		if err := r.print(source.Value{}, wire.AppendUint(wire.AppendText(buf, "count"), uint64(g.count))); err != nil {
			return err
		}
	}
	return nil
}
