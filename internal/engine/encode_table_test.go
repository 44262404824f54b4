// Which slices become tables, and that a table says what the generic array says.

package engine_test

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/beve-org/beve-go/internal/engine"
	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/testkit"
	"github.com/beve-org/beve-go/wire"
)

var tables = engine.EncodeOptions{Deterministic: true, Extended: true, MinTableRows: 1}

// asGeneric decodes into any without typed arrays.
func asGeneric(t *testing.T, data []byte) (v any) {
	t.Helper()
	if err := (engine.DecodeOptions{GenericArrays: true}).Unmarshal(data, &v); err != nil {
		t.Fatalf("% X: %v", data, err)
	}
	return v
}

// TestTablesSayWhatArraysSay writes random values of every kind of cell, in every width,
// with room at hand and without.
func TestTablesSayWhatArraysSay(t *testing.T) {
	rng := rand.New(rand.NewPCG(16, 23))
	never := tables
	never.MinTableRows = math.MaxInt
	types := []reflect.Type{reflect.TypeFor[scalars](), reflect.TypeFor[testkit.Kinds](), reflect.TypeFor[testkit.Slices](), reflect.TypeFor[rowTimes](), reflect.TypeFor[testkit.Nested]()}
	for _, typ := range types {
		for _, fixed := range []bool{false, true} {
			tables, never := tables, never
			tables.FixedWidth, never.FixedWidth = fixed, fixed
			for n := range 12 {
				list := reflect.MakeSlice(reflect.SliceOf(typ), n, n)
				pointers := reflect.MakeSlice(reflect.SliceOf(reflect.PointerTo(typ)), n, n)
				for i := range n {
					list.Index(i).Set(testkit.RandomValue(rng, typ))
					pointers.Index(i).Set(list.Index(i).Addr())
				}
				want, err := never.Marshal(list.Interface())
				if err != nil {
					continue // a time beyond the format
				}
				array := reflect.New(reflect.ArrayOf(n, typ))
				reflect.Copy(array.Elem(), list)
				for _, v := range []any{list.Interface(), pointers.Interface(), array.Interface()} {
					for _, spare := range []int{0, 1, 30, 5000} {
						got, err := tables.Append(make([]byte, 1, 1+spare), v)
						if err != nil {
							t.Fatalf("%T: %v", v, err)
						}
						if n > 0 != (wire.Header(got[1]) == wire.HeaderTable) {
							t.Fatalf("%T of %d elements begins with % X", v, n, got[1:2])
						}
						if !testkit.Equal(asGeneric(t, got[1:]), asGeneric(t, want)) {
							t.Fatalf("%T: % X; as an array % X", v, got[1:], want)
						}
					}
				}
			}
		}
	}
}

type (
	tableName     string
	tableEmbedded struct{ *rowPart }
)

// TestWhatBecomesATable goes through all that decides.
func TestWhatBecomesATable(t *testing.T) {
	nan := math.NaN()
	for name, c := range map[string]struct {
		v     any
		table bool
	}{
		"structs":                      {[]inner{{I8: 1}}, true},
		"pointers":                     {[]*inner{{I8: 1}}, true},
		"a nil pointer":                {[]*inner{{I8: 1}, nil}, false},
		"no members":                   {[]struct{}{{}}, false},
		"members by name":              {[]rowUnknown{{A: 1}}, false},
		"through an embedded pointer":  {[]tableEmbedded{{&rowPart{1}}}, false},
		"maps":                         {[]map[string]int{{"a": 1, "b": 2}, {"b": 3, "a": 4}}, true},
		"maps with keys of a type":     {[]map[tableName]int{{"a": 1}}, true},
		"maps of other keys":           {[]map[string]int{{"a": 1}, {"b": 1}}, false},
		"maps of more keys":            {[]map[string]int{{"a": 1}, {"a": 1, "b": 1}}, false},
		"an empty map first":           {[]map[string]int{{}, {"a": 1}}, false},
		"a nil map first":              {[]map[string]int{nil, {"a": 1}}, false},
		"maps whose name is not clean": {[]map[string]int{{"\x00": 1}}, false},
		"maps of integers":             {[]map[int]int{{1: 1}}, false},
		"anything, maps":               {[]any{map[string]any{"a": 1, "b": nil}, map[string]any{"a": nan, "b": "x"}}, true},
		"anything, other keys":         {[]any{map[string]any{"a": 1}, map[string]any{"b": 1}}, false},
		"anything, more keys":          {[]any{map[string]any{"a": 1}, map[string]any{"a": 1, "b": 2}}, false},
		"anything, not a map":          {[]any{map[string]any{"a": 1}, 1}, false},
		"anything, no map first":       {[]any{1, map[string]any{"a": 1}}, false},
		"anything, an empty map":       {[]any{map[string]any{}}, false},
		"anything, not a clean name":   {[]any{map[string]any{"a\nb": 1}}, false},
	} {
		b, err := tables.Marshal(c.v)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if got := wire.Header(b[0]) == wire.HeaderTable; got != c.table && !strings.Contains(name, "clean") {
			t.Errorf("%s: a table: %v", name, got)
		}
		plain, err := engine.EncodeOptions{Deterministic: true}.Marshal(c.v)
		if err != nil || !testkit.Equal(asGeneric(t, b), asGeneric(t, plain)) && name != "through an embedded pointer" {
			t.Errorf("%s: % X, and without tables % X, %v", name, b, plain, err)
		}
		if wire.Header(b[0]) != wire.HeaderTable && len(b) > 1 && wire.Validate(b) != nil {
			t.Errorf("%s: % X is not valid", name, b)
		}
	}
}

