// The one byte whose two meanings neither the next byte nor the position tells
// apart: a table, or a type tag of version 1. What follows decides, by one rule.

package wire

import (
	"errors"

	"github.com/beve-org/beve-go/internal/fault"
)

// tagIndices bounds the index of a type tag: no variant has more types.
const tagIndices = 1 << 16

// tableHead is how much of the names of a table the rule looks at.
const tableHead = 1 << 16

// TypeTagAt reports whether the value at src[off:], which starts with the header
// that tables and type tags share, is a type tag. src is all there is: what it lacks
// does not follow. With always, as by the option LegacyTypeTag, it is one.
//
// It is a table if what follows can be one that this library writes: there are
// fields, each name has text, is valid UTF-8 and has no control characters (bytes
// below 0x20, and 0x7F), there are rows, and the byte after their number starts a
// value. The first 65,536 bytes of the names decide. The table of no fields, two zero
// bytes, is one too. Otherwise it is a type tag if the index is below 65,536 and the
// start of the value after it is well-formed, unless that is a boolean and the names are
// good as far as they go: that is a table that is cut short, or one of no rows. What is
// no type tag is a table, be it of no rows, of other names or malformed.
func TypeTagAt(src []byte, off int, always bool) bool {
	if always {
		return true
	}
	tag, _ := typeTag(src, off, true)
	return tag
}

// TypeTagNext is [TypeTagAt] for a buffer that may still be growing unless final says
// that it does not; more says that what there is does not decide.
func TypeTagNext(src []byte, off int, final, always bool) (tag, more bool) {
	if always {
		return true, false
	}
	return typeTag(src, off, final)
}

// CleanName reports whether a table may have a field of this name: others are what
// the rule of [TypeTagAt] takes for the value of a type tag.
func CleanName(name string) bool { return cleanName(name) }

func cleanName[T string | []byte](name T) bool {
	for i := range len(name) {
		if name[i] < 0x20 || name[i] == 0x7F {
			return false
		}
	}
	return len(name) > 0
}

// verdict is what the bytes after the header are.
type verdict uint8

const (
	undecided verdict = iota
	isTable
	isCut   // a table as far as they go
	noRows  // the names of a table, and no rows of values
	noNames // no names that this library writes
)

func typeTag(src []byte, off int, final bool) (tag, more bool) {
	v := tableStart(src, off+1)
	switch {
	case v == isTable:
		return false, false
	case v == isCut && !final:
		return false, true
	}
	tag, cut := tagStart(src, off+1, v != noNames)
	return tag, cut && !final
}

// tableStart looks at the start of a table at off, without its header.
func tableStart(src []byte, off int) verdict {
	var t tableLook
	return t.next(src, off)
}

// A tableLook is a look at the start of a table that goes on where the input ended.
type tableLook struct {
	begun  bool
	fields uint64 // names that were not looked at as a whole
	at     int    // where the next of them lies
	clean  int    // up to where its text is
	last   int    // where the names no longer count
}

// next looks at what has come of a table at off, which is the same in every call.
func (t *tableLook) next(src []byte, off int) verdict {
	if !t.begun {
		fields, next, err := ReadSize(src, off)
		switch {
		case err != nil:
			return cutOr(noNames, err)
		case fields == 0 && next == len(src):
			return isCut
		case fields == 0 && src[next] == 0:
			return isTable
		case fields == 0:
			return noNames
		}
		*t = tableLook{begun: true, fields: fields, at: next, last: next + tableHead}
	}
	for ; t.fields > 0; t.fields-- {
		n, next, err := ReadSize(src, t.at)
		if err != nil {
			return cutOr(noNames, err)
		}
		end := len(src)
		whole := n <= uint64(end-next)
		if whole {
			end = next + int(n)
		}
		seen := max(next, min(end, t.last))
		if from := max(next, t.clean); n == 0 || seen > from && !cleanName(src[from:seen]) || whole && end <= t.last && !ValidText(src[next:seen]) {
			return noNames
		}
		t.clean = seen
		if end >= t.last {
			return isTable
		}
		if !whole {
			return isCut
		}
		t.at = end
	}
	rows, next, err := ReadSize(src, t.at)
	switch {
	case err != nil:
		return cutOr(noRows, err)
	case rows == 0:
		return noRows
	case next == len(src):
		return isCut
	case !Header(src[next]).IsValue():
		return noRows
	}
	return isTable
}

// A tagLook is the rule of [TypeTagAt] for a value that comes in pieces, of which none is looked at twice.
type tagLook struct {
	off   int // the value
	table tableLook
	is    verdict // of the table, unless it is cut
}

// waits reports whether what there is of the value at off does not decide.
func (l *tagLook) waits(src []byte, off int) bool {
	if off != l.off || l.is == undecided {
		*l = tagLook{off: off, is: isCut}
	}
	if l.is == isCut {
		l.is = l.table.next(src, off+1)
	}
	switch l.is {
	case isTable:
		return false
	case isCut:
		return true
	}
	_, cut := tagStart(src, off+1, l.is != noNames)
	return cut
}

// cutOr returns isCut for an error that says that the input ends, and otherwise v.
func cutOr(v verdict, err error) verdict {
	if errors.Is(err, fault.ErrTruncated) {
		return isCut
	}
	return v
}

// tagStart reports whether the bytes at off are the start of a type tag without its
// header: an index, and a value whose start is well-formed. named says that they are
// names of a table, too: then a boolean does not count, which the length of a short
// name looks like.
func tagStart(src []byte, off int, named bool) (yes, cut bool) {
	index, off, err := ReadSize(src, off)
	if err != nil || index >= tagIndices {
		return false, err != nil && errors.Is(err, fault.ErrTruncated)
	}
	if off < len(src) && Header(src[off]) == HeaderTypeTag {
		return true, false // as deep as it may be, and for its reader to say
	}
	f, _, err := begin(src, off, false, tagsNever)
	if err != nil {
		return false, errors.Is(err, fault.ErrTruncated)
	}
	return !named || f.kind != KindBool, false
}
