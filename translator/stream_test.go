package translator_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/beve-org/beve-go/internal/testkit"
	"github.com/beve-org/beve-go/translator"
)

// readers are the ways in which a source may hand out its bytes.
var readers = map[string]func(io.Reader) io.Reader{
	"whole":         func(r io.Reader) io.Reader { return r },
	"byte by byte":  iotest.OneByteReader,
	"halves":        iotest.HalfReader,
	"end with data": iotest.DataErrReader,
}

func TestTranscodeJSONToBEVE(t *testing.T) {
	for text, want := range map[string]string{
		"":                          "",
		" \n\t ":                    "",
		"1":                         "11 01",
		"1\n":                       "11 01",
		"1 2\n[3]":                  "11 01 06 11 02 06 05 04 11 03",
		"{}[]\"a\"\"b\" null{} 1[]": "03 00 06 05 00 06 02 04 61 06 02 04 62 06 00 06 03 00 06 11 01 06 05 00",
		"true\r\nfalse\r\n":         "18 06 08",
		"[10000000000000000000000000000000000000000e-40]": "05 04 61 000000000000f03f",
	} {
		for name, wrap := range readers {
			var out bytes.Buffer
			stats, err := translator.Transcode(&out, wrap(strings.NewReader(text)), translator.JSONToBEVE, translator.Options{})
			if err != nil || !bytes.Equal(out.Bytes(), bytesOf(t, want)) {
				t.Errorf("%q %s: got %x %v, want %s", text, name, out.Bytes(), err, want)
			}
			if stats.BytesRead != int64(len(text)) || stats.BytesWritten != int64(out.Len()) {
				t.Errorf("%q %s: %+v", text, name, stats)
			}
		}
	}
}

func TestTranscodeBEVEToJSON(t *testing.T) {
	for message, want := range map[string]string{
		"":                        "",
		"06 06":                   "",
		"11 01":                   "1\n",
		"11 01 06 11 02":          "1\n2\n",
		"11 01 11 02 00":          "1\n2\nnull\n",
		"06 06 11 01 06 06 05 00": "1\n[]\n",
		"2e 02 11 01 06 18":       "1\ntrue\n",
		"2e 01 11 01 06":          "1\n",
		"2e 02 06 11 01":          "1\n",
	} {
		for name, wrap := range readers {
			var out bytes.Buffer
			stats, err := translator.Transcode(&out, wrap(bytes.NewReader(bytesOf(t, message))), translator.BEVEToJSON, translator.Options{})
			if err != nil || out.String() != want {
				t.Errorf("%s %s: got %q %v, want %q", message, name, out.String(), err, want)
			}
			if stats.Values != int64(strings.Count(want, "\n")) || stats.BytesRead != int64(len(bytesOf(t, message))) {
				t.Errorf("%s %s: %+v", message, name, stats)
			}
		}
	}
}

// TestTranscodeEqualsTheWhole sends documents larger than any buffer there and
// back.
func TestTranscodeEqualsTheWhole(t *testing.T) {
	twitter := testkit.Gunzip(t, "../testdata/corpora/twitter.json.gz")
	var lines bytes.Buffer
	n := testkit.Rounds(300)
	values := int64(n + (n+149)/150)
	for i := range n {
		fmt.Fprintf(&lines, "{\"id\":%d,\"text\":%q,\"list\":[%s1]}\n", i, strings.Repeat("x", i*i%5000), strings.Repeat("1,", i))
		if i%150 == 0 {
			lines.Write(twitter)
		}
	}
	for name, wrap := range readers {
		for _, typed := range []bool{false, true} {
			o := translator.Options{TypedArrays: typed}
			var beve, text bytes.Buffer
			if name == "byte by byte" && typed {
				continue
			}
			s1, err := translator.Transcode(&beve, wrap(bytes.NewReader(lines.Bytes())), translator.JSONToBEVE, o)
			if err != nil || s1.Values != values {
				t.Fatal(name, s1, err)
			}
			s2, err := translator.Transcode(&text, wrap(bytes.NewReader(beve.Bytes())), translator.BEVEToJSON, o)
			if err != nil || s2.Values != values {
				t.Fatal(name, s2, err)
			}
			if err := testkit.CompareJSON(text.Bytes(), lines.Bytes()); err != nil {
				t.Fatal(name, err)
			}
		}
	}
}

