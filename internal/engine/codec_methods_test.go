// Methods of a user's types: which are called, with what, and what their failures say.

package engine_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/beve-org/beve-go/internal/engine"
	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/testkit"
	"github.com/beve-org/beve-go/scalar"
	"github.com/beve-org/beve-go/wire"
)

type (
	jsonOnly   struct{ v any }
	binaryOnly struct{ v string }
	textOnly   struct{ v string }
	// nullable is of the shape that package database/sql has.
	nullable struct {
		V     int
		Valid bool
	}
	everyMethod struct {
		J jsonOnly
		B binaryOnly
		T textOnly
		N nullable
	}
)

func (j jsonOnly) MarshalJSON() ([]byte, error) {
	if j.v == "fail" {
		return nil, errOwn
	}
	if j.v == "garbage" {
		return []byte("{]"), nil
	}
	return json.Marshal(j.v)
}

func (j *jsonOnly) UnmarshalJSON(text []byte) error {
	if string(text) == `"refuse"` {
		return errOwn
	}
	return json.Unmarshal(text, &j.v)
}

func (b binaryOnly) MarshalBinary() ([]byte, error) { return []byte(b.v), nil }

func (b *binaryOnly) UnmarshalBinary(data []byte) error {
	if string(data) == "refuse" {
		return errOwn
	}
	b.v += string(data)
	return nil
}

func (x textOnly) MarshalText() ([]byte, error) { return []byte(x.v), nil }

func (x *textOnly) UnmarshalText(text []byte) error {
	if string(text) == "refuse" {
		return errOwn
	}
	x.v += string(text)
	return nil
}

func (n nullable) MarshalJSON() ([]byte, error) {
	if !n.Valid {
		return []byte("null"), nil
	}
	return json.Marshal(n.V)
}

func (n *nullable) UnmarshalJSON(text []byte) error {
	if n.Valid = string(text) != "null"; !n.Valid {
		n.V = 0
		return nil
	}
	return json.Unmarshal(text, &n.V)
}

func (n nullable) MarshalText() ([]byte, error) { return nil, errOwn }

func (n *nullable) UnmarshalText([]byte) error { return errOwn }

func TestMethodsAreCalledInBothDirections(t *testing.T) {
	for _, v := range []everyMethod{
		{}, {jsonOnly{"text"}, binaryOnly{"b"}, textOnly{"t"}, nullable{5, true}},
		{jsonOnly{map[string]any{"a": []any{1.5, nil, true}}}, binaryOnly{strings.Repeat("\xff", 300)}, textOnly{strings.Repeat("é", 300)}, nullable{math.MinInt32, true}},
	} {
		data, err := engine.Marshal(&v)
		if err != nil || wire.Validate(data) != nil {
			t.Fatalf("%+v: % X, %v", v, data, err)
		}
		var got everyMethod
		if err := engine.Unmarshal(data, &got); err != nil || fmt.Sprint(got) != fmt.Sprint(v) {
			t.Errorf("%+v, %v; want %+v", got, err, v)
		}
		// Elements of a slice that held something else: methods see a zero value.
		list, err := engine.Marshal([]everyMethod{v, v})
		if err != nil {
			t.Fatal(err)
		}
		held := []everyMethod{{jsonOnly{1}, binaryOnly{"old"}, textOnly{"old"}, nullable{1, true}}, {}}
		if err := engine.Unmarshal(list, &held); err != nil || fmt.Sprint(held) != fmt.Sprint([]everyMethod{v, v}) {
			t.Errorf("%+v, %v; want %+v twice", held, err, v)
		}
		var plain struct {
			J any
			B []byte
			T string
			N *int
		}
		if err := engine.Unmarshal(data, &plain); err != nil || string(plain.B) != v.B.v || plain.T != v.T.v || (plain.N != nil) != v.N.Valid || v.N.Valid && *plain.N != v.N.V {
			t.Errorf("%+v, %v", plain, err)
		}
	}
}

