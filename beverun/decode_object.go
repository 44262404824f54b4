// Objects in generated decoders: structs, maps, and what pointers lead to.

package beverun

import (
	"strconv"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/mem"
	"github.com/beve-org/beve-go/wire"
)

// Object is an object of any form that a generated decoder reads member by member:
// a plain one, one with an index, or a row of a table.
type Object struct {
	// Len is the number of members, -1 for null.
	Len int

	plain   bool
	entered bool
	goType  string
	index   wire.Indexed
	row     *tableRows
	field   int // of row
}

// OpenObject starts the object at off, of a struct called goType, and returns where
// its first member lies. A null is not an object: then o.Len is -1, and the offset is
// that after it. It returns -1 when it failed.
func (d *Decoder) OpenObject(o *Object, off int, goType string) int {
	src := d.Src
	if d.row == nil && uint(off) < uint(len(src)) && len(src)-off >= 2 && wire.Header(src[off]) == wire.HeaderObject {
		if n := int(src[off+1]); n&3 == 0 && n>>1 <= len(src)-off-2 {
			o.Len, o.goType, o.plain, o.entered = n>>2, goType, true, n != 0
			if n != 0 && !d.Budget.Enter(n>>2) {
				return d.Fail(off, "", d.Budget.Err())
			}
			return off + 2
		}
	}
	return d.openObject(o, off, goType)
}

// openObject is OpenObject for objects that are long, of another form, or wrong.
func (d *Decoder) openObject(o *Object, off int, goType string) int {
	*o = Object{goType: goType}
	if t := d.row; t != nil {
		d.row = nil
		o.row, o.Len = t, t.Fields
		return off
	}
	if next, ok := d.null(off); ok {
		o.Len = -1
		return next
	}
	if wire.IsIndexed(d.Src, off) {
		x, err := wire.OpenIndexed(d.Src, off)
		if err != nil {
			return d.Fail(off, goType, err)
		}
		o.index, o.Len, o.entered = x, x.Len, x.Len > 0
		next, _ := d.failed.Descend(&d.Budget, off, x.Data, x.Len)
		return next
	}
	h, n, next, err := wire.ReadObject(d.Src, off)
	if err != nil {
		return d.Fail(off, goType, err)
	}
	if h != wire.HeaderObject && n > 0 {
		return d.mismatch(off, h, goType)
	}
	o.Len, o.plain, o.entered = n, true, n > 0
	next, _ = d.failed.Descend(&d.Budget, off, next, n)
	return next
}

// Plain reports whether keys stand before their values, so that they may be compared
// where they lie.
func (o *Object) Plain() bool { return o.plain }

// Member returns the name of the member at off, and where its value lies, or -1.
func (d *Decoder) Member(o *Object, off int) (name []byte, at int) {
	if o.plain {
		name, at, err := wire.ViewText(d.Src, off)
		if err != nil {
			return nil, d.Fail(off, o.goType, err)
		}
		return name, at
	}
	if t := o.row; t != nil {
		o.field++
		return t.names[o.field-1], off
	}
	name, err := o.index.Next(d.Src, off)
	if err != nil {
		return nil, d.Fail(off, o.goType, err)
	}
	return name, off
}

// SkipMember passes over the value at off of a member that no field takes.
func (d *Decoder) SkipMember(off int, name []byte) int {
	next := d.Skip(off)
	if next < 0 {
		return d.InKey(string(name))
	}
	return next
}

// CloseObject ends an object whose last member has ended at off.
func (d *Decoder) CloseObject(o *Object, off int) int {
	if o.entered {
		d.Budget.Leave()
	}
	if !o.plain && o.row == nil {
		if err := o.index.Check(d.Src, off); err != nil {
			return d.Fail(off, o.goType, err)
		}
	}
	return off
}

// ReadPointer reads the value that *p points to, allocating it if *p is nil.
func ReadPointer[T any](d *Decoder, off int, p **T, read ElementFunc[T]) int {
	if d.row == nil && off < len(d.Src) && wire.Header(d.Src[off]) == wire.HeaderNull {
		*p = nil
		return off + 1
	}
	if *p != nil {
		return read(d, off, *p)
	}
	if !d.Charge(mem.SizeOf[T]()) {
		return -1
	}
	q, stale := new(T), d.Stale
	d.Stale = false
	off = read(d, off, q)
	d.Stale = stale
	if off >= 0 {
		*p = q
	}
	return off
}

// The memory of a map in bytes, apart from the elements' own allocations: the map, its
// first group of eight slots, and each further slot.
const (
	mapBase = 48
	mapSlot = 36
)

