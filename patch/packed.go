package patch

import (
	"slices"

	"github.com/beve-org/beve-go/internal/edit"
	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/mem"
	"github.com/beve-org/beve-go/internal/view"
	"github.com/beve-org/beve-go/scalar"
	"github.com/beve-org/beve-go/wire"
)

// Tables and objects with an index are changed where they lie. Arrays of booleans, times and complex
// numbers, aligned arrays, matrices and intervals, which hold no others, are changed as the plain arrays and objects
// that they stand for, and get their form back if what they hold still has it.

// Cells says how a table or an object with an index lies.
func (f *form) Cells(src []byte, off int) (c edit.Cells, ok bool, err error) {
	switch wire.Header(src[off]).Kind() {
	case wire.KindIndexed:
		x, err := wire.OpenIndexed(src, off)
		if err != nil {
			return c, false, err
		}
		c = edit.Cells{Names: make([]string, x.Len), Rows: edit.NoRows, Body: x.Data}
		_, at, _ := wire.ReadIndexed(src, off)
		for i := range c.Names {
			var e wire.IndexEntry
			if e, at, err = wire.ReadIndexEntry(src, at); err != nil {
				return c, false, err
			}
			c.Names[i] = mem.String(e.Name)
		}
	case wire.KindTable:
		t, err := wire.ReadTable(src, off)
		if err != nil {
			return c, false, err
		}
		c = edit.Cells{Names: make([]string, t.Fields), Named: t.NamesLen(), Rows: t.Rows, Body: t.Cells}
		at := t.Names
		for i := range c.Names {
			var name []byte
			if name, at, err = wire.ViewText(src, at); err != nil {
				return c, false, err
			}
			c.Names[i] = mem.String(name)
		}
	default:
		return c, false, nil
	}
	return c, true, nil
}

func (f *form) AppendNames(dst []byte, names []string, rows int) []byte {
	if rows == edit.NoRows {
		return wire.AppendIndexed(dst, names)
	}
	return wire.AppendTable(dst, names, rows)
}

func (f *form) Seal(object []byte, ends []int) error { return wire.SealIndexed(object, ends) }

func (f *form) Tabular(names []string) bool {
	seen := make(map[string]bool, len(names))
	for _, name := range names {
		if !wire.CleanName(name) || seen[name] {
			return false
		}
		seen[name] = true
	}
	return true
}

// Unpack appends the plain form of a value.
func (f *form) Unpack(dst, src []byte, off int) ([]byte, error) {
	if wire.Header(src[off]).Kind() == wire.KindAligned {
		a, _, err := wire.ViewNumbers(src, off)
		if err != nil {
			return dst, err
		}
		return append(wire.AppendNumbersStart(dst, a.Elem(), a.Len()), a.Data()...), nil
	}
	next, err := f.Skip(src, off)
	if err != nil {
		return dst, err
	}
	v, err := view.New(src[off:next], f.limits, false)
	if err != nil {
		return dst, err
	}
	n, err := v.Len()
	if err != nil {
		return dst, err
	}
	if v.IsArray() {
		dst = wire.AppendArray(dst, n)
		walk := view.EachElement(&v, func(e view.View, _ error) bool {
			dst, err = e.AppendRaw(dst)
			return err == nil
		})
		return dst, first(err, walk)
	}
	dst = wire.AppendObject(dst, n)
	walk := view.EachMember[view.View](&v, func(m struct{ Key, Value view.View }, _ error) bool {
		var name string
		if name, err = m.Key.Name(); err == nil {
			dst, err = m.Value.AppendRaw(wire.AppendText(dst, name))
		}
		return err == nil
	})
	return dst, first(err, walk)
}

