package plan

import (
	"bytes"
	"encoding"
	"encoding/json"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/beve-org/beve-go/internal/testkit"
)

// This file holds plans against encoding/json itself: what it writes must be what the plan says.

var jsonTag = []string{"json"}

// member is one member of a JSON object, as written.
type member struct {
	name string
	text string
}

// jsonMembers returns the members that encoding/json writes for v, in order.
func jsonMembers(t *testing.T, v any) []member {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatalf("%T: %v", v, err)
	}
	d := json.NewDecoder(bytes.NewReader(text))
	if start, err := d.Token(); err != nil || start != json.Delim('{') {
		t.Fatalf("%T: encoding/json writes no object: %s", v, text)
	}
	var members []member
	for d.More() {
		name, err := d.Token()
		if err != nil {
			t.Fatal(err)
		}
		var raw json.RawMessage
		if err := d.Decode(&raw); err != nil {
			t.Fatal(err)
		}
		members = append(members, member{name.(string), string(raw)})
	}
	return members
}

// checkAgainstJSON compares the members of the struct v with its plan.
func checkAgainstJSON(t *testing.T, v any) {
	t.Helper()
	rv := reflect.ValueOf(v)
	s, err := Of(rv.Type(), jsonTag)
	if err != nil {
		t.Errorf("%T: %v", v, err)
		return
	}
	got := jsonMembers(t, v)
	if !s.MayOmit && len(got) != len(s.Fields) {
		t.Errorf("%T: MayOmit is false and %d of %d members are written", v, len(got), len(s.Fields))
	}
	var names []string
	for i := range s.Fields {
		f := &s.Fields[i]
		fv, ok := walk(rv, f.Index)
		if ok && fv.Type() != f.Type {
			t.Errorf("%T.%s: Type is %v, and Index leads to %v", v, f.GoName, f.Type, fv.Type())
		}
		if !ok && !f.ThroughPointer {
			t.Errorf("%T.%s: a nil pointer is on the way, and ThroughPointer is false", v, f.GoName)
		}
		if !ok || f.OmitEmpty && isEmpty(fv) || f.OmitZero && isZero(f, fv) {
			continue
		}
		if n := len(names); n < len(got) && got[n].name == f.Name {
			checkText(t, v, f, fv, got[n].text)
		}
		names = append(names, f.Name)
	}
	var want []string
	for _, m := range got {
		want = append(want, m.name)
	}
	if !slices.Equal(names, want) {
		t.Errorf("%T: plan has members %q, encoding/json writes %q", v, names, want)
	}
}

// checkText checks that the text of a member is that of its field, quoted if the plan says so.
func checkText(t *testing.T, v any, f *Field, fv reflect.Value, text string) {
	t.Helper()
	if !fv.CanInterface() {
		if !f.Unexported {
			t.Errorf("%T.%s: cannot be read, and Unexported is false", v, f.GoName)
		}
		return
	}
	plain, err := json.Marshal(fv.Interface())
	if err != nil {
		t.Fatal(err)
	}
	want := string(plain)
	_, isText := fv.Interface().(encoding.TextMarshaler)
	if f.Quoted && !isText && want != "null" {
		quoted, err := json.Marshal(want)
		if err != nil {
			t.Fatal(err)
		}
		want = string(quoted)
	}
	// Escapes may be spelled in two ways when a string is quoted twice.
	if text != want && !sameString(text, want) {
		t.Errorf("%T.%s: encoding/json writes %s, want %s", v, f.GoName, text, want)
	}
}

func sameString(a, b string) bool {
	var x, y string
	return json.Unmarshal([]byte(a), &x) == nil && json.Unmarshal([]byte(b), &y) == nil && x == y
}

// walk follows index from v, and fails at a nil pointer.
func walk(v reflect.Value, index []int) (reflect.Value, bool) {
	for _, i := range index {
		if v.Kind() == reflect.Pointer {
			if v.IsNil() {
				return v, false
			}
			v = v.Elem()
		}
		v = v.Field(i)
	}
	return v, true
}

func isEmpty(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.Array, reflect.Map, reflect.Slice, reflect.String:
		return v.Len() == 0
	case reflect.Struct, reflect.Complex64, reflect.Complex128:
		return false
	}
	return v.IsZero()
}

// isZero asks as f.Zero says.
func isZero(f *Field, v reflect.Value) bool {
	switch f.Zero {
	case ZeroByValue:
		return v.Interface().(testkit.Zeroer).IsZero()
	case ZeroByAddress:
		box := reflect.New(v.Type())
		box.Elem().Set(v)
		return box.Interface().(testkit.Zeroer).IsZero()
	case ZeroByPointer:
		return v.IsNil() || v.Interface().(testkit.Zeroer).IsZero()
	case ZeroByInterface:
		return v.IsNil() || v.Elem().Kind() == reflect.Pointer && v.Elem().IsNil() || v.Interface().(testkit.Zeroer).IsZero()
	}
	return v.IsZero()
}

// isObject reports whether encoding/json writes values of t as a struct.
func isObject(t reflect.Type) bool {
	return t.Kind() == reflect.Struct &&
		!t.Implements(reflect.TypeFor[encoding.TextMarshaler]()) && !t.Implements(reflect.TypeFor[json.Marshaler]())
}

// checkType holds the zero value, a full one and some random ones of t against encoding/json.
func checkType(t *testing.T, rng *rand.Rand, typ reflect.Type) {
	t.Helper()
	checkAgainstJSON(t, reflect.Zero(typ).Interface())
	checkAgainstJSON(t, testkit.FullValue(rng, typ).Interface())
	for range 3 {
		checkAgainstJSON(t, testkit.RandomValue(rng, typ).Interface())
	}
}

func TestZooMatchesEncodingJSON(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	structs := 0
	for _, v := range testkit.Zoo() {
		typ := reflect.TypeOf(v)
		if typ.Kind() == reflect.Pointer || !testkit.SameInVersion2(typ) {
			continue
		}
		if isObject(typ) {
			structs++
			checkAgainstJSON(t, v)
			checkType(t, rng, typ)
		}
	}
	if structs < 90 {
		t.Errorf("only %d structs in the zoo", structs)
	}
}

func TestRandomStructsMatchEncodingJSON(t *testing.T) {
	members, visible := 0, 0
	seeds := uint64(2500)
	if testkit.Version2 {
		seeds *= 8 // most types are left out for one malformed tag
	}
	for seed := range seeds {
		rng := rand.New(rand.NewPCG(seed, 5))
		typ := testkit.RandomStruct(rng, 2)
		if !testkit.SameInVersion2(typ) {
			continue
		}
		if !isObject(typ) {
			t.Fatalf("%v has methods", typ)
		}
		checkType(t, rng, typ)
		s, err := Of(typ, jsonTag)
		if err != nil {
			t.Fatal(err)
		}
		members += len(s.Fields)
		for _, f := range reflect.VisibleFields(typ) {
			if f.IsExported() && !f.Anonymous {
				visible++
			}
		}
		if t.Failed() {
			t.Fatalf("seed %d", seed)
		}
	}
	// The test means little unless many members are there and many are lost to conflicts.
	if members < 5000 || visible < members+500 {
		t.Errorf("%d members of %d visible fields", members, visible)
	}
}
