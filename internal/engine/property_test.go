// What must hold for every type and value: tried on the zoo and on random ones.

package engine_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"net/netip"
	"reflect"
	"strings"
	"testing"
	"time"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/internal/testkit"
	"github.com/beve-org/beve-go/scalar"
	"github.com/beve-org/beve-go/wire"
)

// randomTypes returns n types with a seed that names them.
func randomTypes(n int, seed uint64) []reflect.Type {
	rng := rand.New(rand.NewPCG(seed, 77))
	types := make([]reflect.Type, n)
	for i := range types {
		types[i] = testkit.RandomType(rng, 1+rng.IntN(3))
	}
	return types
}

// holds reports whether a type mentions one that f is true of.
func holds(t reflect.Type, f func(reflect.Type) bool) bool {
	seen := map[reflect.Type]bool{}
	var walk func(reflect.Type) bool
	walk = func(t reflect.Type) bool {
		if seen[t] {
			return false
		}
		seen[t] = true
		if f(t) {
			return true
		}
		switch t.Kind() {
		case reflect.Pointer, reflect.Slice, reflect.Array:
			return walk(t.Elem())
		case reflect.Map:
			return walk(t.Elem()) || walk(t.Key())
		case reflect.Struct:
			for i := range t.NumField() {
				if walk(t.Field(i).Type) {
					return true
				}
			}
		}
		return false
	}
	return walk(t)
}

func isOneOf(types ...reflect.Type) func(reflect.Type) bool {
	return func(t reflect.Type) bool {
		for _, x := range types {
			if t == x {
				return true
			}
		}
		return false
	}
}

// tidy changes a value, in place, into one that survives a round trip. What it
// changes are the exceptions from "what is written is read":
//
//   - A json.Number that is not an integer of 128 bits is a float64, and comes back in
//     the shortest text of that.
//   - An integer in an interface is an int64 or a uint64 afterwards; random
//     interfaces hold only what keeps its type, but for []any and map[string]any
//     that are nil or hold arrays that would come back typed: random values have none.
//   - An interface with methods cannot be read, for nothing says into which type.
//   - A big.Int of more than 128 bits cannot be written.
//   - Members that are left out come back as what the target held, so zero: a
//     slice that is empty and omitted is nil, and so are pointers to structs whose
//     members all clash. Compare loosely, and by bytes.
//   - A pointer to a nil pointer, slice, map or interface is null, and so nil.
//   - A time has its instant and its offset, but no name of a zone.
func tidy(v reflect.Value) {
	switch v.Type() {
	case reflect.TypeFor[json.Number]():
		if v.CanSet() {
			v.SetString(fmt.Sprint(len(v.String()) * 1000))
		}
		return
	case reflect.TypeFor[big.Int]():
		if b := v.Addr().Interface().(*big.Int); v.CanSet() && b.BitLen() > 127 {
			b.Rsh(b, uint(b.BitLen()-127))
		}
		return
	}
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			tidy(v.Elem())
		}
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			tidy(v.Index(i))
		}
	case reflect.Map:
		for _, key := range v.MapKeys() {
			elem := reflect.New(v.Type().Elem()).Elem()
			elem.Set(v.MapIndex(key))
			tidy(elem)
			v.SetMapIndex(key, elem)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			tidy(v.Field(i))
		}
	case reflect.Interface:
		if v.NumMethod() > 0 && v.CanSet() {
			v.SetZero()
		}
	}
}

// tidied tidies the value that p points to and returns p.
func tidied(p reflect.Value) reflect.Value {
	tidy(p.Elem())
	return p
}

// randomPointer returns a pointer to a random tidy value.
func randomPointer(rng *rand.Rand, t reflect.Type) reflect.Value {
	v := testkit.RandomValue(rng, t)
	tidy(v)
	return nilled(v).Addr()
}

// locked reports whether a decode has to fail because of an embedded pointer to
// an unexported struct.
func locked(err error) bool {
	return errors.Is(err, beve.ErrUnsupported) && strings.Contains(err.Error(), "unexported")
}

