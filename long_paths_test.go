package beve_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/json"
	"github.com/beve-org/beve-go/msgpack"
)

// TestPathsOfErrorsAreBounded fails inside names that are long each, so that only the path
// that is put together of them is longer than the path of an error may be: by every way to
// a part of a value.
func TestPathsOfErrorsAreBounded(t *testing.T) {
	const most = 8 << 10
	outer, inner := strings.Repeat("o", most*7/16), strings.Repeat("i", most*3/4)
	value := map[string]any{outer: map[string]any{inner: "text"}}
	encode := func(b []byte, err error) []byte {
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	inBEVE, inPack, inJSON := encode(beve.Marshal(value)), encode(msgpack.Marshal(value)), encode(json.Marshal(value))
	var target map[string]int
	v, err := beve.NewView(inBEVE)
	if err == nil {
		v, err = v.Key(outer)
	}
	m, err2 := msgpack.NewView(inPack)
	if err2 == nil {
		m, err2 = m.Key(outer)
	}
	j, err3 := json.NewView(inJSON)
	if err3 == nil {
		j, err3 = j.Key(outer)
	}
	if err := errors.Join(err, err2, err3); err != nil {
		t.Fatal(err)
	}
	str, err := m.Key(inner)
	quoted, err2 := j.Key(inner)
	if err := errors.Join(err, err2); err != nil {
		t.Fatal(err)
	}
	_, readPack := str.Int64()
	_, readJSON := quoted.Int64()
	var elements error
	long := strings.Repeat("o", most-2)
	for _, err := range beve.Elements[map[string]int](bytes.NewReader(encode(beve.Marshal([]any{map[string]any{long: "text"}})))) {
		elements = err
	}
	for name, err := range map[string]error{
		"beve.View.Decode": v.Decode(&target), "msgpack.View.Decode": m.Decode(&target), "json.View.Decode": j.Decode(&target),
		"msgpack.View.Int64": readPack, "json.View.Int64": readJSON, "beve.Elements": elements,
		"beve.Unmarshal": beve.Unmarshal(inBEVE, &map[string]map[string]int{}),
	} {
		var e *beve.DecodeError
		if !errors.As(err, &e) {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if len(e.Path) > most || len(e.Path) < most/2 || !strings.Contains(string(e.Path), "…") {
			t.Errorf("%s: a path of %d bytes", name, len(e.Path))
		}
	}
}
