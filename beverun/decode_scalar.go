// Scalars in generated decoders.

package beverun

import (
	"time"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/mem"
	"github.com/beve-org/beve-go/internal/shorttext"
	"github.com/beve-org/beve-go/scalar"
	"github.com/beve-org/beve-go/wire"
)

// Integer is every type of integers.
type Integer interface {
	~int8 | ~int16 | ~int32 | ~int64 | ~int | ~uint8 | ~uint16 | ~uint32 | ~uint64 | ~uint | ~uintptr
}

// ReadBoolean reads a boolean into *v.
func ReadBoolean[T ~bool](d *Decoder, off int, v *T) int {
	w, next := BoolValue[T](d, off)
	if next >= 0 {
		*v = w
	}
	return next
}

// BoolValue is ReadBoolean for elements of maps.
func BoolValue[T ~bool](d *Decoder, off int) (v T, next int) {
	if next, ok := d.null(off); ok {
		return false, next
	}
	b, next, err := wire.ReadBool(d.Src, off)
	if err != nil {
		return false, d.Fail(off, "bool", err)
	}
	return T(b), next
}

// ReadInteger reads any integer that a T, called name, holds into *v.
func ReadInteger[T Integer](d *Decoder, off int, v *T, name string) int {
	w, next := IntegerValue[T](d, off, name)
	if next >= 0 {
		*v = w
	}
	return next
}

// IntegerValue is ReadInteger for elements of maps.
func IntegerValue[T Integer](d *Decoder, off int, name string) (v T, next int) {
	if v, next := shortInteger[T](d.Src, off); next >= 0 {
		return v, next
	}
	if next, ok := d.null(off); ok {
		return 0, next
	}
	n, next, err := wire.ReadNumber(d.Src, off)
	if err != nil {
		return 0, d.Fail(off, name, err)
	}
	ok := false
	if T(0)-1 < 0 {
		var i int64
		i, ok = n.Int64()
		v, ok = T(i), ok && int64(T(i)) == i
	} else {
		var u uint64
		u, ok = n.Uint64()
		v, ok = T(u), ok && uint64(T(u)) == u
	}
	if !ok {
		return 0, d.Fail(off, name, n.Misfit(off, name, true))
	}
	return v, next
}

// shortInteger reads an integer of T's own class that stands clear of the end of
// src, or returns -1.
func shortInteger[T Integer](src []byte, off int) (v T, next int) {
	if T(0)-1 < 0 {
		i, next := Int(src, off)
		return T(i), fits(next, int64(T(i)) == i)
	}
	u, next := Uint(src, off)
	return T(u), fits(next, uint64(T(u)) == u)
}

func fits(next int, ok bool) int {
	if !ok {
		return -1
	}
	return next
}

// scalarMost is what a scalar takes at most: a header and eight bytes.
const scalarMost = 9

// Match reports whether the bytes at src[off:] that mask chooses are those of w, the
// lowest first.
func Match(src []byte, off int, w, mask uint64) bool {
	return len(src) >= 8 && uint(off) <= uint(len(src)-8) && mem.Word(src, off)&mask == w
}

// Load returns the eight bytes at src[off:], the lowest first.
func Load(src []byte, off int) uint64 {
	_ = src[off : off+8]
	return mem.Word(src, off)
}

// Load32 is Load for four bytes.
func Load32(src []byte, off int) uint32 {
	_ = src[off : off+4]
	return mem.Word32(src, off)
}

// Int reads a signed integer of up to eight bytes whose header is at src[off], and
// returns the offset after it. It returns -1 where something else stands.
func Int(src []byte, off int) (v int64, next int) {
	if uint(off) > uint(len(src)) || len(src)-off < scalarMost {
		w, next := lastInteger(src, off, wire.Signed)
		return int64(w), next
	}
	switch wire.Header(src[off]) {
	case wire.HeaderInt8:
		return int64(int8(mem.Byte(src, off+1))), off + 2
	case wire.HeaderInt16:
		return int64(int16(mem.Word32(src, off+1))), off + 3
	case wire.HeaderInt32:
		return int64(int32(mem.Word32(src, off+1))), off + 5
	case wire.HeaderInt64:
		return int64(mem.Word(src, off+1)), off + 9
	}
	return 0, -1
}

