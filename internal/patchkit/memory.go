package patchkit

import (
	"strings"
	"testing"

	"github.com/beve-org/beve-go/internal/testkit"
)

// DiffMemory holds what a difference of documents of so many levels allocates to their length.
func (f *Format) DiffMemory(t *testing.T, levels int) {
	shapes := map[string][2]string{ // what is before and after each level
		"long names":                 {`{"a":MARK,"` + strings.Repeat("n", 1<<20/levels) + `":`, `,"b":MARK}`},
		"arrays, before each level":  {"[MARK,", "]"},
		"arrays, after each level":   {"[", ",MARK]"},
		"objects, before each level": {`{"a":MARK,"k":`, "}"},
		"objects, after each level":  {`{"k":`, `,"a":MARK}`},
	}
	for name, s := range shapes {
		made := func(mark, inner string) []byte {
			text := strings.Repeat(s[0], levels) + inner + strings.Repeat(s[1], levels)
			return f.message(t, []byte(strings.ReplaceAll(text, "MARK", mark)))
		}
		for _, second := range [][2]string{{"1", "2"}, {"2", "1"}, {"2", "[1]"}, {`"long text"`, "1"}} {
			a, b := made("1", "1"), made(second[0], second[1])
			f.diffWithin(t, name, a, b)
			f.diffWithin(t, name, b, a)
		}
	}
}

// diffWithin finds out what a difference allocates.
func (f *Format) diffWithin(t *testing.T, name string, a, b []byte) {
	t.Helper()
	var err error
	got := testkit.Allocated(func() { _, err = f.Diff(a, b) })
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	n := len(a) + len(b)
	if most := uint64(1<<20 + 64*n); got > most {
		t.Errorf("%s: %d bytes for %d, more than %d", name, got, n, most)
	}
}
