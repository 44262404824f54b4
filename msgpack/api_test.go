// Options, methods, errors and lifetimes.

package msgpack_test

import (
	"bytes"
	"encoding/hex"
	"errors"
	"math"
	"math/big"
	"net/netip"
	"strings"
	"testing"
	"time"

	"github.com/beve-org/beve-go/msgpack"
	"github.com/beve-org/beve-go/msgpack/msgp"
)

// written fails the test unless v is written as the hex says.
func written(t *testing.T, v any, o msgpack.EncodeOptions, want string) {
	t.Helper()
	b, err := msgpack.MarshalWithOptions(v, o)
	if got := hex.EncodeToString(b); err != nil || got != want {
		t.Errorf("%T %v: %s, %v; want %s", v, v, got, err, want)
	}
}

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
	written(t, &s{}, msgpack.EncodeOptions{}, "87a16100a16300a145c0a15000a54f7574657281a15100a16892c2c2a149c0")
	written(t, &s{}, msgpack.EncodeOptions{OmitNil: true}, "85a16100a16300a15000a54f7574657281a15100a16892c2c2")
	type u struct {
		A int `own:"x" msg:"y"`
		B int `msg:"z"`
	}
	written(t, u{1, 2}, msgpack.EncodeOptions{StructTag: "own"}, "82a17801a17a02")
	at := time.Unix(1, 0)
	written(t, at, msgpack.EncodeOptions{}, "d6ff00000001")
	written(t, at, msgpack.EncodeOptions{Time: msgpack.TimeExt5}, "c70c05000000000000000100000000")
	written(t, map[string]int{"b": 1, "a": 2, "": 3}, msgpack.EncodeOptions{Deterministic: true}, "83a003a16102a16201")
	written(t, map[int]bool{3: true, -1: false}, msgpack.EncodeOptions{Deterministic: true}, "8203c3ffc2")
	type promoted struct {
		Outer `msg:",inline"`
	}
	written(t, promoted{Outer{5}}, msgpack.EncodeOptions{}, "81a15105")
	type tuple struct {
		_ struct{} `msg:",tuple"`
		A int
		B string `msg:",omitempty"`
	}
	written(t, tuple{A: 1}, msgpack.EncodeOptions{}, "9201a0")
	type blank struct{}
	written(t, blank{}, msgpack.EncodeOptions{}, "80")
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
		_    struct{}               `msg:",tuple"`
		Rest map[string]msgpack.Raw `msg:",unknown"`
	}
	for _, v := range []any{same{}, noMap{}, tupleOfUnknown{}, make(chan int), func() {}, struct{ C chan int }{}} {
		var bad *msgpack.EncodeError
		if _, err := msgpack.Marshal(v); !errors.As(err, &bad) || !errors.Is(err, msgpack.ErrUnsupported) {
			t.Errorf("%T: %v", v, err)
		}
	}
	for _, v := range []any{nil, 5, (*int)(nil), same{}} {
		if err := msgpack.Unmarshal([]byte{0xC0}, v); !errors.Is(err, msgpack.ErrUnsupported) {
			t.Errorf("%T: %v", v, err)
		}
	}
}

type page struct {
	Users []user `msg:"users"`
}

type user struct {
	Name string         `msg:"name"`
	Age  int8           `msg:"age"`
	More map[string]any `msg:"more"`
}

