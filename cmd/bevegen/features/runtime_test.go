package features

import (
	"bytes"
	"errors"
	"io"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/beverun"
	"github.com/beve-org/beve-go/cmd/bevegen/features/other"
	"github.com/beve-org/beve-go/internal/testkit"
	"github.com/beve-org/beve-go/wire"
)

// This file has what generated code does beside single messages: streams, limits, other orders of members, other
// forms of arrays and objects, and its place among codecs.

func sampleStructs() *Structs {
	n, text := int64(-7), "some text of a length"
	in := &Inner{Name: "inner", Tags: []string{"a", "b"}, Size: 9}
	return &Structs{Value: *in, Pointer: in, Deep: &in, Scalar: &n, Text: &text, List: &[]int{1, 2, 3}}
}

func TestStreamsOfGeneratedValues(t *testing.T) {
	var stream bytes.Buffer
	e := beve.NewEncoder(&stream)
	const n = 50
	for i := range n {
		if err := e.Encode(&Base{ID: i, Note: strings.Repeat("x", i*7)}); err != nil {
			t.Fatal(err)
		}
	}
	data := stream.Bytes()
	for name, d := range map[string]*beverun.Decoder{
		"memory":  beverun.NewDecoder(data, beverun.DecoderOptions{}),
		"nocopy":  beverun.NewDecoder(data, beverun.DecoderOptions{NoCopy: true}),
		"reader":  beverun.NewStreamDecoder(bytes.NewReader(data), beverun.DecoderOptions{NoCopy: true}),
		"by byte": beverun.NewStreamDecoder(iotest.OneByteReader(bytes.NewReader(data)), beverun.DecoderOptions{}),
		"at once": beverun.NewStreamDecoder(iotest.DataErrReader(bytes.NewReader(data)), beverun.DecoderOptions{}),
	} {
		var all []Base
		for d.More() {
			var b Base
			if err := code(&b).DecodeBEVE(d); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			all = append(all, b)
		}
		if len(all) != n || all[n-1].ID != n-1 || len(all[n-1].Note) != 7*(n-1) || d.InputOffset() != int64(len(data)) {
			t.Errorf("%s: %d values to offset %d", name, len(all), d.InputOffset())
		}
		var b Base
		if err := code(&b).DecodeBEVE(d); err != io.EOF {
			t.Errorf("%s: %v at the end", name, err)
		}
	}
	broken := errors.New("broken")
	d := beverun.NewStreamDecoder(io.MultiReader(bytes.NewReader(data[:100]), iotest.ErrReader(broken)), beverun.DecoderOptions{})
	var err error
	for err == nil {
		err = code(new(Base)).DecodeBEVE(d)
	}
	if err != broken || code(new(Base)).DecodeBEVE(d) != broken {
		t.Errorf("%v, want the error of the reader", err)
	}
}

func TestStreamGoesOnAfterWhatDoesNotFit(t *testing.T) {
	data, _ := beve.Marshal("text")
	next, _ := code(&Base{ID: 5}).MarshalBEVE()
	d := beverun.NewDecoder(append(append(data, byte(wire.HeaderDelimiter)), next...), beverun.DecoderOptions{})
	var b Base
	var e *beve.DecodeError
	if err := code(&b).DecodeBEVE(d); !errors.As(err, &e) || !errors.Is(err, beve.ErrMismatch) || e.Offset != 0 {
		t.Fatal(err)
	}
	if err := code(&b).DecodeBEVE(d); err != nil || b.ID != 5 {
		t.Fatal(b, err)
	}
	bad := bytes.Clone(next)
	bad[5] = 0x61 // a float64 where the id is
	d = beverun.NewDecoder(append(bytes.Clone(next), bad...), beverun.DecoderOptions{})
	if err := code(&b).DecodeBEVE(d); err != nil {
		t.Fatal(err)
	}
	if err := code(&b).DecodeBEVE(d); !errors.As(err, &e) || e.Offset < int64(len(next)) {
		t.Errorf("%v: the offset is not that of the stream", err)
	}
}

