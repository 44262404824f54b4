// What is appended, byte for byte: the worked examples of the format's
// description, the narrowest widths, SIZE at its boundaries and alignment. The
// expected bytes are literal, so that every machine and build must agree.

package wire_test

import (
	"bytes"
	"encoding/hex"
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/beve-org/beve-go/scalar"
	"github.com/beve-org/beve-go/wire"
)

// unhex reads hex digits, spaces between them ignored.
func unhex(t testing.TB, s string) []byte {
	t.Helper()
	b, err := hex.DecodeString(strings.ReplaceAll(s, " ", ""))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// golden pairs an append with the bytes it must make.
type golden struct {
	name  string
	bytes []byte
	want  string
}

func TestAppendMakesTheWorkedExamples(t *testing.T) {
	cat := func(parts ...[]byte) []byte { return bytes.Join(parts, nil) }
	for _, g := range []golden{
		{"null", wire.AppendNull(nil), "00"},
		{"true", wire.AppendBool(nil, true), "18"},
		{"false", wire.AppendBool(nil, false), "08"},
		{"int32 -2", wire.AppendNumber[int32](nil, -2), "49 FE FF FF FF"},
		{"uint8 7", wire.AppendNumber[uint8](nil, 7), "11 07"},
		{"float64 1", wire.AppendFloat64(nil, 1), "61 00 00 00 00 00 00 F0 3F"},
		{"bfloat16 1", wire.AppendNumber[scalar.BFloat16](nil, 0x3F80), "01 80 3F"},
		{"string", wire.AppendString(nil, "abc"), "02 0C 61 62 63"},
		{"object", wire.AppendBool(wire.AppendText(wire.AppendObject(nil, 1), "a"), true), "03 04 04 61 18"},
		{"int-keyed object", wire.AppendNull(wire.AppendIntKey(wire.AppendIntObject(nil, wire.HeaderInt16, 1), 5, 2)), "2B 04 05 00 00"},
		{"uint16 array", wire.AppendNumbers(nil, []uint16{1, 2}), "34 08 01 00 02 00"},
		{"bool array", wire.AppendBools(nil, []bool{true, false, true}), "1C 0C 05"},
		{"string array", wire.AppendStrings(nil, []string{"a", ""}), "3C 08 04 61 00"},
		{"array", wire.AppendNumber[int8](wire.AppendNull(wire.AppendArray(nil, 2)), 1), "05 08 00 09 01"},
		{"complex", wire.AppendComplex[float32](nil, 1, 2), "1E 40 00 00 80 3F 00 00 00 40"},
		{"complex array", wire.AppendComplexes(nil, []float32{1, 2}), "1E 41 04 00 00 80 3F 00 00 00 40"},
		{"aligned", wire.AppendAligned(nil, 0, []float64{1}), "5C 64 04 04 00 00 00 00 00 00 00 00 00 00 F0 3F"},
		{"aligned complex", wire.AppendAlignedComplexes(nil, 0, []float64{1, 0}), "1E 62 5C 64 08 02 00 00 00 00 00 00 00 00 F0 3F 00 00 00 00 00 00 00 00"},
		{"matrix", wire.AppendNumbers(wire.AppendMatrix(nil, scalar.RowMajor, []int{2, 1}), []uint8{7, 8}), "16 00 14 08 02 01 14 08 07 08"},
		{"time", wire.AppendTime(nil, 0), "26 00 00 00 00 00 00 00 00 00"},
		{"times", wire.AppendTimes(nil, []uint64{1, 1 << 63}), "26 01 08 01 00 00 00 00 00 00 00 00 00 00 00 00 00 00 80"},
		{"framed null", wire.AppendNull(wire.AppendFraming(nil)), "2E 02 00"},
		{"stream", cat(wire.AppendNull(nil), wire.AppendDelimiter(nil), wire.AppendNull(nil)), "00 06 00"},
		{"bytes", wire.AppendNumbers[uint8](nil, []byte{0, 255}), "14 08 00 FF"},

		{"int16", wire.AppendNumber[int16](nil, math.MinInt16), "29 00 80"},
		{"int64", wire.AppendNumber[int64](nil, math.MinInt64), "69 00 00 00 00 00 00 00 80"},
		{"uint16", wire.AppendNumber[uint16](nil, 0x1234), "31 34 12"},
		{"uint32", wire.AppendNumber[uint32](nil, 0x12345678), "51 78 56 34 12"},
		{"uint64", wire.AppendNumber[uint64](nil, 1<<63+1), "71 01 00 00 00 00 00 00 80"},
		{"int128", wire.AppendInt128(nil, scalar.Int128FromInt64(-2)), "89 FE FF FF FF FF FF FF FF FF FF FF FF FF FF FF FF"},
		{"uint128", wire.AppendInt128(nil, scalar.Uint128{Hi: 2, Lo: 1}), "91 01 00 00 00 00 00 00 00 02 00 00 00 00 00 00 00"},
		{"float16", wire.AppendNumber[scalar.Float16](nil, 0x3C00), "21 00 3C"},
		{"float32", wire.AppendFloat32(nil, float32(math.Copysign(0, -1))), "41 00 00 00 80"},
		{"float16 array", wire.AppendNumbers[scalar.Float16](nil, []scalar.Float16{0x3C00, 1}), "24 08 00 3C 01 00"},
		{"bfloat16 array", wire.AppendNumbers[scalar.BFloat16](nil, []scalar.BFloat16{0x3F80}), "04 04 80 3F"},
		{"int128 array", wire.AppendInt128s(nil, []scalar.Int128{{Hi: -1, Lo: 1}}), "8C 04 01 00 00 00 00 00 00 00 FF FF FF FF FF FF FF FF"},
		{"uint128 array", wire.AppendInt128s(nil, []scalar.Uint128{{Hi: 3, Lo: 1}}), "94 04 01 00 00 00 00 00 00 00 03 00 00 00 00 00 00 00"},
		{"aligned bytes are plain", wire.AppendAligned(nil, 0, []int8{-1}), "0C 04 FF"},
		{"aligned complex bytes", wire.AppendAlignedComplexes(nil, 0, []uint8{1, 2}), "1E 12 5C 14 08 00 01 02"},
		{"column-major matrix", wire.AppendMatrix(nil, scalar.ColumnMajor, []int{300, 1}), "16 01 34 08 2C 01 01 00"},
		{"int array", wire.AppendNumbers(nil, []int{-1}), "6C 04 FF FF FF FF FF FF FF FF"},
		{"uint array", wire.AppendNumbers(nil, []uint{1}), "74 04 01 00 00 00 00 00 00 00"},
		{"uintptr array", wire.AppendNumbers(nil, []uintptr{1}), "74 04 01 00 00 00 00 00 00 00"},
		{"float32 array", wire.AppendNumbers(nil, []float32{1, -2}), "44 08 00 00 80 3F 00 00 00 C0"},
		{"empty array of numbers", wire.AppendNumbers[int32](nil, nil), "4C 00"},
	} {
		if want := unhex(t, g.want); !bytes.Equal(g.bytes, want) {
			t.Errorf("%s is % X, want % X", g.name, g.bytes, want)
		}
	}
}

func TestAppendKeepsWhatIsThere(t *testing.T) {
	for room := range 24 {
		dst := append(make([]byte, 0, 1+room), 0xAA)
		for _, b := range [][]byte{
			wire.AppendInt(dst, -70000), wire.AppendUint(dst, 7), wire.AppendIntKey(dst, 1, 4),
			wire.AppendAligned(dst, 1, []float64{1}), wire.AppendString(dst, "abc"),
		} {
			if b[0] != 0xAA || len(b) < 3 {
				t.Fatalf("with room for %d: % X", room, b)
			}
		}
		if got := wire.AppendInt(dst, -70000); !bytes.Equal(got, []byte{0xAA, 0x49, 0x90, 0xEE, 0xFE, 0xFF}) {
			t.Fatalf("with room for %d: % X", room, got)
		}
	}
}

func TestAppendIntTakesTheNarrowestWidth(t *testing.T) {
	for _, c := range []struct {
		v    int64
		want wire.Header
	}{
		{0, wire.HeaderInt8}, {-1, wire.HeaderInt8}, {127, wire.HeaderInt8}, {-128, wire.HeaderInt8},
		{128, wire.HeaderInt16}, {-129, wire.HeaderInt16}, {32767, wire.HeaderInt16}, {-32768, wire.HeaderInt16},
		{32768, wire.HeaderInt32}, {-32769, wire.HeaderInt32}, {math.MaxInt32, wire.HeaderInt32}, {math.MinInt32, wire.HeaderInt32},
		{math.MaxInt32 + 1, wire.HeaderInt64}, {math.MinInt32 - 1, wire.HeaderInt64}, {math.MaxInt64, wire.HeaderInt64}, {math.MinInt64, wire.HeaderInt64},
	} {
		b := wire.AppendInt(nil, c.v)
		v, next, err := wire.ReadInt64(b, 0)
		if wire.Header(b[0]) != c.want || len(b) != 1+c.want.Width() || v != c.v || next != len(b) || err != nil {
			t.Errorf("%d is % X, read %d to %d, %v", c.v, b, v, next, err)
		}
	}
	for _, c := range []struct {
		v    uint64
		want wire.Header
	}{
		{0, wire.HeaderUint8}, {255, wire.HeaderUint8}, {256, wire.HeaderUint16}, {65535, wire.HeaderUint16},
		{65536, wire.HeaderUint32}, {math.MaxUint32, wire.HeaderUint32}, {math.MaxUint32 + 1, wire.HeaderUint64}, {math.MaxUint64, wire.HeaderUint64},
	} {
		b := wire.AppendUint(nil, c.v)
		v, next, err := wire.ReadUint64(b, 0)
		if wire.Header(b[0]) != c.want || len(b) != 1+c.want.Width() || v != c.v || next != len(b) || err != nil {
			t.Errorf("%d is % X, read %d to %d, %v", c.v, b, v, next, err)
		}
	}
}

func TestSizeAtEveryBoundary(t *testing.T) {
	for _, c := range []struct {
		n    uint64
		want string
	}{
		{0, "00"}, {5, "14"}, {63, "FC"},
		{64, "01 01"}, {16383, "FD FF"},
		{16384, "02 00 01 00"}, {1<<30 - 1, "FE FF FF FF"},
		{1 << 30, "03 00 00 00 01 00 00 00"},
		{1 << 31, "03 00 00 00 02 00 00 00"},
		{1<<62 - 1, "FF FF FF FF FF FF FF FF"},
	} {
		want := unhex(t, c.want)
		n, next, err := wire.ReadSize(want, 0)
		if n != c.n || next != len(want) || err != nil {
			t.Errorf("% X is read as %d to %d, %v", want, n, next, err)
		}
		// With bytes after it, the read takes another way.
		if n, next, err = wire.ReadSize(append([]byte{0xFF}, append(want, sixteen...)...), 1); n != c.n || next != 1+len(want) || err != nil {
			t.Errorf("% X among others is read as %d to %d, %v", want, n, next, err)
		}
		for i := range want {
			if _, _, err := wire.ReadSize(want[:i], 0); err == nil {
				t.Errorf("% X is read as a SIZE", want[:i])
			}
		}
		if c.n > math.MaxInt {
			continue // no length of this machine
		}
		if got := wire.AppendSize(nil, int(c.n)); !bytes.Equal(got, want) || wire.SizeLen(int(c.n)) != len(want) {
			t.Errorf("%d is % X of %d, want % X", c.n, got, wire.SizeLen(int(c.n)), want)
		}
		for length := range 10 {
			dst := bytes.Repeat([]byte{0xEE}, length)
			fits := (length == 1 || length == 2 || length == 4 || length == 8) && length >= len(want)
			if ok := wire.PutSize(dst, int(c.n)); ok != fits {
				t.Errorf("PutSize of %d in %d bytes: %v", c.n, length, ok)
				continue
			}
			if !fits {
				continue
			}
			if n, next, err := wire.ReadSize(dst, 0); n != c.n || next != length || err != nil {
				t.Errorf("%d in %d bytes is % X, read as %d to %d, %v", c.n, length, dst, n, next, err)
			}
		}
	}
	for _, n := range []int{-1, math.MinInt} {
		if wire.PutSize(make([]byte, 8), n) {
			t.Errorf("PutSize takes %d", n)
		}
	}
	if n := math.MaxInt; strconv.IntSize == 64 && wire.PutSize(make([]byte, 8), n) {
		t.Errorf("PutSize takes %d", n)
	}
}

func TestAlignedArraysLieAtTheirWidth(t *testing.T) {
	for start := range 3 {
		for off := range 16 {
			dst := make([]byte, start+off)
			checkAligned(t, dst, start, []int16{-2, 3})
			checkAligned(t, dst, start, []uint32{5, 6, 7})
			checkAligned(t, dst, start, []float64{1.5})
			checkAligned(t, dst, start, []float32{})
			checkAligned(t, dst, start, make([]int64, 64)) // a SIZE of two bytes
			checkAligned(t, dst, start, []int{1, -1})
		}
	}
}

func checkAligned[T wire.Numeric](t *testing.T, dst []byte, start int, s []T) {
	t.Helper()
	b := wire.AppendAligned(dst, start, s)
	a, next, err := wire.ViewNumbers(b, len(dst))
	if err != nil || next != len(b) || a.Len() != len(s) || a.Elem() != wire.HeaderOf[T]() {
		t.Fatalf("%T at %d: %v, %d of %d, %d elements", s, len(dst), err, next, len(b), a.Len())
	}
	width := a.Elem().Width()
	data := len(b) - len(s)*width
	if (data-start)%width != 0 {
		t.Errorf("%T at %d from %d: elements at %d", s, len(dst), start, data)
	}
	// The padding is no longer than it must be, and zero.
	plain := wire.AppendNumbers(nil, s)
	pad := data - (len(dst) + 1 + len(plain) - len(s)*width + 1)
	if pad < 0 || pad >= width || int(b[data-pad-1]) != pad || bytes.Count(b[data-pad:data], []byte{0}) != pad {
		t.Errorf("%T at %d from %d: padding % X", s, len(dst), start, b[len(dst):data])
	}
	for i, v := range s {
		if f, _ := a.At(i).Float64(); f != float64(v) {
			t.Errorf("%T: element %d is %v", s, i, f)
		}
	}
	// As the components of a complex array it is aligned as well.
	if len(s)%2 != 0 {
		return
	}
	b = wire.AppendAlignedComplexes(dst, start, s)
	c, next, err := wire.ViewComplexes(b, len(dst))
	if err != nil || next != len(b) || c.Len() != len(s)/2 || c.Single || (len(b)-len(s)*width-start)%width != 0 {
		t.Errorf("complex %T at %d: %v, %d of %d", s, len(dst), err, next, len(b))
	}
}

type (
	myInt8    int8
	myInt     int
	myUint    uint
	myUint64  uint64
	myFloat32 float32
	myFloat64 float64
)

func TestHeaderOfEveryNumericType(t *testing.T) {
	// Where an int has four bytes, a type defined as one cannot be told from one
	// defined as int32.
	myIntWant, myUintWant := wire.HeaderInt64, wire.HeaderUint64
	if strconv.IntSize == 32 {
		myIntWant, myUintWant = wire.HeaderInt32, wire.HeaderUint32
	}
	for _, c := range []struct {
		name      string
		got, want wire.Header
	}{
		{"int8", wire.HeaderOf[int8](), wire.HeaderInt8},
		{"int16", wire.HeaderOf[int16](), wire.HeaderInt16},
		{"int32", wire.HeaderOf[int32](), wire.HeaderInt32},
		{"int64", wire.HeaderOf[int64](), wire.HeaderInt64},
		{"int", wire.HeaderOf[int](), wire.HeaderInt64},
		{"uint8", wire.HeaderOf[uint8](), wire.HeaderUint8},
		{"uint16", wire.HeaderOf[uint16](), wire.HeaderUint16},
		{"uint32", wire.HeaderOf[uint32](), wire.HeaderUint32},
		{"uint64", wire.HeaderOf[uint64](), wire.HeaderUint64},
		{"uint", wire.HeaderOf[uint](), wire.HeaderUint64},
		{"uintptr", wire.HeaderOf[uintptr](), wire.HeaderUint64},
		{"float32", wire.HeaderOf[float32](), wire.HeaderFloat32},
		{"float64", wire.HeaderOf[float64](), wire.HeaderFloat64},
		{"myInt8", wire.HeaderOf[myInt8](), wire.HeaderInt8},
		{"myInt", wire.HeaderOf[myInt](), myIntWant},
		{"myUint", wire.HeaderOf[myUint](), myUintWant},
		{"myUint64", wire.HeaderOf[myUint64](), wire.HeaderUint64},
		{"myFloat32", wire.HeaderOf[myFloat32](), wire.HeaderFloat32},
		{"myFloat64", wire.HeaderOf[myFloat64](), wire.HeaderFloat64},
	} {
		if c.got != c.want {
			t.Errorf("HeaderOf[%s] is %v, want %v", c.name, c.got, c.want)
		}
	}
}

func TestAppendDoesNotAllocateWhereThereIsRoom(t *testing.T) {
	dst := make([]byte, 0, 4096)
	floats, flags, words := make([]float64, 64), make([]bool, 100), []string{"a", "bc"}
	if n := testing.AllocsPerRun(100, func() {
		b := wire.AppendInt(dst, -5)
		b = wire.AppendString(b, "text")
		b = wire.AppendNumbers(b, floats)
		b = wire.AppendAligned(b, 0, floats)
		b = wire.AppendComplex(b, 1.5, 2.5)
		b = wire.AppendComplexes(b, floats)
		b = wire.AppendBools(b, flags)
		b = wire.AppendStrings(b, words)
		if len(b) > cap(dst) {
			t.Fatal("more than there is room for")
		}
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
