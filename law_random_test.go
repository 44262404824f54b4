package beve_test

import (
	"maps"
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/beve-org/beve-go/internal/testkit"
)

// lawRandomTypes is how many random types are tried.
const lawRandomTypes = 150

// TestRandomTypesComeBackOrAreRefused gives random types, with a full value and others, to
// every format. What tags leave out is gone when a value has been written and read once;
// from then on nothing may change.
func TestRandomTypesComeBackOrAreRefused(t *testing.T) {
	refused, first := map[string]int{}, map[string]string{}
	for i := range lawRandomTypes {
		rng := rand.New(rand.NewPCG(uint64(i), 15))
		typ := testkit.RandomType(rng, 3)
		for _, v := range []reflect.Value{testkit.FullValue(rng, typ), testkit.RandomValue(rng, typ), testkit.RandomValue(rng, typ)} {
			for _, f := range lawFormats {
				verdict, err := lawTwice(f.marshal, f.unmarshal, v)
				if err != nil {
					refused[f.name+": "+verdict]++
					if first[f.name+": "+verdict] == "" {
						first[f.name+": "+verdict] = err.Error() + " of " + typ.String()
					}
				} else if verdict != "" {
					t.Errorf("%s, type %d, %s: %s", f.name, i, typ, verdict)
				}
			}
		}
	}
	if !maps.Equal(refused, lawRefused) {
		t.Errorf("refused are %v, not %v: a type starts to fail, or to hold; %v", refused, lawRefused, first)
	}
}

// lawTwice writes and reads v, and what came of it once more.
func lawTwice(marshal func(any) ([]byte, error), unmarshal func([]byte, any) error, v reflect.Value) (string, error) {
	once := reflect.New(v.Type())
	data, err := marshal(v.Interface())
	if err != nil {
		return "written", err
	}
	if err := unmarshal(data, once.Interface()); err != nil {
		return "read", err
	}
	twice := reflect.New(v.Type())
	if data, err = marshal(once.Elem().Interface()); err != nil {
		return "written again", err
	}
	if err := unmarshal(data, twice.Interface()); err != nil {
		return "read again", err
	}
	if !testkit.EqualLoose(once.Elem().Interface(), twice.Elem().Interface()) {
		return "what came back changes when it is written again", nil
	}
	return "", nil
}

// lawRefused is how many of the random values each format refuses, and where: integers beyond
// 128 bits, interfaces of methods, structs that a format does not take.
var lawRefused = map[string]int{
	"beve: written": 4, "beve: read": 7, "fixed: written": 4, "fixed: read": 7, "extended: written": 4, "extended: read": 7,
	"json: read": 15, "msgpack: written": 14, "msgpack: read": 7, "zebrapack: written": 92, "zebrapack: read": 2,
}

// lawEdgesRefused is how many of lawValues each format refuses, and where.
var lawEdgesRefused = map[string]int{"beve: written": 32, "fixed: written": 32, "extended: written": 24, "json: written": 68}

func TestRefusedEdgesAreCounted(t *testing.T) {
	refused, last := map[string]int{}, map[string]string{}
	for _, f := range lawFormats {
		for _, v := range lawValues() {
			if verdict, err := lawTwice(f.marshal, f.unmarshal, reflect.ValueOf(v)); err != nil {
				key := f.name + ": " + verdict
				refused[key]++
				last[key] = err.Error()
			}
		}
	}
	if !maps.Equal(refused, lawEdgesRefused) {
		t.Errorf("refused are %v, not %v: a type starts to fail, or to hold; %v", refused, lawEdgesRefused, last)
	}
}
