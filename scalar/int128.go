// This file holds the two 128-bit integers of the wire, which Go has no type for:
// their exact text, their comparison, and the ways to and from Go's own numbers.
// Arithmetic is not its business.

package scalar

import (
	"math"
	"math/bits"
	"strconv"
)

// Int128 is a signed 128-bit integer in two's complement: its value is
// Hi·2⁶⁴ + Lo. The zero value is 0, and == compares values.
type Int128 struct {
	Hi int64  // the upper half, which carries the sign
	Lo uint64 // the lower half
}

// Uint128 is an unsigned 128-bit integer: its value is Hi·2⁶⁴ + Lo. The zero value
// is 0, and == compares values.
type Uint128 struct {
	Hi uint64 // the upper half
	Lo uint64 // the lower half
}

// Sizes of decimal texts, and the largest power of ten in 64 bits: 128-bit
// numbers are printed and read in blocks of that many digits.
const (
	maxDecimal128  = 40 // a sign and 39 digits
	decimalBlock   = 19
	decimalBlock10 = 1e19 // 10^decimalBlock
)

// Int128FromInt64 returns v as an Int128.
func Int128FromInt64(v int64) Int128 { return Int128{Hi: v >> 63, Lo: uint64(v)} }

// Uint128FromUint64 returns v as a Uint128.
func Uint128FromUint64(v uint64) Uint128 { return Uint128{Lo: v} }

// Int64 returns x as an int64 and true, or 0 and false when x does not fit.
func (x Int128) Int64() (int64, bool) {
	v := int64(x.Lo)
	if x.Hi != v>>63 {
		return 0, false
	}
	return v, true
}

// Uint64 returns x as a uint64 and true, or 0 and false when x does not fit.
func (x Int128) Uint64() (uint64, bool) {
	if x.Hi != 0 {
		return 0, false
	}
	return x.Lo, true
}

// Int64 returns x as an int64 and true, or 0 and false when x does not fit.
func (x Uint128) Int64() (int64, bool) {
	if x.Hi != 0 || x.Lo > math.MaxInt64 {
		return 0, false
	}
	return int64(x.Lo), true
}

// Uint64 returns x as a uint64 and true, or 0 and false when x does not fit.
func (x Uint128) Uint64() (uint64, bool) {
	if x.Hi != 0 {
		return 0, false
	}
	return x.Lo, true
}

// Cmp returns -1 when x < y, 0 when x == y, and +1 when x > y.
func (x Int128) Cmp(y Int128) int {
	switch {
	case x.Hi < y.Hi || x.Hi == y.Hi && x.Lo < y.Lo:
		return -1
	case x == y:
		return 0
	}
	return 1
}

// Cmp returns -1 when x < y, 0 when x == y, and +1 when x > y.
func (x Uint128) Cmp(y Uint128) int {
	switch {
	case x.Hi < y.Hi || x.Hi == y.Hi && x.Lo < y.Lo:
		return -1
	case x == y:
		return 0
	}
	return 1
}

// Float64 returns the float64 nearest to x, the even one of two that are equally
// near.
func (x Int128) Float64() float64 {
	// Rounding to nearest even is symmetric about zero, so the magnitude may be
	// rounded and then negated.
	if x.Hi < 0 {
		return -x.Magnitude().Float64()
	}
	return x.Magnitude().Float64()
}

// Float64 returns the float64 nearest to x, the even one of two that are equally
// near.
func (x Uint128) Float64() float64 {
	if x.Hi == 0 {
		return float64(x.Lo)
	}
	// The upper 64 significant bits are rounded by the conversion, which keeps 53.
	// What lies below them matters only by being zero or not, and the lowest of
	// the 64, well under the rounding place, can stand for that. The scaling is by
	// a power of two, so it is exact.
	lead := uint(bits.LeadingZeros64(x.Hi))
	top := x.Hi<<lead | x.Lo>>(64-lead)
	if x.Lo<<lead != 0 {
		top |= 1
	}
	return float64(top) * math.Float64frombits(uint64(1023+64-lead)<<52)
}

// String returns x in decimal, exactly, with a minus sign when negative.
func (x Int128) String() string {
	var buf [maxDecimal128]byte
	return string(x.AppendDecimal(buf[:0]))
}

// String returns x in decimal, exactly.
func (x Uint128) String() string {
	var buf [maxDecimal128]byte
	return string(x.AppendDecimal(buf[:0]))
}

// AppendDecimal appends x in decimal, exactly and at most 40 bytes long, to dst
// and returns the extended slice.
func (x Int128) AppendDecimal(dst []byte) []byte {
	if x.Hi < 0 {
		dst = append(dst, '-')
	}
	return x.Magnitude().AppendDecimal(dst)
}

// AppendDecimal appends x in decimal, exactly and at most 39 bytes long, to dst
// and returns the extended slice.
func (x Uint128) AppendDecimal(dst []byte) []byte {
	if x.Hi == 0 {
		return strconv.AppendUint(dst, x.Lo, 10)
	}
	// The quotient of the first block has at most 65 bits, so this descends at
	// most twice.
	hi, rest := x.Hi/decimalBlock10, x.Hi%decimalBlock10
	lo, block := bits.Div64(rest, x.Lo, decimalBlock10)
	dst = Uint128{Hi: hi, Lo: lo}.AppendDecimal(dst)
	var digits [decimalBlock]byte
	for i := len(digits) - 1; i >= 0; i-- {
		digits[i] = byte('0' + block%10)
		block /= 10
	}
	return append(dst, digits[:]...)
}

