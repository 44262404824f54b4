package msgpack_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"net/netip"
	"reflect"
	"testing"
	"time"

	"github.com/beve-org/beve-go/internal/testkit"
	"github.com/beve-org/beve-go/msgpack"
	"github.com/beve-org/beve-go/msgpack/msgp"
)

// anyValues are what code generated for package msgpack may find in an any: the zoo, its fields
// and elements, and kinds that it lacks.
func anyValues() (all []any) {
	seen := map[reflect.Type]int{}
	var add func(v reflect.Value, depth int)
	add = func(v reflect.Value, depth int) {
		if !v.IsValid() || !v.CanInterface() || depth > 4 {
			return
		}
		if seen[v.Type()]++; seen[v.Type()] > 12 {
			return
		}
		all = append(all, v.Interface())
		switch v.Kind() {
		case reflect.Struct:
			for i := range v.NumField() {
				add(v.Field(i), depth+1)
			}
		case reflect.Slice, reflect.Array:
			for i := range min(v.Len(), 3) {
				add(v.Index(i), depth+1)
			}
		case reflect.Map:
			for pairs := v.MapRange(); pairs.Next(); {
				add(pairs.Value(), depth+1)
			}
		case reflect.Pointer, reflect.Interface:
			add(v.Elem(), depth+1)
		}
	}
	for _, v := range testkit.Zoo() {
		add(reflect.ValueOf(v), 0)
	}
	type octet byte
	type word string
	number := 7
	return append(all, nil, octet(1), []octet{1, 2}, [3]octet{1}, word("w"), map[word]octet{"a": 1}, map[int8]string{-1: "x"}, map[bool]int{true: 1},
		map[any]any{1: "a", "b": 2.5}, []any{nil, 1, []any{"x"}}, &number, (*int)(nil), json.Number("1.5"), json.Number("12"), json.Number("18446744073709551615"),
		time.Unix(5, 6).UTC(), 3*time.Second, netip.MustParseAddr("::1"), float32(1.5), 1+2i, complex64(3i), uintptr(9), map[netip.Addr]int{netip.MustParseAddr("1.2.3.4"): 4})
}

// TestAppendAnyIsReflection holds msgp.AppendAny to Marshal: the same bytes, or an error for
// structs, which it leaves to generated code, and for what Marshal refuses.
func TestAppendAnyIsReflection(t *testing.T) {
	same := 0
	for _, v := range anyValues() {
		for _, v := range []any{v, []any{v}, map[string]any{"k": v}} {
			want, err := msgpack.Marshal(v)
			got, err2 := msgp.AppendAny([]byte("before"), v)
			switch {
			case err2 != nil:
				if !bytes.Equal(got, []byte("before")) {
					t.Errorf("%T: %q is left", v, got)
				}
				var unsupported *msgp.ErrUnsupportedType
				if err == nil && !errors.As(err2, &unsupported) {
					t.Errorf("%T: %v", v, err2)
				}
			case err != nil:
				t.Errorf("%T: Marshal says %v, AppendAny writes % x", v, err, got)
			default:
				same++
				// The order of maps is not the same twice.
				a, b := sorted(t, want), sorted(t, got[len("before"):])
				if !bytes.Equal(a, b) {
					t.Errorf("%T: % x, by reflection % x", v, got[len("before"):], want)
				}
			}
		}
	}
	if same < 300 {
		t.Errorf("only %d values are written", same)
	}
}

// sorted writes a message again with its maps in order.
func sorted(t *testing.T, b []byte) []byte {
	t.Helper()
	var v any
	if err := msgpack.Unmarshal(b, &v); err != nil {
		t.Fatal(err)
	}
	out, err := msgpack.EncodeOptions{Deterministic: true}.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// TestReadAnyBytesIsReflection holds msgp.ReadAnyBytes to Unmarshal into an any: on whole,
// truncated and damaged messages, the same value or both an error.
func TestReadAnyBytesIsReflection(t *testing.T) {
	random := rand.New(rand.NewPCG(16, 0))
	values := 0
	for _, v := range anyValues() {
		whole, err := msgpack.Marshal([]any{v, "end"})
		if err != nil || len(whole) > 4096 {
			continue
		}
		inputs := [][]byte{whole}
		for range 30 {
			b := bytes.Clone(whole)
			for range 1 + random.IntN(2) {
				b[random.IntN(len(b))] = byte(random.Uint32())
			}
			inputs = append(inputs, b, whole[:random.IntN(len(whole))])
		}
		for _, b := range inputs {
			var want any
			err := msgpack.Unmarshal(b, &want)
			got, rest, err2 := msgp.ReadAnyBytes(b)
			if err2 == nil && len(rest) > 0 {
				continue // Unmarshal wants the end there
			}
			switch {
			case (err == nil) != (err2 == nil):
				t.Errorf("% x: %v, by reflection %v", b, err2, err)
			case err == nil:
				values++
				if !testkit.Equal(got, want) {
					t.Errorf("% x: %#v, by reflection %#v", b, got, want)
				}
			}
		}
	}
	if values < 300 {
		t.Errorf("only %d values are read", values)
	}
}
