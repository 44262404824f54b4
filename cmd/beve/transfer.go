// This file moves the values of a source to an output in another format, or the
// same: what cat and convert have in common.

package main

import (
	"io"

	"github.com/beve-org/beve-go/cmd/internal/source"
	"github.com/beve-org/beve-go/cmd/internal/target"
	"github.com/beve-org/beve-go/translator"
	"github.com/beve-org/beve-go/wire"
)

// transfer is how to write values.
type transfer struct {
	to      source.Format
	indent  bool
	framing bool
	prompt  bool // somebody may be waiting for what is written
}

// run writes all values of src to out and returns how many there were.
func (t transfer) run(src *source.Source, out *target.File) (int64, error) {
	w := &framed{File: out, pending: t.framing, prompt: t.prompt}
	if !src.Options().Single && !t.indent && src.Format != source.MsgPack && src.Format.IsJSON() != t.to.IsJSON() {
		dir := translator.BEVEToJSON
		if t.to == source.BEVE {
			dir = translator.JSONToBEVE
		}
		stats, err := translator.Transcode(w, src, dir, src.Translation())
		return stats.Values, place(src, err)
	}
	n, err := t.values(src, w)
	if t.prompt {
		// Also after a failure: the values before it are good.
		if flushed := out.Flush(); err == nil {
			err = flushed
		}
	}
	return n, err
}

// values moves one value at a time, in whatever formats.
func (t transfer) values(src *source.Source, w *framed) (int64, error) {
	values := src.Values()
	if t.prompt {
		values.BeforeRead = w.Flush
		w.prompt = false
	}
	opts := src.Translation()
	direct := translator.NewDirectTranslate(opts)
	var buf []byte
	for {
		v, err := values.Next()
		if err == io.EOF {
			return values.Count, nil
		}
		if err != nil {
			return values.Count, err
		}
		buf = buf[:0]
		switch {
		case t.to == source.BEVE:
			if values.Count > 1 {
				buf = wire.AppendDelimiter(buf)
			}
			buf = append(buf, v.Data...)
		case t.indent:
			buf, err = opts.ToJSONIndent(v.Data, "", "  ")
			buf = append(buf, '\n')
		default:
			var text []byte
			text, err = direct.ToJSON(v.Data)
			buf = append(append(buf, text...), '\n')
		}
		if err != nil {
			return values.Count, src.FailAt(v, err)
		}
		if _, err := w.Write(buf); err != nil {
			return values.Count, err
		}
		if cap(buf) > maxKept {
			buf = nil
			direct.Close()
		}
	}
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
