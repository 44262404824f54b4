// The meaning of package mem, the same with and without the purego tag.

package mem

import (
	"bytes"
	"encoding/binary"
	"math"
	"math/bits"
	"reflect"
	"runtime"
	"slices"
	"testing"
	"unsafe"
)

func TestWordsAreLittleEndianAtEveryOffset(t *testing.T) {
	b := make([]byte, 40)
	for i := range b {
		b[i] = byte(17*i + 3)
	}
	s := string(b)
	for off := 0; off+8 <= len(b); off++ {
		want := binary.LittleEndian.Uint64(b[off:])
		if got := Word(b, off); got != want {
			t.Errorf("Word at %d: %#x, want %#x", off, got, want)
		}
		if got := StringWord(s, off); got != want {
			t.Errorf("StringWord at %d: %#x, want %#x", off, got, want)
		}
		if got := Word32(b, off); got != uint32(want) {
			t.Errorf("Word32 at %d: %#x, want %#x", off, got, uint32(want))
		}
		if got := StringWord32(s, off); got != uint32(want) {
			t.Errorf("StringWord32 at %d: %#x, want %#x", off, got, uint32(want))
		}
		if got := Byte(b, off); got != b[off] {
			t.Errorf("Byte at %d: %#x", off, got)
		}
	}
}

func TestMove16CopiesWhereTheTextBelongs(t *testing.T) {
	text := []byte("0123456789abcdefghijklmnopqrstuv")
	for i := 0; i+16 <= len(text); i++ {
		for high := -1; high < len(text); high++ {
			from := append([]byte(nil), text...)
			if high >= 0 {
				from[high] |= 0x80
			}
			got, want := bytes.Repeat([]byte{0xEE}, 40), bytes.Repeat([]byte{0xEE}, 40)
			seen := Move16(got, 3, string(from), i)
			copy(want[3+i:], from[i:i+16])
			if !bytes.Equal(got, want) {
				t.Fatalf("from %d: % X", i, got)
			}
			if ascii := high < i || high >= i+16; (seen&0x8080808080808080 == 0) != ascii {
				t.Fatalf("from %d with the high bit at %d: %#x", i, high, seen)
			}
		}
	}
}

func TestShortTextIsMovedByItsEnds(t *testing.T) {
	for name, move := range map[string]func(b []byte, off int, s string) uint64{"MoveEnds": MoveEnds, "MoveEnds32": MoveEnds32} {
		least := map[string]int{"MoveEnds": 8, "MoveEnds32": 4}[name]
		for n := least; n <= 2*least; n++ {
			for high := -1; high < n; high++ {
				from := []byte("0123456789abcdef")[:n]
				if high >= 0 {
					from[high] |= 0x80
				}
				got, want := bytes.Repeat([]byte{0xEE}, 40), bytes.Repeat([]byte{0xEE}, 40)
				seen := move(got, 3, string(from))
				copy(want[3:], from)
				if !bytes.Equal(got, want) {
					t.Fatalf("%s of %d bytes: % X", name, n, got)
				}
				if (seen&0x8080808080808080 == 0) != (high < 0) {
					t.Fatalf("%s of %d bytes with the high bit at %d: %#x", name, n, high, seen)
				}
			}
		}
	}
}

func TestStoresTouchOnlyTheirBytes(t *testing.T) {
	const v = 0x8877665544332211
	for off := 0; off+8 <= 24; off++ {
		got, want := bytes.Repeat([]byte{0xEE}, 24), bytes.Repeat([]byte{0xEE}, 24)
		PutWord(got, off, v)
		binary.LittleEndian.PutUint64(want[off:], v)
		if !bytes.Equal(got, want) {
			t.Errorf("PutWord at %d: % X", off, got)
		}
		PutWord32(got, off, 0xDDCCBBAA)
		binary.LittleEndian.PutUint32(want[off:], 0xDDCCBBAA)
		if !bytes.Equal(got, want) {
			t.Errorf("PutWord32 at %d: % X", off, got)
		}
		PutByte(got, off, 0x99)
		want[off] = 0x99
		if !bytes.Equal(got, want) {
			t.Errorf("PutByte at %d: % X", off, got)
		}
	}
}

func TestWordsMayLieBetweenLengthAndCapacity(t *testing.T) {
	full := []byte{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}
	b := full[:2]
	if got, want := Word(b, 3), binary.LittleEndian.Uint64(full[3:]); got != want {
		t.Errorf("%#x, want %#x", got, want)
	}
	if got, want := Word32(b, 8), binary.LittleEndian.Uint32(full[8:]); got != want {
		t.Errorf("%#x, want %#x", got, want)
	}
	PutWord(b, 4, math.MaxUint64)
	PutByte(b, 3, 0xAB)
	if Byte(b, 11) != 0xFF || full[3] != 0xAB || full[2] != 2 {
		t.Errorf("% X", full)
	}
}

