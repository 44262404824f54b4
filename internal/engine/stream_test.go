// Streams: values one after another, from memory and from readers of every manner.

package engine_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/internal/testkit"
	"github.com/beve-org/beve-go/wire"
)

// decoderOf returns a Decoder of src, a []byte or an io.Reader.
func decoderOf(src any) *beve.Decoder {
	if data, ok := src.([]byte); ok {
		return beve.NewDecoderBytes(data)
	}
	return beve.NewDecoder(src.(io.Reader))
}

// sources returns the same bytes as every sort of source.
func sources(data []byte) map[string]any {
	return map[string]any{
		"memory": data, "reader": bytes.NewReader(data), "one byte": iotest.OneByteReader(bytes.NewReader(data)),
		"half": iotest.HalfReader(bytes.NewReader(data)), "data with EOF": iotest.DataErrReader(bytes.NewReader(data)),
		"hesitant": &hesitant{r: bytes.NewReader(data)},
	}
}

// hesitant returns nothing at every other Read, as a reader may.
type hesitant struct {
	r io.Reader
	n int
}

func (h *hesitant) Read(p []byte) (int, error) {
	if h.n++; h.n%2 == 0 || len(p) == 0 {
		return 0, nil
	}
	return h.r.Read(p[:1])
}

func TestStreamsAreReadWhateverSeparatesTheirValues(t *testing.T) {
	long := strings.Repeat("long ", 3000)
	values := []any{int64(1), "two", []any{int64(3), nil}, map[string]any{"k": 4.5}, nil, true, long, []float64{1, 2}, ""}
	for name, sep := range map[string]string{"nothing": "", "one": "\x06", "three": "\x06\x06\x06"} {
		for lead, before := range map[string]string{"nothing": "", "delimiters": "\x06\x06", "framing": "\x2E\x02", "framing 1": "\x2E\x01", "framing and delimiter": "\x2E\x02\x06"} {
			data := []byte(before)
			var ends []int64
			for i, v := range values {
				if i > 0 {
					data = append(data, sep...)
				}
				data = append(data, mustMarshal(t, v, beve.EncodeOptions{})...)
				ends = append(ends, int64(len(data)))
			}
			data = append(data, sep...)
			for how, src := range sources(data) {
				what := fmt.Sprintf("%s between, %s before, from %s", name, lead, how)
				d := decoderOf(src)
				for i, want := range values {
					if !d.More() {
						t.Fatalf("%s: no more before value %d", what, i)
					}
					var got any
					if err := d.Decode(&got); err != nil || !testkit.Equal(got, want) {
						t.Fatalf("%s, value %d: %v, %v", what, i, got, err)
					}
					if d.InputOffset() != ends[i] {
						t.Fatalf("%s, value %d: ends at %d, not %d", what, i, d.InputOffset(), ends[i])
					}
				}
				if d.More() || d.Decode(new(any)) != io.EOF || d.Skip() != io.EOF || d.InputOffset() != int64(len(data)) {
					t.Errorf("%s: does not end", what)
				}
				if _, err := d.ViewRaw(); err != io.EOF {
					t.Errorf("%s: %v", what, err)
				}
			}
		}
	}
	for _, data := range []string{"", "\x06", "\x06\x06\x06"} {
		for how, src := range sources([]byte(data)) {
			if err := decoderOf(src).Decode(new(any)); err != io.EOF {
				t.Errorf("%q from %s: %v", data, how, err)
			}
		}
	}
	for _, c := range []struct {
		data  string
		cause error
		off   int64
	}{{"\x2E", beve.ErrTruncated, 1}, {"\x2E\x02", beve.ErrTruncated, 2}, {"\x2E\x02\x06", beve.ErrTruncated, 3}, {"\x2E\x03\x00", beve.ErrSyntax, 1}, {"\x06\x2E\x02\x00", beve.ErrSyntax, 1}, {"\x2E\x02\x2E\x02\x00", beve.ErrSyntax, 2}} {
		for how, src := range sources([]byte(c.data)) {
			d := decoderOf(src)
			err := d.Decode(new(any))
			e := (*beve.DecodeError)(nil)
			if !errors.Is(err, c.cause) || !errors.As(err, &e) || e.Offset != c.off {
				t.Errorf("% X from %s: %v", c.data, how, err)
			}
			if again := d.Decode(new(any)); again == nil || again == io.EOF {
				t.Errorf("% X from %s: then %v", c.data, how, again)
			}
		}
	}
}

