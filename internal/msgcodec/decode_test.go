// Errors, options, limits and lifetimes of decoding.

package msgcodec

import (
	"bytes"
	"errors"
	"strconv"
	"testing"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/msgwire"
	"github.com/beve-org/beve-go/internal/testkit"
	"github.com/beve-org/beve-go/msgpack/msgp"
)

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
	if err == nil || err.Error() != "msgpack: /users/1/age at byte 19: 500 is out of range (Go type int8)" || !errors.Is(err, fault.ErrOverflow) {
		t.Error(err)
	}
	var where *DecodeError
	cut := []byte{0x81, 0xA5, 'u', 's', 'e', 'r', 's', 0x91, 0x81, 0xA4, 'm', 'o', 'r', 'e', 0x82, 0xA1, 'k', 0x92, 0x01}
	if err := msgpack.Unmarshal(cut, new(page)); !errors.As(err, &where) || !errors.Is(err, fault.ErrTruncated) {
		t.Error(err)
	}
	if err := (msgwire.ValidateOptions{}).Validate(cut); !errors.As(err, &where) || where.Offset != 19 || where.Path != "/users/0/more/k/1" {
		t.Error(err)
	}
	unknown := []byte{0x81, 0xA3, 'f', 'o', 'o', 0x91, 0xC1}
	if err := msgpack.Unmarshal(unknown, new(page)); !errors.As(err, &where) || where.Offset != 6 || where.Path != "/foo/0" {
		t.Error(err)
	}
	_, err = msgpack.Marshal(map[string]any{"a": []any{1, make(chan int)}})
	if err == nil || err.Error() != "msgpack: /a/1: MessagePack has no form for a chan (Go type chan int)" {
		t.Error(err)
	}
}

func TestDecodeOptions(t *testing.T) {
	read := func(wire string, v any, o DecodeOptions) error {
		return msgpack.UnmarshalWithOptions(unhex(t, wire), v, o)
	}
	if err := read("82a46e616d65a178a361676505", new(user), DecodeOptions{RequireAll: true}); !errors.Is(err, fault.ErrMissing) {
		t.Error(err)
	}
	if err := read("81a16b05", new(user), DecodeOptions{RejectUnknown: true}); !errors.Is(err, fault.ErrUnknownField) {
		t.Error(err)
	}
	if err := read("82a361676505a361676505", new(user), DecodeOptions{}); !errors.Is(err, fault.ErrDuplicate) {
		t.Error(err)
	}
	if err := read("81a46e616d65a1ff", new(user), DecodeOptions{ValidUTF8: true}); !errors.Is(err, fault.ErrUTF8) {
		t.Error(err)
	}
	var u user
	if err := read("81c4046e616d65c40178", &u, DecodeOptions{AnyText: true}); err != nil || u.Name != "x" {
		t.Error(u, err)
	}
	var b []byte
	if err := read("a178", &b, DecodeOptions{AnyText: true}); err != nil || string(b) != "x" {
		t.Error(b, err)
	}
	if err := read("a178", &b, DecodeOptions{}); !errors.Is(err, fault.ErrMismatch) {
		t.Error(err)
	}
	for _, c := range []struct {
		limits Limits
		cause  error
	}{{Limits{MaxDepth: 2}, fault.ErrDepth}, {Limits{MaxElements: 3}, fault.ErrLimit}, {Limits{MaxBytes: 4}, fault.ErrLimit}} {
		for _, v := range []any{new(any), new([][]int), new(msgp.Raw)} {
			if err := read("929201029103", v, DecodeOptions{Limits: c.limits}); !errors.Is(err, c.cause) {
				t.Errorf("%T within %+v: %v", v, c.limits, err)
			}
		}
		if err := (msgwire.ValidateOptions{Limits: c.limits}).Validate(unhex(t, "929201029103")); !errors.Is(err, c.cause) {
			t.Errorf("validation within %+v: %v", c.limits, err)
		}
	}
}

