package translator_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/beve-org/beve-go/internal/testkit"
	"github.com/beve-org/beve-go/translator"
	"github.com/beve-org/beve-go/wire"
)

// vector is an entry of a manifest.
type vector struct {
	Name   string
	Stream bool
	Class  string
	Level  string
}

// vectors calls f with every entry of a directory's manifest and its message.
func vectors(t *testing.T, dir string, f func(t *testing.T, v vector, message []byte)) {
	t.Helper()
	root := filepath.Join("../testdata/beve", dir)
	data, err := os.ReadFile(filepath.Join(root, "MANIFEST.json"))
	if err != nil {
		t.Fatal(err)
	}
	var m struct{ Vectors []vector }
	if err := json.Unmarshal(data, &m); err != nil {
		t.Fatal(err)
	}
	if len(m.Vectors) < 40 {
		t.Fatalf("only %d vectors in %s", len(m.Vectors), dir)
	}
	for _, v := range m.Vectors {
		t.Run(dir+"/"+v.Name, func(t *testing.T) {
			message, err := os.ReadFile(filepath.Join(root, v.Name+".beve"))
			if err != nil {
				t.Fatal(err)
			}
			f(t, v, message)
		})
	}
}

// expected returns the JSON of a vector.
func expected(t *testing.T, dir string, v vector) []byte {
	t.Helper()
	want, err := os.ReadFile(filepath.Join("../testdata/beve", dir, v.Name+".json"))
	if err != nil {
		t.Fatal(err)
	}
	return want
}

func TestToJSONOfEveryVector(t *testing.T) {
	for _, dir := range []string{"glaze", "rust", "crafted", "extended"} {
		vectors(t, dir, func(t *testing.T, v vector, message []byte) {
			want, o := expected(t, dir, v), translator.Options{LegacyTypeTag: strings.Contains(v.Name, "typetag")}
			// A stream decoder takes single messages too.
			var got bytes.Buffer
			stats, err := translator.Transcode(&got, bytes.NewReader(message), translator.BEVEToJSON, o)
			if err != nil {
				t.Fatal(err)
			}
			if err := testkit.CompareJSON(got.Bytes(), want); err != nil {
				t.Error(err)
			}
			if lines := bytes.Count(got.Bytes(), []byte("\n")); int64(lines) != stats.Values {
				t.Errorf("%d values in %d lines", stats.Values, lines)
			}
			if v.Stream {
				if _, err := translator.ToJSON(message); !errors.Is(err, translator.ErrTrailing) {
					t.Errorf("as one message: %v", err)
				}
				return
			}
			single, err := o.ToJSON(message)
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(append(single, '\n'), got.Bytes()) {
				t.Errorf("ToJSON gives %s, Transcode %s", single, got.Bytes())
			}
			for i := range testkit.Cuts(len(message)) {
				if _, err := o.ToJSON(message[:i:i]); !errors.Is(err, translator.ErrTruncated) {
					t.Errorf("prefix of %d bytes: %v", i, err)
				}
			}
		})
	}
}

// TestVectorsSurviveARoundTripThroughJSON: what the JSON of a vector becomes in
// BEVE, with and without typed arrays, has the same JSON.
func TestVectorsSurviveARoundTripThroughJSON(t *testing.T) {
	for _, dir := range []string{"glaze", "rust", "crafted", "extended"} {
		vectors(t, dir, func(t *testing.T, v vector, _ []byte) {
			if v.Stream {
				return
			}
			roundTrip(t, expected(t, dir, v))
		})
	}
}

// roundTrip asserts that text comes back through BEVE with the same meaning.
func roundTrip(t *testing.T, text []byte) {
	t.Helper()
	for _, typed := range []bool{false, true} {
		o := translator.Options{TypedArrays: typed}
		message, err := o.FromJSON(text)
		if err != nil {
			t.Fatal(err)
		}
		if err := wire.Validate(message); err != nil {
			t.Fatalf("typed %v: invalid message: %v", typed, err)
		}
		back, err := o.ToJSON(message)
		if err != nil {
			t.Fatal(err)
		}
		if err := testkit.CompareJSON(back, text); err != nil {
			t.Fatalf("typed %v: %v", typed, err)
		}
	}
}

func TestMalformedVectorsAreRefused(t *testing.T) {
	vectors(t, "malformed", func(t *testing.T, v vector, message []byte) {
		o := translator.Options{LegacyTypeTag: strings.Contains(v.Name, "typetag")}
		text, err := o.ToJSON(message)
		strict := o.ValidateBEVE(message)
		if (err == nil) != (strict == nil) {
			t.Errorf("ToJSON says %v, ValidateBEVE %v", err, strict)
		}
		if v.Level == "strict" {
			if err != nil {
				t.Errorf("refused, though only strict readers must: %v", err)
			}
			return
		}
		if err == nil {
			t.Fatalf("accepted as %.100s", text)
		}
		var d *translator.DecodeError
		if !errors.As(err, &d) || d.Offset < 0 || d.Offset > int64(len(message)) {
			t.Errorf("bad error %v", err)
		}
		if v.Class == "depth" && !errors.Is(err, translator.ErrDepth) {
			t.Errorf("got %v, want too deep", err)
		}
		if v.Class == "utf8" && !errors.Is(err, translator.ErrUTF8) {
			t.Errorf("got %v, want bad UTF-8", err)
		}
		if v.Class == "trailing" {
			// Two values may follow one another in a stream, if the rest is one.
			return
		}
		// What a stream may hold beside a value makes these valid there.
		if v.Name == "delimiter_only" {
			return
		}
		var out bytes.Buffer
		if _, err := translator.Transcode(&out, bytes.NewReader(message), translator.BEVEToJSON, translator.Options{}); err == nil {
			t.Errorf("accepted in a stream as %.100s", out.Bytes())
		}
	})
}

// TestAlteredVectorsAgreeWithTheValidator changes every byte of every vector in
// several ways.
func TestAlteredVectorsAgreeWithTheValidator(t *testing.T) {
	for _, dir := range []string{"glaze", "rust", "crafted", "extended"} {
		vectors(t, dir, func(t *testing.T, v vector, message []byte) {
			n := min(len(message), 48)
			if testing.Short() {
				n = min(n, 8)
			}
			for i := range n {
				was := message[i]
				for _, x := range []byte{0x01, 0x04, 0x08, 0x40, 0x80, 0xFF} {
					message[i] = was ^ x
					agree(t, message)
				}
				message[i] = was
			}
		})
	}
}

// agree asserts that ToJSON and ValidateBEVE accept the same, with equal errors,
// and that what is printed is JSON.
func agree(t *testing.T, message []byte) {
	t.Helper()
	text, err := translator.ToJSON(message)
	verdict := translator.ValidateBEVE(message)
	if errors.Is(err, translator.ErrUnsupported) {
		return
	}
	if (err == nil) != (verdict == nil) || err != nil && err.Error() != verdict.Error() {
		t.Fatalf("%x: ToJSON says %v, ValidateBEVE %v", message, err, verdict)
	}
	if err == nil && !json.Valid(text) {
		t.Fatalf("%x: printed as %s", message, text)
	}
}
