package engine_test

import (
	"strings"
	"testing"
)

// TestStringsInStructs checks every length of a string array in a struct that is
// written in a way of its own, nil among them.
func TestStringsInStructs(t *testing.T) {
	type lists struct {
		Before string   `json:"b"`
		Texts  []string `json:"t"`
		After  int      `json:"a"`
	}
	texts := func(n int, text string) []string {
		s := make([]string, n)
		for i := range s {
			s[i] = text
		}
		return s
	}
	cases := [][]string{nil, {}, {""}, {"é"}, {strings.Repeat("x", 63)}, {strings.Repeat("x", 64)}}
	for n := range 40 {
		cases = append(cases, texts(n, "text"), append(texts(n, "a"), "ü"), append(texts(n, "a"), strings.Repeat("long", 30)))
	}
	for _, want := range cases {
		for _, v := range []any{&lists{"b", want, 1}, &map[string]any{"b": "b", "t": want, "a": 1}} {
			got := decodeAny(t, encodeOK(t, v)).(map[string]any)
			if want == nil {
				if got["t"] != nil {
					t.Errorf("%T: nil is %v", v, got["t"])
				}
				continue
			}
			s, ok := got["t"].([]string)
			if !ok || strings.Join(s, ",") != strings.Join(want, ",") || len(s) != len(want) {
				t.Errorf("%T: %q became %v", v, want, got["t"])
			}
		}
	}
}
