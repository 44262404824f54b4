// Groups of streams, limits, old and coming forms, and what is made by change.

package main

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"slices"

	"github.com/beve-org/beve-go/conformance/random"
	"github.com/beve-org/beve-go/conformance/reference"
)

// delimiters: where one may not stand.
func delimiters(s *suite) {
	s.section = "5"
	s.read(refuse, "element", "a delimiter as an element", 0x05, 4, 0x06)
	s.read(refuse, "before-element", "a delimiter before an element", 0x05, 4, 0x06, 0x09, 1)
	s.read(refuse, "between-elements", "a delimiter between elements", 0x05, 8, 0, 0x06, 0)
	s.read(refuse, "after-elements", "a delimiter after elements", 0x05, 8, 0, 0, 0x06, 0x06)
	s.read(refuse, "member", "a delimiter as a member", 0x03, 4, key("a"), 0x06)
	s.read(refuse, "before-member", "a delimiter before the value of a member", 0x03, 4, key("a"), 0x06, 0)
	s.read(refuse, "integer-member", "a delimiter as a member with an integer key", 0x0B, 4, 1, 0x06)
	s.read(refuse, "matrix-extents", "a delimiter before extents", 0x16, 0, 0x06, 0x14, 4, 1, 0x14, 4, 7)
	s.read(refuse, "matrix-value", "a delimiter before the elements of a matrix", 0x16, 0, 0x14, 4, 1, 0x06, 0x14, 4, 7)
	s.read(refuse, "type-tag", "a delimiter in a type tag", 0x0E, 4, 0x06)
	s.read(refuse, "aligned-complex", "a delimiter before an aligned array", 0x1E, 0x62, 0x06, 0x5C, 0x64, 0, 0)
	s.section = "6.1"
	s.read(refuse, "only", "nothing but a delimiter", 0x06)
	s.read(refuse, "only-two", "nothing but delimiters", 0x06, 0x06)
	for n := 1; n < 4; n++ {
		s.read(may, fmt.Sprintf("leading-%d", n), "a run of delimiters before a message may be skipped", slices.Repeat([]byte{0x06}, n), 0x09, 1)
	}
	s.read(may, "leading-object", "a delimiter before an object", 0x06, 0x03, 4, key("a"), 0x18)
	s.read(refuse, "trailing", "a delimiter after the value of a message", 0x09, 1, 0x06)
	s.read(refuse, "two-values", "two values in a message", 0x09, 1, 0x09, 2)
	s.read(refuse, "two-delimited", "two values in a message, delimited", 0x09, 1, 0x06, 0x09, 2)
	s.read(refuse, "trailing-null", "a null after the value of a message", 0x18, 0)
	s.read(refuse, "empty", "a message of no bytes")
}

