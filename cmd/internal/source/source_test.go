package source

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"

	"github.com/beve-org/beve-go/translator"
)

func TestKindOfNames(t *testing.T) {
	for name, want := range map[string]Kind{
		"a.json": {JSON, Plain}, "A.JSON": {JSON, Plain}, "dir.beve/a.ndjson": {NDJSON, Plain}, "a.jsonl.gz": {NDJSON, Gzip},
		"a.beve.zst": {BEVE, Zstd}, "a.b.beve": {BEVE, Plain}, "a": {}, "a.txt": {}, "a.gz": {Unknown, Gzip}, "-": {},
		"json": {}, "a.beve.bz2": {}, ".beve": {BEVE, Plain}, "a.parquet": {Parquet, Plain}, "a.arrows.zst": {Arrow, Zstd},
		"a.arrow": {Arrow, Plain}, "a.feather": {Arrow, Plain},
	} {
		if got := KindOf(name); got != want {
			t.Errorf("%s: %v %v, want %v %v", name, got.Format, got.Compression, want.Format, want.Compression)
		}
	}
	for name, want := range map[string]Kind{
		"json": {JSON, Plain}, "NDJSON.gz": {NDJSON, Gzip}, "beve.zst": {BEVE, Zstd}, "jsonl": {NDJSON, Plain},
		"": {}, "gz": {}, "json.": {}, "json.bz2": {}, "xml": {}, "beve.gz.zst": {},
	} {
		got, err := ParseKind(name)
		if got != want || (err == nil) != (want.Format != Unknown) {
			t.Errorf("%s: %v, %v", name, got, err)
		}
	}
	if s := JSON.String() + NDJSON.String() + BEVE.String() + Unknown.String() + Parquet.String() + Arrow.String(); s !=
		"jsonndjsonbeveunknownparquetarrow" {
		t.Error(s)
	}
}

func zipped(t *testing.T, c Compression, data string) string {
	t.Helper()
	var b bytes.Buffer
	var w io.WriteCloser = gzip.NewWriter(&b)
	if c == Zstd {
		z, err := zstd.NewWriter(&b)
		if err != nil {
			t.Fatal(err)
		}
		w = z
	}
	io.WriteString(w, data)
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestFormatsAreFoundByTheirBytes(t *testing.T) {
	for data, want := range map[string]Format{
		"": BEVE, `{"a":1}`: JSON, " [1]": JSON, "\n\n7": JSON, `"x"`: JSON, "null": JSON, "-1": JSON, "0": JSON, "42": JSON,
		"1 2 3": JSON, "31": JSON, "\t5": JSON, "hello": JSON, "\xef\xbb\xbf{}": JSON,
		"\x00": BEVE, "\x03\x04\x04a\x00": BEVE, "\x05\x00": BEVE, "\x2e\x02\x00": BEVE, "\x06": BEVE, "\x02\x04a": BEVE,
		"\x31\xe9\x03": BEVE, "\x34\x08\x01\x00\x02\x00": BEVE, "\x33\x04\x01\x00\x00": BEVE, "\x09\x80": BEVE, "\xff": BEVE,
		"\x61\x00\x00\x00\x00\x00\x00\xf0\x3f": BEVE, "\x09": BEVE,
	} {
		for _, c := range []Compression{Plain, Gzip, Zstd} {
			in := data
			if c != Plain {
				in = zipped(t, c, data)
			}
			s, err := Open("-", Options{Stdin: strings.NewReader(in)})
			if err != nil {
				t.Fatal(err)
			}
			if s.Format != want {
				t.Errorf("%q %v: %v", data, c, s.Format)
			}
			if got, err := io.ReadAll(s); err != nil || string(got) != strings.TrimPrefix(data, "\ufeff") || s.Offset() != int64(len(data)) {
				t.Errorf("%q %v: read %q, %v, offset %d", data, c, got, err, s.Offset())
			}
			if err := errors.Join(s.Close(), s.Close()); err != nil {
				t.Error(err)
			}
		}
	}
}

func TestOpenErrors(t *testing.T) {
	dir := t.TempDir()
	write := func(name, data string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(data), 0o644); err != nil {
			t.Fatal(err)
		}
		return path
	}
	for name, want := range map[string]string{
		filepath.Join(dir, "nosuch"):        ": no such file or directory",
		dir:                                 ": is a directory",
		write("a.json.gz", "{}"):            ": 0: not gzip data",
		write("empty.beve.zst", ""):         ": 0: not zstd data",
		write("wrong.beve.zst", "\x1f\x8b"): ": 0: not zstd data",
		write("short.gz", "\x1f\x8b"):       ": 0: compressed data ends too early",
		write("bad.gz", "\x1f\x8b\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff"): ": 0: gzip: invalid header",
	} {
		s, err := Open(name, Options{})
		if s != nil || err == nil || err.Error() != name+want {
			t.Errorf("%s: %v, want %s", name, err, want)
		}
	}
}

