// Package meaning is the notation for what a message means: JSON, and where JSON is not
// exact, objects of one member whose name starts with "$". README.md has the table.
package meaning

import (
	"encoding/hex"
	"math"
	"slices"
	"strconv"
	"strings"
)

// AppendString appends text as a JSON string.
func AppendString(dst []byte, s string) []byte {
	dst = append(dst, '"')
	for i := range len(s) {
		switch c := s[i]; {
		case c == '"' || c == '\\':
			dst = append(dst, '\\', c)
		case c < ' ':
			dst = append(dst, '\\', 'u', '0', '0', "0123456789abcdef"[c>>4], "0123456789abcdef"[c&15])
		default:
			dst = append(dst, c)
		}
	}
	return append(dst, '"')
}

// AppendFloat appends the float whose bytes these are, little-endian, of the kind bf16,
// f16, f32, f64 or f128: a finite one in the shortest decimal that reads back as it, and
// of the first two as a binary32; infinities, NaNs and binary128 as the digits of all bits.
func AppendFloat(dst []byte, kind string, little []byte) []byte {
	big := slices.Clone(little)
	slices.Reverse(big)
	digits := hex.EncodeToString(big)
	dst = append(append(append(dst, `{"$`...), kind...), `":`...)
	value, size := math.NaN(), 64
	bits, err := strconv.ParseUint(digits, 16, 64)
	if err == nil && kind != "f128" {
		value, size = Float(kind, bits)
	}
	if math.IsNaN(value) || math.IsInf(value, 0) {
		dst = append(append(append(dst, '"'), digits...), '"')
	} else {
		text := strconv.FormatFloat(value, 'g', -1, size)
		if !strings.ContainsAny(text, ".e") {
			text += ".0" // a float to every parser of JSON
		}
		dst = append(dst, text...)
	}
	return append(dst, '}')
}

// Float returns the float of a kind of up to 64 bits, and the bits in which its shortest
// decimal is sought.
func Float(kind string, bits uint64) (value float64, size int) {
	switch kind {
	case "f64":
		return math.Float64frombits(bits), 64
	case "f32":
		return float64(math.Float32frombits(uint32(bits))), 32
	case "bf16":
		return float64(math.Float32frombits(uint32(bits) << 16)), 32
	}
	sign, exponent, fraction := 1.0, int(bits>>10&31), float64(bits&1023)
	if bits>>15 != 0 {
		sign = -1
	}
	switch exponent {
	case 0:
		return sign * math.Ldexp(fraction, -24), 32
	case 31:
		if fraction != 0 {
			return math.NaN(), 32
		}
		return math.Inf(int(sign)), 32
	}
	return sign * math.Ldexp(1024+fraction, exponent-25), 32
}

// Member is a member of an object, both parts in this notation.
type Member struct{ Key, Value []byte }

// AppendObject appends an object with keys that are strings: as a JSON object where each
// key is there once and none starts with "$", and as its pairs otherwise.
func AppendObject(dst []byte, members []Member) []byte {
	seen := map[string]bool{}
	plain := true
	for _, m := range members {
		plain = plain && !seen[string(m.Key)] && !strings.HasPrefix(string(m.Key), `"$`)
		seen[string(m.Key)] = true
	}
	open, close, left, between, right := "{", "}", "", ":", ""
	if !plain {
		open, close, left, between, right = `{"$object":[`, `]}`, "[", ",", "]"
	}
	dst = append(dst, open...)
	for i, m := range members {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(append(dst, left...), m.Key...)
		dst = append(append(dst, between...), m.Value...)
		dst = append(dst, right...)
	}
	return append(dst, close...)
}

// AppendUint appends an integer.
func AppendUint(dst []byte, n uint64) []byte { return strconv.AppendUint(dst, n, 10) }

// AppendTimestamp appends an instant; zone is in minutes east of UTC.
func AppendTimestamp(dst []byte, seconds int64, nanoseconds uint32, zone int16) []byte {
	dst = strconv.AppendInt(append(dst, `{"$timestamp":[`...), seconds, 10)
	dst = AppendUint(append(dst, ','), uint64(nanoseconds))
	return append(strconv.AppendInt(append(dst, ','), int64(zone), 10), "]}"...)
}

// AppendDuration appends a span of time.
func AppendDuration(dst []byte, negative bool, seconds uint64, nanoseconds uint32) []byte {
	sign := "+"
	if negative {
		sign = "-"
	}
	dst = AppendUint(append(dst, `{"$duration":["`+sign+`",`...), seconds)
	return append(AppendUint(append(dst, ','), uint64(nanoseconds)), "]}"...)
}
