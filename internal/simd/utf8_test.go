// UTF-8 against the standard library: every rule at every place that a vector or
// block makes special.

package simd

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// validPrefix is ValidUTF8Prefix by the standard library.
func validPrefix(b []byte) int {
	i := 0
	for i < len(b) {
		r, size := utf8.DecodeRune(b[i:])
		if r == utf8.RuneError && size == 1 {
			return i
		}
		i += size
	}
	return i
}

func checkUTF8(t *testing.T, b []byte) {
	t.Helper()
	want := validPrefix(b)
	if got := ValidUTF8Prefix(b); got != want {
		t.Fatalf("ValidUTF8Prefix(% x) = %d, want %d", b, got, want)
	}
	if got := ValidUTF8(b); got != (want == len(b)) {
		t.Fatalf("ValidUTF8(% x) = %t, want %t", b, got, want == len(b))
	}
}

// edges are the bytes where a rule of UTF-8 begins or ends.
var edges = []byte{0x00, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF,
	0xE0, 0xE1, 0xEC, 0xED, 0xEE, 0xEF, 0xF0, 0xF1, 0xF3, 0xF4, 0xF5, 0xFF}

// TestUTF8AgreesWithTheStandardLibrary puts every sequence of four edges at the
// start, the end, and across the ends of vectors and blocks, among ASCII and among
// other runes.
func TestUTF8AgreesWithTheStandardLibrary(t *testing.T) {
	const length = 135 // two blocks of 64 and a rest
	offsets := []int{0, 1, 30, 31, 62, 63, 131}
	var sequence [4]byte
	var texts [2][]byte
	for _, off := range offsets {
		texts[0] = bytes.Repeat([]byte{'a'}, length)
		texts[1] = []byte(strings.Repeat("é", off/2) + "aaaaa" + strings.Repeat("é", length))
		texts[1] = slices.Concat(texts[1][:off/2*2], texts[1][off/2*2:][1-off%2:])[:length]
		for i := range len(edges) * len(edges) * len(edges) * len(edges) {
			n := i
			for j := range sequence {
				sequence[j] = edges[n%len(edges)]
				n /= len(edges)
			}
			for _, text := range texts {
				var kept [4]byte
				copy(kept[:], text[off:])
				copy(text[off:], sequence[:])
				if got, want := ValidUTF8(text), utf8.Valid(text); got != want {
					t.Fatalf("ValidUTF8(% x) = %t", text, got)
				}
				if i%31 == 0 {
					checkUTF8(t, text)
				}
				copy(text[off:], kept[:])
			}
		}
	}
}

// TestShortUTF8AgreesWithTheStandardLibrary puts every two edges, and some three, at every place
// of texts that are too short for a vector, of ASCII and of runes of two bytes.
func TestShortUTF8AgreesWithTheStandardLibrary(t *testing.T) {
	var sequences [][]byte
	for _, a := range edges {
		for _, b := range edges {
			sequences = append(sequences, []byte{a, b})
			for _, c := range edges {
				sequences = append(sequences, []byte{a, b, c})
			}
		}
	}
	for n := 1; n < minUTF8; n++ {
		for _, unit := range []string{"a", "é"} {
			text, kept := make([]byte, n), []byte(strings.Repeat(unit, n))[:n]
			for off := range n {
				for i, s := range sequences {
					if len(s) == 3 && (i+n+off)%13 != 0 {
						continue
					}
					copy(text, kept)
					copy(text[off:], s)
					if got, want := ValidUTF8(text), utf8.Valid(text); got != want {
						t.Fatalf("ValidUTF8(% x) = %t", text, got)
					}
				}
			}
		}
	}
}

