// The test vectors: messages that other implementations wrote, and inputs that
// everyone has to reject, through every way of walking a value.

package wire_test

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/testkit"
	"github.com/beve-org/beve-go/wire"
)

// vector is one file of testdata/beve.
type vector struct {
	Name   string
	Stream bool
	Level  string // of malformed ones
	Class  string // of malformed ones
	Bytes  int
	data   []byte
}

// vectors reads the files that the manifest of a directory lists.
func vectors(t testing.TB, dir string) []vector {
	t.Helper()
	dir = filepath.Join("..", "testdata", "beve", dir)
	text, err := os.ReadFile(filepath.Join(dir, "MANIFEST.json"))
	if err != nil {
		t.Fatal(err)
	}
	var m struct{ Vectors []vector }
	if err := json.Unmarshal(text, &m); err != nil {
		t.Fatal(err)
	}
	for i := range m.Vectors {
		v := &m.Vectors[i]
		if v.data, err = os.ReadFile(filepath.Join(dir, v.Name+".beve")); err != nil {
			t.Fatal(err)
		}
		if len(v.data) != v.Bytes {
			t.Fatalf("%s has %d bytes, not %d", v.Name, len(v.data), v.Bytes)
		}
	}
	if len(m.Vectors) < 40 {
		t.Fatalf("only %d vectors in %s", len(m.Vectors), dir)
	}
	return m.Vectors
}

// typeTags reports whether the file is of version 1, whose type tags are read on
// request only.
func (v vector) typeTags() bool { return strings.Contains(v.Name, "typetag") }

// values cuts a message or stream into its values, each found by Skip.
func (v vector) values(t testing.TB) [][]byte {
	t.Helper()
	off, err := wire.ReadMessageStart(v.data)
	if err != nil {
		t.Fatalf("%s: %v", v.Name, err)
	}
	var list [][]byte
	for off < len(v.data) {
		if v.Stream {
			if off, _ = wire.PassDelimiters(v.data, off, len(list) > 0, true); off == len(v.data) {
				break
			}
		}
		b := wire.Limits{}.Budget()
		b.ReadTypeTags(v.typeTags())
		next, err := wire.SkipWithin(v.data, off, &b)
		if err != nil {
			t.Fatalf("%s: %v", v.Name, err)
		}
		list = append(list, v.data[off:next])
		off = next
	}
	if !v.Stream && len(list) != 1 || len(list) == 0 {
		t.Fatalf("%s: %d values", v.Name, len(list))
	}
	return list
}

func TestWalksAcceptEveryVector(t *testing.T) {
	for _, dir := range []string{"glaze", "rust", "crafted", "extended"} {
		for _, v := range vectors(t, dir) {
			if err := (wire.ValidateOptions{LegacyTypeTag: v.typeTags()}).Validate(v.data); (err == nil) == v.Stream {
				t.Errorf("%s/%s: Validate: %v", dir, v.Name, err)
			}
			for _, value := range v.values(t) {
				if err := (wire.ValidateOptions{Strict: true, LegacyTypeTag: v.typeTags()}).Validate(value); err != nil {
					t.Errorf("%s/%s: strict: %v", dir, v.Name, err)
				}
				if wire.Validate(value) != nil && !v.typeTags() {
					t.Errorf("%s/%s: not Valid", dir, v.Name)
				}
				// A value may lie anywhere in a buffer.
				moved := append([]byte("\xFF\xFF\xFF"), value...)
				b := wire.Limits{}.Budget()
				b.ReadTypeTags(v.typeTags())
				if next, err := wire.SkipWithin(append(moved, 0xFF), 3, &b); err != nil || next != len(moved) {
					t.Errorf("%s/%s: moved: to %d of %d, %v", dir, v.Name, next, len(moved), err)
				}
				checkPrefixes(t, dir+"/"+v.Name, value, v.typeTags())
			}
		}
	}
}

// checkPrefixes feeds a value to a Scanner byte by byte, and looks at its
// prefixes as whole inputs: each must be reported as truncated.
func checkPrefixes(t *testing.T, name string, value []byte, typeTags bool) {
	t.Helper()
	step := 1 + len(value)/4000 // of long ones, not every prefix
	var s wire.Scanner
	s.ReadTypeTags(typeTags)
	s.Reset(wire.Limits{}, true)
	for n := 0; n < len(value); n += step {
		if end, err := s.Next(value[:n:n], false); !errors.Is(err, fault.ErrTruncated) || end != 0 {
			t.Fatalf("%s: Scanner ends at %d of the first %d bytes, %v", name, end, n, err)
		}
		for what, err := range map[string]error{"Skip": skip(value[:n:n], typeTags), "Scanner": scan(value[:n:n], typeTags)} {
			if !errors.Is(err, fault.ErrTruncated) {
				t.Fatalf("%s: %s of the first %d bytes: %v", name, what, n, err)
			}
			if e := (*wire.DecodeError)(nil); !errors.As(err, &e) || e.Offset > int64(n) {
				t.Fatalf("%s: %s of the first %d bytes: %v", name, what, n, err)
			}
		}
	}
	// A table of no rows is told from a type tag when nothing more comes.
	noRows := strings.HasSuffix(name, "/table_no_rows")
	if end, err := s.Next(append(value[:len(value):len(value)], 0xFF), noRows); end != len(value) || err != nil {
		t.Fatalf("%s: Scanner ends at %d of %d, %v", name, end, len(value), err)
	}
}

