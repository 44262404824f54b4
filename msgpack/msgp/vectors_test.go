// The vectors of the format, through every way to read.

package msgp_test

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"math/big"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/beve-org/beve-go/internal/testkit"
	"github.com/beve-org/beve-go/msgpack/msgp"
)

type validCase struct {
	Group, Kind string
	Value       json.RawMessage
	Encodings   []string
}

// same reports whether v, as it came from the wire, is what the vector says.
func same(t *testing.T, c *validCase, v any) bool {
	t.Helper()
	decode := func(into any) {
		if err := json.Unmarshal(c.Value, into); err != nil {
			t.Fatal(err)
		}
	}
	switch c.Kind {
	case "number":
		var text string
		decode(&text)
		want, _ := new(big.Rat).SetString(text)
		got := new(big.Rat)
		switch v := v.(type) {
		case int64:
			got.SetInt64(v)
		case uint64:
			got.SetUint64(v)
		case float32:
			got.SetFloat64(float64(v))
		case float64:
			got.SetFloat64(v)
		default:
			return false
		}
		return want.Cmp(got) == 0
	case "bin":
		var text string
		decode(&text)
		b, ok := v.([]byte)
		return ok && hex.EncodeToString(b) == text
	case "timestamp":
		var want [2]int64
		decode(&want)
		got, ok := v.(time.Time)
		return ok && got.Unix() == want[0] && int64(got.Nanosecond()) == want[1]
	case "ext":
		var want [2]any
		decode(&want)
		e, ok := v.(*msgp.RawExtension)
		return ok && float64(e.Type) == want[0] && hex.EncodeToString(e.Data) == want[1]
	}
	text, err := json.Marshal(v)
	if err != nil {
		return false
	}
	var want, got any
	decode(&want)
	if err := json.Unmarshal(text, &got); err != nil {
		return false
	}
	return testkit.Equal(got, want)
}

func TestEveryEncodingIsRead(t *testing.T) {
	for _, c := range testkit.Vectors[validCase](t, "../testdata/valid.json") {
		for _, text := range c.Encodings {
			b := testkit.Hex(t, text)
			v, o, err := msgp.ReadIntfBytes(append(b, 0x2A))
			if err != nil || len(o) != 1 {
				t.Errorf("%s: %s: %v, %d bytes left", c.Group, text, err, len(o))
			} else if !same(t, &c, v) {
				t.Errorf("%s: %s is read as %v, not as %s", c.Group, text, v, c.Value)
			}
			if o, err := msgp.Skip(append(b, 0x2A)); err != nil || len(o) != 1 {
				t.Errorf("%s: skip: %v, %d bytes left", text, err, len(o))
			}
			m := msgp.NewReaderSize(iotest.OneByteReader(bytes.NewReader(append(b, 0x2A))), 1)
			if v, err := m.ReadIntf(); err != nil || !same(t, &c, v) {
				t.Errorf("%s: a stream gives %v, %v", text, v, err)
			}
			if v, err := m.ReadInt(); v != 42 || err != nil {
				t.Errorf("%s: after it a stream gives %v, %v", text, v, err)
			}
			m = msgp.NewReader(bytes.NewReader(append(b, 0x2A)))
			if err := m.Skip(); err != nil {
				t.Errorf("%s: skip in a stream: %v", text, err)
			}
			if v, err := m.ReadInt(); v != 42 || err != nil {
				t.Errorf("%s: after a skip a stream gives %v, %v", text, v, err)
			}
		}
	}
}

