// This package against encoding/json: the same results, the same errors, on random
// types and values and on damaged documents.

package json_test

import (
	"bytes"
	"encoding"
	stdjson "encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/beve-org/beve-go/internal/testkit"
	"github.com/beve-org/beve-go/json"
)

// Types with methods of every kind.
type (
	valueMarshaler   struct{ N int }
	pointerMarshaler struct{ N int }
	valueText        struct{ S string }
	pointerText      struct{ S string }
	textNumber       int
	textString       string
	both             struct{ S string }
	embedsMethods    struct{ pointerText }
	failingMarshaler struct{ Bad bool }
	fancyBytes       []byte
	markedByte       byte
	recursive        struct {
		Name string
		Next *recursive
		Many []recursive          `json:",omitempty"`
		Map  map[string]recursive `json:",omitempty"`
	}
	mixed struct {
		A  int     `json:"a"`
		B  string  `json:"b,omitempty"`
		C  float64 `json:"C,string"`
		K  int     `json:"ſize"`
		L  *int    `json:",string"`
		M  *bool   `json:",omitempty,string"`
		S  string  `json:",string"`
		N  json.Number
		NQ json.Number `json:",string"`
		R  json.RawMessage
		T  time.Time
		Z  time.Time `json:",omitzero"`
		I  any
		E  error
		U8 [3]byte
		By []byte
		*embedded
		Embedded
		Inner struct{ X, Y int }
		F32   float32
		Html  string     `json:"<&>"`
		TN    textNumber `json:",string"`
		D     time.Duration
	}
	embedded struct{ Deep, A int }
	Embedded struct {
		Deep2 string
		B     int
	}
)

func (v valueMarshaler) MarshalJSON() ([]byte, error) {
	return fmt.Appendf(nil, ` { "n" : %d , "<": "\u2028" } `, v.N), nil
}
func (v *valueMarshaler) UnmarshalJSON(b []byte) error {
	v.N = len(b)
	return nil
}
func (v *pointerMarshaler) MarshalJSON() ([]byte, error) {
	return strconv.AppendInt(nil, int64(v.N), 10), nil
}
func (v *pointerMarshaler) UnmarshalJSON(b []byte) error {
	return stdjson.Unmarshal(b, &v.N)
}
func (v valueText) MarshalText() ([]byte, error)  { return []byte("<" + v.S + ">"), nil }
func (v *valueText) UnmarshalText(b []byte) error { v.S = string(b); return nil }
func (v *pointerText) MarshalText() ([]byte, error) {
	return []byte(v.S), nil
}
func (v *pointerText) UnmarshalText(b []byte) error {
	if len(b) == 3 {
		return errors.New("three")
	}
	v.S = string(b)
	return nil
}
func (v textNumber) MarshalText() ([]byte, error)  { return fmt.Appendf(nil, "n%d", int(v)), nil }
func (v *textNumber) UnmarshalText(b []byte) error { *v = textNumber(len(b)); return nil }
func (v textString) MarshalText() ([]byte, error)  { return []byte("t" + v), nil }
func (v *textString) UnmarshalText(b []byte) error { *v = textString(b) + "!"; return nil }
func (v both) MarshalJSON() ([]byte, error)        { return stdjson.Marshal(v.S) }
func (v both) MarshalText() ([]byte, error)        { return []byte(v.S), nil }
func (v *both) UnmarshalJSON(b []byte) error       { v.S = "json " + string(b); return nil }
func (v *both) UnmarshalText(b []byte) error       { v.S = "text " + string(b); return nil }
func (v failingMarshaler) MarshalJSON() ([]byte, error) {
	if v.Bad {
		return []byte(`{"a":}`), nil
	}
	return nil, errors.New("failing")
}
func (m markedByte) MarshalText() ([]byte, error) { return []byte{'b', '0' + byte(m)%10}, nil }

