// What a View says of values of the extended profile, and how it walks along rows
// of a table and values behind an index.

package beve

import (
	"sync"
	"time"

	"github.com/beve-org/beve-go/internal/engine"
	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/wire"
)

// Duration returns a duration in any form that decoding takes: the extension, or an
// integer of nanoseconds.
func (v View) Duration() (time.Duration, error) {
	const goType = "time.Duration"
	if v.Kind() != KindDuration {
		n, err := v.number(goType)
		if err != nil {
			return 0, err
		}
		ns, ok := n.Int64()
		if !ok {
			return 0, v.misfit(n, "int64", true)
		}
		return time.Duration(ns), nil
	}
	var d time.Duration
	err := v.Decode(&d)
	return d, err
}

// Interval returns an interval: the extension, or an object with the members start
// and end.
func (v View) Interval() (Interval, error) {
	var i Interval
	err := v.Decode(&i)
	return i, err
}

// UUID returns a UUID in any form that decoding takes: the extension, sixteen bytes,
// or text.
func (v View) UUID() (UUID, error) {
	if v.Kind() == KindUUID {
		id, _, err := wire.ReadUUID(v.m.src, v.off)
		if err != nil {
			return UUID{}, v.fail(v.off, err, "beve.UUID", "")
		}
		return id, nil
	}
	var id UUID
	err := v.Decode(&id)
	return id, err
}

// RegExp returns a regular expression that is not compiled: the extension, an
// object with the members pattern and flags, or text in the syntax of Go.
func (v View) RegExp() (RegExpData, error) {
	var r RegExpData
	err := v.Decode(&r)
	return r, err
}

// part returns a member of an interval or a regular expression.
func (v View) part(name int) (View, error) {
	if v.Kind() == KindRegExp {
		_, flags, _, err := wire.ViewRegExp(v.m.src, v.off)
		if err != nil {
			return View{}, v.fail(v.off, err, "", "")
		}
		e := View{m: v.m, off: v.off, i: int(flags), form: formPattern, head: wire.HeaderString}
		if name == nameFlags {
			e.form = formFlags
		}
		return e, nil
	}
	_, _, second, _, err := wire.ReadInterval(v.m.src, v.off)
	if err != nil {
		return View{}, v.fail(v.off, err, "", "")
	}
	at := v.off + 1
	if name == nameEnd {
		at = second
	}
	return v.m.value(at, v.budget)
}

// tables remembers the starts of tables: what is said of each row must not cost what the
// names take.
type tables struct {
	mu    sync.Mutex
	read  map[int]*readTable // by where they are
	spent wire.Budget        // names that rows had as objects of their own
	until int                // the last of these rows
}

// readTable is a table that was read, and how far its names were given out as strings.
type readTable struct {
	wire.Table
	row, name int
}

// longNames is the length of the names from which on a table is remembered. A table takes
// more bytes of the message then than of memory.
const longNames = 128

// table reads the start of the table at off.
func (m *message) table(off int) (t wire.Table, err error) {
	m.tables.mu.Lock()
	known := m.tables.read[off]
	m.tables.mu.Unlock()
	if known != nil {
		return known.Table, nil
	}
	if t, err = wire.ReadTable(m.src, off); err != nil || t.NamesLen() < longNames {
		return t, err
	}
	m.tables.mu.Lock()
	defer m.tables.mu.Unlock()
	if m.tables.read == nil {
		m.tables.read = map[int]*readTable{}
	}
	m.tables.read[off] = &readTable{Table: t, row: -1}
	return t, nil
}

// repeat accounts for the names of a row that is made an object. A program that does so
// with all rows, in their order, gets what a reader of the table gets; the row that it is
// at may be had over and over.
func (m *message) repeat(off, names int) error {
	m.tables.mu.Lock()
	defer m.tables.mu.Unlock()
	if off <= m.tables.until {
		return nil
	}
	m.tables.until = off
	return m.spend(off, names)
}

// repeatName is repeat for a name of size bytes that is given out as a string.
func (m *message) repeatName(k View, size int) error {
	if size < longNames {
		return nil
	}
	m.tables.mu.Lock()
	defer m.tables.mu.Unlock()
	t := m.tables.read[k.n]
	if t == nil || k.i < t.row || k.i == t.row && k.off <= t.name {
		return nil
	}
	t.row, t.name = k.i, k.off
	return m.spend(k.off, size)
}

// spend takes names out of the budget of m, whose tables are locked.
func (m *message) spend(off, size int) error {
	if m.tables.spent.Repeat(size, 1, int64(len(m.src))) {
		return nil
	}
	b := Limits{}.Budget()
	return fault.At(off, b.Err())
}

