package engine_test

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/internal/testkit"
	"github.com/beve-org/beve-go/translator"
	"github.com/beve-org/beve-go/wire"
)

// addVectors seeds with every vector that is not long.
func addVectors(f *testing.F) {
	f.Helper()
	for _, dir := range append(goodVectors, "malformed") {
		for _, v := range readVectors(f, dir) {
			if len(v.Data) < 5000 {
				f.Add(v.Data)
			}
		}
	}
}

// watch ends the process when an input takes longer than any may, so that what
// hangs is found and kept like what panics. Call what it returns when all is done.
func watch(data []byte) (done func() bool) {
	return time.AfterFunc(5*time.Second, func() { panic(fmt.Sprintf("still busy with % X", data)) }).Stop
}

// beyondGo reports whether an error is about a number or type that Go's
// values have no place for, and not about the bytes.
func beyondGo(err error) bool {
	return errors.Is(err, beve.ErrUnsupported) || errors.Is(err, beve.ErrOverflow)
}

// FuzzDecodeAny decodes into any, in both forms: no panic, no alias, errors that
// lie within the input.
func FuzzDecodeAny(f *testing.F) {
	addVectors(f)
	f.Fuzz(func(t *testing.T, data []byte) {
		defer watch(data)()
		input := bytes.Clone(data)
		for _, o := range []beve.DecodeOptions{{}, {GenericArrays: true}, {RejectDuplicates: true, Strict: true}, {NoCopy: true}} {
			var v any
			err := o.Unmarshal(data, &v)
			if e := (*beve.DecodeError)(nil); err != nil && (!errors.As(err, &e) || e.Offset < 0 || e.Offset > int64(len(data)) || !e.Path.Valid()) {
				t.Fatalf("% X: %v", data, err)
			}
			if !bytes.Equal(data, input) {
				t.Fatalf("% X: the input changed", input)
			}
		}
	})
}

// FuzzDecodeTyped decodes into many types: no panic, and nothing is accepted that
// is not valid.
func FuzzDecodeTyped(f *testing.F) {
	addVectors(f)
	rng := rand.New(rand.NewPCG(31, 32))
	for range 20 {
		b, err := beve.Marshal(randomSinks(rng))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(b)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		defer watch(data)()
		for _, target := range append(everyTarget(), new([]kitchenSink), new(withUnknown), new(nestedSlice), new(nestedPointer)) {
			for _, o := range []beve.DecodeOptions{{}, {LegacyTypeTag: true, RejectDuplicates: true}} {
				err := o.Unmarshal(data, target)
				if valid := (wire.ValidateOptions{LegacyTypeTag: o.LegacyTypeTag}).Validate(data) == nil; err == nil && !valid {
					t.Fatalf("% X into %T: accepted", data, target)
				}
				if e := (*beve.DecodeError)(nil); err != nil && (!errors.As(err, &e) || e.Offset < 0 || e.Offset > int64(len(data))) {
					t.Fatalf("% X into %T: %v", data, target, err)
				}
			}
		}
	})
}

// FuzzRoundTrip decodes into any, encodes that and decodes again.
func FuzzRoundTrip(f *testing.F) {
	addVectors(f)
	f.Fuzz(func(t *testing.T, data []byte) {
		defer watch(data)()
		var v any
		if err := (beve.DecodeOptions{GenericArrays: true}).Unmarshal(data, &v); err != nil {
			return
		}
		o := beve.EncodeOptions{Deterministic: true, Extended: true}
		b, err := o.Marshal(v)
		if err != nil {
			if beyondGo(err) { // type tags are not written
				return
			}
			t.Fatalf("% X is %#v: %v", data, v, err)
		}
		var again any
		if err := (beve.DecodeOptions{GenericArrays: true}).Unmarshal(b, &again); err != nil || !testkit.Equal(v, again) {
			t.Fatalf("% X is %#v,\nthen % X is %#v, %v", data, v, b, again, err)
		}
		if c, err := o.Marshal(again); err != nil || !bytes.Equal(b, c) {
			t.Fatalf("% X, then % X, %v", b, c, err)
		}
	})
}