func TestErrorsCarryOffsetAndPath(t *testing.T) {
	b, err := msgpack.Marshal(map[string]any{"users": []any{map[string]any{"age": 1}, map[string]any{"age": 500}}})
	if err != nil {
		t.Fatal(err)
	}
	err = msgpack.Unmarshal(b, new(page))
	if err == nil || err.Error() != "msgpack: /users/1/age at byte 19: 500 is out of range (Go type int8)" || !errors.Is(err, msgpack.ErrOverflow) {
		t.Error(err)
	}
	var where *msgpack.DecodeError
	cut := []byte{0x81, 0xA5, 'u', 's', 'e', 'r', 's', 0x91, 0x81, 0xA4, 'm', 'o', 'r', 'e', 0x82, 0xA1, 'k', 0x92, 0x01}
	if err := msgpack.Unmarshal(cut, new(page)); !errors.As(err, &where) || !errors.Is(err, msgpack.ErrTruncated) {
		t.Error(err)
	}
	if err := msgpack.Validate(cut, msgpack.ValidateOptions{}); !errors.As(err, &where) || where.Offset != 19 || where.Path != "/users/0/more/k/1" {
		t.Error(err)
	}
	unknown := []byte{0x81, 0xA3, 'f', 'o', 'o', 0x91, 0xC1}
	if err := msgpack.Unmarshal(unknown, new(page)); !errors.As(err, &where) || where.Offset != 6 || where.Path != "/foo/0" {
		t.Error(err)
	}
	_, err = msgpack.Marshal(map[string]any{"a": []any{1, make(chan int)}})
	if err == nil || err.Error() != "msgpack: /a/1: chan values cannot be encoded (Go type chan int)" {
		t.Error(err)
	}
}

func TestDecodeOptions(t *testing.T) {
	read := func(wire string, v any, o msgpack.DecodeOptions) error {
		return msgpack.UnmarshalWithOptions(unhex(t, wire), v, o)
	}
	if err := read("82a46e616d65a178a361676505", new(user), msgpack.DecodeOptions{RequireAll: true}); !errors.Is(err, msgpack.ErrMissing) {
		t.Error(err)
	}
	if err := read("81a16b05", new(user), msgpack.DecodeOptions{RejectUnknown: true}); !errors.Is(err, msgpack.ErrUnknownField) {
		t.Error(err)
	}
	if err := read("82a361676505a361676505", new(user), msgpack.DecodeOptions{}); !errors.Is(err, msgpack.ErrDuplicate) {
		t.Error(err)
	}
	if err := read("81a46e616d65a1ff", new(user), msgpack.DecodeOptions{ValidUTF8: true}); !errors.Is(err, msgpack.ErrUTF8) {
		t.Error(err)
	}
	var u user
	if err := read("81c4046e616d65c40178", &u, msgpack.DecodeOptions{AnyText: true}); err != nil || u.Name != "x" {
		t.Error(u, err)
	}
	var b []byte
	if err := read("a178", &b, msgpack.DecodeOptions{AnyText: true}); err != nil || string(b) != "x" {
		t.Error(b, err)
	}
	if err := read("a178", &b, msgpack.DecodeOptions{}); !errors.Is(err, msgpack.ErrMismatch) {
		t.Error(err)
	}
	for _, c := range []struct {
		limits msgpack.Limits
		cause  error
	}{{msgpack.Limits{MaxDepth: 2}, msgpack.ErrDepth}, {msgpack.Limits{MaxElements: 3}, msgpack.ErrLimit}, {msgpack.Limits{MaxBytes: 4}, msgpack.ErrLimit}} {
		for _, v := range []any{new(any), new([][]int), new(msgpack.Raw)} {
			if err := read("929201029103", v, msgpack.DecodeOptions{Limits: c.limits}); !errors.Is(err, c.cause) {
				t.Errorf("%T within %+v: %v", v, c.limits, err)
			}
		}
		if err := msgpack.Validate(unhex(t, "929201029103"), msgpack.ValidateOptions{Limits: c.limits}); !errors.Is(err, c.cause) {
			t.Errorf("validation within %+v: %v", c.limits, err)
		}
	}
}

func TestResultsAliasTheInputOnRequestOnly(t *testing.T) {
	type s struct {
		Text string
		Bin  []byte
		Raw  msgpack.Raw
		Any  any
	}
	b, err := msgpack.Marshal(s{"text that is longer than what is cut from blocks, which end at sixty-four", []byte("bin"), msgpack.Raw{0xA1, 'r'}, "any"})
	if err != nil {
		t.Fatal(err)
	}
	for _, noCopy := range []bool{false, true} {
		in := bytes.Clone(b)
		var v s
		if err := msgpack.UnmarshalWithOptions(in, &v, msgpack.DecodeOptions{NoCopy: noCopy}); err != nil {
			t.Fatal(err)
		}
		before := v.Text[:1] + string(v.Bin) + string(v.Raw)
		for i := range in {
			in[i] = '*'
		}
		after := v.Text[:1] + string(v.Bin) + string(v.Raw)
		if aliases := before != after; aliases != noCopy {
			t.Errorf("NoCopy %v: %q becomes %q", noCopy, before, after)
		}
	}
}

