package main

import (
	"bytes"
	"context"
	"os"
	"testing"
)

// FuzzCommands runs every command that reads on any bytes. They succeed or say
// where the input is wrong, and agree on which it is.
func FuzzCommands(f *testing.F) {
	for _, v := range vectors(f, "glaze", "crafted", "malformed") {
		if data, err := os.ReadFile(v.path + ".beve"); err == nil && len(data) < 200 {
			f.Add(data)
		}
	}
	f.Add([]byte(`{"a":[1,2.5,"x",null,{}]} [true] 1e400`))
	f.Fuzz(func(t *testing.T, data []byte) {
		verdict := -1
		for _, args := range [][]string{
			{"valid", "-"}, {"explain", "-"}, {"stat", "-"}, {"get", "--raw", "-", ""},
			{"convert", "-", "-", "--to", "beve"}, {"cat"}, {"cat", "-i"},
		} {
			var out, errs bytes.Buffer
			code := run(context.Background(), args, streams{in: bytes.NewReader(data), out: &out, err: &errs})
			if code > 1 || code == 1 && !located.MatchString(errs.String()) {
				t.Fatalf("%q: code %d, %s", args, code, errs.String())
			}
			if verdict < 0 {
				verdict = code
			}
			// binary128 numbers are valid and have no JSON.
			if code != verdict && !(args[0] == "cat" && bytes.Contains(errs.Bytes(), []byte("binary128"))) {
				t.Fatalf("%q: code %d, not %d: %s", args, code, verdict, errs.String())
			}
			if args[0] == "convert" && code == 0 && out.Len() > 0 {
				again := beveIn(t, out.String(), "valid", "-", "--from", "beve")
				if again.code != 0 {
					t.Fatalf("convert makes % x: %s", out.Bytes(), again.err)
				}
			}
		}
	})
}
