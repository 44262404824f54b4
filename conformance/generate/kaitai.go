// The format as a Kaitai Struct description, made from the table: the parts of a message, for
// viewers. What parts have to agree on (UTF-8, extents and elements, depth) it does not say.

package main

import (
	"fmt"
	"strings"

	"github.com/beve-org/beve-go/conformance/reference"
)

const kaitaiHead = `# Made from beve.json by go run ./generate. The forms of the format itself, without the profile.
meta:
  id: beve
  title: BEVE version 2
  file-extension: beve
  endian: le
seq:
  - {id: root, type: value}
types:
  compressed:
    doc: SIZE, whose low two bits say how many bytes it has.
    seq:
      - {id: first, type: u1}
      - {id: rest, type: u1, repeat: expr, repeat-expr: "(1 << (first & 3)) - 1"}
    instances:
      value:
        value: "(first >> 2) + ((first & 3) > 0 ? rest[0] * 64 : 0) + ((first & 3) > 1 ? rest[1] * 16384 + rest[2] * 4194304 : 0)"
        doc: Of SIZE in eight bytes, what the first four say.
  text:
    seq:
      - {id: len, type: compressed}
      - {id: value, type: str, size: len.value, encoding: UTF-8}
  bits:
    seq:
      - {id: len, type: compressed}
      - {id: value, size: (len.value + 7) / 8}
`

// kaitaiElements are the types of elements that Kaitai has.
var kaitaiElements = map[string]string{"f32": "f4", "f64": "f8", "i8": "s1", "i16": "s2", "i32": "s4", "i64": "s8", "u8": "u1", "u16": "u2", "u32": "u4", "u64": "u8"}

// kaitai returns the description.
func kaitai() []byte {
	s := newSuite()
	var out strings.Builder
	out.WriteString(kaitaiHead)
	var cases strings.Builder
	var visit func(all *reference.Bytes, name string)
	visit = func(all *reference.Bytes, name string) {
		fmt.Fprintf(&cases, "  %s:\n    seq:\n      - {id: header, type: u1}\n      - id: body\n        type:\n          switch-on: header\n          cases:\n", name)
		var inner []func()
		for b, e := range all {
			if e == nil || e.Parts == nil && e.Each == nil && e.Then == nil {
				continue
			}
			id := kaitaiName(e)
			fmt.Fprintf(&cases, "            0x%02x: %s\n", b, id)
			if e.Then != nil {
				inner = append(inner, func() { visit(e.Then, id) })
			} else {
				inner = append(inner, func() { kaitaiType(&cases, id, e) })
			}
		}
		for _, f := range inner {
			f()
		}
	}
	visit(s.all, "value")
	out.WriteString(cases.String())
	return []byte(out.String())
}

func kaitaiName(e *reference.Entry) string {
	return strings.ToLower(strings.NewReplacer("-", "_").Replace(map[bool]string{true: "one_", false: "of_"}[e.Then != nil] + named(e)))
}

// kaitaiType writes the type of what a row starts.
func kaitaiType(out *strings.Builder, id string, e *reference.Entry) {
	fmt.Fprintf(out, "  %s:\n    seq:\n", id)
	field := func(name, repeat, what string) {
		fmt.Fprintf(out, "      - {id: %s, %s%s}\n", name, what, repeat)
	}
	element := fmt.Sprintf("size: %d", e.Width)
	if t, ok := kaitaiElements[e.Kind]; ok {
		element = "type: " + t
	}
	const counted = ", repeat: expr, repeat-expr: count.value"
	if e.Each != nil && e.Each[0] == "bit" {
		field("bits", "", "type: bits")
		return
	}
	if e.Each != nil {
		field("count", "", "type: compressed")
	}
	if len(e.Each) == 2 {
		field("members", counted, "type: member_of_"+id)
		fmt.Fprintf(out, "  member_of_%s:\n    seq:\n", id)
	}
	repeat := counted
	if len(e.Each) != 1 {
		repeat = ""
	}
	for _, part := range append(e.Each, e.Parts...) {
		switch part {
		case "element":
			field("element", repeat, element)
		case "pair":
			if repeat != "" {
				field("parts", ", repeat: expr, repeat-expr: count.value * 2", element)
			} else {
				field("re", "", element)
				field("im", "", element)
			}
		case "text":
			field("text", repeat, "type: text")
		case "value":
			field("value", repeat, "type: value")
		case "index":
			field("index", "", "type: compressed")
		case "nanoseconds":
			field("nanoseconds", repeat, "type: u8")
		case "aligned", "aligned pairs":
			if part == "aligned pairs" {
				field("inner", "", "size: 2")
			}
			field("count", "", "type: compressed")
			field("len_padding", "", "type: u1")
			field("padding", "", "size: len_padding")
			field("elements", counted, element)
		case "extents", "elements":
			field(part, "", "type: value")
		}
	}
}
