package engine_test

import (
	"maps"
	"path/filepath"
	"slices"
	"testing"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/internal/testkit"
)

// This file holds what several of the tests use.

// mustMarshal encodes with map members in order.
func mustMarshal(t testing.TB, v any, o beve.EncodeOptions) []byte {
	t.Helper()
	o.Deterministic = true
	b, err := o.Marshal(v)
	if err != nil {
		t.Fatalf("Marshal(%#v): %v", v, err)
	}
	return b
}

func decodedAny(t testing.TB, b []byte) any {
	t.Helper()
	var v any
	if err := (beve.DecodeOptions{GenericArrays: true}).Unmarshal(b, &v); err != nil {
		t.Fatalf("% X: %v", b, err)
	}
	return v
}

// memberNames returns the names of an object, or nil.
func memberNames(v any) []string {
	m, _ := v.(map[string]any)
	return slices.Sorted(maps.Keys(m))
}

var goodVectors = testkit.GoodVectors

func readVectors(t testing.TB, dir string) []testkit.BEVEVector {
	t.Helper()
	return testkit.BEVEVectors(t, filepath.Join("..", "..", "testdata", "beve", dir))
}
