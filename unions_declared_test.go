package beve_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/netip"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	beve "github.com/beve-org/beve-go"
	stdlike "github.com/beve-org/beve-go/json"
	"github.com/beve-org/beve-go/jsonpack"
	"github.com/beve-org/beve-go/msgpack"
	"github.com/beve-org/beve-go/translator"
	"github.com/beve-org/beve-go/types"
)

// Types that are declared for the whole program.
type (
	pet      interface{ pet() }
	cat      struct{ Lives int }
	dog      struct{ Owner *person }
	person   struct{ Pets []pet }
	strayPet struct{ beve.Raw }
	month    struct{ year, month int }
	payment  struct {
		Card *card   `json:"card"`
		Cash *int    `json:"cash,omitempty"`
		Note *string `json:"-"`
	}
	card struct{ Number string }
)

func (cat) pet()       {}
func (*dog) pet()      {}
func (*strayPet) pet() {}

func parseMonth(text string) (m month, err error) {
	if _, err = fmt.Sscanf(text, "%d-%d", &m.year, &m.month); err != nil {
		err = fmt.Errorf("no month: %q", text)
	}
	return m, err
}

func init() {
	types.Register(
		types.Union[pet](types.Tag("is"), types.Case[cat]("cat"), types.Case[*dog]("dog"), types.Other[*strayPet]()),
		types.OneOf[payment](),
		types.Convert(func(m month) string { return fmt.Sprintf("%04d-%02d", m.year, m.month) }, parseMonth),
	)
}

// TestProgramDeclarations reads and writes types that the program declares.
func TestProgramDeclarations(t *testing.T) {
	type page struct {
		Owner  person
		Months []month
		ByName map[string]month
		Next   *month `json:",omitempty"`
		Paid   payment
		Open   *payment
	}
	ten := 10
	in := page{
		Owner:  person{[]pet{cat{9}, &dog{&person{[]pet{cat{1}}}}, nil}},
		Months: []month{{2026, 11}, {1999, 1}}, ByName: map[string]month{"a": {1, 2}}, Next: &month{3, 4},
		Paid: payment{Cash: &ten}, Open: &payment{Card: &card{"1234"}},
	}
	data, err := beve.Marshal(in)
	if err != nil {
		t.Fatal(err)
	}
	text, err := translator.ToJSON(data)
	if want := `{"Owner":{"Pets":[{"is":"cat","Lives":9},{"is":"dog","Owner":{"Pets":[{"is":"cat","Lives":1}]}},null]},` +
		`"Months":["2026-11","1999-01"],"ByName":{"a":"0001-02"},"Next":"0003-04","Paid":{"cash":10},"Open":{"card":{"Number":"1234"}}}`; err != nil || string(text) != want {
		t.Errorf("%s %v", text, err)
	}
	var out page
	if err := beve.Unmarshal(data, &out); err != nil || !reflect.DeepEqual(in, out) {
		t.Errorf("%v\n%+v\n%+v", err, in, out)
	}
	// The same from many goroutines.
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			for range 50 {
				var out page
				b, err := beve.Marshal(&in)
				if err == nil {
					err = beve.Unmarshal(b, &out)
				}
				if err != nil || !reflect.DeepEqual(in, out) {
					t.Error(err)
				}
			}
		})
	}
	group.Wait()
	// Options win.
	set := types.New(types.Union[pet](types.Case[cat]("c"), types.Case[*dog]("d")))
	b, err := beve.EncodeOptions{Types: set}.Marshal([]pet{cat{1}})
	if text, _ := translator.ToJSON(b); err != nil || string(text) != `[{"c":{"Lives":1}}]` {
		t.Errorf("%s %v", text, err)
	}
}

