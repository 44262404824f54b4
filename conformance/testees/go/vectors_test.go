package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/beve-org/beve-go/conformance/meaning"
	"github.com/beve-org/beve-go/conformance/reference"
)

// TestReferenceReadsMessagesOfOthers: messages that Glaze and the crate beve wrote, and ones
// that were put together by hand, mean what the JSON text beside each says.
func TestReferenceReadsMessagesOfOthers(t *testing.T) {
	n := 0
	for _, dir := range []string{"glaze", "rust", "crafted"} {
		files, err := filepath.Glob(filepath.Join("../../../testdata/beve", dir, "*.beve"))
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			text, err := os.ReadFile(strings.TrimSuffix(file, ".beve") + ".json")
			if err != nil {
				t.Fatal(err)
			}
			r := reference.New(false, 0)
			means, _, refusal := r.Message(data)
			if refusal != nil { // a stream: a value a line
				means, _, refusal = r.Stream(data)
				text = []byte("[" + strings.Join(strings.Split(strings.TrimSpace(string(text)), "\n"), ",") + "]")
			}
			if refusal != nil {
				t.Errorf("%s: %v", file, refusal)
				continue
			}
			want, err := meaning.Parse(means)
			if err != nil {
				t.Fatal(err)
			}
			want, ok := meaning.Project(want)
			if !ok {
				continue
			}
			got, err := meaning.Parse(bytes.TrimSpace(text))
			if err != nil {
				t.Fatal(file, err)
			}
			if err := meaning.Match(want, meaning.Plain(got)); err != nil {
				t.Errorf("%s: %v", file, err)
			}
			n++
		}
	}
	if n < 150 {
		t.Errorf("only %d messages", n)
	}
	t.Log(n, "messages")
	malformed, err := filepath.Glob("../../../testdata/beve/malformed/*.beve")
	if err != nil || len(malformed) < 100 {
		t.Fatal(len(malformed), err)
	}
	for _, file := range malformed {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if means, _, refusal := reference.New(false, 0).Message(data); refusal == nil && !strings.Contains(file, "strict_") {
			t.Errorf("%s: %.100s", file, means)
		}
	}
}