// ReadMap reads an object with string keys into *m, which is made if nil. Elements
// are new values: what the map held under the same key does not show in them. name
// and keyName are the types of the map and, where errors name it, of its keys.
func ReadMap[M ~map[K]V, K ~string, V any](d *Decoder, off int, m *M, name, keyName string, read func(d *Decoder, off int) (V, int)) int {
	if d.row == nil && off < len(d.Src) && wire.Header(d.Src[off]) == wire.HeaderNull {
		*m = nil
		return off + 1
	}
	var o Object
	next := off
	if d.row != nil || wire.IsIndexed(d.Src, off) {
		goType := name
		if keyName == "" {
			goType = ""
		}
		if next = d.openObject(&o, off, goType); next < 0 {
			return -1
		}
	} else {
		h, n, at, err := wire.ReadObject(d.Src, off)
		if err != nil {
			return d.Fail(off, name, err)
		}
		if n > 0 && h != wire.HeaderObject {
			return d.mismatch(off, h, name)
		}
		o.Len, o.plain, o.goType, next = n, true, keyName, at
	}
	if !d.Charge(mapBase + max(o.Len, 8)*mapSlot) {
		return -1
	}
	if *m == nil {
		*m = make(M, o.Len)
	} else if d.Stale {
		clear(*m)
	}
	if o.plain && o.Len > 0 {
		if o.entered = true; !d.enter(off, o.Len) {
			return -1
		}
	}
	var keys []string
	if o.row != nil {
		if keys = o.row.keys(d); len(keys) < o.Len {
			return -1
		}
		// The map computes their hashes for each row.
		if !d.Budget.Repeat(o.row.NamesLen(), 1, int64(len(d.Whole))) {
			return d.Fail(off, name, d.Budget.Err())
		}
	}
	stale := d.Stale
	d.Stale = false
	for i := range o.Len {
		var key string
		var at int
		switch {
		case o.row != nil:
			key, at = keys[i], next
		case o.plain:
			if at = d.Text(d.Src, next, &key); at < 0 {
				d.failed.Err.GoType = keyName
				return -1
			}
		default:
			var text []byte
			if text, at = d.Member(&o, next); at < 0 {
				return -1
			}
			key = d.string(text)
		}
		v, end := read(d, at)
		if end < 0 {
			return d.InKey(key)
		}
		(*m)[K(key)], next = v, end
	}
	d.Stale = stale
	return d.CloseObject(&o, next)
}

// ReadIntegerMap reads an object with integer keys into *m, as ReadMap one with
// string keys. keyName is the type of the keys.
func ReadIntegerMap[M ~map[K]V, K Integer, V any](d *Decoder, off int, m *M, name, keyName string, read func(d *Decoder, off int) (V, int)) int {
	if off < len(d.Src) && wire.Header(d.Src[off]) == wire.HeaderNull {
		*m = nil
		return off + 1
	}
	if wire.IsIndexed(d.Src, off) { // its keys are text, even where there are none
		return d.mismatch(off, wire.Header(d.Src[off]), name)
	}
	h, n, next, err := wire.ReadObject(d.Src, off)
	if err != nil {
		return d.Fail(off, name, err)
	}
	if n > 0 && h.Kind() != wire.KindIntObject {
		return d.mismatch(off, h, name)
	}
	slot := 8 + mem.SizeOf[K]() + mem.SizeOf[V]()
	if !d.Charge(mapBase + max(n, 8)*slot) {
		return -1
	}
	if *m == nil {
		*m = make(M, d.Memory.Claim(n, slot, len(d.Whole)-next))
	} else if d.Stale {
		clear(*m)
	}
	if at, done := d.failed.Descend(&d.Budget, off, next, n); done {
		return at
	}
	stale := d.Stale
	d.Stale = false
	for range n {
		num, at, err := wire.ReadIntKey(d.Src, next, h)
		if err != nil {
			return d.Fail(next, keyName, err)
		}
		var key K
		if !store(&key, num) {
			return d.Fail(next, keyName, num.Misfit(next, keyName, true))
		}
		v, end := read(d, at)
		if end < 0 {
			return d.InKey(keyText(key))
		}
		(*m)[key], next = v, end
	}
	d.Stale = stale
	d.Budget.Leave()
	return next
}

// keyText returns a key as a path shows it.
func keyText[K Integer](key K) string {
	if K(0)-1 < 0 {
		return strconv.FormatInt(int64(key), 10)
	}
	return strconv.FormatUint(uint64(key), 10)
}

// Unsupported records that a value cannot be decoded into goType, and why.
func (d *Decoder) Unsupported(off int, goType, reason string) int {
	return d.Fail(off, goType, fault.Because(fault.ErrUnsupported, reason))
}

// Zero sets *v to its zero value.
func Zero[T any](v *T) {
	var zero T
	*v = zero
}