// TestUnknownCasesAreKept reads a case that the program does not know, and writes it unchanged.
func TestUnknownCasesAreKept(t *testing.T) {
	for _, text := range []string{`[{"is":"fish","fins":[1.5,2.5],"x":null}]`, `[{"a":{"b":[true]},"is":"fish"}]`, `[{"is":7}]`} {
		data, err := translator.FromJSON([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		var pets []pet
		if err := beve.Unmarshal(data, &pets); err != nil {
			t.Fatal(text, err)
		}
		if _, ok := pets[0].(*strayPet); !ok {
			t.Errorf("%s: %T", text, pets[0])
		}
		if again, err := beve.Marshal(pets); err != nil || string(again) != string(data) {
			t.Errorf("%s: % x, not % x: %v", text, again, data, err)
		}
	}
}

// TestUnionErrors asks for path, offset and what there is.
func TestUnionErrors(t *testing.T) {
	sets := unionSets()
	for _, c := range []struct{ form, text, want string }{
		{"internal", `[{"type":"hexagon"}]`, `beve: /0/type at byte 9: "hexagon" is not a case of beve_test.unionShape; there are "circle", "square", "none" (Go type beve_test.unionShape)`},
		{"internal", `[{"r":1}]`, `beve: /0 at byte 2: no member "type" says which case of beve_test.unionShape it is; there are "circle", "square", "none" (Go type beve_test.unionShape)`},
		{"internal", `[{"type":"circle","r":1,"type":"circle"}]`, `beve: /0/type at byte 21: duplicate key "type"`},
		{"internal", `[{"r":1,"type":"circle","type":"circle"}]`, `/0/type at byte`},
		{"internal", `[{"type":1.5}]`, `beve: /0/type at byte 9: an id is a text or an integer (Go type beve_test.unionShape)`},
		{"internal", `[7]`, `beve: /0 at byte`},
		{"internal", `[{"type":"circle","r":"x"}]`, `beve: /0/r at byte`},
		{"adjacent", `[{"t":"circle"}]`, `beve: /0 at byte 2: no member "c" for "circle" (Go type beve_test.unionShape)`},
		{"adjacent", `[{"t":"none","c":1}]`, `beve: /0/c at byte`},
		{"adjacent", `[{"t":"circle","t":"circle","c":{"r":1}}]`, `beve: /0/t at byte 16: member "t" of a beve_test.unionShape comes twice`},
		{"adjacent", `[{"c":{"r":1},"c":{"r":1},"t":"circle"}]`, `comes twice`},
		{"adjacent", `[{"c":{"r":"x"},"t":"circle"}]`, `beve: /0/c/r at byte`},
		{"adjacent", `[{"t":"square","c":{"in":[{"t":"x"}]}}]`, `beve: /0/c/in/0/t at byte`},
		{"external", `[{"circle":{"r":1},"square":{}}]`, `beve: /0 at byte 2: object of 2 members, where the id is the name of the only one; there are`},
		{"external", `["circle"]`, `beve: /0 at byte 2: "circle" of beve_test.unionShape needs a value`},
		{"external", `[{"none":1}]`, `beve: /0/none at byte`},
		{"external", `[{"circle":{"r":"x"}}]`, `beve: /0/circle/r at byte`},
		{"untagged", `["x"]`, `beve: /0 at byte 2: the value has the shape of no case of beve_test.unionShape; there are beve_test.unionCircle`},
	} {
		data, err := translator.FromJSON([]byte(c.text))
		if err != nil {
			t.Fatal(c.text, err)
		}
		var list []unionShape
		err = beve.DecodeOptions{Types: sets[c.form]}.Unmarshal(data, &list)
		var decode *beve.DecodeError
		if !errors.As(err, &decode) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s, %s:\n%v, not\n%s", c.form, c.text, err, c.want)
		}
	}
	for _, c := range []struct {
		v    any
		want string
	}{
		{&struct{ P []payment }{[]payment{{Card: &card{}, Cash: new(int)}}}, "beve: /P/0: card and cash are set; one case can be (Go type beve_test.payment)"},
		{&[]pet{(*foreignPet)(nil)}, "beve: /0: *beve_test.foreignPet is not a case of beve_test.pet; there are"},
	} {
		if _, err := beve.Marshal(c.v); err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%v, not %s", err, c.want)
		}
	}
}

type foreignPet struct{}

func (*foreignPet) pet() {}

