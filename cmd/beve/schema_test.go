package main

import (
	"encoding/json"
	"strings"
	"testing"
)

func TestSchemaShowsTheShape(t *testing.T) {
	in := file(t, "in.ndjson", []byte(`{"id":1,"name":"a","tags":["x","y"],"o":{"p":1.5}}
{"id":20,"tags":[],"o":null,"id":7}
{"id":-3,"name":5,"tags":["x",true]}
`))
	want := in + `: ndjson, 3 values
-  object  ×3
  id  integer  ×3  -3 to 20  1, 20, -3
  name?  integer or string  ×2  "a", 5
  tags  array  ×3
    *  string or boolean  ×4  "x", "y", true, …
  o?  null or object  ×2
    p  number  ×1  1.5
`
	want = strings.ReplaceAll(want, "boolean", "bool")
	if got := beveOK(t, "schema", in); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if got := beveOK(t, "schema", "--depth", "1", in); strings.Contains(got, "    *") || !strings.Contains(got, "  tags") {
		t.Error(got)
	}
	var r schemaReport
	if err := json.Unmarshal([]byte(beveOK(t, "schema", "--json", in)), &r); err != nil || r.Values != 3 || len(r.Paths) != 7 {
		t.Fatalf("%+v, %v", r, err)
	}
	if p := r.Paths[4]; p.Path != "/tags/*" || p.Count != 4 || p.Optional || len(p.Types) != 2 {
		t.Errorf("%+v", p)
	}
	if got := beveOK(t, "schema", file(t, "empty.beve", nil)); !strings.HasSuffix(got, ": beve, 0 values\n") {
		t.Error(got)
	}
	beveFails(t, exitUsage, "schema", "--depth", "-1", in)
}

// Input can make neither the memory nor the output of a schema grow without bound.
func TestSchemaIsBounded(t *testing.T) {
	var b strings.Builder
	b.WriteString("{")
	for i := range 5000 {
		if i > 0 {
			b.WriteString(",")
		}
		b.WriteString(`"k` + strings.Repeat("x", i%3) + string(rune('a'+i%26)) + strings.Repeat("y", i/26) + `":` + strings.Repeat("[", 20) + strings.Repeat("]", 20))
	}
	b.WriteString("}")
	got := beveOK(t, "schema", file(t, "wide.json", []byte(b.String())))
	if n := strings.Count(got, "\n"); n > 21*maxNames+10 || !strings.Contains(got, "of other members") {
		t.Errorf("%d lines", n)
	}
}
