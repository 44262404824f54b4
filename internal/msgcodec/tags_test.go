// What struct tags mean, and which mistakes in them are errors.

package msgcodec

import (
	"encoding/hex"
	"errors"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/msgpack/msgp"
)

func TestTagsAndOptionsOfEncoding(t *testing.T) {
	type inner struct{ P int8 }
	type Outer struct{ Q int8 }
	type s struct {
		A     int `msg:"a" msgpack:"no" json:"never"`
		B     int `msgpack:"b,omitempty"`
		C     int `json:"c"`
		D     int `msg:"-"`
		E     *int
		F     struct{}
		inner           // its fields are all there is
		Outer           // is a field
		G     time.Time `msg:",omitempty"`
		H     [2]bool   `msg:"h, omitempty"`
		I     any       `msg:",omitempty"`
	}
	written(t, msgpack, &s{}, EncodeOptions{}, "87a16100a16300a145c0a15000a54f7574657281a15100a16892c2c2a149c0")
	written(t, msgpack, &s{}, EncodeOptions{OmitNil: true}, "85a16100a16300a15000a54f7574657281a15100a16892c2c2")
	type u struct {
		A int `own:"x" msg:"y"`
		B int `msg:"z"`
	}
	written(t, msgpack, u{1, 2}, EncodeOptions{StructTag: "own"}, "82a17801a17a02")
	at := time.Unix(1, 0)
	written(t, msgpack, at, EncodeOptions{}, "d6ff00000001")
	written(t, msgpack, at, EncodeOptions{Time: TimeExt5}, "c70c05000000000000000100000000")
	written(t, msgpack, map[string]int{"b": 1, "a": 2, "": 3}, EncodeOptions{Deterministic: true}, "83a003a16102a16201")
	written(t, msgpack, map[int]bool{3: true, -1: false}, EncodeOptions{Deterministic: true}, "8203c3ffc2")
	type promoted struct {
		Outer `msg:",inline"`
	}
	written(t, msgpack, promoted{Outer{5}}, EncodeOptions{}, "81a15105")
	type tuple struct {
		_ struct{} `msg:",tuple"`
		A int
		B string `msg:",omitempty"`
	}
	written(t, msgpack, tuple{A: 1}, EncodeOptions{}, "9201a0")
	type blank struct{}
	written(t, msgpack, blank{}, EncodeOptions{}, "80")
}

func TestMistakesInTypesAreErrors(t *testing.T) {
	type same struct {
		A int `msg:"x"`
		B int `msg:"x"`
	}
	type noMap struct {
		Rest []int `msg:",unknown"`
	}
	type tupleOfUnknown struct {
		_    struct{}            `msg:",tuple"`
		Rest map[string]msgp.Raw `msg:",unknown"`
	}
	for _, v := range []any{same{}, noMap{}, tupleOfUnknown{}, make(chan int), func() {}, struct{ C chan int }{}} {
		var bad *EncodeError
		if _, err := msgpack.Marshal(v); !errors.As(err, &bad) || !errors.Is(err, fault.ErrUnsupported) {
			t.Errorf("%T: %v", v, err)
		}
	}
	for _, v := range []any{nil, 5, (*int)(nil), same{}} {
		if err := msgpack.Unmarshal([]byte{0xC0}, v); !errors.Is(err, fault.ErrUnsupported) {
			t.Errorf("%T: %v", v, err)
		}
	}
}

func TestTagsMustBeNumbers(t *testing.T) {
	type none struct{ A int }
	type twice struct {
		A int `zid:"0"`
		B int `zid:"0"`
	}
	type retired struct {
		A int      `zid:"0"`
		B struct{} `zid:"0"`
	}
	type plus struct {
		A int `zid:"+0"`
	}
	type zero struct {
		A int `zid:"01"`
	}
	type negative struct {
		A int `zid:"-1"`
	}
	type noMap struct {
		A    int                 `zid:"0"`
		Rest map[string]msgp.Raw `msg:",unknown"`
	}
	for _, v := range []any{none{}, twice{}, retired{}, plus{}, zero{}, negative{}, noMap{}} {
		_, err := zebrapack.Marshal(v)
		if !errors.Is(err, fault.ErrUnsupported) || !strings.Contains(err.Error(), "zebrapack: ") {
			t.Errorf("%T: %v", v, err)
		}
		if err := zebrapack.Unmarshal([]byte{0x80}, reflect.New(reflect.TypeOf(v)).Interface()); !errors.Is(err, fault.ErrUnsupported) {
			t.Errorf("%T: %v", v, err)
		}
	}
	type gaps struct { // gaps are the business of schemas
		A int    `zid:"40000"`
		B string `zid:"7"`
		C int    `msg:"-"`
		d int
	}
	b, err := unnamed.Marshal(gaps{A: 1, B: "x", C: 3, d: 4})
	if got := hex.EncodeToString(b); got != "82d200009c400107a178" || err != nil {
		t.Error(got, err)
	}
	var back gaps
	if err := zebrapack.Unmarshal(b, &back); err != nil || back != (gaps{A: 1, B: "x"}) {
		t.Error(back, err)
	}
}

