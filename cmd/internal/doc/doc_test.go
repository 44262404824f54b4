package doc

import (
	"bytes"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/beve-org/beve-go/internal/jsontext"
	"github.com/beve-org/beve-go/internal/testkit"
	"github.com/beve-org/beve-go/translator"
	"github.com/beve-org/beve-go/wire"
)

// appendJSON writes a document out by nothing but its Nodes, and checks what each
// of them says of itself.
func appendJSON(t *testing.T, dst []byte, n Node) []byte {
	t.Helper()
	start := len(dst)
	kind := n.Kind()
	switch kind {
	case Array, Object:
		dst = append(dst, "[{"[kind-Array])
		i := 0
		for name, c := range n.Children() {
			if i > 0 {
				dst = append(dst, ',')
			}
			if kind == Object {
				dst = append(jsontext.AppendText(dst, name), ':')
			}
			dst = appendJSON(t, dst, c)
			i++
			if last, ok := n.Child(name); !ok || kind == Array && last.Kind() != c.Kind() {
				t.Errorf("no child %q", name)
			}
		}
		if n.Len() != i {
			t.Errorf("%d children, not %d", i, n.Len())
		}
		dst = append(dst, "]}"[kind-Array])
	case Number:
		if f, ok := n.Number().Float64(); ok && (math.IsNaN(f) || math.IsInf(f, 0)) {
			dst = append(dst, "null"...)
			break
		}
		dst = n.AppendText(dst)
	default:
		dst = n.AppendText(dst)
	}
	if value := n.AppendBEVE(nil); len(value) < 2000 {
		text, err := translator.Options{LegacyTypeTag: n.doc.typeTags}.ToJSON(value)
		if err != nil {
			t.Errorf("% x: %v", value, err)
		} else if err := testkit.CompareJSON(text, dst[start:]); err != nil {
			t.Errorf("% x: %v", value, err)
		}
	}
	return dst
}

func TestNodesSayWhatTheJSONOfVectorsSays(t *testing.T) {
	for _, dir := range []string{"glaze", "rust", "crafted", "extended"} {
		names, err := filepath.Glob(filepath.Join("..", "..", "..", "testdata", "beve", dir, "*.beve"))
		if err != nil || len(names) < 40 {
			t.Fatalf("%d files, %v", len(names), err)
		}
		for _, name := range names {
			data, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			tags := strings.Contains(name, "typetag")
			if (wire.ValidateOptions{LegacyTypeTag: tags}).Validate(data) != nil {
				continue // a stream
			}
			off, _ := wire.ReadMessageStart(data)
			d, err := New(data[off:], wire.Limits{}, tags)
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			want, err := os.ReadFile(strings.TrimSuffix(name, ".beve") + ".json")
			if err != nil {
				t.Fatal(err)
			}
			if err := testkit.CompareJSON(appendJSON(t, nil, d.Root()), want); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
}

func TestNewRejectsMalformedInput(t *testing.T) {
	for _, data := range []string{"", "\x05\x04", "\x07", "\x02\x04\xff"} {
		if _, err := New([]byte(data), wire.Limits{}, false); err == nil {
			t.Errorf("% x is accepted", data)
		}
	}
	deep := bytes.Repeat([]byte{5, 4}, 100)
	if _, err := New(append(deep, 0), wire.Limits{MaxDepth: 50}, false); err == nil {
		t.Error("a limit is ignored")
	}
}

func TestChildOfRepeatedMembersIsTheLast(t *testing.T) {
	d, err := New([]byte("\x03\x08\x04a\x00\x04a\x18"), wire.Limits{}, false)
	if err != nil {
		t.Fatal(err)
	}
	if c, ok := d.Root().Child("a"); !ok || c.Kind() != Bool || !c.Bool() || c.Offset() != 7 {
		t.Errorf("got %v at %d", c.Kind(), c.Offset())
	}
	for _, name := range []string{"b", "0", ""} {
		if _, ok := d.Root().Child(name); ok {
			t.Errorf("a child %q", name)
		}
	}
}

func TestArraysAreIndexedByDecimals(t *testing.T) {
	for _, data := range []string{"\x14\x08\x01\x02", "\x05\x08\x00\x00", "\x3c\x08\x00\x00", "\x1c\x08\x03", "\x1e\x10\x01\x02",
		"\x1e\x11\x08\x01\x02\x03\x04", "\x26\x01\x08" + strings.Repeat("\x00", 16)} {
		d, err := New([]byte(data), wire.Limits{}, false)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range []string{"2", "-1", "01", "+1", "", "x", "9223372036854775808", " 1"} {
			if _, ok := d.Root().Child(name); ok {
				t.Errorf("% x has an element %q", data, name)
			}
		}
		for _, name := range []string{"0", "1"} {
			if _, ok := d.Root().Child(name); !ok {
				t.Errorf("% x has no element %q", data, name)
			}
		}
	}
}

// Passing over a container takes the same time however much it holds, so that
// work is not the depth times the size.
func TestDeepDocumentsAreLinear(t *testing.T) {
	const depth, size = 500, 200_000
	var data []byte
	for range depth {
		data = wire.AppendArray(data, 1)
	}
	data = append(wire.AppendArray(data, size), make([]byte, size)...)
	d, err := New(data, wire.Limits{}, false)
	if err != nil {
		t.Fatal(err)
	}
	n := d.Root()
	for range depth {
		// At 100 MB of nulls to pass over in all, this would be seen.
		if n.Len() != 1 {
			t.Fatal(n.Len())
		}
		n, _ = n.Child("0")
	}
	if n.Len() != size {
		t.Error(n.Len())
	}
}

func TestKindsHaveNames(t *testing.T) {
	if got := Null.String() + Object.String(); got != "nullobject" {
		t.Error(got)
	}
}
