package features

import (
	"bytes"
	"reflect"
	"strings"
	"testing"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/translator"
)

// TestDeclared writes and reads types that are declared by package types with generated methods and by reflection.
func TestDeclared(t *testing.T) {
	var ref Vehicle = Bike{3}
	cash := 5
	in := Declared{Vehicle: &Train{[]Vehicle{Bike{1}, &Train{}, nil}}, Vehicles: []Vehicle{Bike{7}}, ByName: map[string]Vehicle{"a": Bike{2}},
		Ref: &ref, Port: Port{80}, Ports: []Port{{1}, {2}}, Fare: Fare{Cash: &cash}, Fares: []*Fare{nil, {Cash: &cash}}}
	data, err := code(&in).AppendBEVE(nil)
	if err != nil {
		t.Fatal(err)
	}
	if reflected, err := encodeReflected.Marshal(&in); err != nil || !bytes.Equal(data, reflected) {
		t.Errorf("% x\n% x %v", data, reflected, err)
	}
	if through, err := beve.Marshal(&in); err != nil || !bytes.Equal(data, through) {
		t.Errorf("% x\n% x %v", data, through, err)
	}
	text, err := translator.ToJSON(data)
	if want := `{"Vehicle":{"kind":"train","of":{"Cars":[{"kind":"bike","of":{"Gears":1}},`; err != nil || !strings.HasPrefix(string(text), want) || !strings.Contains(string(text), `"Port":":80","Ports":[":1",":2"],"Fare":{"Cash":5}`) {
		t.Errorf("%s %v", text, err)
	}
	var byMethod, byCall, byOptions Declared
	for name, err := range map[string]error{
		"method": code(&byMethod).UnmarshalBEVE(data), "call": beve.Unmarshal(data, &byCall), "options": decodeReflected.Unmarshal(data, &byOptions),
	} {
		if err != nil {
			t.Error(name, err)
		}
	}
	for _, out := range []Declared{byMethod, byCall, byOptions} {
		if !reflect.DeepEqual(in, out) {
			t.Errorf("%+v\n%+v", in, out)
		}
	}
}
