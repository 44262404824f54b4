// The translator and encoding/json: both have to say the same of a document.

package interop

import (
	"bytes"
	"encoding/json"
	"reflect"
	"testing"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/translator"
)

// asJSON returns a document as encoding/json has to be given it: bytes as numbers,
// which it would write in base64.
func asJSON(v any) any {
	return reform(v, func(v any) any {
		if b, ok := v.([]byte); ok {
			numbers := make([]uint16, len(b))
			for i := range b {
				numbers[i] = uint16(b[i])
			}
			return numbers
		}
		return v
	}, func(list []any) any { return list }, func(key int64) int64 { return key })
}

// standardJSON returns what encoding/json writes for a document.
func standardJSON(t *testing.T, v any) []byte {
	t.Helper()
	var text bytes.Buffer
	e := json.NewEncoder(&text)
	e.SetEscapeHTML(false)
	if err := e.Encode(asJSON(v)); err != nil {
		t.Fatal(err)
	}
	return bytes.TrimSuffix(text.Bytes(), []byte("\n"))
}

// TestTranslatorWritesTheJSONOfTheValue translates messages to text, which has to be
// that of the value that is sent and of the value that is read.
func TestTranslatorWritesTheJSONOfTheValue(t *testing.T) {
	d := NewDocuments(*seed + 7)
	for range *documents {
		document := d.Next()
		message, err := beve.Marshal(document)
		if err != nil {
			t.Fatal(err)
		}
		var value any
		if err := beve.Unmarshal(message, &value); err != nil {
			t.Fatal(err)
		}
		for _, v := range []any{document, value} {
			if text := standardJSON(t, v); SameAsJSON(message, text) != nil {
				t.Fatalf("% x is not %s: %v", message, text, SameAsJSON(message, text))
			}
		}
	}
}

// TestTranslatorReadsTheJSONOfTheValue translates text to messages, with typed arrays
// and without: they have to read as encoding/json reads the text, and to become it
// again, to the byte.
func TestTranslatorReadsTheJSONOfTheValue(t *testing.T) {
	d := NewDocuments(*seed + 8)
	for range *documents {
		text := standardJSON(t, d.Next())
		var want any
		if err := json.Unmarshal(text, &want); err != nil {
			t.Fatal(err)
		}
		for _, opts := range []translator.Options{{}, {TypedArrays: true}} {
			message, err := opts.FromJSON(text)
			if err != nil {
				t.Fatalf("%s: %v", text, err)
			}
			if err := SameAsJSON(message, text); err != nil {
				t.Fatalf("%s becomes % x: %v", text, message, err)
			}
			var value, got any
			if err := beve.Unmarshal(message, &value); err != nil {
				t.Fatal(err)
			}
			if err := json.Unmarshal(standardJSON(t, value), &got); err != nil {
				t.Fatal(err)
			}
			if !reflect.DeepEqual(got, want) {
				t.Fatalf("%s is read as %v", text, got)
			}
			back, err := translator.ToJSON(message)
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(back, text) {
				t.Fatalf("%s came back as %s", text, back)
			}
		}
	}
}
