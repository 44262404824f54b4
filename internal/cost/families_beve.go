package cost

import (
	"bytes"
	"fmt"
	"math/big"
	"strings"

	"github.com/beve-org/beve-go/scalar"
	"github.com/beve-org/beve-go/wire"
)

// The formats of families.
const (
	BEVE = "beve"
	// LegacyBEVE are messages with type tags of version 1.
	LegacyBEVE = "beve with type tags"
	JSON       = "json"
)

// fill returns head followed by as many of the values that make(0), make(1), … return as
// there is room for, size says how head is made of their number.
func fill(size int, head func(n int) []byte, make func(i int) []byte) []byte {
	var values []byte
	n := 0
	for len(values) < size {
		values = append(values, make(n)...)
		n++
	}
	return append(head(n), values...)
}

// same is fill with one value over and over.
func same(size int, head func(n int) []byte, value ...byte) []byte {
	n := max(size/len(value), 1)
	return append(head(n), bytes.Repeat(value, n)...)
}

func array(n int) []byte  { return wire.AppendArray(nil, n) }
func object(n int) []byte { return wire.AppendObject(nil, n) }

func texts(n int) []byte { return wire.AppendSize([]byte{byte(wire.HeaderStrings)}, n) }

// table is a table of rows of one value each.
func table(rows int, value []byte, names ...string) []byte {
	return append(wire.AppendTable(nil, names, rows), bytes.Repeat(value, rows*len(names))...)
}

// numbered returns n names that are alike in their length, beginning and end.
func numbered(n int) []string {
	names := make([]string, n)
	for i := range names {
		names[i] = Alike(i)
	}
	return names
}

// Alike returns name i of those that are alike in their length, their first and their
// last eight bytes.
func Alike(i int) string { return fmt.Sprintf("resemble%08dresemble", i) }

// each is fill with a value that is made of i.
func eachValue(value func(dst []byte, i int) []byte) func(size int) []byte {
	return func(size int) []byte {
		return fill(size, array, func(i int) []byte { return value(nil, i) })
	}
}

// eachMember is eachValue for members: a key as text and a value.
func eachMember(member func(dst []byte, i int) []byte) func(size int) []byte {
	return func(size int) []byte {
		return fill(size, object, func(i int) []byte { return member(nil, i) })
	}
}

// repeated is an array of a value of bytes.
func repeated(value ...byte) func(size int) []byte {
	return func(size int) []byte { return same(size, array, value...) }
}

// nested returns values nested levels deep, over and over.
func nested(levels int, open, inner []byte) func(size int) []byte {
	one := append(bytes.Repeat(open, levels), inner...)
	return repeated(one...)
}

// broken is make with a byte at its end that is not a header.
func broken(make func(size int) []byte) func(size int) []byte {
	return func(size int) []byte {
		data := make(size)
		data[len(data)-1] = 0x07
		return data
	}
}

var (
	null = []byte{0x00}
	yes  = []byte{0x18}
)

// BEVEFamilies returns the families of BEVE messages.
func BEVEFamilies() []Family {
	all := append(tables(), containers()...)
	all = append(all, leaves()...)
	all = append(all, extended()...)
	all = append(all, malformed()...)
	for i := range all {
		if all[i].Format == "" {
			all[i].Format = BEVE
		}
	}
	return all
}