func TestTranscodeReportsOffsetsOfTheStream(t *testing.T) {
	pad := strings.Repeat(" ", 100_000)
	for _, c := range []struct {
		dir       translator.Direction
		src       string
		out, want string
	}{
		{translator.JSONToBEVE, `[1] {"a":[0,x]}`, "\x05\x04\x11\x01", `json: /a/1 at byte 12: 'x' where a value must start`},
		{translator.JSONToBEVE, pad + `[1] {"a":[0,x]}`, "\x05\x04\x11\x01", `json: /a/1 at byte 100012: 'x' where a value must start`},
		{translator.JSONToBEVE, `1 {"a":[0,`, "\x11\x01", `json: /a/1 at byte 10: input ends inside a value`},
		{translator.JSONToBEVE, `1 {"a":1e999}`, "\x11\x01", `json: /a at byte 7: number beyond the range of binary64`},
		{translator.JSONToBEVE, "1 {\"a\":\"\xff", "\x11\x01", `json: /a at byte 9: input ends inside a value`},
		{translator.JSONToBEVE, "1 [\"\xff\",x", "\x11\x01", `json: /0 at byte 4: invalid UTF-8`},
		{translator.JSONToBEVE, `1true`, "", `json: at byte 1: 't' after a value`},
		{translator.JSONToBEVE, `1 ]`, "\x11\x01", `json: at byte 2: ']' where a value must start`},
		{translator.BEVEToJSON, "\x00\x06\x05\x08\x00\x07", "null\n", `beve: /1 at byte 5: invalid header 0x07`},
		{translator.BEVEToJSON, "\x00\x06\x05\x08\x00", "null\n", `beve: at byte 3: size 2 is more than the bytes left can hold`},
		{translator.BEVEToJSON, "\x00\x06\x05\x04\x02\x04\xff", "null\n", `beve: /0 at byte 6: invalid UTF-8`},
		{translator.BEVEToJSON, "\x00\x2e\x02\x00", "null\n", `beve: at byte 1: framing header where a value must start`},
		{translator.BEVEToJSON, "\x2e\x05\x00", "", `beve: at byte 1: framing header of unknown version 5`},
		{translator.BEVEToJSON, "\x2e", "", `beve: at byte 1: input ends inside a value`},
		{translator.BEVEToJSON, "\x2e\x02", "", `beve: at byte 2: input ends inside a value`},
		{translator.BEVEToJSON, "\x00\x81" + strings.Repeat("\x00", 16), "null\n", `beve: at byte 1: binary128 numbers cannot be represented`},
	} {
		for name, wrap := range readers {
			var out bytes.Buffer
			_, err := translator.Transcode(&out, wrap(strings.NewReader(c.src)), c.dir, translator.Options{})
			if err == nil || err.Error() != c.want || out.String() != c.out {
				t.Errorf("%.20q %s: got %q and %v, want %q and %s", c.src, name, out.String(), err, c.out, c.want)
			}
		}
	}
}

func TestTranscodeSingle(t *testing.T) {
	o := translator.Options{Single: true}
	for _, c := range []struct {
		dir translator.Direction
		src string
		off int64
	}{
		{translator.JSONToBEVE, " [1] ", -1}, {translator.JSONToBEVE, "", -1}, {translator.JSONToBEVE, "[1]\n2", 4},
		{translator.BEVEToJSON, "\x06\x00\x06", -1}, {translator.BEVEToJSON, "\x00\x06\x00", 2}, {translator.BEVEToJSON, "\x00\x00", 1},
	} {
		_, err := translator.Transcode(io.Discard, strings.NewReader(c.src), c.dir, o)
		var d *translator.DecodeError
		if c.off < 0 && err != nil || c.off >= 0 && (!errors.As(err, &d) || !errors.Is(err, translator.ErrTrailing) || d.Offset != c.off) {
			t.Errorf("%q: %v", c.src, err)
		}
	}
}

