// This file is the patch command, and the patches that diff makes.

package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/beve-org/beve-go/cmd/internal/doc"
	"github.com/beve-org/beve-go/cmd/internal/source"
	"github.com/beve-org/beve-go/cmd/internal/style"
	"github.com/beve-org/beve-go/cmd/internal/target"
	"github.com/beve-org/beve-go/internal/fault"
	jsonpatch "github.com/beve-org/beve-go/json/patch"
	"github.com/beve-org/beve-go/msgpack/msgp"
	packpatch "github.com/beve-org/beve-go/msgpack/patch"
	"github.com/beve-org/beve-go/patch"
	"github.com/beve-org/beve-go/translator"
	"github.com/beve-org/beve-go/wire"
)

// patching is the flags and the patch of one patch command.
type patching struct {
	app   *app
	merge bool
	write bool
	force bool
	text  string // the patch itself, as JSON

	name string // of the patch, for errors
	json []byte
	beve []byte // where the patch is one of BEVE, else nil
	pack []byte // where it is one of MessagePack
}

func (a *app) patchCommand() *cobra.Command {
	p := patching{app: a}
	cmd := &cobra.Command{
		Use:   "patch FILE [PATCH]",
		Short: "Apply a JSON Patch or a merge patch",
		Long: `Apply a patch to BEVE, JSON or MessagePack, and print the result in the format of FILE.
With --write it takes the place of FILE, at once and only when all has succeeded; FILE is
a regular file then.

PATCH is a file of any of these formats, or --expression has it as JSON. An array is a
JSON Patch (RFC 6902): operations add, remove, replace, move, copy and test, whose paths
are JSON Pointers. An object is a JSON Merge Patch (RFC 7396): its members replace those
of the document, objects are merged, and null removes a member. --merge takes what is
neither for a merge patch, which replaces the document.

What the patch does not name keeps its bytes: types of numbers, typed arrays, the layout
of JSON, also line ends and a byte order mark. Of a stream every value is patched, and
with --skip-bad what is malformed stays as it is. If an operation fails, a "test" too,
nothing is written, and the error says which one, counted from 0, and where.

FILE keeps its permissions, and its owner where the system lets it; a symbolic link stays
one. A file that is read-only is left alone but for --force.`,
		Example: `  beve patch config.beve change.json > new.beve
  beve patch -w config.json -e '[{"op":"replace","path":"/port","value":8080}]'
  beve patch -w config.beve -e '{"debug":null}'
  beve diff --patch old.beve new.beve | beve patch -w copy.beve -`,
		RunE: func(cmd *cobra.Command, names []string) error {
			inline := cmd.Flags().Changed("expression")
			switch {
			case inline == (len(names) == 2):
				return usagef("one patch is wanted: a file, or --expression, as in: beve patch %s -e '{\"name\":\"new value\"}'", style.Plain(names[0]))
			case len(names) == 2 && names[0] == "-" && names[1] == "-":
				return usagef("only one of the files can be standard input")
			case p.write && names[0] == "-":
				return usagef("--write needs a file")
			case p.write && !replaceable(names[0]):
				return usagef("--write needs a regular file, and %s is none", style.Plain(names[0]))
			}
			if err := p.read(append(names, "")[1]); err != nil {
				return err
			}
			return p.file(names[0])
		},
	}
	a.inputFlags(cmd)
	f := cmd.Flags()
	f.StringVarP(&p.text, "expression", "e", "", "the patch, as JSON")
	f.BoolVarP(&p.write, "write", "w", false, "put the result in the place of FILE")
	f.BoolVar(&p.merge, "merge", false, "the patch is a merge patch, whatever it looks like")
	f.BoolVarP(&p.force, "force", "f", false, "replace a file that is read-only, write binary output to a terminal")
	return cmd
}

// replaceable reports whether a file can be read to its end and replaced, unless opening it says what is wrong with it: not
// so a pipe, a device or a socket, of which the first would be waited for.
func replaceable(name string) bool {
	info, err := os.Stat(name)
	return err != nil || info.IsDir() || info.Mode().IsRegular()
}

// one reads the only value of a source, as it is there; more says what is wrong where another follows.
func one(src *source.Source, more string) (source.Value, error) {
	values := src.Values()
	v, err := values.Next()
	if err == io.EOF {
		return v, src.Fail(errors.New("no value"))
	}
	if err != nil {
		return v, err
	}
	v.Data, v.Text, v.Packed = append([]byte(nil), v.Data...), append([]byte(nil), v.Text...), append([]byte(nil), v.Packed...)
	second, err := values.Next()
	if err == io.EOF {
		return v, nil
	}
	if err == nil {
		err = src.FailAt(second, fault.At(0, fault.Because(fault.ErrTrailing, more)))
	}
	return v, err
}

