// The walk along the children of a container that has to be walked along.

package beve

import (
	"strconv"
	"sync"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/wire"
)

// list is a walk along the children of a container.
type list struct {
	v      View
	sort   wire.Kind   // of the container; sortRow for a row of a table
	n, i   int         // the number of children, and the current one, from 0
	at     int         // where the current child lies; before the first, where that or its key does
	budget wire.Budget // what is left at the current child
	keyAt  int         // its key, of an object: the position, and the text or number
	text   []byte
	number wire.Number
	// Of a table or a row the table, and where the next name of the row lies.
	table  wire.Table
	nameAt int
	index  wire.Indexed
}

// sortRow is the sort of a row.
const sortRow wire.Kind = 255

// list opens v and takes its children out of the budget.
func (v View) list() (l list, err error) {
	l = list{v: v, i: -1, budget: v.budget}
	if v.m == nil {
		return l, v.without("members")
	}
	if l.sort = v.head.Kind(); v.form == formRow {
		l.sort = sortRow
	}
	if v.Kind() == KindTypeTag {
		return l, v.without("members")
	}
	entered := false
	switch l.sort {
	case wire.KindIndexed:
		l.index, err = wire.OpenIndexed(v.m.src, v.off)
		l.n, l.at = l.index.Len, l.index.Data
	case wire.KindTable:
		l.table, err = v.m.table(v.off)
		l.n, l.at, entered = l.table.Rows, l.table.Cells, true
		if err == nil && l.n > 0 && !l.budget.EnterTable(l.n, l.table.Fields) {
			err = fault.At(v.off, l.budget.Err())
		}
	case sortRow:
		// The table has been entered for all of its rows.
		l.table, err = v.m.table(v.n)
		l.n, l.at, l.nameAt, entered = l.table.Fields, v.off, l.table.Names, true
	case KindArray:
		l.n, l.at, err = wire.ReadArray(v.m.src, v.off)
	case KindStrings:
		l.n, l.at, err = wire.ReadStrings(v.m.src, v.off)
	case KindObject, KindIntObject:
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

// step moves on to the next child, of which the caller knows that there is one.
func (l *list) step() error {
	src := l.v.m.src
	if l.i >= 0 {
		var next int
		var err error
		switch l.sort {
		case KindStrings:
			_, next, err = wire.ViewText(src, l.at)
		case wire.KindTable:
			next, err = l.v.m.skipRow(l.at, l.table.Fields, &l.budget)
		default:
			next, err = l.v.m.skip(l.at, &l.budget)
		}
		if err != nil {
			return l.v.fail(l.at, err, "", l.segment())
		}
		l.at = next
	}
	l.i++
	var err error
	switch l.sort {
	case wire.KindIndexed:
		l.keyAt = l.at
		l.text, err = l.index.Next(src, l.at)
		if err == nil {
			l.keyAt = l.index.Key
		}
	case sortRow:
		l.keyAt = l.nameAt
		l.text, l.nameAt = viewName(src, l.nameAt)
	case KindObject:
		l.keyAt = l.at
		l.text, l.at, err = wire.ViewText(src, l.at)
	case KindIntObject:
		l.keyAt = l.at
		l.number, l.at, err = wire.ReadIntKey(src, l.at, l.v.head)
	}
	if err != nil {
		return l.v.fail(l.keyAt, err, "", "")
	}
	return nil
}

// child returns the current child.
func (l *list) child() (View, error) {
	switch l.sort {
	case KindStrings:
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
	switch l.sort {
	case KindIntObject:
		k.form, k.head, k.n = formIntKey, l.v.head.Number(), int(l.v.head)
	case sortRow:
		k.form, k.i, k.n = formRowKey, l.v.i, l.v.n
	}
	return k
}

// segment returns the path of the current child in the container.
func (l *list) segment() Pointer {
	switch l.sort {
	case KindObject, wire.KindIndexed, sortRow:
		return Pointer("").Key(string(l.text))
	case KindIntObject:
		return Pointer("").Key(l.number.String())
	}
	return Pointer("").Index(l.i)
}

// wanted is the key of a member that is looked for.
type wanted struct {
	name     string
	number   int64
	isNumber bool
}

// is reports whether l is at a member with that key.
func (w *wanted) is(l *list) bool {
	switch {
	case w.isNumber:
		n, ok := l.number.Int64()
		return ok && n == w.number
	case l.sort != KindIntObject:
		return string(l.text) == w.name
	}
	var buf [maxKeyDigits]byte
	return string(l.number.AppendDecimal(buf[:0])) == w.name
}

// maxKeyDigits is the length of the longest integer key in decimal.
const maxKeyDigits = 40

// find walks along all members and returns the last that is wanted.
func (v View) find(w wanted) (View, error) {
	l, err := v.list()
	if err != nil {
		return View{}, err
	}
	var found list
	ok := false
	for range l.n {
		if err := l.step(); err != nil {
			return View{}, err
		}
		if w.is(&l) {
			found, ok = l, true
		}
	}
	switch {
	case ok:
		return found.child()
	case w.isNumber:
		return View{}, v.noMember(strconv.FormatInt(w.number, 10))
	}
	return View{}, v.noMember(w.name)
}

// done notes where the container ends, after its last child was given out. Of an
// indexed object it checks what the index says of that child.
func (l *list) done() error {
	m := l.v.m
	switch {
	case l.sort == wire.KindIndexed:
		return l.indexedDone()
	case l.sort == wire.KindTable || l.sort == sortRow:
		l.tableDone()
	case l.n == 0:
		m.walked.remember(l.v.off, l.at, l.budget)
	case l.sort == KindStrings:
		if _, end, err := wire.ViewText(m.src, l.at); err == nil {
			l.budget.Leave()
			m.walked.remember(l.v.off, end, l.budget)
		}
	default:
		m.walkedOver(l.v.off, l.at, l.budget)
	}
	return nil
}

// walked remembers the container that was walked over to its end last. A program
// that reads a message recursively has just done that with a container when the
// loop over what holds it moves on, which so need not walk over it once more: a
// deep message costs what a flat one does.
//
// What it remembers is a fact of the message: a View of the container has one
// budget, however it was reached.
type walked struct {
	mu     sync.Mutex
	off    int
	end    int  // 0 at first
	row    bool // it is a row of a table; its first value may be a container at the same place
	budget wire.Budget
}

// remember notes that the container at off is well-formed and ends at end, where
// b is left. It may be in vain: nobody waits for another goroutine here.
func (w *walked) remember(off, end int, b wire.Budget) {
	if w.mu.TryLock() {
		w.off, w.end, w.row, w.budget = off, end, false, b
		w.mu.Unlock()
	}
}

// recall returns what was noted of the container at off, if anything.
func (w *walked) recall(off int) (end int, b wire.Budget, ok bool) {
	if w.mu.TryLock() {
		end, b, ok = w.end, w.budget, w.end > 0 && w.off == off && !w.row
		w.mu.Unlock()
	}
	return end, b, ok
}

// holdsValues reports whether the value at off takes a walk to get over.
func (m *message) holdsValues(off int) bool {
	if off >= len(m.src) {
		return false
	}
	switch wire.Header(m.src[off]).Kind() {
	case KindArray, KindStrings, KindObject, KindIntObject, wire.KindIndexed, wire.KindTable:
		return true
	}
	return false
}

// skip returns the position after the value at off, having checked it.
func (m *message) skip(off int, b *wire.Budget) (next int, err error) {
	if !m.holdsValues(off) {
		return wire.SkipWithin(m.src, off, b)
	}
	if end, after, ok := m.walked.recall(off); ok {
		*b = after
		return end, nil
	}
	if next, err = wire.SkipWithin(m.src, off, b); err == nil {
		m.walked.remember(off, next, *b)
	}
	return next, err
}

// walkedOver notes where the container at off ends, whose last child is at last,
// if that is known without walking over the child.
func (m *message) walkedOver(off, last int, b wire.Budget) {
	if m.holdsValues(last) {
		end, after, ok := m.walked.recall(last)
		if ok {
			after.Leave()
			m.walked.remember(off, end, after)
		}
		return
	}
	if end, err := wire.SkipWithin(m.src, last, &b); err == nil {
		b.Leave()
		m.walked.remember(off, end, b)
	}
}