func TestSkipAndRawPassOverOneValue(t *testing.T) {
	a, b := mustMarshal(t, map[string]any{"x": []int{1}}, beve.EncodeOptions{}), mustMarshal(t, strings.Repeat("y", 5000), beve.EncodeOptions{})
	data := slices.Concat(a, []byte{6}, b, []byte{6}, a)
	for how, src := range sources(data) {
		d := decoderOf(src)
		if err := d.Skip(); err != nil || d.InputOffset() != int64(len(a)) {
			t.Errorf("%s: %v at %d", how, err, d.InputOffset())
		}
		if raw, err := d.ViewRaw(); err != nil || !bytes.Equal(raw, b) {
			t.Errorf("%s: %d bytes, %v", how, len(raw), err)
		}
		var v any
		if err := d.Decode(&v); err != nil || d.InputOffset() != int64(len(data)) {
			t.Errorf("%s: %v, %v", how, v, err)
		}
	}
}

func TestStreamErrorsCountFromItsStart(t *testing.T) {
	first := mustMarshal(t, 1, beve.EncodeOptions{})
	mismatch := mustMarshal(t, map[string]any{"A": "x"}, beve.EncodeOptions{})
	third := mustMarshal(t, map[string]any{"A": 3}, beve.EncodeOptions{})
	type target struct{ A int }
	for how, src := range sources(slices.Concat(first, []byte{6}, mismatch, []byte{6}, third)) {
		d := decoderOf(src)
		if err := d.Decode(new(int)); err != nil {
			t.Fatal(err)
		}
		var v target
		err := d.Decode(&v)
		e := (*beve.DecodeError)(nil)
		if !errors.Is(err, beve.ErrMismatch) || !errors.As(err, &e) || e.Offset != 7 || e.Path != "/A" || e.GoType != "int" {
			t.Errorf("%s: %v", how, err)
		}
		// A value that does not fit is passed over.
		if err := d.Decode(&v); err != nil || v.A != 3 {
			t.Errorf("%s: then %+v, %v", how, v, err)
		}
		if err := d.Decode(&v); err != io.EOF {
			t.Errorf("%s: at the end %v", how, err)
		}
	}
	// Malformed input is final, and so is a value that is cut.
	for name, bad := range map[string][]byte{"malformed": {0x05, 0x08, 0x00, 0x07, 0x00}, "cut": {0x05, 0x08, 0x00, 0x29}} {
		for how, src := range sources(slices.Concat(first, []byte{6}, bad)) {
			d := decoderOf(src)
			if err := d.Decode(new(any)); err != nil {
				t.Fatal(err)
			}
			err := d.Decode(new(any))
			if e := (*beve.DecodeError)(nil); !errors.As(err, &e) || e.Offset != map[string]int64{"malformed": 6, "cut": 7}[name] || e.Path != "/1" {
				t.Errorf("%s from %s: %v", name, how, err)
			}
			if again := d.Decode(new(any)); again == nil || again.Error() != err.Error() || d.More() {
				t.Errorf("%s from %s: then %v", name, how, again)
			}
		}
	}
	if err := beve.NewDecoderBytes(first).Decode(5); !errors.Is(err, beve.ErrUnsupported) {
		t.Errorf("into no pointer: %v", err)
	}
	if err := beve.NewDecoder(nil).Decode(new(any)); !errors.Is(err, beve.ErrUnsupported) {
		t.Errorf("from nil: %v", err)
	}
}

