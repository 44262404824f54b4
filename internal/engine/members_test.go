// What structs mean, against encoding/json.

package engine_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/internal/testkit"
)

func TestMembersAreNamedAsEncodingJSONNamesThem(t *testing.T) {
	check := func(p reflect.Value) {
		if p.Type().Elem().Kind() != reflect.Struct || !testkit.SameInVersion2(p.Type()) {
			return
		}
		text, err := json.Marshal(p.Interface())
		if err != nil {
			return
		}
		var want any
		if err := json.Unmarshal(text, &want); err != nil {
			t.Fatal(err)
		}
		b, err := beve.EncodeOptions{StructTag: "json"}.Marshal(p.Interface())
		if err != nil {
			if !unwritable(err) {
				t.Fatalf("%v: %v", p.Type(), err)
			}
			return
		}
		if got := decodedAny(t, b); !slices.Equal(memberNames(got), memberNames(want)) {
			t.Fatalf("%v: %v\nmembers %q\nJSON has %q", p.Type(), p.Elem(), memberNames(got), memberNames(want))
		}
	}
	for _, v := range testkit.Zoo() {
		p := reflect.New(reflect.TypeOf(v))
		p.Elem().Set(reflect.ValueOf(v))
		if p.Elem().Kind() == reflect.Pointer {
			p = p.Elem()
		}
		if !p.IsNil() {
			check(p)
		}
	}
	rng := rand.New(rand.NewPCG(21, 22))
	for range 1500 {
		check(randomPointer(rng, testkit.RandomStruct(rng, 2)))
	}
}

func TestOptionStringHoldsTheTextOfJSON(t *testing.T) {
	rng := rand.New(rand.NewPCG(23, 24))
	type more struct {
		N  json.Number  `json:",string"`
		P  *json.Number `json:",string"`
		B  *bool        `json:",string"`
		U8 uint8        `json:",string"`
		F  *float32     `json:",string"`
	}
	for i := range 600 {
		typ := reflect.TypeFor[testkit.Quoted]()
		if i%3 == 0 {
			typ = reflect.TypeFor[more]()
		}
		p := testkit.RandomValue(rng, typ).Addr()
		if testkit.Version2 && i%3 != 0 {
			// Version 2 follows a pointer with a name.
			p.Interface().(*testkit.Quoted).Ip = nil
		}
		text, err := json.Marshal(p.Interface())
		if err != nil {
			t.Fatal(err)
		}
		var want map[string]any
		if err := json.Unmarshal(text, &want); err != nil {
			t.Fatal(err)
		}
		b := mustMarshal(t, p.Interface(), beve.EncodeOptions{})
		got := decodedAny(t, b).(map[string]any)
		for name, w := range want {
			quoted, ok := w.(string)
			if !ok {
				if _, isText := got[name].(string); isText {
					t.Fatalf("%s is quoted, and not in JSON: %q", name, got[name])
				}
				continue
			}
			g, ok := got[name].(string)
			var a, b any
			if ok && g != quoted && (json.Unmarshal([]byte(g), &a) != nil || json.Unmarshal([]byte(quoted), &b) != nil || a != b) {
				t.Fatalf("%s is %q, JSON has %q", name, g, quoted)
			} else if !ok && name != "D" {
				t.Fatalf("%s is %v, JSON has %q", name, got[name], quoted)
			}
		}
		again := reflect.New(typ)
		if err := beve.Unmarshal(b, again.Interface()); err != nil || !testkit.EqualLoose(nilled(again.Elem()).Interface(), nilled(p.Elem()).Interface()) {
			if i%3 == 0 && err == nil { // "" is written as 0
				if n := p.Elem().Field(0).String(); n == "" || !p.Elem().Field(1).IsNil() && p.Elem().Field(1).Elem().String() == "" {
					continue
				}
			}
			t.Fatalf("%+v, %v; want %+v", again.Elem(), err, p.Elem())
		}
	}
}

