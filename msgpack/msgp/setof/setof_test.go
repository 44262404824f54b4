package setof_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"testing"

	"github.com/beve-org/beve-go/msgpack"
	"github.com/beve-org/beve-go/msgpack/msgp"
	"github.com/beve-org/beve-go/msgpack/msgp/setof"
)

// set is what every set is, by its address.
type set interface {
	msgp.Marshaler
	msgp.Unmarshaler
	msgp.Encodable
	msgp.Decodable
	msgp.Sizer
	json.Marshaler
	json.Unmarshaler
}

// all makes a set of three elements of each type, given in another order than the ascending.
var all = []struct {
	set    any
	sorted bool
}{
	{setof.StringFromSlice([]string{"b", "", "a"}), false}, {setof.StringSortedFromSlice([]string{"b", "", "a"}), true},
	{setof.IntFromSlice([]int{7, -300, 2}), false}, {setof.IntSortedFromSlice([]int{7, -300, 2}), true},
	{setof.UintFromSlice([]uint{700, 0, 2}), false}, {setof.UintSortedFromSlice([]uint{700, 0, 2}), true},
	{setof.ByteFromSlice([]byte{200, 0, 2}), false}, {setof.ByteSortedFromSlice([]byte{200, 0, 2}), true},
	{setof.Int8FromSlice([]int8{100, -100, 2}), false}, {setof.Int8SortedFromSlice([]int8{100, -100, 2}), true},
	{setof.Uint8FromSlice([]uint8{200, 0, 2}), false}, {setof.Uint8SortedFromSlice([]uint8{200, 0, 2}), true},
	{setof.Int16FromSlice([]int16{math.MaxInt16, -1, 2}), false}, {setof.Int16SortedFromSlice([]int16{math.MaxInt16, -1, 2}), true},
	{setof.Uint16FromSlice([]uint16{math.MaxUint16, 0, 2}), false}, {setof.Uint16SortedFromSlice([]uint16{math.MaxUint16, 0, 2}), true},
	{setof.Int32FromSlice([]int32{math.MaxInt32, -1, 2}), false}, {setof.Int32SortedFromSlice([]int32{math.MaxInt32, -1, 2}), true},
	{setof.Uint32FromSlice([]uint32{math.MaxUint32, 0, 2}), false}, {setof.Uint32SortedFromSlice([]uint32{math.MaxUint32, 0, 2}), true},
	{setof.Int64FromSlice([]int64{math.MaxInt64, math.MinInt64, 2}), false}, {setof.Int64SortedFromSlice([]int64{math.MaxInt64, math.MinInt64, 2}), true},
	{setof.Uint64FromSlice([]uint64{math.MaxUint64, 0, 2}), false}, {setof.Uint64SortedFromSlice([]uint64{math.MaxUint64, 0, 2}), true},
	{setof.Float32FromSlice([]float32{1e30, -0.5, 2}), false}, {setof.Float32SortedFromSlice([]float32{1e30, -0.5, 2}), true},
	{setof.Float64FromSlice([]float64{math.Inf(1), -0.5, 2}), false}, {setof.Float64SortedFromSlice([]float64{1e300, -0.5, 2}), true},
}

// pointer returns a pointer to a copy of v.
func pointer(v any) set {
	p := reflect.New(reflect.TypeOf(v))
	if of := reflect.ValueOf(v); !of.IsNil() {
		p.Elem().Set(reflect.MakeMap(of.Type()))
		for _, key := range of.MapKeys() {
			p.Elem().SetMapIndex(key, of.MapIndex(key))
		}
	}
	return p.Interface().(set)
}

// slice calls AsSlice.
func slice(s set) reflect.Value {
	return reflect.ValueOf(s).MethodByName("AsSlice").Call(nil)[0]
}

func TestSetsAreArrays(t *testing.T) {
	for _, c := range all {
		s := pointer(c.set)
		b, err := s.MarshalMsg([]byte("x"))
		if err != nil || len(b)-1 > s.Msgsize() {
			t.Fatalf("%T: %x, %v, of size %d", c.set, b, err, s.Msgsize())
		}
		b = b[1:]
		list := reflect.New(slice(s).Type())
		if slice(s).Type().Elem().Kind() == reflect.Uint8 {
			list = reflect.New(reflect.TypeFor[[]int16]()) // a slice of bytes would be a bin
			if b[1] != 0xCC && !c.sorted {
				b = append([]byte{0x93}, 0xCC, 200, 0, 2)
			}
		}
		if err := (msgpack.DecodeOptions{}).Unmarshal(b, list.Interface()); err != nil || list.Elem().Len() != 3 {
			t.Errorf("%T: % x is not an array of three: %v", c.set, b, err)
		}
		if first := slice(s).Index(0); c.sorted && fmt.Sprint(first) != fmt.Sprint(list.Elem().Index(0)) {
			t.Errorf("%T: %v comes first on the wire, %v in the slice", c.set, list.Elem().Index(0), first)
		}
		if compare := fmt.Sprint(list.Elem().Index(0)) != fmt.Sprint(smallest(slice(s))); c.sorted && compare {
			t.Errorf("%T: %v comes first of %v", c.set, list.Elem().Index(0), slice(s))
		}

		// Back, over something else, by bytes and by a stream.
		for name, read := range map[string]func(v set) error{
			"bytes": func(v set) error {
				rest, err := v.UnmarshalMsg(append(slices.Clone(b), 1))
				if err == nil && len(rest) != 1 {
					err = errors.New("the rest is gone")
				}
				return err
			},
			"stream":     func(v set) error { return msgp.Decode(bytes.NewReader(b), v) },
			"reflection": func(v set) error { return msgpack.Unmarshal(b, v) },
		} {
			for _, old := range []any{reflect.Zero(reflect.TypeOf(c.set)).Interface(), c.set} {
				v := pointer(old)
				if err := read(v); err != nil || !reflect.DeepEqual(reflect.ValueOf(v).Elem().Interface(), c.set) {
					t.Errorf("%T by %s: %v, %v", c.set, name, v, err)
				}
			}
		}
		var w bytes.Buffer
		if err := msgp.Encode(&w, s); err != nil || w.Len() != len(b) {
			t.Errorf("%T: EncodeMsg writes %x, %v", c.set, w.Bytes(), err)
		}
		for n := range b {
			if _, err := s.UnmarshalMsg(b[:n]); !errors.Is(err, msgp.ErrShortBytes) {
				t.Errorf("%T: %d bytes of %x: %v", c.set, n, b, err)
			}
		}
	}
}

