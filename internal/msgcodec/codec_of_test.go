// Codecs of one type.

package msgcodec

import (
	"bytes"
	"errors"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/testkit"
)

// lineItem is a struct for all formats.
type lineItem struct {
	Name  string           `msg:"name" zid:"0"`
	Count int              `msg:"count" zid:"1"`
	Marks map[string]int64 `msg:"marks" zid:"2"`
	Next  *lineItem        `msg:"next" zid:"3"`
}

func TestCodecsAndStreamsAgreeWithTheFunctions(t *testing.T) {
	in := &lineItem{Name: "n", Count: 5, Marks: map[string]int64{"x": 1, "": -1}, Next: &lineItem{Count: -70_000}}
	for name, f := range formats {
		o := EncodeOptions{Deterministic: true}
		want := mustMarshal(t, f, in, o)
		appended(t, f, in, o, want)
		c := codecOf[lineItem](f, o, DecodeOptions{})
		b, err := c.Marshal(in)
		app, appErr := c.Append([]byte{1}, in)
		if err != nil || appErr != nil || !bytes.Equal(b, want) || !bytes.Equal(app, append([]byte{1}, want...)) {
			t.Errorf("%s: %x %x, %v %v; want %x", name, b, app, err, appErr, want)
		}
		var back lineItem
		if err := c.Unmarshal(want, &back); err != nil || !testkit.EqualLoose(&back, in) {
			t.Errorf("%s: %+v, %v", name, back, err)
		}
		var out bytes.Buffer
		e := f.NewEncoderWithOptions(&out, o)
		if err := errors.Join(e.Encode(in), e.Encode(in)); err != nil || !bytes.Equal(out.Bytes(), append(want, want...)) {
			t.Errorf("%s: %x, %v", name, out.Bytes(), err)
		}
		d := f.NewDecoder(iotest.OneByteReader(&out))
		for range 2 {
			back = lineItem{}
			if err := d.Decode(&back); err != nil || !testkit.EqualLoose(&back, in) {
				t.Errorf("%s: %+v, %v", name, back, err)
			}
		}
	}
}

// TestCodecsFailAsTheFunctionsDo has no variable, a type that is none, a value too deep,
// and input that is wrong: a failed Append returns what it was given.
func TestCodecsFailAsTheFunctionsDo(t *testing.T) {
	for name, f := range formats {
		c := codecOf[lineItem](f, EncodeOptions{MaxDepth: 3}, DecodeOptions{Limits: Limits{MaxBytes: 8}, RejectUnknown: true})
		deep := &lineItem{Next: &lineItem{Next: &lineItem{Next: &lineItem{}}}}
		dst := []byte{1, 2}
		for _, c := range []struct {
			what  string
			do    func() ([]byte, error)
			cause error
			text  string
		}{
			{"append nothing", func() ([]byte, error) { return c.Append(dst, nil) }, fault.ErrNoVariable, "encode: "},
			{"marshal nothing", func() ([]byte, error) { return c.Marshal(nil) }, fault.ErrNoVariable, "encode: "},
			{"unmarshal into nothing", func() ([]byte, error) { return nil, c.Unmarshal([]byte{0x80}, nil) }, fault.ErrNoVariable, "at byte 0: "},
			{"append too deep", func() ([]byte, error) { return c.Append(dst, deep) }, fault.ErrDepth, "/next/next: "},
			{"marshal too deep", func() ([]byte, error) { return c.Marshal(deep) }, fault.ErrDepth, "/next/next: "},
			{"unmarshal too much", func() ([]byte, error) { return nil, c.Unmarshal(make([]byte, 9), new(lineItem)) }, fault.ErrLimit, "at byte 0: "},
			{"unmarshal what is unknown", func() ([]byte, error) { return nil, c.Unmarshal([]byte{0x81, 0xA1, '9', 0}, new(lineItem)) }, nil, "at byte 1: "},
			{"unmarshal two", func() ([]byte, error) { return nil, c.Unmarshal([]byte{0x80, 0x80}, new(lineItem)) }, fault.ErrTrailing, "at byte 1: "},
		} {
			out, err := c.do()
			if err == nil || c.cause != nil && !errors.Is(err, c.cause) || !strings.HasPrefix(err.Error(), f.format.Name+": ") || !strings.Contains(err.Error(), c.text) {
				t.Errorf("%s: %s: %v", name, c.what, err)
			}
			want := []byte(nil)
			if strings.HasPrefix(c.what, "append") {
				want = dst
			}
			if !bytes.Equal(out, want) {
				t.Errorf("%s: %s: %x", name, c.what, out)
			}
		}
		// A failure leaves nothing for the next call.
		if b, err := c.Marshal(&lineItem{}); err != nil || !valid(b) {
			t.Errorf("%s: %x, %v", name, b, err)
		}
		bad := codecOf[chan int](f, EncodeOptions{}, DecodeOptions{})
		if err := bad.Unmarshal([]byte{0xC0}, new(chan int)); !errors.Is(err, fault.ErrUnsupported) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
