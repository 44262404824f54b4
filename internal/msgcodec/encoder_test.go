// Streams of values, written.

package msgcodec

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/mem"
)

// writes counts the writes, and takes no more than so many bytes of each.
type writes struct {
	bytes.Buffer
	calls, most int
	err         error
}

func (w *writes) Write(p []byte) (int, error) {
	w.calls++
	n, _ := w.Buffer.Write(p[:min(len(p), w.most)])
	return n, w.err
}

func TestEachValueIsOneWrite(t *testing.T) {
	w := &writes{most: 1 << 30}
	e := msgpack.NewEncoderWithOptions(w, EncodeOptions{OmitNil: true})
	var want []byte
	for i, v := range []any{5, "text", &lineItem{}, strings.Repeat("x", 2*mem.MaxKept), nil} {
		if err := e.Encode(v); err != nil || w.calls != i+1 {
			t.Errorf("value %d: %v, %d writes", i, err, w.calls)
		}
		want = append(want, mustMarshal(t, msgpack, v, EncodeOptions{OmitNil: true})...)
		if cap(e.buf) > mem.MaxKept {
			t.Errorf("%d bytes are kept", cap(e.buf))
		}
	}
	if !bytes.Equal(w.Bytes(), want) {
		t.Errorf("%.40x, want %.40x", w.Bytes(), want)
	}
	// What cannot be encoded is not written, and the next value is.
	if err := e.Encode([]any{1, make(chan int)}); !errors.Is(err, fault.ErrUnsupported) || w.calls != 5 {
		t.Errorf("%v, %d writes", err, w.calls)
	}
	if err := e.Encode(7); err != nil || w.calls != 6 || w.Bytes()[w.Len()-1] != 7 {
		t.Errorf("%v, %d writes", err, w.calls)
	}
}

func TestWritersThatFail(t *testing.T) {
	broken := errors.New("broken")
	w := &writes{most: 1, err: broken}
	e := msgpack.NewEncoder(w)
	for range 2 { // an error of the writer is final
		if err := e.Encode("text"); err != broken || w.calls != 1 {
			t.Error(err, w.calls)
		}
	}
	e.Reset(&writes{most: 2})
	if err := e.Encode("text"); err != io.ErrShortWrite {
		t.Error(err)
	}
	whole := &writes{most: 100}
	e.Reset(whole)
	if err := e.Encode("text"); err != nil || whole.String() != "\xA4text" {
		t.Errorf("%q, %v", whole, err)
	}
	e.SetOptions(msgpack.Engine, EncodeOptions{OmitNil: true})
	whole.Buffer.Reset()
	if err := e.Encode(struct{ P *int }{}); err != nil || whole.String() != "\x80" {
		t.Errorf("%q, %v", whole, err)
	}
}