// TestWrongDeclarationsPanic makes every mistake that a declaration can have.
func TestWrongDeclarationsPanic(t *testing.T) {
	type used struct{ A int }
	if _, err := beve.Marshal(used{1}); err != nil {
		t.Fatal(err)
	}
	c := types.Case[unionCircle]("circle")
	for want, declare := range map[string]func(){
		"not an interface":  func() { types.Union[int](c) },
		"no cases":          func() { types.Union[unionShape]() },
		"not implement":     func() { types.Union[unionShape](types.Case[int]("int")) },
		"two cases of type": func() { types.Union[unionShape](c, types.Case[unionCircle]("other")) },
		"two cases called":  func() { types.Union[unionShape](c, types.Case[*unionSquare]("circle")) },
		"with the number":   func() { types.Union[unionShape](c.Number(1), types.Case[*unionSquare]("x").Number(1)) },
		"an interface":      func() { types.Union[any](types.Case[unionShape]("x")) },
		"needs a tag":       func() { types.Union[unionShape](types.Content("c"), c) },
		"or nothing":        func() { types.Union[unionShape](types.Tag("c"), types.Untagged(), c) },
		"of other names":    func() { types.Union[unionShape](types.Tag("c"), types.Content("c"), c) },
		"holds something":   func() { types.Union[unionShape](types.Unit[unionCircle]("c")) },
		"not the name":      func() { types.Union[unionShape](types.Case[unionCircle](7)) },
		"other cases":       func() { types.Union[unionShape](c, types.Untagged(), types.Other[*unionSquare]()) },
		"two types": func() {
			types.Union[unionShape](c, types.Tag("x"), types.Other[*unionSquare](), types.Other[unionNone]())
		},
		"not text":         func() { types.Union[unionShape](types.Case[unionCircle]("\xff")) },
		"exported pointer": func() { types.OneOf[struct{ A int }]() },
		"declared twice":   func() { types.New(types.Union[unionShape](c), types.Union[unionShape](c)) },
		"after its first": func() {
			types.Register(types.Convert(func(u used) int { return u.A }, func(n int) (used, error) { return used{n}, nil }))
		},
		"Register twice": func() { types.Register(types.Union[pet](types.Case[cat]("c"))) },
		"is nil":         func() { types.New(nil) },
		"option of":      func() { types.Union[unionShape](nil) },
		"two tags":       func() { types.Union[unionShape](types.Tag("a"), types.Tag("b"), c) },
		"two contents":   func() { types.Union[unionShape](types.Tag("a"), types.Content("b"), types.Content("c"), c) },
		"conversion of":  func() { types.Convert[int, string](nil, nil) },
		"codec of":       func() { types.Codec[int](types.JSON, nil, nil) },
	} {
		func() {
			defer func() {
				r := recover()
				if text := fmt.Sprint(r); r == nil || !strings.HasPrefix(text, "types: ") || want != "Register twice" && !strings.Contains(text, want) {
					t.Errorf("%s: %v", want, r)
				}
			}()
			declare()
		}()
	}
}

// TestCodecsForOneFormat declares bytes for BEVE alone.
func TestCodecsForOneFormat(t *testing.T) {
	write := func(dst []byte, a netip.Addr) ([]byte, error) { return append(dst, 0x11, a.AsSlice()[0]), nil }
	read := func(data []byte) (netip.Addr, error) {
		if len(data) != 2 || data[0] != 0x11 {
			return netip.Addr{}, errors.New("no address")
		}
		return netip.AddrFrom4([4]byte{data[1]}), nil
	}
	set := types.New(types.Codec(types.BEVE, write, read))
	in := map[string][]netip.Addr{"a": {netip.AddrFrom4([4]byte{7})}}
	data, err := beve.EncodeOptions{Types: set}.Marshal(in)
	if err != nil {
		t.Fatal(err)
	}
	var out map[string][]netip.Addr
	if err := (beve.DecodeOptions{Types: set}).Unmarshal(data, &out); err != nil || !reflect.DeepEqual(in, out) {
		t.Error(err, out)
	}
	if err := (beve.DecodeOptions{Types: set}).Unmarshal([]byte{0x03, 4, 4, 'a', 5, 4, 0x18}, &out); err == nil || !strings.Contains(err.Error(), "/a/0 at byte 6: no address") {
		t.Error(err)
	}
	bad := types.New(types.Codec(types.BEVE, func(dst []byte, _ netip.Addr) ([]byte, error) { return append(dst, 0x11), nil }, read))
	if _, err := (beve.EncodeOptions{Types: bad}).Marshal(in); err == nil || !errors.Is(err, beve.ErrSyntax) {
		t.Errorf("half a value is written: %v", err)
	}
}

