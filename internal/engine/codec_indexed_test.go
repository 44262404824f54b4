// Indexed objects against plain ones: with an index or without, an object is the same
// value to every target.

package engine_test

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/beve-org/beve-go/internal/engine"
	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/testkit"
	"github.com/beve-org/beve-go/wire"
)

// indexedOf returns an object of the members with an index, and one without.
func indexedOf(t *testing.T, names []string, values [][]byte) (indexed, plain []byte) {
	t.Helper()
	indexed, plain = wire.AppendIndexed(nil, names), wire.AppendObject(nil, len(names))
	var ends []int
	for i, value := range values {
		indexed = append(indexed, value...)
		ends = append(ends, len(indexed))
		plain = append(wire.AppendText(plain, names[i]), value...)
	}
	if err := wire.SealIndexed(indexed, ends); err != nil {
		t.Fatal(err)
	}
	return indexed, plain
}

func TestIndexedObjectsDecodeAsPlainOnes(t *testing.T) {
	rng := rand.New(rand.NewPCG(42, 4))
	targets := []reflect.Type{reflect.TypeFor[rowUnknown](), reflect.TypeFor[rowNeeds](), reflect.TypeFor[rowEmbedded](), reflect.TypeFor[*rowNeeds](),
		reflect.TypeFor[map[string]any](), reflect.TypeFor[map[string]int8](), reflect.TypeFor[map[string]string](), reflect.TypeFor[map[testkit.TextKey]any](),
		reflect.TypeFor[map[int]any](), reflect.TypeFor[any](), reflect.TypeFor[rowMethods](), reflect.TypeFor[[]int](), reflect.TypeFor[string](),
		reflect.TypeFor[engine.Raw](), reflect.TypeFor[map[fmt.Stringer]int](), reflect.TypeFor[map[tableName]int8]()}
	values := [][]byte{enc(1), enc(-300), enc("x"), enc(nil), enc(2.5), enc([]any{1}), enc(map[string]any{"z": 1}), enc("refuse"), {0x07}, {0x29}}
	good := 0
	for i := range 3000 {
		var names []string
		for _, name := range []string{"(12)", "(7)", "7", "A", "B", "C", "unknown"} {
			if rng.IntN(2) == 0 {
				names = append(names, name)
			}
		}
		parts := make([][]byte, len(names))
		for i := range parts {
			parts[i] = values[rng.IntN(len(values)-2+rng.IntN(20)/19*2)]
		}
		indexed, plain := indexedOf(t, names, parts)
		for _, typ := range targets {
			o := engine.DecodeOptions{RejectUnknown: rng.IntN(3) == 0, RequireAll: rng.IntN(3) == 0, RejectDuplicates: rng.IntN(2) == 0, Strict: rng.IntN(3) == 0}
			one, two := reflect.New(typ), reflect.New(typ)
			err1, err2 := o.Unmarshal(indexed, one.Interface()), o.Unmarshal(plain, two.Interface())
			if len(names) == 0 && typ.Kind() == reflect.Map && typ.Key().Kind() == reflect.Int || typ == reflect.TypeFor[engine.Raw]() {
				continue // an empty object has the keys of any kind; Raw is what it is
			}
			if (err1 == nil) != (err2 == nil) {
				t.Fatalf("%d: %v from % X: %v with an index, %v without", i, typ, indexed, err1, err2)
			}
			var e1, e2 *engine.DecodeError
			if err1 == nil && !testkit.Equal(one.Interface(), two.Interface()) {
				t.Fatalf("%d: %v from % X: %v with an index, %v without", i, typ, indexed, one.Elem(), two.Elem())
			} else if err1 == nil {
				good++
			} else if !errors.As(err1, &e1) || !errors.As(err2, &e2) || e1.Path != e2.Path && !strings.Contains(err1.Error(), "brackets") && !errors.Is(err1, fault.ErrSyntax) && !errors.Is(err1, fault.ErrTruncated) {
				t.Fatalf("%d: %v from % X: %v with an index, %v without", i, typ, indexed, err1, err2)
			}
		}
	}
	if good < 2000 {
		t.Errorf("%d of all decode", good)
	}
}

