// This file finds the path of an offset, for errors.

package jsontext

import "github.com/beve-org/beve-go/internal/fault"

// step is one level of a path: a member of an object or an element of an array.
type step struct {
	object bool
	at     int    // where the key begins, or how many elements are in front of it
	name   string // the key, as long as a path shows, once it was asked for
}

// PointerAt returns the path of the innermost value of src in which the byte in front of
// off is, or of the value that should begin there where src is malformed from there on.
// It reads src once, up to off.
func PointerAt(src []byte, off int) fault.Pointer {
	f := PointerFinder{src: src}
	return f.At(off)
}

// PointerFinder is [PointerAt] for several offsets of one text. Offsets that grow are
// found by reading on. The text must not change.
type PointerFinder struct {
	src  []byte
	path []step // to the value at, or in front of, i
	i    int
	from int // where the scalar begins that ends at i, if one does
	// state says what is at i.
	state finderState
}

type finderState uint8

const (
	findStart finderState = iota // nothing is known
	findValue                    // the value of path begins
	findEnd                      // it ends
	findLoss                     // the path is that of what was asked for last, no more
)

// NewPointerFinder returns a finder for src.
func NewPointerFinder(src []byte) *PointerFinder { return &PointerFinder{src: src} }

// At returns the path for off.
func (f *PointerFinder) At(off int) fault.Pointer {
	if f.state != findEnd || off > f.i || off <= f.from {
		if f.state == findLoss || off <= f.i {
			f.state = findStart
		}
		f.find(off)
	}
	var t fault.Trail
	for i := len(f.path) - 1; i >= 0; i-- {
		if f.path[i].object {
			t.Key(f.path[i].key(f.src))
		} else {
			t.Index(f.path[i].at)
		}
	}
	return t.Pointer()
}

// Depth returns how many arrays and objects are round the value whose path At has
// returned last.
func (f *PointerFinder) Depth() int { return len(f.path) }

// find makes path that of off, which is after i.
func (f *PointerFinder) find(off int) {
	src := f.src
	if f.state == findStart {
		f.path, f.i, f.from, f.state = f.path[:0], SkipSpace(src, 0), 0, findValue
	}
	for f.i < len(src) {
		if f.state == findValue && !f.value(off) || f.state == findEnd && !f.after(off) {
			return
		}
	}
	f.state = findLoss
}

// value passes the scalar at i, or moves on to what a container begins with. It reports
// false where path is that of off.
func (f *PointerFinder) value(off int) bool {
	src, i := f.src, f.i
	f.from = i
	if c := src[i]; c == '{' || c == '[' {
		if off <= i+1 {
			return false
		}
		if i = SkipSpace(src, i+1); i < len(src) && src[i] != c+2 {
			inner := step{object: c == '{'}
			if i = inner.enter(src, i, off); i < 0 {
				f.state = findLoss
				return false
			}
			f.path, f.i = append(f.path, inner), i
			return true
		}
		i++ // it is empty
		f.from = i
	} else if i = SkipScalar(src, i); i < 0 {
		f.state = findLoss
		return false
	}
	f.i, f.state = i, findEnd
	return true
}

// after moves on from the end of a value, and of those that end with it, to the next
// one. It reports false where path is that of off.
func (f *PointerFinder) after(off int) bool {
	src := f.src
	for {
		if off <= f.i || len(f.path) == 0 {
			if len(f.path) == 0 {
				f.state = findLoss
			}
			return false
		}
		last := len(f.path) - 1
		innermost := &f.path[last]
		i := SkipSpace(src, f.i)
		if i >= len(src) || src[i] != ',' {
			f.path = f.path[:last]
			if i >= len(src) || src[i] != innermost.closing() {
				f.state = findLoss
				return false
			}
			f.i, f.from = i+1, i+1
			continue
		}
		if !innermost.object {
			innermost.at++
		}
		if i = innermost.enter(src, SkipSpace(src, i+1), off); i < 0 {
			f.path, f.state = f.path[:last], findLoss
			return false
		}
		f.i, f.state = i, findValue
		return true
	}
}

// enter moves from the start of a member or element at src[i] to its value, or returns -1
// where off is in front of a member, or there is none.
func (s *step) enter(src []byte, i, off int) int {
	if !s.object {
		return i
	}
	if i >= len(src) || off <= i || src[i] != '"' {
		return -1
	}
	end := SkipString(src, i)
	if end < 0 {
		return -1
	}
	s.at, s.name = i, ""
	return skipColon(src, end)
}

// key returns the key of a member, as it is read where U+FFFD stands for what is not UTF-8, or as it stands where it is
// malformed. It has no more of a long one than a path shows, which is all that is made anew for each path.
func (s *step) key(src []byte) string {
	if s.name == "" {
		text := src[s.at+1 : SkipString(src, s.at)-1]
		if _, _, err := ScanString(src, s.at); err == nil {
			text = AppendReplaced(nil, text)
		}
		s.name = string(fault.Pointer(text).ShortIn(fault.MaxPath))
	}
	return s.name
}

func (s *step) closing() byte {
	if s.object {
		return '}'
	}
	return ']'
}
