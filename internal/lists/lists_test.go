package lists

import (
	"bytes"
	"errors"
	"testing"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/wire"
)

// TestListOpens opens an array of every form with text before it: its length is that of the
// slice, and each element of a typed array is a value of its own that lies where Offset says.
func TestListOpens(t *testing.T) {
	const start = 3
	for name, c := range map[string]struct {
		array   []byte
		element func(i int) []byte // nil where elements have a header
		width   int
	}{
		"generic": {array: wire.AppendInt(wire.AppendInt(wire.AppendArray(nil, 2), 1), 2)},
		"int16": {wire.AppendNumbers(nil, []int16{5, -6}), func(i int) []byte {
			return wire.AppendNumbers(nil, []int16{5, -6}[i:i+1])
		}, 2},
		"float64": {wire.AppendNumbers(nil, []float64{1.5, 2.5}), func(i int) []byte {
			return wire.AppendNumbers(nil, []float64{1.5, 2.5}[i:i+1])
		}, 8},
		"bool": {wire.AppendBools(nil, []bool{false, true}), func(i int) []byte { return wire.AppendBool(nil, i == 1) }, 0},
	} {
		src := append([]byte{0, 0, 0}, c.array...)
		var l List
		budget := fault.Limits{}.Budget()
		if err := l.Open(src, start, &budget); err != nil || l.Len != 2 {
			t.Errorf("%s: %d elements, %v", name, l.Len, err)
			continue
		}
		if c.element == nil {
			if l.Next != start+2 || l.Offset(1, 77) != 77 {
				t.Errorf("%s: elements at %d, %d", name, l.Next, l.Offset(1, 77))
			}
			continue
		}
		for i := range 2 {
			got, want := l.AppendElement(nil, i), c.element(i)
			at := start + 2 + i*c.width
			// A typed array of one and a single value have the same bytes of data.
			if c.width > 0 {
				got, want = got[1:], want[2:]
			}
			if !bytes.Equal(got, want) || l.Offset(i, -1) != at {
				t.Errorf("%s, element %d: % x at %d, want % x at %d", name, i, got, l.Offset(i, -1), want, at)
			}
		}
		if l.Next != len(src) {
			t.Errorf("%s ends at %d of %d", name, l.Next, len(src))
		}
	}
}

// TestListRefuses holds what is not an array, what is cut off, and booleans beyond the
// limit, to their causes.
func TestListRefuses(t *testing.T) {
	few := fault.Limits{MaxElements: 3}
	for name, c := range map[string]struct {
		src    []byte
		limits fault.Limits
		cause  error
	}{
		"string":   {src: wire.AppendString(nil, "x"), cause: fault.ErrMismatch},
		"number":   {src: wire.AppendInt(nil, 1), cause: fault.ErrMismatch},
		"nothing":  {cause: fault.ErrTruncated},
		"cut off":  {src: wire.AppendNumbers(nil, []int32{1, 2})[:6], cause: fault.ErrTruncated},
		"booleans": {src: wire.AppendBools(nil, make([]bool, 4)), limits: few, cause: fault.ErrLimit},
	} {
		budget := c.limits.Budget()
		if err := new(List).Open(c.src, 0, &budget); !errors.Is(err, c.cause) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestSetBools holds that memory is used again, and that an empty array is not nil.
func TestSetBools(t *testing.T) {
	view := func(n int) wire.Bools {
		a, _, err := wire.ViewBools(wire.AppendBools(nil, make([]bool, n)), 0)
		if err != nil {
			t.Fatal(err)
		}
		return a
	}
	s := []bool{true, true, true}
	first := &s[0]
	if SetBools(&s, view(2)); len(s) != 2 || &s[0] != first || s[0] || s[1] {
		t.Errorf("%v in other memory: %v", s, &s[0] != first)
	}
	s = nil
	if SetBools(&s, view(0)); s == nil {
		t.Error("an empty array made nil")
	}
}
