// Integers, read without more ado.

package msgwire

import (
	"math"
	"testing"

	"github.com/beve-org/beve-go/internal/testkit"
)

// form returns the bytes of an integer of a lead byte and a width.
func form(lead byte, width int, bits uint64) []byte {
	b := []byte{lead}
	for i := width - 1; i >= 0; i-- {
		b = append(b, byte(bits>>(8*i)))
	}
	return b
}

// TestIntegersOfEveryForm reads numbers around every power of two from every form that
// holds them, in memory that ends with them and with more after them.
func TestIntegersOfEveryForm(t *testing.T) {
	guarded := testkit.Guarded(t, 64)
	check := func(b []byte, want int64, wraps bool) {
		t.Helper()
		for _, after := range []int{0, 1, 8, 20} {
			in := guarded[len(guarded)-len(b)-after:]
			copy(in, b)
			v, next := ReadInt(in, 0)
			if wraps != (next == 0) || !wraps && (v != want || next != len(b)) {
				t.Errorf("%x with %d bytes after it is %d, %d; want %d", b, after, v, next, want)
			}
			if len(in) < Lookahead {
				continue
			}
			v, size := IntAt(in, 0)
			if size != len(b) || v != want || Wraps(in, 0, v) != wraps {
				t.Errorf("%x with %d bytes after it is %d, %d, wraps %v; want %d", b, after, v, size, Wraps(in, 0, v), want)
			}
		}
	}
	for shift := range 64 {
		for near := int64(-2); near <= 2; near++ {
			for _, v := range []int64{1<<shift + near, -1<<shift + near} {
				if v >= MinFixInt && v <= MaxFixInt {
					check(form(byte(v), 0, 0), v, false)
				}
				for i, width := range []int{1, 2, 4, 8} {
					unused := 64 - 8*width
					if v<<unused>>unused == v {
						check(form(Int8+byte(i), width, uint64(v)), v, false)
					}
					if u := uint64(v); u<<unused>>unused == u {
						check(form(Uint8+byte(i), width, u), v, v < 0)
					}
				}
			}
		}
	}
	check(form(Int64, 8, 1<<63), math.MinInt64, false)
	check(form(Uint64, 8, 1<<63), math.MinInt64, true)
}

// TestWhatIsNotAnInteger reads every other lead byte, and integers that are cut.
func TestWhatIsNotAnInteger(t *testing.T) {
	for c := range 256 {
		k := KindOf(byte(c))
		b := append([]byte{byte(c)}, make([]byte, 20)...)
		if _, size := IntAt(b, 0); (size > 0) != (k == KindInt || k == KindUint) {
			t.Errorf("%#x, a %v, has %d bytes of an integer", c, k, size)
		}
		if _, next := ReadInt(b, 0); (next > 0) != (k == KindInt || k == KindUint) {
			t.Errorf("%#x, a %v, is read up to %d", c, k, next)
		}
		if h, err := ReadHead(b, 0); err == nil && h.Next > 1 {
			if _, next := ReadInt(b[:h.Next-1], 0); next != 0 {
				t.Errorf("%#x is read up to %d of %d bytes", c, next, h.Next-1)
			}
		}
	}
	if _, next := ReadInt(nil, 0); next != 0 {
		t.Error(next)
	}
}
