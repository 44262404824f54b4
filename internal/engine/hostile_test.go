// Inputs that want to hurt: they must cost no more than their size allows.

package engine_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/internal/testkit"
	"github.com/beve-org/beve-go/scalar"
	"github.com/beve-org/beve-go/wire"
)

// selfMade takes whatever value there is.
type selfMade struct{ data []byte }

func (s *selfMade) UnmarshalBEVE(data []byte) error {
	s.data = bytes.Clone(data)
	return nil
}

func (s selfMade) AppendBEVE(dst []byte) ([]byte, error) { return append(dst, s.data...), nil }

// withUnknown keeps what it does not know.
type withUnknown struct {
	Known int                 `json:"known"`
	Rest  map[string]beve.Raw `beve:",unknown"`
}

// kitchenSink has a bit of everything, itself included.
type kitchenSink struct {
	testkit.Base
	*testkit.Other
	A    any
	B    *kitchenSink
	C    []kitchenSink
	D    map[string]kitchenSink
	E    map[int8]*kitchenSink
	K    testkit.Kinds
	L    testkit.Slices
	M    testkit.Maps
	N    testkit.Known
	O    testkit.OmitZero
	Q    testkit.Quoted
	R    beve.Raw
	S    selfMade
	Mx   beve.Matrix[float32]
	Cx   []beve.Complex[int8]
	C64  complex64
	C128 []complex128
	Tag  *beve.TypeTag
	Txt  []testkit.TextValue
	H    []scalar.Float16
	Rest map[string]beve.Raw `beve:",unknown"`
}

// large has elements that are much larger than the two bytes that make one.
type large struct {
	A, B, C, D [64]int64
	P          *large
}

func hostileTargets() []any {
	return append(everyTarget(), new([]large), new([]*large), new(map[string]large), new(map[int8]*large), new([][]large), new([][1000]int64),
		new(struct{ K []large }), new([2]large), new(map[string]map[string]any), new([]map[string]large), new([]struct{ K, V *large }),
		&[]large{{}}, &map[string]large{"": {}}, &map[string]string{"": ""}, &[]any{1}, &map[int8]large{1: {}}, &kitchenSink{D: map[string]kitchenSink{"k": {}}})
}

func TestNestingIsBoundedEverywhere(t *testing.T) {
	for _, h := range testkit.BEVENesting(1_000_000) {
		testkit.Costs(t, h.Name, len(h.Data), func() {
			o := beve.DecodeOptions{LegacyTypeTag: strings.HasPrefix(h.Name, "type tag")}
			d := beve.NewDecoderBytes(h.Data)
			d.SetOptions(o)
			for what, err := range map[string]error{"Validate": wire.ValidateOptions{LegacyTypeTag: o.LegacyTypeTag}.Validate(h.Data), "Skip": d.Skip()} {
				if !errors.Is(err, beve.ErrDepth) && !strings.HasPrefix(h.Name, "matrix") {
					t.Errorf("%s: %s: %v", h.Name, what, err)
				}
			}
		})
		for _, target := range []any{new(any), new([]any), new(map[string]any), new(beve.Raw), new(kitchenSink), new(struct{}), new(beve.TypeTag),
			new(nestedSlice), new(nestedMap), new(nestedIntMap), new(nestedPointer), new(selfMade), new(int)} {
			name := fmt.Sprintf("%s into %T", h.Name, target)
			testkit.Costs(t, name, len(h.Data), func() {
				if err := beve.Unmarshal(h.Data, target); err == nil {
					t.Errorf("%s: accepted", name)
				}
				if err := (beve.DecodeOptions{LegacyTypeTag: true}).Unmarshal(h.Data, target); err == nil {
					t.Errorf("%s: accepted", name)
				}
			})
		}
		testkit.Costs(t, h.Name+" from a reader", len(h.Data), func() {
			if _, err := drain(bytes.NewReader(h.Data), beve.DecodeOptions{}, func() any { return new(any) }); err == nil || err == io.EOF {
				t.Errorf("%s from a reader: %v", h.Name, err)
			}
		})
	}
}

// Types that nest like their input.
type (
	nestedSlice   []nestedSlice
	nestedMap     map[string]nestedMap
	nestedIntMap  map[int8]nestedIntMap
	nestedPointer struct {
		K *nestedPointer `json:"k"`
	}
)

func TestNestedTypesStopAtTheLimit(t *testing.T) {
	for _, h := range testkit.BEVENesting(5000) {
		for _, target := range []any{new(nestedSlice), new(nestedMap), new(nestedIntMap), new(nestedPointer)} {
			err := (beve.DecodeOptions{LegacyTypeTag: strings.HasPrefix(h.Name, "type tag")}).Unmarshal(h.Data, target)
			if !errors.Is(err, beve.ErrDepth) && !errors.Is(err, beve.ErrMismatch) && !errors.Is(err, beve.ErrSyntax) && !errors.Is(err, beve.ErrOverflow) {
				t.Errorf("%s into %T: %v", h.Name, target, err)
			}
		}
	}
}

func TestMalformedBombsStayWithinTheirSize(t *testing.T) {
	for _, size := range []int{1000, testkit.Long(100_000)} {
		for _, h := range testkit.BEVEBombs(size) {
			if beve.Valid(h.Data) {
				t.Fatalf("%s is valid", h.Name)
			}
			for _, target := range hostileTargets() {
				name := fmt.Sprintf("%d bytes of %s into %T", size, h.Name, target)
				testkit.Costs(t, name, len(h.Data), func() {
					if err := beve.Unmarshal(h.Data, target); err == nil {
						t.Errorf("%s: accepted", name)
					}
				})
			}
			testkit.Costs(t, h.Name+" generic", len(h.Data), func() {
				if err := (beve.DecodeOptions{GenericArrays: true}).Unmarshal(h.Data, new(any)); err == nil {
					t.Errorf("%s: accepted", h.Name)
				}
			})
			testkit.Costs(t, h.Name+" from a reader", len(h.Data), func() {
				if _, err := drain(bytes.NewReader(h.Data), beve.DecodeOptions{}, func() any { return new(any) }); err == nil || err == io.EOF {
					t.Errorf("%s from a reader: %v", h.Name, err)
				}
			})
		}
	}
}

// TestWrongElementsGetNoMemory decodes well-formed arrays whose elements do not
// fit large ones: the first of them must end it.
func TestWrongElementsGetNoMemory(t *testing.T) {
	const n = 1 << 20
	generic := append([]byte{0x05, 0x02, 0x00, 0x40, 0x00}, bytes.Repeat([]byte{0x18}, n)...)
	bits := append([]byte{0x1C, 0x02, 0x00, 0x00, 0x02}, bytes.Repeat([]byte{0xFF}, n)...)
	octets := append([]byte{0x14, 0x02, 0x00, 0x40, 0x00}, make([]byte, n)...)
	texts := append([]byte{0x3C, 0x02, 0x00, 0x40, 0x00}, make([]byte, n)...)
	for _, data := range [][]byte{generic, bits, octets, texts} {
		if !beve.Valid(data) {
			t.Fatalf("% X… is not valid", data[:8])
		}
		for _, target := range []any{new([]large), new([]testkit.Slices), new([][1 << 16]struct{ A int64 }), new([]map[string]int)} {
			name := fmt.Sprintf("%v into %T", wire.Header(data[0]), target)
			testkit.Costs(t, name, len(data), func() {
				if err := beve.Unmarshal(data, target); !errors.Is(err, beve.ErrMismatch) {
					t.Errorf("%s: %v", name, err)
				}
			})
		}
	}
}