// TestConversionsFail passes on the errors of both directions, with their place.
func TestConversionsFail(t *testing.T) {
	broken := errors.New("broken")
	set := types.New(types.TryConvert(
		func(d time.Duration) (string, error) {
			if d < 0 {
				return "", broken
			}
			return d.String(), nil
		},
		time.ParseDuration))
	if _, err := (beve.EncodeOptions{Types: set}).Marshal([]time.Duration{1, -1}); !errors.Is(err, broken) || !strings.Contains(err.Error(), "/1") {
		t.Error(err)
	}
	data, err := beve.EncodeOptions{Types: set}.Marshal([]time.Duration{time.Second})
	if text, _ := translator.ToJSON(data); err != nil || string(text) != `["1s"]` {
		t.Errorf("%s %v", text, err)
	}
	var list []time.Duration
	data, _ = beve.Marshal([]string{"1s", "x"})
	if err := (beve.DecodeOptions{Types: set}).Unmarshal(data, &list); err == nil || !strings.Contains(err.Error(), "/1 at byte") {
		t.Error(err)
	}
}

// The types of TestEndlessDeclarations.
type (
	circled   struct{ N int }
	circledTo struct{ N int }
)

// TestEndlessDeclarations ends on declarations that lead to themselves.
func TestEndlessDeclarations(t *testing.T) {
	for name, set := range map[string]*types.Set{
		"pointer": types.New(types.Convert(func(e circled) *circled { return &e }, func(e *circled) (circled, error) { return *e, nil })),
		"circle": types.New(
			types.Convert(func(e circled) circledTo { return circledTo(e) }, func(e circledTo) (circled, error) { return circled(e), nil }),
			types.Convert(func(e circledTo) circled { return circled(e) }, func(e circled) (circledTo, error) { return circledTo(e), nil })),
	} {
		if _, err := (beve.EncodeOptions{Types: set}).Marshal(circled{1}); !errors.Is(err, beve.ErrUnsupported) {
			t.Errorf("%s: %v", name, err)
		}
		if err := (beve.DecodeOptions{Types: set}).Unmarshal([]byte{0x09, 1}, new(circled)); !errors.Is(err, beve.ErrUnsupported) {
			t.Errorf("%s: %v", name, err)
		}
		if _, err := (msgpack.EncodeOptions{Types: set}).Marshal(circled{1}); err == nil {
			t.Errorf("%s: is written", name)
		}
		if err := (msgpack.DecodeOptions{Types: set}).Unmarshal([]byte{1}, new(circled)); err == nil {
			t.Errorf("%s: is read", name)
		}
	}
	set := types.New(types.Union[any](types.Untagged(), types.Case[*any]("self")))
	var v any
	if err := (beve.DecodeOptions{Types: set}).Unmarshal([]byte{0x09, 1}, &v); !errors.Is(err, beve.ErrDepth) {
		t.Errorf("%v, %v", v, err)
	}
	if err := (msgpack.DecodeOptions{Types: set}).Unmarshal([]byte{1}, &v); err == nil {
		t.Errorf("%v", v)
	}
	v = &v
	if _, err := (msgpack.EncodeOptions{Types: set}).Marshal(&v); err == nil {
		t.Error("a circle is written")
	}
	if _, err := (beve.EncodeOptions{Types: set}).Marshal(&v); !errors.Is(err, beve.ErrCycle) {
		t.Error(err)
	}
}

