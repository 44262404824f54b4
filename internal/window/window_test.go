package window

import (
	"bytes"
	"errors"
	"io"
	"testing"
	"testing/iotest"
)

// TestWindowDelivers reads a stream through windows whose readers deliver in every manner,
// used in steps of every length: the bytes, the positions and the end are those of the
// stream.
func TestWindowDelivers(t *testing.T) {
	data := make([]byte, 3*longBuffer+17)
	for i := range data {
		data[i] = byte(i * 31 >> 3)
	}
	broken := errors.New("broken")
	for name, r := range map[string]func() io.Reader{
		"whole":     func() io.Reader { return bytes.NewReader(data) },
		"halves":    func() io.Reader { return iotest.HalfReader(bytes.NewReader(data)) },
		"with end":  func() io.Reader { return iotest.DataErrReader(bytes.NewReader(data)) },
		"broken":    func() io.Reader { return io.MultiReader(bytes.NewReader(data), iotest.ErrReader(broken)) },
		"with fail": func() io.Reader { return &failing{data, broken} },
	} {
		for _, step := range []int{1, 7, 4096, 5000, longBuffer + 1} {
			w, got := Window{Reader: r()}, []byte(nil)
			var err error
			for {
				if err = w.Need(step); err != nil && (err != io.EOF || len(w.Rest()) == 0) {
					break
				}
				if w.Offset() != int64(len(got)) {
					t.Fatalf("%s, step %d: offset %d of %d", name, step, w.Offset(), len(got))
				}
				n := min(step, len(w.Rest()))
				got = append(got, w.Rest()[:n]...)
				w.Off += n
			}
			got = append(got, w.Rest()...)
			if !bytes.Equal(got, data) {
				t.Fatalf("%s, step %d: %d bytes of %d", name, step, len(got), len(data))
			}
			want := io.EOF
			if name == "broken" || name == "with fail" {
				want = broken
			}
			if err != want || w.Fill() != want {
				t.Errorf("%s, step %d: %v, then %v", name, step, err, w.Fill())
			}
			if limit := 4 * (step + longBuffer); cap(w.Buf) > limit {
				t.Errorf("%s, step %d: a buffer of %d bytes", name, step, cap(w.Buf))
			}
		}
	}
}

// failing delivers its data together with its error.
type failing struct {
	data []byte
	err  error
}

func (r *failing) Read(p []byte) (int, error) {
	n := copy(p, r.data)
	if r.data = r.data[n:]; len(r.data) == 0 {
		return n, r.err
	}
	return n, nil
}

// idle delivers nothing, and no error.
type idle struct{ reads int }

func (r *idle) Read([]byte) (int, error) { r.reads++; return 0, nil }

// TestWindowGivesUp holds the patience with readers that deliver nothing, and that it ends
// for good.
func TestWindowGivesUp(t *testing.T) {
	r := new(idle)
	w := Window{Reader: r}
	if err := w.Fill(); err != io.ErrNoProgress || r.reads != patience {
		t.Errorf("%v after %d reads", err, r.reads)
	}
	if err := w.Need(1); err != io.ErrNoProgress || r.reads != patience {
		t.Errorf("once more: %v after %d reads", err, r.reads)
	}
}
