// Indexed objects that are read member by member. The index is held, and what it says of each
// value is checked as the values pass.

package engine

import (
	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/wire"
)

// openIndex is the index of an indexed object.
type openIndex struct {
	entries []byte
	next    int             // where the next entry lies
	entry   wire.IndexEntry // of the member that was come to last
	data    int64           // where in the stream the values begin
	start   int64           // where the value of that member does
	head    wire.Header     // of it
}

// enterIndexed reads the index.
func (d *Decoder) enterIndexed(c *opened) error {
	n, err := d.size(2)
	if err != nil {
		return err
	}
	x := new(openIndex)
	before := -1
	for range n {
		entry, next, err := d.indexEntry()
		if err != nil {
			return err
		}
		var prev *wire.IndexEntry
		if before >= 0 {
			e, _, err := wire.ReadIndexEntry(x.entries, before)
			if err != nil {
				return err
			}
			prev = &e
		}
		if err := entry.Follows(prev, 0); err != nil {
			return d.in.Stop(err)
		}
		before = len(x.entries)
		x.entries = append(x.entries, d.in.Buf[d.in.Off:d.in.Off+next]...)
		d.in.Off += next
		if int64(len(x.entries)) > d.opts.Limits.StreamBytes() {
			return d.in.Fail(fault.Because(fault.ErrLimit, "index of an object is longer than Limits.MaxBytes"))
		}
	}
	x.data = d.in.Offset()
	c.left, c.index = n, x
	return nil
}

// indexEntry buffers the entry at d.in.Off. It ends at next of what is buffered from there
// on.
func (d *Decoder) indexEntry() (e wire.IndexEntry, next int, err error) {
	if err := d.in.ReachText(wire.IndexEntryRoom); err != nil {
		return e, 0, err
	}
	if e, next, err = wire.ReadIndexEntry(d.in.Rest(), 0); err != nil {
		err = d.in.Stop(err)
	}
	return e, next, err
}

// indexedKey moves to the next member of c and returns its name.
func (d *Decoder) indexedKey(c *opened) (name []byte, err error) {
	if err := d.checkIndexed(c); err != nil {
		return nil, err
	}
	x := c.index
	if x.entry, x.next, err = wire.ReadIndexEntry(x.entries, x.next); err != nil {
		return nil, err
	}
	x.start = d.in.Offset()
	if err := x.entry.Starts(uint64(x.start - x.data)); err != nil {
		return nil, d.in.Fail(err)
	}
	return x.entry.Name, nil
}

// startIndexed notes the header of the value at d.in.Off.
func (d *Decoder) startIndexed(c *opened) error {
	err := d.must(1)
	if err == nil {
		c.index.head = wire.Header(d.in.Buf[d.in.Off])
	}
	return err
}

// checkIndexed checks what the index says of the value that ends at d.in.Off, if there was one.
func (d *Decoder) checkIndexed(c *opened) error {
	x := c.index
	if d.at.Count() == 0 {
		return nil
	}
	if err := x.entry.Matches(x.head, uint64(d.in.Offset()-x.start)); err != nil {
		d.at.Leave() // what the object says of its member
		d.in.Err = &DecodeError{Offset: x.start, Err: err}
		return d.in.Err
	}
	return nil
}
