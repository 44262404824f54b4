package msgcodec

import (
	"bytes"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/iotest"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/mem"
	"github.com/beve-org/beve-go/msgpack/msgp"
	"github.com/beve-org/beve-go/types"
)

type shape interface{ area() float64 }

type circle struct {
	R float64 `msg:"r" zid:"0"`
}
type square struct {
	Side float64 `msg:"side" zid:"1"`
	In   []shape `msg:"in,omitempty" zid:"2"`
	Next shape   `msg:"next,omitempty" zid:"3"`
}
type nothing struct{}
type strip []shape

// foreign keeps a shape of an unknown case as it is.
type foreign struct{ Bytes msgp.Raw }

func (c circle) area() float64  { return c.R * c.R * 3 }
func (s *square) area() float64 { return s.Side * s.Side }
func (nothing) area() float64   { return 0 }
func (strip) area() float64     { return 1 }
func (*foreign) area() float64  { return 0 }

func (f *foreign) MarshalMsg(b []byte) ([]byte, error) { return append(b, f.Bytes...), nil }
func (f *foreign) UnmarshalMsg(b []byte) ([]byte, error) {
	n, err := msgp.Skip(b)
	f.Bytes = append(msgp.Raw{}, b[:len(b)-len(n)]...)
	return n, err
}

// either is a union of fields.
type either struct {
	Circle *circle  `json:"circle" zid:"1"`
	Square *square  `json:"square" zid:"2"`
	None   *nothing `json:"none" zid:"3"`
}

// shapes declares shape with further options.
func shapes(options ...types.UnionOption) *types.Set {
	return types.New(types.Union[shape](append(options, types.Case[circle]("circle").Number(1),
		types.Case[*square]("square").Number(2), types.Unit[nothing]("none").Number(3))...))
}

func shapeSets() map[string]*types.Set {
	return map[string]*types.Set{
		"external": shapes(), "internal": shapes(types.Tag("type")),
		"adjacent": shapes(types.Tag("t"), types.Content("c")), "untagged": shapes(types.Untagged()),
	}
}

// holder has a union in every place that a value can be in.
type holder struct {
	Top   shape             `zid:"0"`
	List  []shape           `zid:"1"`
	Array [2]shape          `zid:"2"`
	Map   map[string]shape  `zid:"3"`
	ByID  map[int]*shape    `zid:"4"`
	Ptr   *shape            `zid:"5"`
	Lists [][]shape         `zid:"6"`
	Row   row               `zid:"7"`
	Rows  map[string][]*row `zid:"8"`
	Omit  shape             `msg:",omitempty" zid:"9"`
	Pair  couple            `zid:"10"`
	inner
}

type row struct {
	N int   `zid:"0"`
	S shape `zid:"1"`
}

type couple struct {
	_ struct{} `msg:",tuple"`
	S shape
	N int
}

type inner struct {
	Deep shape `zid:"11"`
}

func newHolder(nils bool) holder {
	var s shape = circle{3}
	deep := &square{2, []shape{circle{4}, &square{Side: 7, In: []shape{&square{Side: 8}}}}, circle{9}}
	h := holder{
		Top: circle{1}, List: []shape{deep, &square{Side: 1}, circle{2}}, Array: [2]shape{s, deep},
		Map: map[string]shape{"a": circle{5}, "b": deep}, ByID: map[int]*shape{-3: &s}, Ptr: &s,
		Lists: [][]shape{{s}, {}, {deep, s}}, Row: row{1, s}, Rows: map[string][]*row{"r": {{2, deep}, nil, {3, s}}},
		Pair: couple{S: deep, N: 4}, inner: inner{deep},
	}
	if nils {
		h.List = append(h.List, nil, nothing{})
		h.Map["none"], h.Map["nil"] = nothing{}, nil
	}
	return h
}