// TestViewCase goes into unions through Views.
func TestViewCase(t *testing.T) {
	for form, set := range unionSets() {
		data, err := beve.EncodeOptions{Types: set}.Marshal([]unionShape{unionCircle{2}, nil, unionNone{}, &unionSquare{Side: 3}})
		if err != nil {
			t.Fatal(err)
		}
		message, err := beve.NewView(data)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for e, err := range message.Elements() {
			if err != nil {
				t.Fatal(err)
			}
			id, part, err := e.Case(unionDeclaration(form))
			if err != nil {
				t.Fatal(form, err)
			}
			if r, err := part.Key("r"); err == nil {
				f, _ := r.Float64()
				id += fmt.Sprint(f)
			}
			got = append(got, id)
		}
		want := []string{"circle2", "", "none", "square"}
		if form == "untagged" {
			want[1] = "none"
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %q", form, got)
		}
	}
	data, _ := translator.FromJSON([]byte(`[{"type":"x"},{"r":1},{"type":"circle","type":"circle"},3]`))
	message, _ := beve.NewView(data)
	for i, want := range []string{`/0/type at byte 9: "x" is not`, "/1 at byte", "/2/type at byte", "/3 at byte"} {
		e, _ := message.Index(i)
		if _, _, err := e.Case(unionDeclaration("internal")); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%d: %v", i, err)
		}
	}
	if _, _, err := message.Case(nil); err == nil {
		t.Error("nothing is declared, and there is no error")
	}
}

// TestDeepUnions writes and reads a tree of 10,000 levels.
func TestDeepUnions(t *testing.T) {
	for form, set := range unionSets() {
		var tree unionShape = unionCircle{1}
		for range 10_000 {
			tree = &unionSquare{In: []unionShape{tree}}
		}
		o := beve.EncodeOptions{Types: set, MaxDepth: 40_000}
		data, err := o.Marshal(&tree)
		if err != nil {
			t.Fatal(form, err)
		}
		var out unionShape
		if err := (beve.DecodeOptions{Types: set, Limits: beve.Limits{MaxDepth: 40_000}}).Unmarshal(data, &out); err != nil {
			t.Fatal(form, err)
		}
		for range 10_000 {
			out = out.(*unionSquare).In[0]
		}
		if out != (unionCircle{1}) {
			t.Error(form, out)
		}
		if err := (beve.DecodeOptions{Types: set}).Unmarshal(data, &out); !errors.Is(err, beve.ErrDepth) {
			t.Errorf("%s: %v", form, err)
		}
		if _, err := (beve.EncodeOptions{Types: set}).Marshal(&tree); !errors.Is(err, beve.ErrDepth) {
			t.Errorf("%s: %v", form, err)
		}
	}
	loop := &unionSquare{}
	loop.In = []unionShape{loop}
	for form, set := range unionSets() {
		if _, err := (beve.EncodeOptions{Types: set, MaxDepth: 100_000}).Marshal(loop); !errors.Is(err, beve.ErrCycle) && !errors.Is(err, beve.ErrDepth) {
			t.Errorf("%s: %v", form, err)
		}
	}
}

// FuzzUnions reads arbitrary messages as unions of every form. What is read is written again, and read as the
// same.
func FuzzUnions(f *testing.F) {
	sets := unionSets()
	for _, set := range sets {
		page := newUnionPage()
		data, err := beve.EncodeOptions{Types: set}.Marshal(page.List)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	for _, text := range []string{`[{"side":1,"type":"square"}]`, `[{"c":{"r":1},"t":"circle"}]`, `[{"r":1,"side":2}]`, `[{"type":"circle","type":"none"}]`} {
		data, err := translator.FromJSON([]byte(text))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		for form, set := range sets {
			var list, again []unionShape
			if (beve.DecodeOptions{Types: set}).Unmarshal(data, &list) != nil {
				continue
			}
			b, err := beve.EncodeOptions{Types: set}.Marshal(list)
			if err != nil {
				t.Fatalf("%s: what is read is not written: %v", form, err)
			}
			if err := (beve.DecodeOptions{Types: set}).Unmarshal(b, &again); err != nil {
				t.Fatalf("%s: what is written is not read: %v", form, err)
			}
			x, _ := json.Marshal(list)
			if y, _ := json.Marshal(again); string(x) != string(y) {
				t.Fatalf("%s: %s, then %s", form, x, y)
			}
		}
	})
}

