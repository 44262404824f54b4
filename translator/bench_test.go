package translator_test

import (
	"bytes"
	"io"
	"path/filepath"
	"strings"
	"testing"

	"github.com/beve-org/beve-go/internal/testkit"
	"github.com/beve-org/beve-go/translator"
)

// documents calls f for each real document.
func documents(b *testing.B, f func(b *testing.B, text []byte)) {
	files, err := filepath.Glob("../testdata/corpora/*.json.gz")
	if err != nil {
		b.Fatal(err)
	}
	for _, file := range files {
		text := testkit.Gunzip(b, file)
		b.Run(strings.TrimSuffix(filepath.Base(file), ".json.gz"), func(b *testing.B) { f(b, text) })
	}
}

func BenchmarkFromJSON(b *testing.B) {
	documents(b, func(b *testing.B, text []byte) {
		var dst []byte
		var err error
		b.SetBytes(int64(len(text)))
		b.ReportAllocs()
		for b.Loop() {
			if dst, err = translator.AppendBEVE(dst[:0], text); err != nil {
				b.Fatal(err)
			}
		}
	})
}

func BenchmarkFromJSONTyped(b *testing.B) {
	o := translator.Options{TypedArrays: true}
	documents(b, func(b *testing.B, text []byte) {
		var dst []byte
		var err error
		b.SetBytes(int64(len(text)))
		b.ReportAllocs()
		for b.Loop() {
			if dst, err = o.AppendBEVE(dst[:0], text); err != nil {
				b.Fatal(err)
			}
		}
	})
}

// BenchmarkToJSON counts the bytes of the text, as the others do.
func BenchmarkToJSON(b *testing.B) {
	documents(b, func(b *testing.B, text []byte) {
		message, err := translator.FromJSON(text)
		if err != nil {
			b.Fatal(err)
		}
		var dst []byte
		b.ReportAllocs()
		for b.Loop() {
			if dst, err = translator.AppendJSON(dst[:0], message); err != nil {
				b.Fatal(err)
			}
		}
		b.SetBytes(int64(len(dst)))
	})
}

func BenchmarkValidateJSON(b *testing.B) {
	documents(b, func(b *testing.B, text []byte) {
		b.SetBytes(int64(len(text)))
		b.ReportAllocs()
		for b.Loop() {
			if err := translator.ValidateJSON(text); err != nil {
				b.Fatal(err)
			}
		}
	})
}

func BenchmarkTranscodeLines(b *testing.B) {
	line := []byte(`{"id":12345,"name":"Some text of usual length","scores":[1.5,2.25,-3e7],"ok":true}` + "\n")
	lines := bytes.Repeat(line, 10_000)
	b.SetBytes(int64(len(lines)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := translator.Transcode(io.Discard, bytes.NewReader(lines), translator.JSONToBEVE, translator.Options{}); err != nil {
			b.Fatal(err)
		}
	}
}
