// The zoo of types, and types made at random, there and back.

package msgcodec

import (
	"bytes"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/beve-org/beve-go/internal/msgwire"
	"github.com/beve-org/beve-go/internal/testkit"
)

var (
	asJSON     = EncodeOptions{StructTag: "json", Deterministic: true}
	fromJSON   = DecodeOptions{StructTag: "json"}
	noType     = "nothing says which type to make"
	notInlined = "promoted through an embedded pointer"
	sameName   = "another field has its name"
)

// roundTrip writes v, reads it into a new variable and into a used one, and writes both
// again, which must give the same bytes. It returns the new variable, or nil where v holds
// what cannot be read back, which an error must say.
func roundTrip(t *testing.T, v any) any {
	t.Helper()
	b, err := msgpack.MarshalWithOptions(v, asJSON)
	if err != nil {
		if !strings.Contains(err.Error(), notInlined) && !strings.Contains(err.Error(), sameName) {
			t.Errorf("%T: %v", v, err)
		}
		return nil
	}
	if err := (msgwire.ValidateOptions{UTF8: true, Duplicates: true, Canonical: true, Timestamps: true}).Validate(b); err != nil {
		t.Fatalf("%T is written as %x: %v", v, b, err)
	}
	back := reflect.New(reflect.TypeOf(v))
	if err := msgpack.UnmarshalWithOptions(b, back.Interface(), fromJSON); err != nil {
		if !strings.Contains(err.Error(), noType) {
			t.Errorf("%T: %v\n%x", v, err, b)
		}
		return nil
	}
	again, err := msgpack.MarshalWithOptions(back.Interface(), asJSON)
	if (err != nil || !bytes.Equal(again, b)) && !asksIsZero[reflect.TypeOf(v).String()] {
		t.Errorf("%T: %v\n     written %x\nwritten again %x", v, err, b, again)
	}
	// Over something else, the result is the same.
	used := reflect.New(reflect.TypeOf(v))
	used.Elem().Set(testkit.FullValue(rand.New(rand.NewPCG(1, 2)), reflect.TypeOf(v)))
	if err := msgpack.UnmarshalWithOptions(b, used.Interface(), fromJSON); err != nil {
		t.Errorf("%T, used: %v", v, err)
	} else if b2, err := msgpack.MarshalWithOptions(used.Interface(), asJSON); (err != nil || !bytes.Equal(b2, again)) && !tellsNil(v) {
		t.Errorf("%T: a used variable becomes %v\n%x, and a new one\n%x", v, err, b2, again)
	}
	return back.Elem().Interface()
}

// tellsNil reports whether the type of v tells slices and maps that are nil, which new
// variables have, from empty ones, which used variables have.
func tellsNil(v any) bool {
	name := reflect.TypeOf(v).String()
	return strings.Contains(name, "omitzero") || strings.Contains(name, "OmitZero")
}

// loses names the types that hold what no message has: unexported and ignored fields,
// pointers whose nil is told from a pointer to nil, integers of interfaces, whose Go types
// are those of the wire.
var loses = map[string]bool{
	"testkit.Pointers": true, "testkit.EmbedIgnored": true, "testkit.EmbedUnexported": true,
	"testkit.EmbedUnexportedTagged": true, "testkit.EmbedUnexportedNonStructs": true, "testkit.OmitZero": true,
	"*testkit.OmitZero": true, "testkit.OmitEmpty": true, "testkit.Names": true, "testkit.NoMembers": true,
}

// asksIsZero names the types whose method IsZero says of other values than the zero value
// that they may be left out: what is left out comes back as the zero value.
var asksIsZero = map[string]bool{"testkit.OmitZero": true, "*testkit.OmitZero": true,
	"json.Number": true, // 1e3 is a float 64, which comes back as the text 1000, an integer
}

func TestZooComesBack(t *testing.T) {
	for _, v := range append(testkit.Zoo(), testkit.ZooBeyondJSON()...) {
		if reflect.TypeOf(v) == nil {
			continue
		}
		back := roundTrip(t, v)
		if back != nil && !loses[reflect.TypeOf(v).String()] && !testkit.EqualLoose(back, v) {
			t.Errorf("%T:\n got %+v\nwant %+v", v, back, v)
		}
	}
}

func TestRandomTypesComeBack(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for range 300 {
		typ := testkit.RandomType(rng, 1+rng.IntN(3))
		for range 4 {
			if v := testkit.RandomValue(rng, typ); v.Kind() != reflect.Interface {
				roundTrip(t, v.Interface())
			}
		}
	}
}

func TestCutMessagesAreRefused(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for range 60 {
		v := testkit.RandomValue(rng, testkit.RandomStruct(rng, 2)).Interface()
		b, err := msgpack.MarshalWithOptions(v, asJSON)
		if err != nil {
			continue
		}
		for n := range b {
			back := reflect.New(reflect.TypeOf(v)).Interface()
			if err := msgpack.UnmarshalWithOptions(b[:n], back, fromJSON); err == nil {
				t.Fatalf("%T: %d of %d bytes are taken: %x", v, n, len(b), b)
			}
		}
	}
}