// everyFormat writes and reads by each format with declarations.
func everyFormat(set *types.Set) map[string]func(v, again any) ([]byte, error) {
	both := func(write func(v any) ([]byte, error), read func(data []byte, v any) error) func(v, again any) ([]byte, error) {
		return func(v, again any) ([]byte, error) {
			data, err := write(v)
			if err == nil {
				err = read(data, again)
			}
			return data, err
		}
	}
	return map[string]func(v, again any) ([]byte, error){
		"beve":    both(beve.EncodeOptions{Types: set}.Marshal, beve.DecodeOptions{Types: set}.Unmarshal),
		"json":    both(stdlike.EncodeOptions{Types: set}.Marshal, stdlike.DecodeOptions{Types: set}.Unmarshal),
		"msgpack": both(msgpack.EncodeOptions{Types: set}.Marshal, msgpack.DecodeOptions{Types: set}.Unmarshal),
		"jsonpack": func(v, again any) ([]byte, error) {
			schema, err := jsonpack.NewJSONPack().AddSchema("s", reflect.ValueOf(v).Elem().Interface(), set)
			if err != nil {
				return nil, err
			}
			return both(schema.Marshal, schema.Unmarshal)(v, again)
		},
	}
}

type (
	// Secret is not to be written as it is.
	Secret struct{ Text string }
	// hidden is the same with nothing exported.
	hidden   struct{ text string }
	nestedIn struct{ Secret }
)

func conversions() *types.Set {
	return types.New(
		types.Convert(func(s Secret) string { return "*" + s.Text }, func(text string) (Secret, error) { return Secret{strings.TrimPrefix(text, "*")}, nil }),
		types.Convert(func(s hidden) string { return s.text }, func(text string) (hidden, error) { return hidden{text}, nil }),
		types.OneOf[payment](),
	)
}

// TestDeclaredTypesInOddPlaces embeds declared types, and makes keys of them: what is declared holds there too, or is
// an error. It is never passed over.
func TestDeclaredTypesInOddPlaces(t *testing.T) {
	for name, v := range map[string]any{
		"embedded":          &struct{ Secret }{Secret{"x"}},
		"embedded, deeper":  &struct{ nestedIn }{nestedIn{Secret{"x"}}},
		"embedded, pointer": &struct{ *Secret }{&Secret{"x"}},
		"embedded, hidden": &struct {
			hidden
			N int
		}{hidden{"x"}, 1},
		"embedded, one of": &struct{ payment }{payment{Cash: new(int)}},
		"key":              &map[Secret]int{{"x"}: 1},
		"named": &struct {
			Secret `json:"secret"`
		}{Secret{"x"}},
		"any": &struct{ V any }{Secret{"x"}},
	} {
		for format, run := range everyFormat(conversions()) {
			again := reflect.New(reflect.TypeOf(v).Elem())
			data, err := run(v, again.Interface())
			switch {
			case err != nil && (name == "named" || name == "any" && format != "jsonpack"):
				t.Errorf("%s, %s: %v", format, name, err)
			case err == nil && name != "any" && !reflect.DeepEqual(v, again.Interface()):
				t.Errorf("%s, %s: %+v came back as %+v by %q", format, name, v, again, data)
			case err == nil && strings.Contains(name, "embedded") && format != "msgpack":
				t.Errorf("%s, %s: %q is written", format, name, data)
			case err == nil && strings.Contains(string(data), "x") && !strings.Contains(string(data), "*x") && name != "embedded, hidden":
				t.Errorf("%s, %s: %q has it as it is", format, name, data)
			}
		}
	}
}

type (
	loopList struct{ N int }
	loopAny  struct{ N int }
	loopIn   struct{ N int }
	loopHold struct{ L loopIn }
)

// TestConversionsWithoutEnd converts values to such as hold them again, in every way.
func TestConversionsWithoutEnd(t *testing.T) {
	set := types.New(
		types.Convert(func(l loopList) []loopList { return []loopList{l} }, func(l []loopList) (loopList, error) { return l[0], nil }),
		types.Convert(func(l loopAny) any { return l }, func(v any) (loopAny, error) { return loopAny{}, nil }),
		types.Convert(func(l loopIn) loopHold { return loopHold{l} }, func(l loopHold) (loopIn, error) { return l.L, nil }),
		types.Convert(func(c circled) *circled { return &c }, func(c *circled) (circled, error) { return *c, nil }),
	)
	for _, v := range []any{&loopList{1}, &loopAny{1}, &loopIn{1}, &circled{1}} {
		for format, run := range everyFormat(set) {
			if data, err := run(v, reflect.New(reflect.TypeOf(v).Elem()).Interface()); err == nil {
				t.Errorf("%s: %T is written as %q", format, v, data)
			}
		}
	}
}
