// Reading tables: which member of the target a column goes into is found out once,
// and then rows are read value by value.

package engine

import (
	"reflect"
	"time"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/mem"
	"github.com/beve-org/beve-go/wire"
)

// errApart ends an attempt at a row whose names do not stand before it, for what reads rows as objects.
var errApart = fault.Because(fault.ErrUnsupported, "a row without its table")

// tableReader is a table that is being read.
type tableReader struct {
	wire.Table
	off  int    // of the table, -1 where the rows are those of a stream
	head []byte // that Names lie in: what is read of, unless it is a stream
	// For structs, what the columns are for target.
	target  *structCodec
	cells   []cell
	seen    progress
	few     [16]cell
	names   []string // for maps
	scratch []byte   // for targets that read a row as an object
}

// cell is one column as a struct reads it.
type cell struct {
	op     op
	scalar bool // for readCells
	off    uint32
	index  int32 // of the member; -1 where no field takes the column
	codec  *codec
}

// rowFunc reads the row whose values start at off into the variable at p.
type rowFunc func(d *decodeState, t *tableReader, off int, p mem.Pointer) int

// openTable reads the start of the table at off into a reader that closeTable
// gives back.
func (d *decodeState) openTable(off int) (*tableReader, error) { return d.openTableOf(d.src, off) }

// openTableOf is openTable for a message of which d sees the first bytes only: the
// others have to pay for the rows.
func (d *decodeState) openTableOf(src []byte, off int) (*tableReader, error) {
	start, err := wire.ReadTable(src, off)
	if err != nil {
		return nil, err
	}
	var t *tableReader
	if n := len(d.tables); n > 0 {
		t = d.tables[n-1]
		d.tables = d.tables[:n-1]
	} else {
		t = new(tableReader)
	}
	t.Table, t.off, t.head = start, off, src
	t.target, t.names = nil, t.names[:0]
	return t, nil
}

// keptTables is how many readers a decoder keeps.
const keptTables = 8

func (d *decodeState) closeTable(t *tableReader) {
	t.head = nil
	if len(d.tables) < keptTables && cap(t.scratch) <= mem.MaxKept && cap(t.names) <= 1024 {
		clear(t.names[:cap(t.names)])
		d.tables = append(d.tables, t)
	}
}

// readRows decodes the rows of a into the variables that at addresses.
func (d *decodeState) readRows(off int, a *elements, elem *codec, n int, at func(int) mem.Pointer) int {
	t, next := a.table, a.Next
	if n == 0 {
		d.closeTable(t)
		return next
	}
	if !d.budget.EnterTable(n, t.Fields) {
		return d.Fail(off, "", d.budget.Err())
	}
	for i := range n {
		p := at(i)
		if p.IsNil() {
			return -1
		}
		if next = d.readRow(elem, t, next, p); next < 0 {
			return d.InIndex(i)
		}
	}
	d.budget.LeaveTable()
	d.closeTable(t)
	return next
}

// readRow decodes one row into the variable at p.
func (d *decodeState) readRow(elem *codec, t *tableReader, off int, p mem.Pointer) int {
	if elem.rowRead != nil {
		return elem.rowRead(d, t, off, p)
	}
	if t.off < 0 {
		return d.Fail(off, "", errApart)
	}
	// Whatever else reads an object reads one made of the row.
	if !d.repeat(off, t.NamesLen()) {
		return -1
	}
	b := d.budget // what is in the row is counted when it is read
	out, next, err := t.Row(t.scratch[:0], d.src, off, &b)
	t.scratch = out
	if err != nil {
		return d.Fail(off, elem.typ.String(), err)
	}
	src, noCopy := d.src, d.noCopy
	d.src, d.noCopy = out, false
	// The object takes the level and the elements that the table has taken.
	d.budget.LeaveRow(t.Fields)
	end := elem.read(d, 0, p)
	d.src, d.noCopy = src, noCopy
	if end < 0 {
		d.Move(off)
		return -1
	}
	d.budget.EnterRow()
	return next
}

