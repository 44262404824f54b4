package cost

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
)

// MsgPack is the format of MessagePack and ZebraPack.
const MsgPack = "MessagePack"

// MsgPackFamilies returns the families of MessagePack messages.
func MsgPackFamilies() []Family {
	all := slices.Concat(packValues(), packKeys(), packDeep(), packLong(), packBroken())
	for i := range all {
		all[i].Format = MsgPack
	}
	return all
}

// packHead returns a lead byte and a length of 32 bits.
func packHead(lead byte, n int) []byte {
	return binary.BigEndian.AppendUint32([]byte{lead}, uint32(n))
}

// packArray returns the head of an array, packMap that of a map.
func packArray(n int) []byte {
	return packHead(0xDD, n)
}

func packMap(n int) []byte {
	return packHead(0xDF, n)
}

// packText returns a string.
func packText(s string) []byte {
	if len(s) < 32 {
		return append([]byte{0xA0 | byte(len(s))}, s...)
	}
	return append(packHead(0xDB, len(s)), s...)
}

// packMany makes arrays of one value, over and over.
func packMany(value ...byte) func(int) []byte {
	return func(size int) []byte {
		n := size / len(value)
		return append(packArray(n), bytes.Repeat(value, n)...)
	}
}

// packPairs makes maps of the pairs that pair returns.
func packPairs(pair func(i int) []byte) func(int) []byte {
	return func(size int) []byte {
		var b []byte
		n := 0
		for ; len(b) < size; n++ {
			b = append(b, pair(n)...)
		}
		return append(packMap(n), b...)
	}
}

// packNested makes arrays of one value that is nested so many levels deep.
func packNested(levels int, open, inner, end []byte) func(int) []byte {
	value := joined(bytes.Repeat(open, levels), inner, bytes.Repeat(end, levels))
	return func(size int) []byte {
		n := size/len(value) + 1
		return append(packArray(n), bytes.Repeat(value, n)...)
	}
}

func joined(parts ...[]byte) []byte {
	return bytes.Join(parts, nil)
}

// packKey begins a map of one pair, whose key is "k".
var packKey = append([]byte{0x81}, packText("k")...)

// packValues are families of many small values.
func packValues() []Family {
	return []Family{
		{Name: "MsgPack nils", Make: packMany(0xC0)},
		{Name: "MsgPack digits", Make: packMany(0x00)},
		{Name: "MsgPack booleans", Make: packMany(0xC3)},
		{Name: "MsgPack empty maps", Make: packMany(0x80), Rows: true},
		{Name: "MsgPack empty arrays", Make: packMany(0x90)},
		{Name: "MsgPack empty arrays of wide heads", Make: packMany(0xDD, 0, 0, 0, 0)},
		{Name: "MsgPack empty maps of wide heads", Make: packMany(0xDF, 0, 0, 0, 0), Rows: true},
		{Name: "MsgPack empty texts", Make: packMany(0xA0)},
		{Name: "MsgPack empty bins", Make: packMany(0xC4, 0)},
		{Name: "MsgPack empty extensions", Make: packMany(0xC7, 0, 0x44)},
		{Name: "MsgPack small extensions", Make: packMany(0xD4, 0x44, 0)},
		{Name: "MsgPack times", Make: packMany(0xD6, 0xFF, 0, 0, 0, 0)},
		{Name: "MsgPack complex numbers", Make: packMany(0xD7, 3, 0, 0, 0, 0, 0, 0, 0, 0)},
		{Name: "MsgPack maps of a pair", Make: packMany(0x81, 0xA0, 0xC0), Rows: true},
		{Name: "MsgPack maps of a number", Make: packMany(0x81, 0x00, 0xC0), Rows: true},
	}
}

// packKeys are families of maps whose keys hurt.
func packKeys() []Family {
	long := strings.Repeat("k", 4000)
	return []Family{
		{Name: "MsgPack maps of unlike keys", Make: packMany(0x82, 0xA0, 0xC0, 0x00, 0xC0), Rows: true},
		{Name: "MsgPack wide maps", Make: packPairs(func(i int) []byte { return append(packText(fmt.Sprintf("%06x", i)), 0xC0) })},
		{Name: "MsgPack wide maps of numbers", Make: packPairs(func(i int) []byte {
			return append(binary.BigEndian.AppendUint32([]byte{0xCE}, uint32(i)), 0xC0)
		})},
		{Name: "MsgPack keys that are alike", Make: packPairs(func(i int) []byte { return append(packText(Alike(i)), 0) })},
		{Name: "MsgPack long keys", Make: packPairs(func(i int) []byte { return append(packText(long+fmt.Sprint(i)), 0) })},
		{Name: "MsgPack one key", Make: packPairs(func(int) []byte { return append(packText("k"), 0) })},
		{Name: "MsgPack one long key", Make: packPairs(func(int) []byte { return append(packText(long), 0) })},
		{Name: "MsgPack keys that are arrays", Make: packPairs(func(int) []byte { return []byte{0x91, 0x90, 0xC0} })},
		{Name: "MsgPack keys in keys", Make: func(size int) []byte {
			return joined(bytes.Repeat([]byte{0x81}, 400), packText(strings.Repeat("k", size)), bytes.Repeat([]byte{0xC0}, 400))
		}},
		{Name: "MsgPack keys that are not numbers", Make: packPairs(func(int) []byte { return []byte{0xCB, 0x7F, 0xF8, 0, 0, 0, 0, 0, 1, 0xC0} })},
		{Name: "MsgPack a long key", Make: func(size int) []byte { return joined([]byte{0x81}, packText(strings.Repeat("k", size)), []byte{0}) }},
		{Name: "MsgPack a long key, deep", Make: func(size int) []byte {
			return joined(bytes.Repeat(packKey, 400), []byte{0x81}, packText(strings.Repeat("k", size)), []byte{0})
		}},
	}
}

