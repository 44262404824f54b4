package columns

import (
	"encoding/binary"
	"fmt"
	"math/big"
	"strconv"
	"strings"
	"time"

	beve "github.com/beve-org/beve-go"
)

// This file is the text of what BEVE has no types for: decimals, dates, times of day,
// times without a zone and intervals.

const (
	layoutLocal = "2006-01-02T15:04:05.999999999"
	layoutClock = "15:04:05.999999999"
)

// parseTime reads text in a layout. Unlike time.Parse it refuses digits beyond nanoseconds.
func parseTime(layout, s string) (time.Time, error) {
	if _, fraction, _ := strings.Cut(s, "."); len(fraction) > 9 {
		return time.Time{}, fmt.Errorf("%.100q: finer than nanoseconds: %w", s, beve.ErrOverflow)
	}
	t, err := time.ParseInLocation(layout, s, time.UTC)
	if err != nil {
		err = fmt.Errorf("%.100q is not like %s: %w", s, layout, beve.ErrMismatch)
	}
	return t, err
}

// parseDecimal reads a decimal of at most that many digits as a whole number of
// 10^-scale.
func parseDecimal(s string, scale, digits int) (*big.Int, error) {
	whole, fraction, _ := strings.Cut(strings.TrimPrefix(s, "-"), ".")
	if len(s) > 2*digits+10 || whole+fraction == "" || strings.Trim(whole+fraction, "0123456789") != "" {
		return nil, fmt.Errorf("%.100q is not a decimal: %w", s, beve.ErrMismatch)
	}
	for len(fraction) > scale && fraction[len(fraction)-1] == '0' {
		fraction = fraction[:len(fraction)-1]
	}
	if len(fraction) > scale {
		return nil, fmt.Errorf("%.100q has more than %d digits after the point: %w", s, scale, beve.ErrOverflow)
	}
	all := strings.TrimLeft(whole+fraction+strings.Repeat("0", scale-len(fraction)), "0")
	if len(all) > digits {
		return nil, fmt.Errorf("%.100q has more than %d digits: %w", s, digits, beve.ErrOverflow)
	}
	n := new(big.Int)
	if all != "" {
		n.SetString(all, 10)
	}
	if strings.HasPrefix(s, "-") {
		n.Neg(n)
	}
	return n, nil
}

// formatDecimal returns n times 10^-scale with all its digits.
func formatDecimal(n *big.Int, scale int) string {
	sign, digits := "", n.String()
	if n.Sign() < 0 {
		sign, digits = "-", digits[1:]
	}
	if scale == 0 {
		return sign + digits
	}
	if len(digits) <= scale {
		digits = strings.Repeat("0", scale+1-len(digits)) + digits
	}
	return sign + digits[:len(digits)-scale] + "." + digits[len(digits)-scale:]
}

// bigEndian reads two's complement, the highest byte first.
func bigEndian(b []byte) *big.Int {
	n := new(big.Int).SetBytes(b)
	if len(b) > 0 && b[0] >= 0x80 {
		n.Sub(n, new(big.Int).Lsh(big.NewInt(1), uint(8*len(b))))
	}
	return n
}

// formatInterval returns months, days and milliseconds as ISO 8601 has them.
func formatInterval(b []byte) string {
	ms := binary.LittleEndian.Uint32(b[8:])
	return fmt.Sprintf("P%dM%dDT%d.%03dS", binary.LittleEndian.Uint32(b), binary.LittleEndian.Uint32(b[4:]), ms/1000, ms%1000)
}

// parseInterval reads text of formatInterval.
func parseInterval(s string) ([]byte, error) {
	var b []byte
	parts := strings.FieldsFunc(s, func(r rune) bool { return strings.ContainsRune("PMDT.S", r) })
	for _, part := range parts {
		n, _ := strconv.ParseUint(part, 10, 32)
		b = binary.LittleEndian.AppendUint32(b, uint32(n))
	}
	if len(b) != 16 {
		b = make([]byte, 16) // no interval, as the comparison finds
	}
	seconds, ms := binary.LittleEndian.Uint32(b[8:]), binary.LittleEndian.Uint32(b[12:])
	b = binary.LittleEndian.AppendUint32(b[:8], seconds*1000+ms)
	if formatInterval(b) != s {
		return nil, fmt.Errorf("%.100q is not an interval like P14M3DT1.500S: %w", s, beve.ErrMismatch)
	}
	return b, nil
}
