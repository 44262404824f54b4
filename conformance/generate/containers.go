// Groups of arrays, objects, matrices and complex numbers.

package main

import (
	"encoding/binary"
	"fmt"
	"slices"

	"github.com/beve-org/beve-go/conformance/reference"
)

// typed: numeric arrays of each class and width.
func typed(s *suite) {
	s.section = "4.5"
	s.eachStart(func(start []byte, e *reference.Entry) {
		if e.Name != "typed array" {
			return
		}
		var all []byte
		n := 0
		for _, v := range edges(e.Kind, e.Class, e.Width) {
			all = append(all, v.data...)
			n++
		}
		s.read(accept, e.Kind+"-empty", "no elements", start, 0)
		s.read(accept, e.Kind+"-one", "one element", start, 4, all[:e.Width])
		s.read(accept, e.Kind+"-two", "two elements", start, 8, all[:2*e.Width])
		s.read(accept, e.Kind+"-edges", "the edges of the type", start, size(uint64(n)), all)
		s.read(refuse, e.Kind+"-short", "the last byte is missing", start, 8, all[:2*e.Width-1])
		s.read(refuse, e.Kind+"-long", "a byte after the array", start, 4, zeros(e.Width+1))
		s.read(accept, e.Kind+"-in-array", "with something after it, so that its length counts", 0x05, 8, start, 4, zeros(e.Width), 0x18)
		s.read(accept, e.Kind+"-in-object", "as a member, with another after it", 0x03, 8, key("a"), start, 8, zeros(2*e.Width), key("b"), 0)
	})
}

// booleans: eight in a byte, the lowest bit first.
func booleans(s *suite) {
	s.section = "4.5"
	for n := range 18 {
		pattern := []byte{0xA5, 0x0F, 0x03}[:(n+7)/8]
		if n%8 != 0 {
			pattern = slices.Clone(pattern)
			pattern[len(pattern)-1] &= 1<<(n%8) - 1
		}
		s.read(accept, fmt.Sprintf("%d", n), "eight booleans in a byte, the lowest bit first", 0x1C, size(uint64(n)), pattern)
		s.read(refuse, fmt.Sprintf("%d-long", n), "a byte after the booleans", 0x1C, size(uint64(n)), pattern, 0)
		if n > 0 {
			s.read(refuse, fmt.Sprintf("%d-short", n), "a byte of booleans is missing", 0x1C, size(uint64(n)), pattern[:len(pattern)-1])
		}
		if n%8 != 0 {
			ones := append(slices.Clone(pattern[:len(pattern)-1]), pattern[len(pattern)-1]|^byte(1<<(n%8)-1))
			s.read(may, fmt.Sprintf("%d-unused", n), "unused bits are set: ignored, or refused in a strict mode", 0x1C, size(uint64(n)), ones)
			s.cases[len(s.cases)-1].Level = may
		}
	}
	s.read(accept, "64", "as many as one byte of SIZE does not hold", 0x1C, size(64), slices.Repeat([]byte{0xFF}, 8))
	s.read(accept, "in-array", "with something after them, so that their length counts", 0x05, 8, 0x1C, size(9), 0xFF, 1, 0)
	s.read(accept, "of-values", "a generic array of booleans", 0x05, 12, 0x08, 0x18, 0x08)
}

