package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/extended"
)

// measurement has a member for each type of columns that is inferred.
type measurement struct {
	ID     int             `json:"id"`
	Name   string          `json:"name"`
	Good   bool            `json:"good"`
	Ratio  float64         `json:"ratio"`
	Series []float32       `json:"series"`
	Tags   []string        `json:"tags"`
	Raw    []byte          `json:"raw"`
	Where  spot            `json:"where"`
	Path   []spot          `json:"path"`
	Maybe  *int            `json:"maybe"`
	When   time.Time       `json:"when"`
	Took   time.Duration   `json:"took"`
	Key    beve.UUID       `json:"key"`
	Shape  [][]int         `json:"shape"`
	Deep   struct{ A any } `json:"deep"`
}

type spot struct {
	City string  `json:"city"`
	Lat  float64 `json:"lat"`
}

func measurements(n int) []measurement {
	rows := make([]measurement, n)
	for i := range rows {
		rows[i] = measurement{
			ID: i - n/2, Name: fmt.Sprint("ü ", i), Good: i%2 == 0, Ratio: float64(i) / 3, Series: []float32{float32(i), 0.5},
			Tags: []string{"a", fmt.Sprint(i)}, Raw: []byte{byte(i), 0xff}, Where: spot{"Delft", 52.01},
			Path: []spot{{"a", 1}, {"b", float64(i)}}, When: time.Unix(1_700_000_000+int64(i), int64(i)).UTC(),
			Took: time.Duration(i) * time.Millisecond, Key: beve.UUID{0: byte(i), 15: 7}, Shape: [][]int{{i}, {}, {1, 2}},
		}
		if i%3 == 0 {
			rows[i].Maybe = &rows[i].ID
		}
		rows[i].Deep.A = i%2 == 1
	}
	return rows
}

// tables are the ways in which rows are written in a file.
func tables(t *testing.T, rows []measurement) map[string]string {
	t.Helper()
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
	return map[string]string{"table": file(t, "table.beve", table), "array": file(t, "array.beve", list),
		"stream": file(t, "stream.beve", stream.Bytes())}
}

// wanted is the JSON of measurements.
func wanted(t *testing.T, stream string, rows int) string {
	t.Helper()
	text := beveOK(t, "cat", stream)
	for i := range rows {
		took := time.Duration(i) * time.Millisecond
		iso := strings.TrimSpace(beveOK(t, "cat", file(t, "d.beve", extended.AppendDuration(nil, took))))
		if !strings.Contains(text, `"took":`+iso+`,`) {
			t.Fatalf("no %s in %s", iso, text)
		}
	}
	return text
}

func TestConvertToParquetAndBack(t *testing.T) {
	forms := tables(t, measurements(300))
	want := wanted(t, forms["stream"], 300)
	for form, in := range forms {
		out, back := filepath.Join(t.TempDir(), "rows.parquet"), filepath.Join(t.TempDir(), "back.beve")
		beveOK(t, "convert", in, out, "--group-rows", "64")
		beveOK(t, "convert", out, back)
		if got := beveOK(t, "cat", back); got != want {
			t.Errorf("%s came back as %.600s", form, got)
		}
		if got := beveOK(t, "cat", out); got != want {
			t.Errorf("%s reads as %.600s", form, got)
		}
	}
}

func TestConvertJSONToParquetAndBack(t *testing.T) {
	text := `{"a":1,"b":["x"],"c":{"d":null}}` + "\n" + `{"a":2.5,"b":[],"c":{"d":true}}` + "\n"
	array := "[" + strings.ReplaceAll(strings.TrimSpace(text), "\n", ",") + "]"
	for name, in := range map[string]string{"a.ndjson": text, "a.json": array} {
		for _, compression := range []string{"", "zstd", "snappy", "gzip", "brotli", "lz4", "none"} {
			dir := t.TempDir()
			out, back := filepath.Join(dir, "rows.parquet"), filepath.Join(dir, "back.ndjson")
			beveOK(t, "convert", file(t, name, []byte(in)), out, "--compression", compression)
			beveOK(t, "convert", out, back)
			if got := read(t, back); got != text {
				t.Errorf("%s by %q came back as %s", name, compression, got)
			}
		}
	}
	single := file(t, "a.json", []byte(array))
	if r := beveIn(t, "", "convert", single, "-", "--to", "parquet", "--single"); r.code != 0 || !strings.HasPrefix(r.out, "PAR1") {
		t.Errorf("%+v", r)
	}
}

