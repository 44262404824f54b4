package slab

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"
)

// TestReadAgreesWithCopies reads text of every length, at every distance from both ends
// of the input, into strings that are equal, alike and others, valid and not.
func TestReadAgreesWithCopies(t *testing.T) {
	kinds := []string{strings.Repeat("abcdefghij", 8), strings.Repeat("é", 40), strings.Repeat("\xff", 80)}
	for _, block := range []*Text{{}, {AnyBytes: true}} {
		for kind, text := range kinds {
			for n := range MaxText + 4 {
				for at := range 10 {
					for _, after := range []int{-1, 0, 1, 9} {
						name := fmt.Sprintf("%+v, kind %d, %d bytes at %d, %d after", block.AnyBytes, kind, n, at, after)
						src := make([]byte, 0, 100)
						src = append(src, strings.Repeat("<", at)...)
						src = append(append(src, byte(n)), text[:n]...)
						src = append(src, strings.Repeat(">", max(after, 0))...)
						src = src[:len(src)+min(after, 0)]
						begin := at + 1
						can := (n == 0 || begin+n <= len(src) && n < MaxText && begin+n >= 8 &&
							(block.AnyBytes || utf8.ValidString(text[:n])))
						for _, old := range []string{"", text[:n], text[:n] + "x", strings.Repeat("z", n), text[:max(n-1, 0)]} {
							old, in := strings.Clone(old), append([]byte(nil), src...)
							s := old
							next := block.Read(in, at+1, n, &s)
							if clear(in); can && (next != begin+n || s != text[:n]) || !can && (next >= 0 || s != old) {
								t.Fatalf("%s: next is %d, the string %q", name, next, s)
							}
						}
					}
				}
			}
		}
	}
}

// TestReadLeavesTextToOthers has strings that lie elsewhere.
func TestReadLeavesTextToOthers(t *testing.T) {
	block := Text{Elsewhere: true}
	for n := range 20 {
		s := "as it was"
		if next := block.Read([]byte(strings.Repeat("a", 40)), 7, n, &s); next != -1 || s != "as it was" {
			t.Errorf("%d bytes: next is %d, the string %q", n, next, s)
		}
	}
}

// TestReadKeepsEqualStrings takes no memory for what is there already.
func TestReadKeepsEqualStrings(t *testing.T) {
	var block Text
	src := []byte("12345678" + strings.Repeat("text ", 10))
	for n := 1; n <= 50; n++ {
		var s string
		block.Read(src, 8, n, &s)
		used := block.Used
		if next := block.Read(src, 8, n, &s); next != 8+n || block.Used != used {
			t.Errorf("%d bytes that are there already take memory", n)
		}
	}
}