// Uint is Int for unsigned integers.
func Uint(src []byte, off int) (v uint64, next int) {
	if uint(off) > uint(len(src)) || len(src)-off < scalarMost {
		return lastInteger(src, off, wire.Unsigned)
	}
	switch wire.Header(src[off]) {
	case wire.HeaderUint8:
		return uint64(mem.Byte(src, off+1)), off + 2
	case wire.HeaderUint16:
		return uint64(uint16(mem.Word32(src, off+1))), off + 3
	case wire.HeaderUint32:
		return uint64(mem.Word32(src, off+1)), off + 5
	case wire.HeaderUint64:
		return mem.Word(src, off+1), off + 9
	}
	return 0, -1
}

// lastInteger reads an integer of a class that ends close to the end of src.
func lastInteger(src []byte, off int, c wire.Class) (v uint64, next int) {
	if uint(off) >= uint(len(src)) {
		return 0, -1
	}
	h := wire.Header(src[off])
	if h.Kind() != wire.KindNumber || h.Class() != c || h.Width() > 8 {
		return 0, -1
	}
	n, next, err := wire.ReadNumber(src, off)
	if err != nil {
		return 0, -1
	}
	if c == wire.Signed {
		i, _ := n.Int64()
		return uint64(i), next
	}
	v, _ = n.Uint64()
	return v, next
}

// ReadSingle reads a number that a float32 holds, wider floats rounded, into *v.
func ReadSingle[T ~float32](d *Decoder, off int, v *T) int {
	w, next := SingleValue[T](d, off)
	if next >= 0 {
		*v = w
	}
	return next
}

// SingleValue is ReadSingle for elements of maps.
func SingleValue[T ~float32](d *Decoder, off int) (v T, next int) {
	if next, ok := d.null(off); ok {
		return 0, next
	}
	f, next, err := wire.ReadFloat32(d.Src, off)
	if err != nil {
		return 0, d.Fail(off, "float32", err)
	}
	return T(f), next
}

// ReadDouble reads a number that a float64 holds into *v.
func ReadDouble[T ~float64](d *Decoder, off int, v *T) int {
	w, next := DoubleValue[T](d, off)
	if next >= 0 {
		*v = w
	}
	return next
}

// DoubleValue is ReadDouble for elements of maps.
func DoubleValue[T ~float64](d *Decoder, off int) (v T, next int) {
	if next, ok := d.null(off); ok {
		return 0, next
	}
	f, next, err := wire.ReadFloat64(d.Src, off)
	if err != nil {
		return 0, d.Fail(off, "float64", err)
	}
	return T(f), next
}

// ReadTime reads a time in any of its forms into *t: RFC 3339 text, an integer of
// nanoseconds since 1970, the draft extension, a timestamp.
func (d *Decoder) ReadTime(off int, t *time.Time) int {
	const goType = "time.Time"
	if off < len(d.Src) && wire.Header(d.Src[off]) == wire.HeaderString {
		if next := shorttext.ReadUTC(d.Src, off+1, t); next >= 0 {
			return next
		}
	}
	h, err := wire.ReadHeader(d.Src, off)
	if err != nil {
		return d.Fail(off, goType, err)
	}
	switch h.Kind() {
	case wire.KindString, wire.KindNumber:
		next, err := shorttext.ReadTime(d.Src, off, h, t)
		if err != nil {
			return d.Fail(off, goType, err)
		}
		return next
	case wire.KindTime:
		a, next, err := wire.ViewTimes(d.Src, off)
		if err != nil {
			return d.Fail(off, goType, err)
		}
		if a.Single {
			v, err := scalar.TimeOf(a.At(0))
			if err != nil {
				return d.Fail(off, goType, err)
			}
			*t = v
			return next
		}
	case wire.KindNull:
		*t = time.Time{}
		return off + 1
	}
	return d.mismatch(off, h, goType)
}

// ReadDuration reads an integer of nanoseconds, or a duration of the extended
// profile, into *v.
func (d *Decoder) ReadDuration(off int, v *time.Duration) int {
	const goType = "time.Duration"
	if off >= len(d.Src) || wire.Header(d.Src[off]) != wire.HeaderDuration {
		return ReadInteger(d, off, v, goType)
	}
	w, next, err := wire.ReadDuration(d.Src, off)
	if err != nil {
		return d.Fail(off, goType, err)
	}
	ns, ok := w.Nanos()
	if !ok {
		return d.Fail(off, goType, fault.Because(fault.ErrOverflow, "duration "+string(w.AppendISO(nil))+" does not fit a time.Duration"))
	}
	*v = time.Duration(ns)
	return next
}