func TestErrorsOfTheReaderAreFinal(t *testing.T) {
	own := errors.New("an error of its own")
	data := mustMarshal(t, []any{1, 2}, beve.EncodeOptions{})
	for n := range data {
		d := beve.NewDecoder(io.MultiReader(bytes.NewReader(data[:n]), iotest.ErrReader(own)))
		if d.More() != (n > 0) {
			t.Errorf("after %d bytes: more", n)
		}
		for range 3 {
			if err := d.Decode(new(any)); !errors.Is(err, own) {
				t.Errorf("after %d bytes: %v", n, err)
			}
		}
	}
	// What was read before the error is given out first.
	d := beve.NewDecoder(io.MultiReader(bytes.NewReader(data), iotest.ErrReader(own)))
	if err := d.Decode(new(any)); err != nil {
		t.Error(err)
	}
	if err := d.Decode(new(any)); !errors.Is(err, own) {
		t.Error(err)
	}
	if err := beve.NewDecoder(stuck{}).Decode(new(any)); !errors.Is(err, io.ErrNoProgress) {
		t.Errorf("a reader that reads nothing: %v", err)
	}
}

type stuck struct{}

func (stuck) Read([]byte) (int, error) { return 0, nil }

// endless yields the same bytes for ever.
type endless struct {
	head, unit []byte
	read       int64
}

func (e *endless) Read(p []byte) (n int, err error) {
	if len(e.head) > 0 {
		n = copy(p, e.head)
		e.head = e.head[n:]
		return n, nil
	}
	for n+len(e.unit) <= len(p) && n < 64<<10 {
		n += copy(p[n:], e.unit)
	}
	if n == 0 {
		n = copy(p, e.unit[:1])
		e.unit = append(e.unit[1:], e.unit[0])
	}
	e.read += int64(n)
	return n, nil
}

func TestBufferIsBoundedByMaxBytes(t *testing.T) {
	for name, head := range map[string][]byte{
		"string": {0x02, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x0F}, "array": {0x05, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x0F},
		"numbers": {0x14, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x0F},
	} {
		src := &endless{head: head, unit: []byte{0x00}}
		d := beve.NewDecoder(src)
		d.SetOptions(beve.DecodeOptions{Limits: beve.Limits{MaxBytes: 100_000}})
		testkit.Costs(t, name, 100_000, func() {
			for range 3 {
				if err := d.Decode(new(any)); !errors.Is(err, beve.ErrLimit) {
					t.Errorf("%s: %v", name, err)
				}
			}
		})
		if src.read > 300_000 {
			t.Errorf("%s: read %d bytes", name, src.read)
		}
	}
	// A stream may be longer than its values may.
	small := mustMarshal(t, strings.Repeat("x", 1000), beve.EncodeOptions{})
	for how, src := range sources(bytes.Repeat(small, 50)) {
		d := decoderOf(src)
		d.SetOptions(beve.DecodeOptions{Limits: beve.Limits{MaxBytes: int64(len(small))}})
		n := 0
		for ; d.More(); n++ {
			if err := d.Decode(new(string)); err != nil {
				t.Fatalf("%s: %v", how, err)
			}
		}
		if n != 50 {
			t.Errorf("%s: %d values", how, n)
		}
		d.ResetBytes(bytes.Repeat(small, 2))
		d.SetOptions(beve.DecodeOptions{Limits: beve.Limits{MaxBytes: int64(len(small)) - 1}})
		for range 2 {
			if err := d.Decode(new(string)); !errors.Is(err, beve.ErrLimit) {
				t.Errorf("%s: %v", how, err)
			}
		}
		if d.More() {
			t.Errorf("%s: more after the limit", how)
		}
	}
	// The buffer does not grow with the stream.
	d := beve.NewDecoder(&endless{unit: small})
	testkit.Costs(t, "a long stream", 1, func() {
		var s string
		for range 20_000 {
			if err := d.Decode(&s); err != nil {
				t.Fatal(err)
			}
		}
	})
}

