// Groups of headers, sizes, numbers and text.

package main

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/big"
	"slices"
	"strings"

	"github.com/beve-org/beve-go/conformance/reference"
)

// sample is the shortest content of what a row starts, without header bytes.
func sample(e *reference.Entry) (out []byte) {
	if e.Each != nil {
		return []byte{0}
	}
	for _, part := range e.Parts {
		switch part {
		case "element":
			out = append(out, zeros(e.Width)...)
		case "pair":
			out = append(out, zeros(2*e.Width)...)
		case "text", "index", "value":
			out = append(out, 0)
		case "nanoseconds":
			out = append(out, zeros(8)...)
		case "aligned":
			out = append(out, 0, 0)
		case "aligned pairs":
			out = append(out, 0x5C, e.Code(4), 0, 0)
		case "extents":
			out = append(out, 0x14, 4, 1)
		case "elements":
			out = append(out, 0x14, 4, 0)
		}
	}
	return out
}

// full is sample with one element where there is a SIZE.
func full(e *reference.Entry) []byte {
	if e.Each == nil {
		return sample(e)
	}
	out := []byte{4}
	for _, part := range e.Each {
		switch part {
		case "element":
			out = append(out, zeros(e.Width)...)
		case "pair":
			out = append(out, zeros(2*e.Width)...)
		case "nanoseconds":
			out = append(out, zeros(8)...)
		default:
			out = append(out, 0)
		}
	}
	return out
}

// eachStart calls f for all bytes that start something, with the bytes after it that
// belong to its header.
func (s *suite) eachStart(f func(start []byte, e *reference.Entry)) {
	var visit func(before []byte, all *reference.Bytes)
	visit = func(before []byte, all *reference.Bytes) {
		for b, e := range all {
			if e == nil {
				continue
			}
			start := append(slices.Clone(before), byte(b))
			if e.Then != nil {
				visit(start, e.Then)
			} else {
				f(start, e)
			}
		}
	}
	visit(nil, s.all)
}

// named is what an entry is called in an id.
func named(e *reference.Entry) string {
	name := strings.ReplaceAll(strings.ReplaceAll(e.Name, " ", "-"), "integer-keyed-object", "object")
	if e.Kind != "" {
		name = e.Kind + "-" + name
	}
	return name
}

// headers: each of the 256 bytes, with what a reader that looks at some of its bits alone
// would take for the rest of the value.
func headers(s *suite) {
	guess := func(b int) []byte {
		width := 1 << min(b>>5, 7)
		switch b & 7 {
		case 1:
			return zeros(width)
		case 0, 7:
			return nil
		case 6:
			return []byte{0, 0}
		}
		return []byte{0}
	}
	for b := range 256 {
		name := fmt.Sprintf("%02x", b)
		e := s.all[b]
		switch {
		case e == nil:
			s.section = "2"
			why := map[int]string{0: "a header of null or a boolean with other bits set", 1: "no number has this class or width", 2: "a header of a string with other bits set",
				3: "no object has keys of this class or width", 4: "no typed array has this class or width", 5: "a header of a generic array with other bits set",
				6: "an extension without a value", 7: "type 7 is reserved"}[b&7]
			switch {
			case b == 0x06:
				why, s.section = "a delimiter is not a value", "5"
			case b&7 == 6 && b > 0x2E:
				why, s.section = fmt.Sprintf("extension %d is unassigned: its length is unknown", b>>3), "6.5"
			case b == 0x2E:
				why, s.section = "a framing header of version 0", "7.2"
			}
			s.read(refuse, name, why, b, guess(b))
		case e.Then == nil:
			s.section = e.Section
			s.read(accept, name, "the smallest "+strings.TrimSpace(e.Kind+" "+e.Name), b, sample(e))
		default:
			for second, then := range e.Then {
				if then != nil {
					s.section = then.Section
					s.read(accept, name, "the smallest "+strings.TrimSpace(then.Kind+" "+then.Name), b, second, sample(then))
					break
				}
			}
		}
		s.section = "2"
		s.read(refuse, name+"-alone", "nothing follows the header", b)
		if b&7 == 5 || b&7 == 3 && b != 3 {
			continue
		}
		if e == nil { // the header as an element: a reader may check the root alone
			s.read(refuse, name+"-in-array", "the same within an array", 0x05, 4, b, guess(b))
		}
	}
}

