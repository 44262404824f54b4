package jsonpack_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"reflect"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/beve-org/beve-go/json"
	"github.com/beve-org/beve-go/jsonpack"
	"github.com/beve-org/beve-go/types"
)

type shape interface{ Area() float64 }

type (
	circle struct {
		R float64 `json:"r"`
	}
	square struct {
		Side uint16   `json:"side"`
		Tags []string `json:"tags"`
	}
	group struct {
		Parts []part `json:"parts"`
	}
	blank struct{}
)

func (c circle) Area() float64  { return c.R * c.R * 3 }
func (s *square) Area() float64 { return 1 }
func (group) Area() float64     { return 2 }
func (blank) Area() float64     { return 0 }

// part is another union: a struct of pointers.
type part struct {
	Circle *circle `json:"circle"`
	Name   *string `json:"name"`
}

var unionForms = map[string][]types.UnionOption{
	"external": nil, "internal": {types.Tag("type")}, "adjacent": {types.Tag("t"), types.Content("c")}, "untagged": {types.Untagged()},
}

func unionSet(form string, more ...types.UnionOption) *types.Set {
	cases := append([]types.UnionOption{types.Case[circle]("circle"), types.Case[*square]("square"), types.Case[group]("group"), types.Unit[blank]("none")}, more...)
	return types.New(types.Union[shape](append(cases, unionForms[form]...)...), types.OneOf[part](),
		types.Convert(func(v money) string { return strconv.Itoa(v.cents) }, func(s string) (money, error) { n, err := strconv.Atoi(s); return money{n}, err }))
}

type money struct{ cents int }

type picture struct {
	Top    shape
	List   []shape
	Ptr    *shape
	Price  money
	Nested [2][]shape
	After  int8
}

func randomPicture(rnd *rand.Rand, untagged bool) picture {
	one := func() shape {
		switch rnd.IntN(5) {
		case 0:
			return circle{float64(rnd.IntN(50)) / 2}
		case 1:
			return &square{Side: uint16(rnd.IntN(1 << 16)), Tags: []string{"a", strings.Repeat("x", rnd.IntN(200))}}
		case 2:
			name := "n"
			return group{Parts: []part{{Circle: &circle{1}}, {}, {Name: &name}}}
		case 3:
			return blank{}
		}
		if untagged {
			return blank{}
		}
		return nil
	}
	list := func() []shape {
		l := make([]shape, rnd.IntN(4))
		for i := range l {
			l[i] = one()
		}
		return l
	}
	ptr := one()
	return picture{one(), list(), &ptr, money{rnd.IntN(1000)}, [2][]shape{list(), list()}, int8(rnd.IntN(100))}
}

// TestUnionsRoundTrip writes and reads random values of unions in all forms, by all ways in, and their JSON.
func TestUnionsRoundTrip(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 4))
	for form := range unionForms {
		set := unionSet(form)
		schema, err := jsonpack.NewJSONPack().AddSchema("picture", picture{}, jsonpack.BigEndian, set)
		if err != nil {
			t.Fatal(form, err)
		}
		again, err := jsonpack.NewJSONPack().AddSchema("again", schema.GetSchemaDefText(), set)
		if err != nil || again.Fingerprint() != schema.Fingerprint() || string(again.GetSchemaDefText()) != string(schema.GetSchemaDefText()) {
			t.Fatalf("%s: the schema is not read: %v\n%s", form, err, schema.GetSchemaDefText())
		}
		if err := jsonpack.ValidateSchema(schema.GetSchemaDefText()); err != nil {
			t.Error(form, err)
		}
		for range 100 {
			in := randomPicture(rnd, form == "untagged")
			data, err := schema.Encode(&in)
			if err != nil {
				t.Fatal(form, err)
			}
			if by, err := again.Encode(in); err != nil || !bytes.Equal(by, data) {
				t.Fatalf("%s: %x by value, not %x: %v", form, by, data, err)
			}
			if want := readBack(t, form, schema, set, data); !reflect.DeepEqual(*want, in) {
				t.Fatalf("%s: %+v, not %+v", form, want, in)
			}
			text, err := schema.ToJSON(data)
			if err != nil {
				t.Fatal(form, err)
			}
			direct, err := json.EncodeOptions{Types: set}.Marshal(&in)
			if err != nil || string(direct) != string(text) {
				t.Fatalf("%s: %s, not %s: %v", form, text, direct, err)
			}
			for name, text := range map[string][]byte{"": text, "reversed": reversed(t, text)} {
				packed, err := schema.FromJSON(text)
				if err != nil || !bytes.Equal(packed, data) {
					t.Fatalf("%s %s: %v: %s\n%x, not\n%x", form, name, err, text, packed, data)
				}
			}
			var v any
			if err := schema.Decode(data, &v); err != nil {
				t.Fatal(form, err)
			}
			if packed, err := schema.Encode(v); err != nil || !bytes.Equal(packed, data) {
				t.Fatalf("%s: by way of any: %v\n%x, not\n%x", form, err, packed, data)
			}
			for end := range data {
				if err := schema.Decode(data[:end], new(picture)); !errors.Is(err, jsonpack.ErrTruncated) {
					t.Fatalf("%s: cut at %d of %d: %v", form, end, len(data), err)
				}
			}
		}
	}
}