// repeat accounts for n bytes of names that are copied, or looked up in a map, once more.
func (d *decodeState) repeat(off, n int) bool {
	if d.budget.Repeat(n, 1, int64(len(d.whole))) {
		return true
	}
	d.Fail(off, "", d.budget.Err())
	return false
}

// pointerRow makes a codec of pointers read rows: into what they point to.
func pointerRow(elem *codec) rowFunc {
	size := int(elem.typ.Size())
	return func(d *decodeState, t *tableReader, off int, p mem.Pointer) int {
		q := mem.Elem(p)
		if !q.IsNil() {
			return d.readRow(elem, t, off, q)
		}
		if !d.charge(size) {
			return -1
		}
		q = d.new(elem.typ)
		stale := d.stale
		d.stale = false
		next := d.readRow(elem, t, off, q)
		d.stale = stale
		if next >= 0 {
			mem.SetElem(p, q)
		}
		return next
	}
}

// plan finds the members for the columns of t.
func (s *structCodec) plan(d *decodeState, t *tableReader) bool {
	t.target, t.cells = s, t.few[:0]
	t.seen = progress{}
	t.seen.Hold(len(s.members))
	if t.Fields > len(t.few) {
		if !d.charge(t.Fields * int(reflect.TypeFor[cell]().Size())) {
			return false
		}
		t.cells = make([]cell, 0, t.Fields)
	}
	at, expected := t.Names, 0
	for range t.Fields {
		from := at
		var name []byte
		name, at, _ = wire.ViewText(t.head, from)
		i := expected
		if i >= len(s.members) || s.members[i].name != string(name) {
			i = s.index.Find(name)
		}
		if i < 0 {
			if d.rejectUnknown && s.unknown == nil {
				d.Fail(from, s.typ.String(), fault.UnknownField(string(name)))
				d.InKey(string(name))
				return false
			}
			t.cells = append(t.cells, cell{index: -1})
			continue
		}
		m := &s.members[i]
		t.cells = append(t.cells, cell{op: m.op, scalar: m.op >= opBool && m.op <= opFloat64, off: m.off,
			index: int32(i), codec: m.codec})
		t.seen.Add(i)
		expected = i + 1
	}
	return true
}

// readRow reads a row into the struct at p.
func (s *structCodec) readRow(d *decodeState, t *tableReader, off int, p mem.Pointer) int {
	if t.target != s && !s.plan(d, t) {
		return -1
	}
	if d.stale {
		s.renew(p)
	}
	start, src := off, d.src
	for i := 0; i < len(t.cells); i++ {
		if t.cells[i].scalar {
			next, done := readCells(src, off, p, t.cells[i:])
			if off, i = next, i+done; i == len(t.cells) {
				break
			}
		}
		c := &t.cells[i]
		q := p.Add(uintptr(c.off))
		if c.op == opTime && off < len(src) && wire.Header(src[off]) == wire.HeaderTime && src[min(off+1, len(src)-1)] > 1 {
			stamp, next, err := wire.ReadTimestamp(src, off)
			if err == nil && d.setTime(off, mem.Ref[time.Time](q), stamp) {
				off = next
				continue
			}
		}
		if c.op == opString && len(src)-off >= lookahead && wire.Header(src[off]) == wire.HeaderString {
			if size := int(src[off+1]); size&3 == 0 && size>>2 <= len(src)-off-2 {
				text := src[off+2 : off+2+size>>2]
				if wire.ValidText(text) {
					d.setString(mem.Ref[string](q), text)
					off += 2 + size>>2
					continue
				}
			}
		}
		if c.index < 0 {
			next, err := d.skip(off)
			if err != nil {
				d.Fail(off, "", err)
				return d.InKey(string(t.Name(t.head, i)))
			}
			if s.unknown != nil {
				name, none := d.namesOf(t)[i], progress{} // names of a table are not repeated
				if !d.repeat(off, len(name)) || !s.unknown.keepNamed(d, off, p, name, src[off:next], &none) {
					return d.InKey(name)
				}
			}
			off = next
			continue
		}
		if off = c.codec.read(d, off, q); off < 0 {
			return d.InKey(s.members[c.index].name)
		}
	}
	if d.stale || d.requireAll && s.required {
		return s.finish(d, start, off, p, &t.seen)
	}
	return off
}

