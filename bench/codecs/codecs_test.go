package codecs

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/beve-org/beve-go/bench/payload"
)

func TestEveryCodecGivesEveryPayloadBack(t *testing.T) {
	for _, c := range All() {
		for _, p := range payload.All() {
			if c.Kind == Baseline {
				continue
			}
			t.Run(fmt.Sprintf("%s/%s", c.Name, p.Name), func(t *testing.T) {
				b := c.Bind(p)
				if b == nil {
					t.Logf("n/a")
					return
				}
				if err := b.Check(p); err != nil {
					t.Error(err)
				}
			})
		}
	}
}

func TestEveryStreamGivesItsRowsBack(t *testing.T) {
	rows := *payload.Find(payload.NameRows).Value.(*[]payload.Row)
	const n = 2_500 // more than the rows there are, and than buffers hold
	for _, c := range All() {
		if c.Stream == nil {
			continue
		}
		t.Run(c.Name, func(t *testing.T) {
			var w bytes.Buffer
			if err := c.Stream.Write(&w, rows, n); err != nil {
				t.Fatal(err)
			}
			read := 0
			err := c.Stream.Read(bytes.NewReader(w.Bytes()), n, func(r *payload.Row) {
				if *r != rows[read%len(rows)] {
					t.Errorf("row %d is %+v", read, *r)
				}
				read++
			})
			if err != nil || read != n {
				t.Errorf("read %d rows of %d: %v", read, n, err)
			}
		})
	}
}

func TestEveryRivalIsThere(t *testing.T) {
	for _, name := range []string{
		"beve", "beve-codecof", "beve-deterministic", "msgpack", "zebrapack", "copy", "msgp", "mus", "vtproto", "protobuf", "hyperpb", "cbor", "cbor-keyasint", "cbor-toarray",
		"vmihailenco", "shamaton", "ugorji", "avro", "goccy", "sonic", "segmentio", "std-json", "gob",
	} {
		if Find(name) == nil {
			t.Errorf("%s is missing", name)
		}
	}
	for _, name := range []string{"msgp", "cbor", "protobuf"} {
		if Find(name).Bind(payload.Find("medium")) == nil {
			t.Errorf("%s has no binding for medium", name)
		}
	}
}
