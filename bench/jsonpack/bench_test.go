// Every cell as a Go benchmark, for profiles.

package main

import "testing"

func BenchmarkCodec(b *testing.B) {
	all, err := cells()
	if err != nil {
		b.Fatal(err)
	}
	checking = false
	defer func() { checking = true }()
	for _, c := range all {
		b.Run(c.document+"/"+c.mode+"/"+c.codec, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if err := c.call(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func TestEveryCodecGivesTheDocumentsBack(t *testing.T) {
	if _, err := cells(); err != nil {
		t.Error(err)
	}
}