func TestEncoderWritesStreams(t *testing.T) {
	var w bytes.Buffer
	e := beve.NewEncoder(&w)
	e.SetOptions(beve.EncodeOptions{Framing: true})
	ok := func(errs ...error) {
		t.Helper()
		if err := errors.Join(errs...); err != nil {
			t.Fatal(err)
		}
	}
	ok(e.Encode(1), e.BeginArray(3), e.Encode("a"), e.BeginObject(2), e.Key("k"), e.Encode(nil), e.Key("l"), e.BeginArray(0), e.End(), e.End(), e.Encode(2), e.End(), e.BeginObject(0), e.End())
	want := "\x2E\x02\x09\x01\x06\x05\x0C\x02\x04a\x03\x08\x04k\x00\x04l\x05\x00\x09\x02\x06\x03\x00"
	if w.String() != want {
		t.Errorf("% X\nwant % X", w.String(), want)
	}
	d := beve.NewDecoder(&w)
	var a, b, c any
	ok(d.Decode(&a), d.Decode(&b), d.Decode(&c))
	if !testkit.Equal([]any{a, b, c}, []any{int64(1), []any{"a", map[string]any{"k": nil, "l": []any{}}, int64(2)}, map[string]any{}}) {
		t.Errorf("%v %v %v", a, b, c)
	}
	// Without a writer it collects.
	e = beve.NewEncoder(nil)
	ok(e.Encode(1), e.Encode(2))
	if !bytes.Equal(e.Bytes(), []byte("\x09\x01\x06\x09\x02")) {
		t.Errorf("% X", e.Bytes())
	}
	e.Reset(nil)
	ok(e.Encode(3))
	if !bytes.Equal(e.Bytes(), []byte("\x09\x03")) {
		t.Errorf("% X", e.Bytes())
	}
	e.Reset(&w)
	ok(e.Encode(4))
	if !bytes.Equal(w.Bytes(), []byte("\x09\x04")) {
		t.Errorf("% X", w.Bytes())
	}
}

func TestEncoderRefusesMisuse(t *testing.T) {
	var w bytes.Buffer
	e := beve.NewEncoder(&w)
	bad := func(what string, err error) {
		t.Helper()
		if ee := (*beve.EncodeError)(nil); !errors.As(err, &ee) {
			t.Errorf("%s: %v", what, err)
		}
	}
	bad("End without Begin", e.End())
	bad("a key outside", e.Key("k"))
	bad("a negative count", e.BeginArray(-1))
	must(0, e.BeginArray(1))
	bad("a key in an array", e.Key("k"))
	bad("too few elements", e.End())
	bad("what cannot be encoded", e.Encode(func() {}))
	must(0, e.Encode(1))
	bad("too many elements", e.Encode(1))
	bad("too many elements", e.BeginObject(1))
	must(0, e.End())
	must(0, e.BeginObject(1))
	bad("a value without a key", e.Encode(1))
	bad("an array without a key", e.BeginArray(1))
	bad("a key that is not UTF-8", e.Key("\xff"))
	must(0, e.Key("k"))
	bad("a second key", e.Key("l"))
	bad("a key without a value", e.End())
	bad("what cannot be encoded", e.Encode("\xff"))
	must(0, e.Encode(2))
	bad("too many members", e.Key("m"))
	must(0, e.End())
	if want := "\x05\x04\x09\x01\x06\x03\x04\x04k\x09\x02"; w.String() != want {
		t.Errorf("% X\nwant % X", w.String(), want)
	}
	e.SetOptions(beve.EncodeOptions{MaxDepth: 3})
	must(0, e.BeginArray(1))
	must(0, e.BeginArray(1))
	if err := e.BeginArray(1); !errors.Is(err, beve.ErrDepth) {
		t.Errorf("too deep: %v", err)
	}
	if err := e.Encode([]any{1}); !errors.Is(err, beve.ErrDepth) {
		t.Errorf("too deep: %v", err)
	}
	must(0, e.Encode(1))
	must(0, e.End())
	must(0, e.End())
}

// failing accepts so many bytes and then fails.
type failing struct{ left int }

var errFull = errors.New("full")

func (f *failing) Write(p []byte) (int, error) {
	if f.left -= len(p); f.left < 0 {
		return 0, errFull
	}
	return len(p), nil
}

func TestErrorsOfTheWriterAreFinal(t *testing.T) {
	e := beve.NewEncoder(&failing{left: 4})
	if err := e.Encode(1); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := e.Encode("long enough"); !errors.Is(err, errFull) {
			t.Error(err)
		}
	}
	for _, err := range []error{e.BeginArray(1), e.BeginObject(0), e.Key("k"), e.End(), e.Encode(1)} {
		if !errors.Is(err, errFull) {
			t.Error(err)
		}
	}
	e.Reset(io.Discard)
	if err := e.Encode(1); err != nil {
		t.Error(err)
	}
	e = beve.NewEncoder(&failing{left: 2})
	if err := errors.Join(e.BeginObject(1)); err != nil {
		t.Error(err)
	}
	if err := e.Key("key"); !errors.Is(err, errFull) {
		t.Error(err)
	}
}

