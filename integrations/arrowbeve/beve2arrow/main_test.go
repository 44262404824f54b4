package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/ipc"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/integrations/arrowbeve"
	"github.com/beve-org/beve-go/translator"
)

type measurement struct {
	ID    int           `json:"id"`
	Name  string        `json:"name"`
	Ratio float64       `json:"ratio"`
	Tags  []string      `json:"tags"`
	Raw   []byte        `json:"raw"`
	Maybe *int          `json:"maybe"`
	When  time.Time     `json:"when"`
	Took  time.Duration `json:"took"`
	Key   beve.UUID     `json:"key"`
	Where struct {
		City string `json:"city"`
	} `json:"where"`
}

func measurements(n int) []measurement {
	rows := make([]measurement, n)
	for i := range rows {
		rows[i] = measurement{ID: i - n/2, Name: fmt.Sprint("ü ", i), Ratio: float64(i) / 3, Tags: []string{"a", fmt.Sprint(i)},
			Raw: []byte{byte(i), 0xff}, When: time.Unix(1_700_000_000+int64(i), int64(i)).UTC(), Took: time.Duration(i) * time.Millisecond,
			Key: beve.UUID{0: byte(i), 15: 7}}
		if rows[i].Where.City = "Delft"; i%3 == 0 {
			rows[i].Maybe = &rows[i].ID
		}
	}
	return rows
}