// TestDamagedIndexesAreRefused changes every byte of an indexed object: what decodes is
// valid, and what is valid decodes.
func TestDamagedIndexesAreRefused(t *testing.T) {
	indexed, _ := indexedOf(t, []string{"A", "B", "C"}, [][]byte{enc(1), enc("text"), enc(map[string]any{"k": []any{1, "x"}})})
	targets := []reflect.Type{reflect.TypeFor[any](), reflect.TypeFor[map[string]any](), reflect.TypeFor[map[string]engine.Raw](), reflect.TypeFor[struct {
		A int
		B string
		C any
	}](), reflect.TypeFor[struct{}]()}
	for i := range indexed {
		for _, c := range []byte{0, 1, 0x03, 0x07, 0xFF, indexed[i] + 1, indexed[i] ^ 4} {
			bad := append([]byte{}, indexed...)
			bad[i] = c
			valid := wire.Validate(bad)
			for _, typ := range targets {
				err := engine.Unmarshal(bad, reflect.New(typ).Interface())
				if err == nil && valid != nil || err != nil && valid == nil && !errors.Is(err, fault.ErrMismatch) && !errors.Is(err, fault.ErrOverflow) {
					t.Errorf("byte %d is %02X: %v says %v, Validate %v", i, c, typ, err, valid)
				}
			}
		}
	}
	for cut := range indexed {
		for _, typ := range targets {
			if err := engine.Unmarshal(indexed[:cut], reflect.New(typ).Interface()); err == nil {
				t.Errorf("%d bytes decode into %v", cut, typ)
			}
		}
	}
}

type indexedAll struct {
	Z    int
	B    string `json:",omitempty"`
	A    *indexedAll
	M    map[string]any             `json:",omitempty"`
	Text map[testkit.TextKey]string `json:",omitempty"`
	Int  map[int]int                `json:",omitempty"`
	List []indexedAll               `json:",omitempty"`
	Rest map[string]engine.Raw      `beve:",unknown"`
}

// TestIndexesAreOfWhatTheObjectHolds writes objects with an index in all ways, which must
// decode to what they are without one.
func TestIndexesAreOfWhatTheObjectHolds(t *testing.T) {
	leaf := indexedAll{Z: 1, B: "b", M: map[string]any{"y": 1, "x": map[string]any{"deep": nil}}, Text: map[testkit.TextKey]string{2: "two", 1: "one"}, Int: map[int]int{1: 2}}
	rest := indexedAll{Rest: map[string]engine.Raw{"W": enc("known to others"), "0": enc(1)}}
	both := indexedAll{Z: 3, A: &leaf, List: []indexedAll{leaf, rest, {}}, Rest: rest.Rest}
	pointer := &both
	for i, v := range []any{leaf, rest, both, &both, &pointer, leaf.M, leaf.Text, map[string]indexedAll{"l": leaf, "r": rest}, struct{}{}, map[string]any{}, map[string]int{"a": 1}, map[string]*int{"nil": nil}} {
		want, err := engine.EncodeOptions{Deterministic: true, Extended: true}.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		for _, o := range []engine.IndexOptions{{}, {IncludeNested: true}, {MinFieldCount: 2, IncludeNested: true}, {MinFieldCount: 100}, {MinFieldCount: -1}} {
			got, err := o.AppendIndexed([]byte("head"), v)
			if err != nil || string(got[:4]) != "head" || wire.Validate(got[4:]) != nil {
				t.Errorf("value %d with %+v: % X, %v", i, o, got, err)
				continue
			}
			got = got[4:]
			if !testkit.Equal(asGeneric(t, got), asGeneric(t, want)) {
				t.Errorf("value %d with %+v: %v, want %v", i, o, asGeneric(t, got), asGeneric(t, want))
			}
			members := reflect.ValueOf(asGeneric(t, want)).Len()
			if is := wire.IsIndexed(got, 0); is != (members >= o.MinFieldCount) {
				t.Errorf("value %d of %d members with %+v has an index: %v", i, members, o, is)
			}
		}
	}
}

type failingKey int

func (failingKey) MarshalText() ([]byte, error) { return nil, errOwn }

type sameKey int

func (sameKey) MarshalText() ([]byte, error) { return []byte("same"), nil }

