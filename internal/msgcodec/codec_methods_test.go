// Types that write and read themselves.

package msgcodec

import (
	"bytes"
	"errors"
	"math/big"
	"net/netip"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/msgpack/msgp"
)

// generated stands for a type with generated methods.
type generated struct{ n int }

func (g *generated) MarshalMsg(b []byte) ([]byte, error) {
	switch g.n {
	case -1:
		return b, nil // nothing
	case -2:
		return append(b, 1, 2), nil // two values
	case -3:
		return nil, errors.New("no")
	}
	return msgp.AppendInt(b, g.n*2), nil
}

func (g *generated) UnmarshalMsg(b []byte) (o []byte, err error) {
	v, o, err := msgp.ReadIntBytes(b)
	if v == 7 {
		return b, nil // nothing read
	}
	g.n = v / 2
	return o, err
}

func TestMethodsAreUsed(t *testing.T) {
	type s struct {
		G  generated
		Gs []generated
		P  *generated
		M  map[string]generated
		A  netip.Addr
		B  *big.Int
		N  msgp.Number
		R  msgp.Raw
	}
	in := s{G: generated{1}, Gs: []generated{{2}, {3}}, P: &generated{4}, M: map[string]generated{"k": {5}},
		A: netip.MustParseAddr("::1"), B: big.NewInt(1e18), R: msgp.Raw{0x05}}
	in.N.AsUint(200)
	b, err := msgpack.Marshal(&in)
	if err != nil {
		t.Fatal(err)
	}
	var out s
	if err := msgpack.Unmarshal(b, &out); err != nil {
		t.Fatal(err)
	}
	again, err := msgpack.Marshal(&out)
	if err != nil || !bytes.Equal(again, b) || out.P.n != 4 || out.A != in.A || out.B.Cmp(in.B) != 0 {
		t.Errorf("%x\n%x, %v", b, again, err)
	}
	for _, n := range []int{-1, -2, -3} {
		if _, err := msgpack.Marshal([]generated{{n}}); err == nil || !strings.Contains(err.Error(), "/0") {
			t.Errorf("%d: %v", n, err)
		}
	}
	var where *DecodeError
	var list []generated
	if err := msgpack.Unmarshal([]byte{0x92, 0x02, 0xA0}, &list); !errors.As(err, &where) || where.Path != "/1" || where.Offset != 2 {
		t.Error(err)
	}
	if err := msgpack.Unmarshal([]byte{0x91, 0x07}, &list); !errors.Is(err, fault.ErrSyntax) {
		t.Error(err)
	}
	if err := msgpack.Unmarshal([]byte{0x91, 0xC0}, &list); err != nil || list[0].n != 0 {
		t.Error(list, err)
	}
}

// streamed stands for a type with generated methods for streams only.
type streamed struct{ n int }

func (s *streamed) EncodeMsg(w *msgp.Writer) error { return w.WriteInt(s.n + 100) }

func (s *streamed) DecodeMsg(m *msgp.Reader) (err error) {
	s.n, err = m.ReadInt()
	s.n -= 100
	return err
}

// hooked counts the calls of its hooks.
type hooked struct {
	A           int8 `msg:"a"`
	saved, read int
}

func (h *hooked) PreSaveHook() { h.saved++ }

func (h *hooked) PostLoadHook() { h.read++ }

func TestStreamMethodsAndHooksAreUsed(t *testing.T) {
	list := []streamed{{1}, {2}}
	written(t, msgpack, list, EncodeOptions{}, "926566")
	var back []streamed
	if err := msgpack.Unmarshal([]byte{0x93, 0x65, 0x66, 0xC0}, &back); err != nil || len(back) != 3 || back[1].n != 2 || back[2].n != 0 {
		t.Error(back, err)
	}
	var where *DecodeError
	if err := msgpack.Unmarshal([]byte{0x92, 0x01, 0xC3}, &back); !errors.As(err, &where) || where.Path != "/1" || where.Offset != 2 {
		t.Error(err)
	}
	type outer struct {
		H  hooked
		Hs []hooked
		P  *hooked
	}
	v := outer{Hs: make([]hooked, 1), P: new(hooked)}
	b, err := msgpack.Marshal(&v)
	if err != nil || v.H.saved != 1 || v.Hs[0].saved != 1 || v.P.saved != 1 {
		t.Error(v, err)
	}
	var got outer
	if err := msgpack.Unmarshal(b, &got); err != nil || got.H.read != 1 || got.Hs[0].read != 1 || got.P.read != 1 {
		t.Error(got, err)
	}
}