// tables are families of tables.
func tables() []Family {
	long := func(c string, cell []byte) func(size int) []byte {
		return func(size int) []byte { return table(size/2/len(cell), cell, strings.Repeat(c, size/2/len(c))) }
	}
	wide := func(rows int) func(size int) []byte {
		return func(size int) []byte { return table(rows, yes, numbered(size/(25+rows))...) }
	}
	inner := func(size int) []byte { return table(3, yes, strings.Repeat("n", size)) }
	all := []Family{
		{Name: "table with a long name, nulls", Make: long("n", null)},
		{Name: "table with a long name, booleans", Make: long("n", yes)},
		{Name: "table with a long name, numbers", Make: long("n", []byte{0x11, 7})},
		{Name: "table with a long name, empty objects", Make: long("n", []byte{0x03, 0x00})},
		{Name: "table with a long name, empty arrays", Make: long("n", []byte{0x05, 0x00})},
		{Name: "table with a long name, empty tables", Make: long("n", []byte{0x0E, 0x00, 0x00})},
		{Name: "table with a long name, objects", Make: long("n", []byte{0x03, 0x04, 0x04, 'k', 0x18})},
		{Name: "table with a long name, regular expressions", Make: long("n", []byte{0x36, 0x04, 'r', 0x00})},
		{Name: "table with a long name of escapes", Make: long("\x01", yes)},
		{Name: "table with a long name of quotes", Make: long(`"`, yes)},
		{Name: "table with a long name of separators", Make: long("\u2028", yes)},
		{Name: "table with a long name of slashes", Make: long("/~", yes)},
		{Name: "table with a name of a hundredth", Make: func(size int) []byte { return table(size*99/100, yes, strings.Repeat("n", size/100)) }},
		{Name: "table with a name of an escape", Make: func(size int) []byte { return table(size, yes, "\x01") }},
		{Name: "table with a name of 64 bytes", Make: func(size int) []byte { return table(size, yes, strings.Repeat("n", 64)) }},
		{Name: "table with a name of no bytes", Make: func(size int) []byte { return table(size, yes, "") }},
		{Name: "table with two long names", Make: func(size int) []byte {
			return table(size/6, yes, strings.Repeat("a", size/3), strings.Repeat("b", size/3))
		}},
		{Name: "table with many names, one row", Make: wide(1)},
		{Name: "table with many names, two rows", Make: wide(2)},
		{Name: "table with many names, 20 rows", Make: wide(20)},
		{Name: "square table", Make: func(size int) []byte {
			n := 1
			for n*n+n*25 < size {
				n++
			}
			return table(n, yes, numbered(n)...)
		}},
		{Name: "tables of one row", Make: repeated(table(1, null, "k")...)},
		{Name: "tables of a few rows", Make: repeated(table(30, null, "k")...)},
		{Name: "tables with a long name each", Make: repeated(table(200, null, strings.Repeat("k", 200))...)},
		{Name: "tables of no rows", Make: repeated(0x0E, 0x00, 0x00)},
		{Name: "tables with names and no rows", Make: repeated(0x0E, 0x08, 0x00, 0x04, 'k', 0x00)},
		{Name: "tables in a table with a long name", Make: func(size int) []byte {
			cell := inner(20)
			return table(size/2/len(cell), cell, strings.Repeat("n", size/2))
		}},
		{Name: "a long table in a table", Make: func(size int) []byte {
			return append(wire.AppendTable(nil, []string{strings.Repeat("o", size/4)}, 1), table(size/4, yes, strings.Repeat("i", size/2))...)
		}},
		{Name: "tables nested", Make: nested(200, table(1, nil, "k"), null)},
		{Name: "tables with long names nested", Make: func(size int) []byte {
			return append(bytes.Repeat(table(1, nil, strings.Repeat("k", size/200)), 200), 0)
		}},
		{Name: "tables of a hundred names, nested", Make: func(size int) []byte {
			return append(bytes.Repeat(append(wire.AppendTable(nil, numbered(100)[:100], 1), bytes.Repeat(null, 99)...), size/2700), 0)
		}},
		{Name: "tables in rows of a table with many names", Make: func(size int) []byte {
			cell := table(2, yes, numbered(13)...)
			names := numbered(max(size/60/len(cell), 1))
			rows := max(size/2/len(cell)/len(names), 1)
			return append(wire.AppendTable(nil, names, rows), bytes.Repeat(cell, rows*len(names))...)
		}},
		{Name: "a table of timestamps with a long name", Make: long("n", wire.AppendTimestamp(nil, scalar.Timestamp{Seconds: 1e9}))},
		{Name: "a table of intervals with a long name", Make: long("n", wire.AppendInterval(nil, scalar.Timestamp{}, scalar.Timestamp{}))},
		{Name: "a table of matrices with a long name", Make: long("n", []byte{0x16, 0x00, 0x14, 0x08, 0x01, 0x01, 0x14, 0x04, 0x01})},
		{Name: "a table of empty strings with a long name", Make: long("n", []byte{0x02, 0x00})},
		{Name: "a table of strings of digits", Make: long("n", wire.AppendString(nil, strings.Repeat("9", 300)))},
		{Name: "a table of empty indexed objects", Make: long("n", []byte{0x06, 0x03, 0x00})},
		{Name: "a table of complex numbers with a long name", Make: long("n", wire.AppendComplex[int8](nil, 1, 2))},
		{Name: "a table whose names are alike in all but their middle", Make: func(size int) []byte {
			pad := strings.Repeat("p", 500)
			names := make([]string, size/1100)
			for i := range names {
				names[i] = pad + fmt.Sprintf("%08d", i) + pad
			}
			return table(20, yes, names...)
		}},
		{Name: "a table of packed booleans", Make: long("n", []byte{0x1C, 0x20, 0x55})},
		{Name: "a table that fails at its end", Make: broken(long("n", yes))},
		{Name: "a wide table that fails at its end", Make: broken(wide(20))},
		{Name: "a short table that fails at its end", Make: broken(func(size int) []byte { return table(size, yes, "n") })},
	}
	for i := range all {
		all[i].Rows = true
	}
	return all
}

