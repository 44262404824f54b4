package main

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// Fields with the names of generated methods are refused with their places, in every mode, whatever struct they are in.
func TestFieldsWithNamesOfMethodsAreRefused(t *testing.T) {
	root := tempPackage(t)
	generate := func(dir, source string, flags ...string) (int, string, string) {
		t.Helper()
		dir = filepath.Join(root, dir)
		if err := os.MkdirAll(dir, 0o777); err != nil {
			t.Fatal(err)
		}
		file := filepath.Join(dir, "x.go")
		if err := os.WriteFile(file, []byte("package x\n\n"+source), 0o666); err != nil {
			t.Fatal(err)
		}
		var out, errs bytes.Buffer
		status := run(append(flags, "-tests=false", "-file", file), &out, &errs)
		code, err := os.ReadFile(filepath.Join(dir, "x_gen.go"))
		if err != nil && status == 0 {
			t.Fatal(err)
		}
		return status, string(code), errs.String()
	}
	for mode, flag := range map[string]string{"zebra": "-io=true", "msgpack": "-msgpack", "msgp": "-msgp", "prefix": "-method-prefix=Zebra", "onlyio": "-marshal=false"} {
		_, code, _ := generate(mode, "type A struct {\n\tX int `zid:\"0\" msg:\"x,omitempty\"`\n}\n", flag)
		methods := regexp.MustCompile(`(?m)^func \((?:z )?\*?A\) (\w+)\(`).FindAllStringSubmatch(code, -1)
		if len(methods) < 4 {
			t.Errorf("%s: %d methods", mode, len(methods))
		}
		for _, m := range methods {
			name := m[1]
			flags := []string{flag}
			if name[0] >= 'a' {
				flags = append(flags, "-unexported")
			}
			for i, source := range []string{
				"type A struct {\n\tX int `zid:\"0\" msg:\"x,omitempty\"`\n\t" + name + " int `zid:\"1\" msg:\"y\"`\n}\n",
				"type A struct {\n\tX int `zid:\"0\" msg:\"x,omitempty\"`\n\t" + name + " int `msg:\"-\"`\n}\n",
				"type A struct {\n\tX int `zid:\"0\" msg:\"x,omitempty\"`\n\tIn struct { B int `zid:\"0\"`; " + name + " int `zid:\"1\" msg:\"y\"` } `zid:\"1\"`\n}\n",
			} {
				status, code, errs := generate(mode+name+string(rune('0'+i)), source, flags...)
				of := "A"
				if i == 2 {
					// A struct without a name has the few methods that others call.
					if status == 0 && !strings.Contains(code, "msgpA_In) "+name+"(") {
						continue
					}
					of = "A_In"
				}
				if status == 0 || !strings.Contains(errs, of+" has a field "+name+",") || !regexp.MustCompile(`x\.go:\d+:\d+: `).MatchString(errs) {
					t.Errorf("%s: %s: %d %q", mode, source, status, errs)
				}
			}
			// Promoted ones are hidden by the methods.
			source := "type A struct {\n\tX int `zid:\"0\" msg:\"x,omitempty\"`\n\tIn `msg:\"-\"`\n}\n\n//msgp:ignore In\ntype In struct{ " + name + " int }\n"
			if status, _, errs := generate(mode+name+"p", source, flags...); status != 0 {
				t.Errorf("%s: %s: %s", mode, source, errs)
			}
		}
	}
	// What reflection refuses has no code.
	for _, flag := range []string{"-io=true", "-msgpack"} {
		for _, hidden := range []string{"struct{ n []int }", "struct{ _ int; n *int }", "struct{ in struct{ n int } }", "struct{ inner }"} {
			status, code, errs := generate("hidden"+strings.TrimPrefix(flag, "-"), "type Secret "+hidden+"\n\ntype inner struct{ n int }\n\ntype T struct {\n\tA int `zid:\"0\"`\n}\n", flag)
			if status != 0 || strings.Contains(code, "Secret)") || !strings.Contains(errs, "Secret: all it holds is in fields that are not exported") {
				t.Errorf("%s %s: %d %q", flag, hidden, status, errs)
			}
		}
	}
}
