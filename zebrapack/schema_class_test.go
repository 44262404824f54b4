package zebrapack_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"math/rand/v2"
	"net"
	"net/netip"
	"net/url"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/testkit"
	"github.com/beve-org/beve-go/internal/zid"
	"github.com/beve-org/beve-go/msgpack"
	"github.com/beve-org/beve-go/msgpack/msgp"
	"github.com/beve-org/beve-go/scalar"
	"github.com/beve-org/beve-go/zebrapack"
)

// This file holds schemas to what is written, over all types: what is marshaled has a schema, and what is not has none;
// and the bytes of a value, read by the schema alone, are what package msgpack writes of it with names.

// Types that the zoo does not have.
type (
	byJSON    struct{ n int }
	byMsgpack struct{ n int }
	byBinary  struct{ n byte }
	promoted  struct {
		I1 int    `zid:"1"`
		I2 string `zid:"2" msg:"i2"`
		X  bool   `zid:"3" msg:"x"`
	}
	promotes struct {
		promoted
		X []byte `zid:"0"`
		_ int
	}
	Inlined  promoted
	inlining struct {
		Inlined `msg:",inline"`
		Off     chan int `msg:"-"`
		Own     any      `zid:"0"`
	}
	page[T any] struct {
		Items []T      `zid:"0" msg:"items"`
		More  *page[T] `zid:"1"`
	}
	sheet[T any, U comparable] struct {
		Rows []T     `zid:"0" msg:"rows"`
		By   map[U]T `zid:"1" msg:"by"`
		Next *U      `zid:"2"`
	}
	item struct {
		Name string `zid:"0" msg:"name"`
	}
	tupled struct {
		_ struct{} `msg:",tuple"`
		A int
		B item
	}
	fieldless struct{}
	letter    byte
)

func (v byJSON) MarshalJSON() ([]byte, error)         { return fmt.Appendf(nil, `{"n":%d}`, v.n), nil }
func (v *byJSON) UnmarshalJSON([]byte) error          { return nil }
func (v byMsgpack) MarshalMsgpack() ([]byte, error)   { return []byte{0x81, 0xa1, 'n', 7}, nil }
func (v *byMsgpack) UnmarshalMsgpack(b []byte) error  { return nil }
func (v byBinary) MarshalBinary() ([]byte, error)     { return []byte{v.n}, nil }
func (v *byBinary) UnmarshalBinary(data []byte) error { return nil }
func (l letter) MarshalText() ([]byte, error)         { return []byte{'a' + byte(l)%26}, nil }
func (l *letter) UnmarshalText([]byte) error          { return nil }

func one[T any](v T) *T { return &v }

// valuesBeyondZoo are values that structs can hold.
func valuesBeyondZoo() []any {
	place := &url.URL{Scheme: "https", Host: "example.org"}
	return []any{
		*place, place, []url.URL{*place}, map[string]url.URL{"a": *place}, map[url.URL]int{*place: 1},
		byJSON{1}, []byJSON{{2}}, byMsgpack{1}, map[string]*byMsgpack{"a": {1}}, byBinary{3}, []letter{1, 2}, [2]letter{1, 2},
		map[[2]int]string{{1, 2}: "a"}, map[float64]bool{1.5: true}, map[netip.Addr]int{netip.MustParseAddr("::1"): 1},
		map[time.Time]int{time.Unix(5, 6).UTC(): 1}, map[any]any{"a": int64(1), 2.5: "b"}, map[bool]int{true: 1},
		map[item]int{{"a"}: 1}, map[json.Number]json.Number{"5": "6"},
		struct {
			A []struct {
				B int `zid:"0"`
			} `zid:"0"`
		}{make([]struct {
			B int `zid:"0"`
		}, 1)},
		uintptr(7), json.RawMessage(`{"a":[1]}`), json.Number("15"), *big.NewInt(5), big.NewRat(1, 2), net.ParseIP("10.0.0.1"), regexp.MustCompile("a+"),
		scalar.UUID{1}, scalar.Timestamp{Seconds: 5}, complex64(1), [0]int{}, struct{}{}, []struct{}{{}}, fieldless{}, []fieldless{{}},
		msgp.Raw{0x81, 0xa1, 'a', 1}, &msgp.RawExtension{Type: 5, Data: []byte{1}}, msgp.RawExtension{Type: 9, Data: []byte{1}},
		promotes{promoted: promoted{1, "secret", true}, X: []byte{5}}, inlining{Inlined{1, "a", true}, nil, "own"}, tupled{A: 1, B: item{"a"}},
		sheet[item, string]{[]item{{"a"}}, map[string]item{"k": {"b"}}, one("x")},
		sheet[*sheet[[]byte, int], time.Time]{[]*sheet[[]byte, int]{{[][]byte{{1}}, map[int][]byte{1: {2}}, one(5)}}, nil, one(time.Unix(5, 0).UTC())},
		time.March, time.Minute, new(atomic.Int64), make(chan int), func() {}, []func(){nil}, map[string]chan int{"a": nil}, &page[int]{},
	}
}

