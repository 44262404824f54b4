// This file knows files of other formats by their first bytes, to say what can be done with them.

package sniff

import (
	"bytes"
	"encoding/binary"
	"strings"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/jsontext"
	"github.com/beve-org/beve-go/internal/msgwire"
)

// foreign are formats that are not read, by what their files begin with, and what to do.
var foreign = []struct{ start, what string }{
	{"PAR1", "Parquet, which beve reads by the name .parquet or by --from parquet"},
	{"ARROW1", arrow}, {"\xff\xff\xff\xff", arrow},
	{"\x1f\x8b", "compressed by gzip: gzip -dc writes what is in it"},
	{"\x28\xb5\x2f\xfd", "compressed by zstd: zstd -dc writes what is in it"},
	{"PK\x03\x04", "a zip archive, as spreadsheets are, too: unzip it, or save the sheet as CSV"},
	{"BZh", "compressed by bzip2: bzip2 -dc writes what is in it"},
	{"\xfd7zXZ\x00", "compressed by xz: xz -dc writes what is in it"},
	{"\x04\x22\x4d\x18", "compressed by lz4: lz4 -dc writes what is in it"},
	{"\xff\x06\x00\x00sNaPpY", "compressed by Snappy: decompress it first"},
	{"7z\xbc\xaf\x27\x1c", "a 7-Zip archive: 7z x takes out what is in it"},
	{"Obj\x01", "a file of Avro, which is not read: write JSON, as avro-tools tojson does"},
	{"ORC", "a file of ORC, which is not read: write Parquet"},
	{"SQLite format 3\x00", "a database of SQLite: write a table as JSON, as sqlite3 -json FILE 'select * from t' does"},
	{"\x89HDF\r\n\x1a\n", "a file of HDF5, which is not read: write Parquet or JSON, as pandas does"},
	{"\x93NUMPY", "an array of NumPy, which is not read: write JSON of its tolist(), or BEVE by the package beve of Python"},
	{"\x80\x02", pickle}, {"\x80\x03", pickle}, {"\x80\x04\x95", pickle}, {"\x80\x05\x95", pickle},
	{"\xd9\xd9\xf7", cbor},
	{"%PDF-", "a document of PDF"},
	{"\x89PNG\r\n", image}, {"\xff\xd8\xff", image}, {"GIF8", image},
	{"\x7fELF", program}, {"MZ\x90", program}, {"\xcf\xfa\xed\xfe", program},
	{"\x1e{", "a sequence of JSON texts (RFC 7464): tr -d '\\036' makes lines of them"},
}

// foreignText are those whose files are text.
var foreignText = []struct{ start, what string }{
	{"#!", program},
	{"%YAML", yaml}, {"---\n", yaml}, {"---\r\n", yaml}, {"--- ", yaml},
	{"//", comments}, {"/*", comments},
	{"<!DOCTYPE html", html}, {"<!doctype html", html}, {"<html", html},
	{"<", "XML, which is not read"},
}

const (
	arrow    = "a file of Arrow, which is not read: make it Parquet"
	pickle   = "a pickle of Python, which is not read: write JSON, or BEVE by the package beve of Python"
	cbor     = "CBOR, which is not read: write JSON or MessagePack"
	image    = "an image"
	program  = "a program"
	yaml     = "YAML, which is not read: yq -o json writes it as JSON"
	comments = "JSON with comments, which are not JSON: take them out first"
	html     = "HTML, perhaps what a web server said instead of the data"
)

// Foreign says what the file seems to be that begins with b, if it is of no format here, with what can be done, in words
// that follow "this looks like"; it returns "" if it does not know.
func Foreign(b []byte) string {
	for _, f := range foreign {
		if bytes.HasPrefix(b, []byte(f.start)) {
			return f.what
		}
	}
	for _, f := range foreignText {
		if bytes.HasPrefix(b, []byte(f.start)) && isText(b, 1) {
			return f.what
		}
	}
	switch {
	case len(b) > 3 && b[0] != 0 && b[0] < 0x7f && b[1] == 0 && b[2] != 0 && b[2] < 0x7f && b[3] == 0,
		len(b) > 3 && b[0] == 0 && b[1] != 0 && b[1] < 0x7f && b[2] == 0 && b[3] != 0 && b[3] < 0x7f:
		return "text of UTF-16: iconv -f utf-16 -t utf-8 makes it UTF-8"
	case isCBOR(b):
		return cbor
	}
	return ""
}

// NotMsgPack says what b is, in words as those of [Foreign], if it may be read as MessagePack and surely is something else:
// what follows its first value then are numbers, as no program writes them.
func NotMsgPack(b []byte) string {
	frame := len(b) > 10 && (strings.HasPrefix(string(b), "\x80\x04\x95") || strings.HasPrefix(string(b), "\x80\x05\x95"))
	if frame && binary.LittleEndian.Uint64(b[3:]) < 1<<40 {
		return pickle
	}
	if !isCBOR(b) {
		return ""
	}
	var scan msgwire.Scanner
	scan.Reset(fault.Limits{}, 0)
	end, err := scan.Next(b)
	if err != nil || end == len(b) || b[end] >= 0x80 {
		return ""
	}
	return cbor
}

// isCBOR reports whether b begins as maps of CBOR do whose first key is text, or arrays of such.
func isCBOR(b []byte) bool {
	if len(b) > 1 && (b[0] > 0x80 && b[0] < 0x98 || b[0] == 0x9f) {
		b = b[1:]
	}
	if len(b) < 2 || b[0] <= 0xa0 || b[0] >= 0xb8 && b[0] != 0xbf || b[1] <= 0x60 || b[1] >= 0x78 {
		return false
	}
	name := b[2:min(len(b), 2+int(b[1]-0x60))]
	return len(name) > 0 && isWord(name)
}

// isWord reports whether b is what names are made of.
func isWord(b []byte) bool {
	for _, c := range b {
		if c <= ' ' || c >= 0x7f {
			return false
		}
	}
	return true
}

// Lines says what text is, in words as those of [Foreign], that begins with b; "" if its first line is not text, or is JSON,
// perhaps with a mistake.
func Lines(b []byte) string {
	b = bytes.TrimLeft(bytes.TrimPrefix(b, []byte("\ufeff")), " \t\r\n")
	line, _, _ := bytes.Cut(b, []byte("\n"))
	text := strings.ToValidUTF8(strings.TrimRight(string(line), " \r"), "")
	if text == "" || strings.ContainsAny(text[:1], `{"`) || text[0] == '[' && !isLog(text) || !isText([]byte(text), 1) {
		return ""
	}
	var scan jsontext.Scanner
	if end, _, err := scan.Scan([]byte(text), true); err == nil && end == len(text) {
		return ""
	}
	const lines = "lines of text: jq -R . makes a string of each"
	if strings.ContainsAny(text, ",;\t") {
		return lines + ", and --from csv takes them for rows"
	}
	return lines
}

// isLog reports whether a line that begins with a bracket has words after what that holds, as lines of logs have.
func isLog(line string) bool {
	_, rest, ok := strings.Cut(line, "]")
	rest = strings.TrimLeft(rest, " ")
	return ok && rest != "" && strings.IndexByte("[]{},:", rest[0]) < 0
}