// TestUnionsEverywhere writes and reads unions in every place, by every entry.
func TestUnionsEverywhere(t *testing.T) {
	for format, f := range formats {
		for form, set := range shapeSets() {
			name := format + " " + form
			in := newHolder(form != "untagged") // nil and a unit are one thing there
			for _, o := range []EncodeOptions{{}, {Deterministic: true}, {OmitNil: true}} {
				o.Types = set
				data, err := f.MarshalWithOptions(&in, o)
				if err != nil {
					t.Fatal(name, err)
				}
				var stream bytes.Buffer
				if err := f.NewEncoderWithOptions(&stream, o).Encode(&in); err != nil || o.Deterministic && !bytes.Equal(stream.Bytes(), data) {
					t.Errorf("%s: a stream has %x, %v, and not %x", name, &stream, err, data)
				}
				read := DecodeOptions{Types: set}
				strict := DecodeOptions{Types: set, RejectUnknown: true, RejectDuplicates: true, ValidUTF8: true}
				for entry, decode := range map[string]func(v *holder) error{
					"Unmarshal": func(v *holder) error { return f.UnmarshalWithOptions(data, v, read) },
					"strict":    func(v *holder) error { return f.UnmarshalWithOptions(data, v, strict) },
					"NoCopy":    func(v *holder) error { return f.UnmarshalWithOptions(data, v, DecodeOptions{Types: set, NoCopy: true}) },
					"bytes":     func(v *holder) error { return f.NewDecoderBytes(data, read).Decode(v) },
					"reader": func(v *holder) error {
						return f.NewDecoderWithOptions(iotest.OneByteReader(bytes.NewReader(data)), read).Decode(v)
					},
					"Codec": func(v *holder) error { return codecOf[holder](f, o, read).Unmarshal(data, v) },
				} {
					var out holder
					for range 2 { // once more over what is there
						if err := decode(&out); err != nil {
							t.Errorf("%s, %s: %v", name, entry, err)
						} else if !reflect.DeepEqual(in, out) {
							t.Errorf("%s, %s: %+v is not %+v", name, entry, out, in)
						}
						out.Top, out.List = &square{Side: 99}, []shape{circle{98}, &square{Side: 97}}
						out.Map, out.Rows, out.ByID = nil, nil, nil
					}
				}
			}
		}
	}
}

// TestUnionsAsBytes pins what unions look like.
func TestUnionsAsBytes(t *testing.T) {
	numbered := types.New(types.Union[shape](types.Tag("k"), types.Case[circle](7), types.Case[*square](-300), types.Unit[nothing](0)))
	one := types.New(types.OneOf[either]())
	for _, c := range []struct {
		format tested
		set    *types.Set
		value  any
		text   string
	}{
		{msgpack, shapes(), new(shape), "c0"},
		{msgpack, shapes(), ptr[shape](circle{1}), "81 a6636972636c65 81a172cb3ff0000000000000"},
		{msgpack, shapes(), ptr[shape](nothing{}), "a46e6f6e65"},
		{msgpack, shapes(types.Tag("type")), ptr[shape](circle{1}), "82 a474797065a6636972636c65 a172cb3ff0000000000000"},
		{msgpack, shapes(types.Tag("type")), ptr[shape](nothing{}), "81 a474797065a46e6f6e65"},
		{msgpack, shapes(types.Tag("t"), types.Content("c")), ptr[shape](circle{1}), "82 a174a6636972636c65 a163 81a172cb3ff0000000000000"},
		{msgpack, shapes(types.Tag("t"), types.Content("c")), ptr[shape](nothing{}), "81 a174a46e6f6e65"},
		{msgpack, shapes(types.Untagged()), ptr[shape](circle{1}), "81a172cb3ff0000000000000"},
		{msgpack, shapes(types.Untagged()), ptr[shape](nothing{}), "c0"},
		{msgpack, numbered, ptr[shape](circle{1}), "82 a16b07 a172cb3ff0000000000000"},
		{msgpack, numbered, ptr[shape](&square{}), "83 a16bd1fed4 a473696465cb0000000000000000 a46e657874c0"},
		{msgpack, one, &either{Circle: &circle{1}}, "81 a6636972636c65 81a172cb3ff0000000000000"},
		{zebrapack, shapes(), ptr[shape](circle{1}), "81 01 82ffa6636972636c65 00cb3ff0000000000000"},
		{unnamed, shapes(), ptr[shape](circle{1}), "81 01 8100cb3ff0000000000000"},
		{unnamed, shapes(types.Tag("type")), ptr[shape](circle{1}), "81 01 8100cb3ff0000000000000"},
		{unnamed, shapes(types.Tag("t"), types.Content("c")), ptr[shape](nothing{}), "81 03 c0"},
		{unnamed, shapes(types.Untagged()), ptr[shape](circle{1}), "8100cb3ff0000000000000"},
		{unnamed, one, &either{Circle: &circle{1}}, "81 01 8100cb3ff0000000000000"},
		{unnamed, one, &either{}, "c0"},
		{zebrapack, one, &either{Circle: &circle{1}}, "81 01 82ffa6636972636c65 00cb3ff0000000000000"},
	} {
		got, err := c.format.MarshalWithOptions(c.value, EncodeOptions{Types: c.set})
		text := strings.ReplaceAll(c.text, " ", "")
		if c.set == numbered || strings.Contains(text, "a46e657874") {
			text = strings.TrimSuffix(strings.Replace(text, "83a16bd1", "82a16bd1", 1), "a46e657874c0") // next is omitted
		}
		if err != nil || fmt.Sprintf("%x", got) != text {
			t.Errorf("%s %T %+v: %x, %v, want %s", c.format.format.Name, c.value, reflect.ValueOf(c.value).Elem(), got, err, text)
			continue
		}
		back := reflect.New(reflect.TypeOf(c.value).Elem())
		if err := c.format.UnmarshalWithOptions(got, back.Interface(), DecodeOptions{Types: c.set}); err != nil || !reflect.DeepEqual(back.Interface(), c.value) {
			t.Errorf("%x is read as %+v, %v", got, back.Elem(), err)
		}
	}
}