func TestDamagedCompressionIsAnError(t *testing.T) {
	text := strings.Repeat(`{"a":[1,2,3]}`+"\n", 5000)
	for _, c := range []Compression{Gzip, Zstd} {
		whole := zipped(t, c, text)
		damaged := []byte(whole)
		damaged[len(damaged)-3] ^= 0x55
		for _, data := range []string{whole[:len(whole)-1], whole[:len(whole)/2], string(damaged)} {
			s, err := Open("-", Options{Stdin: strings.NewReader(data)})
			if err != nil {
				t.Fatal(err)
			}
			v := s.Values()
			for err == nil {
				_, err = v.Next()
			}
			var placed *Error
			if !errors.As(err, &placed) || placed.Name != StdinName {
				t.Errorf("%v: %v", c, err)
			}
			if _, again := v.Next(); again != err {
				t.Errorf("%v: then %v", c, again)
			}
			s.Close()
		}
	}
}

// collect reads all values; data tells apart where each starts and what it is.
func collect(t *testing.T, r io.Reader, o Options) (offsets []int64, data []string, err error) {
	t.Helper()
	o.Stdin = r
	s, err := Open("-", o)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	v := s.Values()
	for {
		val, err := v.Next()
		if err != nil {
			return offsets, data, err
		}
		offsets, data = append(offsets, val.Offset), append(data, string(val.Data))
	}
}

func TestValuesHoweverTheBytesArrive(t *testing.T) {
	long := strings.Repeat("x", 200_000)
	for _, in := range []struct {
		data    string
		offsets []int64
	}{
		{"{\"a\":1} [2]\n3 \"" + long + "\"4", []int64{0, 8, 12, 14, 200_016}},
		{"\x2e\x02\x06\x00\x18\x06\x06\x02\x02\x35\x0c\x00" + long + "\x06\x05\x04\x00", []int64{3, 4, 7, 200_013}},
	} {
		var want []string
		for i, wrap := range []func(io.Reader) io.Reader{
			func(r io.Reader) io.Reader { return r }, iotest.OneByteReader, iotest.HalfReader, iotest.DataErrReader,
		} {
			offsets, data, err := collect(t, wrap(strings.NewReader(in.data)), Options{})
			if err != io.EOF {
				t.Fatalf("%.20q: %v", in.data, err)
			}
			if i == 0 {
				want = data
			}
			if len(offsets) != len(in.offsets) {
				t.Fatalf("%.20q: %v", in.data, offsets)
			}
			for k := range offsets {
				if offsets[k] != in.offsets[k] || data[k] != want[k] {
					t.Errorf("%.20q: value %d at %d", in.data, k, offsets[k])
				}
			}
		}
	}
}

