package main

import (
	"bytes"
	"os"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/beve-org/beve-go/cmd/zebrapack/testdata/evolution"
	"github.com/beve-org/beve-go/msgpack/msgp"
	"github.com/beve-org/beve-go/zebrapack"
)

// generations makes a value of each generation, whose code needsGenerated is for.
var generations = []func() generated{
	func() generated { return any(new(evolution.Person0)).(generated) }, func() generated { return any(new(evolution.Person1)).(generated) },
	func() generated { return any(new(evolution.Person2)).(generated) }, func() generated { return any(new(evolution.Person3)).(generated) },
	func() generated { return any(new(evolution.Person4)).(generated) }, func() generated { return any(new(evolution.Person5)).(generated) },
	func() generated { return any(new(evolution.Person6)).(generated) }, func() generated { return any(new(evolution.Person7)).(generated) },
	func() generated { return any(new(evolution.Person8)).(generated) }, func() generated { return any(new(evolution.Person9)).(generated) },
}

// fullPerson is what the fields of a generation hold, by name.
var fullPerson = map[string]any{
	"Name": "Ada", "Age": 36, "Score": 2.5, "Tags": []string{"a", "b"}, "Home": &evolution.Address{City: "London", Zip: 7},
	"Phones": map[string]string{"home": "1"}, "Flags": []bool{true, false}, "Photo": []byte{1, 2}, "Joined": time.Unix(1e9, 5),
	"Level": int8(-3), "Past": []evolution.Address{{City: "Ockham"}, {}}, "Any": "any", "Ratio": 1 + 2i,
}

// filled returns a value of a generation with all fields set.
func filled(generation int) generated {
	v := generations[generation]()
	s := reflect.ValueOf(v).Elem()
	for i := range s.NumField() {
		if value, ok := fullPerson[s.Type().Field(i).Name]; ok && s.Field(i).Type() == reflect.TypeOf(value) || s.Field(i).Kind() == reflect.Interface {
			s.Field(i).Set(reflect.ValueOf(value))
		}
	}
	return v
}

// codec is one way to write and read a generation.
type codec struct {
	name      string
	marshal   func(v generated) ([]byte, error)
	unmarshal func(data []byte, v generated) error
}

var evolutionCodecs = []codec{
	{"slice", func(v generated) ([]byte, error) { return v.MarshalMsg(nil) }, func(data []byte, v generated) error {
		_, err := v.UnmarshalMsg(data)
		return err
	}},
	{"stream", func(v generated) ([]byte, error) {
		var out bytes.Buffer
		err := msgp.Encode(&out, v)
		return out.Bytes(), err
	}, func(data []byte, v generated) error { return msgp.Decode(bytes.NewReader(data), v) }},
}

// TestTenGenerationsReadEachOther writes each generation and reads it as each other one,
// new and used: the fields that both know are there, those that only one knows are zero,
// and when it is written again the writer gets back all that it sent.
func TestTenGenerationsReadEachOther(t *testing.T) {
	needsGenerated(t)
	for _, c := range evolutionCodecs {
		for from := range generations {
			sent := filled(from)
			data, err := c.marshal(sent)
			if err != nil {
				t.Fatal(err)
			}
			for to := range generations {
				for how, target := range map[string]generated{"new": generations[to](), "used": filled(to)} {
					name := c.name + " " + strconv.Itoa(from) + " as " + strconv.Itoa(to) + ", " + how
					if err := c.unmarshal(data, target); err != nil {
						t.Fatalf("%s: %v", name, err)
					}
					common(t, name, reflect.ValueOf(sent).Elem(), reflect.ValueOf(target).Elem())
					passed, err := c.marshal(target)
					if err != nil {
						t.Fatalf("%s: %v", name, err)
					}
					back := generations[from]()
					if err := c.unmarshal(passed, back); err != nil {
						t.Fatalf("%s and back: %v", name, err)
					}
					common(t, name+" and back", reflect.ValueOf(sent).Elem(), reflect.ValueOf(back).Elem())
				}
			}
		}
	}
}