func TestLimitsOfGeneratedDecoders(t *testing.T) {
	deep := &Tree{}
	for range 20 {
		deep = &Tree{Left: deep}
	}
	data, err := code(deep).MarshalBEVE()
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range []beve.Limits{{MaxDepth: 20}, {MaxElements: 60}, {MaxBytes: 100}} {
		want := beve.DecodeOptions{Limits: l, StructTag: "beve"}.Unmarshal(data, new(Tree))
		through := beve.DecodeOptions{Limits: l}.Unmarshal(data, new(Tree))
		sameError(t, through, want)
		got := code(new(Tree)).DecodeBEVE(beverun.NewDecoder(data, beverun.DecoderOptions{Limits: wire.Limits(l)}))
		if want == nil || got == nil {
			t.Fatalf("%+v: %v, %v", l, got, want)
		}
		for _, cause := range []error{beve.ErrDepth, beve.ErrLimit} {
			if errors.Is(got, cause) != errors.Is(want, cause) {
				t.Errorf("%+v: %v, want %v", l, got, want)
			}
		}
	}
}

func TestNoCopyAliasesTheInput(t *testing.T) {
	data, _ := code(&Slices{Bytes: []byte{1, 2}, Texts: []string{"abc"}}).MarshalBEVE()
	var s Slices
	if err := code(&s).DecodeBEVE(beverun.NewDecoder(data, beverun.DecoderOptions{NoCopy: true})); err != nil {
		t.Fatal(err)
	}
	i := bytes.Index(data, []byte{1, 2})
	data[i] = 9
	if s.Bytes[0] != 9 || s.Texts[0] != "abc" {
		t.Error("a copy was made")
	}
	s = Slices{}
	if err := code(&s).UnmarshalBEVE(data); err != nil {
		t.Fatal(err)
	}
	data[i] = 7
	if s.Bytes[0] != 9 {
		t.Error("no copy was made")
	}
}

func TestMembersInAnyOrderAndTwice(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	values := map[string][]byte{}
	add := func(name string, v any) {
		b, err := beve.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		values[name] = b
	}
	s := sampleStructs()
	add("Value", s.Value)
	add("Pointer", s.Pointer)
	add("Scalar", s.Scalar)
	add("Text", s.Text)
	add("List", s.List)
	add("Hidden", map[string]any{"A": 5, "B": []any{map[string]any{"S": "x"}}})
	add("unknown", []any{1, "x", map[string]any{"y": nil}})
	names := []string{"Value", "Pointer", "Scalar", "Text", "List", "Hidden", "unknown"}
	for range 300 {
		n := rng.IntN(12)
		data := wire.AppendObject(nil, n)
		for range n {
			name := names[rng.IntN(len(names))]
			data = append(wire.AppendText(data, name), values[name]...)
		}
		compare(t, code(s), nil, data)
		full, _ := code(s).MarshalBEVE()
		compare(t, code(s), full, data)
		// The same as elements of a slice that is used again.
		list := wire.AppendArray(nil, 2)
		list = append(append(list, data...), data...)
		var got, want []Structs
		got, want = make([]Structs, 3), make([]Structs, 3)
		for i := range got {
			got[i], want[i] = *sampleStructs(), *sampleStructs()
		}
		if err := beve.Unmarshal(list, &got); err != nil {
			t.Fatal(err)
		}
		if err := decodeReflected.Unmarshal(list, &want); err != nil {
			t.Fatal(err)
		}
		if !testkit.Equal(got, want) {
			t.Fatalf("got  %+v\nwant %+v", got, want)
		}
	}
}

func TestFormsThatOnlyOthersWrite(t *testing.T) {
	points := []Point{{1, 2}, {3, 4}, {5, 6}, {-7, 1 << 20}, {0, 0}, {9, 9}}
	v := Slices{Points: points, Pointers: []*Point{{1, 2}, {3, 4}, {5, 6}, {7, 8}, {9, 10}}, Uint64s: []uint64{1, 2},
		Maps: []map[string]int{{"a": 1}, {"a": 2}, {"a": 3}, {"a": 4}, {"a": 5}}, Times: []time.Time{time.Unix(1, 0).UTC()},
		ByName: []map[Text]Point{{"a": {1, 2}}, {"a": {2, 3}}, {"a": {3, 4}}, {"a": {4, 5}}, {"a": {5, 6}}},
		Waits:  []time.Duration{5, -6}, Bools: []bool{true}}
	for _, o := range []beve.EncodeOptions{{Extended: true}, {Aligned: true}, {FixedWidth: true}, {Time: beve.TimeUnixNano}, {Time: beve.TimeDraft}} {
		data, err := o.Marshal(&v)
		if err != nil {
			t.Fatal(err)
		}
		compare(t, code(&v), nil, data)
		rng := rand.New(rand.NewPCG(1, 9))
		for n := range data {
			compare(t, code(&v), nil, data[:n])
			damaged := bytes.Clone(data)
			damaged[n] = headers[rng.IntN(len(headers))]
			compare(t, code(&v), nil, damaged)
		}
	}
	indexed, err := beve.IndexOptions{IncludeNested: true}.Marshal(sampleStructs())
	if err != nil {
		t.Fatal(err)
	}
	compare(t, code(sampleStructs()), nil, indexed)
	for n := range indexed {
		compare(t, code(sampleStructs()), nil, indexed[:n])
		damaged := bytes.Clone(indexed)
		damaged[n] ^= 4
		compare(t, code(sampleStructs()), nil, damaged)
	}
	if err := code(new(Structs)).UnmarshalBEVE(indexed); err != nil {
		t.Error(err)
	}
}