// TestConvertToColumnsLosesNoMember has keys of MessagePack that are, or become, the same name.
func TestConvertToColumnsLosesNoMember(t *testing.T) {
	for name, data := range map[string]string{"keys alike": "\x82\x01\xa1a\xa11\xa1b", "keys twice": "\x82\xa1x\x01\xa1x\x02"} {
		in := file(t, "in.msgpack", []byte(data))
		if got := beveFails(t, 1, "convert", in, filepath.Join(t.TempDir(), "out.parquet")); !strings.Contains(got, "row 0: /") || !strings.Contains(got, "duplicate key") {
			t.Errorf("%s: %q", name, got)
		}
	}
}

func TestConvertSaysWhichRowDoesNotFit(t *testing.T) {
	rows := strings.Repeat(`{"id":7}`+"\n", 1500)
	for _, c := range []struct {
		name, in string
		flags    []string
		want     string
	}{
		{"another type", rows + `{"id":"x"}`, nil,
			": row 1500: /id: string is not a number (column type int64); the columns are those of the first rows, see --sample-rows\n"},
		{"another type, seen", rows + `{"id":"x"}`, []string{"--sample-rows", "2000"}, ": row 1500: /id: string after number: type mismatch\n"},
		{"a fraction", rows + `{"id":0.5}`, nil, ": row 1500: /id: "},
		{"another member", rows + `{"id":1,"more":1}`, nil, ": row 1500: /more: no column has this name: "},
		{"no object", rows + `3`, nil, ": row 1500: uint8 has no members"},
		{"no object, at first", `3`, nil, ": row 0: uint8 has no members"},
		{"malformed", rows + `{"id":tru}`, nil, ": 13509: /id: "},
		{"malformed array", `[{"id":1},{"id":1e}]`, nil, ": 18: "},
		{"a repeated member", rows + `{"id":1,"id":2}`, nil, ": row 1500: /id: "},
		{"a repeated member, seen", `{"id":1,"id":1}`, nil, ": row 0: /id: "},
		{"a repeated member within", `{"a":[{"b":{"c":1,"d":2,"c":1}}]}`, nil, ": row 0: /a/0/b/c: "},
		{"nothing", ``, nil, ": 0: no columns"},
		{"no members", `{} {}`, nil, ": no columns"},
	} {
		for _, name := range []string{"in.json", "in.beve"} {
			data := []byte(c.in)
			if name == "in.beve" {
				if strings.HasPrefix(c.name, "malformed") {
					continue
				}
				data = beveOf(t, c.in)
			}
			in := file(t, name, data)
			dir := t.TempDir()
			got := beveFails(t, 1, append([]string{"convert", in, filepath.Join(dir, "out.parquet")}, c.flags...)...)
			if !strings.HasPrefix(got, in) || !strings.Contains(got, c.want) || strings.Count(got, "\n") != 1 {
				t.Errorf("%s, %s: %q, without %q", c.name, name, got, c.want)
			}
			if left, _ := os.ReadDir(dir); len(left) != 0 {
				t.Errorf("%s leaves %v", c.name, left)
			}
		}
	}
	stream := tables(t, measurements(10))["stream"]
	cut := file(t, "cut.beve", []byte(read(t, stream)[:1000]))
	if got := beveFails(t, 1, "convert", cut, filepath.Join(t.TempDir(), "out.parquet")); !located.MatchString(got) || !strings.Contains(got, ": 1000: ") {
		t.Errorf("truncated: %q", got)
	}
}

