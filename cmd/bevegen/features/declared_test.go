package features

import (
	"bytes"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/translator"
)

func newDeclared() Declared {
	var ref Vehicle = Bike{3}
	cash := 5
	cow := Cow{Name: "Berta", Age: 4, Milk: 7.5, Calf: &Cow{Name: "Berti"}, Bells: []int{1, 2}}
	return Declared{
		Vehicle: &Train{[]Vehicle{Bike{1}, &Train{}, nil}}, Vehicles: []Vehicle{Bike{7}}, ByName: map[string]Vehicle{"a": Bike{2}}, Ref: &ref,
		Animals: []Animal{cow, &Herd{Animals: []Animal{Cow{}, Ghost{}, &Herd{Note: "ü"}, Snail{1}}, Note: "hers"}, Ghost{}, nil, Snail{2}},
		Pets:    [2]Animal{cow, Ghost{}}, Mineral: &Gem{2}, Minerals: map[int]Mineral{1: &Rock{}, -2: &Gem{}},
		Sizes: []Size{Width{1}, &Area{1, 2}, nil},
		Port:  Port{80}, Ports: []Port{{1}, {2}}, Fare: Fare{Cash: &cash}, Fares: []*Fare{nil, {Cash: &cash}},
	}
}

// TestDeclared writes and reads types that are declared by package types with generated methods and by reflection.
func TestDeclared(t *testing.T) {
	in := newDeclared()
	data, err := code(&in).AppendBEVE(nil)
	if err != nil {
		t.Fatal(err)
	}
	if reflected, err := encodeReflected.Marshal(&in); err != nil || len(data) != len(reflected) {
		t.Errorf("% x\n% x %v", data, reflected, err)
	}
	in.Minerals = map[int]Mineral{1: &Gem{7}}
	if data, err = code(&in).AppendBEVE(nil); err != nil {
		t.Fatal(err)
	}
	if reflected, err := encodeReflected.Marshal(&in); err != nil || !bytes.Equal(data, reflected) {
		t.Errorf("% x\n% x %v", data, reflected, err)
	}
	if through, err := beve.Marshal(&in); err != nil || !bytes.Equal(data, through) {
		t.Errorf("% x\n% x %v", data, through, err)
	}
	text, err := translator.ToJSON(data)
	for _, want := range []string{
		`{"Vehicle":{"kind":"train","of":{"Cars":[{"kind":"bike","of":{"Gears":1}},`, `"Port":":80","Ports":[":1",":2"],"Fare":{"Cash":5}`,
		`"Animals":[{"kind":"cow","name":"Berta","age":4,`, `{"kind":7,"animals":[{"kind":"cow","name":"","milk":0,"bells":null},{"kind":"ghost"},`,
		`"Mineral":{"gem":{"Carats":2}}`, `"Sizes":[{"W":1},{"W":1,"H":2},null]`,
	} {
		if err != nil || !strings.Contains(string(text), want) {
			t.Errorf("%s %v\nlacks %s", text, err, want)
		}
	}
	for name, decode := range map[string]func(v *Declared) error{
		"method": func(v *Declared) error { return code(v).UnmarshalBEVE(data) }, "call": func(v *Declared) error { return beve.Unmarshal(data, v) },
		"options": func(v *Declared) error { return decodeReflected.Unmarshal(data, v) },
	} {
		var out Declared
		if err := decode(&out); err != nil || !reflect.DeepEqual(in, out) {
			t.Errorf("%s: %v\n%+v\n%+v", name, err, in, out)
		}
	}
	if n := code(&in).SizeBEVE(); n < len(data) {
		t.Errorf("SizeBEVE is %d for %d bytes", n, len(data))
	}
}

// TestDeclaredErrors asks for the errors of reflection, of damaged and of rearranged messages.
func TestDeclaredErrors(t *testing.T) {
	in := newDeclared()
	in.Minerals = nil
	whole, err := code(&in).AppendBEVE(nil)
	if err != nil {
		t.Fatal(err)
	}
	var inputs [][]byte
	for _, text := range []string{
		`{"Animals":[{"name":"x","kind":"cow"}]}`, `{"Animals":[{"kind":"cow","kind":"cow"}]}`, `{"Animals":[{"kind":"cow","name":"x","kind":"ghost"}]}`,
		`{"Animals":[{"kind":"cow","other":[1],"milk":2}]}`, `{"Animals":[{"kind":"horse"}]}`, `{"Animals":[{"kind":7,"note":1}]}`, `{"Animals":[{}]}`, `{"Animals":[[]]}`,
		`{"Vehicles":[{"of":{"Gears":1},"kind":"bike"}]}`, `{"Vehicles":[{"kind":"bike","of":{"Gears":"x"}}]}`, `{"Vehicles":[{"kind":"bike","of":{},"of":{}}]}`,
		`{"Vehicles":[{"kind":"bike","of":{},"x":1}]}`, `{"Vehicles":[{"kind":"bike"}]}`, `{"Mineral":{"gem":{"Carats":"x"}}}`, `{"Mineral":null}`, `{"Mineral":"rock"}`,
		`{"Mineral":"gem"}`, `{"Mineral":{"rock":null}}`, `{"Mineral":{"rock":1}}`, `{"Sizes":[{"H":1}]}`, `{"Sizes":["x"]}`, `{"Fare":{"Cash":1,"Card":"x"}}`, `{"Port":"x"}`,
	} {
		data, err := translator.FromJSON([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		inputs = append(inputs, data)
	}
	rng := rand.New(rand.NewPCG(5, 5))
	for range 3000 {
		data := bytes.Clone(whole)
		for range 1 + rng.IntN(2) {
			data[rng.IntN(len(data))] = byte(rng.Uint32())
		}
		inputs = append(inputs, data)
	}
	for n := range whole {
		inputs = append(inputs, whole[:n])
	}
	for _, data := range inputs {
		var byMethod, byReflection Declared
		a, b := code(&byMethod).UnmarshalBEVE(data), decodeReflected.Unmarshal(data, &byReflection)
		if text(a) != text(b) {
			t.Fatalf("% x:\n%v\n%v", data, a, b)
		}
		if a == nil && !equal(byMethod, byReflection) {
			t.Fatalf("% x:\n%+v\n%+v", data, byMethod, byReflection)
		}
	}
}

// equal compares what two Declared are on the wire: floats may be NaN.
func equal(a, b Declared) bool {
	x, err := encodeReflected.Marshal(&a)
	y, also := encodeReflected.Marshal(&b)
	return err == nil && also == nil && bytes.Equal(x, y)
}