func skip(b []byte, typeTags bool) error {
	budget := wire.Limits{}.Budget()
	budget.ReadTypeTags(typeTags)
	_, err := wire.SkipWithin(b, 0, &budget)
	return err
}

func scan(b []byte, typeTags bool) error {
	var s wire.Scanner
	s.ReadTypeTags(typeTags)
	s.Reset(wire.Limits{}, false)
	_, err := s.Next(b, true)
	return err
}

// walks are all ways over a message. Those that know nothing of messages get the
// value alone, and the rest is for the caller of them to see.
var walks = []struct {
	name    string
	message bool
	walk    func(b []byte, typeTags bool) error
}{
	{"Validate", true, func(b []byte, tags bool) error { return wire.ValidateOptions{LegacyTypeTag: tags}.Validate(b) }},
	{"Valid", true, func(b []byte, tags bool) error {
		if wire.Validate(b) == nil && !tags {
			return nil
		}
		return wire.ValidateOptions{LegacyTypeTag: tags}.Validate(b)
	}},
	{"strict", true, func(b []byte, tags bool) error {
		return wire.ValidateOptions{Strict: true, LegacyTypeTag: tags}.Validate(b)
	}},
	{"Skip", false, skip},
	{"Scanner", false, scan},
	{"byte by byte", false, func(b []byte, tags bool) error { _, err := scanIn(b, 1, tags); return err }},
}

func TestWalksRejectEveryMalformedInput(t *testing.T) {
	for _, v := range vectors(t, "malformed") {
		if v.Level != "must" && v.Level != "strict" {
			t.Fatalf("%s has the level %q", v.Name, v.Level)
		}
		for _, w := range walks {
			if !w.message && (v.Class == "trailing" || v.Class == "framing" || v.Class == "delimiter") {
				continue
			}
			if w.name == "byte by byte" && len(v.data) > 20000 {
				continue
			}
			var err error
			walk := func() { err = w.walk(v.data, v.typeTags()) }
			allocated := testkit.Allocated(walk)
			reject := v.Level == "must" || w.name == "strict"
			if (err != nil) != reject {
				t.Errorf("%s: %s: %v", v.Name, w.name, err)
			}
			// Where a value is asked for, a framing header is wrong, not cut short.
			framed := len(v.data) > 0 && v.data[0] == byte(wire.HeaderFraming) && !w.message
			if v.Class == "truncated" && !framed && !errors.Is(err, fault.ErrTruncated) {
				t.Errorf("%s: %s: %v is no ErrTruncated", v.Name, w.name, err)
			}
			if v.Class == "depth" && !errors.Is(err, fault.ErrDepth) {
				t.Errorf("%s: %s: %v is no ErrDepth", v.Name, w.name, err)
			}
			if v.Class == "utf8" && (!errors.Is(err, fault.ErrUTF8) || !errors.Is(err, fault.ErrSyntax)) {
				t.Errorf("%s: %s: %v is no ErrUTF8", v.Name, w.name, err)
			}
			if w.name == "byte by byte" {
				continue // pays for an error at each byte
			}
			testkit.Within(t, v.Name+": "+w.name, 250*time.Millisecond, walk)
			if most := uint64(64*len(v.data) + 1<<20); allocated > most {
				t.Errorf("%s: %s allocates %d bytes, more than %d", v.Name, w.name, allocated, most)
			}
		}
	}
}

func TestEverySingleByteChangeIsSurvived(t *testing.T) {
	for _, dir := range []string{"glaze", "rust", "crafted", "extended"} {
		for _, v := range vectors(t, dir) {
			data := append([]byte(nil), v.data[:min(len(v.data), 300)]...)
			for i := range data {
				old := data[i]
				for _, change := range []byte{0x01, 0x04, 0x20, 0x80, 0xFF} {
					data[i] = old ^ change
					whole := scan(data, v.typeTags())
					if len(data) > 60 {
						continue
					}
					if _, pieces := scanIn(data, 1, v.typeTags()); !sameError(whole, pieces) {
						t.Fatalf("% X: %v at once, %v byte by byte", data, whole, pieces)
					}
				}
				data[i] = old
			}
		}
	}
}