// Arrays of numbers are bytes where a column has bytes: JSON has no other way to write them.
func TestConvertToColumnsOfBytes(t *testing.T) {
	rows := `{"fixed":[1,2],"raw":[0,255]}` + "\n" + `{"fixed":[3,4],"raw":[]}` + "\n" + `{"fixed":[5,6],"raw":null}` + "\n"
	columns := filepath.Join(t.TempDir(), "columns.parquet")
	beveOK(t, "convert", file(t, "columns.beve", bytesColumns(t)), columns)
	for name, data := range map[string][]byte{"in.ndjson": []byte(rows), "in.beve": beveOf(t, rows)} {
		out := filepath.Join(t.TempDir(), "out.parquet")
		beveOK(t, "convert", "--columns-of", columns, file(t, name, data), out)
		if got := beveOK(t, "cat", out); got != rows {
			t.Errorf("%s: %s", name, got)
		}
	}
	for row, says := range map[string]string{
		`{"raw":[1,256]}`: "/raw/1: uint16 256 does not fit uint8", `{"raw":[1,-1]}`: "/raw/1: ", `{"raw":[0.5]}`: "/raw/0: ",
		`{"raw":[1,"x"]}`: "/raw/1: string is not a number", `{"raw":true}`: "/raw: ", `{"raw":{}}`: "/raw: ",
	} {
		in := file(t, "in.ndjson", []byte(rows+row))
		got := beveFails(t, 1, "convert", "--columns-of", columns, in, filepath.Join(t.TempDir(), "out.parquet"))
		if !strings.Contains(got, ": row 3: "+says) || strings.Contains(got, "at byte") {
			t.Errorf("%s: %q", row, got)
		}
	}
}