func TestStringAndBytes(t *testing.T) {
	for _, s := range []string{"", "a", "text of some length"} {
		if got := String([]byte(s)); got != s {
			t.Errorf("String is %q, want %q", got, s)
		}
		if got := Bytes(s); string(got) != s || len(got) != len(s) {
			t.Errorf("Bytes is %q, want %q", got, s)
		}
	}
	if String(nil) != "" || len(Bytes("")) != 0 {
		t.Error("nothing")
	}
	if !Unchecked {
		return
	}
	b := []byte("shared")
	s := String(b)
	b[0] = 'S'
	if s != "Shared" {
		t.Error("String copies in the build that says it views")
	}
}

type celsius float32

func TestRawIsTheWireFormOrNothing(t *testing.T) {
	checkRaw(t, []uint8{1, 2}, []byte{1, 2})
	checkRaw(t, []int16{-2, 1}, []byte{0xFE, 0xFF, 1, 0})
	checkRaw(t, []uint32{1}, []byte{1, 0, 0, 0})
	checkRaw(t, []float64{1}, []byte{0, 0, 0, 0, 0, 0, 0xF0, 0x3F})
	checkRaw(t, []celsius{1}, []byte{0, 0, 0x80, 0x3F})
	checkRaw(t, []complex64{complex(1, 0)}, []byte{0, 0, 0x80, 0x3F, 0, 0, 0, 0})
	checkRaw(t, []int64{}, nil)
	checkRaw(t, []int32(nil), nil)
	if b, ok := Raw([]byte{7}); !ok || b[0] != 7 {
		t.Error("bytes are their own wire form in every build")
	}
}

func checkRaw[T Number](t *testing.T, s []T, want []byte) {
	t.Helper()
	b, ok := Raw(s)
	if ok && !bytes.Equal(b, want) {
		t.Errorf("%T %v: % X, want % X", s, s, b, want)
	}
	if littleEndian() && Unchecked && !ok {
		t.Errorf("%T: not raw", s)
	}
}

func littleEndian() bool { return binary.NativeEndian.Uint16([]byte{1, 0}) == 1 }

func TestViewIsAlignedOrRefused(t *testing.T) {
	checkView(t, []int16{-2, 1, 5})
	checkView(t, []uint32{7, math.MaxUint32})
	checkView(t, []float64{1.5, -2})
	checkView(t, []complex128{complex(1, -1)})
	checkView(t, []celsius{36.6})
	checkView(t, []uint8{1, 2, 3})
}

func checkView[T Number](t *testing.T, want []T) {
	t.Helper()
	size := SizeOf[T]()
	data, ok := Raw(want)
	if !ok {
		data = make([]byte, len(want)*size)
		if _, ok := View[T](data, len(want)); ok {
			t.Errorf("%T: a view without a raw form", want)
		}
		return
	}
	buf := make([]byte, 16+len(data)+16)
	views := 0
	for off := range 16 {
		copy(buf[off:], data)
		s, ok := View[T](buf[off:off+len(data)], len(want))
		if !ok {
			continue
		}
		views++
		if !slices.Equal(s, want) || cap(s) != len(s) {
			t.Errorf("%T at %d: %v, capacity %d", want, off, s, cap(s))
		}
		var z T
		if at := uintptr(unsafe.Pointer(unsafe.SliceData(s))); at%unsafe.Alignof(z) != 0 {
			t.Errorf("%T at %d is misaligned", want, off)
		}
		s[0]++ // aliases
		if bytes.Equal(buf[off:off+len(data)], data) {
			t.Errorf("%T at %d is a copy", want, off)
		}
		s[0]--
	}
	var z T
	if step := int(unsafe.Alignof(z)); views != 16/step {
		t.Errorf("%T: %d views at 16 offsets", want, views)
	}
	if s, ok := View[T](nil, 0); ok && len(s) != 0 {
		t.Errorf("%T: %d elements in nothing", want, len(s))
	}
}

func TestSizeOf(t *testing.T) {
	if SizeOf[int8]() != 1 || SizeOf[float64]() != 8 || SizeOf[complex128]() != 16 || SizeOf[struct{}]() != 0 {
		t.Error("sizes of fixed types")
	}
	if SizeOf[int]() != bits.UintSize/8 {
		t.Error("size of int")
	}
}

type record struct {
	A int8
	B *string
	C [3]int32
	D []string
}

