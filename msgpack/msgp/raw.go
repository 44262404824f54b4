// One value that is not looked into.

package msgp

import (
	"errors"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/msgwire"
)

// Raw is the bytes of one value. An empty one is written as nil. What is not exactly one value is not written, since it would
// move what follows.
type Raw []byte

// check returns an error unless r is exactly one value.
func (r Raw) check() error {
	rest, err := Skip(r)
	switch {
	case errors.Is(err, fault.ErrDepth):
		return err
	case err != nil:
		return fault.Because(fault.ErrSyntax, "not exactly one value: "+err.Error())
	case len(rest) > 0:
		return fault.Because(fault.ErrTrailing, "more than one value")
	}
	return nil
}

// MarshalMsg appends r as it is. It fails where r is not one value.
func (r Raw) MarshalMsg(b []byte) ([]byte, error) {
	if len(r) == 0 {
		return AppendNil(b), nil
	}
	if err := r.check(); err != nil {
		return b, err
	}
	return append(b, r...), nil
}

// UnmarshalMsg copies the first value of b into r.
func (r *Raw) UnmarshalMsg(b []byte) ([]byte, error) {
	o, err := Skip(b)
	if err != nil {
		return b, err
	}
	*r = append((*r)[:0], b[:len(b)-len(o)]...)
	return o, nil
}

// EncodeMsg writes r as it is. It fails where r is not one value.
func (r Raw) EncodeMsg(w *Writer) error {
	if len(r) == 0 {
		return w.WriteNil()
	}
	if err := r.check(); err != nil {
		return err
	}
	return w.Append(r...)
}

// DecodeMsg copies the next value of the stream into r.
func (r *Raw) DecodeMsg(m *Reader) error {
	v, err := m.next()
	if err != nil {
		return err
	}
	*r = append((*r)[:0], v...)
	return nil
}

// Msgsize returns the length of r.
func (r Raw) Msgsize() int { return max(len(r), 1) }

// MarshalJSON returns r as JSON text.
func (r Raw) MarshalJSON() ([]byte, error) {
	if len(r) == 0 {
		return []byte("null"), nil
	}
	return appendJSONOf(nil, r)
}

// IsNil reports whether r is empty or holds nil.
func (r Raw) IsNil() bool { return len(r) == 0 || r[0] == msgwire.Nil }
