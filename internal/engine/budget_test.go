// What decoding may take: elements, levels, and memory before the input has proved
// itself. Each test moves the bound to every place where it can be hit.

package engine

import (
	"errors"
	"fmt"
	"math/big"
	"reflect"
	"regexp"
	"testing"
	"time"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/testkit"
	"github.com/beve-org/beve-go/scalar"
	"github.com/beve-org/beve-go/wire"
)

type budgetRow struct {
	A int
	B string
	C []string
	D *budgetRow `json:",omitempty"`
	E time.Time
	F map[string]int
}

type budgetAll struct {
	Rows     []budgetRow
	Pointers []*budgetRow
	Maps     []map[string]any
	Named    []map[testkit.TextKey]int8
	Any      []any
	Fixed    [2]budgetRow
	When     Interval
	Whens    []Interval
	Stamps   []Timestamp
	IDs      []UUID
	Pattern  *regexp.Regexp
	Took     []time.Duration
	Times    []time.Time
	Time     any
	Matrix   Matrix[int16]
	Numbers  Matrix[complex64]
	Big      []*big.Int
	Wide     []scalar.Int128
	Halves   []scalar.BFloat16
	Bools    []bool
	Flags    [9]bool
	Texts    []string
	Two      [2]string
	Complex  []Complex[int32]
	Parts    [2]complex64
	Int      map[int8][]string
	Nested   map[string]map[string][]float32
	Known    Raw
	Text     []testkit.TextValue
}

func budgetValue() *budgetAll {
	at := time.Unix(1, 2).UTC()
	row := budgetRow{1, "b", []string{"x", "y"}, &budgetRow{F: map[string]int{"g": 1}}, at, map[string]int{"f": 2}}
	return &budgetAll{
		Rows: []budgetRow{row, {}}, Pointers: []*budgetRow{&row}, Maps: []map[string]any{{"a": 1, "b": []any{1, "x"}}, {"a": nil, "b": nil}},
		Named: []map[testkit.TextKey]int8{{1: 2, 3: 4}}, Any: []any{map[string]any{"x": 1, "y": at}, map[string]any{"x": []string{"z"}, "y": row}},
		When: Interval{Start: at, End: at.Add(1)}, Whens: []Interval{{Start: at, End: at}}, Stamps: []Timestamp{{Seconds: 5}}, IDs: []UUID{{1}, {2}}, Pattern: regexp.MustCompile("a+"),
		Took: []time.Duration{1, 2}, Times: []time.Time{at, at}, Time: []time.Time{at}, Matrix: Matrix[int16]{Extents: []int{2, 1}, Data: []int16{1, 2}},
		Numbers: Matrix[complex64]{Extents: []int{1, 2}, Data: []complex64{1, 2i}}, Big: []*big.Int{big.NewInt(5), new(big.Int).Lsh(big.NewInt(1), 90)},
		Wide: []scalar.Int128{{Hi: 1}, {Lo: 2}}, Halves: []scalar.BFloat16{1, 2}, Bools: []bool{true, false, true}, Flags: [9]bool{8: true}, Texts: []string{"a", "b", ""},
		Two: [2]string{"c", "d"}, Complex: []Complex[int32]{{Real: 1, Imag: 2}}, Parts: [2]complex64{1i, 2}, Int: map[int8][]string{-1: {"q"}, 4: {"r", "s"}},
		Nested: map[string]map[string][]float32{"n": {"m": {1, 2}}}, Known: Raw{0x03, 0x04, 0x04, 'k', 0x00}, Text: []testkit.TextValue{{N: 1}, {N: 2}},
	}
}

// budgetCase is a message and what it is decoded into.
type budgetCase struct {
	name string
	data []byte
	typ  reflect.Type
	o    DecodeOptions
}

// budgetCases returns the values of the zoo in all forms that one can have: portable,
// as tables, and for interfaces.
func budgetCases(t *testing.T) (all []budgetCase) {
	values := append(testkit.Zoo(), budgetValue())
	if testing.Short() {
		values = values[len(values)-12:]
	}
	for i, v := range values {
		for _, o := range []EncodeOptions{{Deterministic: true}, {Deterministic: true, Extended: true, MinTableRows: 1}} {
			data, err := o.Marshal(v)
			if err != nil || len(data) > 3000 {
				continue
			}
			typ := reflect.TypeOf(v)
			for typ.Kind() == reflect.Pointer && typ.Elem().Kind() == reflect.Struct {
				typ = typ.Elem()
			}
			name := fmt.Sprintf("value %d, %v, extended %v", i, typ, o.Extended)
			all = append(all, budgetCase{name, data, typ, DecodeOptions{}},
				budgetCase{name + " for any", data, reflect.TypeFor[any](), DecodeOptions{}},
				budgetCase{name + " for generic any", data, reflect.TypeFor[any](), DecodeOptions{GenericArrays: true}})
		}
	}
	return all
}

// decodeAllowing decodes with a given allowance of memory, and returns what was spent.
func decodeAllowing(o DecodeOptions, data []byte, p reflect.Value, allowed int) (spent int, err error) {
	d := newDecodeState(&o)
	defer d.release()
	off, err := d.open(data)
	if err != nil {
		return 0, err
	}
	d.memory.Allowed = allowed
	c, at, err := d.profile.target(p.Interface())
	if err != nil {
		return 0, err
	}
	if off = d.value(c, off, at); off < 0 {
		return d.memory.Spent, d.Complete()
	}
	return d.memory.Spent, wire.CheckEnd(data, off)
}

