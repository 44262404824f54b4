// Writing tables: slices of structs, and of maps with the same keys, whose names
// are written once.

package engine

import (
	"reflect"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/mem"
	"github.com/beve-org/beve-go/internal/shorttext"
	"github.com/beve-org/beve-go/internal/sorts"
	"github.com/beve-org/beve-go/wire"
)

// column is a field as the rows of a table have it: a value without a key. What
// op says about the header is settled once, not for each row.
type column struct {
	op    stepOp
	head  byte // the header, where it is always the same
	off   uint32
	run   int // how many columns from here on are scalars
	codec *codec
}

// tableColumns returns the columns of a struct, or nil if a slice of it cannot be a
// table: it has no members, it keeps unknown members, or it has members of embedded
// pointers, which a row could not leave out without writing null.
func (s *structCodec) tableColumns(p *profile) []column {
	if len(s.fields) == 0 || s.unknown != nil || s.reset {
		return nil
	}
	if !cleanNames(s.index.List()) {
		return nil
	}
	out := make([]column, len(s.fields))
	for i := range s.fields {
		f := &s.fields[i]
		op, head := stepFor(f.codec.op, &p.key)
		if op > stepString {
			op, head = stepCall, -1
		}
		out[i] = column{op: op, off: uint32(f.off), codec: f.codec}
		if head >= 0 {
			out[i].head = byte(head)
		}
	}
	for i := len(out) - 1; i >= 0; i-- {
		if c := &out[i]; c.op != stepCall && c.op != stepString {
			c.run = 1
			if i+1 < len(out) {
				c.run += out[i+1].run
			}
		}
	}
	return out
}

// tableSlice makes the slice or array codec k write tables where its elements
// allow that. n returns how many elements the variable has and where they are.
func (c *compiler) tableSlice(k *codec, n func(p mem.Pointer) (int, mem.Pointer)) {
	t := k.typ.Elem()
	if t.Kind() == reflect.Interface && t.NumMethod() == 0 {
		return // []any looks for itself; see appendAnyTable
	}
	elem, size, generic := c.compile(t), t.Size(), k.append
	var pointee *codec
	if t.Kind() == reflect.Pointer {
		pointee = c.compile(t.Elem())
	}
	k.stateless = false
	isMap := t.Kind() == reflect.Map && t.Key().Kind() == reflect.String
	k.append = func(e *encodeState, dst []byte, p mem.Pointer) []byte {
		rows, first := n(p)
		if rows < e.minRows || e.level >= fault.CycleLevel {
			return generic(e, dst, p)
		}
		at := func(i int) mem.Pointer { return first.Add(uintptr(i) * size) }
		switch {
		case elem.rows != nil && elem.rows.columns != nil:
			return e.appendStructs(dst, elem.rows, rows, at)
		case pointee != nil && pointee.rows != nil && pointee.rows.columns != nil && noneNil(rows, at):
			return e.appendStructs(dst, pointee.rows, rows, func(i int) mem.Pointer { return mem.Elem(at(i)) })
		case isMap && elem.keyed:
			if out, ok := e.appendMaps(dst, t, c.profile, rows, at); ok {
				return out
			}
		}
		return generic(e, dst, p)
	}
}

func noneNil(n int, at func(int) mem.Pointer) bool {
	for i := range n {
		if mem.Elem(at(i)).IsNil() {
			return false
		}
	}
	return true
}

// enterTable is enter for the two levels of a table.
func (e *encodeState) enterTable() bool {
	if !e.enter() {
		return false
	}
	return e.enter()
}

func (e *encodeState) leaveTable() { e.level -= 2 }

// appendStructs appends a table of structs.
func (e *encodeState) appendStructs(dst []byte, s *structCodec, rows int, at func(int) mem.Pointer) []byte {
	if !e.enterTable() {
		return nil
	}
	dst = wire.AppendTable(dst, s.index.List(), rows)
	ahead := mem.Foresee(dst, rows)
	for i := range rows {
		dst = ahead.Room(dst, i)
		if dst = s.appendRow(e, dst, at(i)); dst == nil {
			return e.inIndex(i)
		}
	}
	e.leaveTable()
	return dst
}

// cellRoom is more than a value of bounded size takes.
const cellRoom = 24

// appendRow writes the members of the struct at p without their keys.
func (s *structCodec) appendRow(e *encodeState, dst []byte, p mem.Pointer) []byte {
	n := len(dst)
	dst = dst[:cap(dst)]
	for i := 0; i < len(s.columns); i++ {
		c := &s.columns[i]
		if len(dst)-n < cellRoom*(c.run+1) {
			dst = mem.Grow(dst[:n], cellRoom*(len(s.columns)-i+1))
			dst = dst[:cap(dst)]
		}
		switch c.op {
		case stepCall:
			if dst = c.codec.append(e, dst[:n], p.Add(uintptr(c.off))); dst == nil {
				return e.inKey(s.fields[i].name)
			}
			n = len(dst)
			dst = dst[:cap(dst)]
		case stepString:
			text := *mem.Ref[string](p.Add(uintptr(c.off)))
			if len(dst)-n < len(text)+textRoom {
				dst = mem.Grow(dst[:n], len(text)+textRoom)
				dst = dst[:cap(dst)]
			}
			mem.PutByte(dst, n, c.head)
			if n = shorttext.Put(dst, n+1, text); n < 0 {
				e.fail("string", fault.ErrUTF8)
				return e.inKey(s.fields[i].name)
			}
		default:
			n = putCells(dst, n, p, s.columns[i:i+c.run])
			i += c.run - 1
		}
	}
	return dst[:n]
}

