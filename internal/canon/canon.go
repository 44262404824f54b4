// Package canon is the canonical form of BEVE: the one message of all that say the same. Package
// canonical documents it.
package canon

import (
	"bytes"
	"slices"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/scalar"
	"github.com/beve-org/beve-go/wire"
)

// Append appends the canonical form of a message, which it checks under limits.
func Append(dst, msg []byte, l fault.Limits) ([]byte, error) {
	if err := (wire.ValidateOptions{Limits: l}).Validate(msg); err != nil {
		return dst, err
	}
	off, err := wire.ReadMessageStart(msg)
	if err != nil {
		return dst, err
	}
	w := writer{dst: dst, budget: l.Budget(), size: int64(len(msg))}
	if _, err := w.value(msg, off); err != nil {
		if e, ok := err.(*fault.DecodeError); ok {
			e.Path = w.trail.Pointer()
		}
		return dst, err
	}
	return w.dst, nil
}

// writer writes values in their canonical form. They have been checked.
type writer struct {
	dst     []byte
	scratch []byte
	members []member // of the objects that are open, the innermost last
	budget  fault.Budget
	trail   fault.Trail // of an error
	size    int64       // of the message
}

// member is one that has been written: its key, and where it lies with its key.
type member struct {
	key      []byte
	number   wire.Number
	from, to int
}

func refuse(off int, what string) error {
	return fault.At(off, fault.Because(fault.ErrUnsupported, what+" has no canonical form"))
}

func repeated(off int, name string) error {
	return fault.At(off, fault.Because(fault.ErrDuplicate, "key "+fault.Quote(name)+" is there twice, of which canonical form has one"))
}

// enter takes n children of the container at off, and a level if there are any. Only a form with more
// values than the message has, that of draft times, can be beyond the limits then.
func (w *writer) enter(off, n int) error {
	if n > 0 && !w.budget.Enter(n) {
		return fault.At(off, w.budget.Err())
	}
	return nil
}

// leave gives back the level of n children.
func (w *writer) leave(n int) {
	if n > 0 {
		w.budget.Leave()
	}
}

// value writes the value at off and returns the offset after it.
func (w *writer) value(src []byte, off int) (next int, err error) {
	h, err := wire.ReadHeader(src, off)
	if err != nil {
		return off, err
	}
	switch h.Kind() {
	case wire.KindNumber:
		w.dst, next, err = appendNumber(w.dst, src, off)
	case wire.KindString:
		var text []byte
		text, next, err = wire.ViewString(src, off)
		w.dst = append(wire.AppendSize(append(w.dst, byte(h)), len(text)), text...)
	case wire.KindObject:
		next, err = w.object(src, off)
	case wire.KindIntObject:
		next, err = w.intObject(src, off)
	case wire.KindIndexed:
		next, err = w.indexed(src, off)
	case wire.KindTable:
		next, err = w.table(src, off)
	case wire.KindArray:
		next, err = w.array(src, off)
	case wire.KindStringArray:
		next, err = w.strings(src, off)
	case wire.KindNumberArray, wire.KindAligned:
		var a wire.Numbers
		if a, next, err = wire.ViewNumbers(src, off); err == nil {
			w.numbers(a, true)
		}
	case wire.KindBoolArray:
		var a wire.Bools
		if a, next, err = wire.ViewBools(src, off); err == nil {
			s := make([]bool, a.Len())
			a.CopyTo(s)
			w.bools(s)
		}
	default:
		next, err = w.extension(src, off, h)
	}
	return next, err
}

func (w *writer) empty() { w.dst = wire.AppendArray(w.dst, 0) }

// numbers writes an array of numbers, an empty one as any empty array unless it is typed.
func (w *writer) numbers(a wire.Numbers, generic bool) {
	if a.Len() == 0 && generic {
		w.empty()
		return
	}
	w.dst = appendNumbers(w.dst, a, func(dst []byte, h wire.Header) []byte {
		return wire.AppendNumbersStart(dst, h, a.Len())
	})
}

func (w *writer) bools(s []bool) {
	if len(s) == 0 {
		w.empty()
		return
	}
	w.dst = wire.AppendBools(w.dst, s)
}