func TestUnknownMembersAreKept(t *testing.T) {
	type old struct {
		Name string                 `msg:"name"`
		Rest map[string]msgpack.Raw `msg:",unknown"`
	}
	in := unhex(t, "83a16192c0c3a46e616d65a178a17a05")
	var v old
	if err := msgpack.Unmarshal(in, &v); err != nil || v.Name != "x" || len(v.Rest) != 2 {
		t.Fatal(v, err)
	}
	written(t, &v, msgpack.EncodeOptions{}, "83a46e616d65a178a16192c0c3a17a05")
	if err := msgpack.Unmarshal([]byte{0x80}, &v); err != nil || v.Name != "" || len(v.Rest) != 0 {
		t.Error(v, err)
	}
	v.Rest["name"] = msgpack.Raw{0xC0}
	if _, err := msgpack.Marshal(&v); !errors.Is(err, msgpack.ErrDuplicate) {
		t.Error(err)
	}
	v.Rest = map[string]msgpack.Raw{"x": {0x92, 0x01}}
	if _, err := msgpack.Marshal(&v); !errors.Is(err, msgpack.ErrSyntax) {
		t.Error(err)
	}
}

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
		R  msgpack.Raw
	}
	in := s{G: generated{1}, Gs: []generated{{2}, {3}}, P: &generated{4}, M: map[string]generated{"k": {5}},
		A: netip.MustParseAddr("::1"), B: big.NewInt(1e18), R: msgpack.Raw{0x05}}
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
	var where *msgpack.DecodeError
	var list []generated
	if err := msgpack.Unmarshal([]byte{0x92, 0x02, 0xA0}, &list); !errors.As(err, &where) || where.Path != "/1" || where.Offset != 2 {
		t.Error(err)
	}
	if err := msgpack.Unmarshal([]byte{0x91, 0x07}, &list); !errors.Is(err, msgpack.ErrSyntax) {
		t.Error(err)
	}
	if err := msgpack.Unmarshal([]byte{0x91, 0xC0}, &list); err != nil || list[0].n != 0 {
		t.Error(list, err)
	}
}

func TestInterfacesTakeWhatTheKeysSay(t *testing.T) {
	for wire, check := range map[string]func(v any) bool{
		"8105a178":     func(v any) bool { return v.(map[int64]any)[5] == "x" },
		"81cc05a178":   func(v any) bool { return v.(map[int64]any)[5] == "x" },
		"8205c0a16bc3": func(v any) bool { m := v.(map[any]any); return len(m) == 2 && m["k"] == true },
		"82a16bc305c0": func(v any) bool { m := v.(map[any]any); return len(m) == 2 && m["k"] == true },
		"81c3a178":     func(v any) bool { return v.(map[any]any)[true] == "x" },
		"81c40161c3":   func(v any) bool { return v.(map[string]any)["a"] == true },
		"81cfffffffffffffffffc0": func(v any) bool {
			m := v.(map[any]any)
			_, ok := m[uint64(math.MaxUint64)]
			return ok
		},
	} {
		var v any
		if err := msgpack.Unmarshal(unhex(t, wire), &v); err != nil || !check(v) {
			t.Errorf("%s: %T %v, %v", wire, v, v, err)
		}
	}
	for _, wire := range []string{"8190c0", "8180c0", "81c0c0"} {
		var v any
		if err := msgpack.Unmarshal(unhex(t, wire), &v); !errors.Is(err, msgpack.ErrUnsupported) {
			t.Errorf("%s: %v, %v", wire, v, err)
		}
		var m map[any]int
		if err := msgpack.Unmarshal(unhex(t, wire), &m); err == nil {
			t.Errorf("%s: %v", wire, m)
		}
	}
}