func TestReadErrorsArePlaced(t *testing.T) {
	for _, data := range []string{"[1,2,", "\x05\x08\x00", "", "\x2e", "[1] "} {
		fail := errors.New("unplugged")
		_, _, err := collect(t, io.MultiReader(strings.NewReader(data), iotest.ErrReader(fail)), Options{})
		if !errors.Is(err, fail) || !strings.HasPrefix(err.Error(), "standard input: ") {
			t.Errorf("%q: %v", data, err)
		}
		cancel := func(int) error { return context.Canceled }
		s, err := Open("-", Options{Stdin: strings.NewReader(data), OnRead: cancel})
		if err == nil {
			for v := s.Values(); err == nil; {
				_, err = v.Next()
			}
		}
		if err != context.Canceled && err != io.EOF {
			t.Errorf("%q, canceled: %v", data, err)
		}
	}
	_, _, err := collect(t, idle{}, Options{Kind: Kind{Format: JSON}})
	if !errors.Is(err, io.ErrNoProgress) {
		t.Error(err)
	}
}

// idle is a reader that never gets anywhere.
type idle struct{}

func (idle) Read([]byte) (int, error) { return 0, nil }

func TestValuesEndAtTheirLimit(t *testing.T) {
	o := Options{Limits: translator.Limits{MaxBytes: 100_000}}
	for _, data := range []string{`"` + strings.Repeat("x", 150_000), "\x02\x02\x35\x0c\x00" + strings.Repeat("x", 150_000)} {
		_, _, err := collect(t, strings.NewReader(data), o)
		if !errors.Is(err, translator.ErrLimit) {
			t.Errorf("%.10q: %v", data, err)
		}
	}
}

func TestBeforeReadEndsTheReading(t *testing.T) {
	s, err := Open("-", Options{Stdin: strings.NewReader("1")})
	if err != nil {
		t.Fatal(err)
	}
	stop := errors.New("stop")
	v := s.Values()
	v.BeforeRead = func() error { return stop }
	if _, err := v.Next(); err != stop {
		t.Error(err)
	}
}

func TestErrorsStayOnOneLine(t *testing.T) {
	e := &Error{Name: "a\nb", Offset: 7, Path: "/x\x1b[0m", Err: errors.New("why\n?")}
	if got, want := e.Error(), `a\u000ab: 7: /x\u001b[0m: why\u000a?`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	s := &Source{Name: "f", Format: JSON}
	err := s.FailAt(Value{Offset: 5}, &translator.DecodeError{Offset: 3, Path: "/p", Err: translator.ErrDepth})
	if got := err.Error(); got != "f: 5: /p: nesting too deep" || !errors.Is(err, translator.ErrDepth) {
		t.Error(got)
	}
	s.Format = BEVE
	err = s.FailAt(Value{Offset: 5}, &translator.DecodeError{Offset: 3, Err: translator.ErrDepth})
	if got := err.Error(); got != "f: 8: nesting too deep" {
		t.Error(got)
	}
	if got := s.FailAt(Value{}, io.ErrUnexpectedEOF).Error(); got != "f: 0: compressed data ends too early" {
		t.Error(got)
	}
}

// TestSeek reads plain files again, and nothing else.
func TestSeek(t *testing.T) {
	text := strings.Repeat("[1,2,3]\n", 50_000)
	name := filepath.Join(t.TempDir(), "plain.json")
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	told := 0
	s, err := Open(name, Options{OnRead: func(n int) error { told += n; return nil }})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for _, from := range []int64{0, 8, 100_000, 7} {
		if at, err := s.Seek(from, io.SeekStart); at != from || err != nil {
			t.Fatal(at, err)
		}
		if rest, err := io.ReadAll(s); err != nil || string(rest) != text[from:] {
			t.Fatalf("from %d: %d bytes, %v", from, len(rest), err)
		}
		if at, err := s.Seek(0, io.SeekCurrent); at != int64(len(text)) || err != nil {
			t.Fatal(at, err)
		}
	}
	if told != len(text) {
		t.Errorf("told of %d bytes of %d", told, len(text))
	}
	if _, err := s.Seek(-1, io.SeekEnd); err == nil {
		t.Error("from the end")
	}
	stdin, err := Open("-", Options{Stdin: strings.NewReader(text)})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := stdin.Seek(0, io.SeekCurrent); err == nil {
		t.Error("standard input can be read again")
	}
}