func TestFailuresOfMethodsSayWhere(t *testing.T) {
	var deep any = 1
	for range 600 {
		deep = []any{deep}
	}
	for name, c := range map[string]struct {
		v     any
		path  string
		cause error
	}{
		"JSON fails":        {everyMethod{J: jsonOnly{"fail"}}, "/J", errOwn},
		"JSON that is none": {everyMethod{J: jsonOnly{"garbage"}}, "/J", fault.ErrSyntax},
		"JSON too deep":     {everyMethod{J: jsonOnly{deep}}, "/J", fault.ErrDepth},
		"text not UTF-8":    {everyMethod{T: textOnly{"\xff"}}, "/T", fault.ErrUTF8},
	} {
		_, err := engine.Marshal(c.v)
		if e := (*engine.EncodeError)(nil); !errors.As(err, &e) || !errors.Is(err, c.cause) || string(e.Path) != c.path {
			t.Errorf("%s: %v, want %v at %s", name, err, c.cause, c.path)
		}
	}
	for name, c := range map[string]struct {
		data  []byte
		path  string
		cause error
	}{
		"JSON refuses":     {member("J", enc("refuse")), "/J", errOwn},
		"no JSON for NaN":  {member("J", enc(math.NaN())), "/J", fault.ErrUnsupported},
		"a bad value":      {member("J", []byte{0x07}), "/J", fault.ErrSyntax},
		"binary refuses":   {member("B", enc([]byte("refuse"))), "/B", errOwn},
		"binary of text":   {member("B", enc("x")), "/B", fault.ErrMismatch},
		"text refuses":     {member("T", enc("refuse")), "/T", errOwn},
		"text of a number": {member("T", enc(1)), "/T", fault.ErrMismatch},
		"JSON of a kind":   {member("N", enc("x")), "/N", nil},
	} {
		err := engine.Unmarshal(c.data, new(everyMethod))
		if e := (*engine.DecodeError)(nil); !errors.As(err, &e) || c.cause != nil && !errors.Is(err, c.cause) || string(e.Path) != c.path || e.Offset > int64(len(c.data)) {
			t.Errorf("%s: %v, want %v at %s", name, err, c.cause, c.path)
		}
	}
	v := everyMethod{B: binaryOnly{"old"}, T: textOnly{"old"}, N: nullable{3, true}}
	if err := engine.Unmarshal([]byte{0x03, 0x0C, 4, 'B', 0, 4, 'T', 0, 4, 'N', 0}, &v); err != nil || v != (everyMethod{}) {
		t.Errorf("of nulls %+v, %v", v, err)
	}
}

func TestRawIsTheJSONOfItsValue(t *testing.T) {
	for _, text := range []string{"null", "true", "12", "-1.5", `"x"`, `[1,"a",null]`, `{"a":{"b":[]}}`} {
		var r engine.Raw
		if err := json.Unmarshal([]byte(text), &r); err != nil || wire.Validate(r) != nil {
			t.Fatalf("%s: % X, %v", text, r, err)
		}
		if got, err := json.Marshal(r); err != nil || string(got) != text {
			t.Errorf("%s, %v; want %s", got, err, text)
		}
	}
	if got, err := json.Marshal(struct{ R engine.Raw }{}); err != nil || string(got) != `{"R":null}` {
		t.Errorf("%s, %v", got, err)
	}
	kept := engine.Raw{0}
	if err := kept.UnmarshalJSON([]byte("{")); err == nil || len(kept) != 1 {
		t.Errorf("% X, %v", kept, err)
	}
	if _, err := (engine.Raw{0x07}).MarshalJSON(); !errors.Is(err, fault.ErrSyntax) {
		t.Error(err)
	}
	if _, err := engine.Raw(enc(math.Inf(1))).MarshalJSON(); err == nil {
		t.Error("infinity has a JSON text")
	}
}

