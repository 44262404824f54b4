// Package style is how the commands show things to people: colours where there is
// a terminal, and text from input that cannot do anything to one.
package style

import (
	"os"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A Style colours text, or leaves it alone when it is off, as the zero Style is.
type Style struct{ On bool }

// Wanted reports whether the environment allows colours on a terminal: NO_COLOR
// is not set and the terminal is not a dumb one.
func Wanted() bool { return os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb" }

func (s Style) wrap(code, text string) string {
	if !s.On || text == "" {
		return text
	}
	return "\x1b[" + code + "m" + text + "\x1b[0m"
}

// Bold emphasizes headings.
func (s Style) Bold(text string) string { return s.wrap("1", text) }

// Dim is for text that matters less.
func (s Style) Dim(text string) string { return s.wrap("2", text) }

// Red is for errors and what is gone.
func (s Style) Red(text string) string { return s.wrap("31", text) }

// Green is for success and what is new.
func (s Style) Green(text string) string { return s.wrap("32", text) }

// Yellow is for what has changed.
func (s Style) Yellow(text string) string { return s.wrap("33", text) }

// Cyan is for paths.
func (s Style) Cyan(text string) string { return s.wrap("36", text) }

// Plain returns text on one line that does nothing to a terminal: whatever is not
// printable is written as an escape, as in JSON.
func Plain(text string) string {
	for _, r := range text {
		if !printable(r) {
			return escape(text)
		}
	}
	return text
}

// Short is Plain for text that input may make long: cut in its middle to some 600
// bytes, so that a message of three such parts is below 2 KB.
func Short(text string) string {
	// First so that what is escaped is in proportion, then again.
	return cut(Plain(cut(text)))
}

const maxShort = 600

func cut(text string) string {
	if len(text) <= maxShort {
		return text
	}
	head, tail := maxShort/2, len(text)-maxShort/2
	for head > 0 && !utf8.RuneStart(text[head]) {
		head--
	}
	for tail < len(text) && !utf8.RuneStart(text[tail]) {
		tail++
	}
	return text[:head] + "…" + text[tail:]
}

// printable reports whether r shows as itself. U+FFFD stands for broken UTF-8
// too, which Plain then replaces by it.
func printable(r rune) bool { return unicode.IsPrint(r) && r != utf8.RuneError }

func escape(text string) string {
	const hex = "0123456789abcdef"
	var b strings.Builder
	unit := func(r rune) {
		b.WriteString(`\u`)
		for shift := 12; shift >= 0; shift -= 4 {
			b.WriteByte(hex[r>>shift&15])
		}
	}
	for _, r := range text {
		switch {
		case printable(r):
			b.WriteRune(r)
		case r > 0xffff:
			r -= 0x10000
			unit(0xd800 + r>>10)
			unit(0xdc00 + r&0x3ff)
		default:
			unit(r)
		}
	}
	return b.String()
}

// Quote returns text as a JSON string that shows on one line.
func Quote(text string) string {
	r := strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`, "\t", `\t`, "\r", `\r`)
	return `"` + Plain(r.Replace(text)) + `"`
}

// Clip shortens text to at most n runes, the last of them an ellipsis if any are
// left out. It does not look at more than that of text.
func Clip(text string, n int) string {
	if len(text) <= n {
		return text
	}
	last := 0 // where the last rune that fits begins
	for i := range text {
		if n == 0 {
			return text[:last] + "…"
		}
		last = i
		n--
	}
	return text
}

// Pad fills text with spaces up to n runes.
func Pad(text string, n int) string {
	if k := utf8.RuneCountInString(text); k < n {
		return text + strings.Repeat(" ", n-k)
	}
	return text
}
