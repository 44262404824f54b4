// What the types are in JSON text: the same that package translator prints of their bytes, so
// that a struct has one JSON, whichever way it goes.

package scalar

import (
	"strconv"
	"time"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/jsontext"
	"github.com/beve-org/beve-go/internal/mem"
	"github.com/beve-org/beve-go/internal/rfc3339"
)

// isNull reports whether text is null, which leaves a variable as it is.
func isNull(text []byte) bool { return string(text) == "null" }

// MarshalJSON returns x as a number, with all its digits. Its error is always nil.
func (x Int128) MarshalJSON() ([]byte, error) { return x.MarshalText() }

// MarshalJSON returns x as a number, with all its digits. Its error is always nil.
func (x Uint128) MarshalJSON() ([]byte, error) { return x.MarshalText() }

// UnmarshalJSON reads an integer, which may stand in quotes.
func (x *Int128) UnmarshalJSON(text []byte) error {
	if isNull(text) {
		return nil
	}
	return x.UnmarshalText(unquoted(text))
}

// UnmarshalJSON reads an integer, which may stand in quotes.
func (x *Uint128) UnmarshalJSON(text []byte) error {
	if isNull(text) {
		return nil
	}
	return x.UnmarshalText(unquoted(text))
}

// unquoted returns text without the quotes around it.
func unquoted(text []byte) []byte {
	if n := len(text) - 1; n > 0 && text[0] == '"' && text[n] == '"' {
		return text[1:n]
	}
	return text
}

// UnmarshalJSON reads the text of a UUID, as UnmarshalText does, and the array of its bytes, which
// is what the portable form has in JSON.
func (u *UUID) UnmarshalJSON(text []byte) error {
	switch {
	case isNull(text):
		return nil
	case len(text) > 0 && text[0] == '"':
		id, next, _, err := jsontext.ViewString(text, 0, nil)
		if err == nil && next != len(text) {
			err = jsontext.ErrorAt(next, fault.ErrTrailing)
		}
		if err != nil {
			return err
		}
		return u.UnmarshalText(id)
	}
	r := reader{src: text}
	var id UUID
	n, octet := 0, numberOf[uint8]()
	r.array(func() {
		v := uint8(0)
		octet.read(&r, mem.Of(&v))
		if n < len(id) {
			id[n] = v
		}
		n++
	})
	if err := r.end(); err != nil {
		return err
	}
	if n != len(id) {
		return fault.Because(fault.ErrMismatch, "a UUID has 16 bytes, not "+strconv.Itoa(n))
	}
	*u = id
	return nil
}

// MarshalText returns the instant in the local time of its zone, as AppendRFC3339 does. Years
// beyond 0 to 9999, and fields out of their ranges, are errors.
func (t Timestamp) MarshalText() ([]byte, error) {
	if !t.Valid() {
		return nil, fault.Because(fault.ErrOverflow, "nanoseconds or zone offset out of range")
	}
	text, ok := t.AppendRFC3339(nil)
	if !ok {
		return nil, fault.Because(fault.ErrOverflow, "year is not within 0 to 9999")
	}
	return text, nil
}

// UnmarshalText reads a time of RFC 3339, to the nanosecond.
func (t *Timestamp) UnmarshalText(text []byte) error {
	var v time.Time
	if err := v.UnmarshalText(text); err != nil {
		return err
	}
	s, err := TimestampOf(v)
	if err == nil {
		*t = s
	}
	return err
}

// MarshalText returns the duration as AppendISO does. Nanoseconds that make a second are an error.
func (d Duration) MarshalText() ([]byte, error) {
	if !d.Valid() {
		return nil, fault.Because(fault.ErrOverflow, "nanoseconds out of range")
	}
	return d.AppendISO(nil), nil
}

// UnmarshalText reads a duration of ISO 8601, without years and months, to the nanosecond.
func (d *Duration) UnmarshalText(text []byte) error {
	negative, seconds, nanoseconds, outcome := rfc3339.ReadDuration(string(text))
	switch outcome {
	case rfc3339.IsDuration:
		*d = Duration{negative, seconds, nanoseconds}
		return nil
	case rfc3339.IsCalendar:
		return fault.Because(fault.ErrMismatch, "duration with years or months")
	case rfc3339.IsTooLong:
		return fault.Because(fault.ErrOverflow, "duration of more than 2^64 seconds")
	}
	return fault.Because(fault.ErrMismatch, "not a duration of ISO 8601")
}

// MarshalText returns the name of the layout, as String does.
func (l Layout) MarshalText() ([]byte, error) {
	if l > ColumnMajor {
		return nil, fault.Because(fault.ErrMismatch, strconv.Itoa(int(l))+" is not a layout")
	}
	return []byte(l.String()), nil
}

// UnmarshalText reads the name of a layout.
func (l *Layout) UnmarshalText(text []byte) error {
	switch string(text) {
	case "layout_right":
		*l = RowMajor
	case "layout_left":
		*l = ColumnMajor
	default:
		return fault.Because(fault.ErrMismatch, fault.Quote(string(text[:min(len(text), 20)]))+" is not a layout")
	}
	return nil
}

// MarshalJSON returns the array of the two parts. NaN and the infinities are errors.
func (c Complex[T]) MarshalJSON() ([]byte, error) { return c.appendJSON(nil) }

func (c Complex[T]) appendJSON(dst []byte) ([]byte, error) {
	if isHalf[T]() {
		return dst, errHalves
	}
	return numberOf[T]().appendParts(dst, mem.Of(&c))
}

// UnmarshalJSON reads the array of the two parts, or a number, which is the real part.
func (c *Complex[T]) UnmarshalJSON(text []byte) error {
	if isNull(text) {
		return nil
	}
	r := reader{src: text}
	v := *c
	v.readJSON(&r)
	err := r.end()
	if err == nil {
		*c = v
	}
	return err
}

func (c *Complex[T]) readJSON(r *reader) {
	if isHalf[T]() {
		r.stop(errHalves)
		return
	}
	numberOf[T]().readParts(r, mem.Of(c))
}

var errHalves = fault.Because(fault.ErrUnsupported, "complex numbers of 16-bit floats are not written: use complex64")

// isHalf reports whether T is a float whose kind is that of an integer.
func isHalf[T any]() bool {
	var v T
	switch any(v).(type) {
	case Float16, BFloat16:
		return true
	}
	return false
}
