// Streams that are cut at any byte and go on: no record is lost, none comes twice.

package beve_test

import (
	"bytes"
	"errors"
	"io"
	"reflect"
	"testing"
	"testing/iotest"

	beve "github.com/beve-org/beve-go"
)

// errCut is what a reader or a writer of a broken connection returns.
var errCut = errors.New("connection reset by peer")

// streamed are records as a stream, and the offsets where each of them ends.
func streamed(t *testing.T, f format, n int) (data []byte, ends []int) {
	t.Helper()
	var out bytes.Buffer
	e := f.newEncoder(&out)
	for i := range n {
		if err := e.Encode(newObservation(i)); err != nil {
			t.Fatalf("%s: %v", f.name, err)
		}
		ends = append(ends, out.Len())
	}
	return out.Bytes(), ends
}

// readOn decodes records until there is an error, and returns the number after that of the
// last. The first must have the number next.
func readOn(t *testing.T, f format, d streamDecoder, next int) (int, error) {
	t.Helper()
	for {
		var got observation
		if err := d.Decode(&got); err != nil {
			return next, err
		}
		if !reflect.DeepEqual(&got, newObservation(next)) {
			t.Fatalf("%s: %+v, want %+v", f.name, got, newObservation(next))
		}
		next++
	}
}

func TestStreamsGoOnWhereTheyWereCut(t *testing.T) {
	const n = 5
	for _, f := range formats(t) {
		data, ends := streamed(t, f, n)
		for cut := range len(data) + 1 {
			whole, clean := 0, cut == 0 // records that have come, and whether a stream may end there
			for _, end := range ends {
				if end -= f.behind; end <= cut {
					whole++
					clean = cut <= end+f.behind+f.before
				}
			}
			before := func() io.Reader { return bytes.NewReader(data[:cut]) }
			for how, r := range map[string]io.Reader{
				"an end": before(), "an end at once": iotest.DataErrReader(before()), "an end, byte by byte": iotest.OneByteReader(before()),
				"an error": io.MultiReader(before(), iotest.ErrReader(errCut)),
			} {
				d := f.newDecoder(r)
				next, err := readOn(t, f, d, 0)
				if next != whole {
					t.Fatalf("%s, cut at %d by %s: %d records, %d have come", f.name, cut, how, next, whole)
				}
				switch {
				case how == "an error" && !errors.Is(err, errCut):
					t.Errorf("%s, cut at %d by an error: %v", f.name, cut, err)
				case how == "an error":
				case clean && err != io.EOF, !clean && !errors.Is(err, beve.ErrTruncated) && !errors.Is(err, io.ErrUnexpectedEOF):
					t.Errorf("%s, cut at %d by %s: %v", f.name, cut, how, err)
				}
				// The offset is where to go on.
				at := d.InputOffset()
				next, err = readOn(t, f, f.newDecoder(bytes.NewReader(data[at:])), next)
				if next != n || err != io.EOF {
					t.Fatalf("%s, cut at %d by %s, from %d on: %d records of %d, %v", f.name, cut, how, at, next, n, err)
				}
			}
		}
	}
}

// cutWriter takes so many bytes and no more.
type cutWriter struct {
	bytes.Buffer
	left int
}

func (w *cutWriter) Write(p []byte) (int, error) {
	n, _ := w.Buffer.Write(p[:min(len(p), w.left)])
	w.left -= n
	if n < len(p) {
		return n, errCut
	}
	return n, nil
}

func TestWritersGoOnWhereTheyWereCut(t *testing.T) {
	const n = 5
	for _, f := range formats(t) {
		data, ends := streamed(t, f, n)
		for cut := range data {
			w := &cutWriter{left: cut}
			e := f.newEncoder(w)
			failed := 0
			for ; failed < n; failed++ {
				if err := e.Encode(newObservation(failed)); err != nil {
					if !errors.Is(err, errCut) {
						t.Fatalf("%s, cut at %d: %v", f.name, cut, err)
					}
					break
				}
			}
			if failed == n || cut >= ends[failed] || failed > 0 && cut < ends[failed-1] {
				t.Fatalf("%s, cut at %d: record %d is the one that failed, records end at %v", f.name, cut, failed, ends)
			}
			if err := e.Encode(newObservation(failed)); !errors.Is(err, errCut) {
				t.Errorf("%s, cut at %d: the encoder goes on in the middle of a record: %v", f.name, cut, err)
			}
			// The other side has the records that were written whole, and gets the others anew.
			next, err := readOn(t, f, f.newDecoder(&w.Buffer), 0)
			if next < failed || err == nil {
				t.Fatalf("%s, cut at %d: %d records read, %d written, %v", f.name, cut, next, failed, err)
			}
			var rest bytes.Buffer
			again := f.newEncoder(&rest)
			for i := next; i < n; i++ {
				if err := again.Encode(newObservation(i)); err != nil {
					t.Fatal(err)
				}
			}
			if next, err := readOn(t, f, f.newDecoder(&rest), next); next != n || err != io.EOF {
				t.Errorf("%s, cut at %d: %d records, %v", f.name, cut, next, err)
			}
		}
	}
}
