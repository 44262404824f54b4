package beve_test

import (
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"github.com/beve-org/beve-go/internal/testkit"
)

// TestProgramsHaveOnlyWhatTheyUse links a program that writes and reads a struct of strings, and looks
// for code that only programs with certain types, declarations or options should have. Each of these
// has come in unnoticed, or could: by a call, by a type that an interface holds, by the import of a
// package that registers itself.
func TestProgramsHaveOnlyWhatTheyUse(t *testing.T) {
	if testing.Short() && testkit.Raced {
		t.Skip("what is linked is the same in every build")
	}
	program := filepath.Join(t.TempDir(), "program")
	if out, err := exec.Command("go", "build", "-o", program, "./testdata/weight").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	out, err := exec.Command("go", "tool", "nm", program).Output()
	if err != nil {
		t.Fatal(err)
	}
	symbols := string(out)
	for what, pattern := range map[string]string{
		"compiled regular expressions": `(regexp|regexp/syntax)\.(compile|parse|Compile|Parse|\(\*parser\))`,
		"flags of command lines":       `flag\.[A-Za-z(]`,
		"package json":                 `(encoding|github.com/beve-org/beve-go)/json\.[A-Za-z(]`,
		"unions":                       `\S*/engine\.\(\*unionCodec\)\.read`,
		"the check of canonical form":  `\S*/internal/canon\.\(\*checker\)`,
		"complex numbers of all types": `\S*/scalar\.\(\*Complex\[(int8|float32)\]\)`,
		"methods of all types":         `reflect\.Value\.MethodByName`,
		"conversions by reflection":    `reflect\.Value\.Convert`,
	} {
		if found := regexp.MustCompile(`(?m)^.* [TtRrDdBb] ` + pattern + `.*$`).FindString(symbols); found != "" {
			t.Errorf("%s: %s", what, strings.TrimSpace(found))
		}
	}
	// One sort of each shape weighs 9 KB.
	if runtime.GOARCH == "amd64" {
		if sorts := regexp.MustCompile(`(?m) slices\.pdqsort\S*\[.*beve-go.*$`).FindAllString(symbols, -1); len(sorts) > 1 {
			t.Errorf("sorts by package slices, where package sorts has one for all: %q", sorts)
		}
	}
}