// containers are families of objects and arrays.
func containers() []Family {
	member := func(key string, value ...byte) []byte { return append(wire.AppendText(nil, key), value...) }
	keyed := func(key string) []byte { return append([]byte{0x03, 0x04}, member(key)...) }
	long := strings.Repeat("k", 4000)
	return []Family{
		{Name: "nulls", Make: repeated(0x00)},
		{Name: "booleans", Make: repeated(0x18)},
		{Name: "empty objects", Make: repeated(0x03, 0x00), Rows: true},
		{Name: "empty objects with integer keys", Make: repeated(0x6B, 0x00), Rows: true},
		{Name: "empty arrays", Make: repeated(0x05, 0x00)},
		{Name: "empty arrays of strings", Make: repeated(0x3C, 0x00)},
		{Name: "empty arrays of numbers", Make: repeated(0x64, 0x00)},
		{Name: "empty arrays of booleans", Make: repeated(0x1C, 0x00)},
		{Name: "arrays of a byte", Make: repeated(0x14, 0x04, 0x01)},
		{Name: "arrays of a boolean", Make: repeated(0x1C, 0x04, 0x01)},
		{Name: "arrays of a string", Make: repeated(0x3C, 0x04, 0x04, 's')},
		{Name: "objects of a member", Make: repeated(append(keyed("k"), 0)...), Rows: true},
		{Name: "objects of a member without a name", Make: repeated(append(keyed(""), 0)...), Rows: true},
		{Name: "objects of a member of an integer key", Make: repeated(0x0B, 0x04, 0x01, 0x00), Rows: true},
		{Name: "members that are alike", Make: eachMember(func(dst []byte, i int) []byte { return append(dst, member(Alike(i), 0x18)...) })},
		{Name: "members of short names", Make: eachMember(func(dst []byte, i int) []byte { return append(dst, member(fmt.Sprint(i), 0x18)...) })},
		{Name: "members with long names", Make: eachMember(func(dst []byte, i int) []byte { return append(dst, member(long+fmt.Sprint(i), 0x18)...) })},
		{Name: "members with one name", Make: eachMember(func(dst []byte, i int) []byte { return append(dst, member("k", 0x18)...) })},
		{Name: "members with one long name", Make: eachMember(func(dst []byte, i int) []byte { return append(dst, member(long, 0x18)...) })},
		{Name: "members that are objects", Make: eachMember(func(dst []byte, i int) []byte { return append(dst, member(fmt.Sprint(i), 0x03, 0x00)...) }), Rows: true},
		{Name: "a member with a long name", Make: func(size int) []byte { return append(keyed(strings.Repeat("k", size)), 0x18) }},
		{Name: "a member with a long name of escapes", Make: func(size int) []byte { return append(keyed(strings.Repeat("\x01", size)), 0x18) }},
		{Name: "a member with a long name, deep", Make: func(size int) []byte {
			return append(append(bytes.Repeat(keyed("k"), 400), keyed(strings.Repeat("k", size))...), 0x18)
		}},
		{Name: "integer keys of a byte", Make: func(size int) []byte {
			return fill(size, func(n int) []byte { return wire.AppendIntObject(nil, 0x0B, n) }, func(i int) []byte { return []byte{byte(i), 0x18} })
		}},
		{Name: "integer keys of four bytes", Make: func(size int) []byte {
			return fill(size, func(n int) []byte { return wire.AppendIntObject(nil, 0x53, n) }, func(i int) []byte { return append(wire.AppendIntKey(nil, uint64(i), 4), 0x18) })
		}},
		{Name: "integer keys of sixteen bytes", Make: func(size int) []byte {
			return fill(size, func(n int) []byte { return wire.AppendIntObject(nil, 0x8B, n) }, func(i int) []byte {
				return append(append(wire.AppendIntKey(nil, uint64(i), 8), bytes.Repeat([]byte{0x7F}, 8)...), 0x18)
			})
		}},
		{Name: "arrays nested", Make: nested(400, []byte{0x05, 0x04}, null)},
		{Name: "objects nested", Make: nested(400, keyed("k"), null), Rows: true},
		{Name: "objects with long names nested", Make: nested(400, keyed(strings.Repeat("k", 50)), null), Rows: true},
		{Name: "objects with integer keys nested", Make: nested(400, []byte{0x0B, 0x04, 0x01}, null), Rows: true},
		{Name: "arrays of two nested", Make: nested(400, []byte{0x05, 0x08, 0x00}, null)},
		{Name: "objects with names that are long and nested", Make: func(size int) []byte {
			return append(bytes.Repeat(keyed(strings.Repeat("k", size/400)), 400), 0)
		}},
		{Name: "arrays of arrays of arrays", Make: repeated(0x05, 0x04, 0x05, 0x04, 0x05, 0x00)},
	}
}

