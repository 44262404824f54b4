// Skipping of values that are all there. Most are walked over as they lie; a [Scanner], which keeps
// a stack of its own and knows the path, has the others, and all that are malformed.

package wire

// Skip returns the offset after the value at src[off:], having checked it whole
// under the default limits.
func Skip(src []byte, off int) (next int, err error) {
	b := Limits{}.Budget()
	return SkipWithin(src, off, &b)
}

// SkipWithin is [Skip] under what is left of a budget, for a reader that skips a
// part of what it reads. After a failure the budget must not be used again.
func SkipWithin(src []byte, off int, b *Budget) (next int, err error) {
	if next, ok := plainScalar(src, off); ok {
		return next, nil
	}
	if uint(off) < uint(len(src)) && Header(src[off]) == HeaderString {
		if next = skipText(src, off+1); next >= 0 {
			return next, nil
		}
	}
	if uint(off) < uint(len(src)) {
		after := *b
		if next = skipContainer(src, off, skipLevels, true, &after); next >= 0 {
			*b = after
			return next, nil
		}
	}
	return walk(src, off, b)
}

// skipLevels is how many levels are walked over on the stack of the goroutine. What is deeper is
// walked over twice at most: once in vain.
const skipLevels = 8

// skipContainer returns the offset after the value at src[off:], which is neither a scalar nor
// text, and -1 where a [Scanner] has to look: it is for what most values are. After -1 the budget
// must not be used again. Unless final is set, src may go on.
func skipContainer(src []byte, off, levels int, final bool, b *Budget) (next int) {
	h := &table[src[off]]
	unit := 1
	switch h.kind {
	case KindObject:
		unit = 2
	case KindArray, KindStringArray:
	case KindNumberArray:
		unit = int(h.width)
	default:
		f, next, err := begin(src, off, b.UnusedBits(), tagModeOf(b, final))
		if err != nil || f.left > 0 {
			return -1
		}
		return next
	}
	n, next, ok := plainCount(src, off+1, unit)
	switch {
	case !ok:
		return -1
	case n == 0 || h.kind == KindNumberArray:
		return next + n*unit
	case levels == 0 || !b.Enter(n):
		return -1
	case h.kind == KindStringArray:
		next = skipTexts(src, next, n)
	default:
		next = skipChildren(src, next, n, h.kind, levels-1, final, b)
	}
	b.Leave()
	return next
}

// skipChildren is skipContainer for n elements of a generic array, or members of an object.
func skipChildren(src []byte, off, n int, kind Kind, levels int, final bool, b *Budget) (next int) {
	for ; n > 0; n-- {
		if kind == KindObject {
			if off = skipText(src, off); off < 0 {
				return -1
			}
		}
		if uint(off) >= uint(len(src)) {
			return -1
		}
		switch h := &table[src[off]]; {
		case h.kind-KindNull <= KindNumber-KindNull:
			if off += 1 + int(h.width); off > len(src) {
				return -1
			}
		case h.kind == KindString:
			off = skipText(src, off+1)
		default:
			off = skipContainer(src, off, levels, final, b)
		}
		if off < 0 {
			return -1
		}
	}
	return off
}

// skipTexts returns the offset after n texts, and -1 if one is not valid.
func skipTexts(src []byte, off, n int) (next int) {
	for ; n > 0 && off >= 0; n-- {
		off = skipText(src, off)
	}
	return off
}

// SkipBuffered skips up to n parts of a container as they lie at src[off:]: elements of a generic array, texts if kind is
// KindStringArray, or members with text for keys if it is KindObject. It returns how many there were, and where they end,
// and stops at one that is not all there, that is malformed, or that a [Scanner] has to look at. Unless final is set, src
// may go on. The budget is that of the parts: the container was entered.
func SkipBuffered(src []byte, off, n int, kind Kind, final bool, b *Budget) (done, next int) {
	for ; done < n && off < len(src); done++ {
		next = off
		if kind != KindArray {
			if next = skipText(src, next); next < 0 {
				break
			}
		}
		if kind != KindStringArray {
			if next >= len(src) {
				break
			}
			after := *b
			if end, ok := plainScalar(src, next); ok {
				next = end
			} else if Header(src[next]) == HeaderString {
				next = skipText(src, next+1)
			} else if next = skipContainer(src, next, skipLevels, final, &after); next >= 0 {
				*b = after
			}
			if next < 0 {
				break
			}
		}
		off = next
	}
	return done, off
}

// SkipElements returns the offset after n elements of an array at src[off:], of a
// generic one or, if kind is KindStringArray, of a string array, as that many calls of
// [SkipWithin] or [ViewText] would. The budget is that of the elements: the array
// was entered. The path of an error begins with the index, from 0.
func SkipElements(src []byte, off, n int, kind Kind, b *Budget) (next int, err error) {
	if n <= 0 {
		return off, nil
	}
	s := Scanner{budget: *b, off: off, started: true, borrows: true}
	s.push(frame{kind: kind, left: n, mark: uint64(n)}, off)
	next, err = s.Next(src, true)
	s.giveBack()
	if err != nil {
		return off, err
	}
	s.budget.Enter(0) // the scan left what it had not entered
	*b = s.budget
	return next, nil
}

// walk returns the offset after the value at src[off:].
func walk(src []byte, off int, b *Budget) (next int, err error) {
	s := Scanner{budget: *b, off: off, borrows: true}
	next, err = s.Next(src, true)
	s.giveBack()
	if err != nil {
		return off, err
	}
	*b = s.budget
	return next, nil
}
