package engine_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/big"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/beve-org/beve-go/internal/engine"
	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/testkit"
	"github.com/beve-org/beve-go/scalar"
	"github.com/beve-org/beve-go/wire"
)

var errOwn = errors.New("an error of its own")

// Types whose methods fail, or do what they must not.
type (
	failsToMarshal   struct{}
	failsToAppend    struct{}
	failsText        struct{}
	failsBinary      struct{}
	marshalsNothing  struct{}
	marshalsTwo      struct{}
	marshalsGarbage  struct{}
	cutsWhatWasThere struct{}
	failsToUnmarshal struct{}
	nestsMarshal     struct{ V any }
	nestsUnmarshal   struct{ V []int8 }
	wrapsUnmarshal   struct{ V []int8 }
	badText          struct{}
)

func (failsToMarshal) MarshalBEVE() ([]byte, error)         { return nil, errOwn }
func (failsToAppend) AppendBEVE(dst []byte) ([]byte, error) { return nil, errOwn }
func (failsText) MarshalText() ([]byte, error)              { return nil, errOwn }
func (*failsText) UnmarshalText([]byte) error               { return errOwn }
func (failsBinary) MarshalBinary() ([]byte, error)          { return nil, errOwn }
func (*failsBinary) UnmarshalBinary([]byte) error           { return errOwn }
func (marshalsNothing) MarshalBEVE() ([]byte, error)        { return nil, nil }
func (marshalsTwo) AppendBEVE(dst []byte) ([]byte, error)   { return append(dst, 0, 0), nil }
func (marshalsGarbage) MarshalBEVE() ([]byte, error)        { return []byte{0x07}, nil }
func (cutsWhatWasThere) AppendBEVE([]byte) ([]byte, error)  { return nil, nil }
func (*failsToUnmarshal) UnmarshalBEVE([]byte) error        { return errOwn }
func (n nestsMarshal) MarshalBEVE() ([]byte, error)         { return engine.EncodeOptions{}.Marshal(n.V) }
func (n *nestsUnmarshal) UnmarshalBEVE(data []byte) error {
	return engine.DecodeOptions{}.Unmarshal(data, &n.V)
}
func (badText) MarshalText() ([]byte, error) { return []byte("\xff"), nil }
func (n *wrapsUnmarshal) UnmarshalBEVE(data []byte) (err error) {
	if err = (engine.DecodeOptions{}).Unmarshal(data, &n.V); err != nil {
		err = fmt.Errorf("wrapped: %w", err)
	}
	return err
}

type (
	inner struct {
		I8 int8
		S  string
	}
	outer struct {
		A  int
		In inner
		P  *inner
		L  []inner
		M  map[string]inner
		K  map[int8]inner
		Ar [2]inner
		N  []int8
		T  time.Time
		X  any
		Q  int8 `json:",string"`
		B  []bool
		Ss []string
		C  []complex64
		U  failsToUnmarshal
		Tx failsText
		Bi failsBinary
		Nu nestsUnmarshal
		Wu wrapsUnmarshal
		G  testkit.TextValue
		Gs []testkit.TextValue
		W  []scalar.Int128
		BP []*int8
		J  json.Number
		Bg big.Int
		Mx engine.Matrix[int8]
		I  fmt.Stringer
		F3 float32
	}
)

// v encodes for the tables below.
func enc(v any) []byte {
	b, err := engine.EncodeOptions{Deterministic: true}.Marshal(v)
	if err != nil {
		panic(err)
	}
	return b
}

// member returns an object of the one member.
func member(name string, value []byte) []byte {
	return append(wire.AppendText([]byte{0x03, 0x04}, name), value...)
}

