// Streams of values.

package msgcodec

import (
	"bytes"
	"errors"
	"io"
	"reflect"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/testkit"
)

func TestStreamsGiveTheirValuesBack(t *testing.T) {
	var out bytes.Buffer
	e := msgpack.NewEncoder(&out)
	var values []any
	var starts []int64
	for _, v := range testkit.Zoo() {
		at := int64(out.Len())
		if reflect.TypeOf(v) == nil || e.Encode(v) != nil {
			continue
		}
		values, starts = append(values, v), append(starts, at)
	}
	long := strings.Repeat("long ", 50_000)
	starts = append(starts, int64(out.Len()))
	if err := e.Encode(long); err != nil {
		t.Fatal(err)
	}
	for name, r := range map[string]io.Reader{
		"whole": bytes.NewReader(out.Bytes()), "bytes": iotest.OneByteReader(bytes.NewReader(out.Bytes())),
		"data with the end": iotest.DataErrReader(bytes.NewReader(out.Bytes())),
	} {
		d := msgpack.NewDecoder(r)
		for i, v := range values {
			if d.InputOffset() != starts[i] {
				t.Fatalf("%s: value %d is at %d, not %d", name, i, d.InputOffset(), starts[i])
			}
			got, want := reflect.New(reflect.TypeOf(v)), reflect.New(reflect.TypeOf(v))
			b, _ := msgpack.Marshal(v)
			err, wantErr := d.Decode(got.Interface()), msgpack.Unmarshal(b, want.Interface())
			if wantErr != nil {
				if err == nil {
					t.Errorf("%s: %T: no error", name, v)
				}
				continue // it is passed over
			}
			if err != nil || !testkit.EqualLoose(got.Interface(), want.Interface()) {
				t.Errorf("%s: %T: %v", name, v, err)
			}
		}
		var text string
		if err := d.Decode(&text); err != nil || text != long {
			t.Errorf("%s: %d bytes, %v", name, len(text), err)
		}
		if err := d.Decode(&text); err != io.EOF {
			t.Errorf("%s: at the end %v", name, err)
		}
		if err := d.Skip(); err != io.EOF {
			t.Errorf("%s: at the end %v", name, err)
		}
	}
}

func TestStreamErrorsCountFromItsStart(t *testing.T) {
	in := append(bytes.Repeat([]byte{0xC0}, 100_000), 0x92, 0x01, 0xA1, 'x', 0x05)
	d := msgpack.NewDecoder(iotest.HalfReader(bytes.NewReader(in)))
	for range 100_000 {
		if err := d.Decode(new(any)); err != nil {
			t.Fatal(err)
		}
	}
	var where *DecodeError
	if err := d.Decode(new([]int)); !errors.As(err, &where) || where.Offset != 100_002 || where.Path != "/1" {
		t.Error(err)
	}
	// The value is passed over, so that the stream goes on.
	if d.InputOffset() != 100_004 {
		t.Error(d.InputOffset())
	}
	var five int
	if err := d.Decode(&five); err != nil || five != 5 {
		t.Error(five, err)
	}
	d.Reset(bytes.NewReader([]byte{0x92, 0x01}))
	if err := d.Decode(new([]int)); !errors.As(err, &where) || !errors.Is(err, fault.ErrTruncated) || where.Offset != 2 || where.Path != "/1" {
		t.Error(err)
	}
	broken := errors.New("broken")
	d.Reset(io.MultiReader(bytes.NewReader([]byte{0x92, 0x01}), iotest.ErrReader(broken)))
	if err := d.Decode(new([]int)); err != broken {
		t.Error(err)
	}
}

func TestStreamsAreLimited(t *testing.T) {
	long, err := msgpack.Marshal(strings.Repeat("x", 300_000))
	if err != nil {
		t.Fatal(err)
	}
	for _, most := range []int64{10, 1000, 200_000} {
		d := msgpack.NewDecoderWithOptions(bytes.NewReader(long), DecodeOptions{Limits: Limits{MaxBytes: most}})
		if err := d.Decode(new(string)); !errors.Is(err, fault.ErrLimit) {
			t.Errorf("within %d: %v", most, err)
		}
		if err := d.Skip(); !errors.Is(err, fault.ErrLimit) {
			t.Errorf("within %d: skip: %v", most, err)
		}
	}
	// A claim costs nothing before its bytes come.
	claim := []byte{0xDB, 0xFF, 0xFF, 0xFF, 0xFF, 'x'}
	testkit.Costs(t, "a claim", len(claim), func() {
		if err := msgpack.NewDecoder(bytes.NewReader(claim)).Decode(new(string)); !errors.Is(err, fault.ErrTruncated) {
			t.Error(err)
		}
	})
}

func TestEncodersWriteWholeValues(t *testing.T) {
	var out bytes.Buffer
	e := msgpack.NewEncoderWithOptions(&out, EncodeOptions{Deterministic: true})
	if err := e.Encode([]any{1, make(chan int)}); err == nil || out.Len() != 0 {
		t.Errorf("%x, %v", out.Bytes(), err)
	}
	broken := errors.New("broken")
	e.Reset(failing{broken})
	if err := e.Encode(1); err != broken {
		t.Error(err)
	}
}

type failing struct{ err error }

func (f failing) Write([]byte) (int, error) { return 0, f.err }
