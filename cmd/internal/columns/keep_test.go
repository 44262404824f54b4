package columns

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/cmd/internal/parquetfile"
	"github.com/beve-org/beve-go/translator"
)

// rewritten returns a file with the rows and the columns of another one, and checks that
// it reads the same.
func rewritten(t *testing.T, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	want, err := readAll(data)
	if err != nil {
		t.Fatal(name, err)
	}
	rows, err := Open(bytes.NewReader(data), translator.Limits{})
	if err != nil {
		t.Fatal(name, err)
	}
	defer rows.Close()
	var out bytes.Buffer
	if _, err := Write(&out, rows, Options{Schema: rows.Schema, GroupRows: 70}); err != nil {
		t.Fatal(name, err)
	}
	got, err := readAll(out.Bytes())
	if err != nil || got != want {
		t.Errorf("%s: %v, %.500s\nwant %.500s", name, err, got, want)
	}
	return out.Bytes()
}

// describe returns the types of a file, a line for each node.
func describe(n *parquetfile.Node) string {
	s := fmt.Sprintf("%s: type %d optional %v unit %d UTC %v scale %d precision %d", n.Path, n.Type, n.Optional, n.Unit, n.UTC, n.Scale, n.Precision)
	if n.Type != parquetfile.Decimal { // which may be stored in other ways
		s += fmt.Sprintf(" bits %d length %d", n.Bits, n.Length)
	}
	s += "\n"
	for _, c := range n.Children {
		s += describe(c)
	}
	return s
}

func described(t *testing.T, data []byte) string {
	t.Helper()
	f, err := parquetfile.Open(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	return describe(f.Root)
}

// From Parquet to Parquet every column keeps its type, but for those that are read only:
// they become what they are read as.
func TestColumnsKeepTheirTypes(t *testing.T) {
	changed := map[string]string{
		"arrow_int96.parquet": "times of twelve bytes", "fastparquet_int96.parquet": "times of twelve bytes",
	}
	files, _ := filepath.Glob("testdata/*.parquet")
	for _, name := range files {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		got, want := described(t, rewritten(t, name)), described(t, data)
		if same := strings.ReplaceAll(got, "/item", "/element") == strings.ReplaceAll(want, "/item", "/element"); same == (changed[filepath.Base(name)] != "") {
			t.Errorf("%s (%s):\ngot  %s\nwant %s", name, changed[filepath.Base(name)], got, want)
		}
	}
}

// Text of an interval is an interval, and other text is none.
func TestIntervals(t *testing.T) {
	for _, s := range []string{"P14M3DT1.500S", "P0M0DT0.000S", "P4294967295M4294967295DT4294967.295S"} {
		b, err := parseInterval(s)
		if err != nil || formatInterval(b) != s {
			t.Errorf("%s: %v, %v", s, b, err)
		}
	}
	for _, s := range []string{"", "P", "P1M", "P1M1DT1.1S", "P1M1DT1.100", "P-1M1DT1.000S", "P1M1DT1.000SS", "P4294967296M0DT0.000S", "P0M0DT4294967.296S", "PT0S"} {
		if b, err := parseInterval(s); err == nil {
			t.Errorf("%s: %v", s, b)
		}
	}
}

// Text of decimals, dates and times goes back into columns of them; what they cannot hold
// is refused.
func TestTextForColumns(t *testing.T) {
	data, err := os.ReadFile("testdata/arrow_scalars.parquet")
	if err != nil {
		t.Fatal(err)
	}
	rows, err := Open(bytes.NewReader(data), translator.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	for _, c := range []struct{ column, value, want string }{
		{"decimal_9_2", "1", "1.00"}, {"decimal_9_2", "-0.5", "-0.50"}, {"decimal_9_2", "1234567.890", "1234567.89"},
		{"decimal_9_2", "0.001", ""}, {"decimal_9_2", "12345678", ""}, {"decimal_9_2", "", ""}, {"decimal_9_2", "1e3", ""},
		{"decimal_9_2", "--1", ""}, {"decimal_9_2", ".", ""}, {"decimal_38_20", "-00.1", "-0.10000000000000000000"},
		{"date32", "2024-02-29", "2024-02-29"}, {"date32", "2023-02-29", ""}, {"date32", "2024-2-9", ""},
		{"time_ms", "12:00:00", "12:00:00.000"}, {"time_ms", "12:00:00.0001", ""}, {"time_ms", "24:00:00", ""},
		{"time_ns", "23:59:59.999999999", "23:59:59.999999999"}, {"time_ns", "23:59:59.9999999999", ""},
		{"local_us", "0000-01-01T00:00:00", "0000-01-01T00:00:00"}, {"local_us", "2024-02-29T12:00:00Z", ""},
		{"local_ns", "0001-01-01T00:00:00", ""}, {"local_ns", "1677-09-21T00:12:43.145224193", "1677-09-21T00:12:43.145224193"},
		{"instant_ms", "2024-02-29T12:00:00.5+01:00", "2024-02-29T11:00:00.5Z"}, {"instant_ms", "2024-02-29T12:00:00.0001Z", ""},
		{"uuid", "00000000-0000-0000-0000-00000000000a", "00000000-0000-0000-0000-00000000000a"}, {"enum", "blue", "blue"},
		{"nothing", "x", ""}, {"float16", "0.1", ""},
	} {
		in, err := beve.Marshal(map[string]any{c.column: c.value})
		if err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		_, err = Write(&out, bytes.NewReader(in), Options{Schema: rows.Schema})
		if c.want == "" {
			if err == nil || !strings.Contains(err.Error(), "/"+c.column) {
				t.Errorf("%s %q: %v", c.column, c.value, err)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s %q: %v", c.column, c.value, err)
			continue
		}
		text, err := readAll(out.Bytes())
		var got map[string]any
		if err != nil || json.Unmarshal([]byte(text), &got) != nil || got[c.column] != c.want {
			t.Errorf("%s %q: %v, %v", c.column, c.value, got[c.column], err)
		}
	}
}
