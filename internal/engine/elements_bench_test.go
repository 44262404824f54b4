package engine

import (
	"bytes"
	"io"
	"testing"
)

type onlyReader struct{ io.Reader }

func benchmarkElements[T any](b *testing.B, v any) {
	data, err := EncodeOptions{}.Marshal(v)
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	for b.Loop() {
		for _, err := range Elements[T](onlyReader{bytes.NewReader(data)}, DecodeOptions{}, same) {
			if err != nil {
				b.Fatal(err)
			}
		}
	}
}

// BenchmarkElements reads arrays of 10,000 elements one by one.
func BenchmarkElements(b *testing.B) {
	type row struct {
		ID   int
		Name string
	}
	numbers, texts, bools, rows := make([]float64, 10_000), make([]string, 10_000), make([]bool, 10_000), make([]row, 10_000)
	for i := range texts {
		texts[i], rows[i] = "some text", row{i, "some name"}
	}
	b.Run("numbers", func(b *testing.B) { benchmarkElements[float64](b, numbers) })
	b.Run("strings", func(b *testing.B) { benchmarkElements[string](b, texts) })
	b.Run("bools", func(b *testing.B) { benchmarkElements[bool](b, bools) })
	b.Run("rows", func(b *testing.B) { benchmarkElements[row](b, rows) })
}

// same leaves errors as they are.
func same(err error) error { return err }
