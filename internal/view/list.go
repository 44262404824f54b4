package view

import (
	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/wire"
)

// list is a walk along the children of a container.
type list struct {
	v      *View
	kind   wire.Kind    // of the container; kindRow for a row of a table
	n, i   int          // the number of children, and the current one, from 0
	at     int          // where the current child lies; before the first, where that or its key does
	budget fault.Budget // what is left at the current child
	keyAt  int          // its key, of an object: the position, and the text or number
	text   []byte
	number wire.Number
	// Of a table or a row the table, and where the next name of the row lies.
	table  wire.Table
	nameAt int
	index  wire.Indexed
}

// kindRow is the kind of a row of a table.
const kindRow wire.Kind = 255

// list opens v and takes its children out of the budget.
func (v *View) list() (l list, err error) {
	l = list{v: v, i: -1, budget: v.budget}
	if v.m == nil {
		return l, v.without("members")
	}
	if l.kind = v.head.Kind(); v.form == formRow {
		l.kind = kindRow
	}
	if v.Kind() == wire.KindTypeTag {
		return l, v.without("members")
	}
	entered := false
	switch l.kind {
	case wire.KindIndexed:
		l.index, err = wire.OpenIndexed(v.m.src, v.off)
		l.n, l.at = l.index.Len, l.index.Data
	case wire.KindTable:
		l.table, err = v.m.table(v.off)
		l.n, l.at, entered = l.table.Rows, l.table.Cells, true
		if err == nil && l.n > 0 && !l.budget.EnterTable(l.n, l.table.Fields) {
			err = fault.At(v.off, l.budget.Err())
		}
	case kindRow:
		// The table has been entered for all of its rows.
		l.table, err = v.m.table(v.n)
		l.n, l.at, l.nameAt, entered = l.table.Fields, v.off, l.table.Names, true
	case wire.KindArray:
		l.n, l.at, err = wire.ReadArray(v.m.src, v.off)
	case wire.KindStringArray:
		l.n, l.at, err = wire.ReadStrings(v.m.src, v.off)
	case wire.KindObject, wire.KindIntObject:
		_, l.n, l.at, err = wire.ReadObject(v.m.src, v.off)
	default:
		return l, v.without("members")
	}
	if err == nil && l.n > 0 && !entered && !l.budget.Enter(l.n) {
		err = fault.At(v.off, l.budget.Err())
	}
	if err != nil {
		l.n = 0
		return l, v.fail(v.off, err, "", "")
	}
	return l, nil
}

// step moves to the next child. The caller knows that there is one.
func (l *list) step() error {
	src := l.v.m.src
	if l.i >= 0 {
		next, err := l.past()
		if err != nil {
			return l.v.fail(l.at, err, "", l.segment())
		}
		l.at = next
	}
	l.i++
	var err error
	switch l.kind {
	case wire.KindIndexed:
		l.keyAt = l.at
		l.text, err = l.index.Next(src, l.at)
		if err == nil {
			l.keyAt = l.index.Key
		}
	case kindRow:
		l.keyAt = l.nameAt
		l.text, l.nameAt = viewName(src, l.nameAt)
	case wire.KindObject:
		l.keyAt = l.at
		l.text, l.at, err = wire.ViewText(src, l.at)
	case wire.KindIntObject:
		l.keyAt = l.at
		l.number, l.at, err = wire.ReadIntKey(src, l.at, l.v.head)
	}
	if err != nil {
		return l.v.fail(l.keyAt, err, "", "")
	}
	return nil
}

// to moves from before the first child to child i of an array, which has it.
func (l *list) to(i int) error {
	if l.kind == wire.KindTable {
		for range i + 1 {
			if err := l.step(); err != nil {
				return err
			}
		}
		return nil
	}
	next, err := wire.SkipElements(l.v.m.src, l.at, i, l.kind, &l.budget)
	if err != nil {
		return l.v.fail(l.at, err, "", "")
	}
	l.i, l.at = i, next
	return nil
}