// sizes: SIZE in all forms, wherever it stands.
func sizes(s *suite) {
	s.section = "3"
	places := []struct {
		name         string
		before, each []byte
		what         string
	}{
		{"string", []byte{0x02}, []byte("a"), "bytes of a string"},
		{"object", []byte{0x03}, []byte{0, 0}, "members"},
		{"i16-object", []byte{0x2B}, []byte{1, 0, 0}, "members with integer keys"},
		{"key", []byte{0x03, 4}, nil, "bytes of a key"},
		{"u8-array", []byte{0x14}, []byte{7}, "elements of one byte"},
		{"f64-array", []byte{0x64}, zeros(8), "elements of eight bytes"},
		{"u128-array", []byte{0x94}, zeros(16), "elements of sixteen bytes"},
		{"bf16-array", []byte{0x04}, zeros(2), "elements of two bytes whose width code is 0"},
		{"string-array", []byte{0x3C}, []byte{0}, "strings"},
		{"array", []byte{0x05}, []byte{0}, "values"},
		{"complex", []byte{0x1E, 0x41}, zeros(8), "complex numbers"},
		{"time", []byte{0x26, 1}, zeros(8), "draft times"},
		{"element", []byte{0x3C, 4}, nil, "bytes of an element of a string array"},
	}
	for _, p := range places {
		content := func(n int) []byte {
			switch p.name {
			case "key":
				return cat(strings.Repeat("k", n), 0)
			case "element":
				return []byte(strings.Repeat("e", n))
			}
			return slices.Repeat(p.each, n)
		}
		for code := range 4 {
			for n := range 3 {
				if p.name == "object" && n == 2 {
					continue
				}
				s.read(accept, fmt.Sprintf("%s-%d-in-%d-bytes", p.name, n, 1<<code), "a longer SIZE than necessary is accepted: "+p.what, p.before, sizeOf(uint64(n), code), content(n))
				if p.name == "i16-object" && n == 2 {
					s.or(`{"$map":[[1,null]]}`)
				}
			}
		}
		for _, n := range []uint64{63, 64, 65, 255, 256} {
			if p.name != "object" && p.name != "i16-object" {
				s.read(accept, fmt.Sprintf("%s-%d", p.name, n), "where SIZE changes its length, and a byte its own: "+p.what, p.before, size(n), content(int(n)))
			}
		}
		if p.name == "u8-array" || p.name == "string" || p.name == "key" {
			for _, n := range []uint64{16383, 16384} {
				s.read(accept, fmt.Sprintf("%s-%d", p.name, n), "where SIZE changes its length: "+p.what, p.before, size(n), content(int(n)))
			}
		}
		s.read(refuse, p.name+"-one-more", "SIZE is one more than there is", p.before, 8, content(1))
		for _, shift := range []uint{13, 28, 29, 30, 31, 32, 33, 48, 59, 60, 61} {
			n := uint64(1) << shift
			s.read(refuse, fmt.Sprintf("%s-2p%d", p.name, shift), fmt.Sprintf("a claim of 2^%d %s, of which the product with their width may overflow", shift, p.what), p.before, size(n), content(1))
			if shift > 31 {
				s.read(refuse, fmt.Sprintf("%s-2p%d-and-1", p.name, shift), fmt.Sprintf("a claim of 2^%d + 1 %s: one, if only low bits are kept", shift, p.what), p.before, size(n+1), content(1))
			}
		}
		s.read(refuse, p.name+"-most", "the largest SIZE", p.before, size(1<<62-1), content(1))
		for code := 1; code < 4; code++ {
			s.read(refuse, fmt.Sprintf("%s-cut-in-%d-bytes", p.name, 1<<code), "the message ends within SIZE", p.before, sizeOf(0, code)[:1<<code-1])
		}
	}
	for _, n := range []uint64{1 << 29, 1 << 32, 1 << 61, 1<<62 - 1, 1<<62 - 7} {
		s.read(refuse, fmt.Sprintf("bool-array-%x", n), "more booleans than eight times the bytes left; count + 7 may overflow", 0x1C, size(n), 0)
		s.read(refuse, fmt.Sprintf("aligned-%x", n), "more elements than the bytes left", 0x5C, 0x64, size(n), 0, zeros(8))
		s.read(refuse, fmt.Sprintf("extents-%x", n), "more extents than the bytes left", 0x16, 0, 0x14, size(n), 1, 0x14, 4, 1)
	}
}

