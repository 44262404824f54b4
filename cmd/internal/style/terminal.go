package style

import (
	"io"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Terminal returns a writer for text that input has a part in, JSON for example, and that people see: characters that
// would do something to a terminal, or to the order of what it shows, are written as escapes of JSON. Tabs and line
// feeds are not among them; escape sequences, as those of colours, are only where all is.
func Terminal(w io.Writer, all bool) io.Writer { return &terminal{w: w, all: all} }

type terminal struct {
	w    io.Writer
	all  bool
	rest []byte // the begin of a character whose end has not come
}

func (t *terminal) Write(p []byte) (int, error) {
	text := p
	if len(t.rest) > 0 {
		text = slices.Concat(t.rest, p)
	}
	t.rest = t.rest[:0]
	for n := 1; n < min(len(text)+1, utf8.UTFMax); n++ {
		if tail := text[len(text)-n:]; utf8.RuneStart(tail[0]) {
			if !utf8.FullRune(tail) {
				t.rest = append(t.rest, tail...)
				text = text[:len(text)-n]
			}
			break
		}
	}
	if _, err := io.WriteString(t.w, escapeWhere(string(text), t.acts)); err != nil {
		return 0, err
	}
	return len(p), nil
}

// acts reports whether r does something to a terminal.
func (t *terminal) acts(r rune) bool {
	switch {
	case r == '\n' || r == '\t':
		return false
	case r == '\x1b':
		return t.all
	}
	return unicode.In(r, unicode.Cc, unicode.Zl, unicode.Zp, unicode.Bidi_Control)
}

// Lines is Plain for text of several lines.
func Lines(text string) string {
	return escapeWhere(text, func(r rune) bool { return r != '\n' && r != '\t' && !printable(r) })
}

// escapeWhere writes the characters that act as escapes.
func escapeWhere(text string, acts func(rune) bool) string {
	if strings.IndexFunc(text, acts) < 0 {
		return text
	}
	var b strings.Builder
	for i := 0; i < len(text); {
		r, n := utf8.DecodeRuneInString(text[i:])
		if acts(r) {
			b.WriteString(escape(text[i : i+n]))
		} else {
			b.WriteString(text[i : i+n])
		}
		i += n
	}
	return b.String()
}
