package msgpack_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/beve-org/beve-go/msgpack"
	"github.com/beve-org/beve-go/types"
)

type (
	viewed interface{ viewed() }
	viewA  struct {
		N int `msg:"n"`
	}
	viewB struct {
		In []viewed `msg:"in"`
	}
	viewUnit  struct{}
	viewTuple struct {
		_ struct{} `msg:",tuple"`
		N int
	}
	viewOther struct{ msgpack.Raw }
)

func (viewA) viewed()      {}
func (*viewB) viewed()     {}
func (viewUnit) viewed()   {}
func (viewTuple) viewed()  {}
func (*viewOther) viewed() {}

// viewUnion declares the union with further options.
func viewUnion(options ...types.UnionOption) types.Declaration {
	return types.Union[viewed](append(options, types.Case[viewA]("a"), types.Case[*viewB]("b"), types.Unit[viewUnit]("unit"), types.Case[viewTuple]("tuple"))...)
}

// TestViewsSayWhichCaseTheyAre asks the parts of messages for their cases, and goes on in their values.
func TestViewsSayWhichCaseTheyAre(t *testing.T) {
	for form, of := range map[string]types.Declaration{
		"external": viewUnion(), "internal": viewUnion(types.Tag("type")),
		"adjacent": viewUnion(types.Tag("t"), types.Content("c")), "untagged": viewUnion(types.Untagged()),
	} {
		o := msgpack.EncodeOptions{Types: types.New(of)}
		data, err := o.Marshal(&[]viewed{viewA{5}, &viewB{[]viewed{viewA{6}, viewTuple{N: 7}}}, viewUnit{}, nil})
		if err != nil {
			t.Fatal(form, err)
		}
		v, err := msgpack.NewView(data)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		var walk func(v msgpack.View)
		walk = func(v msgpack.View) {
			id, value, err := v.Case(of)
			if err != nil {
				t.Error(form, err)
				return
			}
			got = append(got, id)
			switch id {
			case "a":
				n, err := value.At("/n")
				if number, numberErr := n.Int64(); err != nil || numberErr != nil || number < 5 {
					t.Error(form, number, err, numberErr)
				}
			case "b":
				in, err := value.At("/in")
				if err != nil {
					t.Error(form, err)
				}
				for e, err := range in.Elements() {
					if err != nil {
						t.Error(form, err)
					}
					walk(e)
				}
			case "tuple":
				n, err := value.Len()
				last, lastErr := value.Index(n - 1)
				if number, numberErr := last.Int64(); err != nil || lastErr != nil || numberErr != nil || number != 7 {
					t.Error(form, number, err, lastErr, numberErr)
				}
			}
		}
		for e, err := range v.Elements() {
			if err != nil {
				t.Error(form, err)
			}
			walk(e)
		}
		want := "a b a tuple unit "
		if form == "untagged" {
			want = "a b a tuple unit unit"
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s: %q", form, got)
		}
	}
}

// TestViewsOfOtherCases has ids that no case has, and what is no union.
func TestViewsOfOtherCases(t *testing.T) {
	internal, external, adjacent := viewUnion(types.Tag("type")), viewUnion(), viewUnion(types.Tag("t"), types.Content("c"))
	for _, c := range []struct {
		of    types.Declaration
		wire  string
		id    string
		cause error
		where string
	}{
		{viewUnion(types.Tag("type"), types.Other[*viewOther]()), "\x81\xA4type\xA1x", "x", nil, ""},
		{viewUnion(types.Other[*viewOther]()), "\x81\xA1x\xC0", "x", nil, ""},
		{types.Union[viewed](types.Tag("k"), types.Case[viewA](-7)), "\x81\xA1k\xF9", "-7", nil, ""},
		{adjacent, "\x91\xA4unit", "unit", nil, ""},
		{adjacent, "\x92\xA1x\x05", "", msgpack.ErrMismatch, "/0 at byte 1"},
		{adjacent, "\x93\xA1a\x80\x05", "", msgpack.ErrMismatch, "at byte 0"},
		{adjacent, "\x90", "", msgpack.ErrMissing, "at byte 0"},
		{internal, "\x81\xA4type\xA1x", "", msgpack.ErrMismatch, "/type at byte 6"},
		{internal, "\x91\xA1x", "", msgpack.ErrMismatch, "/0 at byte 1"},
		{internal, "\x90", "", msgpack.ErrMissing, "at byte 0"},
		{internal, "\x80", "", msgpack.ErrMissing, "at byte 0"},
		{internal, "\x81\xA4type\xC3", "", msgpack.ErrMismatch, "/type at byte 6"},
		{internal, "\x82\xA4type\xA1a\xA4type\xA1a", "", msgpack.ErrDuplicate, "/type at byte 13"},
		{internal, "\x05", "", msgpack.ErrMismatch, "at byte 0"},
		{external, "\x81\x05\xC0", "", msgpack.ErrMismatch, "at byte 1"},
		{external, "\x82\xA1a\x80\xA1b\x80", "", msgpack.ErrMismatch, "at byte 0"},
		{viewUnion(types.NotNil()), "\xC0", "", msgpack.ErrMismatch, "at byte 0"},
		{types.Convert(func(viewA) int { return 0 }, func(int) (viewA, error) { return viewA{}, nil }), "\x05", "", msgpack.ErrUnsupported, "at byte 0"},
	} {
		v, err := msgpack.NewView([]byte(c.wire))
		if err != nil {
			t.Fatalf("%q: %v", c.wire, err)
		}
		id, value, err := v.Case(c.of)
		if c.cause == nil {
			if raw, rawErr := value.ViewRaw(); id != c.id || err != nil || rawErr != nil || string(raw) != c.wire {
				t.Errorf("%q is %q, %q, %v", c.wire, id, raw, err)
			}
			continue
		}
		if !errors.Is(err, c.cause) || !strings.Contains(fmt.Sprint(err), c.where+":") {
			t.Errorf("%q: %v, want %v %s", c.wire, err, c.cause, c.where)
		}
		// Decoding refuses the same.
		if c.of.Union != nil {
			var target viewed
			if err := (msgpack.DecodeOptions{Types: types.New(c.of)}).Unmarshal([]byte(c.wire), &target); err == nil {
				t.Errorf("%q is read as %+v", c.wire, target)
			}
		}
	}
}