// objects: keys of all kinds.
func objects(s *suite) {
	s.section = "4.4"
	s.read(accept, "empty", "no members", 0x03, 0)
	s.read(accept, "one", "one member", 0x03, 4, key("a"), 0x18)
	s.read(accept, "order", "order has no meaning", 0x03, 8, key("b"), 0x09, 1, key("a"), 0x09, 2)
	s.read(accept, "duplicate", "a key twice: the last one, or both", 0x03, 8, key("a"), 0x09, 1, key("a"), 0x09, 2)
	s.or(`{"a":2}`)
	s.read(accept, "duplicate-apart", "a key twice, with another between", 0x03, 12, key("a"), 0x09, 1, key("b"), 0, key("a"), 0x02, 0)
	s.or(`{"a":"","b":null}`)
	s.read(accept, "duplicate-empty", "the empty key twice", 0x03, 8, 0, 0x08, 0, 0x18)
	s.or(`{"":true}`)
	s.read(accept, "nested", "an object in an object", 0x03, 4, key("a"), 0x03, 4, key("b"), 0x03, 0)
	s.read(accept, "proto-of-object", "a name that JavaScript gives a meaning, with an object", 0x03, 4, key("__proto__"), 0x03, 4, key("a"), 0)
	s.read(accept, "case", "keys that differ in case", 0x03, 8, key("a"), 0, key("A"), 0x18)
	s.read(accept, "digits", "keys that look like numbers", 0x03, 12, key("1"), 0, key("01"), 0x08, key("1.0"), 0x18)
	s.read(accept, "siblings", "objects of different keys in an array", 0x05, 8, 0x03, 4, key("a"), 0x09, 1, 0x03, 4, key("b"), 0x09, 2)
	s.read(accept, "many", "eighty members", many(80))
	s.read(refuse, "no-value", "a key without a value", 0x03, 4, key("a"))
	s.read(refuse, "no-key", "one member of two", 0x03, 8, key("a"), 0)
	s.read(refuse, "key-with-header", "a key that has a header", 0x03, 4, 0x02, key("a"), 0)
	s.read(refuse, "key-cut", "the key ends with the message", 0x03, 4, 8, "a")
	s.read(refuse, "trailing", "a member more than SIZE says", 0x03, 4, key("a"), 0, key("b"), 0)
	s.eachStart(func(start []byte, e *reference.Entry) {
		if e.Means != "map" {
			return
		}
		s.read(accept, e.Kind+"-empty", "no members, and keys of "+e.Kind, start, 0)
		for _, v := range edges(e.Kind, e.Class, e.Width) {
			s.read(accept, e.Kind+"-"+v.name, "the key "+v.name+" as "+e.Kind, start, 4, v.data, 0x18)
		}
		one := cat(1, zeros(e.Width-1))
		s.read(accept, e.Kind+"-two", "two members", start, 8, one, 0, zeros(e.Width), 0x02, 0)
		s.read(accept, e.Kind+"-duplicate", "a key twice: the last one, or both", start, 8, one, 0x08, one, 0x18)
		s.or(`{"$map":[[1,true]]}`)
		s.read(refuse, e.Kind+"-key-cut", "the key ends with the message", start, 4, zeros(e.Width-1), 0)
		s.read(refuse, e.Kind+"-no-value", "a key without a value", start, 4, one)
		s.read(accept, e.Kind+"-in-array", "with something after it", 0x05, 8, start, 4, one, 0x18, 0)
	})
}

func many(n int) []byte {
	out := cat(0x03, size(uint64(n)))
	for i := range n {
		out = cat(out, key(fmt.Sprintf("k%02d", i)), 0x09, i)
	}
	return out
}

// arrays: generic arrays, of each kind of value.
func arrays(s *suite) {
	s.section = "4.6"
	s.read(accept, "empty", "the empty sequence of any type", 0x05, 0)
	s.read(accept, "empty-within", "empty arrays of all forms", 0x05, 24, 0x05, 0, 0x14, 0, 0x1C, 0, 0x3C, 0, 0x5C, 0x14, 0, 0, 0x1E, 0x41, 0)
	s.read(accept, "mixed", "values of different types", 0x05, 20, 0, 0x18, 0x09, 0xFF, 0x02, 4, "a", 0x41, zeros(4))
	s.read(accept, "nested", "arrays in arrays", 0x05, 8, 0x05, 4, 0x05, 0, 0x05, 0)
	s.read(accept, "widths", "numbers of different widths", 0x05, 16, 0x09, 1, 0x29, 2, 0, 0x51, 3, 0, 0, 0, 0x71, 4, zeros(7))
	s.read(refuse, "one-of-two", "one element of two", 0x05, 8, 0)
	s.read(refuse, "more", "an element more than SIZE says", 0x05, 4, 0, 0)
	letters := "abcdefghijklmnopqrstuvwxyz"
	for n := range 8 {
		var list []byte
		for i := range n {
			list = cat(list, size(uint64(3*i)), letters[:3*i])
		}
		s.read(accept, fmt.Sprintf("%d-strings-then-text", n), "strings of several lengths, with text after them", 0x05, 8, 0x3C, size(uint64(n)), list, 0x02, size(26), letters)
		s.read(accept, fmt.Sprintf("%d-strings-then-key", n), "strings of several lengths, with a member after them", 0x03, 8, key("a"), 0x3C, size(uint64(n)), list, key(letters), 0x02, size(26), letters)
	}
	s.read(refuse, "bare", "elements without headers", 0x05, 8, 0x07, 0x07)
	s.eachStart(func(start []byte, e *reference.Entry) {
		s.section = e.Section
		s.read(accept, named(e)+"-then-null", "the length of the first element counts", 0x05, 8, start, full(e), 0)
		s.read(accept, named(e)+"-as-member", "the length of the first member counts", 0x03, 8, key("a"), start, full(e), key("b"), 0x18)
		if e.Kind == "" || e.Width == 8 {
			s.read(accept, named(e)+"-twice", "twice in a row", 0x05, 8, start, full(e), start, full(e))
		}
		// Readers that look ahead do so where there is more.
		tail := cat(0x02, size(40), "abcdefghijklmnopqrstuvwxyz0123456789ABCD")
		s.read(accept, named(e)+"-then-text", "with forty bytes after it", 0x05, 8, start, full(e), tail)
		s.read(accept, named(e)+"-member-then-text", "the same as a member", 0x03, 8, key("a"), start, full(e), key("b"), tail)
		if data := full(e); len(data) > 0 {
			s.read(refuse, named(e)+"-cut-in-array", "cut by a byte, at an offset", 0x05, 8, 0x02, size(40), "abcdefghijklmnopqrstuvwxyz0123456789ABCD", start, data[:len(data)-1])
		}
	})
}

