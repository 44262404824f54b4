// Slices and arrays whose elements have a header each, in generated decoders.

package beverun

import (
	"github.com/beve-org/beve-go/internal/lists"
	"github.com/beve-org/beve-go/internal/mem"
	"github.com/beve-org/beve-go/wire"
)

// ElementFunc reads the value at off into *v.
type ElementFunc[T any] func(d *Decoder, off int, v *T) int

// elements is an array value of any form, or a table.
type elements struct {
	lists.List
	table   *tableRows
	scratch []byte
}

// openElements reads the start of an array value of any form.
func (d *Decoder) openElements(off int, a *elements) (err error) {
	if src := d.Src; off >= 0 && off < len(src)-1 && wire.Header(src[off]) == wire.HeaderArray && src[off+1]&3 == 0 {
		if n := int(src[off+1] >> 2); n <= len(src)-off-2 { // what Open does for most arrays
			a.Header, a.Len, a.Next = wire.HeaderArray, n, off+2
			return nil
		}
	}
	if err = a.Open(d.Src, off, &d.Budget); err == nil && a.Header.Kind() == wire.KindTable {
		if wire.TypeTagAt(d.Src, off, d.Budget.TypeTags()) {
			return lists.NotArray(off, "a type tag")
		}
		if a.table, err = d.openTable(off); err == nil {
			a.Len, a.Next = a.table.Rows, a.table.Cells
		}
	}
	return err
}

// tableRows is a table whose rows are read as objects. Its names are found once: a
// row must not cost what the names take.
type tableRows struct {
	wire.Table
	names [][]byte // aliasing the input
	kept  []string // the same as keys of maps, when they are first needed
}

// openTable reads the start of the table at off.
func (d *Decoder) openTable(off int) (*tableRows, error) {
	table, err := wire.ReadTable(d.Src, off)
	if err != nil {
		return nil, err
	}
	t := &tableRows{Table: table}
	if !d.Charge(t.Fields * mem.SizeOf[[]byte]()) {
		return nil, d.failed.Err
	}
	t.names = make([][]byte, t.Fields)
	at := t.Names
	for i := range t.names {
		t.names[i], at, _ = wire.ViewText(d.Src, at) // which ReadTable has done
	}
	return t, nil
}

// keys returns the names as keys of maps.
func (t *tableRows) keys(d *Decoder) []string {
	if t.kept == nil && d.Charge(len(t.names)*mem.SizeOf[string]()) {
		t.kept = make([]string, len(t.names))
		for i, name := range t.names {
			t.kept[i] = d.string(name)
		}
	}
	return t.kept
}

// readPacked reads element i of a packed array or of a table, whose values have no
// header of their own, by giving it one: read then reads a message of that one
// value. Where rows are objects to it, a row is read where it lies.
func readPacked[T any](d *Decoder, off int, a *elements, i int, v *T, rows bool, read ElementFunc[T]) int {
	src, noCopy := d.Src, d.NoCopy
	from, next := a.Offset(i, a.Next), a.Next
	repeated := false
	switch a.Header.Kind() {
	case wire.KindTable:
		if rows {
			d.row = a.table
			a.Next = read(d, from, v)
			d.row = nil
			return a.Next
		}
		if !d.Budget.Repeat(a.table.NamesLen(), 1, int64(len(d.Whole))) {
			return d.Fail(from, "", d.Budget.Err())
		}
		b := d.Budget // what is in the row is counted when it is read
		out, end, err := a.table.Row(a.scratch[:0], src, from, &b)
		if a.scratch = out; err != nil {
			return d.Fail(from, "", err)
		}
		next, repeated = end, true
		// The object takes the level and the elements that the table has taken.
		d.Budget.LeaveRow(a.table.Fields)
	case wire.KindStringArray:
		text, end, err := wire.ViewText(src, from)
		if err != nil {
			return d.Fail(from, "", err)
		}
		a.scratch, next = wire.AppendString(a.scratch[:0], mem.String(text)), end
	default:
		a.scratch = a.AppendElement(a.scratch[:0], i)
	}
	// The message of one value does not outlive this call.
	d.Src, d.NoCopy = a.scratch, false
	end := read(d, 0, v)
	d.Src, d.NoCopy = src, noCopy
	if end < 0 {
		d.failed.Move(from)
		return -1
	}
	if repeated {
		d.Budget.EnterRow()
	}
	a.Next = next
	return next
}