// readBack reads data in all ways, which agree.
func readBack(t *testing.T, form string, schema *jsonpack.Schema, set *types.Set, data []byte) *picture {
	t.Helper()
	codec, err := jsonpack.CodecOf[picture](schema)
	if err != nil {
		t.Fatal(form, err)
	}
	var outs [4]picture
	stream := jsonpack.NewDecoder(iotest.OneByteReader(bytes.NewReader(append(bytes.Clone(data), data...))), schema)
	for i, err := range []error{schema.Decode(data, &outs[0]), codec.Unmarshal(data, &outs[1]), stream.Decode(&outs[2]), stream.Decode(&outs[3])} {
		if err != nil {
			t.Fatalf("%s: way %d: %v", form, i, err)
		}
		if !reflect.DeepEqual(outs[i], outs[0]) {
			t.Fatalf("%s: way %d: %+v, not %+v", form, i, outs[i], outs[0])
		}
	}
	if err := stream.Decode(&outs[2]); err != io.EOF {
		t.Fatal(form, err)
	}
	return &outs[0]
}

// reversed returns text with the members of all objects in reverse order.
func reversed(t *testing.T, text []byte) []byte {
	t.Helper()
	v, err := json.NewView(text)
	if err != nil {
		t.Fatal(err)
	}
	var turn func(v json.View) string
	turn = func(v json.View) string {
		joined := ""
		switch v.Kind() {
		case json.Array:
			for e := range v.Elements() {
				joined += "," + turn(e)
			}
			return "[" + strings.TrimPrefix(joined, ",") + "]"
		case json.Object:
			for m := range v.Members() {
				key, _ := m.Key.ViewRaw()
				joined = "," + string(key) + ":" + turn(m.Value) + joined
			}
			return "{" + strings.TrimPrefix(joined, ",") + "}"
		}
		raw, _ := v.ViewRaw()
		return string(raw)
	}
	return []byte(turn(v))
}

// TestUnionBytes pins the bytes and the schema.
func TestUnionBytes(t *testing.T) {
	schema, err := jsonpack.NewJSONPack().AddSchema("list", []shape{}, unionSet("internal"))
	if err != nil {
		t.Fatal(err)
	}
	const want = `{"items":{"ids":["circle","square","group","none"],"oneOf":[` +
		`{"order":["r"],"properties":{"r":{"type":"float64LE"}},"type":"object"},` +
		`{"order":["side","tags"],"properties":{"side":{"type":"uint16LE"},"tags":{"items":{"type":"string"},"type":"array"}},"type":"object"},` +
		`{"order":["parts"],"properties":{"parts":{"items":{"ids":["circle","name"],"oneOf":[` +
		`{"order":["r"],"properties":{"r":{"type":"float64LE"}},"type":"object"},{"type":"string"}],"type":"oneOf"},"type":"array"}},"type":"object"},null],` +
		`"tag":"type","type":"oneOf"},"type":"array"}`
	if got := string(schema.GetSchemaDefText()); got != want {
		t.Errorf("%s\nnot\n%s", got, want)
	}
	def, err := schema.GetSchemaDef()
	if err != nil || def.Items.Tag != "type" || len(def.Items.OneOf) != 4 || def.Items.OneOf[3] != nil {
		t.Errorf("%+v %v", def, err)
	}
	data, err := schema.Encode([]shape{&square{Side: 258, Tags: []string{"x"}}, nil, blank{}})
	if got := fmt.Sprintf("%x", data); err != nil || got != "0302020101017800"+"04" {
		t.Errorf("%s %v", got, err)
	}
}

