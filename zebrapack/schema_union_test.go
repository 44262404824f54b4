package zebrapack_test

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	declare "github.com/beve-org/beve-go/types"
	"github.com/beve-org/beve-go/zebrapack"
)

// A figure is a union by numbers, and so is a choice, of fields. A loose one says nothing of its case.
type (
	figure interface{ figure() }
	disc   struct {
		R float64 `zid:"0" msg:"r"`
	}
	group struct {
		Of   []figure          `zid:"0" msg:"of"`
		By   map[string]figure `zid:"1" msg:"by"`
		Pick *choice           `zid:"2" msg:"pick"`
		Deg  degrees           `zid:"3" msg:"deg"`
	}
	blank struct{}
	mark  string
	frame struct {
		F figure `zid:"0"`
		L loose  `zid:"1"`
	}
	choice struct {
		Disc *disc `zid:"0"`
		Name *mark `zid:"1" msg:"name"`
	}
	loose interface{ loose() }
	slack struct {
		N int `zid:"0"`
	}
	degrees float64
)

func (disc) figure()   {}
func (*group) figure() {}
func (blank) figure()  {}
func (mark) figure()   {}
func (slack) loose()   {}

func init() {
	declare.Register(
		declare.Union[figure](declare.Tag("type"), declare.Case[disc]("disc").Number(4), declare.Case[*group]("group").Number(2),
			declare.Unit[blank]("blank").Number(9), declare.Case[mark]("mark").Number(0)),
		declare.OneOf[choice](),
		declare.Union[loose](declare.Untagged(), declare.Case[slack]("slack")),
		declare.Convert(func(d degrees) string { return fmt.Sprintf("%g°", float64(d)) }, func(s string) (d degrees, err error) {
			_, err = fmt.Sscanf(s, "%g°", &d)
			return d, err
		}),
	)
}

func cases(st *zebrapack.Struct) (all []string) {
	for _, f := range st.Fields {
		all = append(all, fmt.Sprintf("%d %s %s %s", f.Zid, f.GoName, f.TagName, f.TypeStr))
	}
	return all
}

// TestSchemasListCases has unions in a schema, which says what their data means.
func TestSchemasListCases(t *testing.T) {
	s, err := zebrapack.SchemaOf[frame]()
	if err != nil {
		t.Fatal(err)
	}
	if names := s.Names(); !slices.Equal(names, []string{"blank", "choice", "disc", "figure", "frame", "group", "slack"}) {
		t.Error(names)
	}
	if got := cases(s.Structs["figure"]); !s.Structs["figure"].OneOf || !slices.Equal(got, []string{"4 disc disc *disc", "2 group group *group", "9 blank blank *blank", "0 mark mark *string"}) {
		t.Errorf("%q", got)
	}
	if got := cases(s.Structs["choice"]); !s.Structs["choice"].OneOf || !slices.Equal(got, []string{"0 Disc Disc *disc", "1 Name name *mark"}) {
		t.Errorf("%q", got)
	}
	if got := cases(s.Structs["group"]); s.Structs["group"].OneOf || got[3] != "3 Deg deg degrees" || s.Structs["group"].Fields[3].FullType.Kind != zebrapack.KindString {
		t.Errorf("%q", got)
	}
	for form, text := range map[string][]byte{"MessagePack": s.AppendMsgpack(nil), "JSON": s.AppendJSON(nil)} {
		if again, err := zebrapack.ParseSchema(text); err != nil || !reflect.DeepEqual(again, s) {
			t.Errorf("%s: %v %s", form, err, text)
		}
	}
	name := mark("here")
	v := frame{F: &group{Of: []figure{disc{1}, nil, blank{}, mark("m")}, By: map[string]figure{"k": &group{}}, Pick: &choice{Name: &name}, Deg: 1.5}, L: slack{3}}
	for form, o := range map[string]zebrapack.EncodeOptions{"named": {}, "unnamed": {NoStructNames: true}} {
		data, err := o.Marshal(&v)
		if err != nil {
			t.Fatal(err)
		}
		var back frame
		if err := zebrapack.Unmarshal(data, &back); err != nil || !reflect.DeepEqual(back, v) {
			t.Errorf("%s: %+v, %v", form, back, err)
		}
		text, err := zebrapack.TranslateOptions{Root: "frame", AllowUnnamed: true}.ToJSON(s, data)
		want := `{"F":{"group":{"of":[{"disc":{"r":1}},null,{"blank":null},{"mark":"m"}],"by":{"k":{"group":{"deg":"0°"}}},"pick":{"name":"here"},"deg":"1.5°"}},"L":{"N":3}}`
		if form == "unnamed" {
			want = strings.Replace(want, `"L":{"N"`, `"L":{"0"`, 1) // nothing says which case it is
		}
		if err != nil || string(text) != want {
			t.Errorf("%s: %s, %v\nwant %s", form, text, err, want)
		}
	}
	if s, err := zebrapack.SchemaOf[figure](); err != nil || !s.Structs["figure"].OneOf {
		t.Error(s, err)
	}
	for typ, says := range map[reflect.Type]string{reflect.TypeFor[loose](): "needs a struct", reflect.TypeFor[degrees](): "needs a struct", reflect.TypeFor[fmt.Stringer](): "needs a struct"} {
		if _, err := zebrapack.SchemaOfType(typ); !errors.Is(err, zebrapack.ErrUnsupported) || !strings.Contains(err.Error(), says) {
			t.Errorf("%v: %v", typ, err)
		}
	}
}