// unwritable reports whether an error is about what no message can hold.
func unwritable(err error) bool {
	return errors.Is(err, beve.ErrOverflow) && strings.Contains(err.Error(), "128 bits") || errors.Is(err, beve.ErrDepth)
}

// checkRoundTrip encodes what p points to, decodes it, and compares: values
// loosely, because nil and empty may be the same when a member is left out, and
// bytes exactly.
func checkRoundTrip(t *testing.T, p reflect.Value, e beve.EncodeOptions, d beve.DecodeOptions) []byte {
	t.Helper()
	e.Deterministic = true
	b, err := e.Marshal(p.Interface())
	if err != nil {
		if !unwritable(err) {
			t.Fatalf("%v: %+v: %v", p.Type(), p.Elem(), err)
		}
		return nil
	}
	if !beve.Valid(b) {
		t.Fatalf("%v: %+v: % X is not valid", p.Type(), p.Elem(), b)
	}
	again := reflect.New(p.Type().Elem())
	if err := d.Unmarshal(b, again.Interface()); err != nil {
		if !locked(err) {
			t.Fatalf("%v: %+v: % X: %v", p.Type(), p.Elem(), b, err)
		}
		return b
	}
	c, err := e.Marshal(again.Interface())
	if err == nil && (hasIgnored(p.Type()) || forgetsEmpty(p.Type())) && !bytes.Equal(b, c) {
		// Without what is not written, more may be left out; but nothing that is.
		third := reflect.New(p.Type().Elem())
		if err := d.Unmarshal(c, third.Interface()); err == nil && testkit.EqualLoose(third.Elem().Interface(), again.Elem().Interface()) {
			return b
		}
	}
	if err == nil && hasOption(p.Type(), "omitzero") && holdsNegativeZero(b) {
		// For omitzero, as for encoding/json, a negative zero is zero: it may take
		// the struct around it with it once the rest is gone.
		return b
	}
	if (err != nil || !bytes.Equal(b, c)) && !leavesOut(p.Type()) {
		t.Fatalf("%v: %+v\nis % X\nthen % X, %v", p.Type(), p.Elem(), b, c, err)
	}
	return b
}

func TestRandomValuesRoundTrip(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for i, typ := range randomTypes(1500, 1) {
		for range 4 {
			p := randomPointer(rng, typ)
			b := checkRoundTrip(t, p, beve.EncodeOptions{}, beve.DecodeOptions{})
			if b == nil {
				continue
			}
			again := reflect.New(typ)
			if err := beve.Unmarshal(b, again.Interface()); err != nil || hasIgnored(typ) || leavesOut(typ) {
				continue
			}
			if !testkit.EqualLoose(nilled(again.Elem()).Interface(), nilled(p.Elem()).Interface()) {
				t.Fatalf("type %d, %v: got %+v, want %+v", i, typ, again.Elem(), p.Elem())
			}
		}
	}
}

// hasIgnored reports whether a type has fields that are not written: those of the
// tag "-" and those whose names clash. The struct says so by having more fields
// than members, which its own JSON counts best; here it is told by the tags, and by
// embedding, which is where names clash.
func hasIgnored(t reflect.Type) bool {
	return holds(t, func(t reflect.Type) bool {
		if t.Kind() != reflect.Struct || t.PkgPath() == "time" || t.PkgPath() == "math/big" || t.PkgPath() == "net/netip" {
			return false
		}
		names := map[string]bool{}
		for i := range t.NumField() {
			f := t.Field(i)
			name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
			if other, ok := f.Tag.Lookup("beve"); ok {
				name, _, _ = strings.Cut(other, ",")
			}
			if name == "" {
				name = f.Name
			}
			if f.Anonymous || f.Tag.Get("json") == "-" || names[name] || strings.ContainsAny(f.Tag.Get("json"), "`\"\\'") {
				return true
			}
			names[name] = true
		}
		return false
	})
}

// forgetsEmpty reports whether a type can lose an empty map or slice to omitempty,
// which comes back as nil, and with it what makes a struct around it not zero for
// omitzero.
func forgetsEmpty(t reflect.Type) bool { return hasOption(t, "omitempty") && hasOption(t, "omitzero") }