// TestTagsInEveryForm writes one member under tags of every form that has a meaning.
func TestTagsInEveryForm(t *testing.T) {
	type Inner struct {
		Q int `msg:"q" zid:"7"`
	}
	type Deep struct {
		Inner `msg:",inline"`
	}
	for _, c := range []struct {
		f    tested
		v    any
		wire string
	}{
		{msgpack, struct{ A int }{5}, "81a14105"},
		{msgpack, struct {
			A int `msg:""`
		}{5}, "81a14105"},
		{msgpack, struct {
			A int `msg:"a, omitempty"`
		}{5}, "81a16105"}, // blanks around a comma do not count
		{msgpack, struct {
			A int `msg:"a,string"`
		}{5}, "81a16105"}, // which only JSON quotes
		{msgpack, struct {
			A bool `json:"a,string"`
		}{true}, "81a161c3"},
		{msgpack, struct{ Inner }{Inner{5}}, "81a5496e6e657281a17105"},
		{msgpack, struct {
			Inner `msg:"i"`
		}{Inner{5}}, "81a16981a17105"},
		{msgpack, struct {
			Inner `json:",inline"`
		}{Inner{5}}, "81a17105"},
		{msgpack, struct {
			Inner `msg:", inline"`
		}{Inner{5}}, "81a17105"},
		{msgpack, struct {
			Deep `msg:",inline"`
			B    int
		}{Deep{Inner{5}}, 6}, "82a17105a14206"},
		{msgpack, struct {
			Inner Inner `msg:",inline"`
		}{Inner{5}}, "81a5496e6e657281a17105"}, // what has a name of its own is a member
		{msgpack, struct {
			A int `json:"-"`
			B int `msg:"-"`
			C int `msg:"-,"` // left out by all packages that have these tags
			D int `msgpack:"-,omitempty"`
			//lint:ignore SA5008 the comma makes a name of it, as in encoding/json
			E int `json:"-,"`
		}{1, 2, 3, 4, 5}, "81a12d05"},
		{unnamed, struct {
			A int `zid:"1" json:"-"`
			B int `msg:"-"`
			C int `json:"-"`
			D int `zid:"2" msg:"-,omitempty"`
		}{1, 2, 3, 4}, "810101"}, // a field with a number is sent, whatever its tag json says
		{unnamed, struct {
			Inner `zid:"1" json:",inline"`
		}{Inner{5}}, "8101810705"},
		{unnamed, struct {
			Inner `msg:",inline"`
		}{Inner{5}}, "810705"},
	} {
		written(t, c.f, c.v, EncodeOptions{}, c.wire)
	}
	type two struct {
		Inner `msg:",inline"`
		Q     int `msg:"q"`
	}
	type pointed struct {
		*Inner `msg:",inline"`
	}
	type quoted struct {
		A int `zid:"x\"y"`
	}
	type hidden struct{ a int }
	for v, reason := range map[any]string{
		pointed{}: "promoted through an embedded pointer", quoted{}: "not a number in plain decimal", hidden{1}: "fields that are not exported",
	} {
		f := msgpack
		if _, ok := v.(quoted); ok {
			f = zebrapack
		}
		if _, err := f.Marshal(v); err == nil || !errors.Is(err, fault.ErrUnsupported) || !strings.Contains(err.Error(), reason) {
			t.Errorf("%T: %v; want %s", v, err, reason)
		}
	}
	// The outer field has the name, as in encoding/json.
	written(t, msgpack, two{Inner{5}, 6}, EncodeOptions{}, "81a17106")
}
