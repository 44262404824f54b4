// The bridge between codecs and generated code, with methods as bevegen writes them, in
// their plainest form, against the same types without methods.

package engine

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"
	"testing"

	"github.com/beve-org/beve-go/beverun"
	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/testkit"
	"github.com/beve-org/beve-go/wire"
)

// made is a type with generated methods; plainMade is the same type without them.
type (
	made struct {
		N   int
		S   string
		V   any
		Q   *int8 `json:",string"`
		Sub []made
	}
	plainMade struct {
		N   int
		S   string
		V   any
		Q   *int8 `json:",string"`
		Sub []plainMade
	}
)

// madeCalls counts the calls of generated methods, and madeFailure makes them fail.
var (
	madeCalls   int
	madeFailure error
)

func (x *made) AppendBEVE(dst []byte) ([]byte, error) {
	madeCalls++
	if madeFailure != nil {
		return dst, madeFailure
	}
	e := beverun.OpenEncoder()
	return e.CloseMessage(x.appendBEVE(e, dst), dst)
}

func (x *made) SizeBEVE() int {
	return 100 + len(x.S) + Reflect(&x.V).Size() + Reflect(&x.Q).Quoted().Size()
}

func (x *made) DecodeBEVE(d *beverun.Decoder) error {
	madeCalls++
	if madeFailure != nil {
		return madeFailure
	}
	off := d.Start()
	if off >= 0 {
		off = x.readBEVE(d, off)
	}
	return d.Finish(off)
}

func (x *made) appendBEVE(e *beverun.Encoder, dst []byte) []byte {
	if !e.Enter() {
		return nil
	}
	dst = wire.AppendInt(wire.AppendText(wire.AppendObject(dst, 5), "N"), int64(x.N))
	dst = wire.AppendText(dst, "S")
	w, n := beverun.MakeRoom(dst, len(x.S)+20+beverun.Slack), len(dst)
	w.Put(n, 0, uint64(wire.HeaderString))
	if n = w.PutText(n, 1, x.S); n < 0 {
		return e.BadText("S")
	}
	if dst = Reflect(&x.V).Append(e, wire.AppendText(w.Upto(n), "V")); dst == nil {
		return e.InKey("V")
	}
	if dst = Reflect(&x.Q).Quoted().Append(e, wire.AppendText(dst, "Q")); dst == nil {
		return e.InKey("Q")
	}
	if dst = Reflect(&x.Sub).Append(e, wire.AppendText(dst, "Sub")); dst == nil {
		return e.InKey("Sub")
	}
	e.Leave()
	return dst
}

func (x *made) readBEVE(d *beverun.Decoder, off int) int {
	var o beverun.Object
	if off = d.OpenObject(&o, off, "engine.made"); off < 0 {
		return -1
	}
	if o.Len < 0 {
		*x = made{}
		return off
	}
	if d.Stale {
		*x = made{}
	}
	for range o.Len {
		name, at := d.Member(&o, off)
		if at < 0 {
			return -1
		}
		switch string(name) {
		case "N":
			off = beverun.ReadInteger(d, at, &x.N, "int")
		case "S":
			off = beverun.ReadText(d, at, &x.S)
		case "V":
			off = Reflect(&x.V).Read(d, at)
		case "Q":
			off = Reflect(&x.Q).Quoted().Read(d, at)
		case "Sub":
			off = Reflect(&x.Sub).Read(d, at)
		default:
			off = d.SkipMember(at, name)
		}
		if off < 0 {
			return d.InKey(string(name))
		}
	}
	return d.CloseObject(&o, off)
}

// holderOf holds a T in every kind of place.
type holderOf[T any] struct {
	A  int
	G  T
	L  []T
	F  [2]T
	M  map[string]T
	P  *T
	I  any
	Z  T   `json:",omitempty"`
	ZP *T  `json:",omitempty"`
	ZL []T `json:",omitempty"`
}

func eight(n int8) *int8 { return &n }

