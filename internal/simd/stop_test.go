// IndexStop, both forms against a loop over bytes.

package simd

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/beve-org/beve-go/internal/testkit"
)

// stopByByte is IndexStop as plain as it gets.
func stopByByte(b []byte) (n int, ascii bool) {
	ascii = true
	for i, c := range b {
		if c == '"' || c == '\\' || c < 0x20 {
			return i, ascii
		}
		ascii = ascii && c < 0x80
	}
	return len(b), ascii
}

func checkStop(t *testing.T, b []byte) {
	t.Helper()
	want, wantASCII := stopByByte(b)
	if n, ascii := IndexStop(b); n != want || ascii != wantASCII {
		t.Fatalf("IndexStop(% x) = %d, %t, want %d, %t", b, n, ascii, want, wantASCII)
	}
	if n, ascii := indexStopGeneric(b); n != want || ascii != wantASCII {
		t.Fatalf("the Go form of IndexStop(% x) = %d, %t, want %d, %t", b, n, ascii, want, wantASCII)
	}
}

func TestIndexStopAtEveryLengthAndAlignment(t *testing.T) {
	page := testkit.Guarded(t, 4096)
	for i := range page {
		page[i] = 'a'
	}
	for n := 0; n <= 257; n++ {
		for align := range 64 {
			b := page[align : align+n]
			checkStop(t, b)
			if n > 0 && align%7 == 0 {
				for _, at := range []int{0, n / 2, n - 1} {
					for _, c := range []byte{'"', '\\', 0x1F, 0, 0x20, 0x7F, 0x80, 0xFF, 0xA2} {
						b[at] = c
						checkStop(t, b)
						b[at] = 'a'
					}
				}
			}
		}
		checkStop(t, page[len(page)-n:]) // ends at memory that cannot be read
		checkStop(t, page[:n])
	}
}

func TestIndexStopOfEveryByteInEveryPlace(t *testing.T) {
	b := bytes.Repeat([]byte{'x'}, 100)
	for i := range b {
		for c := range 256 {
			b[i] = byte(c)
			checkStop(t, b)
			b[(i*7+31)%100] = '"'
			checkStop(t, b)
			b[(i*7+31)%100] = 'x'
		}
		b[i] = 'x'
	}
}

func FuzzIndexStop(f *testing.F) {
	f.Add([]byte(`plain text with a "quote" in it, and more than one vector of it`), uint8(0))
	f.Fuzz(func(t *testing.T, data []byte, repeat uint8) {
		checkStop(t, bytes.Repeat(data, 1+int(repeat)%16))
	})
}

func BenchmarkIndexStop(b *testing.B) {
	for _, n := range []int{8, 24, 32, 40, 80, 200, 1000} {
		data := append(bytes.Repeat([]byte{'a'}, n), '"')
		b.Run(fmt.Sprintf("%d/simd", n), func(b *testing.B) {
			for b.Loop() {
				_, _ = IndexStop(data)
			}
		})
		b.Run(fmt.Sprintf("%d/go", n), func(b *testing.B) {
			for b.Loop() {
				_, _ = indexStopGeneric(data)
			}
		})
	}
}
