package engine_test

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/beve-org/beve-go/internal/engine"
	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/testkit"
	"github.com/beve-org/beve-go/wire"
)

// scalars is a run of every scalar, between members that are none.
type scalars struct {
	S   string
	A   int8
	B   int16
	C   int32
	D   int64
	E   int
	F   uint8
	G   uint16
	H   uint32
	I   uint64
	J   uint
	K   uintptr
	L   float32
	M   float64
	N   bool
	End string
}

// TestRunsOfScalarsTakeWhatFits gives every member of a run every number, in
// order and far from the end of the input, where runs are read in one loop, and
// alone, where they are not: both must agree.
func TestRunsOfScalarsTakeWhatFits(t *testing.T) {
	values := []any{nil, true, false, "text", 1.5, float32(2.5), 0, []int{1}, uint64(math.MaxUint64), engine.Raw{0x81, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0},
		engine.Raw{0x21, 0x00, 0x3C}, engine.Raw{0x01, 0x80, 0x3F}, engine.Raw{0x28}, engine.Raw{0x09}, engine.Raw{0x89, 5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}}
	for bits := range 64 {
		v := int64(1) << bits
		values = append(values, v, v-1, -v, -v-1, uint64(v), uint64(v)-1)
	}
	typ := reflect.TypeFor[scalars]()
	for i := range typ.NumField() {
		name := typ.Field(i).Name
		for _, v := range values {
			for _, width := range []bool{false, true} {
				b, err := engine.EncodeOptions{FixedWidth: width}.Marshal(v)
				if raw, ok := v.(engine.Raw); ok {
					b, err = raw, nil
				}
				if err != nil {
					t.Fatal(err)
				}
				// In the middle: fields before it, fields after it.
				data := []byte{0x03, byte(typ.NumField() << 2)}
				for j := range typ.NumField() {
					data = append(append(data, byte(len(typ.Field(j).Name)<<2)), typ.Field(j).Name...)
					switch {
					case j == i:
						data = append(data, b...)
					default:
						data = append(data, enc(reflect.Zero(typ.Field(j).Type).Interface())...)
					}
				}
				var whole, alone scalars
				err1 := engine.DecodeOptions{}.Unmarshal(data, &whole)
				err2 := engine.DecodeOptions{}.Unmarshal(member(name, b), &alone)
				if fmt.Sprint(errors.Unwrap(err1)) != fmt.Sprint(errors.Unwrap(err2)) && !errors.Is(err2, fault.ErrTruncated) || !testkit.Equal(whole, alone) && err1 == nil {
					t.Fatalf("%s from %v (% X): %+v, %v in a run; %+v, %v alone", name, v, b, whole, err1, alone, err2)
				}
				if e := (*engine.DecodeError)(nil); errors.As(err1, &e) && e.Path != engine.Pointer("/"+name) && len(b) > 1 {
					t.Fatalf("%s from %v: %v", name, v, err1)
				}
			}
		}
	}
}

// TestStructsOfManyAndLongNames makes structs whose fields and names are more and
// longer than a word has room for.
func TestStructsOfManyAndLongNames(t *testing.T) {
	for _, n := range []int{1, 2, 31, 62, 63, 64, 65, 66, 127, 128, 129, 300} {
		for _, length := range []int{1, 6, 7, 13, 14, 15, 16, 17, 30, 31, 32, 33, 63, 64, 250, 253, 254, 255, 256, 300} {
			if n > 66 && length > 20 && length != 256 || testkit.Slow && (n+length)%3 == 0 {
				continue
			}
			for _, omit := range []string{"", ",omitempty"} {
				for k, kind := range []reflect.Type{reflect.TypeFor[int](), reflect.TypeFor[string](), reflect.TypeFor[float64](), reflect.TypeFor[*int](), reflect.TypeFor[map[string]int]()} {
					var fields []reflect.StructField
					for i := range n {
						f := reflect.StructField{Name: fmt.Sprintf("F%d", i), Type: kind}
						if i%7 == 6 {
							f.Type = reflect.TypeFor[uint16]()
						}
						name := fmt.Sprintf("%s%d", strings.Repeat("x", max(0, length-len(fmt.Sprint(i)))), i)
						f.Tag = reflect.StructTag(`json:"` + name + omit + `"`)
						fields = append(fields, f)
					}
					v := reflect.New(reflect.StructOf(fields))
					for i := range n {
						switch f := v.Elem().Field(i); {
						case (i+k)%3 == 0: // stays zero
						case f.CanInt():
							f.SetInt(int64(i) << (i % 40))
						case f.CanUint():
							f.SetUint(uint64(i))
						case f.CanFloat():
							f.SetFloat(float64(i))
						case f.Kind() == reflect.String:
							f.SetString(strings.Repeat("y", i))
						case f.Kind() == reflect.Pointer:
							f.Set(reflect.ValueOf(&i))
						default:
							f.Set(reflect.ValueOf(map[string]int{"k": i}))
						}
					}
					b := enc(v.Interface())
					got := reflect.New(v.Type().Elem())
					o := engine.DecodeOptions{RejectUnknown: true, RejectDuplicates: n%2 == 0, RequireAll: omit == ""}
					if err := o.Unmarshal(b, got.Interface()); err != nil || !testkit.Equal(got.Elem().Interface(), v.Elem().Interface()) {
						t.Fatalf("%d fields, names of %d bytes%s, %v: %v\n%v\n%v", n, length, omit, kind, err, got.Elem(), v.Elem())
					}
				}
			}
		}
	}
}

