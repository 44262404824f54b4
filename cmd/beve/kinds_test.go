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
		{"excel.csv", "\ufeffName;Amount\r\nAda;1,5\r\n", "{\"Name\":\"Ada\",\"Amount\":\"1,5\"}\n", ""},
		{"both.csv", "Name, first;Amount\nAda;1,5\nBo,Li;2;3,5\n", "{\"Name\":\"Ada;1\",\" first;Amount\":5}\n", "cells are taken to be between commas: see --separator"},
		{"tabs.csv", "Name\tAmount\nAda\t1,5\n", "{\"Name\":\"Ada\",\"Amount\":\"1,5\"}\n", ""},
		{"bars.csv", "Name|Amount\n\"A|da\"|2\n", "{\"Name\":\"A|da\",\"Amount\":2}\n", ""},
		{"quoted.csv", "\"a,b\";\"c\"\n1;2\n", "{\"a,b\":1,\"c\":2}\n", ""},
		{"one.csv", "\"a;b\"\n1;2\n", "{\"a;b\":\"1;2\"}\n", ""},
		{"latin.csv", "Stadt;Ort\nZ\xfcrich;1\n", "", "latin.csv: 11: invalid UTF-8 (line 2, column 2); if this is of an older encoding, iconv makes it UTF-8, as iconv -f windows-1252 -t utf-8 does"},
		{"latin.json", "{\"a\":\"Z\xfcrich\"}", "", "latin.json: 7: /a: invalid UTF-8 (line 1, column 8); if this is of an older encoding, iconv"},
		{"brackets.log", "[2026-01-02 03:04:05] INFO start, end\n", "", "; this looks like lines of text: jq -R . makes a string of each, and --from csv"},
		{"words.log", "INFO start\n", "", "; this looks like lines of text: jq -R . makes a string of each\n"},
		{"mistake", "{\"a\":1,}\n", "", "mistake: 7: '}' where a key must start (line 1, column 8)\n"},
		{"list", "[1,2,x]\n", "", "(line 1, column 6)\n"},
		{"table.xlsx", "PK\x03\x04\x14\x00", "", "; this looks like a zip archive"},
		{"x.json", "PK\x03\x04\x14\x00", "", "; this looks like a zip archive"},
		{"x.json.bz2", "BZh91AY&SY", "", "; this looks like compressed by bzip2: bzip2 -dc"},
		{"x.json", "PAR1\x15\x04", "", "; this looks like Parquet, which beve reads by the name .parquet"},
		{"page.json", "<!DOCTYPE html>\n<html>", "", "; this looks like HTML, perhaps what a web server said"},
		{"feed.xml", "<?xml version=\"1.0\"?>\n", "", "; this looks like XML"},
		{"x.yaml", "---\na: 1\n", "", "; this looks like YAML"},
		{"x.pickle", "\x80\x04\x95\x0b\x00\x00\x00\x00\x00\x00\x00}\x94", "", ": 0: this looks like a pickle of Python"},
		{"x.cbor", "\xa2\x64name\x63Ada\x63age\x18\x24", "", "; this looks like CBOR"},
		{"list.cbor", "\x81\xa1\x64name\x63Ada", "", ": 0: this looks like CBOR, which is not read: write JSON or MessagePack; --from msgpack"},
		{"x.avro", "Obj\x01\x04\x14avro.codec", "", "; this looks like a file of Avro"},
		{"x.sqlite", "SQLite format 3\x00\x10", "", "; this looks like a database of SQLite"},
		{"x.pdf", "%PDF-1.7\n", "", "; this looks like a document of PDF"},
		{"x.png", "\x89PNG\r\n\x1a\n", "", "; this looks like an image"},
		{"program", "\x7fELF\x02\x01\x01", "", "; this looks like a program"},
		{"junk", "\xfb\x17\xee\xaa", "", "the first bytes are of no format that is known: --from says which it is"},
		{"wide.json", "{\x00\"\x00", "", "UTF-16"},
		{"records", "\x1e{\"a\":1}\n", "", "; this looks like a sequence of JSON texts"},
		{"windows.csv", "\ufeffid,name\r\n1,\"Smith, J\"\r\n2,\r\n", "{\"id\":1,\"name\":\"Smith, J\"}\n{\"id\":2,\"name\":null}\n", ""},
		{"arrays", "\x92\x00\xa3row\x92\x01\xa3row", "[0,\"row\"]\n[1,\"row\"]\n", ""},
		{"table.arrow", "ARROW1\x00\x00", "", "Arrow"},
		{"table", "\xff\xff\xff\xff\x10\x00\x00\x00", "", "Arrow"},
		{"cut.parquet", "PAR1\x15\x04\x15\x00", "", "Parquet"},
		{"cut.parquet", "PAR1\x15\x04\x15\x00 and so on", "", "its end is missing, which says where everything is: get the file again"},
		{"rows.parquet", "a,b\n1,2\n3,4\n5,6\n", "", "it begins with \"a,b\\n\""},
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
