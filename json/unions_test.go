package json_test

import (
	"bytes"
	stdjson "encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"reflect"
	"strconv"
	"strings"
	"testing"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/json"
	"github.com/beve-org/beve-go/translator"
	"github.com/beve-org/beve-go/types"
)

type shape interface{ Area() float64 }

type (
	circle struct {
		R float64 `json:"r"`
	}
	square struct {
		Side float64 `json:"side"`
		In   []shape `json:"in,omitempty"`
	}
	blank struct{}
)

func (c circle) Area() float64  { return c.R * c.R * 3 }
func (s *square) Area() float64 { return s.Side * s.Side }
func (blank) Area() float64     { return 0 }

var forms = map[string][]types.UnionOption{
	"external": nil, "internal": {types.Tag("type")}, "adjacent": {types.Tag("t"), types.Content("c")}, "untagged": {types.Untagged()},
}

// shapes returns the declaration of shape in a form.
func shapes(form string, more ...types.UnionOption) types.Declaration {
	return types.Union[shape](append(append(more, types.Case[circle]("circle"), types.Case[*square]("square"), types.Unit[blank]("none")), forms[form]...)...)
}

// drawing has unions in all places.
type drawing struct {
	Top    shape
	List   []shape
	Array  [2]shape
	Map    map[string]shape
	Ptr    *shape
	Plain  any
	Nested map[int][]shape
	shapeHolder
	shape
}

type shapeHolder struct{ Held shape }

// TestUnionsEverywhere writes and reads unions in all forms and places, and compares what is written with what
// the translator makes of the BEVE of the same value.
func TestUnionsEverywhere(t *testing.T) {
	inner := shape(circle{3})
	for form := range forms {
		set := types.New(shapes(form))
		in := drawing{
			Top: circle{1}, List: []shape{&square{2, []shape{circle{4}, &square{Side: 1}}}, nil, circle{}},
			Array: [2]shape{circle{7}, nil}, Map: map[string]shape{"a": circle{5}, "b": nil, "c": &square{Side: 8}}, Ptr: &inner,
			Plain: "<any>", Nested: map[int][]shape{-1: {circle{6}}}, shapeHolder: shapeHolder{circle{9}},
		}
		if form != "untagged" { // where a unit is null, and null the unit
			in.List = append(in.List, blank{})
		} else {
			in.List[1], in.Array[1], in.Map["b"] = blank{}, blank{}, blank{}
		}
		text, err := json.EncodeOptions{Types: set}.Marshal(&in)
		if err != nil {
			t.Fatalf("%s: %v", form, err)
		}
		for name, read := range map[string]func(v any) error{
			"Unmarshal": func(v any) error { return json.DecodeOptions{Types: set}.Unmarshal(text, v) },
			"over another": func(v any) error {
				v.(*drawing).Top = &square{}
				return json.DecodeOptions{Types: set}.Unmarshal(text, v)
			},
			"ZeroCopy": func(v any) error {
				return json.DecodeOptions{Types: set, Flags: json.ZeroCopy}.Unmarshal(bytes.Clone(text), v)
			},
			"Decoder": func(v any) error {
				return json.DecodeOptions{Types: set}.NewDecoder(io.MultiReader(bytes.NewReader(text[:9]), bytes.NewReader(text[9:]))).Decode(v)
			},
			"Codec": func(v any) error {
				return json.CodecWith[drawing](json.EncodeOptions{}, json.DecodeOptions{Types: set}).Unmarshal(text, v.(*drawing))
			},
			"View": func(v any) error {
				view, err := json.NewView(text)
				return errors.Join(err, view.DecodeWithOptions(v, json.DecodeOptions{Types: set}))
			},
			"ids last": func(v any) error { return json.DecodeOptions{Types: set}.Unmarshal(reversed(t, text), v) },
			"spaced": func(v any) error {
				var b bytes.Buffer
				err := json.Indent(&b, text, " ", "\t")
				return errors.Join(err, json.DecodeOptions{Types: set}.Unmarshal(b.Bytes(), v))
			},
		} {
			var out drawing
			if err := read(&out); err != nil {
				t.Errorf("%s by %s: %v", form, name, err)
			} else if !reflect.DeepEqual(in, out) {
				t.Errorf("%s by %s:\n%+v, not\n%+v", form, name, out, in)
			}
		}
		for name, write := range map[string]func() ([]byte, error){
			"Codec": func() ([]byte, error) {
				return json.CodecWith[drawing](json.EncodeOptions{Types: set}, json.DecodeOptions{}).Marshal(&in)
			},
			"Encoder": func() ([]byte, error) {
				var b bytes.Buffer
				err := json.EncodeOptions{Types: set}.NewEncoder(&b).Encode(in)
				return bytes.TrimSpace(b.Bytes()), err
			},
			"BEVE": func() ([]byte, error) {
				b, err := beve.EncodeOptions{Types: set, Deterministic: true}.Marshal(&in)
				if err != nil {
					return nil, err
				}
				b, err = translator.ToJSON(b)
				return []byte(strings.ReplaceAll(strings.ReplaceAll(string(b), "<", `\u003c`), ">", `\u003e`)), err
			},
		} {
			if got, err := write(); err != nil || string(got) != string(text) {
				t.Errorf("%s by %s: %v\n%s, not\n%s", form, name, err, got, text)
			}
		}
	}
}

