// Booleans, integers and floats: every form into every type.

package msgcodec

import (
	"errors"
	"fmt"
	"math"
	"math/big"
	"reflect"
	"testing"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/msgwire"
	"github.com/beve-org/beve-go/msgpack/msgp"
)

// edges are integers around every power of two, as far as 64 bits reach.
func edges() (all []*big.Int) {
	least, most := big.NewInt(math.MinInt64), new(big.Int).SetUint64(math.MaxUint64)
	for shift := range uint(65) {
		for _, sign := range []int64{-1, 1} {
			for near := int64(-2); near <= 2; near++ {
				x := new(big.Int).Lsh(big.NewInt(1), shift)
				x.Mul(x, big.NewInt(sign)).Add(x, big.NewInt(near))
				if x.Cmp(least) >= 0 && x.Cmp(most) <= 0 {
					all = append(all, x)
				}
			}
		}
	}
	return all
}

// formsOf returns all ways to write an integer, the shortest of each family first.
func formsOf(x *big.Int) (all [][]byte) {
	add := func(lead byte, width int, bits uint64) {
		b := []byte{lead}
		for i := width - 1; i >= 0; i-- {
			b = append(b, byte(bits>>(8*i)))
		}
		all = append(all, b)
	}
	if x.IsInt64() {
		v := x.Int64()
		if v >= msgwire.MinFixInt && v <= msgwire.MaxFixInt {
			add(byte(v), 0, 0)
		}
		for i, width := range []int{1, 2, 4, 8} {
			if shift := 64 - 8*width; v<<shift>>shift == v {
				add(msgwire.Int8+byte(i), width, uint64(v))
			}
		}
	}
	if x.IsUint64() {
		v := x.Uint64()
		for i, width := range []int{1, 2, 4, 8} {
			if width == 8 || v>>(8*width) == 0 {
				add(msgwire.Uint8+byte(i), width, v)
			}
		}
	}
	return all
}

// TestEveryIntegerInEveryForm reads integers of all forms into all types, alone and in
// slices, near to the end of the input and far from it: those that hold the number have to
// take it, the others refuse it, naming it.
func TestEveryIntegerInEveryForm(t *testing.T) {
	targets := []reflect.Type{reflect.TypeFor[int](), reflect.TypeFor[int8](), reflect.TypeFor[int16](), reflect.TypeFor[int32](), reflect.TypeFor[int64](),
		reflect.TypeFor[uint](), reflect.TypeFor[uint8](), reflect.TypeFor[uint16](), reflect.TypeFor[uint32](), reflect.TypeFor[uint64](), reflect.TypeFor[uintptr]()}
	for _, x := range edges() {
		for _, b := range formsOf(x) {
			for _, typ := range targets {
				fits := func(v reflect.Value) bool {
					if v.CanInt() {
						return x.IsInt64() && !v.OverflowInt(x.Int64())
					}
					return x.IsUint64() && !v.OverflowUint(x.Uint64())
				}
				check := func(what string, v reflect.Value, at int64, path fault.Pointer, err error) {
					t.Helper()
					if !fits(v) {
						failure{fault.ErrOverflow, at, path}.of(t, fmt.Sprintf("%s %x into a %v", what, b, typ), err)
						if err != nil && err.(*DecodeError).Err.Error() != x.String()+" is out of range" {
							t.Error(err)
						}
						return
					}
					if err != nil || fmt.Sprint(v) != x.String() {
						t.Errorf("%s %x into a %v: %v, %v; want %v", what, b, typ, v, err, x)
					}
				}
				v := reflect.New(typ)
				check("alone", v.Elem(), 0, "", msgpack.Unmarshal(b, v.Interface()))
				if typ.Kind() == reflect.Uint8 {
					continue // a slice of them is a bin
				}
				for _, after := range []int{0, 12} {
					list := reflect.New(reflect.SliceOf(typ))
					in := append(msgp.AppendArrayHeader(nil, uint32(2+after)), 0x01)
					err := msgpack.Unmarshal(append(append(in, b...), make([]byte, after)...), list.Interface())
					elem := reflect.New(typ).Elem()
					if list.Elem().Len() > 1 {
						elem = list.Elem().Index(1)
					}
					check("in a slice", elem, int64(len(in)), "/1", err)
				}
			}
		}
	}
}