// TestKeysOfMapsWithMethods writes and reads keys in all ways that methods make possible.
func TestKeysOfMapsWithMethods(t *testing.T) {
	one, two := testkit.TextPointer{N: 1}, testkit.TextPointer{N: 2}
	for _, o := range []engine.EncodeOptions{{}, {Deterministic: true}} {
		data, err := o.Marshal(map[*testkit.TextPointer]int{&one: 1, &two: 2, nil: 3})
		var m map[string]int
		if err == nil {
			err = engine.Unmarshal(data, &m)
		}
		if err != nil || fmt.Sprint(m) != "map[:3 (1):1 (2):2]" {
			t.Errorf("%v, %v", m, err)
		}
		for name, c := range map[string]struct {
			v     any
			cause error
		}{
			"a key that fails": {map[failingKey]int{1: 1}, errOwn}, "keys alike": {map[sameKey]int{1: 1, 2: 2}, fault.ErrDuplicate},
			"keys only read": {map[readKey]int{{}: 1}, fault.ErrUnsupported}, "text that is none": {map[badKey]int{1: 1}, fault.ErrUTF8},
			"keys of no text": {map[[1]int]int{{1}: 1}, fault.ErrUnsupported},
		} {
			var e *engine.EncodeError
			if _, err := o.Marshal(c.v); !errors.As(err, &e) || !errors.Is(err, c.cause) {
				t.Errorf("%s: %v, want %v", name, err, c.cause)
			}
		}
	}
	data := enc(map[string]int{"k": 1})
	var read map[readKey]int
	if err := engine.Unmarshal(data, &read); err != nil || read[readKey{"k"}] != 1 {
		t.Errorf("%v, %v", read, err)
	}
	indexed, _ := indexedOf(t, []string{"k"}, [][]byte{enc(1)})
	read = nil
	if err := engine.Unmarshal(indexed, &read); err != nil || read[readKey{"k"}] != 1 {
		t.Errorf("%v, %v", read, err)
	}
	for name, data := range map[string][]byte{"a plain object": data, "an indexed object": indexed} {
		var e *engine.DecodeError
		if err := engine.Unmarshal(data, new(map[writeKey]int)); !errors.As(err, &e) || !errors.Is(err, fault.ErrUnsupported) {
			t.Errorf("keys that are only written, from %s: %v", name, err)
		}
	}
	if err := engine.Unmarshal([]byte{0x1B, 0x04}, new(map[int]int)); err == nil {
		t.Error("a cut key is read")
	}
}

type (
	readKey  struct{ V string }
	writeKey struct{}
	badKey   int
)

func (k *readKey) UnmarshalText(text []byte) error { k.V = string(text); return nil }
func (k writeKey) MarshalText() ([]byte, error)    { return []byte("k"), nil }
func (badKey) MarshalText() ([]byte, error)        { return []byte("\xff"), nil }

// TestNumbersWithoutAKindOfGo gives half floats and 128-bit integers every number.
func TestNumbersWithoutAKindOfGo(t *testing.T) {
	for _, v := range []any{0, 1, -1, 255, 256, 257, 1 << 20, 1<<20 + 1, int64(1) << 62, 1.5, float32(0.1), 1e300, math.Inf(1), math.Inf(-1), math.SmallestNonzeroFloat64} {
		data := enc(v)
		var f float64
		if engine.Unmarshal(data, &f) != nil {
			f = math.NaN() // an integer that no float is
		}
		_, isFloat := v.(float64)
		if _, is := v.(float32); is {
			isFloat = true
		}
		var h scalar.Float16
		var b scalar.BFloat16
		want, wantB := scalar.Float16FromFloat64(f), scalar.BFloat16FromFloat64(f)
		inf := math.IsInf(f, 0)
		if err := engine.Unmarshal(data, &h); (err == nil) != (isFloat && (inf || !math.IsInf(want.Float64(), 0)) || !isFloat && want.Float64() == f) || err == nil && h != want {
			t.Errorf("%v: %v, %v", v, h.Float64(), err)
		}
		if err := engine.Unmarshal(data, &b); isFloat && ((err == nil) != (inf || !math.IsInf(wantB.Float64(), 0)) || err == nil && b != wantB) || !isFloat && err == nil && b.Float64() != f {
			t.Errorf("%v: %v, %v", v, b.Float64(), err)
		}
		var i scalar.Int128
		var u scalar.Uint128
		whole := f == math.Trunc(f) && !inf && !isFloat
		if err := engine.Unmarshal(data, &i); whole != (err == nil) {
			t.Errorf("%v: %v, %v", v, i, err)
		}
		if err := engine.Unmarshal(data, &u); (whole && f >= 0) != (err == nil) {
			t.Errorf("%v: %v, %v", v, u, err)
		}
	}
	arrays := struct {
		I [2]scalar.Int128
		U [2]scalar.Uint128
		F [3]scalar.Float16
		B [3]scalar.BFloat16
	}{[2]scalar.Int128{{Hi: -1}, {Lo: 3}}, [2]scalar.Uint128{{Hi: 1}, {Lo: 3}}, [3]scalar.Float16{1, 2, 3}, [3]scalar.BFloat16{4, 5, 6}}
	got := arrays
	got.I, got.U, got.F, got.B = [2]scalar.Int128{}, [2]scalar.Uint128{}, [3]scalar.Float16{}, [3]scalar.BFloat16{}
	if err := engine.Unmarshal(enc(&arrays), &got); err != nil || got != arrays {
		t.Errorf("%+v, %v", got, err)
	}
	short := struct{ I [1]scalar.Int128 }{}
	var e *engine.DecodeError
	if err := engine.Unmarshal(enc(&arrays), &short); !errors.As(err, &e) || e.Path != "/I" || !errors.Is(err, fault.ErrMismatch) {
		t.Errorf("%v", err)
	}
}

