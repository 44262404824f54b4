// What becomes of JSON that formats carry as values of their own.

package beve_test

import (
	"encoding/json"
	"errors"
	"testing"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/msgpack"
	"github.com/beve-org/beve-go/translator"
	"github.com/beve-org/beve-go/zebrapack"
)

// TestRawJSONIsAlike writes texts that readers of JSON take in different ways as a json.RawMessage in every format: what comes
// back is what the translator of BEVE makes of it, or all refuse it.
func TestRawJSONIsAlike(t *testing.T) {
	formats := map[string]struct {
		marshal   func(any) ([]byte, error)
		unmarshal func([]byte, any) error
	}{
		"beve":      {beve.Marshal, func(b []byte, v any) error { return beve.Unmarshal(b, v) }},
		"msgpack":   {msgpack.Marshal, func(b []byte, v any) error { return msgpack.Unmarshal(b, v) }},
		"zebrapack": {zebrapack.Marshal, func(b []byte, v any) error { return zebrapack.Unmarshal(b, v) }},
	}
	for _, s := range []string{`"\ud800"`, `"\udc00\ud800x"`, `"\ud83d\ude00"`, `{"\ud800":1}`, `{"a":1,"a":2}`, `[{"a":1,"b":3,"a":{"c":1,"c":2}}]`,
		"\"\xFF\"", "{\"\xED\xA0\x80\":1}", `{"":1,"":2}`, `"\u0000"`, `1e400`, `1e-400`, `0.1000000000000000000001`, `-0`, `{"a":1,}`} {
		want := ""
		b, failed := translator.FromJSON([]byte(s))
		if failed == nil {
			text, err := translator.ToJSON(b)
			if err != nil {
				t.Fatal(err)
			}
			want = string(text)
		}
		for name, f := range formats {
			b, err := f.marshal(json.RawMessage(s))
			if (err == nil) != (failed == nil) {
				t.Errorf("%s: %q: %v, the translator: %v", name, s, err, failed)
				continue
			}
			var raw json.RawMessage
			if err == nil {
				err = f.unmarshal(b, &raw)
			}
			if failed == nil && (err != nil || string(raw) != want) {
				t.Errorf("%s: %q: %s, %v, want %s", name, s, raw, err, want)
			}
			var e *beve.EncodeError
			if failed != nil && !errors.As(err, &e) {
				t.Errorf("%s: %q: %v has no place", name, s, err)
			}
		}
	}
}