// spaced returns the bytes of hexadecimal digits with blanks between them.
func spaced(t testing.TB, text string) []byte { return unhex(t, strings.ReplaceAll(text, " ", "")) }

func ptr[T any](v T) *T { return &v }

// TestUnionsOfFieldsAreUnions reads what one kind of union writes as the other, and as a plain struct.
func TestUnionsOfFieldsAreUnions(t *testing.T) {
	both := types.New(types.OneOf[either](), types.Union[shape](types.Case[circle]("circle").Number(1),
		types.Case[*square]("square").Number(2), types.Case[nothing]("none").Number(3)))
	for format, f := range formats {
		data, err := f.MarshalWithOptions(&either{Square: &square{Side: 2}}, EncodeOptions{Types: both})
		if err != nil {
			t.Fatal(format, err)
		}
		var s shape
		if err := f.UnmarshalWithOptions(data, &s, DecodeOptions{Types: both}); err != nil || !reflect.DeepEqual(s, &square{Side: 2}) {
			t.Errorf("%s: %+v, %v", format, s, err)
		}
		if !f.format.IDs {
			continue
		}
		// The same members without a declaration, and what that writes.
		type either struct {
			Circle *circle  `zid:"1"`
			Square *square  `zid:"2"`
			None   *nothing `zid:"3"`
		}
		var plain either
		if err := f.Unmarshal(data, &plain); err != nil || plain.Square == nil || plain.Square.Side != 2 {
			t.Errorf("%s: %+v, %v", format, plain, err)
		}
		if data, err = f.Marshal(&plain); err != nil {
			t.Fatal(err)
		}
		if err := f.UnmarshalWithOptions(data, &s, DecodeOptions{Types: both}); err != nil || !reflect.DeepEqual(s, &square{Side: 2}) {
			t.Errorf("%s: %x is %+v, %v", format, data, s, err)
		}
		if data, err = f.Marshal(&either{}); err != nil {
			t.Fatal(err)
		}
		if err := f.UnmarshalWithOptions(data, &s, DecodeOptions{Types: both}); err != nil || s != nil {
			t.Errorf("%s: %x is %+v, %v", format, data, s, err)
		}
	}
	if _, err := msgpack.MarshalWithOptions(&either{Circle: &circle{}, None: &nothing{}}, EncodeOptions{Types: both}); !errors.Is(err, fault.ErrUnsupported) {
		t.Errorf("two fields are set: %v", err)
	}
}

// TestIDsStandAnywhere moves the id through the map.
func TestIDsStandAnywhere(t *testing.T) {
	want := &square{Side: 2, In: []shape{circle{1}, &square{Side: 3, Next: circle{4}}}, Next: &square{Side: 5}}
	set := shapeSets()
	for form, id := range map[string]string{"internal": "type", "adjacent": "t"} {
		data, err := msgpack.MarshalWithOptions(ptr[shape](want), EncodeOptions{Types: set[form]})
		if err != nil {
			t.Fatal(err)
		}
		for turn := range 5 {
			turned := turnMaps(t, data, turn)
			for name, opts := range map[string]DecodeOptions{"plain": {}, "strict": {RejectUnknown: true, RejectDuplicates: true}} {
				opts.Types = set[form]
				var got shape
				if err := msgpack.UnmarshalWithOptions(turned, &got, opts); err != nil || !reflect.DeepEqual(got, want) {
					t.Errorf("%s, %s, turned by %d: %+v, %v", form, name, turn, got, err)
				}
				got = nil
				d := msgpack.NewDecoderWithOptions(iotest.OneByteReader(bytes.NewReader(turned)), opts)
				if err := d.Decode(&got); err != nil || !reflect.DeepEqual(got, want) {
					t.Errorf("%s, %s, turned by %d, from a stream: %+v, %v", form, name, turn, got, err)
				}
			}
		}
		_ = id
	}
}

// turnMaps returns a message in which the members of each map begin with another one.
func turnMaps(t testing.TB, data []byte, by int) []byte {
	t.Helper()
	out, rest, err := turned(nil, data, by)
	if err != nil || len(rest) > 0 {
		t.Fatal(err, rest)
	}
	return out
}

