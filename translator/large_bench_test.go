package translator_test

import (
	"bytes"
	"io"
	"strings"
	"testing"

	"github.com/beve-org/beve-go/translator"
)

// BenchmarkTranscodeLarge translates one array of 16 MB, in pieces.
func BenchmarkTranscodeLarge(b *testing.B) {
	element := `{"id":12345,"name":"Some text of usual length","scores":[1.5,2.25,-3e7],"ok":true}`
	text := []byte("[" + strings.Repeat(element+",", 16<<20/len(element)) + "1]")
	message, err := translator.FromJSON(text)
	if err != nil {
		b.Fatal(err)
	}
	for _, c := range []struct {
		dir  translator.Direction
		data []byte
	}{{translator.JSONToBEVE, text}, {translator.BEVEToJSON, message}} {
		b.Run(c.dir.String(), func(b *testing.B) {
			b.SetBytes(int64(len(c.data)))
			for b.Loop() {
				if _, err := translator.Transcode(io.Discard, bytes.NewReader(c.data), c.dir, translator.Options{}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
