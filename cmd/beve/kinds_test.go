package main

import (
	"path/filepath"
	"strings"
	"testing"
)

// TestFilesThatPeopleHave has files as other programs leave them, whole and broken: what cat prints first, or what it
// says is wrong.
func TestFilesThatPeopleHave(t *testing.T) {
	for _, c := range []struct{ name, data, out, err string }{
		{"access.log", "127.0.0.1 - - [10/Oct/2000:13:55:36 -0700] \"GET / HTTP/1.0\" 200 2326\n", "", "access.log: 5: "},
		{"2026.log", "2026-01-02 03:04:05 INFO start\n", "", "2026.log: 4: "},
		{"docker.log", `{"log":"hello\n","stream":"stdout","time":"2026-01-02T03:04:05.123456789Z"}` + "\n", `{"log":"hello\n","stream":"stdout",`, ""},
		{"killed.log", "{\"msg\":\"start\"}\n{\"msg\":\"st", "{\"msg\":\"start\"}\n", "killed.log: 26: /msg: input ends inside a value (line 2, column 11)"},
		{"map.geojson", "{\n \"type\": \"FeatureCollection\",\n \"features\": [\n  {\"type\": \"Feature\", \"geometry\": null}\n ]\n}\n", `{"type":"FeatureCollection","features":[{`, ""},
		{"mark.json", "\ufeff{\"a\":1}\n", "{\"a\":1}\n", ""},
		{"mark.json", "\ufeff{\"a\":tru}\n", "", "mark.json: 11: /a: '}' in the literal true (line 1, column 9)"},
		{"powershell.json", "\xff\xfe{\x00}\x00", "", "UTF-16"},
		{"comments.json", "{\n  // a comment\n  \"a\": 1\n}\n", "", "(line 2, column 3)"},
		{"python.json", "{'a': 1}\n", "", "(line 1, column 2)"},
		{"nan.json", "{\"a\": NaN}\n", "", "/a: 'N' where a value must start"},
		{"excel.csv", "\ufeffName;Amount\r\nAda;1,5\r\n", "", "cells must be separated by commas, not semicolons"},
		{"tabs.csv", "Name\tAmount\nAda\t1,5\n", "", "--from tsv"},
		{"windows.csv", "\ufeffid,name\r\n1,\"Smith, J\"\r\n2,\r\n", "{\"id\":1,\"name\":\"Smith, J\"}\n{\"id\":2,\"name\":null}\n", ""},
		{"arrays", "\x92\x00\xa3row\x92\x01\xa3row", "[0,\"row\"]\n[1,\"row\"]\n", ""},
		{"table.arrow", "ARROW1\x00\x00", "", "Arrow"},
		{"table", "\xff\xff\xff\xff\x10\x00\x00\x00", "", "Arrow"},
		{"cut.parquet", "PAR1\x15\x04\x15\x00", "", "Parquet"},
		{"empty.json", "", "", ""},
	} {
		r := beveIn(t, "", "cat", file(t, c.name, []byte(c.data)))
		if !strings.HasPrefix(r.out, c.out) || c.out == "" && r.out != "" || !strings.Contains(r.err, c.err) || (r.err == "") != (c.err == "") || (r.code == 0) != (c.err == "") {
			t.Errorf("%s: %+v", c.name, r)
		}
	}
	// Where rows do not fit, the path is told once.
	in := file(t, "map.geojson", []byte(`{"features":[{"at":[8.5,47.3]},{"at":[[0,0],[1,1]]}]}`))
	if got := beveFails(t, 1, "convert", in, filepath.Join(t.TempDir(), "out.parquet")); !strings.HasSuffix(got, ": row 0: /features/1/at/0: array after number: type mismatch\n") {
		t.Error(got)
	}
}
