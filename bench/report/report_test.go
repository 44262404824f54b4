package report

import (
	"bytes"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/beve-org/beve-go/bench/codecs"
)

// Two rounds: everything takes twice as long in the second.
const raw = `goos: linux
cpu: Some Processor
BenchmarkCodec/small/Marshal/beve-2   100  100 ns/op  163 size  90 cpu-ns/op  176 B/op  1 allocs/op
BenchmarkCodec/small/Marshal/msgp-2   100  200 ns/op  150 size  300 cpu-ns/op  192 B/op  1 allocs/op
BenchmarkCodec/small/Marshal/cbor-2   100  400 ns/op  160 size
BenchmarkCodec/small/Marshal/goccy-2  100  300 ns/op  190 size
BenchmarkCodec/small/Marshal/hyperpb-2  100  1 ns/op  190 size
BenchmarkCodec/small/Marshal/vtproto-2  100  50 ns/op  99 size
BenchmarkCodec/small/Marshal/bevegen-2  100  80 ns/op  163 size
BenchmarkCodec/small/Unmarshal/bevegen-2  100  80 ns/op
BenchmarkCodec/small/Unmarshal/vtproto-2  100  150 ns/op
BenchmarkCodec/small/Unmarshal/msgp-2  100  120 ns/op
BenchmarkCodec/small/Append/beve-2   100  90 ns/op
BenchmarkCodec/small/Append/msgp-2   100  100 ns/op
BenchmarkScale/1MB/Append-2  1  1000 ns/op  2.0 ns/B
BenchmarkScale/1KB/Append-2  1  1000 ns/op  3.0 ns/B
BenchmarkParallel/Append/1-2  1  100 ns/op
BenchmarkParallel/Append/2-2  1  52 ns/op
PASS
BenchmarkCodec/small/Append/beve-2   100  110 ns/op
BenchmarkCodec/small/Append/msgp-2   100  100 ns/op
BenchmarkCodec/small/Marshal/beve-2   100  200 ns/op  163 size  180 cpu-ns/op  176 B/op  1 allocs/op
BenchmarkCodec/small/Marshal/msgp-2   100  400 ns/op  150 size  600 cpu-ns/op  192 B/op  1 allocs/op
BenchmarkCodec/small/Marshal/cbor-2   100  800 ns/op  160 size
BenchmarkCodec/small/Marshal/goccy-2  100  600 ns/op  190 size
BenchmarkCodec/small/Marshal/hyperpb-2  100  1 ns/op  190 size
BenchmarkCodec/small/Marshal/vtproto-2  100  100 ns/op  99 size
PASS
`