// edges are little-endian numbers of a kind worth a case, and what each is.
func edges(kind string, class string, width int) (out []struct {
	name string
	data []byte
}) {
	put := func(name string, data []byte) {
		out = append(out, struct {
			name string
			data []byte
		}{name, data})
	}
	if class != "float" {
		for _, n := range []string{"0", "1", "-1", "2", "127", "128", "-128", "255", "256", "-129", "32767", "32768", "65535", "-32768", "2147483647", "2147483648", "-2147483648", "4294967295", "4294967296",
			"9007199254740991", "9007199254740993", "-9007199254740993", "9223372036854775807", "-9223372036854775808", "9223372036854775808", "18446744073709551615", "18446744073709551616",
			"170141183460469231731687303715884105727", "-170141183460469231731687303715884105728", "340282366920938463463374607431768211455"} {
			v, _ := new(big.Int).SetString(n, 10)
			low, high := new(big.Int), new(big.Int).Lsh(big.NewInt(1), uint(8*width))
			if class == "signed" {
				high.Rsh(high, 1)
				low.Neg(high)
			}
			if v.Cmp(low) < 0 || v.Cmp(high) >= 0 {
				continue
			}
			if v.Sign() < 0 {
				v = new(big.Int).Add(v, new(big.Int).Lsh(big.NewInt(1), uint(8*width)))
			}
			data := v.FillBytes(make([]byte, width))
			slices.Reverse(data)
			put(n, data)
		}
		return out
	}
	bits := func(name string, v uint64) {
		put(name, binary.LittleEndian.AppendUint64(nil, v)[:width])
	}
	shape := map[string][2]uint{"bf16": {8, 7}, "f16": {5, 10}, "f32": {8, 23}, "f64": {11, 52}}[kind]
	if kind == "f128" {
		put("0", zeros(16))
		put("1", cat(zeros(14), 0xFF, 0x3F))
		return out
	}
	exponents, fraction := shape[0], shape[1]
	one := (uint64(1)<<(exponents-1) - 1) << fraction
	infinity := (uint64(1)<<exponents - 1) << fraction
	sign := uint64(1) << (exponents + fraction)
	for _, v := range []struct {
		name string
		bits uint64
	}{{"0", 0}, {"minus-0", sign}, {"1", one}, {"minus-1", one | sign}, {"1.5", one | 1<<(fraction-1)}, {"next-to-1", one + 1}, {"smallest", 1}, {"minus-smallest", 1 | sign}, {"largest-subnormal", 1<<fraction - 1},
		{"smallest-normal", 1 << fraction}, {"largest", infinity - 1}, {"minus-largest", infinity - 1 | sign}, {"infinity", infinity}, {"minus-infinity", infinity | sign},
		{"nan", infinity | 1<<(fraction-1)}, {"minus-nan", infinity | 1<<(fraction-1) | sign}, {"nan-with-payload", infinity | 1<<(fraction-1) | 1}, {"signalling-nan", infinity | 1}} {
		bits(v.name, v.bits)
	}
	for _, f := range []float64{0.1, 0.3, 1e23, 5e-324, 123456789.125, 2147483648, 9007199254740993, 1e21, 1e-7, 4.35} {
		switch kind {
		case "f64":
			bits(fmt.Sprint(f), math.Float64bits(f))
		case "f32":
			if float32(f) != 0 {
				bits(fmt.Sprint(f), uint64(math.Float32bits(float32(f))))
			}
		}
	}
	return out
}

// numbers: the values of each class and width that readers get wrong.
func numbers(s *suite) {
	s.section = "4.2"
	s.eachStart(func(start []byte, e *reference.Entry) {
		if e.Name != "number" {
			return
		}
		for _, v := range edges(e.Kind, e.Class, e.Width) {
			s.read(accept, e.Kind+"-"+v.name, fmt.Sprintf("%s as %s", strings.ReplaceAll(v.name, "-", " "), e.Kind), start, v.data)
		}
		s.read(refuse, e.Kind+"-cut", "the last byte is missing", start, zeros(e.Width-1))
		s.read(refuse, e.Kind+"-trailing", "a byte after the number", start, zeros(e.Width+1))
	})
}

