// One cell of the table as a Go benchmark, for profiles.

package main

import (
	"testing"
)

func BenchmarkOurs(b *testing.B) {
	for _, d := range documents("../../testdata/corpora") {
		for _, mode := range modeNames {
			f := modes(rivals[0], d)[mode]
			b.Run(d.name+"/"+mode, func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					f()
				}
			})
		}
	}
}