// hasOption reports whether a tag anywhere in a type has an option.
func hasOption(t reflect.Type, name string) bool {
	return holds(t, func(t reflect.Type) bool {
		if t.Kind() != reflect.Struct {
			return false
		}
		for i := range t.NumField() {
			if strings.Contains(string(t.Field(i).Tag), name) {
				return true
			}
		}
		return false
	})
}

// holdsNegativeZero reports whether a message may have a negative zero.
func holdsNegativeZero(b []byte) bool {
	return bytes.Contains(b, wire.AppendFloat64(nil, math.Copysign(0, -1))[1:]) ||
		bytes.Contains(b, wire.AppendFloat32(nil, float32(math.Copysign(0, -1)))[1:])
}

// leavesOut reports whether a type has a field whose IsZero method lies: members
// that are left out come back as Go's zero, not as the method's.
func leavesOut(t reflect.Type) bool {
	return holds(t, isOneOf(reflect.TypeFor[testkit.ZeroByValue](), reflect.TypeFor[testkit.ZeroByPointer](), reflect.TypeFor[testkit.Zeroer]()))
}

// nilled returns a copy in which pointers that lead to nothing are nil.
func nilled(v reflect.Value) reflect.Value {
	c := reflect.New(v.Type()).Elem()
	c.Set(v)
	if v.Type().PkgPath() == "time" || v.Type() == reflect.TypeFor[big.Int]() || v.Type() == reflect.TypeFor[netip.Addr]() {
		return c
	}
	switch v.Kind() {
	case reflect.Pointer:
		if v.IsNil() {
			return c
		}
		elem := nilled(v.Elem())
		switch elem.Kind() {
		case reflect.Pointer, reflect.Map, reflect.Slice, reflect.Interface:
			if elem.IsNil() {
				c.SetZero()
				return c
			}
		}
		c.Set(reflect.New(elem.Type()).Convert(v.Type()))
		c.Elem().Set(elem)
	case reflect.Slice:
		if !v.IsNil() {
			c.Set(reflect.MakeSlice(v.Type(), v.Len(), v.Len()))
			for i := range v.Len() {
				c.Index(i).Set(nilled(v.Index(i)))
			}
		}
	case reflect.Array:
		for i := range v.Len() {
			c.Index(i).Set(nilled(v.Index(i)))
		}
	case reflect.Map:
		if !v.IsNil() {
			c.Set(reflect.MakeMap(v.Type()))
			for it := v.MapRange(); it.Next(); {
				c.SetMapIndex(it.Key(), nilled(it.Value()))
			}
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if c.Field(i).CanSet() {
				c.Field(i).Set(nilled(v.Field(i)))
				if strings.Contains(string(v.Type().Field(i).Tag), "omit") && c.Field(i).IsZero() {
					c.Field(i).SetZero() // negative zero is left out, like zero
				}
			}
		}
	}
	return c
}

func TestZooRoundTrips(t *testing.T) {
	options := []beve.EncodeOptions{{}, {FixedWidth: true}, {Aligned: true}, {OmitNil: true}, {Time: beve.TimeUnixNano}, {Time: beve.TimeDraft}, {Extended: true}, {Extended: true, MinTableRows: 1, FixedWidth: true},
		{Framing: true}, {StructTag: "json"}, {StructTag: "other"}, {FixedWidth: true, Aligned: true, OmitNil: true, Framing: true}}
	for _, v := range testkit.Zoo() {
		p := reflect.New(reflect.TypeOf(v))
		p.Elem().Set(reflect.ValueOf(v))
		v = tidied(p).Elem().Interface()
		for _, o := range options {
			o.Deterministic = true
			if b, err := o.Marshal(v); err != nil {
				inTime := o.Time != beve.TimeRFC3339 && errors.Is(err, beve.ErrOverflow) // the zero time
				if !unwritable(err) && !inTime {
					t.Errorf("%T with %+v: %v", v, o, err)
				}
			} else if again, err := o.Marshal(p.Interface()); err != nil || !bytes.Equal(b, again) {
				t.Errorf("%T with %+v: % X by value, % X by pointer, %v", v, o, b, again, err)
			} else if !holds(p.Type(), isOneOf(reflect.TypeFor[fmt.Stringer](), reflect.TypeFor[testkit.Iface](), reflect.TypeFor[testkit.Zeroer](), reflect.TypeFor[testkit.Holder]())) {
				q := p
				if o.OmitNil {
					q = reflect.New(p.Type().Elem())
					q.Elem().Set(nilled(p.Elem()))
				}
				checkRoundTrip(t, q, o, beve.DecodeOptions{StructTag: o.StructTag})
			}
		}
	}
}