// The methods that types may have, one type for each set. All hold a text that comes back.
type (
	textBoth     struct{ s string }
	textWriter   struct{ S string }
	textReader   struct{ S string }
	binaryBoth   struct{ s string }
	binaryWriter struct{ S string }
	binaryReader struct{ S string }
	jsonBoth     struct{ s string }
	jsonWriter   struct{ S string }
	jsonReader   struct{ S string }
	// textAndBinary has both pairs: text comes first.
	textAndBinary struct{ textBoth }
	// binaryAndJSON has both pairs: binary comes first.
	binaryAndJSON struct{ binaryBoth }
	// nullable is one that JSON knows as null, since text has none.
	nullable struct {
		S     string
		Valid bool
	}
	// crossed is written as text and read as binary: neither is a pair.
	crossed struct{ S string }
)

var errMethod = errors.New("method failed")

// accept stores text, unless it says that reading fails.
func accept(s *string, text []byte) error {
	if string(text) == "bad" {
		return errMethod
	}
	*s = string(text)
	return nil
}

// offer returns what accept stores, unless it says that writing fails.
func offer(s string) ([]byte, error) {
	if s == "bad" {
		return nil, errMethod
	}
	return []byte(s), nil
}

func (v textBoth) MarshalText() ([]byte, error)      { return offer(v.s) }
func (v *textBoth) UnmarshalText(b []byte) error     { return accept(&v.s, b) }
func (v textWriter) MarshalText() ([]byte, error)    { return offer(v.S) }
func (v *textReader) UnmarshalText(b []byte) error   { return accept(&v.S, b) }
func (v *binaryBoth) MarshalBinary() ([]byte, error) { return offer(v.s) }
func (v *binaryBoth) UnmarshalBinary(b []byte) error { return accept(&v.s, b) }

func (v binaryWriter) MarshalBinary() ([]byte, error)   { return offer(v.S) }
func (v *binaryReader) UnmarshalBinary(b []byte) error  { return accept(&v.S, b) }
func (v textAndBinary) MarshalBinary() ([]byte, error)  { return offer("no") }
func (v *textAndBinary) UnmarshalBinary(b []byte) error { return accept(&v.s, b) }
func (v *binaryAndJSON) MarshalJSON() ([]byte, error)   { return []byte(`"no"`), nil }
func (v *binaryAndJSON) UnmarshalJSON(b []byte) error   { return errMethod }
func (v crossed) MarshalText() ([]byte, error)          { return offer(v.S) }
func (v *crossed) UnmarshalBinary(b []byte) error       { return accept(&v.S, b) }
func (v jsonBoth) MarshalJSON() ([]byte, error)         { return offer(v.s) }
func (v *jsonBoth) UnmarshalJSON(b []byte) error        { return accept(&v.s, b) }
func (v *jsonWriter) MarshalJSON() ([]byte, error)      { return offer(v.S) }
func (v *jsonReader) UnmarshalJSON(b []byte) error      { return accept(&v.S, b) }
func (v nullable) MarshalText() ([]byte, error)         { return []byte(v.S), nil }
func (v *nullable) UnmarshalText(b []byte) error        { return accept(&v.S, b) }
func (v nullable) MarshalJSON() ([]byte, error) {
	if !v.Valid {
		return []byte("null"), nil
	}
	return []byte(strconv.Quote(v.S)), nil
}

func (v *nullable) UnmarshalJSON(b []byte) (err error) {
	if v.Valid = string(b) != "null"; !v.Valid {
		v.S = ""
		return nil
	}
	v.S, err = strconv.Unquote(string(b))
	return err
}

