// Package table lays values out as rows and columns: CSV and TSV for programs, and tables for people.
//
// The columns are the members of the first rows; a later row with another member is an error, so that nothing is left
// out unseen, and so are rows of which none has members. A value that is not an object is a row with the one column
// "value".
package table

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"
	"unicode"

	"github.com/beve-org/beve-go/cmd/internal/doc"
	"github.com/beve-org/beve-go/cmd/internal/source"
	"github.com/beve-org/beve-go/cmd/internal/style"
)

// Form is how rows are written.
type Form uint8

// The forms.
const (
	CSV   Form = iota // text in quotes where it would be read as something else; null is an empty cell
	TSV               // tabs and ends of lines as \t and \n
	Plain             // columns padded to a width
)

// Options say how to write rows.
type Options struct {
	Form Form
	// Width is the characters that a line of Plain may have, 0 for any number.
	Width int
	// Style is that of the titles of Plain.
	Style style.Style
	// JSON appends an array or object as text of one line.
	JSON func(dst []byte, n doc.Node) ([]byte, error)
}

// sampled is how many rows the columns, and their widths, are known from.
const sampled = 1000

// A Writer writes rows.
type Writer struct {
	opts    Options
	w       *bufio.Writer
	columns []string
	index   map[string]int
	widths  []int
	numbers []bool // columns of numbers, which Plain aligns at the right
	held    [][]cell
	begun   bool
	rows    int64
	free    []cell
}

// cell is one cell: its text, and what it was.
type cell struct {
	text string
	kind doc.Kind
	set  bool
}

// New returns a Writer that writes to w.
func New(w io.Writer, opts Options) *Writer {
	return &Writer{opts: opts, w: bufio.NewWriter(w), index: map[string]int{}}
}

// Add writes a value, or holds it back until the columns are known. An array is one row for each of its elements.
func (t *Writer) Add(n doc.Node) error {
	if n.Kind() != doc.Array {
		return t.Row(n)
	}
	for _, e := range n.Children() {
		if err := t.Row(e); err != nil {
			return err
		}
	}
	return nil
}

// Row writes a value as one row, also an array, or holds it back until the columns are known.
func (t *Writer) Row(n doc.Node) error {
	var cells []cell
	if t.begun {
		cells = t.free[:len(t.columns)]
		clear(cells)
	} else {
		cells = make([]cell, len(t.columns))
	}
	set := func(name string, n doc.Node) error {
		i, ok := t.index[name]
		switch {
		case !ok && t.begun:
			return fmt.Errorf("row %d has %s, and the columns are the members of the first %d rows", t.rows, style.Quote(style.Clip(name, 60)), sampled)
		case !ok:
			i = len(t.columns)
			t.index[name] = i
			t.columns = append(t.columns, name)
		}
		for len(cells) <= i {
			cells = append(cells, cell{})
		}
		var err error
		cells[i], err = t.cell(n)
		return err
	}
	if n.Kind() != doc.Object {
		if err := set("value", n); err != nil {
			return err
		}
	} else {
		for name, child := range n.Children() {
			if err := set(name, child); err != nil {
				return err
			}
		}
	}
	t.rows++
	if t.begun {
		return t.write(cells)
	}
	if t.held = append(t.held, cells); len(t.held) == sampled {
		return t.begin()
	}
	return nil
}

// cell returns what is shown of a value.
func (t *Writer) cell(n doc.Node) (c cell, err error) {
	c.kind, c.set = n.Kind(), true
	switch c.kind {
	case doc.String:
		c.text = n.Text()
	case doc.Null:
		if t.opts.Form == Plain {
			c.text = "null"
		}
	case doc.Array, doc.Object:
		var text []byte
		text, err = t.opts.JSON(nil, n)
		c.text = string(text)
	default:
		c.text = string(n.AppendText(nil))
		if c.kind == doc.Number && t.opts.Form != Plain && !isFinite(n) {
			c.text, c.kind = "", doc.Null // as in JSON
		}
	}
	return c, err
}

// isFinite reports whether a number is neither NaN nor infinite.
func isFinite(n doc.Node) bool {
	f, ok := n.Number().Float64()
	return !ok || !math.IsNaN(f) && !math.IsInf(f, 0)
}

// begin writes the titles and what was held back.
func (t *Writer) begin() error {
	t.begun = true
	switch {
	case t.rows == 0:
		return nil
	case len(t.columns) == 0:
		return fmt.Errorf("no columns: %d rows, and none has members", t.rows)
	case t.opts.Form == TSV && len(t.columns) == 1 && t.columns[0] == "":
		return errors.New("the only column has a name without text, and a line of TSV with nothing in it names none: CSV has it in quotes")
	case t.opts.Form == TSV && strings.HasPrefix(t.columns[0], "\ufeff"):
		return errors.New("the name of the first column begins with a byte order mark, which TSV takes for none of it: CSV has it in quotes")
	}
	t.free = make([]cell, len(t.columns))
	titles := make([]cell, len(t.columns))
	for i, name := range t.columns {
		titles[i] = cell{text: name, kind: doc.String, set: true}
	}
	if t.opts.Form == Plain {
		t.measure(titles)
		t.plain(titles, t.opts.Style.Bold)
	} else {
		t.cells(titles, true)
	}
	for _, row := range t.held {
		if err := t.write(row); err != nil {
			return err
		}
	}
	t.held = nil
	return nil
}

