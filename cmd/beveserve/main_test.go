package main

import (
	"bytes"
	"context"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/beve-org/beve-go/cmd/internal/inspect"
	"github.com/beve-org/beve-go/cmd/internal/sniff"
	"github.com/beve-org/beve-go/cmd/internal/source"
	"github.com/beve-org/beve-go/json"
	"github.com/beve-org/beve-go/translator"
	"github.com/beve-org/beve-go/zebrapack"
)

// get asks a handler for a path below the secret, as a browser does.
func get(h *handler, method, host, path string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, "http://"+host+path, nil)
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

func newTestHandler(text string) *handler {
	return newHandler(inspect.New("a.json", "", []byte(text), sniff.Unknown), "127.0.0.1:8080")
}

func TestPageAndAnswers(t *testing.T) {
	h := newTestHandler(`{"a":[1,2,{"b":true}]}`)
	index := get(h, "GET", h.host, "/"+h.secret+"/")
	if index.Code != 200 || !strings.HasPrefix(index.Header().Get("Content-Type"), "text/html") {
		t.Fatalf("%d %v", index.Code, index.Header())
	}
	// All that the page names is there, and nothing of it is from elsewhere.
	names := regexp.MustCompile(`(?:src|href)="([^"]*)"`).FindAllStringSubmatch(index.Body.String(), -1)
	if len(names) < 6 {
		t.Errorf("%q", names)
	}
	for _, n := range names {
		if n[1] == "data:," {
			continue
		}
		w := get(h, "GET", "localhost:8080", "/"+h.secret+"/"+n[1])
		if w.Code != 200 || strings.Contains(w.Body.String(), "https:") || w.Header().Get("Content-Security-Policy") == "" {
			t.Errorf("%s: %d", n[1], w.Code)
		}
	}
	var found inspect.Found
	w := get(h, "GET", h.host, "/"+h.secret+"/ask/find?path=/a/2/b")
	if err := json.Unmarshal(w.Body.Bytes(), &found); err != nil || len(found.Way) != 5 || found.Way[4].Text != "true" {
		t.Errorf("%+v, %v, %s", found, err, w.Body)
	}
}

// Nobody but who has the address gets anything: not a page whose name leads here, nor one that guesses.
func TestStrangersGetNothing(t *testing.T) {
	h := newTestHandler(`{"a":"the secret of the file"}`)
	good := "/" + h.secret + "/ask/bytes?n=100"
	for _, c := range []struct {
		method, host, path string
		code               int
	}{
		{"GET", h.host, good, 200},
		{"GET", "evil.example:8080", good, http.StatusMisdirectedRequest},
		{"GET", "127.0.0.1:80", good, http.StatusMisdirectedRequest},
		{"GET", "127.0.0.1", good, http.StatusMisdirectedRequest},
		{"GET", "localhost.evil.example:8080", good, http.StatusMisdirectedRequest},
		{"GET", h.host, "/ask/bytes?n=100", http.StatusForbidden},
		{"GET", h.host, "/", http.StatusForbidden},
		{"GET", h.host, "/" + h.secret, http.StatusForbidden},
		{"GET", h.host, "/" + strings.ToLower(h.secret) + "/ask/bytes?n=100", http.StatusForbidden},
		{"GET", h.host, "/" + h.secret[:len(h.secret)-1] + "/ask/bytes?n=100", http.StatusForbidden},
		{"POST", h.host, good, http.StatusMethodNotAllowed},
		{"GET", h.host, "/" + h.secret + "/page.go", http.StatusNotFound},
		{"GET", h.host, "/" + h.secret + "/../main.go", http.StatusNotFound},
		{"GET", h.host, "/" + h.secret + "/ask/nothing", http.StatusBadRequest},
		{"GET", h.host, "/" + h.secret + "/ask/detail?id=9.9", http.StatusBadRequest},
	} {
		w := get(h, c.method, c.host, c.path)
		if w.Code != c.code || c.code != 200 && strings.Contains(w.Body.String(), "secret of the file") {
			t.Errorf("%s %s %s: %d, %s", c.method, c.host, c.path, w.Code, w.Body)
		}
	}
	if other := newTestHandler(""); other.secret == h.secret || len(h.secret) < 26 {
		t.Errorf("secrets %q and %q", h.secret, other.secret)
	}
}