// leaves are families of values without children.
func leaves() []Family {
	text := func(s string) func(size int) []byte {
		return func(size int) []byte { return wire.AppendString(nil, strings.Repeat(s, size/len(s))) }
	}
	all := []Family{
		{Name: "numbers of a byte", Make: repeated(0x11, 0x07)},
		{Name: "numbers of eight bytes", Make: eachValue(func(dst []byte, i int) []byte { return wire.AppendNumber[uint64](dst, 1<<63+uint64(i)) })},
		{Name: "numbers of sixteen bytes", Make: eachValue(func(dst []byte, i int) []byte {
			return wire.AppendInt128(dst, scalar.Uint128{Hi: 1 << 63, Lo: uint64(i)})
		})},
		{Name: "floats", Make: eachValue(func(dst []byte, i int) []byte { return wire.AppendFloat64(dst, 1e-300/float64(i+3)) })},
		{Name: "floats of two bytes", Make: repeated(0x21, 0x01, 0x00)},
		{Name: "empty strings", Make: repeated(0x02, 0x00)},
		{Name: "strings of a byte", Make: repeated(0x02, 0x04, 's')},
		{Name: "strings of a control character", Make: repeated(0x02, 0x04, 0x01)},
		{Name: "strings that differ", Make: eachValue(func(dst []byte, i int) []byte { return wire.AppendString(dst, fmt.Sprint(i)) })},
		{Name: "a long string", Make: text("s")},
		{Name: "a long string of control characters", Make: text("\x01")},
		{Name: "a long string of quotes", Make: text(`"`)},
		{Name: "a long string of separators", Make: text("\u2028")},
		{Name: "a long string of digits", Make: text("9")},
		{Name: "a long string of slashes", Make: text("/~")},
		{Name: "a long string of white space", Make: text(" ")},
		{Name: "strings of digits", Make: repeated(wire.AppendString(nil, strings.Repeat("9", 2000))...)},
		{Name: "an array of empty strings", Make: func(size int) []byte { return same(size, texts, 0) }},
		{Name: "an array of strings of a byte", Make: func(size int) []byte { return same(size, texts, 4, 's') }},
		{Name: "an array of strings of a control character", Make: func(size int) []byte { return same(size, texts, 4, 1) }},
		{Name: "an array of numbers of a byte", Make: func(size int) []byte { return wire.AppendNumbers(nil, make([]uint8, size)) }},
		{Name: "an array of floats", Make: func(size int) []byte {
			s := make([]float64, size/8)
			for i := range s {
				s[i] = 1e-300 / float64(i+3)
			}
			return wire.AppendNumbers(nil, s)
		}},
		{Name: "an array of floats of two bytes", Make: func(size int) []byte { return wire.AppendNumbers[scalar.Float16](nil, make([]scalar.Float16, size/2)) }},
		{Name: "an array of numbers of sixteen bytes", Make: func(size int) []byte {
			return wire.AppendInt128s(nil, append(make([]scalar.Uint128, size/16), scalar.Uint128{Hi: 1 << 63}))
		}},
		{Name: "an aligned array", Make: func(size int) []byte { return wire.AppendAligned(nil, 0, make([]uint32, size/4)) }},
		{Name: "packed booleans", Values: 8, Make: func(size int) []byte { return wire.AppendBools(nil, make([]bool, 8*size)) }},
		{Name: "arrays of packed booleans", Values: 8, Make: func(size int) []byte {
			return same(size, array, wire.AppendBools(nil, make([]bool, 2000))...)
		}},
	}
	return all
}

