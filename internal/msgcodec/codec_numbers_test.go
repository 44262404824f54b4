// The loops over slices of numbers, and the tables of forms.

package msgcodec

import (
	"bytes"
	"math"
	"math/big"
	"reflect"
	"testing"

	"github.com/beve-org/beve-go/internal/testkit"
	"github.com/beve-org/beve-go/msgpack/msgp"
)

// TestFormsAreTheShortest holds the stores of integers to the runtime of generated code,
// and sees that they stay within a lead byte and a word.
func TestFormsAreTheShortest(t *testing.T) {
	const at, room = 3, 9
	for _, x := range edges() {
		memory := bytes.Repeat([]byte{canary}, at+room+8)
		check := func(n int, want []byte) {
			t.Helper()
			if got := memory[at:n]; !bytes.Equal(got, want) {
				t.Errorf("%v is %x, want %x", x, got, want)
			}
			for i, c := range memory {
				if (i < at || i >= at+room) && c != canary {
					t.Errorf("%v: byte %d is written to", x, i-at)
				}
			}
		}
		if x.IsInt64() {
			check(putInt(memory, at, x.Int64()), msgp.AppendInt64(nil, x.Int64()))
		}
		if x.IsUint64() {
			check(putUint(memory, at, x.Uint64()), msgp.AppendUint64(nil, x.Uint64()))
		}
	}
}

// numbersOf returns n numbers of a type, of all widths in turn.
func numbersOf(typ reflect.Type, n int) reflect.Value {
	list := reflect.MakeSlice(reflect.SliceOf(typ), n, n)
	all := edges()
	for i := range n {
		x, v := all[i*7%len(all)], list.Index(i)
		low := new(big.Int).And(x, new(big.Int).SetUint64(math.MaxUint64)).Uint64()
		switch {
		case v.CanInt():
			v.SetInt(int64(low) << (64 - typ.Bits()) >> (64 - typ.Bits()))
		case v.CanUint():
			v.SetUint(low << (64 - typ.Bits()) >> (64 - typ.Bits()))
		case v.CanFloat():
			v.SetFloat(float64(int64(low) >> 40))
		default:
			v.SetBool(low%2 == 0)
		}
	}
	return list
}

// TestSlicesOfNumbers writes and reads slices and arrays of every type of number, of
// lengths around those that room is made for at once, in every room, and cut.
func TestSlicesOfNumbers(t *testing.T) {
	for _, typ := range []reflect.Type{reflect.TypeFor[bool](), reflect.TypeFor[int](), reflect.TypeFor[int8](), reflect.TypeFor[int16](), reflect.TypeFor[int32](),
		reflect.TypeFor[int64](), reflect.TypeFor[uint](), reflect.TypeFor[uint16](), reflect.TypeFor[uint32](), reflect.TypeFor[uint64](),
		reflect.TypeFor[uintptr](), reflect.TypeFor[float32](), reflect.TypeFor[float64]()} {
		for _, n := range []int{0, 1, 2, 15, 16, 17, stretch - 1, stretch, stretch + 1, 2*stretch + 3} {
			list := numbersOf(typ, n)
			want := modelOf(nil, msgpack, list)
			if n < 20 {
				appended(t, msgpack, list.Interface(), EncodeOptions{}, want)
			} else if b := mustMarshal(t, msgpack, list.Interface(), EncodeOptions{}); !bytes.Equal(b, want) {
				t.Errorf("%d of %v: %x, want %x", n, typ, b, want)
			}
			read(t, msgpack, want, DecodeOptions{}, list.Interface())
			array := reflect.New(reflect.ArrayOf(n, typ))
			reflect.Copy(array.Elem(), list)
			if b := mustMarshal(t, msgpack, array.Interface(), EncodeOptions{}); !bytes.Equal(b, want) {
				t.Errorf("[%d]%v: %x, want %x", n, typ, b, want)
			}
			back := reflect.New(array.Elem().Type())
			if err := msgpack.Unmarshal(want, back.Interface()); err != nil || !testkit.Equal(back.Elem().Interface(), array.Elem().Interface()) {
				t.Errorf("[%d]%v: %v, %v", n, typ, back.Elem(), err)
			}
			// Over a slice that has room, be it in use or not, its memory is used.
			kept := reflect.New(list.Type())
			for _, used := range []int{n + 5, n / 2, 0} {
				kept.Elem().Set(numbersOf(typ, n+5).Slice(0, used))
				before := kept.Elem().Pointer()
				if err := msgpack.Unmarshal(want, kept.Interface()); err != nil || kept.Elem().Len() != n || kept.Elem().Pointer() != before || n > 0 && !testkit.Equal(kept.Elem().Interface(), list.Interface()) {
					t.Errorf("%d of %v over %d of %d: %v, %v", n, typ, used, n+5, kept.Elem(), err)
				}
			}
			for cut := range want {
				if n > 20 && cut%13 > 0 {
					continue
				}
				if err := msgpack.Unmarshal(want[:cut], kept.Interface()); err == nil {
					t.Errorf("%d of %v: %d of %d bytes are taken", n, typ, cut, len(want))
				}
			}
		}
	}
}
