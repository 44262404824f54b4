// ZebraPack, whose messages are MessagePack: any reader of that passes them on.

package interop

import (
	"bytes"
	"testing"
	"time"

	"github.com/beve-org/beve-go/msgpack"
	"github.com/beve-org/beve-go/zebrapack"
)

// Reading has a field of each kind that a schema knows well.
type Reading struct {
	Sensor string            `zid:"0" msg:"sensor"`
	At     time.Time         `zid:"1" msg:"at"`
	Values []float64         `zid:"2" msg:"values"`
	Counts []int32           `zid:"3" msg:"counts"`
	Labels map[string]string `zid:"4" msg:"labels"`
	Image  []byte            `zid:"5" msg:"image"`
	Next   *Reading          `zid:"6" msg:"next"`
}

// reading returns a random Reading.
func reading(d *Documents, depth int) *Reading {
	r := &Reading{
		Sensor: d.text(),
		At:     time.UnixMilli(d.r.Int64N(1 << 42)).UTC(),
		Values: fill(d.r.IntN(5), func() float64 { return float64(d.r.Uint32()) + 0.5 }), // whole ones: TestNodeMsgpackDoesNotWriteKnown
		Counts: fill(d.r.IntN(5), func() int32 { return int32(d.integer()) }),
		Labels: map[string]string{},
		Image:  fill(d.r.IntN(5), func() byte { return byte(d.integer()) }),
	}
	for range d.r.IntN(4) {
		r.Labels[d.text()] = d.text()
	}
	if depth < maxDepth && d.r.IntN(2) == 0 {
		r.Next = reading(d, depth+1)
	}
	return r
}

// checkZebraPack sends structs through a peer, as message makes them of ZebraPack, and
// reads what comes back.
func checkZebraPack(t *testing.T, peer []string, message func([]byte) ([]byte, error), read func([]byte, any) error) {
	t.Helper()
	d := NewDocuments(*seed + 6)
	opts := zebrapack.EncodeOptions{Deterministic: true}
	packed, sent := make([][]byte, *documents), make([][]byte, *documents)
	for i := range packed {
		var err error
		if packed[i], err = opts.Marshal(reading(d, 0)); err != nil {
			t.Fatal(err)
		}
		if sent[i], err = message(packed[i]); err != nil {
			t.Fatal(err)
		}
	}
	for i, back := range echo(t, peer, sent) {
		var r Reading
		if err := read(back, &r); err != nil {
			t.Fatalf("% x: %v", back, err)
		}
		if again, err := opts.Marshal(&r); err != nil || !bytes.Equal(again, packed[i]) {
			t.Fatalf("% x came back as % x, which is % x, %v", sent[i], back, again, err)
		}
	}
	t.Logf("%d documents came back and are written with the same bytes", len(packed))
}

// TestPythonMsgpackPassesZebraPackOn sends messages with the numbers of fields.
func TestPythonMsgpackPassesZebraPackOn(t *testing.T) {
	asIs := func(message []byte) ([]byte, error) { return message, nil }
	checkZebraPack(t, pythonMsgpackPeer(t), asIs, zebrapack.Unmarshal)
}

// TestNodeMsgpackReadsTranslatedZebraPack sends messages with names: maps have no keys
// of other types in JavaScript, see TestNodeMsgpackDoesNotReadKnown.
func TestNodeMsgpackReadsTranslatedZebraPack(t *testing.T) {
	schema, err := zebrapack.SchemaOf[Reading]()
	if err != nil {
		t.Fatal(err)
	}
	named := func(message []byte) ([]byte, error) { return zebrapack.ToMsgpack(schema, message) }
	checkZebraPack(t, nodeMsgpackPeer(t), named, msgpack.Unmarshal)
}
