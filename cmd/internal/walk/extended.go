// Indexed objects and tables: their names come before all values, so they are part
// of the container's own bytes.

package walk

import (
	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/wire"
)

// indexed passes over an indexed object.
func (w *Walker) indexed(off int) (next int, err error) {
	x, err := wire.OpenIndexed(w.src, off)
	if err != nil {
		return off, err
	}
	it := Item{Header: wire.HeaderIndexed, Off: off, End: x.Data, Children: x.Len}
	if ok, err := w.enter(&it); !ok {
		return x.Data, err
	}
	next = x.Data
	for range x.Len {
		name, err := x.Next(w.src, next)
		if err != nil {
			return off, err
		}
		if next, err = w.part(string(name), next); err != nil {
			return off, err
		}
	}
	if err := x.Check(w.src, next); err != nil {
		return off, err
	}
	return w.leave(it, next)
}

// table passes over a table, row by row.
func (w *Walker) table(off int) (next int, err error) {
	t, err := wire.ReadTable(w.src, off)
	if err != nil {
		return off, err
	}
	it := Item{Header: wire.HeaderTable, Off: off, End: t.Cells, Children: t.Rows, Fields: t.Fields}
	it.Depth = len(w.path)
	if err := w.Visit(it); err != nil || t.Rows == 0 {
		return t.Cells, err
	}
	if !w.budget.EnterTable(t.Rows, t.Fields) {
		return off, fault.At(off, w.budget.Err())
	}
	names := make([]string, t.Fields)
	at := t.Names
	for i := range names {
		var name []byte
		name, at, _ = wire.ViewText(w.src, at)
		names[i] = string(name)
	}
	next = t.Cells
	w.path = append(w.path, segment{})
	for i := range t.Rows {
		w.path[len(w.path)-1].index = i
		if next, err = w.row(names, next); err != nil {
			return off, err
		}
	}
	w.pop()
	// One of the two levels is given back by leave.
	w.budget.LeaveTable()
	w.budget.EnterRow()
	return w.leave(it, next)
}

// row passes over the values of a row.
func (w *Walker) row(names []string, off int) (next int, err error) {
	it := Item{Role: Row, Header: wire.HeaderObject, Off: off, End: off, Children: len(names)}
	if err := w.visit(it); err != nil {
		return off, err
	}
	it.Depth = len(w.path)
	next = off
	for _, name := range names {
		if next, err = w.part(name, next); err != nil {
			return off, err
		}
	}
	if w.Leave == nil {
		return next, nil
	}
	return next, w.Leave(it, next)
}
