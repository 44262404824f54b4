// This file is how failures of input are told: file, offset, path, reason.

package source

import (
	"context"
	"errors"
	"io"
	"os"
	"strconv"

	"github.com/beve-org/beve-go/cmd/internal/sniff"
	"github.com/beve-org/beve-go/cmd/internal/style"
	"github.com/beve-org/beve-go/translator"
)

// An Error is bad input. Its text is "file: offset: path: reason", where the
// offset counts decompressed bytes and a whole value has no path.
type Error struct {
	Name   string
	Offset int64
	Path   translator.Pointer
	Err    error
	// Hint is what may help, or "".
	Hint string
	// Line and Column, from 1 and in characters, are the place in text, or 0 where that is not known.
	Line, Column int64
}

// Error formats the error on one line of less than 2 KB that no input can break.
func (e *Error) Error() string {
	place := style.Short(e.Name) + ": " + strconv.FormatInt(e.Offset, 10) + ": "
	if e.Path != "" {
		place += style.Short(string(e.Path)) + ": "
	}
	text := place + style.Short(e.Err.Error())
	if e.Line > 0 {
		text += " (line " + strconv.FormatInt(e.Line, 10) + ", column " + strconv.FormatInt(e.Column, 10) + ")"
	}
	if e.Hint != "" {
		text += "; " + e.Hint
	}
	return text
}

// Unwrap returns the reason.
func (e *Error) Unwrap() error { return e.Err }

// Fail places an error that reading this source gave.
func (s *Source) Fail(err error) error {
	var d *translator.DecodeError
	var placed *Error
	switch {
	case err == nil || err == errCut || errors.As(err, &placed) || errors.Is(err, context.Canceled):
		return err
	case errors.As(err, &d):
		return s.placed(&Error{Name: s.Name, Offset: d.Offset, Path: d.Path, Err: cause(d)})
	case errors.Is(err, io.ErrUnexpectedEOF):
		err = errors.New("compressed data ends too early")
	}
	var p *os.PathError
	if errors.As(err, &p) {
		err = p.Err
	}
	return &Error{Name: s.Name, Offset: s.offset, Err: err}
}

// FailAt places an error found in a value of this source, whose offset counts in
// the value's encoding. In a source that is not BEVE only the start of the value
// can be told.
func (s *Source) FailAt(v Value, err error) error {
	var d *translator.DecodeError
	if !errors.As(err, &d) {
		return s.Fail(err)
	}
	e := &Error{Name: s.Name, Offset: v.Offset, Path: d.Path, Err: cause(d)}
	if s.Format == BEVE {
		e.Offset += d.Offset
	}
	return s.placed(e)
}

// placed adds line and column to an error in text, and what may help.
func (s *Source) placed(e *Error) *Error {
	isText := s.Format.IsJSON() || s.Format.IsRows()
	if isText {
		e.Line, e.Column = s.place(e.Offset)
	}
	const first = 16 // how far into a file of another format some of its bytes may pass for values
	switch what := sniff.Foreign(s.head); {
	case what != "" && e.Offset < first:
		e.Hint = "this looks like " + what
	case isText && errors.Is(e.Err, translator.ErrUTF8):
		e.Hint = "if this is of an older encoding, iconv makes it UTF-8, as iconv -f windows-1252 -t utf-8 does"
	case s.guessed && s.Format.IsJSON() && e.Line == 1:
		if what = sniff.Lines(s.head); what != "" {
			e.Hint = "this looks like " + what
		}
	case s.guessed && s.Format == BEVE && e.Offset < first:
		e.Hint = "the first bytes are of no format that is known: --from says which it is"
	}
	return e
}

// cause is the reason of an error without the places that other packages gave it.
func cause(d *translator.DecodeError) error {
	for {
		var inner *translator.DecodeError
		if !errors.As(d.Err, &inner) || inner.Err == nil {
			return d.Err
		}
		d = inner
	}
}
