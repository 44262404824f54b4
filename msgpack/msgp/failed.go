// Where generated code has failed, and why, in the words of reflection.

package msgp

import (
	"math"
	"strconv"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/msgwire"
)

// said is a failure of this package in the words that reflection has for it.
type said struct {
	words string
	cause error
}

func (s *said) Error() string   { return s.words }
func (s *said) Unwrap() error   { return s.cause }
func (s *said) Resumable() bool { return Resumable(s.cause) }

// FailAs returns err, with which a function has failed on o, a part of b, as a [DecodeError] that says what reflection says:
// its place, the Go type that was to be read and the words. Where o is malformed, that is the error, at the byte where it is.
// ctx is as for [WrapError].
func FailAs(b, o []byte, err error, goType string, ctx ...any) error {
	off := len(b) - len(o)
	if _, ok := fault.Decoding(err); ok {
		return WrapErrorAt(err, off, ctx...) // a part knows all else
	}
	var path fault.Pointer
	if c, ok := err.(*contextError); ok {
		path, err = c.path, c.cause
	}
	h, broken := msgwire.ReadHead(o, 0)
	if _, misfit := err.(TypeError); broken != nil && (misfit || err == ErrKeyType) {
		return failInside(o, off, broken, ctx)
	}
	switch e := err.(type) {
	case TypeError:
		switch {
		case e.Method == Float32Type && h.Kind == msgwire.KindFloat64:
			err = fault.NoFloat32(math.Float64frombits(h.Bits))
		default:
			err = &said{msgwire.Misfit(h.Kind, goType), err}
		}
	case IntOverflow:
		err = &said{fault.OutOfRange(strconv.FormatInt(e.Value, 10)).Error(), err}
	case UintOverflow:
		err = &said{fault.OutOfRange(strconv.FormatUint(e.Value, 10)).Error(), err}
	case UintBelowZero:
		err = &said{fault.OutOfRange(strconv.FormatInt(e.Value, 10)).Error(), err}
	default:
		if _, invalid := err.(InvalidPrefixError); invalid || err == ErrShortBytes || err == ErrRecursion {
			return failBroken(o, off, err, ctx)
		}
	}
	return &DecodeError{Offset: int64(off), Path: around(ctx, path), GoType: goType, Err: err, Format: format}
}

// failBroken is FailAs for o, which does not begin with a value, or with one that is nested too deep.
func failBroken(o []byte, off int, err error, ctx []any) error {
	if at, isKey, inner := firstBroken(o, true); inner != nil {
		return failPart(o, off, at, isKey, inner, ctx)
	}
	return &DecodeError{Offset: int64(off), Path: around(ctx, ""), Err: err, Format: format}
}

// FailAny is [FailAs] for a value of any type, which [ReadIntfBytes] or [ReadAnyBytes] has not read. anyKeys says that keys of maps
// may be of any type.
func FailAny(b, o []byte, err error, anyKeys bool, ctx ...any) error {
	off := len(b) - len(o)
	if at, isKey, inner := firstBroken(o, anyKeys); inner != nil {
		return failPart(o, off, at, isKey, inner, ctx)
	}
	return FailAs(b, o, err, "", ctx...)
}

// firstBroken reads heads as readers of values do, until one is malformed, or something is that has no Go value. It returns where
// that is in o, and whether it is the key of a map.
func firstBroken(o []byte, anyKeys bool) (at int, isKey bool, err error) {
	type container struct {
		left  int
		isMap bool
		key   int // where it begins if it is a key itself, or -1
	}
	open := []container{{left: 1, key: -1}}
	for len(open) > 0 {
		c := &open[len(open)-1]
		if c.left == 0 {
			if c.key >= 0 {
				return c.key, true, fault.NoGoKey(msgwire.KeyText(o, c.key), false)
			}
			open = open[:len(open)-1]
			continue
		}
		isKey = c.isMap && c.left%2 == 0
		c.left--
		h, err := msgwire.ReadHead(o, at)
		switch {
		case err != nil:
			return at, isKey, err
		case isKey && !anyKeys && h.Kind != msgwire.KindStr && h.Kind != msgwire.KindBin:
			return at, true, &said{msgwire.NotAKey(h.Kind, false).Error(), ErrKeyType}
		case isKey && h.Kind == msgwire.KindNil:
			return at, true, fault.NoGoKey(msgwire.KeyText(o, at), true)
		}
		from, key := at, -1
		if isKey {
			key = at
		}
		switch at = h.Next; h.Kind {
		case msgwire.KindStr, msgwire.KindBin:
			at += h.Len
		case msgwire.KindExt:
			at += h.Len
			if _, _, err := ReadIntfBytes(o[from:at]); err != nil {
				return from, isKey, err
			}
		case msgwire.KindArray:
			open = append(open, container{h.Len, false, key})
		case msgwire.KindMap:
			open = append(open, container{2 * h.Len, true, key})
		}
	}
	return at, false, nil
}