// TestComplexNumbersOfEveryPart round-trips slices and arrays of complex numbers, and
// reads them from generic arrays.
func TestComplexNumbersOfEveryPart(t *testing.T) {
	type all struct {
		A  [2]complex64
		B  [2]complex128
		C  []engine.Complex[int8]
		D  []engine.Complex[uint16]
		E  [1]engine.Complex[int64]
		F  []engine.Complex[uint32]
		G  engine.Complex[float32]
		H  any
		G2 engine.Complex[int8] `json:",omitzero"`
	}
	in := all{[2]complex64{1i, 2}, [2]complex128{3i}, []engine.Complex[int8]{{Real: -1, Imag: 1}}, []engine.Complex[uint16]{{Real: 1}}, [1]engine.Complex[int64]{{Imag: math.MinInt64}},
		[]engine.Complex[uint32]{}, engine.Complex[float32]{Real: 1.5}, []complex64{1}, engine.Complex[int8]{}}
	for _, aligned := range []bool{false, true} {
		data, err := engine.EncodeOptions{Aligned: aligned}.Marshal(&in)
		if err != nil {
			t.Fatal(err)
		}
		var got all
		if err := engine.Unmarshal(data, &got); err != nil || !testkit.Equal(got, in) {
			t.Errorf("%+v, %v", got, err)
		}
		for cut := range data {
			var x any
			if engine.Unmarshal(data[:cut], &got) == nil || engine.Unmarshal(data[:cut], &x) == nil {
				t.Errorf("%d of %d bytes decode", cut, len(data))
			}
		}
	}
	var got all
	generic := append(wire.AppendArray(nil, 2), append(enc(complex64(5i)), enc(6)...)...)
	if err := engine.Unmarshal(member("A", generic), &got); err != nil || got.A != [2]complex64{5i, 6} {
		t.Errorf("%v, %v", got.A, err)
	}
	if err := engine.Unmarshal(member("A", []byte{0}), &got); err != nil || got.A != [2]complex64{} {
		t.Errorf("%v, %v", got.A, err)
	}
	for name, c := range map[string]struct {
		data []byte
		path string
	}{
		"another length": {member("A", enc([]complex64{1})), "/A"}, "one number": {member("A", enc(complex64(1))), "/A"}, "text": {member("A", enc("x")), "/A"},
		"a part of text": {member("A", append(wire.AppendArray(nil, 2), append(enc(1), enc("x")...)...)), "/A/1"},
		"too large":      {member("C", append(wire.AppendArray(nil, 1), enc(300)...)), "/C/0"}, "a list for one": {member("G", enc([]complex64{1})), "/G"},
		"a large part":       {member("C", append(wire.AppendArray(nil, 1), enc(engine.Complex[int16]{Imag: 300})...)), "/C/0"},
		"a large part alone": {member("G2", enc(engine.Complex[int16]{Imag: 300})), "/G2"},
		"large parts":        {member("C", enc([]engine.Complex[int64]{{Real: 1}, {Real: 1 << 40}})), "/C/1"},
	} {
		err := engine.Unmarshal(c.data, &got)
		if e := (*engine.DecodeError)(nil); !errors.As(err, &e) || string(e.Path) != c.path {
			t.Errorf("%s: %v, want a failure at %s", name, err, c.path)
		}
	}
}