// text returns BEVE as lines of JSON.
func text(t *testing.T, data []byte) string {
	t.Helper()
	var out bytes.Buffer
	if _, err := translator.Transcode(&out, bytes.NewReader(data), translator.BEVEToJSON, translator.Options{}); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// rowsOf returns an IPC file, or stream, as lines of JSON, and the number of its batches.
func rowsOf(t *testing.T, data []byte, stream bool) (string, int) {
	t.Helper()
	n := 0
	var batches array.RecordReader
	if stream {
		r, err := ipc.NewReader(bytes.NewReader(data))
		if err != nil {
			t.Fatal(err)
		}
		batches = r
	} else {
		r, err := ipc.NewFileReader(bytes.NewReader(data))
		if err != nil {
			t.Fatal(err)
		}
		n = r.NumRecords()
		batches = array.ReaderFromIter(r.Schema(), func(yield func(arrow.RecordBatch, error) bool) {
			for i := range n {
				if !yield(r.RecordBatchAt(i)) {
					return
				}
			}
		})
	}
	defer batches.Release()
	var out bytes.Buffer
	if err := arrowbeve.Rows(&out, batches); err != nil {
		t.Fatal(err)
	}
	return text(t, out.Bytes()), n
}

func file(t *testing.T, name string, data []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, data, 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

// do runs the command.
func do(stdin string, args ...string) (code int, out, err string) {
	var o, e bytes.Buffer
	code = run(args, strings.NewReader(stdin), &o, &e)
	return code, o.String(), e.String()
}

func TestRowsBecomeFilesAndStreams(t *testing.T) {
	rows := measurements(300)
	table, err := beve.EncodeOptions{Extended: true}.Marshal(rows)
	if err != nil {
		t.Fatal(err)
	}
	list, err := beve.EncodeOptions{Extended: true, MinTableRows: 1 << 30}.Marshal(rows)
	if err != nil {
		t.Fatal(err)
	}
	var stream bytes.Buffer
	enc := beve.NewEncoder(&stream)
	enc.SetOptions(beve.EncodeOptions{Extended: true})
	for i := range rows {
		if err := enc.Encode(&rows[i]); err != nil {
			t.Fatal(err)
		}
	}
	want := text(t, stream.Bytes())
	for form, data := range map[string][]byte{"table": table, "array": list, "stream": stream.Bytes()} {
		for _, compression := range []string{"none", "zstd", "lz4"} {
			for _, ending := range []string{".arrow", ".feather", ".arrows"} {
				out := filepath.Join(t.TempDir(), "rows"+ending)
				if code, _, err := do("", "-compression", compression, "-batch-rows", "64", file(t, "in.beve", data), out); code != 0 {
					t.Fatal(form, compression, ending, err)
				}
				written, err := os.ReadFile(out)
				if err != nil {
					t.Fatal(err)
				}
				got, batches := rowsOf(t, written, ending == ".arrows")
				if got != want || ending != ".arrows" && batches != 5 {
					t.Errorf("%s, %s, %s: %d batches, %.500s", form, compression, ending, batches, got)
				}
			}
		}
	}
}

func TestJSONAndPipes(t *testing.T) {
	want := `{"a":1,"b":["x"],"c":{"d":null}}` + "\n" + `{"a":2.5,"b":[],"c":{"d":true}}` + "\n"
	list := "[" + strings.ReplaceAll(strings.TrimSpace(want), "\n", ",") + "]"
	for _, args := range [][]string{
		{file(t, "a.ndjson", []byte(want)), "-"}, {file(t, "a.json", []byte(list)), "-"}, {file(t, "a.JSONL", []byte(want)), "-"},
		{"-json", "-", "-"}, {"-json", "-stream", file(t, "a.txt", []byte(want)), "-"},
	} {
		code, out, err := do(want, args...)
		if code != 0 {
			t.Errorf("%v: %s", args, err)
			continue
		}
		if got, _ := rowsOf(t, []byte(out), args[1] == "-stream"); got != want {
			t.Errorf("%v: %s", args, got)
		}
	}
}

func TestErrorsSayWhereAndLeaveNothing(t *testing.T) {
	rows := strings.Repeat(`{"id":7}`+"\n", 1500)
	for in, want := range map[string]string{
		rows + `{"id":"x"}`:        ": row 1500: beve: /id at byte 5: string is not a number",
		rows + `{"id":0.5}`:        ": row 1500: beve: /id at byte 5: ",
		rows + `{"id":1,"more":1}`: ": row 1500: /more: no column has this name: ",
		rows + `3`:                 ": row 1500: beve: ",
		`3`:                        ": row 0: beve: ",
		rows + `{"id":tru}`:        "/id",
		`{"id":1,"id":1}`:          ": row 0: /id: ",
		``:                         ": no columns",
		`{} {}`:                    ": no columns",
	} {
		name := file(t, "in.json", []byte(in))
		dir := t.TempDir()
		out := filepath.Join(dir, "out.arrow")
		if err := os.WriteFile(out, []byte("old"), 0o666); err != nil {
			t.Fatal(err)
		}
		code, _, got := do("", name, out)
		if code != 1 || !strings.HasPrefix(got, name) || !strings.Contains(got, want) || strings.Count(got, "\n") != 1 {
			t.Errorf("%.20q…: code %d, %q, want %q", in, code, got, want)
		}
		old, err := os.ReadFile(out)
		if left, _ := os.ReadDir(dir); len(left) != 1 || err != nil || string(old) != "old" {
			t.Errorf("%.20q… leaves %v, %q, %v", in, left, old, err)
		}
	}
	if code, _, err := do("", filepath.Join(t.TempDir(), "none"), "-"); code != 1 || err == "" {
		t.Error(code, err)
	}
}

func TestUsage(t *testing.T) {
	for _, args := range [][]string{{}, {"a"}, {"a", "b", "c"}, {"-compression", "gzip", "a", "b"}, {"-batch-rows", "0", "a", "b"}, {"-x", "a", "b"}} {
		if code, _, err := do("", args...); code != 2 || err == "" {
			t.Errorf("%v: code %d, %q", args, code, err)
		}
	}
	if code, _, err := do("", "-h"); code != 0 || !strings.HasPrefix(err, "usage: beve2arrow ") {
		t.Error(code, err)
	}
	if code, out, _ := do("", "--version"); code != 0 || !regexp.MustCompile(`^beve2arrow \S+ go\S+ \w+/\w+\n$`).MatchString(out) {
		t.Error(code, out)
	}
}

// An output that fails ends a translation that is still going on.
func TestFailingOutput(t *testing.T) {
	endless := func(p []byte) (int, error) { return copy(p, "{\"a\":1}\n"), nil }
	c := conversion{json: true, compression: "none", rows: arrowbeve.Options{BatchRows: 100}}
	if err := c.write(failing{}, reader(endless)); err == nil {
		t.Error("no error")
	}
}

type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }

type reader func(p []byte) (int, error)

func (r reader) Read(p []byte) (int, error) { return r(p) }
