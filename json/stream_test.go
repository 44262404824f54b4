// Streams, beyond what the comparison with encoding/json covers.

package json_test

import (
	"bytes"
	"errors"
	"io"
	"testing"

	"github.com/beve-org/beve-go/json"
)

type silent struct{}

func (silent) Read([]byte) (int, error) { return 0, nil }

func TestDecoderDoesNotWaitForASilentReader(t *testing.T) {
	var v any
	if err := json.NewDecoder(silent{}).Decode(&v); !errors.Is(err, io.ErrNoProgress) {
		t.Error(err)
	}
	if _, err := json.NewDecoder(silent{}).Token(); !errors.Is(err, io.ErrNoProgress) {
		t.Error(err)
	}
}

func TestEncoderOptions(t *testing.T) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetAppendNewline(false)
	e.SetEscapeHTML(false)
	e.SetTrustRawMessage(true)
	e.SetSortMapKeys(false)
	for _, v := range []any{json.RawMessage("[1, 2]"), "<", map[string]int{"a": 1}} {
		if err := e.Encode(v); err != nil {
			t.Fatal(err)
		}
	}
	e.SetIndent(">", " ")
	e.SetAppendNewline(true)
	if err := e.Encode([]int{1}); err != nil {
		t.Fatal(err)
	}
	if want := "[1, 2]\"<\"{\"a\":1}[\n> 1\n>]\n"; b.String() != want {
		t.Errorf("%q, want %q", b.String(), want)
	}
}

func TestZeroCopyOfAStreamKeepsItsValues(t *testing.T) {
	type record struct{ S string }
	var doc bytes.Buffer
	for range 2000 {
		doc.WriteString(`{"S":"some text that is copied nowhere"} `)
	}
	d := json.NewDecoder(&doc)
	d.ZeroCopy()
	var kept []record
	for d.More() {
		var r record
		if err := d.Decode(&r); err != nil {
			t.Fatal(err)
		}
		kept = append(kept, r)
	}
	for i, r := range kept {
		if r.S != "some text that is copied nowhere" {
			t.Fatalf("%d: %q", i, r.S)
		}
	}
	if len(kept) != 2000 {
		t.Error(len(kept))
	}
}
