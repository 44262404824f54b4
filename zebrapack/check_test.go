package zebrapack_test

import (
	"strings"
	"testing"

	"github.com/beve-org/beve-go/zebrapack"
)

// person makes a schema of one struct with these fields; their tree is that of their
// type as far as the tests need one.
func person(fields ...zebrapack.Field) *zebrapack.Schema {
	return &zebrapack.Schema{SourcePath: "person.go", Structs: map[string]*zebrapack.Struct{"Person": {Name: "Person", Fields: fields}}}
}

var types = map[string]*zebrapack.Type{
	"string": {Kind: zebrapack.KindString, Str: "string"}, "int64": {Kind: zebrapack.KindInt64, Str: "int64"}, "int32": {Kind: zebrapack.KindInt32, Str: "int32"},
	"byte": {Kind: zebrapack.KindByte, Str: "byte"}, "uint8": {Kind: zebrapack.KindUint8, Str: "uint8"},
	"*int64":   {Kind: zebrapack.KindPointer, Domain: &zebrapack.Type{Kind: zebrapack.KindInt64, Str: "int64"}},
	"[]string": {Kind: zebrapack.KindSlice, Domain: &zebrapack.Type{Kind: zebrapack.KindString}},
	"[]int64":  {Kind: zebrapack.KindSlice, Domain: &zebrapack.Type{Kind: zebrapack.KindInt64}},
	"[]*int64": {Kind: zebrapack.KindSlice, Domain: &zebrapack.Type{Kind: zebrapack.KindPointer, Domain: &zebrapack.Type{Kind: zebrapack.KindInt64}}},
	"[2]byte":  array(2, zebrapack.KindByte), "[3]byte": array(3, zebrapack.KindByte), "[2]uint8": array(2, zebrapack.KindUint8),
	"map[string]int64": {Kind: zebrapack.KindMap, Domain: &zebrapack.Type{Kind: zebrapack.KindString}, Range: &zebrapack.Type{Kind: zebrapack.KindInt64}},
	"map[int64]int64":  {Kind: zebrapack.KindMap, Domain: &zebrapack.Type{Kind: zebrapack.KindInt64}, Range: &zebrapack.Type{Kind: zebrapack.KindInt64}},
	"Point":            {Kind: zebrapack.KindIdent, Str: "Point"}, "Place": {Kind: zebrapack.KindIdent, Str: "Place"},
}

func array(n zebrapack.Kind, elem zebrapack.Kind) *zebrapack.Type {
	return &zebrapack.Type{Kind: zebrapack.KindArray, Domain: &zebrapack.Type{Kind: n}, Range: &zebrapack.Type{Kind: elem}}
}

func field(zid int64, name, typ string) zebrapack.Field {
	f := zebrapack.Field{Zid: zid, GoName: name, TagName: name, Pos: "person.go:" + name}
	if typ == "" {
		f.Skip = true
		return f
	}
	f.TypeStr, f.FullType = typ, types[typ]
	return f
}

func deprecated(f zebrapack.Field) zebrapack.Field { f.Deprecated = true; return f }

func TestCheckAcceptsWhatBothSidesRead(t *testing.T) {
	old := person(field(0, "Name", "string"), field(1, "Age", "int64"))
	for name, new := range map[string]*zebrapack.Schema{
		"nothing changed":       old,
		"a field added":         person(field(0, "Name", "string"), field(1, "Age", "int64"), field(2, "Mail", "string")),
		"two, out of order":     person(field(3, "B", "int64"), field(0, "Name", "string"), field(1, "Age", "int64"), field(2, "A", "string")),
		"a field deprecated":    person(field(0, "Name", "string"), deprecated(field(1, "Age", "int64"))),
		"a field retired":       person(field(0, "Name", "string"), deprecated(field(1, "Age", ""))),
		"a field not sent":      person(field(0, "Name", "string"), field(1, "Age", "")),
		"another name":          person(field(0, "FullName", "string"), field(1, "Age", "int64")),
		"a pointer":             person(field(0, "Name", "string"), field(1, "Age", "*int64")),
		"declared in new order": person(field(1, "Age", "int64"), field(0, "Name", "string")),
	} {
		if vs := zebrapack.Check(old, new); len(vs) > 0 {
			t.Errorf("%s: %v", name, vs)
		}
	}
	old.Structs["Other"] = &zebrapack.Struct{Name: "Other"}
	if vs := zebrapack.Check(&zebrapack.Schema{}, old); len(vs) > 0 {
		t.Error(vs)
	}
}