// texts: UTF-8 in each place where text stands.
func texts(s *suite) {
	good := []struct{ name, text, why string }{
		{"empty", "", "no bytes at all"}, {"nul", "\x00", "U+0000 is ordinary content"}, {"nul-within", "a\x00b", "U+0000 ends nothing"}, {"del", "\x7f", "U+007F"},
		{"quote", "\"\\/", "what JSON escapes"}, {"newline", "\n\r\t", "control characters"}, {"controls", "\x01\x1f\x0b", "control characters without a short escape"},
		{"two-bytes-first", "\u0080", "the first of two bytes"}, {"two-bytes-last", "\u07ff", "the last of two bytes"}, {"three-bytes-first", "\u0800", "the first of three bytes"},
		{"before-surrogates", "\ud7ff", "the last before the surrogates"}, {"after-surrogates", "\ue000", "the first after the surrogates"}, {"replacement", "\ufffd", "U+FFFD itself"},
		{"noncharacter", "\ufffe\uffff", "noncharacters are text"}, {"bom", "\ufeffa", "a byte order mark is content"}, {"four-bytes-first", "\U00010000", "the first of four bytes"},
		{"four-bytes-last", "\U0010ffff", "the last of all"}, {"combining", "e\u0301", "not normalized"}, {"composed", "\u00e9", "not normalized either"}, {"emoji", "👩‍🚀", "several code points"},
		{"separators", "\u2028\u2029", "line separators of JavaScript"}, {"mixed", "aé漢🙂z", "all lengths"}, {"proto", "__proto__", "a name that JavaScript gives a meaning"},
		{"seventeen", "12345678901234567", "longer than two words"}, {"late", "1234567é", "beyond ASCII after seven bytes"}, {"later", "123456789012345é", "beyond ASCII after fifteen"},
		{"dollar", "$f64", "a name that this notation gives a meaning"}, {"number", "12", "digits"}, {"constructor", "constructor", "another name of JavaScript"},
	}
	bad := []struct{ name, text, why string }{
		{"continuation", "\x80", "a continuation byte alone"}, {"last-continuation", "\xbf", "another"}, {"lead-alone", "\xc3", "a lead byte alone"}, {"lead-then-ascii", "\xc3a", "no continuation follows"},
		{"three-cut", "\xe6\xbc", "two of three bytes"}, {"four-cut", "\xf0\x9f\x99", "three of four bytes"}, {"overlong-nul", "\xc0\x80", "U+0000 in two bytes"}, {"overlong-slash", "\xc0\xaf", "a slash in two bytes"},
		{"overlong-two", "\xc1\xbf", "U+007F in two bytes"}, {"overlong-three", "\xe0\x9f\xbf", "U+07FF in three bytes"}, {"overlong-four", "\xf0\x8f\xbf\xbf", "U+FFFF in four bytes"},
		{"surrogate-first", "\xed\xa0\x80", "the first surrogate"}, {"surrogate-last", "\xed\xbf\xbf", "the last surrogate"}, {"surrogate-pair", "\xed\xa0\xbd\xed\xb9\x82", "a pair of surrogates"},
		{"too-large", "\xf4\x90\x80\x80", "beyond U+10FFFF"}, {"f5", "\xf5\x80\x80\x80", "a lead byte that does not exist"}, {"five-bytes", "\xf8\x88\x80\x80\x80", "five bytes"}, {"fe", "\xfe", "0xFE"}, {"ff", "\xff", "0xFF"},
		{"latin1", "caf\xe9", "Latin-1"}, {"late", "1234567890123456\xff", "invalid after sixteen bytes"}, {"after-multibyte", "é\x80", "one continuation too many"},
	}
	places := []struct {
		name, section string
		wrap          func(string) []byte
	}{
		{"string", "4.3", func(t string) []byte { return cat(0x02, size(uint64(len(t))), t) }},
		{"key", "4.4", func(t string) []byte { return cat(0x03, 4, size(uint64(len(t))), t, 0x18) }},
		{"element", "4.5", func(t string) []byte { return cat(0x3C, 4, size(uint64(len(t))), t) }},
	}
	for _, p := range places {
		s.section = p.section
		for _, t := range good {
			s.read(accept, p.name+"-"+t.name, t.why, p.wrap(t.text))
		}
		for _, t := range bad {
			s.read(refuse, p.name+"-not-"+t.name, "not UTF-8: "+t.why, p.wrap(t.text))
		}
	}
	s.section = "4.5"
	s.read(refuse, "element-split", "a character that is split over two elements", 0x3C, 8, 4, "\xc3", 4, "\xa9")
	s.read(accept, "element-several", "several strings", 0x3C, 12, 4, "a", 0, 8, "é")
	s.read(refuse, "element-missing", "one string of two", 0x3C, 8, 4, "a")
}
