package columns

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	beve "github.com/beve-org/beve-go"
)

// readers runs testdata/readers.py and returns what it prints.
func readers(t *testing.T, args ...string) string {
	t.Helper()
	if testing.Short() {
		t.Skip("programs that read Parquet are installed where they are missing")
	}
	cmd := exec.Command(python(t), append([]string{"testdata/readers.py"}, args...)...)
	cmd.Env = append(os.Environ(), "PYTHONDONTWRITEBYTECODE=1")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return string(out)
}

// python returns a Python that has DuckDB, pyarrow and fastparquet, in an environment of the
// user's cache.
func python(t *testing.T) string {
	t.Helper()
	cache, err := os.UserCacheDir()
	if err != nil {
		t.Skip("no folder for a Python environment: ", err)
	}
	env := filepath.Join(cache, "beve-go", "parquet")
	python := filepath.Join(env, "bin", "python")
	if exec.Command(python, "-c", "import duckdb, pyarrow, fastparquet").Run() == nil {
		return python
	}
	for _, args := range [][]string{{"python3", "-m", "venv", env}, {python, "-m", "pip", "install", "-q", "duckdb", "pyarrow", "fastparquet"}} {
		if out, err := exec.Command(args[0], args[1:]...).CombinedOutput(); err != nil {
			t.Skipf("programs that read Parquet cannot be had: %v\n%s", err, out)
		}
	}
	return python
}

// DuckDB, pyarrow and fastparquet find the same types and values in what was rewritten, and
// the bounds of columns have all values in them.
func TestOthersReadTheSame(t *testing.T) {
	if testing.Short() {
		t.Skip("see readers")
	}
	dir := t.TempDir()
	args := []string{"same", dir}
	files, _ := filepath.Glob("testdata/*.parquet")
	for _, name := range files {
		if strings.Contains(name, "_int96") || strings.Contains(name, "_split") { // local times for DuckDB, and an encoding that it does not read
			continue
		}
		if err := os.WriteFile(filepath.Join(dir, filepath.Base(name)), rewritten(t, name), 0o666); err != nil {
			t.Fatal(err)
		}
		args = append(args, name)
	}
	if out := readers(t, args...); out != "" {
		t.Error(out)
	}
}

// The types of columns that are inferred are what others see.
func TestOthersSeeTheTypes(t *testing.T) {
	type spot struct {
		City string  `json:"city"`
		Lat  float64 `json:"lat"`
	}
	type row struct {
		ID     int           `json:"id"`
		Name   string        `json:"name"`
		Good   bool          `json:"good"`
		Big    uint64        `json:"big"`
		Series []float32     `json:"series"`
		Raw    []byte        `json:"raw"`
		Where  spot          `json:"where"`
		Path   []spot        `json:"path"`
		When   time.Time     `json:"when"`
		Took   time.Duration `json:"took"`
		Key    beve.UUID     `json:"key"`
		Shape  [][]int       `json:"shape"`
		None   *int          `json:"none"`
	}
	rows := make([]row, 100)
	for i := range rows {
		rows[i] = row{ID: i - 50, Name: "ü", Big: 1<<63 + uint64(i), Series: []float32{1, 0.5}, Raw: []byte{0xff}, Where: spot{"Delft", 52},
			Path: []spot{{"a", 1}}, When: time.Unix(1_700_000_000, int64(i)), Took: time.Second, Key: beve.UUID{1}, Shape: [][]int{{i}, {}, {-1}}}
	}
	in, err := beve.EncodeOptions{Extended: true}.Marshal(rows)
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if _, err := Write(&out, bytes.NewReader(in), Options{GroupRows: 30}); err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(t.TempDir(), "rows.parquet")
	if err := os.WriteFile(name, out.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	const want = `id INT64 Int(bitWidth=64, isSigned=true) 1 0
name BYTE_ARRAY String 1 0
good BOOLEAN None 1 0
big INT64 Int(bitWidth=64, isSigned=false) 1 0
series.list.element FLOAT None 3 1
raw BYTE_ARRAY None 1 0
where.city BYTE_ARRAY String 2 0
where.lat DOUBLE None 2 0
path.list.element.city BYTE_ARRAY String 4 1
path.list.element.lat DOUBLE None 4 1
when INT64 Timestamp(isAdjustedToUTC=true, timeUnit=nanoseconds, is_from_converted_type=false, force_set_converted_type=false) 1 0
took INT64 Int(bitWidth=64, isSigned=true) 1 0
key FIXED_LEN_BYTE_ARRAY UUID 1 0
shape.list.element.list.element INT64 Int(bitWidth=64, isSigned=true) 5 2
none INT32 Null 1 0
[30, 30, 30, 10]
`
	if got := readers(t, "schema", name); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}
