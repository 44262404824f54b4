// The walk over whole values: depth, budgets, resumption, and errors that say
// where.

package wire_test

import (
	"bytes"
	"errors"
	"testing"
	"time"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/testkit"
	"github.com/beve-org/beve-go/scalar"
	"github.com/beve-org/beve-go/wire"
)

// nesters are the ways to nest a value: what stands before the inner one.
var nesters = []struct {
	name   string
	prefix []byte
	tags   bool // read type tags
}{
	{"array", []byte{0x05, 0x04}, false},
	{"object", []byte{0x03, 0x04, 0x00}, false},
	{"integer-keyed object", []byte{0x0B, 0x04, 0x07}, false},
	{"type tag", []byte{0x0E, 0x00}, true},
}

func nested(prefix []byte, levels int, inner ...byte) []byte {
	return append(bytes.Repeat(prefix, levels), inner...)
}

func TestDepthIsCountedFromTheRoot(t *testing.T) {
	for _, n := range nesters {
		for _, limit := range []int{1, 2, 12, 13, 14, 128, 512} {
			o := wire.ValidateOptions{Limits: wire.Limits{MaxDepth: limit}, LegacyTypeTag: n.tags}
			// limit-1 containers and the scalar in them are limit levels.
			if err := o.Validate(nested(n.prefix, limit-1, 0x00)); err != nil {
				t.Errorf("%s: %d levels of %d: %v", n.name, limit, limit, err)
			}
			if err := o.Validate(nested(n.prefix, limit, 0x00)); !errors.Is(err, fault.ErrDepth) {
				t.Errorf("%s: %d levels of %d: %v", n.name, limit+1, limit, err)
			}
			// An empty container at the limit holds nothing deeper.
			if err := o.Validate(nested(n.prefix, limit-1, 0x05, 0x00)); err != nil {
				t.Errorf("%s: an empty array at level %d: %v", n.name, limit, err)
			}
		}
		o := wire.ValidateOptions{LegacyTypeTag: n.tags}
		if err := o.Validate(nested(n.prefix, 511, 0x00)); err != nil {
			t.Errorf("%s: the default limit: %v", n.name, err)
		}
		if err := o.Validate(nested(n.prefix, 512, 0x00)); !errors.Is(err, fault.ErrDepth) {
			t.Errorf("%s: the default limit: %v", n.name, err)
		}
	}
	one := wire.ValidateOptions{Limits: wire.Limits{MaxDepth: 1}}
	matrix := wire.AppendNumbers(wire.AppendMatrix(nil, scalar.RowMajor, []int{1}), []int8{1})
	for _, deeper := range [][]byte{matrix, wire.AppendStrings(nil, []string{""})} {
		if err := one.Validate(deeper); !errors.Is(err, fault.ErrDepth) {
			t.Errorf("the parts of % X: %v", deeper, err)
		}
	}
	for _, leaf := range [][]byte{wire.AppendNumbers(nil, []int8{1}), wire.AppendBools(nil, []bool{true}), wire.AppendComplexes(nil, []float32{1, 2})} {
		if err := one.Validate(leaf); err != nil {
			t.Errorf("% X: %v", leaf, err)
		}
	}
}

func TestAMillionLevels(t *testing.T) {
	const levels = 1_000_000
	for _, n := range nesters {
		data := nested(n.prefix, levels, 0x00)
		for _, w := range walks[:5] {
			var err error
			walk := func() { err = w.walk(data, n.tags) }
			allocated := testkit.Allocated(walk)
			if !errors.Is(err, fault.ErrDepth) {
				t.Errorf("%s: %s: %v", n.name, w.name, err)
			}
			if allocated > 1<<20 {
				t.Errorf("%s: %s takes %d bytes", n.name, w.name, allocated)
			}
			testkit.Within(t, n.name+": "+w.name, time.Second, walk)
		}
		// Whoever raises the limit gets what it asked for, still without recursion.
		raised := wire.ValidateOptions{Limits: wire.Limits{MaxDepth: levels}, LegacyTypeTag: n.tags}
		data = nested(n.prefix, fault.MaxMaxDepth-1, 0x00)
		if err := raised.Validate(data); err != nil {
			t.Errorf("%s: raised: %v", n.name, err)
		}
		var err error
		testkit.Within(t, n.name+": raised", 5*time.Second, func() { err = raised.Validate(data[:len(data)-1]) })
		if !errors.Is(err, fault.ErrTruncated) {
			t.Errorf("%s: raised: %v", n.name, err)
		}
	}
}

