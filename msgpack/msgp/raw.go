// One value that is not looked into.

package msgp

import "github.com/beve-org/beve-go/internal/msgwire"

// Raw is the bytes of one value. An empty one is written as nil. Writing does not check
// the bytes.
type Raw []byte

// MarshalMsg appends r as it is.
func (r Raw) MarshalMsg(b []byte) ([]byte, error) {
	if len(r) == 0 {
		return AppendNil(b), nil
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

// EncodeMsg writes r as it is.
func (r Raw) EncodeMsg(w *Writer) error {
	if len(r) == 0 {
		return w.WriteNil()
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
