package jsonpack_test

import (
	"bytes"
	"errors"
	"io"
	"reflect"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/beve-org/beve-go/jsonpack"
)

func TestStreamsOfManyDocuments(t *testing.T) {
	for _, file := range valueFiles {
		for _, v := range readVectors(t, file) {
			s := mustAdd(t, v.Schema)
			if v.Hex == "" {
				continue // documents of no bytes, which have no number
			}
			for _, s := range []*jsonpack.Schema{s, s.Sealed()} {
				var stream bytes.Buffer
				e := jsonpack.NewEncoder(&stream, s)
				const n = 5
				for range n {
					if err := e.Encode(v.Value); err != nil {
						t.Fatal(err)
					}
				}
				one, _ := s.Encode(v.Value)
				if !bytes.Equal(stream.Bytes(), bytes.Repeat(one, n)) {
					t.Fatalf("%s: the stream is not its documents", v.Name)
				}
				for name, r := range map[string]io.Reader{"whole": bytes.NewReader(stream.Bytes()),
					"by bytes": iotest.OneByteReader(bytes.NewReader(stream.Bytes())),
					"by half":  iotest.HalfReader(bytes.NewReader(stream.Bytes())),
					"with EOF": iotest.DataErrReader(bytes.NewReader(stream.Bytes()))} {
					d := jsonpack.NewDecoder(r, s)
					for i := range n {
						var out any
						if !d.More() {
							t.Fatalf("%s, %s: nothing after %d documents", v.Name, name, i)
						}
						if i == 1 {
							if err := d.Skip(); err != nil {
								t.Fatalf("%s, %s: %v", v.Name, name, err)
							}
							continue
						}
						if err := d.Decode(&out); err != nil {
							t.Fatalf("%s, %s: %v", v.Name, name, err)
						}
						if again, err := s.Encode(out); err != nil || !bytes.Equal(again, one) || d.InputOffset() != int64((i+1)*len(one)) {
							t.Fatalf("%s, %s: document %d is %v at %d, %v", v.Name, name, i, out, d.InputOffset(), err)
						}
					}
					if err := d.Decode(new(any)); err != io.EOF || d.More() {
						t.Errorf("%s, %s: at the end %v", v.Name, name, err)
					}
				}
			}
		}
	}
}

func TestStreamsReportWhereTheyFail(t *testing.T) {
	s := mustAdd(t, object("l", array("string")))
	good := unhex("02 0161 0162")
	bad := append(bytes.Repeat(good, 3), unhex("02 0161 05 62")...)
	d := jsonpack.NewDecoder(iotest.OneByteReader(bytes.NewReader(bad)), s)
	for range 3 {
		if err := d.Decode(new(any)); err != nil {
			t.Fatal(err)
		}
	}
	for range 2 { // it is final
		err := d.Decode(new(any))
		checkDecodeError(t, err)
		var at *jsonpack.DecodeError
		if !errors.As(err, &at) || at.Path != "/l/1" || at.Offset != int64(len(bad)-2) || !errors.Is(err, jsonpack.ErrTruncated) {
			t.Error(err)
		}
	}
	// A document that does not fit its target is passed over.
	d = jsonpack.NewDecoder(bytes.NewReader(bytes.Repeat(good, 3)), s)
	var narrow struct {
		L [1]string `json:"l"`
	}
	for i := range 2 {
		err := d.Decode(&narrow)
		var at *jsonpack.DecodeError
		if !errors.As(err, &at) || at.Offset != int64(5*i) || !errors.Is(err, jsonpack.ErrMismatch) {
			t.Error(err)
		}
	}
	var m map[string]any
	if err := d.Decode(&m); err != nil || !reflect.DeepEqual(m["l"], []any{"a", "b"}) {
		t.Errorf("%v, %v", m, err)
	}
	broken := errors.New("broken")
	d = jsonpack.NewDecoder(io.MultiReader(bytes.NewReader(good[:2]), iotest.ErrReader(broken)), s)
	for range 2 {
		if err := d.Decode(&m); !errors.Is(err, broken) {
			t.Error(err)
		}
	}
	if err := jsonpack.NewDecoder(idle{}, s).Decode(&m); !errors.Is(err, io.ErrNoProgress) {
		t.Error(err)
	}
	if err := jsonpack.NewDecoder(strings.NewReader("x"), mustAdd(t, object())).Decode(&m); !errors.Is(err, jsonpack.ErrUnsupported) {
		t.Error(err)
	}
}

// idle never has anything.
type idle struct{}

func (idle) Read([]byte) (int, error) { return 0, nil }

// waiting fails the test when it is read beyond the bytes that it has.
type waiting struct {
	t    *testing.T
	data []byte
}

func (w *waiting) Read(p []byte) (int, error) {
	if len(w.data) == 0 {
		w.t.Error("the decoder asks for more than the document has")
		return 0, io.EOF
	}
	n := copy(p, w.data[:1])
	w.data = w.data[1:]
	return n, nil
}

func TestStreamsDoNotWaitForMoreThanADocument(t *testing.T) {
	for _, v := range readVectors(t, "documents") {
		s := mustAdd(t, v.Schema)
		d := jsonpack.NewDecoder(&waiting{t, v.bytes(t)}, s)
		if err := d.Decode(new(any)); err != nil {
			t.Errorf("%s: %v", v.Name, err)
		}
	}
}

func TestStreamsKeepToMaxBytes(t *testing.T) {
	s := mustAdd(t, array("string"))
	for _, head := range []string{"ffffffff7f", "01ffffffff7f", "80800201", "80808001" + strings.Repeat("0161", 200)} {
		d := jsonpack.NewDecoder(io.MultiReader(bytes.NewReader(unhex(head)), endless{}), s)
		d.SetOptions(jsonpack.DecodeOptions{Limits: jsonpack.Limits{MaxBytes: 1 << 16}})
		err := d.Decode(new(any))
		checkDecodeError(t, err)
		if !errors.Is(err, jsonpack.ErrLimit) || d.InputOffset() != 0 {
			t.Errorf("%s: %v", head, err)
		}
	}
}

// endless is texts of one byte.
type endless struct{}

func (endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = 0x01
	}
	return len(p), nil
}

func TestEncodersGoOnAfterAValueThatFails(t *testing.T) {
	s := mustAdd(t, object("a", "uint8"))
	var out bytes.Buffer
	e := jsonpack.NewEncoder(&out, s)
	for _, v := range []any{1, 256, 2} {
		err := e.Encode(map[string]any{"a": v})
		if (err != nil) != (v == 256) {
			t.Error(err)
		}
	}
	e.SetOptions(jsonpack.EncodeOptions{ValidUTF8: true})
	if !bytes.Equal(out.Bytes(), []byte{1, 2}) {
		t.Errorf("%x", out.Bytes())
	}
	broken := errors.New("broken")
	w := jsonpack.NewEncoder(failing{broken}, s)
	for range 2 {
		if err := w.Encode(map[string]any{"a": 1}); err != broken {
			t.Error(err)
		}
	}
}

type failing struct{ err error }

func (f failing) Write([]byte) (int, error) { return 0, f.err }
