package main

import (
	"strings"
	"testing"

	beve "github.com/beve-org/beve-go"
)

func TestOutput(t *testing.T) {
	var out strings.Builder
	if err := run(&out); err != nil {
		t.Fatal(err)
	}
	want := `all in 10788 bytes; the signal alone in 8192, and 9593 as JSON
the strongest frequency is 5
counts [0 1 4], weights [1 0.5 0.33325195]; as int8: true
mean square of the signal: 0.531
counts 1000 to 1003: [9 16 25 36]
row 1, column 2 of [3 4] is 3; row 2, column 1 of the transpose [4 3] is 3
`
	if got := out.String(); got != want {
		t.Errorf("got\n%s", got)
	}
}

// In place means the memory of the message; what cannot be used there is copied, and
// the same numbers.
func TestFloatsAreInPlaceWhereTheyCanBe(t *testing.T) {
	want := []float64{1, 2.5, -3}
	for _, opts := range []beve.EncodeOptions{{Aligned: true}, {}} {
		for _, value := range []any{want, []float32{1, 2.5, -3}, []any{1, 2.5, -3}} {
			data, err := opts.Marshal(map[string]any{"x": value})
			if err != nil {
				t.Fatal(err)
			}
			view, err := beve.NewView(data)
			if err != nil {
				t.Fatal(err)
			}
			x, err := view.Key("x")
			if err != nil {
				t.Fatal(err)
			}
			_, notInPlace := beve.ViewSlice[float64](x)
			got, err := floats(view, "/x")
			if err != nil || len(got) != 3 || got[0] != 1 || got[1] != 2.5 || got[2] != -3 {
				t.Fatalf("%T: %v, %v", value, got, err)
			}
			clear(data)
			if aliases := got[0] == 0; aliases != (notInPlace == nil) {
				t.Errorf("%T, %+v: in place %t, but ViewSlice says %v", value, opts, aliases, notInPlace)
			}
		}
	}
	view, err := beve.NewView([]byte{2, 4, 'x'})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := floats(view, ""); err == nil {
		t.Error("a string is not an array")
	}
}