// common checks the fields of what was read.
func common(t *testing.T, name string, sent, got reflect.Value) {
	t.Helper()
	for i := range got.NumField() {
		f := got.Type().Field(i)
		if f.Name == "Unknown" {
			continue
		}
		was := sent.FieldByName(f.Name)
		if !was.IsValid() || was.Type() != f.Type {
			was = reflect.Zero(f.Type) // not sent
		}
		if !same(was, got.Field(i)) {
			t.Errorf("%s: %s is %v, was %v", name, f.Name, got.Field(i), was)
		}
	}
}

func TestGenerationsObeyTheRules(t *testing.T) {
	all, err := schemaAt("testdata/evolution/types.go", false)
	if err != nil {
		t.Fatal(err)
	}
	as := func(generation int) *zebrapack.Schema {
		st := *all.Structs["Person"+strconv.Itoa(generation)]
		st.Name = "Person"
		return &zebrapack.Schema{Structs: map[string]*zebrapack.Struct{"Person": &st, "Address": all.Structs["Address"]}}
	}
	for to := range generations {
		for from := range to {
			if vs := zebrapack.Check(as(from), as(to)); len(vs) > 0 {
				t.Errorf("%d to %d: %v", from, to, vs)
			}
			if vs := zebrapack.Check(as(to), as(from)); len(vs) == 0 {
				t.Errorf("%d back to %d: nothing is wrong", to, from)
			}
		}
	}
}

const firstVersion = "package x\n\ntype T struct {\n\tA int `zid:\"0\"`\n\tB string `zid:\"1\"`\n}\n"

func TestCheckCommand(t *testing.T) {
	dir := tempPackage(t)
	write := func(name, text string) string {
		t.Helper()
		path := filepath.Join(dir, name, name+".go")
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		return path
	}
	old := write("old", firstVersion)
	added := write("added", strings.Replace(firstVersion, "}\n", "\tC bool `zid:\"2\"`\n}\n", 1))
	other := write("other", strings.Replace(firstVersion, "}\n", "\tD []byte `zid:\"2\"`\n}\n", 1))
	merged := write("merged", strings.Replace(firstVersion, "}\n", "\tC bool `zid:\"2\"`\n\tD []byte `zid:\"2\"`\n}\n", 1))
	changed := write("changed", strings.Replace(firstVersion, "B string", "B int", 1))
	lock := filepath.Join(dir, "lock.json")
	for _, c := range []struct {
		args   []string
		status int
		want   string
	}{
		{[]string{old, added}, 0, ""},
		{[]string{filepath.Dir(old), added}, 0, ""},
		{[]string{added, old}, 1, "zid 2: C bool was removed"},
		{[]string{old, changed}, 1, "changed.go:5:2: T zid 1: B changed its type from string to int (was at " + old + ":5:2)"},
		{[]string{old, merged}, 1, "D and C have the same id"},
		{[]string{old, added, other}, 1, "both branches took the id: C bool and D []byte"},
		{[]string{"-lock", lock, old}, 1, "-update makes the file"},
		{[]string{"-lock", lock, "-update", old}, 0, ""},
		{[]string{"-lock", lock, old}, 0, ""},
		{[]string{"-lock", lock, added}, 0, ""},
		{[]string{"-lock", lock, changed}, 1, "(was at " + lock + ": T.B)"},
		{[]string{"-lock", lock, "-update", changed}, 1, "changed its type"},
		{[]string{"-lock", lock, "-update", added}, 0, ""},
		{[]string{"-lock", lock, old}, 1, "C bool was removed"},
		{[]string{"-lock", lock, other}, 1, "the id of C is reused by D from bool to []byte"},
		{[]string{old}, 2, "usage"},
		{[]string{"-h"}, 0, "usage"},
		{[]string{"-update", old, added}, 2, "usage"},
		{[]string{"-nonsense"}, 2, "nonsense"},
		{[]string{old, filepath.Join(dir, "none.go")}, 1, "none.go"},
	} {
		var out strings.Builder
		if status := run(append([]string{"check"}, c.args...), &out, &out); status != c.status || !strings.Contains(out.String(), c.want) {
			t.Errorf("%v: exit status %d, want %d\n%s\nwant %s", c.args, status, c.status, out.String(), c.want)
		}
	}
	if err := os.WriteFile(lock, []byte("{\n<<<<<<< ours\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	if status := run([]string{"check", "-lock", lock, old}, &out, &out); status != 1 || !strings.Contains(out.String(), "merge conflict in line 2") {
		t.Errorf("exit status %d: %s", status, out.String())
	}
}