func turned(dst, src []byte, by int) (out, rest []byte, err error) {
	switch msgp.NextType(src) {
	case msgp.MapType:
		n, src, err := msgp.ReadMapHeaderBytes(src)
		if err != nil {
			return nil, nil, err
		}
		members := make([][]byte, n)
		for i := range members {
			key, err := msgp.Skip(src)
			if err != nil {
				return nil, nil, err
			}
			member := append([]byte{}, src[:len(src)-len(key)]...)
			if members[i], src, err = turned(member, key, by); err != nil {
				return nil, nil, err
			}
		}
		dst = msgp.AppendMapHeader(dst, n)
		for i := range members {
			dst = append(dst, members[(i+by)%len(members)]...)
		}
		return dst, src, nil
	case msgp.ArrayType:
		n, src, err := msgp.ReadArrayHeaderBytes(src)
		dst = msgp.AppendArrayHeader(dst, n)
		for range n {
			if err == nil {
				dst, src, err = turned(dst, src, by)
			}
		}
		return dst, src, err
	}
	rest, err = msgp.Skip(src)
	return append(dst, src[:len(src)-len(rest)]...), rest, err
}

// TestUnionsSayWhatIsWrong has a message for each thing that can be wrong.
func TestUnionsSayWhatIsWrong(t *testing.T) {
	type list struct {
		L []shape `msg:"l" zid:"0"`
	}
	sets := shapeSets()
	sets["strict"] = shapes(types.Tag("t"), types.Content("c"), types.NotNil())
	for _, c := range []struct {
		format tested
		form   string
		value  string // the second element of l
		cause  error
		path   string
		offset int // in the value
		says   string
	}{
		{msgpack, "external", "81 a3686578 c0", fault.ErrMismatch, "", 1, `"hex" is not a case of msgcodec.shape; there are "circle", "square", "none"`},
		{msgpack, "external", "a3686578", fault.ErrMismatch, "", 0, `"hex" is not a case`},
		{msgpack, "external", "a6636972636c65", fault.ErrMismatch, "", 0, `"circle" of msgcodec.shape needs a value`},
		{msgpack, "external", "80", fault.ErrMismatch, "", 0, "0 members"},
		{msgpack, "external", "82 a6636972636c65 c0 a46e6f6e65 c0", fault.ErrMismatch, "", 0, "2 members"},
		{msgpack, "external", "81 01 c0", fault.ErrMismatch, "", 1, "int for a key that has to be a string"},
		{msgpack, "external", "81 a46e6f6e65 80", fault.ErrMismatch, "/none", 6, "has none"},
		{msgpack, "external", "81 a6636972636c65 81 a172 c3", fault.ErrMismatch, "/circle/r", 11, "bool does not decode"},
		{msgpack, "external", "90", fault.ErrMismatch, "", 0, "array does not decode into msgcodec.shape"},
		{msgpack, "internal", "82 a172 c0 a474797065 a3686578", fault.ErrMismatch, "/type", 9, `"hex" is not a case`},
		{msgpack, "internal", "82 a172 c0 a474797065 05", fault.ErrMismatch, "/type", 9, `"5" is not a case`},
		{msgpack, "internal", "82 a172 c0 a474797065 cfffffffffffffffff", fault.ErrMismatch, "/type", 9, `"18446744073709551615" is not a case`},
		{msgpack, "internal", "82 a172 c0 a474797065 c3", fault.ErrMismatch, "/type", 9, "an id is a text or an integer"},
		{msgpack, "internal", "81 a172 c0", fault.ErrMissing, "", 0, `no member "type"`},
		{msgpack, "internal", "80", fault.ErrMissing, "", 0, `no member "type"`},
		{msgpack, "internal", "83 a474797065 a6636972636c65 a172 c0 a474797065 a6636972636c65", fault.ErrDuplicate, "/type", 16, "duplicate field"},
		{msgpack, "internal", "82 a172 c1 a474797065 a0", fault.ErrSyntax, "/r", 3, "reserved byte"},
		{msgpack, "internal", "a46e6f6e65", fault.ErrMismatch, "", 0, "str does not decode into msgcodec.shape"},
		{msgpack, "internal", "91 a6636972636c65", fault.ErrMismatch, "", 0, "array does not decode into msgcodec.circle"},
		{msgpack, "internal", "91 05", fault.ErrMismatch, "/0", 1, `"5" is not a case`},
		{msgpack, "adjacent", "81 a174 a3686578", fault.ErrMismatch, "/t", 3, `"hex" is not a case`},
		{msgpack, "adjacent", "82 a163 c0 a174 a3686578", fault.ErrMismatch, "/t", 6, `"hex" is not a case`},
		{msgpack, "adjacent", "81 a163 c0", fault.ErrMissing, "", 0, `no member "t"`},
		{msgpack, "adjacent", "80", fault.ErrMissing, "", 0, `no member "t"`},
		{msgpack, "adjacent", "81 a174 a6636972636c65", fault.ErrMissing, "", 0, `no member "c" for "circle"`},
		{msgpack, "adjacent", "83 a174 a46e6f6e65 a163 c0 a174 a46e6f6e65", fault.ErrDuplicate, "/t", 11, "comes twice"},
		{msgpack, "adjacent", "83 a163 c0 a163 c0 a174 a46e6f6e65", fault.ErrDuplicate, "/c", 4, "comes twice"},
		{msgpack, "adjacent", "82 a174 a46e6f6e65 a163 80", fault.ErrMismatch, "/c", 10, "has none"},
		{msgpack, "adjacent", "82 a163 81a172c3 a174 a6636972636c65", fault.ErrMismatch, "/c/r", 6, "bool does not decode"},
		{msgpack, "adjacent", "90", fault.ErrMismatch, "", 0, "array does not decode into msgcodec.shape"},
		{msgpack, "adjacent", "93 a46e6f6e65 c0 c0", fault.ErrMismatch, "", 0, "array does not decode into msgcodec.shape"},
		{msgpack, "adjacent", "92 a3686578 c0", fault.ErrMismatch, "/0", 1, `"hex" is not a case`},
		{msgpack, "adjacent", "91 c3", fault.ErrMismatch, "/0", 1, "an id is a text or an integer"},
		{msgpack, "adjacent", "91 a6636972636c65", fault.ErrMissing, "", 0, `no member "c" for "circle"`},
		{msgpack, "adjacent", "92 a46e6f6e65 80", fault.ErrMismatch, "/1", 6, "has none"},
		{msgpack, "adjacent", "92 a6636972636c65 81a172c3", fault.ErrMismatch, "/1/r", 11, "bool does not decode"},
		{msgpack, "strict", "c0", fault.ErrMismatch, "", 0, "null is not a case"},
		{msgpack, "untagged", "c3", fault.ErrMismatch, "", 0, "the value has the shape of no case"},
		{zebrapack, "external", "81 05 c0", fault.ErrMismatch, "/5", 1, `5 is not the number of a case of msgcodec.shape; there are 1 "circle", 2 "square", 3 "none"`},
		{zebrapack, "internal", "82 01 80 02 80", fault.ErrMismatch, "/2", 3, "there is one case"},
		{zebrapack, "adjacent", "81 a174 c0", fault.ErrMismatch, "", 1, "str for a key that has to be the number of a case"},
		{zebrapack, "adjacent", "81 01 8100c3", fault.ErrMismatch, "/circle/r", 4, "bool does not decode"},
		{zebrapack, "strict", "80", fault.ErrMismatch, "", 0, "null is not a case"},
		{zebrapack, "strict", "81 ff a6736861706573", fault.ErrMismatch, "", 0, "null is not a case"},
	} {
		before, path := spaced(t, "81 a16c 92 c0"), "/l/1"
		if c.format.format.IDs {
			before, path = spaced(t, "81 00 92 c0"), "/l/1"
		}
		if c.form == "strict" {
			before[len(before)-2]--
			before, path = before[:len(before)-1], path[:3]+"0"
		}
		data := append(bytes.Clone(before), spaced(t, c.value)...)
		read := DecodeOptions{Types: sets[c.form]}
		err := c.format.UnmarshalWithOptions(data, new(list), read)
		var where *DecodeError
		if !errors.As(err, &where) || !errors.Is(err, c.cause) || string(where.Path) != path+c.path || where.Offset != int64(len(before)+c.offset) || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s %s %s:\n%v, want %v at %s, byte %d: %s", c.format.format.Name, c.form, c.value, err, c.cause, path+c.path, len(before)+c.offset, c.says)
			continue
		}
		// A stream says the same, passes over the value if it is well-formed, and goes on.
		d := c.format.NewDecoderWithOptions(iotest.OneByteReader(bytes.NewReader(append(data, 0x2A))), read)
		if streamed := d.Decode(new(list)); streamed == nil || streamed.Error() != err.Error() {
			t.Errorf("%s %s %s: a stream says %v, not %v", c.format.format.Name, c.form, c.value, streamed, err)
		}
		var n int
		if nextErr := d.Decode(&n); !errors.Is(c.cause, fault.ErrSyntax) && (nextErr != nil || n != 42) {
			t.Errorf("%s %s %s: after it a stream has %d, %v", c.format.format.Name, c.form, c.value, n, nextErr)
		}
		// Cut short, it is truncated, unless what is wrong is known before.
		for n := range len(data) {
			if err := c.format.UnmarshalWithOptions(data[:n], new(list), read); err == nil {
				t.Errorf("%s %s: %x is read", c.format.format.Name, c.form, data[:n])
			}
		}
	}
}