var leaves = []reflect.Type{
	reflect.TypeFor[bool](), reflect.TypeFor[int](), reflect.TypeFor[int8](), reflect.TypeFor[int16](), reflect.TypeFor[int32](),
	reflect.TypeFor[int64](), reflect.TypeFor[uint](), reflect.TypeFor[uint8](), reflect.TypeFor[uint16](), reflect.TypeFor[uint64](),
	reflect.TypeFor[uintptr](), reflect.TypeFor[float32](), reflect.TypeFor[float64](), reflect.TypeFor[string](), reflect.TypeFor[any](),
	reflect.TypeFor[[]byte](), reflect.TypeFor[json.Number](), reflect.TypeFor[json.RawMessage](), reflect.TypeFor[time.Time](),
	reflect.TypeFor[time.Duration](), reflect.TypeFor[valueMarshaler](), reflect.TypeFor[pointerMarshaler](), reflect.TypeFor[valueText](),
	reflect.TypeFor[pointerText](), reflect.TypeFor[textNumber](), reflect.TypeFor[textString](), reflect.TypeFor[both](),
	reflect.TypeFor[embedsMethods](), reflect.TypeFor[failingMarshaler](), reflect.TypeFor[fancyBytes](), reflect.TypeFor[[]markedByte](),
	reflect.TypeFor[recursive](), reflect.TypeFor[mixed](), reflect.TypeFor[*mixed](), reflect.TypeFor[map[string]any](),
	reflect.TypeFor[encoding.TextMarshaler](), reflect.TypeFor[json.Marshaler](), reflect.TypeFor[fmt.Stringer](), reflect.TypeFor[complex128](),
	reflect.TypeFor[chan int](), reflect.TypeFor[testkit.Kinds](), reflect.TypeFor[testkit.Maps](), reflect.TypeFor[testkit.Quoted](),
	reflect.TypeFor[testkit.OmitZero](), reflect.TypeFor[testkit.Names](), reflect.TypeFor[map[bool]int](), reflect.TypeFor[map[float64]int](),
	reflect.TypeFor[struct{ pointerText }](), reflect.TypeFor[struct{ *Embedded }](),
}

var keys = []reflect.Type{
	reflect.TypeFor[string](), reflect.TypeFor[int](), reflect.TypeFor[uint8](), reflect.TypeFor[int64](), reflect.TypeFor[textString](),
	reflect.TypeFor[textNumber](), reflect.TypeFor[valueText](), reflect.TypeFor[both](), reflect.TypeFor[pointerText](), reflect.TypeFor[any](),
}

var names = []string{"A", "B", "Ab", "AB", "Name", "Value", "Long_name_of_a_field", "X1", "K", "S", "É"}

var tags = []string{``, ``, ``, `json:"a"`, `json:"name,omitempty"`, `json:",string"`, `json:",omitzero"`, `json:"-"`, `json:"<x>"`,
	`json:",omitempty,string"`, `json:"ab"`, `json:"k"`}

// init leaves out what is of another type-wide meaning in the encoding/json at hand.
func init() {
	leaves = slices.DeleteFunc(leaves, func(t reflect.Type) bool { return !testkit.SameInVersion2(t) })
	keys = slices.DeleteFunc(keys, func(t reflect.Type) bool { return !testkit.SameInVersion2(reflect.MapOf(t, reflect.TypeFor[int]())) })
}

// randomType returns a type that both packages take in the same way, errors included.
func randomType(rng *rand.Rand, depth int) reflect.Type {
	for {
		if t := anyType(rng, depth); testkit.SameInVersion2(t) {
			return t
		}
	}
}

func anyType(rng *rand.Rand, depth int) reflect.Type {
	if depth == 0 || rng.IntN(3) == 0 {
		return leaves[rng.IntN(len(leaves))]
	}
	switch rng.IntN(6) {
	case 0:
		return reflect.PointerTo(randomType(rng, depth-1))
	case 1:
		return reflect.SliceOf(randomType(rng, depth-1))
	case 2:
		return reflect.ArrayOf(rng.IntN(4), randomType(rng, depth-1))
	case 3:
		return reflect.MapOf(keys[rng.IntN(len(keys))], randomType(rng, depth-1))
	}
	var fields []reflect.StructField
	for i, at := range rng.Perm(len(names))[:rng.IntN(len(names))] {
		_ = i
		fields = append(fields, reflect.StructField{Name: names[at], Type: randomType(rng, depth-1), Tag: reflect.StructTag(tags[rng.IntN(len(tags))])})
	}
	return reflect.StructOf(fields)
}

var texts = []string{"", "a", "Hello, World", "three", "<b>&amp;</b>", "é", "日本語のテキスト", "\u2028\u2029", "a\xffb", "\xed\xa0\x80", "quote\"back\\slash",
	"ctl\x00\x1f\n\t\r\b\f\x7f", "1", "-12", "1e5", "null", "true", `"x"`, strings.Repeat("long text, ", 30), strings.Repeat("é", 100), "2021-03-25T21:36:12Z", "😀", "123456789012345678901234567890"}

