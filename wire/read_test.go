// Reading back what was appended, the views of arrays where they lie, and what
// they refuse.

package wire_test

import (
	"bytes"
	"errors"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/testkit"
	"github.com/beve-org/beve-go/scalar"
	"github.com/beve-org/beve-go/wire"
)

// lengths are around every place where a form changes.
var lengths = []int{0, 1, 2, 7, 8, 9, 15, 16, 17, 63, 64, 65, 16383, 16384}

func TestTextRoundTrips(t *testing.T) {
	for _, n := range lengths {
		s := strings.Repeat("é", n/2) + strings.Repeat("a", n%2)
		b := wire.AppendString([]byte{0xFF}, s)
		got, next, err := wire.ReadString(b, 1)
		if got != s || next != len(b) || err != nil {
			t.Errorf("a string of %d bytes: %d to %d, %v", n, len(got), next, err)
		}
		text, next, err := wire.ViewText(b, 2)
		if string(text) != s || next != len(b) || err != nil || cap(text) != len(text) {
			t.Errorf("a text of %d bytes: %d to %d, %v", n, len(text), next, err)
		}
	}
	if _, _, err := wire.ReadString([]byte{0x02, 0x10, 'a'}, 0); !errors.Is(err, fault.ErrTruncated) {
		t.Error(err)
	}
}

func TestValidTextAgreesWithTheStandardLibrary(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	pieces := []string{"a", "abcdefgh", "é", "€", "😀", "\x00", "\uFFFD", "\xFF", "\xC0\x80", "\xED\xA0\x80", "\xF4\x90\x80\x80", "\xE2\x82"}
	for range 20000 {
		var b []byte
		for range rng.IntN(12) {
			// Mostly valid pieces, so that what is wrong comes late.
			b = append(b, pieces[min(rng.IntN(len(pieces)), rng.IntN(len(pieces)))]...)
		}
		if wire.ValidText(b) != utf8.Valid(b) {
			t.Fatalf("%q: %v", b, wire.ValidText(b))
		}
		src := wire.AppendString(nil, string(b))
		_, _, err := wire.ViewString(src, 0)
		if utf8.Valid(b) != (err == nil) {
			t.Fatalf("%q: %v", b, err)
		}
		if err == nil {
			continue
		}
		var e *wire.DecodeError
		if !errors.As(err, &e) {
			t.Fatal(err)
		}
		prefix := src[2:e.Offset]
		if !utf8.Valid(prefix) || utf8.Valid(src[2:]) || e.Offset >= int64(len(src)) {
			t.Fatalf("%q: invalid from byte %d", b, e.Offset)
		}
		if r, size := utf8.DecodeRune(src[e.Offset:]); r != utf8.RuneError || size != 1 {
			t.Fatalf("%q: byte %d is valid", b, e.Offset)
		}
	}
}

func TestBoolsRoundTrip(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for _, n := range lengths {
		s := make([]bool, n)
		for i := range s {
			s[i] = rng.UintN(2) == 0
		}
		b := wire.AppendBools(nil, s)
		a, next, err := wire.ViewBools(b, 0)
		if err != nil || next != len(b) || a.Len() != n || !a.PaddingIsZero() {
			t.Fatalf("%d: %d to %d, %v", n, a.Len(), next, err)
		}
		got := make([]bool, n)
		a.CopyTo(got)
		if !slices.Equal(got, s) {
			t.Errorf("%d: CopyTo differs", n)
		}
		for i := range s {
			if a.At(i) != s[i] {
				t.Fatalf("%d: element %d differs", n, i)
			}
		}
		mustPanic(t, "Bools.At beyond the end", func() { a.At(n) })
		mustPanic(t, "Bools.At before the start", func() { a.At(-1) })
		if n%8 != 0 {
			b[len(b)-1] |= 0x80
			if a, _, err := wire.ViewBools(b, 0); err != nil || a.PaddingIsZero() {
				t.Errorf("%d: padding bits: %v", n, err)
			}
		}
		if _, _, err := wire.ViewBools(b[:len(b)-1], 0); !errors.Is(err, fault.ErrTruncated) {
			t.Errorf("%d cut short: %v", n, err)
		}
	}
	// Counts whose bytes are easily computed as none or few.
	for _, n := range []uint64{math.MaxInt32 - 1, 1<<62 - 1, 1<<62 - 8, 17} {
		b := append(append([]byte{byte(wire.HeaderBools)}, size8(n)...), 0xFF, 0xFF)
		if _, _, err := wire.ViewBools(b, 0); !errors.Is(err, fault.ErrTruncated) {
			t.Errorf("%d booleans in two bytes: %v", n, err)
		}
	}
}

