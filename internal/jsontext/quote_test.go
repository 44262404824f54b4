// Strings as encoding/json writes them.

package jsontext

import (
	"bytes"
	stdjson "encoding/json"
	"math/rand/v2"
	"strings"
	"testing"
)

func TestPutShortOfEveryByteInEveryPlace(t *testing.T) {
	for size := range ShortText + 1 {
		for at := range max(size, 1) {
			for c := range 256 {
				text := bytes.Repeat([]byte{'x'}, size)
				if size > 0 {
					text[at] = byte(c)
				}
				dst := make([]byte, 3+ShortText+4)
				plain := PutShort(dst, 3, string(text))
				stands := size == 0 || c >= ' ' && c < 0x80 && !strings.ContainsRune(`"\<>&`, rune(c))
				if plain && !stands || stands && !plain && !strings.ContainsRune("^|~", rune(c)) {
					t.Fatalf("PutShort(%q) = %t", text, plain)
				}
				if plain && !bytes.Equal(dst[3:3+size], text) {
					t.Fatalf("PutShort(%q) stored %q", text, dst[3:])
				}
			}
		}
	}
}

func TestQuotedTextIsThatOfEncodingJSON(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	parts := []string{"plain text", "\"", "\\", "<a href=\"x\">", "&", "\x00", "\x1f\x7f", "é", "日本語", "\u2028", "\u2029", "\u2027…", "😀", "\xff", "\xe2", "\xe2\x80", "\xed\xa0\x80", strings.Repeat("long ", 12)}
	for range 20000 {
		var text strings.Builder
		for range r.IntN(8) {
			text.WriteString(parts[r.IntN(len(parts))])
		}
		html := r.IntN(2) == 0
		var want bytes.Buffer
		enc := stdjson.NewEncoder(&want)
		enc.SetEscapeHTML(html)
		if err := enc.Encode(text.String()); err != nil {
			t.Fatal(err)
		}
		// The room after dst is random, so that some escapes find none.
		dst := append(make([]byte, 0, 1+r.IntN(2*text.Len()+20)), '.')
		got := AppendQuoted(dst, text.String(), html)
		// From Go 1.27 on the character itself replaces invalid UTF-8.
		line := strings.ReplaceAll(strings.TrimSuffix(want.String(), "\n"), "\ufffd", `\ufffd`)
		if string(got) != "."+line {
			t.Fatalf("AppendQuoted(%q, %t) = %s, want %s", text.String(), html, got, line)
		}
	}
}
