// Input from anywhere.

package msgp_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/beve-org/beve-go/internal/testkit"
	"github.com/beve-org/beve-go/msgpack/msgp"
)

func FuzzRead(f *testing.F) {
	for _, c := range testkit.Vectors[validCase](f, "../testdata/valid.json") {
		for _, text := range c.Encodings {
			f.Add(testkit.Hex(f, text))
		}
	}
	for _, c := range testkit.Vectors[struct{ Hex string }](f, "../testdata/malformed.json") {
		f.Add(testkit.Hex(f, c.Hex))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		rest, skipErr := msgp.Skip(b)
		v, o, err := msgp.ReadIntfBytes(b)
		m := msgp.NewReaderSize(iotest.HalfReader(bytes.NewReader(b)), 18)
		streamed, streamErr := m.ReadIntf()
		if (err == nil) != (streamErr == nil) || err == nil && !testkit.EqualLoose(v, streamed) {
			t.Errorf("%v, %v from a slice; %v, %v from a stream", v, err, streamed, streamErr)
		}
		if err == nil && (skipErr != nil || len(o) != len(rest)) || err != nil && len(o) != len(b) {
			t.Errorf("%d of %d bytes left, %v; skip leaves %d, %v", len(o), len(b), err, len(rest), skipErr)
		}
		m = msgp.NewReaderSize(iotest.HalfReader(bytes.NewReader(b)), 18)
		if err := m.Skip(); (err == nil) != (skipErr == nil) {
			t.Errorf("skip: %v on a slice, %v on a stream", skipErr, err)
		}
		var text strings.Builder
		if _, err := msgp.UnmarshalAsJSON(&text, b); err == nil && !json.Valid([]byte(text.String())) {
			t.Errorf("%x is written as %s", b, text.String())
		}
		if err == nil {
			again, err := msgp.AppendIntf(nil, v)
			if err != nil {
				t.Fatalf("%v cannot be written again: %v", v, err)
			}
			// Small integers of both families are one form, and maps have any order.
			back, _, err := msgp.ReadIntfBytes(again)
			if b2, appendErr := msgp.AppendIntf(nil, back); err != nil || appendErr != nil || len(b2) != len(again) {
				t.Errorf("%v comes back as %v, %v, %v", v, back, err, appendErr)
			}
		}
		// Every other reading function, for whatever is there.
		msgp.ReadTimeBytes(b)
		msgp.ReadComplex64Bytes(b)
		msgp.ReadComplex128Bytes(b)
		msgp.ReadMapStrStrBytes(b, nil)
		msgp.ReadExactBytes(b, make([]byte, 2))
		msgp.ReadExtensionBytes(b, new(msgp.RawExtension))
		var n msgp.Number
		n.UnmarshalMsg(b)
		cut := msgp.Remove("k", bytes.Clone(b))
		if msgp.HasKey("k", b) == (len(cut) == len(b)) {
			t.Errorf("removing a key of %x gives %x", b, cut)
		}
	})
}
