package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/beve-org/beve-go/conformance"
)

// TestCasesAreWhatIsGenerated holds the files to the table.
func TestCasesAreWhatIsGenerated(t *testing.T) {
	files := Files()
	have, err := filepath.Glob(filepath.Join("..", "cases", "*"))
	if err != nil || len(have) != len(files) {
		t.Error(len(have), "files for", len(files), "groups:", err)
	}
	for group, want := range files {
		got, err := os.ReadFile(filepath.Join("..", "cases", group+".jsonl"))
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("cases of %s differ from what the table makes: go run ./generate", group)
		}
	}
	got, err := os.ReadFile(filepath.Join("..", kaitaiFile))
	if err != nil || !bytes.Equal(got, kaitai()) {
		t.Errorf("%s differs from what the table makes: go run ./generate, %v", kaitaiFile, err)
	}
}

// TestCasesAreManyAndWhole: at least 2,000, each with a reason and a section, none twice.
func TestCasesAreManyAndWhole(t *testing.T) {
	all, err := conformance.Load()
	if err != nil {
		t.Fatal(err)
	}
	if len(all) < 2000 {
		t.Errorf("%d cases", len(all))
	}
	ids, levels := map[string]bool{}, map[string]int{}
	for _, c := range all {
		if ids[c.ID] || c.Why == "" || c.Section == "" {
			t.Errorf("case %q is there twice, or lacks its reason or section", c.ID)
		}
		ids[c.ID] = true
		levels[c.Level]++
		message, err := c.Message()
		if err != nil {
			t.Error(c.ID, err)
		}
		if c.Level == accept && c.Write == nil && (len(message) == 0 && c.Stream == nil || !json.Valid(c.Means)) {
			t.Errorf("%s has no meaning", c.ID)
		}
	}
	if levels[accept] < 500 || levels[refuse] < 500 || levels[may] < 50 {
		t.Error(levels)
	}
}
