package beve_test

import (
	"bytes"
	"errors"
	"io"
	"testing"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/beverun"
	"github.com/beve-org/beve-go/core"
	"github.com/beve-org/beve-go/translator"
	"github.com/beve-org/beve-go/wire"
)

// brokenReader returns its data in pieces of that size, and an error with the last of them.
type brokenReader struct {
	data []byte
	size int
}

func (r *brokenReader) Read(p []byte) (int, error) {
	n := copy(p[:min(len(p), r.size)], r.data)
	if r.data = r.data[n:]; len(r.data) == 0 {
		return n, errBroken
	}
	return n, nil
}

// streamedInt has the method that bevegen would write.
type streamedInt int64

func (v *streamedInt) DecodeBEVE(d *beverun.Decoder) error {
	off := d.Start()
	if off >= 0 {
		off = beverun.ReadInteger(d, off, v, "streamedInt")
	}
	return d.Finish(off)
}

// streamReaders are the functions that read a stream of integers of BEVE: what they read, and
// the error that ended it, nil for the proper end.
var streamReaders = map[string]func(r io.Reader) ([]int64, error){
	"Decoder": func(r io.Reader) (got []int64, err error) {
		for d := beve.NewDecoder(r); ; {
			var v int64
			if err = d.Decode(&v); err != nil {
				return got, proper(err)
			}
			got = append(got, v)
		}
	},
	"generated code": func(r io.Reader) (got []int64, err error) {
		for d := beverun.NewStreamDecoder(r, beverun.DecoderOptions{}); ; {
			var v streamedInt
			if err = v.DecodeBEVE(d); err != nil {
				return got, proper(err)
			}
			got = append(got, int64(v))
		}
	},
	"Elements": func(r io.Reader) (got []int64, err error) {
		for v, err := range beve.Elements[int64](r) {
			if err != nil {
				return got, err
			}
			got = append(got, v)
		}
		return got, nil
	},
	"Transcode": func(r io.Reader) (got []int64, err error) {
		var out bytes.Buffer
		stats, err := translator.Transcode(&out, r, translator.BEVEToJSON, translator.Options{})
		for i := range stats.Values {
			got = append(got, i+1)
		}
		return got, err
	},
}

func proper(err error) error {
	if err == io.EOF {
		return nil
	}
	return err
}

// What comes with an error of the reader is read before the error counts, however it arrives.
func TestValuesThatComeWithAnErrorAreRead(t *testing.T) {
	var data []byte
	for i := range 3 {
		data = wire.AppendDelimiter(wire.AppendInt(data, int64(i+1)))
	}
	for name, read := range streamReaders {
		for size := 1; size <= len(data); size++ {
			if got, err := read(&brokenReader{data: data, size: size}); len(got) != 3 || err != errBroken {
				t.Errorf("%s, %d bytes at a time: %v, %v", name, size, got, err)
			}
		}
	}
}

// The end of a stream is not an error, unless a framing header or a value has begun.
func TestEndsOfStreams(t *testing.T) {
	for _, c := range []struct {
		data  string
		cause error
	}{
		{"", nil}, {"\x06", nil}, {"\x06\x06", nil}, {"\x2E\x02\x09\x01", nil}, {"\x2E\x02\x09\x01\x06", nil},
		{"\x2E", beve.ErrTruncated}, {"\x2E\x01", beve.ErrTruncated}, {"\x2E\x02", beve.ErrTruncated},
		{"\x2E\x02\x06", beve.ErrTruncated}, {"\x2E\x02\x06\x06", beve.ErrTruncated},
		{"\x09\x01\x06\x09", beve.ErrTruncated}, {"\x2E\x03", beve.ErrSyntax},
	} {
		for name, read := range streamReaders {
			if _, err := read(bytes.NewReader([]byte(c.data))); !errors.Is(err, c.cause) || (err == nil) != (c.cause == nil) {
				t.Errorf("%s of % X: %v, not %v", name, c.data, err, c.cause)
			}
		}
	}
}

// A Decoder that has nothing to read from says so.
func TestDecodersOfNothing(t *testing.T) {
	for name, err := range map[string]error{
		"beve.NewDecoder(nil)":          beve.NewDecoder(nil).Decode(new(int64)),
		"beve.Decoder{}":                new(beve.Decoder).Decode(new(int64)),
		"beve.Decoder{}.Skip":           new(beve.Decoder).Skip(),
		"beverun.NewStreamDecoder(nil)": new(streamedInt).DecodeBEVE(beverun.NewStreamDecoder(nil, beverun.DecoderOptions{})),
		"beverun.Decoder{}":             new(streamedInt).DecodeBEVE(new(beverun.Decoder)),
		"core.GetDecoderFromPool(nil)":  core.GetDecoderFromPool(nil).Decode(new(int64)),
	} {
		if e := (*beve.DecodeError)(nil); !errors.Is(err, beve.ErrUnsupported) || !errors.As(err, &e) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if new(beve.Decoder).More() || new(beverun.Decoder).More() {
		t.Error("a zero Decoder has values")
	}
}

// Elements gives of an array that a reader breaks off what it gives of one that ends there.
func TestElementsBeforeAnErrorAreRead(t *testing.T) {
	aligned := beve.EncodeOptions{Aligned: true}
	plain, tables := beve.EncodeOptions{}, beve.EncodeOptions{Extended: true, MinTableRows: 1}
	for _, c := range []struct {
		o beve.EncodeOptions
		v any
	}{
		{plain, []int64{1, 2, 3}}, {plain, []string{"a", "b", "c"}}, {plain, []bool{true, false}}, {plain, []any{1, "x", nil}},
		{aligned, []float64{1, 2}}, {plain, []map[string]int{{"a": 1}, {"a": 2}}}, {tables, []map[string]int{{"a": 1}, {"a": 2}}},
	} {
		data, err := c.o.Marshal(c.v)
		if err != nil {
			t.Fatal(err)
		}
		for end := 1; end <= len(data); end++ {
			want := 0
			for _, err := range beve.Elements[any](bytes.NewReader(data[:end])) {
				if err == nil {
					want++
				}
			}
			for size := 1; size <= end; size++ {
				got, last := 0, error(nil)
				for _, err := range beve.Elements[any](&brokenReader{data: data[:end], size: size}) {
					if last = err; err == nil {
						got++
					}
				}
				if got != want || last != errBroken && end < len(data) {
					t.Errorf("%T, %d bytes, %d at a time: %d elements, not %d: %v", c.v, end, size, got, want, last)
				}
			}
		}
	}
}
