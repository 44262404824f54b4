package engine_test

import (
	"errors"
	"reflect"
	"testing"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/scalar"
	"github.com/beve-org/beve-go/wire"
)

type (
	myByte  uint8
	myFloat float32
	// alike has the fields and the name of a value that codecs know, and is none of it.
	alike          struct{ Real, Imag int8 }
	ComplexMember  struct{ Real, Imag int8 }
	definedComplex beve.Complex[int8]
)

func checkComplex[T wire.Numeric](t *testing.T) {
	t.Helper()
	in := []beve.Complex[T]{{Real: 1, Imag: 2}, {}, {Real: 100}}
	one, err := beve.Marshal(&in[0])
	if err != nil || wire.Header(one[0]) != wire.HeaderComplex {
		t.Fatalf("%T: %x, %v", in[0], one, err)
	}
	many, err := beve.Marshal(in)
	if err != nil || wire.Header(many[0]) != wire.HeaderComplex {
		t.Fatalf("%T: %x, %v", in, many, err)
	}
	// One is written with the same component type as many.
	if one[1]&^7 != many[1]&^7 {
		t.Errorf("%T: one has the component %#x, many have %#x", in[0], one[1], many[1])
	}
	var single beve.Complex[T]
	var list []beve.Complex[T]
	if err := beve.Unmarshal(one, &single); err != nil || single != in[0] {
		t.Errorf("%T: %v, %v", single, single, err)
	}
	if err := beve.Unmarshal(many, &list); err != nil || !reflect.DeepEqual(list, in) {
		t.Errorf("%T: %v, %v", list, list, err)
	}
}

func TestComplexOfEveryKindOfPart(t *testing.T) {
	checkComplex[int8](t)
	checkComplex[int16](t)
	checkComplex[int32](t)
	checkComplex[int64](t)
	checkComplex[int](t)
	checkComplex[uint8](t)
	checkComplex[uint16](t)
	checkComplex[uint32](t)
	checkComplex[uint64](t)
	checkComplex[uint](t)
	checkComplex[uintptr](t)
	checkComplex[float32](t)
	checkComplex[float64](t)
	checkComplex[myByte](t)
	checkComplex[myFloat](t)
}

// TestComplexOfHalvesIsAnError: their kind is that of an integer, so that a reader would
// take the bits of 1.5 for 15,872.
func TestComplexOfHalvesIsAnError(t *testing.T) {
	for _, v := range []any{
		&beve.Complex[scalar.Float16]{}, []beve.Complex[scalar.Float16]{{}}, [1]beve.Complex[scalar.BFloat16]{},
		struct{ C beve.Complex[scalar.BFloat16] }{}, beve.Matrix[beve.Complex[scalar.Float16]]{},
	} {
		if b, err := beve.Marshal(v); !errors.Is(err, fault.ErrUnsupported) {
			t.Errorf("%T: %x, %v", v, b, err)
		}
		target := reflect.New(reflect.TypeOf(v))
		if err := beve.Unmarshal([]byte{0x1e, 0x30, 1, 0, 2, 0}, target.Interface()); err == nil {
			t.Errorf("%T: %v", v, target.Elem())
		}
	}
}

// TestTypesThatLookLikeComplexAreStructs has the same fields under other names.
func TestTypesThatLookLikeComplexAreStructs(t *testing.T) {
	for _, v := range []any{alike{1, 2}, ComplexMember{1, 2}, definedComplex{Real: 1, Imag: 2}} {
		if b, err := beve.Marshal(v); err != nil || wire.Header(b[0]) != wire.HeaderObject {
			t.Errorf("%T: %x, %v", v, b, err)
		}
	}
}