func TestAlignmentIsKeptInBegunArrays(t *testing.T) {
	for _, framing := range []bool{false, true} {
		for _, writer := range []bool{false, true} {
			var w bytes.Buffer
			e := beve.NewEncoder(&w)
			if !writer {
				e = beve.NewEncoder(nil)
			}
			e.SetOptions(beve.EncodeOptions{Aligned: true, Framing: framing})
			must(0, e.BeginArray(4))
			for i := range 4 {
				if i == 2 {
					must(e.Marshal([]float64{1})) // which has nothing to do with the stream
				}
				must(0, e.Encode(map[string][]float64{strings.Repeat("k", i): {1, 2}}))
			}
			must(0, e.End())
			b := w.Bytes()
			if !writer {
				b = e.Bytes()
			}
			if n := alignedArrays(t, b); n != 4 || !beve.Valid(b) {
				t.Errorf("%d aligned arrays in % X", n, b)
			}
		}
	}
}

// collect runs an iterator to its end.
func collect[T any](src io.Reader) (all []T, err error) {
	for v, e := range beve.Elements[T](src) {
		if e != nil {
			var zero T
			if !reflect.DeepEqual(v, zero) {
				panic("an error with a value")
			}
			return all, e
		}
		all = append(all, v)
	}
	return all, nil
}

func checkElements[T any](t *testing.T, data []byte, want []T) {
	t.Helper()
	for how, src := range sources(data) {
		r, ok := src.(io.Reader)
		if !ok {
			continue
		}
		if got, err := collect[T](r); err != nil || !testkit.EqualLoose(got, want) {
			t.Errorf("% X from %s: %v, %v; want %v", data[:min(len(data), 20)], how, got, err, want)
		}
	}
}

func TestElementsOfArraysAndStreams(t *testing.T) {
	m := func(v any) []byte { return mustMarshal(t, v, beve.EncodeOptions{}) }
	long := make([]float64, 5000)
	bits := make([]bool, 1003)
	for i := range long {
		long[i] = float64(i)
	}
	for i := range bits {
		bits[i] = i%3 == 0
	}
	checkElements(t, m([]any{1, 2, 3}), []int{1, 2, 3})
	checkElements(t, m([]testkit.Point{{X: 1}, {X: 2}}), []testkit.Point{{X: 1}, {X: 2}})
	checkElements(t, m(long), long)
	checkElements(t, m([]int16{1, -2}), []int64{1, -2})
	checkElements(t, m([]int16{1, -2}), []any{int64(1), int64(-2)})
	checkElements(t, m(bits), bits)
	checkElements(t, m([]string{"a", "", strings.Repeat("long", 3000)}), []string{"a", "", strings.Repeat("long", 3000)})
	checkElements(t, m([]string{"(1)"}), []testkit.TextValue{{N: 1}})
	checkElements(t, m([][]float64{{1}, {2, 3}}), [][]float64{{1}, {2, 3}})
	checkElements(t, m([]any{}), []int{})
	checkElements(t, m([]float64{}), []int{})
	aligned, err := beve.EncodeOptions{Aligned: true}.Marshal([]uint16{1, 2, 500})
	if err != nil || aligned[0] != 0x5C {
		t.Fatalf("% x, %v", aligned, err)
	}
	checkElements(t, aligned, []int{1, 2, 500})
	checkElements(t, aligned, [][]uint16{{1, 2, 500}})
	checkElements(t, m([]any{1, 2}), []*int{ptrTo(1), ptrTo(2)})
	// Streams of values, and of arrays where T is one.
	checkElements(t, slices.Concat(m(1), []byte{6}, m(2)), []int{1, 2})
	checkElements(t, slices.Concat([]byte{0x2E, 2}, m(1), m(2), []byte{6}), []int{1, 2})
	checkElements(t, slices.Concat(m([]float64{1}), []byte{6}, m([]float64{2, 3})), [][]float64{{1}, {2, 3}})
	checkElements(t, nil, []int{})
	checkElements(t, m([]any{1, 2, 3}), []beve.Raw{{9, 1}, {9, 2}, {9, 3}})
	// Delimiters may follow.
	checkElements(t, append(m([]any{1}), 6, 6), []int{1})
}

