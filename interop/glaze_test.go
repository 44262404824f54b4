// Glaze, in C++. Its headers and a compiler of C++23 are named by flags:
//
//	go test -run Glaze -glaze ~/glaze/include -cxx clang++

package interop

import (
	"flag"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/translator"
)

var (
	glaze = flag.String("glaze", "", "the folder of Glaze's headers; without it the tests against Glaze are skipped")
	cxx   = flag.String("cxx", "c++", "the C++ compiler, with its flags, that builds the peer of Glaze")
)

// Record is the struct Record of testdata/cpp.
type Record struct {
	ID      int64             `json:"id"`
	Size    uint64            `json:"size"`
	Tiny    int8              `json:"tiny"`
	Ratio   float64           `json:"ratio"`
	Name    string            `json:"name"`
	Active  bool              `json:"active"`
	Samples []float64         `json:"samples"`
	Counts  []int32           `json:"counts"`
	Bytes   []uint8           `json:"bytes"`
	Flags   []bool            `json:"flags"`
	Labels  []string          `json:"labels"`
	Origin  Point             `json:"origin"`
	Path    []Point           `json:"path"`
	Totals  map[string]int64  `json:"totals"`
	Codes   map[uint32]string `json:"codes"`
	Note    *string           `json:"note"`
}

// Point is a part of Record.
type Point struct {
	X float64 `json:"x"`
	Y float32 `json:"y"`
}

// records returns random records. Nothing in them is nil but notes: to Glaze null is
// neither an array nor a map.
func records(seed uint64) []Record {
	d := NewDocuments(seed)
	point := func() Point { return Point{d.float(), float32(int16(d.integer())) / 8} }
	some := func() int { return d.r.IntN(4) }
	all := make([]Record, *documents)
	for i := range all {
		r := Record{
			ID: d.integer(), Size: d.r.Uint64() >> d.r.IntN(64), Tiny: int8(d.integer()), Ratio: d.float(), Name: d.text(), Active: d.r.IntN(2) == 0,
			Samples: fill(some(), d.float), Counts: fill(some(), func() int32 { return int32(d.integer()) }),
			Bytes: fill(some(), func() uint8 { return uint8(d.integer()) }), Flags: fill(d.r.IntN(20), func() bool { return d.r.IntN(2) == 0 }),
			Labels: fill(some(), d.text), Origin: point(), Path: fill(some(), point),
			Totals: map[string]int64{}, Codes: map[uint32]string{},
		}
		for range some() {
			r.Totals[d.text()] = d.integer()
			r.Codes[d.r.Uint32()] = d.text()
		}
		if d.r.IntN(2) == 0 {
			note := d.text()
			r.Note = &note
		}
		all[i] = r
	}
	return all
}

// glazePeer builds the peer in C++.
func glazePeer(t *testing.T) []string {
	t.Helper()
	if *glaze == "" {
		t.Skip("no headers of Glaze: name their folder with -glaze")
	}
	peer := filepath.Join(t.TempDir(), "peer")
	command := strings.Fields(*cxx)
	args := append(command[1:], "-std=c++23", "-O1", "-I", *glaze, filepath.Join("testdata", "cpp", "peer.cpp"), "-o", peer)
	run(t, command[0], args...)
	return []string{peer}
}

func TestGlazeReadsWhatGoWrites(t *testing.T) {
	peer := glazePeer(t)
	d := NewDocuments(*seed + 5)
	d.Plain = true // beve_to_json lacks arrays of booleans, which records have
	sent := messages(t, d)
	for i, text := range ask(t, peer, "json", sent) {
		if err := SameAsJSON(sent[i], text); err != nil {
			t.Fatalf("document %d, % x, is %s to Glaze: %v", i, sent[i], text, err)
		}
	}
	t.Logf("%d documents are the same JSON", len(sent))
}

// TestGlazeAndGoExchangeRecords sends structs both ways: as messages, and as JSON text that
// Glaze reads and then writes as a message.
func TestGlazeAndGoExchangeRecords(t *testing.T) {
	peer := glazePeer(t)
	want := records(*seed + 6)
	sent, texts := make([][]byte, len(want)), make([][]byte, len(want))
	for i := range want {
		var err error
		if sent[i], err = beve.Marshal(&want[i]); err != nil {
			t.Fatal(err)
		}
		if texts[i], err = translator.ToJSON(sent[i]); err != nil {
			t.Fatal(err)
		}
	}
	for verb, frames := range map[string][][]byte{"echo": sent, "write": texts} {
		for i, message := range ask(t, peer, verb, frames) {
			var got Record
			if err := beve.Unmarshal(message, &got); err != nil {
				t.Fatalf("%s: record %d, % x: %v", verb, i, message, err)
			}
			if !reflect.DeepEqual(got, want[i]) {
				t.Fatalf("%s: record %d came back as %+v, want %+v", verb, i, got, want[i])
			}
		}
		t.Logf("%s: %d records came back", verb, len(want))
	}
}
