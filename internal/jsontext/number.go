// This file reads JSON numbers: the grammar, exact integers up to 128 bits, and
// binary64 for everything that has a fraction or an exponent.

package jsontext

import (
	"math"
	"math/bits"
	"strconv"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/mem"
)

// NumberKind says what the digits of a number amount to.
type NumberKind uint8

// The kinds of numbers.
const (
	// Integer is a number without fraction and exponent that a signed or unsigned
	// integer of 128 bits holds.
	Integer NumberKind = iota
	// BigInteger is an integer beyond that range.
	BigInteger
	// Float is a number with a fraction or an exponent, and -0, whose sign no
	// integer keeps.
	Float
)

// Number is the value of one JSON number.
type Number struct {
	Kind     NumberKind
	Negative bool
	// Hi and Lo are the magnitude of an Integer.
	Hi, Lo uint64
	// Float is the nearest binary64 of a Float.
	Float float64
}

// Uint64 returns an Integer that a uint64 holds; ok is false for all else.
func (n Number) Uint64() (v uint64, ok bool) {
	return n.Lo, n.Kind == Integer && n.Hi == 0 && !n.Negative
}

// Int64 returns an Integer that an int64 holds; ok is false for all else.
func (n Number) Int64() (v int64, ok bool) {
	if n.Kind != Integer || n.Hi != 0 {
		return 0, false
	}
	if n.Negative {
		return int64(-n.Lo), n.Lo <= 1<<63
	}
	return int64(n.Lo), n.Lo <= math.MaxInt64
}

// maxDigits is how many decimal digits a uint64 holds whatever they are.
const maxDigits = 19

// ReadNumber reads the number that starts at src[off] and returns the offset
// after its last character; what follows is not looked at. A number with a
// fraction or an exponent that is beyond binary64 is a fault.ErrOverflow, one
// that is too small for it becomes zero, and -0 is a Float.
func ReadNumber(src []byte, off int) (n Number, next int, err error) {
	i := off
	if i < len(src) && src[i] == '-' {
		n.Negative = true
		i++
	}
	first := i
	var m uint64 // exact for up to maxDigits digits
	for i < len(src) && src[i]-'0' <= 9 {
		m = m*10 + uint64(src[i]-'0')
		i++
	}
	digits := i - first
	if digits == 0 {
		return n, off, Unexpected(src, i, "where a number needs a digit")
	}
	if src[first] == '0' && digits > 1 {
		return n, off, Unexpected(src, first+1, "after a leading zero of a number")
	}
	if i < len(src) && (src[i] == '.' || src[i]|0x20 == 'e') {
		return readFloat(src, off, i, n.Negative, m, digits)
	}
	switch {
	case m == 0 && digits == 1 && n.Negative:
		n.Kind, n.Float = Float, math.Copysign(0, -1)
	case digits <= maxDigits:
		n.Lo = m
	default:
		n.Kind, n.Hi, n.Lo = wideInteger(src[first:i], n.Negative)
	}
	return n, i, nil
}

// wideInteger reads more digits than a uint64 may hold.
func wideInteger(digits []byte, negative bool) (k NumberKind, hi, lo uint64) {
	for _, c := range digits {
		over, h := bits.Mul64(hi, 10)
		carry, l := bits.Mul64(lo, 10)
		var c1, c2, c3 uint64
		l, c1 = bits.Add64(l, uint64(c-'0'), 0)
		h, c2 = bits.Add64(h, carry, c1)
		_, c3 = bits.Add64(over, 0, c2)
		if over != 0 || c2 != 0 || c3 != 0 {
			return BigInteger, 0, 0
		}
		hi, lo = h, l
	}
	// The magnitude of the least signed integer is one more than of the greatest.
	if negative && (hi > 1<<63 || hi == 1<<63 && lo != 0) {
		return BigInteger, 0, 0
	}
	return Integer, hi, lo
}

// readFloat goes on after the integer digits, at src[i], which is a point or the
// letter of an exponent. m holds the digits before it.
func readFloat(src []byte, off, i int, negative bool, m uint64, digits int) (n Number, next int, err error) {
	n = Number{Kind: Float, Negative: negative}
	exp := 0
	if src[i] == '.' {
		i++
		start := i
		for i < len(src) && src[i]-'0' <= 9 {
			m = m*10 + uint64(src[i]-'0')
			i++
		}
		if i == start {
			return n, off, Unexpected(src, i, "where a fraction needs a digit")
		}
		digits += i - start
		exp = start - i
	}
	if i < len(src) && src[i]|0x20 == 'e' {
		e, end, err := readExponent(src, i+1)
		if err != nil {
			return n, off, err
		}
		i, exp = end, exp+e
	}
	if digits <= maxDigits || significant(src[off:i]) <= maxDigits {
		f, ok := scaled(m, exp)
		if ok {
			if negative {
				f = -f
			}
			n.Float = f
			return n, i, nil
		}
	}
	if n.Float, err = strconv.ParseFloat(mem.String(src[off:i]), 64); err != nil {
		return n, off, ErrorAt(off, fault.Because(fault.ErrOverflow, "number beyond the range of binary64"))
	}
	return n, i, nil
}