// FuzzDifferential asks every reader whether an input is well-formed.
func FuzzDifferential(f *testing.F) {
	addVectors(f)
	f.Fuzz(func(t *testing.T, data []byte) {
		defer watch(data)()
		valid := wire.Validate(data)
		verdict := func(what string, err error) {
			t.Helper()
			if (err == nil) != (valid == nil) && !beyondGo(err) {
				t.Fatalf("% X: Validate says %v, %s says %v", data, valid, what, err)
			}
		}
		var v any
		verdict("Unmarshal", beve.Unmarshal(data, &v))
		verdict("Unmarshal generic", beve.DecodeOptions{GenericArrays: true}.Unmarshal(data, &v))
		var raw beve.Raw
		verdict("Raw", beve.Unmarshal(data, &raw))
		start, err := wire.ReadMessageStart(data)
		if err == nil {
			next, err := wire.Skip(data, start)
			if err == nil && next != len(data) {
				err = beve.ErrTrailing
			}
			verdict("Skip", err)
		}
		view, err := beve.NewView(data)
		if err == nil {
			err = view.Validate()
		}
		verdict("View", err)
		_, err = translator.ToJSON(data)
		verdict("ToJSON", err)
		strict := wire.ValidateOptions{Strict: true}.Validate(data)
		for _, target := range []any{new(any), new(beve.Raw)} {
			if err := (beve.DecodeOptions{Strict: true}).Unmarshal(data, target); (err == nil) != (strict == nil) && !beyondGo(err) {
				t.Fatalf("% X into %T, strict: Validate says %v, Unmarshal %v", data, target, strict, err)
			}
		}
		// A stream of one value ends where the value does; delimiters may follow.
		for _, src := range []any{data, bytes.NewReader(data)} {
			d := decoderOf(src)
			var n int
			for err = nil; err == nil; {
				if err = d.Skip(); err == nil {
					n++
				}
			}
			if valid == nil && (n != 1 || err != io.EOF) {
				t.Fatalf("% X is valid; as a stream it has %d values, then %v", data, n, err)
			}
			framed := start == 2 && len(data) > 2 && data[2] == byte(wire.HeaderDelimiter) // of a stream only
			if n == 1 && err == io.EOF && valid != nil && data[len(data)-1] != byte(wire.HeaderDelimiter) && !framed {
				t.Fatalf("% X is a stream of one value, and not valid: %v", data, valid)
			}
		}
	})
}

// FuzzStructPlan makes a type and a value of the input: it round-trips, and its
// members are named as encoding/json names them.
func FuzzStructPlan(f *testing.F) {
	for i := range 50 {
		f.Add(binary.LittleEndian.AppendUint64(nil, uint64(i)), uint8(i))
	}
	f.Fuzz(func(t *testing.T, data []byte, depth uint8) {
		defer watch(data)()
		var seed [16]byte
		copy(seed[:], data)
		rng := rand.New(rand.NewPCG(binary.LittleEndian.Uint64(seed[:]), binary.LittleEndian.Uint64(seed[8:])))
		typ := testkit.RandomStruct(rng, 1+int(depth%3))
		p := randomPointer(rng, typ)
		b := checkRoundTrip(t, p, beve.EncodeOptions{}, beve.DecodeOptions{})
		if b == nil || !testkit.SameInVersion2(typ) {
			return
		}
		text, err := json.Marshal(p.Interface())
		if err != nil {
			return
		}
		var want, got any
		if err := json.Unmarshal(text, &want); err != nil {
			t.Fatal(err)
		}
		b, err = beve.EncodeOptions{StructTag: "json"}.Marshal(p.Interface())
		if err != nil {
			t.Fatal(err)
		}
		if err := beve.Unmarshal(b, &got); err != nil || !slices.Equal(memberNames(got), memberNames(want)) {
			t.Fatalf("%v: %v: members %q, JSON has %q, %v", typ, p.Elem(), memberNames(got), memberNames(want), err)
		}
	})
}