// matrices: layouts, extents and elements.
func matrices(s *suite) {
	s.section = "6.3"
	layouts := []string{"row", "column"}
	s.eachStart(func(start []byte, e *reference.Entry) {
		extent := func(n byte) []byte { return cat(n, zeros(e.Width-1)) }
		switch {
		case e.Name == "typed array" && e.Class != "float":
			for layout, name := range layouts {
				s.read(accept, name+"-extents-"+e.Kind, "extents of "+e.Kind, 0x16, layout, start, 8, extent(2), extent(1), 0x14, 8, 7, 8)
			}
			s.read(refuse, "extents-cut-"+e.Kind, "the last extent is missing", 0x16, 0, start, 8, extent(1))
			if e.Class == "signed" {
				s.read(refuse, "negative-"+e.Kind, "a negative extent", 0x16, 0, start, 4, slices.Repeat([]byte{0xFF}, e.Width), 0x14, 4, 7)
				s.read(refuse, "negative-twice-"+e.Kind, "two negative extents, whose product is not", 0x16, 0, start, 8, slices.Repeat([]byte{0xFF}, 2*e.Width), 0x14, 4, 7)
			}
		case e.Name == "typed array":
			s.read(refuse, "extents-"+e.Kind, "extents are integers", 0x16, 0, start, 4, zeros(e.Width), 0x14, 0)
		}
		if e.Name == "aligned array" && e.Class != "float" && e.Width <= 8 {
			s.read(accept, "extents-aligned-"+e.Kind, "extents in an aligned array", 0x16, 0, start, 4, 0, extent(1), 0x14, 4, 7)
		}
		switch {
		case e.Means == "array" && e.Section == "4.5" && e.Kind != "", e.Name == "complex array", e.Name == "aligned complex array":
			data := full(e)
			if e.Each == nil {
				n := 1
				if e.Name == "aligned complex array" {
					n = 2
				}
				data = cat(4*n, 0, zeros(n*e.Width))
				if n == 2 {
					data = cat(0x5C, e.Code(4), data)
				}
			}
			for layout, name := range layouts {
				s.read(accept, name+"-of-"+named(e), "elements of "+e.Kind, 0x16, layout, 0x14, 8, 1, 1, start, data)
			}
			s.read(refuse, "too-few-"+named(e), "fewer elements than the extents make", 0x16, 0, 0x14, 8, 2, 1, start, data)
			s.read(refuse, "too-many-"+named(e), "more elements than the extents make", 0x16, 1, 0x14, 8, 0, 1, start, data)
			s.read(accept, "in-array-"+named(e), "with something after it", 0x05, 8, 0x16, 0, 0x14, 4, 1, start, data, 0)
		case e.Name == "boolean array":
			s.read(may, "of-"+named(e), "a matrix of booleans: one writer makes them, and no reader has to take them", 0x16, 0, 0x14, 4, 1, start, full(e))
			s.read(may, "of-nine-booleans", "a matrix of booleans, of which each is an element", 0x16, 1, 0x14, 8, 3, 3, start, size(9), 0xA5, 1)
			s.read(refuse, "of-booleans-too-few", "fewer booleans than the extents make", 0x16, 0, 0x14, 8, 3, 3, start, size(8), 0xA5)
			s.read(refuse, "extents-of-"+named(e), "not an array that extents may be", 0x16, 0, start, full(e), 0x14, 4, 7)
		case e.Means != "tag":
			s.read(refuse, "of-"+named(e), "not an array that a matrix may have", 0x16, 0, 0x14, 4, 1, start, full(e))
			s.read(refuse, "extents-of-"+named(e), "not an array that extents may be", 0x16, 0, start, full(e), 0x14, 4, 7)
		}
	})
	for bits := 2; bits < 256; bits++ {
		if bits&(bits-1) == 0 || bits > 250 || bits < 8 {
			s.read(refuse, fmt.Sprintf("layout-%02x", bits), "unspecified bits of the matrix header", 0x16, bits, 0x14, 4, 1, 0x14, 4, 7)
		}
	}
	for rank := 1; rank <= 6; rank++ {
		n := 1 << rank
		s.read(accept, fmt.Sprintf("rank-%d", rank), "any number of extents", 0x16, 1, 0x14, size(uint64(rank)), slices.Repeat([]byte{2}, rank), 0x14, size(uint64(n)), zeros(n))
	}
	s.read(accept, "zero", "an extent of zero makes an empty matrix", 0x16, 0, 0x14, 8, 0, 3, 0x64, 0)
	s.read(accept, "zero-last", "the same at the end", 0x16, 1, 0x14, 8, 3, 0, 0x64, 0)
	huge := binary.LittleEndian.AppendUint64(nil, 1<<63)
	s.read(may, "zero-after-overflow", "a zero after extents whose product overflows, if a reader has extents so large", 0x16, 0, 0x74, 12, huge, huge, zeros(8), 0x14, 0)
	s.cases[len(s.cases)-1].Level = may
	s.read(refuse, "overflow-to-zero", "a product of 2^64 extents", 0x16, 0, 0x74, 8, binary.LittleEndian.AppendUint64(nil, 1<<32), binary.LittleEndian.AppendUint64(nil, 1<<32), 0x14, 0)
	s.read(refuse, "overflow-to-one", "a product that is 1 modulo 2^64", 0x16, 0, 0x74, 8, slices.Repeat([]byte{0xFF}, 16), 0x14, 4, 7)
	s.read(refuse, "no-extents", "no extents at all", 0x16, 0, 0x14, 0, 0x14, 4, 7)
	s.read(refuse, "no-extents-empty", "no extents, and no elements", 0x16, 0, 0x14, 0, 0x14, 0)
	s.read(refuse, "missing-value", "no elements follow", 0x16, 0, 0x14, 4, 1)
	s.read(refuse, "missing-extents", "no extents follow", 0x16, 0)
	s.read(accept, "column-major", "elements in the order of the wire", 0x16, 1, 0x14, 8, 2, 3, 0x0C, 24, 1, 2, 3, 4, 5, 6)
	s.read(accept, "row-major", "elements in the order of the wire", 0x16, 0, 0x14, 8, 2, 3, 0x0C, 24, 1, 2, 3, 4, 5, 6)
}

