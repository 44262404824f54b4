package pull

import (
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"
)

func TestReaderGivesWhatIsWritten(t *testing.T) {
	want := strings.Repeat("0123456789", 5000)
	r := NewReader(func(w io.Writer) error {
		for i := 0; i < len(want); {
			n := min(1+i%777, len(want)-i)
			if _, err := io.WriteString(w, want[i:i+n]); err != nil {
				return err
			}
			w.Write(nil)
			i += n
		}
		return nil
	})
	if err := iotest.TestReader(r, []byte(want)); err != nil {
		t.Error(err)
	}
}

func TestErrorComesAfterWhatIsWritten(t *testing.T) {
	fail := errors.New("fail")
	r := NewReader(func(w io.Writer) error {
		io.WriteString(w, "abc")
		return fail
	})
	got, err := io.ReadAll(r)
	if string(got) != "abc" || err != fail {
		t.Errorf("%q, %v", got, err)
	}
	if _, err := r.Read(make([]byte, 1)); err != fail {
		t.Error(err)
	}
}

func TestCloseEndsTheWriting(t *testing.T) {
	var first, second error
	r := NewReader(func(w io.Writer) error {
		for first == nil {
			_, first = io.WriteString(w, "abc")
		}
		_, second = io.WriteString(w, "d")
		return first
	})
	if _, err := r.Read(make([]byte, 2)); err != nil {
		t.Fatal(err)
	}
	r.Close()
	r.Close()
	if first != io.ErrClosedPipe || second != io.ErrClosedPipe {
		t.Error(first, second)
	}
	if n, err := r.Read(make([]byte, 2)); n != 0 || err != io.ErrClosedPipe {
		t.Error(n, err)
	}
	ran := false
	NewReader(func(io.Writer) error { ran = true; return nil }).Close()
	if ran {
		t.Error("nobody read")
	}
}
