package walk

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/wire"
)

// files returns the contents of the messages that match a pattern of testdata.
func files(t testing.TB, pattern string) map[string][]byte {
	t.Helper()
	names, err := filepath.Glob(filepath.Join("..", "..", "..", "testdata", "beve", pattern))
	if err != nil || len(names) < 40 {
		t.Fatalf("%d files, %v", len(names), err)
	}
	all := map[string][]byte{}
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		all[name] = data
	}
	return all
}

// tiles walks data and checks that items follow one another without gaps and that
// every container that is entered is left.
func tiles(data []byte, typeTags bool) error {
	at, open := 0, 0
	w := Walker{TypeTags: typeTags}
	w.Visit = func(it Item) error {
		if it.Off != at || it.End < it.Off || it.End > len(data) {
			return fmt.Errorf("item from %d to %d after %d", it.Off, it.End, at)
		}
		if !w.Path().Valid() || strings.Count(string(w.Path()), "/") != it.Depth {
			return fmt.Errorf("path %q at depth %d", w.Path(), it.Depth)
		}
		at = it.End
		if it.Children > 0 {
			open++
		}
		return nil
	}
	w.Leave = func(it Item, end int) error {
		if end != at {
			return fmt.Errorf("container ends at %d after %d", end, at)
		}
		open--
		return nil
	}
	end, err := w.Value(data)
	if err == nil && (end != at || open != 0) {
		err = fmt.Errorf("ends at %d after %d with %d open", end, at, open)
	}
	return err
}

func TestItemsTileEveryVector(t *testing.T) {
	for _, dir := range []string{"glaze", "rust", "crafted", "extended"} {
		for name, data := range files(t, dir+"/*.beve") {
			off, err := wire.ReadMessageStart(data)
			for after := false; err == nil; after = true {
				if off, _ = wire.PassDelimiters(data, off, after, true); off == len(data) {
					break
				}
				var next int
				b := wire.Limits{}.Budget()
				tags := strings.Contains(name, "typetag")
				b.ReadTypeTags(tags)
				if next, err = wire.SkipWithin(data, off, &b); err == nil {
					err = tiles(data[off:next], tags)
					off = next
				}
			}
			if err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
}

func agree(data []byte) error {
	end, want := wire.Skip(data, 0)
	got := tiles(data, false)
	if (want == nil) != (got == nil) {
		return fmt.Errorf("wire says %d, %v, and walk %v", end, want, got)
	}
	var d *wire.DecodeError
	if got != nil && !errors.As(got, &d) {
		return got
	}
	return nil
}

func TestWalkRejectsWhatWireRejects(t *testing.T) {
	for name, data := range files(t, "malformed/*.beve") {
		if err := agree(data); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, b := range []string{"\x05\x04", "\x03\x04\x00", "\x13\x04\x07", "\x0e\x00"} {
		if err := agree(bytes.Repeat([]byte(b), 1_000_000)); err != nil {
			t.Errorf("a million of % x: %v", b, err)
		}
	}
}

func TestErrorsHavePaths(t *testing.T) {
	for data, want := range map[string]fault.Pointer{
		"\x03\x04\x0ca/b\x05\x08\x00\x07": "/a~1b/1",
		"\x13\x04\x05\x3c\x04\x04\xff":    "/5/0",
		"\x0e\x04\x07":                    "/value",
		"\x07":                            "",
	} {
		var d *wire.DecodeError
		if err := tiles([]byte(data), data[0] == 0x0E); !errors.As(err, &d) || d.Path != want {
			t.Errorf("% x: %v", data, err)
		}
	}
}

func TestVisitorsEndTheWalk(t *testing.T) {
	stop := errors.New("stop")
	data := []byte("\x05\x10\x03\x04\x04a\x00\x3c\x04\x04b\x0e\x04\x00\x16\x00\x14\x04\x01\x14\x04\x07")
	items := 0
	w := Walker{TypeTags: true, Visit: func(Item) error { items++; return nil }}
	if _, err := w.Value(data); err != nil {
		t.Fatal(err)
	}
	for n := range items {
		left := n
		w := Walker{TypeTags: true, Visit: func(Item) error {
			if left--; left < 0 {
				return stop
			}
			return nil
		}}
		if _, err := w.Value(data); err != stop {
			t.Errorf("after %d items: %v", n, err)
		}
	}
	w = Walker{TypeTags: true, Visit: func(Item) error { return nil }, Leave: func(Item, int) error { return stop }}
	if _, err := w.Value(data); err != stop {
		t.Error(err)
	}
}

func FuzzWalkAgreesWithWire(f *testing.F) {
	for _, dir := range []string{"glaze", "crafted", "malformed"} {
		for _, data := range files(f, dir+"/*.beve") {
			if len(data) < 200 {
				f.Add(data)
			}
		}
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if err := agree(data); err != nil {
			t.Errorf("% x: %v", data, err)
		}
	})
}