func TestIndexesAreRefusedWhereTheObjectIs(t *testing.T) {
	cycle := map[string]any{}
	cycle["self"] = cycle
	var nested any = map[string]any{"x": 1}
	for range 600 {
		nested = map[string]any{"n": nested}
	}
	for name, c := range map[string]struct {
		v     any
		path  string
		cause error
	}{
		"nothing": {nil, "", fault.ErrUnsupported}, "a number": {1, "", fault.ErrUnsupported}, "a nil map": {map[string]int(nil), "", fault.ErrUnsupported},
		"integer keys": {map[int]int{1: 1}, "", fault.ErrUnsupported}, "a nil pointer": {(*indexedAll)(nil), "", fault.ErrUnsupported}, "a list": {[]any{1}, "", fault.ErrUnsupported},
		"bad text":            {map[string]any{"a": 1, "b": "\xff"}, "/b", fault.ErrUTF8},
		"bad text in a field": {indexedAll{B: "\xff"}, "/B", fault.ErrUTF8},
		"bad name":            {map[string]any{"\xff": 1}, "/\xff", fault.ErrUTF8},
		"bad name of a type":  {map[string]int{"\xff": 1}, "/\xff", fault.ErrUTF8},
		"a function":          {map[string]any{"f": func() {}}, "/f", fault.ErrUnsupported},
		"a key that fails":    {map[failingKey]int{1: 1}, "", errOwn},
		"keys alike":          {map[sameKey]int{1: 1, 2: 2}, "", fault.ErrDuplicate},
		"a member repeated":   {indexedAll{Rest: map[string]engine.Raw{"Z": enc(1)}}, "", fault.ErrDuplicate},
		"a raw that is not":   {indexedAll{Rest: map[string]engine.Raw{"q": {0x07}}}, "/q", fault.ErrSyntax},
		"itself":              {cycle, "", fault.ErrCycle},
		"too deep":            {nested, "", fault.ErrDepth},
	} {
		for _, o := range []engine.IndexOptions{{}, {IncludeNested: true}} {
			got, err := o.AppendIndexed([]byte("kept"), c.v)
			var e *engine.EncodeError
			if !errors.As(err, &e) || !errors.Is(err, c.cause) && !(c.cause == fault.ErrCycle && errors.Is(err, fault.ErrDepth)) || string(got) != "kept" {
				t.Errorf("%s: % X, %v, want %v", name, got, err, c.cause)
			} else if c.path != "" && string(e.Path) != c.path && !strings.Contains(c.path, "\xff") {
				t.Errorf("%s: at %q, want %q", name, e.Path, c.path)
			}
		}
	}
}

// TestMemberIsWhatTheWholeHolds looks for every name of an object, with an index and
// without, and for names that it has not.
func TestMemberIsWhatTheWholeHolds(t *testing.T) {
	names := []string{"A", "B", "C", "D"}
	indexed, plain := indexedOf(t, names, [][]byte{enc(1), enc("text"), enc([]any{1, nil}), enc(2.5)})
	for _, data := range [][]byte{indexed, plain, wire.AppendFraming(nil)} {
		if wire.Header(data[0]) == wire.HeaderFraming {
			data = append(data, plain...)
		}
		var whole map[string]any
		if err := engine.Unmarshal(data, &whole); err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			var v any
			if err := engine.Member(data, name, &v); err != nil || !testkit.Equal(v, whole[name]) {
				t.Errorf("%s: %v, %v", name, v, err)
			}
		}
		var v any
		var e *engine.DecodeError
		if err := engine.Member(data, "none", &v); !errors.As(err, &e) || !errors.Is(err, fault.ErrMissing) || e.Path != "/none" {
			t.Errorf("%v", err)
		}
		if err := engine.Member(data, "B", new(int)); !errors.As(err, &e) || !errors.Is(err, fault.ErrMismatch) || e.Path != "/B" {
			t.Errorf("%v", err)
		}
		if err := engine.Member(data, "B", 5); !errors.Is(err, fault.ErrUnsupported) {
			t.Errorf("a target that cannot be written to: %v", err)
		}
		for cut := range data {
			if err := engine.Member(data[:cut], "D", &v); err == nil {
				t.Errorf("%d of %d bytes have the last member", cut, len(data))
			}
		}
	}
	repeated := append(append(wire.AppendObject(nil, 2), member("A", enc(1))[2:]...), member("A", enc(2))[2:]...)
	var n int
	if err := engine.Member(repeated, "A", &n); err != nil || n != 2 {
		t.Errorf("of repeated members %d, %v", n, err)
	}
	for name, c := range map[string]struct {
		data  []byte
		cause error
	}{
		"not an object": {enc(1), fault.ErrMismatch}, "integer keys": {enc(map[int]int{1: 1}), fault.ErrMismatch}, "nothing": {nil, fault.ErrTruncated},
		"a bad key": {[]byte{0x03, 0x04, 0x04, 0xFF, 0}, fault.ErrUTF8}, "a bad value": {[]byte{0x03, 0x04, 0x04, 'A', 0x07}, fault.ErrSyntax},
		"a bad header": {[]byte{0x06}, fault.ErrSyntax},
	} {
		if err := engine.Member(c.data, "A", &n); err == nil {
			t.Errorf("%s is read", name)
		} else if name != "a bad header" && !errors.Is(err, c.cause) {
			t.Errorf("%s: %v, want %v", name, err, c.cause)
		}
	}
}

