// Numbers of encoding/json, and types that are what their JSON says.

package msgcodec

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/beve-org/beve-go/internal/fault"
)

func TestNumbersOfJSON(t *testing.T) {
	for _, c := range []struct {
		n    json.Number
		wire string
		back json.Number
	}{
		{"", "00", "0"},
		{"0", "00", "0"},
		{"-0", "cb8000000000000000", "-0"},
		{"-32", "e0", "-32"},
		{"9223372036854775807", "cf7fffffffffffffff", "9223372036854775807"},
		{"18446744073709551615", "cfffffffffffffffff", "18446744073709551615"},
		{"1.5", "cb3ff8000000000000", "1.5"},
		{"1e3", "cb408f400000000000", "1000"},
	} {
		b, err := msgpack.Marshal(c.n)
		if err != nil || !valid(b) {
			t.Errorf("%q: %x, %v", c.n, b, err)
			continue
		}
		var back json.Number
		if err := msgpack.Unmarshal(b, &back); err != nil || back != c.back {
			t.Errorf("%q is written as %x and read as %q, %v", c.n, b, back, err)
		}
		if err := msgpack.Unmarshal(unhex(t, c.wire), &back); err != nil || back != c.back {
			t.Errorf("%s is read as %q, %v; want %q", c.wire, back, err, c.back)
		}
		// As a key it is text.
		keyed, err := msgpack.Marshal(map[json.Number]int{c.n: 1})
		var m map[json.Number]int
		if err != nil || msgpack.Unmarshal(keyed, &m) != nil || m[c.n] != 1 {
			t.Errorf("key %q: %x, %v, %v", c.n, keyed, m, err)
		}
	}
	for _, bad := range []json.Number{"x", "1.", "+1", "1 ", "0x1", "1e999"} {
		_, err := msgpack.Marshal([]json.Number{bad})
		if err == nil || !strings.HasPrefix(err.Error(), "msgpack: /0: ") || bad != "1e999" && !errors.Is(err, fault.ErrSyntax) {
			t.Errorf("%q: %v", bad, err)
		}
	}
}

func TestNumbersOfJSONAreReadFromWhatHoldsOne(t *testing.T) {
	for wire, want := range map[string]json.Number{
		"05": "5", "ff": "-1", "ccff": "255", "d180": "", "ca3fc00000": "1.5", "a3312e35": "1.5", "a22d30": "-0", "c0": "",
	} {
		n := json.Number("7")
		err := msgpack.Unmarshal(unhex(t, wire), &n)
		if wire == "d180" {
			failure{fault.ErrTruncated, 0, ""}.of(t, wire, err)
		} else if err != nil || n != want {
			t.Errorf("%s: %q, %v; want %q", wire, n, err, want)
		}
	}
	for wire, cause := range map[string]error{
		"a0": fault.ErrMismatch, "a178": fault.ErrMismatch, "a23120": fault.ErrMismatch, "c3": fault.ErrMismatch, "90": fault.ErrMismatch,
		"c40135": fault.ErrMismatch, "a2": fault.ErrTruncated, "c1": fault.ErrSyntax,
	} {
		failure{cause, 1, "/0"}.of(t, wire, msgpack.Unmarshal(append([]byte{0x91}, unhex(t, wire)...), new([]json.Number)))
	}
	for _, wire := range []string{"ca7f800000", "cb7ff8000000000000"} { // JSON has no infinities
		if err := msgpack.Unmarshal(unhex(t, wire), new(json.Number)); err == nil || !strings.Contains(err.Error(), "as JSON: ") {
			t.Errorf("%s: %v", wire, err)
		}
	}
	var n json.Number
	if err := msgpack.UnmarshalWithOptions(unhex(t, "c40135"), &n, DecodeOptions{AnyText: true}); err != nil || n != "5" {
		t.Error(n, err)
	}
}

// TestErrorsOfJSONAreNotTakenForPlacesInTheMessage unwraps them.
func TestErrorsOfJSONAreNotTakenForPlacesInTheMessage(t *testing.T) {
	err := msgpack.Unmarshal(unhex(t, "82a16101a16281a178a3626164"), &struct {
		A int
		B jsonStrict `msg:"b"`
	}{})
	failure{errMethod, 6, "/b"}.of(t, "in JSON", err)
	if err == nil || !strings.HasSuffix(err.Error(), "as JSON: method failed (Go type msgcodec.jsonStrict)") {
		t.Error(err)
	}
}

type jsonStrict struct{}

func (jsonStrict) UnmarshalJSON([]byte) error { return errMethod }