// checkedTypes counts what the test saw.
type checkedTypes struct{ sent, refused int }

// check holds the schema of the struct that p points to against its bytes.
func (c *checkedTypes) check(t *testing.T, p any) {
	t.Helper()
	typ := reflect.TypeOf(p).Elem()
	data, marshalErr := zebrapack.EncodeOptions{Deterministic: true}.Marshal(p)
	s, err := zebrapack.SchemaOfType(typ)
	if (err == nil) != (marshalErr == nil) {
		t.Errorf("%v: marshaled with %v, and the schema is %v", typ, marshalErr, err)
		return
	}
	if err != nil {
		c.refused++
		var at *zebrapack.EncodeError
		if !errors.As(err, &at) || !errors.Is(err, fault.ErrUnsupported) {
			t.Errorf("%v: %v", typ, err)
		}
		var of *zebrapack.EncodeError
		if errors.As(marshalErr, &of) && strings.Count(string(of.Path), "/") == 1 && at.Path != of.Path {
			t.Errorf("%v: the path of the schema is %q, of the value %q", typ, at.Path, of.Path)
		}
		return
	}
	c.sent++
	for form, text := range map[string][]byte{"MessagePack": s.AppendMsgpack(nil), "JSON": s.AppendJSON(nil)} {
		again, err := zebrapack.ParseSchema(text)
		if err != nil || !reflect.DeepEqual(again, s) {
			t.Errorf("%v: %s: %v\n%s", typ, form, err, text)
		}
	}
	if vs := zebrapack.Check(s, s); len(vs) > 0 {
		t.Errorf("%v: %v", typ, vs)
	}
	o := zebrapack.TranslateOptions{}
	if typ.Name() == "" {
		o.Root = "Value"
	} else if s.Named(zid.WireName(typ.Name())) == nil {
		o.Root = zid.SchemaName(typ.Name()) // of which there are several instances
	}
	want, err := msgpack.EncodeOptions{Deterministic: true, Time: msgpack.TimeExt5}.Marshal(p)
	if err != nil {
		t.Fatalf("%v: %v", typ, err)
	}
	got, err := o.ToMsgpack(s, data)
	if err != nil {
		t.Errorf("%v: %x: %v", typ, data, err)
		return
	}
	if a, b := plainValue(t, got), plainValue(t, want); !reflect.DeepEqual(a, b) {
		t.Errorf("%v: %x\n%s\nis %v\nwant %v", typ, data, s.AppendJSON(nil), a, b)
	}
	text, err := o.ToJSON(s, data)
	if err != nil || !json.Valid(text) {
		t.Errorf("%v: %s, %v", typ, text, err)
	}
	decoded, err := o.Decode(s, data)
	if err != nil {
		t.Errorf("%v: %v", typ, err)
	}
	if again, err := msgpack.Marshal(decoded); err != nil {
		t.Errorf("%v: %v: %x", typ, err, again)
	}
}

// plainValue returns the parts of a message, without those that are left out as empty: maps by the bytes of their keys.
func plainValue(t *testing.T, data []byte) any {
	t.Helper()
	v, rest, err := plainParts(data)
	if err != nil || len(rest) > 0 {
		t.Fatalf("%x: %v", data, err)
	}
	return v
}

// empty are the bytes of what is left out: nil, 0, false, "", no bytes, and the zero time.
var empty = []string{"\xc0", "\x00", "\xc2", "\xa0", "\xc4\x00", "\xcb" + strings.Repeat("\x00", 8), "\xca" + strings.Repeat("\x00", 4),
	string(msgp.AppendTime(nil, time.Time{})), string(msgp.AppendComplex64(nil, 0)), string(msgp.AppendComplex128(nil, 0))}

func plainParts(data []byte) (v any, rest []byte, err error) {
	switch msgp.NextType(data) {
	case msgp.MapType:
		out := map[string]any{}
		n, rest, err := msgp.ReadMapHeaderBytes(data)
		for range n {
			key := rest
			if rest, err = msgp.Skip(key); err != nil {
				return nil, nil, err
			}
			key = key[:len(key)-len(rest)]
			if v, rest, err = plainParts(rest); err != nil {
				return nil, nil, err
			}
			if v != nil {
				out[string(key)] = v
			}
		}
		if len(out) == 0 {
			return nil, rest, err
		}
		return out, rest, err
	case msgp.ArrayType:
		var out []any
		n, rest, err := msgp.ReadArrayHeaderBytes(data)
		for range n {
			if v, rest, err = plainParts(rest); err != nil {
				return nil, nil, err
			}
			out = append(out, v)
		}
		if n == 0 {
			return nil, rest, err
		}
		return out, rest, err
	}
	if rest, err = msgp.Skip(data); err != nil {
		return nil, nil, err
	}
	text := string(data[:len(data)-len(rest)])
	if slices.Contains(empty, text) {
		return nil, rest, nil
	}
	return text, rest, nil
}

