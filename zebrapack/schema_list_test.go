package zebrapack_test

import (
	"bytes"
	stdjson "encoding/json"
	"errors"
	"reflect"
	"strings"
	"testing"

	"github.com/beve-org/beve-go/json"
	"github.com/beve-org/beve-go/msgpack"
	"github.com/beve-org/beve-go/zebrapack"
)

// listForms returns a schema with a list of its structs, as the documentation of the original
// shows it: JSON compact and indented, and MessagePack.
func listForms(t *testing.T, s *zebrapack.Schema) map[string][]byte {
	t.Helper()
	var tree map[string]any
	dec := stdjson.NewDecoder(bytes.NewReader(s.AppendJSON(nil)))
	dec.UseNumber()
	if err := dec.Decode(&tree); err != nil {
		t.Fatal(err)
	}
	list := []any{}
	for _, name := range s.Names() {
		list = append(list, tree["Structs"].(map[string]any)[name])
	}
	tree["Structs"] = list
	compact, err := stdjson.Marshal(tree)
	if err != nil {
		t.Fatal(err)
	}
	indented, err := stdjson.MarshalIndent(tree, "", "    ")
	if err != nil {
		t.Fatal(err)
	}
	var numbers any
	if err := (json.DecodeOptions{Flags: json.UseInt64}).Unmarshal(compact, &numbers); err != nil {
		t.Fatal(err)
	}
	packed, err := msgpack.Marshal(numbers)
	if err != nil {
		t.Fatal(err)
	}
	return map[string][]byte{"JSON": compact, "indented": indented, "MessagePack": packed}
}

func TestSchemasWithListsOfStructs(t *testing.T) {
	for file, s := range vectorSchemas(t) {
		for form, text := range listForms(t, s) {
			got, err := zebrapack.ParseSchema(text)
			if err != nil {
				t.Errorf("%s, %s: %v", file, form, err)
				continue
			}
			if !reflect.DeepEqual(got, s) && len(s.Structs)+len(got.Structs) > 0 {
				t.Errorf("%s, %s: %s\nwant %s", file, form, got.AppendJSON(nil), s.AppendJSON(nil))
			}
			for i := range text {
				if _, err := zebrapack.ParseSchema(text[:i]); err == nil {
					t.Errorf("%s, %s: %d of %d bytes were read", file, form, i, len(text))
				}
				if testing.Short() && i > 500 {
					break
				}
			}
		}
	}
	empty, err := zebrapack.ParseSchema([]byte(`{"Structs":[]}`))
	if err != nil || len(empty.Structs) != 0 {
		t.Errorf("%+v, %v", empty, err)
	}
}

// TestErrorsOfSchemasHaveAPlace breaks one part of a schema in all forms: the error leads to it.
func TestErrorsOfSchemasHaveAPlace(t *testing.T) {
	const good = `{"StructName":"A","Fields":[{"Zid":0,"FieldGoName":"N","Skip":true}]}`
	for name, c := range map[string]struct{ structs, path string }{
		"a struct is null":     {`[` + good + `,null]`, "/Structs/1"},
		"no name":              {`[` + good + `,{"Fields":[]}]`, "/Structs/1"},
		"twice":                {`[` + good + `,` + good + `]`, "/Structs/1"},
		"a struct is a number": {`[` + good + `,7]`, "/Structs/1"},
		"a list is a number":   {`7`, "/Structs"},
		"a list is a text":     {`"A"`, "/Structs"},
		"a list in a list":     {`[[]]`, "/Structs/0"},
		"the name is a number": {`[{"StructName":7}]`, "/Structs/0/StructName"},
		"fields are a map":     {`[{"StructName":"A","Fields":{}}]`, "/Structs/0/Fields"},
		"a field has no name":  {`[` + good + `,{"StructName":"B","Fields":[{"Zid":0,"FieldGoName":"N","Skip":true},{"Zid":1}]}]`, "/Structs/1/Fields/1"},
		"a zid twice":          {`[{"StructName":"B","Fields":[{"Zid":0,"FieldGoName":"N","Skip":true},{"Zid":0,"FieldGoName":"M"}]}]`, "/Structs/0/Fields/1"},
		"a zid is a text":      {`[{"StructName":"B","Fields":[{"Zid":"0"}]}]`, "/Structs/0/Fields/0/Zid"},
		"no type":              {`[{"StructName":"B","Fields":[{"Zid":0,"FieldGoName":"N"}]}]`, "/Structs/0/Fields/0"},
		"a map: null":          {`{"A":null}`, "/Structs/A"},
		"a map: another name":  {`{"A":{"StructName":"B"}}`, "/Structs/A"},
		"a map: no type":       {`{"a/b":{"Fields":[{"Zid":0,"FieldGoName":"N"}]}}`, "/Structs/a~1b/Fields/0"},
		"a map: a text":        {`{"A":{"Fields":[{"Zid":0,"FieldGoName":true}]}}`, "/Structs/A/Fields/0/FieldGoName"},
	} {
		text := `{"SourcePath":"a.go","Structs":` + c.structs + `}`
		var tree any
		if err := (json.DecodeOptions{Flags: json.UseInt64}).Unmarshal([]byte(text), &tree); err != nil {
			t.Fatal(name, err)
		}
		packed, err := msgpack.Marshal(tree)
		if err != nil {
			t.Fatal(err)
		}
		part, err := json.NewView([]byte(text))
		if err == nil {
			part, err = part.At(zebrapack.Pointer(c.path))
		}
		raw, err2 := part.ViewRaw()
		if err != nil || err2 != nil {
			t.Fatal(name, err, err2)
		}
		for form, data := range map[string][]byte{"JSON": []byte(text), "MessagePack": packed} {
			_, err := zebrapack.ParseSchema(data)
			if form == "MessagePack" && name == "a map: null" {
				continue // a nil is an empty struct there
			}
			var at *zebrapack.DecodeError
			if !errors.As(err, &at) || !strings.HasPrefix(err.Error(), "zebrapack: ") {
				t.Errorf("%s, %s: %v", name, form, err)
				continue
			}
			if string(at.Path) != c.path || at.Offset == 0 {
				t.Errorf("%s, %s: path %s at byte %d, want %s: %v", name, form, at.Path, at.Offset, c.path, err)
			}
			// As in encoding/json, the offset of a value of another kind is one after its begin.
			i := int(at.Offset)
			if near := data[max(0, i-len(raw)):min(len(data), i+len(raw))]; form == "JSON" && !bytes.Contains(near, raw) {
				t.Errorf("%s: byte %d is at %q, want %q: %v", name, at.Offset, data[at.Offset:], raw, err)
			}
		}
	}
}