// size8 is SIZE in its longest form.
func size8(n uint64) []byte {
	b := make([]byte, 8)
	for i := range b {
		b[i] = byte((n<<2 | 3) >> (8 * i))
	}
	return b
}

func mustPanic(t *testing.T, what string, f func()) {
	t.Helper()
	defer func() {
		if recover() == nil {
			t.Errorf("%s does not panic", what)
		}
	}()
	f()
}

func TestNumbersRoundTripInEveryType(t *testing.T) {
	roundTrip(t, []int8{math.MinInt8, -1, 0, 1, math.MaxInt8})
	roundTrip(t, []int16{math.MinInt16, -1, 0, 1, math.MaxInt16})
	roundTrip(t, []int32{math.MinInt32, -1, 0, 1, math.MaxInt32})
	roundTrip(t, []int64{math.MinInt64, -1, 0, 1, math.MaxInt64})
	roundTrip(t, []uint8{0, 1, math.MaxUint8})
	roundTrip(t, []uint16{0, 1, math.MaxUint16})
	roundTrip(t, []uint32{0, 1, math.MaxUint32})
	roundTrip(t, []uint64{0, 1, math.MaxUint64})
	roundTrip(t, []float32{0, -1.5, math.MaxFloat32, math.SmallestNonzeroFloat32})
	roundTrip(t, []float64{0, -1.5, math.MaxFloat64, math.SmallestNonzeroFloat64, math.Inf(-1)})
	roundTrip(t, []int{math.MinInt, -1, math.MaxInt})
	roundTrip(t, []uint{0, math.MaxUint})
	roundTrip(t, []uintptr{0, 1})
	roundTrip(t, []myInt8{-1, 2})
	roundTrip(t, []myInt{math.MinInt, 2})
	roundTrip(t, []myUint{math.MaxUint})
	roundTrip(t, []myUint64{math.MaxUint64})
	roundTrip(t, []myFloat32{0.1})
	roundTrip(t, []myFloat64{0.1})
	roundTrip(t, []int32{})
}

func roundTrip[T wire.Numeric](t *testing.T, s []T) {
	t.Helper()
	for off, b := range [][]byte{wire.AppendNumbers(nil, s), wire.AppendAligned([]byte{0}, 0, s)} {
		a, next, err := wire.ViewNumbers(b, off)
		if err != nil || next != len(b) || a.Len() != len(s) || a.Elem() != wire.HeaderOf[T]() ||
			len(a.Data()) != len(s)*a.Elem().Width() || cap(a.Data()) != len(a.Data()) {
			t.Fatalf("%T: %v, %d of %d, %v", s, err, next, len(b), a)
		}
		// Where an int has four bytes, not every int64 on the wire is one.
		sameWidth := a.Elem().Width() == int(reflect.TypeFor[T]().Size())
		got := make([]T, len(s))
		if ok := wire.CopyTo(got, a); ok != sameWidth || ok && !slices.Equal(got, s) {
			t.Errorf("%T: CopyTo: %v, %v", s, got, ok)
		}
		if in, ok := wire.InPlace[T](a); ok && !slices.Equal(in, s) {
			t.Errorf("%T: InPlace: %v", s, in)
		}
		for i, v := range s {
			if text := a.At(i).String(); text != textOf(v) {
				t.Errorf("%T: element %d is %s, want %s", s, i, text, textOf(v))
			}
		}
		for i := range s {
			if b := a.AppendElement([]byte{0xFF}, i); !bytes.Equal(b[2:], a.Slice(i, i+1).Data()) || wire.Header(b[1]) != a.Elem() {
				t.Errorf("%T: element %d as a value is % X", s, i, b)
			}
		}
		if len(s) > 1 {
			if part := a.Slice(1, len(s)); part.Len() != len(s)-1 || part.At(0) != a.At(1) {
				t.Errorf("%T: a part is %v", s, part)
			}
		}
		mustPanic(t, "Numbers.AppendElement", func() { a.AppendElement(nil, len(s)) })
		mustPanic(t, "Numbers.At", func() { a.At(len(s)) })
		mustPanic(t, "Numbers.Slice", func() { a.Slice(0, len(s)+1) })
		mustPanic(t, "Numbers.Slice", func() { a.Slice(1, 0) })
		mustPanic(t, "Numbers.Slice", func() { a.Slice(-1, 0) })
	}
}