// TestTheFirstPairOfMethodsCounts writes and reads types of every set of methods: by
// themselves, in structs, slices, maps, through pointers and in interfaces.
func TestTheFirstPairOfMethodsCounts(t *testing.T) {
	for _, c := range []struct {
		v    any
		wire string
	}{
		{textBoth{"t"}, "a174"},
		{textBoth{strings.Repeat("t", 40)}, "d928" + strings.Repeat("74", 40)},
		{binaryBoth{"b"}, "c40162"},
		{textAndBinary{textBoth{"t"}}, "a174"},
		{binaryAndJSON{binaryBoth{"b"}}, "c40162"},
		{jsonBoth{`{"a":[1,null]}`}, "81a1619201c0"},
		{jsonBoth{`-1.5`}, "cbbff8000000000000"},
		{nullable{"s", true}, "a173"},
		{nullable{}, "c0"},
		{netip.MustParseAddr("1.2.3.4"), "a7312e322e332e34"},
	} {
		written(t, msgpack, c.v, EncodeOptions{}, c.wire)
		b := unhex(t, c.wire)
		typ := reflect.TypeOf(c.v)
		pointer := reflect.New(typ)
		pointer.Elem().Set(reflect.ValueOf(c.v))
		list := reflect.Append(reflect.MakeSlice(reflect.SliceOf(typ), 0, 1), pointer.Elem())
		written(t, msgpack, pointer.Interface(), EncodeOptions{}, c.wire)
		written(t, msgpack, []any{c.v, pointer.Interface()}, EncodeOptions{}, "92"+c.wire+c.wire)
		written(t, msgpack, list.Interface(), EncodeOptions{}, "91"+c.wire)
		for _, target := range []reflect.Value{reflect.New(typ), pointer} {
			if err := msgpack.Unmarshal(b, target.Interface()); err != nil || !reflect.DeepEqual(target.Elem().Interface(), c.v) {
				t.Errorf("%T: %v, %v; want %v", c.v, target.Elem(), err, c.v)
			}
		}
		back := reflect.New(list.Type())
		if err := msgpack.Unmarshal(append([]byte{0x91}, b...), back.Interface()); err != nil || !reflect.DeepEqual(back.Elem().Interface(), list.Interface()) {
			t.Errorf("%T: %v, %v", list, back.Elem(), err)
		}
		// nil is the zero value.
		if err := msgpack.Unmarshal([]byte{0xC0}, pointer.Interface()); typ != reflect.TypeFor[jsonBoth]() && (err != nil || !pointer.Elem().IsZero()) {
			t.Errorf("%T: nil makes %v, %v", c.v, pointer.Elem(), err)
		}
	}
}

// TestADirectionWithoutMethodsGoesByTheKind has types that only write, or only read.
func TestADirectionWithoutMethodsGoesByTheKind(t *testing.T) {
	for _, c := range []struct {
		v       any
		written string
		read    string // what v comes from
	}{
		{textWriter{"w"}, "a177", "81a153a177"},
		{textReader{"r"}, "81a153a172", "a172"},
		{binaryWriter{"w"}, "c40177", "81a153a177"},
		{binaryReader{"r"}, "81a153a172", "c40172"},
		{crossed{"c"}, "a163", "81a153a163"},
		{&jsonWriter{`5`}, "05", "81a153a135"},
		{jsonReader{`[5]`}, "81a153a35b355d", "9105"},
	} {
		written(t, msgpack, c.v, EncodeOptions{}, c.written)
		v := reflect.Indirect(reflect.ValueOf(c.v))
		read(t, msgpack, unhex(t, c.read), DecodeOptions{}, v.Interface())
	}
}

// Types whose methods are those that generators make, for streams, or with a configuration.
type (
	streamFails struct{ n int }
	shrinks     struct{ n int }
	Configured  struct{ N int }
	// embedsConfigured has the methods of what it embeds, which know one field of it.
	embedsConfigured struct {
		Configured
		More int
	}
	// embedsByHand has a method that was written by hand, and counts for it.
	embedsByHand struct {
		generated
		More int
	}
)

func (s *streamFails) EncodeMsg(w *msgp.Writer) error    { return errMethod }
func (s *streamFails) DecodeMsg(m *msgp.Reader) error    { return errMethod }
func (s *shrinks) MarshalMsg(b []byte) ([]byte, error)   { return b[:0], nil }
func (c Configured) MarshalMsg(b []byte) ([]byte, error) { return msgp.AppendInt(b, c.N), nil }
func (c *Configured) UnmarshalMsgWithCfg(b []byte, _ any) ([]byte, error) {
	return c.UnmarshalMsg(b)
}
func (c *Configured) UnmarshalMsg(b []byte) (o []byte, err error) {
	c.N, o, err = msgp.ReadIntBytes(b)
	return o, err
}
func (c *Configured) EncodeMsg(w *msgp.Writer) error { return w.WriteInt(c.N) }

