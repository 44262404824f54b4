package jsonpack_test

import (
	"bytes"
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/beve-org/beve-go/jsonpack"
)

func TestJSONInAnyOrder(t *testing.T) {
	s := mustAdd(t, object("a", "uint8", "b", array(object("x", "string", "e", object(), "y", "bool")), "c", "float32le"))
	want := unhex("05 02 0161 01 026263 00 0000c03f")
	for _, text := range []string{
		`{"a":5,"b":[{"x":"a","e":{},"y":true},{"x":"bc","e":{},"y":false}],"c":1.5}`,
		` { "c" : 1.50 , "b" : [ { "y" : true , "x" : "\u0061", "e":{ } } , {"e":{},"y":false,"x":"bc"} ] , "a" : 5 } `,
		`{"c":15e-1,"zzz":[{"a":[]}],"b":[{"y":false,"x":"other","e":{},"y":true,"x":"a"},{"x":"bc","y":false,"e":{},"":null}],"a":6,"a":5}`,
		`{"a":5.0,"a":5,"c":1.5,"b":[],"b":[{"x":"a","e":{"q":1},"y":true},{"x":"bc","e":{},"y":false}]}`,
	} {
		got, err := s.FromJSON([]byte(text))
		if err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s: %x, %v", text, got, err)
		}
	}
	text, err := s.ToJSON(want)
	if err != nil || string(text) != `{"a":5,"b":[{"x":"a","e":{},"y":true},{"x":"bc","e":{},"y":false}],"c":1.5}` {
		t.Errorf("%s, %v", text, err)
	}
	first := mustAdd(t, object("e", object(), "a", "uint8"))
	if got, err := first.FromJSON([]byte(`{"e":{},"a":1}`)); err != nil || !bytes.Equal(got, []byte{1}) {
		t.Errorf("%x, %v", got, err)
	}
	// A name that is repeated in the order has its value in all places; read back, the
	// last one counts.
	twice := mustAdd(t, `{"type":"object","properties":{"a":{"type":"uint8"},"b":{"type":"uint8"}},"order":["a","b","a"]}`)
	if got, err := twice.FromJSON([]byte(`{"b":2,"a":1}`)); err != nil || !bytes.Equal(got, []byte{1, 2, 1}) {
		t.Errorf("%x, %v", got, err)
	}
	if got, err := twice.ToJSON([]byte{1, 2, 3}); err != nil || string(got) != `{"b":2,"a":3}` {
		t.Errorf("%s, %v", got, err)
	}
	if dst, err := (jsonpack.DecodeOptions{}).FromJSON(twice, []byte("kept"), []byte(`{"a":1,"b":2}`)); err != nil || string(dst) != "kept\x01\x02\x01" {
		t.Errorf("%q, %v", dst, err)
	}
	long := mustAdd(t, array("uint8"))
	numbers := strings.TrimSuffix(strings.Repeat("7,", 20_000), ",")
	if got, err := long.FromJSON([]byte("[" + numbers + "]")); err != nil || !bytes.Equal(got, append(varuint(20_000), bytes.Repeat([]byte{7}, 20_000)...)) {
		t.Errorf("%d bytes, %v", len(got), err)
	}
}

func TestJSONThatDoesNotFit(t *testing.T) {
	s := mustAdd(t, object("n", "uint8", "f", "float32le", "o", object("l", array("string")), "b", "bool"))
	for _, c := range []struct {
		text, says string
		cause      error
	}{
		{`{"n":256}`, "/n at byte 5: 256 does not fit uint8", jsonpack.ErrOverflow},
		{`{"n":-1}`, "/n at byte 5: -1 does not fit uint8", jsonpack.ErrOverflow},
		{`{"n":1.5}`, "/n at byte 5: 1.5 does not fit uint8", jsonpack.ErrOverflow},
		{`{"n":"1"}`, "/n at byte 5: a string where the schema has uint8", jsonpack.ErrMismatch},
		{`{"n":null}`, "/n at byte 5: null where the schema has uint8", jsonpack.ErrMismatch},
		{`{"f":1e39}`, "/f at byte 5: 1e39 does not fit float32le", jsonpack.ErrOverflow},
		{`{"f":1e999}`, "/f at byte 5", jsonpack.ErrOverflow},
		{`{"o":{"l":["a",5]}}`, "/o/l/1 at byte 15: a number where the schema has string", jsonpack.ErrMismatch},
		{`{"o":{"l":{}}}`, "/o/l at byte 10: an object where the schema has array", jsonpack.ErrMismatch},
		{`{"o":{}}`, "/o/l at byte 6: no member", jsonpack.ErrMissing},
		{`{"n":1,"f":1,"o":{"l":[]}}`, "/b at byte 25: no member", jsonpack.ErrMissing},
		{`[]`, "at byte 0: an array where the schema has object", jsonpack.ErrMismatch},
		{`{"b":1}`, "/b at byte 5: a number where the schema has bool", jsonpack.ErrMismatch},
		{`{"b":trux}`, "/b at byte 8", jsonpack.ErrSyntax},
		{`{"n":01}`, "/n at byte 6", jsonpack.ErrSyntax},
		{`{"n":1}x`, "", jsonpack.ErrMissing},
		{`{"n":1,"f":0,"b":true,"o":{"l":[]}}x`, "at byte 35", jsonpack.ErrTrailing},
		{`{"n":1,"f":0,"b":true,"o":{"l":["` + "\xff" + `"]}}`, "/o/l/0 at byte 33", jsonpack.ErrUTF8},
		{`{"x":[1,]}`, "at byte 8", jsonpack.ErrSyntax},
		{`{"x":[1`, "at byte 7", jsonpack.ErrTruncated},
		{`{"n" 1}`, "at byte 5", jsonpack.ErrSyntax},
		{`{"n":1;}`, "at byte 6", jsonpack.ErrSyntax},
		{`{n:1}`, "at byte 1", jsonpack.ErrSyntax},
		{`{"o":{"l":["a" "b"]}}`, "/o/l at byte 15", jsonpack.ErrSyntax},
		{`{"n":}`, "/n at byte 5", jsonpack.ErrSyntax},
		{``, "at byte 0", jsonpack.ErrTruncated},
	} {
		got, err := s.FromJSON([]byte(c.text))
		var inner *jsonpack.DecodeError
		if got != nil || !errors.As(err, &inner) || !errors.Is(err, c.cause) || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %x, %v", c.text, got, err)
		}
	}
}

func TestWhatJSONHasNoFormFor(t *testing.T) {
	for _, c := range []struct {
		typ   string
		v     any
		cause error
	}{
		{"float64le", math.NaN(), jsonpack.ErrUnsupported}, {"float32be", float32(math.Inf(-1)), jsonpack.ErrUnsupported},
		{"string", "a\xff", jsonpack.ErrUTF8},
	} {
		s := mustAdd(t, object("l", array(c.typ)))
		data, err := s.Encode(map[string]any{"l": []any{c.v}})
		if err != nil {
			t.Fatal(err)
		}
		text, err := s.ToJSON(data)
		checkDecodeError(t, err)
		if text != nil || !errors.Is(err, c.cause) || !strings.Contains(err.Error(), "/l/0 at byte 1") {
			t.Errorf("%v: %s, %v", c.v, text, err)
		}
	}
	s := mustAdd(t, object("l", array("float32be"), "d", "float64be"))
	text, err := s.ToJSON(unhex("02 3dcccccd 80000000 3fb999999999999a"))
	if err != nil || string(text) != `{"l":[0.1,-0],"d":0.1}` {
		t.Errorf("%s, %v", text, err)
	}
}