// TestUnionTopLevel has a union as the whole document.
func TestUnionTopLevel(t *testing.T) {
	for form := range unionForms {
		schema, err := jsonpack.NewJSONPack().AddSchema("shape", (*shape)(nil), unionSet(form))
		if err != nil {
			t.Fatal(form, err)
		}
		for _, in := range []shape{circle{2}, &square{Side: 1, Tags: []string{}}, blank{}} {
			data, err := schema.Sealed().Encode(&in)
			if err != nil {
				t.Fatal(form, err)
			}
			var out, second shape
			stream := jsonpack.NewDecoder(iotest.HalfReader(bytes.NewReader(append(bytes.Clone(data), data...))), schema.Sealed())
			if err := errors.Join(schema.Sealed().Decode(data, &out), stream.Decode(&second), stream.Decode(&second)); err != nil || !reflect.DeepEqual(in, out) || !reflect.DeepEqual(in, second) {
				t.Errorf("%s: %v, %v, not %v: %v", form, out, second, in, err)
			}
		}
	}
}

// TestUnionErrors says where a number is wrong, and what a value lacks.
func TestUnionErrors(t *testing.T) {
	type page struct{ List []shape }
	schema, err := jsonpack.NewJSONPack().AddSchema("page", page{}, unionSet("adjacent", types.NotNil()))
	if err != nil {
		t.Fatal(err)
	}
	for data, want := range map[string]string{
		"\x02\x04\x05":             `/List/1 at byte 2: case number 5 of 4`,
		"\x01\x00":                 `/List/0 at byte 1: null is not a case`,
		"\x01\xff\xff\xff\xff\x7f": `/List/0 at byte 1: case number 34359738367 of 4`,
		"\x01\x01\x00":             `/List/0/c/r at byte 3: `,
		"\x01\x02\x01\x01\x05":     `/List/0/c/tags at byte 4: `,
		"\x7f\x04":                 `/List at byte 0: `,
	} {
		var at *jsonpack.DecodeError
		if err := schema.Decode([]byte(data), new(page)); !errors.As(err, &at) || !strings.Contains(err.Error(), want) {
			t.Errorf("%x: %v, not %s", data, err, want)
		}
		if err := schema.Decode([]byte(data), new(any)); !errors.As(err, &at) {
			t.Errorf("%x into any: %v", data, err)
		}
		if _, err := schema.ToJSON([]byte(data)); !errors.As(err, &at) {
			t.Errorf("%x as JSON: %v", data, err)
		}
		if err := jsonpack.NewDecoder(strings.NewReader(data), schema).Decode(new(page)); err == nil {
			t.Errorf("%x from a stream is taken", data)
		}
	}
	for text, want := range map[string]string{
		`{"List":[{"t":"hexagon","c":{}}]}`:              `/List/0/t at byte 14: "hexagon" is not a case; there are "circle", "square", "group", "none"`,
		`{"List":[{"c":{"r":1}}]}`:                       `/List/0 at byte 9: no member "t" says which case it is`,
		`{"List":[{"c":{"r":1},"t":"none","t":"none"}]}`: `/List/0/t at byte 37: member "t" comes twice`,
		`{"List":[{"t":"circle","c":{"r":"x"}}]}`:        `/List/0/c/r at byte 32: a string where the schema has float64le`,
		`{"List":[{"t":"circle"}]}`:                      `/List/0 at byte 9: no member "c" for "circle"`,
		`{"List":[{"t":"none","c":0}]}`:                  `/List/0/c at byte 25: a value for "none", which has none`,
		`{"List":[null]}`:                                `/List/0 at byte 9: null is not a case`,
		`{"List":[{"t":"none",}]}`:                       `'}' where a key must start`,
	} {
		if _, err := schema.FromJSON([]byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, not %s", text, err, want)
		}
	}
	var refused *jsonpack.EncodeError
	if _, err := schema.Encode(&page{[]shape{nil}}); !errors.As(err, &refused) || refused.Path != "/List/0" {
		t.Errorf("nil: %v", err)
	}
	type star struct{ circle }
	if _, err := schema.Encode(&page{[]shape{blank{}, star{}}}); !errors.As(err, &refused) || refused.Path != "/List/1" || !strings.Contains(err.Error(), "not a case") {
		t.Errorf("no case: %v", err)
	}
}