// significant returns the number of digits of a number from the first that is not
// zero on, its exponent left out.
func significant(number []byte) (n int) {
	for _, c := range number {
		switch {
		case c|0x20 == 'e':
			return n
		case c-'0' <= 9 && (n > 0 || c != '0'):
			n++
		}
	}
	return n
}

// readExponent reads the optional sign and the digits of an exponent. Values
// beyond any that matter are cut off, so that none overflows.
func readExponent(src []byte, i int) (exp, next int, err error) {
	negative := false
	if i < len(src) && (src[i] == '+' || src[i] == '-') {
		negative = src[i] == '-'
		i++
	}
	start := i
	for i < len(src) && src[i]-'0' <= 9 {
		if exp < 1<<20 {
			exp = exp*10 + int(src[i]-'0')
		}
		i++
	}
	if i == start {
		return 0, i, Unexpected(src, i, "where an exponent needs a digit")
	}
	if negative {
		exp = -exp
	}
	return exp, i, nil
}

// powers holds the powers of ten that binary64 represents exactly.
var powers = [...]float64{
	1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11,
	1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
}

// ParseFloat returns the binary64 of the number that starts at src[i] and the
// offset after it. The offset is -1 where no number starts, it is malformed, or
// it is beyond the range of binary64.
func ParseFloat(src []byte, i int) (f float64, next int) {
	start := i
	if i < len(src) && src[i] == '-' {
		i++
	}
	first := i
	var m uint64 // exact for up to maxDigits digits
	for i < len(src) && src[i]-'0' <= 9 {
		m = m*10 + uint64(src[i]-'0')
		i++
	}
	return ParseRest(src, start, first, i, m)
}

// ParseRest is ParseFloat for a number that starts at src[start], and whose integer
// digits, which make m, are those of src[first:i].
func ParseRest(src []byte, start, first, i int, m uint64) (f float64, next int) {
	digits, exp := i-first, 0
	if digits == 0 || src[first] == '0' && digits > 1 {
		return 0, -1
	}
	if i < len(src) && src[i] == '.' {
		point := i + 1
		for i = point; i+8 <= len(src); i += 8 {
			w := mem.Word(src, i) ^ '0'*ones
			// The lowest bit stands for the first character that is not a digit.
			if other := (w | (w + 0x76*ones)) & HighBits; other != 0 {
				// Missing digits count as leading zeros.
				n := bits.TrailingZeros64(other) >> 3
				m = m*shifts[n&7] + eightValues(w<<8<<(56-8*n&63))
				i += n
				break
			}
			m = m*1e8 + eightValues(w)
		}
		for i < len(src) && src[i]-'0' <= 9 {
			m = m*10 + uint64(src[i]-'0')
			i++
		}
		if i == point {
			return 0, -1
		}
		exp = point - i
		digits -= exp
	}
	if i < len(src) && src[i]|0x20 == 'e' {
		e, end, err := readExponent(src, i+1)
		if err != nil {
			return 0, -1
		}
		i, exp = end, exp+e
	}
	ok := false
	if digits <= maxDigits || significant(src[start:i]) <= maxDigits {
		f, ok = scaled(m, exp)
	}
	if !ok {
		var err error
		if f, err = strconv.ParseFloat(mem.String(src[start:i]), 64); err != nil {
			return 0, -1
		}
		return f, i
	}
	if first > start {
		f = -f
	}
	return f, i
}

// shifts holds the powers of ten by which fewer than eight digits move those before them.
var shifts = [8]uint64{1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7}

// eightValues returns the number that eight digits of the values 0 to 9 make, the first
// in the low byte.
func eightValues(w uint64) uint64 {
	w = w*10 + w>>8 // pairs
	return ((w&0xFF000000FF)*(100+(1000000<<32)) + (w>>16&0xFF000000FF)*(1+(10000<<32))) >> 32
}

// scaled returns the binary64 nearest to m times ten to the power of e, or not ok
// where strconv has to find it.
func scaled(m uint64, e int) (f float64, ok bool) {
	if m < 1<<53 && -22 <= e && e <= 22 {
		// Both the digits and the power of ten are exact in binary64, so that one
		// rounding remains, as the nearest value needs.
		if e < 0 {
			return float64(m) / powers[-e], true
		}
		return float64(m) * powers[e], true
	}
	return round(m, e)
}