// What is compressed, piped in, or rows is shown by way of a temporary file, which is gone at the end.
func TestFilesOfAllKindsAreLoaded(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	packed, err := translator.FromJSON([]byte(`{"a":1,"b":"x"}`))
	if err != nil {
		t.Fatal(err)
	}
	files := t.TempDir()
	for name, data := range map[string]string{
		"a.json": `{"a":1,"b":"x"}`, "a.beve": string(packed), "a.csv": "a,b\n1,x\n", "a.msgpack": "\x82\xa1a\x01\xa1b\xa1x", "empty.json": "",
	} {
		path := filepath.Join(files, name)
		if err := os.WriteFile(path, []byte(data), 0o666); err != nil {
			t.Fatal(err)
		}
		for _, stdin := range []bool{false, true} {
			opts := source.Options{Stdin: strings.NewReader(data), Kind: source.KindOf(name)}
			from := path
			if stdin {
				from = "-"
			}
			l, err := load(from, opts)
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			answer, err := l.Answer(t.Context(), "find", func(string) string { return "#0/b" })
			found, _ := answer.(inspect.Found)
			if err != nil || name != "empty.json" && (len(found.Way) != 3 || found.Way[2].Text != `"x"`) {
				t.Errorf("%s: %+v, %v", name, answer, err)
			}
			if err := l.Close(); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
		t.Errorf("left: %v, %v", left, err)
	}
	if _, err := load(filepath.Join(files, "missing.beve"), source.Options{}); err == nil {
		t.Error("a file that is not there is loaded")
	}
}

// Numbered fields have the names of the schema.
func TestSchemasNameNumberedFields(t *testing.T) {
	type point struct {
		East  int `zid:"0"`
		North int `zid:"1"`
	}
	schema, err := zebrapack.SchemaOf[point]()
	if err != nil {
		t.Fatal(err)
	}
	packed, err := zebrapack.Marshal(point{1, 2})
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(t.TempDir(), "a.zebrapack")
	if err := os.WriteFile(name, packed, 0o600); err != nil {
		t.Fatal(err)
	}
	l, err := load(name, source.Options{Schema: schema, Root: "point"})
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	answer, err := l.Answer(t.Context(), "find", func(string) string { return "/North" })
	if found, _ := answer.(inspect.Found); err != nil || len(found.Way) != 3 || found.Way[2].Text != "2" {
		t.Errorf("%+v, %v", answer, err)
	}
}

// A file that is cut short while it is looked at is an error of the answer, and not the end of the server.
func TestFileThatIsCutShort(t *testing.T) {
	name := filepath.Join(t.TempDir(), "a.json")
	if err := os.WriteFile(name, []byte("["+strings.Repeat("1234567,", 200_000)+"1]"), 0o666); err != nil {
		t.Fatal(err)
	}
	l, err := load(name, source.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	if err := os.Truncate(name, 4096); err != nil {
		t.Skip(err) // Windows does not let it
	}
	h := newHandler(l.File, "127.0.0.1:1")
	w := get(h, "GET", h.host, "/"+h.secret+"/ask/bytes?off=1000000&n=100")
	if w.Code != http.StatusInternalServerError && w.Code != 200 { // 200 where a file that is mapped cannot get shorter
		t.Errorf("%d %s", w.Code, w.Body)
	}
	if w := get(h, "GET", h.host, "/"+h.secret+"/"); w.Code != 200 {
		t.Errorf("after that %d", w.Code)
	}
}

func TestServesUntilItIsInterrupted(t *testing.T) {
	name := filepath.Join(t.TempDir(), "a.json")
	if err := os.WriteFile(name, []byte("[1,2,3]"), 0o666); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	out, in := io.Pipe()
	done := make(chan int, 1)
	var errs bytes.Buffer
	go func() { done <- run(ctx, []string{name}, nil, in, &errs) }()
	line := make([]byte, 200)
	n, err := out.Read(line)
	if err != nil {
		t.Fatal(err, errs.String())
	}
	address := strings.TrimSpace(string(line[:n]))
	if !regexp.MustCompile(`^http://127\.0\.0\.1:\d+/[A-Z2-7]{26}/$`).MatchString(address) {
		t.Fatalf("%q", address)
	}
	answer, err := http.Get(address + "ask/check")
	if err != nil {
		t.Fatal(err)
	}
	body, _ := io.ReadAll(answer.Body)
	answer.Body.Close()
	if string(body) != `{"values":1,"errorAt":0}` {
		t.Errorf("%s", body)
	}
	cancel()
	if code := <-done; code != exitInterrupted || errs.Len() > 0 {
		t.Errorf("code %d, %s", code, errs.String())
	}
}

func TestWrongUseAndFilesThatAreNotThere(t *testing.T) {
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	_, port, _ := net.SplitHostPort(taken.Addr().String())
	const help = "\nRun 'beveserve -help' for usage.\n"
	for _, c := range []struct {
		args string
		code int
		says string // of errors
	}{
		{"", exitUsage, "beveserve: one FILE is wanted, not 0\nusage: beveserve [flags] FILE\nas in: beveserve -open data.beve" + help},
		{"a b", exitUsage, "beveserve: one FILE is wanted, not 2\nusage: beveserve [flags] FILE\nas in: beveserve -open data.beve" + help},
		{"-port 99999 a", exitUsage, "beveserve: -port must be from 0 to 65535, not 99999" + help},
		{"-port -1 a", exitUsage, "beveserve: -port must be from 0 to 65535, not -1" + help},
		{"-port x a", exitUsage, `beveserve: invalid value "x" for flag -port: parse error` + help},
		{"-prot 1 a", exitUsage, "beveserve: flag provided but not defined: -prot; did you mean -port?" + help},
		{"-from xml a", exitUsage, `beveserve: -from: unknown format "xml": want json, ndjson, beve, msgpack, csv or tsv, perhaps with .gz or .zst, or parquet` + help},
		{"-separator ab a", exitUsage, `beveserve: -separator: "ab" does not separate cells: want one character of ASCII that is not a quote, or comma, semicolon, tab or bar` + help},
		{"-root T a", exitUsage, "beveserve: -root needs -schema" + help},
		{"-schema nosuch.zebra a", exitBad, "nosuch.zebra: no such file or directory\n"},
		{"nosuch.beve", exitBad, "nosuch.beve: no such file or directory\n"},
		{"-port " + port + " a", exitBad, "beveserve: port " + port + " of 127.0.0.1: address already in use; -port 0 takes any that is free\n"},
		{"-version", 0, ""},
		{"-help", 0, ""},
	} {
		var out, errs bytes.Buffer
		code := run(t.Context(), strings.Fields(c.args), nil, &out, &errs)
		says := errs.String()
		if runtime.GOOS == "windows" && code == exitBad && c.code == exitBad {
			says = c.says // in its own words
		}
		if code != c.code || says != c.says || (out.Len() > 0) != (code == 0) {
			t.Errorf("beveserve %s: code %d, %s%s", c.args, code, errs.String(), out.String())
		}
	}
}