func TestResultsAliasTheInputOnRequestOnly(t *testing.T) {
	type s struct {
		Text string
		Bin  []byte
		Raw  msgp.Raw
		Any  any
	}
	b, err := msgpack.Marshal(s{"text that is longer than what is cut from blocks, which end at sixty-four", []byte("bin"), msgp.Raw{0xA1, 'r'}, "any"})
	if err != nil {
		t.Fatal(err)
	}
	for _, noCopy := range []bool{false, true} {
		in := bytes.Clone(b)
		var v s
		if err := msgpack.UnmarshalWithOptions(in, &v, DecodeOptions{NoCopy: noCopy}); err != nil {
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

func TestHostileInputCostsLittle(t *testing.T) {
	type node struct {
		Label string         `zid:"0"`
		Kids  []node         `zid:"1"`
		Next  *node          `zid:"2"`
		Any   any            `zid:"3"`
		Map   map[int64]node `zid:"4"`
	}
	for _, c := range []struct{ prefix, unit, suffix string }{
		{"", "8102", ""}, {"", "810191", "80"}, {"", "810391", "c0"}, {"", "810481" + "05", "80"}, {"", "81ff91", ""}, {"8101dd00ffffff", "80", "c1"},
		{"8101dd000186a0", "81ff80", ""}, {"8103df00ffffff", "c0", ""}, {"8109", "91", ""}, {"8100dbffffffff", "41", ""},
	} {
		b := append(append(unhex(t, c.prefix), bytes.Repeat(unhex(t, c.unit), 50_000)...), unhex(t, c.suffix)...)
		testkit.Costs(t, c.prefix+" "+c.unit, len(b), func() {
			var where *DecodeError
			if err := zebrapack.Unmarshal(b, new(node)); !errors.As(err, &where) || where.Offset < 0 || where.Offset > int64(len(b)) {
				t.Errorf("%s %s: %v", c.prefix, c.unit, err)
			}
		})
		if err := zebrapack.NewDecoder(bytes.NewReader(b)).Decode(new(node)); err == nil {
			t.Errorf("%s %s: a stream of it is taken", c.prefix, c.unit)
		}
	}
}

func TestErrorsNameTheFormat(t *testing.T) {
	err := zebrapack.Unmarshal(unhex(t, "8101928100a178810005"), vectorTypes["46_evo_nested_v1/Doc"]())
	if err == nil || err.Error() != "zebrapack: /Many/0/P at byte 5: str does not decode into int (Go type int)" {
		t.Error(err)
	}
}

// TestPartsAreFoundInTheirMessages moves errors of a part to the message that has it.
func TestPartsAreFoundInTheirMessages(t *testing.T) {
	inner := &DecodeError{Offset: 3, Path: "/x", GoType: "int", Err: fault.ErrOverflow, Format: "msgpack"}
	moved := Within(inner, 10, "/a/1")
	failure{fault.ErrOverflow, 13, "/a/1/x"}.of(t, "a part", moved)
	if inner.Offset != 3 || inner.Path != "/x" || moved.(*DecodeError).GoType != "int" {
		t.Error(inner, moved)
	}
	if err := errors.New("another"); Within(err, 10, "/a") != err || Within(nil, 10, "/a") != nil {
		t.Error("an error that has no place is moved")
	}
}

// TestMuchIsGivenOnceItIsProven decodes values that are much larger than their bytes: the
// message is checked as a whole before they are made, and once is enough.
func TestMuchIsGivenOnceItIsProven(t *testing.T) {
	type large struct {
		Room [256]int64       `msg:"room"`
		M    map[string]large `msg:"m"`
	}
	n := 3000
	nils := append(msgp.AppendArrayHeader(nil, uint32(n)), bytes.Repeat([]byte{0xC0}, n)...)
	empty := append(msgp.AppendArrayHeader(nil, uint32(n)), bytes.Repeat([]byte{0x80}, n)...)
	many := append(msgp.AppendArrayHeader(nil, 40_000), bytes.Repeat([]byte{0x80}, 40_000)...)
	keyed := msgp.AppendMapHeader(nil, uint32(n))
	for i := range n {
		keyed = append(msgp.AppendInt(keyed, i), 0xC0)
	}
	texts := msgp.AppendMapHeader(nil, 20_000)
	for i := range 20_000 {
		texts = append(msgp.AppendString(texts, strconv.Itoa(i)), 0x80)
	}
	for what, c := range map[string]struct {
		in     []byte
		target func() any
	}{
		"a slice":            {nils, func() any { return new([]large) }},
		"pointers":           {empty, func() any { return new([]*large) }},
		"maps":               {empty, func() any { return new([]map[string]large) }},
		"maps of text":       {bytes.Repeat(texts, 1), func() any { return new(map[string]any) }},
		"many maps of text":  {many, func() any { return new([]map[string]any) }},
		"any":                {bytes.Repeat(texts, 1), func() any { return new(any) }},
		"a map of integers":  {keyed, func() any { return new(map[int]large) }},
		"raw values kept":    {texts, func() any { return new(namedRest) }},
		"a map in interface": {keyed, func() any { return new(any) }},
	} {
		if err := msgpack.Unmarshal(c.in, c.target()); err != nil {
			t.Errorf("%s: %v", what, err)
		}
		// The same, but for the last byte.
		bad := append(bytes.Clone(c.in[:len(c.in)-1]), 0xC1)
		testkit.Costs(t, what, len(bad), func() {
			var where *DecodeError
			err := msgpack.Unmarshal(bad, c.target())
			if !errors.As(err, &where) || !errors.Is(err, fault.ErrSyntax) || where.Offset != int64(len(bad)-1) || where.Path == "" {
				t.Errorf("%s: %v", what, err)
			}
		})
	}
}

// TestHostileLengthsCostNothing claims lengths of every head and width that nothing backs,
// for targets of every kind.
func TestHostileLengthsCostNothing(t *testing.T) {
	targets := []func() any{
		func() any { return new(any) }, func() any { return new(string) }, func() any { return new([]byte) }, func() any { return new([]int64) },
		func() any { return new([]string) }, func() any { return new([][1 << 16]int64) }, func() any { return new(map[string]string) },
		func() any { return new(map[int][1 << 10]string) }, func() any { return new(variables) }, func() any { return new(msgp.Raw) },
		func() any { return new([]*variables) }, func() any { return new(namedRest) }, func() any { return new(tuple) }, func() any { return new([4]int) },
	}
	widths := map[string]int{"d9": 1, "da": 2, "db": 4, "c4": 1, "c5": 2, "c6": 4, "c7": 1, "c8": 2, "c9": 4, "dc": 2, "dd": 4, "de": 2, "df": 4}
	for head, width := range widths {
		for _, claim := range []string{"ffffffff", "7fffffff", "00ffffff", "0000ffff", "0000007f"} {
			claim = claim[8-2*width:]
			for _, prefix := range []string{"", "91", "81a16e", "8100"} {
				b := append(unhex(t, prefix+head+claim), 0xC0, 0xC0, 0xC0)
				for _, f := range []tested{msgpack, unnamed} {
					testkit.Costs(t, prefix+head+claim, len(b), func() {
						for _, target := range targets {
							v := target()
							err := f.Unmarshal(b, v)
							if prefix == "" && !errors.Is(err, fault.ErrTruncated) && !errors.Is(err, fault.ErrLimit) && !errors.Is(err, fault.ErrUnsupported) {
								t.Errorf("%s: %x into a %T: %v", f.format.Name, b, v, err)
							}
						}
					})
				}
			}
		}
	}
}

// TestBytesAfterTheValue has one byte more than a value of every kind.
func TestBytesAfterTheValue(t *testing.T) {
	for name, f := range formats {
		for _, wire := range []string{"c0", "05", "a178", "90", "9105", "80", "81a17805", "d40901", "cb3ff8000000000000"} {
			b := unhex(t, wire)
			failure{fault.ErrTrailing, int64(len(b)), ""}.of(t, name+": "+wire, f.Unmarshal(append(b, 0), new(any)))
		}
		failure{fault.ErrTruncated, 0, ""}.of(t, name+": nothing", f.Unmarshal(nil, new(any)))
		failure{fault.ErrLimit, 0, ""}.of(t, name+": too long", f.UnmarshalWithOptions(make([]byte, 9), new(any), DecodeOptions{Limits: Limits{MaxBytes: 8}}))
	}
}
