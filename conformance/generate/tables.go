// Tables, and what tells them from type tags of version 1, whose header is the same.

package main

import (
	"fmt"
)

func tables(s *suite) {
	s.section = "X1"
	s.ours(accept, "table", "two rows of two fields", 0x0E, 8, key("a"), key("b"), 8, 0x09, 1, 0x09, 2, 0x09, 3, 0x09, 4)
	s.ours(accept, "table-one", "one row of one field", 0x0E, 4, key("id"), 4, 0x11, 7)
	s.ours(accept, "table-nothing", "no fields and no rows", 0x0E, 0, 0)
	s.ours(accept, "table-no-rows", "fields without rows", 0x0E, 4, key("k"), 0)
	s.ours(accept, "table-values", "values of any type", 0x0E, 4, key("a"), 12, 0, 0x02, key("x"), 0x05, 4, 0x18)
	s.ours(accept, "table-nested", "a table in a table", 0x0E, 4, key("a"), 4, 0x0E, 4, key("b"), 8, 0x18, 0x08)
	s.ours(accept, "table-in-array", "with something after it", 0x05, 8, 0x0E, 4, key("a"), 4, 0x18, 0)
	s.ours(accept, "table-unicode", "a name beyond ASCII", 0x0E, 4, key("é"), 4, 0x18)
	s.ours(accept, "table-dollar", "a name that this notation gives a meaning", 0x0E, 4, key("$f64"), 4, 0x18)
	names := []byte{0x0E, 20 << 2}
	for i := range 20 {
		names = append(names, key(string(rune('a'+i)))...)
	}
	s.ours(accept, "table-many", "twenty fields", names, 4, zeros(20))
	s.ours(refuse, "table-many-repeated", "twenty fields, the first name again as the last", names[:len(names)-1], "a", 4, zeros(20))
	s.ours(refuse, "table-repeated", "a name twice", 0x0E, 8, key("a"), key("a"), 4, 0, 0)
	s.ours(refuse, "table-cut", "a value is missing", 0x0E, 8, key("a"), key("b"), 4, 0x18)
	s.ours(refuse, "table-row-missing", "a row is missing", 0x0E, 4, key("a"), 8, 0x18)
	s.ours(refuse, "table-trailing", "a value too many", 0x0E, 4, key("a"), 4, 0x18, 0x18)
	s.ours(refuse, "table-utf8", "a name that is not UTF-8, and no type tag either", 0x0E, 4, 4, "\xff", 4, 0x18)
	s.ours(refuse, "table-rows-of-nothing", "rows without fields", 0x0E, 0, 4)
	s.ours(refuse, "table-delimiter", "a delimiter as a value", 0x0E, 4, key("a"), 4, 0x06)
	s.ours(refuse, "table-claim", "2^60 rows", 0x0E, 4, key("a"), size(1<<60), 0)
	s.ours(refuse, "table-claim-fields", "2^60 fields", 0x0E, size(1<<60), key("a"), 4, 0)
	// What the same header is where it is not a table.
	s.ours(accept, "tag-null", "the name would be empty: type tag 1 of null", 0x0E, 4, 0)
	s.ours(accept, "tag-i8-array", "a control character in the name: type tag 1 of an array", 0x0E, 4, 0x0C, 0x0C, 0x41, 0x42, 0)
	s.ours(accept, "tag-0", "no fields: type tag 0", 0x0E, 0, 0x11, 7)
	s.ours(accept, "tag-large", "an index of 64", 0x0E, size(64), 0x11, 7)
	s.ours(refuse, "tag-too-large", "an index of 65536", 0x0E, size(65536), 0x11, 7)
	s.ours(accept, "tag-of-tag", "a type tag of a type tag", 0x0E, 0, 0x0E, 0, 0x11, 7)
	s.ours(refuse, "tag-of-true", "a boolean, which looks like the length of a name", 0x0E, 4, 0x18)
	s.ours(accept, "tag-0-of-true", "a boolean after index 0", 0x0E, 0, 0x18)
	s.ours(accept, "tag-of-object", "a type tag of an object", 0x0E, 4, 0x03, 4, key("a"), 0x18)
	s.ours(accept, "tag-in-array", "with something after it", 0x05, 8, 0x0E, 4, 0x71, 7, zeros(7), 0x18)
}

