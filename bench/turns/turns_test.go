package turns

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/beve-org/beve-go/bench/machine"
	"github.com/beve-org/beve-go/bench/report"
)

func work(n int) func() {
	return func() {
		for i := range n {
			sink += i
		}
	}
}

var sink int

func rows() []Row {
	return []Row{{Document: "some", Mode: "Parse", Bytes: 1000, Sides: []Side{{"less", work(10_000)}, {"more", work(1_000_000)}}}}
}

func TestMeasureWritesEveryTurn(t *testing.T) {
	var raw bytes.Buffer
	if err := Measure(&raw, rows(), 3, time.Millisecond); err != nil {
		t.Fatal(err)
	}
	r, err := report.Read(&raw, "raw")
	if err != nil {
		t.Fatal(err)
	}
	ratio := report.Compare(r.Codec("some", "Parse", "less"), r.Codec("some", "Parse", "more"))
	if r.Rounds() != 3 || ratio.Rounds != 3 || ratio.Median > 0.5 {
		t.Errorf("%d rounds, ratio %v", r.Rounds(), ratio)
	}
}

func TestDoLeavesAFolder(t *testing.T) {
	t.Chdir(t.TempDir())
	run := &Run{program: "program", rounds: 2, span: time.Millisecond, name: machine.Scratch, gate: new(machine.Gate)}
	all := append(rows(), Row{Document: "unwanted", Mode: "Parse"})
	run.only = "some"
	columns := []Column{{Ours: "less", Theirs: "more", Most: 0.5}, {Ours: "more", Theirs: "less", Mode: "Parse", Most: 0.5}, {Ours: "less", Theirs: "none"}}
	if err := run.Do(all, columns); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join("results", machine.Scratch, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"# local\n", "go run ./program", "`less` ÷ `more`, at most 0.50", "| met |", "| **missed** |", "![some](some.svg)"} {
		if !strings.Contains(string(text), want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	run.reports = true
	if err := run.Do(all, columns); err != nil {
		t.Fatal(err)
	}
	if again, err := os.ReadFile(filepath.Join("results", machine.Scratch, "README.md")); err != nil || !bytes.Equal(text, again) {
		t.Errorf("%v, the report made again is\n%s", err, again)
	}
	if strings.Contains(string(text), "unwanted") {
		t.Errorf("a row that was not wanted in\n%s", text)
	}
	for _, name := range []string{report.RawFile, "some.svg"} {
		if info, err := os.Stat(filepath.Join("results", machine.Scratch, name)); err != nil || info.Size() == 0 {
			t.Error(name, err)
		}
	}
}

// TestAnyModeIsDrawn: a program may time what no other has.
func TestAnyModeIsDrawn(t *testing.T) {
	t.Chdir(t.TempDir())
	run := &Run{program: "program", rounds: 2, span: time.Millisecond, name: machine.Scratch, gate: new(machine.Gate)}
	row := rows()[0]
	row.Mode = "Own"
	if err := run.Do([]Row{row}, []Column{{Ours: "less", Theirs: "more", Most: 0.5}, {Ours: "less", Theirs: "other", Most: 0.5}}); err != nil {
		t.Fatal(err)
	}
	picture, err := os.ReadFile(filepath.Join("results", machine.Scratch, "some.svg"))
	if err != nil || !strings.Contains(string(picture), "Own") {
		t.Errorf("%v, a picture of %d bytes", err, len(picture))
	}
	text, err := os.ReadFile(filepath.Join("results", machine.Scratch, "README.md"))
	if err != nil || strings.Count(string(text), "÷") != 1 {
		t.Errorf("%v, tables without rows in\n%s", err, text)
	}
}
