package main

import (
	"strings"
	"testing"
)

func TestOutput(t *testing.T) {
	var out strings.Builder
	if err := run(&out, 20000); err != nil {
		t.Fatal(err)
	}
	want := `width set in place: true
refused: beve: /zoom at byte 0: operation 1: the value is another one than the patch says
theme very dark, recent [b.txt a.txt], sizes [10 12 14 16], zoom 1.5
changed: true; canonical: false, and then true
40 of 20000 orders, the same as by decoding: true
`
	if got := out.String(); got != want {
		t.Errorf("got\n%s", got)
	}
}