// cells: what the byte after the number of rows says of a table, whether it can start a value.
func cells(s *suite) {
	s.section = "X1"
	for b := range 256 {
		for _, rest := range [][]byte{zeros(24), {0}, nil} {
			message := cat(0x0E, 4, key("a"), 4, b, rest)
			level := refuse
			if _, _, refusal := s.extended.Message(message); refusal == nil {
				level = accept
			} else if len(rest) == 1 || len(rest) == 24 {
				if e := s.all[b]; e != nil && e.Then == nil {
					continue
				}
			}
			s.ours(level, fmt.Sprintf("table-cell-%02x-%d", b, len(rest)), "a table whose first value has this header, and what follows it", message)
			break
		}
		if e := s.all[b]; e != nil && e.Then == nil {
			message := cat(0x0E, 4, key("a"), 4, b, sample(e))
			level := refuse
			if _, _, refusal := s.extended.Message(message); refusal == nil {
				level = accept
			}
			s.ours(level, fmt.Sprintf("table-of-%02x", b), "a table whose first value has this header", message)
		}
	}
}

// tablesOrTags: messages that are whole both as a table and as type tag 1 of an array of
// bytes, so that a reader which takes one for the other cannot fail to show it.
func tablesOrTags(s *suite) {
	s.section = "X1"
	// The length of the array is the first character of the name, the rest of which and
	// all that follows it are its elements.
	both := func(name string, after ...any) []byte {
		content := cat(after...)
		return cat(0x0E, 4, 0x14, size(uint64(len(name)+len(content))), name, content)
	}
	var streams [][]byte
	add := func(name, why string, message []byte) {
		level := accept
		if _, _, refusal := s.extended.Message(message); refusal != nil {
			level = refuse
		} else if len(streams) == 0 || len(streams[len(streams)-1])+len(message) > 900 {
			streams = append(streams, message)
		} else {
			streams[len(streams)-1] = cat(streams[len(streams)-1], 0x06, message)
		}
		s.ours(level, name, why, message)
	}
	// Values of the profile, whose headers mean nothing in the format itself.
	ours := map[int][]byte{0x06: {0x03, 0}, 0x0E: {0, 0}, 0x26: cat(6, zeros(12)), 0x2E: cat(6, zeros(12)), 0x46: zeros(17), 0x4E: {0, 0}}
	for b := range 256 {
		rest := ours[b]
		if e := s.all[b]; e != nil && e.Then == nil {
			rest = sample(e)
		}
		add(fmt.Sprintf("table-or-tag-of-%02x", b), "a table if this header can start its first value, else a type tag", both("abcd", 12, b, rest, 0, 0))
	}
	for b := range 256 {
		add(fmt.Sprintf("table-or-tag-named-%02x", b), "a table if this byte may be in a name, else a type tag", both("abc"+string([]byte{byte(b)}), 4, 0x31, 7, 0))
	}
	add("table-or-tag-of-texts", "a table, whose beginning could be a type tag of an array of texts", cat(0x0E, 4, 0x3C, " abcdefghijklmn", 4, 0x18))
	add("tag-of-true-not-utf8", "a name that is not UTF-8, though it ends with the message: type tag 1 of true", cat(0x05, 12, 0x0E, 4, 0x18, 0x31, 0xFF, 0xFF, 0x31, 0xFF, 0xFF))
	// A type tag of a matrix is one if the start of the matrix is right.
	for layout := range 4 {
		add(fmt.Sprintf("tag-of-matrix-layout-%d", layout), "a type tag of a matrix, if this is a layout", cat(0x0E, 4, 0x16, layout, 0x14, 4, 1, 0x14, 4, 7))
	}
	add("tag-of-matrix-without-extents", "no matrix, and no table either", cat(0x0E, 4, 0x16, 0, 0x14, 0, 0x14, 4, 7))
	for h := 4; h < 256; h += 8 {
		if e := s.all[h]; e != nil && e.Then == nil {
			add(fmt.Sprintf("tag-of-matrix-by-%02x", h), "a type tag of a matrix, if its extents are integers", cat(0x0E, 4, 0x16, 0, h, 4, 1, zeros(max(e.Width-1, 0)), 0x14, 4, 7))
		}
	}
	for i, stream := range streams {
		s.ourStream(fmt.Sprintf("table-or-tag-stream-%d", i), "tables and type tags in turns: each is known when enough of it is there", stream)
	}
}