// checkFailure reports a failure that does not say where it is, or is not for cause.
func checkFailure(t *testing.T, name string, data []byte, err, cause error) {
	t.Helper()
	e := (*DecodeError)(nil)
	if !errors.As(err, &e) || !errors.Is(err, cause) || e.Offset < 0 || e.Offset > int64(len(data)) || !e.Path.Valid() {
		t.Errorf("%s: %v, want %v", name, err, cause)
	}
}

// TestAllowanceOfMemoryChangesNothing lets the input prove itself at every place where
// memory is about to be taken. A message that is well-formed decodes to the same value
// whenever that is; one whose end is malformed is refused before the memory is taken.
func TestAllowanceOfMemoryChangesNothing(t *testing.T) {
	charges := 0
	for _, c := range budgetCases(t) {
		want := reflect.New(c.typ)
		if err := c.o.Unmarshal(c.data, want.Interface()); err != nil {
			continue // a value of the zoo that only encodes
		}
		for _, allowed := range []int{0, 1, 24, 100, 1000} {
			got := reflect.New(c.typ)
			if _, err := decodeAllowing(c.o, c.data, got, allowed); err != nil || !testkit.Equal(got.Interface(), want.Interface()) {
				t.Errorf("%s, %d bytes allowed: %v, %v; want %v", c.name, allowed, got.Elem(), err, want.Elem())
			}
		}
		// The value, and after it what nothing reads.
		bad := append(append(wire.AppendArray(nil, 2), c.data...), 0x07)
		list := reflect.SliceOf(c.typ)
		for allowed := 0; ; charges++ {
			spent, err := decodeAllowing(c.o, bad, reflect.New(list), allowed)
			checkFailure(t, c.name, bad, err, fault.ErrSyntax)
			if spent <= allowed {
				break // the malformed end was reached
			}
			allowed = spent
		}
	}
	if charges < 200 {
		t.Errorf("memory was asked for %d times only", charges)
	}
}

// TestElementsAreCountedByEveryReader raises MaxElements until a value decodes, which
// must not happen before Validate takes it: a decoder counts what Validate counts, and
// booleans where each becomes a value.
func TestElementsAreCountedByEveryReader(t *testing.T) {
	refused := 0
	for _, c := range budgetCases(t) {
		want := reflect.New(c.typ)
		if err := c.o.Unmarshal(c.data, want.Interface()); err != nil {
			continue
		}
		decoded := false
		for n := int64(1); n < 2000; n++ {
			o, got := c.o, reflect.New(c.typ)
			o.Limits.MaxElements = n
			err := o.Unmarshal(c.data, got.Interface())
			valid := wire.ValidateOptions{Limits: o.Limits}.Validate(c.data)
			if err == nil {
				if valid != nil || !testkit.Equal(got.Interface(), want.Interface()) {
					t.Errorf("%s: decodes with %d elements to %v, and Validate says %v", c.name, n, got.Elem(), valid)
				}
				decoded = true
				break
			}
			refused++
			checkFailure(t, c.name, c.data, err, fault.ErrLimit)
		}
		if !decoded {
			t.Errorf("%s: does not decode", c.name)
		}
	}
	if refused < 300 {
		t.Errorf("%d were refused", refused)
	}
}

// TestLevelsAreCountedByEveryReader is the same for MaxDepth, where decoding and Validate
// must agree exactly.
func TestLevelsAreCountedByEveryReader(t *testing.T) {
	refused := 0
	for _, c := range budgetCases(t) {
		want := reflect.New(c.typ)
		if err := c.o.Unmarshal(c.data, want.Interface()); err != nil {
			continue
		}
		for n := 1; n < 20; n++ {
			o, got := c.o, reflect.New(c.typ)
			o.Limits.MaxDepth = n
			err := o.Unmarshal(c.data, got.Interface())
			valid := wire.ValidateOptions{Limits: o.Limits}.Validate(c.data)
			if (err == nil) != (valid == nil) {
				t.Errorf("%s: %d levels: decoding says %v, Validate %v", c.name, n, err, valid)
			}
			if err == nil {
				if !testkit.Equal(got.Interface(), want.Interface()) {
					t.Errorf("%s: %d levels: %v, want %v", c.name, n, got.Elem(), want.Elem())
				}
				break
			}
			refused++
			checkFailure(t, c.name, c.data, err, fault.ErrDepth)
		}
	}
	if refused < 30 {
		t.Errorf("%d were refused", refused)
	}
}

// TestDepthOfEncodingIsThatOfDecoding writes with every MaxDepth: what is written has no
// more levels than that, and what is refused has more.
func TestDepthOfEncodingIsThatOfDecoding(t *testing.T) {
	for i, v := range append(testkit.Zoo(), budgetValue()) {
		for _, o := range []EncodeOptions{{}, {Extended: true, MinTableRows: 1}} {
			o.Deterministic = true
			whole, err := o.Marshal(v)
			if err != nil {
				continue
			}
			for n := 1; n < 20; n++ {
				o.MaxDepth = n
				valid := wire.ValidateOptions{Limits: Limits{MaxDepth: n}}.Validate(whole)
				b, err := o.Marshal(v)
				if e := (*EncodeError)(nil); err != nil && (!errors.As(err, &e) || !errors.Is(err, fault.ErrDepth) || !e.Path.Valid()) {
					t.Errorf("value %d: %v", i, err)
				}
				if err == nil && valid != nil && string(b) == string(whole) {
					t.Errorf("value %d, %T, of more than %d levels is written: %v", i, v, n, valid)
				}
				if err != nil && valid == nil {
					// A struct takes the level of its members also where all are left out.
					o.MaxDepth = n + 1
					if b, err := o.Marshal(v); err != nil || string(b) != string(whole) {
						t.Errorf("value %d, %T, of %d levels is not written: %v", i, v, n, err)
					}
				}
				if valid == nil {
					break
				}
			}
		}
	}
}
