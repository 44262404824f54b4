// This file finds the path of an offset, for errors.

package jsontext

// Step is one level of a path: a member of an object or an element of an array.
type Step struct {
	Object bool
	Key    string // of a member
	Index  int    // how many are in front of it
}

// PointerAt returns the path of the innermost value of src in which the byte in front of
// off lies, or of the value that should begin there where src is malformed from there on.
// It reads src once, up to off.
func PointerAt(src []byte, off int) []Step {
	var path []Step // to the value at i
	for i := SkipSpace(src, 0); i < len(src); {
		if c := src[i]; c == '{' || c == '[' {
			if off <= i+1 {
				return path
			}
			if i = SkipSpace(src, i+1); i < len(src) && src[i] != c+2 {
				step := Step{Object: c == '{'}
				if i = step.enter(src, i, off); i < 0 {
					return path
				}
				path = append(path, step)
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
			step := &path[last]
			if i = SkipSpace(src, i); i >= len(src) || src[i] != ',' {
				path = path[:last]
				if i >= len(src) || src[i] != step.closing() {
					return path
				}
				i++
				continue
			}
			step.Index++
			if i = step.enter(src, SkipSpace(src, i+1), off); i < 0 {
				return path[:last]
			}
			break
		}
	}
	return path
}

// enter moves from the start of a member or element at src[i] to its value, or returns -1
// where off is in front of a member, or there is none.
func (s *Step) enter(src []byte, i, off int) int {
	if !s.Object {
		return i
	}
	if i >= len(src) || off <= i || src[i] != '"' {
		return -1
	}
	end := SkipString(src, i)
	if end < 0 {
		return -1
	}
	key, _, _, err := ViewString(src, i, nil)
	if err != nil {
		key = src[i+1 : end-1]
	}
	s.Key = string(key)
	return skipColon(src, end)
}

func (s *Step) closing() byte {
	if s.Object {
		return '}'
	}
	return ']'
}