// read reads the patch, from a file or the flag.
func (p *patching) read(name string) error {
	o := source.Options{Stdin: p.app.in, Limits: translator.Limits{MaxDepth: deepest}}
	src, err := p.open(name, o)
	if err != nil {
		return err
	}
	defer src.Close()
	v, err := one(src, "a second value, and a patch is one: put all operations into one array")
	if err != nil {
		return err
	}
	p.name = src.Name
	switch {
	case src.Format == source.MsgPack:
		p.pack = v.Packed
	case src.Format == source.BEVE:
		p.beve = v.Data
	case src.Format.IsRows():
		return usagef("a patch is JSON, BEVE or MessagePack, and %s is %s", src.Name, src.Format)
	}
	if p.json = v.Text; len(p.json) == 0 {
		if p.json, err = translator.ToJSON(v.Data); err != nil {
			return src.FailAt(v, err)
		}
	}
	switch c := p.json[0]; {
	case c == '{' || p.merge:
		p.merge = true
		return nil
	case c != '[':
		return src.FailAt(v, fault.At(0, errors.New("neither an array, as a JSON Patch is, nor an object, as a merge patch is (--merge takes it for one)")))
	}
	// What is wrong with the patch itself is found out on a document that holds nothing: whatever fails there is at its
	// start, and what is wrong with an operation is in the array.
	switch {
	case p.beve != nil:
		_, err = patch.Apply(wire.AppendNull(nil), p.beve)
	case p.pack != nil:
		_, err = packpatch.Apply(msgp.AppendNil(nil), p.pack)
	default:
		_, err = jsonpatch.Apply([]byte("null"), p.json)
	}
	var d *translator.DecodeError
	if errors.As(err, &d) && d.Offset > 0 {
		return src.Fail(after(v.Offset, d))
	}
	return nil
}

// after is an error about a value that begins at an offset of its source.
func after(offset int64, err *translator.DecodeError) *translator.DecodeError {
	placed := *err
	placed.Offset += offset
	return &placed
}

func (p *patching) open(name string, o source.Options) (*source.Source, error) {
	if name != "" {
		return source.Open(name, o)
	}
	o.Kind.Format = source.JSON
	return source.OpenReader("--expression", strings.NewReader(p.text), o)
}

// file patches the values of a file.
func (p *patching) file(name string) error {
	a := p.app
	src, err := a.open(name)
	if err != nil {
		return err
	}
	defer src.Close()
	text := src.Format.IsJSON()
	switch {
	case src.Format.IsRows():
		return usagef("patch changes BEVE, JSON and MessagePack, not %s: convert it first", src.Format)
	case src.Schema != nil:
		return usagef("patch changes BEVE, JSON and MessagePack, not Parquet: convert it first")
	case src.Options().Schema != nil:
		return usagef("patch takes no --schema: the paths of numbered fields have their numbers")
	case !p.write && a.outIsTerminal && !p.force && !(text && src.Compression == source.Plain):
		return usagef("binary output would spoil the terminal: redirect it, or use --write or --force")
	}
	var out *target.File
	if p.write {
		out, err = create(name, src.Compression, p.force)
	} else {
		to := a.out
		if text && src.Compression == source.Plain {
			to = a.shown(true)
		}
		out, err = target.New(to, src.Compression)
	}
	if err != nil {
		return ofWriting(err)
	}
	defer out.Abort()
	if err := p.values(src, out); err != nil {
		return err
	}
	return ofWriting(out.Commit())
}

// values writes the patched values of src, and what lies between them as it is.
func (p *patching) values(src *source.Source, out *target.File) error {
	var failed error
	apart := true   // what has been written last does not run into the next value
	last := byte(0) // of what has been written
	write := func(b []byte) {
		if len(b) > 0 && failed == nil {
			_, failed = out.Write(b)
			last = b[len(b)-1]
		}
	}
	write([]byte(src.Mark()))
	values := src.Values()
	values.Between = func(b []byte) {
		apart = true
		write(b)
	}
	for {
		v, err := values.Next()
		if err == io.EOF {
			if !p.write && p.app.outIsTerminal && src.Format.IsJSON() && last != '\n' {
				write([]byte("\n"))
			}
			return ofWriting(failed)
		}
		if err != nil {
			return err
		}
		patched, err := p.apply(src, v)
		if err != nil {
			var d *translator.DecodeError
			if errors.As(err, &d) {
				d = after(v.Offset, d)
				d.Err = p.withOperation(d.Err)
				err = d
			}
			return src.Fail(err)
		}
		if src.Format.IsJSON() && !apart && !bounds(last, patched[0]) {
			write([]byte("\n"))
		}
		write(patched)
		if apart = false; failed != nil {
			return ofWriting(failed)
		}
	}
}