// TestUnionSchemasRefused refuses definitions that make no sense.
func TestUnionSchemasRefused(t *testing.T) {
	for text, want := range map[string]string{
		`{"type":"oneOf"}`:                                                                                                    "must be lists",
		`{"type":"oneOf","oneOf":[],"ids":[]}`:                                                                                "must be lists",
		`{"type":"oneOf","oneOf":[null,null],"ids":["a","a"]}`:                                                                "twice",
		`{"type":"oneOf","oneOf":[null],"ids":[1]}`:                                                                           "neither a name",
		`{"type":"oneOf","oneOf":[null],"ids":[1.5],"tag":"t"}`:                                                               "integer",
		`{"type":"oneOf","oneOf":[null],"ids":[true],"tag":"t"}`:                                                              "boolean",
		`{"type":"oneOf","oneOf":[{"type":"string"}],"ids":["a"],"tag":"t"}`:                                                  "beside whose members",
		`{"type":"oneOf","oneOf":[null],"ids":["a"],"content":"t"}`:                                                           "there may be",
		`{"type":"oneOf","oneOf":[null],"ids":["a"],"tag":""}`:                                                                "'tag'",
		`{"type":"oneOf","oneOf":[null],"ids":["a"],"untagged":1}`:                                                            "'untagged'",
		`{"type":"oneOf","oneOf":[{"type":"array","items":{"type":"x"}}],"ids":["a"]}`:                                        "/oneOf/0/items",
		`{"type":"oneOf","oneOf":[{"type":"object","properties":{"t":{"type":"bool"}},"order":["t"]}],"ids":["a"],"tag":"t"}`: "the 'tag'",
	} {
		if _, err := jsonpack.NewJSONPack().AddSchema("x", text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, not %s", text, err, want)
		}
	}
	if _, err := jsonpack.NewJSONPack().AddSchema("x", []tree{}, types.New(types.Union[tree](types.Case[*node]("node")))); err == nil || !strings.Contains(err.Error(), "contains itself") {
		t.Error(err)
	}
}

type tree interface{ tree() }

type node struct{ Left, Right tree }

func (*node) tree() {}

// TestDeclaredCodec writes and reads values by functions of the user's, which must append one value.
func TestDeclaredCodec(t *testing.T) {
	type page struct{ Prices []money }
	text := `{"type":"object","properties":{"Prices":{"type":"array","items":{"type":"array","items":{"type":"uint8"}}}},"order":["Prices"]}`
	add := func(write func(dst []byte, v money) ([]byte, error)) *jsonpack.Schema {
		set := types.New(types.Codec(types.JSONPack, write, func(data []byte) (money, error) {
			if len(data) != 2 {
				return money{}, errors.New("no price")
			}
			return money{int(data[1])}, nil
		}))
		schema, err := jsonpack.NewJSONPack().AddSchema("page", text, set)
		if err != nil {
			t.Fatal(err)
		}
		return schema
	}
	schema := add(func(dst []byte, v money) ([]byte, error) { return append(dst, 1, byte(v.cents)), nil })
	data, err := schema.Encode(&page{[]money{{7}, {8}}})
	if err != nil || !bytes.Equal(data, []byte{2, 1, 7, 1, 8}) {
		t.Errorf("%x %v", data, err)
	}
	var out page
	if err := schema.Decode(data, &out); err != nil || !reflect.DeepEqual(out.Prices, []money{{7}, {8}}) {
		t.Errorf("%v %v", out, err)
	}
	var at *jsonpack.DecodeError
	if err := schema.Decode([]byte{2, 1, 7, 0}, &out); !errors.As(err, &at) || at.Path != "/Prices/1" || at.Offset != 3 {
		t.Errorf("no price: %v", err)
	}
	if _, err := add(func(dst []byte, _ money) ([]byte, error) { return append(dst, 1, 2, 3), nil }).Encode(&page{[]money{{1}}}); err == nil {
		t.Error("more than one value is taken")
	}
}

// TestUnionsHostile reads documents with bytes changed: nothing panics, and a stream takes what memory does.
func TestUnionsHostile(t *testing.T) {
	rnd := rand.New(rand.NewPCG(5, 6))
	for form := range unionForms {
		schema, err := jsonpack.NewJSONPack().AddSchema("picture", picture{}, unionSet(form))
		if err != nil {
			t.Fatal(form, err)
		}
		for range 2000 {
			in := randomPicture(rnd, form == "untagged")
			data, err := schema.Encode(&in)
			if err != nil {
				t.Fatal(form, err)
			}
			data[rnd.IntN(len(data))] = byte(rnd.IntN(12))
			n, err := schema.DecodePrefix(data, new(picture))
			_, failed := jsonpack.DecodeOptions{AllowTrailing: true}.ToJSON(schema, nil, data)
			stream := jsonpack.NewDecoder(iotest.OneByteReader(bytes.NewReader(data)), schema)
			skipped := stream.Skip()
			if err == nil && (skipped != nil || int(stream.InputOffset()) != n) {
				t.Fatalf("%s: %x takes %d bytes in memory, and %d from a stream: %v", form, data, n, stream.InputOffset(), skipped)
			}
			if err == nil && failed != nil && !errors.Is(failed, jsonpack.ErrUTF8) && !errors.Is(failed, jsonpack.ErrUnsupported) || failed == nil && skipped != nil {
				t.Fatalf("%s: %x: %v, as JSON %v, passed over %v", form, data, err, failed, skipped)
			}
		}
	}
}