// TestUTF8KnowsEveryPair puts all pairs of bytes, and all bytes after leads of
// three and four, where a vector finds them in its first and later blocks.
func TestUTF8KnowsEveryPair(t *testing.T) {
	text := bytes.Repeat([]byte{'a'}, 70)
	for _, off := range []int{0, 31, 50} {
		for i := range 1 << 16 {
			for _, head := range []string{"", "\xE1", "\xE0", "\xED", "\xF0", "\xF1\x80", "\xF4"} {
				for j := range 6 {
					text[off+j] = 'a'
				}
				copy(text[off:], head)
				text[off+len(head)], text[off+len(head)+1] = byte(i>>8), byte(i)
				if got, want := ValidUTF8(text), utf8.Valid(text); got != want {
					t.Fatalf("ValidUTF8(% x) = %t", text, got)
				}
			}
		}
	}
}

func TestUTF8CutAtEveryByte(t *testing.T) {
	for _, rune := range []string{"é", "€", "😀", "a€", "aé😀"} {
		text := []byte(strings.Repeat(rune, 90))
		for n := range 300 {
			checkUTF8(t, text[:min(n, len(text))])
			checkUTF8(t, append(bytes.Repeat([]byte{'a'}, n%70), text[:n%len(text)]...))
			checkUTF8(t, append(text[:n%len(text):n%len(text)], strings.Repeat("a", n%70)...))
		}
	}
}

func TestUTF8FindsAFaultAnywhere(t *testing.T) {
	for _, rune := range []string{"a", "é", "€", "😀"} {
		for n := range 200 {
			text := []byte(strings.Repeat(rune, 250/len(rune)))
			for _, fault := range []byte{0xFF, 0x80, 0xC3, 'x'} {
				kept := text[n]
				text[n] = fault
				checkUTF8(t, text)
				text[n] = kept
			}
		}
	}
}

func FuzzValidUTF8(f *testing.F) {
	for _, s := range []string{"", "a", "é", strings.Repeat("€", 30), strings.Repeat("a", 70) + "😀", strings.Repeat("é", 40) + "\xED\xA0\x80"} {
		f.Add([]byte(s), uint8(0))
	}
	f.Fuzz(func(t *testing.T, data []byte, repeat uint8) {
		b := bytes.Repeat(data, 1+int(repeat)%16)
		checkUTF8(t, b)
		if got, want := validUTF8PrefixGeneric(b), validPrefix(b); got != want {
			t.Fatalf("Go form (% x) = %d, want %d", b, got, want)
		}
	})
}

// texts are the kinds of text to time: runes of one length, and prose.
var texts = []struct{ name, unit string }{
	{"ascii", "The quick brown fox jumps over the lazy dog. "},
	{"latin", "Zwölf Boxkämpfer jagen Viktor quer über den großen Sylter Deich. "},
	{"cyrillic", "Съешь ещё этих мягких французских булок, да выпей чаю. "},
	{"cjk", "我能吞下玻璃而不伤身体。"},
	{"emoji", "😀😁😂🤣"},
}

func BenchmarkValidUTF8(b *testing.B) {
	for _, text := range texts {
		for _, n := range []int{8, 16, 24, 32, 40, 64, 100, 256, 1024, 16384} {
			data := []byte(strings.Repeat(text.unit, n/len(text.unit)+1))
			for n := n; ; n-- { // whole runes
				if utf8.Valid(data[:n]) {
					data = data[:n]
					break
				}
			}
			// Called by name, as callers do, so that the front is inlined.
			name := fmt.Sprintf("%s/%d/", text.name, n)
			b.Run(name+"simd", func(b *testing.B) {
				b.SetBytes(int64(len(data)))
				for b.Loop() {
					if !ValidUTF8(data) {
						b.Fatal("not valid")
					}
				}
			})
			b.Run(name+"go", func(b *testing.B) {
				b.SetBytes(int64(len(data)))
				for b.Loop() {
					if validUTF8PrefixGeneric(data) != len(data) {
						b.Fatal("not valid")
					}
				}
			})
			b.Run(name+"std", func(b *testing.B) {
				b.SetBytes(int64(len(data)))
				for b.Loop() {
					if !utf8.Valid(data) {
						b.Fatal("not valid")
					}
				}
			})
		}
	}
}