func TestStructsBeyondTheTablesAreRefused(t *testing.T) {
	long := reflect.StructOf([]reflect.StructField{{Name: "A", Type: reflect.TypeFor[int](), Tag: reflect.StructTag(`json:"` + strings.Repeat("x", 1<<20) + `"`)}})
	if _, err := (engine.EncodeOptions{}).Marshal(reflect.New(long).Interface()); !errors.Is(err, fault.ErrUnsupported) {
		t.Errorf("%.200v", err)
	}
}

// TestMembersInEveryOrder gives structs of few and many members those in any
// order, some twice and some not at all, and compares with what a map would hold;
// into new memory, into kept elements of a slice, and with repeats refused.
func TestMembersInEveryOrder(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for _, n := range []int{1, 2, 5, 63, 64, 65, 127, 128, 129, 200} {
		var fields []reflect.StructField
		for i := range n {
			typ := reflect.TypeFor[int]()
			if i%3 == 1 {
				typ = reflect.TypeFor[string]()
			}
			fields = append(fields, reflect.StructField{Name: fmt.Sprintf("F%d", i), Type: typ})
		}
		typ := reflect.StructOf(fields)
		kept := reflect.New(reflect.SliceOf(typ))
		for range 300 {
			var order []int
			for i := range n {
				if rng.IntN(8) > 0 {
					order = append(order, i)
				}
			}
			for range rng.IntN(4) { // move some, repeat some
				if len(order) > 0 {
					from, to := rng.IntN(len(order)), rng.IntN(len(order))
					order[from], order[to] = order[to], order[from]
					if rng.IntN(2) == 0 {
						order = slices.Insert(order, to, order[from])
					}
				}
			}
			want := reflect.New(typ).Elem()
			seen, repeated := map[int]bool{}, false
			b := wire.AppendObject(nil, len(order))
			for _, i := range order {
				repeated = repeated || seen[i]
				seen[i] = true
				b = wire.AppendText(b, fields[i].Name)
				if f, v := want.Field(i), rng.IntN(1000); i%3 == 1 {
					f.SetString(fmt.Sprint("text ", v))
					b = wire.AppendString(b, f.String())
				} else {
					f.SetInt(int64(v))
					b = wire.AppendInt(b, int64(v))
				}
			}
			got := reflect.New(typ)
			if err := (engine.DecodeOptions{}).Unmarshal(b, got.Interface()); err != nil || got.Elem().Interface() != want.Interface() {
				t.Fatalf("%d members in the order %v: %v\n%v\n%v", n, order, err, got.Elem(), want)
			}
			list := append(wire.AppendArray(nil, 2), b...)
			list = append(list, b...)
			if err := (engine.DecodeOptions{}).Unmarshal(list, kept.Interface()); err != nil ||
				kept.Elem().Index(0).Interface() != want.Interface() || kept.Elem().Index(1).Interface() != want.Interface() {
				t.Fatalf("%d members in the order %v, over others: %v\n%v\n%v", n, order, err, kept.Elem(), want)
			}
			err := engine.DecodeOptions{RejectDuplicates: true}.Unmarshal(b, got.Interface())
			if errors.Is(err, fault.ErrDuplicate) != repeated {
				t.Fatalf("%d members in the order %v: %v", n, order, err)
			}
			err = engine.DecodeOptions{RequireAll: true}.Unmarshal(b, got.Interface())
			if errors.Is(err, fault.ErrMissing) != (len(seen) < n) {
				t.Fatalf("%d members in the order %v: %v", n, order, err)
			}
		}
	}
}

// knot is a slice whose elements can lead back to it.
type knot []struct {
	Name string
	Kids *knot
}

func TestElementsThatLeadBackToTheirSlice(t *testing.T) {
	leaf := func(name string, n int) knot {
		k := make(knot, n)
		for i := range k {
			k[i].Name = name
		}
		return k
	}
	for outer := range 6 {
		for inner := range 6 {
			for room := range 6 {
				in := leaf("outer", outer)
				for i := range in {
					kids := leaf("inner", inner)
					in[i].Kids = &kids
				}
				target := make(knot, room)
				for i := range target {
					target[i].Kids = &target
				}
				if err := (engine.DecodeOptions{}).Unmarshal(enc(in), &target); err != nil {
					t.Fatal(err)
				}
				if len(target) > cap(target) || len(target) != outer {
					t.Errorf("%d elements with %d each into %d: %d of %d", outer, inner, room, len(target), cap(target))
				}
			}
		}
	}
}
