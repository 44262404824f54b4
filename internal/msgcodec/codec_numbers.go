// Slices of numbers, in loops that call little.

package msgcodec

import (
	"math"
	"math/bits"

	"github.com/beve-org/beve-go/internal/mem"
	"github.com/beve-org/beve-go/internal/msgwire"
)

// form is the shortest form of an integer: its lead byte, the bytes it takes with that, and
// how far left the integer has to go in a word to stand first in it.
type form struct{ lead, size, shift uint8 }

// intForms and uintForms have the forms by the number of bits, without that of the sign.
var intForms, uintForms = func() (i, u [65]form) {
	for n := range i {
		width := uint8(0) // as a power of two
		for ; n > 8<<width; width++ {
		}
		u[n] = form{msgwire.Uint8 + width, 1 + 1<<width, 64 - 8<<width}
		for width = 0; n+1 > 8<<width && width < 3; width++ {
		}
		i[n] = form{msgwire.Int8 + width, 1 + 1<<width, 64 - 8<<width}
	}
	return i, u
}()

// putInt stores an integer in its shortest form at dst[n:], which has room for a lead byte
// and a word, and returns the offset after it.
func putInt(dst []byte, n int, v int64) int {
	if uint64(v-msgwire.MinFixInt) <= msgwire.MaxFixInt-msgwire.MinFixInt {
		mem.PutByte(dst, n, byte(v))
		return n + 1
	}
	f := &intForms[bits.Len64(uint64(v^v>>63))]
	mem.PutByte(dst, n, f.lead)
	mem.PutWord(dst, n+1, bits.ReverseBytes64(uint64(v)<<f.shift))
	return n + int(f.size)
}

// putUint is putInt for the unsigned forms.
func putUint(dst []byte, n int, v uint64) int {
	if v <= msgwire.MaxFixInt {
		mem.PutByte(dst, n, byte(v))
		return n + 1
	}
	f := &uintForms[bits.Len64(v)]
	mem.PutByte(dst, n, f.lead)
	mem.PutWord(dst, n+1, bits.ReverseBytes64(v<<f.shift))
	return n + int(f.size)
}

// stretch is how many numbers room is made for at once.
const stretch = 256

// room returns dst with room for as many of the numbers from done on as go into a stretch, and how many
// those are, of n.
func room(dst []byte, ahead *mem.Foresight, done, n int) ([]byte, int) {
	now := min(n-done, stretch)
	if most := now*msgwire.Lookahead + 8; cap(dst)-len(dst) < most {
		dst = ahead.Grow(dst, most, done)
	}
	return dst, now
}

func appendSigned[T signed](dst []byte, v []T) []byte {
	ahead, all := mem.Foresee(dst, len(v)), len(v)
	for len(v) > 0 {
		var now int
		dst, now = room(dst, &ahead, all-len(v), all)
		n, out := len(dst), dst[:cap(dst)]
		for _, x := range v[:now] {
			n = putInt(out, n, int64(x))
		}
		dst, v = out[:n], v[now:]
	}
	return dst
}

func appendUnsigned[T unsigned](dst []byte, v []T) []byte {
	ahead, all := mem.Foresee(dst, len(v)), len(v)
	for len(v) > 0 {
		var now int
		dst, now = room(dst, &ahead, all-len(v), all)
		n, out := len(dst), dst[:cap(dst)]
		for _, x := range v[:now] {
			n = putUint(out, n, uint64(x))
		}
		dst, v = out[:n], v[now:]
	}
	return dst
}

// appendFloats writes floats of 64 bits, which are given as their bits.
func appendFloats(dst []byte, v []uint64) []byte {
	ahead, all := mem.Foresee(dst, len(v)), len(v)
	for len(v) > 0 {
		var now int
		dst, now = room(dst, &ahead, all-len(v), all)
		n, out := len(dst), dst[:cap(dst)]
		for _, x := range v[:now] {
			mem.PutByte(out, n, msgwire.Float64)
			mem.PutWord(out, n+1, bits.ReverseBytes64(x))
			n += 9
		}
		dst, v = out[:n], v[now:]
	}
	return dst
}

// readFloats reads floats as long as they are of 64 bits, and returns how many.
func readFloats(src []byte, off int, v []float64) (next, done int) {
	for i := range v {
		if len(src)-off < 9 || src[off] != msgwire.Float64 {
			return off, i
		}
		v[i] = math.Float64frombits(bits.ReverseBytes64(mem.Word(src, off+1)))
		off += 9
	}
	return off, len(v)
}

// readIntegers reads integers as long as they fit and stand clear of the end of the input,
// and returns how many.
func readIntegers[T signed | unsigned](src []byte, off int, v []T) (next, done int) {
	for i := range v {
		if off+msgwire.Lookahead > len(src) {
			return off, i
		}
		x, size := msgwire.IntAt(src, off)
		t := T(x)
		if size == 0 || int64(t) != x || msgwire.Wraps(src, off, x) {
			return off, i
		}
		v[i] = t
		off += size
	}
	return off, len(v)
}
