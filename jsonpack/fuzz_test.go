// Fuzzing: definitions, documents of definitions, and JSON text, all of any bytes.

package jsonpack_test

import (
	"bytes"
	"errors"
	"reflect"
	"testing"

	"github.com/beve-org/beve-go/jsonpack"
)

func FuzzDecode(f *testing.F) {
	for _, file := range append([]string{"malformed"}, valueFiles...) {
		for _, v := range readVectors(f, file) {
			if len(v.Schema)+len(v.Hex) < 2000 {
				f.Add([]byte(v.Schema), unhex(v.Hex))
			}
		}
	}
	f.Fuzz(func(t *testing.T, definition, data []byte) {
		s, err := jsonpack.NewJSONPack().AddSchema("fuzz", definition)
		checkCompileError(t, err)
		if err != nil {
			return
		}
		def, _ := s.GetSchemaDef()
		if again := mustAdd(t, def); again.Fingerprint() != s.Fingerprint() {
			t.Fatal("the definition means something else after a round trip")
		}
		limits := jsonpack.Limits{MaxElements: 10_000}
		o := jsonpack.DecodeOptions{Limits: limits}
		var out any
		err = o.Unmarshal(s, data, &out)
		targets := []any{}
		if typ := typeFor(def); typ != nil && len(data) < 1000 {
			targets = append(targets, reflect.New(typ).Interface())
		}
		for _, target := range targets {
			if other := o.Unmarshal(s, data, target); (other == nil) != (err == nil) {
				t.Fatalf("readers differ: %v, and into %T %v", err, target, other)
			}
			if other := (jsonpack.DecodeOptions{Limits: limits, NoCopy: true}).Unmarshal(s, data, target); (other == nil) != (err == nil) {
				t.Fatalf("readers differ: %v, and into %T by NoCopy %v", err, target, other)
			}
		}
		if len(data) > 0 {
			d := jsonpack.NewDecoder(bytes.NewReader(data), s)
			d.SetOptions(o)
			streamed := d.Skip()
			if errors.Is(streamed, jsonpack.ErrUnsupported) {
				return // documents of no bytes
			}
			if whole := streamed == nil && !d.More(); whole != (err == nil) {
				t.Fatalf("readers differ: %v, and from a stream %v", err, streamed)
			}
		}
		if err != nil {
			checkDecodeError(t, err)
			return
		}
		packed, err := s.Encode(out)
		if err != nil || len(packed) > len(data) {
			t.Fatalf("%x is %v, which is %x, %v", data, out, packed, err)
		}
		for _, target := range targets {
			got, err := s.Encode(target)
			if err != nil || !bytes.Equal(got, packed) && !repeats(def) {
				t.Fatalf("%x as %T is %x, %v; want %x", data, target, got, err, packed)
			}
		}
		text, err := o.ToJSON(s, nil, packed)
		if err != nil {
			checkDecodeError(t, err)
			return
		}
		if got, err := s.FromJSON(text); err != nil || !bytes.Equal(got, packed) {
			t.Fatalf("%s is %x, %v; want %x", text, got, err, packed)
		}
	})
}

// repeats reports whether some order has a name twice: then what is read from one place
// is written in both.
func repeats(def *jsonpack.SchemaDef) bool {
	if def.Items != nil {
		return repeats(def.Items)
	}
	seen := map[string]bool{}
	for _, name := range def.Order {
		if seen[name] || repeats(def.Properties[name]) {
			return true
		}
		seen[name] = true
	}
	return false
}

func FuzzFromJSON(f *testing.F) {
	definition := object("a", "uint8", "s", "string", "l", array(object("f", "float32be", "b", "bool")), "e", object())
	f.Add([]byte(`{"a":1,"s":"x","l":[{"b":true,"f":1.5}],"e":{}}`))
	f.Add([]byte(`{"e":{"x":[{}]},"l":[],"s":"\u00e9\n","a":2.0,"a":3}`))
	s := mustAdd(f, definition)
	f.Fuzz(func(t *testing.T, text []byte) {
		data, err := s.FromJSON(text)
		if err != nil {
			return
		}
		printed, err := s.ToJSON(data)
		if err != nil {
			t.Fatal(err)
		}
		if again, err := s.FromJSON(printed); err != nil || !bytes.Equal(again, data) {
			t.Fatalf("%s is %x, then %s and %x, %v", text, data, printed, again, err)
		}
	})
}
