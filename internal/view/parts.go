package view

import (
	"strconv"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/wire"
)

// Len returns the number of elements of an array, or of members.
func (v *View) Len() (int, error) {
	switch v.Kind() {
	case wire.KindMatrix, wire.KindTypeTag, wire.KindInterval, wire.KindRegExp:
		members, err := v.members()
		return len(members), err
	case wire.KindObject, wire.KindIntObject, wire.KindArray, wire.KindStringArray:
		l, err := v.list()
		return l.n, err
	}
	r, err := v.run()
	return r.n, err
}

// Index returns element i of an array.
func (v *View) Index(i int) (View, error) {
	if k := v.Kind(); k != wire.KindArray && k != wire.KindStringArray {
		r, err := v.run()
		if err != nil {
			return View{}, err
		}
		if uint(i) >= uint(r.n) {
			return View{}, v.noElement(i, r.n)
		}
		return r.element(v, i), nil
	}
	l, err := v.list()
	if err != nil {
		return View{}, err
	}
	if uint(i) >= uint(l.n) {
		return View{}, v.noElement(i, l.n)
	}
	if err := l.to(i); err != nil {
		return View{}, err
	}
	return l.child()
}

// Slice returns elements i up to j of a numeric array, as an array.
func (v *View) Slice(i, j int) (View, error) {
	if k := v.Kind(); k != wire.KindNumberArray && k != wire.KindAligned {
		return View{}, v.without("ranges")
	}
	r, err := v.run()
	if err != nil {
		return View{}, err
	}
	if uint(i) > uint(j) || uint(j) > uint(r.n) {
		return View{}, v.fail(v.position(), fault.Because(fault.ErrMissing,
			"range "+strconv.Itoa(i)+" to "+strconv.Itoa(j)+" of an array of "+strconv.Itoa(r.n)), "", "")
	}
	return View{m: v.m, off: v.off, i: r.first + i, n: j - i, form: formRange,
		head: r.numbers.Elem().Array(), budget: v.budget}, nil
}

// Key returns the last member of that name.
func (v *View) Key(name string) (View, error) {
	switch v.Kind() {
	case wire.KindObject, wire.KindIntObject:
		return v.find(wanted{name: name})
	}
	members, err := v.members()
	if err != nil {
		return View{}, err
	}
	for _, i := range members {
		if name == names[i] {
			return v.named(i)
		}
	}
	return View{}, v.noMember(name)
}

// IntKey returns the last member of an integer-keyed object whose key is k.
func (v *View) IntKey(k int64) (View, error) {
	if v.Kind() != wire.KindIntObject {
		return View{}, v.without("members with integer keys")
	}
	return v.find(wanted{number: k, isNumber: true})
}

// wanted is the key of a member that is looked for.
type wanted struct {
	name     string
	number   int64
	isNumber bool
}

// is reports whether l is at a member with that key.
func (w *wanted) is(l *list) bool {
	switch {
	case w.isNumber:
		n, ok := l.number.Int64()
		return ok && n == w.number
	case l.kind != wire.KindIntObject:
		return string(l.text) == w.name
	}
	var buf [maxKeyDigits]byte
	return string(l.number.AppendDecimal(buf[:0])) == w.name
}

// maxKeyDigits is the length of the longest integer key in decimal.
const maxKeyDigits = 40

// find returns the last member that is wanted.
func (v *View) find(w wanted) (View, error) {
	found, ok, err := v.lookup(w)
	switch {
	case ok || err != nil:
		return found, err
	case w.isNumber:
		return View{}, v.noMember(strconv.FormatInt(w.number, 10))
	}
	return View{}, v.noMember(w.name)
}

// lookup walks along all members, and returns the last that is wanted, if there is one.
func (v *View) lookup(w wanted) (found View, ok bool, err error) {
	l, err := v.list()
	if err != nil {
		return View{}, false, err
	}
	var last list
	for range l.n {
		if err := l.step(); err != nil {
			return View{}, false, err
		}
		if w.is(&l) {
			last, ok = l, true
		}
	}
	if ok {
		found, err = last.child()
	}
	return found, ok && err == nil, err
}

// Member is Key, without an error where there is no such member, or v has none.
func (v *View) Member(name string) (part View, ok bool, err error) {
	switch v.Kind() {
	case wire.KindObject, wire.KindIntObject:
		return v.lookup(wanted{name: name})
	case wire.KindMatrix, wire.KindTypeTag, wire.KindInterval, wire.KindRegExp:
		members, err := v.members()
		if err != nil {
			return View{}, false, err
		}
		for _, i := range members {
			if name == names[i] {
				part, err = v.named(i)
				return part, err == nil, err
			}
		}
	}
	return View{}, false, nil
}

// Element is Index, without an error where an array has no such element.
func (v *View) Element(i int) (part View, ok bool, err error) {
	n, err := v.Len()
	if err != nil || uint(i) >= uint(n) {
		return View{}, false, err
	}
	part, err = v.Index(i)
	return part, err == nil, err
}