func TestElementsReportErrors(t *testing.T) {
	m := func(v any) []byte { return mustMarshal(t, v, beve.EncodeOptions{}) }
	check := func(name string, data []byte, good int, cause error, off int64, path string) {
		t.Helper()
		got, err := collect[int8](bytes.NewReader(data))
		e := (*beve.DecodeError)(nil)
		if len(got) != good || !errors.Is(err, cause) || !errors.As(err, &e) || e.Offset != off || string(e.Path) != path {
			t.Errorf("%s: %d elements, %v", name, len(got), err)
		}
	}
	check("wrong kind", m([]any{1, "x"}), 1, beve.ErrMismatch, 4, "/1")
	check("overflow", m([]int16{1, 300}), 1, beve.ErrOverflow, 4, "/1")
	check("booleans", m([]bool{true}), 0, beve.ErrMismatch, 2, "/0")
	check("texts", m([]string{"x"}), 0, beve.ErrMismatch, 2, "/0")
	check("inner path", m([]any{1, map[string]any{"k": 1}}), 1, beve.ErrMismatch, 4, "/1")
	check("more after the array", append(m([]any{1}), 0), 1, beve.ErrTrailing, 4, "")
	check("malformed", []byte{0x05, 0x08, 0x09, 1, 0x07}, 1, beve.ErrSyntax, 4, "/1")
	check("malformed start", []byte{0x07}, 0, beve.ErrSyntax, 0, "")
	check("no SIZE", []byte{0x05}, 0, beve.ErrTruncated, 1, "")
	check("cut numbers", []byte{0x2C, 0x0C, 1, 0, 2}, 1, beve.ErrTruncated, 5, "/1")
	check("cut array", []byte{0x05, 0x0C, 0x09, 1}, 1, beve.ErrTruncated, 4, "/1")
	check("cut booleans", []byte{0x1C, 0xFC}, 0, beve.ErrTruncated, 2, "/0")
	check("cut texts", []byte{0x3C, 0x08, 0x08, 'a'}, 0, beve.ErrTruncated, 2, "/0")
	check("a huge count", append([]byte{0x05}, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF), 0, beve.ErrTruncated, 9, "/0")
	check("stream of the wrong kind", m("x"), 0, beve.ErrMismatch, 0, "")
	check("text that is not UTF-8", []byte{0x3C, 0x04, 0x04, 0xFF}, 0, beve.ErrUTF8, 3, "/0")
	if _, err := collect[int](iotest.ErrReader(errFull)); !errors.Is(err, errFull) {
		t.Error(err)
	}
	for n := range 4 {
		if _, err := collect[int](io.MultiReader(bytes.NewReader([]byte{0x2C, 0x08, 1, 0}[:n]), iotest.ErrReader(errFull))); !errors.Is(err, errFull) {
			t.Errorf("after %d bytes: %v", n, err)
		}
	}
	// Breaking off is not an error, and reads no more than it needs.
	src := &endless{head: binary.LittleEndian.AppendUint64([]byte{0x64}, math.MaxInt64), unit: []byte{0}}
	n := 0
	for _, err := range beve.Elements[float64](src) {
		if n++; err != nil || n == 1000 {
			break
		}
	}
	if n != 1000 || src.read > 1<<20 {
		t.Errorf("%d elements of %d bytes", n, src.read)
	}
}

func TestElementsHoldOneAtATime(t *testing.T) {
	unit := mustMarshal(t, map[string]any{"X": make([]byte, 1000)}, beve.EncodeOptions{})
	src := &endless{head: append([]byte{0x05}, wire.AppendSize(nil, math.MaxInt32)...), unit: unit}
	live := func() uint64 {
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	before, n := live(), 0
	for p, err := range beve.Elements[struct{ X []byte }](src) {
		if err != nil || len(p.X) != 1000 {
			t.Fatal(len(p.X), err)
		}
		if n++; n%5000 == 0 {
			if now := live(); now > before+1<<20 {
				t.Fatalf("%d bytes live after %d elements, %d before", now, n, before)
			}
		}
		if n == 20_000 {
			break
		}
	}
}