// enterElements takes the elements of a out of the budget.
func (d *Decoder) enterElements(off int, a *elements) bool {
	switch a.Header.Kind() {
	case wire.KindArray, wire.KindStringArray:
		return d.enter(off, a.Len)
	case wire.KindTable:
		if !d.Budget.EnterTable(a.Len, a.table.Fields) {
			d.Fail(off, "", d.Budget.Err())
			return false
		}
	}
	return true
}

func (d *Decoder) leaveElements(a *elements) {
	switch a.Header.Kind() {
	case wire.KindArray, wire.KindStringArray:
		d.Budget.Leave()
	case wire.KindTable:
		d.Budget.LeaveTable()
	}
}

// ReadSlice reads an array of any form into *s, whose elements read reads. least is
// what an element takes on the wire as a rule, at least; it sizes the first
// allocation. rows says that read takes objects, name is the type of the slice.
func ReadSlice[S ~[]T, T any](d *Decoder, off int, s *S, least int, rows bool, name string, read ElementFunc[T]) int {
	if off < len(d.Src) && wire.Header(d.Src[off]) == wire.HeaderNull && d.row == nil {
		*s = nil
		return off + 1
	}
	var a elements
	if err := d.openElements(off, &a); err != nil {
		return d.Fail(off, name, err)
	}
	if a.Len == 0 {
		if *s == nil {
			*s = S{}
		}
		*s = (*s)[:0]
		return a.Next
	}
	if !d.enterElements(off, &a) {
		return -1
	}
	// Elements may lead back to this very slice, so it is set only in the end. The
	// old ones may be decoded into, but not what lies beyond the length: there can
	// be copies of them, left where elements were deleted.
	v, stale, kept := *s, d.Stale, len(*s)
	if most := min(a.Len, cap(v)); kept < most {
		clear(v[kept:most])
	}
	v = v[:0]
	next := a.Next
	for i := 0; i < a.Len; {
		if i == cap(v) {
			size, used, left := mem.SizeOf[T](), i, len(d.Whole)-off // a byte for each element of a packed array
			if a.Header == wire.HeaderArray {
				used, left = next-a.Next, len(d.Whole)-next
			}
			c := d.Memory.Room(i, a.Len, size, least, used, left)
			if !d.Charge(c * max(size, 1)) {
				*s = v
				return -1
			}
			v = append(make(S, 0, c), v...)
		}
		end := min(a.Len, cap(v))
		if d.Stale = i < kept; d.Stale {
			end = min(end, kept)
		}
		v = v[:end]
		if a.Header == wire.HeaderArray {
			for ; i < end; i++ {
				if next = read(d, next, &v[i]); next < 0 {
					*s = v[:i+1]
					return d.InIndex(i)
				}
			}
			continue
		}
		for ; i < end; i++ {
			if next = readPacked(d, off, &a, i, &v[i], rows, read); next < 0 {
				*s = v[:i+1]
				return d.InIndex(i)
			}
		}
	}
	*s = v
	d.Stale = stale
	d.leaveElements(&a)
	return next
}

// ReadArrayOf reads an array of any form and of exactly len(s) elements into s.
// name is the type of the array.
func ReadArrayOf[T any](d *Decoder, off int, s []T, rows bool, name string, read ElementFunc[T]) int {
	if next, ok := d.null(off); ok {
		clear(s)
		return next
	}
	var a elements
	if err := d.openElements(off, &a); err != nil {
		return d.Fail(off, name, err)
	}
	if a.Len != len(s) {
		return d.wrongLength(off, name, a.Len, len(s))
	}
	if a.Len == 0 {
		return a.Next
	}
	if !d.enterElements(off, &a) {
		return -1
	}
	next := a.Next
	for i := range s {
		if a.Header == wire.HeaderArray {
			next = read(d, next, &s[i])
		} else {
			next = readPacked(d, off, &a, i, &s[i], rows, read)
		}
		if next < 0 {
			return d.InIndex(i)
		}
	}
	d.leaveElements(&a)
	return next
}