// viewName returns the name of a table at off, and where the next one lies. The table was
// read: names are UTF-8, and that is not looked at again for each row.
func viewName(src []byte, off int) (name []byte, next int) {
	size, off, err := wire.ReadCount(src, off, 1)
	if err != nil {
		return nil, off
	}
	return src[off : off+size], off + size
}

// appendRow appends a row of a table as an object.
func (v View) appendRow(dst []byte) ([]byte, error) {
	t, err := v.m.table(v.n)
	if err == nil {
		err = v.m.repeat(v.off, t.NamesLen())
	}
	if err != nil {
		return dst, v.fail(v.n, err, "", "")
	}
	out, _, err := t.Row(dst, v.m.src, v.off, &v.budget)
	if err != nil {
		return dst, v.fail(v.off, err, "", "")
	}
	return out, nil
}

// skipRow returns the position after the row of a table at off, having checked it.
func (m *message) skipRow(off, fields int, b *wire.Budget) (next int, err error) {
	if end, after, ok := m.walked.recallRow(off); ok {
		*b = after
		return end, nil
	}
	next = off
	for range fields {
		if next, err = m.skip(next, b); err != nil {
			return next, err
		}
	}
	m.walked.rememberRow(off, next, *b)
	return next, nil
}

func (w *walked) rememberRow(off, end int, b wire.Budget) {
	if w.mu.TryLock() {
		w.off, w.end, w.row, w.budget = off, end, true, b
		w.mu.Unlock()
	}
}

func (w *walked) recallRow(off int) (end int, b wire.Budget, ok bool) {
	if w.mu.TryLock() {
		end, b, ok = w.end, w.budget, w.end > 0 && w.off == off && w.row
		w.mu.Unlock()
	}
	return end, b, ok
}

// tableDone is done for a table or a row. Where the last child ends is known if it
// was just walked over, and otherwise found out only if that is no walk.
func (l *list) tableDone() {
	m, end, b, ok := l.v.m, l.at, l.budget, l.n == 0
	switch {
	case ok:
	case l.sort == wire.KindTable:
		if end, b, ok = m.walked.recallRow(l.at); ok {
			b.LeaveTable()
		}
	case m.holdsValues(l.at):
		end, b, ok = m.walked.recall(l.at)
	default:
		next, err := wire.SkipWithin(m.src, l.at, &b)
		end, ok = next, err == nil
	}
	if !ok {
		return
	}
	if l.sort == wire.KindTable {
		m.walked.remember(l.v.off, end, b)
	} else {
		m.walked.rememberRow(l.v.off, end, b)
	}
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

// openIndexed begins a place in an indexed object.
func (p *place) openIndexed(src []byte) (next int, err error) {
	x, err := wire.OpenIndexed(src, p.off)
	if err != nil {
		return 0, err
	}
	_, p.entry, err = wire.ReadIndexed(src, p.off)
	p.left = x.Len
	return x.Data, err
}

// openTable begins a place in a table.
func (p *place) openTable(src []byte) (next int, err error) {
	t, err := wire.ReadTable(src, p.off)
	p.left, p.width, p.entry = t.Rows*t.Fields, t.Fields, t.Names
	return t.Cells, err
}

// step notes where the key of the child at off lies.
func (p *place) step(src []byte, off int) {
	switch p.head.Kind() {
	case wire.KindIndexed:
		p.key = p.entry
		_, p.entry, _ = wire.ReadIndexEntry(src, p.entry)
	case wire.KindTable:
		// From name to name, row after row; of a type tag there is none.
		if p.width > 0 && p.index%p.width > 0 {
			_, p.key = viewName(src, p.key)
		} else {
			p.key = p.entry
		}
	default:
		p.key = off
	}
}

// addCell notes a value of a table as two outer segments of t.
func (p *place) addCell(t *fault.Trail, src []byte) int {
	if p.width == 0 { // a type tag
		t.Key(names[nameValue])
		return 2
	}
	name, _ := viewName(src, p.key)
	if len(name) <= maxPath {
		t.Key(string(name))
	}
	t.Index(p.index / p.width)
	return len(name) + 3
}

// An Interval is the time from its Start, included, to its End, excluded. It has the
// methods Duration, Contains and Overlaps.
type Interval = engine.Interval

// UUID is a UUID in the byte order of RFC 9562; it reads and writes text too.
type UUID = engine.UUID

// RegExpData is a regular expression that is not compiled, of whatever syntax: its
// Pattern and its Flags.
type RegExpData = engine.RegExpData
