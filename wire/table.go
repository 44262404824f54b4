// Tables: arrays of objects that all have the same names, which are written once.

package wire

import (
	"github.com/beve-org/beve-go/internal/mem"
)

// Table is what stands before the values of a table. They follow at Cells, row
// after row.
type Table struct {
	Fields, Rows int
	// Names is where the first of the names lies; each is read by [ViewText].
	Names int
	Cells int
	named int // where they end
}

// NamesLen returns the bytes that the names take.
func (t *Table) NamesLen() int { return t.named - t.Names }

// AppendTable begins a table of rows times len(names) values, which must follow
// row after row. A table with rows has a name, names are unique and
// valid UTF-8.
func AppendTable(dst []byte, names []string, rows int) []byte {
	dst = AppendSize(append(dst, byte(HeaderTable)), len(names))
	for _, name := range names {
		dst = AppendText(dst, name)
	}
	return AppendSize(dst, rows)
}

// ReadTable reads the start of a table. The bytes left can hold its values.
func ReadTable(src []byte, off int) (t Table, err error) {
	if err := expect(src, off, HeaderTable); err != nil {
		return t, err
	}
	next := 0
	if t.Fields, next, err = ReadCount(src, off+1, 1); err != nil {
		return t, err
	}
	t.Names = next
	for range t.Fields {
		if _, next, err = ViewText(src, next); err != nil {
			return t, err
		}
	}
	if err := uniqueNames(src, t.Names, t.Fields); err != nil {
		return t, err
	}
	t.named = next
	t.Rows, t.Cells, err = readRows(src, next, t.Fields)
	return t, err
}

// readRows reads the number of rows.
func readRows(src []byte, off, fields int) (rows, next int, err error) {
	if fields > 0 {
		return ReadCount(src, off, fields)
	}
	u, next, err := ReadSize(src, off)
	if err == nil && u != 0 {
		err = malformed(off, "table of rows without fields")
	}
	return 0, next, err
}

// fewNames is how many names are compared with each other one by one.
const fewNames = 12

// uniqueNames checks that none of the n names at off, which have been read, is
// there twice.
func uniqueNames(src []byte, off, n int) error {
	if n <= fewNames {
		var names [fewNames][]byte
		for i := range n {
			start := off
			names[i], off, _ = ViewText(src, start)
			for _, before := range names[:i] {
				if string(before) == string(names[i]) {
					return malformed(start, "table with repeated names")
				}
			}
		}
		return nil
	}
	// Memory follows what has been read, and the map has a seed that input cannot
	// know.
	seen := map[string]struct{}{}
	count := 0
	for range n {
		start := off
		var name []byte
		name, off, _ = ViewText(src, start)
		seen[mem.String(name)] = struct{}{}
		if len(seen) == count {
			return malformed(start, "table with repeated names")
		}
		count++
	}
	return nil
}

// Name returns the name of a field, aliasing src. It walks over those before it.
func (t *Table) Name(src []byte, field int) []byte {
	name, off := []byte(nil), t.Names
	for range field + 1 {
		name, off, _ = ViewText(src, off)
	}
	return name
}

// Row appends row, whose values lie at off, as an object, and returns where the
// row ends. It takes what is in the values out of the budget. Where that is done for
// many rows, the names are for the caller to account for: see [Budget.Repeat].
func (t *Table) Row(dst, src []byte, off int, b *Budget) (out []byte, next int, err error) {
	dst = AppendObject(dst, t.Fields)
	name := t.Names
	for range t.Fields {
		from := name
		if _, name, err = ViewText(src, from); err != nil {
			return dst, off, err
		}
		if next, err = SkipWithin(src, off, b); err != nil {
			return dst, off, err
		}
		dst = append(append(dst, src[from:name]...), src[off:next]...)
		off = next
	}
	return dst, off, nil
}
