package main

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/beve-org/beve-go/cmd/internal/source"
	"github.com/beve-org/beve-go/wire"
)

// oddTexts are names and cells that rows of text may get wrong.
var oddTexts = []string{"", "a", "b", " ", "a,b", "\t", "\n", "\r", "\"", `""`, "'", `\`, `\t`, ";", "|", "\ufeff", "\ufeffa", "1", "-0.5", "true", "null", "Infinity", "x\r\ny", "é", " z ", "#"}

// oddRow is an object of at most three members.
func oddRow(r *rand.Rand, names []string) map[string]any {
	row := map[string]any{}
	for _, name := range names {
		switch r.IntN(5) {
		case 0: // not there
		case 1:
			row[name] = nil
		case 2:
			row[name] = []any{1.5, -3.0, true, false, 0.0}[r.IntN(5)]
		default:
			row[name] = oddTexts[r.IntN(len(oddTexts))]
		}
	}
	return row
}

// asTSV is what a cell is when TSV has been read, which has no quotes.
func asTSV(cell any) any {
	text, ok := cell.(string)
	switch {
	case !ok:
		return cell
	case text == "":
		return nil
	case source.Bare([]byte(text)):
		var v any
		json.Unmarshal([]byte(text), &v)
		return v
	}
	return cell
}

// TestWrittenRowsAreReadBack: rows that are written as CSV, TSV or Parquet are read back, as many and with the same cells,
// or are an error.
func TestWrittenRowsAreReadBack(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	dir := t.TempDir()
	done := map[string]int{}
	for i := range 300 {
		var names []string
		for range r.IntN(4) {
			names = append(names, oddTexts[r.IntN(len(oddTexts))])
		}
		slices.Sort(names)
		names = slices.Compact(names)
		var rows []map[string]any
		var in strings.Builder
		for range r.IntN(4) {
			row := oddRow(r, names)
			text, _ := json.Marshal(row)
			rows = append(rows, row)
			in.Write(append(text, '\n'))
		}
		from := filepath.Join(dir, "in.ndjson")
		if err := os.WriteFile(from, []byte(in.String()), 0o666); err != nil {
			t.Fatal(err)
		}
		for _, ending := range []string{"csv", "tsv", "parquet"} {
			out := filepath.Join(dir, "out."+ending)
			os.Remove(out)
			r := beveIn(t, "", "convert", "--text-times", from, out)
			if r.code == exitBad && r.err != "" {
				continue
			}
			if r.code != exitOK {
				t.Fatalf("%d: %s of %q: %+v", i, ending, in.String(), r)
			}
			done[ending]++
			var got []map[string]any
			for line := range strings.Lines(beveOK(t, "cat", out)) {
				var row map[string]any
				if err := json.Unmarshal([]byte(line), &row); err != nil {
					t.Fatal(err)
				}
				got = append(got, row)
			}
			if len(got) != len(rows) {
				t.Fatalf("%d: %s of %q: %d rows, which are read as %d: %q", i, ending, in.String(), len(rows), len(got), read(t, out))
			}
			for k, row := range rows {
				for _, name := range names {
					want := row[name]
					if ending == "tsv" {
						want = asTSV(want)
					}
					if !reflect.DeepEqual(got[k][name], want) {
						t.Fatalf("%d: %s of %q: row %d has %v for %q, want %v: %q", i, ending, in.String(), k, got[k][name], name, want, read(t, out))
					}
					delete(got[k], name)
				}
				if len(got[k]) > 0 {
					t.Fatalf("%d: %s of %q: row %d has also %v", i, ending, in.String(), k, got[k])
				}
			}
		}
	}
	for ending, n := range done {
		if n < 50 {
			t.Errorf("only %d of the rows are fit for %s", n, ending)
		}
	}
}

// TestRowsHaveTheNumbersOfJSON: a cell says of a number what JSON says.
func TestRowsHaveTheNumbersOfJSON(t *testing.T) {
	for _, text := range []string{"0", "-0.0", "1.5", "1e300", "18446744073709551615", "-9223372036854775808"} {
		in := file(t, "in.beve", beveOf(t, `{"a":`+text+`,"b":1}`))
		for _, as := range []string{"csv", "tsv"} {
			out := filepath.Join(t.TempDir(), "out."+as)
			beveOK(t, "convert", in, out)
			if got, want := beveOK(t, "cat", out), beveOK(t, "cat", in); beveIn(t, "", "diff", out, in).code != exitOK {
				t.Errorf("%s: %s, want %s", as, got, want)
			}
		}
	}
	for _, number := range notFinite() {
		data := append(wire.AppendText(wire.AppendObject(nil, 2), "a"), number...)
		data = wire.AppendUint(wire.AppendText(data, "b"), 1)
		in := file(t, "in.beve", data)
		for _, as := range []string{"csv", "tsv"} {
			out := filepath.Join(t.TempDir(), "out."+as)
			beveOK(t, "convert", in, out)
			if got, want := beveOK(t, "cat", out), beveOK(t, "cat", in); got != want {
				t.Errorf("%x as %s: %s, want %s", number, as, got, want)
			}
		}
	}
}

// notFinite is numbers of BEVE that JSON has no form for.
func notFinite() (numbers [][]byte) {
	for _, f := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		numbers = append(numbers, wire.AppendFloat64(nil, f), wire.AppendFloat32(nil, float32(f)))
	}
	return append(numbers, []byte{byte(wire.HeaderFloat16), 0, 0x7c}, []byte{byte(wire.HeaderBFloat16), 0x80, 0x7f})
}

// TestRowsWithoutMembersAreAnError: no form of rows can hold them, so none is written.
func TestRowsWithoutMembersAreAnError(t *testing.T) {
	for _, n := range []int{1, 2, 1500} {
		in := file(t, "in.ndjson", []byte(strings.Repeat("{}\n", n)))
		for _, as := range []string{"csv", "tsv", "parquet"} {
			out := filepath.Join(t.TempDir(), "out."+as)
			if got := beveFails(t, exitBad, "convert", in, out); !strings.Contains(got, "no columns: ") {
				t.Errorf("%s of %d: %s", as, n, got)
			}
			if _, err := os.Stat(out); err == nil {
				t.Errorf("%s of %d is written", as, n)
			}
		}
		for _, flag := range []string{"--csv", "--tsv", "--table"} {
			for _, verb := range []string{"cat", "head"} {
				if r := beveIn(t, "", verb, flag, in); r.code != exitBad || !strings.Contains(r.err, "no columns: ") {
					t.Errorf("%s %s of %d: %+v", verb, flag, n, r)
				}
			}
		}
	}
	in := file(t, "in.ndjson", nil)
	beveOK(t, "convert", in, filepath.Join(t.TempDir(), "out.csv")) // no rows
}