// TestMatricesOfEveryElement round-trips a matrix of each kind of number, typed and as any.
func TestMatricesOfEveryElement(t *testing.T) {
	matrixOf[int8](t, 1, -2, math.MinInt8)
	matrixOf[int16](t, 1, -2, math.MinInt16)
	matrixOf[int32](t, 1, -2, math.MinInt32)
	matrixOf[int64](t, 1, -2, math.MinInt64)
	matrixOf[uint8](t, 1, 2, math.MaxUint8)
	matrixOf[uint16](t, 1, 2, math.MaxUint16)
	matrixOf[uint32](t, 1, 2, math.MaxUint32)
	matrixOf[uint64](t, 1, 2, math.MaxUint64)
	matrixOf[float32](t, 1.5, -2, math.MaxFloat32)
	matrixOf[float64](t, 1.5, -2, math.MaxFloat64)
	matrixOf[complex64](t, 1i, -2, 3)
	matrixOf[complex128](t, 1i, -2, 3)
	matrixOf(t, engine.Complex[int64]{Real: 1, Imag: -1}, engine.Complex[int64]{}, engine.Complex[int64]{Real: math.MinInt64})
	matrixOf(t, engine.Complex[uint64]{Real: 1, Imag: 1}, engine.Complex[uint64]{}, engine.Complex[uint64]{Real: math.MaxUint64})
}

func matrixOf[T any](t *testing.T, a, b, c T) {
	t.Helper()
	for _, extents := range [][]int{{6}, {2, 3}, {3, 2}, {1, 6, 1}, {0}, {0, 4}, {6, 0}} {
		for _, layout := range []engine.Layout{engine.RowMajor, engine.ColumnMajor} {
			m := engine.Matrix[T]{Layout: layout, Extents: extents, Data: []T{a, b, c, c, b, a}}
			if extents[0] == 0 || extents[len(extents)-1] == 0 {
				m.Data = []T{}
			}
			for _, aligned := range []bool{false, true} {
				data, err := engine.EncodeOptions{Aligned: aligned}.Marshal(&m)
				if err != nil || wire.Validate(data) != nil {
					t.Fatalf("%+v: % X, %v", m, data, err)
				}
				got := engine.Matrix[T]{Extents: []int{9, 9, 9}, Data: make([]T, 2)}
				if err := engine.Unmarshal(data, &got); err != nil || !testkit.Equal(got, m) {
					t.Errorf("%+v, %v; want %+v", got, err, m)
				}
				var x any
				if err := engine.Unmarshal(data, &x); err != nil || !testkit.Equal(x, m) {
					t.Errorf("as any: %#v, %v; want %+v", x, err, m)
				}
				if err := engine.Unmarshal(data, new(engine.Matrix[bool])); !errors.Is(err, fault.ErrUnsupported) {
					t.Errorf("into booleans: %v", err)
				}
				for cut := range data {
					if engine.Unmarshal(data[:cut], &got) == nil || engine.Unmarshal(data[:cut], &x) == nil {
						t.Errorf("%d of %d bytes decode", cut, len(data))
					}
				}
			}
			m.Extents = []int{5}
			if _, err := engine.Marshal(&m); len(m.Data) > 0 && !errors.Is(err, fault.ErrMismatch) {
				t.Errorf("extents of another product: %v", err)
			}
			m.Extents = []int{-1, -6}
			if _, err := engine.Marshal(&m); !errors.Is(err, fault.ErrMismatch) {
				t.Errorf("negative extents: %v", err)
			}
			m.Extents = []int{math.MaxInt, 2}
			if _, err := engine.Marshal(&m); !errors.Is(err, fault.ErrMismatch) {
				t.Errorf("extents that overflow: %v", err)
			}
		}
	}
	var null engine.Matrix[T]
	null.Data = []T{a}
	if err := engine.Unmarshal([]byte{0}, &null); err != nil || null.Data != nil {
		t.Errorf("from null %+v, %v", null, err)
	}
}
