package columns

import (
	"errors"
	"io"
	"sync"
	"sync/atomic"

	"github.com/beve-org/beve-go/cmd/internal/inorder"
	"github.com/beve-org/beve-go/cmd/internal/parquetfile"
)

// This file makes rows on several goroutines. A batch is some rows of a row group. Values of a column can only be decoded
// in order, so that batches wait for each other, but only for some columns at a time: while one batch has its last
// columns decoded the next has its first ones. What takes longest, making rows, needs no waiting.

// Batches cuts the rows of a file into batches.
type Batches struct {
	r       *Reader
	workers int
	usual   int // bytes of the rows of a batch
	most    int // and of one that is worth more memory

	group  *openGroup
	begun  int          // row groups
	next   int64        // row of the group
	perRow atomic.Int64 // bytes, as far as is known
	spare  *inorder.Spare[*maker]
}

// Batches returns all rows in batches of usually so many bytes, each made by one of so many workers. What takes more than
// most bytes is not made.
func (r *Reader) Batches(workers, usual, most int) *Batches {
	b := &Batches{r: r, workers: workers, usual: usual, most: most, spare: inorder.Keep[*maker](workers)}
	b.perRow.Store(max(1, int64(usual)/firstRows))
	return b
}

// firstRows is how many rows a batch has before it is known how large they are, and mostRows how many at most: those that
// follow may be larger.
const firstRows, mostRows = 16, 4096

// Batch is rows that can be made.
type Batch struct {
	of       *Batches
	columns  *openGroup
	group    int
	first    int64
	rows     int
	place    int // among those of the group
	lastRows bool
}

// Next returns the next batch. Each must be made: those after it wait for it.
func (b *Batches) Next() (*Batch, bool) {
	f := b.r.file
	for b.group == nil || b.next == f.Rows(b.group.number) {
		if b.begun == f.Groups() {
			return nil, false
		}
		b.group, b.next = openedGroup(f, b.begun, b.workers), 0
		b.begun++
	}
	left := f.Rows(b.group.number) - b.next
	n := min(left, max(1, int64(b.usual)/b.perRow.Load()), mostRows)
	batch := &Batch{of: b, columns: b.group, group: b.group.number, first: b.next, rows: int(n), place: b.group.batches, lastRows: n == left}
	b.group.batches++
	b.next += n
	return batch, true
}

// openGroup is a row group whose columns are being decoded.
type openGroup struct {
	number  int
	batches int
	strips  []strip
}

// strip is some columns, which are decoded by one goroutine at a time.
type strip struct {
	mu     sync.Mutex
	moved  sync.Cond
	turn   int // which batch is decoded next
	failed bool
	first  int // of the cursors, among the leaves
	of     []*parquetfile.Cursor
}

// strips is how many there are in a row group of many columns. Waiting for each column would cost more than it saves.
const strips = 8

func openedGroup(f *parquetfile.File, number, workers int) *openGroup {
	g := &openGroup{number: number, strips: make([]strip, min(strips, f.Leaves()))}
	cursors := f.Group(number, workers)
	for i := range g.strips {
		s := &g.strips[i]
		s.moved.L = &s.mu
		s.first = i * len(cursors) / len(g.strips)
		s.of = cursors[s.first : (i+1)*len(cursors)/len(g.strips)]
	}
	return g
}

// maker is the memory that rows are made in.
type maker struct {
	portions []parquetfile.Portion
	rows     rows
}

// errElsewhere says that a batch is not made: something is wrong with it, or it is too large, or is behind one that is so.
var errElsewhere = errors.New("rows that are made by one after another")

// Append appends the rows, each with a delimiter after it. After an error, which says nothing to users, what is wrong is
// told by who reads the rows one after another.
func (b *Batch) Append(dst []byte) ([]byte, error) {
	m := b.of.spare.Get()
	if m == nil {
		m = &maker{portions: make([]parquetfile.Portion, b.of.r.file.Leaves())}
	}
	if err := b.decode(m.portions); err != nil {
		return dst, err
	}
	r := &m.rows
	r.buf, r.limit, r.spans = dst, min(b.of.r.limit, int64(b.of.most)), b.of.r.spans
	r.cursors = r.cursors[:0]
	for i := range m.portions {
		r.cursors = append(r.cursors, m.portions[i].Cursor())
	}
	start := len(dst)
	for range b.rows {
		if err := r.row(b.of.r.file.Root); err != nil {
			return dst, err
		}
		if len(r.buf)-start > b.of.most {
			return dst, errElsewhere
		}
	}
	for _, c := range r.cursors {
		if c.Peek() != io.EOF {
			return dst, errElsewhere
		}
	}
	dst, r.buf = r.buf, nil
	b.of.perRow.Store(int64(1 + (len(dst)-start)/b.rows))
	b.of.spare.Put(m)
	return dst, nil
}

// decode decodes the values of the rows, a portion for each leaf, which may have the memory of others.
func (b *Batch) decode(portions []parquetfile.Portion) error {
	left := b.of.most
	for i := range b.columns.strips {
		s := &b.columns.strips[i]
		if !s.enter(b.place) {
			return errElsewhere
		}
		err := s.decode(portions[s.first:], b, &left)
		s.leave(err)
		if err != nil {
			return err
		}
	}
	return nil
}

func (s *strip) decode(portions []parquetfile.Portion, b *Batch, left *int) error {
	for i, c := range s.of {
		if err := c.Decode(&portions[i], b.rows, *left); err != nil {
			return err
		}
		*left -= portions[i].Size()
		if b.lastRows && c.Peek() != io.EOF {
			return errElsewhere
		}
	}
	return nil
}

// enter waits for the batches before one, and reports whether all is well with them.
func (s *strip) enter(place int) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	for s.turn < place && !s.failed {
		s.moved.Wait()
	}
	return !s.failed
}

// leave lets the next batch enter.
func (s *strip) leave(err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.turn++
	s.failed = err != nil
	s.moved.Broadcast()
}
