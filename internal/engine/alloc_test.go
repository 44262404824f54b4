//go:build !race

// What encoding and decoding allocate. The race detector allocates on its own, and
// the build without unsafe copies strings, so neither is asked.

package engine_test

import (
	"io"
	"testing"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/internal/mem"
	"github.com/beve-org/beve-go/internal/testkit"
)

// flat has what a decode into the same variable needs no memory for.
type flat struct {
	A int
	B float64
	C string
	D []float64
	E []string
	F []bool
	G [4]int16
	H []byte
	I testkit.Point
	J []testkit.Point
	K *testkit.Point
	L uint8 `json:",omitempty"`
	M []complex128
}

func newFlat() *flat {
	return &flat{1, 2.5, "a string", []float64{1, 2, 3}, []string{"x", "y", "a string of more than sixty-four bytes, which gets memory of its own"}, []bool{true, false},
		[4]int16{1, 2, 3, 4}, []byte("bytes"), testkit.Point{X: 1}, []testkit.Point{{X: 2}, {Y: 3}}, &testkit.Point{}, 0, []complex128{1i}}
}

func TestAllocations(t *testing.T) {
	if !mem.Unchecked {
		t.Skip("the build without unsafe copies what others view")
	}
	v := newFlat()
	data := mustMarshal(t, v, beve.EncodeOptions{})
	buf := make([]byte, 0, 2*len(data))
	codec := beve.CodecOf[flat]()
	encoder := beve.NewEncoder(io.Discard)
	reused := newFlat()
	plain := testkit.Kinds{Int: 1, String: "text"}
	kinds := mustMarshal(t, &plain, beve.EncodeOptions{})
	floats := make([]float64, 1000)
	array := mustMarshal(t, floats, beve.EncodeOptions{})
	decoder := beve.NewDecoderBytes(nil)
	check := func(what string, most float64, f func() error) {
		t.Helper()
		if err := f(); err != nil {
			t.Fatalf("%s: %v", what, err)
		}
		// A collection between two runs empties the pools, and refilling them allocates.
		got := testing.AllocsPerRun(200, func() { _ = f() })
		if got > most {
			t.Errorf("%s: %v allocations, more than %v", what, got, most)
		}
	}
	check("Marshal", 1, func() error { _, err := beve.Marshal(v); return err })
	check("Append", 0, func() error { _, err := beve.Append(buf, v); return err })
	check("Codec.Marshal", 1, func() error { _, err := codec.Marshal(v); return err })
	check("Codec.Append", 0, func() error { _, err := codec.Append(buf, v); return err })
	check("MarshalZeroCopy", 0, func() error {
		lease, err := beve.MarshalZeroCopy(v)
		lease.Release()
		return err
	})
	check("Encode", 0, func() error { return encoder.Encode(v) })
	check("Unmarshal into what is there", 0, func() error { return beve.Unmarshal(data, reused) })
	check("Codec.Unmarshal into what is there", 0, func() error { return codec.Unmarshal(data, reused) })
	matrix := beve.Matrix[float64]{Extents: []int{2, 2}, Data: []float64{1, 2, 3, 4}}
	matrixData := mustMarshal(t, &matrix, beve.EncodeOptions{})
	check("Unmarshal into the matrix that is there", 0, func() error { return beve.Unmarshal(matrixData, &matrix) })
	check("Decode into what is there", 0, func() error {
		decoder.ResetBytes(data)
		return decoder.Decode(reused)
	})
	check("Valid", 0, func() error {
		if !beve.Valid(data) {
			return io.EOF
		}
		return nil
	})
	// Short strings share blocks of 1 KB: one in so many decodes makes one.
	check("Unmarshal of scalars", 1, func() error { return beve.Unmarshal(kinds, new(testkit.Kinds)) })
	check("Unmarshal of an array", 2, func() error { return beve.Unmarshal(array, new([]float64)) })
	// The struct, its six slices, a pointer, a long string, and a block now and then.
	check("Unmarshal into new memory", 11, func() error { return beve.Unmarshal(data, new(flat)) })
	text, s := []byte("\x02\x0Cabc"), ""
	check("NoCopy of text", 0, func() error { return beve.DecodeOptions{NoCopy: true}.Unmarshal(text, &s) })
}