// TestTranscodeWritesBeforeItWaits: a peer that sends a value and waits for the
// answer gets it.
func TestTranscodeWritesBeforeItWaits(t *testing.T) {
	in, feed := io.Pipe()
	answers, out := io.Pipe()
	ended := make(chan error, 1)
	go func() {
		_, err := translator.Transcode(out, in, translator.JSONToBEVE, translator.Options{})
		ended <- err
	}()
	for i, want := range []string{"\x11\x00", "\x06\x11\x01", "\x06\x11\x02"} {
		fmt.Fprintf(feed, "%d\n", i)
		got := make([]byte, len(want))
		if _, err := io.ReadFull(answers, got); err != nil || string(got) != want {
			t.Fatalf("%d: got %x %v", i, got, err)
		}
	}
	feed.Close()
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

// endless repeats a pattern until n bytes are read.
type endless struct {
	pattern []byte
	at, n   int
}

func (r *endless) Read(p []byte) (int, error) {
	if r.n <= 0 {
		return 0, io.EOF
	}
	k := 0
	for k < len(p) && r.n > 0 {
		c := copy(p[k:], r.pattern[r.at:])
		r.at = (r.at + c) % len(r.pattern)
		k, r.n = k+c, r.n-c
	}
	return k, nil
}

func TestTranscodeNeedsBoundedMemory(t *testing.T) {
	line := []byte(`{"id":1,"name":"some name","values":[1,2,3.5]}` + "\n")
	value, err := translator.FromJSON(line)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		dir     translator.Direction
		pattern []byte
	}{{translator.JSONToBEVE, line}, {translator.BEVEToJSON, value}} {
		size := 32 << 20
		if testing.Short() {
			size = 4 << 20
		}
		n := size / len(c.pattern)
		var stats translator.TranscodeStats
		var err error
		got := testkit.Allocated(func() {
			stats, err = translator.Transcode(io.Discard, &endless{pattern: c.pattern, n: n * len(c.pattern)}, c.dir, translator.Options{})
		})
		if err != nil || stats.Values != int64(n) {
			t.Errorf("%v: %+v %v", c.dir, stats, err)
		}
		if got > 1<<20 {
			t.Errorf("%v: %d bytes allocated for a stream of %d", c.dir, got, size)
		}
	}
}

func TestTranscodeLimitsTheValue(t *testing.T) {
	o := translator.Options{Limits: translator.Limits{MaxBytes: 1 << 20, MaxDepth: 10, MaxElements: 1000}}
	for _, c := range []struct {
		dir  translator.Direction
		r    io.Reader
		want error
	}{
		{translator.JSONToBEVE, &endless{pattern: []byte(`"xxxxxxxxxxxxx`)[1:], n: 1 << 30}, translator.ErrSyntax},
		{translator.JSONToBEVE, io.MultiReader(strings.NewReader(`"`), &endless{pattern: []byte(`x`), n: 1 << 30}), translator.ErrLimit},
		{translator.JSONToBEVE, &endless{pattern: []byte(`[`), n: 1 << 30}, translator.ErrDepth},
		{translator.JSONToBEVE, strings.NewReader("[" + strings.Repeat("1,", 1000) + "1]"), translator.ErrLimit},
		{translator.JSONToBEVE, strings.NewReader(`"` + strings.Repeat("x", 1<<20-2) + `"`), nil},
		{translator.JSONToBEVE, strings.NewReader(`"` + strings.Repeat("x", 1<<20-1) + `"`), translator.ErrLimit},
		{translator.BEVEToJSON, io.MultiReader(strings.NewReader("\x02\xff\xff\xff\xff\xff\xff\xff\xff"), &endless{pattern: []byte(`x`), n: 1 << 30}), translator.ErrLimit},
		{translator.BEVEToJSON, &endless{pattern: []byte("\x05\x04"), n: 1 << 30}, translator.ErrDepth},
		{translator.BEVEToJSON, strings.NewReader("\x05\xa5\x0f" + strings.Repeat("\x00", 1001)), translator.ErrLimit},
	} {
		var err error
		got := testkit.Allocated(func() { _, err = translator.Transcode(io.Discard, c.r, c.dir, o) })
		if !errors.Is(err, c.want) {
			t.Errorf("%v: %v, want %v", c.dir, err, c.want)
		}
		if got > 16<<20 {
			t.Errorf("%v: %d bytes allocated", c.dir, got)
		}
	}
}