var floats = []float64{0, math.Copysign(0, -1), 1, -1, 0.1, 1e20, 1e21, 1e-6, 1e-7, 123456789.125, math.MaxFloat64, math.SmallestNonzeroFloat64, 1 << 53, math.NaN(), math.Inf(1), math.MaxFloat32, 3.4e39}

func fill(rng *rand.Rand, v reflect.Value, depth int) {
	if rng.IntN(12) == 0 || depth < 0 {
		return
	}
	switch v.Type() {
	case reflect.TypeFor[time.Time]():
		zone := []*time.Location{time.UTC, time.FixedZone("", 3600*(rng.IntN(60)-30)), time.FixedZone("", rng.IntN(9000))}[rng.IntN(3)]
		v.Set(reflect.ValueOf(time.Unix(rng.Int64N(1<<38)-1<<37, rng.Int64N(1e9)).In(zone)))
		return
	case reflect.TypeFor[json.Number]():
		v.SetString([]string{"", "1", "-0", "1e5", "1.5E-7", "x", "01", "-"}[rng.IntN(8)])
		return
	case reflect.TypeFor[json.RawMessage]():
		v.SetBytes([]byte([]string{"null", " [1, 2 ] ", "{}", "1", `"<a>"`, `{"a" : [ ] }`, "", "x"}[rng.IntN(8)]))
		return
	}
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(rng.IntN(2) == 0)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		v.SetInt(rng.Int64() >> rng.IntN(64) * int64(1-2*rng.IntN(2)))
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		v.SetUint(rng.Uint64() >> rng.IntN(64))
	case reflect.Float32, reflect.Float64:
		if rng.IntN(2) == 0 {
			v.SetFloat(rng.NormFloat64() * math.Pow(10, float64(rng.IntN(40)-20)))
		} else if f := floats[rng.IntN(len(floats))]; rng.IntN(8) == 0 || f-f == 0 {
			v.SetFloat(f)
		}
	case reflect.String:
		v.SetString(texts[rng.IntN(len(texts))])
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(rng, v.Elem(), depth-1)
	case reflect.Slice:
		n := rng.IntN(5)
		v.Set(reflect.MakeSlice(v.Type(), n, n+rng.IntN(3)))
		for i := range v.Cap() {
			fill(rng, v.Slice(0, v.Cap()).Index(i), depth-1)
		}
	case reflect.Array:
		for i := range v.Len() {
			fill(rng, v.Index(i), depth-1)
		}
	case reflect.Map:
		v.Set(reflect.MakeMap(v.Type()))
		for range rng.IntN(4) {
			key, elem := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
			fill(rng, key, depth-1)
			if key.Kind() == reflect.Float64 && key.Float() != key.Float() || key.Kind() == reflect.Interface && (key.IsNil() || !key.Elem().Type().Comparable() || key.Elem().Kind() == reflect.Array || key.Elem().Kind() == reflect.Struct) {
				continue
			}
			fill(rng, elem, depth-1)
			v.SetMapIndex(key, elem)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Field(i).CanSet() {
				fill(rng, v.Field(i), depth-1)
			}
		}
	case reflect.Interface:
		for range 4 {
			held := reflect.New(randomType(rng, 1)).Elem()
			if held.Kind() == reflect.Interface || !held.Type().Implements(v.Type()) {
				continue
			}
			fill(rng, held, depth-2)
			if held.Kind() == reflect.Pointer && held.IsNil() {
				continue
			}
			v.Set(held)
			return
		}
	}
}

// try runs f and turns a panic into an error.
func try(f func() error) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v", r)
		}
	}()
	return f()
}

// sameError holds errors equal: type, text, fields and what they wrap. Addresses
// in values of an error are not compared.
func sameError(a, b error) bool {
	if a == nil || b == nil {
		return a == b
	}
	if reflect.TypeOf(a) != reflect.TypeOf(b) || a.Error() != b.Error() {
		return false
	}
	switch a := a.(type) {
	case *json.UnmarshalTypeError:
		return *a == *b.(*json.UnmarshalTypeError)
	case *json.SyntaxError:
		return a.Offset == b.(*json.SyntaxError).Offset
	case *json.MarshalerError:
		return a.Type == b.(*json.MarshalerError).Type && sameError(a.Err, b.(*json.MarshalerError).Err)
	case *json.UnsupportedTypeError:
		return a.Type == b.(*json.UnsupportedTypeError).Type
	case *json.UnsupportedValueError:
		want := b.(*json.UnsupportedValueError).Value
		return a.Value.IsValid() && want.IsValid() && a.Value.Type() == want.Type()
	}
	return true
}

