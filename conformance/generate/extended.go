// The group of the profile of beve-go.

package main

import (
	"encoding/binary"
	"fmt"
	"log"
	"slices"
	"strings"
)

func extended(s *suite) {
	le := binary.LittleEndian
	// Timestamps: every precision, with and without a zone, and the edges of each part.
	s.section = "X4"
	for flags := range 256 {
		if flags < 2 || flags > 7 {
			if flags > 7 {
				s.ours(refuse, fmt.Sprintf("time-flags-%02x", flags), "reserved bits of the header of a timestamp", 0x26, flags, zeros(16))
			}
			continue
		}
		width, most := 4, []uint32{0, 1000, 1_000_000, 1_000_000_000}[flags>>1]
		if flags>>1 == 1 {
			width = 2
		}
		stamp := func(seconds int64, fraction uint32, zone int) []byte {
			out := cat(0x26, flags, le.AppendUint64(nil, uint64(seconds)), le.AppendUint32(nil, fraction)[:width])
			if flags&1 != 0 {
				out = le.AppendUint16(out, uint16(int16(zone)))
			}
			return out
		}
		name := fmt.Sprintf("time-%d-", flags)
		for _, seconds := range []int64{0, 1, -1, 1_700_000_000, -62135596800, 253402300799, 1<<63 - 1, -1 << 63} {
			level, why := accept, "seconds since 1970, signed"
			if seconds == 1<<63-1 || seconds == -1<<63 {
				level, why = may, "beyond what clocks hold"
			}
			s.ours(level, fmt.Sprintf("%sseconds-%d", name, seconds), why, stamp(seconds, 1, 60))
			s.cases[len(s.cases)-1].Level = level
		}
		s.ours(accept, name+"fraction-last", "the largest fraction; it always counts forward", stamp(-1, most-1, 0))
		s.ours(refuse, name+"fraction-whole", "a fraction of a whole second", stamp(0, most, 0))
		s.ours(refuse, name+"cut", "the last byte is missing", stamp(0, 0, 0)[:len(stamp(0, 0, 0))-1])
		s.ours(accept, name+"in-array", "with something after it", 0x05, 8, stamp(5, 0, 0), 0x18)
		if flags&1 == 0 {
			continue
		}
		for _, zone := range []int{0, 1, -1, 330, -570, 1439, -1439} {
			s.ours(accept, fmt.Sprintf("%szone-%d", name, zone), "an offset in minutes", stamp(1_700_000_000, 0, zone))
		}
		for _, zone := range []int{1440, -1440, 32767, -32768} {
			s.ours(refuse, fmt.Sprintf("%szone-%d", name, zone), "an offset of a day or more", stamp(0, 0, zone))
		}
	}
	s.section = "X5"
	for flags := range 256 {
		if flags == 6 || flags == 7 {
			for _, seconds := range []uint64{0, 1, 9223372036, 1<<63 - 1, 1 << 63, 1<<64 - 1} {
				level, why := accept, "a span, bit 0 being its sign"
				if seconds > 1<<34 {
					level, why = may, "longer than 64 bits of nanoseconds"
				}
				s.ours(level, fmt.Sprintf("duration-%d-%d", flags, seconds), why, 0x2E, flags, le.AppendUint64(nil, seconds), le.AppendUint32(nil, 500_000_000))
				s.cases[len(s.cases)-1].Level = level
			}
			s.ours(refuse, fmt.Sprintf("duration-%d-whole", flags), "a fraction of a whole second", 0x2E, flags, zeros(8), le.AppendUint32(nil, 1_000_000_000))
			s.ours(refuse, fmt.Sprintf("duration-%d-cut", flags), "the last byte is missing", 0x2E, flags, zeros(11))
			s.ours(accept, fmt.Sprintf("duration-%d-in-array", flags), "with something after it", 0x05, 8, 0x2E, flags, zeros(12), 0x18)
		} else if flags > 2 {
			s.ours(refuse, fmt.Sprintf("duration-flags-%02x", flags), "neither a duration nor a framing header", 0x2E, flags, zeros(12))
		}
	}
	s.ours(refuse, "framing-in-array", "a framing header where a duration might be", 0x05, 4, 0x2E, 2, zeros(12))
	s.section = "X6"
	at := func(seconds int, nanos byte) []byte { return cat(0x26, 6, seconds, zeros(7), nanos, zeros(3)) }
	s.ours(accept, "interval", "from start to end", 0x36, at(1, 0), at(2, 0))
	s.ours(accept, "interval-empty", "an end that is the start", 0x36, at(1, 5), at(1, 5))
	s.ours(accept, "interval-zones", "an end that is later, though its zone makes its clock earlier", 0x36, cat(0x26, 7, 0x10, zeros(7), zeros(4), 60, 0), cat(0x26, 7, 0x11, zeros(7), zeros(4), 0, 0))
	s.ours(accept, "interval-precisions", "two precisions", 0x36, cat(0x26, 2, 1, zeros(7), 5, 0), cat(0x26, 4, 1, zeros(7), 0xFF, 0xFF, 0, 0))
	s.ours(refuse, "interval-backwards", "an end before the start", 0x36, at(2, 0), at(1, 0))
	s.ours(refuse, "interval-backwards-nanos", "an end a nanosecond before the start", 0x36, at(1, 5), at(1, 4))
	s.ours(refuse, "interval-of-drafts", "draft times are not timestamps", 0x36, 0x26, 0, zeros(8), 0x26, 0, zeros(8))
	s.ours(refuse, "interval-of-numbers", "numbers are not timestamps", 0x36, 0x09, 1, 0x09, 2)
	s.ours(refuse, "interval-half", "a start alone", 0x36, at(1, 0))
	s.ours(refuse, "interval-bare", "timestamps without headers", 0x36, zeros(28))
	s.ours(accept, "interval-in-array", "with something after it", 0x05, 8, 0x36, at(1, 0), at(2, 0), 0x18)
	s.section = "X8"
	for version := range 16 {
		id := []byte{0x12, 0x3e, 0x45, 0x67, 0xe8, 0x9b, byte(version<<4) | 2, 0xd3, 0xa4, 0x56, 0x42, 0x66, 0x14, 0x17, 0x40, 0x00}
		s.ours(accept, fmt.Sprintf("uuid-%d", version), "the version repeats the nibble", 0x46, version, id)
		s.ours(refuse, fmt.Sprintf("uuid-%d-other", version), "another version than the nibble says", 0x46, (version+1)%16, id)
		s.ours(refuse, fmt.Sprintf("uuid-%d-high", version), "a version with high bits set", 0x46, version|0x10, id)
	}
	s.ours(accept, "uuid-nil", "the nil UUID", 0x46, 0, zeros(16))
	s.ours(accept, "uuid-max", "the max UUID", 0x46, 15, slices.Repeat([]byte{0xFF}, 16))
	s.ours(refuse, "uuid-cut", "fifteen of sixteen bytes", 0x46, 0, zeros(15))
	s.ours(accept, "uuid-in-array", "with something after it", 0x05, 8, 0x46, 0, zeros(16), 0x18)
	s.section = "X9"
	for flags := range 32 {
		s.ours(accept, fmt.Sprintf("regexp-flags-%02x", flags), "flags i, m, s, u, g", 0x4E, flags, 8, "a+")
	}
	for _, flags := range []int{32, 64, 128, 255} {
		s.ours(refuse, fmt.Sprintf("regexp-flags-%02x", flags), "flags that are not assigned", 0x4E, flags, 8, "a+")
	}
	s.ours(accept, "regexp-empty", "an empty pattern", 0x4E, 0, 0)
	s.ours(accept, "regexp-not-compiled", "whether it is a pattern is not looked at", 0x4E, 0, 4, "(")
	s.ours(accept, "regexp-unicode", "a pattern beyond ASCII", 0x4E, 0, 8, "é")
	s.ours(refuse, "regexp-utf8", "a pattern that is not UTF-8", 0x4E, 0, 4, "\xff")
	s.ours(refuse, "regexp-cut", "the pattern is cut", 0x4E, 0, 8, "a")
	tables(s)
	indexes(s)
	cells(s)
	// All that was accepted, with more before and after it, and cut.
	s.section = "X"
	tail := cat(0x02, size(40), "abcdefghijklmnopqrstuvwxyz0123456789ABCD")
	for _, c := range slices.Clone(s.cases) {
		if c.Group() != s.group || c.Level != accept || len(*c.Read) > 90 || c.Section == "X" {
			continue
		}
		message, err := c.Message()
		if err != nil {
			log.Fatal(err)
		}
		name := strings.TrimPrefix(c.ID, "extended/")
		if strings.HasPrefix(name, "regexp-flags") || strings.Contains(name, "seconds") {
			continue // alike
		}
		s.ours(accept, name+"-then-text", c.Why+", with forty bytes after it", 0x05, 8, message, tail)
		s.ourStream(name+"-in-stream", c.Why+", twice in a stream", message, 0x06, message, 0x06)
		if _, _, refusal := s.extended.Message(message[:len(message)-1]); refusal != nil {
			s.ours(refuse, name+"-cut-at-offset", c.Why+", cut by a byte, at an offset", 0x05, 8, tail, message[:len(message)-1])
		}
	}
	tablesOrTags(s)
}