// The bits of a header that hold the width of an integer of up to eight bytes.
const (
	widths     wire.Header = 3 << widthShift
	widthShift             = 5
)

// readCells reads values that are scalars as long as they are of the usual form and
// clear of the end of the input, and returns how many it has done. Like readRun it
// calls nothing that is not inlined, and leaves the rest to its caller.
func readCells(src []byte, off int, p mem.Pointer, cells []cell) (next, done int) {
	for i := range cells {
		c := &cells[i]
		if !c.scalar || off+lookahead > len(src) {
			return off, i
		}
		q := p.Add(uintptr(c.off))
		h := wire.Header(mem.Byte(src, off))
		var v int64
		n := 0
		switch c.op {
		case opFloat64:
			if h != wire.HeaderFloat64 {
				return off, i
			}
			*mem.Ref[uint64](q) = mem.Word(src, off+1)
			off += 9
			continue
		case opFloat32:
			if h != wire.HeaderFloat32 {
				return off, i
			}
			*mem.Ref[uint32](q) = mem.Word32(src, off+1)
			off += 5
			continue
		case opBool:
			if h&^0x10 != wire.HeaderFalse {
				return off, i
			}
			*mem.Ref[bool](q) = h == wire.HeaderTrue
			off++
			continue
		case opInt64, opInt32, opInt16, opInt8, opInt:
			// Widths come in no order that a processor could foresee, so the value is
			// shifted into place and not branched for.
			if h&^widths != wire.HeaderInt8 {
				return off, i
			}
			n = 1 << (h >> widthShift)
			unused := 64 - 8*n
			v = int64(mem.Word(src, off+1)<<(unused&63)) >> (unused & 63)
		default:
			if h&^widths != wire.HeaderUint8 {
				return off, i
			}
			n = 1 << (h >> widthShift)
			unused := 64 - 8*n
			v = int64(mem.Word(src, off+1) << (unused & 63) >> (unused & 63))
		}
		switch c.op {
		case opInt64, opUint64:
			*mem.Ref[int64](q) = v
		case opInt:
			if int64(int(v)) != v {
				return off, i
			}
			*mem.Ref[int](q) = int(v)
		case opInt32:
			if int64(int32(v)) != v {
				return off, i
			}
			*mem.Ref[int32](q) = int32(v)
		case opInt16:
			if int64(int16(v)) != v {
				return off, i
			}
			*mem.Ref[int16](q) = int16(v)
		case opInt8:
			if int64(int8(v)) != v {
				return off, i
			}
			*mem.Ref[int8](q) = int8(v)
		case opUint32:
			if uint64(uint32(v)) != uint64(v) {
				return off, i
			}
			*mem.Ref[uint32](q) = uint32(v)
		case opUint16:
			if uint64(uint16(v)) != uint64(v) {
				return off, i
			}
			*mem.Ref[uint16](q) = uint16(v)
		case opUint8:
			if uint64(uint8(v)) != uint64(v) {
				return off, i
			}
			*mem.Ref[uint8](q) = uint8(v)
		default: // opUint, opUintptr
			if uint64(uint(v)) != uint64(v) {
				return off, i
			}
			*mem.Ref[uint](q) = uint(v)
		}
		off += 1 + n
	}
	return off, len(cells)
}

// readTable decodes the table a into v, whose memory is given at once: the rows
// are known, and what they are worth is charged before.
func (s *sliceCodec) readTable(d *decodeState, off int, a *elements, v *mem.Slice) int {
	if a.Len == 0 {
		d.closeTable(a.table)
		s.empty(v)
		return a.Next
	}
	stale, kept := d.stale, s.recycle(v, a.Len)
	if a.Len > v.Cap {
		if !d.charge(a.Len * int(s.size)) {
			return -1
		}
		if d.arena == nil || !d.arena.slice(v, s.typ.Elem(), a.Len) {
			s.make(v, a.Len)
		}
		kept = 0
	}
	if kept == 0 && s.elem.rowStruct != nil {
		d.stale = false
		next := d.readStructs(off, a, s.elem.rowStruct, v, s.size)
		d.stale = stale
		return next
	}
	next := d.readRows(off, a, s.elem, a.Len, func(i int) mem.Pointer {
		d.stale = i < kept
		v.Len = i + 1
		return v.At(i, s.size)
	})
	d.stale = stale
	return next
}

