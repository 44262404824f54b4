// CopyPlain, both forms against a loop over bytes.

package simd

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/beve-org/beve-go/internal/mem"
)

// copyByByte is CopyPlain as plain as it gets.
func copyByByte(src []byte, html bool) (n int, ascii bool) {
	ascii = true
	for i, c := range src {
		if isStop(c, html) {
			return i, ascii
		}
		ascii = ascii && c < 0x80
	}
	return len(src), ascii
}

// checkCopy copies src to dst, which is as long, and looks at the bytes around it.
func checkCopy(t *testing.T, dst, src []byte) {
	t.Helper()
	checkCopyString(t, dst, src)
	for _, html := range []bool{false, true} {
		want, wantASCII := copyByByte(src, html)
		for _, form := range []struct {
			name string
			f    func([]byte, string, bool) (int, bool)
		}{{"CopyPlain", CopyPlain}, {"the Go form", copyPlainGeneric}} {
			clear(dst)
			n, ascii := form.f(dst, mem.String(src), html)
			if n != want || ascii != wantASCII {
				t.Fatalf("%s(% x, html %t) = %d, %t, want %d, %t", form.name, src, html, n, ascii, want, wantASCII)
			}
			if !bytes.Equal(dst[:n], src[:n]) {
				t.Fatalf("%s(% x, html %t) copied % x", form.name, src, html, dst[:n])
			}
		}
	}
}

// checkCopyString is checkCopy for CopyString.
func checkCopyString(t *testing.T, dst, src []byte) {
	t.Helper()
	clear(dst)
	want, wantASCII := stopByByte(src)
	if n, ascii := CopyString(dst, src); n != want || ascii != wantASCII || !bytes.Equal(dst[:n], src[:n]) {
		t.Fatalf("CopyString(% x) = %d, %t, want %d, %t; copied % x", src, n, ascii, want, wantASCII, dst[:n])
	}
}

func TestCopyPlainAtEveryLengthAndAlignment(t *testing.T) {
	from, to := guarded(t, 4096), guarded(t, 4096)
	for i := range from {
		from[i] = 'a' + byte(i%26)
	}
	for n := 0; n <= 257; n++ {
		for align := range 64 {
			src, dst := from[align:align+n], to[(align*5)%64:][:n]
			checkCopy(t, dst, src)
			if n == 0 || align%7 != 0 {
				continue
			}
			for _, at := range []int{0, n / 2, n - 1} {
				kept := src[at]
				for _, c := range []byte{'"', '\\', 0x1F, 0, '<', '>', '&', 0x80, 0xE2, 0xFF} {
					src[at] = c
					checkCopy(t, dst, src)
				}
				src[at] = kept
			}
		}
		// Both end at memory that cannot be touched, then both begin there.
		checkCopy(t, to[len(to)-n:], from[len(from)-n:])
		checkCopy(t, to[:n], from[:n])
	}
}

func TestCopyPlainWritesNothingBehindItsSource(t *testing.T) {
	for n := range 130 {
		dst := bytes.Repeat([]byte{0xEE}, n+64)
		CopyPlain(dst, strings.Repeat("a", n), true)
		if want := append(bytes.Repeat([]byte{'a'}, n), bytes.Repeat([]byte{0xEE}, 64)...); !bytes.Equal(dst, want) {
			t.Fatalf("%d bytes: % x", n, dst)
		}
	}
}

func TestCopyPlainOfEveryByteInEveryPlace(t *testing.T) {
	src, dst := bytes.Repeat([]byte{'x'}, 100), make([]byte, 100)
	for i := range src {
		for c := range 256 {
			src[i] = byte(c)
			checkCopy(t, dst, src)
			checkCopy(t, dst[:31], src[:31])
			src[(i*7+31)%100] = '&'
			checkCopy(t, dst, src)
			src[(i*7+31)%100] = 'x'
		}
		src[i] = 'x'
	}
}

func TestCopyPlainPanicsWhereTheTargetIsTooShort(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("no panic")
		}
	}()
	CopyPlain(make([]byte, 39), strings.Repeat("a", 40), false)
}

func FuzzCopyPlain(f *testing.F) {
	f.Add([]byte(`text with <angles> & a "quote" in it, and more than one vector of it, then é and 日本語`), uint8(0))
	f.Fuzz(func(t *testing.T, data []byte, repeat uint8) {
		data = bytes.Repeat(data, 1+int(repeat)%16)
		checkCopy(t, make([]byte, len(data)), data)
	})
}

func BenchmarkCopyPlain(b *testing.B) {
	for _, n := range []int{8, 16, 24, 32, 40, 80, 200, 1000} {
		src, dst := strings.Repeat("a", n), make([]byte, n)
		b.Run(fmt.Sprintf("%d/simd", n), func(b *testing.B) {
			for b.Loop() {
				CopyPlain(dst, src, true)
			}
		})
		b.Run(fmt.Sprintf("%d/go", n), func(b *testing.B) {
			for b.Loop() {
				copyPlainGeneric(dst, src, true)
			}
		})
	}
}
