// Tables and indexed objects as the arrays and objects that they stand for.

package doc

import (
	"strconv"

	"github.com/beve-org/beve-go/wire"
)

// rows yields the rows of a table.
func (n Node) rows(yield func(string, Node) bool) {
	t, _ := wire.ReadTable(n.doc.src, n.off)
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
	t, _ := wire.ReadTable(n.doc.src, n.table)
	off, at := n.off, t.Names
	for range t.Fields {
		var name []byte
		name, at, _ = wire.ViewText(n.doc.src, at)
		if !yield(string(name), n.doc.at(off)) {
			return
		}
		off = n.doc.skip(off)
	}
}

// appendRow appends a row as an object.
func (n Node) appendRow(dst []byte) []byte {
	t, _ := wire.ReadTable(n.doc.src, n.table)
	dst = wire.AppendObject(dst, t.Fields)
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