func checkMarshal(t *testing.T, v any) []byte {
	t.Helper()
	var want, got []byte
	wantErr := try(func() (err error) { want, err = stdjson.Marshal(v); return err })
	gotErr := try(func() (err error) { got, err = json.Marshal(v); return err })
	if sameError(gotErr, wantErr) && bytes.Equal(got, want) || ambiguous(v, gotErr, wantErr) {
		return want
	}
	if !isKnown(disagreement{"Marshal", nil, got, want, gotErr, wantErr}) {
		t.Fatalf("Marshal(%T %+v):\n got %s, %v\nwant %s, %v", v, v, got, gotErr, want, wantErr)
	}
	return want
}

// encoder is what both packages' Encoders do.
type encoder interface {
	Encode(any) error
	SetEscapeHTML(bool)
	SetIndent(prefix, indent string)
}

// checkEncoder compares two values in a row, laid out and escaped in some way.
func checkEncoder(t *testing.T, v any, rng *rand.Rand) {
	t.Helper()
	var got, want bytes.Buffer
	ours, theirs := encoder(json.NewEncoder(&got)), encoder(stdjson.NewEncoder(&want))
	html, indent := rng.IntN(2) == 0, []string{"", "\t", " "}[rng.IntN(3)]
	for _, e := range []encoder{ours, theirs} {
		e.SetEscapeHTML(html)
		e.SetIndent(indent, indent)
	}
	for range 2 {
		gotErr := try(func() error { return ours.Encode(v) })
		wantErr := try(func() error { return theirs.Encode(v) })
		if (!sameError(gotErr, wantErr) || !bytes.Equal(got.Bytes(), want.Bytes())) && !ambiguous(v, gotErr, wantErr) &&
			!isKnown(disagreement{"Encode", nil, got.Bytes(), want.Bytes(), gotErr, wantErr}) {
			t.Fatalf("Encode(%T %+v), html %t, indent %q:\n got %s, %v\nwant %s, %v", v, v, html, indent, &got, gotErr, &want, wantErr)
		}
	}
}

// ambiguous reports whether two errors may come from a map of several entries,
// whose order is random before keys are sorted.
func ambiguous(v any, a, b error) bool {
	return a != nil && b != nil && strings.Contains(reflect.TypeOf(v).String()+fmt.Sprintf("%#v", v), "map[")
}

// target makes a variable of type t, filled by the seed if that is not zero.
func target(t reflect.Type, seed uint64) reflect.Value {
	v := reflect.New(t)
	if seed != 0 {
		fill(rand.New(rand.NewPCG(seed, 5)), v.Elem(), 5)
	}
	return v
}

func checkUnmarshal(t *testing.T, doc []byte, typ reflect.Type, seed uint64) {
	t.Helper()
	want, got := target(typ, seed), target(typ, seed)
	input := bytes.Clone(doc)
	wantErr := try(func() error { return stdjson.Unmarshal(doc, want.Interface()) })
	gotErr := try(func() error { return json.Unmarshal(doc, got.Interface()) })
	if wantErr != nil && strings.HasPrefix(wantErr.Error(), "panic: reflect") && gotErr != nil && !strings.HasPrefix(gotErr.Error(), "panic") {
		return // the row of doc.go about unexported pointers
	}
	if !bytes.Equal(input, doc) {
		t.Fatalf("Unmarshal(%q) into %v writes to its input", input, typ)
	}
	if sameError(gotErr, wantErr) && testkit.Equal(got.Interface(), want.Interface()) {
		return
	}
	if !isKnown(disagreement{"Unmarshal", doc, got.Interface(), want.Interface(), gotErr, wantErr}) {
		t.Fatalf("Unmarshal(%q) into %v (seed %d):\n got %+v, %#v %v\nwant %+v, %#v %v", doc, typ, seed, got.Elem(), gotErr, gotErr, want.Elem(), wantErr, wantErr)
	}
}

