// The walk over what the extended profile adds: leaves, and two containers that
// have something of their own before their children. An indexed object is scanned
// as its entries first and then as its values; a table as its names, its number of
// rows, and then its values. Like everything else a walk can stop at each of these
// steps and go on when there is more input.

package wire

import "github.com/beve-org/beve-go/internal/fault"

// The fields of a frame in these states:
//
// The mark is the number of all children, and:
//
//	            left              key                   want                 data
//	entries     entries           the latest entry      the first entry      members
//	indexed     values            the latest entry      the next entry       the data section
//	names       names             –                     the first name       fields
//	rows        0                 –                     the first name       fields
//	table       values of cells   –                     the first name       fields

// tagMode says what the header of tables and type tags is to a walk: what follows it
// decides, unless one of these is set.
type tagMode uint8

const (
	tagsAlways  tagMode = 1 << iota // a type tag
	tagsRefused                     // if that makes it a type tag, an error
	tagsMore                        // the bytes that decide may be still to come
	tagsNever                       // a table
)

var errTypeTag = fault.Because(fault.ErrUnsupported, "type tags of version 1 are read and not written")

// tagModeOf returns the mode of a reader with this budget, to whom more may come
// unless final.
func tagModeOf(b *Budget, final bool) (m tagMode) {
	if b.TypeTags() {
		m |= tagsAlways
	}
	if b.NoTypeTags() {
		m |= tagsRefused
	}
	if !final {
		m |= tagsMore
	}
	return m
}

// beginExtended is begin for headers with extensions.
func beginExtended(f frame, src []byte, off int, tags tagMode) (_ frame, next int, err error) {
	switch f.kind {
	case KindDuration:
		_, next, err = ReadDuration(src, off)
	case KindInterval:
		_, _, _, next, err = ReadInterval(src, off)
	case KindUUID:
		_, next, err = ReadUUID(src, off)
	case KindRegExp:
		_, _, next, err = ViewRegExp(src, off)
	case KindIndexed:
		f.kind = phaseEntries
		f.left, next, err = ReadIndexed(src, off)
		f.want, f.data, f.mark = next, f.left, uint64(f.left)
	case KindTable:
		tag, more := false, false
		if tags != tagsNever {
			tag, more = TypeTagNext(src, off, tags&tagsMore == 0, tags&tagsAlways != 0)
		}
		switch {
		case more:
			return f, next, truncated(len(src))
		case tag && tags&tagsRefused != 0:
			return f, next, fault.At(off, errTypeTag)
		case tag:
			f.kind, f.left = KindTypeTag, 1
			_, next, err = ReadSize(src, off+1)
			return f, next, err
		}
		f.kind = phaseNames
		f.left, next, err = ReadCount(src, off+1, 1)
		f.want, f.data = next, f.left
		if err == nil && f.left == 0 {
			_, next, err = readRows(src, next, 0)
		}
	default: // null and booleans
		next = off + 1
	}
	return f, next, err
}

// scanned returns how many children of a frame whose mark is their number were
// scanned or opened.
func (f *frame) scanned() int { return int(f.mark) - f.left }

// turn is called when f has no children left: done says that this was the end of
// it, and otherwise f has become what comes next.
func (s *Scanner) turn(f *frame, src []byte) (done bool, err error) {
	switch f.kind {
	case phaseEntries:
		if s.off > len(src) {
			return false, truncated(len(src))
		}
		f.kind, f.left = KindIndexed, f.data
		f.data = s.off
		return false, nil
	case KindIndexed:
		if err := s.checkValue(f, src); err != nil {
			return false, err
		}
		s.budget.Leave()
	case phaseNames:
		if err := uniqueNames(src, f.want, f.data); err != nil {
			return false, err
		}
		f.kind = phaseRows
		return false, nil
	case phaseRows:
		if !s.final && s.lacks(f, src) {
			return false, s.more(src)
		}
		rows, next, err := readRows(src, s.off, f.data)
		if err != nil {
			return false, err
		}
		if rows == 0 {
			s.off = next
			return true, nil
		}
		if !s.budget.EnterTable(rows, f.data) {
			return false, fault.At(s.off, s.budget.Err())
		}
		f.kind, f.left = KindTable, rows*f.data
		f.mark = uint64(f.left)
		s.off = next
		return false, nil
	case KindTable:
		s.budget.LeaveTable()
	default: // KindTypeTag
		s.budget.Leave()
	}
	return true, nil
}

// entry scans the next entry of an index.
func (s *Scanner) entry(f *frame, src []byte) (next int, err error) {
	e, next, err := ReadIndexEntry(src, s.off)
	if err != nil {
		return s.off, err
	}
	if f.scanned() == 0 {
		err = e.Follows(nil, s.off)
	} else {
		var before IndexEntry
		if before, _, err = ReadIndexEntry(src, f.key); err == nil {
			err = e.Follows(&before, s.off)
		}
	}
	f.key = s.off
	return next, err
}

// nextValue moves on to the entry of the next value of an indexed object, having
// checked what the index says of the value before.
func (s *Scanner) nextValue(f *frame, src []byte) error {
	if err := s.checkValue(f, src); err != nil {
		return err
	}
	e, next, err := ReadIndexEntry(src, f.want)
	if err != nil {
		return err
	}
	if err := e.starts(f.data, s.off); err != nil {
		return err
	}
	f.key, f.want, f.keyed = f.want, next, true
	return nil
}

// checkValue checks what the index says of the latest value, which ends here.
func (s *Scanner) checkValue(f *frame, src []byte) error {
	if f.scanned() == 0 {
		return nil
	}
	e, _, err := ReadIndexEntry(src, f.key)
	if err != nil {
		return err
	}
	return e.matches(src, f.data, f.data+int(e.Offset), s.off)
}
