package main

import (
	"bytes"
	"flag"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/beve-org/beve-go/conformance"
	"github.com/beve-org/beve-go/conformance/judge"
)

var modesUnderTest = flag.String("modes", "wire,skip,any,view,translator", "which modes the cases are put to")

// TestCases puts the cases to each mode in this process. What a reader may refuse, package
// wire takes, but for depth and matrices of booleans.
func TestCases(t *testing.T) {
	cases, err := conformance.Load()
	if err != nil {
		t.Fatal(err)
	}
	for i := range cases {
		c := &cases[i]
		if c.Profile == "base" {
			continue
		}
		verb, content := judge.Request(c)
		for _, name := range strings.Split(*modesUnderTest, ",") {
			m := modes[name]
			a := m.reply(name, append([]byte{verb}, content...))
			if verdict, detail := judge.Answer(c, m.notation, a.kind, a.text); verdict != "" && verdict != judge.Skipped {
				t.Fatalf("%s %s %s: %s", name, verdict, c.ID, detail)
			}
			if c.Level == "may" && a.kind == 'E' && (name == "wire" || name == "skip") && c.Group() != "depth" && !strings.Contains(c.ID, "boolean") {
				t.Fatalf("%s refuses %s, which others may do: %s", name, c.ID, a.text)
			}
		}
	}
}

// TestCasesInPieces: a decoder that gets a byte at a time says the same as one that gets all
// at once, of messages and of streams.
func TestCasesInPieces(t *testing.T) {
	cases, err := conformance.Load()
	if err != nil {
		t.Fatal(err)
	}
	for i := range cases {
		c := &cases[i]
		verb, content := judge.Request(c)
		if verb == 'W' || len(content) > 1000 {
			continue
		}
		whole, pieces := streamOf(bytes.NewReader(content)), streamOf(iotest.OneByteReader(bytes.NewReader(content)))
		if whole.kind != pieces.kind || !bytes.Equal(whole.text, pieces.text) {
			t.Errorf("%s, % x: at once %c %s, in pieces %c %s", c.ID, content, whole.kind, whole.text, pieces.kind, pieces.text)
		}
	}
}