func TestCyclesEnd(t *testing.T) {
	type node struct{ Next *node }
	loop := &node{}
	loop.Next = loop
	list := []any{nil}
	list[0] = list
	type chain *chain
	var c chain
	c = &c
	for _, v := range []any{loop, list, map[string]any{"l": list}, c} {
		if _, err := msgpack.Marshal(v); !errors.Is(err, msgpack.ErrDepth) {
			t.Errorf("%T: %v", v, err)
		}
	}
	var into chain
	if err := msgpack.Unmarshal([]byte{0x01}, &into); !errors.Is(err, msgpack.ErrDepth) {
		t.Error(err)
	}
}

func TestCodecAgreesWithTheFunctions(t *testing.T) {
	c := msgpack.CodecOf[user]()
	v := user{Name: "n", Age: 5}
	want, err := msgpack.Marshal(&v)
	if err != nil {
		t.Fatal(err)
	}
	b, err := c.Marshal(&v)
	app, appErr := c.Append([]byte{1}, &v)
	if err != nil || appErr != nil || !bytes.Equal(b, want) || !bytes.Equal(app[1:], want) {
		t.Errorf("%x %x, %v %v; want %x", b, app, err, appErr, want)
	}
	var back user
	if err := c.Unmarshal(b, &back); err != nil || back.Name != "n" || back.Age != 5 {
		t.Error(back, err)
	}
	bad := msgpack.CodecOf[chan int]()
	if b, err := bad.Append([]byte{1}, new(chan int)); err == nil || len(b) != 1 {
		t.Error(b, err)
	}
}

func TestKeptMemoryIsEnough(t *testing.T) {
	type s struct {
		ID     int64
		Name   string
		Tags   []string
		Score  float64
		OK     bool
		Bin    []byte
		Next   *s
		Counts map[string]string
	}
	v := &s{1 << 40, "a name", []string{"x", "y"}, 1.5, true, []byte{1, 2}, &s{Name: "next"}, map[string]string{"k": "v"}}
	buf := make([]byte, 0, 1024)
	if n := testing.AllocsPerRun(100, func() {
		if _, err := msgpack.Append(buf, v); err != nil {
			t.Error(err)
		}
	}); n != 0 {
		t.Errorf("Append takes %v allocations", n)
	}
	data, err := msgpack.Append(buf, v)
	if err != nil {
		t.Fatal(err)
	}
	var kept s
	if n := testing.AllocsPerRun(100, func() {
		if err := msgpack.Unmarshal(data, &kept); err != nil {
			t.Error(err)
		}
	}); n > 0.5 { // a block for the keys of the map, now and then
		t.Errorf("Unmarshal into a kept value takes %v allocations", n)
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

func (h *hooked) PreSaveHook()  { h.saved++ }
func (h *hooked) PostLoadHook() { h.read++ }

func TestStreamMethodsAndHooksAreUsed(t *testing.T) {
	list := []streamed{{1}, {2}}
	written(t, list, msgpack.EncodeOptions{}, "926566")
	var back []streamed
	if err := msgpack.Unmarshal([]byte{0x93, 0x65, 0x66, 0xC0}, &back); err != nil || len(back) != 3 || back[1].n != 2 || back[2].n != 0 {
		t.Error(back, err)
	}
	var where *msgpack.DecodeError
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

func TestTypesAreCompiledForManyAtOnce(t *testing.T) {
	type leaf struct {
		Name string `msg:"name"`
	}
	type tree struct {
		Leaf leaf            `msg:"leaf"`
		Kids []*tree         `msg:"kids"`
		By   map[string]tree `msg:"by"`
		Any  any             `msg:"any"`
	}
	in := &tree{Leaf: leaf{"a"}, Kids: []*tree{{Leaf: leaf{"b"}}, nil}, By: map[string]tree{"k": {}}, Any: leaf{"c"}}
	errs := make(chan error)
	const many = 16
	for range many {
		go func() {
			b, err := msgpack.Marshal(in)
			if err == nil {
				err = msgpack.Unmarshal(b, new(tree))
			}
			errs <- err
		}()
	}
	for range many {
		if err := <-errs; err != nil {
			t.Error(err)
		}
	}
}
