package jsonpack_test

import (
	"encoding/json"
	"errors"
	"reflect"
	"testing"

	"github.com/beve-org/beve-go/jsonpack"
)

// tagged returns a struct type whose fields have tags as they are, which vet refuses in sources.
func tagged(fields ...any) reflect.Type {
	var list []reflect.StructField
	for i := 0; i < len(fields); i += 3 {
		list = append(list, reflect.StructField{Name: fields[i].(string), Type: reflect.TypeOf(fields[i+1]), Tag: reflect.StructTag(fields[i+2].(string))})
	}
	return reflect.StructOf(list)
}

// sampleInfo is the struct of the samples of the published package, with a tag that has no key on
// the field that they omit.
var sampleInfo = tagged("Name", "", `json:"name"`, "Area", uint32(0), `json:"area"`, "ExcludeField", "", "-")

// TestPublishedSamples does what the documentation of the published package shows, step by step, as
// the releases of it have it.
func TestPublishedSamples(t *testing.T) {
	for name, order := range map[string][]any{"without an order": {}, "little": {jsonpack.LittleEndian}, "big": {jsonpack.BigEndian}} {
		jsonPack := jsonpack.NewJSONPack()
		sch, err := jsonPack.AddSchema("Info", append([]any{reflect.Zero(sampleInfo).Interface()}, order...)...)
		if err != nil || sch.Name != "Info" || jsonPack.GetSchema("Info") != sch {
			t.Fatal(name, err)
		}
		infoStruct := reflect.New(sampleInfo)
		infoStruct.Elem().Field(0).SetString("example name")
		infoStruct.Elem().Field(1).SetUint(888)
		ofStruct, err := jsonPack.Marshal("Info", infoStruct.Interface())
		if err != nil {
			t.Fatal(name, err)
		}
		for what, v := range map[string]any{
			"a struct by value":     infoStruct.Elem().Interface(),
			"a map with a uint32":   map[string]interface{}{"name": "example name", "area": uint32(888)},
			"a map with an int":     map[string]interface{}{"name": "example name", "area": 888},
			"a pointer to a map":    &map[string]interface{}{"name": "example name", "area": 888.0},
			"a map with the field":  map[string]interface{}{"name": "example name", "area": 888, "ExcludeField": ""},
			"a map with nil for it": map[string]interface{}{"name": "example name", "area": 888, "ExcludeField": nil},
		} {
			data, err := jsonPack.Marshal("Info", v)
			if err != nil || string(data) != string(ofStruct) {
				t.Errorf("%s, %s: % x, want % x, %v", name, what, data, ofStruct, err)
			}
			if again, err := jsonPack.Encode("Info", v); err != nil || string(again) != string(data) {
				t.Errorf("%s, %s: % x, %v", name, what, again, err)
			}
		}
		packed, err := sch.FromJSON([]byte(`{"area":888,"name":"example name"}`))
		if err != nil || string(packed) != string(ofStruct) {
			t.Errorf("%s: from JSON % x, %v", name, packed, err)
		}
		decodeInfoStruct := reflect.New(sampleInfo)
		if err := jsonPack.Decode("Info", ofStruct, decodeInfoStruct.Interface()); err != nil || decodeInfoStruct.Elem().Interface() != infoStruct.Elem().Interface() {
			t.Errorf("%s: %+v, %v", name, decodeInfoStruct, err)
		}
		decodeInfoMap := make(map[string]interface{})
		if err := jsonPack.Decode("Info", ofStruct, &decodeInfoMap); err != nil || decodeInfoMap["name"] != "example name" || decodeInfoMap["area"] != uint32(888) {
			t.Errorf("%s: %v, %v", name, decodeInfoMap, err)
		}
		if err := jsonPack.Unmarshal("Info", ofStruct, &decodeInfoMap); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestOmittedFieldsOfSamples has such fields of every kind, at every place and depth.
func TestOmittedFieldsOfSamples(t *testing.T) {
	inner := tagged("A", int8(0), `json:"a"`, "X", []bool{}, "-")
	none := reflect.Zero(inner).Interface()
	list := reflect.Zero(reflect.SliceOf(inner)).Interface()
	row := tagged("First", []int16{}, "-", "N", uint16(0), `json:"n"`, "Object", none, "-", "Inner", none, `json:"inner"`,
		"List", list, `json:"list"`, "F", 0.0, "-", "S", "", `json:"s"`, "Last", false, "-")
	s, err := jsonpack.NewJSONPack().AddSchema("row", reflect.Zero(row).Interface())
	if err != nil {
		t.Fatal(err)
	}
	v := reflect.New(row)
	if err := json.Unmarshal([]byte(`{"n":7,"inner":{"a":1},"list":[{"a":2},{"a":3}],"s":"s"}`), v.Interface()); err != nil {
		t.Fatal(err)
	}
	want, err := s.Encode(v.Interface())
	if err != nil {
		t.Fatal(err)
	}
	m := map[string]any{"n": 7, "inner": map[string]any{"a": 1}, "list": []any{map[string]any{"a": 2}, map[string]any{"a": 3}}, "s": "s"}
	for what, encode := range map[string]func() ([]byte, error){
		"a map":  func() ([]byte, error) { return s.Encode(m) },
		"sealed": func() ([]byte, error) { b, err := s.Sealed().Encode(m); return b[min(8, len(b)):], err },
		"JSON": func() ([]byte, error) {
			return s.FromJSON([]byte(`{"s":"s","list":[{"a":2},{"a":3}],"inner":{"a":1},"n":7}`))
		},
	} {
		if got, err := encode(); err != nil || string(got) != string(want) {
			t.Errorf("%s: % x, want % x, %v", what, got, want, err)
		}
	}
	back := reflect.New(row)
	if err := s.Decode(want, back.Interface()); err != nil || back.Elem().FieldByName("List").Index(1).Field(0).Int() != 3 || back.Elem().FieldByName("S").String() != "s" {
		t.Errorf("%+v, %v", back, err)
	}
	// Properties of other fields are needed, and so are those of a schema that was written by hand.
	delete(m, "s")
	if _, err := s.Encode(m); !errors.Is(err, jsonpack.ErrMissing) {
		t.Error(err)
	}
	again, err := jsonpack.NewJSONPack().AddSchema("row", s.GetSchemaDefText())
	if err != nil {
		t.Fatal(err)
	}
	m["s"] = "s"
	if _, err := again.Encode(m); !errors.Is(err, jsonpack.ErrMissing) {
		t.Error(err)
	}
}