type tableFails struct {
	A int
	S string
	F failsText
	T time.Time
}

// TestFailuresInTablesSayWhere breaks a cell of a late row in each form of table.
func TestFailuresInTablesSayWhere(t *testing.T) {
	good := struct{ S string }{"x"}
	bad := struct{ S string }{"\xff"}
	var nested any
	for range 600 {
		nested = []any{nested}
	}
	for name, c := range map[string]struct {
		v     any
		path  string
		cause error
	}{
		"text of structs":          {[]any{[]struct{ S string }{good, good, bad}}, "/0/2/S", fault.ErrUTF8},
		"text by pointers":         {[]*struct{ S string }{&good, &bad}, "/1/S", fault.ErrUTF8},
		"a method":                 {[]tableFails{{}}, "/0/F", errOwn},
		"text of maps":             {[]map[string]string{{"k": "x"}, {"k": "\xff"}}, "/1/k", fault.ErrUTF8},
		"names of maps":            {[]map[string]string{{"\xff": "x"}}, "/\xff", fault.ErrUTF8},
		"text of any":              {[]any{map[string]any{"k": 1}, map[string]any{"k": "\xff"}}, "/1/k", fault.ErrUTF8},
		"names of any":             {[]any{map[string]any{"\xff": 1}}, "/\xff", fault.ErrUTF8},
		"depth in structs":         {[]struct{ X any }{{1}, {nested}}, "", fault.ErrDepth},
		"depth in maps":            {[]map[string]any{{"x": nested}}, "", fault.ErrDepth},
		"depth in maps of any":     {[]any{map[string]any{"x": nested}}, "", fault.ErrDepth},
		"what cannot be written":   {[]map[string]any{{"x": make(chan int)}}, "/0/x", fault.ErrUnsupported},
		"a function in any":        {[]any{map[string]any{"x": func() {}}}, "/0/x", fault.ErrUnsupported},
		"a function in a late row": {[]struct{ X any }{{1}, {2}, {func() {}}}, "/2/X", fault.ErrUnsupported},
	} {
		_, err := tables.Marshal(c.v)
		e := (*engine.EncodeError)(nil)
		if !errors.As(err, &e) || !errors.Is(err, c.cause) {
			t.Errorf("%s: %v, want %v", name, err, c.cause)
			continue
		}
		if c.cause != fault.ErrDepth && string(e.Path) != c.path && !strings.HasPrefix(name, "names") {
			t.Errorf("%s: at %q, want %q", name, e.Path, c.path)
		}
	}
}

// TestTablesStopAtTheLimit nests tables to every depth around the limit.
func TestTablesStopAtTheLimit(t *testing.T) {
	for depth := 1; depth < 12; depth++ {
		o := tables
		o.MaxDepth = depth
		for _, v := range []any{[]rowPart{{1}}, []map[string]int{{"a": 1}}, []any{map[string]any{"a": 1}}, [][]rowPart{{{1}}}, []any{[]any{map[string]any{"a": []rowPart{{1}}}}}} {
			full, err := tables.Marshal(v)
			if err != nil {
				t.Fatal(err)
			}
			b, err := o.Marshal(v)
			valid := wire.ValidateOptions{Limits: engine.Limits{MaxDepth: depth}}.Validate(full)
			if (err == nil) != (valid == nil) || err == nil && !bytes.Equal(b, full) || err != nil && !errors.Is(err, fault.ErrDepth) {
				t.Errorf("%T with %d levels: %v; Validate says %v", v, depth, err, valid)
			}
		}
	}
}

// TestTypedArrayIsATableOrAnArray holds what asks for tables by name.
func TestTypedArrayIsATableOrAnArray(t *testing.T) {
	empty := []rowPart{}
	for name, c := range map[string]struct {
		v  any
		ok bool
	}{
		"rows": {[]rowPart{{1}}, true}, "no rows": {empty, true}, "a pointer to no rows": {&empty, true}, "maps": {[]map[string]int{{"a": 1}}, true},
		"no maps": {[]map[string]int{}, true}, "no pointers to rows": {[]*rowPart{}, true}, "an empty array": {[0]rowPart{}, true}, "anything, empty": {[]any{}, true},
		"numbers": {[]int{1}, false}, "no numbers": {[]int{}, false}, "one row": {rowPart{1}, false}, "rows of other keys": {[]map[string]int{{"a": 1}, {"b": 1}}, false},
		"nothing": {nil, false}, "a function": {func() {}, false}, "a nil pointer": {(*[]rowPart)(nil), false},
	} {
		b, err := engine.TypedArray([]byte("before"), c.v)
		if (err == nil) != c.ok {
			t.Errorf("%s: % X, %v", name, b, err)
		}
		if err == nil {
			if !bytes.HasPrefix(b, []byte("before")) || wire.Validate(b[6:]) != nil {
				t.Errorf("%s: % X", name, b)
			}
			got := asGeneric(t, b[6:])
			if n := reflect.Indirect(reflect.ValueOf(c.v)).Len(); fmt.Sprint(reflect.ValueOf(got).Len()) != fmt.Sprint(n) {
				t.Errorf("%s: %v", name, got)
			}
		} else if string(b) != "before" {
			t.Errorf("%s: % X is left of a failure", name, b)
		}
	}
}
