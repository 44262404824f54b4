// Indexed objects: an object whose names come first, sorted, each with where its
// value lies, so that one value is found without a look at the others.

package wire

import (
	"bytes"
	"math"
	"math/bits"
	"strconv"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/mem"
)

// IndexEntryRoom is what an entry takes after its name: offset, size and flags.
const IndexEntryRoom = 7

const (
	// minEntry is an entry of an empty name and a value of one byte.
	minEntry = 1 + IndexEntryRoom + 1
	// longSize stands for every size that 16 bits do not hold.
	longSize = math.MaxUint16
	// flagContainer marks values that are objects or arrays.
	flagContainer = 1 << 6
)

// IndexEntry is what the index says of one member.
type IndexEntry struct {
	// Name aliases the input. It is valid UTF-8.
	Name []byte
	// Offset counts from the start of the data section.
	Offset uint32
	// Size is the length of the value, and 65535 for all that are as long or longer.
	Size  uint16
	Flags byte
}

// IsIndexed reports whether the bytes at src[off:] start an indexed object, if a
// value is expected there.
func IsIndexed(src []byte, off int) bool {
	return len(src)-off >= 2 && Header(src[off]) == HeaderIndexed && Header(src[off+1]) == HeaderObject
}

// ReadIndexed reads the start of an indexed object: the number of its members. As
// many entries follow, each read by [ReadIndexEntry], and then the values in the
// same order. The bytes left can hold that many.
func ReadIndexed(src []byte, off int) (n, next int, err error) {
	if err := expect(src, off, HeaderIndexed); err != nil {
		return 0, off, err
	}
	return ReadCount(src, off+2, minEntry)
}

// ReadIndexEntry reads the entry at off.
func ReadIndexEntry(src []byte, off int) (e IndexEntry, next int, err error) {
	e.Name, next, err = ViewText(src, off)
	if err != nil {
		return e, off, err
	}
	if len(src)-next < IndexEntryRoom {
		return e, off, truncated(len(src))
	}
	e.Offset = mem.Word32(src, next)
	e.Size, e.Flags = uint16(src[next+4])|uint16(src[next+5])<<8, src[next+6]
	if e.Flags&^(flagContainer|7) != 0 {
		return e, off, malformed(next+6, "index flags with reserved bits")
	}
	return e, next + IndexEntryRoom, nil
}

// Follows checks that e, whose entry is at off, may follow the entry before it; prev is nil
// for the first.
func (e *IndexEntry) Follows(prev *IndexEntry, off int) error {
	if prev == nil {
		if e.Offset != 0 {
			return malformed(off, "index of values that do not start at 0")
		}
		return nil
	}
	if bytes.Compare(prev.Name, e.Name) >= 0 {
		return malformed(off, "index with unsorted or repeated names")
	}
	at := uint64(prev.Offset) + uint64(prev.Size)
	if uint64(e.Offset) < at || prev.Size != longSize && uint64(e.Offset) != at {
		return malformed(off, "index with a gap or an overlap")
	}
	return nil
}

// Starts returns the cause of the error that the value of e starts after so many bytes of the
// data section, or nil if it is expected there.
func (e *IndexEntry) Starts(after uint64) error {
	if after == uint64(e.Offset) {
		return nil
	}
	return fault.Because(fault.ErrSyntax, "value of an indexed object at "+strconv.FormatUint(after, 10)+", not "+strconv.FormatUint(uint64(e.Offset), 10))
}

// Matches returns the cause of the error that the value of e has header h and takes size
// bytes, or nil if the index says the same.
func (e *IndexEntry) Matches(h Header, size uint64) error {
	if min(size, longSize) != uint64(e.Size) {
		return fault.Because(fault.ErrSyntax, "value of an indexed object of "+strconv.FormatUint(size, 10)+" bytes, not "+strconv.Itoa(int(e.Size)))
	}
	if want, sure := indexFlags(h); e.Flags&7 != want&7 || sure && e.Flags != want {
		return fault.Because(fault.ErrSyntax, "value of an indexed object of another type than its index says")
	}
	return nil
}