// textOf is the text of v as Number prints it, by way of reflection.
func textOf[T wire.Numeric](v T) string {
	r := reflect.ValueOf(v)
	switch {
	case r.CanInt():
		return strconv.FormatInt(r.Int(), 10)
	case r.CanUint():
		return strconv.FormatUint(r.Uint(), 10)
	}
	return strconv.FormatFloat(r.Float(), 'g', -1, r.Type().Bits())
}

func TestCopyToAndInPlaceRefuseOtherTypes(t *testing.T) {
	a, _, err := wire.ViewNumbers(wire.AppendNumbers(nil, []int32{1, 2}), 0)
	if err != nil {
		t.Fatal(err)
	}
	if wire.CopyTo(make([]uint32, 2), a) || wire.CopyTo(make([]int64, 2), a) || wire.CopyTo(make([]float32, 2), a) {
		t.Error("CopyTo into another type")
	}
	if _, ok := wire.InPlace[uint32](a); ok {
		t.Error("InPlace of another type")
	}
	half, _, _ := wire.ViewNumbers(wire.AppendNumbers[scalar.Float16](nil, []scalar.Float16{1}), 0)
	if wire.CopyTo(make([]uint16, 1), half) {
		t.Error("half precision into integers")
	}
}

func TestInPlaceIsNeverMisaligned(t *testing.T) {
	buf := make([]byte, 64)
	want := []float64{1.5, -2.5}
	copies, views := 0, 0
	for off := range 16 {
		b := wire.AppendNumbers(buf[:off], want)
		a, _, err := wire.ViewNumbers(b, off)
		if err != nil {
			t.Fatal(err)
		}
		if s, ok := wire.InPlace[float64](a); ok {
			views++
			if !slices.Equal(s, want) {
				t.Errorf("at %d: %v", off, s)
			}
		} else {
			copies++
		}
	}
	if views > 4 || copies < 12 {
		t.Errorf("%d views and %d copies at 16 offsets", views, copies)
	}
	bytewise, _, _ := wire.ViewNumbers(wire.AppendNumbers[uint8](nil, []byte("abc")), 0)
	if s, ok := wire.InPlace[byte](bytewise); !ok || string(s) != "abc" {
		t.Error("bytes are aligned everywhere")
	}
}