func TestPathOfADeepErrorIsLinear(t *testing.T) {
	key := bytes.Repeat([]byte("k"), 1000)
	var data []byte
	for range 500 {
		data = append(wire.AppendObject(data, 1), wire.AppendText(nil, string(key))...)
	}
	var err error
	allocated := testkit.Allocated(func() { err = wire.Validate(append(data, 0x07)) })
	var e *wire.DecodeError
	if !errors.As(err, &e) || len(e.Path) > fault.MaxPath || len(e.Path) < fault.MaxPath-8 || !errors.Is(err, fault.ErrSyntax) {
		t.Fatal(err)
	}
	if most := uint64(64*len(data) + 1<<20); allocated > most {
		t.Errorf("%d bytes allocated for %d", allocated, len(data))
	}
}

func TestElementsAreBudgetedOverAllLevels(t *testing.T) {
	// Two arrays of three nulls in an array: eight elements.
	data := []byte{0x05, 0x08, 0x05, 0x0C, 0, 0, 0, 0x05, 0x0C, 0, 0, 0}
	for limit := int64(1); limit < 12; limit++ {
		o := wire.ValidateOptions{Limits: wire.Limits{MaxElements: limit}}
		if err := o.Validate(data); (limit >= 8) != (err == nil) || err != nil && !errors.Is(err, fault.ErrLimit) {
			t.Errorf("limit %d: %v", limit, err)
		}
	}
	// What SkipWithin spends stays spent.
	b := wire.Limits{MaxElements: 10}.Budget()
	if next, err := wire.SkipWithin(data, 2, &b); next != 7 || err != nil {
		t.Fatal(next, err)
	}
	if next, err := wire.SkipWithin(data, 0, &b); err == nil {
		t.Fatal(next, "although 3 and 8 elements are more than 10")
	}
	b = wire.Limits{MaxDepth: 3}.Budget()
	for range 5 {
		if _, err := wire.SkipWithin(data, 0, &b); err != nil {
			t.Fatal(err) // levels are given back
		}
	}
	for i, want := range []bool{true, true, false} {
		if b.Enter(1) != want {
			t.Errorf("level %d", i+2)
		}
	}
	if t.Failed() {
		t.Error("SkipWithin does not leave the depth as it was")
	}
}

func TestMaxBytesBoundsAMessage(t *testing.T) {
	data := wire.AppendString(nil, "abc")
	for limit := int64(1); limit < 8; limit++ {
		o := wire.ValidateOptions{Limits: wire.Limits{MaxBytes: limit}}
		if err := o.Validate(data); (limit >= 5) != (err == nil) || err != nil && !errors.Is(err, fault.ErrLimit) {
			t.Errorf("limit %d: %v", limit, err)
		}
	}
}

func TestScannerDoesNotReadAKeyAgainForEachPieceOfItsValue(t *testing.T) {
	key, text := bytes.Repeat([]byte("é"), 1<<20), bytes.Repeat([]byte("v"), 4000)
	data := wire.AppendText(wire.AppendObject(nil, 1), string(key))
	from := len(data)
	data = wire.AppendString(data, string(text))
	var s wire.Scanner
	s.Reset(wire.Limits{}, false)
	// Reading the key each time takes several seconds.
	testkit.Within(t, "reading it in pieces", time.Second, func() {
		for n := from; n < len(data); n++ {
			if _, err := s.Next(data[:n], false); !errors.Is(err, fault.ErrTruncated) {
				t.Fatal(n, err)
			}
		}
		if end, err := s.Next(data, true); end != len(data) || err != nil {
			t.Fatal(end, err)
		}
		s.Reset(wire.Limits{}, false)
	})
}

func TestScannerIsUsedAgainAfterReset(t *testing.T) {
	var s wire.Scanner
	for range 3 {
		s.Reset(wire.Limits{MaxDepth: 3000}, false)
		deep := nested(nesters[0].prefix, 2500, 0x00)
		if _, err := s.Next(deep[:1001], false); !errors.Is(err, fault.ErrTruncated) {
			t.Fatal(err)
		}
		moved := s // a Scanner has nothing that points into itself
		s.Reset(wire.Limits{}, true)
		if end, err := moved.Next(deep, false); end != len(deep) || err != nil {
			t.Fatal(end, err)
		}
		s = moved // with a stack so large that it is given up
		s.Reset(wire.Limits{}, true)
		if end, err := s.Next([]byte{0x1C, 0x04, 0x01, 0x00}, true); end != 3 || err != nil {
			t.Fatal(end, err)
		}
		s.Reset(wire.Limits{}, true)
		if _, err := s.Next([]byte{0x1C, 0x04, 0x02}, true); !errors.Is(err, fault.ErrSyntax) {
			t.Fatal(err)
		}
	}
}

