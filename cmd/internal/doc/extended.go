// Tables and indexed objects as the arrays and objects that they stand for.

package doc

import (
	"strconv"

	"github.com/beve-org/beve-go/wire"
)

// table is the start of a table, and its names.
type table struct {
	wire.Table
	names []string
}

// keptTables is how many tables a document remembers.
const keptTables = 1024

// table returns the table at off, which is read once and not for each of its rows.
func (d *Doc) table(off int) *table {
	if t := d.tables[off]; t != nil {
		return t
	}
	start, _ := wire.ReadTable(d.src, off)
	t := &table{Table: start, names: make([]string, start.Fields)}
	at := t.Names
	for i := range t.names {
		var name []byte
		name, at, _ = wire.ViewText(d.src, at)
		t.names[i] = string(name)
	}
	if d.tables == nil || len(d.tables) >= keptTables {
		d.tables = map[int]*table{}
	}
	d.tables[off] = t
	return t
}

// rows yields the rows of a table.
func (n Node) rows(yield func(string, Node) bool) {
	t := n.doc.table(n.off)
	off := t.Cells
	for i := range t.Rows {
		if !yield(strconv.Itoa(i), Node{doc: n.doc, form: row, off: off, table: n.off}) {
			return
		}
		for range t.Fields {
			off = n.doc.skip(off)
		}
	}
}

// cells yields the members of a row.
func (n Node) cells(yield func(string, Node) bool) {
	off := n.off
	for _, name := range n.doc.table(n.table).names {
		if !yield(name, n.doc.at(off)) {
			return
		}
		off = n.doc.skip(off)
	}
}

// appendRow appends a row as an object.
func (n Node) appendRow(dst []byte) []byte {
	dst = wire.AppendObject(dst, n.doc.table(n.table).Fields)
	for name, c := range n.Children() {
		dst = c.AppendBEVE(wire.AppendText(dst, name))
	}
	return dst
}

// indexed yields the members of an indexed object.
func (n Node) indexed(yield func(string, Node) bool) {
	x, _ := wire.OpenIndexed(n.doc.src, n.off)
	off := x.Data
	for range x.Len {
		name, err := x.Next(n.doc.src, off)
		if err != nil || !yield(string(name), n.doc.at(off)) {
			return
		}
		off = n.doc.skip(off)
	}
}
