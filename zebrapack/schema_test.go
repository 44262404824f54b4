package zebrapack_test

import (
	"bytes"
	"encoding/hex"
	"errors"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/testkit"
	"github.com/beve-org/beve-go/msgpack/msgp"
	"github.com/beve-org/beve-go/zebrapack"
)

func TestSchemaFormsRoundTrip(t *testing.T) {
	for file, s := range vectorSchemas(t) {
		for form, text := range map[string][]byte{
			"MessagePack": s.AppendMsgpack(nil), "JSON": s.AppendJSON(nil), "indented": s.AppendJSONIndent(nil),
		} {
			again, err := zebrapack.ParseSchema(text)
			if err != nil {
				t.Errorf("%s, %s: %v", file, form, err)
			} else if !reflect.DeepEqual(again, s) {
				t.Errorf("%s, %s: %s\nwant %s", file, form, again.AppendJSON(nil), s.AppendJSON(nil))
			}
		}
		if got := s.AppendJSON([]byte("x")); got[0] != 'x' {
			t.Errorf("%s: AppendJSON does not append", file)
		}
	}
}

func TestSchemaOfIsWhatTheGeneratorWrites(t *testing.T) {
	type Leaf struct {
		N int64 `zid:"0"`
	}
	type All struct {
		I    int                      `zid:"0"`
		S    string                   `zid:"1" msg:"s,omitempty,showzero"`
		B    []byte                   `zid:"2"`
		T    time.Time                `zid:"3"`
		L    []Leaf                   `zid:"4"`
		M    map[string]map[int]*Leaf `zid:"5"`
		A    [4]byte                  `zid:"6"`
		Any  any                      `zid:"7"`
		Gone struct{}                 `zid:"8" msg:",deprecated"`
		Off  string                   `msg:"-"`
		Held string                   `zid:"9" msg:"-"`
		R    msgp.Raw                 `zid:"10"`
		E    *msgp.RawExtension       `zid:"11" msg:",extension"`
		D    time.Duration            `zid:"12"`
		_    int
	}
	s, err := zebrapack.SchemaOf[*All]()
	if err != nil {
		t.Fatal(err)
	}
	if names := s.Names(); !reflect.DeepEqual(names, []string{"All", "Leaf"}) {
		t.Error(names)
	}
	var got []string
	for _, f := range s.Structs["All"].Fields {
		text := f.GoName + " " + f.TagName + " " + f.FullType.String() + " " + f.Category.String() + " " + f.Primitive.String()
		got = append(got, text)
	}
	want := []string{
		"I I int BaseElem int", "S s string BaseElem string", "B B []byte BaseElem bytes", "T T time.Time BaseElem Time",
		"L L []Leaf Slice ", "M M map[string]map[int]*Leaf Map ", "A A [4]byte Array ", "Any Any interface{} BaseElem Intf",
		"Gone Gone struct{}  ", "Off - struct{}  ", "Held - struct{}  ", "R R msgp.Raw BaseElem IDENT",
		"E E *msgp.RawExtension Pointer ", "D D int64 BaseElem int64",
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%q\nwant %q", got, want)
	}
	if f := s.Structs["All"].Field(9); f == nil || f.GoName != "Held" || !f.Skip {
		t.Errorf("%+v", f)
	}
	if f := s.Structs["All"].Field(1); !f.OmitEmpty || !f.ShowZero {
		t.Errorf("%+v", f)
	}
	if vs := zebrapack.Check(s, s); len(vs) > 0 {
		t.Error(vs)
	}
}