// rest notes where an array ends, having passed over the current child and what follows it.
func (l *list) rest() error {
	before := l.budget
	if l.kind != wire.KindTable {
		end, err := l.past()
		if err == nil {
			end, err = wire.SkipElements(l.v.m.src, end, l.n-l.i-1, l.kind, &l.budget)
		}
		if err == nil {
			l.budget.Leave()
			l.v.m.walked.remember(l.v.off, end, l.budget)
			return nil
		}
	}
	l.budget = before
	for l.i+1 < l.n { // which knows the path of what is malformed
		if err := l.step(); err != nil {
			return err
		}
	}
	return l.done()
}

// past returns where the current child ends.
func (l *list) past() (next int, err error) {
	switch m := l.v.m; l.kind {
	case wire.KindTable:
		return m.pastRow(l.at, l.table.Fields, &l.budget)
	case wire.KindStringArray:
		return m.pastText(l.at)
	default:
		return m.past(l.at, &l.budget)
	}
}

// child returns the current child.
func (l *list) child() (View, error) {
	switch l.kind {
	case wire.KindStringArray:
		return View{m: l.v.m, off: l.at, form: formText, head: wire.HeaderString}, nil
	case wire.KindTable:
		return View{m: l.v.m, off: l.at, i: l.i, n: l.v.off, form: formRow, head: wire.HeaderObject, budget: l.budget}, nil
	}
	e, err := l.v.m.value(l.at, l.budget)
	if err != nil {
		return View{}, l.v.fail(l.at, err, "", l.segment())
	}
	return e, nil
}

// key returns the key of the current child.
func (l *list) key() View {
	k := View{m: l.v.m, off: l.keyAt, i: l.v.off, form: formTextKey, head: wire.HeaderString}
	switch l.kind {
	case wire.KindIntObject:
		k.form, k.head, k.n = formIntKey, l.v.head.Number(), int(l.v.head)
	case kindRow:
		k.form, k.i, k.n = formRowKey, l.v.i, l.v.n
	}
	return k
}

// segment returns the path of the current child in the container.
func (l *list) segment() fault.Pointer {
	switch l.kind {
	case wire.KindObject, wire.KindIndexed, kindRow:
		return fault.Pointer("").Key(string(l.text))
	case wire.KindIntObject:
		return fault.Pointer("").Key(l.number.String())
	}
	return fault.Pointer("").Index(l.i)
}

// done notes where the container ends, after its last child was given out. Of an
// indexed object it checks what the index says of that child.
func (l *list) done() error {
	m := l.v.m
	switch {
	case l.kind == wire.KindIndexed:
		return l.indexedDone()
	case l.kind == wire.KindTable || l.kind == kindRow:
		l.tableDone()
	case l.n == 0:
		m.walked.remember(l.v.off, l.at, l.budget)
	case l.kind == wire.KindStringArray:
		if end, err := m.pastText(l.at); err == nil {
			l.budget.Leave()
			m.walked.remember(l.v.off, end, l.budget)
		}
	default:
		m.walkedOver(l.v.off, l.at, l.budget)
	}
	return nil
}

// tableDone is done for a table or a row. It needs the end of the last child, which is
// known if the child was just walked over; otherwise it looks only if that is cheap.
func (l *list) tableDone() {
	m, end, b, table := l.v.m, l.at, l.budget, l.kind == wire.KindTable
	if l.n > 0 {
		end = m.known(l.at, table, &b)
		if end == 0 && !table && !m.holdsValues(l.at) {
			end, _ = wire.SkipWithin(m.src, l.at, &b) // is not after l.at where it fails
		}
		if end <= l.at {
			return
		}
	}
	if !table {
		m.walked.rememberRow(l.v.off, end, b)
		return
	}
	if l.n > 0 {
		b.LeaveTable()
	}
	m.walked.remember(l.v.off, end, b)
}

// indexedDone is done for an indexed object: only the end of the last value says
// whether the index told the truth about it.
func (l *list) indexedDone() error {
	end, b := l.at, l.budget
	if l.n > 0 {
		var err error
		if end, err = l.v.m.skip(l.at, &b); err != nil {
			return l.v.fail(l.at, err, "", l.segment())
		}
		if err := l.index.Check(l.v.m.src, end); err != nil {
			return l.v.fail(l.at, err, "", "")
		}
		b.Leave()
	}
	l.v.m.walked.remember(l.v.off, end, b)
	return nil
}