// TestUnionsThatCannotBeWritten has a value for each thing that can be wrong.
func TestUnionsThatCannotBeWritten(t *testing.T) {
	type tagged struct {
		Type string `msg:"type"`
	}
	type texts interface{ MarshalText() ([]byte, error) }
	for name, c := range map[string]struct {
		format tested
		set    *types.Set
		value  any
		says   string
	}{
		"no case":          {msgpack, shapes(), ptr[shape](strip{}), `/List/0: msgcodec.strip is not a case of msgcodec.shape; there are "circle"`},
		"nil":              {msgpack, shapes(types.NotNil()), new(shape), "null is not a case"},
		"nil pointer":      {msgpack, shapes(types.NotNil()), ptr[shape]((*square)(nil)), "null is not a case"},
		"collision":        {msgpack, types.New(types.Union[any](types.Tag("type"), types.Case[tagged]("t"))), ptr[any](tagged{}), `the struct has a member "type", which is the one with the id`},
		"no struct":        {msgpack, types.New(types.Union[shape](types.Tag("type"), types.Case[strip]("s"))), ptr[shape](strip{}), "declare a content"},
		"methods":          {msgpack, types.New(types.Union[texts](types.Tag("type"), types.Case[textual]("s"))), ptr[texts](textual{}), "declare a content"},
		"no number":        {zebrapack, types.New(types.Union[shape](types.Case[circle]("circle").Number(1), types.Case[strip]("s"))), ptr[shape](circle{}), `the case "s" has no number`},
		"a negative id":    {zebrapack, types.New(types.Union[shape](types.Tag("k"), types.Case[circle](-1))), ptr[shape](circle{}), `the case "-1" has no number`},
		"fields of no zid": {zebrapack, types.New(types.OneOf[struct{ A, B *int }]()), &struct{ A, B *int }{A: new(int)}, `the case "A" has no number`},
	} {
		v := reflect.ValueOf(c.value)
		in := any(c.value)
		if name == "no case" {
			in = &struct{ List []shape }{[]shape{strip{}}}
		}
		if _, err := c.format.MarshalWithOptions(in, EncodeOptions{Types: c.set}); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v", name, err)
		}
		if strings.HasPrefix(name, "n") && name != "no number" && name != "no struct" {
			continue
		}
		if err := c.format.UnmarshalWithOptions([]byte{0x81, 0xA4, 't', 'y', 'p', 'e', 0xA1, 's'}, v.Interface(), DecodeOptions{Types: c.set}); err == nil {
			t.Errorf("%s is read", name)
		}
	}
}

