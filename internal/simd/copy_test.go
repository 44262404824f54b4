// CopyString against a loop over bytes.

package simd

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/beve-org/beve-go/internal/testkit"
)

// checkCopy copies src to dst, which is as long.
func checkCopy(t *testing.T, dst, src []byte) {
	t.Helper()
	clear(dst)
	want, wantASCII := stopByByte(src)
	if n, ascii := CopyString(dst, src); n != want || ascii != wantASCII || !bytes.Equal(dst[:n], src[:n]) {
		t.Fatalf("CopyString(% x) = %d, %t, want %d, %t; copied % x", src, n, ascii, want, wantASCII, dst[:n])
	}
}

func TestCopyStringAtEveryLengthAndAlignment(t *testing.T) {
	from, to := testkit.Guarded(t, 4096), testkit.Guarded(t, 4096)
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
				for _, c := range []byte{'"', '\\', 0x1F, 0, '<', 0x80, 0xE2, 0xFF} {
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

func TestCopyStringWritesNothingBehindItsSource(t *testing.T) {
	for n := range 130 {
		dst := bytes.Repeat([]byte{0xEE}, n+64)
		CopyString(dst[:n], bytes.Repeat([]byte{'a'}, n))
		if want := append(bytes.Repeat([]byte{'a'}, n), bytes.Repeat([]byte{0xEE}, 64)...); !bytes.Equal(dst, want) {
			t.Fatalf("%d bytes: % x", n, dst)
		}
	}
}

func TestCopyStringPanicsWhereTheTargetIsTooShort(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("no panic")
		}
	}()
	CopyString(make([]byte, 39), bytes.Repeat([]byte{'a'}, 40))
}

func BenchmarkCopyString(b *testing.B) {
	for _, n := range []int{16, 24, 40, 80, 200, 1000} {
		src, dst := bytes.Repeat([]byte{'a'}, n), make([]byte, n)
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for b.Loop() {
				CopyString(dst, src)
			}
		})
	}
}