func TestCountsBeyondTheInputAreRefused(t *testing.T) {
	// Some multiply to few bytes or none where the product overflows.
	for _, n := range []uint64{1 << 20, 1 << 61, 1<<62 - 1, 1 << 32, 1 << 60, 1<<61 + 1} {
		for i := range 256 {
			h := wire.Header(i)
			var b []byte
			switch h.Kind() {
			case wire.KindString, wire.KindObject, wire.KindIntObject, wire.KindNumberArray, wire.KindBoolArray, wire.KindStringArray, wire.KindArray:
				b = append([]byte{byte(h)}, size8(n)...)
			case wire.KindAligned:
				b = append(append([]byte{byte(h), 0x64}, size8(n)...), 0)
			case wire.KindTime:
				b = append([]byte{byte(h), 1}, size8(n)...)
			case wire.KindComplex:
				b = append([]byte{byte(h), 0x61}, size8(n)...)
			default:
				continue
			}
			b = append(b, sixteen...)
			var err error
			allocated := testkit.Allocated(func() { _, err = wire.Skip(b, 0) })
			if !errors.Is(err, fault.ErrTruncated) || allocated > 1<<16 {
				t.Errorf("%v of %d: %v, %d bytes allocated", h, n, err, allocated)
			}
		}
	}
	if n, next, err := wire.ReadCount([]byte{0x0C, 1, 2, 3}, 0, 1); n != 3 || next != 1 || err != nil {
		t.Error(n, next, err)
	}
	if _, _, err := wire.ReadCount([]byte{0x0C, 1, 2, 3, 4, 5}, 0, 2); !errors.Is(err, fault.ErrTruncated) {
		t.Error(err)
	}
	if n, next, err := wire.ReadCount(append(size8(2), 1, 2, 3, 4), 0, 2); n != 2 || next != 8 || err != nil {
		t.Error(n, next, err)
	}
}

func TestContainersRoundTrip(t *testing.T) {
	b := wire.AppendIntObject(nil, wire.HeaderUint32, 2)
	b = wire.AppendNull(wire.AppendIntKey(b, 70000, 4))
	b = wire.AppendNull(wire.AppendIntKey(b, 1, 4))
	h, n, next, err := wire.ReadObject(b, 0)
	if h != 0x53 || n != 2 || err != nil {
		t.Fatal(h, n, err)
	}
	for _, want := range []uint64{70000, 1} {
		key, after, err := wire.ReadIntKey(b, next, h)
		if v, ok := key.Uint64(); v != want || !ok || err != nil {
			t.Error(key, err)
		}
		next = after + 1
	}
	b = wire.AppendStrings(nil, []string{"a", "bc"})
	if n, next, err = wire.ReadStrings(b, 0); n != 2 || next != 2 || err != nil {
		t.Error(n, next, err)
	}
	if index, next, err := wire.ReadTypeTag([]byte{0x0E, 0xB1, 0x04, 0x00}, 0); index != 300 || next != 3 || err != nil {
		t.Error(index, next, err)
	}
	if next, err := wire.ReadNull([]byte{0}, 0); next != 1 || err != nil {
		t.Error(next, err)
	}
	if err := wire.CheckEnd(b, len(b)); err != nil {
		t.Error(err)
	}
	if err := wire.CheckEnd(b, 1); !errors.Is(err, fault.ErrTrailing) {
		t.Error(err)
	}
	if _, err := wire.ReadMessageStart(nil); !errors.Is(err, fault.ErrTruncated) {
		t.Error(err)
	}
}

func TestTimesRoundTrip(t *testing.T) {
	one, next, err := wire.ViewTimes(wire.AppendTime(nil, math.MaxUint64), 0)
	if err != nil || next != 10 || !one.Single || one.Len() != 1 || one.Nanos(0) != math.MaxUint64 {
		t.Error(one, next, err)
	}
	many, next, err := wire.ViewTimes(append(wire.AppendTimes(nil, []uint64{1, 1 << 40}), sixteen...), 0)
	if err != nil || next != 19 || many.Single || many.Len() != 2 || many.Nanos(0) != 1 || many.Nanos(1) != 1<<40 {
		t.Error(many, next, err)
	}
	mustPanic(t, "Times.At beyond the end", func() { many.At(2) })
	for _, b := range [][]byte{{0x26}, {0x26, 0, 1, 2, 3, 4, 5, 6, 7}, {0x26, 1, 4, 0, 0}} {
		if _, _, err := wire.ViewTimes(b, 0); !errors.Is(err, fault.ErrTruncated) {
			t.Errorf("% X: %v", b, err)
		}
	}
}

