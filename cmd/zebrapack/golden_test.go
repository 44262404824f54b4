package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"testing"
	"testing/iotest"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/msgpack/msgp"
)

// This file holds generated code to the vectors, in three modes.

// generated is what the types of testdata/golden have once their code is generated.
type generated interface {
	msgp.Marshaler
	msgp.Unmarshaler
	msgp.Encodable
	msgp.Decodable
	msgp.Sizer
}

// vectors reads a file of the vectors, which package zebrapack has, into v.
func vectors(t testing.TB, name string, v any) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("..", "..", "zebrapack", "testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	if err := d.Decode(v); err != nil {
		t.Fatal(err)
	}
}

// encodeCase is an entry of encode.json.
type encodeCase struct {
	File, Type, Name string
	Value            any
	Names, Plain     any
	Msgp             any
	Want             map[string]any
	Unordered        bool
}

func (c *encodeCase) want(mode string) any {
	if w, ok := c.Want[mode]; ok {
		return w
	}
	return map[string]any{"names": c.Names, "plain": c.Plain, "msgp": c.Msgp}[mode]
}

// matches compares bytes with their hex, or with {len, sha256, head}.
func matches(got []byte, want any) bool {
	if m, ok := want.(map[string]any); ok {
		sum := sha256.Sum256(got)
		return int64(len(got)) == number(m["len"]) && hex.EncodeToString(sum[:]) == m["sha256"]
	}
	return hex.EncodeToString(got) == want
}

func (c *encodeCase) make(t testing.TB, mode string) generated {
	t.Helper()
	typ := golden[mode][c.File+"."+c.Type]
	if typ == nil {
		t.Fatalf("no type %s.%s", c.File, c.Type)
	}
	v := typ()
	fill(t, reflect.ValueOf(v).Elem(), c.Value, animalsOf[mode])
	return v
}

func TestGeneratedCodeWritesAndReadsTheVectors(t *testing.T) {
	needsGenerated(t)
	var cases []encodeCase
	vectors(t, "encode.json", &cases)
	for _, c := range cases {
		for mode := range modes {
			t.Run(mode+"/"+c.File+"/"+c.Type+"/"+c.Name, func(t *testing.T) {
				v := c.make(t, mode)
				data, err := v.MarshalMsg([]byte("before"))
				if err != nil {
					t.Fatal(err)
				}
				data = data[len("before"):]
				if !matches(data, c.want(mode)) && !(c.Unordered && sameSize(data, c.want(mode))) {
					t.Errorf("MarshalMsg: %x\nwant %v", data, c.want(mode))
				}
				if v.Msgsize() < len(data) && c.File != "15_dynamic" {
					t.Errorf("Msgsize is %d of %d bytes", v.Msgsize(), len(data))
				}
				var stream bytes.Buffer
				if err := msgp.Encode(&stream, v); err != nil {
					t.Fatal(err)
				}
				if !bytes.Equal(stream.Bytes(), data) && !c.Unordered {
					t.Errorf("EncodeMsg: %x\nMarshalMsg: %x", stream.Bytes(), data)
				}
				c.reads(t, mode, v, data)
			})
		}
	}
}

// sameSize compares what a map has in another order.
func sameSize(got []byte, want any) bool { return len(got)*2 == len(want.(string)) }

// reads decodes data by slice and by stream, into new values and into one that was used.
func (c *encodeCase) reads(t *testing.T, mode string, v generated, data []byte) {
	if c.File == "31_iface" && mode != "names" && !bytes.Equal(data, zeroOf(t, mode, c)) {
		return // interfaces need names on the wire
	}
	want := reflect.ValueOf(v).Elem()
	check := func(how string, got generated, err error) {
		t.Helper()
		if err != nil {
			t.Errorf("%s: %v", how, err)
		} else if !same(want, reflect.ValueOf(got).Elem()) {
			t.Errorf("%s: %+v\nwant %+v", how, reflect.ValueOf(got).Elem(), want)
		}
	}
	for _, how := range []string{"fresh", "used"} {
		slice, stream := c.target(t, mode, how), c.target(t, mode, how)
		rest, err := slice.UnmarshalMsg(append(bytes.Clone(data), "rest"...))
		if string(rest) != "rest" {
			t.Errorf("%q is left", rest)
		}
		check("UnmarshalMsg, "+how, slice, err)
		check("DecodeMsg, "+how, stream, msgp.Decode(iotest.OneByteReader(bytes.NewReader(data)), stream))
	}
}