func results(t *testing.T) *Results {
	t.Helper()
	r, err := Read(strings.NewReader(raw), "raw")
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestRatiosAreTakenWithinRounds(t *testing.T) {
	r := results(t)
	if r.Rounds() != 2 {
		t.Fatalf("%d rounds", r.Rounds())
	}
	ours := r.Codec("small", "Marshal", Ours)
	if size := ours.Size(); size != 163 {
		t.Errorf("size %v", size)
	}
	ratio := Compare(ours, r.Codec("small", "Marshal", Generated))
	for _, got := range []float64{ratio.Median, ratio.Low, ratio.High} {
		if math.Abs(got-0.5) > 1e-9 {
			t.Errorf("ratio %+v", ratio)
		}
	}
	if none := Compare(ours, r.Codec("small", "Marshal", "nobody")); none.Rounds != 0 || none.String() != "n/a" {
		t.Errorf("ratio to nobody is %v", none)
	}
	r.UseCPU()
	if ratio := Compare(ours, r.Codec("small", "Marshal", Generated)); math.Abs(ratio.Median-0.3) > 1e-9 {
		t.Errorf("ratio of processor time is %v", ratio)
	}
}

func TestBestIsTheFastestOfItsKind(t *testing.T) {
	r := results(t)
	for kind, want := range map[codecs.Kind]string{codecs.Names: "goccy", codecs.Schema: "vtproto", codecs.Baseline: ""} {
		if got := r.Best("small", "Marshal", kind); got != want {
			t.Errorf("the best with %v is %q", kind, got)
		}
	}
}

func TestTargetsAreJudged(t *testing.T) {
	found := map[string]*Finding{}
	list := Targets(results(t))
	for i := range list {
		found[list[i].What+" / "+list[i].Against] = &list[i]
	}
	for name, want := range map[string]struct {
		measured float64
		verdict  Verdict
	}{
		"small Marshal / msgp":                                                   {0.5, Met},
		"small Append / msgp":                                                    {1, Undecided},
		"small Marshal / goccy":                                                  {1.0 / 3, Met},
		"small, bytes / msgp":                                                    {163.0 / 150, Met},
		"small Marshal, allocations / a count":                                   {1, Met},
		"1KB Append, time per byte / 1MB":                                        {1.5, Missed},
		"2 goroutines, Append / 1 goroutine (speed)":                             {100.0 / 52, Met},
		"small Marshal, generated / beve":                                        {0.8, Met},
		"small Marshal + Unmarshal, generated / the best of any kind: vtproto":   {160.0 / 200, Met},
		"small Marshal + Unmarshal, generated / the best that sends names: msgp": {160.0 / 320, Met},
		"large Append / msgp":                                                    {0, Unmeasured},
		"100MB Append, time per byte / 1MB":                                      {0, Unmeasured},
		"nested object, read / msgpack-c":                                        {0, Unmeasured},
	} {
		f := found[name]
		if f == nil {
			t.Errorf("no target %s", name)
			continue
		}
		if math.Abs(f.Measured.Median-want.measured) > 1e-9 || f.Verdict() != want.verdict {
			t.Errorf("%s: %+v, %s", name, *f, f.Verdict())
		}
	}
	var text bytes.Buffer
	WriteTargets(&text, &Judgement{Found: list})
	for _, line := range []string{
		"| small Marshal | msgp | 0.500 |",
		"| small Append | msgp | 1 | 0.90–1.10 | ≤ 1 | not decided |",
		"| 1KB Append, time per byte | 1MB | 1.500 |  | ≤ 1.2 | **missed** |",
		", 1 not decided",
	} {
		if !strings.Contains(text.String(), line) {
			t.Errorf("no line %q in\n%s", line, &text)
		}
	}
}

func TestARangeThatCrossesDecidesNothing(t *testing.T) {
	for _, c := range []struct {
		low, high       float64
		atMost, atLeast Verdict // of 1
	}{
		{0.8, 0.9, Met, Missed},
		{0.8, 1, Met, Undecided},
		{0.8, 1.1, Undecided, Undecided},
		{1, 1, Met, Met},
		{1, 1.1, Undecided, Met},
		{1.1, 1.2, Missed, Met},
	} {
		// The median has no say.
		for _, median := range []float64{c.low, c.high} {
			r := Ratio{median, c.low, c.high, 6}
			if most, least := r.AtMost(1), r.AtLeast(1); most != c.atMost || least != c.atLeast {
				t.Errorf("%+v: at most %s, at least %s", r, most, least)
			}
		}
	}
	if none := (Ratio{}); none.AtMost(1) != Unmeasured || none.AtLeast(0) != Unmeasured {
		t.Error("what has no rounds is judged")
	}
}

// Two folders have measured the same cell, the one with the structs another, and the whole run a third.
func TestAFigureIsJudgedInOneFolder(t *testing.T) {
	results := t.TempDir()
	write := func(name, text string) string {
		dir := filepath.Join(results, name)
		if err := os.MkdirAll(dir, 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, RawFile), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return dir
	}
	cell := func(p, mode, codec string) string {
		return "BenchmarkCodec/" + p + "/" + mode + "/" + codec + " 1 100 ns/op 10 size 0 allocs/op\n"
	}
	both := cell("small", "Append", Ours) + cell("small", "Append", Generated)
	whole := write("one", both+cell("large", "Append", Ours)+cell("large", "Append", Generated))
	judged := func(dir string) (names []string, j *Judgement) {
		j, err := Judge(dir, false)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range j.Found {
			if f.Verdict() != Unmeasured {
				names = append(names, f.What)
			}
		}
		return names, j
	}
	alone, j := judged(whole)
	if !slices.Contains(alone, "small Append") || !slices.Contains(alone, "large Append") || j.Elsewhere != 0 {
		t.Errorf("the whole run alone judges %v, %d elsewhere", alone, j.Elsewhere)
	}
	total := len(j.Found)
	part := write("one-structs", both)
	here, j := judged(whole)
	there, k := judged(part)
	if slices.Contains(here, "small Append") || !slices.Contains(here, "large Append") || !slices.Equal(there, []string{"small Append"}) {
		t.Errorf("the whole run judges %v, the part %v", here, there)
	}
	if len(j.Found)+len(k.Found) != total || j.Elsewhere != len(k.Found) || k.Elsewhere != len(j.Found) || j.Home != "one-structs" || k.Home != "one" {
		t.Errorf("%d and %d of %d targets; elsewhere %d in %s and %d in %s", len(j.Found), len(k.Found), total, j.Elsewhere, j.Home, k.Elsewhere, k.Home)
	}
	var text bytes.Buffer
	WriteTargets(&text, j)
	if !strings.Contains(text.String(), "1 other targets are judged in [one-structs](../one-structs/targets.md).") {
		t.Error(&text)
	}
}

func TestReportsAreWritten(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, RawFile), []byte(raw), 0o600); err != nil {
		t.Fatal(err)
	}
	r, err := Load(dir)
	if err != nil {
		t.Fatal(err)
	}
	var ratios, times, sizes, picture bytes.Buffer
	WriteRatios(&ratios, r)
	WriteTimes(&times, r)
	WriteSizes(&sizes, r)
	if err := WritePlot(&picture, r, "small", "- Processor: some, 2 in use\n| msgp | m | v1.6 |\n| gone | m | v1.7 |\n"); err != nil {
		t.Fatal(err)
	}
	for what, want := range map[string]string{
		ratios.String():  "| small | Marshal | 150 ns | 0.50 (0.50–0.50) | 0.33 (0.33–0.33) goccy | 2.00 (2.00–2.00) vtproto |",
		times.String():   "| beve | 150 ns, 1 |",
		sizes.String():   "| msgp | 150 |",
		picture.String(): "vtproto",
	} {
		if !strings.Contains(what, want) {
			t.Errorf("no %q in\n%s", want, what)
		}
	}
	if _, err := Load(t.TempDir()); err == nil {
		t.Error("an empty folder loads")
	}
}

