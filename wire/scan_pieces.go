// Input that comes in small pieces: whether it is worth a look can be told without the
// errors that a look would make, of which each piece would have one.

package wire

import "github.com/beve-org/beve-go/internal/fault"

// more is the error that says to whoever waits for more that a child is not all there. It is the same each time.
func (s *Scanner) more(src []byte) error {
	if s.missing == nil {
		s.missing = new(DecodeError)
	}
	*s.missing = DecodeError{Offset: int64(len(src)), Err: fault.ErrTruncated}
	return s.missing
}

// Waits reports whether it can be told, without an error, that src does not hold what [Scanner.Next] scans next: a value, or
// of a container what comes before its children. Input that grows from call to call is looked at once. It is false also of
// what is malformed.
func (s *Scanner) Waits(src []byte) bool {
	switch {
	case !s.started:
		return s.valueLacks(src, s.off)
	case s.depth == 0:
		return false
	}
	return s.lacks(s.frame(s.depth-1), src)
}

// lacks reports whether the next child of f is not all there, or what starts it, if f and the child are of the most usual
// kinds. Whether it is valid remains to be seen.
func (s *Scanner) lacks(f *frame, src []byte) bool {
	at := s.off
	switch f.kind {
	case KindArray, KindTable, KindTypeTag, KindMatrix:
	case KindStringArray, phaseNames:
		return countLacks(src, at, 1)
	case phaseRows:
		return countLacks(src, at, uint64(f.data))
	case phaseEntries:
		n, next, ok := sizeAt(src, at)
		return !ok || len(src)-next < IndexEntryRoom || n > uint64(len(src)-next-IndexEntryRoom)
	case KindIndexed:
		if !f.keyed {
			return false
		}
	case KindObject:
		if f.keyed {
			break
		}
		if countLacks(src, at, 1) {
			return true
		}
		n, next, _ := sizeAt(src, at)
		at = next + int(n)
	case KindIntObject:
		if !f.keyed {
			at += f.head.Width()
		}
	default:
		return false
	}
	return s.valueLacks(src, at)
}

// valueLacks is lacks for the value at off.
func (s *Scanner) valueLacks(src []byte, off int) bool {
	if off >= len(src) {
		return true
	}
	switch h := &table[src[off]]; h.kind {
	case KindNull, KindBool, KindNumber:
		return len(src)-off-1 < int(h.width)
	case KindString, KindArray, KindStringArray:
		return countLacks(src, off+1, 1)
	case KindNumberArray:
		return countLacks(src, off+1, uint64(h.width))
	case KindObject:
		return countLacks(src, off+1, 2)
	case KindIntObject:
		return countLacks(src, off+1, 1+uint64(Header(src[off]).Width()))
	case KindTable:
		return !s.budget.TypeTags() && s.tag.waits(src, off)
	case KindUUID:
		return len(src)-off < uuidLen
	case KindDuration:
		return len(src)-off < durationLen
	case KindInterval:
		return off+1 >= len(src) || Header(src[off+1]) == HeaderTime && (s.valueLacks(src, off+1) || len(src)-off < 1+2*minTimestamp)
	case KindBoolArray:
		n, next, ok := sizeAt(src, off+1)
		return !ok || n/8 > uint64(len(src)-next)
	case KindIndexed:
		return countLacks(src, off+2, minEntry)
	case KindRegExp:
		return countLacks(src, off+2, 1)
	case KindMatrix:
		extents := off + MatrixExtents
		if extents >= len(src) {
			return true
		}
		k := table[src[extents]].kind
		return (k == KindNumberArray || k == KindAligned) && s.valueLacks(src, extents)
	}
	kind := table[src[off]].kind
	if kind != KindAligned && kind != KindComplex && kind != KindTime {
		return false
	}
	if len(src)-off < 2 {
		return true
	}
	switch sub := src[off+1]; kind {
	case KindAligned:
		h := Header(sub)
		return h.Kind() == KindNumberArray && countLacks(src, off+2, uint64(h.Width()))
	case KindComplex:
		elem, form, err := complexStart(src, off)
		switch {
		case err != nil:
			return false
		case form == complexSingle:
			return len(src)-off-2 < 2*elem.Width()
		case form == complexArray:
			return countLacks(src, off+2, 2*uint64(elem.Width()))
		}
		return off+2 >= len(src) || Header(src[off+2]) == HeaderAligned && s.valueLacks(src, off+2)
	case KindTime:
		switch {
		case sub == 1:
			return countLacks(src, off+2, 8)
		case sub >= precisionMs && sub <= precisionNs|flagZone:
			return len(src)-off < minTimestamp
		}
	}
	return false
}

// countLacks reports whether the SIZE at off is not all there, or as many units as it says are not.
func countLacks(src []byte, off int, unit uint64) bool {
	n, next, ok := sizeAt(src, off)
	return !ok || n > uint64(len(src)-next)/unit
}

// sizeAt is ReadSize without an error: ok is false where it is not all there.
func sizeAt(src []byte, off int) (n uint64, next int, ok bool) {
	if off >= len(src) || src[off]&3 != 0 && len(src)-off < 1<<(src[off]&3) {
		return 0, off, false
	}
	n, next, _ = ReadSize(src, off)
	return n, next, true
}
