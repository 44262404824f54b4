// This file is numbers as JSON writes them.

package jsonpack

import (
	"math"
	"strconv"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/jsontext"
	"github.com/beve-org/beve-go/internal/mem"
)

// parseNumber reads the JSON number at src[off:] and returns the bits of the scalar
// of n that it is, and the offset after it. A fraction is rounded for a float, as
// reading JSON does, unless it has more digits than a float64, and refused for an integer.
func (n *node) parseNumber(src []byte, off int) (bits uint64, next int, cause error) {
	x, next, err := jsontext.ReadNumber(src, off)
	if err != nil {
		if e, ok := err.(*fault.DecodeError); ok {
			return 0, int(e.Offset), e.Err
		}
		return 0, off, err
	}
	var ok bool
	if n.class == classFloat {
		text := src[off:next]
		bits, ok = n.parseFloat(x, text)
		switch {
		case ok && bits<<(65-8*uint(n.size)) == 0:
			ok = jsontext.IsZero(text) // and not only too small
		case ok && n.size == 8 && x.Kind == jsontext.Float:
			ok = jsontext.Keeps(text, x.Float)
		}
		if !ok {
			return 0, off, overflow(text, n)
		}
		return bits, next, nil
	}
	v := number{}
	if u, fits := x.Uint64(); fits {
		v, ok = unsigned(u), true
	} else if i, fits := x.Int64(); fits {
		v, ok = signed(i), true
	} else if m, whole := jsontext.Whole(src[off:next]); whole && x.Kind == jsontext.Float {
		if v, ok = unsigned(m), !x.Negative || m <= 1<<63; x.Negative {
			v = signed(-int64(m))
		}
	}
	if ok {
		bits, ok = v.ofSize(n.class, n.size)
	}
	if !ok {
		return 0, off, overflow(src[off:next], n)
	}
	return bits, next, nil
}

// parseFloat returns the bits of the float of n's size that is nearest to a number.
func (n *node) parseFloat(x jsontext.Number, text []byte) (bits uint64, ok bool) {
	f, exact := x.Float, x.Kind == jsontext.Float
	if i, fits := x.Int64(); fits {
		f, exact = float64(i), i>>53 == 0 || i>>53 == -1
	}
	if n.size == 4 {
		narrow := float32(f)
		if !exact || float64(narrow) != f {
			wide, err := strconv.ParseFloat(mem.String(text), 32) // rounds once
			if narrow = float32(wide); err != nil {
				return 0, false
			}
		}
		return uint64(math.Float32bits(narrow)), true
	}
	if !exact {
		var err error
		if f, err = strconv.ParseFloat(mem.String(text), 64); err != nil {
			return 0, false
		}
	}
	return math.Float64bits(f), true
}

// overflow says that the number that text shows does not fit n.
func overflow(text []byte, n *node) error {
	const most = 40
	shown := string(text[:min(len(text), most)])
	if len(text) > most {
		shown += "…"
	}
	return fault.Because(fault.ErrOverflow, shown+" does not fit "+n.name)
}

// appendText appends x as JSON writes it; size is that of the float it came from.
// Text that is not a number is written as Go prints it, for messages.
func (x number) appendText(dst []byte, size uint8) []byte {
	switch x.class {
	case classSigned:
		return jsontext.AppendInt(dst, int64(x.bits))
	case classUnsigned:
		return jsontext.AppendUint(dst, x.bits)
	}
	f := math.Float64frombits(x.bits)
	switch {
	case math.IsNaN(f) || math.IsInf(f, 0):
		return strconv.AppendFloat(dst, f, 'g', -1, 64)
	case size == 4:
		return jsontext.AppendFloat32(dst, float32(f))
	}
	return jsontext.AppendFloat64(dst, f)
}