func TestComplexesRoundTrip(t *testing.T) {
	for i, b := range [][]byte{
		wire.AppendComplex(nil, 1.5, -2),
		wire.AppendComplexes(nil, []float64{1.5, -2}),
		wire.AppendAlignedComplexes(nil, 0, []float64{1.5, -2}),
	} {
		c, next, err := wire.ViewComplexes(b, 0)
		if err != nil || next != len(b) || c.Len() != 1 || c.Single != (i == 0) || c.Parts.Elem() != wire.HeaderFloat64 {
			t.Fatalf("% X: %v, %v", b, c, err)
		}
		re, _ := c.Parts.At(0).Float64()
		im, _ := c.Parts.At(1).Float64()
		if got := c.AppendElement([]byte{0xFF}, 0); !bytes.Equal(got[1:], wire.AppendComplex(nil, 1.5, -2)) {
			t.Errorf("% X: the first as a value is % X", b, got)
		}
		mustPanic(t, "Complexes.AppendElement beyond the end", func() { c.AppendElement(nil, 1) })
		if re != 1.5 || im != -2 {
			t.Errorf("% X: %v %v", b, re, im)
		}
	}
	// Every byte after 1E that is not a complex header, and every valid one.
	for i := range 256 {
		sub, elem := i&7, wire.Header(i).Number()
		b := append([]byte{0x1E, byte(i)}, bytes.Repeat([]byte{0}, 64)...)
		if sub == 2 {
			b[2], b[3] = 0x5C, byte(elem.Array())
		}
		_, _, err := wire.ViewComplexes(b, 0)
		valid := sub <= 2 && elem.Kind() == wire.KindNumber
		if valid != (err == nil) || err != nil && !errors.Is(err, fault.ErrSyntax) {
			t.Errorf("complex header %#02x: %v", i, err)
		}
	}
	for _, h := range []byte{0x14, 0x64, 0x34} {
		b := []byte{0x1E, 0x62, 0x5C, h, 0x00, 0x00}
		if _, _, err := wire.ViewComplexes(b, 0); (err == nil) != (h == 0x64) {
			t.Errorf("aligned complex float64 over %#02x: %v", h, err)
		}
	}
}

