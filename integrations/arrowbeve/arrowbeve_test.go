package arrowbeve_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
	"github.com/apache/arrow-go/v18/parquet"
	"github.com/apache/arrow-go/v18/parquet/compress"
	"github.com/apache/arrow-go/v18/parquet/file"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/integrations/arrowbeve"
	"github.com/beve-org/beve-go/translator"
)

type place struct {
	City string  `json:"city"`
	Lat  float64 `json:"lat"`
}

type reading struct {
	ID      int           `json:"id"`
	Big     uint64        `json:"big"`
	Name    string        `json:"name"`
	Good    bool          `json:"good"`
	Ratio   float64       `json:"ratio"`
	Small   float32       `json:"small"`
	Samples []float64     `json:"samples"`
	Counts  []uint16      `json:"counts"`
	Tags    []string      `json:"tags"`
	Raw     []byte        `json:"raw"`
	Where   place         `json:"where"`
	Path    []place       `json:"path"`
	Maybe   *int          `json:"maybe"`
	When    time.Time     `json:"when"`
	Took    time.Duration `json:"took"`
	Key     beve.UUID     `json:"key"`
}

func readings(n int) []reading {
	out := make([]reading, n)
	for i := range out {
		out[i] = reading{
			ID: i - n/2, Big: 1<<63 + uint64(i), Name: fmt.Sprint("sensor ü ", i), Good: i%2 == 0, Ratio: float64(i) / 3,
			Small: float32(i) / 4, Samples: []float64{float64(i), 1.5}, Counts: []uint16{uint16(i), 65535},
			Tags: []string{"a", fmt.Sprint(i)}, Raw: []byte{byte(i), 0xff}, Where: place{"Delft", 52.01},
			Path: []place{{"a", 1}, {"b", float64(i)}}, When: time.Unix(1_700_000_000+int64(i), int64(i)).UTC(),
			Took: time.Duration(i) * time.Millisecond, Key: beve.UUID{0: byte(i), 15: 7},
		}
		if i%3 == 0 {
			out[i].Maybe = &out[i].ID
		}
	}
	return out
}

// forms are the ways in which rows are written.
func forms(t *testing.T, rows []reading) map[string][]byte {
	t.Helper()
	table, err := beve.EncodeOptions{Extended: true}.Marshal(rows)
	if err != nil {
		t.Fatal(err)
	}
	// An array that is none of the extended profile, but its times are.
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
	return map[string][]byte{"table": table, "array": list, "stream": stream.Bytes()}
}

func decodeRows(t *testing.T, data []byte) (rows []reading) {
	t.Helper()
	dec := beve.NewDecoderBytes(data)
	for {
		var r reading
		switch err := dec.Decode(&r); err {
		case nil:
			rows = append(rows, r)
		case io.EOF:
			return rows
		default:
			t.Fatal(err)
		}
	}
}

func TestRowsComeBack(t *testing.T) {
	want := readings(1000)
	for name, data := range forms(t, want) {
		t.Run(name, func(t *testing.T) {
			allocator := memory.NewCheckedAllocator(memory.DefaultAllocator)
			defer allocator.AssertSize(t, 0)
			in, err := arrowbeve.NewReader(bytes.NewReader(data), arrowbeve.Options{SampleRows: 10, BatchRows: 64, Allocator: allocator})
			if err != nil {
				t.Fatal(err)
			}
			defer in.Release()
			var out bytes.Buffer
			if err := arrowbeve.Rows(&out, in); err != nil {
				t.Fatal(err)
			}
			if got := decodeRows(t, out.Bytes()); !reflect.DeepEqual(got, want) {
				t.Errorf("got %d rows, first %+v", len(got), got[0])
			}
		})
	}
}

