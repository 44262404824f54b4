package main

import (
	"bytes"
	"testing"
)

func TestRun(t *testing.T) {
	var out bytes.Buffer
	if err := run(&out); err != nil {
		t.Fatal(err)
	}
	const want = `beve, 109 bytes: ada signed in; ada paid 19.99; restarted;
`
	if out.String() != want {
		t.Errorf("printed\n%s", &out)
	}
}