func TestCheckRefuses(t *testing.T) {
	base := person(field(0, "Name", "string"), field(1, "Age", "int64"))
	for _, c := range []struct {
		name     string
		old, new *zebrapack.Schema
		want     string
	}{
		{"a field removed", base, person(field(0, "Name", "string")), "Person zid 1: Age int64 was removed"},
		{"a field renumbered", base, person(field(0, "Name", "string"), field(1, "Mail", "string"), field(2, "Age", "int64")), "Person zid 1: the id of Age is reused by Mail from int64 to string"},
		{"renumbered to the end", base, person(field(0, "Name", "string"), field(2, "Age", "int64")), "Age was renumbered to 2"},
		{"swapped", person(field(0, "A", "int64"), field(1, "B", "int64")), person(field(1, "A", "int64"), field(0, "B", "int64")), "B was renumbered to the id of A"},
		{"another type", base, person(field(0, "Name", "string"), field(1, "Age", "string")), "Age changed its type from int64 to string"},
		{"narrower", base, person(field(0, "Name", "string"), field(1, "Age", "int32")), "from int64 to int32"},
		{"wider", person(field(0, "A", "int32")), person(field(0, "A", "int64")), "from int32 to int64"},
		{"a gap", base, person(field(0, "Name", "string"), field(1, "Age", "int64"), field(3, "Mail", "string")), "Person zid 2: the id is missing: Mail has 3"},
		{"an id twice", base, person(field(0, "Name", "string"), field(1, "Age", "int64"), field(2, "Mail", "string"), field(2, "Fax", "string")),
			"person.go:Fax: Person zid 2: Fax and Mail have the same id; give the newer one the next free id (also at person.go:Mail)"},
		{"reuse of a retired id", person(field(0, "Name", "string"), deprecated(field(1, "Age", ""))), person(field(0, "Name", "string"), deprecated(field(1, "Mail", "string"))), "which was retired, is reused by Mail string"},
		{"deprecation withdrawn", person(deprecated(field(0, "Name", "string"))), person(field(0, "Name", "string")), "no longer deprecated"},
		{"a struct gone", base, &zebrapack.Schema{SourcePath: "person.go"}, "person.go: Person: the struct is gone"},
		{"bin and array", person(field(0, "A", "[2]byte")), person(field(0, "A", "[2]uint8")), "from [2]byte to [2]uint8"},
		{"another length", person(field(0, "A", "[2]byte")), person(field(0, "A", "[3]byte")), "from [2]byte to [3]byte"},
		{"other elements", person(field(0, "A", "[]string")), person(field(0, "A", "[]int64")), "from []string to []int64"},
		{"other keys", person(field(0, "A", "map[string]int64")), person(field(0, "A", "map[int64]int64")), "changed its type"},
		{"another struct", person(field(0, "A", "Point")), person(field(0, "A", "Place")), "from Point to Place"},
	} {
		vs := zebrapack.Check(c.old, c.new)
		if len(vs) == 0 {
			t.Errorf("%s: nothing is wrong", c.name)
			continue
		}
		var all []string
		for _, v := range vs {
			all = append(all, v.Error())
			if v.New == "" || v.Old == "" && v.Other == "" && !strings.Contains(v.Reason, "missing") {
				t.Errorf("%s: places are missing in %+v", c.name, v)
			}
		}
		if !strings.Contains(strings.Join(all, "\n"), c.want) {
			t.Errorf("%s: %q, want %q", c.name, all, c.want)
		}
	}
	for a, b := range map[string]string{"byte": "uint8", "[]int64": "[]*int64", "int64": "*int64"} {
		if vs := zebrapack.Check(person(field(0, "A", a)), person(field(0, "A", b))); len(vs) > 0 {
			t.Errorf("%s to %s: %v", a, b, vs)
		}
	}
}

