package beve_test

import (
	"errors"
	"testing"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/json"
	"github.com/beve-org/beve-go/jsonpack"
	"github.com/beve-org/beve-go/msgpack"
	"github.com/beve-org/beve-go/zebrapack"
)

// TestCodecsRefuseNil gives every method of every codec no variable.
func TestCodecsRefuseNil(t *testing.T) {
	type row struct {
		A int8 `json:"a" zid:"0"`
	}
	schema, err := jsonpack.NewJSONPack().AddSchema("row", jsonpack.SchemaDef{Type: "object", Properties: map[string]*jsonpack.SchemaDef{"a": {Type: "int8"}}})
	if err != nil {
		t.Fatal(err)
	}
	positional, err := jsonpack.CodecOf[row](schema)
	if err != nil {
		t.Fatal(err)
	}
	out := func(b []byte, err error) error {
		if len(b) != 0 {
			t.Errorf("% x was written", b)
		}
		return err
	}
	for name, f := range map[string]func() error{
		"beve.Marshal":        func() error { return out(beve.CodecOf[row]().Marshal(nil)) },
		"beve.Append":         func() error { return out(beve.CodecOf[row]().Append(nil, nil)) },
		"beve.Append of int":  func() error { return out(beve.CodecOf[int]().Append(nil, nil)) },
		"beve.Unmarshal":      func() error { return beve.CodecOf[row]().Unmarshal([]byte{3, 0}, nil) },
		"json.Append":         func() error { return out(json.CodecOf[row]().Append(nil, nil)) },
		"json.Unmarshal":      func() error { return json.CodecOf[row]().Unmarshal([]byte("{}"), nil) },
		"msgpack.Marshal":     func() error { return out(msgpack.CodecOf[row]().Marshal(nil)) },
		"msgpack.Append":      func() error { return out(msgpack.CodecOf[row]().Append(nil, nil)) },
		"msgpack.Unmarshal":   func() error { return msgpack.CodecOf[row]().Unmarshal([]byte{0x80}, nil) },
		"zebrapack.Marshal":   func() error { return out(zebrapack.CodecOf[row]().Marshal(nil)) },
		"zebrapack.Unmarshal": func() error { return zebrapack.CodecOf[row]().Unmarshal([]byte{0x80}, nil) },
		"jsonpack.Append":     func() error { return out(positional.Append(nil, nil)) },
		"jsonpack.Encode":     func() error { return out(positional.Marshal(nil)) },
		"jsonpack.Decode":     func() error { return positional.Unmarshal(make([]byte, 8), nil) },
	} {
		if err := f(); !errors.Is(err, beve.ErrUnsupported) {
			t.Errorf("%s of nil: %v", name, err)
		}
	}
}
