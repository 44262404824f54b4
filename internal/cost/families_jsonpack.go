package cost

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"strings"
)

// Formats of package jsonpack.
const (
	// Packed is the format of documents by a schema, which a message does not have: they
	// are bytes that mean something under many.
	Packed = "documents by a schema"
	// PackedSchema is that of schemas, in JSON.
	PackedSchema = "schemas of documents"
)

// PackedFamilies returns the families of documents by a schema.
func PackedFamilies() []Family {
	count := func(n int) []byte { return binary.AppendUvarint(nil, uint64(n)) }
	list := func(item ...byte) func(int) []byte {
		return func(size int) []byte {
			n := size / len(item)
			return append(count(n), bytes.Repeat(item, n)...)
		}
	}
	all := []Family{
		{Name: "packed zeros", Make: list(0), Rows: true},
		{Name: "packed ones", Make: list(1), Rows: true},
		{Name: "packed twos", Make: list(2), Rows: true},
		{Name: "packed pairs", Make: list(1, 0), Rows: true},
		{Name: "packed numbers without an end", Make: list(0x80), Rows: true},
		{Name: "packed count of all", Make: func(size int) []byte { return append(bytes.Repeat(count(size), 3), make([]byte, size)...) }, Rows: true},
		{Name: "packed count of too much", Make: func(size int) []byte { return append(count(1<<30), make([]byte, size)...) }},
		{Name: "packed count without bytes", Make: func(size int) []byte { return append(count(size), count(1<<30)...) }},
		{Name: "packed text that is not UTF-8", Make: func(size int) []byte {
			return append(append([]byte{1}, count(size)...), bytes.Repeat([]byte{0xFF}, size)...)
		}},
	}
	for i := range all {
		all[i].Format = Packed
	}
	return all
}

// PackedSchemaFamilies returns the families of schemas.
func PackedSchemaFamilies() []Family {
	object := func(properties, order string) []byte {
		return []byte(`{"type":"object","properties":{` + properties + `},"order":[` + order + `]}`)
	}
	const part = `{"type":"bool"}`
	many := func(name func(i int) string) func(int) []byte {
		return func(size int) []byte {
			var properties, order strings.Builder
			for i := 0; properties.Len()+order.Len() < size; i++ {
				if i > 0 {
					properties.WriteByte(',')
					order.WriteByte(',')
				}
				fmt.Fprintf(&properties, "%q:"+part, name(i))
				fmt.Fprintf(&order, "%q", name(i))
			}
			return object(properties.String(), order.String())
		}
	}
	const hostile = "\u202eforged\u2028\u0085"
	long := strings.Repeat("k", 4000)
	all := []Family{
		{Name: "schema of many properties", Make: many(func(i int) string { return fmt.Sprintf("%07d", i) })},
		{Name: "schema of properties that are alike", Make: many(Alike)},
		{Name: "schema of long names", Make: many(func(i int) string { return long + fmt.Sprint(i) })},
		{Name: "schema with a name that is repeated", Make: func(size int) []byte {
			return object(`"k":`+part, `"k"`+strings.Repeat(`,"k"`, size/4))
		}},
		{Name: "schema with a name that is not a property", Make: func(size int) []byte {
			return object(`"k":`+part, `"`+strings.Repeat(hostile, size/len(hostile))+`"`)
		}},
		{Name: "schema of arrays nested", Make: func(size int) []byte {
			n := min(size/27, 9_000)
			return []byte(strings.Repeat(`{"type":"array","items":`, n) + part + strings.Repeat("}", n))
		}},
		{Name: "schema of objects nested, wrong inside", Make: func(size int) []byte {
			n := min(size/100, 4_000)
			return []byte(strings.Repeat(`{"type":"object","order":["k"],"properties":{"`+hostile+`":`, n) + `{"type":"` + hostile + `"}` + strings.Repeat("}}", n))
		}},
		{Name: "schema of an unknown type", Make: func(size int) []byte {
			return []byte(`{"type":"array","items":{"type":"` + strings.Repeat(hostile, size/len(hostile)) + `"}}`)
		}},
	}
	for i := range all {
		all[i].Format = PackedSchema
	}
	return all
}