// damage changes a document in a few places.
func damage(rng *rand.Rand, doc []byte) []byte {
	doc = bytes.Clone(doc)
	for range 1 + rng.IntN(3) {
		if len(doc) == 0 {
			return doc
		}
		at := rng.IntN(len(doc))
		switch rng.IntN(7) {
		case 0:
			doc = doc[:at]
		case 1:
			doc[at] = byte(rng.Uint32())
		case 2:
			const marks = `{}[]:,"\0123456789.-+eE tfn` + "\n\x80\xff"
			doc[at] = marks[rng.IntN(len(marks))]
		case 3:
			end := at + rng.IntN(min(len(doc)-at, 20)+1)
			doc = append(doc[:at:at], doc[end:]...)
		case 4:
			end := at + rng.IntN(min(len(doc)-at, 30)+1)
			doc = append(doc[:end:end], doc[at:]...)
		default:
			pieces := []string{"null", "true", "-1", "1e400", "1.5", `"x"`, "[]", "{}", "[1,2,3,4,5,6]", `{"a":1,"A":"2","name":[]}`, " ", "\n\t", `"\u00e9\ud83d\ude00\ud800"`,
				"9223372036854775808", `"1"`, `""`, `"null"`, "256", "-129", `"AQI="`, `"tru"`, "[[[[]]]]", ",", `"2021-03-25T21:36:12Z"`, `"n12"`, `"three"`, `"\/\b\u0041"`, `{"null":null,"1":true}`, `"\"null\""`,
				`"+1"`, `"-01"`, `"1 "`, `"0x1p4"`, `"1_0"`, `".5"`, `"5."`, `"+Inf"`, `"NaN"`}
			piece := pieces[rng.IntN(len(pieces))]
			end := at
			if rng.IntN(2) == 0 {
				end = at + bytes.IndexAny(append(bytes.Clone(doc[at:]), ','), ",]}:")
			}
			doc = append(append(doc[:at:at], piece...), doc[min(end, len(doc)):]...)
		}
	}
	return doc
}

// checkSeed runs everything for one seed.
func checkSeed(t *testing.T, seed uint64) {
	rng := rand.New(rand.NewPCG(seed, 1))
	typ := randomType(rng, 3)
	v := reflect.New(typ)
	fill(rng, v.Elem(), 6)
	doc := checkMarshal(t, v.Elem().Interface())
	if again := checkMarshal(t, v.Interface()); again != nil {
		doc = again
	}
	checkEncoder(t, v.Interface(), rng)
	if doc == nil {
		doc = []byte(`{"a":[1,{"Name":"x","K":null}],"B":true}`)
	}
	into := typ
	for range 6 {
		checkUnmarshal(t, doc, into, uint64(rng.IntN(3))*seed)
		checkText(t, doc)
		doc = damage(rng, doc)
		if rng.IntN(4) == 0 {
			into = randomType(rng, 2)
		}
	}
	checkStream(t, append(append(bytes.Clone(doc), ' '), checkable(rng)...), into, rng)
}

func checkable(rng *rand.Rand) string {
	return []string{"1 2", `{"a":[]} [] "x"null`, "[1,", "", "nul", "\n\n"}[rng.IntN(6)]
}

// checkText compares what needs no Go type.
func checkText(t *testing.T, doc []byte) {
	t.Helper()
	if got, want := json.Valid(doc), stdjson.Valid(doc); got != want {
		t.Fatalf("Valid(%q) = %t", doc, got)
	}
	var got, want any
	gotErr, wantErr := json.Unmarshal(doc, &got), stdjson.Unmarshal(doc, &want)
	if (!sameError(gotErr, wantErr) || !reflect.DeepEqual(got, want)) && !isKnown(disagreement{"Unmarshal", doc, got, want, gotErr, wantErr}) {
		t.Fatalf("Unmarshal(%q) into any: %v, %v, want %v, %v", doc, got, gotErr, want, wantErr)
	}
	for name, pair := range map[string][2]func(*bytes.Buffer, []byte) error{
		"Compact": {json.Compact, stdjson.Compact},
		"Indent": {func(b *bytes.Buffer, s []byte) error { return json.Indent(b, s, ">", "\t ") },
			func(b *bytes.Buffer, s []byte) error { return stdjson.Indent(b, s, ">", "\t ") }},
		"HTMLEscape": {func(b *bytes.Buffer, s []byte) error { json.HTMLEscape(b, s); return nil },
			func(b *bytes.Buffer, s []byte) error { stdjson.HTMLEscape(b, s); return nil }},
	} {
		got, want := bytes.NewBufferString("x"), bytes.NewBufferString("x")
		gotErr, wantErr := pair[0](got, doc), pair[1](want, doc)
		if (!sameError(gotErr, wantErr) || got.String() != want.String()) && !isKnown(disagreement{name, doc, got.Bytes(), want.Bytes(), gotErr, wantErr}) {
			t.Fatalf("%s(%q) = %q, %v, want %q, %v", name, doc, got, gotErr, want, wantErr)
		}
	}
}