func TestDecodeErrorsSayWhereAndWhy(t *testing.T) {
	big300 := enc(300)
	overflow := func(name string) []byte { return member(name, member("I8", big300)) }
	for _, c := range []struct {
		name   string
		data   []byte
		offset int64
		path   string
		goType string
		cause  error
	}{
		{"wrong kind at the root", enc("x"), 0, "", "engine_test.outer", fault.ErrMismatch},
		{"empty input", nil, 0, "", "", fault.ErrTruncated},
		{"trailing", append(enc(map[string]int{"A": 1}), 0), 6, "", "", fault.ErrTrailing},
		{"reserved header", []byte{0x07}, 0, "", "engine_test.outer", fault.ErrSyntax},
		{"scalar member", member("A", enc("x")), 4, "/A", "int", fault.ErrMismatch},
		{"float for an int", member("A", enc(1.5)), 4, "/A", "int", fault.ErrMismatch},
		{"cut in a member", member("A", []byte{0x29, 0}), 6, "/A", "int", fault.ErrTruncated},
		{"nested overflow", overflow("In"), 10, "/In/I8", "int8", fault.ErrOverflow},
		{"through a pointer", overflow("P"), 9, "/P/I8", "int8", fault.ErrOverflow},
		{"in a slice", member("L", append([]byte{0x05, 0x08, 0x03, 0x00}, member("I8", big300)...)), 13, "/L/1/I8", "int8", fault.ErrOverflow},
		{"in a map", member("M", overflow("a/b~c")), 17, "/M/a~1b~0c/I8", "int8", fault.ErrOverflow},
		{"in an integer-keyed map", member("K", append([]byte{0x0B, 0x04, 0xFE}, member("I8", big300)...)), 12, "/K/-2/I8", "int8", fault.ErrOverflow},
		{"in an array", member("Ar", append([]byte{0x05, 0x08, 0x03, 0x00}, member("I8", big300)...)), 14, "/Ar/1/I8", "int8", fault.ErrOverflow},
		{"array of another length", member("Ar", []byte{0x05, 0x04, 0x00}), 5, "/Ar", "[2]engine_test.inner", fault.ErrMismatch},
		{"typed array", member("N", enc([]int16{1, 2, 300})), 10, "/N/2", "int8", fault.ErrOverflow},
		{"generic array of numbers", member("N", enc([]any{1, 300})), 8, "/N/1", "int8", fault.ErrOverflow},
		{"text among numbers", member("N", enc([]any{1, "x"})), 8, "/N/1", "int8", fault.ErrMismatch},
		{"no time", member("T", enc("yesterday")), 4, "/T", "time.Time", fault.ErrMismatch},
		{"no kind of time", member("T", enc(true)), 4, "/T", "time.Time", fault.ErrMismatch},
		{"time as a float", member("T", enc(1.5)), 4, "/T", "time.Time", fault.ErrMismatch},
		{"any", member("X", []byte{0x05, 0x08, 0x00, 0x07}), 7, "/X/1", "", fault.ErrSyntax},
		{"any object", member("X", member("k", []byte{0x02, 0x08, 'a', 0xFF})), 11, "/X/k", "", fault.ErrUTF8},
		{"any integer-keyed object", member("X", []byte{0x13, 0x04, 0x05, 0x07}), 7, "/X/5", "", fault.ErrSyntax},
		{"any strings", member("X", []byte{0x3C, 0x08, 0x00, 0x04, 0x80}), 8, "/X/1", "string", fault.ErrUTF8},
		{"any binary128", member("X", append([]byte{0x81}, make([]byte, 16)...)), 4, "/X", "", fault.ErrUnsupported},
		{"any binary128s", member("X", append([]byte{0x84, 0x04}, make([]byte, 16)...)), 4, "/X", "", fault.ErrUnsupported},
		{"binary128", member("A", append([]byte{0x81}, make([]byte, 16)...)), 4, "/A", "int", fault.ErrUnsupported},
		{"quoted", member("Q", enc("300")), 4, "/Q", "int8", fault.ErrMismatch},
		{"generic booleans", member("B", enc([]any{true, 1})), 7, "/B/1", "bool", fault.ErrMismatch},
		{"booleans from numbers", member("B", enc([]int{1})), 4, "/B", "[]bool", fault.ErrMismatch},
		{"texts from booleans", member("Ss", enc([]bool{true})), 5, "/Ss", "[]string", fault.ErrMismatch},
		{"generic texts", member("Ss", enc([]any{"a", 1})), 10, "/Ss/1", "string", fault.ErrMismatch},
		{"text that is not UTF-8", member("Ss", []byte{0x3C, 0x04, 0x0C, 'a', 'b', 0xC0}), 10, "/Ss/0", "string", fault.ErrUTF8},
		{"complex", member("C", enc([]any{1, "x"})), 8, "/C/1", "[]complex64", fault.ErrMismatch},
		{"one complex for many", member("C", enc(complex64(1))), 4, "/C", "[]complex64", fault.ErrMismatch},
		{"own error", member("U", enc(1)), 4, "/U", "engine_test.failsToUnmarshal", errOwn},
		{"own error of text", member("Tx", enc("x")), 5, "/Tx", "engine_test.failsText", errOwn},
		{"own error of binary", member("Bi", enc([]byte{1})), 5, "/Bi", "engine_test.failsBinary", errOwn},
		{"binary from text", member("Bi", enc("x")), 5, "/Bi", "[]uint8", fault.ErrMismatch},
		{"text from bytes", member("Tx", enc([]byte{1})), 5, "/Tx", "engine_test.failsText", fault.ErrMismatch},
		{"nested decode", member("Nu", enc([]any{1, 300})), 9, "/Nu/1", "int8", fault.ErrOverflow},
		{"wrapped nested decode", member("Wu", enc([]any{1, 300})), 5, "/Wu", "engine_test.wrapsUnmarshal", fault.ErrOverflow},
		{"text of an element", member("Gs", enc([]string{"(1)", "x"})), 11, "/Gs/1", "testkit.TextValue", nil},
		{"number for text", member("Gs", enc([]uint16{1, 2})), 7, "/Gs/0", "testkit.TextValue", fault.ErrMismatch},
		{"boolean for text", member("Gs", enc(make([]bool, 20))), 7, "/Gs/0", "testkit.TextValue", fault.ErrMismatch},
		{"wide numbers", member("W", enc([]float32{1, 2})), 6, "/W/0", "[]scalar.Int128", fault.ErrMismatch},
		{"generic wide numbers", member("W", enc([]any{1, nil})), 8, "/W/1", "[]scalar.Int128", fault.ErrMismatch},
		{"packed into pointers", member("BP", enc([]uint8{1, 200})), 8, "/BP/1", "int8", fault.ErrOverflow},
		{"NaN as text", member("J", enc(math.NaN())), 4, "/J", "json.Number", fault.ErrUnsupported},
		{"number from text", member("J", enc("1")), 4, "/J", "json.Number", fault.ErrMismatch},
		{"big from text", member("Bg", enc("x")), 5, "/Bg", "big.Int", fault.ErrMismatch},
		{"big from a float", member("Bg", enc(1.5)), 5, "/Bg", "big.Int", fault.ErrMismatch},
		{"big from long text", member("Bg", enc(strings.Repeat("1", 10001))), 5, "/Bg", "big.Int", fault.ErrLimit},
		{"big from bad text", member("Bg", []byte{0x02, 0x04, 0xFF}), 7, "/Bg", "big.Int", fault.ErrUTF8},
		{"matrix from an array", member("Mx", enc([]int{1})), 5, "/Mx", "beve.Matrix[int8]", fault.ErrMismatch},
		{"matrix overflow", member("Mx", enc(engine.Matrix[int16]{Extents: []int{2}, Data: []int16{1, 300}})), 14, "/Mx/value/1", "int8", fault.ErrOverflow},
		{"an interface with methods", member("I", enc("x")), 4, "/I", "fmt.Stringer", fault.ErrMismatch},
		{"float32 overflow", member("F3", enc(1e300)), 5, "/F3", "float32", fault.ErrOverflow},
		{"float32 inexact", member("F3", enc(1<<24+1)), 5, "/F3", "float32", fault.ErrOverflow},
		{"bad key", []byte{0x03, 0x04, 0x04, 0xFF, 0x00}, 3, "", "engine_test.outer", fault.ErrUTF8},
		{"bad key of a map", member("M", []byte{0x03, 0x04, 0x04, 0xFF, 0x00}), 7, "/M", "string", fault.ErrUTF8},
		{"integer key that does not fit", member("K", []byte{0x2B, 0x04, 0x2C, 0x01, 0x00}), 6, "/K", "int8", fault.ErrOverflow},
		{"integer keys for text", member("M", []byte{0x0B, 0x04, 0x01, 0x00}), 4, "/M", "map[string]engine_test.inner", fault.ErrMismatch},
		{"integer keys for a struct", []byte{0x0B, 0x04, 0x01, 0x00}, 0, "", "engine_test.outer", fault.ErrMismatch},
		{"skipped and malformed", member("nobody", []byte{0x05, 0x08, 0x00, 0x07}), 12, "/nobody/1", "", fault.ErrSyntax},
		{"cut in a key", []byte{0x03, 0x04, 0x14, 'a'}, 2, "", "engine_test.outer", fault.ErrTruncated},
	} {
		err := engine.DecodeOptions{}.Unmarshal(c.data, new(outer))
		e := (*engine.DecodeError)(nil)
		if !errors.As(err, &e) {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if e.Offset != c.offset || string(e.Path) != c.path || e.GoType != c.goType || c.cause != nil && !errors.Is(err, c.cause) {
			t.Errorf("%s: at %d, path %q, Go type %q: %v\nwant  %d, path %q, Go type %q: %v", c.name, e.Offset, e.Path, e.GoType, err, c.offset, c.path, c.goType, c.cause)
		}
		if !strings.HasPrefix(err.Error(), "beve: ") {
			t.Errorf("%s: %v", c.name, err)
		}
	}
	for _, target := range []any{nil, outer{}, (*outer)(nil), 5} {
		if err := (engine.DecodeOptions{}).Unmarshal([]byte{0}, target); !errors.Is(err, fault.ErrUnsupported) {
			t.Errorf("into %T: %v", target, err)
		}
	}
}

func TestEncodeErrorsSayWhereAndWhy(t *testing.T) {
	type holder struct {
		Name string
		V    any `json:"a/b"`
	}
	bad := "\xC3("
	for _, c := range []struct {
		name   string
		v      any
		path   string
		goType string
		cause  error
	}{
		{"a channel", make(chan int), "", "chan int", fault.ErrUnsupported},
		{"a function", holder{V: func() {}}, "/a~1b", "func()", fault.ErrUnsupported},
		{"in a slice", []any{1, []any{nil, make(chan int)}}, "/1/1", "chan int", fault.ErrUnsupported},
		{"in a typed slice", []holder{{}, {V: make(chan int)}}, "/1/a~1b", "chan int", fault.ErrUnsupported},
		{"in an array", [2]any{1, make(chan int)}, "/1", "chan int", fault.ErrUnsupported},
		{"in a map", map[string]any{"k": make(chan int)}, "/k", "chan int", fault.ErrUnsupported},
		{"in an integer-keyed map", map[int8]any{-5: make(chan int)}, "/-5", "chan int", fault.ErrUnsupported},
		{"in a text-keyed map", map[testkit.TextKey]any{5: make(chan int)}, "/(5)", "chan int", fault.ErrUnsupported},
		{"text", bad, "", "string", fault.ErrUTF8},
		{"long text", strings.Repeat("x", 100) + bad, "", "string", fault.ErrUTF8},
		{"text of a field", holder{Name: bad}, "/Name", "string", fault.ErrUTF8},
		{"text in a slice", []string{"ok", bad}, "/1", "string", fault.ErrUTF8},
		{"text in a map", map[string]string{"k": bad}, "/k", "string", fault.ErrUTF8},
		{"a key", map[string]string{bad: "v"}, "/" + bad, "string", fault.ErrUTF8},
		{"a key of another map", map[string]holder{bad: {}}, "/" + bad, "string", fault.ErrUTF8},
		{"keys of a kind that has no form", map[float64]int{1: 1}, "", "map[float64]int", fault.ErrUnsupported},
		{"own error", []any{failsToMarshal{}}, "/0", "engine_test.failsToMarshal", errOwn},
		{"own error of append", holder{V: &failsToAppend{}}, "/a~1b", "engine_test.failsToAppend", errOwn},
		{"own error of text", failsText{}, "", "engine_test.failsText", errOwn},
		{"own error of binary", []failsBinary{{}}, "/0", "engine_test.failsBinary", errOwn},
		{"own error of a key", map[failsKey]int{1: 1}, "/", "engine_test.failsKey", errOwn},
		{"no value", marshalsNothing{}, "", "engine_test.marshalsNothing", fault.ErrSyntax},
		{"two values", marshalsTwo{}, "", "engine_test.marshalsTwo", fault.ErrSyntax},
		{"garbage", []any{marshalsGarbage{}}, "/0", "engine_test.marshalsGarbage", fault.ErrSyntax},
		{"cut", []any{cutsWhatWasThere{}}, "/0", "engine_test.cutsWhatWasThere", fault.ErrSyntax},
		{"nested encode", []any{nestsMarshal{map[string]any{"k": make(chan int)}}}, "/0/k", "chan int", fault.ErrUnsupported},
		{"text that is not UTF-8", []any{badText{}}, "/0", "string", fault.ErrUTF8},
		{"raw", engine.Raw{0x07}, "", "beve.Raw", fault.ErrSyntax},
		{"raw with more", []engine.Raw{{0x00, 0x00}}, "/0", "beve.Raw", fault.ErrTrailing},
		{"raw that is cut", engine.Raw{0x05, 0x04}, "", "beve.Raw", fault.ErrTruncated},
		{"a large integer", new(big.Int).Lsh(big.NewInt(1), 128), "", "big.Int", fault.ErrOverflow},
		{"a small integer", new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(-1), 127), big.NewInt(1)), "", "big.Int", fault.ErrOverflow},
		{"no number", json.Number("x"), "", "json.Number", fault.ErrSyntax},
		{"a large number", json.Number(strings.Repeat("9", 40)), "", "json.Number", fault.ErrOverflow},
		{"a matrix of another size", engine.Matrix[int8]{Extents: []int{2, 2}, Data: []int8{1}}, "", "beve.Matrix[int8]", fault.ErrMismatch},
		{"a negative extent", engine.Matrix[int8]{Extents: []int{-1, -1}, Data: []int8{1}}, "", "beve.Matrix[int8]", fault.ErrMismatch},
		{"extents that overflow", engine.Matrix[int8]{Extents: []int{math.MaxInt, 3}, Data: []int8{1}}, "", "beve.Matrix[int8]", fault.ErrMismatch},
		{"a layout", engine.Matrix[int8]{Layout: 2, Extents: []int{1}, Data: []int8{1}}, "", "beve.Matrix[int8]", fault.ErrMismatch},
		{"a matrix of texts", engine.Matrix[string]{}, "", "beve.Matrix[string]", fault.ErrUnsupported},
		{"a type tag", engine.TypeTag{}, "", "beve.TypeTag", fault.ErrUnsupported},
	} {
		for _, o := range []engine.EncodeOptions{{}, {Deterministic: true}} {
			b, err := o.Append([]byte("kept"), c.v)
			e := (*engine.EncodeError)(nil)
			if !errors.As(err, &e) || string(b) != "kept" {
				t.Errorf("%s: %q, %v", c.name, b, err)
				continue
			}
			if string(e.Path) != c.path || e.GoType != c.goType || !errors.Is(err, c.cause) {
				t.Errorf("%s: path %q, Go type %q: %v\nwant  path %q, Go type %q: %v", c.name, e.Path, e.GoType, err, c.path, c.goType, c.cause)
			}
		}
	}
}