type textual struct{ S string }

func (t textual) MarshalText() ([]byte, error)  { return []byte(t.S), nil }
func (t *textual) UnmarshalText(b []byte) error { t.S = string(b); return nil }

// embedding keeps a shape of an unknown case by the methods of what it embeds.
type embedding struct{ msgp.Raw }

func (embedding) area() float64 { return 0 }

func isOther(s shape) bool {
	switch s.(type) {
	case *foreign, embedding:
		return true
	}
	return false
}

// TestOtherCasesAreKept reads and writes what no case is for.
func TestOtherCasesAreKept(t *testing.T) {
	forms := map[string][]types.UnionOption{"external": nil, "internal": {types.Tag("type")}, "adjacent": {types.Tag("t"), types.Content("c")}}
	for form, options := range forms {
		newer := shapes(options...)
		older := types.New(types.Union[shape](append(slices.Clip(options), types.Case[circle]("circle").Number(1), types.Other[*foreign]())...))
		embeds := types.New(types.Union[shape](append(slices.Clip(options), types.Case[circle]("circle").Number(1), types.Other[embedding]())...))
		for format, f := range formats {
			in := []shape{circle{1}, &square{Side: 2, In: []shape{circle{3}}}, nothing{}, nil}
			data, err := f.MarshalWithOptions(&in, EncodeOptions{Types: newer})
			if err != nil {
				t.Fatal(err)
			}
			for _, older := range []*types.Set{older, embeds} {
				var kept []shape
				if err := f.UnmarshalWithOptions(data, &kept, DecodeOptions{Types: older}); err != nil {
					t.Errorf("%s %s: %v", format, form, err)
					continue
				}
				if !isOther(kept[1]) || kept[0] != in[0] || kept[3] != nil {
					t.Errorf("%s %s: %+v", format, form, kept)
				}
				again, err := f.MarshalWithOptions(&kept, EncodeOptions{Types: older})
				if err != nil || !bytes.Equal(again, data) {
					t.Errorf("%s %s: %x is written as %x, %v", format, form, data, again, err)
				}
			}
		}
	}
}