func madeHolder() (*holderOf[made], *holderOf[plainMade]) {
	one := made{1, "one", []any{"x", 2.5}, eight(-3), []made{{N: 2, S: "two"}, {S: strings.Repeat("long", 30), V: map[string]any{"k": nil}}}}
	two := plainMade{1, "one", []any{"x", 2.5}, eight(-3), []plainMade{{N: 2, S: "two"}, {S: strings.Repeat("long", 30), V: map[string]any{"k": nil}}}}
	return &holderOf[made]{A: 7, G: one, L: []made{one, {}}, F: [2]made{1: one}, M: map[string]made{"m": one}, P: &one, I: &one, ZL: []made{one}},
		&holderOf[plainMade]{A: 7, G: two, L: []plainMade{two, {}}, F: [2]plainMade{1: two}, M: map[string]plainMade{"m": two}, P: &two, I: &two, ZL: []plainMade{two}}
}

// TestGeneratedMethodsWriteWhatReflectionWrites compares bytes and values with those of
// the types without methods, with every option that generated code does not know.
func TestGeneratedMethodsWriteWhatReflectionWrites(t *testing.T) {
	v, plain := madeHolder()
	for _, o := range []EncodeOptions{{}, {Aligned: true}, {Deterministic: true}, {MaxDepth: 9}, {Framing: true}, {FixedWidth: true}, {OmitNil: true}, {StructTag: "other"}, {Extended: true}, {Extended: true, MinTableRows: 1}} {
		madeCalls = 0
		got, err1 := o.Marshal(v)
		want, err2 := o.Marshal(plain)
		if err1 != nil || err2 != nil || !bytes.Equal(got, want) {
			t.Errorf("%+v: % X, %v; want % X, %v", o, got, err1, want, err2)
		}
		if passed := o != (EncodeOptions{Framing: o.Framing}); passed != (madeCalls == 0) {
			t.Errorf("%+v: %d calls of generated methods", o, madeCalls)
		}
		for _, o := range []DecodeOptions{{}, {NoCopy: true}, {StructTag: "other"}, {GenericArrays: true}, {Strict: true}, {RejectUnknown: true}, {RejectDuplicates: true}, {Limits: Limits{MaxDepth: 9}}} {
			back, again := new(holderOf[made]), new(holderOf[plainMade])
			back.L = []made{{N: 99, S: "old"}} // elements keep nothing
			err1, err2 := o.Unmarshal(got, back), o.Unmarshal(got, again)
			if fmt.Sprint(err1) != fmt.Sprint(err2) {
				t.Errorf("%+v: %v, want %v", o, err1, err2)
			} else if b, err := (EncodeOptions{Deterministic: true}).Marshal(back); err1 == nil {
				if c, _ := (EncodeOptions{Deterministic: true}).Marshal(again); err != nil || !bytes.Equal(b, c) {
					t.Errorf("%+v: %+v, want %+v", o, back, again)
				}
			}
		}
	}
}