// streams: values one after another.
func streams(s *suite) {
	s.section = "6.1"
	values := map[string][]byte{"int": {0x09, 1}, "text": cat(0x02, 4, "a"), "object": cat(0x03, 4, key("a"), 0x18), "array": {0x05, 4, 0}, "f64-array": cat(0x64, 4, zeros(8)), "null": {0}}
	names := []string{"int", "text", "object", "array", "f64-array", "null"}
	s.stream(accept, "empty", "no values")
	for _, a := range names {
		s.stream(accept, a+"-alone", "one value", values[a])
		s.stream(accept, a+"-trailing", "one value, and a delimiter after it", values[a], 0x06)
		s.stream(accept, a+"-leading", "one value after a delimiter", 0x06, values[a])
		s.stream(refuse, a+"-cut", "the second value is cut short", 0x09, 1, 0x06, values[a], 0x06, 0x69, 1)
		s.stream(accept, a+"-run", "a run of delimiters makes no empty records", values[a], 0x06, 0x06, 0x06, 0x08)
		for _, b := range names {
			s.stream(accept, a+"-then-"+b, "two values with a delimiter between", values[a], 0x06, values[b])
			s.stream(accept, a+"-and-"+b, "two values without a delimiter", values[a], values[b])
		}
	}
	s.stream(accept, "delimiters", "nothing but delimiters: no values", 0x06, 0x06)
	s.stream(refuse, "invalid-second", "an invalid header after a value", 0x09, 1, 0x06, 0x07)
	s.stream(refuse, "invalid-element", "a delimiter within a value", 0x05, 8, 0, 0x06, 0)
	like := cat(0x03, 12, key("a"), 0, 0, 0, 0, 0)
	s.stream(accept, "object-like-an-index", "after a value a delimiter, though what follows looks like the index of an object", 0x09, 1, 0x06, like)
	s.or(`{"$stream":[1,{"":null,"a":null}]}`)
	s.stream(accept, "object-like-an-index-twice", "the same in a row", like, 0x06, like)
	s.or(`{"$stream":[{"":null,"a":null},{"":null,"a":null}]}`)
	s.stream(accept, "many", "a hundred values", slices.Repeat([]byte{0x09, 7, 0x06}, 100))
	s.section = "7.2"
	s.stream(may, "framed", "a framing header before the first value", 0x2E, 2, 0x09, 1, 0x06, 0x09, 2)
	s.stream(may, "framed-then-delimiter", "a framing header, and a delimiter before the first value", 0x2E, 2, 0x06, 0x09, 1, 0x06, 0x09, 2)
	s.stream(refuse, "framed-then-delimiters-only", "a framing header and delimiters, and no value", 0x2E, 2, 0x06, 0x06)
	s.stream(refuse, "framed-later", "a framing header after the first value", 0x09, 1, 0x06, 0x2E, 2, 0x09, 2)
	s.stream(refuse, "framed-twice", "two framing headers", 0x2E, 2, 0x2E, 2, 0x09, 2)
	s.stream(refuse, "framed-nothing", "a framing header without a value", 0x2E, 2)
}

// depth: as deep as every reader goes, and deeper than any should.
func depth(s *suite) {
	s.section = "8"
	containers := []struct {
		name  string
		open  []byte
		steps int
	}{{"array", []byte{0x05, 4}, 1}, {"object", cat(0x03, 4, key("a")), 1}, {"i8-object", []byte{0x0B, 4, 1}, 1}, {"mixed", cat(0x05, 4, 0x03, 4, 0), 2}, {"type-tag", []byte{0x0E, 0}, 1}, {"wide-size", []byte{0x05, 5, 0}, 1}}
	for _, c := range containers {
		nest := func(levels int) []byte {
			out := slices.Repeat(c.open, (levels-1)/c.steps)
			if (levels-1)%c.steps > 0 {
				out = append(out, 0x05, 4)
			}
			return append(out, 0)
		}
		for _, n := range []int{2, 3, 16, 64, 127, 128} {
			s.read(accept, fmt.Sprintf("%s-%d", c.name, n), fmt.Sprintf("%d levels", n), nest(n))
		}
		for _, n := range []int{129, 256, 512, 513, 1001, 10000} {
			s.read(may, fmt.Sprintf("%s-%d", c.name, n), fmt.Sprintf("%d levels: more than every reader has to take", n), nest(n))
			last := &s.cases[len(s.cases)-1]
			last.Level = may
			if n > 129 {
				last.Means, last.Or = nil, nil // of many levels
			}
		}
		for _, n := range []int{s.spec.Depth.Refuse, 100_000} {
			s.read(refuse, fmt.Sprintf("%s-%d", c.name, n), fmt.Sprintf("%d levels: an error, not the end of the stack", n), nest(n))
		}
		s.read(refuse, c.name+"-open", "a hundred thousand levels that never end", slices.Repeat(c.open, 100_000))
		s.read(refuse, c.name+"-open-few", "levels that never end", slices.Repeat(c.open, 100))
	}
	s.read(accept, "128-empty", "an empty array at level 128", slices.Repeat([]byte{0x05, 4}, 127), 0x05, 0)
	s.read(accept, "128-typed", "a typed array at level 128, whose elements are no level", slices.Repeat([]byte{0x05, 4}, 127), 0x14, 4, 7)
	s.read(accept, "128-strings", "a string array at level 127", slices.Repeat([]byte{0x05, 4}, 126), 0x3C, 4, 0)
	s.read(accept, "side-by-side", "levels are given back: forty arrays of ten levels", 0x05, size(40), slices.Repeat(cat(slices.Repeat([]byte{0x05, 4}, 9), 0x05, 0), 40))
}

