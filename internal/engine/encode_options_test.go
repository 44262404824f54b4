// Every option of encoding: each has a test that fails when it does nothing.

package engine_test

import (
	"bytes"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/internal/testkit"
	"github.com/beve-org/beve-go/wire"
)

func TestAlignedPutsEveryArrayAtAMultipleOfItsWidth(t *testing.T) {
	type arrays struct {
		A []float64
		B string
		C []int16
		D [3]uint32
		E []byte
		F []complex64
		G beve.Matrix[float64]
		H map[string][]int64
		I [][]float32
		J any
		K *[]uint16
		L MyFloats
	}
	o := beve.EncodeOptions{Aligned: true}
	for pad := range 16 {
		f := []float64{1, 2}
		v := arrays{f, strings.Repeat("x", pad), []int16{1}, [3]uint32{1, 2, 3}, []byte{9}, []complex64{1i}, beve.Matrix[float64]{Extents: []int{2}, Data: f},
			map[string][]int64{"k": {7}}, [][]float32{{1}, {}}, []int32{5}, &[]uint16{8}, MyFloats{3}}
		for _, framing := range []bool{false, true} {
			o.Framing = framing
			b := mustMarshal(t, &v, o)
			if n := alignedArrays(t, b); n != 11 {
				t.Fatalf("%d aligned arrays in % X", n, b)
			}
			var got arrays
			if err := beve.Unmarshal(b, &got); err != nil {
				t.Fatal(err)
			}
			got.J = v.J
			if !testkit.Equal(got, v) {
				t.Fatalf("got %+v, want %+v", got, v)
			}
			// Offsets count from the start of the message, not of the buffer.
			prefixed, err := beve.EncodeOptions{Aligned: true, Framing: framing, Deterministic: true}.Append(make([]byte, 3+pad), &v)
			if err != nil || !bytes.Equal(prefixed[3+pad:], b) {
				t.Fatalf("Append behind %d bytes differs", 3+pad)
			}
			var w bytes.Buffer
			e := beve.NewEncoder(&w)
			o.Deterministic = true
			e.SetOptions(o)
			if err := e.Encode(&v); err != nil || !bytes.Equal(w.Bytes(), b) {
				t.Fatal("Encode differs")
			}
		}
	}
	if plain := mustMarshal(t, []float64{1}, beve.EncodeOptions{}); plain[0] != 0x64 {
		t.Errorf("% X", plain)
	}
}

type MyFloats []float64

// alignedArrays counts the aligned arrays in a message and checks where they lie.
// It looks for their two header bytes, which nothing else in the message has.
func alignedArrays(t *testing.T, b []byte) (n int) {
	t.Helper()
	for i := 0; i+1 < len(b); i++ {
		if h := wire.Header(b[i+1]); wire.Header(b[i]) != wire.HeaderAligned || h.Kind() != wire.KindNumberArray {
			continue
		}
		a, end, err := wire.ViewNumbers(b, i)
		if err != nil {
			continue
		}
		n++
		if at := end - len(a.Data()); at%a.Elem().Width() != 0 {
			t.Fatalf("elements of %v at offset %d", a.Elem(), at)
		}
	}
	return n
}

func TestFixedWidthWritesTheWidthOfTheType(t *testing.T) {
	type ints struct {
		A int8
		B int16
		C int32
		D int64
		E int
		F uint8
		G uint16
		H uint32
		I uint64
		J uint
		K uintptr
		L any
		M time.Duration
		N map[string]int
		O map[string]uint32
		P []any
		Q *int16
	}
	v := ints{L: 1, N: map[string]int{"": 1}, O: map[string]uint32{"": 1}, P: []any{int64(1), uint64(1), int16(1), uint8(1), 1}, Q: new(int16)}
	headers := func(o beve.EncodeOptions) (all []wire.Header) {
		b := mustMarshal(t, v, o)
		_, n, next, _ := wire.ReadObject(b, 0)
		for range n {
			_, at, _ := wire.ViewText(b, next)
			for wire.Header(b[at]) == wire.HeaderObject {
				at += 3
			}
			if wire.Header(b[at]) == wire.HeaderArray {
				for i := at + 2; i < len(b); {
					if wire.Header(b[i]).Kind() != wire.KindNumber {
						break
					}
					all = append(all, wire.Header(b[i]))
					i += 1 + wire.Header(b[i]).Width()
				}
			} else {
				all = append(all, wire.Header(b[at]))
			}
			_, at, _ = wire.ViewText(b, next)
			next, _ = wire.Skip(b, at)
		}
		return all
	}
	const i8, i16, i32, i64, u8, u16, u32, u64 = wire.HeaderInt8, wire.HeaderInt16, wire.HeaderInt32, wire.HeaderInt64, wire.HeaderUint8, wire.HeaderUint16, wire.HeaderUint32, wire.HeaderUint64
	want := []wire.Header{i8, i16, i32, i64, i64, u8, u16, u32, u64, u64, u64, i64, i64, i64, u32, i64, u64, i16, u8, i64, i16}
	if got := headers(beve.EncodeOptions{FixedWidth: true}); !slices.Equal(got, want) {
		t.Errorf("fixed:    %v\nwant      %v", got, want)
	}
	want = []wire.Header{i8, i8, i8, i8, i8, u8, u8, u8, u8, u8, u8, i8, i8, i8, u8, i8, u8, i8, u8, i8, i8}
	if got := headers(beve.EncodeOptions{}); !slices.Equal(got, want) {
		t.Errorf("narrowest: %v\nwant       %v", got, want)
	}
	nano := beve.EncodeOptions{FixedWidth: true, Time: beve.TimeUnixNano}
	if b := mustMarshal(t, time.Unix(0, 5), nano); b[0] != byte(i64) {
		t.Errorf("a time: % X", b)
	}
}

