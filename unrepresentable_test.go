package beve_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"testing"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/msgpack"
	"github.com/beve-org/beve-go/msgpack/msgp"
	"github.com/beve-org/beve-go/translator"
)

// TestTranslatorsPlaceWhatJSONCannotHold puts a NaN into every place of a document: all ways to
// JSON say at which byte it begins, and by which path it is reached.
func TestTranslatorsPlaceWhatJSONCannotHold(t *testing.T) {
	nan := math.Float64frombits(0x7ff8_0102_0304_0506) // its bytes are in no other place
	hole := new(int)
	document := map[string]any{
		"a": hole, "text": "some text", "list": []any{1, hole, "x", []any{hole, nil, hole}, map[string]any{"deep": hole, "more": 2.5}},
		"map": map[string]any{"k": hole, "l": []any{[]any{[]any{hole}}}}, "": hole, "~/": []any{hole}, "last": true,
	}
	strict := translator.Options{NonFiniteError: true}
	places := 0
	for place := 0; ; place++ {
		n := 0
		path := ""
		var fill func(v any, at string) any
		fill = func(v any, at string) any {
			switch v := v.(type) {
			case *int:
				n++
				if n-1 != place {
					return -7
				}
				path = at
				return nan
			case []any:
				out := make([]any, len(v))
				for i, e := range v {
					out[i] = fill(e, fmt.Sprintf("%s/%d", at, i))
				}
				return out
			case map[string]any:
				out := map[string]any{}
				for _, k := range []string{"a", "text", "list", "map", "", "~/", "last", "deep", "more", "k", "l"} {
					if e, ok := v[k]; ok {
						out[k] = fill(e, at+"/"+map[string]string{"~/": "~0~1"}[k]+map[bool]string{true: k}[k != "~/"])
					}
				}
				return out
			}
			return v
		}
		value := fill(document, "")
		if path == "" && place > 0 {
			break
		}
		places++
		inBEVE, err1 := beve.EncodeOptions{Deterministic: true}.Marshal(value)
		packed, err2 := msgpack.EncodeOptions{Deterministic: true}.Marshal(value)
		if err := errors.Join(err1, err2); err != nil {
			t.Fatal(err)
		}
		atBEVE := int64(bytes.Index(inBEVE, binary.LittleEndian.AppendUint64(nil, math.Float64bits(nan))) - 1)
		atPacked := int64(bytes.Index(packed, binary.BigEndian.AppendUint64(nil, math.Float64bits(nan))) - 1)
		for name, c := range map[string]struct {
			at   int64
			call func() error
		}{
			"translator.ToJSON":       {atBEVE, func() error { _, err := strict.ToJSON(inBEVE); return err }},
			"translator.ToJSONString": {atBEVE, func() error { _, err := strict.ToJSONString(inBEVE); return err }},
			"translator.ToJSONIndent": {atBEVE, func() error { _, err := strict.ToJSONIndent(inBEVE, "", " "); return err }},
			"DirectTranslate.ToJSON":  {atBEVE, func() error { _, err := translator.NewDirectTranslate(strict).ToJSON(inBEVE); return err }},
			"translator.Transcode": {atBEVE, func() error {
				_, err := translator.Transcode(io.Discard, bytes.NewReader(inBEVE), translator.BEVEToJSON, strict)
				return err
			}},
			"msgp.UnmarshalAsJSON": {atPacked, func() error { _, err := msgp.UnmarshalAsJSON(io.Discard, packed); return err }},
			"msgp.CopyToJSON":      {atPacked, func() error { _, err := msgp.CopyToJSON(io.Discard, bytes.NewReader(packed)); return err }},
			"msgp.CopyToJSON, a second": {atPacked + 1, func() error {
				_, err := msgp.CopyToJSON(io.Discard, io.MultiReader(bytes.NewReader([]byte{1}), bytes.NewReader(packed)))
				return err
			}},
		} {
			err := c.call()
			var d *beve.DecodeError
			if !errors.As(err, &d) {
				t.Errorf("%s, %s: %v", name, path, err)
			} else if d.Offset != c.at || string(d.Path) != path {
				t.Errorf("%s: %v: at %d by %q, want %d by %q", name, err, d.Offset, d.Path, c.at, path)
			}
		}
	}
	if places != 9 {
		t.Errorf("%d places", places)
	}
}