// TestIntegersAreWrittenInTheirShortestForm writes integers of all types, alone and in
// slices, signed types in the signed forms and unsigned types in the others.
func TestIntegersAreWrittenInTheirShortestForm(t *testing.T) {
	for _, x := range edges() {
		for _, typ := range []reflect.Type{reflect.TypeFor[int](), reflect.TypeFor[int16](), reflect.TypeFor[int32](), reflect.TypeFor[int64](), reflect.TypeFor[int8](),
			reflect.TypeFor[uint](), reflect.TypeFor[uint16](), reflect.TypeFor[uint32](), reflect.TypeFor[uint64]()} {
			v := reflect.New(typ).Elem()
			var want []byte
			switch {
			case v.CanInt() && x.IsInt64() && !v.OverflowInt(x.Int64()):
				v.SetInt(x.Int64())
				want = formsOf(x)[0]
			case v.CanUint() && x.IsUint64() && !v.OverflowUint(x.Uint64()):
				v.SetUint(x.Uint64())
				for _, form := range formsOf(x) {
					if form[0] <= msgwire.MaxFixInt || form[0] >= msgwire.Uint8 && form[0] <= msgwire.Uint64 {
						want = form
						break
					}
				}
			default:
				continue
			}
			if b := mustMarshal(t, msgpack, v.Interface(), EncodeOptions{}); string(b) != string(want) {
				t.Errorf("%v(%v) is %x, want %x", typ, x, b, want)
			}
			list := reflect.Append(reflect.New(reflect.SliceOf(typ)).Elem(), v, v)
			if b := mustMarshal(t, msgpack, list.Interface(), EncodeOptions{}); string(b) != "\x92"+string(want)+string(want) {
				t.Errorf("%v of %v is %x, want twice %x", list.Type(), x, b, want)
			}
		}
	}
}

// TestFloats reads floats of both widths into both: a float32 takes what it holds exactly.
func TestFloats(t *testing.T) {
	for _, x := range []float64{0, math.Copysign(0, -1), 1.5, -1e10, math.Inf(1), math.NaN(), math.MaxFloat32, math.SmallestNonzeroFloat32, math.Pi, math.MaxFloat64, 1e-300} {
		wide := msgp.AppendFloat64(nil, x)
		written(t, msgpack, x, EncodeOptions{}, fmt.Sprintf("%x", wide))
		read(t, msgpack, wide, DecodeOptions{}, x)
		read(t, msgpack, append([]byte{0x91}, wide...), DecodeOptions{}, []float64{x})
		narrow := msgp.AppendFloat32(nil, float32(x))
		read(t, msgpack, narrow, DecodeOptions{}, float32(x))
		read(t, msgpack, narrow, DecodeOptions{}, float64(float32(x)))
		read(t, msgpack, append(append([]byte{0x92}, wide...), narrow...), DecodeOptions{}, []float64{x, float64(float32(x))})
		if float64(float32(x)) == x || x != x {
			read(t, msgpack, wide, DecodeOptions{}, float32(x))
			continue
		}
		err := msgpack.Unmarshal(append([]byte{0x91}, wide...), new([]float32))
		failure{fault.ErrOverflow, 1, "/0"}.of(t, fmt.Sprint(x), err)
	}
}

// TestWhatAScalarDoesNotTake reads values of every kind into scalars: nil is zero, and the
// others are named with the type that does not take them.
func TestWhatAScalarDoesNotTake(t *testing.T) {
	one := map[string]string{"nil": "c0", "bool": "c3", "int": "01", "uint": "cc01", "float 32": "ca3f800000", "float 64": "cb3ff0000000000000",
		"str": "a178", "bin": "c40178", "array": "90", "map": "80", "ext": "d40900"}
	takes := map[reflect.Type][]string{
		reflect.TypeFor[bool](): {"bool"}, reflect.TypeFor[int32](): {"int", "uint"}, reflect.TypeFor[uint8](): {"int", "uint"},
		reflect.TypeFor[float32](): {"float 32", "float 64"}, reflect.TypeFor[float64](): {"float 32", "float 64"}, reflect.TypeFor[string](): {"str"},
		reflect.TypeFor[[]byte](): {"bin"}, reflect.TypeFor[[1]byte](): {"bin"}, reflect.TypeFor[[]int](): {"array"}, reflect.TypeFor[[0]int](): {"array"},
		reflect.TypeFor[map[string]int](): {"map"}, reflect.TypeFor[map[int]int](): {"map"}, reflect.TypeFor[lineItem](): {"map"},
		reflect.TypeFor[complex64](): nil, reflect.TypeFor[complex128](): nil,
	}
	for typ, kinds := range takes {
		for kind, wire := range one {
			v := reflect.New(typ)
			err := msgpack.Unmarshal(unhex(t, wire), v.Interface())
			taken := kind == "nil"
			for _, k := range kinds {
				taken = taken || k == kind
			}
			switch {
			case taken && err != nil, kind == "nil" && !v.Elem().IsZero():
				t.Errorf("%s into a %v: %v, %v", kind, typ, v.Elem(), err)
			case !taken && kind != "ext":
				want := "msgpack: at byte 0: " + kind + " does not decode into " + typ.String() + " (Go type " + typ.String() + ")"
				if err == nil || err.Error() != want || !errors.Is(err, fault.ErrMismatch) {
					t.Errorf("%s into a %v: %v; want %s", kind, typ, err, want)
				}
			case !taken && err == nil:
				t.Errorf("an extension is taken for a %v", typ)
			}
		}
		// What is cut is not of another kind.
		for _, wire := range []string{"", "cd01", "d9", "a5", "dc00", "de00", "c405", "ca00", "cb00", "c7"} {
			failure{fault.ErrTruncated, 0, ""}.of(t, wire, msgpack.Unmarshal(unhex(t, wire), reflect.New(typ).Interface()))
		}
		failure{fault.ErrSyntax, 0, ""}.of(t, "the reserved byte", msgpack.Unmarshal([]byte{0xC1}, reflect.New(typ).Interface()))
	}
}
