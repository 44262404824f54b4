package canon

import (
	"math"
	"math/bits"

	"github.com/beve-org/beve-go/internal/jsontext"
	"github.com/beve-org/beve-go/wire"
)

// need is what a type must hold for one or several numbers: integers, or floats.
type need struct {
	n, ints  int // numbers, and those that are integers
	plus     int // bits of the largest integer that is not negative
	minus    int // bits, beside the sign, of the lowest one that is; -1 if there is none
	f32, f64 bool
	wide     int // floats of 128 bits
}

func newNeed() need { return need{minus: -1, f32: true, f64: true} }

// add adds a number.
func (d *need) add(v wire.Number) {
	d.n++
	switch {
	case v.Header() == wire.HeaderFloat128:
		d.wide++
	case v.IsFloat():
		f32, f64 := widths(v)
		d.f32, d.f64 = d.f32 && f32, d.f64 && f64
	default:
		d.ints++
		lo, hi, negative := integer(v)
		if negative {
			d.minus = max(d.minus, length(^lo, ^hi))
		} else {
			d.plus = max(d.plus, length(lo, hi))
		}
	}
}

// header returns the type of all the numbers; ok is false if none holds them all.
func (d *need) header() (h wire.Header, ok bool) {
	switch {
	case d.wide > 0:
		return wire.HeaderFloat128, d.wide == d.n
	case d.ints == d.n && d.minus < 0:
		return wire.HeaderUint8 + wire.Header(code(d.plus))<<5, true
	case d.ints == d.n:
		size := max(d.plus, d.minus) + 1
		return wire.HeaderInt8 + wire.Header(code(size))<<5, size <= 128
	case d.ints > 0:
		return 0, false
	case d.f32:
		return wire.HeaderFloat32, true
	}
	return wire.HeaderFloat64, d.f64
}

// integer returns the bits of an integer, and whether it is negative.
func integer(v wire.Number) (lo, hi uint64, negative bool) {
	if u, ok := v.Uint128(); ok {
		return u.Lo, u.Hi, false
	}
	i, _ := v.Int128()
	return i.Lo, uint64(i.Hi), true
}

// length returns the number of bits of an integer.
func length(lo, hi uint64) int {
	if hi != 0 {
		return 64 + bits.Len64(hi)
	}
	return bits.Len64(lo)
}

// code returns the width code of the narrowest type of so many bits.
func code(size int) int {
	if size <= 8 {
		return 0
	}
	return bits.Len(uint(size-1)) - 3
}

// widths reports which floats of 32 and of 64 bits hold v and read in JSON as it does: 0.1 of
// either reads as 0.1, but they are not the same number.
func widths(v wire.Number) (f32, f64 bool) {
	if v.Header() != wire.HeaderFloat64 {
		f, _ := v.Float32()
		return true, readsSame(f)
	}
	f, _ := v.Float64()
	g := float32(f)
	return f != f || float64(g) == f && readsSame(g), true
}

// readsSame reports whether a float of 32 bits reads in JSON as that of 64 bits of the same value.
func readsSame(f float32) bool {
	d := float64(f)
	if d == math.Trunc(d) && math.Abs(d) <= 1<<24 || d != d || math.IsInf(d, 0) {
		return true
	}
	var a, b [jsontext.FloatRoom]byte
	return string(jsontext.AppendFloat32(a[:0], f)) == string(jsontext.AppendFloat64(b[:0], d))
}

// The bits of the one NaN of each width.
const (
	nan32 = 0x7FC00000
	nan64 = 0x7FF8000000000000
)

// appendData appends v, without a header, as a number of header h, which holds it.
func appendData(dst []byte, v wire.Number, h wire.Header) []byte {
	var lo, hi uint64
	switch h {
	case wire.HeaderFloat32:
		f, _ := v.Float32()
		if lo = uint64(math.Float32bits(f)); f != f {
			lo = nan32
		}
	case wire.HeaderFloat64:
		f, _ := v.Float64()
		if lo = math.Float64bits(f); f != f {
			lo = nan64
		}
	default:
		lo, hi, _ = integer(v)
	}
	for i := range h.Width() {
		if i == 8 {
			lo = hi
		}
		dst = append(dst, byte(lo))
		lo >>= 8
	}
	return dst
}

// appendNumber appends the number of src[off:], of header h.
func appendNumber(dst, src []byte, off int) (out []byte, next int, err error) {
	v, next, err := wire.ReadNumber(src, off)
	if err != nil {
		return dst, off, err
	}
	d := newNeed()
	d.add(v)
	h, _ := d.header()
	if h == wire.HeaderFloat128 {
		return append(dst, src[off:next]...), next, nil
	}
	return appendData(append(dst, byte(h)), v, h), next, nil
}

// appendNumbers appends the numbers of an array in the narrowest type that holds them all; they
// have one type, so there is one.
func appendNumbers(dst []byte, a wire.Numbers, start func(dst []byte, h wire.Header) []byte) []byte {
	h, other := narrowest(a)
	if a.Len() == 0 {
		h = wire.HeaderUint8
	} else if !other && !foreignNaN(a.Data(), h) {
		return append(start(dst, h), a.Data()...)
	}
	dst = start(dst, h)
	for i := range a.Len() {
		dst = appendData(dst, a.At(i), h)
	}
	return dst
}