func (w *writer) strings(src []byte, off int) (next int, err error) {
	n, next, err := wire.ReadStrings(src, off)
	if err == nil {
		err = w.enter(off, n)
	}
	if err != nil {
		return off, err
	}
	if n == 0 {
		w.empty()
		return next, nil
	}
	w.budget.Leave()
	w.dst = wire.AppendSize(append(w.dst, byte(wire.HeaderStrings)), n)
	for range n {
		var text []byte
		if text, next, err = wire.ViewText(src, next); err != nil {
			return off, err
		}
		w.dst = append(wire.AppendSize(w.dst, len(text)), text...)
	}
	return next, nil
}

// array writes a generic array, which becomes a typed one if one type holds all elements.
func (w *writer) array(src []byte, off int) (next int, err error) {
	n, next, err := wire.ReadArray(src, off)
	if err == nil {
		err = w.enter(off, n)
	}
	if err != nil {
		return off, err
	}
	w.dst = wire.AppendArray(w.dst, n)
	start := len(w.dst)
	head := start - 1 - wire.SizeLen(n)
	for i := range n {
		if next, err = w.value(src, next); err != nil {
			w.trail.Index(i)
			return off, err
		}
	}
	w.leave(n)
	w.pack(head, start, n)
	return next, nil
}

// pack makes an array typed whose n canonical elements are w.dst[start:] and whose head is at
// head, if one type holds them.
func (w *writer) pack(head, start, n int) {
	kind, h, ok := elementType(w.dst[start:], n)
	if !ok {
		return
	}
	elements := append(w.scratch[:0], w.dst[start:]...)
	w.scratch = elements
	w.dst = w.dst[:head]
	switch kind {
	case wire.KindBool:
		s := make([]bool, n)
		for i := range s {
			s[i] = wire.Header(elements[i]) == wire.HeaderTrue
		}
		w.dst = wire.AppendBools(w.dst, s)
	case wire.KindString:
		w.dst = wire.AppendSize(append(w.dst, byte(wire.HeaderStrings)), n)
		for at := 0; at < len(elements); {
			_, next, _ := wire.ViewString(elements, at)
			w.dst = append(w.dst, elements[at+1:next]...)
			at = next
		}
	case wire.KindComplex:
		w.dst = wire.AppendComplexesStart(w.dst, false, 0, h, n)
		for at := 0; at < len(elements); {
			c, next, _ := wire.ViewComplexes(elements, at)
			w.part(c.Parts, 0, h)
			w.part(c.Parts, 1, h)
			at = next
		}
	default:
		w.dst = wire.AppendNumbersStart(w.dst, h, n)
		for at := 0; at < len(elements); {
			v, next, _ := wire.ReadNumber(elements, at)
			if h == wire.HeaderFloat128 {
				w.dst = append(w.dst, elements[at+1:next]...)
			} else {
				w.dst = appendData(w.dst, v, h)
			}
			at = next
		}
	}
}

// part writes number i of a, without a header, as one of header h.
func (w *writer) part(a wire.Numbers, i int, h wire.Header) {
	if h == wire.HeaderFloat128 {
		w.dst = append(w.dst, a.Slice(i, i+1).Data()...)
		return
	}
	w.dst = appendData(w.dst, a.At(i), h)
}

// elementType returns what the n canonical values side by side at the start of src all are, if an array
// of that has a type: the kind, and the header of numbers or of the parts of complex numbers. It looks
// no further than the first that is not.
func elementType(src []byte, n int) (kind wire.Kind, h wire.Header, ok bool) {
	if n == 0 {
		return kind, 0, false
	}
	kind = wire.Header(src[0]).Kind()
	d, at := newNeed(), 0
	for range n {
		if wire.Header(src[at]).Kind() != kind {
			return kind, 0, false
		}
		switch kind {
		case wire.KindBool:
			at++
		case wire.KindString:
			_, next, err := wire.ViewString(src, at)
			if err != nil {
				return kind, 0, false
			}
			at = next
		case wire.KindNumber:
			v, next, err := wire.ReadNumber(src, at)
			if err != nil {
				return kind, 0, false
			}
			d.add(v)
			at = next
		case wire.KindComplex:
			c, next, err := wire.ViewComplexes(src, at)
			if err != nil || !c.Single {
				return kind, 0, false
			}
			d.add(c.Parts.At(0))
			d.add(c.Parts.At(1))
			at = next
		default:
			return kind, 0, false
		}
	}
	if kind == wire.KindNumber || kind == wire.KindComplex {
		h, ok = d.header()
		return kind, h, ok
	}
	return kind, 0, true
}

