// Validation beyond structure.

package msgwire

import (
	"unicode/utf8"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/mem"
)

// ValidateOptions are what a validation rejects beyond malformed input, as the options of
// package msgpack that have these names say. The zero value checks structure and limits.
type ValidateOptions struct {
	Limits fault.Limits

	UTF8, Duplicates, Canonical, Timestamps bool
}

// Validate checks that data is exactly one value.
func (o ValidateOptions) Validate(data []byte) error {
	end, err := 0, error(nil)
	if !o.Limits.Admits(len(data)) {
		err = fault.At(0, fault.Because(fault.ErrLimit, "message is longer than Limits.MaxBytes"))
	} else {
		budget := o.Limits.Budget()
		end, err = Skip(data, 0, &budget)
	}
	if err == nil && end != len(data) {
		err = fault.At(end, fault.ErrTrailing)
	}
	if err == nil && (o.UTF8 || o.Duplicates || o.Canonical || o.Timestamps) {
		_, err = o.value(data, 0)
	}
	if e, ok := err.(*fault.DecodeError); ok {
		e.Path, e.Format = Path(data, 0, int(e.Offset)), "msgpack"
		return e
	}
	return nil
}

// value checks the value at off, whose structure is known to be right, and returns the
// offset after it. It recurses no deeper than the limits allow.
func (o *ValidateOptions) value(src []byte, off int) (next int, err error) {
	h, err := ReadHead(src, off)
	if err != nil {
		return 0, err
	}
	if o.Canonical && h.Next-off > shortest(&h) {
		return 0, fault.At(off, fault.Because(fault.ErrSyntax, h.Kind.String()+" that is not in its shortest form"))
	}
	end := h.Next + h.Len
	switch h.Kind {
	case KindStr:
		if o.UTF8 && !utf8.Valid(src[h.Next:end]) {
			return 0, fault.At(off, fault.ErrUTF8)
		}
	case KindExt:
		if o.Timestamps && h.Type == ExtTimestamp && !isTimestamp(src[h.Next:end]) {
			return 0, fault.At(off, fault.Because(fault.ErrSyntax, "extension -1 that is not a time"))
		}
	case KindArray:
		next = h.Next
		for range h.Len {
			if next, err = o.value(src, next); err != nil {
				return 0, err
			}
		}
		return next, nil
	case KindMap:
		return o.pairs(src, h)
	}
	return end, nil
}

// pairs checks the pairs of a map.
func (o *ValidateOptions) pairs(src []byte, h Head) (next int, err error) {
	var seen map[keyIdentity]struct{}
	if o.Duplicates {
		seen = make(map[keyIdentity]struct{}, h.Len)
	}
	next = h.Next
	for range h.Len {
		at := next
		if next, err = o.value(src, at); err != nil {
			return 0, err
		}
		if o.Duplicates {
			key := identity(src, at, next)
			if _, twice := seen[key]; twice {
				return 0, fault.At(at, fault.Because(fault.ErrDuplicate, "duplicate key "+fault.Name(KeyText(src, at))))
			}
			seen[key] = struct{}{}
		}
		if next, err = o.value(src, next); err != nil {
			return 0, err
		}
	}
	return next, nil
}

// A keyIdentity is what two equal keys have in common: the value of an integer, the kind
// and content of text, or else the bytes. It aliases the message.
type keyIdentity struct {
	text string
	n    uint64
	kind Kind
}

func identity(src []byte, off, end int) keyIdentity {
	h, err := ReadHead(src, off)
	switch {
	case err != nil:
	case h.Kind == KindInt, h.Kind == KindUint && int64(h.Bits) >= 0:
		return keyIdentity{n: h.Bits, kind: KindInt}
	case h.Kind == KindStr, h.Kind == KindBin:
		return keyIdentity{text: mem.String(src[h.Next:end]), kind: h.Kind}
	}
	return keyIdentity{text: mem.String(src[off:end])}
}

// shortest returns the length of the shortest head that says the same.
func shortest(h *Head) int {
	wide := func(n uint64, least int) int {
		for w := least; w < 8; w *= 2 {
			if n>>(8*w) == 0 {
				return 1 + w
			}
		}
		return 9
	}
	n := uint64(h.Len)
	switch h.Kind {
	case KindInt:
		v := int64(h.Bits)
		if v >= MinFixInt && v <= MaxFixInt {
			return 1
		}
		return wide(uint64(v^v>>63)<<1, 1)
	case KindUint:
		if h.Bits <= MaxFixInt {
			return 1
		}
		return wide(h.Bits, 1)
	case KindStr:
		if n <= MaxFixStr {
			return 1
		}
		return wide(n, 1)
	case KindBin:
		return wide(n, 1)
	case KindArray, KindMap:
		if n <= MaxFixArray {
			return 1
		}
		return wide(n, 2)
	case KindExt:
		if n == 1 || n == 2 || n == 4 || n == 8 || n == 16 {
			return 2
		}
		return 1 + wide(n, 1)
	case KindFloat32:
		return 5
	case KindFloat64:
		return 9
	}
	return 1
}

// isTimestamp reports whether the content of an extension -1 is one of the three forms of
// time.
func isTimestamp(b []byte) bool {
	var nanos uint32
	switch len(b) {
	case 4:
	case 8:
		nanos = uint32(b[0])<<22 | uint32(b[1])<<14 | uint32(b[2])<<6 | uint32(b[3])>>2
	case 12:
		nanos = uint32(b[0])<<24 | uint32(b[1])<<16 | uint32(b[2])<<8 | uint32(b[3])
	default:
		return false
	}
	return nanos < 1e9
}