func indexes(s *suite) {
	s.section = "X0"
	entry := func(name string, offset, size, flags int) []byte {
		return cat(key(name), binary.LittleEndian.AppendUint32(nil, uint32(offset)), binary.LittleEndian.AppendUint16(nil, uint16(size)), flags)
	}
	s.ours(accept, "indexed", "two members with their places", 0x06, 0x03, 8, entry("a", 0, 1, 0), entry("b", 1, 2, 1), 0x18, 0x09, 7)
	s.ours(accept, "indexed-empty", "no members", 0x06, 0x03, 0)
	s.ours(accept, "indexed-in-array", "with something after it", 0x05, 8, 0x06, 0x03, 4, entry("a", 0, 1, 0), 0x18, 0)
	s.ours(accept, "indexed-nested", "an indexed object in another", 0x06, 0x03, 4, entry("a", 0, 12, 0x46), 0x06, 0x03, 4, entry("", 0, 1, 0), 0x18)
	s.ours(accept, "indexed-object", "a plain object in it: an object or array has bit 6", 0x06, 0x03, 4, entry("a", 0, 2, 0x43), 0x03, 0)
	s.ours(accept, "indexed-typed", "an array in it", 0x06, 0x03, 4, entry("a", 0, 3, 0x44), 0x14, 4, 7)
	s.ours(accept, "indexed-long-first", "the next value after one that long", 0x06, 0x03, 8, entry("a", 0, 0xFFFF, 2), entry("b", 65541, 1, 0), 0x02, size(65536), slices.Repeat([]byte("a"), 65536), 0x18)
	for _, c := range []struct {
		name, why string
		parts     []any
	}{
		{"unsorted", "names that are not sorted", []any{8, entry("b", 0, 1, 0), entry("a", 1, 1, 0), 0, 0}},
		{"repeated", "a name twice", []any{8, entry("a", 0, 1, 0), entry("a", 1, 1, 0), 0, 0}},
		{"gap", "a gap between values", []any{8, entry("a", 0, 1, 0), entry("b", 2, 1, 0), 0, 0, 0}},
		{"overlap", "values that overlap", []any{8, entry("a", 0, 1, 0), entry("b", 0, 1, 0), 0, 0}},
		{"start", "a first value that does not start at 0", []any{4, entry("a", 1, 1, 0), 0, 0}},
		{"size-less", "a size that is less than the value's length", []any{4, entry("a", 0, 1, 1), 0x09, 7}},
		{"size-more", "a size that is more than the value's length", []any{4, entry("a", 0, 3, 1), 0x09, 7, 0}},
		{"size-zero", "a size of zero", []any{4, entry("a", 0, 0, 0), 0}},
		{"type", "another type than that of the value", []any{4, entry("a", 0, 2, 2), 0x09, 7}},
		{"container", "a number that claims to be an object or array", []any{4, entry("a", 0, 2, 0x41), 0x09, 7}},
		{"not-container", "an object that does not", []any{4, entry("a", 0, 2, 3), 0x03, 0}},
		{"flags", "reserved bits in the flags", []any{4, entry("a", 0, 1, 0x80), 0}},
		{"utf8", "a name that is not UTF-8", []any{4, entry("\xff", 0, 1, 0), 0}},
		{"cut", "a value is missing", []any{8, entry("a", 0, 1, 0), entry("b", 1, 1, 0), 0}},
		{"entry-cut", "an entry is cut", []any{4, entry("a", 0, 1, 0)[:5]}},
		{"delimiter", "a delimiter as a value", []any{4, entry("a", 0, 1, 6), 0x06}},
		{"claim", "2^40 members", []any{size(1 << 40), entry("a", 0, 1, 0), 0}},
	} {
		s.ours(refuse, "indexed-"+c.name, c.why, append([]any{0x05, 4, 0x06, 0x03}, c.parts...)...)
	}
}