// failPart returns what is wrong at a place in o.
func failPart(o []byte, off, at int, isKey bool, err error, ctx []any) error {
	path := msgwire.Path(o, 0, at)
	if isKey {
		path = path.Key(msgwire.KeyText(o, at))
	}
	if inner, ok := fault.Decoding(err); ok {
		err = &said{inner.Err.Error(), plain(err)}
	}
	return &DecodeError{Offset: int64(off + at), Path: around(ctx, path), Err: err, Format: format}
}

// failInside returns what is wrong in o, of which msgwire has found out.
func failInside(o []byte, off int, broken error, ctx []any) error {
	inner := broken.(*DecodeError)
	err := plain(broken)
	return &DecodeError{Offset: int64(off) + inner.Offset, Path: around(ctx, msgwire.Path(o, 0, int(inner.Offset))),
		Err: &said{inner.Err.Error(), err}, Format: format}
}

// FailSkip is [FailAs] for [Skip], which passes over what it can.
func FailSkip(b, o []byte, err error, ctx ...any) error {
	off := len(b) - len(o)
	budget := Limits{}.Budget()
	if _, broken := msgwire.Skip(o, 0, &budget); broken != nil {
		return failInside(o, off, broken, ctx)
	}
	return FailAs(b, o, err, "", ctx...)
}

// OrNilAs is [OrNil] with the failure of [FailAs].
func OrNilAs(b, o []byte, err error, goType string, ctx ...any) ([]byte, error) {
	if IsNil(o) {
		return o[1:], nil
	}
	return o, FailAs(b, o, err, goType, ctx...)
}

// FailKey is [FailAs] for o where it should begin with the key of a struct, a number or a name, and does not.
func FailKey(b, o []byte, err error, goType string, numbers bool) error {
	if h, broken := msgwire.ReadHead(o, 0); broken == nil && err == ErrKeyType {
		err = &said{msgwire.NotAKey(h.Kind, numbers).Error(), err}
	}
	return FailAs(b, o, err, goType)
}

// FailMapKey is [FailAs] for o where the key of a map begins, whose type is goType: nil is none.
func FailMapKey(b, o []byte, err error, mapType, goType string, ctx ...any) error {
	ctx = append(ctx[:len(ctx):len(ctx)], msgwire.KeyText(o, 0))
	if IsNil(o) {
		return FailAs(b, o, &said{msgwire.NilKey().Error(), ErrKeyType}, mapType, ctx...)
	}
	return FailAs(b, o, err, goType, ctx...)
}

// KeyText returns how a path shows the key that b begins with.
func KeyText(b []byte) string { return msgwire.KeyText(b, 0) }

// FailTwice returns the failure of a struct of type goType, which begins at b, where the field name comes again: its key ends
// where o begins.
func FailTwice(b, o []byte, goType, name string) error {
	return FailAs(b, lastKey(b, o), &said{fault.DuplicateField(name).Error(), ErrDuplicateEntry}, goType, name)
}

// lastKey returns where the key begins that o, a part of the map b, follows. It passes over what is before.
func lastKey(b, o []byte) []byte {
	n, rest, err := ReadMapHeaderBytes(b)
	for ; err == nil && n > 0; n-- {
		key := rest
		if rest, err = Skip(key); err == nil && len(rest) == len(o) {
			return key
		}
		rest, err = Skip(rest)
	}
	return o
}

// SkipMember passes over the first value of o, a member of the struct that begins at b whose key is before it. A failure has the
// key in its path, except that of the name of a struct.
func SkipMember(b, o []byte) ([]byte, error) {
	rest, err := Skip(o)
	if err == nil {
		return rest, nil
	}
	key := lastKey(b, o)
	if id, next := msgwire.ReadInt(key, 0); next > 0 && id == -1 {
		return b, FailSkip(b, o, err)
	}
	return b, FailSkip(b, o, err, msgwire.KeyText(key, 0))
}

// KeepMember stores the first value of o in m, for a struct of type goType that begins at b and keeps the members that none of
// its fields takes, and returns what follows it. key, whose bytes o follows, is what [ReadID] or [ReadName] has read.
func KeepMember[K comparable](m *map[K]Raw, key K, b, o []byte, goType string) ([]byte, error) {
	if _, twice := (*m)[key]; twice {
		return b, FailTwice(b, o, goType, msgwire.KeyText(lastKey(b, o), 0))
	}
	if id, ok := any(key).(int64); ok && id == noID {
		if at := lastKey(b, o); NextType(at) == UintType {
			name := msgwire.KeyText(at, 0)
			return b, FailAs(b, at, fault.UnkeptKey(name), goType, name)
		}
	}
	rest, err := Skip(o)
	if err != nil {
		return b, FailSkip(b, o, err, msgwire.KeyText(lastKey(b, o), 0))
	}
	if *m == nil {
		*m = map[K]Raw{}
	}
	(*m)[key] = append(Raw{}, o[:len(o)-len(rest)]...)
	return rest, nil
}