// smallest returns the least element of a list.
func smallest(list reflect.Value) reflect.Value {
	least := list.Index(0)
	for i := range list.Len() {
		v := list.Index(i)
		switch {
		case v.CanInt() && v.Int() < least.Int(), v.CanUint() && v.Uint() < least.Uint(),
			v.CanFloat() && v.Float() < least.Float(), v.Kind() == reflect.String && v.String() < least.String():
			least = v
		}
	}
	return least
}

func TestNilAndEmptySetsAreKeptApart(t *testing.T) {
	for _, c := range all {
		typ := reflect.TypeOf(c.set)
		for _, of := range []struct {
			set  any
			wire string
			json string
		}{{reflect.Zero(typ).Interface(), "\xc0", "null"}, {reflect.MakeMap(typ).Interface(), "\x90", "[]"}} {
			s := pointer(of.set)
			b, err := s.MarshalMsg(nil)
			text, jsonErr := s.MarshalJSON()
			if err != nil || jsonErr != nil || string(b) != of.wire || string(text) != of.json || len(b) > s.Msgsize() {
				t.Errorf("%T: % x, %v and %s, %v", of.set, b, err, text, jsonErr)
			}
			isNil := reflect.ValueOf(of.set).IsNil()
			other := reflect.Zero(typ).Interface() // the result does not depend on what was there
			if isNil {
				other = c.set
			}
			back, fromJSON := pointer(other), pointer(other)
			_, err = back.UnmarshalMsg(b)
			jsonErr = fromJSON.UnmarshalJSON(text)
			if err != nil || jsonErr != nil || reflect.ValueOf(back).Elem().IsNil() != isNil || reflect.ValueOf(fromJSON).Elem().IsNil() != isNil {
				t.Errorf("%T comes back as %v, %v and %v, %v", of.set, back, err, fromJSON, jsonErr)
			}
			if slice(s).IsNil() != isNil {
				t.Errorf("%T: AsSlice returns %v", of.set, slice(s))
			}
		}
	}
}

func TestSetsInJSON(t *testing.T) {
	for _, c := range all {
		text, err := json.Marshal(c.set)
		if f, ok := c.set.(setof.Float64); ok && len(f) == 3 {
			if err == nil {
				t.Errorf("JSON has an infinity: %s", text)
			}
			continue
		}
		back := reflect.New(reflect.TypeOf(c.set))
		if err := errors.Join(err, json.Unmarshal(text, back.Interface())); err != nil || !reflect.DeepEqual(back.Elem().Interface(), c.set) {
			t.Errorf("%T: %s comes back as %v, %v", c.set, text, back.Elem(), err)
		}
	}
	for text, of := range map[string]set{`[1,null]`: new(setof.Int), `[300]`: new(setof.Byte), `{}`: new(setof.String), `["a",1]`: new(setof.StringSorted), `"AQ=="`: new(setof.Uint8)} {
		if err := of.UnmarshalJSON([]byte(text)); err == nil {
			t.Errorf("%s becomes %v", text, of)
		}
	}
}

func TestElementsThatAreNoneAndThoseThatComeTwice(t *testing.T) {
	s := setof.Int{5: {}}
	if _, err := s.UnmarshalMsg([]byte{0x93, 1, 2, 1}); err != nil || !reflect.DeepEqual(s, setof.Int{1: {}, 2: {}}) {
		t.Error(s, err)
	}
	var of setof.String
	if _, err := of.UnmarshalMsg([]byte{0x92, 0xa1, 'a', 1}); err == nil || len(of) > 1 {
		t.Error(of, err)
	}
	if _, err := of.UnmarshalMsg([]byte{0xdd, 0xff, 0xff, 0xff, 0xff}); !errors.Is(err, msgp.ErrShortBytes) {
		t.Error(err)
	}
}

func Example() {
	tags := setof.StringSortedFromSlice([]string{"go", "binary", "go"})
	b, _ := tags.MarshalMsg(nil)
	var back setof.String
	_, err := back.UnmarshalMsg(b)
	fmt.Printf("%q %d %v\n", b, len(back), err)
	// Output: "\x92\xa6binary\xa2go" 2 <nil>
}