func TestParquetComesBack(t *testing.T) {
	want := readings(500)
	in, err := arrowbeve.NewReader(bytes.NewReader(forms(t, want)["table"]), arrowbeve.Options{BatchRows: 128})
	if err != nil {
		t.Fatal(err)
	}
	defer in.Release()
	var file bytes.Buffer
	if err := arrowbeve.WriteParquet(&file, in); err != nil {
		t.Fatal(err)
	}
	rows, err := arrowbeve.ReadParquet(t.Context(), bytes.NewReader(file.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Release()
	var out bytes.Buffer
	if err := arrowbeve.Rows(&out, rows); err != nil {
		t.Fatal(err)
	}
	if got := decodeRows(t, out.Bytes()); !reflect.DeepEqual(got, want) {
		t.Errorf("got %d rows, first %+v", len(got), got[0])
	}
}

// DuckDB, a reader that is not ours, sees the same values.
func TestDuckDBReadsTheParquet(t *testing.T) {
	python := duckdb(t)
	rows := readings(300)
	in, err := arrowbeve.NewReader(bytes.NewReader(forms(t, rows)["stream"]), arrowbeve.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer in.Release()
	path := filepath.Join(t.TempDir(), "rows.parquet")
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if err := arrowbeve.WriteParquet(file, in); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command(python, "-c", `
import duckdb, sys
print(duckdb.sql(f"""select count(*), sum(id), max(big), count(maybe), sum(samples[1]), sum(counts[2]), max(name),
    sum(path[2].lat), count(*) filter (good), epoch_ns(max("when")), hex(min(raw)), count(distinct tags[2]),
    any_value(typeof(key)), max(key::varchar)
    from '{sys.argv[1]}'""").fetchall()[0])`, path).CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	var sumID, sumSamples, sumCounts, sumPath, good, maybe int
	for _, r := range rows {
		sumID += r.ID
		sumSamples += int(r.Samples[0])
		sumCounts += int(r.Counts[1])
		sumPath += int(r.Path[1].Lat)
		if r.Good {
			good++
		}
		if r.Maybe != nil {
			maybe++
		}
	}
	last := rows[len(rows)-1]
	for _, want := range []string{
		fmt.Sprintf("(300, %d, %d, %d, %d.0, %d, 'sensor ü 99', ", sumID, last.Big, maybe, sumSamples, sumCounts),
		fmt.Sprintf("%d.0, %d, %d, '00FF', 300, 'UUID', 'ff000000-0000-0000-0000-000000000007')",
			sumPath, good, last.When.UnixNano()),
	} {
		if !strings.Contains(string(out), want) {
			t.Errorf("DuckDB says %s, without %s", out, want)
		}
	}
}

// duckdb returns a Python that has DuckDB, in an environment of the user's cache.
func duckdb(t *testing.T) string {
	t.Helper()
	cache, err := os.UserCacheDir()
	if err != nil {
		t.Skip("no folder for a Python environment: ", err)
	}
	env := filepath.Join(cache, "beve-go", "duckdb")
	python := filepath.Join(env, "bin", "python")
	if exec.Command(python, "-c", "import duckdb").Run() == nil {
		return python
	}
	for _, args := range [][]string{{"python3", "-m", "venv", env}, {python, "-m", "pip", "install", "-q", "duckdb"}} {
		if out, err := exec.Command(args[0], args[1:]...).CombinedOutput(); err != nil {
			t.Skipf("DuckDB cannot be had: %v\n%s", err, out)
		}
	}
	return python
}

// A row group holds no more rows than were asked for, nor more bytes.
func TestRowGroups(t *testing.T) {
	data := forms(t, readings(100))["stream"]
	for _, c := range []struct {
		opts   arrowbeve.Options
		groups int
	}{{arrowbeve.Options{}, 1}, {arrowbeve.Options{BatchRows: 30}, 4}, {arrowbeve.Options{BatchBytes: len(data) / 10}, 10},
		{arrowbeve.Options{BatchBytes: 1}, 100}} {
		in, err := arrowbeve.NewReader(bytes.NewReader(data), c.opts)
		if err != nil {
			t.Fatal(err)
		}
		defer in.Release()
		var out bytes.Buffer
		if err := arrowbeve.WriteParquet(&out, in, parquet.WithCompression(compress.Codecs.Snappy)); err != nil {
			t.Fatal(err)
		}
		read, err := file.NewParquetReader(bytes.NewReader(out.Bytes()))
		if err != nil {
			t.Fatal(err)
		}
		// A limit of bytes is passed by the row that reaches it.
		if n := read.NumRowGroups(); n > c.groups || n < c.groups-1 || read.NumRows() != 100 {
			t.Errorf("%+v: %d row groups, %d rows", c.opts, n, read.NumRows())
		}
		column, err := read.MetaData().RowGroup(0).ColumnChunk(0)
		if err != nil || column.Compression() != compress.Codecs.Snappy {
			t.Errorf("compressed by %v, %v", column.Compression(), err)
		}
	}
}

// A footer that has been damaged is refused, or is that of another file.
func TestReadParquetChecksTheFooter(t *testing.T) {
	in, err := arrowbeve.NewReader(bytes.NewReader(forms(t, readings(5))["table"]), arrowbeve.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer in.Release()
	var out bytes.Buffer
	if err := arrowbeve.WriteParquet(&out, in); err != nil {
		t.Fatal(err)
	}
	whole := out.Bytes()
	footer := int(binary.LittleEndian.Uint32(whole[len(whole)-8:])) + 8
	refused := 0
	for i := len(whole) - footer; i < len(whole); i += 3 {
		data := bytes.Clone(whole)
		data[i] ^= 0x80
		rows, err := arrowbeve.ReadParquet(t.Context(), bytes.NewReader(data))
		if err != nil {
			refused++
			continue
		}
		rows.Release()
	}
	if refused < footer/30 {
		t.Errorf("%d of %d were refused", refused, footer)
	}
}

// Types that other writers have, and BEVE has not, keep every digit as text.
func TestForeignTypes(t *testing.T) {
	decimals := &arrow.Decimal128Type{Precision: 38, Scale: 2}
	schema := arrow.NewSchema([]arrow.Field{{Name: "sum", Type: decimals}, {Name: "day", Type: arrow.FixedWidthTypes.Date32},
		{Name: "at", Type: arrow.FixedWidthTypes.Time64us}, {Name: "text", Type: arrow.BinaryTypes.StringView},
		{Name: "map", Type: arrow.MapOf(arrow.BinaryTypes.String, arrow.PrimitiveTypes.Int8)}}, nil)
	b := array.NewRecordBuilder(memory.DefaultAllocator, schema)
	defer b.Release()
	for i, row := range []string{
		`{"sum":"123456789012345678901234567890123456.78","day":"2024-02-29","at":"23:59:58.000001","text":"ü","map":[{"key":"a","value":1}]}`,
		`{"sum":"-100.00","day":"1969-12-31","at":"00:00:00","text":"","map":[]}`,
	} {
		if err := b.UnmarshalJSON([]byte(row)); err != nil {
			t.Fatal(i, err)
		}
	}
	batch := b.NewRecordBatch()
	defer batch.Release()
	rows, err := array.NewRecordReader(schema, []arrow.RecordBatch{batch})
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Release()
	var stream, text bytes.Buffer
	if err := arrowbeve.Rows(&stream, rows); err != nil {
		t.Fatal(err)
	}
	if _, err := translator.Transcode(&text, &stream, translator.BEVEToJSON, translator.Options{}); err != nil {
		t.Fatal(err)
	}
	want := `{"sum":"123456789012345678901234567890123456.78","day":"2024-02-29","at":"23:59:58.000001","text":"ü","map":[{"key":"a","value":1}]}
{"sum":"-100.00","day":"1969-12-31","at":"00:00:00.000000","text":"","map":[]}
`
	if text.String() != want {
		t.Errorf("got %s", text.String())
	}
}

func TestColumns(t *testing.T) {
	want := readings(100)
	in, err := arrowbeve.NewReader(bytes.NewReader(forms(t, want)["table"]), arrowbeve.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer in.Release()
	if !in.Next() {
		t.Fatal(in.Err())
	}
	data, err := arrowbeve.Columns(in.RecordBatch())
	if err != nil {
		t.Fatal(err)
	}
	var got struct {
		ID    []int64   `json:"id"`
		Name  []string  `json:"name"`
		Ratio []float64 `json:"ratio"`
		Maybe []*int    `json:"maybe"`
		Where []place   `json:"where"`
	}
	if err := beve.Unmarshal(data, &got); err != nil {
		t.Fatal(err)
	}
	for i, r := range want {
		if int(got.ID[i]) != r.ID || got.Name[i] != r.Name || got.Ratio[i] != r.Ratio || got.Where[i] != r.Where ||
			!reflect.DeepEqual(got.Maybe[i], r.Maybe) {
			t.Fatalf("row %d: %+v", i, r)
		}
	}
	view, err := beve.NewView(data)
	if err != nil {
		t.Fatal(err)
	}
	ratio, err := view.Key("ratio")
	if err != nil || ratio.Kind() != beve.KindNumberArray {
		t.Errorf("the column is a %v, %v", ratio.Kind(), err)
	}
}

func TestInference(t *testing.T) {
	for _, c := range []struct {
		name string
		rows []any
		want string // of the column a
		err  error
	}{
		{"integers", []any{1, 300, -1}, "int64", nil},
		{"integers and floats", []any{1, 1.5}, "float64", nil},
		{"float32 alone", []any{float32(1), float32(2)}, "float32", nil},
		{"float32 and float64", []any{float32(1), 2.5}, "float64", nil},
		{"large integers", []any{1, uint64(1) << 63}, "uint64", nil},
		{"large and negative integers", []any{-1, uint64(1) << 63}, "", beve.ErrOverflow},
		{"null first", []any{nil, "x"}, "utf8", nil},
		{"nothing but null", []any{nil, nil}, "null", nil},
		{"arrays keep their width", []any{[]int16{1}, []int16{2}}, "list<item: int16, nullable>", nil},
		{"arrays of other widths", []any{[]int16{1}, []float32{2}}, "list<item: float64, nullable>", nil},
		{"empty arrays", []any{[]any{}, []string{"x"}}, "list<item: utf8, nullable>", nil},
		{"bytes", []any{[]byte{1}}, "binary", nil},
		{"objects with other members", []any{map[string]int{"x": 1}, map[string]string{"y": ""}}, "struct<x: int64 nullable, y: utf8 nullable>", nil},
		{"strings and numbers", []any{"x", 1}, "", beve.ErrMismatch},
		{"complex numbers", []any{1i}, "", beve.ErrUnsupported},
	} {
		var stream bytes.Buffer
		enc := beve.NewEncoder(&stream)
		for _, v := range c.rows {
			if err := enc.Encode(map[string]any{"a": v}); err != nil {
				t.Fatal(err)
			}
		}
		in, err := arrowbeve.NewReader(&stream, arrowbeve.Options{})
		if c.err != nil {
			if !errors.Is(err, c.err) || !strings.Contains(err.Error(), "/a") || !strings.Contains(err.Error(), "row ") {
				t.Errorf("%s: %v", c.name, err)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if got := in.Schema().Field(0).Type.String(); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
		n := 0
		for in.Next() {
			n += int(in.RecordBatch().NumRows())
		}
		if in.Err() != nil || n != len(c.rows) {
			t.Errorf("%s: %d rows, %v", c.name, n, in.Err())
		}
		in.Release()
	}
}

func TestGivenSchemas(t *testing.T) {
	schema := arrow.NewSchema([]arrow.Field{
		{Name: "id", Type: arrow.PrimitiveTypes.Int8},
		{Name: "when", Type: &arrow.TimestampType{Unit: arrow.Millisecond, TimeZone: "UTC"}, Nullable: true},
		{Name: "kind", Type: &arrow.DictionaryType{IndexType: arrow.PrimitiveTypes.Int32, ValueType: arrow.BinaryTypes.String}, Nullable: true},
		{Name: "key", Type: &arrow.FixedSizeBinaryType{ByteWidth: 4}, Nullable: true},
	}, nil)
	for _, c := range []struct {
		name string
		row  any
		opts arrowbeve.Options
		err  error
		text string
	}{
		{"all", map[string]any{"id": 7, "when": "2024-02-29T12:00:00.125Z", "kind": "a", "key": []byte{1, 2, 3, 4}}, arrowbeve.Options{}, nil, ""},
		{"missing members", map[string]any{}, arrowbeve.Options{}, nil, ""},
		{"too large", map[string]any{"id": 300}, arrowbeve.Options{}, beve.ErrOverflow, "row 0: beve: /id"},
		{"finer than the unit", map[string]any{"when": "2024-02-29T12:00:00.0001Z"}, arrowbeve.Options{}, beve.ErrOverflow, "/when"},
		{"of another length", map[string]any{"key": []byte{1}}, arrowbeve.Options{}, beve.ErrMismatch, "/key"},
		{"of another kind", map[string]any{"kind": 1}, arrowbeve.Options{}, beve.ErrMismatch, "/kind"},
		{"unknown", map[string]any{"other": 1}, arrowbeve.Options{}, beve.ErrUnknownField, "/other"},
		{"unknown, ignored", map[string]any{"other": 1}, arrowbeve.Options{IgnoreUnknown: true}, nil, ""},
		{"no object", []int{1}, arrowbeve.Options{}, beve.ErrMismatch, "row 0"},
	} {
		data, err := beve.Marshal(c.row)
		if err != nil {
			t.Fatal(err)
		}
		opts := c.opts
		opts.Schema = schema
		in, err := arrowbeve.NewReader(bytes.NewReader(data), opts)
		if err != nil {
			t.Fatal(err)
		}
		for in.Next() {
			if d, ok := in.RecordBatch().Column(2).(*array.Dictionary); !ok || d.Len() != 1 {
				t.Errorf("%s: %v", c.name, in.RecordBatch().Column(2))
			}
		}
		if err := in.Err(); !errors.Is(err, c.err) || err != nil && !strings.Contains(err.Error(), c.text) {
			t.Errorf("%s: %v", c.name, err)
		}
		in.Release()
	}
}

// TestParquetKeepsDurationsAndZones: what a column of Parquet has comes back as what it
// is, or as text where BEVE has no such type.
func TestParquetKeepsDurationsAndZones(t *testing.T) {
	type inner struct {
		Took  time.Duration   `json:"a/b~c"`
		Laps  []time.Duration `json:"laps"`
		Count int64           `json:"count"`
	}
	type row struct {
		Took  time.Duration `json:"took"`
		Maybe *time.Duration
		Count int64
		At    time.Time
		Inner []inner
	}
	var rows []row
	for i := range 20 {
		d := time.Duration(i-10) * 1234567
		r := row{Took: d, Count: int64(i) << 40, At: time.Unix(int64(i), 123).UTC(),
			Inner: []inner{{d, []time.Duration{d, 2 * d}, int64(i)}}}
		if i%3 == 0 {
			r.Maybe = &d
		}
		rows = append(rows, r)
	}
	data, err := beve.EncodeOptions{Extended: true}.Marshal(rows)
	if err != nil {
		t.Fatal(err)
	}
	in, err := arrowbeve.NewReader(bytes.NewReader(data), arrowbeve.Options{BatchRows: 7})
	if err != nil {
		t.Fatal(err)
	}
	defer in.Release()
	var file, back bytes.Buffer
	if err := arrowbeve.WriteParquet(&file, in); err != nil {
		t.Fatal(err)
	}
	batches, err := arrowbeve.ReadParquet(context.Background(), bytes.NewReader(file.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	defer batches.Release()
	if err := arrowbeve.Rows(&back, batches); err != nil {
		t.Fatal(err)
	}
	want := text(t, data)
	got := text(t, back.Bytes())
	if got != strings.ReplaceAll(want[1:len(want)-2], "},{\"took", "}\n{\"took")+"\n" {
		t.Errorf("%s came back as %s", want, got)
	}
}

func text(t *testing.T, stream []byte) string {
	t.Helper()
	var out strings.Builder
	if _, err := translator.Transcode(&out, bytes.NewReader(stream), translator.BEVEToJSON, translator.Options{}); err != nil {
		t.Fatal(err)
	}
	return strings.TrimSuffix(out.String(), "\n") + "\n"
}

// TestTimestampsKeepTheirZone: with a zone they are instants with its offset, without one
// text without one.
func TestTimestampsKeepTheirZone(t *testing.T) {
	for _, c := range []struct {
		unit arrow.TimeUnit
		zone string
		n    int64
		want string
	}{
		{arrow.Millisecond, "UTC", 1_700_000_000_125, `"2023-11-14T22:13:20.125Z"`},
		{arrow.Microsecond, "Europe/Berlin", 1_700_000_000_000_001, `"2023-11-14T23:13:20.000001+01:00"`},
		{arrow.Second, "-03:30", 1_700_000_000, `"2023-11-14T18:43:20-03:30"`},
		{arrow.Nanosecond, "", 1_700_000_000_000_000_001, `"2023-11-14T22:13:20.000000001"`},
		{arrow.Second, "", 1_700_000_000, `"2023-11-14T22:13:20"`},
		{arrow.Second, "", 1 << 40, ""},
		{arrow.Second, "Nowhere/At all", 1, ""},
	} {
		schema := arrow.NewSchema([]arrow.Field{{Name: "t", Type: &arrow.TimestampType{Unit: c.unit, TimeZone: c.zone}}}, nil)
		b := array.NewRecordBuilder(memory.DefaultAllocator, schema)
		b.Field(0).(*array.TimestampBuilder).Append(arrow.Timestamp(c.n))
		data, err := arrowbeve.Columns(b.NewRecordBatch())
		if c.want == "" {
			if err == nil {
				t.Errorf("%v: %x", c, data)
			}
			continue
		}
		if err != nil {
			t.Errorf("%v: %v", c, err)
		} else if got := text(t, data); got != `{"t":[`+c.want+"]}\n" {
			t.Errorf("%v: %s", c, got)
		}
	}
}

func TestBrokenInput(t *testing.T) {
	data := forms(t, readings(50))["stream"]
	for _, n := range []int{1, len(data) / 2, len(data) - 1} {
		in, err := arrowbeve.NewReader(bytes.NewReader(data[:n]), arrowbeve.Options{SampleRows: 5})
		if err != nil {
			if !errors.Is(err, beve.ErrTruncated) {
				t.Errorf("cut at %d: %v", n, err)
			}
			continue
		}
		for in.Next() {
		}
		if n < len(data)-1 && !errors.Is(in.Err(), beve.ErrTruncated) {
			t.Errorf("cut at %d: %v", n, in.Err())
		}
		in.Release()
	}
	in, err := arrowbeve.NewReader(bytes.NewReader(nil), arrowbeve.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer in.Release()
	if in.Next() || in.Err() != nil || in.Schema().NumFields() != 0 {
		t.Errorf("no rows: %v, %v", in.Schema(), in.Err())
	}
}

func Example() {
	var rows, file bytes.Buffer
	enc := beve.NewEncoder(&rows)
	for i := range 3 {
		if err := enc.Encode(map[string]any{"id": i, "name": fmt.Sprint("row ", i)}); err != nil {
			panic(err)
		}
	}
	in, err := arrowbeve.NewReader(&rows, arrowbeve.Options{})
	if err != nil {
		panic(err)
	}
	defer in.Release()
	if err := arrowbeve.WriteParquet(&file, in); err != nil {
		panic(err)
	}
	fmt.Println(in.Schema().NumFields(), string(file.Bytes()[:4]))
	// Output: 2 PAR1
}
