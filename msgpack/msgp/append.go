// Appending values to slices.

package msgp

import (
	"math"
	"slices"
	"time"

	"github.com/beve-org/beve-go/internal/msgwire"
)

// Require returns old with room for extra more bytes.
func Require(old []byte, extra int) []byte {
	if cap(old)-len(old) >= extra {
		return old
	}
	if len(old) == 0 {
		return make([]byte, 0, extra)
	}
	return slices.Grow(old, extra)
}

// AppendNil appends nil.
func AppendNil(b []byte) []byte { return append(b, msgwire.Nil) }

// AppendBool appends a bool.
func AppendBool(b []byte, v bool) []byte {
	if v {
		return append(b, msgwire.True)
	}
	return append(b, msgwire.False)
}

// AppendInt64 appends an integer in the shortest signed form.
func AppendInt64(b []byte, v int64) []byte {
	if uint64(v+32) <= msgwire.MaxFixInt+32 {
		return append(b, byte(v))
	}
	return appendInt(b, v)
}

// appendInt is AppendInt64 for anything but a fixint.
func appendInt(b []byte, v int64) []byte {
	switch {
	case int64(int8(v)) == v:
		return append(b, msgwire.Int8, byte(v))
	case int64(int16(v)) == v:
		return append(b, msgwire.Int16, byte(v>>8), byte(v))
	case int64(int32(v)) == v:
		return append(b, msgwire.Int32, byte(v>>24), byte(v>>16), byte(v>>8), byte(v))
	}
	return append64(b, msgwire.Int64, uint64(v))
}

// append64 appends a lead byte and eight bytes.
func append64(b []byte, c byte, v uint64) []byte {
	return append(b, c, byte(v>>56), byte(v>>48), byte(v>>40), byte(v>>32), byte(v>>24), byte(v>>16), byte(v>>8), byte(v))
}

// AppendInt appends an integer in the shortest signed form.
func AppendInt(b []byte, v int) []byte { return AppendInt64(b, int64(v)) }

// AppendInt8 appends an integer in the shortest signed form.
func AppendInt8(b []byte, v int8) []byte { return AppendInt64(b, int64(v)) }

// AppendInt16 appends an integer in the shortest signed form.
func AppendInt16(b []byte, v int16) []byte { return AppendInt64(b, int64(v)) }

// AppendInt32 appends an integer in the shortest signed form.
func AppendInt32(b []byte, v int32) []byte { return AppendInt64(b, int64(v)) }

// AppendDuration appends the nanoseconds of d as a signed integer.
func AppendDuration(b []byte, d time.Duration) []byte { return AppendInt64(b, int64(d)) }

// AppendUint64 appends an integer in the shortest unsigned form.
func AppendUint64(b []byte, v uint64) []byte {
	if v <= msgwire.MaxFixInt {
		return append(b, byte(v))
	}
	return appendUint(b, v)
}

// appendUint is AppendUint64 for anything but a fixint.
func appendUint(b []byte, v uint64) []byte {
	switch {
	case v <= math.MaxUint8:
		return append(b, msgwire.Uint8, byte(v))
	case v <= math.MaxUint16:
		return append(b, msgwire.Uint16, byte(v>>8), byte(v))
	case v <= math.MaxUint32:
		return append(b, msgwire.Uint32, byte(v>>24), byte(v>>16), byte(v>>8), byte(v))
	}
	return append64(b, msgwire.Uint64, v)
}

// AppendUint appends an integer in the shortest unsigned form.
func AppendUint(b []byte, v uint) []byte { return AppendUint64(b, uint64(v)) }

// AppendUint8 appends an integer in the shortest unsigned form.
func AppendUint8(b []byte, v uint8) []byte { return AppendUint64(b, uint64(v)) }

// AppendByte is AppendUint8.
func AppendByte(b []byte, v byte) []byte { return AppendUint64(b, uint64(v)) }

// AppendUint16 appends an integer in the shortest unsigned form.
func AppendUint16(b []byte, v uint16) []byte { return AppendUint64(b, uint64(v)) }

// AppendUint32 appends an integer in the shortest unsigned form.
func AppendUint32(b []byte, v uint32) []byte { return AppendUint64(b, uint64(v)) }

// AppendFloat64 appends a float 64, whatever the value.
func AppendFloat64(b []byte, f float64) []byte {
	return append64(b, msgwire.Float64, math.Float64bits(f))
}

// AppendFloat32 appends a float 32.
func AppendFloat32(b []byte, f float32) []byte {
	v := math.Float32bits(f)
	return append(b, msgwire.Float32, byte(v>>24), byte(v>>16), byte(v>>8), byte(v))
}

// AppendFloat appends f as a float 32 if that holds it exactly, else as a float 64.
func AppendFloat(b []byte, f float64) []byte {
	if float64(float32(f)) == f {
		return AppendFloat32(b, float32(f))
	}
	return AppendFloat64(b, f)
}

// AppendString appends a str. The bytes of s go out as they are.
func AppendString(b []byte, s string) []byte {
	if len(s) > msgwire.MaxFixStr {
		return appendString(b, s)
	}
	return append(append(b, msgwire.FixStr|byte(len(s))), s...)
}