// readStructs is readRows for structs in new memory.
func (d *decodeState) readStructs(off int, a *elements, s *structCodec, v *mem.Slice, size uintptr) int {
	t, next := a.table, a.Next
	if !d.budget.EnterTable(a.Len, t.Fields) {
		return d.Fail(off, "", d.budget.Err())
	}
	for i := range a.Len {
		v.Len = i + 1
		if next = s.readRow(d, t, next, v.At(i, size)); next < 0 {
			return d.InIndex(i)
		}
	}
	d.budget.LeaveTable()
	d.closeTable(t)
	return next
}

// namesOf returns the names of the columns as strings, made once for all rows.
func (d *decodeState) namesOf(t *tableReader) []string {
	if len(t.names) == 0 {
		at := t.Names
		for range t.Fields {
			var name []byte
			name, at, _ = wire.ViewText(t.head, at)
			t.names = append(t.names, d.string(name))
		}
	}
	return t.names
}

// mapRow makes rows of maps with string keys.
func mapRow[V any](readElem func(*decodeState, int) (V, int)) rowFunc {
	return func(d *decodeState, t *tableReader, off int, p mem.Pointer) int {
		m := mem.Ref[map[string]V](p)
		if !readyMap(d, m, t.Fields) || !d.repeat(off, t.NamesLen()) {
			return -1
		}
		stale := d.stale
		d.stale = false
		next := readMapRow(d, t, off, *m, readElem)
		d.stale = stale
		return next
	}
}

func readMapRow[V any](d *decodeState, t *tableReader, off int, m map[string]V, readElem func(*decodeState, int) (V, int)) int {
	for _, name := range d.namesOf(t) {
		v, next := readElem(d, off)
		if next < 0 {
			return d.InKey(name)
		}
		m[name], off = v, next
	}
	return off
}

// anyTable decodes a table into what an array of objects gives.
func (d *decodeState) anyTable(off int) (any, int) {
	t, err := d.openTable(off)
	if err != nil {
		return nil, d.Fail(off, "", err)
	}
	if !d.charge(24 + 16*t.Rows) {
		return nil, -1
	}
	s, next := make([]any, t.Rows), t.Cells
	if t.Rows > 0 {
		// A map computes the hash of a key each time.
		if !d.budget.EnterTable(t.Rows, t.Fields) || !d.budget.Repeat(t.NamesLen(), t.Rows, int64(len(d.whole))) {
			return nil, d.Fail(off, "", d.budget.Err())
		}
		for i := range s {
			if !d.charge(mapCost(t.Fields)) {
				return nil, -1
			}
			m := make(map[string]any, t.Fields)
			if next = readMapRow(d, t, next, m, (*decodeState).any); next < 0 {
				return nil, d.InIndex(i)
			}
			s[i] = m
		}
		d.budget.LeaveTable()
	}
	d.closeTable(t)
	return s, next
}

// anyRow reads a row into an interface.
func anyRow(d *decodeState, t *tableReader, off int, p mem.Pointer) int {
	target := mem.Ref[any](p)
	if *target != nil && !d.stale {
		if v := reflect.ValueOf(target).Elem().Elem(); v.Kind() == reflect.Pointer && !v.IsNil() && v.UnsafePointer() != p.Unsafe() {
			return d.readRow(d.profile.codecFor(v.Type().Elem()), t, off, mem.From(v.UnsafePointer()))
		}
	}
	if !d.charge(mapCost(t.Fields)) || !d.repeat(off, t.NamesLen()) {
		return -1
	}
	m := make(map[string]any, t.Fields)
	stale := d.stale
	d.stale = false
	next := readMapRow(d, t, off, m, (*decodeState).any)
	d.stale = stale
	if next >= 0 {
		*target = m
	}
	return next
}