// TestTuplesBeginWithTheirID reads and writes structs that are arrays, as serde does by default.
func TestTuplesBeginWithTheirID(t *testing.T) {
	type point struct {
		_    struct{} `msg:",tuple"`
		X, Y int
	}
	type origin struct {
		_ struct{} `msg:",tuple"`
	}
	set := types.New(types.Union[any](types.Tag("type"), types.Case[point]("point"), types.Unit[origin]("origin")))
	for text, v := range map[string]any{"93 a5706f696e74 01 02": point{X: 1, Y: 2}, "91 a66f726967696e": origin{}} {
		data, err := msgpack.MarshalWithOptions(&v, EncodeOptions{Types: set})
		if err != nil || !bytes.Equal(data, spaced(t, text)) {
			t.Errorf("%+v is %x, %v", v, data, err)
		}
		var got any
		if err := msgpack.UnmarshalWithOptions(data, &got, DecodeOptions{Types: set}); err != nil || got != v {
			t.Errorf("%x is %+v, %v", data, got, err)
		}
	}
	adjacent := types.New(types.Union[any](types.Tag("t"), types.Content("c"), types.Case[point]("point"), types.Unit[origin]("origin"), types.Other[msgp.Raw]()))
	for text, v := range map[string]any{"92 a5706f696e74 920102": point{X: 1, Y: 2}, "91 a66f726967696e": origin{}, "92 a66f726967696e c0": origin{}, "92 a178 05": msgp.Raw("\x92\xA1x\x05")} {
		var got any
		if err := msgpack.UnmarshalWithOptions(spaced(t, text), &got, DecodeOptions{Types: adjacent}); err != nil || !reflect.DeepEqual(got, v) {
			t.Errorf("%s is %+v, %v", text, got, err)
		}
	}
	untagged := types.New(types.Union[any](types.Untagged(), types.Case[circle]("c"), types.Case[point]("p")))
	var got any
	if err := msgpack.UnmarshalWithOptions([]byte{0x92, 1, 2}, &got, DecodeOptions{Types: untagged}); err != nil || got != (point{X: 1, Y: 2}) {
		t.Errorf("%+v, %v", got, err)
	}
}

// TestUnionsAreDeep reads and writes expressions of 10,000 levels, and refuses more than are allowed.
func TestUnionsAreDeep(t *testing.T) {
	const levels = 10_000
	for format, f := range formats {
		for form, set := range shapeSets() {
			in := shape(circle{1})
			for range levels {
				in = &square{Next: in}
			}
			// A level is a struct, and what is around it to say which.
			write, read := EncodeOptions{Types: set, MaxDepth: 2*levels + 10}, DecodeOptions{Types: set, Limits: Limits{MaxDepth: 2*levels + 10}}
			data, err := f.MarshalWithOptions(&in, write)
			if err != nil {
				t.Errorf("%s %s: %v", format, form, err)
				continue
			}
			messages := [][]byte{data}
			if late := lateIDs(form, levels); late != nil && !f.format.IDs {
				messages = append(messages, late)
			}
			for _, data := range messages {
				var got shape
				if err := f.UnmarshalWithOptions(data, &got, read); err != nil {
					t.Errorf("%s %s: %v", format, form, err)
				}
				n := 0
				for s, ok := got.(*square); ok; s, ok = s.Next.(*square) {
					n++
				}
				if n != levels {
					t.Errorf("%s %s: %d levels", format, form, n)
				}
				shallow := DecodeOptions{Types: set, Limits: Limits{MaxDepth: levels / 2}}
				if err := f.UnmarshalWithOptions(data, &got, shallow); !errors.Is(err, fault.ErrDepth) {
					t.Errorf("%s %s: %v", format, form, err)
				}
			}
			write.MaxDepth = levels / 2
			if _, err := f.MarshalWithOptions(&in, write); !errors.Is(err, fault.ErrDepth) {
				t.Errorf("%s %s: %v", format, form, err)
			}
		}
	}
}

// lateIDs returns nested squares whose ids are their last members, or nil where there are no ids to come late.
func lateIDs(form string, levels int) []byte {
	var open, end []byte
	switch form {
	case "internal":
		open = msgp.AppendString([]byte{0x82}, "next")
		end = msgp.AppendString(msgp.AppendString(nil, "type"), "square")
	case "adjacent":
		open = append(msgp.AppendString([]byte{0x82}, "c"), 0x81)
		open = msgp.AppendString(open, "next")
		end = msgp.AppendString(msgp.AppendString(nil, "t"), "square")
	default:
		return nil
	}
	return slices.Concat(bytes.Repeat(open, levels), []byte{0xC0}, bytes.Repeat(end, levels))
}

// TestLateIDsCostAWalk counts what is passed over to find ids that come last: each container once, whatever its
// depth.
func TestLateIDsCostAWalk(t *testing.T) {
	const levels = 2000
	for _, form := range []string{"internal", "adjacent"} {
		data := lateIDs(form, levels)
		o := DecodeOptions{Types: shapeSets()[form], Limits: Limits{MaxDepth: 3 * levels}}
		d := msgpack.newDecodeState(&o)
		if err := d.message(data, d.profile.codecFor(reflect.TypeFor[shape]()), mem.Of(new(shape))); err != nil {
			t.Fatal(form, err)
		}
		// What is walked over again is noted again.
		if n := reflect.ValueOf(&d.walk).Elem().FieldByName("spans").Len(); n < levels/2 || n > 2*levels {
			t.Errorf("%s: %d containers of %d unions are passed over", form, n, levels)
		}
		d.release()
	}
}

