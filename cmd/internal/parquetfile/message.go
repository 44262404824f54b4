package parquetfile

import "encoding/binary"

// This file writes Thrift's compact protocol.

// The types of fields that readers tell apart, besides those of compact.
const (
	typeInt16 = 4
	typeInt32 = 5
)

// message is a struct that is written. The fields of each struct are written in order of
// their numbers, and belong to types that the schema of Parquet gives them: readers skip
// what has another.
type message struct {
	out  []byte
	last int // field of the struct that is open
}

// group writes a struct.
func (m *message) group(fields func()) {
	last := m.last
	m.last = 0
	fields()
	m.out = append(m.out, 0)
	m.last = last
}

func (m *message) field(id int, t byte) {
	if delta := id - m.last; delta < 16 {
		m.out = append(m.out, byte(delta)<<4|t)
	} else {
		m.out = m.appendInt(append(m.out, t), int64(id))
	}
	m.last = id
}

func (m *message) appendInt(dst []byte, v int64) []byte {
	return binary.AppendUvarint(dst, uint64(v<<1^v>>63))
}

// in writes a field that is a struct.
func (m *message) in(id int, fields func()) {
	m.field(id, typeStruct)
	m.group(fields)
}

// empty writes a field that is a struct without fields.
func (m *message) empty(id int) { m.in(id, func() {}) }

func (m *message) bool(id int, v bool) {
	if v {
		m.field(id, typeTrue)
	} else {
		m.field(id, typeFalse)
	}
}

func (m *message) int8(id int, v int8) {
	m.field(id, typeInt8)
	m.out = append(m.out, byte(v))
}

func (m *message) int16(id int, v int16) {
	m.field(id, typeInt16)
	m.out = m.appendInt(m.out, int64(v))
}

func (m *message) int32(id int, v int32) {
	m.field(id, typeInt32)
	m.out = m.appendInt(m.out, int64(v))
}

func (m *message) int64(id int, v int64) {
	m.field(id, typeInt64)
	m.out = m.appendInt(m.out, v)
}

func (m *message) text(id int, s string) {
	m.field(id, typeBinary)
	m.appendText(s)
}

func (m *message) appendText(s string) {
	m.out = binary.AppendUvarint(m.out, uint64(len(s)))
	m.out = append(m.out, s...)
}

// list begins a list of n elements of a type, which follow.
func (m *message) list(id int, t byte, n int) {
	m.field(id, typeList)
	if n < 15 {
		m.out = append(m.out, byte(n)<<4|t)
		return
	}
	m.out = binary.AppendUvarint(append(m.out, 15<<4|t), uint64(n))
}

// structs writes a list of n structs.
func (m *message) structs(id, n int, fields func(i int)) {
	m.list(id, typeStruct, n)
	for i := range n {
		m.group(func() { fields(i) })
	}
}

func (m *message) int32s(id int, values ...int32) {
	m.list(id, typeInt32, len(values))
	for _, v := range values {
		m.out = m.appendInt(m.out, int64(v))
	}
}

func (m *message) int64s(id, n int, value func(i int) int64) {
	m.list(id, typeInt64, n)
	for i := range n {
		m.out = m.appendInt(m.out, value(i))
	}
}

func (m *message) texts(id, n int, value func(i int) string) {
	m.list(id, typeBinary, n)
	for i := range n {
		m.appendText(value(i))
	}
}

func (m *message) bools(id, n int, value func(i int) bool) {
	m.list(id, typeTrue, n)
	for i := range n {
		b := byte(typeFalse)
		if value(i) {
			b = typeTrue
		}
		m.out = append(m.out, b)
	}
}