// reversed returns text with the members of all objects in reverse order.
func reversed(t testing.TB, text []byte) []byte {
	t.Helper()
	v, err := json.NewView(text)
	if err != nil {
		t.Fatal(err)
	}
	var turn func(v json.View) string
	turn = func(v json.View) string {
		switch v.Kind() {
		case json.Array:
			var parts []string
			for e := range v.Elements() {
				parts = append(parts, turn(e))
			}
			return "[" + strings.Join(parts, ",") + "]"
		case json.Object:
			joined := ""
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

// TestUnionErrors says what is wrong, where, and which ids there are.
func TestUnionErrors(t *testing.T) {
	const ids = `; there are "circle", "square", "none"`
	for _, test := range []struct {
		form, text, path, want string
		is                     error
	}{
		{"external", `{"l":[{"hexagon":{"r":1}}]}`, "/l/0/hexagon", `"hexagon" is not a case of json_test.shape` + ids, json.ErrMismatch},
		{"external", `{"l":["hexagon"]}`, "/l/0", `"hexagon" is not a case of json_test.shape` + ids, json.ErrMismatch},
		{"external", `{"l":["circle"]}`, "/l/0", `"circle" of json_test.shape needs a value`, json.ErrMismatch},
		{"external", `{"l":[{"circle":null}]}`, "/l/0/circle", `"circle" of json_test.shape needs a value`, json.ErrMismatch},
		{"external", `{"l":[{"none":1}]}`, "/l/0/none", `a value for "none", which has none`, json.ErrMismatch},
		{"external", `{"l":[{}]}`, "/l/0", `object of 0 members, where the id is the name of the only one` + ids, json.ErrMismatch},
		{"external", `{"l":[{"circle":{"r":1},"x":1}]}`, "/l/0", `object of 2 members, where the id is the name of the only one` + ids, json.ErrMismatch},
		{"internal", `{"l":[{"type":"hexagon","r":1}]}`, "/l/0/type", `"hexagon" is not a case of json_test.shape` + ids, json.ErrMismatch},
		{"internal", `{"l":[{"r":1,"type":"hexagon"}]}`, "/l/0/type", `"hexagon" is not a case of json_test.shape` + ids, json.ErrMismatch},
		{"internal", `{"l":[{"type":"Circle","r":1}]}`, "/l/0/type", `"Circle" is not a case of json_test.shape` + ids, json.ErrMismatch},
		{"internal", `{"l":[{"type":1,"r":1}]}`, "/l/0/type", `"1" is not a case of json_test.shape` + ids, json.ErrMismatch},
		{"internal", `{"l":[{"type":true,"r":1}]}`, "/l/0/type", `an id is a text or an integer`, json.ErrMismatch},
		{"internal", `{"l":[{"type":1.5,"r":1}]}`, "/l/0/type", `an id is a text or an integer`, json.ErrMismatch},
		{"internal", `{"l":[{"r":1}]}`, "/l/0", `no member "type" says which case of json_test.shape it is` + ids, json.ErrMissing},
		{"internal", `{"l":[{"Type":"circle","r":1}]}`, "/l/0", `no member "type" says which case of json_test.shape it is` + ids, json.ErrMissing},
		{"internal", `{"l":[{"type":"circle","r":1,"type":"circle"}]}`, "/l/0/type", `member "type" of a json_test.shape comes twice`, beve.ErrDuplicate},
		{"internal", `{"l":[{"r":1,"type":"circle","type":"square"}]}`, "/l/0/type", `member "type" of a json_test.shape comes twice`, beve.ErrDuplicate},
		{"adjacent", `{"l":[{"t":"hexagon","c":{"r":1}}]}`, "/l/0/t", `"hexagon" is not a case of json_test.shape` + ids, json.ErrMismatch},
		{"adjacent", `{"l":[{"c":{"r":1},"t":"hexagon"}]}`, "/l/0/t", `"hexagon" is not a case of json_test.shape` + ids, json.ErrMismatch},
		{"adjacent", `{"l":[{"c":{"r":1}}]}`, "/l/0", `no member "t" says which case of json_test.shape it is` + ids, json.ErrMissing},
		{"adjacent", `{"l":[{"t":"circle"}]}`, "/l/0", `no member "c" for "circle"`, json.ErrMissing},
		{"adjacent", `{"l":[{"t":"circle","c":{"r":1},"t":"circle"}]}`, "/l/0/t", `member "t" of a json_test.shape comes twice`, beve.ErrDuplicate},
		{"adjacent", `{"l":[{"c":{"r":1},"c":{"r":1},"t":"circle"}]}`, "/l/0/c", `member "c" of a json_test.shape comes twice`, beve.ErrDuplicate},
		{"untagged", `{"l":[{"width":1}]}`, "/l/0", `the value has the shape of no case of json_test.shape; there are json_test.circle, *json_test.square, json_test.blank`, json.ErrMismatch},
	} {
		var out struct {
			L    []shape `json:"l"`
			Next int
		}
		text := strings.TrimSuffix(test.text, "}") + `,"Next":7}`
		err := json.DecodeOptions{Types: types.New(shapes(test.form))}.Unmarshal([]byte(text), &out)
		var at *json.DecodeError
		var mismatch *json.UnmarshalTypeError
		switch {
		case !errors.As(err, &at):
			t.Errorf("%s: %s: error %v", test.form, test.text, err)
		case string(at.Path) != test.path || at.Err.Error() != test.want || at.Offset == 0 || !errors.Is(err, test.is) || !errors.As(err, &mismatch):
			t.Errorf("%s: %s:\n%s: %s\nwant\n%s: %s", test.form, test.text, at.Path, at.Err, test.path, test.want)
		case out.Next != 7:
			t.Errorf("%s: %s: what follows was not read", test.form, test.text)
		}
	}
}

// TestUnionErrorsOfWriting names the type and the cases.
func TestUnionErrorsOfWriting(t *testing.T) {
	type hidden struct{ circle }
	set := types.New(shapes("internal", types.NotNil()))
	var nothing *square
	for want, v := range map[string]shape{
		"null is not a case of json_test.shape; there are":               nil,
		"null is not a case of json_test.shape; there are ":              nothing,
		"json_test.hidden is not a case of json_test.shape; there are":   hidden{},
		"*json_test.circle is not a case of json_test.shape; there are ": &circle{},
	} {
		_, err := json.EncodeOptions{Types: set}.Marshal([]shape{v})
		var value *json.UnsupportedValueError
		if err == nil || !strings.Contains(err.Error(), want) || !errors.As(err, &value) {
			t.Errorf("%T: %v", v, err)
		}
	}
	for name, union := range map[string]types.Declaration{
		"a member \"type\"": types.Union[any](types.Tag("type"), types.Case[struct {
			T int `json:"type"`
		}]("x")),
		"needs a struct":  types.Union[any](types.Tag("type"), types.Case[int]("x")),
		"needs a struct ": types.Union[any](types.Tag("type"), types.Case[bytes.Buffer]("b"), types.Case[json.RawMessage]("x")),
	} {
		set := types.New(union)
		var v any = 5
		switch name {
		case "a member \"type\"":
			v = struct {
				T int `json:"type"`
			}{}
		case "needs a struct ":
			v = json.RawMessage("1")
		}
		_, err := json.EncodeOptions{Types: set}.Marshal(&v)
		if !errors.Is(err, json.ErrUnsupported) || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: %v", name, err)
		}
		err = json.DecodeOptions{Types: set}.Unmarshal([]byte(`{"type":"x"}`), &v)
		if !errors.Is(err, json.ErrUnsupported) || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestUnionEscapes recognises ids and tags however they are escaped, and escapes those that need it.
func TestUnionEscapes(t *testing.T) {
	set := types.New(types.Union[any](types.Tag("t<\n"), types.Case[circle]("c\"é>"), types.Case[square](-7)))
	var v any = circle{1}
	text, err := json.EncodeOptions{Types: set}.Marshal(&v)
	if want := `{"t\u003c\n":"c\"é\u003e","r":1}`; err != nil || string(text) != want {
		t.Errorf("%s %v, not %s", text, err, want)
	}
	for text, want := range map[string]any{
		`{"t\u003c\n":"c\"\u00e9>","r":1}`:        circle{1},
		`{"r":1,"\u0074<\u000a":"\u0063\"é>"}`:    circle{1},
		"{\n\"t<\\n\"\t:\r -7 , \"side\" : 3 \n}": square{Side: 3},
		`{"side":3,"\u0074\u003c\n":-7}`:          square{Side: 3},
	} {
		var got any
		if err := (json.DecodeOptions{Types: set}).Unmarshal([]byte(text), &got); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %v, %v", text, got, err)
		}
	}
}

// keeper keeps what it reads.
type keeper struct{ json.RawMessage }

func (keeper) Area() float64 { return -1 }

// TestUnionKeepsOtherCases writes a value that it does not know as it was.
func TestUnionKeepsOtherCases(t *testing.T) {
	for form, text := range map[string]string{
		"external": `[{"hexagon":{"r":[1,{"x":null}]}},"dot",{"circle":{"r":1}}]`,
		"internal": `[{"type":"hexagon","r":[1,{"x":null}]},{"r":1,"type":7},{"type":"circle","r":1}]`,
		"adjacent": `[{"t":"hexagon","c":{"r":1}},{"c":[{"t":"circle"}],"t":"x"},{"t":"circle","c":{"r":1}}]`,
	} {
		set := types.New(shapes(form, types.Other[keeper]()))
		var list []shape
		if err := (json.DecodeOptions{Types: set}).Unmarshal([]byte(text), &list); err != nil {
			t.Errorf("%s: %v", form, err)
			continue
		}
		if _, ok := list[0].(keeper); !ok || list[2] != (circle{1}) {
			t.Errorf("%s: %T, %v", form, list[0], list[2])
		}
		if got, err := (json.EncodeOptions{Types: set}).Marshal(list); err != nil || string(got) != text {
			t.Errorf("%s: %s %v, not %s", form, got, err, text)
		}
	}
}

// oneOf is a struct of pointers of which one is set.
type oneOf struct {
	Circle *circle `json:"circle"`
	Square *square `json:"square,omitempty"`
}

func TestOneOf(t *testing.T) {
	for name, test := range map[string]struct {
		union types.Declaration
		text  string
	}{
		"external": {types.OneOf[oneOf](), `[{"circle":{"r":1}},{"square":{"side":2}},null]`},
		"internal": {types.OneOf[oneOf](types.Tag("k")), `[{"k":"circle","r":1},{"k":"square","side":2},null]`},
		"adjacent": {types.OneOf[oneOf](types.Tag("k"), types.Content("v")), `[{"k":"circle","v":{"r":1}},{"k":"square","v":{"side":2}},null]`},
		"untagged": {types.OneOf[oneOf](types.Untagged()), `[{"r":1},{"side":2},null]`},
	} {
		set := types.New(test.union)
		in := []oneOf{{Circle: &circle{1}}, {Square: &square{Side: 2}}, {}}
		text, err := json.EncodeOptions{Types: set}.Marshal(in)
		if err != nil || string(text) != test.text {
			t.Errorf("%s: %s %v", name, text, err)
		}
		out := []oneOf{{Square: &square{}}, {Circle: &circle{}}, {Circle: &circle{}}}
		if err := (json.DecodeOptions{Types: set}).Unmarshal(text, &out); err != nil || !reflect.DeepEqual(in, out) {
			t.Errorf("%s: %+v %v", name, out, err)
		}
		if _, err := (json.EncodeOptions{Types: set}).Marshal(oneOf{&circle{}, &square{}}); !errors.Is(err, json.ErrUnsupported) {
			t.Errorf("%s: both set: %v", name, err)
		}
	}
}

// dollars is a type with no methods of JSON, written as text by a conversion.
type dollars struct{ cents int64 }

func parseDollars(s string) (dollars, error) {
	f, err := strconv.ParseFloat(strings.TrimPrefix(s, "$"), 64)
	return dollars{int64(f * 100)}, err
}

func (d dollars) String() string { return fmt.Sprintf("$%d.%02d", d.cents/100, d.cents%100) }

type small uint8

// TestConversions writes values of types from elsewhere as those that they convert to, and by functions.
func TestConversions(t *testing.T) {
	set := types.New(types.Convert(dollars.String, parseDollars),
		types.Convert(func(s small) []int { return []int{int(s)} }, func(v []int) (small, error) { return small(len(v)), nil }),
		types.Codec(types.JSON,
			func(dst []byte, v complex128) ([]byte, error) {
				return fmt.Appendf(dst, "[ %g, %g ]", real(v), imag(v)), nil
			},
			func(data []byte) (complex128, error) {
				var parts [2]float64
				err := json.Unmarshal(data, &parts)
				return complex(parts[0], parts[1]), err
			}))
	type order struct {
		Price dollars            `json:",omitzero"`
		List  []dollars          `json:",omitempty"`
		Map   map[string]dollars `json:",omitempty"`
		Ptr   *dollars           `json:",omitempty"`
		Bytes []small            `json:",omitempty"`
		Text  small              `json:",omitempty,string"`
		Z     []complex128       `json:",omitempty"`
		Any   any                `json:",omitempty"`
	}
	in := order{Price: dollars{250}, List: []dollars{{1}}, Map: map[string]dollars{"a": {300}}, Ptr: &dollars{5}, Bytes: []small{1}, Text: 1, Z: []complex128{1 + 2i}}
	text, err := json.EncodeOptions{Types: set}.Marshal(in)
	if want := `{"Price":"$2.50","List":["$0.01"],"Map":{"a":"$3.00"},"Ptr":"$0.05","Bytes":[[1]],"Text":[1],"Z":[[1,2]]}`; err != nil || string(text) != want {
		t.Fatalf("%s %v, not %s", text, err, want)
	}
	var out order
	if err := (json.DecodeOptions{Types: set}).Unmarshal(text, &out); err != nil || !reflect.DeepEqual(in, out) {
		t.Errorf("%+v %v", out, err)
	}
	if text, err := (json.EncodeOptions{Types: set}).Marshal([]any{dollars{7}}); err != nil || string(text) != `["$0.07"]` {
		t.Errorf("in an any: %s %v", text, err)
	}
	for text, path := range map[string]string{`{"List":["$1","x"]}`: "/List/1", `{"List":[4]}`: "/List/0", `{"Z":[[1,"x"]]}`: "/Z/0"} {
		err := json.DecodeOptions{Types: set}.Unmarshal([]byte(text), &out)
		var at *json.DecodeError
		var mismatch *json.UnmarshalTypeError
		if !errors.As(err, &at) || string(at.Path) != path || !errors.As(err, &mismatch) {
			t.Errorf("%s: %v", text, err)
		}
	}
	kept := order{Price: dollars{9}}
	if err := (json.DecodeOptions{Types: set}).Unmarshal([]byte(`{"Price":null}`), &kept); err != nil || kept.Price.cents != 9 {
		t.Errorf("null: %v %v", kept, err)
	}
	bad := types.New(types.Codec(types.JSON, func(dst []byte, v dollars) ([]byte, error) { return append(dst, "1,2"...), nil },
		func([]byte) (dollars, error) { return dollars{}, nil }))
	var failed *json.MarshalerError
	if _, err := (json.EncodeOptions{Types: bad}).Marshal(dollars{}); !errors.As(err, &failed) {
		t.Errorf("two values: %v", err)
	}
}

// registered is a union of the whole program.
type registered interface{ registered() }

type registeredCase struct{ N int }

func (registeredCase) registered() {}

func init() {
	types.Register(types.Union[registered](types.Tag("type"), types.Case[registeredCase]("one")))
}

func TestUnionOfTheProgram(t *testing.T) {
	var v registered = registeredCase{3}
	text, err := json.Marshal(&v)
	if err != nil || string(text) != `{"type":"one","N":3}` {
		t.Fatal(string(text), err)
	}
	var out []registered
	if err := json.Unmarshal([]byte(`[{"N":3,"type":"one"}]`), &out); err != nil || out[0] != v {
		t.Error(out, err)
	}
	rest, err := json.Parse([]byte(`{"type":"one","n":4} 5`), &v, json.DontMatchCaseInsensitiveStructFields)
	if err != nil || string(rest) != "5" || v != (registeredCase{}) {
		t.Error(v, string(rest), err)
	}
	err = json.Unmarshal([]byte(`[{"type":"two"}]`), &out)
	var mismatch *stdjson.UnmarshalTypeError
	if !errors.As(err, &mismatch) || mismatch.Type != reflect.TypeFor[registered]() || !strings.Contains(err.Error(), `"two" is not a case`) {
		t.Error(err)
	}
	own := types.New(types.Union[registered](types.Case[registeredCase]("other")))
	if text, err := (json.EncodeOptions{Types: own}).Marshal([]registered{v}); string(text) != `[{"other":{"N":0}}]` {
		t.Error("options win:", string(text), err)
	}
}

// expr is a tree.
type expr interface{ expr() }

type (
	neg  struct{ X, Y expr }
	leaf struct{ V int }
)

func (*neg) expr() {}
func (leaf) expr() {}

// TestUnionsDeep goes as deep as encoding/json does, and no deeper; a value that contains itself is an error.
func TestUnionsDeep(t *testing.T) {
	cases := []types.UnionOption{types.Case[*neg]("neg"), types.Case[leaf]("leaf")}
	for form, option := range forms {
		if form == "untagged" {
			continue // below
		}
		set := types.New(types.Union[expr](append(option, cases...)...))
		levels := 9_999 // and the leaf
		if form != "internal" {
			levels = 4_999
		}
		var tree expr = leaf{1}
		for range levels {
			tree = &neg{X: tree}
		}
		text, err := json.EncodeOptions{Types: set}.Marshal(&tree)
		if err != nil {
			t.Fatal(form, err)
		}
		var out expr
		if err := (json.DecodeOptions{Types: set}).Unmarshal(text, &out); err != nil {
			t.Fatalf("%s: %v", form, err)
		}
		for range levels {
			out = out.(*neg).X
		}
		if out != (leaf{1}) {
			t.Errorf("%s: %v", form, out)
		}
		tree = &neg{X: &neg{X: tree}}
		if text, err = (json.EncodeOptions{Types: set}).Marshal(&tree); err != nil {
			t.Fatal(form, err)
		}
		if err := (json.DecodeOptions{Types: set}).Unmarshal(text, &out); !errors.Is(err, json.ErrDepth) {
			t.Errorf("%s: too deep: %.200v", form, err)
		}
		loop := &neg{}
		loop.X = loop
		var cycle *json.UnsupportedValueError
		if _, err := (json.EncodeOptions{Types: set}).Marshal([]expr{loop}); !errors.As(err, &cycle) {
			t.Errorf("%s: a cycle: %v", form, err)
		}
	}
}

// TestUnionsOfViews asks which case a value is.
func TestUnionsOfViews(t *testing.T) {
	for _, test := range []struct{ form, text, id, value, err string }{
		{"external", `{"circle":{"r":1}}`, "circle", `{"r":1}`, ""},
		{"external", `"none"`, "none", `"none"`, ""},
		{"external", `{"hexagon":2}`, "", `{"hexagon":2}`, "is not a case"},
		{"external", `{"a":2,"b":1}`, "", `{"a":2,"b":1}`, "the only one"},
		{"internal", `{"r":1,"type":"circle"}`, "circle", `{"r":1,"type":"circle"}`, ""},
		{"internal", `{"r":1}`, "", `{"r":1}`, "no member"},
		{"internal", `{"type":"circle","type":"circle"}`, "", `{"type":"circle","type":"circle"}`, "twice"},
		{"internal", `{"type":5}`, "", `{"type":5}`, "is not a case"},
		{"internal", `{"type":[]}`, "", `{"type":[]}`, "an id is"},
		{"internal", `null`, "", `null`, ""},
		{"internal", `3`, "", `3`, "no such parts"},
		{"adjacent", `{"c":{"r":1},"t":"circle"}`, "circle", `{"r":1}`, ""},
		{"adjacent", `{"t":"none"}`, "none", `{"t":"none"}`, ""},
		{"untagged", `{"side":4}`, "square", `{"side":4}`, ""},
		{"untagged", `null`, "none", `null`, ""},
		{"untagged", `[]`, "", `[]`, "shape of no case"},
	} {
		v, err := json.NewView([]byte(`[` + test.text + `]`))
		if err != nil {
			t.Fatal(err)
		}
		v, _ = v.Index(0)
		id, value, err := v.Case(shapes(test.form))
		raw, _ := value.ViewRaw()
		if id != test.id || string(raw) != test.value || (err == nil) != (test.err == "") || err != nil && !strings.Contains(err.Error(), test.err) {
			t.Errorf("%s %s: %q %s %v", test.form, test.text, id, raw, err)
		}
		var at *json.DecodeError
		if err != nil && (!errors.As(err, &at) || !strings.HasPrefix(string(at.Path), "/0")) {
			t.Errorf("%s %s: the error has no place: %v", test.form, test.text, err)
		}
	}
	v, _ := json.NewView([]byte(`1`))
	if _, _, err := v.Case(types.Convert(dollars.String, parseDollars)); !errors.Is(err, json.ErrUnsupported) {
		t.Error(err)
	}
}

// TestUnionRandom writes and reads random shapes in all forms; the JSON made of their BEVE is the same.
func TestUnionRandom(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	var random func(depth int) shape
	random = func(depth int) shape {
		switch n := rnd.IntN(5); {
		case n == 0:
			return blank{}
		case n == 1 || depth == 0:
			return circle{float64(rnd.IntN(100)) / 4}
		}
		s := &square{Side: float64(rnd.IntN(1000))}
		for range rnd.IntN(4) {
			s.In = append(s.In, random(depth-1))
		}
		return s
	}
	for form := range forms {
		set := types.New(shapes(form))
		for range 300 {
			in := []shape{random(5)}
			text, err := json.EncodeOptions{Types: set}.Marshal(in)
			if err != nil {
				t.Fatal(form, err)
			}
			for name, text := range map[string][]byte{"as written": text, "reversed": reversed(t, text)} {
				var out []shape
				if err := (json.DecodeOptions{Types: set}).Unmarshal(text, &out); err != nil || !reflect.DeepEqual(in, out) {
					t.Fatalf("%s %s: %v\n%s", form, name, err, text)
				}
			}
			b, err := beve.EncodeOptions{Types: set}.Marshal(in)
			if err != nil {
				t.Fatal(form, err)
			}
			if other, err := translator.ToJSON(b); err != nil || string(other) != string(text) {
				t.Fatalf("%s: %v\n%s by way of BEVE, not\n%s", form, err, other, text)
			}
		}
	}
}