// TestSchemasBySetsOfTypes has a schema of types that are declared for options alone, which says what these write.
func TestSchemasBySetsOfTypes(t *testing.T) {
	o := zebrapack.EncodeOptions{Types: declare.New(declare.Union[fmt.Stringer](declare.Case[shown]("shown").Number(3)),
		declare.Convert(func(d degrees) int { return int(d) }, func(n int) (degrees, error) { return degrees(n), nil }))}
	s, err := o.SchemaOfType(reflect.TypeFor[album]())
	if err != nil {
		t.Fatal(err)
	}
	if got := cases(s.Structs["Stringer"]); !slices.Equal(got, []string{"3 shown shown *shown"}) {
		t.Errorf("%q", got)
	}
	data, err := o.Marshal(&album{Of: []fmt.Stringer{shown{"a"}}, Deg: 2.5})
	if err != nil {
		t.Fatal(err)
	}
	text, err := zebrapack.TranslateOptions{Root: "album"}.ToJSON(s, data)
	if err != nil || string(text) != `{"Of":[{"shown":{"Name":"a"}}],"Deg":2}` {
		t.Errorf("%s, %v", text, err)
	}
	if _, err := o.SchemaOfType(reflect.TypeFor[degrees]()); !errors.Is(err, zebrapack.ErrUnsupported) {
		t.Error(err)
	}
}

// An album holds what is declared for options.
type (
	album struct {
		Of  []fmt.Stringer `zid:"0"`
		Deg degrees        `zid:"1"`
	}
	shown struct {
		Name string `zid:"0"`
	}
)

func (s shown) String() string { return s.Name }

// TestCasesOnlyCome checks changes of a union.
func TestCasesOnlyCome(t *testing.T) {
	union := func(fields ...zebrapack.Field) *zebrapack.Schema {
		s := person(fields...)
		s.Structs["Person"].OneOf = true
		return s
	}
	old := union(field(1, "Circle", "Point"), field(7, "Square", "Place"))
	for name, new := range map[string]*zebrapack.Schema{
		"nothing changed": old,
		"a case added":    union(field(1, "Circle", "Point"), field(3, "Name", "string"), field(7, "Square", "Place")),
		"another name":    union(field(1, "Ring", "Point"), field(7, "Square", "Place")),
		"another order":   union(field(7, "Square", "Place"), field(1, "Circle", "Point")),
	} {
		if vs := zebrapack.Check(old, new); len(vs) > 0 {
			t.Errorf("%s: %v", name, vs)
		}
	}
	for name, c := range map[string]struct {
		new  *zebrapack.Schema
		says string
	}{
		"a case removed":   {union(field(1, "Circle", "Point")), "Person zid 7: Square Place was removed; keep the case"},
		"a case moved":     {union(field(1, "Circle", "Point"), field(8, "Square", "Place")), "Square was renumbered to 8; ids never change"},
		"cases exchanged":  {union(field(7, "Circle", "Point"), field(1, "Square", "Place")), "renumbered"},
		"another type":     {union(field(1, "Circle", "string"), field(7, "Square", "Place")), "Circle changed its type from Point to string"},
		"a number twice":   {union(field(1, "Circle", "Point"), field(7, "Square", "Place"), field(7, "Name", "string")), "have the same id"},
		"no union anymore": {person(field(0, "Zero", "string"), field(1, "Circle", "Point"), field(7, "Square", "Place")), "neither can become the other"},
	} {
		vs := zebrapack.Check(old, c.new)
		if !slices.ContainsFunc(vs, func(v zebrapack.Violation) bool { return strings.Contains(v.Error(), c.says) }) {
			t.Errorf("%s: %v", name, vs)
		}
	}
	vs := zebrapack.CheckBranches(old, union(field(9, "A", "string")), union(field(9, "B", "string")))
	if len(vs) != 1 || !strings.Contains(vs[0].Reason, "both branches took the id") {
		t.Error(vs)
	}
}
