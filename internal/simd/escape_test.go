// CopyEscaped, both forms against a loop over bytes.

package simd

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/beve-org/beve-go/internal/mem"
	"github.com/beve-org/beve-go/internal/testkit"
)

// testEscapes has escapes of one to seven bytes.
var testEscapes = func() (t Escapes) {
	for c := range t {
		var b [8]byte
		b[7] = byte(copy(b[:1+c%7], fmt.Sprintf("%07d", c)))
		t[c] = mem.Word(b[:], 0)
	}
	return t
}()

// escapeByByte is CopyEscaped as plain as it gets, with as much room as it likes.
func escapeByByte(src []byte, html bool) (read int, text []byte, ascii bool) {
	ascii = true
	for i, c := range src {
		switch {
		case !isStop(c, html):
			text = append(text, c)
		case c < 0x80:
			var b [8]byte
			mem.PutWord(b[:], 0, testEscapes[c])
			text = append(text, b[:b[7]]...)
		default:
			return i, text, false
		}
		ascii = ascii && c < 0x80
	}
	return len(src), text, ascii
}

// checkEscaped copies src to dst. Where that is too short for all escapes, what is read
// and written so far must be right, and fill dst.
func checkEscaped(t *testing.T, dst, src []byte) {
	t.Helper()
	for _, html := range []bool{false, true} {
		for _, form := range []struct {
			name string
			f    func([]byte, string, bool, *Escapes) (int, int, bool)
		}{{"CopyEscaped", CopyEscaped}, {"the Go form", copyEscapedGeneric}} {
			clear(dst)
			read, written, ascii := form.f(dst, mem.String(src), html, &testEscapes)
			wantRead, want, wantASCII := escapeByByte(src, html)
			// One that is full may stop in front of a 0xE2 that it has not seen.
			if full := read <= wantRead && read < len(src) && len(dst)-written < len(src)-read+EscapeRoom; full {
				wantRead, want, _ = escapeByByte(src[:read], html)
				if ascii && !isASCII(src[:read]) {
					t.Fatalf("%s(% x, html %t) saw no byte that is not ASCII", form.name, src, html)
				}
				wantASCII = ascii
			}
			if read != wantRead || ascii != wantASCII || !bytes.Equal(dst[:written], want) {
				t.Fatalf("%s(% x, html %t) = %d, %q, %t, want %d, %q, %t", form.name, src, html, read, dst[:written], ascii, wantRead, want, wantASCII)
			}
		}
	}
}

func isASCII(b []byte) bool {
	for _, c := range b {
		if c >= 0x80 {
			return false
		}
	}
	return true
}

func TestCopyEscapedAtEveryLengthAndAlignment(t *testing.T) {
	from, to := testkit.Guarded(t, 4096), testkit.Guarded(t, 4096)
	for i := range from {
		from[i] = 'a' + byte(i%26)
	}
	for n := 0; n <= 140; n++ {
		// The targets end at memory that cannot be touched, with as little room as is
		// allowed, and more.
		for align := range 32 {
			src, dst := from[align:align+n], to[len(to)-n-EscapeRoom-align*2:]
			checkEscaped(t, dst, src)
			if n == 0 || align%5 != 0 {
				continue
			}
			for _, at := range []int{0, n / 3, n / 2, n - 1} {
				kept := src[at]
				for _, c := range []byte{'"', '\\', 0x1F, 0, '<', '>', '&', 0x80, 0xE2, 0xFF} {
					src[at] = c
					checkEscaped(t, dst, src)
				}
				src[at] = kept
			}
		}
		// Both end at memory that cannot be touched, then both begin there.
		checkEscaped(t, to[len(to)-n-EscapeRoom:], from[len(from)-n:])
		checkEscaped(t, to[:n+EscapeRoom], from[:n])
	}
}

func TestCopyEscapedOfEveryByteInEveryPlace(t *testing.T) {
	src, dst := bytes.Repeat([]byte{'x'}, 70), make([]byte, 200)
	for n := 1; n <= len(src); n = n*3/2 + 1 {
		for i := range n {
			for c := range 256 {
				src[i] = byte(c)
				checkEscaped(t, dst, src[:n])
				src[(i*7+31)%n] = '&'
				checkEscaped(t, dst, src[:n])
				src[(i*7+31)%n], src[i] = 'x', 'x'
			}
		}
	}
}

func TestCopyEscapedOfStopsAlone(t *testing.T) {
	guard := testkit.Guarded(t, 4096)
	for n := range 100 {
		src := bytes.Repeat([]byte{'"', 1, '\\', 5, 6}, n/5+1)[:n]
		for extra := range 12 {
			checkEscaped(t, guard[len(guard)-n-EscapeRoom-extra:], src)
		}
		checkEscaped(t, make([]byte, 7*n+EscapeRoom), src)
	}
}

func TestCopyEscapedPanicsWhereTheTargetIsTooShort(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("no panic")
		}
	}()
	CopyEscaped(make([]byte, 40+EscapeRoom-1), strings.Repeat("a", 40), false, &testEscapes)
}

func FuzzCopyEscaped(f *testing.F) {
	f.Add([]byte(`text with <angles> & a "quote" in it, and more than one vector of it, then é and 日本語`), uint8(0), uint8(0))
	f.Fuzz(func(t *testing.T, data []byte, repeat, more uint8) {
		data = bytes.Repeat(data, 1+int(repeat)%16)
		checkEscaped(t, make([]byte, len(data)+EscapeRoom+int(more)), data)
	})
}

func BenchmarkCopyEscaped(b *testing.B) {
	for _, n := range []int{3, 8, 16, 24, 32, 40, 80, 200, 1000} {
		for _, text := range []struct{ name, pattern string }{{"plain", "a"}, {"escapes", `<a href="x">text</a>`}} {
			src, dst := strings.Repeat(text.pattern, n)[:n], make([]byte, 7*n+EscapeRoom)
			b.Run(fmt.Sprintf("%s/%d/simd", text.name, n), func(b *testing.B) {
				for b.Loop() {
					CopyEscaped(dst, src, true, &testEscapes)
				}
			})
			b.Run(fmt.Sprintf("%s/%d/go", text.name, n), func(b *testing.B) {
				for b.Loop() {
					copyEscapedGeneric(dst, src, true, &testEscapes)
				}
			})
		}
	}
}