// refused fails the test unless every way to read a whole value fails on b.
func refused(t *testing.T, name string, b []byte) {
	t.Helper()
	testkit.Costs(t, name, 6*len(b), func() {
		if _, o, err := msgp.ReadIntfBytes(b); err == nil || len(o) != len(b) {
			t.Errorf("%s: ReadIntfBytes says %v and leaves %d of %d bytes", name, err, len(o), len(b))
		}
		if _, err := msgp.Skip(b); err == nil {
			t.Errorf("%s: Skip takes it", name)
		}
		var raw msgp.Raw
		if _, err := raw.UnmarshalMsg(b); err == nil {
			t.Errorf("%s: Raw takes it", name)
		}
		if _, err := msgp.UnmarshalAsJSON(io.Discard, b); err == nil {
			t.Errorf("%s: UnmarshalAsJSON takes it", name)
		}
		if _, err := msgp.NewReader(bytes.NewReader(b)).ReadIntf(); err == nil {
			t.Errorf("%s: ReadIntf takes it", name)
		}
		if err := msgp.NewReader(bytes.NewReader(b)).Skip(); err == nil || err == io.EOF && len(b) > 0 {
			t.Errorf("%s: Skip of a stream says %v", name, err)
		}
	})
}

func TestMalformedIsRefused(t *testing.T) {
	for _, c := range testkit.Vectors[struct{ Hex, Class, Reason string }](t, "../testdata/malformed.json") {
		refused(t, c.Hex+" ("+c.Reason+")", testkit.Hex(t, c.Hex))
	}
}

func TestDeepIsRefused(t *testing.T) {
	type deep struct {
		Prefix, Suffix, Reason string
		Repeat                 int
	}
	for _, c := range testkit.Vectors[deep](t, "../testdata/deep.json") {
		b := append(bytes.Repeat(testkit.Hex(t, c.Prefix), c.Repeat), testkit.Hex(t, c.Suffix)...)
		refused(t, c.Reason, b)
		if _, err := msgp.Skip(b); !errors.Is(err, msgp.ErrRecursion) {
			t.Errorf("%s: %v", c.Reason, err)
		}
	}
}

func TestInvalidTimestampsAreNoTimes(t *testing.T) {
	for _, c := range testkit.Vectors[struct{ Hex, Class, Reason string }](t, "../testdata/conditional.json") {
		b := testkit.Hex(t, c.Hex)
		if c.Class != "timestamp" {
			continue
		}
		var bad msgp.InvalidTimestamp
		if _, o, err := msgp.ReadTimeBytes(b); !errors.As(err, &bad) || len(o) != len(b) {
			t.Errorf("%s: %v", c.Reason, err)
		}
		if _, err := msgp.Skip(b); err != nil {
			t.Errorf("%s: it is a whole value all the same, but Skip says %v", c.Reason, err)
		}
	}
}

func TestJSONText(t *testing.T) {
	type toJSON struct {
		Hex       string
		Want      string
		WantError bool `json:"want_error"`
	}
	for _, c := range testkit.Vectors[toJSON](t, "../../zebrapack/testdata/to_json.json") {
		b := testkit.Hex(t, c.Hex)
		var text, stream strings.Builder
		_, err := msgp.UnmarshalAsJSON(&text, b)
		n, streamErr := msgp.CopyToJSON(&stream, bytes.NewReader(b))
		if c.WantError {
			if err == nil || streamErr == nil || text.Len()+stream.Len() != 0 {
				t.Errorf("%s: %q %v, %q %v", c.Hex, text.String(), err, stream.String(), streamErr)
			}
			continue
		}
		if err != nil || streamErr != nil {
			t.Errorf("%s: %v, %v", c.Hex, err, streamErr)
			continue
		}
		if stream.String() != text.String() || n != int64(text.Len()) {
			t.Errorf("%s: a stream gives %q, a slice %q", c.Hex, stream.String(), text.String())
		}
		var got, want any
		if err := json.Unmarshal([]byte(text.String()), &got); err != nil {
			t.Errorf("%s: %q: %v", c.Hex, text.String(), err)
		}
		if err := json.Unmarshal([]byte(c.Want), &want); err != nil {
			t.Fatal(err)
		}
		if !testkit.Equal(got, want) {
			t.Errorf("%s: %s, not %s", c.Hex, text.String(), c.Want)
		}
	}
}