func TestSchemaOfRejects(t *testing.T) {
	type noID struct{ A int }
	type gap struct {
		A int `zid:"1"`
	}
	type channel struct {
		A chan int `zid:"0"`
	}
	type noName struct {
		A []struct{ B int } `zid:"0" msg:"a"`
	}
	type badID struct {
		A int `zid:"01"`
	}
	for want, schema := range map[string]func() (*zebrapack.Schema, error){
		"noID.A: no tag zid":       zebrapack.SchemaOf[noID],
		"zid 0: the id is missing": zebrapack.SchemaOf[gap],
		"/A: MessagePack has no":   zebrapack.SchemaOf[channel],
		"/a: struct { B int }.B: ": zebrapack.SchemaOf[noName],
		"in plain decimal":         zebrapack.SchemaOf[badID],
		"a schema needs a struct":  zebrapack.SchemaOf[int],
		"needs a struct":           zebrapack.SchemaOf[time.Time],
	} {
		_, err := schema()
		var at *zebrapack.EncodeError
		if !errors.As(err, &at) || !errors.Is(err, fault.ErrUnsupported) || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}

func TestParseKind(t *testing.T) {
	for k := zebrapack.KindBytes; k <= zebrapack.KindPointer; k++ {
		for _, name := range []string{k.String(), strings.ToUpper(k.String()), strings.ToLower(k.String())} {
			if got, err := zebrapack.ParseKind(name); got != k || err != nil {
				t.Errorf("%s: %d, %v, want %d", name, got, err, k)
			}
		}
	}
	if _, err := zebrapack.ParseKind("nonsense"); !errors.Is(err, fault.ErrUnsupported) {
		t.Error(err)
	}
	if text := zebrapack.Kind(29).String(); text != "kind 29" {
		t.Error(text)
	}
}

// nested returns the JSON of a schema whose one field has a type nested so deep.
func nested(depth int) string {
	return `{"Structs":{"T":{"StructName":"T","Fields":[{"Zid":0,"FieldGoName":"A","FieldTypeStr":"x","FieldCategory":26,"FieldFullType":` +
		strings.Repeat(`{"Kind":26,"Domain":`, depth) + `{"Kind":2}` + strings.Repeat("}", depth) + `}]}}}`
}

func TestParseSchemaRejects(t *testing.T) {
	field := func(members string) string {
		return `{"Structs":{"T":{"Fields":[{"FieldGoName":"A",` + members + `}]}}}`
	}
	for name, c := range map[string]struct{ text, want string }{
		"nothing":               {"", "too few bytes"},
		"no map":                {"\x01", "attempted to decode"},
		"more than a schema":    {"\x80\x80", "data after the value"},
		"a lie about length":    {"\x81\xa7Structs\xdf\xff\xff\xff\xff", "too few bytes"},
		"a long lie":            {"\x81\xa7Imports\xdd\xff\xff\xff\xff", "too few bytes"},
		"no JSON":               {"{", "schema"},
		"a merge conflict":      {"{\n<<<<<<< HEAD\n\"SourcePath\":\"a\"\n=======\n\"SourcePath\":\"b\"\n>>>>>>> b\n}", "merge conflict in line 2"},
		"a null struct":         {`{"Structs":{"T":null}}`, "is null"},
		"another name":          {`{"Structs":{"T":{"StructName":"U"}}}`, "its name is U"},
		"a field without name":  {`{"Structs":{"T":{"Fields":[{"Zid":0}]}}}`, "has no name"},
		"zid -1":                {field(`"Zid":-1`), "zid -1"},
		"zid -4":                {field(`"Zid":-4`), "zid -4"},
		"a zid twice":           {`{"Structs":{"T":{"Fields":[{"Zid":0,"FieldGoName":"A","Skip":true},{"Zid":0,"FieldGoName":"B","Skip":true}]}}}`, "share zid 0"},
		"no type":               {field(`"Zid":0`), "has no type"},
		"an unknown kind":       {field(`"Zid":0,"FieldFullType":{"Kind":77}`), "no known kind"},
		"an unknown category":   {field(`"Zid":0,"FieldCategory":77`), "no known kind"},
		"half a map":            {field(`"Zid":0,"FieldFullType":{"Kind":24,"Domain":{"Kind":2}}`), "incomplete"},
		"an array of no length": {field(`"Zid":0,"FieldFullType":{"Kind":27,"Range":{"Kind":2}}`), "proper length"},
		"an array too long":     {field(`"Zid":0,"FieldFullType":{"Kind":27,"Domain":{"Kind":99999999999},"Range":{"Kind":2}}`), "proper length"},
		"a nameless struct":     {field(`"Zid":0,"FieldFullType":{"Kind":25}`), "without a name"},
		"a nameless type":       {field(`"Zid":0,"FieldFullType":{"Kind":22}`), "without a name"},
		"too deep":              {nested(65), "nested too deeply"},
	} {
		_, err := zebrapack.ParseSchema([]byte(c.text))
		var at *zebrapack.DecodeError
		if !errors.As(err, &at) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
	if _, err := zebrapack.ParseSchema([]byte(nested(60))); err != nil {
		t.Error(err)
	}
}

// TestParseSchemaIsBounded reads schemas that are nested without end, and every cut and
// every changed byte of a real one.
func TestParseSchemaIsBounded(t *testing.T) {
	used := testkit.Allocated(func() {
		for _, text := range []string{
			nested(100_000),
			"\x81\xa7Structs\x81\xa1T\x81\xa6Fields\x91\x81\xadFieldFullType" + strings.Repeat("\x81\xa6Domain", 1_000_000),
			"\x81\xa1x" + strings.Repeat("\x91", 1_000_000),
		} {
			if _, err := zebrapack.ParseSchema([]byte(text)); err == nil {
				t.Errorf("%.60q was read", text)
			}
		}
		for _, s := range []*zebrapack.Schema{vectorSchemas(t)["12_nested"], vectorSchemas(t)["09_arrays"]} {
			for _, text := range [][]byte{s.AppendMsgpack(nil), s.AppendJSON(nil)} {
				for i := range text {
					if _, err := zebrapack.ParseSchema(text[:i]); err == nil {
						t.Errorf("%d of %d bytes were read", i, len(text))
					}
					changed := bytes.Clone(text)
					changed[i] ^= 0xFF
					zebrapack.ParseSchema(changed) // whatever it says, it does not panic
				}
			}
		}
	})
	if used > 1<<30 {
		t.Errorf("%d MiB were allocated", used>>20)
	}
}

func FuzzParseSchema(f *testing.F) {
	for _, s := range vectorSchemas(f) {
		f.Add(s.AppendMsgpack(nil))
		f.Add(s.AppendJSON(nil))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		s, err := zebrapack.ParseSchema(data)
		if err != nil {
			return
		}
		again, err := zebrapack.ParseSchema(s.AppendMsgpack(nil))
		if err != nil {
			t.Fatalf("%s: %v", hex.EncodeToString(data), err)
		}
		if a, b := s.AppendMsgpack(nil), again.AppendMsgpack(nil); !bytes.Equal(a, b) {
			t.Fatalf("%x\nthen %x", a, b)
		}
		zebrapack.Check(s, again)
		zebrapack.ToJSON(s, data)
	})
}

// ownBytes is written by a method, so a schema says its name alone.
type ownBytes struct{ N int }

func (ownBytes) MarshalMsgpack() ([]byte, error) { return []byte{5}, nil }
func (ownBytes) MarshalText() ([]byte, error)    { return nil, nil }

func TestSchemaOfTypesThatWriteThemselvesForMessagePack(t *testing.T) {
	type holder struct {
		A ownBytes   `zid:"0"`
		B []ownBytes `zid:"1"`
	}
	s, err := zebrapack.SchemaOf[holder]()
	if err != nil || len(s.Structs) != 1 {
		t.Fatal(s, err)
	}
	f := s.Structs["holder"].Fields
	if f[0].FullType.Kind != zebrapack.KindIdent || f[0].FullType.Str != "ownBytes" || f[1].FullType.Domain.Kind != zebrapack.KindIdent {
		t.Errorf("%+v", f)
	}
	if data, err := zebrapack.Marshal(&holder{}); err != nil || !bytes.Contains(data, []byte{0, 5}) {
		t.Errorf("%x, %v", data, err)
	}
}