func TestTranscodePassesOnForeignErrors(t *testing.T) {
	broken := errors.New("broken")
	located := &translator.DecodeError{Offset: 3, Err: broken}
	for _, dir := range []translator.Direction{translator.JSONToBEVE, translator.BEVEToJSON} {
		whole, part := "[1] ", "[1"
		if dir == translator.BEVEToJSON {
			whole, part = "\x05\x04\x11\x01", "\x05\x04"
		}
		for _, text := range []string{whole, part, whole + part, ""} {
			for _, cause := range []error{broken, located} {
				var out bytes.Buffer
				_, err := translator.Transcode(&out, io.MultiReader(strings.NewReader(text), iotest.ErrReader(cause)), dir, translator.Options{})
				if err != cause || located.Offset != 3 || (out.Len() > 0) != strings.HasPrefix(text, whole) {
					t.Errorf("%v after %q: %v, output %q", dir, text, err, out.Bytes())
				}
			}
		}
		if _, err := translator.Transcode(failing{broken}, strings.NewReader(whole), dir, translator.Options{}); err != broken {
			t.Errorf("%v: %v", dir, err)
		}
		if _, err := translator.Transcode(failing{nil}, strings.NewReader(whole), dir, translator.Options{}); err != io.ErrShortWrite {
			t.Errorf("%v: %v", dir, err)
		}
		if _, err := translator.Transcode(failing{broken}, &endless{pattern: []byte(whole), n: 4 << 20}, dir, translator.Options{}); err != broken {
			t.Errorf("%v: %v", dir, err)
		}
		if _, err := translator.Transcode(io.Discard, iotest.TimeoutReader(iotest.OneByteReader(strings.NewReader(whole))), dir, translator.Options{}); err != iotest.ErrTimeout {
			t.Errorf("%v: %v", dir, err)
		}
		if _, err := translator.Transcode(io.Discard, idle(0), dir, translator.Options{}); err != io.ErrNoProgress {
			t.Errorf("%v: %v", dir, err)
		}
		if _, err := translator.Transcode(io.Discard, idle(1<<30), dir, translator.Options{}); err == nil {
			t.Errorf("%v: no error for an impossible count", dir)
		}
	}
	if _, err := translator.Transcode(io.Discard, strings.NewReader("1"), 7, translator.Options{}); !errors.Is(err, translator.ErrUnsupported) {
		t.Errorf("direction 7: %v", err)
	}
}

// failing is a writer that takes nothing.
type failing struct{ err error }

func (w failing) Write([]byte) (int, error) { return 0, w.err }

// idle is a reader that claims that many bytes and gives none.
type idle int

func (n idle) Read([]byte) (int, error) { return int(n), nil }

func TestDirectionNames(t *testing.T) {
	if s := fmt.Sprint(translator.JSONToBEVE, ", ", translator.BEVEToJSON, ", ", translator.Direction(9)); s != "JSON to BEVE, BEVE to JSON, Direction(9)" {
		t.Error(s)
	}
}

// FuzzTranscode: a stream in pieces is what it is at once, and both directions
// agree with the functions for one message.
func FuzzTranscode(f *testing.F) {
	f.Add([]byte(`1 [2,"x"]{"a":null} true`), false)
	f.Add([]byte("\x2e\x02\x11\x01\x06\x05\x04\x00\x3c\x04\x04a"), true)
	f.Fuzz(func(t *testing.T, data []byte, toJSON bool) {
		dir := translator.JSONToBEVE
		if toJSON {
			dir = translator.BEVEToJSON
		}
		var whole, pieces bytes.Buffer
		s1, err1 := translator.Transcode(&whole, bytes.NewReader(data), dir, translator.Options{})
		s2, err2 := translator.Transcode(&pieces, iotest.OneByteReader(bytes.NewReader(data)), dir, translator.Options{})
		if s1 != s2 || fmt.Sprint(err1) != fmt.Sprint(err2) || !bytes.Equal(whole.Bytes(), pieces.Bytes()) {
			t.Fatalf("%q: %+v %v %q at once, %+v %v %q in pieces", data, s1, err1, whole.Bytes(), s2, err2, pieces.Bytes())
		}
		if !toJSON {
			if one, err := translator.FromJSON(data); err == nil && (err1 != nil || !bytes.Equal(one, whole.Bytes())) {
				t.Fatalf("%q: %x alone, %x %v in a stream", data, one, whole.Bytes(), err1)
			}
			return
		}
		if one, err := translator.ToJSON(data); err == nil && (err1 != nil || string(one)+"\n" != whole.String()) {
			t.Fatalf("%x: %s alone, %s %v in a stream", data, one, whole.Bytes(), err1)
		}
		for _, line := range bytes.Split(whole.Bytes(), []byte("\n")) {
			if len(line) > 0 && !json.Valid(line) {
				t.Fatalf("%x: line %s", data, line)
			}
		}
	})
}