// starts is Starts for a value at start; data is where the data section starts.
func (e *IndexEntry) starts(data, start int) error {
	if err := e.Starts(uint64(start - data)); err != nil {
		return fault.At(start, err)
	}
	return nil
}

// matches checks what e says of its value, which lies at src[start:end].
func (e *IndexEntry) matches(src []byte, data, start, end int) error {
	if err := e.starts(data, start); err != nil {
		return err
	}
	if err := e.Matches(Header(src[start]), uint64(end-start)); err != nil {
		return fault.At(start, err)
	}
	return nil
}

// indexFlags returns the flags for a value with header h. Of an extension it
// depends on the reader whether that is an object or an array; writers set the bit
// for indexed objects and tables.
func indexFlags(h Header) (flags byte, sure bool) {
	flags = byte(h) & 7
	switch {
	case flags == typeExt:
		if h == HeaderIndexed || h == HeaderTable {
			flags |= flagContainer
		}
		return flags, false
	case flags >= typeObject:
		flags |= flagContainer
	}
	return flags, true
}

// Indexed is an indexed object whose index has been checked and that is walked
// over member by member, with what the index says of each value checked on the
// way.
type Indexed struct {
	// Len is the number of members.
	Len int
	// Data is where the first value starts.
	Data int
	// Key is where the name lies that Next came to last.
	Key int

	done  int
	entry int // the next one
	start int // of the value that is being walked over
	last  IndexEntry
}

// OpenIndexed reads the index at off and checks it: names that are sorted, and values
// side by side. Whether they are there is found out by walking over them.
func OpenIndexed(src []byte, off int) (x Indexed, err error) {
	n, next, err := ReadIndexed(src, off)
	if err != nil {
		return x, err
	}
	x = Indexed{Len: n, entry: next}
	var prev IndexEntry
	for i := range n {
		e, end, err := ReadIndexEntry(src, next)
		if err != nil {
			return x, err
		}
		before := &prev
		if i == 0 {
			before = nil
		}
		if err := e.Follows(before, next); err != nil {
			return x, err
		}
		prev, next = e, end
	}
	x.Data = next
	return x, nil
}

// Next returns the name of the next member, aliasing src, whose value starts at
// off: at Data, or where the value before ends. It must not be called more than
// Len times.
func (x *Indexed) Next(src []byte, off int) (name []byte, err error) {
	if err := x.Check(src, off); err != nil {
		return nil, err
	}
	e, next, err := ReadIndexEntry(src, x.entry)
	if err != nil {
		return nil, err
	}
	x.Key, x.last, x.entry, x.start = x.entry, e, next, off
	x.done++
	return e.Name, nil
}

// Check checks what the index says of the value that Next came to last and that
// ends at off. Next does so too; after the last member Check has to be called.
func (x *Indexed) Check(src []byte, off int) error {
	if x.done == 0 {
		return nil
	}
	return x.last.matches(src, x.Data, x.start, off)
}

// AppendIndexed begins an indexed object: the index, whose names must be sorted by
// bytes and unique. As many values must follow in the same order, and then
// [SealIndexed] completes the index.
func AppendIndexed(dst []byte, names []string) []byte {
	dst = AppendSize(append(dst, byte(HeaderIndexed), byte(HeaderObject)), len(names))
	for _, name := range names {
		dst = append(AppendText(dst, name), 0, 0, 0, 0, 0, 0, 0)
	}
	return dst
}