// Close writes what is held back. w stays open.
func (t *Writer) Close() error {
	if !t.begun {
		if err := t.begin(); err != nil {
			return err
		}
	}
	return t.w.Flush()
}

// Flush passes on what has been written.
func (t *Writer) Flush() error { return t.w.Flush() }

func (t *Writer) write(cells []cell) error {
	if len(cells) < len(t.columns) { // a row of those before the last new column
		cells = append(cells, make([]cell, len(t.columns)-len(cells))...)
	}
	if t.opts.Form == Plain {
		return t.plain(cells, nil)
	}
	return t.cells(cells, false)
}

// cells writes a row of CSV or TSV.
func (t *Writer) cells(cells []cell, titles bool) error {
	for i, c := range cells {
		if t.opts.Form == TSV {
			if i > 0 {
				t.w.WriteByte('\t')
			}
			tsvEscapes.WriteString(t.w, c.text)
			continue
		}
		if i > 0 {
			t.w.WriteByte(',')
		}
		if c.quoted(titles) {
			t.w.WriteString(`"` + strings.ReplaceAll(c.text, `"`, `""`) + `"`)
		} else {
			t.w.WriteString(c.text)
		}
	}
	return t.w.WriteByte('\n')
}

var tsvEscapes = strings.NewReplacer("\t", `\t`, "\n", `\n`, "\r", `\r`, `\`, `\\`)

// quoted reports whether a cell of CSV must be in quotes: if commas and the like are in it, and if it is text that
// would be read as something else.
func (c *cell) quoted(title bool) bool {
	if strings.ContainsAny(c.text, ",\"\r\n") || title && strings.ContainsAny(c.text, ";\t|") { // what a title could be cut at
		return true
	}
	if c.kind != doc.String || !c.set {
		return false
	}
	if c.text == "" {
		return true
	}
	return !title && source.Bare([]byte(c.text)) || c.text[0] == ' ' || c.text[len(c.text)-1] == ' ' || strings.HasPrefix(c.text, "\ufeff")
}

// least is how narrow columns become before the last ones are left out.
const least = 6

// measure settles the widths of the columns of Plain.
func (t *Writer) measure(titles []cell) {
	t.widths = make([]int, len(titles))
	t.numbers = make([]bool, len(titles))
	for i := range titles {
		t.widths[i] = width(style.Plain(titles[i].text))
		t.numbers[i] = true
	}
	for _, row := range t.held {
		for i, c := range row {
			t.widths[i] = max(t.widths[i], min(width(style.Plain(style.Clip(c.text, widest))), widest))
			t.numbers[i] = t.numbers[i] && (c.kind == doc.Number || !c.set || c.kind == doc.Null)
		}
	}
	if t.opts.Width <= 0 {
		return
	}
	// The widest gives way, one character at a time, until all fit.
	for t.total() > t.opts.Width {
		most := 0
		for i, w := range t.widths {
			if w > t.widths[most] {
				most = i
			}
		}
		if t.widths[most] <= least {
			break
		}
		t.widths[most]--
	}
}

// widest is the widest that a column becomes.
const widest = 200

func (t *Writer) total() int {
	n := 2 * (len(t.widths) - 1)
	for _, w := range t.widths {
		n += w
	}
	return n
}

// plain writes a row of a table, as far as it fits.
func (t *Writer) plain(cells []cell, mark func(string) string) error {
	left := t.opts.Width
	var line strings.Builder
	for i, c := range cells {
		w := t.widths[i]
		if t.opts.Width > 0 {
			more := 0 // room for the mark of what is left out
			if i < len(cells)-1 {
				more = 3
			}
			if left < w+more && i > 0 && t.total() > t.opts.Width {
				line.WriteString("…")
				break
			}
			left -= w + 2
		}
		text := clip(style.Plain(style.Clip(c.text, widest)), w)
		pad := strings.Repeat(" ", w-width(text))
		if t.numbers[i] {
			text = pad + text
		} else if i < len(cells)-1 {
			text += pad
		}
		line.WriteString(text)
		if i < len(cells)-1 {
			line.WriteString("  ")
		}
	}
	text := strings.TrimRight(line.String(), " ")
	if mark != nil {
		text = mark(text)
	}
	t.w.WriteString(text)
	return t.w.WriteByte('\n')
}

// clip shortens text to w columns of a terminal.
func clip(text string, w int) string {
	if width(text) <= w {
		return text
	}
	n := 0
	for i, r := range text {
		if n+runeWidth(r) > w-1 {
			return text[:i] + "…"
		}
		n += runeWidth(r)
	}
	return text
}

// width is the columns that text takes on a terminal.
func width(text string) (n int) {
	for _, r := range text {
		n += runeWidth(r)
	}
	return n
}

// runeWidth is the columns that a character takes: none for marks upon others, two for the wide ones of East Asia and
// for most pictures.
func runeWidth(r rune) int {
	switch {
	case r < 0x300:
		return 1
	case unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf):
		return 0
	case r >= 0x1100 && r <= 0x115f, r >= 0x2e80 && r <= 0xa4cf, r >= 0xac00 && r <= 0xd7a3, r >= 0xf900 && r <= 0xfaff,
		r >= 0xfe30 && r <= 0xfe6f, r >= 0xff00 && r <= 0xff60, r >= 0xffe0 && r <= 0xffe6, r >= 0x1f300 && r <= 0x1faff,
		r >= 0x20000 && r <= 0x3fffd:
		return 2
	}
	return 1
}