// decoder is what both packages' Decoders do.
type decoder interface {
	Decode(any) error
	Token() (json.Token, error)
	More() bool
	InputOffset() int64
	Buffered() io.Reader
	UseNumber()
	DisallowUnknownFields()
}

var errBroken = errors.New("broken")

// checkStream compares a random walk over a stream.
func checkStream(t *testing.T, doc []byte, typ reflect.Type, rng *rand.Rand) {
	t.Helper()
	reader := func() io.Reader { return bytes.NewReader(doc) }
	switch rng.IntN(4) {
	case 0:
		reader = func() io.Reader { return iotest.OneByteReader(bytes.NewReader(doc)) }
	case 1:
		reader = func() io.Reader { return iotest.DataErrReader(bytes.NewReader(doc)) }
	case 2:
		reader = func() io.Reader { return io.MultiReader(bytes.NewReader(doc), iotest.ErrReader(errBroken)) }
	}
	ours, theirs := decoder(json.NewDecoder(reader())), decoder(stdjson.NewDecoder(reader()))
	if rng.IntN(3) == 0 {
		ours.UseNumber()
		theirs.UseNumber()
	}
	if rng.IntN(3) == 0 {
		ours.DisallowUnknownFields()
		theirs.DisallowUnknownFields()
	}
	var log []string
	failed := 0
	for range 30 {
		var got, want any
		var gotErr, wantErr error
		same := true
		switch step := rng.IntN(8); {
		case step < 5:
			log = append(log, "Token")
			got, gotErr = ours.Token()
			want, wantErr = theirs.Token()
		case step == 5:
			log = append(log, "More")
			got, want = ours.More(), theirs.More()
		case step == 6:
			log = append(log, "Decode")
			gotErr, wantErr = ours.Decode(&got), theirs.Decode(&want)
		default:
			log = append(log, "Decode into "+typ.String())
			g, w := reflect.New(typ), reflect.New(typ)
			gotErr, wantErr = try(func() error { return ours.Decode(g.Interface()) }), try(func() error { return theirs.Decode(w.Interface()) })
			same = testkit.Equal(g.Interface(), w.Interface())
		}
		if !same || !sameError(gotErr, wantErr) || !reflect.DeepEqual(got, want) {
			call, _, _ := strings.Cut(log[len(log)-1], " ")
			if isKnown(disagreement{call, doc, got, want, gotErr, wantErr}) {
				return // what follows stands on what differs
			}
			t.Fatalf("%q after %q: got %v, %v, want %v, %v (values are the same: %t)", doc, log, got, gotErr, want, wantErr, same)
		}
		if testkit.Version2 && gotErr != nil {
			return // errors are final there
		}
		if ours.InputOffset() != theirs.InputOffset() {
			t.Fatalf("%q after %q: at %d, want %d", doc, log, ours.InputOffset(), theirs.InputOffset())
		}
		a, _ := io.ReadAll(ours.Buffered())
		b, _ := io.ReadAll(theirs.Buffered())
		if !bytes.HasPrefix(a, b) && !bytes.HasPrefix(b, a) && !isKnown(disagreement{"Buffered", doc, a, b, nil, nil}) {
			t.Fatalf("%q after %q: buffered %q, want %q", doc, log, a, b)
		}
		if gotErr != nil {
			if failed++; failed == 3 {
				return
			}
		}
	}
}

