// Rows of structs in every form that they have on the wire.

package engine_test

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/beve-org/beve-go/internal/engine"
	"github.com/beve-org/beve-go/wire"
)

// row is a struct whose first field is the one that is looked at; Tail keeps the end of the
// message far away.
type row[T any] struct {
	F    T
	Tail string
}

// TestRowsMeanTheSameInEveryForm: each value into a field of each type gives the same value, or
// an error, whether the members come in the order of the struct, in another, or as cells of a
// table. The ways to read them are different: words where all is as expected, one by one
// elsewhere.
func TestRowsMeanTheSameInEveryForm(t *testing.T) {
	checkRows[bool](t)
	checkRows[int8](t)
	checkRows[int16](t)
	checkRows[int32](t)
	checkRows[int64](t)
	checkRows[int](t)
	checkRows[uint8](t)
	checkRows[uint16](t)
	checkRows[uint32](t)
	checkRows[uint64](t)
	checkRows[float32](t)
	checkRows[float64](t)
	checkRows[string](t)
	checkRows[any](t)
	checkRows[*int32](t)
	checkRows[*string](t)
	checkRows[[]int32](t)
	checkRows[[]string](t)
	checkRows[map[string]int](t)
	checkRows[time.Time](t)
	checkRows[time.Duration](t)
	checkRows[row[int32]](t)
}

// formValues are values of every header, small and large, and bytes that are none.
func formValues() (all [][]byte) {
	for b := range 256 {
		for _, rest := range []string{"", "\x00", "\x00\x00", strings.Repeat("\x00", 4), strings.Repeat("\x00", 8), "\x7f", "\xff", "\xff\xff", "\xff\xff\xff\xff", strings.Repeat("\xff", 8),
			"\x00\x80", "\x00\x00\x80\x3f", "\x00\x00\x00\x00\x00\x00\xf0\x3f", "\x04\x01", "\x04\x18", "\x04a", "\x04\x04a", "\x04\x04a\x00", "\x04\x01\x00\x00\x00", "\x50" + "2026-01-02T03:04:05Z",
			"\x06" + strings.Repeat("\x01", 12)} {
			value := append([]byte{byte(b)}, rest...)
			if next, err := wire.Skip(value, 0); err == nil && next == len(value) || rest == "\x00" || len(rest) > 20 {
				all = append(all, value)
			}
		}
	}
	return all
}

// written is a value as bytes, in which NaNs are what they are.
func written(t *testing.T, v any) []byte {
	t.Helper()
	out, err := engine.EncodeOptions{Deterministic: true, Extended: true}.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func checkRows[T any](t *testing.T) {
	tail := wire.AppendString(nil, strings.Repeat("t", 40))
	read := func(message []byte) (any, error) {
		var rows []row[T]
		err := engine.DecodeOptions{}.Unmarshal(message, &rows)
		return rows, err
	}
	decoded := 0
	for _, value := range formValues() {
		member := func(name string, value []byte) []byte { return append(wire.AppendText(nil, name), value...) }
		object := func(members ...[]byte) []byte {
			out := wire.AppendObject(wire.AppendArray(nil, 1), len(members))
			for _, m := range members {
				out = append(out, m...)
			}
			return out
		}
		ordered, errOrdered := read(object(member("F", value), member("Tail", tail)))
		reversed, errReversed := read(object(member("Tail", tail), member("F", value)))
		table, errTable := read(append(append(wire.AppendTable(nil, []string{"F", "Tail"}, 1), value...), tail...))
		if (errOrdered == nil) != (errReversed == nil) || (errOrdered == nil) != (errTable == nil) {
			t.Errorf("%T, % x: in order %v, reversed %v, in a table %v", *new(T), value, errOrdered, errReversed, errTable)
			continue
		}
		if errOrdered != nil {
			continue
		}
		decoded++
		if want := written(t, ordered); !bytes.Equal(want, written(t, reversed)) || !bytes.Equal(want, written(t, table)) {
			t.Errorf("%T, % x: in order %+v, reversed %+v, in a table %+v", *new(T), value, ordered, reversed, table)
		}
	}
	if decoded < 2 {
		t.Errorf("%T is read from %d values", *new(T), decoded)
	}
}

// TestTargetsTakeTheirKindsAlone: text that a value of another kind happens to hold is no text,
// and so on.
func TestTargetsTakeTheirKindsAlone(t *testing.T) {
	number := func(h wire.Header) bool { return h.Kind() == wire.KindNumber && h.Class() != wire.Float }
	for _, c := range []struct {
		target any
		takes  func(wire.Header) bool
	}{
		{new(bool), func(h wire.Header) bool { return h.Kind() == wire.KindBool }},
		{new(string), func(h wire.Header) bool { return h == wire.HeaderString }},
		{new(time.Time), func(h wire.Header) bool { return h == wire.HeaderString || h == wire.HeaderTime || number(h) }},
		{new(int32), number},
		{new(float64), func(h wire.Header) bool { return h.Kind() == wire.KindNumber }},
	} {
		for _, value := range formValues() {
			h := wire.Header(value[0])
			err := engine.DecodeOptions{}.Unmarshal(value, c.target)
			if err == nil && h != wire.HeaderNull && h != wire.HeaderDelimiter && !c.takes(h) {
				t.Errorf("%T takes % x, %v", c.target, value, h)
			}
		}
	}
}
