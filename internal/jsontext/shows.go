// This file tells whether a float64 keeps what a decimal says.

package jsontext

import (
	"bytes"
	"math/bits"
	"strconv"
)

// maxSignificant is more digits than the exact decimal of any float64 has.
const maxSignificant = 800

// Shows reports whether text, a number of JSON, is a true picture of f, the float64
// nearest to it: whether f, printed with as many significant digits as text has, gives
// the digits of text. So it does for what a float64 was printed as, with any
// precision, and does not where text has digits that f lost.
func Shows(text []byte, f float64) bool {
	digits, exp := decimal(text)
	switch {
	case len(digits) == 0 || f == 0:
		return len(digits) == 0 && f == 0
	case len(digits) > maxSignificant:
		return false
	}
	if f < 0 {
		f = -f
	}
	var room [64]byte
	shown, shownExp := decimal(strconv.AppendFloat(room[:0], f, 'e', len(digits)-1, 64))
	return exp == shownExp && bytes.Equal(digits, shown)
}

// maxShown is how many significant digits tell every float64 from its neighbours.
const maxShown = 17

// Keeps reports whether reading text, a number of JSON, as f, the float64 nearest to it,
// is what readers of JSON do for numbers of as many digits as floats have: it is not if
// f lost digits beyond these, or is zero in place of what is too small.
func Keeps(text []byte, f float64) bool {
	if len(text) <= maxShown && f != 0 {
		return true
	}
	digits, _ := decimal(text)
	return len(digits) <= maxShown && (f != 0 || len(digits) == 0) || Shows(text, f)
}

// IsZero reports whether a number of JSON is zero, and not only too small for a float.
func IsZero(text []byte) bool {
	digits, _ := decimal(text)
	return len(digits) == 0
}

// Whole returns the magnitude of a number of JSON that is an integer of 64 bits, however it is written: 1e3 and 20.0 are. ok is
// false where there is a fraction, of however many digits, or more than 64 bits.
func Whole(text []byte) (magnitude uint64, ok bool) {
	digits, exp := decimal(text)
	if len(digits) == 0 {
		return 0, true
	}
	if exp < len(digits)-1 || exp >= maxDigits+1 {
		return 0, false
	}
	for i := range exp + 1 {
		c := byte('0')
		if i < len(digits) {
			c = digits[i]
		}
		over, m := bits.Mul64(magnitude, 10)
		m, carry := bits.Add64(m, uint64(c-'0'), 0)
		if over != 0 || carry != 0 {
			return 0, false
		}
		magnitude = m
	}
	return magnitude, true
}

// decimal returns the significant digits of a number, and the power of ten of the
// first of them.
func decimal(text []byte) (digits []byte, exp int) {
	mantissa, point := text, -1
	for i, c := range text {
		if c|0x20 == 'e' {
			mantissa = text[:i]
			exp, _, _ = readExponent(text, i+1)
			break
		}
	}
	var room [32]byte
	digits = room[:0]
	places := 0 // digits before the point, or zeros after it that come before all others
	for _, c := range mantissa {
		switch {
		case c == '.':
			point = places
		case c-'0' > 9:
		case c == '0' && len(digits) == 0:
			if point >= 0 {
				exp--
			}
		default:
			digits = append(digits, c)
			if point < 0 {
				places++
			}
		}
	}
	exp += places - 1
	return bytes.TrimRight(digits, "0"), exp
}
