package translator_test

import (
	"bytes"
	"errors"
	"io"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/beve-org/beve-go/translator"
)

// causes are what errors are told apart by.
var causes = []error{
	translator.ErrTruncated, translator.ErrSyntax, translator.ErrUTF8, translator.ErrTrailing, translator.ErrDepth,
	translator.ErrLimit, translator.ErrOverflow, translator.ErrUnsupported,
}

// sameFailure reports whether two errors have the same cause and path. A message in
// memory that is too short for a count in it fails there; in pieces it fails where it
// ends, or for what comes before that, or at once if the count is beyond the limits.
func sameFailure(whole, pieces error) bool {
	var x, y *translator.DecodeError
	if !errors.As(whole, &x) || !errors.As(pieces, &y) {
		return false
	}
	if errors.Is(whole, translator.ErrTruncated) {
		return strings.HasPrefix(string(y.Path), string(x.Path)) && y.Offset+1 >= x.Offset
	}
	for _, cause := range causes {
		if errors.Is(whole, cause) != errors.Is(pieces, cause) {
			return false
		}
	}
	return x.Path == y.Path && x.Offset == y.Offset
}

// checkPieces asserts that a message which comes byte by byte and is printed in
// pieces gives the text and the failure that it gives as a whole.
func checkPieces(t *testing.T, message []byte, o translator.Options) {
	t.Helper()
	var whole, pieces bytes.Buffer
	s1, err1 := translator.Transcode(&whole, bytes.NewReader(message), translator.BEVEToJSON, o)
	s2, err2 := translator.TranscodeHolding(&pieces, iotest.OneByteReader(bytes.NewReader(message)), translator.BEVEToJSON, o, 1)
	if err1 == nil {
		if err2 != nil || s1 != s2 || !bytes.Equal(whole.Bytes(), pieces.Bytes()) {
			t.Fatalf("%.100x: %s and %+v as a whole, %s, %+v and %v in pieces", message, whole.Bytes(), s1, pieces.Bytes(), s2, err2)
		}
		return
	}
	if !sameFailure(err1, err2) || s1.Values != s2.Values || !bytes.HasPrefix(pieces.Bytes(), whole.Bytes()) {
		t.Fatalf("%.100x: %.300v as a whole, %.300v in pieces", message, err1, err2)
	}
}

func TestValuesInPiecesPrintAsWholeOnes(t *testing.T) {
	for _, dir := range []string{"glaze", "rust", "crafted", "extended"} {
		vectors(t, dir, func(t *testing.T, v vector, message []byte) {
			o := translator.Options{LegacyTypeTag: strings.Contains(v.Name, "typetag")}
			checkPieces(t, message, o)
			o.NonFiniteError, o.TimeNanos = true, true
			checkPieces(t, message, o)
		})
	}
	vectors(t, "malformed", func(t *testing.T, v vector, message []byte) {
		if v.Class != "depth" || len(message) < 1<<16 {
			checkPieces(t, message, translator.Options{})
		}
	})
}

// TestAlteredValuesInPieces changes every byte of small messages, and cuts them.
func TestAlteredValuesInPieces(t *testing.T) {
	for _, text := range []string{
		`{"a":[1,-2.5,"text",null,true],"é":{"b":"\n","":[[]]},"long":"` + strings.Repeat("x", 100) + `"}`,
		`[true,false,true,false,true,false,true,false,true]`, `["one","two",""]`, `[1,2,300]`, `[1.5,2.5,-0.0]`,
	} {
		message, err := translator.Options{TypedArrays: true}.FromJSON([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		for i := range message {
			checkPieces(t, message[:i], translator.Options{})
			was := message[i]
			for _, x := range []byte{0x01, 0x04, 0x08, 0x40, 0x80, 0xFF} {
				message[i] = was ^ x
				checkPieces(t, message, translator.Options{})
			}
			message[i] = was
		}
		for _, limits := range []translator.Limits{{MaxDepth: 1}, {MaxDepth: 2}, {MaxElements: 1}, {MaxElements: 5}, {MaxBytes: 10}} {
			checkPieces(t, message, translator.Options{Limits: limits})
		}
	}
}

// TestTranscodeHoldsNoLargeValue prints containers of many megabytes in memory that
// does not depend on their size.
func TestTranscodeHoldsNoLargeValue(t *testing.T) {
	n := 3 << 20
	size := []byte{byte(n<<2) | 2, byte(n >> 6), byte(n >> 14), byte(n >> 22)}
	for name, c := range map[string]struct{ start, pattern string }{
		"array":   {"\x05" + string(size), "\x05\x08\x11\x07\x02\x10text"},
		"strings": {"\x3c" + string(size), "\x28ten bytes."},
		"numbers": {"\x64" + string(size), "\x00\x00\x00\x00\x00\x00\xf0\x3f"},
		"object":  {"\x03\x08\x04a\x00\x04b\x03" + string(size), "\x0ckey\x31\x00\x01"},
	} {
		src := io.MultiReader(strings.NewReader(c.start), &endless{pattern: []byte(c.pattern), n: n * len(c.pattern)})
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		stats, err := translator.Transcode(io.Discard, src, translator.BEVEToJSON, translator.Options{})
		runtime.ReadMemStats(&after)
		if err != nil || stats.Values != 1 || stats.BytesRead != int64(len(c.start)+n*len(c.pattern)) {
			t.Errorf("%s: %+v %v", name, stats, err)
		}
		if got := after.TotalAlloc - before.TotalAlloc; got > 16<<20 {
			t.Errorf("%s: %d bytes allocated for %d", name, got, stats.BytesRead)
		}
	}
}
