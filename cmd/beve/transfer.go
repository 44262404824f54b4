// This file moves the values of a source to an output in another format, or the
// same: what cat and convert have in common.

package main

import (
	"io"

	"github.com/beve-org/beve-go/cmd/internal/source"
	"github.com/beve-org/beve-go/cmd/internal/style"
	"github.com/beve-org/beve-go/cmd/internal/target"
	"github.com/beve-org/beve-go/translator"
	"github.com/beve-org/beve-go/wire"
)

// transfer is how to write values.
type transfer struct {
	to      source.Format
	indent  bool
	framing bool
	log     *style.Style // lines of a log, in this style, instead of JSON
	prompt  bool         // somebody may be waiting for what is written
}

// run writes all values of src to out and returns how many there were.
func (t transfer) run(src *source.Source, out *target.File) (int64, error) {
	w := &framed{File: out, pending: t.framing, prompt: t.prompt}
	if !src.Options().Single && !t.indent && t.log == nil && src.Format != source.MsgPack && src.Format.IsJSON() != t.to.IsJSON() {
		dir := translator.BEVEToJSON
		if t.to == source.BEVE {
			dir = translator.JSONToBEVE
		}
		stats, err := translator.Transcode(w, src, dir, src.Translation())
		return stats.Values, place(src, err)
	}
	values := src.Values()
	if t.prompt {
		values.BeforeRead = w.Flush
		w.prompt = false
	}
	err := t.printer(src, w).all(values)
	if t.prompt {
		// Also after a failure: the values before it are good.
		if flushed := out.Flush(); err == nil {
			err = flushed
		}
	}
	return values.Count, err
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

// maxKept is the largest buffer that is kept for the next value.
const maxKept = 16 << 20

// framed puts a framing header before the first bytes, so that output without
// values has none, which would be malformed.
type framed struct {
	*target.File
	pending, prompt bool
}

// Write marks its errors as those of writing, so that they are not blamed on the
// source.
func (f *framed) Write(p []byte) (int, error) {
	if f.pending {
		f.pending = false
		if _, err := f.File.Write(wire.AppendFraming(nil)); err != nil {
			return 0, ofWriting(err)
		}
	}
	n, err := f.File.Write(p)
	if err == nil && f.prompt {
		err = f.Flush()
	}
	return n, ofWriting(err)
}