// extended are families of what is complex and what the extended profile has.
func extended() []Family {
	indexed := func(n int) []byte {
		names := make([]string, n)
		for i := range names {
			names[i] = fmt.Sprintf("%08d", i)
		}
		data := wire.AppendIndexed(nil, names)
		ends := make([]int, n)
		for i := range ends {
			data = append(data, 0x18)
			ends[i] = len(data)
		}
		if err := wire.SealIndexed(data, ends); err != nil {
			panic(err)
		}
		return data
	}
	pattern := func(format string) func(size int) []byte {
		return eachValue(func(dst []byte, i int) []byte { return wire.AppendRegExp(dst, fmt.Sprintf(format, i), 0) })
	}
	classes := func(length int) func(size int) []byte {
		return eachValue(func(dst []byte, i int) []byte {
			return wire.AppendRegExp(dst, strings.Repeat(`\pL{9}`, length/6)+fmt.Sprint(i), scalar.FlagIgnoreCase)
		})
	}
	stamp := scalar.Timestamp{Seconds: 1e9, Nanoseconds: 1}
	big := func(n int64) []byte { return wire.AppendString(nil, new(big.Int).Exp(big10, bigOf(n), nil).String()) }
	return []Family{
		{Name: "complex numbers", Make: func(size int) []byte { return wire.AppendComplexes(nil, make([]float32, size/8*2)) }},
		{Name: "complex numbers of bytes", Make: func(size int) []byte { return wire.AppendComplexes(nil, make([]int8, size/2*2)) }},
		{Name: "empty arrays of complex numbers", Make: repeated(0x1E, 0x61, 0x00)},
		{Name: "a matrix", Make: func(size int) []byte {
			return wire.AppendNumbers(wire.AppendMatrix(nil, 0, []int{size / 8, 1}), make([]float64, size/8))
		}},
		{Name: "matrices that are small", Make: repeated(0x16, 0x00, 0x14, 0x08, 0x01, 0x01, 0x14, 0x04, 0x01)},
		{Name: "a matrix of extents that are zero", Make: func(size int) []byte {
			return append(wire.AppendMatrix(nil, 0, make([]int, size)), 0x14, 0x00)
		}},
		{Name: "a matrix of extents that overflow", Make: func(size int) []byte {
			large := make([]int, size/8)
			for i := range large {
				large[i] = 1<<31 - 1
			}
			return append(wire.AppendMatrix(nil, 0, large), 0x14, 0x04, 0x01)
		}},
		{Name: "empty matrices", Make: repeated(0x16, 0x00, 0x14, 0x04, 0x00, 0x64, 0x00)},
		{Name: "a matrix with many extents", Make: func(size int) []byte {
			ones := make([]int, size)
			for i := range ones {
				ones[i] = 1
			}
			return append(wire.AppendMatrix(nil, 0, ones), 0x14, 0x04, 0x01)
		}},
		{Name: "timestamps", Make: eachValue(func(dst []byte, i int) []byte { return wire.AppendTimestamp(dst, stamp) })},
		{Name: "times of the draft", Make: func(size int) []byte { return wire.AppendTimes(nil, make([]uint64, size/8)) }},
		{Name: "durations", Make: eachValue(func(dst []byte, i int) []byte { return wire.AppendDuration(dst, scalar.DurationOf(int64(i)<<32+1)) })},
		{Name: "intervals", Make: eachValue(func(dst []byte, i int) []byte { return wire.AppendInterval(dst, stamp, stamp) })},
		{Name: "UUIDs", Make: eachValue(func(dst []byte, i int) []byte { return wire.AppendUUID(dst, [16]byte{byte(i)}) })},
		{Name: "patterns that are the same", Make: repeated(wire.AppendRegExp(nil, "a+b", 0)...)},
		{Name: "patterns that differ", Make: pattern("a%d")},
		{Name: "patterns of repetitions", Make: pattern("(((a{9}){9}){9})%d")},
		{Name: "patterns of many repetitions", Make: pattern("(x{999})%d")},
		{Name: "patterns of classes", Make: classes(12)},
		{Name: "long patterns of classes", Make: classes(4000)},
		{Name: "long patterns", Make: eachValue(func(dst []byte, i int) []byte {
			return wire.AppendRegExp(dst, strings.Repeat("(a|b)", 800)+fmt.Sprint(i), 0)
		})},
		{Name: "patterns as strings", Make: eachValue(func(dst []byte, i int) []byte {
			return wire.AppendString(dst, fmt.Sprintf(`\pL{9}%d`, i))
		})},
		{Name: "patterns that do not compile", Make: repeated(wire.AppendRegExp(nil, strings.Repeat("(", 900), 0)...)},
		{Name: "a long pattern", Make: func(size int) []byte { return wire.AppendRegExp(nil, strings.Repeat("p", size), 0) }},
		{Name: "an indexed object", Make: func(size int) []byte { return indexed(size / 18) }},
		{Name: "small indexed objects", Make: func(size int) []byte { return same(size, array, indexed(2)...) }, Rows: true},
		{Name: "empty indexed objects", Make: repeated(0x06, 0x03, 0x00), Rows: true},
		{Name: "big numbers in strings", Make: func(size int) []byte { return big(int64(size)) }},
		{Name: "type tags", Format: LegacyBEVE, Make: repeated(0x0E, 0x00, 0x00)},
		{Name: "type tags nested", Format: LegacyBEVE, Make: nested(400, []byte{0x0E, 0x00}, null)},
		{Name: "delimiters", Make: func(size int) []byte { return append(bytes.Repeat([]byte{0x06}, size), 0) }},
		{Name: "delimiters after", Make: func(size int) []byte { return append([]byte{0}, bytes.Repeat([]byte{0x06}, size)...) }},
		{Name: "values one after another", Make: func(size int) []byte { return bytes.Repeat([]byte{0x18, 0x06}, size/2) }},
		{Name: "empty objects one after another", Make: func(size int) []byte { return bytes.Repeat([]byte{0x03, 0x00, 0x06}, size/3) }, Rows: true},
	}
}