func TestWalksDoNotAllocate(t *testing.T) {
	data := nested([]byte{0x03, 0x04, 0x04, 'k'}, 11, wire.AppendNumbers(nil, []int{1, 2})...)
	b := wire.Limits{}.Budget()
	if n := testing.AllocsPerRun(100, func() {
		if wire.Validate(data) != nil {
			t.Fatal("not valid")
		}
		if _, err := wire.SkipWithin(data, 0, &b); err != nil {
			t.Fatal(err)
		}
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func TestErrorsSayWhere(t *testing.T) {
	cat := func(parts ...[]byte) []byte { return bytes.Join(parts, nil) }
	text := func(s string) []byte { return wire.AppendText(nil, s) }
	object := func(n int) []byte { return wire.AppendObject(nil, n) }
	array := func(n int) []byte { return wire.AppendArray(nil, n) }
	bad := []byte{0x07, 0, 0, 0, 0, 0, 0, 0}
	for _, c := range []struct {
		name   string
		data   []byte
		offset int64
		path   string
		is     error
	}{
		{"nothing", nil, 0, "", fault.ErrTruncated},
		{"delimiters alone", []byte{6, 6}, 2, "", fault.ErrTruncated},
		{"framing alone", []byte{0x2E}, 1, "", fault.ErrTruncated},
		{"framing without a value", []byte{0x2E, 2}, 2, "", fault.ErrTruncated},
		{"framing of an unknown version", []byte{0x2E, 3, 0}, 1, "", fault.ErrSyntax},
		{"framing after a delimiter", []byte{6, 0x2E, 2, 0}, 1, "", fault.ErrSyntax},
		{"framing twice", []byte{0x2E, 2, 0x2E, 2, 0}, 2, "", fault.ErrSyntax},
		{"trailing byte", []byte{0, 0}, 1, "", fault.ErrTrailing},
		{"trailing delimiter", []byte{0, 6}, 1, "", fault.ErrTrailing},
		{"root", bad, 0, "", fault.ErrSyntax},
		{"root after delimiters", cat([]byte{6, 6}, bad), 2, "", fault.ErrSyntax},
		{"member", cat(object(2), text("a"), []byte{0}, text("b"), bad), 7, "/b", fault.ErrSyntax},
		{"member after framing", cat([]byte{0x2E, 1}, object(1), text("b"), bad), 6, "/b", fault.ErrSyntax},
		{"escaped key", cat(object(1), text("a/b~c"), bad), 8, "/a~1b~0c", fault.ErrSyntax},
		{"empty key", cat(object(1), text(""), bad), 3, "/", fault.ErrSyntax},
		{"key that is not UTF-8", cat(object(2), text("a"), []byte{0}, text("b\xFF"), bad), 7, "", fault.ErrUTF8},
		{"key of an inner object", cat(object(1), text("in"), object(1), text("\xFF"), bad), 8, "/in", fault.ErrUTF8},
		{"integer key", cat(wire.AppendIntObject(nil, wire.HeaderInt16, 1), wire.AppendIntKey(nil, uint64(0xFFFE), 2), bad), 4, "/-2", fault.ErrSyntax},
		{"unsigned key", cat(wire.AppendIntObject(nil, wire.HeaderUint8, 2), []byte{200, 0, 201}, bad), 5, "/201", fault.ErrSyntax},
		{"integer key cut off", []byte{0x6B, 4, 1, 2, 3, 4, 5, 6, 7}, 1, "", fault.ErrTruncated},
		{"integer key after a long value", cat([]byte{0x2B, 8, 1, 0}, wire.AppendString(nil, "long"), []byte{2}), 11, "", fault.ErrTruncated},
		{"element", cat(array(3), []byte{0, 0}, bad), 4, "/2", fault.ErrSyntax},
		{"first element", cat(array(1), bad), 2, "/0", fault.ErrSyntax},
		{"array in an object", cat(object(1), text("xs"), array(2), []byte{0}, bad), 8, "/xs/1", fault.ErrSyntax},
		{"object in an array", cat(array(2), []byte{0}, object(1), text("k"), bad), 7, "/1/k", fault.ErrSyntax},
		{"after an inner array", cat(array(2), array(1), []byte{0}, bad), 5, "/1", fault.ErrSyntax},
		{"text", cat(array(2), []byte{0}, wire.AppendString(nil, "ab\xC3(")), 7, "/1", fault.ErrUTF8},
		{"string array", cat(object(1), text("s"), wire.AppendStrings(nil, []string{"ok", "\xED\xA0\x80"})), 10, "/s/1", fault.ErrUTF8},
		{"value of a table", cat(array(1), []byte{0x0E, 8}, text("a"), text("b"), []byte{8, 0, 0, 0}, bad), 12, "/0/1/b", fault.ErrSyntax},
		{"rows of a table", cat([]byte{0x0E, 4}, text("a"), []byte{8, 0}), 4, "", fault.ErrTruncated},
		{"names of a table", cat([]byte{0x0E, 8}, text("a"), text("a"), []byte{0}), 4, "", fault.ErrSyntax},
		{"table of rows without fields", []byte{0x0E, 0, 4}, 2, "", fault.ErrSyntax},
		{"delimiter as element", cat(array(1), []byte{6, 0}), 2, "/0", fault.ErrSyntax},
		{"delimiter or more", cat(array(1), []byte{6}), 3, "/0", fault.ErrTruncated},
		{"framing as element", cat(array(1), []byte{0x2E, 2}), 2, "/0", fault.ErrSyntax},
		{"matrix value", cat(object(1), text("m"), wire.AppendMatrix(nil, 0, []int{2}), []byte{0x14, 0x04, 9}), 9, "/m", fault.ErrSyntax},
		{"matrix extents", cat(object(1), text("m"), []byte{0x16, 0, 0x44, 0}), 6, "/m", fault.ErrSyntax},
		{"matrix header", []byte{0x16, 2, 0x14, 0}, 1, "", fault.ErrSyntax},
		{"padding of an aligned array", []byte{0x5C, 0x34, 0, 2, 0, 0}, 3, "", fault.ErrSyntax},
		{"what an aligned array holds", []byte{0x5C, 0x1C, 0, 0}, 1, "", fault.ErrSyntax},
		{"odd aligned complex array", []byte{0x1E, 0x12, 0x5C, 0x14, 0x04, 0, 1}, 4, "", fault.ErrSyntax},
		{"complex class", []byte{0x1E, 0x18, 0, 0}, 1, "", fault.ErrSyntax},
		{"time header", []byte{0x26, 8, 0, 0, 0, 0, 0, 0, 0, 0}, 1, "", fault.ErrSyntax},
		{"size of a string", cat(array(1), []byte{0x02, 0x10, 'a'}), 3, "/0", fault.ErrTruncated},
		{"depth", nested(nesters[0].prefix, 512, 0), 1022, "", fault.ErrDepth},
	} {
		err := wire.Validate(c.data)
		var e *wire.DecodeError
		if !errors.As(err, &e) {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if c.name == "depth" { // its path has 511 segments
			if e.Path != fault.Pointer(bytes.Repeat([]byte("/0"), 511)) {
				t.Errorf("%s: %v", c.name, err)
			}
			e.Path = ""
		}
		if e.Offset != c.offset || string(e.Path) != c.path || !errors.Is(err, c.is) {
			t.Errorf("%s: offset %d, path %q: %v; want %d, %q, %v", c.name, e.Offset, e.Path, err, c.offset, c.path, c.is)
		}
		if !e.Path.Valid() {
			t.Errorf("%s: the path %q is not a JSON Pointer", c.name, e.Path)
		}
	}
}

func TestSkipReportsOffsetsOfItsInput(t *testing.T) {
	src := []byte{0xFF, 0xFF, 0x05, 0x08, 0x00, 0x07}
	_, err := wire.Skip(src, 2)
	var e *wire.DecodeError
	if !errors.As(err, &e) || e.Offset != 5 || e.Path != "/1" {
		t.Error(err)
	}
	if _, err = wire.Skip(src[:5], 2); !errors.As(err, &e) || e.Offset != 3 || !errors.Is(err, fault.ErrTruncated) {
		t.Error(err)
	}
}

// Parts of a message that are scanned one by one share its budget, as if they were scanned together.
func TestScannerWithinABudget(t *testing.T) {
	b := wire.Limits{MaxDepth: 3, MaxElements: 8}.Budget()
	b.RejectUnusedBits(true)
	var s wire.Scanner
	for i, c := range []struct {
		part []byte
		want error
	}{
		{[]byte{0x05, 0x08, 0x00, 0x00}, nil},
		{[]byte{0x1c, 0x04, 0x02}, fault.ErrSyntax},
		{[]byte{0x05, 0x08, 0x00, 0x00}, nil},
		{nested([]byte{0x05, 0x04}, 3, 0x00), fault.ErrDepth},
		{[]byte{0x05, 0x14, 0x00, 0x00, 0x00, 0x00, 0x00}, fault.ErrLimit},
	} {
		s.ResetWithin(b)
		end, err := s.Next(c.part, true)
		if !errors.Is(err, c.want) || err == nil && end != len(c.part) {
			t.Errorf("part %d: %d, %v", i, end, err)
		}
		if err == nil {
			b = s.Budget()
		}
	}
}
