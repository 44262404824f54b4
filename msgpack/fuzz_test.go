// Input from anywhere.

package msgpack_test

import (
	"bytes"
	"errors"
	"io"
	"reflect"
	"testing"
	"testing/iotest"
	"time"

	"github.com/beve-org/beve-go/internal/testkit"
	"github.com/beve-org/beve-go/msgpack"
	"github.com/beve-org/beve-go/msgpack/msgp"
)

// everything has fields of what codecs are made for.
type everything struct {
	B  bool                 `msg:"b"`
	I  int64                `msg:"i"`
	I8 int8                 `msg:"i8"`
	U  uint32               `msg:"u"`
	F  float64              `msg:"f"`
	F4 float32              `msg:"f4"`
	S  string               `msg:"s"`
	X  []byte               `msg:"x"`
	T  time.Time            `msg:"t"`
	C  complex64            `msg:"c"`
	A  any                  `msg:"a"`
	L  []everything         `msg:"l"`
	M  map[string]string    `msg:"m"`
	N  map[int16]everything `msg:"n"`
	P  *everything          `msg:"p"`
	Z  [2]uint16            `msg:"z"`
	R  msgp.Raw             `msg:"r"`
	Q  msgp.Number          `msg:"q"`
}

func FuzzDecode(f *testing.F) {
	for _, c := range testkit.Vectors[struct{ Encodings []string }](f, "testdata/valid.json") {
		for _, text := range c.Encodings {
			f.Add(testkit.Hex(f, text))
		}
	}
	for _, c := range testkit.Vectors[struct{ Hex string }](f, "testdata/malformed.json") {
		f.Add(testkit.Hex(f, c.Hex))
	}
	full := everything{B: true, I: -1 << 40, I8: -7, U: 70000, F: 1.5, F4: 2.5, S: "text", X: []byte{1}, T: time.Unix(5, 6), C: 1i,
		A: []any{1, "x", nil}, L: []everything{{}}, M: map[string]string{"k": "v"}, N: map[int16]everything{3: {S: "in"}}, R: msgp.Raw{0xC3}}
	b, err := msgpack.Marshal(&full)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(b)
	f.Fuzz(func(t *testing.T, b []byte) {
		valid := msgpack.Valid(b)
		rest, skipErr := msgp.Skip(b)
		if valid != (skipErr == nil && len(rest) == 0) {
			t.Errorf("valid: %v; skip: %v, %d bytes left", valid, skipErr, len(rest))
		}
		if v, err := msgpack.NewView(b); (err == nil) != valid {
			t.Errorf("valid: %v; view: %v", valid, err)
		} else if valid {
			walk(t, v)
		}
		for _, target := range []func() any{func() any { return new(any) }, func() any { return new(everything) }, func() any { return new([]string) },
			func() any { return new(map[any]any) }, func() any { return new(msgpack.Raw) }, func() any { return new([]int32) }} {
			slice, stream := target(), target()
			err := msgpack.Unmarshal(b, slice)
			d := msgpack.NewDecoder(iotest.HalfReader(bytes.NewReader(b)))
			streamErr := d.Decode(stream)
			if err == nil {
				if !valid || streamErr != nil {
					t.Errorf("%T: valid: %v; a stream says %v", slice, valid, streamErr)
				}
				if !testkit.EqualLoose(slice, stream) {
					t.Errorf("%v from a slice, %v from a stream", slice, stream)
				}
				again(t, slice, target())
				continue
			}
			var where *msgpack.DecodeError
			if !errors.As(err, &where) || where.Offset < 0 || where.Offset > int64(len(b)) || !where.Path.Valid() {
				t.Errorf("%T: %v", slice, err)
			}
			if streamErr == nil && !errors.Is(err, msgpack.ErrTrailing) || streamErr == io.EOF && len(b) > 0 {
				t.Errorf("%T: %v from a slice, %v from a stream", slice, err, streamErr)
			}
		}
	})
}

// walk looks at every part of a message.
func walk(t *testing.T, v msgpack.View) {
	raw, err := v.ViewRaw()
	if err != nil || len(raw) == 0 || !msgpack.Valid(raw) {
		t.Fatalf("%x, %v", raw, err)
	}
	i := 0
	for e, err := range v.Elements() {
		if err != nil {
			if v.Kind() == msgpack.KindArray {
				t.Error(err)
			}
			break
		}
		if same, err := v.Index(i); err != nil || same.Kind() != e.Kind() {
			t.Errorf("element %d: %v", i, err)
		}
		walk(t, e)
		if i++; i == 20 {
			break // elements are found by walking: all of many would take long
		}
	}
	for m, err := range v.Members() {
		if err != nil {
			if v.Kind() == msgpack.KindMap {
				t.Error(err)
			}
			break
		}
		walk(t, m.Key)
		walk(t, m.Value)
	}
}

// again writes what was read, which must read back as the same.
func again(t *testing.T, v, back any) {
	b, err := msgpack.EncodeOptions{Deterministic: true}.Marshal(v)
	if err != nil {
		t.Errorf("%T cannot be written again: %v", v, err)
		return
	}
	if err := msgpack.Unmarshal(b, back); err != nil {
		t.Errorf("%T cannot be read again: %v", v, err)
		return
	}
	b2, err := msgpack.EncodeOptions{Deterministic: true}.Marshal(back)
	if err != nil || !bytes.Equal(b, b2) {
		t.Errorf("%v is written as %x, and then as %x, %v", reflect.ValueOf(v).Elem(), b, b2, err)
	}
}