func TestEveryWayOfEncodingGivesTheSameBytes(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	o := beve.EncodeOptions{Deterministic: true}
	check := func(v any) {
		want, err := o.Marshal(v)
		if err != nil {
			return
		}
		for range 3 {
			if again, err := o.Marshal(v); err != nil || !bytes.Equal(again, want) {
				t.Fatalf("%T: not deterministic: % X, then % X, %v", v, want, again, err)
			}
		}
		prefix := []byte("prefix")
		if b, err := o.Append(prefix, v); err != nil || !bytes.Equal(b, append(prefix, want...)) {
			t.Fatalf("%T: Append: % X, %v", v, b, err)
		}
		var w bytes.Buffer
		enc := beve.NewEncoder(&w)
		enc.SetOptions(o)
		if err := enc.Encode(v); err != nil || !bytes.Equal(w.Bytes(), want) {
			t.Fatalf("%T: Encode: % X, %v", v, w.Bytes(), err)
		}
		if b, err := enc.Marshal(v); err != nil || !bytes.Equal(b, want) {
			t.Fatalf("%T: Encoder.Marshal: % X, %v", v, b, err)
		}
		lease, err := o.MarshalZeroCopy(v)
		if err != nil || !bytes.Equal(lease.Bytes(), want) {
			t.Fatalf("%T: MarshalZeroCopy: % X, %v", v, lease.Bytes(), err)
		}
		lease.Release()
		c := beve.CodecWith[any](o, beve.DecodeOptions{})
		if b, err := c.Marshal(&v); err != nil || !bytes.Equal(b, want) {
			t.Fatalf("%T: Codec[any].Marshal: % X, %v", v, b, err)
		}
		if b, err := c.Append(prefix, &v); err != nil || !bytes.Equal(b, append(prefix, want...)) {
			t.Fatalf("%T: Codec[any].Append: % X, %v", v, b, err)
		}
		if b, err := o.Marshal([]any{v}); err != nil || !bytes.Equal(b, append([]byte{0x05, 0x04}, want...)) {
			t.Fatalf("%T: in an interface: % X, %v", v, b, err)
		}
		p := reflect.New(reflect.TypeOf(v))
		p.Elem().Set(reflect.ValueOf(v))
		if b, err := o.Marshal(p.Interface()); err != nil || !bytes.Equal(b, want) {
			t.Fatalf("%T: by pointer: % X, %v; want % X", v, b, err, want)
		}
	}
	for _, v := range testkit.Zoo() {
		check(v)
	}
	for _, typ := range randomTypes(500, 2) {
		if v := testkit.RandomValue(rng, typ); v.Kind() != reflect.Interface {
			check(v.Interface())
		}
	}
	// Without Deterministic only maps may differ.
	k := testkit.FullValue(rng, reflect.TypeFor[testkit.Kinds]()).Interface().(testkit.Kinds)
	a, _ := beve.Marshal(&k)
	b, err := beve.CodecOf[testkit.Kinds]().Marshal(&k)
	c, _ := o.Marshal(k)
	if err != nil || !bytes.Equal(a, b) || !bytes.Equal(a, c) {
		t.Errorf("% X\n% X\n% X", a, b, c)
	}
}