func TestQuotedTextIsJudged(t *testing.T) {
	type target struct {
		B bool        `json:",string"`
		I int8        `json:",string"`
		U uint16      `json:",string"`
		F float64     `json:",string"`
		S string      `json:",string"`
		N json.Number `json:",string"`
		P *int        `json:",string"`
	}
	for field, texts := range map[string][]string{
		"B": {"", "1", "TRUE", " true", "null"}, "I": {"", "128", "+1", "0x1", "1.0", "1e0", " 1", "--1"}, "U": {"-1", "65536", "+1", "1_0"},
		"F": {"", "NaN", "Inf", "0x1p3", "1e999", "+1", ".5", "1_0"}, "S": {"", "x", `"x`, `"x" `, `"\x"`}, "N": {"", "x", "1 ", "01"}, "P": {"", "x"},
	} {
		for _, text := range texts {
			b := mustMarshal(t, map[string]string{field: text}, beve.EncodeOptions{})
			if err := beve.Unmarshal(b, new(target)); !errors.Is(err, beve.ErrMismatch) {
				t.Errorf("%s from %q: %v", field, text, err)
			}
		}
		b := mustMarshal(t, map[string]any{field: nil}, beve.EncodeOptions{})
		if err := beve.Unmarshal(b, new(target)); err != nil {
			t.Errorf("%s from null: %v", field, err)
		}
		if err := (beve.DecodeOptions{Strict: true}).Unmarshal(b, new(target)); field != "P" && !errors.Is(err, beve.ErrMismatch) {
			t.Errorf("%s from null, strict: %v", field, err)
		}
		b = mustMarshal(t, map[string]any{field: []int{1}}, beve.EncodeOptions{})
		if err := beve.Unmarshal(b, new(target)); !errors.Is(err, beve.ErrMismatch) {
			t.Errorf("%s from an array: %v", field, err)
		}
	}
	for _, v := range []any{&target{F: math.NaN()}, &target{F: math.Inf(1)}, &target{N: "x"}} {
		if _, err := beve.Marshal(v); err == nil {
			t.Errorf("%+v was written", v)
		}
	}
	if _, err := beve.Marshal(&target{S: "\xff"}); !errors.Is(err, beve.ErrUTF8) {
		t.Errorf("quoted text that is not UTF-8: %v", err)
	}
}

func TestNullBecomesNilOrZero(t *testing.T) {
	for _, v := range testkit.Zoo() {
		typ := reflect.TypeOf(v)
		p := reflect.New(typ)
		p.Elem().Set(reflect.ValueOf(v))
		if err := beve.Unmarshal([]byte{0}, p.Interface()); err != nil {
			t.Errorf("%v: %v", typ, err)
		} else if b := mustMarshal(t, reflect.Zero(typ).Interface(), beve.EncodeOptions{}); !p.Elem().IsZero() && !bytes.Equal(b, mustMarshal(t, p.Interface(), beve.EncodeOptions{})) {
			t.Errorf("%v: null made %+v", typ, p.Elem())
		}
		err := beve.DecodeOptions{Strict: true}.Unmarshal([]byte{0}, reflect.New(typ).Interface())
		switch typ.Kind() {
		case reflect.Pointer, reflect.Slice, reflect.Map, reflect.Interface:
			if err != nil {
				t.Errorf("%v, strict: %v", typ, err)
			}
		default:
			if !errors.Is(err, beve.ErrMismatch) {
				t.Errorf("%v, strict: %v", typ, err)
			}
		}
	}
}

func TestEmbeddedPointerToUnexportedStruct(t *testing.T) {
	type target = testkit.EmbedUnexportedPointer
	b := mustMarshal(t, map[string]any{"Seen": 1, "Own": 2}, beve.EncodeOptions{})
	err := beve.Unmarshal(b, new(target))
	if !errors.Is(err, beve.ErrUnsupported) || !strings.Contains(err.Error(), "unexported struct") {
		t.Errorf("nil: %v", err)
	}
	full := testkit.FullValue(rand.New(rand.NewPCG(1, 1)), reflect.TypeFor[target]()).Interface().(target)
	if err := beve.Unmarshal(mustMarshal(t, map[string]any{"Own": 2}, beve.EncodeOptions{}), &full); err != nil || full.Own != 2 {
		t.Errorf("without its members: %v", err)
	}
}

// TestConcurrentUse compiles and uses types from many goroutines at once.
func TestConcurrentUse(t *testing.T) {
	types := randomTypes(60, 9)
	var wg sync.WaitGroup
	for g := range 8 {
		wg.Go(func() {
			rng := rand.New(rand.NewPCG(uint64(g), 1))
			for _, typ := range types {
				p := randomPointer(rng, typ)
				b, err := beve.EncodeOptions{StructTag: "concurrent"}.Marshal(p.Interface())
				if err != nil {
					continue
				}
				if err := (beve.DecodeOptions{StructTag: "concurrent"}).Unmarshal(b, reflect.New(typ).Interface()); err != nil && !locked(err) {
					t.Errorf("%v: %v", typ, err)
				}
			}
		})
	}
	wg.Wait()
}