func (w *writer) object(src []byte, off int) (next int, err error) {
	_, n, next, err := wire.ReadObject(src, off)
	if err == nil {
		err = w.enter(off, n)
	}
	if err != nil {
		return off, err
	}
	w.dst = wire.AppendObject(w.dst, n)
	base, start, sorted := len(w.members), len(w.dst), true
	w.members = slices.Grow(w.members, n)
	for i := range n {
		key, at, err := wire.ViewText(src, next)
		if err != nil {
			return off, err
		}
		m := member{key: key, from: len(w.dst)}
		w.dst = append(wire.AppendSize(w.dst, len(key)), key...)
		if next, err = w.value(src, at); err != nil {
			w.trail.Key(string(key))
			return off, err
		}
		m.to = len(w.dst)
		sorted = sorted && (i == 0 || bytes.Compare(w.members[len(w.members)-1].key, key) < 0)
		w.members = append(w.members, m)
	}
	w.leave(n)
	all := w.members[base:]
	w.members = w.members[:base]
	if sorted {
		return next, nil
	}
	slices.SortFunc(all, func(a, b member) int { return bytes.Compare(a.key, b.key) })
	old := append(w.scratch[:0], w.dst[start:]...)
	w.scratch, w.dst = old, w.dst[:start]
	for i, m := range all {
		if i > 0 && bytes.Equal(all[i-1].key, m.key) {
			return off, repeated(off, string(m.key))
		}
		w.dst = append(w.dst, old[m.from-start:m.to-start]...)
	}
	return next, nil
}

func (w *writer) intObject(src []byte, off int) (next int, err error) {
	h, n, next, err := wire.ReadObject(src, off)
	if err == nil {
		err = w.enter(off, n)
	}
	if err != nil {
		return off, err
	}
	base, start := len(w.members), len(w.dst)
	w.members = slices.Grow(w.members, n)
	d := newNeed()
	for range n {
		key, at, err := wire.ReadIntKey(src, next, h)
		if err != nil {
			return off, err
		}
		d.add(key)
		m := member{number: key, from: len(w.dst)}
		if next, err = w.value(src, at); err != nil {
			w.trail.Key(key.String())
			return off, err
		}
		m.to = len(w.dst)
		w.members = append(w.members, m)
	}
	w.leave(n)
	all := w.members[base:]
	w.members = w.members[:base]
	slices.SortFunc(all, func(a, b member) int { return compare(a.number, b.number) })
	old := append(w.scratch[:0], w.dst[start:]...)
	w.scratch = old
	key, _ := d.header()
	w.dst = wire.AppendSize(append(w.dst[:start], byte(key.Keyed())), n)
	for i, m := range all {
		if i > 0 && compare(all[i-1].number, m.number) == 0 {
			return off, repeated(off, m.number.String())
		}
		w.dst = append(appendData(w.dst, m.number, key), old[m.from-start:m.to-start]...)
	}
	return next, nil
}

// compare compares integers of one type.
func compare(a, b wire.Number) int {
	x, xh, xNegative := integer(a)
	y, yh, yNegative := integer(b)
	switch {
	case xNegative != yNegative:
		if xNegative {
			return -1
		}
		return 1
	case xh < yh || xh == yh && x < y:
		return -1
	case x == y && xh == yh:
		return 0
	}
	return 1
}

// indexed writes an object with an index, which is sorted, without it.
func (w *writer) indexed(src []byte, off int) (next int, err error) {
	x, err := wire.OpenIndexed(src, off)
	if err == nil {
		err = w.enter(off, x.Len)
	}
	if err != nil {
		return off, err
	}
	w.dst = wire.AppendObject(w.dst, x.Len)
	next = x.Data
	for range x.Len {
		name, err := x.Next(src, next)
		if err != nil {
			return off, err
		}
		w.dst = append(wire.AppendSize(w.dst, len(name)), name...)
		if next, err = w.value(src, next); err != nil {
			w.trail.Key(string(name))
			return off, err
		}
	}
	w.leave(x.Len)
	return next, nil
}

