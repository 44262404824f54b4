// Options, and the profiles that they choose.

package msgcodec

import (
	"errors"
	"reflect"
	"sync"
	"testing"

	"github.com/beve-org/beve-go/internal/fault"
)

// TestOptionsThatShapeCodecsHaveTheirOwn asks for profiles: the usual one is that of the
// engine, as is the one for options that generated code does not know, others are made once, and only what shapes
// codecs tells them apart.
func TestOptionsThatShapeCodecsHaveTheirOwn(t *testing.T) {
	g := msgpack.Engine
	for o, want := range map[EncodeOptions]*profile{{}: g.plain, {Deterministic: true}: g.reflected, {MaxDepth: 7}: g.reflected} {
		if g.encodeProfile(&o) != want {
			t.Errorf("%+v has another profile than the usual", o)
		}
	}
	for o, want := range map[DecodeOptions]*profile{{}: g.plain, {Limits: Limits{MaxDepth: 3}}: g.plain, {RejectUnknown: true}: g.reflected,
		{RejectDuplicates: true, RequireAll: true, NoCopy: true, ValidUTF8: true, AnyText: true, Limits: Limits{MaxDepth: 3}}: g.reflected} {
		if g.decodeProfile(&o) != want {
			t.Errorf("%+v has another profile than the usual", o)
		}
	}
	seen := map[*profile]EncodeOptions{g.plain: {}, g.reflected: {Deterministic: true}}
	for _, o := range []EncodeOptions{{OmitNil: true}, {StructTag: "own"}, {Time: TimeExt5}, {OmitNil: true, StructTag: "own"}, {StructTag: "other"}} {
		p := g.encodeProfile(&o)
		if before, ok := seen[p]; ok {
			t.Errorf("%+v shares the profile of %+v", o, before)
		}
		if seen[p] = o; p != g.encodeProfile(&o) {
			t.Errorf("%+v has two profiles", o)
		}
	}
	if msgpack.plain == zebrapack.plain || zebrapack.plain == unnamed.plain {
		t.Error("formats share a profile")
	}
	// Many ask at once, and get the same.
	got := make([]*profile, 16)
	var wait sync.WaitGroup
	for i := range got {
		wait.Go(func() { got[i] = g.encodeProfile(&EncodeOptions{StructTag: "at once"}) })
	}
	wait.Wait()
	for _, p := range got {
		if p == nil || p != got[0] {
			t.Error("a profile is made twice")
		}
	}
	c := g.plain.codecFor(reflect.TypeFor[lineItem]())
	if c != g.plain.codecFor(reflect.TypeFor[lineItem]()) || c != g.plain.target(reflect.TypeFor[*lineItem]()) {
		t.Error("a type is compiled twice")
	}
	for _, typ := range []reflect.Type{nil, reflect.TypeFor[lineItem](), reflect.TypeFor[any]()} {
		if g.plain.target(typ) != nil {
			t.Errorf("%v is a pointer", typ)
		}
	}
}

// TestOmitNilLeavesOutWhatIsNil for each kind that has a nil, and nothing that is empty.
func TestOmitNilLeavesOutWhatIsNil(t *testing.T) {
	type s struct {
		P *int           `msg:"p"`
		I any            `msg:"i"`
		L loud           `msg:"l"`
		M map[string]int `msg:"m"`
		S []int          `msg:"s"`
		B []byte         `msg:"b"`
		T string         `msg:"t"`
		E []int          `msg:"e,omitempty"`
	}
	written(t, msgpack, &s{}, EncodeOptions{OmitNil: true}, "81a174a0")
	written(t, msgpack, &s{P: new(int), I: 0, L: crier{}, M: map[string]int{}, S: []int{}, B: []byte{}, E: []int{}}, EncodeOptions{OmitNil: true},
		"87a17000a16900a16c81a16e00a16d80a17390a162c400a174a0")
	written(t, msgpack, &s{}, EncodeOptions{}, "87a170c0a169c0a16cc0a16d80a17390a162c400a174a0")
	read(t, msgpack, unhex(t, "81a174a0"), DecodeOptions{}, s{})
}

// TestRequireAllKnowsWhatMayBeLeftOut misses members of each option.
func TestRequireAllKnowsWhatMayBeLeftOut(t *testing.T) {
	type s struct {
		A int `msg:"a"`
		B int `msg:"b,omitempty"`
		C int `msg:"c,omitzero"`
		D int `msg:"-"`
	}
	o := DecodeOptions{RequireAll: true}
	if err := msgpack.UnmarshalWithOptions(unhex(t, "81a16105"), new(s), o); err != nil {
		t.Error(err)
	}
	failure{fault.ErrMissing, 0, "/a"}.of(t, "a", msgpack.UnmarshalWithOptions(unhex(t, "82a16205a16305"), new(s), o))
	failure{fault.ErrMissing, 1, "/0/a"}.of(t, "a in a list", msgpack.UnmarshalWithOptions(unhex(t, "9180"), new([]s), o))
	failure{fault.ErrMissing, 9, "/k/a"}.of(t, "a in a map", msgpack.UnmarshalWithOptions(unhex(t, "82a16a81a16105a16b80"), new(map[string]s), o))
}

func TestStructTagComesFirst(t *testing.T) {
	type s struct {
		A int `own:"x" msg:"y" msgpack:"z" json:"w"`
		B int `msgpack:"b" json:"v"`
		C int `json:"c,omitempty"`
		D int `own:"-"`
	}
	v := s{1, 2, 3, 4}
	written(t, msgpack, v, EncodeOptions{}, "84a17901a16202a16303a14404")
	written(t, msgpack, v, EncodeOptions{StructTag: "own"}, "83a17801a16202a16303")
	written(t, msgpack, v, EncodeOptions{StructTag: "msgpack"}, "84a17a01a16202a16303a14404")
	var back s
	if err := msgpack.UnmarshalWithOptions(unhex(t, "83a17801a16202a16303"), &back, DecodeOptions{StructTag: "own", RejectUnknown: true}); err != nil || back != (s{1, 2, 3, 0}) {
		t.Error(back, err)
	}
	if err := msgpack.UnmarshalWithOptions(unhex(t, "81a17801"), &back, DecodeOptions{RejectUnknown: true}); !errors.Is(err, fault.ErrUnknownField) {
		t.Error(err)
	}
}
