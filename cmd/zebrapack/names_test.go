package main

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/beve-org/beve-go/cmd/internal/gen/gentest"
	"github.com/beve-org/beve-go/internal/plan"
)

// This file holds names in struct tags, of any characters, to one rule for generated code and reflection.

// namesTest runs beside the generated code: each value has the names that are expected for its fields.
const namesTest = `package names

import (
	"reflect"
	"slices"
	"testing"

	"PACKAGEbare"
	"github.com/beve-org/beve-go/msgpack"
	"github.com/beve-org/beve-go/msgpack/msgp"
)

func keys(t *testing.T, how string, data []byte, err error) (list []string) {
	n, rest, headErr := msgp.ReadMapHeaderBytes(data)
	if err != nil || headErr != nil {
		t.Error(how, err, headErr)
	}
	for range n {
		key, left, err := msgp.ReadMapKeyZC(rest)
		if err != nil {
			t.Fatal(how, err)
		}
		list = append(list, string(key))
		if rest, err = msgp.Skip(left); err != nil {
			t.Fatal(how, err)
		}
	}
	return list
}

type generated interface {
	msgp.Marshaler
	msgp.Unmarshaler
}

func check(t *testing.T, made generated, plain any, want ...string) {
	data, err := made.MarshalMsg(nil)
	if got := keys(t, "generated", data, err); !slices.Equal(got, want) {
		t.Errorf("%T: by its method %q, want %q", made, got, want)
	}
	by, err := msgpack.Marshal(plain)
	if got := keys(t, "reflected", by, err); COMPARED && !slices.Equal(got, want) {
		t.Errorf("%T: by reflection %q, want %q", made, got, want)
	}
	by, err = msgpack.EncodeOptions{Deterministic: true}.Marshal(made)
	if got := keys(t, "under options", by, err); !slices.Equal(got, want) {
		t.Errorf("%T: under options %q, want %q", made, got, want)
	}
	back := reflect.New(reflect.TypeOf(made).Elem()).Interface().(generated)
	if _, err := back.UnmarshalMsg(data); err != nil || !reflect.DeepEqual(back, made) {
		t.Errorf("%T: by its method %+v, %v", made, back, err)
	}
	again := reflect.New(reflect.TypeOf(plain).Elem()).Interface()
	if err := msgpack.Unmarshal(data, again); err != nil || COMPARED && !reflect.DeepEqual(again, plain) {
		t.Errorf("%T: by reflection %+v, %v", made, again, err)
	}
}

func TestNames(t *testing.T) {
`

// namePieces are what names are made of: all that has a meaning in tags, strings, comments and formats of Go, and more.
var namePieces = []string{"a", "b", "Z", "é", "e\u0301", "日本", "😀", "✓", "'", "`", `"`, `\`, " ", "\t", "\n", "\r", "\x00", "\xff", "\u00a0", "\u2028",
	"\ufeff", ";", ":", "=", "-", "%d", "*/", "//", "/*", "{{", "$1", "(", "~", "omitempty", "0"}

// TestNamesOfTagsAreTakenAlike makes structs with random names in their tags, and generates code in each mode.
func TestNamesOfTagsAreTakenAlike(t *testing.T) {
	root := tempPackage(t)
	for _, mode := range []struct{ name, flag, compared string }{{"names", "-msgpack", "true"}, {"tinylib", "-msgp", "false"}, {"numbers", "-no-embedded-schema", ""}} {
		rng := rand.New(rand.NewPCG(3, 1))
		var source, calls bytes.Buffer
		for i := range 60 {
			fmt.Fprintf(&source, "\ntype T%d struct {\n", i)
			made, want, taken := "", "", map[string]bool{}
			for j := range 6 {
				field := string(rune('A' + j))
				tag, name := randomTag(rng, field, mode.flag == "-msgp")
				if taken[name] || len(name) == 1 && name >= "A" && name <= "F" && name != field {
					continue
				}
				fmt.Fprintf(&source, "\t%s int %s\n", field, strconv.Quote(fmt.Sprintf("zid:%q %s", strconv.Itoa(len(taken)), tag)))
				taken[name] = true
				made += fmt.Sprintf("%s: %d, ", field, j+1)
				want += fmt.Sprintf(", %q", name)
			}
			source.WriteString("}\n")
			fmt.Fprintf(&calls, "\tcheck(t, &T%d{%s}, &bare.T%[1]d{%[2]s}%s)\n", i, made, want)
		}
		dir := filepath.Join(root, mode.name)
		files := map[string]string{"bare/bare.go": "package bare\n" + source.String(), "names.go": "package names\n" + source.String(),
			"names_test.go": strings.NewReplacer("PACKAGE", zebrapackPath+filepath.ToSlash(dir)+"/", "COMPARED", mode.compared).Replace(namesTest) + calls.String() + "}\n"}
		if mode.compared == "" {
			delete(files, "names_test.go") // names are in comments alone
		}
		for name, text := range files {
			if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o777); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		var out bytes.Buffer
		if status := run([]string{mode.flag, "-tests=false", "-file", filepath.Join(dir, "names.go")}, &out, &out); status != 0 {
			t.Fatalf("%s: %s", mode.name, out.Bytes())
		}
	}
	gentest.Test(t, root)
}

// randomTag returns a tag with some of the keys, and the name that it gives a field: the first of msg, msgpack and json that is
// there gives it, and under the rule of tinylib/msgp the first of msg and msgpack that says something.
func randomTag(rng *rand.Rand, field string, tinylib bool) (tag, name string) {
	chosen := false
	for _, key := range []string{"msg", "msgpack", "json"} {
		if rng.IntN(2) == 0 {
			continue
		}
		own := ""
		for range rng.IntN(4) {
			own += namePieces[rng.IntN(len(namePieces))]
		}
		if own == "-" {
			own = ""
		}
		text := own + []string{"", "", ",omitempty", ", omitempty", ",omitempty "}[rng.IntN(5)]
		tag += fmt.Sprintf("%s:%q ", key, text)
		if chosen || tinylib && (text == "" || key == "json") {
			continue
		}
		chosen = true
		if key != "json" || plan.ValidName(own) {
			name = own
		}
	}
	if name == "" {
		name = field
	}
	return tag, name
}