// putCells stores scalars at dst[n:], which has room. Like putMembers it calls nothing
// that is not inlined, so that the loop stays in registers.
func putCells(dst []byte, n int, p mem.Pointer, columns []column) int {
	for i := range columns {
		c := &columns[i]
		q := p.Add(uintptr(c.off))
		mem.PutByte(dst, n, c.head)
		switch c.op {
		case stepBool:
			mem.PutByte(dst, n, byte(wire.HeaderFalse)|*mem.Ref[uint8](q)<<4)
			n++
		case step8:
			mem.PutByte(dst, n+1, *mem.Ref[uint8](q))
			n += 2
		case step16:
			mem.PutWord(dst, n+1, uint64(*mem.Ref[uint16](q)))
			n += 3
		case step32:
			mem.PutWord(dst, n+1, uint64(*mem.Ref[uint32](q)))
			n += 5
		case step64:
			mem.PutWord(dst, n+1, *mem.Ref[uint64](q))
			n += 9
		case stepInt16:
			n = putInt(dst, n, int64(*mem.Ref[int16](q)))
		case stepInt32:
			n = putInt(dst, n, int64(*mem.Ref[int32](q)))
		case stepInt64:
			n = putInt(dst, n, *mem.Ref[int64](q))
		case stepUint16:
			n = putUint(dst, n, uint64(*mem.Ref[uint16](q)))
		case stepUint32:
			n = putUint(dst, n, uint64(*mem.Ref[uint32](q)))
		default:
			n = putUint(dst, n, *mem.Ref[uint64](q))
		}
	}
	return n
}

// appendMaps appends a table of maps with string keys, if all of them have the
// same keys, and at least one.
func (e *encodeState) appendMaps(dst []byte, t reflect.Type, p *profile, rows int, at func(int) mem.Pointer) (out []byte, ok bool) {
	first := reflect.NewAt(t, at(0).Unsafe()).Elem()
	if first.Len() == 0 {
		return dst, false
	}
	names := make([]string, 0, first.Len())
	for it := first.MapRange(); it.Next(); {
		names = append(names, it.Key().String())
	}
	sorts.Strings(names)
	keys := make([]reflect.Value, len(names))
	for i, name := range names {
		keys[i] = reflect.New(t.Key()).Elem()
		keys[i].SetString(name)
	}
	for i := 1; i < rows; i++ {
		m := reflect.NewAt(t, at(i).Unsafe()).Elem()
		if m.Len() != len(keys) {
			return dst, false
		}
		for _, key := range keys {
			if !m.MapIndex(key).IsValid() {
				return dst, false
			}
		}
	}
	if !cleanNames(names) {
		return dst, false
	}
	if !e.enterTable() {
		return nil, true
	}
	if !e.validNames(names) {
		return e.inIndex(0), true // they are those of the first row
	}
	dst = wire.AppendTable(dst, names, rows)
	elem := p.codecFor(t.Elem())
	cell := reflect.New(t.Elem())
	for i := range rows {
		m := reflect.NewAt(t, at(i).Unsafe()).Elem()
		for j, key := range keys {
			cell.Elem().Set(m.MapIndex(key))
			if dst = elem.append(e, dst, mem.From(cell.UnsafePointer())); dst == nil {
				e.failed.InKey(names[j])
				return e.inIndex(i), true
			}
		}
	}
	e.leaveTable()
	return dst, true
}

// cleanNames reports whether a table of these names is read as one: see
// [wire.TypeTagAt].
func cleanNames(names []string) bool {
	for _, name := range names {
		if !wire.CleanName(name) {
			return false
		}
	}
	return true
}

// validNames fails unless all names are text.
func (e *encodeState) validNames(names []string) bool {
	for _, name := range names {
		if !wire.ValidText(mem.Bytes(name)) {
			e.fail("string", fault.ErrUTF8)
			e.failed.InKey(name)
			return false
		}
	}
	return true
}

// appendAnyTable appends a []any as a table if all elements are map[string]any
// with the same keys, and at least one.
func (e *encodeState) appendAnyTable(dst []byte, s []any) (out []byte, ok bool) {
	first, ok := s[0].(map[string]any)
	if !ok || len(first) == 0 || e.level >= fault.CycleLevel {
		return dst, false
	}
	for _, v := range s[1:] {
		m, ok := v.(map[string]any)
		if !ok || len(m) != len(first) {
			return dst, false
		}
		for key := range first {
			if _, ok := m[key]; !ok {
				return dst, false
			}
		}
	}
	names := make([]string, 0, len(first))
	for key := range first {
		names = append(names, key)
	}
	sorts.Strings(names)
	if !cleanNames(names) {
		return dst, false
	}
	if !e.enterTable() {
		return nil, true
	}
	if !e.validNames(names) {
		return e.inIndex(0), true // they are those of the first row
	}
	dst = wire.AppendTable(dst, names, len(s))
	for i, v := range s {
		m := v.(map[string]any)
		for _, name := range names {
			if dst = e.appendAny(dst, m[name]); dst == nil {
				e.failed.InKey(name)
				return e.inIndex(i), true
			}
		}
	}
	e.leaveTable()
	return dst, true
}
