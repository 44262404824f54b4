package jsontext_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/jsontext"
)

// scanInPieces asserts that a scan of data in pieces of n bytes gives what one
// scan of the whole gives.
func scanInPieces(t *testing.T, data []byte, n int) {
	t.Helper()
	var whole, pieces jsontext.Scanner
	wantEnd, wantOK, wantErr := whole.Scan(data, true)
	for i := 0; ; i += n {
		i = min(i, len(data))
		final := i == len(data)
		end, ok, err := pieces.Scan(data[:i:i], final)
		if !ok && err == nil && !final {
			continue
		}
		if end != wantEnd || ok != wantOK || (err == nil) != (wantErr == nil) || err != nil && err.Error() != wantErr.Error() {
			t.Fatalf("%q by %d: got %d %v %v, want %d %v %v", data, n, end, ok, err, wantEnd, wantOK, wantErr)
		}
		return
	}
}

func TestScanInPiecesEqualsScanAtOnce(t *testing.T) {
	for _, s := range grammar {
		for n := 1; n <= len(s)+1; n++ {
			scanInPieces(t, []byte(s), n)
		}
	}
}

func TestScanFindsTheEnd(t *testing.T) {
	for _, c := range []struct {
		text string
		end  int
	}{
		{`1 `, 1}, {`12[`, 2}, {`-1.5e3"a"`, 6}, {`true{}`, 4}, {`null`, 4}, {`"a"b`, 3}, {`[]]`, 2}, {`  {"a":[1,2]}x`, 13},
		{`0 1`, 1}, {`"\"\\"1`, 6}, {`[1,"]"]2`, 7}, {`{"}":"{"}{`, 9},
	} {
		var s jsontext.Scanner
		s.Reset(0)
		end, ok, err := s.Scan([]byte(c.text), false)
		if c.text == "null" {
			// A literal might go on; only the final end completes it.
			if ok || err != nil {
				t.Errorf("%q: complete without its end: %v", c.text, err)
			}
			end, ok, err = s.Scan([]byte(c.text), true)
		}
		if end != c.end || !ok || err != nil {
			t.Errorf("%q: got %d %v %v, want %d", c.text, end, ok, err, c.end)
		}
	}
}

func TestScanRefusesValuesRunTogether(t *testing.T) {
	for _, s := range []string{`1true`, `truefalse`, `1-2`, `null1`, `1,`, `true]`, `0}`, `1:`, "1\x00"} {
		var sc jsontext.Scanner
		if end, ok, err := sc.Scan([]byte(s), true); ok || !errors.Is(err, fault.ErrSyntax) {
			t.Errorf("%q: got %d %v %v", s, end, ok, err)
		}
	}
}

func TestScannerIsReusable(t *testing.T) {
	stream := `{"a":[1,2,{"b":null}]} [true] "x" 1.5e3 ` + strings.Repeat("[", 200) + strings.Repeat("]", 200) + ` 7`
	var s jsontext.Scanner
	var got []string
	for rest := []byte(stream); len(rest) > 0; {
		s.Reset(0)
		end, ok, err := s.Scan(rest, true)
		if !ok || err != nil {
			t.Fatal(end, ok, err)
		}
		got = append(got, strings.TrimSpace(string(rest[:end])))
		rest = rest[end:]
	}
	if len(got) != 6 || got[2] != `"x"` || got[3] != `1.5e3` || len(got[4]) != 400 || got[5] != `7` {
		t.Errorf("got %q", got)
	}
}

// TestScanCostsTheSameInPieces: the work per byte must not depend on the pieces,
// so a value of a megabyte that arrives byte by byte is scanned in no time.
func TestScanCostsTheSameInPieces(t *testing.T) {
	data := []byte(`["` + strings.Repeat("plain text, ", 1<<17) + `",` + strings.Repeat("[1,2.5],", 1<<15) + `0]`)
	var s jsontext.Scanner
	for i := range data {
		_, ok, err := s.Scan(data[:i+1], false)
		if err != nil || ok != (i == len(data)-1) {
			t.Fatalf("at %d: %v %v", i, ok, err)
		}
	}
}

func TestScanDoesNotAllocate(t *testing.T) {
	data := []byte(`{"a":[1,2.5e-3,true,null,"text with é and \n",{"b":{"c":[]}}]}`)
	var s jsontext.Scanner
	s.Reset(0)
	s.Scan(data, true)
	if n := testing.AllocsPerRun(100, func() {
		s.Reset(0)
		s.Scan(data, true)
	}); n != 0 {
		t.Errorf("%v allocations per scan", n)
	}
}

func BenchmarkScan(b *testing.B) {
	data := []byte(strings.Repeat(`{"id":12345,"name":"Some text of usual length","scores":[1.5,2.25,-3e7],"ok":true},`, 1000))
	data = append(append([]byte{'['}, data...), '0', ']')
	b.SetBytes(int64(len(data)))
	var s jsontext.Scanner
	for b.Loop() {
		s.Reset(0)
		if _, ok, err := s.Scan(data, true); !ok {
			b.Fatal(err)
		}
	}
}