// complexes: the header of complex numbers, and their values.
func complexes(s *suite) {
	s.section = "6.4"
	then := s.all[0x1E].Then
	for b := range 256 {
		name := fmt.Sprintf("header-%02x", b)
		if e := then[b]; e != nil {
			s.read(accept, name, "the smallest "+e.Kind+" "+e.Name, 0x1E, b, sample(e))
			s.read(refuse, name+"-cut", "one byte less", 0x1E, b, sample(e)[:len(sample(e))-1])
			continue
		}
		width := 1 << (b >> 5)
		content := []byte{0}
		if b&7 == 0 {
			content = zeros(2 * width)
		}
		s.read(refuse, name, "no complex number has this sub-type, class or width", 0x1E, b, content)
	}
	s.eachStart(func(start []byte, e *reference.Entry) {
		switch e.Name {
		case "complex number":
			for i, v := range edges(e.Kind, e.Class, e.Width) {
				if i%3 != 0 {
					continue
				}
				s.read(accept, e.Kind+"-"+v.name, v.name+" as the real part", start, v.data, 1, zeros(e.Width-1))
				s.read(accept, e.Kind+"-i-"+v.name, v.name+" as the imaginary part", start, zeros(e.Width), v.data)
			}
		case "complex array":
			s.read(accept, e.Kind+"-array-two", "SIZE counts pairs", start, 8, zeros(2*e.Width), 1, zeros(2*e.Width-1))
			s.read(refuse, e.Kind+"-array-components", "SIZE counts pairs, not components", start, 8, zeros(2*e.Width))
			s.read(refuse, e.Kind+"-array-short", "a byte is missing", start, 4, zeros(2*e.Width-1))
			s.read(accept, e.Kind+"-array-in-array", "with something after it", 0x05, 8, start, 4, zeros(2*e.Width), 0)
		case "aligned complex array":
			inner := e.Code(4)
			s.read(accept, e.Kind+"-aligned-one", "SIZE counts components", start, 0x5C, inner, 8, 0, zeros(2*e.Width))
			s.read(accept, e.Kind+"-aligned-padded", "with as much padding as there may be", start, 0x5C, inner, 8, e.Width-1, zeros(e.Width-1), zeros(2*e.Width))
			s.read(refuse, e.Kind+"-aligned-odd", "an odd number of components", start, 0x5C, inner, 4, 0, zeros(e.Width))
			s.read(refuse, e.Kind+"-aligned-plain", "a plain array instead of an aligned one", start, inner, 8, zeros(2*e.Width))
			s.read(refuse, e.Kind+"-aligned-wide", "an aligned array of another width", start, 0x5C, inner^0x20, 0, 0)
			s.read(refuse, e.Kind+"-aligned-class", "an aligned array of another class", start, 0x5C, inner&^0x18|(inner+8)&0x18%0x18, 0, 0)
			s.read(accept, e.Kind+"-aligned-in-array", "with something after it", 0x05, 8, start, 0x5C, inner, 8, 0, zeros(2*e.Width), 0)
		}
	})
}