func TestSchemasAreOfWhatIsWritten(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	var c checkedTypes
	holding := func(v any) {
		of := reflect.StructOf([]reflect.StructField{{Name: "V", Type: reflect.TypeOf(v), Tag: `zid:"0" msg:"v"`}})
		p := reflect.New(of)
		p.Elem().Field(0).Set(reflect.ValueOf(v))
		c.check(t, p.Interface())
	}
	for _, v := range valuesBeyondZoo() {
		holding(v)
		if of := reflect.TypeOf(v); of.Kind() == reflect.Struct && of.PkgPath() == reflect.TypeFor[item]().PkgPath() && of.NumField() > 1 {
			p := reflect.New(of)
			p.Elem().Set(reflect.ValueOf(v))
			c.check(t, p.Interface())
		}
	}
	for _, v := range append(testkit.Zoo(), testkit.ZooBeyondJSON()...) {
		holding(testkit.FullValue(r, testkit.Numbered(reflect.TypeOf(v))).Interface())
	}
	seeds := 300
	if testing.Short() {
		seeds = 60
	}
	for seed := range seeds {
		r := rand.New(rand.NewPCG(uint64(seed), 3))
		if v := testkit.FullValue(r, testkit.Numbered(testkit.RandomType(r, 3))).Interface(); v != nil {
			holding(v)
		}
		if t.Failed() {
			t.Fatalf("seed %d", seed)
		}
	}
	if c.sent < 150 || c.refused < 5 {
		t.Errorf("%d types have schemas, and %d have none", c.sent, c.refused)
	}
}

// TestSchemasRefuseWhatTheySay lists what is marshaled and has no schema.
func TestSchemasRefuseWhatTheySay(t *testing.T) {
	type item struct {
		Other int `zid:"0"`
	}
	type gap struct {
		A int `zid:"1"`
	}
	type twice struct {
		A item                `zid:"0"`
		B sheet[item, int]    `zid:"1"`
		C []map[string]*page2 `zid:"2" msg:"c"`
	}
	for path, v := range map[string]any{
		"/In/A": &struct {
			In gap `zid:"0"`
		}{},
		"/c/It": &twice{C: []map[string]*page2{{"a": {}}}},
		"/V":    &inSlice{},
	} {
		if _, err := zebrapack.Marshal(v); err != nil {
			t.Errorf("%T: %v", v, err)
		}
		_, err := zebrapack.SchemaOfType(reflect.TypeOf(v))
		var at *zebrapack.EncodeError
		if !errors.As(err, &at) || !errors.Is(err, fault.ErrUnsupported) || !strings.HasPrefix(path, string(at.Path)) || at.Path == "" {
			t.Errorf("%T: %v, want the path %s", v, err, path)
		}
	}
}

type page2 struct {
	It item `zid:"0"`
}

// TestGenericRootsAreReadByTheirSchemas: an instance has its arguments in a schema and not on the wire.
func TestGenericRootsAreReadByTheirSchemas(t *testing.T) {
	type both struct {
		A sheet[string, int] `zid:"0" msg:"a"`
		B sheet[item, int]   `zid:"1" msg:"b"`
		C any                `zid:"2" msg:"c"`
	}
	v := both{A: sheet[string, int]{Rows: []string{"x"}}, B: sheet[item, int]{Rows: []item{{"y"}}}}
	for p, want := range map[any]string{
		&v.A: `{"rows":["x"]}`, &v.B: `{"rows":[{"name":"y"}]}`,
		&v: `{"a":{"rows":["x"]},"b":{"rows":[{"name":"y"}]},"c":null}`,
	} {
		s, err := zebrapack.SchemaOfType(reflect.TypeOf(p))
		if err != nil {
			t.Fatal(err)
		}
		data, err := zebrapack.Marshal(p)
		if err != nil {
			t.Fatal(err)
		}
		if text, err := zebrapack.ToJSON(s, data); err != nil || string(text) != want {
			t.Errorf("%T: %s, %v, want %s", p, text, err, want)
		}
	}
	s := schemaOf[both](t)
	if names := strings.Join(s.Names(), " "); names != "both item sheet[item,int] sheet[string,int]" {
		t.Error(names)
	}
	if s.Named("sheet") != nil || s.Named("both") == nil || s.Named("sheet[item,int]") == nil {
		t.Error("a name on the wire does not say which instance it is")
	}
	data, err := zebrapack.Marshal(&v.B)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := zebrapack.ToJSON(s, data); !errors.Is(err, fault.ErrMissing) || !strings.Contains(err.Error(), `several structs "sheet"`) {
		t.Error(err)
	}
	text, err := zebrapack.TranslateOptions{Root: "sheet[item,int]"}.ToJSON(s, data)
	if err != nil || !strings.Contains(string(text), `"name":"y"`) {
		t.Errorf("%s, %v", text, err)
	}
}