// TestReusedSlicesHoldNothingOfBefore decodes one slice after another into the same
// target: elements are as in a fresh one, whatever the memory held.
func TestReusedSlicesHoldNothingOfBefore(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	o := beve.EncodeOptions{Deterministic: true}
	for _, elem := range append(randomTypes(800, 3), reflect.TypeFor[kitchenSink](), reflect.TypeFor[testkit.Tree]()) {
		typ := reflect.SliceOf(elem)
		if typ == reflect.TypeFor[[]kitchenSink]() && testing.Short() {
			continue
		}
		reused := reflect.New(typ)
		for range 5 {
			p := reflect.New(typ)
			if elem == reflect.TypeFor[kitchenSink]() {
				p.Elem().Set(reflect.ValueOf(randomSinks(rng)))
			} else {
				p = randomPointer(rng, typ)
			}
			b, err := o.Marshal(p.Interface())
			if err != nil {
				if !unwritable(err) {
					t.Fatalf("%v: %v", typ, err)
				}
				continue
			}
			fresh := reflect.New(typ)
			err1 := beve.Unmarshal(b, fresh.Interface())
			err2 := beve.Unmarshal(b, reused.Interface())
			if (err1 == nil) != (err2 == nil) {
				t.Fatalf("%v: %v fresh, %v reused", typ, err1, err2)
			}
			if err1 == nil && !testkit.Equal(fresh.Elem().Interface(), reused.Elem().Interface()) {
				t.Fatalf("%v:\n%+v fresh,\n%+v reused\n% X", typ, fresh.Elem(), reused.Elem(), b)
			}
		}
	}
}

// randomSinks returns kitchen sinks that can be written and read.
func randomSinks(rng *rand.Rand) []kitchenSink {
	all := make([]kitchenSink, rng.IntN(4))
	for i := range all {
		s := &all[i]
		s.Base = testkit.Base{ID: rng.IntN(3), Name: "n"}
		s.K = testkit.RandomValue(rng, reflect.TypeFor[testkit.Kinds]()).Interface().(testkit.Kinds)
		s.L = testkit.RandomValue(rng, reflect.TypeFor[testkit.Slices]()).Interface().(testkit.Slices)
		s.M = testkit.RandomValue(rng, reflect.TypeFor[testkit.Maps]()).Interface().(testkit.Maps)
		s.Q = testkit.RandomValue(rng, reflect.TypeFor[testkit.Quoted]()).Interface().(testkit.Quoted)
		s.S = selfMade{[]byte{0x11, byte(i)}}
		if rng.IntN(2) == 0 {
			s.Other = &testkit.Other{Email: "e"}
			s.R = beve.Raw{0x18}
			s.Mx = beve.Matrix[float32]{Extents: []int{1, 2}, Data: []float32{1, 2}}
			s.Cx = []beve.Complex[int8]{{Real: 1, Imag: -1}}
			s.C128 = []complex128{1i}
			s.Rest = map[string]beve.Raw{"zz": {0x00}}
			s.B = &kitchenSink{A: "inner", S: selfMade{[]byte{0}}, Mx: s.Mx}
			s.H = []scalar.Float16{scalar.Float16FromFloat32(1)}
		}
	}
	return all
}

// TestDecodedValuesDoNotAliasTheInput overwrites the input after decoding.
func TestDecodedValuesDoNotAliasTheInput(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 10))
	o := beve.EncodeOptions{Deterministic: true}
	check := func(p reflect.Value) {
		b, err := o.Marshal(p.Interface())
		if err != nil {
			if !unwritable(err) {
				t.Fatalf("%v: %v", p.Type(), err)
			}
			return
		}
		for _, target := range []reflect.Value{reflect.New(p.Type().Elem()), reflect.ValueOf(new(any)), reflect.ValueOf(new(beve.Raw))} {
			input := bytes.Clone(b)
			if err := beve.Unmarshal(input, target.Interface()); err != nil {
				continue
			}
			before, err := o.Marshal(target.Interface())
			if err != nil {
				t.Fatalf("%v: %v", p.Type(), err)
			}
			for i := range input {
				input[i] = 0xAA
			}
			if after, err := o.Marshal(target.Interface()); err != nil || !bytes.Equal(before, after) {
				t.Fatalf("%v into %v: % X became % X, %v", p.Type(), target.Type(), before, after, err)
			}
		}
	}
	for _, v := range testkit.Zoo() {
		p := reflect.New(reflect.TypeOf(v))
		p.Elem().Set(reflect.ValueOf(v))
		check(p)
	}
	for _, typ := range randomTypes(600, 4) {
		check(randomPointer(rng, typ))
	}
	for range 20 {
		check(reflect.ValueOf(ptrTo(randomSinks(rng))))
	}
}