func TestOptionsThatGeneratedCodeDoesNotKnow(t *testing.T) {
	v := struct {
		Made  other.Made
		Times NamedScalars
		List  []Point
	}{Made: other.Made{A: 3, B: "x"}, List: make([]Point, 9)}
	plain, err := beve.Marshal(&v)
	if err != nil {
		t.Fatal(err)
	}
	for name, o := range map[string]beve.EncodeOptions{
		"FixedWidth": {FixedWidth: true}, "Extended": {Extended: true}, "OmitNil": {OmitNil: true}, "Time": {Time: beve.TimeUnixNano},
	} {
		v.Times.T = time.Unix(9, 0).UTC()
		data, err := o.Marshal(&v)
		if err != nil || bytes.Equal(data, plain) {
			t.Errorf("%s changes nothing: %v", name, err)
		}
		w := v
		if err := beve.Unmarshal(data, &w); err != nil || !testkit.Equal(v, w) {
			t.Errorf("%s: %+v, %v", name, w, err)
		}
	}
	extra := wire.AppendObject(nil, 1)
	extra = wire.AppendInt(wire.AppendText(extra, "nobody"), 1)
	if err := (beve.DecodeOptions{RejectUnknown: true}).Unmarshal(extra, new(Base)); !errors.Is(err, beve.ErrUnknownField) {
		t.Error(err)
	}
	if err := (beve.DecodeOptions{RequireAll: true}).Unmarshal(extra, new(Base)); !errors.Is(err, beve.ErrMissing) {
		t.Error(err)
	}
	beve.SetStructTag("json")
	defer beve.SetStructTag("")
	if data, err := beve.Marshal(&Tagged{A: 1}); err != nil || !bytes.Contains(data, []byte("\x04a")) {
		t.Errorf("SetStructTag does not reach generated types: %x, %v", data, err)
	}
}

func TestGeneratedTypesWithinReflectedOnes(t *testing.T) {
	type outer struct {
		Any   any
		Base  Base
		Refs  []*Tree
		ByKey map[int]Inner
	}
	v := outer{Any: &Point{1, 2}, Base: Base{ID: 4}, Refs: []*Tree{{Name: "t", Left: &Tree{}}, nil}, ByKey: map[int]Inner{3: {Name: "i"}}}
	got, err := beve.Marshal(&v)
	if err != nil {
		t.Fatal(err)
	}
	want, err := encodeReflected.Marshal(&v)
	if err != nil || !bytes.Equal(got, want) {
		t.Fatalf("%x\n%x: %v", got, want, err)
	}
	for n := range got {
		damaged := bytes.Clone(got)
		damaged[n] ^= 0x18
		for _, data := range [][]byte{got[:n], damaged} {
			var a, b outer
			sameError(t, beve.Unmarshal(data, &a), decodeReflected.Unmarshal(data, &b))
			if !testkit.Equal(a, b) {
				// What was set before a failure is not promised; only successes must agree.
				if decodeReflected.Unmarshal(data, new(outer)) == nil {
					t.Fatalf("%+v\n%+v", a, b)
				}
			}
		}
	}
}