// TestUnionsWithinThemselvesEnd declares types that are only each other.
func TestUnionsWithinThemselvesEnd(t *testing.T) {
	type ring struct{ R *ring }
	set := types.New(types.OneOf[ring](types.Untagged()))
	r := &ring{}
	r.R = r
	if _, err := msgpack.MarshalWithOptions(r, EncodeOptions{Types: set}); !errors.Is(err, fault.ErrDepth) {
		t.Error(err)
	}
	if err := msgpack.UnmarshalWithOptions([]byte{1}, r, DecodeOptions{Types: set}); !errors.Is(err, fault.ErrDepth) {
		t.Error(err)
	}
	type word string
	set = types.New(types.Convert(func(w word) *word { return &w }, func(w *word) (word, error) { return *w, nil }))
	if _, err := msgpack.MarshalWithOptions(ptr[word]("a"), EncodeOptions{Types: set}); !errors.Is(err, fault.ErrDepth) {
		t.Error(err)
	}
	if err := msgpack.UnmarshalWithOptions([]byte{1}, new(word), DecodeOptions{Types: set}); !errors.Is(err, fault.ErrDepth) {
		t.Error(err)
	}
}

// TestUnionsAtOnce compiles and uses a declaration from several goroutines.
func TestUnionsAtOnce(t *testing.T) {
	for format, f := range formats {
		set := shapes(types.Tag("type"))
		var all sync.WaitGroup
		for range 8 {
			all.Go(func() {
				for range 50 {
					in := newHolder(true)
					data, err := f.MarshalWithOptions(&in, EncodeOptions{Types: set})
					var out holder
					if err == nil {
						err = f.UnmarshalWithOptions(data, &out, DecodeOptions{Types: set})
					}
					if err != nil || !reflect.DeepEqual(in, out) {
						t.Errorf("%s: %v", format, err)
						return
					}
				}
			})
		}
		all.Wait()
	}
}

// generatedPage has methods as generators make them, which know nothing of declarations.
type generatedPage struct {
	S shape  `zid:"0"`
	T string `zid:"1"`
}

func (*generatedPage) MarshalMsg([]byte) ([]byte, error)   { return nil, errGenerated }
func (*generatedPage) UnmarshalMsg([]byte) ([]byte, error) { return nil, errGenerated }
func (*generatedPage) Msgsize() int                        { return 1 }

var errGenerated = errors.New("generated code is called")

// TestDeclarationsComeBeforeGeneratedCode has a declared type in one with generated methods.
func TestDeclarationsComeBeforeGeneratedCode(t *testing.T) {
	for format, f := range formats {
		in := generatedPage{S: circle{1}, T: "t"}
		for _, set := range shapeSets() {
			data, err := f.MarshalWithOptions(&in, EncodeOptions{Types: set})
			var out generatedPage
			if err == nil {
				err = f.UnmarshalWithOptions(data, &out, DecodeOptions{Types: set})
			}
			if err != nil || out != in {
				t.Errorf("%s: %+v, %v", format, out, err)
			}
		}
		if _, err := f.Marshal(&in); !errors.Is(err, errGenerated) {
			t.Errorf("%s: without a declaration: %v", format, err)
		}
	}
}

// TestNamesOfStructsTellCases has structs that look alike where members are numbers and empty ones are left out: what they are
// called says which it is. A name of no case says nothing.
func TestNamesOfStructsTellCases(t *testing.T) {
	set := types.New(types.Union[shape](types.Untagged(), types.Case[circle]("c"), types.Case[*square]("s"), types.Case[twin]("t")))
	for _, in := range []shape{circle{}, circle{1}, &square{}, &square{Side: 2, In: []shape{&square{}, circle{}}}, twin{}, twin{A: twin{}, B: circle{}}} {
		data, err := zebrapack.MarshalWithOptions(&in, EncodeOptions{Types: set})
		var out shape
		if err == nil {
			err = zebrapack.UnmarshalWithOptions(data, &out, DecodeOptions{Types: set})
		}
		if err != nil || !same(reflect.ValueOf(in), reflect.ValueOf(out)) {
			t.Errorf("%x: %+v, not %+v, %v", data, out, in, err)
		}
	}
	for _, c := range []struct {
		wire string
		want shape
	}{
		{"82ffa6636972636c6500cb3ff0000000000000", circle{1}},
		{"82ffa66f746865727300cb3ff0000000000000", circle{1}},
		{"82ff0100cb3ff0000000000000", circle{1}},
		{"82ffa4747769" + "6e00c0", twin{}},
	} {
		var out shape
		err := zebrapack.UnmarshalWithOptions(unhex(t, c.wire), &out, DecodeOptions{Types: set})
		if err != nil || !reflect.DeepEqual(out, c.want) {
			t.Errorf("%s: %+v, %v", c.wire, out, err)
		}
	}
}
