package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A struct that holds nothing but fields that are not exported is what its methods write: code for its fields would
// write an empty map, and lose it.
func TestStructsOfMethodsAloneAreNotWrittenAsNothing(t *testing.T) {
	for _, kind := range []string{"Text", "Binary", "JSON"} {
		dir := t.TempDir()
		path := filepath.Join(dir, "a.go")
		source := "package m\n\ntype Own struct{ n int }\n\nfunc (*Own) Marshal" + kind + "() ([]byte, error) { return nil, nil }\n\n" +
			"func (*Own) Unmarshal" + kind + "([]byte) error { return nil }\n\ntype Holds struct{ A Own; B []*Own }\n\ntype Other struct{ N int }\n"
		for name, text := range map[string]string{"go.mod": "module m\n\ngo 1.26\n", "a.go": source} {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		var out, errs bytes.Buffer
		if code := run([]string{"-msgp", "-tests=false", "-file", path, "-o", filepath.Join(dir, "a_gen.go")}, &out, &errs); code != 0 {
			t.Fatal(code, out.String(), errs.String())
		}
		code, err := os.ReadFile(filepath.Join(dir, "a_gen.go"))
		if err != nil {
			t.Fatal(err)
		}
		text := string(code)
		if strings.Contains(text, "*Own) UnmarshalMsg") || !strings.Contains(errs.String()+out.String(), "Own is left out") {
			t.Errorf("%s: there is code for Own, or nothing is said: %s%s", kind, out.String(), errs.String())
		}
		calls := "z.A.Marshal" + kind
		if kind == "JSON" {
			calls = "AppendJSONMethod(o, &z.A)"
		}
		if !strings.Contains(text, "*Holds) UnmarshalMsg") || !strings.Contains(text, calls) {
			t.Errorf("%s: the code for Holds does not write A by its methods", kind)
		}
	}
}

// What only methods of BEVE know, and messages of Protocol Buffers, get no code, nor do structs that hold them: reflection carries
// the ones and refuses the others.
func TestStructsThatCodeWouldMangleAreLeftOut(t *testing.T) {
	for methods, says := range map[string]string{
		"func (Own) MarshalBEVE() ([]byte, error) { return nil, nil }\n\nfunc (*Own) UnmarshalBEVE([]byte) error { return nil }": "known to its method MarshalBEVE alone",
		"type Message interface{ X() }\n\nfunc (*Own) ProtoReflect() Message { return nil }":                                     "grpcbeve.Message",
	} {
		for _, mode := range []string{"-msgp", "-msgpack"} {
			dir := t.TempDir()
			path := filepath.Join(dir, "a.go")
			source := "package m\n\ntype Own struct{ n int }\n\n" + methods + "\n\ntype Holds struct{ A Own }\n\ntype Other struct{ N int }\n"
			for name, text := range map[string]string{"go.mod": "module m\n\ngo 1.26\n", "a.go": source} {
				if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			var out, errs bytes.Buffer
			run([]string{mode, "-tests=false", "-file", path, "-o", filepath.Join(dir, "a_gen.go")}, &out, &errs)
			said := errs.String() + out.String()
			if !strings.Contains(said, says) || !strings.Contains(said, "Own is left out") {
				t.Errorf("%s: %s", mode, said)
			}
			code, err := os.ReadFile(filepath.Join(dir, "a_gen.go"))
			if err != nil || strings.Contains(string(code), "Own) MarshalMsg") || strings.Contains(string(code), "Holds) MarshalMsg") ||
				!strings.Contains(string(code), "Other) MarshalMsg") {
				t.Errorf("%s: %v\n%s", mode, err, code)
			}
		}
	}
}
