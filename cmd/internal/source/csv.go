// This file cuts sources of CSV and TSV into values: each row is an object, whose members the first row names. It
// reads what package table writes as it was: an empty cell is null and "" is empty text, and what is in quotes is text
// even if it looks like a number, which encoding/csv cannot tell.

package source

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/beve-org/beve-go/cmd/internal/style"
	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/jsontext"
	"github.com/beve-org/beve-go/wire"
)

// cell is one cell of a row.
type cell struct {
	text   []byte
	quoted bool
}

// nextCSV returns the next row.
func (v *Values) nextCSV() (Value, error) {
	if !v.begun {
		v.begun = true
		if ok, err := v.toValue(emptyLines); !ok {
			return Value{}, err
		}
		if err := v.titles(); err != nil {
			return Value{}, err
		}
	}
	between := emptyLines
	if len(v.columns) == 1 {
		between = nothing // an empty line is a row whose cell is null
	}
	if ok, err := v.toValue(between); !ok {
		return Value{}, err
	}
	end, err := v.row()
	if err != nil {
		return Value{}, err
	}
	if len(v.cells) != len(v.columns) {
		return Value{}, v.badRow(fmt.Sprintf("%s, and the first row has %d%s", rowOf(len(v.cells)), len(v.columns), v.otherSeparator()))
	}
	v.text = append(v.text[:0], '{')
	for i, c := range v.cells {
		if i > 0 {
			v.text = append(v.text, ',')
		}
		v.text = append(append(v.text, v.columns[i]...), ':')
		v.text = appendCell(v.text, c)
	}
	v.text = append(v.text, '}')
	return v.translate(v.text, end)
}

// titles reads the first row.
func (v *Values) titles() error {
	if bytes.HasPrefix(v.window, []byte("\ufeff")) {
		v.advance(3)
	}
	end, err := v.row()
	if err != nil {
		return err
	}
	seen := map[string]bool{}
	for _, c := range v.cells {
		if seen[string(c.text)] {
			return v.badRow("two columns are named " + style.Quote(style.Clip(string(c.text), 60)))
		}
		seen[string(c.text)] = true
		v.columns = append(v.columns, string(jsontext.AppendText(nil, string(c.text))))
	}
	v.advance(end)
	return nil
}

// badRow is the error for the row at the start of the window.
func (v *Values) badRow(why string) error { return fault.At(0, fault.Because(fault.ErrSyntax, why)) }

// rowOf tells a row by the number of its cells.
func rowOf(cells int) string {
	if cells == 1 {
		return "row of 1 cell"
	}
	return fmt.Sprintf("row of %d cells", cells)
}

// otherSeparator says what else may separate the cells, where a name in the first row has it.
func (v *Values) otherSeparator() string {
	if v.src.Format != CSV {
		return ""
	}
	names := strings.Join(v.columns, " ")
	for _, c := range separators {
		escaped := string(jsontext.AppendText(nil, string(rune(c))))
		if c != v.src.separator && strings.Contains(names, strings.Trim(escaped, `"`)) {
			return fmt.Sprintf("; cells are taken to be between %s: see --separator", separatorName(v.src.separator))
		}
	}
	return ""
}

// emptyLines passes over lines without anything in them.
func emptyLines(b []byte) (n int, more bool) {
	for n < len(b) && (b[n] == '\n' || b[n] == '\r') {
		n++
	}
	return n, false
}

// nothing passes over nothing.
func nothing([]byte) (n int, more bool) { return 0, false }

// row fills the window until it holds a row, and cuts it into cells.
func (v *Values) row() (end int, err error) {
	for {
		end, err = v.cut(v.window)
		if !errors.Is(err, fault.ErrTruncated) || v.ended {
			break
		}
		if err := v.fillRow(); err != nil {
			return 0, err
		}
	}
	if err == nil && int64(end) > fault.Limits(v.opts.Limits).StreamBytes() {
		err = v.tooLong()
	}
	if err == nil && !wire.ValidText(v.window[:end]) {
		err = notUTF8(v.window[:end])
	}
	if err == nil && len(v.cells) > maxColumns {
		err = fault.At(0, fault.Because(fault.ErrLimit, "more columns than "+strconv.Itoa(maxColumns)))
	}
	return end, err
}

// notUTF8 is the error for text that has a byte which is not of UTF-8.
func notUTF8(text []byte) error {
	i := 0
	for i < len(text) {
		r, n := utf8.DecodeRune(text[i:])
		if r == utf8.RuneError && n == 1 {
			break
		}
		i += n
	}
	return fault.At(i, fault.ErrUTF8)
}

// fillRow reads on until the row may have its end: a row is cut from its start again each time, so a long one is not
// before it is twice as long.
func (v *Values) fillRow() error {
	const short = 1 << 20
	for had := len(v.window); ; {
		before := len(v.window)
		if err := v.fill(); err != nil || v.ended {
			return err
		}
		if bytes.ContainsAny(v.window[before:], "\r\n") && (had < short || len(v.window) >= 2*had) {
			return nil
		}
	}
}

