// Types, compiled.

package msgcodec

import (
	"encoding/json"
	"errors"
	"reflect"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/testkit"
	"github.com/beve-org/beve-go/msgpack/msgp"
)

func TestTypesAreCompiledForManyAtOnce(t *testing.T) {
	type leaf struct {
		Name string `msg:"name"`
	}
	type tree struct {
		Leaf leaf            `msg:"leaf"`
		Kids []*tree         `msg:"kids"`
		By   map[string]tree `msg:"by"`
		Any  any             `msg:"any"`
	}
	in := &tree{Leaf: leaf{"a"}, Kids: []*tree{{Leaf: leaf{"b"}}, nil}, By: map[string]tree{"k": {}}, Any: leaf{"c"}}
	errs := make(chan error)
	const many = 16
	for range many {
		go func() {
			b, err := msgpack.Marshal(in)
			if err == nil {
				err = msgpack.Unmarshal(b, new(tree))
			}
			errs <- err
		}()
	}
	for range many {
		if err := <-errs; err != nil {
			t.Error(err)
		}
	}
}

// variables has a field of every kind of type that clear tells apart.
type variables struct {
	B   bool              `msg:"b" zid:"0"`
	I8  int8              `msg:"i8" zid:"1"`
	I16 int16             `msg:"i16" zid:"2"`
	I32 int32             `msg:"i32" zid:"3"`
	I64 int64             `msg:"i64" zid:"4"`
	U8  uint8             `msg:"u8" zid:"5"`
	U16 uint16            `msg:"u16" zid:"6"`
	U32 uint32            `msg:"u32" zid:"7"`
	U64 uint64            `msg:"u64" zid:"8"`
	F32 float32           `msg:"f32" zid:"9"`
	F64 float64           `msg:"f64" zid:"10"`
	C64 complex64         `msg:"c64" zid:"11"`
	S   string            `msg:"s" zid:"12"`
	At  time.Time         `msg:"at" zid:"13"`
	X   []byte            `msg:"x" zid:"14"`
	L   []int             `msg:"l" zid:"15"`
	A   [2]string         `msg:"a" zid:"16"`
	M   map[string]string `msg:"m" zid:"17"`
	P   *int              `msg:"p" zid:"18"`
	V   any               `msg:"v" zid:"19"`
	R   msgp.Raw          `msg:"r" zid:"20"`
	T   textBoth          `msg:"t" zid:"21"`
	N   lineItem          `msg:"n" zid:"22"`
	D   loud              `msg:"d" zid:"23"`
	J   json.Number       `msg:"j" zid:"24"`
	U   tuple             `msg:"u" zid:"25"`
}

func fullVariables() *variables {
	return &variables{true, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, "12", time.Unix(13, 0), []byte{14}, []int{15}, [2]string{"16", "16"},
		map[string]string{"17": "17"}, new(int), 19, msgp.Raw{20}, textBoth{"21"}, lineItem{Name: "22", Marks: map[string]int64{"a": 1}, Next: &lineItem{}}, crier{23}, "24", tuple{A: 25, B: 25}}
}

// TestEveryKindOfVariableIsEmptied empties used variables: by a message without members,
// by nil for the struct, and by nil for each member. Slices and maps keep their memory.
func TestEveryKindOfVariableIsEmptied(t *testing.T) {
	typ := reflect.TypeFor[variables]()
	for name, f := range formats {
		var nils []pair
		for i := range typ.NumField() {
			nils = append(nils, pair{keyOf(f, typ.Field(i)), []byte{0xC0}})
		}
		for what, b := range map[string][]byte{"nothing": {0x80}, "nil": {0xC0}, "nil members": message(nils)} {
			v := fullVariables()
			list, bin, keys, text := &v.L[0], &v.X[0], reflect.ValueOf(v.M).Pointer(), reflect.ValueOf(v.N.Marks).Pointer()
			if err := f.Unmarshal(b, v); err != nil {
				t.Fatalf("%s: %s: %v", name, what, err)
			}
			got := *v
			if what == "nil members" {
				got.R = nil // which keeps nil as the value that it is
			}
			if !testkit.EqualLoose(got, variables{}) {
				t.Errorf("%s: %s leaves %+v", name, what, got)
			}
			if &v.L[:1][0] != list || &v.X[:1][0] != bin || reflect.ValueOf(v.M).Pointer() != keys || reflect.ValueOf(v.N.Marks).Pointer() != text {
				t.Errorf("%s: %s drops memory", name, what)
			}
		}
	}
}

// TestTypesThatCannotBeCoded has kinds without a form, in every place of a type: each use
// fails and says so, and other types go on.
func TestTypesThatCannotBeCoded(t *testing.T) {
	for _, v := range []any{make(chan int), func() {}, struct{ C chan int }{}, []func(){nil}, map[string]chan int{"k": nil}, [1]chan int{}, new(chan int), struct{ P *func() }{new(func())}} {
		for name, f := range formats {
			if _, ok := v.(struct{ C chan int }); ok && f.format.IDs {
				continue // whose fields have no numbers, which is said first
			}
			if _, err := f.Marshal(v); !errors.Is(err, fault.ErrUnsupported) {
				t.Errorf("%s: %T: %v", name, v, err)
			}
		}
	}
	var bad *DecodeError
	for _, wire := range []string{"c0", "05", "80"} {
		if err := msgpack.Unmarshal(unhex(t, wire), new(chan int)); !errors.As(err, &bad) || !errors.Is(err, fault.ErrUnsupported) || bad.GoType != "chan int" {
			t.Errorf("%s: %v", wire, err)
		}
	}
	// nil for a pointer, and no element of a slice, need no form.
	written(t, msgpack, struct{ P *chan int }{}, EncodeOptions{}, "81a150c0")
	written(t, msgpack, []chan int{}, EncodeOptions{}, "90")
}

type (
	ring     struct{ Next *ring }
	forest   []forest
	atlas    map[string]atlas
	mutual   struct{ Other []converse }
	converse struct{ Back map[string]mutual }
)

// TestTypesThatContainThemselves are compiled, by many at once, and come back.
func TestTypesThatContainThemselves(t *testing.T) {
	for _, v := range []any{ring{&ring{&ring{}}}, forest{{}, {{}}}, atlas{"a": {"b": {}}, "c": {}}, mutual{[]converse{{map[string]mutual{"k": {}}}}}, []*forest{{}, nil}} {
		var wait sync.WaitGroup
		for range 4 {
			wait.Go(func() { read(t, msgpack, mustMarshal(t, msgpack, v, EncodeOptions{}), DecodeOptions{}, v) })
		}
		wait.Wait()
	}
}

// TestWordsOfTheMachine names the operation of integers that are as wide as those.
func TestWordsOfTheMachine(t *testing.T) {
	want := map[int]op{32: opInt32, 64: opInt64}[strconv.IntSize]
	if got := msgpack.plain.codecFor(reflect.TypeFor[int]()).op; got != want || ofWord(opInt32, opInt64) != want {
		t.Errorf("operation %d, not %d", got, want)
	}
}