// TestGeneratedMethodsFailAsReflectionDoes breaks a part of a value and of a message.
func TestGeneratedMethodsFailAsReflectionDoes(t *testing.T) {
	v, plain := madeHolder()
	v.L[0].Sub[1].S, plain.L[0].Sub[1].S = "\xff", "\xff"
	_, err1 := Marshal(v)
	_, err2 := Marshal(plain)
	if err1 == nil || err1.Error() != err2.Error() || !errors.Is(err1, fault.ErrUTF8) {
		t.Errorf("%v, want %v", err1, err2)
	}
	v.L[0].Sub[1].S, v.G.V = "", make(chan int)
	if e := (*EncodeError)(nil); !errors.As(func() error { _, err := Marshal(v); return err }(), &e) || e.Path != "/G/V" {
		t.Errorf("%v", e)
	}

	_, plain = madeHolder()
	whole, err := EncodeOptions{Deterministic: true}.Marshal(plain)
	if err != nil {
		t.Fatal(err)
	}
	for cut := range len(whole) {
		err1, err2 := Unmarshal(whole[:cut], new(holderOf[made])), Unmarshal(whole[:cut], new(holderOf[plainMade]))
		if e := (*DecodeError)(nil); !errors.As(err1, &e) || (err2 == nil) != (err1 == nil) || e.Offset > int64(cut) {
			t.Fatalf("%d bytes: %v, want %v", cut, err1, err2)
		}
	}
	for _, c := range []struct{ name, path string }{{"N", "/L/1/N"}, {"S", "/L/1/S"}, {"Q", "/L/1/Q"}, {"Sub", "/L/1/Sub"}} {
		bad, _ := Marshal(map[string]any{"L": []any{map[string]any{}, map[string]any{c.name: map[string]any{"no": 1}}}})
		var e *DecodeError
		if err := Unmarshal(bad, new(holderOf[made])); !errors.As(err, &e) || string(e.Path) != c.path || !errors.Is(err, fault.ErrMismatch) {
			t.Errorf("%s: %v", c.name, err)
		}
	}
	madeFailure = errors.New("a method fails")
	defer func() { madeFailure = nil }()
	if err := Unmarshal(whole, new(holderOf[made])); !errors.Is(err, madeFailure) {
		t.Errorf("%v", err)
	}
	good, plain := madeHolder()
	want, _ := EncodeOptions{Deterministic: true}.Marshal(plain)
	if got, err := (EncodeOptions{Deterministic: true}).Marshal(good); err != nil || !bytes.Equal(got, want) {
		t.Errorf("where the method fails reflection writes: %v", err)
	}
}

// TestGeneratedMethodsShareLimits nests values with methods around both limits of depth,
// and counts elements across the bridge.
func TestGeneratedMethodsShareLimits(t *testing.T) {
	for _, depth := range []int{1, 2, 3, 4, 5, 6, 7, 8} {
		v, w := made{}, plainMade{}
		for range depth {
			v, w = made{Sub: []made{v}}, plainMade{Sub: []plainMade{w}}
		}
		data, err := Marshal(&holderOf[made]{G: v})
		if err != nil {
			t.Fatal(err)
		}
		for limit := 1; limit < 24; limit++ {
			o := DecodeOptions{Limits: Limits{MaxDepth: limit}}
			err1, err2 := o.Unmarshal(data, new(holderOf[made])), o.Unmarshal(data, new(holderOf[plainMade]))
			if (err1 == nil) != (err2 == nil) || err1 != nil && !errors.Is(err1, fault.ErrDepth) {
				t.Errorf("%d levels of %d: %v, want %v", depth, limit, err1, err2)
			}
			e := EncodeOptions{MaxDepth: limit}
			b1, err1 := e.Marshal(&holderOf[made]{G: v})
			b2, err2 := e.Marshal(&holderOf[plainMade]{G: w})
			if err1 == nil != (err2 == nil) || !bytes.Equal(b1, b2) {
				t.Errorf("%d levels of %d: written %v, want %v", depth, limit, err1, err2)
			}
		}
		for n := int64(1); n < 100; n++ {
			o := DecodeOptions{Limits: Limits{MaxElements: n}}
			err1, err2 := o.Unmarshal(data, new(holderOf[made])), o.Unmarshal(data, new(holderOf[plainMade]))
			if (err1 == nil) != (err2 == nil) || err1 != nil && !errors.Is(err1, fault.ErrLimit) {
				t.Errorf("%d levels, %d elements: %v, want %v", depth, n, err1, err2)
			}
		}
	}
}