// typeTags: version 1.
func typeTags(s *suite) {
	s.section = "6.2"
	for code := range 4 {
		s.read(may, fmt.Sprintf("index-in-%d-bytes", 1<<code), "an index in any form of SIZE", 0x0E, sizeOf(1, code), 0x11, 7)
	}
	for _, n := range []uint64{0, 1, 63, 64, 16384} {
		s.read(may, fmt.Sprintf("index-%d", n), "an index and a value", 0x0E, size(n), 0x71, 7, zeros(7))
	}
	s.eachStart(func(start []byte, e *reference.Entry) {
		if e.Kind == "" || e.Width == 4 {
			s.read(may, "of-"+named(e), "a value of any type in a type tag", 0x0E, 8, start, full(e))
		}
	})
	s.read(may, "in-array", "with something after it", 0x05, 8, 0x0E, 4, 0x71, 7, zeros(7), 0x18)
	s.read(may, "nested", "a type tag in a type tag", 0x0E, 4, 0x0E, 8, 0x71, 7, zeros(7))
	s.read(refuse, "no-index", "nothing follows", 0x0E)
	s.read(refuse, "no-value", "an index alone", 0x0E, 4)
	s.read(refuse, "index-cut", "the index is cut", 0x0E, 1)
	s.read(refuse, "of-invalid", "no value in it", 0x0E, 4, 0x07)
	s.read(refuse, "of-framing", "a framing header in it", 0x0E, 4, 0x2E, 2, 0)
	s.read(refuse, "value-cut", "its value is cut", 0x0E, 4, 0x71, 7)
	s.read(refuse, "trailing", "a byte after its value", 0x0E, 4, 0x71, 7, zeros(7), 0)
}

// drafts: times and framing headers.
func drafts(s *suite) {
	s.section = "7.1"
	for b := range 256 {
		switch b {
		case 0:
			for _, ns := range []uint64{0, 1, 999_999_999, 1_000_000_000, 1_700_000_000_123_456_789, 1<<63 - 1, 1 << 63, 1<<64 - 1} {
				s.read(may, fmt.Sprintf("time-%d", ns), "nanoseconds since 1970, unsigned", 0x26, 0, binary.LittleEndian.AppendUint64(nil, ns))
			}
			s.read(refuse, "time-cut", "seven of eight bytes", 0x26, 0, zeros(7))
		case 1:
			for n := range 3 {
				s.read(may, fmt.Sprintf("times-%d", n), "an array of times", 0x26, 1, size(uint64(n)), bytes.Repeat(cat(5, zeros(7)), n))
			}
			s.read(refuse, "times-cut", "the last byte is missing", 0x26, 1, 4, zeros(7))
		default:
			s.read(refuse, fmt.Sprintf("time-header-%02x", b), "reserved bits of the header of a time", 0x26, b, zeros(8))
		}
	}
	s.read(may, "time-in-array", "with something after it", 0x05, 8, 0x26, 0, zeros(8), 0x18)
	s.section = "7.2"
	for b := range 256 {
		level, why := refuse, "a framing header of an unknown version"
		if b == 1 || b == 2 {
			level, why = may, "a framing header of a known version"
		}
		s.read(level, fmt.Sprintf("framing-%02x", b), why, 0x2E, b, 0x18)
	}
	s.read(refuse, "framing-alone", "a framing header without a value", 0x2E, 2)
	s.read(refuse, "framing-twice", "two framing headers", 0x2E, 2, 0x2E, 2, 0x18)
	s.read(refuse, "framing-in-array", "a framing header within a value", 0x05, 4, 0x2E, 2, 0x18)
	s.read(refuse, "framing-as-element", "a framing header as an element", 0x05, 4, 0x2E, 2)
	s.read(refuse, "framing-in-object", "a framing header before a member", 0x03, 4, key("a"), 0x2E, 2, 0x18)
	s.read(refuse, "framing-after", "a framing header after a value", 0x18, 0x2E, 2)
	s.read(refuse, "framing-then-delimiter", "in a message the value follows the framing header at once", 0x2E, 2, 0x06, 0x09, 1)
	s.read(refuse, "framing-then-delimiter-only", "a framing header and a delimiter, and no value", 0x2E, 2, 0x06)
	s.read(refuse, "framing-trailing", "a byte after the value", 0x2E, 2, 0x18, 0)
	s.read(refuse, "framing-after-delimiter", "a framing header after a delimiter", 0x06, 0x2E, 2, 0x18)
}

