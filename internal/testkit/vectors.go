package testkit

import (
	"encoding/hex"
	"encoding/json"
	"os"
	"testing"
)

// This file reads vectors: lists of cases in JSON, whose bytes are in hex.

// Vectors returns the cases of a file, which has at least one.
func Vectors[T any](t testing.TB, file string) (cases []T) {
	t.Helper()
	data, err := os.ReadFile(file)
	if err == nil {
		err = json.Unmarshal(data, &cases)
	}
	if err != nil {
		t.Fatal(file, err)
	}
	if len(cases) == 0 {
		t.Fatal(file, "has no cases")
	}
	return cases
}

// Hex returns the bytes that text stands for.
func Hex(t testing.TB, text string) []byte {
	t.Helper()
	b, err := hex.DecodeString(text)
	if err != nil {
		t.Fatalf("%.100q: %v", text, err)
	}
	return b
}