// appendString is AppendString for what is longer than a fixstr.
func appendString(b []byte, s string) []byte {
	return append(AppendStringHeader(b, size(len(s))), s...)
}

// size returns n as MessagePack counts. It panics where n is longer: MessagePack has no
// form for that, and a truncated value would look whole.
func size(n int) uint32 {
	if uint64(n) > math.MaxUint32 {
		panic("msgp: longer than 4 GiB")
	}
	return uint32(n)
}

// AppendStringFromBytes appends a str.
func AppendStringFromBytes(b []byte, s []byte) []byte {
	return append(AppendStringHeader(b, size(len(s))), s...)
}

// AppendStringHeader appends the head of a str of n bytes, which have to follow.
func AppendStringHeader(b []byte, n uint32) []byte {
	if n <= msgwire.MaxFixStr {
		return append(b, msgwire.FixStr|byte(n))
	}
	return appendSize(b, msgwire.Str8, n)
}

// appendSize appends the head of a str, bin or ext whose form of one byte begins with c.
func appendSize(b []byte, c byte, n uint32) []byte {
	switch {
	case n <= math.MaxUint8:
		return append(b, c, byte(n))
	case n <= math.MaxUint16:
		return append(b, c+1, byte(n>>8), byte(n))
	}
	return append(b, c+2, byte(n>>24), byte(n>>16), byte(n>>8), byte(n))
}

// AppendBytes appends a bin.
func AppendBytes(b []byte, v []byte) []byte {
	return append(AppendBytesHeader(b, size(len(v))), v...)
}

// AppendBytesHeader appends the head of a bin of n bytes, which have to follow.
func AppendBytesHeader(b []byte, n uint32) []byte { return appendSize(b, msgwire.Bin8, n) }

// AppendMapHeader appends the head of a map of n pairs, which have to follow.
func AppendMapHeader(b []byte, n uint32) []byte {
	if n <= msgwire.MaxFixMap {
		return append(b, msgwire.FixMap|byte(n))
	}
	return appendCount(b, msgwire.Map16, n)
}

// AppendArrayHeader appends the head of an array of n elements, which have to follow.
func AppendArrayHeader(b []byte, n uint32) []byte {
	if n <= msgwire.MaxFixArray {
		return append(b, msgwire.FixArray|byte(n))
	}
	return appendCount(b, msgwire.Array16, n)
}

// appendCount appends the head of an array or map whose form of two bytes begins with c.
func appendCount(b []byte, c byte, n uint32) []byte {
	if n <= math.MaxUint16 {
		return append(b, c, byte(n>>8), byte(n))
	}
	return append(b, c+1, byte(n>>24), byte(n>>16), byte(n>>8), byte(n))
}

// AppendComplex64 appends extension 3.
func AppendComplex64(b []byte, c complex64) []byte {
	re, im := math.Float32bits(real(c)), math.Float32bits(imag(c))
	return append(b, msgwire.FixExt8, Complex64Extension,
		byte(re>>24), byte(re>>16), byte(re>>8), byte(re), byte(im>>24), byte(im>>16), byte(im>>8), byte(im))
}

// AppendComplex128 appends extension 4.
func AppendComplex128(b []byte, c complex128) []byte {
	// The code of the extension stands where the lead byte of a number would.
	b = append64(append(b, msgwire.FixExt16), Complex128Extension, math.Float64bits(real(c)))
	im := math.Float64bits(imag(c))
	return append(b, byte(im>>56), byte(im>>48), byte(im>>40), byte(im>>32), byte(im>>24), byte(im>>16), byte(im>>8), byte(im))
}

// AppendTime appends t as extension 5, 15 bytes: seconds since 1970 and nanoseconds. The
// zone and the monotonic reading are dropped.
func AppendTime(b []byte, t time.Time) []byte {
	s, n := uint64(t.Unix()), uint32(t.Nanosecond())
	return append(b, msgwire.Ext8, 12, TimeExtension,
		byte(s>>56), byte(s>>48), byte(s>>40), byte(s>>32), byte(s>>24), byte(s>>16), byte(s>>8), byte(s),
		byte(n>>24), byte(n>>16), byte(n>>8), byte(n))
}

// AppendTimeExt appends t as extension -1, the timestamp of MessagePack, in the shortest
// of its three forms. The zone and the monotonic reading are dropped.
func AppendTimeExt(b []byte, t time.Time) []byte {
	s, n := uint64(t.Unix()), uint64(t.Nanosecond())
	const code = 0xFF // -1
	switch {
	case s>>32 == 0 && n == 0:
		return append(b, msgwire.FixExt4, code, byte(s>>24), byte(s>>16), byte(s>>8), byte(s))
	case s>>34 == 0:
		return append64(append(b, msgwire.FixExt8), code, n<<34|s)
	}
	b = append(b, msgwire.Ext8, 12, code, byte(n>>24), byte(n>>16), byte(n>>8), byte(n))
	return append(b, byte(s>>56), byte(s>>48), byte(s>>40), byte(s>>32), byte(s>>24), byte(s>>16), byte(s>>8), byte(s))
}
