package beve_test

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/json"
	"github.com/beve-org/beve-go/msgpack"
	"github.com/beve-org/beve-go/msgpack/msgp"
	"github.com/beve-org/beve-go/translator"
	"github.com/beve-org/beve-go/zebrapack"
)

// nested is a type of every depth.
type nested struct {
	A *nested  `json:"a" zid:"0"`
	L []nested `json:"l" zid:"1"`
}

// TestTooDeepIsErrDepth nests arrays and objects deeper than any format goes by default: each
// reader says so by the one cause, so that a service can answer alike whatever it is sent.
func TestTooDeepIsErrDepth(t *testing.T) {
	const levels = 20_000
	deep := func(open, inner, end string) []byte {
		return []byte(strings.Repeat(open, levels) + inner + strings.Repeat(end, levels))
	}
	// Arrays, objects by name, for JSON, BEVE and MessagePack.
	for form, in := range map[string][3][]byte{
		"arrays":  {deep("[", "1", "]"), deep("\x05\x04", "\x00", ""), deep("\x91", "\xc0", "")},
		"objects": {deep(`{"a":`, "1", "}"), deep("\x03\x04\x04a", "\x00", ""), deep("\x81\xa1a", "\xc0", "")},
	} {
		text, message, packed := in[0], in[1], in[2]
		var v any
		var s nested
		check := func(name string, err error) {
			t.Helper()
			if !errors.Is(err, beve.ErrDepth) {
				t.Errorf("%s, %s: %.200v", name, form, err)
			}
		}
		check("beve any", beve.Unmarshal(message, &v))
		check("beve stream", beve.NewDecoder(bytes.NewReader(message)).Decode(&v))
		check("json any", json.DecodeOptions{}.Unmarshal(text, &v))
		check("json codec", json.CodecOf[any]().Unmarshal(text, &v))
		_, err := json.NewView(text)
		check("json.NewView", err)
		check("json stream", json.DecodeOptions{}.NewDecoder(bytes.NewReader(text)).Decode(&v))
		check("msgpack any", msgpack.Unmarshal(packed, &v))
		check("msgpack stream", msgpack.NewDecoder(bytes.NewReader(packed)).Decode(&v))
		check("zebrapack any", zebrapack.Unmarshal(packed, &v))
		_, err = translator.FromJSON(text)
		check("translator.FromJSON", err)
		_, err = translator.ToJSON(message)
		check("translator.ToJSON", err)
		_, err = msgp.UnmarshalAsJSON(io.Discard, packed)
		check("msgp.UnmarshalAsJSON", err)
		_, err = msgp.Skip(packed)
		check("msgp.Skip", err)
		if form == "objects" {
			check("beve struct", beve.Unmarshal(message, &s))
			check("json struct", json.DecodeOptions{}.Unmarshal(text, &s))
			check("msgpack struct", msgpack.Unmarshal(packed, &s))
		}
	}
}

// TestOnlyTooDeepIsErrDepth has text that is as deep as JSON goes, and malformed where a bracket
// stands that would be one too many. More brackets follow, as a stream goes on where JSON does not.
func TestOnlyTooDeepIsErrDepth(t *testing.T) {
	const most = 10_000
	for text, want := range map[string]bool{
		strings.Repeat("[", most+1):                           true,
		strings.Repeat(`{"a":`, most) + "{":                   true,
		strings.Repeat("[", most-1) + `{"a\"]":[`:             true,
		strings.Repeat("[", most-1) + "{[":                    false,
		strings.Repeat("[", most) + "1[":                      false,
		strings.Repeat("[", most) + `"["[`:                    false,
		strings.Repeat("[", most) + "x":                       false,
		strings.Repeat("[", most-1) + `[1,[`:                  true,
		strings.Repeat("[", most-1) + `[],{"a" [`:             false,
		strings.Repeat("[", most) + strings.Repeat("]", most): false,
	} {
		text += "[["
		var v any
		for name, err := range map[string]error{
			"any":    json.DecodeOptions{}.Unmarshal([]byte(text), &v),
			"codec":  json.CodecOf[any]().Unmarshal([]byte(text), &v),
			"stream": json.DecodeOptions{}.NewDecoder(strings.NewReader(text)).Decode(&v),
		} {
			if got := errors.Is(err, beve.ErrDepth); got != want {
				t.Errorf("%s of …%q: %.200v", name, text[most-4:][:min(len(text)-(most-4), 20)], err)
			}
		}
	}
}