// truncated: every beginning of short messages.
func truncated(s *suite) {
	s.section = "11"
	for i, seed := range slices.Clone(s.seeds) {
		if len(seed) < 3 || len(seed) > 14 || i%3 != 0 { // a third: most are alike
			continue
		}
		id := s.seen[string(seed)]
		for n := range len(seed) - 1 {
			if n == 0 {
				continue
			}
			if _, _, refusal := s.base.Message(seed[:n]); refusal == nil || refusal.Why == "a byte that starts nothing" && n > 1 {
				continue
			}
			if n > 4 && n%3 != 0 {
				continue // numbers cut anywhere are alike
			}
			s.read(refuse, fmt.Sprintf("%d-of-%s", n, slug(id)), fmt.Sprintf("%s, cut after %d of %d bytes", id, n, len(seed)), seed[:n])
		}
	}
}

func slug(id string) string {
	return string(bytes.ReplaceAll([]byte(id), []byte("/"), []byte("-")))
}

// mutations: random messages with a byte changed, made as short as they go while the
// reference says the same of them.
func mutations(s *suite) {
	s.section = "11"
	r := random.New(1, false)
	found := map[string]int{}
	for range 60_000 {
		r.Message(4)
		message := slices.Clone(r.Change())
		means, allowed, refusal := s.base.Message(message)
		if len(message) > 60 || refusal == nil && (allowed || len(means) > 200) || refusal != nil && refusal.Why == "the message ends too early" {
			continue
		}
		// What a case shows: the reason, and the header of what the reason is found in.
		kind := func(m []byte, f *reference.Refusal) string {
			if f == nil || len(m) == 0 {
				return ""
			}
			return fmt.Sprintf("%s, type %d", f.Why, m[max(0, min(f.Offset, len(m))-1)]&7)
		}
		want := kind(message, refusal)
		if want == "" || found[want] >= 8 {
			continue
		}
		for size := 4; size > 0; size-- {
			for at := 0; at+size <= len(message); {
				shorter := slices.Delete(slices.Clone(message), at, at+size)
				if _, _, f := s.base.Message(shorter); kind(shorter, f) == want {
					message = shorter
				} else {
					at++
				}
			}
		}
		if _, ok := s.seen[string(message)]; ok || len(message) > 40 {
			continue
		}
		found[want]++
		_, _, refusal = s.base.Message(message)
		s.read(refuse, fmt.Sprintf("%x", message), fmt.Sprintf("%s (at byte %d)", refusal.Why, refusal.Offset), message)
	}
	valid := 0
	for valid < 250 {
		message := slices.Clone(r.Message(4))
		means, allowed, refusal := s.base.Message(message)
		if refusal != nil || allowed || len(message) < 12 || len(message) > 48 || bytes.Contains(means, []byte(`"$object"`)) || bytes.Contains(means, []byte(`"$map"`)) {
			continue
		}
		if _, ok := s.seen[string(message)]; !ok {
			valid++
			s.read(accept, fmt.Sprintf("valid-%03d", valid), "a random message", message)
		}
	}
}