func first(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// Repack gives dst[start:], which is the plain form that was became, the form of was.
func (f *form) Repack(dst []byte, start int, was []byte) ([]byte, error) {
	plain := slices.Clone(dst[start:])
	var err error
	out, ok := dst[:start], false
	switch h := wire.Header(was[0]); h.Kind() {
	case wire.KindAligned:
		out, ok = aligned(out, plain, was)
	case wire.KindBoolArray:
		out, ok = bools(out, plain)
	case wire.KindComplex, wire.KindTime:
		out, ok = f.side(out, plain, was)
	case wire.KindMatrix, wire.KindInterval:
		out, err = f.parts(out, plain, h)
		ok = true
	}
	if err != nil {
		return dst, err
	}
	if !ok {
		return append(dst[:start], plain...), nil
	}
	return out, nil
}

// aligned appends an array of numbers in the aligned form, if they still have their type.
func aligned(dst, plain, was []byte) ([]byte, bool) {
	old, _, err := wire.ViewNumbers(was, 0)
	a, _, fault := wire.ViewNumbers(plain, 0)
	if err != nil || fault != nil || a.Elem() != old.Elem() {
		return dst, false
	}
	return append(wire.AppendAlignedStart(dst, 0, a.Elem(), a.Len()), a.Data()...), true
}

// bools appends an array of booleans, if it is one.
func bools(dst, plain []byte) ([]byte, bool) {
	n, at, err := wire.ReadArray(plain, 0)
	if err != nil || len(plain)-at != n {
		return dst, false
	}
	values := make([]bool, n)
	for i, b := range plain[at:] {
		h := wire.Header(b)
		if h != wire.HeaderTrue && h != wire.HeaderFalse {
			return dst, false
		}
		values[i] = h == wire.HeaderTrue
	}
	return wire.AppendBools(dst, values), true
}

// side appends the values of an array side by side, if all are alike: draft times, or complex numbers, whose first two
// bytes say what they are.
func (f *form) side(dst, plain, was []byte) ([]byte, bool) {
	n, at, err := wire.ReadArray(plain, 0)
	if err != nil {
		return dst, false
	}
	if wire.Header(was[0]) == wire.HeaderTime {
		return f.drafts(wire.AppendSize(append(dst, was[:2]...), n), plain, at)
	}
	a, _, err := wire.ViewComplexes(was, 0)
	if err != nil {
		return dst, false
	}
	elem := a.Parts.Elem()
	// The sub-type of one complex number is 0.
	lead, width := [2]byte{was[0], was[1] &^ 7}, 2*elem.Width()
	dst = wire.AppendComplexesStart(dst, was[1]&7 == 2, 0, elem, n)
	if len(plain)-at != n*(2+width) {
		return dst, false
	}
	for ; at < len(plain); at += 2 + width {
		if plain[at] != lead[0] || plain[at+1] != lead[1] {
			return dst, false
		}
		dst = append(dst, plain[at+2:at+2+width]...)
	}
	return dst, true
}

// drafts appends the values from off on side by side, if all of them are times that drafts hold.
func (f *form) drafts(dst, plain []byte, off int) ([]byte, bool) {
	var room [10]byte
	for off < len(plain) {
		end, err := f.Skip(plain, off)
		if err != nil {
			return dst, false
		}
		t, ok := draft(room[:0], plain[off:end])
		if !ok {
			return dst, false
		}
		dst, off = append(dst, t[2:]...), end
	}
	return dst, true
}

// field is a member of a plain object.
type field struct {
	name  string
	value []byte
}

// fields returns the members of a plain object, and where it ends.
func (f *form) fields(src []byte, off int, room []field) (all []field, next int, err error) {
	h, n, next, err := wire.ReadObject(src, off)
	if err != nil || h != wire.HeaderObject {
		return nil, next, first(err, fault.Because(fault.ErrMismatch, "no object with names"))
	}
	all = room[:0]
	for range n {
		name, at, err := wire.ViewText(src, next)
		if err != nil {
			return nil, next, err
		}
		if next, err = f.Skip(src, at); err != nil {
			return nil, next, err
		}
		all = append(all, field{string(name), src[at:next]})
	}
	return all, next, nil
}

// parts appends a matrix or an interval, which have no plain form to fall back on.
func (f *form) parts(dst, plain []byte, h wire.Header) ([]byte, error) {
	all, _, err := f.fields(plain, 0, nil)
	if err != nil {
		return dst, err
	}
	bad := fault.Because(fault.ErrUnsupported, "what comes out is not "+h.Kind().String()+" any more")
	start := len(dst)
	dst = append(dst, byte(h))
	want := []string{"start", "end"}
	if h == wire.HeaderMatrix {
		want = []string{"layout", "extents", "value"}
	}
	if len(all) != len(want) {
		return dst, bad
	}
	for i, name := range want {
		if all[i].name != name {
			return dst, bad
		}
		if name != "layout" {
			dst = append(dst, all[i].value...)
			continue
		}
		text, _, err := wire.ViewString(all[i].value, 0)
		layout := slices.Index([]string{scalar.RowMajor.String(), scalar.ColumnMajor.String()}, string(text))
		if err != nil || layout < 0 {
			return dst, bad
		}
		dst = append(dst, byte(layout))
	}
	if h == wire.HeaderMatrix {
		_, _, err = wire.ViewMatrix(dst, start)
	} else {
		_, _, _, _, err = wire.ReadInterval(dst, start)
	}
	if err != nil {
		return dst, bad
	}
	return dst, nil
}