func ptrTo[T any](v T) *T { return &v }

// shuffled returns an object with the members of b, one that Marshal wrote, in
// another order, and unknown members between them.
func shuffled(t *testing.T, rng *rand.Rand, b []byte, unknown bool) []byte {
	t.Helper()
	_, n, next, err := wire.ReadObject(b, 0)
	if err != nil {
		t.Fatal(err)
	}
	var members [][]byte
	for range n {
		_, at, err := wire.ViewText(b, next)
		if err != nil {
			t.Fatal(err)
		}
		end, err := wire.Skip(b, at)
		if err != nil {
			t.Fatal(err)
		}
		members = append(members, b[next:end])
		next = end
	}
	if unknown {
		for i := range rng.IntN(4) {
			m := wire.AppendText(nil, strings.Repeat("unknown ", i)+"!")
			members = append(members, append(m, [][]byte{{0x00}, {0x03, 0x04, 0x04, 'x', 0x18}, {0x3C, 0x04, 0x04, 'y'}, {0x61, 0, 0, 0, 0, 0, 0, 0, 0}}[i]...))
		}
	}
	rng.Shuffle(len(members), func(i, j int) { members[i], members[j] = members[j], members[i] })
	return append(wire.AppendObject(nil, len(members)), bytes.Join(members, nil)...)
}

func TestOrderOfMembersDoesNotMatter(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 12))
	o := beve.EncodeOptions{Deterministic: true}
	structs := []reflect.Type{reflect.TypeFor[testkit.Kinds](), reflect.TypeFor[testkit.Slices](), reflect.TypeFor[testkit.Maps](), reflect.TypeFor[testkit.Pointers](),
		reflect.TypeFor[testkit.Quoted](), reflect.TypeFor[testkit.OmitEmpty](), reflect.TypeFor[testkit.Names](), reflect.TypeFor[testkit.EmbedDeepPointers](), reflect.TypeFor[many]()}
	for range 300 {
		structs = append(structs, testkit.RandomStruct(rng, 2))
	}
	for _, typ := range structs {
		for range 6 {
			p := randomPointer(rng, typ)
			b, err := o.Marshal(p.Interface())
			if err != nil {
				continue
			}
			want := reflect.New(typ)
			if err := beve.Unmarshal(b, want.Interface()); err != nil {
				continue
			}
			c := shuffled(t, rng, b, true)
			got := reflect.New(typ)
			if err := beve.Unmarshal(c, got.Interface()); err != nil || !testkit.Equal(got.Elem().Interface(), want.Elem().Interface()) {
				t.Fatalf("%v: %+v, %v; want %+v\n% X", typ, got.Elem(), err, want.Elem(), c)
			}
			if err := (beve.DecodeOptions{RejectDuplicates: true, Strict: true}).Unmarshal(c, reflect.New(typ).Interface()); err != nil && !errors.Is(err, beve.ErrMismatch) {
				t.Fatalf("%v: %v", typ, err)
			}
		}
	}
}

// many has more fields than a machine word has bits, so that sets of them need more.
type many struct {
	A00, A01, A02, A03, A04, A05, A06, A07, A08, A09, A10, A11, A12, A13, A14, A15, A16, A17, A18, A19 int
	B00, B01, B02, B03, B04, B05, B06, B07, B08, B09, B10, B11, B12, B13, B14, B15, B16, B17, B18, B19 string `json:",omitempty"`
	C00, C01, C02, C03, C04, C05, C06, C07, C08, C09, C10, C11, C12, C13, C14, C15, C16, C17, C18, C19 map[string]int
	D00, D01, D02, D03, D04, D05, D06, D07, D08, D09, D10, D11, D12, D13, D14, D15, D16, D17, D18, D19 *float64 `json:",omitempty"`
}