// table writes the rows of a table as objects.
func (w *writer) table(src []byte, off int) (next int, err error) {
	if wire.TypeTagAt(src, off, false) {
		return off, refuse(off, "a type tag")
	}
	t, err := wire.ReadTable(src, off)
	if err != nil {
		return off, err
	}
	if !w.budget.Repeat(t.NamesLen(), t.Rows, w.size) {
		return off, fault.At(off, fault.Because(fault.ErrLimit, "the names of a table are out of proportion to its message"))
	}
	if t.Rows > 0 {
		if !w.budget.EnterTable(t.Rows, t.Fields) {
			return off, fault.At(off, w.budget.Err())
		}
		defer w.budget.LeaveTable()
	}
	w.dst = wire.AppendArray(w.dst, t.Rows)
	names := make([][]byte, t.Fields)
	at := t.Names
	for i := range names {
		names[i], at, _ = wire.ViewText(src, at)
	}
	order := make([]int, t.Fields)
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return bytes.Compare(names[a], names[b]) })
	ends := make([]int, t.Fields+1)
	next = t.Cells
	for row := range t.Rows {
		w.dst = wire.AppendObject(w.dst, t.Fields)
		start := len(w.dst)
		for i, name := range names {
			ends[i] = len(w.dst) - start
			w.dst = append(wire.AppendSize(w.dst, len(name)), name...)
			if next, err = w.value(src, next); err != nil {
				w.trail.Key(string(name))
				w.trail.Index(row)
				return off, err
			}
		}
		ends[t.Fields] = len(w.dst) - start
		old := append(w.scratch[:0], w.dst[start:]...)
		w.scratch, w.dst = old, w.dst[:start]
		for _, i := range order {
			w.dst = append(w.dst, old[ends[i]:ends[i+1]]...)
		}
	}
	return next, nil
}

// extension writes null, booleans, and values of the forms that are left.
func (w *writer) extension(src []byte, off int, h wire.Header) (next int, err error) {
	switch h.Kind() {
	case wire.KindMatrix:
		return w.matrix(src, off)
	case wire.KindComplex:
		a, next, err := wire.ViewComplexes(src, off)
		if err == nil {
			w.complexes(a)
		}
		return next, err
	case wire.KindTime:
		return w.times(src, off)
	case wire.KindDuration:
		d, next, err := wire.ReadDuration(src, off)
		d.Negative = d.Negative && (d.Seconds != 0 || d.Nanoseconds != 0)
		w.dst = wire.AppendDuration(w.dst, d)
		return next, err
	case wire.KindInterval:
		start, end, _, next, err := wire.ReadInterval(src, off)
		w.dst = wire.AppendInterval(w.dst, start, end)
		return next, err
	case wire.KindRegExp:
		pattern, flags, next, err := wire.ViewRegExp(src, off)
		w.dst = wire.AppendRegExp(w.dst, string(pattern), flags)
		return next, err
	}
	next, err = wire.Skip(src, off)
	w.dst = append(w.dst, src[off:next]...)
	return next, err
}

// times writes a timestamp, a draft time, which says the same as one in UTC, or an array of draft
// times, which an array of timestamps says.
func (w *writer) times(src []byte, off int) (next int, err error) {
	a, next, err := wire.ViewTimes(src, off)
	if err != nil {
		return off, err
	}
	if !a.Single {
		if err := w.enter(off, a.Len()); err != nil {
			return off, err
		}
		w.leave(a.Len())
		w.dst = wire.AppendArray(w.dst, a.Len())
	}
	for i := range a.Len() {
		w.dst = wire.AppendTimestamp(w.dst, a.At(i))
	}
	return next, nil
}

// complexes writes a complex number or an array of them, an empty one as any empty array.
func (w *writer) complexes(a wire.Complexes) {
	if a.Len() == 0 {
		w.empty()
		return
	}
	w.dst = appendNumbers(w.dst, a.Parts, func(dst []byte, h wire.Header) []byte {
		if a.Single {
			return append(dst, byte(wire.HeaderComplex), byte(h&^7))
		}
		return wire.AppendComplexesStart(dst, false, 0, h, a.Len())
	})
}

func (w *writer) matrix(src []byte, off int) (next int, err error) {
	m, next, err := wire.ViewMatrix(src, off)
	if err != nil {
		return off, err
	}
	layout := byte(0)
	if m.Layout == scalar.ColumnMajor {
		layout = 1
	}
	w.dst = append(w.dst, byte(wire.HeaderMatrix), layout)
	w.numbers(m.Extents, false)
	if !m.Complex {
		w.numbers(m.Value, false)
		return next, nil
	}
	a, _, err := wire.ViewComplexes(src, m.ValueStart)
	switch {
	case err != nil:
	case a.Len() == 0: // of nothing nobody sees that it is complex
		w.numbers(a.Parts, false)
	default:
		w.complexes(a)
	}
	return next, err
}
