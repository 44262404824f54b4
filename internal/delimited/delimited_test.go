package delimited

import (
	"bytes"
	"errors"
	"io"
	"testing"
	"testing/iotest"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/wire"
)

// TestReaderFindsValues walks streams of values, with delimiters, framing and neither,
// whole and byte by byte: each value starts and ends where it was written.
func TestReaderFindsValues(t *testing.T) {
	values := [][]byte{wire.AppendInt(nil, 7), wire.AppendString(nil, "text"), {byte(wire.HeaderNull)},
		wire.AppendString(wire.AppendArray(nil, 1), "in an array"), wire.AppendString(nil, string(make([]byte, 5000)))}
	for _, framed := range []bool{false, true} {
		for _, delimiters := range []int{0, 1, 3} {
			var stream []byte
			var starts []int
			if framed {
				stream = append(stream, byte(wire.HeaderFraming), 1)
			}
			for _, v := range values {
				starts = append(starts, len(stream))
				stream = append(stream, v...)
				stream = append(stream, bytes.Repeat([]byte{byte(wire.HeaderDelimiter)}, delimiters)...)
			}
			for _, in := range []io.Reader{bytes.NewReader(stream), iotest.OneByteReader(bytes.NewReader(stream))} {
				r := new(Reader)
				r.Reader = in
				for i, v := range values {
					err := r.ToValue()
					n := 0
					if err == nil {
						n, err = r.Whole()
					}
					if err != nil || r.Offset() != int64(starts[i]) || !bytes.Equal(r.Rest()[:n], v) {
						t.Fatalf("framed %v, %d delimiters, value %d: %d bytes at %d, %v", framed, delimiters, i, n, r.Offset(), err)
					}
					r.Pass(n)
				}
				if err := r.ToValue(); err != io.EOF {
					t.Errorf("framed %v, %d delimiters, end: %v", framed, delimiters, err)
				}
			}
		}
	}
}

// TestReaderFails holds the ends of streams that are not well: each error has its cause and
// its position, and is final.
func TestReaderFails(t *testing.T) {
	long := wire.AppendString(nil, string(make([]byte, 10000)))
	for name, c := range map[string]struct {
		r     Reader
		in    io.Reader
		cause error
		at    int64
	}{
		"no reader": {cause: fault.ErrNoReader},
		"cut off":   {in: bytes.NewReader(long[:9000]), cause: fault.ErrTruncated, at: -1},
		"too long":  {in: bytes.NewReader(long), r: Reader{Limits: fault.Limits{MaxBytes: 100}}, cause: fault.ErrLimit},
		"malformed": {in: bytes.NewReader([]byte{byte(wire.HeaderNull), 0xff}), cause: fault.ErrSyntax, at: 1},
	} {
		r := c.r
		r.Reader = c.in
		var err error
		for n := 0; err == nil; {
			if err = r.ToValue(); err == nil {
				if n, err = r.Whole(); err == nil {
					r.Pass(n)
				}
			}
		}
		var e *fault.DecodeError
		if !errors.Is(err, c.cause) || !errors.As(err, &e) || c.at >= 0 && e.Offset != c.at {
			t.Errorf("%s: %v", name, err)
		}
		if again := r.ToValue(); again != err {
			t.Errorf("%s: %v, then %v", name, err, again)
		}
	}
}
