package translator_test

import (
	"bytes"
	"io"
	"testing"

	"github.com/beve-org/beve-go/internal/mem"
	"github.com/beve-org/beve-go/internal/testkit"
	"github.com/beve-org/beve-go/translator"
)

// TestKeptMemoryIsEnough pins the cost of a message whose result fits the memory
// that is there: none.
func TestKeptMemoryIsEnough(t *testing.T) {
	small := []byte(`{"id":7,"name":"some \"text\" é","list":[1,-2,3.5,true,null,{"a":[]}],"long":"a text that is longer than a few words"}`)
	for name, text := range map[string][]byte{
		"small":   small,
		"twitter": testkit.Gunzip(t, "../testdata/corpora/twitter.json.gz"),
		"canada":  testkit.Gunzip(t, "../testdata/corpora/canada.json.gz"),
	} {
		message, err := translator.FromJSON(text)
		if err != nil {
			t.Fatal(err)
		}
		dst := make([]byte, 0, 2*len(text)+4096)
		direct := translator.NewDirectTranslate(translator.Options{})
		typed := translator.NewDirectTranslate(translator.Options{TypedArrays: true, Extended: true})
		for operation, f := range map[string]func() error{
			"AppendBEVE":                     func() error { _, err := translator.AppendBEVE(dst, text); return err },
			"AppendJSON":                     func() error { _, err := translator.AppendJSON(dst, message); return err },
			"ValidateJSON":                   func() error { return translator.ValidateJSON(text) },
			"DirectTranslate.FromJSON":       func() error { _, err := direct.FromJSON(text); return err },
			"DirectTranslate.ToJSON":         func() error { _, err := direct.ToJSON(message); return err },
			"DirectTranslate.FromJSON typed": func() error { _, err := typed.FromJSON(text); return err },
		} {
			if n := testing.AllocsPerRun(20, func() {
				if err := f(); err != nil {
					t.Fatal(err)
				}
			}); n != 0 && !testkit.Raced && mem.Unchecked { // else pools forget, and strings are copied
				t.Errorf("%s of %s: %v allocations", operation, name, n)
			}
		}
	}
}

// TestResultsThatCallersKeep: what the functions return is the caller's memory alone.
func TestResultsThatCallersKeep(t *testing.T) {
	first, err := translator.FromJSON([]byte(`["first"]`))
	if err != nil {
		t.Fatal(err)
	}
	text, err := translator.ToJSON(first)
	if err != nil {
		t.Fatal(err)
	}
	message, line := bytes.Clone(first), bytes.Clone(text)
	for range 100 {
		again, err := translator.FromJSON([]byte(`["other text of any length"]`))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := translator.ToJSON(again); err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.Equal(first, message) || !bytes.Equal(text, line) {
		t.Errorf("results became %x and %s", first, text)
	}
}

func TestDirectTranslate(t *testing.T) {
	d := translator.NewDirectTranslate(translator.Options{TypedArrays: true})
	message, err := d.FromJSON([]byte(`[1,2]`))
	if err != nil || !bytes.Equal(message, []byte{0x14, 0x08, 1, 2}) {
		t.Fatalf("%x %v", message, err)
	}
	text, err := d.ToJSON(message)
	if err != nil || string(text) != "[1,2]" {
		t.Fatalf("%s %v", text, err)
	}
	// A failure leaves nothing in the buffer.
	if b, err := d.FromJSON([]byte(`[1,`)); err == nil || b != nil {
		t.Errorf("%x %v", b, err)
	}
	if b, err := d.ToJSON([]byte{0x05}); err == nil || b != nil {
		t.Errorf("%x %v", b, err)
	}
	if message, err = d.FromJSON([]byte(`["a"]`)); err != nil || !bytes.Equal(message, []byte{0x3c, 0x04, 0x04, 'a'}) {
		t.Errorf("%x %v", message, err)
	}
	d.Close()
	if !bytes.Equal(message, []byte{0x3c, 0x04, 0x04, 'a'}) {
		t.Errorf("Close made it %x", message)
	}
	if again, err := d.FromJSON([]byte(`[true]`)); err != nil || !bytes.Equal(again, []byte{0x1c, 0x04, 1}) || !bytes.Equal(message, []byte{0x3c, 0x04, 0x04, 'a'}) {
		t.Errorf("%x %v, before %x", again, err, message)
	}
}

// TestTranscodeAllocatesOnce: the lines of a stream cost nothing each.
func TestTranscodeAllocatesOnce(t *testing.T) {
	line := []byte(`{"id":12345,"name":"Some text of usual length","scores":[1.5,2.25,-3e7],"ok":true}` + "\n")
	lines := bytes.Repeat(line, 20_000)
	if n := testing.AllocsPerRun(2, func() {
		if _, err := translator.Transcode(io.Discard, bytes.NewReader(lines), translator.JSONToBEVE, translator.Options{}); err != nil {
			t.Fatal(err)
		}
	}); n > 200 {
		t.Errorf("%v allocations for %d lines", n, len(lines)/len(line))
	}
}

// TestErrorsOfTranscodeStayAsTheyAre when the memory that they were found in is used again.
func TestErrorsOfTranscodeStayAsTheyAre(t *testing.T) {
	message, err := translator.FromJSON([]byte(`{"a name":["some text",{"b name":1}]}`))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		dir translator.Direction
		src []byte
	}{
		{translator.JSONToBEVE, []byte(`{"a name":["some text",{"b name":nonsense}]}`)},
		{translator.JSONToBEVE, []byte(`{"a name":["some text",{"b name":12e999999999}]}`)},
		{translator.BEVEToJSON, message[:len(message)-1]},
		{translator.BEVEToJSON, bytes.Replace(message, []byte("some text"), []byte("some \xfftxt"), 1)},
	} {
		_, err := translator.Transcode(io.Discard, bytes.NewReader(c.src), c.dir, translator.Options{})
		if err == nil {
			t.Fatalf("%q is translated", c.src)
		}
		before := err.Error()
		for _, other := range []struct {
			dir translator.Direction
			src []byte
		}{
			{translator.JSONToBEVE, bytes.Repeat([]byte(`"xxxxxxxxxxxxxxxxxxxx" `), 5000)},
			{translator.BEVEToJSON, bytes.Repeat([]byte{0x02, 4 * 9, 'y', 'y', 'y', 'y', 'y', 'y', 'y', 'y', 'y'}, 5000)},
		} {
			if _, err := translator.Transcode(io.Discard, bytes.NewReader(other.src), other.dir, translator.Options{}); err != nil {
				t.Fatal(err)
			}
		}
		if after := err.Error(); after != before {
			t.Errorf("%q became %q", before, after)
		}
	}
}