func TestPointersReachFieldsAndElements(t *testing.T) {
	text := "text"
	r := record{A: 1, B: &text, C: [3]int32{1, 2, 3}, D: []string{"x", "y"}}
	typ := reflect.TypeFor[record]()
	field := func(name string) Pointer {
		f, _ := typ.FieldByName(name)
		return Of(&r).Add(f.Offset)
	}
	*Ref[int8](field("A")) = -1
	if Ref[int32](field("C").Add(4)) != &r.C[1] || r.A != -1 {
		t.Error(r)
	}
	if *Ref[string](Elem(field("B"))) != "text" {
		t.Error("Elem")
	}
	other := "other"
	SetElem(field("B"), Of(&other))
	if r.B != &other {
		t.Error("SetElem")
	}
	SetElem(field("B"), Pointer{})
	SliceAt[int32](field("C"), 3)[2] = 9
	if s := SliceAt[int32](field("C"), 2); len(s) != 2 || cap(s) != 2 || r.C[2] != 9 {
		t.Error("SliceAt")
	}
	if r.B != nil || !Elem(field("B")).IsNil() || field("B").IsNil() {
		t.Error("nil")
	}
	h := Ref[Slice](field("D"))
	if h.Len != 2 || h.Cap != cap(r.D) || *Ref[string](h.At(1, unsafe.Sizeof(""))) != "y" {
		t.Error("Slice")
	}
	if From(reflect.ValueOf(&r).UnsafePointer()).Unsafe() != unsafe.Pointer(&r) || Of(&r).Unsafe() != unsafe.Pointer(&r) {
		t.Error("From and Unsafe")
	}
}

func TestMemoryStoredThroughPointersStaysAlive(t *testing.T) {
	var records []*record
	for i := range 200 {
		r := new(record)
		f := reflect.TypeFor[record]().Field(1)
		text := string(rune('a' + i%26))
		SetElem(Of(r).Add(f.Offset), Of(&text))
		fresh := reflect.MakeSlice(reflect.TypeFor[[]string](), 4, 4)
		h := Ref[Slice](Of(&r.D))
		*h = Slice{Data: fresh.UnsafePointer(), Len: 4, Cap: 4}
		*Ref[string](h.At(3, unsafe.Sizeof(""))) = text
		records = append(records, r)
		if i%50 == 0 {
			runtime.GC()
		}
	}
	runtime.GC()
	for i, r := range records {
		if want := string(rune('a' + i%26)); *r.B != want || len(r.D) != 4 || r.D[3] != want {
			t.Fatal(i, r)
		}
	}
}

func TestNumbersAsBytesWhereTheyLie(t *testing.T) {
	s := []uint16{0x0201, 0x0403}
	if b, ok := RawAt(First(s), 2, 2); ok && !bytes.Equal(b, []byte{1, 2, 3, 4}) {
		t.Errorf("% x", b)
	}
	b, ok := RawAt(First([]byte{7, 8}), 2, 1)
	if !ok || !bytes.Equal(b, []byte{7, 8}) {
		t.Errorf("% x, %t", b, ok)
	}
	if b, ok := RawAt(Pointer{}, 0, 1); !ok || len(b) != 0 {
		t.Errorf("% x, %t", b, ok)
	}
}

func TestAdoptKeepsAlignmentAndCapacity(t *testing.T) {
	raw := append(make([]byte, 0, 64), 1, 0, 2, 0, 3, 0)
	for off := range 4 {
		var s []uint16
		if !Adopt(Ref[Slice](Of(&s)), raw[off:], 1, 2) {
			if s != nil {
				t.Errorf("offset %d: refused, and yet %v", off, s)
			}
			continue
		}
		if off%2 != 0 || len(s) != 1 || s[0] != uint16(raw[off]) || cap(s) != (64-off)/2 {
			t.Errorf("offset %d: %v of %d", off, s, cap(s))
		}
		if s = append(s, 9); raw[off+2] != 9 {
			t.Error("the memory is not that of the bytes")
		}
		copy(raw, []byte{1, 0, 2, 0, 3, 0})
	}
	var s []byte
	if !Adopt(Ref[Slice](Of(&s)), raw[1:3], 2, 1) || !bytes.Equal(s, []byte{0, 2}) {
		t.Errorf("% x", s)
	}
}

func TestIsZeroSeesEveryByte(t *testing.T) {
	for n := range 40 {
		b := make([]byte, n+1)
		if !IsZero(First(b), uintptr(n)) {
			t.Errorf("%d zeros are not zero", n)
		}
		for i := range b {
			b[i] = 1
			if got := IsZero(First(b), uintptr(n)); got != (i == n) {
				t.Errorf("byte %d of %d: %t", i, n, got)
			}
			b[i] = 0
		}
	}
	if negative := math.Copysign(0, -1); IsZero(Of(&negative), 8) {
		t.Error("negative zero has a bit")
	}
}

func TestPutBlockStoresAllOfIt(t *testing.T) {
	var block Block
	for i := range block.Bytes {
		block.Bytes[i] = byte(i + 1)
	}
	for off := range 17 {
		b := make([]byte, 20, 64)
		PutBlock(b, off, &block)
		want := append(append(make([]byte, off), block.Bytes[:]...), make([]byte, 32-off)...)
		if b = b[:cap(b)]; string(b) != string(want) {
			t.Errorf("at %d: % x", off, b)
		}
	}
}