// packDeep are families of values that nest.
func packDeep() []Family {
	return []Family{
		{Name: "MsgPack arrays nested", Make: packNested(400, []byte{0x91}, []byte{0}, nil)},
		{Name: "MsgPack arrays nested first", Make: packNested(400, []byte{0x92}, []byte{0}, []byte{0})},
		{Name: "MsgPack maps nested", Make: packNested(400, packKey, []byte{0}, nil), Rows: true},
		{Name: "MsgPack maps of numbers nested", Make: packNested(400, []byte{0x81, 0x00}, []byte{0}, nil), Rows: true},
	}
}

// packLong are families of one long value, or of values in a row.
func packLong() []Family {
	return []Family{
		{Name: "MsgPack a long text", Make: func(size int) []byte { return packText(strings.Repeat("s", size)) }},
		{Name: "MsgPack a long bin", Make: func(size int) []byte { return append(packHead(0xC6, size), make([]byte, size)...) }},
		{Name: "MsgPack a long extension", Make: func(size int) []byte { return append(append(packHead(0xC9, size), 0x44), make([]byte, size)...) }},
		{Name: "MsgPack values in a row", Make: func(size int) []byte { return make([]byte, size) }},
		{Name: "MsgPack maps in a row", Make: func(size int) []byte { return bytes.Repeat([]byte{0x80}, size) }, Rows: true},
	}
}

// packBroken are families that are malformed, too deep, or of a wrong type.
func packBroken() []Family {
	const hostile = "\u202eforged\u2028\u0085"
	return []Family{
		{Name: "MsgPack an array that says too much", Make: func(size int) []byte { return append(packArray(1<<31-1), make([]byte, size)...) }},
		{Name: "MsgPack arrays that say as much as there is", Make: func(size int) []byte {
			var b []byte
			for range 400 {
				b = append(b, packArray(size)...)
			}
			return append(b, make([]byte, size)...)
		}},
		{Name: "MsgPack maps that say as much as there is", Make: func(size int) []byte {
			var b []byte
			for range 400 {
				b = append(append(b, packMap(size/2)...), 0xA0)
			}
			return append(b, make([]byte, size)...)
		}},
		{Name: "MsgPack an error at the end", Make: func(size int) []byte { return append(append(packArray(size), make([]byte, size-1)...), 0xC1) }},
		{Name: "MsgPack maps, an error at the end", Make: func(size int) []byte {
			return append(append(packArray(size), bytes.Repeat([]byte{0x80}, size-1)...), 0xC1)
		}, Rows: true},
		{Name: "MsgPack arrays deeper than allowed", Make: func(size int) []byte { return bytes.Repeat([]byte{0x91}, size) }},
		{Name: "MsgPack maps deeper than allowed", Make: func(size int) []byte { return bytes.Repeat(packKey, size/len(packKey)) }},
		{Name: "MsgPack long keys deeper than allowed", Make: func(size int) []byte {
			k := append([]byte{0x81}, packText(strings.Repeat("k", 3000))...)
			return bytes.Repeat(k, size/len(k))
		}},
		{Name: "MsgPack an error after a key of marks", Make: func(size int) []byte {
			return joined([]byte{0x81}, packText(strings.Repeat(hostile, size/len(hostile))), []byte{0xC1})
		}},
		{Name: "MsgPack an error deep in keys of marks", Make: func(size int) []byte {
			k := append([]byte{0x81}, packText(hostile+strings.Repeat("k/", size/900))...)
			return append(bytes.Repeat(k, 450), 0xC1)
		}},
		{Name: "MsgPack a wrong type after a key of marks", Make: func(size int) []byte {
			return joined([]byte{0x82}, packText(strings.Repeat(hostile, size/len(hostile))), []byte{0}, packText("A"), []byte{0x90})
		}},
		{Name: "MsgPack the end in a text", Make: func(size int) []byte { return append(packHead(0xDB, 2*size), make([]byte, size)...) }},
	}
}
