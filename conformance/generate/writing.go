// The group of values to be written.

package main

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"log"
	"math"
	"slices"

	"github.com/beve-org/beve-go/conformance"
	"github.com/beve-org/beve-go/conformance/meaning"
	"github.com/beve-org/beve-go/conformance/reference"
)

// writing: values, and what may be written for each.
func writing(s *suite) {
	s.section = "9.1"
	add := func(name, why, value string, others bool, forms ...[]byte) {
		s.write("", name, why, value, others, forms...)
	}
	add("null", "one byte", "null", false, []byte{0})
	add("false", "one byte", "false", false, []byte{8})
	add("true", "one byte", "true", false, []byte{0x18})
	s.section = "4.2"
	for _, n := range []string{"0", "1", "-1", "127", "128", "-128", "-129", "255", "256", "32767", "32768", "-32769", "65535", "65536", "2147483647", "2147483648", "4294967295", "4294967296", "-2147483649", "9007199254740993",
		"9223372036854775807", "-9223372036854775808", "9223372036854775808", "18446744073709551615"} {
		var forms [][]byte
		s.eachStart(func(start []byte, e *reference.Entry) {
			if e.Name != "number" || e.Class == "float" {
				return
			}
			for _, v := range edges(e.Kind, e.Class, e.Width) {
				if v.name == n {
					forms = append(forms, cat(start, v.data))
				}
			}
		})
		add("integer-"+n, "an integer of any width that holds it", n, len(forms) == 0, forms...)
	}
	for _, v := range edges("f64", "float", 8) {
		form := cat(0x61, v.data)
		means, _, _ := s.base.Message(form)
		add("f64-"+v.name, "a float that is not an integer for others; narrower where that is exact", string(means), true, form)
	}
	s.section = "4.3"
	for _, t := range []struct{ name, json, text string }{{"empty", `""`, ""}, {"ascii", `"abc"`, "abc"}, {"nul", `"\u0000"`, "\x00"}, {"latin", `"é"`, "é"}, {"han", `"漢字"`, "漢字"}, {"emoji", `"🙂"`, "🙂"}, {"quote", `"\"\\"`, `"\`}, {"bom", `"\ufeff"`, "\ufeff"}} {
		add("string-"+t.name, "text with its length in bytes", t.json, false, cat(0x02, size(uint64(len(t.text))), t.text))
	}
	for _, n := range []int{63, 64, 16383, 16384} {
		text := bytes.Repeat([]byte("a"), n)
		add(fmt.Sprintf("string-%d", n), "the shortest SIZE", `"`+string(text)+`"`, false, cat(0x02, size(uint64(n)), text))
	}
	s.section = "4.4"
	add("object-empty", "no members", "{}", false, []byte{3, 0})
	add("object", "keys without headers", `{"a":true}`, false, cat(0x03, 4, key("a"), 0x18))
	add("object-two", "members in any order", `{"a":null,"b":false}`, true, cat(0x03, 8, key("a"), 0, key("b"), 8))
	add("object-nested", "objects in objects", `{"a":{"":{}}}`, true, cat(0x03, 4, key("a"), 0x03, 4, 0, 0x03, 0))
	add("object-empty-key", "an empty key", `{"":null}`, false, []byte{3, 4, 0, 0})
	add("object-unicode", "a key beyond ASCII", `{"é":null}`, false, cat(3, 4, key("é"), 0))
	add("map", "integer keys of any width", `{"$map":[[1,null],[-1,true]]}`, true, []byte{0x0B, 8, 1, 0, 0xFF, 0x18})
	add("map-large", "integer keys that need 64 bits", `{"$map":[[9007199254740993,null]]}`, true, cat(0x6B, 4, binary.LittleEndian.AppendUint64(nil, 9007199254740993), 0))
	s.section = "4.6"
	for _, a := range []struct {
		name, json string
		form       []byte
	}{{"empty", "[]", []byte{5, 0}}, {"integers", "[1,2,300]", []byte{0x2C, 12, 1, 0, 2, 0, 0x2C, 1}}, {"mixed", `[null,true,"a",1]`, cat(5, 16, 0, 0x18, 2, key("a"), 9, 1)}, {"strings", `["a","","é"]`, cat(0x3C, 12, key("a"), 0, key("é"))},
		{"booleans", "[true,false,true]", []byte{0x1C, 12, 5}}, {"nested", "[[],[[]]]", []byte{5, 8, 5, 0, 5, 4, 5, 0}}, {"objects", `[{"a":1},{"a":2}]`, cat(5, 8, 3, 4, key("a"), 9, 1, 3, 4, key("a"), 9, 2)},
		{"floats", `[{"$f64":1.5},{"$f64":0.1}]`, cat(0x64, 8, 0, 0, 0, 0, 0, 0, 0xF8, 0x3F, 0x9A, 0x99, 0x99, 0x99, 0x99, 0x99, 0xB9, 0x3F)}} {
		add("array-"+a.name, "an array of any form", a.json, true, a.form)
	}
	for _, n := range []int{8, 9, 64} {
		text, _ := json.Marshal(slices.Repeat([]bool{true}, n))
		ones := slices.Repeat([]byte{0xFF}, (n+7)/8)
		if n%8 != 0 {
			ones[len(ones)-1] = 1<<(n%8) - 1
		}
		add(fmt.Sprintf("booleans-%d", n), "unused bits are zero", string(text), true, cat(0x1C, size(uint64(n)), ones))
	}
	s.section = "6.4"
	add("complex", "a complex number", `{"$complex":[{"$f64":1.5},{"$f64":-2.0}]}`, true, cat(0x1E, 0x60, 0, 0, 0, 0, 0, 0, 0xF8, 0x3F, zeros(7), 0xC0))
	s.section = "6.3"
	add("matrix-row", "row-major", `{"$matrix":["row",[1,2],[{"$f64":1.5},{"$f64":2.5}]]}`, true, cat(0x16, 0, 0x14, 8, 1, 2, 0x64, 8, 0, 0, 0, 0, 0, 0, 0xF8, 0x3F, 0, 0, 0, 0, 0, 0, 4, 0x40))
	add("matrix-column", "column-major", `{"$matrix":["column",[2,1],[{"$f64":1.5},{"$f64":2.5}]]}`, true, cat(0x16, 1, 0x14, 8, 2, 1, 0x64, 8, 0, 0, 0, 0, 0, 0, 0xF8, 0x3F, 0, 0, 0, 0, 0, 0, 4, 0x40))
	add("matrix-rank-3-row", "three extents, the last varies fastest", `{"$matrix":["row",[2,1,2],[{"$f64":1.0},{"$f64":2.0},{"$f64":3.0},{"$f64":4.0}]]}`, true, cat(0x16, 0, 0x14, 12, 2, 1, 2, 0x64, 16, doubles(1, 2, 3, 4)))
	add("matrix-rank-3-column", "three extents, the first varies fastest", `{"$matrix":["column",[2,1,2],[{"$f64":1.0},{"$f64":2.0},{"$f64":3.0},{"$f64":4.0}]]}`, true, cat(0x16, 1, 0x14, 12, 2, 1, 2, 0x64, 16, doubles(1, 2, 3, 4)))
	add("matrix-rank-5", "five extents", `{"$matrix":["row",[1,1,2,1,1],[{"$f64":1.5},{"$f64":2.5}]]}`, true, cat(0x16, 0, 0x14, 20, 1, 1, 2, 1, 1, 0x64, 8, doubles(1.5, 2.5)))
	add("matrix-empty", "an extent of zero", `{"$matrix":["row",[2,0,3],[]]}`, true, cat(0x16, 0, 0x14, 12, 2, 0, 3, 0x64, 0))
	s.narrowFloats()
	s.section = "4.4"
	add("object-dollar", "a key that this notation gives a meaning", `{"$object":[["$f64",1]]}`, false, cat(3, 4, key("$f64"), 9, 1), cat(3, 4, key("$f64"), 0x11, 1))
	add("object-dollars", "several of them", `{"$object":[["$map",null],["$",true],["a",false]]}`, true, cat(3, 12, key("$map"), 0, key("$"), 0x18, key("a"), 8))
	add("object-duplicate", "a key twice, from what has both", `{"$object":[["a",null],["a",true]]}`, false, cat(3, 8, key("a"), 0, key("a"), 0x18))
	s.section = "4.6"
	add("arrays-empty", "empty arrays of any form in an array", "[[],[],null]", true, []byte{5, 12, 5, 0, 5, 0, 0}, []byte{5, 12, 0x64, 0, 0x3C, 0, 0}, []byte{5, 12, 0x1C, 0, 0x14, 0, 0})
	s.section = "6.1"
	add("stream-empty", "no values", `{"$stream":[]}`, true)
	add("stream-one", "one value, and no delimiter", `{"$stream":[true]}`, false, []byte{0x18})
	add("stream", "a delimiter between values, and none at the ends", `{"$stream":[null,true,"a",{}]}`, false, cat(0, 6, 0x18, 6, 2, key("a"), 6, 3, 0))
	add("stream-arrays", "arrays with a delimiter between", `{"$stream":[[1,2],[],{"a":1}]}`, true)
	s.profile()
}

// write adds a value to be written. forms are read by the reference, and have to mean the
// value.
func (s *suite) write(profile, name, why, value string, others bool, forms ...[]byte) {
	c := conformance.Case{ID: s.group + "/" + name, Level: accept, Section: s.section, Why: why, Write: json.RawMessage(value), Others: others, Profile: profile}
	want, err := meaning.Parse(c.Write)
	if err != nil {
		log.Fatalf("%s: %v", c.ID, err)
	}
	for _, form := range forms {
		r := s.base
		if profile == "extended" {
			r = s.extended
		}
		read := r.Message
		if name, _, special := meaning.Special(want); special && name == "stream" {
			read = r.Stream
		}
		means, _, refusal := read(form)
		if refusal != nil {
			log.Fatalf("%s: %x: %v", c.ID, form, refusal)
		}
		got, err := meaning.Parse(means)
		if err == nil {
			err = meaning.Match(meaning.Widened(want), meaning.Widened(got))
		}
		if err != nil {
			log.Fatalf("%s: %x: %v", c.ID, form, err)
		}
		c.Bytes = append(c.Bytes, show(form))
	}
	s.add(c)
}

// narrowFloats: floats of less than 64 bits, in their own width or a wider one.
func (s *suite) narrowFloats() {
	s.section = "4.2"
	for _, kind := range []string{"f32", "f16", "bf16"} {
		width, header := 2, map[string]byte{"f32": 0x41, "f16": 0x21, "bf16": 0x01}[kind]
		if kind == "f32" {
			width = 4
		}
		for _, v := range edges(kind, "float", width) {
			form := cat(header, v.data)
			means, _, _ := s.base.Message(form)
			s.write("", kind+"-"+v.name, "a float of less than 64 bits, as it is or wider", string(means), true, form)
		}
	}
	s.section = "4.5"
	s.write("", "array-f32", "an array of them", `[{"$f32":1.5},{"$f32":0.1}]`, true, cat(0x44, 8, 0, 0, 0xC0, 0x3F, 0xCD, 0xCC, 0xCC, 0x3D))
	s.section = "6.4"
	s.write("", "complex-f32", "a complex number of them", `{"$complex":[{"$f32":1.5},{"$f32":-2.0}]}`, true, cat(0x1E, 0x40, 0, 0, 0xC0, 0x3F, 0, 0, 0, 0xC0))
}

// profile: values that only the profile has.
func (s *suite) profile() {
	at := func(flags int, seconds int64, nanos uint32, zone ...byte) []byte {
		return cat(0x26, flags, binary.LittleEndian.AppendUint64(nil, uint64(seconds)), binary.LittleEndian.AppendUint32(nil, nanos), zone)
	}
	add := func(name, why, value string, form []byte) { s.write("extended", name, why, value, false, form) }
	s.section = "X4"
	add("timestamp", "nanoseconds, in UTC", `{"$timestamp":[1700000000,123456789,0]}`, at(6, 1700000000, 123456789))
	add("timestamp-before-1970", "seconds below zero, and a fraction that counts forward", `{"$timestamp":[-1,999999999,0]}`, at(6, -1, 999999999))
	add("timestamp-zone", "a zone in minutes", `{"$timestamp":[1700000000,0,-570]}`, at(7, 1700000000, 0, 0xC6, 0xFD))
	s.section = "X5"
	add("duration", "a span", `{"$duration":["+",5401,500000000]}`, cat(0x2E, 6, binary.LittleEndian.AppendUint64(nil, 5401), binary.LittleEndian.AppendUint32(nil, 500000000)))
	add("duration-negative", "a span below zero", `{"$duration":["-",0,1]}`, cat(0x2E, 7, zeros(8), 1, 0, 0, 0))
	s.section = "X6"
	add("interval", "from start to end", `{"$interval":[{"$timestamp":[1,0,0]},{"$timestamp":[2,5,0]}]}`, cat(0x36, at(6, 1, 0), at(6, 2, 5)))
	s.section = "X8"
	id := []byte{0x12, 0x3e, 0x45, 0x67, 0xe8, 0x9b, 0x42, 0xd3, 0xa4, 0x56, 0x42, 0x66, 0x14, 0x17, 0x40, 0x00}
	add("uuid", "the version repeats the nibble", `{"$uuid":"123e4567-e89b-42d3-a456-426614174000"}`, cat(0x46, 4, id))
	add("uuid-nil", "the nil UUID", `{"$uuid":"00000000-0000-0000-0000-000000000000"}`, cat(0x46, 0, zeros(16)))
	s.section = "X9"
	add("regexp", "flags beside the pattern", `{"$regexp":["im","a+é"]}`, cat(0x4E, 3, size(4), "a+é"))
}

// doubles are floats of 64 bits.
func doubles(values ...float64) (out []byte) {
	for _, v := range values {
		out = binary.LittleEndian.AppendUint64(out, math.Float64bits(v))
	}
	return out
}