func TestMethodsOfGeneratorsCountForTheirTypeOnly(t *testing.T) {
	written(t, msgpack, Configured{5}, EncodeOptions{}, "05")
	written(t, msgpack, &embedsConfigured{Configured{5}, 6}, EncodeOptions{}, "82aa436f6e6669677572656405a44d6f726506")
	read(t, msgpack, unhex(t, "82aa436f6e6669677572656405a44d6f726506"), DecodeOptions{}, embedsConfigured{Configured{5}, 6})
	written(t, msgpack, &embedsByHand{generated{5}, 6}, EncodeOptions{}, "0a")
	read(t, msgpack, []byte{0x0A}, DecodeOptions{}, embedsByHand{generated{5}, 0})
}

// TestMethodsThatFailSayWhere has methods that return an error, write nothing, or two
// values, and read too little.
func TestMethodsThatFailSayWhere(t *testing.T) {
	for _, c := range []struct {
		v     any
		cause error
		text  string
	}{
		{[]textBoth{{"x"}, {"bad"}}, errMethod, "msgpack: /1: method failed (Go type msgcodec.textBoth)"},
		{[]*binaryBoth{{"bad"}}, errMethod, "msgpack: /0: method failed (Go type msgcodec.binaryBoth)"},
		{map[string]jsonBoth{"k": {"bad"}}, errMethod, "msgpack: /k: method failed (Go type msgcodec.jsonBoth)"},
		{[]jsonBoth{{"[1"}}, nil, "as JSON: "},
		{[]streamFails{{1}}, errMethod, "msgpack: /0: method failed (Go type msgcodec.streamFails)"},
		{[]any{1, &shrinks{1}}, fault.ErrSyntax, "msgpack: /1: MarshalMsg did not append (Go type msgcodec.shrinks)"},
		{[]generated{{-1}}, fault.ErrSyntax, "/0: not exactly one value: "},
		{[]generated{{-2}}, fault.ErrTrailing, "/0: more than one value"},
	} {
		_, err := msgpack.Marshal(c.v)
		if err == nil || c.cause != nil && !errors.Is(err, c.cause) || !strings.Contains(err.Error(), c.text) {
			t.Errorf("%T: %v; want %s", c.v, err, c.text)
		}
	}
	for _, c := range []struct {
		wire  string
		v     any
		cause error
		at    int64
		path  fault.Pointer
	}{
		{"92a0a3626164", new([]textBoth), errMethod, 2, "/1"},
		{"91c403626164", new([]binaryBoth), errMethod, 1, "/0"},
		{"91c0", new([]binaryBoth), nil, 0, ""},
		{"91c0", new([]textBoth), nil, 0, ""},
		{"91c0", new([]streamed), nil, 0, ""},
		{"9105", new([]textBoth), fault.ErrMismatch, 1, "/0"},
		{"91a178", new([]binaryBoth), fault.ErrMismatch, 1, "/0"},
		{"91a1", new([]textBoth), fault.ErrTruncated, 1, "/0"},
		{"91c402", new([]binaryBoth), fault.ErrTruncated, 1, "/0"},
		{"81a16b05", new(map[string]streamFails), errMethod, 3, "/k"},
		{"91c1", new([]streamed), fault.ErrSyntax, 1, "/0"},
		{"919101", new([]generated), nil, -1, "/0"},
		{"9192", new([]generated), fault.ErrTruncated, 2, "/0/0"},
		{"91a3626164", new([]jsonReader), nil, 0, ""}, // its JSON is "bad" in quotes
		{"91c1", new([]jsonReader), fault.ErrSyntax, 1, "/0"},
		{"91a1ff", new([]jsonReader), fault.ErrUTF8, 1, "/0"},
		{"9191a1ff", new([]jsonReader), fault.ErrUTF8, 2, "/0/0"},
		{"91a2787a", new([]nullable), nil, 0, ""},
		{"9105", new([]nullable), nil, -1, "/0"}, // no quotes to take off
	} {
		err := msgpack.Unmarshal(unhex(t, c.wire), c.v)
		var got *DecodeError
		switch {
		case c.cause != nil:
			failure{c.cause, c.at, c.path}.of(t, c.wire, err)
		case c.at < 0:
			if !errors.As(err, &got) || got.Path != c.path {
				t.Errorf("%s into a %T: %v", c.wire, c.v, err)
			}
		case err != nil:
			t.Errorf("%s into a %T: %v", c.wire, c.v, err)
		}
	}
}

// encodes and decodes call the library themselves, and fail in it.
type nests struct{ V any }

func (n *nests) MarshalMsg(b []byte) ([]byte, error)   { return msgpack.Append(b, n.V) }
func (n *nests) UnmarshalMsg(b []byte) ([]byte, error) { return nil, msgpack.Unmarshal(b, n.V) }