func TestIntegersTakeTheirNarrowestWidth(t *testing.T) {
	for shift := range 64 {
		for _, d := range []int64{-1, 0, 1} {
			v := int64(1)<<shift + d
			for _, x := range []int64{v, -v, ^v} {
				want := wire.AppendInt(nil, x)
				type s struct{ A, B, C, D int64 }
				b := mustMarshal(t, &s{x, x, x, x}, beve.EncodeOptions{})
				if got := mustMarshal(t, x, beve.EncodeOptions{}); !bytes.Equal(got, want) || bytes.Count(b, want) < 4 {
					t.Fatalf("%d: % X, % X", x, got, b)
				}
				var back s
				if err := beve.Unmarshal(b, &back); err != nil || back != (s{x, x, x, x}) {
					t.Fatalf("%d: %v, %v", x, back, err)
				}
				type u struct{ A, B, C, D uint64 }
				wantU := wire.AppendUint(nil, uint64(x))
				b = mustMarshal(t, &u{uint64(x), uint64(x), uint64(x), uint64(x)}, beve.EncodeOptions{})
				var backU u
				if err := beve.Unmarshal(b, &backU); err != nil || backU.D != uint64(x) || bytes.Count(b, wantU) < 4 {
					t.Fatalf("%d: %v, %v", uint64(x), backU, err)
				}
			}
		}
	}
}

func TestOmitNilLeavesOutWhatIsNil(t *testing.T) {
	type s struct {
		P *int
		I any
		M map[string]int
		S []int
		E []int `json:",omitempty"`
		Z int
		X map[string]beve.Raw `beve:",unknown"`
	}
	for v, want := range map[*s][]string{
		{}: {"Z"},
		{P: new(int), I: 0, M: map[string]int{}, S: []int{}, E: []int{}}: {"I", "M", "P", "S", "Z"},
		{E: []int{1}, X: map[string]beve.Raw{"x": nil}}:                  {"E", "Z", "x"},
	} {
		if got := memberNames(decodedAny(t, mustMarshal(t, v, beve.EncodeOptions{OmitNil: true}))); !slices.Equal(got, want) {
			t.Errorf("%+v: %q, want %q", *v, got, want)
		}
	}
	if got := memberNames(decodedAny(t, mustMarshal(t, s{}, beve.EncodeOptions{}))); len(got) != 5 {
		t.Errorf("without the option: %q", got)
	}
}

func TestFramingHeaderComesFirst(t *testing.T) {
	o := beve.EncodeOptions{Framing: true}
	for _, b := range [][]byte{mustMarshal(t, 1, o), must(o.Append([]byte{}, 1))} {
		if !bytes.Equal(b, []byte{0x2E, 2, 0x09, 1}) || !beve.Valid(b) {
			t.Errorf("% X", b)
		}
		var n int
		if err := beve.Unmarshal(b, &n); err != nil || n != 1 {
			t.Errorf("%d, %v", n, err)
		}
	}
	if err := beve.Unmarshal([]byte{0x2E, 3, 0}, new(any)); !errors.Is(err, beve.ErrSyntax) {
		t.Errorf("version 3: %v", err)
	}
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

func TestStructTagNamesMembers(t *testing.T) {
	type s struct {
		A int `beve:"b" json:"j" x:"x"`
		B int `json:"k"`
		C int `x:"-" json:"l"`
		D int `x:"" json:"m"`
	}
	for tag, want := range map[string][]string{"": {"b", "k", "l", "m"}, "beve": {"b", "k", "l", "m"}, "json": {"j", "k", "l", "m"}, "x": {"D", "k", "x"}} {
		b := mustMarshal(t, s{1, 2, 3, 4}, beve.EncodeOptions{StructTag: tag})
		if got := memberNames(decodedAny(t, b)); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", tag, got, want)
		}
		var back s
		if err := (beve.DecodeOptions{StructTag: tag, RejectUnknown: true}).Unmarshal(b, &back); err != nil || back.A != 1 {
			t.Errorf("%q: %+v, %v", tag, back, err)
		}
	}
	if err := (beve.DecodeOptions{StructTag: "json", RejectUnknown: true}).Unmarshal(mustMarshal(t, s{}, beve.EncodeOptions{}), new(s)); !errors.Is(err, beve.ErrUnknownField) {
		t.Errorf("names of another tag: %v", err)
	}
	defer beve.SetStructTag("")
	codec := beve.CodecOf[s]()
	for _, tag := range []string{"x", "json", ""} {
		beve.SetStructTag(tag)
		got := mustMarshal(t, s{}, beve.EncodeOptions{})
		if want := mustMarshal(t, s{}, beve.EncodeOptions{StructTag: beve.GetStructTag()}); !bytes.Equal(got, want) {
			t.Errorf("SetStructTag(%q): % X", tag, got)
		}
		if got := memberNames(decodedAny(t, must(codec.Marshal(&s{})))); got[0] != "b" {
			t.Errorf("a codec changed to %q", got)
		}
		// With another option, too.
		if got := mustMarshal(t, s{}, beve.EncodeOptions{OmitNil: true}); len(got) == 0 || memberNames(decodedAny(t, got))[0] != memberNames(decodedAny(t, mustMarshal(t, s{}, beve.EncodeOptions{})))[0] {
			t.Errorf("with OmitNil % X", got)
		}
		if err := (beve.DecodeOptions{LegacyTypeTag: true, RejectUnknown: true}).Unmarshal(got, new(s)); err != nil {
			t.Error(err)
		}
	}
	if beve.GetStructTag() != "beve" {
		t.Errorf("%q", beve.GetStructTag())
	}
}
