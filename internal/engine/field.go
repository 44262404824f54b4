// One member of an object, found and decoded without the others.

package engine

import (
	"reflect"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/wire"
)

// FindMember returns where the value of a member lies in the object at off: with
// an index by looking at nothing but the index, in a plain object by walking over
// it. end is 0 where only the value itself can say. ok is false when there is no
// such member.
func FindMember(src []byte, off int, name string) (start, end int, ok bool, err error) {
	if wire.IsIndexed(src, off) {
		return wire.FindIndexed(src, off, name)
	}
	h, n, next, err := wire.ReadObject(src, off)
	if err != nil {
		return 0, 0, false, err
	}
	if h != wire.HeaderObject && n > 0 {
		return 0, 0, false, fault.At(off, fault.Because(fault.ErrMismatch, h.String()+" has no members with names"))
	}
	b := Limits{}.Budget()
	if n > 0 && !b.Enter(n) {
		return 0, 0, false, fault.At(off, b.Err())
	}
	for range n {
		text, at, err := wire.ViewText(src, next)
		if err != nil {
			return 0, 0, false, err
		}
		if next, err = wire.SkipWithin(src, at, &b); err != nil {
			return 0, 0, false, err
		}
		if string(text) == name {
			start, end, ok = at, next, true // the last of repeated members wins
		}
	}
	return start, end, ok, nil
}

// Member decodes the member of that name of the object that data holds into the
// variable that v points to. If the object has an index, it does not look at other
// members. A missing name is an error that matches ErrMissing.
func Member(data []byte, name string, v any) error {
	off, err := wire.ReadMessageStart(data)
	if err != nil {
		return err
	}
	start, end, ok, err := FindMember(data, off, name)
	if err == nil && !ok {
		err = &DecodeError{Offset: int64(off), Path: Pointer("").Key(name), Err: fault.Because(fault.ErrMissing, "no member "+quoted(name))}
	}
	if err != nil {
		return err
	}
	d := newDecodeState(&DecodeOptions{})
	defer d.release()
	d.begin(data, start)
	// The object is one level.
	if !d.budget.Enter(1) {
		return fault.At(off, d.budget.Err())
	}
	c, p, err := d.profile.target(v)
	if err != nil {
		return err
	}
	next := d.value(c, start, p)
	if next >= 0 && end > 0 && next != end {
		next = d.Fail(start, "", fault.Because(fault.ErrSyntax, "value of an indexed object whose length differs from its index"))
	}
	if next < 0 {
		d.InKey(name)
		return d.Complete()
	}
	return nil
}

// TypedArray appends v, which must be a slice or array, or a pointer to one, of
// structs or of maps with the same keys, as a table, whatever its length.
func TypedArray(dst []byte, v any) ([]byte, error) {
	out, err := EncodeOptions{Extended: true, MinTableRows: 1}.Append(dst, v)
	if err != nil {
		return dst, err
	}
	if wire.Header(out[len(dst)]) == wire.HeaderTable {
		return out, nil
	}
	rv := reflect.ValueOf(v)
	for rv.Kind() == reflect.Pointer && !rv.IsNil() {
		rv = rv.Elem()
	}
	if k := rv.Kind(); (k == reflect.Slice || k == reflect.Array) && rv.Len() == 0 && rowsOf(rv.Type().Elem()) {
		return wire.AppendTable(dst, nil, 0), nil
	}
	return dst, &EncodeError{GoType: typeName(v), Err: fault.Because(fault.ErrUnsupported,
		"a table needs a slice of structs, or of maps with the same keys")}
}

func rowsOf(t reflect.Type) bool {
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	return t.Kind() == reflect.Struct || t.Kind() == reflect.Map || t.Kind() == reflect.Interface
}

func typeName(v any) string {
	if v == nil {
		return "nil"
	}
	return reflect.TypeOf(v).String()
}