// TestFailuresOfTheLibraryWithinAMethodHaveOnePath has errors of an inner call: the path
// goes on, and the offset counts from the start of the message.
func TestFailuresOfTheLibraryWithinAMethodHaveOnePath(t *testing.T) {
	var bad *EncodeError
	_, err := msgpack.Marshal(map[string]any{"a": []*nests{{[]any{1, make(chan int)}}}})
	if !errors.As(err, &bad) || bad.Path != "/a/0/1" || bad.GoType != "chan int" || !errors.Is(err, fault.ErrUnsupported) {
		t.Error(err)
	}
	v := map[string][]*nests{"a": {{new([]int8)}}}
	_ = v
	inner := []*nests{{new([]int8)}}
	failure{fault.ErrOverflow, 3, "/0/1"}.of(t, "within a method", msgpack.Unmarshal(unhex(t, "919201cd0100"), &inner))
}

// Streamer reads and writes streams, and was made by a generator, which Msgsize says.
type Streamer struct{ N int }

func (s *Streamer) EncodeMsg(w *msgp.Writer) error       { return w.WriteInt(s.N) }
func (s *Streamer) DecodeMsg(m *msgp.Reader) (err error) { s.N, err = m.ReadInt(); return err }
func (s *Streamer) Msgsize() int                         { return 9 }

func TestMethodsOfStreamsCountForTheirTypeOnly(t *testing.T) {
	type outer struct {
		Streamer
		More int
	}
	written(t, msgpack, &Streamer{5}, EncodeOptions{}, "05")
	written(t, msgpack, &outer{Streamer{5}, 6}, EncodeOptions{}, "82a853747265616d657205a44d6f726506")
	read(t, msgpack, unhex(t, "82a853747265616d657205a44d6f726506"), DecodeOptions{}, outer{Streamer{5}, 6})
}

// marked stands for generated code of which reflection does the same, but for what a test sees: it writes twice N. The others
// embed it.
type (
	marked  struct{ N int }
	renamed struct {
		marked
		M int
	}
	Marked       struct{ marked }
	embedsMarked struct {
		Marked
		M int
	}
	byHand struct {
		Marked
		M int
	}
)

func (m *marked) MarshalMsg(b []byte) ([]byte, error) { return msgp.AppendInt(b, 2*m.N), nil }
func (m *marked) UnmarshalMsg(b []byte) (o []byte, err error) {
	m.N, o, err = msgp.ReadIntBytes(b)
	return o, err
}
func (m *marked) Msgsize() int  { return 9 }
func (m *marked) ReflectedMsg() {}

func (h *byHand) MarshalMsg(b []byte) ([]byte, error) { return msgp.AppendInt(b, 7), nil }
func (h *byHand) UnmarshalMsg(b []byte) (o []byte, err error) {
	h.M, o, err = msgp.ReadIntBytes(b)
	return o, err
}

// TestReflectionTakesOver asks for options: reflection takes the place of methods that say that it may, of the type itself, and
// of no others.
func TestReflectionTakesOver(t *testing.T) {
	sorted, strict := EncodeOptions{Deterministic: true}, DecodeOptions{RejectUnknown: true}
	written(t, msgpack, &marked{3}, EncodeOptions{}, "06")
	written(t, msgpack, &marked{3}, sorted, "81a14e03")
	written(t, msgpack, map[string][]*marked{"k": {{3}}}, sorted, "81a16b9181a14e03")
	read(t, msgpack, []byte{6}, DecodeOptions{}, marked{6})
	read(t, msgpack, unhex(t, "81a14e03"), strict, marked{3})
	read(t, msgpack, []byte{6}, DecodeOptions{Limits: Limits{MaxDepth: 5}}, marked{6})
	for _, v := range []any{&renamed{marked{3}, 4}, renamed{marked{3}, 4}} {
		for _, o := range []EncodeOptions{{}, sorted} {
			written(t, msgpack, v, o, "82a14e03a14d04")
		}
	}
	written(t, msgpack, &byHand{}, sorted, "07")
	read(t, msgpack, []byte{5}, strict, byHand{M: 5})
	written(t, msgpack, &embedsMarked{Marked{marked{3}}, 4}, sorted, "82a64d61726b656481a14e03a14d04")
	written(t, msgpack, &embedsMarked{Marked{marked{3}}, 4}, EncodeOptions{}, "82a64d61726b656481a14e03a14d04")
	written(t, msgpack, []generated{{4}}, sorted, "9108")
}
