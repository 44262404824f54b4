// This file shortens text for the page.

package inspect

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// shownText is how much of a text, in bytes, is shown beside a node.
const shownText = 240

// clip shortens text to what is shown, whole characters of it.
func clip(s string) string {
	if len(s) <= shownText {
		return strings.ToValidUTF8(s, "\ufffd")
	}
	n := shownText
	for n > shownText-utf8.UTFMax && !utf8.RuneStart(s[n]) {
		n--
	}
	return strings.ToValidUTF8(s[:n], "\ufffd") + "…"
}

// quoted is a text as it is shown beside a node.
func quoted(b []byte) string {
	long := len(b) > shownText
	text := clip(string(b[:min(len(b), shownText+1)]))
	if long {
		return `"` + text
	}
	return `"` + text + `"`
}

// plural writes a number of things.
func plural(n int, what string) string {
	if n != 1 {
		what += "s"
	}
	return itoa(n) + " " + what
}

func itoa(n int) string { return strconv.Itoa(n) }

func utoa(n uint64) string { return strconv.FormatUint(n, 10) }

func ftoa(v float64, bits int) string { return strconv.FormatFloat(v, 'g', -1, bits) }
