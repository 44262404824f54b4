package interop

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/tinylib/msgp/gen"
	tinylibparse "github.com/tinylib/msgp/parse"
	vmihailenco "github.com/vmihailenco/msgpack/v5"

	"github.com/beve-org/beve-go/msgpack"
)

// tagPieces are what names in tags are made of. The last three mean something to the parser of vmihailenco/msgpack.
var tagPieces = []string{"a", "B", "é", "e\u0301", "日本", "😀", "✓", `"`, `\`, "\t", "\n", "\xff", "\u2028", ";", "=", "-", "%", "*/", "{{", "x y", "'", ":", " "}

// TestNamesInTagsAreThoseOfTinylibAndVmihailenco makes structs with random names in tags, which the parser of tinylib/msgp reads in
// their source, and vmihailenco/msgpack by reflection.
func TestNamesInTagsAreThoseOfTinylibAndVmihailenco(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	var source bytes.Buffer
	source.WriteString("package x\n")
	var made []reflect.Type
	for i := range 100 {
		var fields []reflect.StructField
		fmt.Fprintf(&source, "\ntype T%d struct {\n", i)
		for j := range 6 {
			name := "f" + strconv.Itoa(j) // keeps names apart
			for range rng.IntN(4) {
				name = tagPieces[rng.IntN(len(tagPieces))] + name
			}
			f := reflect.StructField{Name: "F" + strconv.Itoa(j), Type: reflect.TypeFor[int](), Tag: reflect.StructTag(fmt.Sprintf("msgpack:%q", name))}
			if rng.IntN(2) == 0 {
				f.Tag += reflect.StructTag(fmt.Sprintf(" msg:%q", "m"+name+[]string{"", ",omitempty", ", omitempty"}[rng.IntN(3)]))
			}
			fields = append(fields, f)
			fmt.Fprintf(&source, "\t%s int `%s`\n", f.Name, f.Tag)
		}
		source.WriteString("}\n")
		made = append(made, reflect.StructOf(fields))
	}
	file := filepath.Join(t.TempDir(), "x.go")
	if err := os.WriteFile(file, source.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	set, err := tinylibparse.File(file, false, nil)
	if err != nil {
		t.Fatal(err)
	}
	compared := 0
	for i, of := range made {
		v := reflect.New(of)
		for j := range of.NumField() {
			v.Elem().Field(j).SetInt(1)
		}
		names := func(data []byte, err error) (list []string) {
			var m map[string]any
			if err != nil || msgpack.Unmarshal(data, &m) != nil {
				t.Fatal(err)
			}
			for name := range m {
				list = append(list, name)
			}
			slices.Sort(list)
			return list
		}
		var tinylib []string
		for _, f := range set.Identities["T"+strconv.Itoa(i)].(*gen.Struct).Fields {
			tinylib = append(tinylib, f.FieldTag)
		}
		slices.Sort(tinylib)
		if got := names(msgpack.Marshal(v.Interface())); !slices.Equal(got, tinylib) {
			t.Errorf("%v: %q, by tinylib/msgp %q", of, got, tinylib)
		}
		theirs := names(vmihailenco.Marshal(v.Interface()))
		got := names(msgpack.EncodeOptions{StructTag: "=msgpack"}.Marshal(v.Interface()))
		if !strings.ContainsAny(strings.Join(got, ""), "':") && !slices.ContainsFunc(got, func(name string) bool { return strings.TrimSpace(name) != name }) {
			if compared++; !slices.Equal(got, theirs) {
				t.Errorf("%v: %q, by vmihailenco/msgpack %q", of, got, theirs)
			}
		}
	}
	if compared < 10 {
		t.Errorf("%d structs were compared with vmihailenco/msgpack", compared)
	}
}
