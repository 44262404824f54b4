// This file makes values of the extended profile, and matrices, of the JSON that
// stands for them. It looks at what has just been written, and leaves whatever would
// not come back as the same characters.

package translator

import (
	"time"

	"github.com/beve-org/beve-go/internal/mem"
	"github.com/beve-org/beve-go/iso8601"
	"github.com/beve-org/beve-go/scalar"
	"github.com/beve-org/beve-go/wire"
)

// recognizeText replaces the string value at out[start:], which is the last, by the
// time, duration or UUID that its text names, if it does.
func (e *encoder) recognizeText(out []byte, start int) []byte {
	view, _, err := wire.ViewString(out, start)
	if err != nil || len(view) < len("PT0S") || len(view) > len("2006-01-02T15:04:05.999999999+07:00")+1 {
		return out
	}
	// The text is overwritten by what is made of it.
	e.scratch = append(e.scratch[:0], view...)
	text := mem.String(e.scratch)
	var again [64]byte
	switch {
	case text[0] == 'P' || text[0] == '-' && text[1] == 'P':
		d, err := iso8601.ParseDuration(text)
		if w := scalar.DurationOf(int64(d)); err == nil && string(w.AppendISO(again[:0])) == text {
			return wire.AppendDuration(out[:start], w)
		}
	case len(text) == 36 && text[8] == '-':
		id, err := scalar.ParseUUID(text)
		if err == nil && string(scalar.AppendUUIDText(again[:0], id)) == text {
			return wire.AppendUUID(out[:start], id)
		}
	case len(text) >= 20 && text[4] == '-' && text[10] == 'T':
		t, err := iso8601.Parse(text)
		if err != nil {
			break
		}
		w := timestampOf(t)
		if b, ok := w.AppendRFC3339(again[:0]); ok && w.Valid() && string(b) == text {
			return wire.AppendTimestamp(out[:start], w)
		}
	}
	return out
}

// timestampOf returns t, whose zone is of whole minutes, with its zone.
func timestampOf(t time.Time) scalar.Timestamp {
	_, zone := t.Zone()
	return scalar.Timestamp{Seconds: t.Unix(), Nanoseconds: uint32(t.Nanosecond()), TimezoneOffset: int16(zone / 60)}
}

// recognizeObject replaces the object of n members at out[start:], which is the last
// value and whose first key is at out[body], by the interval, the regular expression
// or the matrix that it stands for, if it does.
func (e *encoder) recognizeObject(out []byte, start, body, n int) []byte {
	m := members{out, body}
	switch {
	case n == 2 && m.key("start"):
		from, next, err := wire.ReadTimestamp(out, m.at)
		if m.at = next; err != nil || !m.key("end") {
			return out
		}
		to, _, err := wire.ReadTimestamp(out, m.at)
		if err != nil || to.Before(from) {
			return out
		}
		return wire.AppendInterval(out[:start], from, to)
	case n == 2 && m.key("pattern"):
		pattern, next, err := wire.ViewString(out, m.at)
		if m.at = next; err != nil || !m.key("flags") {
			return out
		}
		text, _, err := wire.ViewString(out, m.at)
		flags, ok := scalar.ParseRegExpFlags(string(text))
		if err != nil || !ok || flags.String() != string(text) {
			return out
		}
		return wire.AppendRegExp(out[:start], string(pattern), flags)
	case n == 3 && m.key("layout"):
		return e.recognizeMatrix(out, start, m)
	}
	return out
}

// members walks over the members of an object that has been written.
type members struct {
	out []byte
	at  int
}

// key passes the key of the next member if it is name.
func (m *members) key(name string) bool {
	text, next, err := wire.ViewText(m.out, m.at)
	if err != nil || string(text) != name {
		return false
	}
	m.at = next
	return true
}

// recognizeMatrix is recognizeObject for an object whose first key, which m has
// passed, is that of a matrix.
func (e *encoder) recognizeMatrix(out []byte, start int, m members) []byte {
	name, next, err := wire.ViewString(out, m.at)
	if err != nil {
		return out
	}
	layout := scalar.RowMajor
	if string(name) != layout.String() {
		layout = scalar.ColumnMajor
	}
	if m.at = next; string(name) != layout.String() || !m.key("extents") {
		return out
	}
	extents, n, next := readExtents(out, m.at)
	if m.at = next; n == 0 || !m.key("value") {
		return out
	}
	matrix := wire.AppendMatrix(e.scratch[:0], layout, extents)
	switch h := wire.Header(out[m.at]); {
	case h.Kind() == wire.KindNumberArray:
		matrix = append(matrix, out[m.at:]...)
	case h == wire.HeaderArray:
		// Its SIZE, if that is of more than a byte, is not there yet.
		var ok bool
		if matrix, ok = appendNumbers(matrix, out[m.at+2:], n); !ok {
			return out
		}
	default:
		return out
	}
	e.scratch = matrix
	if _, next, err := wire.ViewMatrix(matrix, 0); err != nil || next != len(matrix) {
		return out // not as many elements as the extents make
	}
	for n := len(e.wide); n > 0 && e.wide[n-1].at >= start; n-- {
		e.wide = e.wide[:n-1]
	}
	return append(out[:start], matrix...)
}

// readExtents reads an array of integers at off, and returns the offset after it
// and the product of them, 0 if it is anything else or there cannot be as many
// elements in what has been written.
func readExtents(out []byte, off int) (extents []int, product, next int) {
	var list wire.Numbers
	n, err := 0, error(nil)
	typed := wire.Header(out[off]).Kind() == wire.KindNumberArray
	if typed {
		list, next, err = wire.ViewNumbers(out, off)
		n = list.Len()
	} else {
		n, next, err = wire.ReadArray(out, off)
	}
	product = min(n, 1)
	for i := 0; i < n && err == nil; i++ {
		var v wire.Number
		if typed {
			v = list.At(i)
		} else if v, next, err = wire.ReadNumber(out, next); err != nil {
			break
		}
		x, ok := v.Int64()
		if !ok || x < 1 || x > int64(len(out)) || int(x) > len(out)/product {
			return nil, 0, next
		}
		extents = append(extents, int(x))
		product *= int(x)
	}
	if err != nil {
		return nil, 0, next
	}
	return extents, product, next
}