func TestAgreesWithEncodingJSON(t *testing.T) {
	n := 20_000
	switch {
	case testkit.Slow:
		n = 500
	case testing.Short():
		n = 2000
	}
	for seed := range uint64(n) {
		checkSeed(t, seed+1)
		if t.Failed() {
			t.Fatalf("seed %d", seed+1)
		}
	}
	// Differences that are rare.
	checkUnmarshal(t, []byte(`{"null":1}`), reflect.TypeFor[map[int]int](), 0)
	checkUnmarshal(t, []byte(`{"C":"1","S":"\"null\""}`), reflect.TypeFor[mixed](), 3)
	checkUnmarshal(t, []byte(`{"C":".5"}`), reflect.TypeFor[mixed](), 0)
	checkUnmarshal(t, []byte(`{"NQ":"0x10"}`), reflect.TypeFor[mixed](), 0)
	checkText(t, []byte("1\n "))
	checkEncoder(t, []encoding.TextMarshaler{both{"<"}}, rand.New(rand.NewPCG(1, 1)))
	for _, row := range differences {
		if testkit.Version2 && row.covers != nil && row.seen == 0 && !testing.Short() {
			t.Errorf("no disagreement is one of %s", row.where)
		}
		t.Logf("%d disagreements: %s", row.seen, row.where)
	}
}

func FuzzDifferential(f *testing.F) {
	for seed := range uint64(8) {
		f.Add(seed, []byte(`{"a":[1,2.5,"x"],"Name":null}`))
	}
	f.Fuzz(func(t *testing.T, seed uint64, doc []byte) {
		checkSeed(t, seed)
		rng := rand.New(rand.NewPCG(seed, 2))
		typ := randomType(rng, 3)
		checkUnmarshal(t, doc, typ, seed%2*seed)
		checkText(t, doc)
		checkStream(t, doc, typ, rng)
	})
}

func TestZooMarshalsAsWithEncodingJSON(t *testing.T) {
	for _, v := range append(testkit.Zoo(), testkit.ZooBeyondJSON()...) {
		if !testkit.SameInVersion2(reflect.TypeOf(v)) {
			continue
		}
		doc := checkMarshal(t, v)
		if doc == nil {
			continue
		}
		typ := reflect.TypeOf(v)
		for typ.Kind() == reflect.Pointer {
			typ = typ.Elem()
		}
		checkUnmarshal(t, doc, typ, 0)
		rng := rand.New(rand.NewPCG(1, 2))
		for range 200 {
			checkUnmarshal(t, damage(rng, doc), typ, uint64(rng.IntN(2)))
		}
	}
}

// TestEveryTokenIntoEveryKind reads what a value may be into fields of every kind, with the option "string" and without.
func TestEveryTokenIntoEveryKind(t *testing.T) {
	tokens := []string{"null", "true", "false", "0", "-0", "1", "-1", "1.5", "256", "1e2", "1e400", "-1E400", "1e-400", "9223372036854775808", "18446744073709551616", "1" + strings.Repeat("0", 400),
		`""`, `"1"`, `"1.5"`, `"null"`, `"true"`, `"x"`, `"1e400"`, `"\"x\""`, `"AQI="`, "[]", "[1]", "{}", `{"A":1}`}
	types := []reflect.Type{
		reflect.TypeFor[bool](), reflect.TypeFor[int8](), reflect.TypeFor[int](), reflect.TypeFor[uint8](), reflect.TypeFor[uint64](), reflect.TypeFor[uintptr](),
		reflect.TypeFor[float32](), reflect.TypeFor[float64](), reflect.TypeFor[string](), reflect.TypeFor[json.Number](), reflect.TypeFor[[]byte](), reflect.TypeFor[[]int](),
		reflect.TypeFor[[2]int](), reflect.TypeFor[map[string]int](), reflect.TypeFor[struct{ A int }](), reflect.TypeFor[any](), reflect.TypeFor[time.Time](), reflect.TypeFor[textNumber](),
	}
	for _, of := range types {
		for _, typ := range []reflect.Type{of, reflect.PointerTo(of), reflect.PointerTo(reflect.PointerTo(of))} {
			for _, tag := range []reflect.StructTag{``, `json:",string"`} {
				into := reflect.StructOf([]reflect.StructField{{Name: "F", Type: typ, Tag: tag}, {Name: "G", Type: reflect.TypeFor[int]()}})
				for _, token := range tokens {
					for seed := range uint64(3) {
						checkUnmarshal(t, []byte(`{"F":`+token+`,"G":"wrong","F": `+token+` }`), into, seed)
					}
				}
			}
		}
	}
}
