package view

import (
	"sync"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/wire"
)

// tables remembers the starts of tables: what is said of each row must not cost what the
// names take.
type tables struct {
	mu    sync.Mutex
	read  map[int]*readTable // by where they are
	spent fault.Budget       // names that rows had as objects of their own
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
	err := m.spend(off, names)
	if err == nil {
		m.tables.until = off
	}
	return err
}

// repeatName is repeat for a name of size bytes that is given out as a string.
func (m *message) repeatName(k *View, size int) error {
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
	b := fault.Limits{}.Budget()
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
