package cost_test

import (
	"bytes"
	"io"
	"slices"
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

// withSingleBytes returns entries, and those that ask for a stream of a family once more, for streams of single bytes.
func withSingleBytes(entries []cost.Entry, families []cost.Family) []cost.Entry {
	all := slices.Clone(entries)
	for _, e := range entries {
		i := slices.IndexFunc(families, func(f cost.Family) bool { return slices.Contains(e.Formats, f.Format) })
		if i < 0 {
			continue
		}
		streamed = false
		e.Run(families[i].Make(100)) //nolint:errcheck // only what it asks for counts
		if !streamed {
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