func TestDocumentsAreComparedWithTheBetterRival(t *testing.T) {
	r, err := Read(strings.NewReader(`
BenchmarkCodec/small/Valid/json 10 100 ns/op
BenchmarkCodec/small/Valid/json 10 300 ns/op
BenchmarkCodec/small/Valid/json 10 200 ns/op
BenchmarkCodec/small/Valid/one 10 200 ns/op
BenchmarkCodec/small/Valid/one 10 300 ns/op
BenchmarkCodec/small/Valid/one 10 100 ns/op
BenchmarkCodec/small/Valid/two 10 400 ns/op
BenchmarkCodec/small/Valid/two 10 400 ns/op
BenchmarkCodec/small/Valid/two 10 400 ns/op
BenchmarkCodec/small/Valid/std 10 1000 ns/op
BenchmarkCodec/small/Valid/std 10 3000 ns/op
BenchmarkCodec/small/Valid/std 10 2000 ns/op
BenchmarkCodec/small/Parse/json 10 100 ns/op
BenchmarkCodec/small/Parse/two 10 200 ns/op
`), RawFile)
	if err != nil {
		t.Fatal(err)
	}
	var table bytes.Buffer
	WriteDocuments(&table, r, []string{"large", "small"}, []string{"Valid", "Parse", "Marshal"}, []string{JSON, "one", "two", "std"})
	for _, want := range []string{
		"| small | Valid | 200 ns | 1.00 (0.50–2.00) | 0.50 (0.25–0.75) | 0.10 (0.10–0.10) |",
		"| small | Parse | 100 ns | n/a | 0.50 (0.50–0.50) | n/a |",
		"| Valid ÷ the better of the rivals | 1.00 | 1.00 |",
		"| Parse ÷ the better of the rivals | 0.50 | 0.50 |",
		"| all ÷ std | 0.10 | 0.10 |",
	} {
		if !strings.Contains(table.String(), want+"\n") {
			t.Errorf("no line %q in\n%s", want, &table)
		}
	}
	if strings.Contains(table.String(), "large") || strings.Contains(table.String(), "Marshal") {
		t.Errorf("something that was not measured in\n%s", &table)
	}
}

func TestAPanelIsNotFlattened(t *testing.T) {
	for _, c := range []struct {
		times []float64 // the longest first
		want  float64
	}{
		{[]float64{3, 2, 1}, 3}, {[]float64{1000, 20, 10, 1}, 20}, {[]float64{1000, 900, 3, 2, 1}, 3}, {[]float64{100, 1}, 1}, {[]float64{5}, 5},
	} {
		if got := scale(c.times); got != c.want {
			t.Errorf("%v: %v, want %v", c.times, got, c.want)
		}
	}
	if from, to := quartiles([]float64{6, 1, 5, 2, 4, 3}); from != 2 || to != 5 {
		t.Errorf("quartiles %v and %v", from, to)
	}
}

// A picture says what its colours are and what it was measured on.
func TestPicturesExplainThemselves(t *testing.T) {
	folders, err := filepath.Glob("../results/*/*.svg")
	if err != nil || len(folders) == 0 {
		t.Fatalf("no pictures: %v", err)
	}
	for _, name := range folders {
		picture, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		all := []string{"beve-go<", "#D55E00", "bar: median of", "Processor: ", "shorter is better"}
		if _, err := os.Stat(filepath.Join(filepath.Dir(name), PointsFile)); err == nil { // curves have axes and a legend
			all = []string{"#D55E00", "Processor: ", "System: "}
		}
		for _, want := range all {
			if !bytes.Contains(picture, []byte(want)) {
				t.Errorf("%s: no %q", name, want)
			}
		}
	}
}