// bytesColumns is a row with two columns of bytes.
func bytesColumns(t *testing.T) []byte {
	t.Helper()
	data, err := beve.Marshal(struct {
		Fixed []byte `json:"fixed"`
		Raw   []byte `json:"raw"`
	}{[]byte{1, 2}, []byte{1}})
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func TestMalformedParquetFails(t *testing.T) {
	whole := filepath.Join(t.TempDir(), "whole.parquet")
	beveOK(t, "convert", tables(t, measurements(20))["table"], whole)
	data := read(t, whole)
	for i := range 50 {
		cut := file(t, "cut.parquet", []byte(data[:len(data)*i/50]))
		if r := beveIn(t, "", "cat", cut); r.code != 1 || !located.MatchString(r.err) {
			t.Errorf("%d/50: %+v", i, r)
		}
	}
	// Most of the footer, and what follows it.
	for i := len(data) / 2; i < len(data); i += 7 {
		bad := []byte(data)
		bad[i] ^= 0x55
		// It may still be a file, of other values or names.
		if r := beveIn(t, "", "valid", file(t, "bad.parquet", bad)); r.code != 0 && !located.MatchString(r.err) {
			t.Errorf("byte %d: %+v", i, r)
		}
	}
	for _, r := range []result{
		beveIn(t, data, "cat", "--from", "parquet"),
		beveIn(t, "", "cat", file(t, "whole.parquet.gz", []byte(data))),
		beveIn(t, "", "cat", file(t, "text.parquet", []byte(`{"a":1}`))),
	} {
		if r.code != 1 || !located.MatchString(r.err) {
			t.Errorf("%+v", r)
		}
	}
}

func TestConvertToColumnsRefusesWhatMakesNoSense(t *testing.T) {
	in := file(t, "a.json", []byte(`{"a":1}`))
	for _, args := range [][]string{
		{"out.parquet.gz"}, {"out.arrow"}, {"out.arrows.zst"}, {"out.feather"}, {"out.beve", "--columns-of", in}, {"out.parquet", "--indent"}, {"out.parquet", "--typed-arrays"},
		{"out.parquet", "--framing"}, {"out.parquet", "--compression", "lzma"},
		{"out.beve", "--compression", "zstd"}, {"out.parquet", "--sample-rows", "-1"}, {"out.parquet", "--type-tags"},
	} {
		out := filepath.Join(t.TempDir(), args[0])
		beveFails(t, 2, append([]string{"convert", in, out}, args[1:]...)...)
		if _, err := os.Stat(out); err == nil {
			t.Errorf("%v: a file was written", args)
		}
	}
}

func TestConvertToColumnsOnATerminal(t *testing.T) {
	in := tables(t, measurements(2000))["stream"]
	out := filepath.Join(t.TempDir(), "rows.parquet")
	onTerminal := func(args ...string) (int, string) {
		var o, e bytes.Buffer
		a := newApp(context.Background(), streams{out: &o, err: &e, outIsTerminal: true, errIsTerminal: true})
		a.barDelay = 0
		return a.run(args), e.String()
	}
	for _, args := range [][]string{{in, out, "--group-rows", "100"}, {out, in + ".json"}} {
		code, text := onTerminal(append([]string{"convert", "--color", "never"}, args...)...)
		if code != 0 || !strings.Contains(text, "2000 values") || !strings.Contains(text, "iB/s") {
			t.Errorf("code %d, %q", code, text)
		}
	}
	if code, text := onTerminal("convert", in, "-", "--to", "parquet"); code != 2 {
		t.Errorf("code %d, %q", code, text)
	}
}

func TestInterruptedConvertToColumnsCleansUp(t *testing.T) {
	for kind, row := range map[string][]byte{"json": []byte(`{"id":7}` + "\n"), "beve": append(beveOf(t, `{"id":7}`), 6)} {
		dir := t.TempDir()
		ctx, cancel := context.WithCancel(t.Context())
		reads := 0
		endless := readFunc(func(p []byte) (int, error) {
			if reads++; reads == 3000 {
				cancel()
			}
			return copy(p, row), nil
		})
		code := run(ctx, []string{"convert", "--from", kind, "-", filepath.Join(dir, "out.parquet")},
			streams{in: endless, out: io.Discard, err: io.Discard})
		if left, _ := os.ReadDir(dir); code != exitInterrupted || len(left) != 0 {
			t.Errorf("%s: code %d, left %v", kind, code, left)
		}
	}
}

// Memory is that of a row group, however many rows there are.
func TestConvertToColumnsInConstantMemory(t *testing.T) {
	row := append(beveOf(t, `{"id":7,"text":"`+strings.Repeat("x", 1000)+`"}`), 6)
	const rows = 100_000
	live := func() int {
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		return int(m.HeapAlloc)
	}
	before, peak := live(), 0
	reads, left := 0, rows
	in := readFunc(func(p []byte) (n int, err error) {
		if reads++; reads%200 == 0 {
			peak = max(peak, live())
		}
		for left > 0 && len(p)-n >= len(row) {
			n += copy(p[n:], row)
			left--
		}
		if left == 0 && n == 0 {
			return 0, io.EOF
		}
		return n, nil
	})
	code := run(t.Context(), []string{"convert", "--group-rows", "2000", "--from", "beve", "--to", "parquet", "-", "-"},
		streams{in: in, out: io.Discard, err: io.Discard})
	if code != 0 || left != 0 || peak == 0 || peak > before+32<<20 {
		t.Errorf("code %d, %d rows left, %d MiB for %d MiB", code, left, (peak-before)>>20, rows*len(row)>>20)
	}
}

// TestTextThatTurnsOutToBeMoreThanTimes is text in the whole file, if that can be read again.
func TestTextThatTurnsOutToBeMoreThanTimes(t *testing.T) {
	rows := strings.Repeat("{\"day\":\"2026-02-28\"}\n", 1500) + "{\"day\":\n{\"day\":\"n/a\"}\n"
	in, out := file(t, "in.ndjson", []byte(rows)), filepath.Join(t.TempDir(), "out.parquet")
	r := beveIn(t, "", "convert", "--skip-bad", in, out)
	if r.code != 0 || strings.Count(r.err, "\n") != 1 || !strings.Contains(r.err, "passed over 1 bad value;") {
		t.Errorf("%+v", r)
	}
	if got, want := beveOK(t, "cat", out), strings.Replace(rows, "{\"day\":\n", "", 1); got != want {
		t.Errorf("read back: %d bytes of %d", len(got), len(want))
	}
	r = beveIn(t, rows, "convert", "--skip-bad", "-", out)
	if r.code != 1 || !strings.Contains(r.err, `standard input: row 1500: /day: "n/a": not a time`) || !strings.Contains(r.err, "--text-times") {
		t.Errorf("%+v", r)
	}
	if r = beveIn(t, rows, "convert", "--skip-bad", "--text-times", "-", out); r.code != 0 {
		t.Errorf("%+v", r)
	}
}
