// This file finds the path of an offset, for errors.

package jsontext

import "github.com/beve-org/beve-go/internal/fault"

// step is one level of a path: a member of an object or an element of an array.
type step struct {
	object bool
	at     int // where the key begins, or how many elements are in front of it
}

// PointerAt returns the path of the innermost value of src in which the byte in front of
// off lies, or of the value that should begin there where src is malformed from there on.
// It reads src once, up to off.
func PointerAt(src []byte, off int) fault.Pointer {
	path := stepsTo(src, off)
	var t fault.Trail
	for i := len(path) - 1; i >= 0; i-- {
		if path[i].object {
			t.Key(path[i].key(src))
		} else {
			t.Index(path[i].at)
		}
	}
	return t.Pointer()
}

func stepsTo(src []byte, off int) []step {
	var path []step // to the value at i
	for i := SkipSpace(src, 0); i < len(src); {
		if c := src[i]; c == '{' || c == '[' {
			if off <= i+1 {
				return path
			}
			if i = SkipSpace(src, i+1); i < len(src) && src[i] != c+2 {
				next := step{object: c == '{'}
				if i = next.enter(src, i, off); i < 0 {
					return path
				}
				path = append(path, next)
				continue
			}
			i++ // it is empty
		} else if i = skipScalar(src, i); i < 0 {
			return path
		}
		// Behind the value, and those that end with it, is another one.
		for {
			if off <= i || len(path) == 0 {
				return path
			}
			last := len(path) - 1
			innermost := &path[last]
			if i = SkipSpace(src, i); i >= len(src) || src[i] != ',' {
				path = path[:last]
				if i >= len(src) || src[i] != innermost.closing() {
					return path
				}
				i++
				continue
			}
			if !innermost.object {
				innermost.at++
			}
			if i = innermost.enter(src, SkipSpace(src, i+1), off); i < 0 {
				return path[:last]
			}
			break
		}
	}
	return path
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
	s.at = i
	return skipColon(src, end)
}

// key returns the key of a member.
func (s *step) key(src []byte) string {
	key, _, _, err := ViewString(src, s.at, nil)
	if err != nil {
		key = src[s.at+1 : SkipString(src, s.at)-1]
	}
	return string(key)
}

func (s *step) closing() byte {
	if s.object {
		return '}'
	}
	return ']'
}