func TestMatricesRoundTrip(t *testing.T) {
	b := wire.AppendNumbers(wire.AppendMatrix(nil, scalar.ColumnMajor, []int{2, 3}), []int16{1, 2, 3, 4, 5, 6})
	m, next, err := wire.ViewMatrix(b, 0)
	if err != nil || next != len(b) || m.Layout != scalar.ColumnMajor || m.Extents.Len() != 2 || m.Value.Len() != 6 || m.Complex {
		t.Fatal(m, next, err)
	}
	if m.Layout.String() != "layout_left" || scalar.RowMajor.String() != "layout_right" {
		t.Error("names of the layouts")
	}
	for _, c := range []struct {
		name    string
		extents []byte
		value   []byte
		ok      bool
	}{
		{"complex elements", wire.AppendNumbers(nil, []int8{1, 2}), wire.AppendComplexes(nil, []float32{1, 2, 3, 4}), true},
		{"aligned complex elements", wire.AppendNumbers(nil, []int8{2}), wire.AppendAlignedComplexes(nil, 0, []float32{1, 2, 3, 4}), true},
		{"components counted", wire.AppendNumbers(nil, []int8{4}), wire.AppendComplexes(nil, []float32{1, 2, 3, 4}), false},
		{"aligned extents and elements", wire.AppendAligned(nil, 0, []int64{1, 1}), wire.AppendAligned(nil, 0, []int64{1}), true},
		{"int128 extents", wire.AppendInt128s(nil, []scalar.Int128{{Lo: 1}}), wire.AppendNumbers(nil, []int8{1}), true},
		{"zero extent", wire.AppendNumbers(nil, []uint8{0, 5}), wire.AppendNumbers(nil, []int8{}), true},
		{"zero after an overflow", wire.AppendNumbers(nil, []uint64{1 << 63, 4, 0}), wire.AppendNumbers(nil, []int8{}), true},
		{"zero before an overflow", wire.AppendNumbers(nil, []uint64{0, 1 << 63, 4}), wire.AppendNumbers(nil, []int8{}), true},
		{"zero and an extent beyond 64 bits", wire.AppendInt128s(nil, []scalar.Uint128{{Hi: 1}, {}}), wire.AppendNumbers(nil, []int8{}), true},
		{"an extent beyond 64 bits", wire.AppendInt128s(nil, []scalar.Uint128{{Hi: 1 << 63}}), wire.AppendNumbers(nil, []int8{}), false},
		{"overflow to zero", wire.AppendNumbers(nil, []uint64{1 << 32, 1 << 32}), wire.AppendNumbers(nil, []int8{}), false},
		{"overflow to one", wire.AppendNumbers(nil, []uint64{0xAAAAAAAAAAAAAAAB, 3}), wire.AppendNumbers(nil, []int8{1}), false},
		{"negative", wire.AppendNumbers(nil, []int8{-1}), wire.AppendNumbers(nil, []int8{}), false},
		{"two negatives", wire.AppendNumbers(nil, []int64{-1, -1}), wire.AppendNumbers(nil, []int8{1}), false},
		{"negative int128", wire.AppendInt128s(nil, []scalar.Int128{{Hi: -1}}), wire.AppendNumbers(nil, []int8{}), false},
		{"float extents", wire.AppendNumbers(nil, []float64{1}), wire.AppendNumbers(nil, []int8{1}), false},
		{"aligned float extents", wire.AppendAligned(nil, 0, []float64{1}), wire.AppendNumbers(nil, []int8{1}), false},
		{"no extents", wire.AppendNumbers(nil, []uint8{}), wire.AppendNumbers(nil, []int8{1}), false},
		{"too few elements", wire.AppendNumbers(nil, []uint8{2}), wire.AppendNumbers(nil, []int8{1}), false},
		{"booleans", wire.AppendNumbers(nil, []uint8{1}), wire.AppendBools(nil, []bool{true}), false},
		{"single complex", wire.AppendNumbers(nil, []uint8{1}), wire.AppendComplex[float32](nil, 1, 2), false},
		{"bad complex", wire.AppendNumbers(nil, []uint8{1}), []byte{0x1E, 7}, false},
		{"scalar", wire.AppendNumbers(nil, []uint8{1}), []byte{0x09, 1}, false},
	} {
		b := append(append([]byte{byte(wire.HeaderMatrix), 0}, c.extents...), c.value...)
		m, next, err := wire.ViewMatrix(b, 0)
		if (err == nil) != c.ok || c.ok && next != len(b) || !c.ok && !errors.Is(err, fault.ErrSyntax) {
			t.Errorf("%s: to %d of %d, %v", c.name, next, len(b), err)
		}
		if c.ok && m.Complex != strings.Contains(c.name, "complex") {
			t.Errorf("%s: Complex is %v", c.name, m.Complex)
		}
		if end, err := wire.Skip(b, 0); (err == nil) != c.ok || c.ok && end != len(b) {
			t.Errorf("%s: Skip to %d, %v", c.name, end, err)
		}
		for n := range b {
			if _, _, err := wire.ViewMatrix(b[:n:n], 0); err == nil {
				t.Errorf("%s: the first %d of %d bytes are a matrix", c.name, n, len(b))
			}
		}
	}
}

func TestViewsDoNotLendTheCapacityBehindThem(t *testing.T) {
	tail := []byte{1, 2, 3, 4, 5, 6, 7, 8, 9}
	b := append(wire.AppendNumbers(nil, []uint16{1, 2}), tail...)
	a, next, err := wire.ViewNumbers(b, 0)
	if err != nil {
		t.Fatal(err)
	}
	_ = append(a.Slice(0, 1).Data(), 0xEE)
	_ = append(a.Data(), 0xEE)
	if s, ok := wire.InPlace[uint16](a); ok {
		_ = append(s, 0xEEEE)
	}
	if !bytes.Equal(b[next:], tail) || a.At(1).String() != "2" {
		t.Errorf("% X", b)
	}
}
