package engine_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"testing"
	"testing/iotest"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/translator"
	"github.com/beve-org/beve-go/wire"
)

// TestWhatFollowsATypeTagIsSeenByAllReadersOfStreams goes through short streams that
// start with the header of tables and type tags. A type tag of a boolean is known by
// the bytes after it, so that a reader which cuts it out of its window first, or
// has only some of them in it, takes it for something else.
func TestWhatFollowsATypeTagIsSeenByAllReadersOfStreams(t *testing.T) {
	alphabet := []byte{0x00, 0x01, 0x04, 0x08, 0x18, 0x30, 'a'}
	longest, several := 5, 0
	if testing.Short() {
		longest = 4
	}
	msg := []byte{0x0E}
	var visit func(left int)
	visit = func(left int) {
		if streamOfTags(t, msg) > 1 {
			several++
		}
		if left == 0 || t.Failed() {
			return
		}
		for _, c := range alphabet {
			msg = append(msg, c)
			visit(left - 1)
			msg = msg[:len(msg)-1]
		}
	}
	visit(longest)
	if several < 100 {
		t.Errorf("%d streams of several values", several)
	}
}

// streamOfTags asserts that all readers see the same values in a stream, and returns
// their number.
func streamOfTags(t *testing.T, msg []byte) (values int) {
	t.Helper()
	var ends []int
	off, failed := 0, false
	for off < len(msg) {
		next, _ := wire.PassDelimiters(msg, off, off > 0, true)
		if off = next; off == len(msg) {
			break
		}
		end, err := wire.Skip(msg, off)
		if failed = err != nil; failed {
			break
		}
		ends, off = append(ends, end), end
	}
	want := fmt.Sprint(ends, failed)
	check := func(reader string, ends []int, err error) {
		if got := fmt.Sprint(ends, err != nil); got != want {
			t.Errorf("% X: %s: %s, %v; Skip: %s", msg, reader, got, err, want)
		}
	}
	for name, r := range map[string]func() io.Reader{
		"whole":   func() io.Reader { return bytes.NewReader(msg) },
		"by byte": func() io.Reader { return iotest.OneByteReader(bytes.NewReader(msg)) },
	} {
		for verb, read := range map[string]func(d *beve.Decoder) error{
			"Decode rows": func(d *beve.Decoder) error {
				var rows []struct{ A int }
				err := d.Decode(&rows)
				if errors.Is(err, beve.ErrMismatch) {
					return nil // and the next value may be read
				}
				return err
			},
			"Decode":     func(d *beve.Decoder) error { var v any; return d.Decode(&v) },
			"Decode Raw": func(d *beve.Decoder) error { var v beve.Raw; return d.Decode(&v) },
			"Skip":       (*beve.Decoder).Skip,
			"Raw":        func(d *beve.Decoder) error { _, err := d.ViewRaw(); return err },
		} {
			d, got := beve.NewDecoder(r()), []int(nil)
			err := read(d)
			for ; err == nil; err = read(d) {
				got = append(got, int(d.InputOffset()))
			}
			if errors.Is(err, io.EOF) {
				err = nil
			}
			check(verb+" "+name, got, err)
		}
		stats, err := translator.Transcode(io.Discard, r(), translator.BEVEToJSON, translator.Options{})
		if int(stats.Values) != len(ends) || (err != nil) != failed {
			t.Errorf("% X: Transcode %s: %+v, %v; Skip: %s", msg, name, stats, err, want)
		}
	}
	return len(ends)
}
