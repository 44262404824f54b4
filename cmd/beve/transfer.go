// This file moves the values of a source to an output in another format, or the
// same: what cat and convert have in common.

package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/beve-org/beve-go/cmd/internal/doc"
	"github.com/beve-org/beve-go/cmd/internal/source"
	"github.com/beve-org/beve-go/cmd/internal/style"
	"github.com/beve-org/beve-go/cmd/internal/table"
	"github.com/beve-org/beve-go/cmd/internal/target"
	"github.com/beve-org/beve-go/translator"
	"github.com/beve-org/beve-go/wire"
)

// transfer is how to write values.
type transfer struct {
	app     *app
	to      source.Format
	indent  bool
	framing bool
	log     *style.Style  // lines of a log, in this style, instead of JSON
	rows    *table.Writer // rows instead of JSON; only the caller closes it
	color   style.Style   // of JSON
	prompt  bool          // somebody may be waiting for what is written
	alone   bool          // by one worker, on the goroutine of the caller

	elements bool // arrays have been taken for their elements: one that is left is a row
}

// run writes all values of src to out and returns how many there were.
func (t transfer) run(src *source.Source, out *target.File) (int64, error) {
	w := &framed{File: out, pending: t.framing, prompt: t.prompt, delimited: t.to == source.BEVE}
	if t.to.IsRows() && t.rows == nil {
		o := table.Options{Form: table.CSV, JSON: cellJSON}
		if t.to == source.TSV {
			o.Form = table.TSV
		}
		t.rows = table.New(w, o)
		n, err := t.run(src, out)
		if err == nil {
			err = ofRows(src, t.rows.Close())
		}
		return n, err
	}
	workers := 1
	if t.rows == nil && !t.alone { // rows are needed in order
		workers = t.app.workers(src, t.prompt)
	}
	n, err := t.app.inParts(src, w, workers, t.values)
	if t.prompt {
		// Also after a failure: the values before it are good.
		if flushed := out.Flush(); err == nil {
			err = flushed
		}
	}
	return n, err
}

// values writes the values of src, which may be a part, and returns how many there were.
func (t transfer) values(src *source.Source, w io.Writer) (int64, error) {
	if t.direct(src) {
		dir := translator.BEVEToJSON
		if t.to == source.BEVE {
			dir = translator.JSONToBEVE
		}
		stats, err := translator.Transcode(w, src, dir, src.Translation())
		n, err := src.Transcoded(stats, err)
		return n, place(src, err)
	}
	values := src.Values()
	flushBefore(values, w)
	err := t.printer(src, w).all(values)
	return values.Count, err
}

// flushBefore passes on what is printed before values are waited for, if somebody may be waiting for it, and not
// sooner.
func flushBefore(values *source.Values, w io.Writer) {
	if f, ok := w.(*framed); ok && f.prompt {
		values.BeforeRead = f.Flush
		f.prompt = false
	}
}

// direct reports whether values need not be cut apart to be written.
func (t transfer) direct(src *source.Source) bool {
	o := src.Options()
	return !o.Single && o.OnBad == nil && !t.indent && !t.color.On && t.log == nil && t.rows == nil &&
		(src.Format.IsJSON() && t.to == source.BEVE || src.Format == source.BEVE && t.to.IsJSON())
}

// ofRows says of which source an error is that a row does not fit.
func ofRows(src *source.Source, err error) error {
	var write outputError
	if err == nil || errors.As(err, &write) {
		return err
	}
	return fmt.Errorf("%s: %w", style.Plain(src.Name), err)
}

// printer writes one value at a time, in whatever formats.
type printer struct {
	transfer
	src    *source.Source
	w      io.Writer
	opts   translator.Options
	direct *translator.DirectTranslate
	buf    []byte
	count  int64
}

func (t transfer) printer(src *source.Source, w io.Writer) *printer {
	opts := src.Translation()
	return &printer{transfer: t, src: src, w: w, opts: opts, direct: translator.NewDirectTranslate(opts)}
}

// plain reports whether values are printed as JSON of one line each, and no more.
func (t transfer) plain() bool {
	return !t.indent && !t.color.On && t.log == nil && t.rows == nil && t.to.IsJSON()
}

// all prints the values that are left.
func (p *printer) all(values *source.Values) error {
	for {
		v, err := values.Next()
		if err == io.EOF {
			return nil
		}
		if err == nil {
			err = p.print(v)
		}
		if err != nil {
			return err
		}
	}
}

// print prints a value.
func (p *printer) print(v source.Value) (err error) {
	p.count++
	if p.rows != nil {
		return p.row(v)
	}
	buf := p.buf[:0]
	switch {
	case p.to == source.BEVE:
		if p.count > 1 {
			buf = wire.AppendDelimiter(buf)
		}
		buf = append(buf, v.Data...)
	case p.log != nil:
		buf, err = appendLog(buf, v.Data, p.opts, *p.log)
		buf = append(buf, '\n')
	case p.indent:
		buf, err = p.opts.ToJSONIndent(v.Data, "", "  ")
		buf = append(buf, '\n')
	default:
		var text []byte
		text, err = p.direct.ToJSON(v.Data)
		buf = append(append(buf, text...), '\n')
	}
	if err != nil {
		return p.src.FailAt(v, err)
	}
	if p.color.On && p.to != source.BEVE && p.log == nil {
		buf = p.color.JSON(nil, buf)
	}
	if _, err := p.w.Write(buf); err != nil {
		return err
	}
	p.buf = buf
	if cap(buf) > maxKept {
		p.buf = nil
		p.direct.Close()
	}
	return nil
}

// text writes JSON text of one line in the form that is wanted.
func (p *printer) text(text []byte) error {
	if p.indent {
		var b bytes.Buffer
		if err := json.Indent(&b, text, "", "  "); err != nil {
			return err
		}
		text = b.Bytes()
	}
	p.buf = append(p.color.JSON(p.buf[:0], text), '\n')
	_, err := p.w.Write(p.buf)
	return err
}

// row writes a value as a row.
func (p *printer) row(v source.Value) error {
	d, err := doc.New(v.Data, wire.Limits(p.opts.Limits), p.opts.LegacyTypeTag)
	if err != nil {
		return p.src.FailAt(v, err)
	}
	if p.elements {
		return ofRows(p.src, p.rows.Row(d.Root()))
	}
	return ofRows(p.src, p.rows.Add(d.Root()))
}

// maxKept is the largest buffer that is kept for the next value.
const maxKept = 16 << 20

// framed is an output that puts a framing header before the first bytes, so that output without values has none, which
// would be malformed, and delimiters between the values of one part and the next.
type framed struct {
	*target.File
	pending, prompt    bool
	delimited, between bool
}

// gap is what is between the values of one part and the next.
func (f *framed) gap() []byte {
	if f.delimited {
		return wire.AppendDelimiter(nil)
	}
	return nil
}

// join says that what is written next is the next values of a stream, or of its beginning.
func (f *framed) join(after bool) { f.between = f.delimited && after }

// Write marks its errors as those of writing, so that they are not blamed on the
// source.
func (f *framed) Write(p []byte) (int, error) {
	if len(p) == 0 {
		return 0, nil
	}
	var head []byte
	if f.pending {
		head = wire.AppendFraming(head)
	}
	if f.between {
		head = append(head, f.gap()...)
	}
	if f.pending, f.between = false, false; head != nil {
		if _, err := f.File.Write(head); err != nil {
			return 0, ofWriting(err)
		}
	}
	n, err := f.File.Write(p)
	if err == nil && f.prompt {
		err = f.Flush()
	}
	return n, ofWriting(err)
}
