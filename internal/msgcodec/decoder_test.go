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
	"github.com/beve-org/beve-go/msgpack/msgp"
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
		// What is passed over is not held, and may be of any length.
		if err := d.Skip(); err != nil || d.InputOffset() != int64(len(long)) {
			t.Errorf("within %d: skip: %v, at %d", most, err, d.InputOffset())
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

// streamOf returns messages of every length around the buffer of a stream, and of every head.
func streamOf(t *testing.T) (values []any, in []byte, starts []int) {
	values = []any{nil, int64(5), true, "text", []any{}, map[string]any{"k": []any{int64(1), "two"}}, []byte{1, 2, 3}, 1.5}
	for _, n := range []int{30, 32, 300, streamBuffer - 20, streamBuffer - 1, streamBuffer, streamBuffer + 1, 3*streamBuffer + 7} {
		values = append(values, strings.Repeat("x", n), int64(-n))
	}
	for _, v := range values {
		starts = append(starts, len(in))
		in = append(in, mustMarshal(t, msgpack, v, EncodeOptions{})...)
	}
	return values, in, append(starts, len(in))
}

// chunks reads n bytes at a time, and nothing now and then.
type chunks struct {
	in    []byte
	n     int
	turns int
	err   error // at the end; io.EOF without one
}

func (c *chunks) Read(p []byte) (int, error) {
	if c.turns++; c.turns%3 == 0 {
		return 0, nil
	}
	n := copy(p[:min(c.n, len(p))], c.in)
	if c.in = c.in[n:]; n == 0 {
		if c.err == nil {
			c.err = io.EOF
		}
		return 0, c.err
	}
	return n, nil
}

// TestStreamsInPiecesOfEverySize reads values, or passes over them, from readers that give
// pieces of many sizes. The position is that of the next value, and what is buffered
// begins there.
func TestStreamsInPiecesOfEverySize(t *testing.T) {
	values, in, starts := streamOf(t)
	for _, size := range []int{1, 2, 7, 100, 4096, streamBuffer - 1, streamBuffer, streamBuffer + 1, len(in)} {
		if testing.Short() && size == 2 {
			continue
		}
		for _, skipping := range []int{0, 1, 2} { // nothing, all, every second
			d := msgpack.NewDecoder(&chunks{in: in, n: size})
			for i, want := range values {
				if d.InputOffset() != int64(starts[i]) {
					t.Fatalf("pieces of %d: value %d is at %d, not %d", size, i, d.InputOffset(), starts[i])
				}
				if !bytes.HasPrefix(in[starts[i]:], d.Buffered()) {
					t.Fatalf("pieces of %d: before value %d the buffer is %.20x", size, i, d.Buffered())
				}
				if skipping == 1 || skipping == 2 && i%2 == 0 {
					if err := d.Skip(); err != nil {
						t.Fatalf("pieces of %d: skipping value %d: %v", size, i, err)
					}
					continue
				}
				var got any
				if err := d.Decode(&got); err != nil || !testkit.EqualLoose(got, want) {
					t.Fatalf("pieces of %d: value %d is %.20v, %v; want %.20v", size, i, got, err, want)
				}
			}
			if err := d.Decode(new(any)); err != io.EOF || d.InputOffset() != int64(len(in)) || len(d.Buffered()) != 0 {
				t.Errorf("pieces of %d: at the end %v, at %d", size, err, d.InputOffset())
			}
			if err := d.Skip(); err != io.EOF {
				t.Errorf("pieces of %d: at the end %v", size, err)
			}
		}
	}
}

// TestReadersThatFailAnywhere ends streams after every byte: by an end, which is one inside
// a value unless it is between two, and by the failure of the reader, which is returned as
// it is, and stays.
func TestReadersThatFailAnywhere(t *testing.T) {
	var in []byte
	whole := map[int]int{0: 0} // values that end before an offset
	for i, v := range []any{int64(1), "text", map[string]any{"k": []any{int64(300), "x"}}, []any{}, lineItem{Name: "n"}, strings.Repeat("y", 50)} {
		in = append(in, mustMarshal(t, msgpack, v, EncodeOptions{})...)
		whole[len(in)] = i + 1
	}
	broken := errors.New("broken")
	for cut := range len(in) + 1 {
		for _, size := range []int{1, 5, len(in)} {
			for _, failing := range []error{nil, broken} {
				for _, skipping := range []bool{false, true} {
					d := msgpack.NewDecoder(&chunks{in: in[:cut], n: size, err: failing})
					next := func() error { return d.Decode(new(any)) }
					if skipping {
						next = d.Skip
					}
					n, err := 0, error(nil)
					for ; err == nil; n++ {
						err = next()
					}
					n--
					between, at := whole[cut]
					switch {
					case at && n != between:
						t.Fatalf("%d bytes: %d values, then %v", cut, n, err)
					case failing != nil && err != failing, failing == nil && at && err != io.EOF:
						t.Fatalf("%d bytes in pieces of %d: %v", cut, size, err)
					case failing == nil && !at:
						var where *DecodeError
						if !errors.As(err, &where) || !errors.Is(err, fault.ErrTruncated) || where.Offset > int64(cut) || where.Offset < d.InputOffset() {
							t.Fatalf("%d bytes in pieces of %d: %v", cut, size, err)
						}
					}
					if again := next(); again == nil || again.Error() != err.Error() {
						t.Fatalf("%d bytes in pieces of %d: %v, and then %v", cut, size, err, again)
					}
				}
			}
		}
	}
}

// stuck never gives a byte.
type stuck struct{ calls int }

func (s *stuck) Read([]byte) (int, error) { s.calls++; return 0, nil }

func TestReadersThatGiveNothing(t *testing.T) {
	s := &stuck{}
	d := msgpack.NewDecoder(s)
	if err := d.Decode(new(any)); err != io.ErrNoProgress || s.calls > 200 {
		t.Errorf("%v after %d calls", err, s.calls)
	}
	if err := d.Skip(); err != io.ErrNoProgress {
		t.Error(err)
	}
	d.Reset(bytes.NewReader([]byte{5}))
	var v int
	if err := d.Decode(&v); err != nil || v != 5 {
		t.Error(v, err)
	}
}

// TestResetForgetsTheStreamBefore resets in the middle of a value, after a failure and with
// a buffer that has grown, which is not kept.
func TestResetForgetsTheStreamBefore(t *testing.T) {
	d := msgpack.NewDecoder(bytes.NewReader(mustMarshal(t, msgpack, strings.Repeat("x", 5*streamBuffer), EncodeOptions{})))
	var text string
	if err := d.Decode(&text); err != nil || cap(d.in.Buf) <= streamBuffer {
		t.Fatal(err, cap(d.in.Buf))
	}
	for _, before := range [][]byte{nil, {0x92}, {0xC1}, {0xA5, 'x'}, {1, 2, 3}} {
		d.Reset(bytes.NewReader(before))
		if cap(d.in.Buf) > streamBuffer {
			t.Errorf("%d bytes are kept", cap(d.in.Buf))
		}
		_ = d.Decode(new(any))
		d.Reset(bytes.NewReader([]byte{0xA1, 'y', 0x91}))
		if d.InputOffset() != 0 || len(d.Buffered()) != 0 {
			t.Errorf("after %x: at %d, %x buffered", before, d.InputOffset(), d.Buffered())
		}
		if err := d.Decode(&text); err != nil || text != "y" || d.InputOffset() != 2 {
			t.Errorf("after %x: %q, %v, at %d", before, text, err, d.InputOffset())
		}
		failure{fault.ErrTruncated, 3, "/0"}.of(t, "the end", d.Decode(new([]int)))
	}
}

// TestStreamsAreBounded decodes and skips values that are too long, too deep or have too
// many elements, as a whole in the buffer or not. A message of the length that is allowed
// is taken.
func TestStreamsAreBounded(t *testing.T) {
	text := mustMarshal(t, msgpack, strings.Repeat("x", 100), EncodeOptions{})
	list := bytes.Repeat([]byte{0x91}, 10)
	list = append(list, 0x93, 1, 2, 3)
	for _, c := range []struct {
		what   string
		in     []byte
		limits Limits
		cause  error
		at     int64
	}{
		{"long", text, Limits{MaxBytes: int64(len(text)) - 1}, fault.ErrLimit, 0},
		{"as long as allowed", text, Limits{MaxBytes: int64(len(text))}, nil, 0},
		{"deep", list, Limits{MaxDepth: 11}, fault.ErrDepth, 10},
		{"as deep as allowed", list, Limits{MaxDepth: 12}, nil, 0},
		{"wide", list, Limits{MaxElements: 12}, fault.ErrLimit, 10},
		{"as wide as allowed", list, Limits{MaxElements: 13}, nil, 0},
	} {
		for _, size := range []int{1, 1 << 20} {
			for _, target := range []any{new(any), new(msgp.Raw), nil} {
				d := msgpack.NewDecoderWithOptions(&chunks{in: append([]byte{0xC0}, c.in...), n: size}, DecodeOptions{Limits: c.limits})
				err := d.Decode(new(any))
				if err != nil {
					t.Fatal(err)
				}
				if err = d.Skip(); target != nil {
					d = msgpack.NewDecoderWithOptions(&chunks{in: append([]byte{0xC0}, c.in...), n: size}, DecodeOptions{Limits: c.limits})
					err = errors.Join(d.Decode(new(any)), d.Decode(target))
				}
				var where *DecodeError
				if target == nil && c.cause == fault.ErrLimit {
					// What is passed over takes no memory, whatever there is of it.
					if err != nil || d.InputOffset() != int64(1+len(c.in)) {
						t.Errorf("%s, in pieces of %d, passed over: %v, at %d", c.what, size, err, d.InputOffset())
					}
					continue
				}
				if !errors.Is(err, c.cause) || (c.cause == nil) != (err == nil) || err != nil && (!errors.As(err, &where) || where.Offset < 1 || where.Offset > 1+c.at) {
					t.Errorf("%s, in pieces of %d, into a %T: %v", c.what, size, target, err)
				}
			}
		}
	}
}

// TestDecodersNeedSomewhereToDecodeTo and stay where they are without. What is well-formed
// and does not fit is passed over.
func TestDecodersNeedSomewhereToDecodeTo(t *testing.T) {
	d := msgpack.NewDecoder(bytes.NewReader([]byte{0xC3, 5, 0x91, 6, 7, 0xC1}))
	for _, v := range []any{nil, 5, (*int)(nil), "text"} {
		if err := d.Decode(v); !errors.Is(err, fault.ErrUnsupported) || !strings.Contains(err.Error(), "decoding needs a pointer that is not nil") {
			t.Errorf("%T: %v", v, err)
		}
	}
	if err := d.Decode(new(chan int)); !errors.Is(err, fault.ErrUnsupported) {
		t.Error(err)
	}
	var v int
	if err := d.Decode(&v); err != nil || v != 5 {
		t.Error(v, err)
	}
	failure{fault.ErrMismatch, 2, ""}.of(t, "an array", d.Decode(&v))
	if err := d.Decode(&v); err != nil || v != 7 || d.InputOffset() != 5 {
		t.Error(v, err, d.InputOffset())
	}
	// What is malformed cannot be passed over.
	for range 2 {
		failure{fault.ErrSyntax, 5, ""}.of(t, "the reserved byte", d.Decode(&v))
		failure{fault.ErrSyntax, 5, ""}.of(t, "the reserved byte", d.Skip())
	}
}

// TestDecodersOfBytes reads what a stream has from memory: the same values, errors and
// positions, and no byte is copied.
func TestDecodersOfBytes(t *testing.T) {
	values, in, starts := streamOf(t)
	d := msgpack.Engine.NewDecoderBytes(in, DecodeOptions{NoCopy: true})
	for range 2 {
		for i, want := range values {
			if d.InputOffset() != int64(starts[i]) || !d.More() || len(d.Buffered()) != len(in)-starts[i] {
				t.Fatalf("value %d is at %d with %d bytes buffered", i, d.InputOffset(), len(d.Buffered()))
			}
			if i%2 == 0 {
				raw, err := d.ViewRaw()
				if err != nil || len(raw) != starts[i+1]-starts[i] || &raw[0] != &in[starts[i]] || cap(raw) != len(raw) {
					t.Fatalf("value %d: %.20x, %v", i, raw, err)
				}
				continue
			}
			var got any
			if err := d.Decode(&got); err != nil || !testkit.EqualLoose(got, want) {
				t.Fatalf("value %d is %.20v, %v; want %.20v", i, got, err, want)
			}
		}
		if _, err := d.ViewRaw(); d.More() || err != io.EOF || d.Decode(new(any)) != io.EOF || d.Skip() != io.EOF {
			t.Error("there is more than there is")
		}
		d.ResetBytes(in)
	}
	var text string
	d.ResetBytes([]byte{0xA3, 'a', 'b', 'c', 0x92, 0x01})
	if err := d.Decode(&text); err != nil || text != "abc" {
		t.Error(text, err)
	}
	failure{fault.ErrTruncated, 6, "/1"}.of(t, "the end", d.Decode(new([]int)))
	d.ResetBytes(bytes.Clone(in[:40]))
	clear(d.in.Buf[:cap(d.in.Buf)])
	if text != "abc" {
		t.Errorf("%q", text)
	}
	// A reader that is nil is a mistake, and not a stream that ends.
	d.Reset(nil)
	failure{fault.ErrUnsupported, 0, ""}.of(t, "a nil reader", d.Decode(&text))
	d.SetOptions(DecodeOptions{RejectUnknown: true})
	d.ResetBytes([]byte{0x81, 0xA1, 'x', 0})
	failure{fault.ErrUnknownField, 1, "/x"}.of(t, "an option that is set later", d.Decode(new(lineItem)))
}

// TestMoreWaitsForTheNextValue asks before every value of a stream in pieces.
func TestMoreWaitsForTheNextValue(t *testing.T) {
	broken := errors.New("broken")
	d := msgpack.NewDecoder(&chunks{in: []byte{1, 2, 0xA3, 'a', 'b', 'c'}, n: 1, err: broken})
	n := 0
	for d.More() {
		if !d.More() {
			t.Fatal("asked twice, the answer differs")
		}
		if raw, err := d.ViewRaw(); err != nil || len(raw) == 0 {
			t.Fatal(err)
		}
		n++
	}
	if n != 3 {
		t.Errorf("%d values", n)
	}
	if err := d.Decode(new(any)); err != broken {
		t.Error(err)
	}
}

// TestStreamsAliasNothing decodes with NoCopy, which a stream does not heed.
func TestStreamsAliasNothing(t *testing.T) {
	d := msgpack.NewDecoderWithOptions(bytes.NewReader(unhex(t, "a3616263a3646566")), DecodeOptions{NoCopy: true})
	var first, second string
	if err := errors.Join(d.Decode(&first), d.Decode(&second)); err != nil {
		t.Fatal(err)
	}
	clear(d.in.Buf[:cap(d.in.Buf)])
	if first != "abc" || second != "def" {
		t.Errorf("%q, %q", first, second)
	}
}