// withOperation returns why a patch fails with the operation that does, if it is one.
func (p *patching) withOperation(cause error) error {
	var operations []json.RawMessage
	if p.merge || json.Unmarshal(p.json, &operations) != nil {
		return cause
	}
	at, why := 0, cause.Error()
	if len(operations) > 1 {
		number, rest, ok := strings.Cut(strings.TrimPrefix(why, "operation "), ": ")
		n, err := strconv.Atoi(number)
		if !ok || err != nil {
			return cause // it is about what has come of all
		}
		at, why = n, rest
	} else if errors.Is(cause, translator.ErrLimit) || errors.Is(cause, translator.ErrDepth) {
		return cause
	}
	if at >= len(operations) {
		return cause
	}
	var text bytes.Buffer
	if json.Compact(&text, operations[at]) != nil {
		return cause
	}
	const shown = 100
	return fault.Because(cause, fmt.Sprintf("operation %d, %s: %s", at, style.Clip(text.String(), shown), why))
}

// bounds reports whether two values of JSON need nothing between them whose last and first bytes these are.
func bounds(last, first byte) bool {
	return strings.IndexByte(`]}"`, last) >= 0 && strings.IndexByte(`[{"`, first) >= 0
}

// apply returns a patched value, in the format of its source.
func (p *patching) apply(src *source.Source, v source.Value) ([]byte, error) {
	switch {
	case src.Format.IsJSON() && p.merge:
		return jsonpatch.Merge(v.Text, p.json)
	case src.Format.IsJSON():
		return jsonpatch.Apply(v.Text, p.json)
	case src.Format == source.MsgPack && p.pack != nil && p.merge:
		return packpatch.Merge(v.Packed, p.pack)
	case src.Format == source.MsgPack && p.pack != nil:
		return packpatch.Apply(v.Packed, p.pack)
	case src.Format == source.MsgPack && p.merge:
		return packpatch.MergeJSON(v.Packed, p.json)
	case src.Format == source.MsgPack:
		return packpatch.ApplyJSON(v.Packed, p.json)
	case p.beve != nil && p.merge:
		return patch.Merge(v.Data, p.beve)
	case p.beve != nil:
		return patch.Apply(v.Data, p.beve)
	case p.merge:
		return patch.MergeJSON(v.Data, p.json)
	}
	return patch.ApplyJSON(v.Data, p.json)
}

// makePatch prints the JSON Patch that makes b of a: in BEVE with the types that there are, in JSON of what both say in
// JSON, which is empty if and only if they do not differ to diff without a patch. It reports whether they differ.
func (c *comparison) makePatch(a, b *source.Source) (differ bool, err error) {
	const more = "a second value, and --patch compares files of one: compare them without --patch, or make an array of each, with beve query --slurp ."
	x, err := one(a, more)
	if err != nil {
		return false, err
	}
	y, err := one(b, more)
	if err != nil {
		return false, err
	}
	if c.patchTo == "beve" {
		made, err := patch.Diff(x.Data, y.Data)
		if err != nil {
			return false, err
		}
		if _, err := c.w.Write(made); err != nil {
			return false, err
		}
		n, _, err := wire.ReadArray(made, 0)
		return n > 0, err
	}
	differ, err = c.differ(a, b, x, y)
	if err != nil {
		return false, err
	}
	made := []byte("[]")
	if differ {
		before, err := translator.ToJSON(x.Data)
		if err != nil {
			return false, a.FailAt(x, err)
		}
		after, err := translator.ToJSON(y.Data)
		if err != nil {
			return false, b.FailAt(y, err)
		}
		if made, err = jsonpatch.Diff(before, after); err != nil {
			return false, err
		}
		if string(made) == "[]" {
			return false, fmt.Errorf("%s and %s differ in what JSON has no form for, as NaN and the infinities: --patch=beve has one", a.Name, b.Name)
		}
	}
	made = append(c.style.JSON(nil, made), '\n')
	_, err = c.app.shown(false).Write(made)
	return differ, err
}

// differ reports whether two values differ, as diff without a patch does.
func (c *comparison) differ(a, b *source.Source, x, y source.Value) (bool, error) {
	docs := [2]*doc.Doc{}
	for i, v := range [2]source.Value{x, y} {
		src := [2]*source.Source{a, b}[i]
		d, err := doc.New(v.Data, wire.Limits(src.Options().Limits), src.Options().LegacyTypeTag)
		if err != nil {
			return false, src.FailAt(v, err)
		}
		docs[i] = d
	}
	quiet := comparison{app: c.app, quiet: true, value: 1}
	err := quiet.nodes(nil, docs[0].Root(), docs[1].Root())
	if err == errStop {
		err = nil
	}
	return quiet.count > 0, err
}