var big10 = bigOf(10)

func bigOf(n int64) *big.Int { return big.NewInt(n) }

// malformed are families of what every reader refuses.
func malformed() []Family {
	keyed := func(key string) []byte { return append([]byte{0x03, 0x04}, wire.AppendText(nil, key)...) }
	deep := func(open []byte, inner ...byte) func(size int) []byte {
		return func(size int) []byte { return append(bytes.Repeat(open, size/len(open)), inner...) }
	}
	hostile := "\x1b[31m\n\u202eforged"
	return []Family{
		{Name: "nulls, an error at the end", Make: broken(repeated(0x00))},
		{Name: "empty objects, an error at the end", Make: broken(repeated(0x03, 0x00)), Rows: true},
		{Name: "strings, an error at the end", Make: broken(repeated(0x02, 0x04, 's'))},
		{Name: "nested, an error at the end", Make: broken(nested(400, []byte{0x05, 0x04}, null))},
		{Name: "arrays deeper than allowed", Make: deep([]byte{0x05, 0x04}, 0)},
		{Name: "arrays deeper than allowed, cut", Make: deep([]byte{0x05, 0x04})},
		{Name: "objects deeper than allowed", Make: deep(keyed("k"), 0)},
		{Name: "objects with long names deeper than allowed", Make: deep(keyed(strings.Repeat("k", 3000)), 0)},
		{Name: "tables deeper than allowed", Make: deep(table(1, nil, "k"), 0)},
		{Name: "type tags deeper than allowed", Format: LegacyBEVE, Make: deep([]byte{0x0E, 0x00}, 0)},
		{Name: "an error after a long name", Make: func(size int) []byte { return append(keyed(strings.Repeat("k", size)), 0x07) }},
		{Name: "an error after a name of control characters", Make: func(size int) []byte { return append(keyed(strings.Repeat(hostile, size/len(hostile))), 0x07) }},
		{Name: "an error deep in long names", Make: func(size int) []byte { return append(bytes.Repeat(keyed(strings.Repeat("k/", size/900)), 450), 0x07) }},
		{Name: "an error deep in names of control characters", Make: func(size int) []byte {
			return append(bytes.Repeat(keyed(hostile+strings.Repeat("k", size/450)), 450), 0x07)
		}},
		{Name: "an error in a row of a long name", Make: func(size int) []byte {
			data := table(2, yes, strings.Repeat(hostile, size/len(hostile)))
			data[len(data)-1] = 0x07
			return data
		}},
		{Name: "a long string that is not UTF-8 at its end", Make: func(size int) []byte { return wire.AppendString(nil, strings.Repeat("s", size)+"\xff") }},
		{Name: "a long name that is not UTF-8 at its end", Make: func(size int) []byte { return append(keyed(strings.Repeat("s", size)+"\xff"), 0) }},
		{Name: "a member of the wrong type after a long name", Make: func(size int) []byte {
			return append(append([]byte{0x03, 0x08}, wire.AppendText(nil, strings.Repeat(hostile, size/len(hostile)))...), append([]byte{0x18}, append(wire.AppendText(nil, "A"), 0x03, 0x00)...)...)
		}},
		{Name: "a string that is too long", Make: func(size int) []byte {
			return append(wire.AppendSize([]byte{0x02}, 2*size), bytes.Repeat([]byte("s"), size)...)
		}},
		{Name: "names of a table that are repeated", Make: func(size int) []byte {
			names := numbered(size / 24)
			return table(1, yes, append(names, names[len(names)-1])...)
		}},
		{Name: "an index with offsets that are equal", Make: func(size int) []byte {
			data := extendedIndex(size / 18)
			return data
		}},
	}
}

// extendedIndex is an indexed object whose offsets are all 0.
func extendedIndex(n int) []byte {
	names := make([]string, n)
	for i := range names {
		names[i] = fmt.Sprintf("%08d", i)
	}
	return append(wire.AppendIndexed(nil, names), bytes.Repeat(yes, n)...)
}