// maxColumns is the most cells of a row.
const maxColumns = 1 << 20

// cut cuts the row at the start of b into cells. The error for a row whose end is not in b, which is not the last,
// matches ErrTruncated.
func (v *Values) cut(b []byte) (end int, err error) {
	v.cells = v.cells[:0]
	separator := v.src.separator
	stops := string([]byte{separator, '\r', '\n'})
	for i := 0; ; i++ {
		var c cell
		if v.src.Format == CSV && i < len(b) && b[i] == '"' {
			c.quoted = true
			if c.text, i, err = quoted(b, i); err != nil {
				return 0, err
			}
		} else {
			start := i
			i = v.cellEnd(b, i, stops)
			c.text = b[start:i]
		}
		if !v.ended && (i == len(b) || b[i] == '\r' && i+1 == len(b)) {
			return 0, fault.At(i, fault.ErrTruncated)
		}
		v.cells = append(v.cells, v.unescaped(c))
		switch n := v.rowEnd(b, i); {
		case i == len(b) || n > 0:
			return i + n, nil
		case b[i] != separator:
			return 0, fault.At(i, fault.Because(fault.ErrSyntax, "text after the quotes of a cell"))
		}
	}
}

// cellEnd returns where the cell without quotes ends that begins at b[i].
func (v *Values) cellEnd(b []byte, i int, stops string) int {
	for ; ; i++ {
		n := bytes.IndexAny(b[i:], stops)
		if n < 0 {
			return len(b)
		}
		if i += n; b[i] != '\r' || i+1 == len(b) || v.rowEnd(b, i) > 0 {
			return i
		}
	}
}

// rowEnd returns how many bytes at b[i:] end a row, 0 if it goes on: a line feed, perhaps after a carriage return. If
// the first row ends with a carriage return alone, so do all.
func (v *Values) rowEnd(b []byte, i int) int {
	switch {
	case i == len(b):
		return 0
	case b[i] == '\n':
		return 1
	case b[i] != '\r':
		return 0
	case i+1 < len(b) && b[i+1] == '\n':
		return 2
	case len(v.columns) == 0:
		v.returns = true
	}
	if v.returns || i+1 == len(b) {
		return 1
	}
	return 0
}

// quoted reads a cell in quotes, in which two quotes are one.
func quoted(b []byte, off int) (text []byte, next int, err error) {
	start := off + 1
	doubled := false
	for i := start; ; {
		n := bytes.IndexByte(b[i:], '"')
		if n < 0 {
			return nil, off, fault.At(off, fault.Because(fault.ErrTruncated, "quotes of a cell that do not end"))
		}
		i += n
		if i+1 < len(b) && b[i+1] == '"' {
			doubled = true
			i += 2
			continue
		}
		if text = b[start:i]; doubled {
			text = bytes.ReplaceAll(text, []byte(`""`), []byte(`"`))
		}
		return text, i + 1, nil
	}
}

// unescaped undoes the escapes of TSV.
func (v *Values) unescaped(c cell) cell {
	if v.src.Format == TSV && bytes.IndexByte(c.text, '\\') >= 0 {
		c.text = tsvEscapes(c.text)
	}
	return c
}

// tsvEscapes reads \t, \n, \r and \\ in a cell of TSV; another backslash is itself.
func tsvEscapes(text []byte) []byte {
	out := make([]byte, 0, len(text))
	for i := 0; i < len(text); i++ {
		c := text[i]
		if c == '\\' && i+1 < len(text) {
			if at := bytes.IndexByte([]byte(`tnr\`), text[i+1]); at >= 0 {
				c = "\t\n\r\\"[at]
				i++
			}
		}
		out = append(out, c)
	}
	return out
}

// appendCell appends a cell as JSON.
func appendCell(dst []byte, c cell) []byte {
	if !c.quoted {
		switch {
		case len(c.text) == 0:
			return append(dst, "null"...)
		case Bare(c.text):
			return append(dst, c.text...)
		}
	}
	return jsontext.AppendText(dst, string(c.text))
}

// maxDigits is the longest cell that is a number: longer ones may not fit any.
const maxDigits = 36

// Bare reports whether a cell without quotes is a number or a boolean of JSON.
func Bare(text []byte) bool {
	switch string(text) {
	case "true", "false":
		return true
	}
	if len(text) == 0 || len(text) > maxDigits || text[0] != '-' && (text[0] < '0' || text[0] > '9') {
		return false
	}
	var scan jsontext.Scanner
	scan.Reset(0)
	end, complete, err := scan.Scan(text, true)
	if err != nil || !complete || end != len(text) {
		return false
	}
	if bytes.ContainsAny(text, ".eE") {
		f, err := strconv.ParseFloat(string(text), 64)
		return err == nil && jsontext.Keeps(text, f) // digits or an exponent that no float has are text
	}
	return true
}
