package main

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/beve-org/beve-go/cmd/internal/source"
	"github.com/beve-org/beve-go/translator"
	"github.com/beve-org/beve-go/wire"
)

func TestStatGolden(t *testing.T) {
	in := file(t, "in.ndjson", append(append([]byte(nil), sample...), `{"site":"x","orders":[]} [1,"a",null,[2,3],{"k/~":1}]`...))
	text := beveOK(t, "stat", in) + "\n" + beveOK(t, "stat", "--by-size", "--depth", "1", in)
	golden(t, "stat", strings.ReplaceAll(text, in, "in.ndjson"))
}

func statOf(t *testing.T, args ...string) (r statReport) {
	t.Helper()
	if err := json.Unmarshal([]byte(beveOK(t, append([]string{"stat", "--json"}, args...)...)), &r); err != nil {
		t.Fatal(err)
	}
	return r
}

// The types add up to the file, and the root to all but the bytes between values.
func TestStatAddsUp(t *testing.T) {
	for _, v := range vectors(t, "glaze", "rust", "crafted", "extended") {
		info, err := os.Stat(v.path + ".beve")
		if err != nil {
			t.Fatal(err)
		}
		r := statOf(t, withTags("stat", v.path+".beve")[1:]...)
		var types, between int64
		for _, x := range r.Types {
			types += x.Bytes
			if x.Type == "delimiter" || x.Type == "framing header" {
				between += x.Bytes
			}
		}
		if r.Bytes != info.Size() || types != r.Bytes || r.Paths[0].Bytes+between != r.Bytes {
			t.Errorf("%s of %d bytes: %d, types %d, root %d, between %d", v.Name, info.Size(), r.Bytes, types, r.Paths[0].Bytes, between)
		}
		if r.Paths[0].Count != r.Values || !v.Stream && r.Values != 1 {
			t.Errorf("%s: %d values, root %d times", v.Name, r.Values, r.Paths[0].Count)
		}
	}
}

func TestStatMeasuresJSONAsItsTranslation(t *testing.T) {
	text := `{"a":[1,2]} {"a":[3]} 5`
	r := statOf(t, file(t, "in.json", []byte(text)))
	if n := int64(len(beveOf(t, text))); r.Bytes != n || r.Values != 3 {
		t.Errorf("%d bytes in %d values, want %d in 3", r.Bytes, r.Values, n)
	}
}

func TestStatFoldsIndexesAndIntegerKeys(t *testing.T) {
	r := statOf(t, "../../testdata/beve/glaze/map_key_int32.beve")
	for _, p := range r.Paths[1:] {
		if p.Path != "/*" {
			t.Errorf("path %q", p.Path)
		}
	}
	if len(r.Paths) != 2 || r.Paths[1].Count < 2 {
		t.Errorf("%+v", r.Paths)
	}
	r = statOf(t, file(t, "in.json", []byte(`[{"a":1},{"a":2,"b":[true,false]}]`)))
	var got []string
	for _, p := range r.Paths {
		got = append(got, fmt.Sprint(p.Path, p.Count))
	}
	if want := "1 /*2 /*/a2 /*/b1 /*/b/*2"; strings.Join(got, " ") != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestStatBoundsTheNumberOfPaths(t *testing.T) {
	var b strings.Builder
	b.WriteString("{")
	for i := range 3 * maxNames {
		fmt.Fprintf(&b, `"k%d":{"x":1},`, i)
	}
	b.WriteString(`"last":0}`)
	r := statOf(t, file(t, "in.json", []byte(b.String())))
	if len(r.Paths) > 2*maxNames+3 {
		t.Errorf("%d paths", len(r.Paths))
	}
	star := r.Paths[len(r.Paths)-2]
	if star.Path != "/*" || star.Count != 2*maxNames+1 {
		t.Errorf("%+v", star)
	}
}

func TestStatOfNothing(t *testing.T) {
	r := statOf(t, file(t, "none.beve", nil))
	if r.Values != 0 || r.Bytes != 0 || len(r.Paths) != 0 || len(r.Types) != 0 {
		t.Errorf("%+v", r)
	}
	beveOK(t, "stat", file(t, "none.beve", nil))
	beveFails(t, 2, "stat", "--depth", "-1", "x")
}

// What is counted by the headers is what the walker counts, which looks at every construct.
func TestStatCountsWhatTheWalkerDoes(t *testing.T) {
	reports := func(tags bool, count func(c *counter) error) *statReport {
		c := newCounter(translator.Limits{}, tags)
		if err := count(c); err != nil {
			t.Fatal(err)
		}
		c.settle()
		c.values = 1
		return (&statistics{}).report(&source.Source{}, c)
	}
	check := func(what string, data []byte, tags bool) {
		if (wire.ValidateOptions{LegacyTypeTag: tags}).Validate(data) != nil || wire.Header(data[0]) == wire.HeaderFraming {
			return // a framing header, a stream
		}
		fast := reports(tags, func(c *counter) error { _, err := c.value(c.root, data, 0); return err })
		slow := reports(tags, func(c *counter) error { _, err := c.walked(c.root, data, 0); return err })
		if !reflect.DeepEqual(fast, slow) {
			t.Errorf("%s: %+v, want %+v", what, fast, slow)
		}
	}
	for _, v := range vectors(t, "glaze", "rust", "crafted", "extended") {
		check(v.Name, []byte(read(t, v.path+".beve")), len(withTags("stat", v.path)) > 2)
	}
	r := rand.New(rand.NewPCG(9, 10))
	var text func(depth int) string
	text = func(depth int) string {
		switch n := r.IntN(9); {
		case n < 3 && depth > 0:
			parts := make([]string, r.IntN(30))
			for i := range parts {
				parts[i] = `"` + strings.Repeat(string('a'+rune(r.IntN(9))), 1+r.IntN(70)) + `":` + text(depth-1)
			}
			return "{" + strings.Join(parts, ",") + "}"
		case n < 5 && depth > 0:
			parts := make([]string, r.IntN(4))
			for i := range parts {
				parts[i] = text(depth - 1)
			}
			return "[" + strings.Join(parts, ",") + "]"
		}
		return []string{"1", "-700", "2.5", "true", "false", "null", `"` + strings.Repeat("ü", r.IntN(90)) + `"`, "[1,2,3]", `["a","bc"]`}[r.IntN(9)]
	}
	for range 300 {
		in := text(3)
		data, err := translator.Options{TypedArrays: true}.FromJSON([]byte(in))
		if err != nil {
			t.Fatal(err)
		}
		check(in, data, false)
	}
}