func TestCheckOfTuples(t *testing.T) {
	tuple := func(fields ...zebrapack.Field) *zebrapack.Schema {
		s := person(fields...)
		s.Structs["Person"].Tuple = true
		return s
	}
	old := tuple(field(0, "X", "int64"), field(1, "Y", "int64"))
	for want, new := range map[string]*zebrapack.Schema{
		"a tuple is an array":  person(field(0, "X", "int64"), field(1, "Y", "int64")),
		"was added to a tuple": tuple(field(0, "X", "int64"), field(1, "Y", "int64"), field(2, "Z", "int64")),
		"element 1 of a tuple": tuple(field(0, "X", "int64"), field(1, "Y", "string")),
		"element 0 of a tuple": tuple(field(1, "S", "string"), field(0, "X", "int64")),
		"Y int64, changed":     tuple(field(0, "X", "int64"), field(1, "Y", "")),
	} {
		vs := zebrapack.Check(old, new)
		if len(vs) != 1 || !strings.Contains(vs[0].Error(), want) {
			t.Errorf("%v, want %q", vs, want)
		}
	}
	if vs := zebrapack.Check(old, tuple(field(0, "A", "int64"), field(1, "B", "int64"))); len(vs) > 0 {
		t.Error(vs)
	}
}

func TestCheckBranchesFindsIDsThatBothTook(t *testing.T) {
	base := person(field(0, "Name", "string"))
	ours := person(field(0, "Name", "string"), field(1, "Mail", "string"))
	for _, c := range []struct {
		theirs *zebrapack.Schema
		want   string
	}{
		{person(field(0, "Name", "string"), field(1, "Mail", "string")), ""},
		{person(field(0, "Name", "string")), ""},
		{person(field(0, "Name", "string"), field(1, "Fax", "string")), "both branches took the id: Mail string and Fax string"},
		{person(field(0, "Name", "string"), field(1, "Mail", "int64")), "Mail string and Mail int64"},
	} {
		vs := zebrapack.CheckBranches(base, ours, c.theirs)
		if (len(vs) == 0) != (c.want == "") || len(vs) > 0 && !strings.Contains(vs[0].Error(), c.want) {
			t.Errorf("%v, want %q", vs, c.want)
		}
	}
}

// TestCheckTakesSpellingsOfOneTypeForTheSame: names of instances have been spelled in several ways, and Go declares them in
// another; a struct is the same whether its package is said or not.
func TestCheckTakesSpellingsOfOneTypeForTheSame(t *testing.T) {
	holder := func(name, ident string) *zebrapack.Schema {
		s := person(zebrapack.Field{GoName: "P", TypeStr: ident, FullType: &zebrapack.Type{Kind: zebrapack.KindIdent, Str: ident}})
		s.Structs[name] = &zebrapack.Struct{Name: name}
		return s
	}
	same := []*zebrapack.Schema{holder("Pair[int,Item]", "Pair[int,Item]"), holder("Pair[int, Item]", "Pair[int, Item]"),
		holder("Pair[int,main.Item]", "Pair[int,main.Item]"), holder("Pair_int_Item", "Pair_int_Item"), holder("Pair[int,Item]", "other.Pair[int,Item]")}
	for _, a := range same {
		for _, b := range same {
			if vs := append(zebrapack.Check(a, b), zebrapack.CheckBranches(&zebrapack.Schema{}, a, b)...); len(vs) > 0 {
				t.Error(vs)
			}
		}
		if vs := zebrapack.Check(a, holder("Pair[int,Place]", "Pair[int,Place]")); len(vs) != 2 {
			t.Errorf("another argument: %v", vs)
		}
	}
}
