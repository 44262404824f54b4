package sniff

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/beve-org/beve-go/translator"
)

// What is a file of a format here is taken for nothing else, and what begins as those of another is told.
func TestForeignFilesAreTold(t *testing.T) {
	for _, list := range [][]struct{ start, what string }{foreign, foreignText} {
		for _, f := range list {
			if got := Foreign([]byte(f.start + " and so on")); got != f.what {
				t.Errorf("%q is taken for %q", f.start, got)
			}
			if got := Foreign([]byte(f.start)[:len(f.start)-1]); got == f.what && len(f.start) > 3 && f.what != yaml && f.what != html {
				t.Errorf("the beginning of %q is taken for %q", f.start, got)
			}
		}
	}
	for name, text := range map[string]string{
		"CBOR":         "\xa1\x64name\x63Ada",
		"CBOR, many":   "\xbf\x61a\x01\xff",
		"CBOR, a list": "\x82\xa1\x61a\x01\xa1\x61a\x02",
		"UTF-16":       "{\x00\"\x00a\x00",
		"UTF-16, too":  "\x00{\x00\"\x00a",
	} {
		if got := Foreign([]byte(text)); !strings.Contains(got, name[:4]) {
			t.Errorf("%s is taken for %q", name, got)
		}
	}
	for _, text := range []string{"", "{", `{"a":1}`, "[1,2]", "1", `"<html>"`, "true", "name,price\n", "\x00", "\x82\xa1a\x01\xa1b\x02", "INFO start\n"} {
		if got := Foreign([]byte(text)); got != "" {
			t.Errorf("%q is taken for %q", text, got)
		}
	}
}

func TestWhatIsNotMessagePackIsTold(t *testing.T) {
	for text, want := range map[string]string{
		"\x80\x04\x95\x0b\x00\x00\x00\x00\x00\x00\x00}\x94": pickle, "\x80\x05\x95\x0b\x00\x00\x00\x00\x00\x00\x00}\x94": pickle,
		"\x81\xa1\x64name\x63Ada": cbor, "\x82\xa1\x61a\x01\xa1\x61a\x02": cbor,
		"\x81\xa1d\xa4text": "", "\x81\xa1d\x05": "", "\x80\x04": "", "\x82\xa1a\x01\xa1b\x02": "", "": "", "\x92\x01\x02": "",
		"\x81\xa4name\xa3Ada\x81\xa4name\xa2Bo": "", "\x80\x04\x95\xff\xff\xff\xff\xff\xff\xff\xff": "",
	} {
		if got := NotMsgPack([]byte(text)); got != want {
			t.Errorf("%q: %q", text, got)
		}
	}
}

func TestLinesOfTextAreTold(t *testing.T) {
	for text, want := range map[string]string{
		"INFO start\n": "jq", "2026-01-02 03:04:05 INFO\n": "jq", "[2026-01-02] INFO start": "jq", "[INFO] start": "jq", "  INFO x": "jq",
		"a,b\n1,2\n": "csv", "a;b\n": "csv", "a\tb\n": "csv", "caf\xe9,1\n": "csv",
		"": "", "\n": "", "1": "", "true\n": "", "-1.5\r\n2": "", `{"a":1,}`: "", `{"a"`: "", `[1,2`: "", `[1] [2]`: "", `[[1],x]`: "", `["a" "b"]`: "", `"a`: "", "\x01\x02": "", "[]]": "",
	} {
		if got := Lines([]byte(text)); !strings.Contains(got, want) || (got == "") != (want == "") {
			t.Errorf("%q: %q", text, got)
		}
	}
}

// Text is not taken for BEVE once a line of some length is there, nor BEVE for text.
func TestTextAndValuesAreToldApart(t *testing.T) {
	words := []string{"INFO", "start", "Apr", "12:03:04", "<html>", "DEBUG:", "key=value", "127.0.0.1", "-", "1", "a,b,c", "Caf\u00e9", "\tat", "I", "Q", "y"}
	for i := range words {
		for j := range words {
			for _, end := range []string{"\n", "\r\n", "\nmore of it\n"} {
				text := words[i] + " " + words[j] + " something that happens" + end
				if got := Bytes([]byte(text)); got != JSON {
					t.Errorf("%q is taken for %v", text, got)
				}
			}
		}
	}
	texts := []string{"null", "true", "1", "1.5", `"line\nline\n"`, `["one line\n","another one\n"]`, `{"a":"x\n"}`}
	for n := range 40 {
		texts = append(texts, `["`+strings.Repeat(strings.Repeat("abcdefg\\n", 1+n%7)+`","`, 1+n)+`"]`, `[`+strings.Repeat("1094795585,", n)+`1]`)
	}
	for _, text := range texts {
		for _, typed := range []bool{false, true} {
			data, err := translator.Options{TypedArrays: typed}.FromJSON([]byte(text))
			if err != nil {
				t.Fatal(err)
			}
			if got := Bytes(data); got != BEVE {
				t.Errorf("BEVE of %s, %q, is taken for %v", text, data, got)
			}
		}
	}
	files, err := filepath.Glob(filepath.Join("..", "..", "..", "testdata", "beve", "*", "*.beve"))
	if err != nil || len(files) < 100 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	for _, name := range files {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		// Whatever they are taken for, it is not because of lines.
		if isLines(data) {
			t.Errorf("%s is taken for text", name)
		}
	}
}