// TestTheLastOfRepeatedMembersWins repeats every member of objects with another
// value: the result is what the second object alone gives.
func TestTheLastOfRepeatedMembersWins(t *testing.T) {
	rng := rand.New(rand.NewPCG(13, 14))
	o := beve.EncodeOptions{Deterministic: true}
	structs := []reflect.Type{reflect.TypeFor[testkit.Kinds](), reflect.TypeFor[testkit.Slices](), reflect.TypeFor[testkit.Maps](), reflect.TypeFor[testkit.Anything](), reflect.TypeFor[testkit.Nested]()}
	for range 200 {
		structs = append(structs, testkit.RandomStruct(rng, 2))
	}
	for _, typ := range structs {
		if holds(typ, func(t reflect.Type) bool { return t.Kind() == reflect.Struct && hasEmbeddedPointer(t) }) {
			continue
		}
		for range 6 {
			a, err := o.Marshal(randomPointer(rng, typ).Interface())
			if err != nil {
				continue
			}
			full := testkit.FullValue(rng, typ).Addr()
			b, err := o.Marshal(tidied(full).Interface())
			if err != nil {
				continue
			}
			_, n, at, _ := wire.ReadObject(a, 0)
			_, m, bt, _ := wire.ReadObject(b, 0)
			both := append(append(wire.AppendObject(nil, n+m), a[at:]...), b[bt:]...)
			both = shuffleRepeated(t, rng, both)
			want, got := reflect.New(typ), reflect.New(typ)
			if err := beve.Unmarshal(lastMembers(t, both), want.Interface()); err != nil {
				continue
			}
			if err := beve.Unmarshal(both, got.Interface()); err != nil || !testkit.Equal(got.Elem().Interface(), want.Elem().Interface()) {
				t.Fatalf("%v:\n%+v, %v\nwant %+v\n% X", typ, got.Elem(), err, want.Elem(), both)
			}
			if n > 0 {
				if err := (beve.DecodeOptions{RejectDuplicates: true}).Unmarshal(both, reflect.New(typ).Interface()); m > 0 && !errors.Is(err, beve.ErrDuplicate) {
					t.Fatalf("%v: %v", typ, err)
				}
			}
		}
	}
}

func hasEmbeddedPointer(t reflect.Type) bool {
	for i := range t.NumField() {
		if f := t.Field(i); f.Anonymous {
			return true
		}
	}
	return false
}

func shuffleRepeated(t *testing.T, rng *rand.Rand, b []byte) []byte {
	return shuffled(t, rng, b, false)
}

// lastMembers returns the object with only the last of repeated members.
func lastMembers(t *testing.T, b []byte) []byte {
	_, n, next, err := wire.ReadObject(b, 0)
	if err != nil {
		t.Fatal(err)
	}
	last, order := map[string][]byte{}, []string{}
	for range n {
		name, at, _ := wire.ViewText(b, next)
		end, _ := wire.Skip(b, at)
		if _, again := last[string(name)]; !again {
			order = append(order, string(name))
		}
		last[string(name)] = b[next:end]
		next = end
	}
	out := wire.AppendObject(nil, len(order))
	for _, name := range order {
		out = append(out, last[name]...)
	}
	return out
}