// aligned: the second header, padding and offsets.
func aligned(s *suite) {
	s.section = "4.5"
	then := s.all[0x5C].Then
	for b := range 256 {
		name := fmt.Sprintf("inner-%02x", b)
		if e := then[b]; e != nil {
			s.read(accept, name, "an empty aligned array of "+e.Kind, 0x5C, b, 0, 0)
			s.read(refuse, name+"-no-padding-length", "the length of the padding is missing", 0x5C, b, 0)
			for _, padding := range []int{0, 1, e.Width - 1, e.Width, 255} {
				level, why := accept, "padding of any length below the width, of any content"
				if padding >= e.Width {
					level, why = refuse, "padding as long as an element"
				}
				content := slices.Repeat([]byte{0xAA}, padding)
				s.read(level, fmt.Sprintf("%s-padding-%d", name, padding), why, 0x5C, b, 4, padding, content, zeros(e.Width))
			}
			s.read(refuse, name+"-cut", "the last byte is missing", 0x5C, b, 8, 0, zeros(2*e.Width-1))
			s.read(refuse, name+"-padding-cut", "the message ends within the padding", 0x5C, b, 0, max(e.Width-1, 1))
			s.read(accept, name+"-in-array", "at an offset that is not aligned, and with something after it", 0x05, 8, 0x5C, b, 4, 0, zeros(e.Width), 0x18)
			continue
		}
		if b < 8 || b&7 != 7 {
			s.read(refuse, name, "not the header of a numeric array", 0x5C, b, 0, 0)
		}
	}
	s.read(accept, "f64-at-8", "data at a multiple of the width", 0x5C, 0x64, 4, 4, zeros(4), zeros(6), 0xF0, 0x3F)
	s.read(accept, "member", "as a member of an object", 0x03, 8, key("a"), 0x5C, 0x44, 4, 1, 0, zeros(4), key("b"), 0)
}
