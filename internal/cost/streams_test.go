package cost_test

import (
	"bytes"
	"errors"
	"io"
	"slices"
	"testing"
	"testing/iotest"

	"github.com/beve-org/beve-go/internal/cost"
)

// What reads a stream is held to the law twice: where a reader gives all that there is, and where it gives single bytes.

// pace is how readers deliver, and streamed whether one was asked for.
var (
	pace     = whole
	streamed bool
)

// ofSingleBytes ends the names of entries for streams of single bytes.
const ofSingleBytes = " of single bytes"

func whole(r io.Reader) io.Reader { return r }

// stream returns the input of an entry as a reader.
func stream(data []byte) io.Reader {
	streamed = true
	return pace(bytes.NewReader(data))
}

// slow delivers in pieces of a few hundred bytes.
func slow(data []byte) io.Reader {
	return iotest.HalfReader(iotest.HalfReader(stream(data)))
}

// streamOf returns a short input of an entry, and whether the entry asks for it as a stream.
func streamOf(e cost.Entry, families []cost.Family) (data []byte, ok bool) {
	i := slices.IndexFunc(families, func(f cost.Family) bool { return slices.Contains(e.Formats, f.Format) })
	if i < 0 {
		return nil, false
	}
	data, streamed = families[i].Make(100), false
	e.Run(data) //nolint:errcheck // only what it asks for counts
	return data, streamed
}

// withSingleBytes returns entries, and those that ask for a stream of a family once more, for streams of single bytes.
func withSingleBytes(entries []cost.Entry, families []cost.Family) []cost.Entry {
	all := slices.Clone(entries)
	for _, e := range entries {
		if _, ok := streamOf(e, families); !ok {
			continue
		}
		run := e.Run
		e.Name += ofSingleBytes
		e.Pieces = slices.Contains(e.Formats, cost.BEVE) // MessagePack and JSON do without
		e.Run = func(data []byte) (int, error) {
			pace = iotest.OneByteReader
			defer func() { pace = whole }()
			return run(data)
		}
		all = append(all, e)
	}
	return all
}

// TestReadersThatMisbehave gives every entry that reads a stream readers that break their contract: that is an error.
func TestReadersThatMisbehave(t *testing.T) {
	errOwn := errors.New("of the reader itself")
	readers := map[string]struct {
		read func(p []byte) (int, error)
		want error // nil for any
	}{
		"more than there is room for": {func(p []byte) (int, error) { return len(p) + 1<<20, nil }, nil},
		"less than nothing":           {func([]byte) (int, error) { return -1, nil }, nil},
		"less than nothing, at last":  {func([]byte) (int, error) { return -1, io.EOF }, nil},
		"nothing again and again":     {func([]byte) (int, error) { return 0, nil }, io.ErrNoProgress},
		"an error":                    {func([]byte) (int, error) { return 0, errOwn }, errOwn},
	}
	families := slices.Concat(cost.BEVEFamilies(), cost.JSONFamilies(), cost.MsgPackFamilies(), cost.PackedFamilies())
	tried := map[string]int{}
	for _, e := range entries() {
		data, ok := streamOf(e, families)
		if !ok {
			continue
		}
		tried[e.Formats[0]]++
		for name, r := range readers {
			pace = func(io.Reader) io.Reader { return readFunc(r.read) }
			if _, err := e.Run(data); err == nil || r.want != nil && !errors.Is(err, r.want) {
				t.Errorf("%s, a reader that returns %s: %v", e.Name, name, err)
			}
			pace = whole
		}
	}
	if len(tried) < 4 {
		t.Errorf("streams of %v", tried)
	}
}

type readFunc func(p []byte) (int, error)

func (f readFunc) Read(p []byte) (int, error) { return f(p) }