// TestGeneratedMethodsInTablesStreamsAndArenas reads values with methods where the engine
// has no use for methods: rows of tables, and memory of an arena.
func TestGeneratedMethodsInTablesStreamsAndArenas(t *testing.T) {
	rows := []plainMade{{N: 1, S: "a"}, {N: 2, S: "b", V: "v"}, {N: 3, Q: eight(5)}}
	for _, o := range []EncodeOptions{{}, {Extended: true, MinTableRows: 1}} {
		data, err := o.Marshal(rows)
		if err != nil {
			t.Fatal(err)
		}
		check := func(what string, got []made, err error) {
			t.Helper()
			b, _ := Marshal(got)
			want, _ := Marshal(rows)
			if err != nil || !bytes.Equal(b, want) {
				t.Errorf("%+v: %s: %+v, %v", o, what, got, err)
			}
		}
		var got []made
		check("a slice", got, errors.Join(Unmarshal(data, &got)))
		got = nil
		err = Unmarshal(data, &got)
		check("a slice", got, err)
		var pointers []*made
		err = Unmarshal(data, &pointers)
		got = nil
		for _, p := range pointers {
			got = append(got, *p)
		}
		check("pointers", got, err)
		got, err = nil, nil
		for v, e := range Elements[made](io.MultiReader(bytes.NewReader(data[:9]), bytes.NewReader(data[9:])), DecodeOptions{}, func(err error) error { return err }) {
			got, err = append(got, v), errors.Join(err, e)
		}
		check("elements", got, err)
		pool := NewArenaPool(0)
		a := pool.Get()
		d := NewDecoderWithArena(data, a)
		got = nil
		err = d.Decode(&got)
		check("an arena", got, err)
		PutDecoderToPool(d)
		pool.Put(a)
	}
}

// TestReflectedVariables holds what generated code asks of fields that it cannot encode
// by itself.
func TestReflectedVariables(t *testing.T) {
	var (
		nothing, nilPointer, something any = nil, (*int)(nil), 1
		list                               = []int{}
		some                               = []int{1}
		number                             = 12
		bad                            any = func() {}
		row                                = made{N: 4, S: "s"}
	)
	if !Reflect(&nothing).IsNil() || !Reflect(&nilPointer).IsNil() || Reflect(&something).IsNil() {
		t.Error("IsNil")
	}
	if !Reflect(&nothing).IsZero() || Reflect(&nilPointer).IsZero() || Reflect(&list).IsZero() || Reflect(&number).IsZero() {
		t.Error("IsZero")
	}
	if !Reflect(&list).IsEmpty() || Reflect(&some).IsEmpty() || Reflect(&number).IsEmpty() || !Reflect(&nothing).IsEmpty() {
		t.Error("IsEmpty")
	}
	for name, c := range map[string]struct {
		r    Reflected
		want any
	}{
		"a number": {Reflect(&number), 12}, "a quoted number": {Reflect(&number).Quoted(), "12"}, "a list": {Reflect(&some), []int{1}},
		"nil": {Reflect(&nothing), nil}, "a value with methods": {Reflect(&row), plainMade{N: 4, S: "s"}}, "the same as a struct": {Reflect(&row).Struct(), plainMade{N: 4, S: "s"}},
	} {
		want, err := Marshal(c.want)
		if err != nil {
			t.Fatal(err)
		}
		e := beverun.OpenEncoder()
		got, err := e.CloseMessage(c.r.Append(e, []byte("head")), nil)
		if err != nil || !bytes.Equal(got, append([]byte("head"), want...)) || c.r.Size() != len(want) {
			t.Errorf("%s: % X of %d, %v; want % X", name, got, c.r.Size(), err, want)
		}
	}
	if n := Reflect(&bad).Size(); n != 0 {
		t.Errorf("what cannot be written takes %d bytes", n)
	}
	e := beverun.OpenEncoder()
	if _, err := e.CloseMessage(Reflect(&bad).Append(e, nil), nil); !errors.Is(err, fault.ErrUnsupported) {
		t.Error(err)
	}
	madeCalls = 0
	data, _ := Marshal(&row)
	calls := madeCalls
	var back made
	if err := back.DecodeBEVE(beverun.NewDecoder(data, beverun.DecoderOptions{})); err != nil || !testkit.Equal(back, row) || madeCalls != calls+1 {
		t.Errorf("%+v, %v", back, err)
	}
	if n := row.SizeBEVE(); n < len(data) || n > math.MaxInt16 {
		t.Errorf("%d bytes for %d", n, len(data))
	}
}