// ParseInt128 reads a decimal integer: an optional '+' or '-', then one or more
// digits and nothing else. Leading zeros are allowed, and "-0" is 0. Its error is
// a *strconv.NumError whose cause is strconv.ErrSyntax, or strconv.ErrRange for a
// well-formed number that an Int128 cannot hold; the result is then 0.
func ParseInt128(s string) (Int128, error) {
	x, err := parseInt128(s)
	if err != nil {
		return Int128{}, decimalError("ParseInt128", s, err)
	}
	return x, nil
}

// ParseUint128 reads a decimal integer: one or more digits and nothing else, not
// even a sign. Leading zeros are allowed. Its error is a *strconv.NumError whose
// cause is strconv.ErrSyntax, or strconv.ErrRange for a well-formed number that a
// Uint128 cannot hold; the result is then 0.
func ParseUint128(s string) (Uint128, error) {
	x, err := parseUint128(s)
	if err != nil {
		return Uint128{}, decimalError("ParseUint128", s, err)
	}
	return x, nil
}

// MarshalText returns x in decimal. Its error is always nil. It implements
// encoding.TextMarshaler.
func (x Int128) MarshalText() ([]byte, error) {
	return x.AppendDecimal(make([]byte, 0, maxDecimal128)), nil
}

// MarshalText returns x in decimal. Its error is always nil. It implements
// encoding.TextMarshaler.
func (x Uint128) MarshalText() ([]byte, error) {
	return x.AppendDecimal(make([]byte, 0, maxDecimal128)), nil
}

// UnmarshalText sets x to the number that text holds, in the form and with the
// errors of ParseInt128; on an error x is left as it was. It implements
// encoding.TextUnmarshaler.
func (x *Int128) UnmarshalText(text []byte) error {
	v, err := parseInt128(text)
	if err != nil {
		return decimalError("Int128.UnmarshalText", string(text), err)
	}
	*x = v
	return nil
}

// UnmarshalText sets x to the number that text holds, in the form and with the
// errors of ParseUint128; on an error x is left as it was. It implements
// encoding.TextUnmarshaler.
func (x *Uint128) UnmarshalText(text []byte) error {
	v, err := parseUint128(text)
	if err != nil {
		return decimalError("Uint128.UnmarshalText", string(text), err)
	}
	*x = v
	return nil
}

// Int128FromMagnitude returns m, or -m if negative; ok is false when no Int128
// holds it.
func Int128FromMagnitude(m Uint128, negative bool) (x Int128, ok bool) {
	const top = 1 << 63
	if !negative {
		return Int128{Hi: int64(m.Hi), Lo: m.Lo}, m.Hi < top
	}
	lo, borrow := bits.Sub64(0, m.Lo, 0)
	hi, _ := bits.Sub64(0, m.Hi, borrow)
	return Int128{Hi: int64(hi), Lo: lo}, m.Hi < top || m.Hi == top && m.Lo == 0
}

// Magnitude returns the absolute value of x, which a Uint128 holds for every x,
// the lowest one included.
func (x Int128) Magnitude() Uint128 {
	// Without a branch: flip all bits and add one when sign is all ones.
	sign := uint64(x.Hi >> 63)
	lo, carry := bits.Add64(x.Lo^sign, sign&1, 0)
	return Uint128{Hi: uint64(x.Hi) ^ sign + carry, Lo: lo}
}

// parseInt128 is ParseInt128 over either kind of text, returning the bare cause.
func parseInt128[T string | []byte](s T) (Int128, error) {
	negative := len(s) > 0 && s[0] == '-'
	if negative || len(s) > 0 && s[0] == '+' {
		s = s[1:]
	}
	m, err := parseUint128(s)
	if err != nil {
		return Int128{}, err
	}
	x, ok := Int128FromMagnitude(m, negative)
	if !ok {
		return Int128{}, strconv.ErrRange
	}
	return x, nil
}

// parseUint128 is ParseUint128 over either kind of text, returning the bare cause.
func parseUint128[T string | []byte](s T) (Uint128, error) {
	if len(s) == 0 {
		return Uint128{}, strconv.ErrSyntax
	}
	// Digits are gathered in 64 bits and moved over in blocks, which spares a
	// 128-bit multiplication per digit. The text is read to its end even after
	// an overflow, so that malformed text is always a syntax error.
	var x Uint128
	overflow := false
	for i := 0; i < len(s); {
		block, scale := uint64(0), uint64(1)
		for end := min(i+decimalBlock, len(s)); i < end; i++ {
			digit := s[i] - '0'
			if digit > 9 {
				return Uint128{}, strconv.ErrSyntax
			}
			block = block*10 + uint64(digit)
			scale *= 10
		}
		over, hi := bits.Mul64(x.Hi, scale)
		mid, lo := bits.Mul64(x.Lo, scale)
		lo, carryLo := bits.Add64(lo, block, 0)
		hi, carryHi := bits.Add64(hi, mid, carryLo)
		overflow = overflow || over|carryHi != 0
		x = Uint128{Hi: hi, Lo: lo}
	}
	if overflow {
		return Uint128{}, strconv.ErrRange
	}
	return x, nil
}

// decimalError returns the error of function fn for text s, which it copies,
// so that the error neither holds a caller's buffer nor changes with it. Long text is cut.
func decimalError(fn, s string, cause error) error {
	const most = 100
	shown := string([]byte(s[:min(len(s), most)]))
	if len(s) > most {
		shown += "…"
	}
	return &strconv.NumError{Func: fn, Num: shown, Err: cause}
}
