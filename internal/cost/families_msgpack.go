package cost

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"strings"
)

// MsgPack is the format of MessagePack and ZebraPack.
const MsgPack = "MessagePack"

// MsgPackFamilies returns the families of MessagePack messages.
func MsgPackFamilies() []Family {
	head := func(lead byte, n int) []byte { return binary.BigEndian.AppendUint32([]byte{lead}, uint32(n)) }
	array := func(n int) []byte { return head(0xDD, n) }
	dict := func(n int) []byte { return head(0xDF, n) }
	text := func(s string) []byte {
		if len(s) < 32 {
			return append([]byte{0xA0 | byte(len(s))}, s...)
		}
		return append(head(0xDB, len(s)), s...)
	}
	one := func(value ...byte) func(int) []byte {
		return func(size int) []byte {
			n := size / len(value)
			return append(array(n), bytes.Repeat(value, n)...)
		}
	}
	pairs := func(pair func(i int) []byte) func(int) []byte {
		return func(size int) []byte {
			var b []byte
			n := 0
			for ; len(b) < size; n++ {
				b = append(b, pair(n)...)
			}
			return append(dict(n), b...)
		}
	}
	joined := func(parts ...[]byte) []byte { return bytes.Join(parts, nil) }
	nested := func(levels int, open, inner, end []byte) func(int) []byte {
		value := joined(bytes.Repeat(open, levels), inner, bytes.Repeat(end, levels))
		return func(size int) []byte {
			n := size/len(value) + 1
			return append(array(n), bytes.Repeat(value, n)...)
		}
	}
	const hostile = "\u202eforged\u2028\u0085"
	long := strings.Repeat("k", 4000)
	key := append([]byte{0x81}, text("k")...)
	all := []Family{
		{Name: "MsgPack nils", Make: one(0xC0)},
		{Name: "MsgPack digits", Make: one(0x00)},
		{Name: "MsgPack booleans", Make: one(0xC3)},
		{Name: "MsgPack empty maps", Make: one(0x80), Rows: true},
		{Name: "MsgPack empty arrays", Make: one(0x90)},
		{Name: "MsgPack empty arrays of wide heads", Make: one(0xDD, 0, 0, 0, 0)},
		{Name: "MsgPack empty maps of wide heads", Make: one(0xDF, 0, 0, 0, 0), Rows: true},
		{Name: "MsgPack empty texts", Make: one(0xA0)},
		{Name: "MsgPack empty bins", Make: one(0xC4, 0)},
		{Name: "MsgPack empty extensions", Make: one(0xC7, 0, 0x44)},
		{Name: "MsgPack small extensions", Make: one(0xD4, 0x44, 0)},
		{Name: "MsgPack times", Make: one(0xD6, 0xFF, 0, 0, 0, 0)},
		{Name: "MsgPack complex numbers", Make: one(0xD7, 3, 0, 0, 0, 0, 0, 0, 0, 0)},
		{Name: "MsgPack maps of a pair", Make: one(0x81, 0xA0, 0xC0), Rows: true},
		{Name: "MsgPack maps of a number", Make: one(0x81, 0x00, 0xC0), Rows: true},
		{Name: "MsgPack maps of unlike keys", Make: one(0x82, 0xA0, 0xC0, 0x00, 0xC0), Rows: true},
		{Name: "MsgPack wide maps", Make: pairs(func(i int) []byte { return append(text(fmt.Sprintf("%06x", i)), 0xC0) })},
		{Name: "MsgPack wide maps of numbers", Make: pairs(func(i int) []byte {
			return append(binary.BigEndian.AppendUint32([]byte{0xCE}, uint32(i)), 0xC0)
		})},
		{Name: "MsgPack keys that are alike", Make: pairs(func(i int) []byte { return append(text(Alike(i)), 0) })},
		{Name: "MsgPack long keys", Make: pairs(func(i int) []byte { return append(text(long+fmt.Sprint(i)), 0) })},
		{Name: "MsgPack one key", Make: pairs(func(int) []byte { return append(text("k"), 0) })},
		{Name: "MsgPack one long key", Make: pairs(func(int) []byte { return append(text(long), 0) })},
		{Name: "MsgPack keys that are arrays", Make: pairs(func(int) []byte { return []byte{0x91, 0x90, 0xC0} })},
		{Name: "MsgPack keys in keys", Make: func(size int) []byte {
			return joined(bytes.Repeat([]byte{0x81}, 400), text(strings.Repeat("k", size)), bytes.Repeat([]byte{0xC0}, 400))
		}},
		{Name: "MsgPack keys that are not numbers", Make: pairs(func(int) []byte { return []byte{0xCB, 0x7F, 0xF8, 0, 0, 0, 0, 0, 1, 0xC0} })},
		{Name: "MsgPack a long key", Make: func(size int) []byte { return joined([]byte{0x81}, text(strings.Repeat("k", size)), []byte{0}) }},
		{Name: "MsgPack a long key, deep", Make: func(size int) []byte {
			return joined(bytes.Repeat(key, 400), []byte{0x81}, text(strings.Repeat("k", size)), []byte{0})
		}},
		{Name: "MsgPack arrays nested", Make: nested(400, []byte{0x91}, []byte{0}, nil)},
		{Name: "MsgPack arrays nested first", Make: nested(400, []byte{0x92}, []byte{0}, []byte{0})},
		{Name: "MsgPack maps nested", Make: nested(400, key, []byte{0}, nil), Rows: true},
		{Name: "MsgPack maps of numbers nested", Make: nested(400, []byte{0x81, 0x00}, []byte{0}, nil), Rows: true},
		{Name: "MsgPack a long text", Make: func(size int) []byte { return text(strings.Repeat("s", size)) }},
		{Name: "MsgPack a long bin", Make: func(size int) []byte { return append(head(0xC6, size), make([]byte, size)...) }},
		{Name: "MsgPack a long extension", Make: func(size int) []byte { return append(append(head(0xC9, size), 0x44), make([]byte, size)...) }},
		{Name: "MsgPack values in a row", Make: func(size int) []byte { return make([]byte, size) }},
		{Name: "MsgPack maps in a row", Make: func(size int) []byte { return bytes.Repeat([]byte{0x80}, size) }, Rows: true},
		{Name: "MsgPack an array that says too much", Make: func(size int) []byte { return append(array(1<<31-1), make([]byte, size)...) }},
		{Name: "MsgPack arrays that say as much as there is", Make: func(size int) []byte {
			var b []byte
			for range 400 {
				b = append(b, array(size)...)
			}
			return append(b, make([]byte, size)...)
		}},
		{Name: "MsgPack maps that say as much as there is", Make: func(size int) []byte {
			var b []byte
			for range 400 {
				b = append(append(b, dict(size/2)...), 0xA0)
			}
			return append(b, make([]byte, size)...)
		}},
		{Name: "MsgPack an error at the end", Make: func(size int) []byte { return append(append(array(size), make([]byte, size-1)...), 0xC1) }},
		{Name: "MsgPack maps, an error at the end", Make: func(size int) []byte {
			return append(append(array(size), bytes.Repeat([]byte{0x80}, size-1)...), 0xC1)
		}, Rows: true},
		{Name: "MsgPack arrays deeper than allowed", Make: func(size int) []byte { return bytes.Repeat([]byte{0x91}, size) }},
		{Name: "MsgPack maps deeper than allowed", Make: func(size int) []byte { return bytes.Repeat(key, size/len(key)) }},
		{Name: "MsgPack long keys deeper than allowed", Make: func(size int) []byte {
			k := append([]byte{0x81}, text(strings.Repeat("k", 3000))...)
			return bytes.Repeat(k, size/len(k))
		}},
		{Name: "MsgPack an error after a key of marks", Make: func(size int) []byte {
			return joined([]byte{0x81}, text(strings.Repeat(hostile, size/len(hostile))), []byte{0xC1})
		}},
		{Name: "MsgPack an error deep in keys of marks", Make: func(size int) []byte {
			k := append([]byte{0x81}, text(hostile+strings.Repeat("k/", size/900))...)
			return append(bytes.Repeat(k, 450), 0xC1)
		}},
		{Name: "MsgPack a wrong type after a key of marks", Make: func(size int) []byte {
			return joined([]byte{0x82}, text(strings.Repeat(hostile, size/len(hostile))), []byte{0}, text("A"), []byte{0x90})
		}},
		{Name: "MsgPack the end in a text", Make: func(size int) []byte { return append(head(0xDB, 2*size), make([]byte, size)...) }},
	}
	for i := range all {
		all[i].Format = MsgPack
	}
	return all
}