func TestCyclesAndDepth(t *testing.T) {
	ring := &Tree{Name: "ring"}
	ring.Left = ring
	list := &Tree{Children: make([]Tree, 1)}
	list.Children[0].Children = list.Children
	byName := &Tree{ByName: map[string]*Tree{}}
	byName.ByName["x"] = byName
	deep := &Tree{}
	for range 600 {
		deep = &Tree{Left: deep}
	}
	for name, v := range map[string]*Tree{"pointer": ring, "slice": list, "map": byName, "deep": deep} {
		_, want := encodeReflected.Marshal(v)
		_, got := code(v).AppendBEVE(nil)
		_, through := beve.Marshal(v)
		_, marshal := code(v).MarshalBEVE()
		if want == nil {
			t.Fatal("no error")
		}
		for _, err := range []error{got, through, marshal} {
			if err == nil || err.Error() != want.Error() {
				t.Errorf("%s: %.100v\nwant %.100v", name, err, want)
			}
		}
		if n := code(v).SizeBEVE(); n != 0 {
			t.Errorf("%s: SizeBEVE is %d", name, n)
		}
	}
	wrapped := &Tree{}
	for range 490 {
		wrapped = &Tree{Left: wrapped}
	}
	nested := any(wrapped)
	for range 40 {
		nested = []any{nested}
	}
	_, got := beve.Marshal(nested)
	_, want := encodeReflected.Marshal(nested)
	sameError(t, got, want)
	if got == nil {
		t.Error("530 levels are not too deep")
	}
}

func TestHostileInput(t *testing.T) {
	for _, h := range append(testkit.BEVENesting(100_000), testkit.BEVEBombs(1<<12)...) {
		for _, zero := range coded(new(Tree), new(Slices), new(Maps), new(Arrays), new(Foreign), new(List), new(Table)) {
			testkit.Costs(t, h.Name+" into "+reflect.TypeOf(zero).String(), len(h.Data), func() {
				_ = fresh(zero).UnmarshalBEVE(h.Data) // most of it fails, and all of it must be cheap
			})
			for _, name := range []string{"Left", "Children", "Points", "Texts", "Points", "Made"} {
				data := append(wire.AppendText(wire.AppendObject(nil, 1), name), h.Data...)
				testkit.Costs(t, h.Name+" in "+name, len(data), func() { _ = fresh(zero).UnmarshalBEVE(data) })
			}
		}
	}
}

func TestAllocationsAreThoseOfReflection(t *testing.T) {
	if testkit.Raced {
		t.Skip("pools forget at random under the race detector")
	}
	rng := rand.New(rand.NewPCG(5, 5))
	for _, zero := range coded(new(Scalars), new(NamedScalars), new(Runs), new(Inner), new(Base), new(Structs), new(Slices), new(Tree), new(Names)) {
		v := random(rng, zero, true)
		data, err := v.MarshalBEVE()
		if err != nil {
			t.Fatal(err)
		}
		buf := make([]byte, 0, 2*len(data)+1000)
		type measured struct {
			name      string
			got, want func()
		}
		kept, keptWant := fresh(zero), fresh(zero)
		for _, m := range []measured{
			{"append", func() { buf, _ = v.AppendBEVE(buf[:0]) }, func() { buf, _ = encodeReflected.Append(buf[:0], v) }},
			{"marshal", func() { _, _ = v.MarshalBEVE() }, func() { _, _ = encodeReflected.Marshal(v) }},
			{"unmarshal", func() { _ = fresh(zero).UnmarshalBEVE(data) }, func() { _ = decodeReflected.Unmarshal(data, fresh(zero)) }},
			{"reuse", func() { _ = kept.UnmarshalBEVE(data) }, func() { _ = decodeReflected.Unmarshal(data, keptWant) }},
		} {
			got, want := testing.AllocsPerRun(100, m.got), testing.AllocsPerRun(100, m.want)
			if got > want {
				t.Errorf("%T: %s: %v allocations, by reflection %v", zero, m.name, got, want)
			}
		}
	}
}

func FuzzGeneratedDecoders(f *testing.F) {
	rng := rand.New(rand.NewPCG(1, 1))
	for i, zero := range all() {
		if data, err := encodeReflected.Marshal(random(rng, zero, true)); err == nil && len(data) < 4000 {
			f.Add(uint8(i), data)
		}
	}
	types := all()
	f.Fuzz(func(t *testing.T, which uint8, data []byte) {
		compare(t, types[int(which)%len(types)], nil, data)
	})
}