// zeroOf returns what the zero value of the type is written as.
func zeroOf(t *testing.T, mode string, c *encodeCase) []byte {
	b, err := golden[mode][c.File+"."+c.Type]().MarshalMsg(nil)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// target returns a value to decode into: a new one, or one that holds the same. What is
// read into an extension has to have its code.
func (c *encodeCase) target(t *testing.T, mode, how string) generated {
	v := golden[mode][c.File+"."+c.Type]()
	if how == "used" || c.File == "16_opaque" {
		fill(t, reflect.ValueOf(v).Elem(), c.Value, animalsOf[mode])
	}
	return v
}

// decodeCase is an entry of decode.json.
type decodeCase struct {
	Group, Name, File, Type, Mode, Wire string
	Prior                               any
	Want                                map[string]any
}

// classes are the classes of the errors that decode.json names.
var classes = map[string]error{
	"overflow": fault.ErrOverflow, "type mismatch": fault.ErrMismatch, "invalid": fault.ErrSyntax, "short": fault.ErrTruncated,
	"nanoseconds out of range": fault.ErrSyntax, "extension type": fault.ErrMismatch, "duplicate zid": fault.ErrDuplicate,
	"duplicate key": fault.ErrDuplicate, "key is not an integer": fault.ErrMismatch, "key is not a string": fault.ErrMismatch,
	"array length": fault.ErrMismatch,
}

func TestGeneratedCodeDecodesAsTheVectorsSay(t *testing.T) {
	needsGenerated(t)
	var cases []decodeCase
	vectors(t, "decode.json", &cases)
	for i, c := range cases {
		t.Run(fmt.Sprint(i, c.Group, "/", c.Name), func(t *testing.T) {
			wire := unhex(t, c.Wire)
			newTarget := func() generated {
				v := golden[c.Mode][c.File+"."+c.Type]()
				if c.Prior != nil {
					fill(t, reflect.ValueOf(v).Elem(), c.Prior, animalsOf[c.Mode])
				}
				return v
			}
			slice := newTarget()
			rest, err := slice.UnmarshalMsg(bytes.Clone(wire))
			c.check(t, "UnmarshalMsg", slice, err)
			if wantRest, _ := c.Want["rest"].(string); err == nil && hex.EncodeToString(rest) != wantRest {
				t.Errorf("%x is left, want %s", rest, wantRest)
			}
			for _, source := range []io.Reader{bytes.NewReader(wire), iotest.OneByteReader(bytes.NewReader(wire)), iotest.DataErrReader(bytes.NewReader(wire))} {
				stream := newTarget()
				err := msgp.Decode(source, stream)
				if err == io.EOF && len(wire) == 0 {
					err = fault.ErrTruncated // a stream that ends where a value would begin
				}
				if errors.Is(err, fault.ErrLimit) && c.Want["error"] == "short" {
					continue // the count alone is refused, before the stream is known to end
				}
				c.check(t, "DecodeMsg", stream, err)
			}
		})
	}
}

func (c *decodeCase) check(t *testing.T, how string, got generated, err error) {
	t.Helper()
	if kind, ok := c.Want["error"].(string); ok {
		class := classes[kind]
		if class == nil {
			t.Fatalf("no class for %q", kind)
		}
		var at *fault.DecodeError
		if !errors.Is(err, class) || len(c.Wire) > 0 && !errors.As(err, &at) {
			t.Errorf("%s: %v, want %s with its place", how, err, kind)
		}
		return
	}
	if err != nil {
		t.Fatalf("%s: %v", how, err)
	}
	want := golden[c.Mode][c.File+"."+c.Type]()
	fill(t, reflect.ValueOf(want).Elem(), c.Want["value"], animalsOf[c.Mode])
	if !same(reflect.ValueOf(want).Elem(), reflect.ValueOf(got).Elem()) {
		t.Errorf("%s: %+v\nwant %+v", how, reflect.ValueOf(got).Elem(), reflect.ValueOf(want).Elem())
	}
}