// TestTopLevelMembersThatAreAbsentStay is the documented rule of reuse.
func TestTopLevelMembersThatAreAbsentStay(t *testing.T) {
	type inner struct {
		X, Y int
		M    map[string]int
	}
	type outer struct {
		A int
		B string
		I inner
		P *inner
		S []inner
		M map[string]inner
		Z [2]inner
	}
	v := outer{1, "b", inner{1, 2, map[string]int{"a": 1}}, &inner{3, 4, nil}, []inner{{5, 6, map[string]int{"k": 1}}, {7, 8, nil}},
		map[string]inner{"old": {9, 9, nil}, "both": {1, 1, nil}}, [2]inner{{1, 1, nil}, {2, 2, nil}}}
	p, s := v.P, &v.S[0]
	data, err := beve.Marshal(map[string]any{
		"I": map[string]any{"X": 10, "M": map[string]any{"b": 2}}, "P": map[string]any{"Y": 11}, "S": []any{map[string]any{"X": 12}},
		"M": map[string]any{"both": map[string]any{"X": 13}}, "Z": []any{map[string]any{"X": 14}, map[string]any{}},
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := beve.Unmarshal(data, &v); err != nil {
		t.Fatal(err)
	}
	want := outer{1, "b", inner{10, 2, map[string]int{"a": 1, "b": 2}}, &inner{3, 11, nil}, []inner{{X: 12}},
		map[string]inner{"old": {9, 9, nil}, "both": {X: 13}}, [2]inner{{14, 1, nil}, {2, 2, nil}}}
	// The map of the first element is kept for its memory, and left out of the input.
	if !testkit.EqualLoose(v, want) {
		t.Errorf("got  %+v\nwant %+v", v, want)
	}
	if v.P != p || &v.S[0] != s {
		t.Error("memory was not reused")
	}
}

func TestTimeFormatsRoundTrip(t *testing.T) {
	type stamps struct {
		T  time.Time
		Ts []time.Time
		M  map[string]time.Time
		A  any
	}
	rng := rand.New(rand.NewPCG(15, 16))
	for _, f := range []beve.TimeFormat{beve.TimeRFC3339, beve.TimeUnixNano, beve.TimeDraft} {
		for range 200 {
			at := time.Unix(rng.Int64N(9e9), rng.Int64N(1e9)).In(time.FixedZone("", 60*(rng.IntN(1000)-500)))
			v := stamps{at, []time.Time{at, at.Add(1)}, map[string]time.Time{"x": at}, nil}
			b, err := beve.EncodeOptions{Time: f}.Marshal(v)
			if err != nil {
				t.Fatal(err)
			}
			var got stamps
			if err := beve.Unmarshal(b, &got); err != nil || !testkit.EqualLoose(got, v) {
				t.Fatalf("%d: %v, %v; want %v", f, got, err, v)
			}
			if f == beve.TimeRFC3339 && !testkit.Equal(got, v) {
				t.Fatalf("%v lost its offset: %v", v, got)
			}
		}
	}
	// An array of draft times reads into times too.
	b := wire.AppendTimes(nil, []uint64{0, 1e9 + 5})
	var got []time.Time
	if err := beve.Unmarshal(b, &got); err != nil || len(got) != 2 || !got[1].Equal(time.Unix(1, 5)) {
		t.Errorf("%v, %v", got, err)
	}
}

// TestDeletedElementsAreNotDecodedInto deletes from a slice by moving elements
// down, which leaves copies after its end.
func TestDeletedElementsAreNotDecodedInto(t *testing.T) {
	type elem struct {
		P *int
		S []float64
		M map[string]int
	}
	full := func(i int) elem { return elem{&i, []float64{float64(i), 1}, map[string]int{"k": i}} }
	list := []elem{full(1), full(2), full(3)}
	b := mustMarshal(t, []elem{full(4), full(5), full(6)}, beve.EncodeOptions{})
	list = append(list[:0], list[1:]...)
	if err := beve.Unmarshal(b, &list); err != nil || !testkit.Equal(list, []elem{full(4), full(5), full(6)}) {
		t.Errorf("%+v, %v", list, err)
	}
	texts := []*testkit.TextValue{{N: 1}, {N: 2}, {N: 3}}
	texts = append(texts[:0], texts[1:]...)
	if err := beve.Unmarshal(mustMarshal(t, []string{"(7)", "(8)", "(9)"}, beve.EncodeOptions{}), &texts); err != nil || texts[1].N != 8 || texts[2].N != 9 {
		t.Errorf("%v, %v", texts, err)
	}
}