// failsKey is a key whose text fails.
type failsKey int

func (failsKey) MarshalText() ([]byte, error) { return nil, errOwn }

// Types of values that contain themselves.
type (
	selfPointer struct{ Next *selfPointer }
	selfMap     map[string]selfMap
	selfIntMap  map[int]selfIntMap
	selfSlice   []selfSlice
	selfAny     []any
	purePointer *purePointer
	namedMap    map[string]any
)

func TestCyclesEnd(t *testing.T) {
	p := &selfPointer{}
	p.Next = &selfPointer{p}
	m := selfMap{}
	m["m"] = m
	im := selfIntMap{}
	im[1] = im
	s := selfSlice{nil}
	s[0] = s
	a := []any{nil}
	a[0] = a
	am := map[string]any{}
	am["k"] = []any{am}
	nm := namedMap{}
	nm["k"] = nm
	var pp purePointer
	pp = &pp
	var x any
	x = &x
	y := []any{nil}
	y[0] = &y
	for _, v := range []any{p, *p, m, im, s, a, am, nm, pp, &x, x, y, selfAny{a}, map[string]selfMap{"x": m}} {
		for _, o := range []engine.EncodeOptions{{}, {MaxDepth: 20}, {MaxDepth: 1 << 30}, {Deterministic: true}} {
			var err error
			testkit.Within(t, fmt.Sprintf("%T with %+v", v, o), time.Second, func() { _, err = o.Marshal(v) })
			if !errors.Is(err, fault.ErrCycle) && !errors.Is(err, fault.ErrDepth) {
				t.Errorf("%T with %+v: %v", v, o, err)
			}
			if o.MaxDepth > 1000 && !errors.Is(err, fault.ErrCycle) {
				t.Errorf("%T: %v", v, err)
			}
		}
	}
	// The state is as new afterwards.
	if b := enc([]any{1}); len(b) != 4 {
		t.Errorf("% X", b)
	}
	// A value that is only deep, or shared, is not a cycle.
	var list *selfPointer
	for range 400 {
		list = &selfPointer{list}
	}
	shared := []any{1}
	for range 200 {
		shared = []any{shared}
	}
	shared = []any{shared, shared, shared}
	if _, err := (engine.EncodeOptions{}).Marshal([]any{list, shared, list}); err != nil {
		t.Error(err)
	}
	// An interface that holds its own address is replaced, as in encoding/json.
	if err := (engine.DecodeOptions{}).Unmarshal([]byte{0x18}, &x); err != nil || x != true {
		t.Errorf("%v, %v", x, err)
	}
}

func TestInterfacesThatHoldPointersAreFollowed(t *testing.T) {
	in := inner{S: "kept"}
	var x any = &in
	if err := (engine.DecodeOptions{}).Unmarshal(member("I8", enc(5)), &x); err != nil || in.I8 != 5 || in.S != "kept" || x != any(&in) {
		t.Errorf("%+v, %v", in, err)
	}
	var s fmt.Stringer = &url.URL{}
	held := struct{ I fmt.Stringer }{s}
	if err := (engine.DecodeOptions{}).Unmarshal(member("I", enc([]byte("http://x/"))), &held); err != nil || held.I.String() != "http://x/" {
		t.Errorf("%v, %v", held, err)
	}
	if err := (engine.DecodeOptions{}).Unmarshal(member("I", []byte{0}), &held); err != nil || held.I != nil {
		t.Errorf("%v, %v", held, err)
	}
	if err := (engine.DecodeOptions{}).Unmarshal([]byte{0}, &x); err != nil || x != nil {
		t.Errorf("%v, %v", x, err)
	}
}