// SealIndexed writes into the index what the values turned out to be. msg starts
// with the indexed object, and ends[i] is where value i ends in it. It fails when
// the data section is longer than 32 bits say.
func SealIndexed(msg []byte, ends []int) error {
	x, next, err := ReadIndexed(msg, 0)
	if err != nil || x != len(ends) {
		return fault.Because(fault.ErrSyntax, "values do not match the index")
	}
	data := next
	for range ends {
		n, text, err := ReadSize(msg, data)
		if err != nil {
			return err
		}
		data = text + int(n) + IndexEntryRoom
	}
	start := data
	for _, end := range ends {
		if uint64(end-data) > math.MaxUint32 {
			return fault.Because(fault.ErrUnsupported, "values of an indexed object are longer than 4 GiB together")
		}
		n, text, err := ReadSize(msg, next)
		if err != nil {
			return err
		}
		at := text + int(n)
		flags, _ := indexFlags(Header(msg[start]))
		mem.PutWord32(msg, at, uint32(start-data))
		size := min(end-start, longSize)
		msg[at+4], msg[at+5], msg[at+6] = byte(size), byte(size>>8), flags
		next, start = at+IndexEntryRoom, end
	}
	return nil
}

// FindIndexed returns the bounds of the value of that name in the indexed object
// at off. It looks at no value, and compares names until the one that is sought
// has passed; ok is false when there is none. That the value fills its bounds is
// for the caller to check: end is 0 where the index does not say.
func FindIndexed(src []byte, off int, name string) (start, end int, ok bool, err error) {
	n, next, err := ReadIndexed(src, off)
	if err != nil {
		return 0, 0, false, err
	}
	want := orderedWord(mem.Bytes(name), 0, len(name))
	i := 0
	for ; i < n; i++ {
		size, text := 0, next+1
		if b := src[min(next, len(src)-1)]; b&3 == 0 && text+int(b>>2)+IndexEntryRoom < len(src) {
			size = int(b >> 2)
		} else if size, text, err = entryName(src, next); err != nil {
			return 0, 0, false, err
		}
		next = text + size + IndexEntryRoom
		// The first eight bytes tell most names apart.
		var here uint64
		if text+8 <= len(src) && size >= 8 {
			here = bits.ReverseBytes64(mem.Word(src, text))
		} else {
			here = orderedWord(src, text, size)
		}
		if here < want {
			continue
		}
		if here == want {
			switch bytes.Compare(src[text:text+size], mem.Bytes(name)) {
			case 0:
				ok = true
			case -1:
				continue
			}
		}
		break
	}
	if !ok {
		return 0, 0, false, nil
	}
	at := next - IndexEntryRoom
	// The data section starts after the last entry.
	for i++; i < n; i++ {
		if b := src[min(next, len(src)-1)]; b&3 == 0 && next+1+int(b>>2)+IndexEntryRoom < len(src) {
			next += 1 + int(b>>2) + IndexEntryRoom
			continue
		}
		size, text, err := entryName(src, next)
		if err != nil {
			return 0, 0, false, err
		}
		next = text + size + IndexEntryRoom
	}
	offset := uint64(mem.Word32(src, at))
	size := uint64(src[at+4]) | uint64(src[at+5])<<8
	if offset >= uint64(len(src)-next) || size > uint64(len(src)-next)-offset {
		return 0, 0, false, malformed(at, "index of a value outside of the data")
	}
	start = next + int(offset)
	if size < longSize {
		end = start + int(size)
	}
	return start, end, true, nil
}

// orderedWord returns the first eight of n bytes at off, in the order of their
// significance, with zeros after fewer.
func orderedWord(b []byte, off, n int) (w uint64) {
	if off+8 <= len(b) {
		w = bits.ReverseBytes64(mem.Word(b, off))
		if n < 8 {
			w = w >> (64 - 8*n) << (64 - 8*n)
		}
		return w
	}
	for i := range min(n, 8) {
		w |= uint64(b[off+i]) << (56 - 8*i)
	}
	return w
}

// entryName returns where the name of the entry at off lies; the rest of the entry
// is within src too.
func entryName(src []byte, off int) (size, text int, err error) {
	if uint(off) < uint(len(src)) {
		if b := src[off]; b&3 == 0 && int(b>>2) <= len(src)-off-1-IndexEntryRoom {
			return int(b >> 2), off + 1, nil
		}
	}
	u, text, err := ReadSize(src, off)
	if err != nil {
		return 0, off, err
	}
	if left := len(src) - text - IndexEntryRoom; left < 0 || u > uint64(left) {
		return 0, off, shortOf(off, u)
	}
	return int(u), text, nil
}
