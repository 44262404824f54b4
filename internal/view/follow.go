package view

import (
	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/wire"
)

// At returns the part of v that a JSON Pointer leads to.
func (v *View) At(path fault.Pointer) (View, error) {
	segments, ok := path.Segments()
	if !ok {
		return View{}, v.fail(v.position(), fault.NoPointer(path), "", "")
	}
	if v.Kind() == wire.KindInvalid {
		return v.lacks("")
	}
	w := walk{}
	if err := w.follow(*v, segments, false); err != nil {
		return View{}, err
	}
	if w.found {
		return w.part, nil
	}
	return w.part.lacks(w.segment)
}

// lacks returns the error about a segment that leads to no part of v.
func (v *View) lacks(segment string) (View, error) {
	switch v.Kind() {
	case wire.KindObject, wire.KindIntObject, wire.KindMatrix, wire.KindTypeTag, wire.KindInterval, wire.KindRegExp:
		return View{}, v.noMember(segment)
	}
	if !v.hasElements() {
		return View{}, v.without("parts")
	}
	if _, ok := fault.ParseIndex(segment); !ok {
		return View{}, v.fail(v.position(), fault.NoIndex(segment), "", "")
	}
	n, err := v.Len()
	if err != nil {
		return View{}, err
	}
	return View{}, v.fail(v.position(), fault.NoElement(segment, n), "", "")
}

// A walk follows a path through a message in one pass, however many levels the path has: it goes into a part
// before it looks for what follows that, and [walked] remembers then where the part ends.
type walk struct {
	part    View   // that the path has led to, the latest time
	found   bool   // part is at the end of the path
	segment string // of which part has nothing, if it is not
}

// follow goes along a path from v on. If whole is set, the caller goes on with what follows v; a part that
// nobody asks for the end of is gone into here, and not one level deeper.
func (w *walk) follow(v View, path fault.Segments, whole bool) (err error) {
	for ok := true; ok && err == nil; {
		segment, more := path.Next()
		w.part, w.segment, w.found = v, segment, !more
		if !more {
			return nil
		}
		switch v.Kind() {
		case wire.KindObject, wire.KindIntObject:
			v, ok, err = w.members(&v, wanted{name: segment}, path, whole)
		case wire.KindMatrix, wire.KindTypeTag, wire.KindInterval, wire.KindRegExp:
			v, ok, err = w.named(&v, segment, path, whole)
		default:
			i, isIndex := fault.ParseIndex(segment)
			if ok = isIndex && v.hasElements(); ok {
				v, ok, err = w.element(&v, i, path, whole)
			}
		}
	}
	return err
}

// members follows a path from each member of an object that is wanted. It returns that from which it is still
// to be followed, if ok is set.
func (w *walk) members(v *View, k wanted, path fault.Segments, whole bool) (part View, ok bool, err error) {
	l, err := v.list()
	if err != nil {
		return part, false, err
	}
	for range l.n {
		if err := l.step(); err != nil {
			return part, false, err
		}
		if !k.is(&l) {
			continue
		}
		part, err := l.child()
		if last := l.i+1 == l.n; last && !whole && err == nil {
			return part, true, nil
		}
		if err == nil {
			err = w.follow(part, path, true)
		}
		if err != nil {
			return part, false, err
		}
	}
	if whole {
		err = l.done()
	}
	return part, false, err
}

// named is members for containers whose members have names that are not in the message.
func (w *walk) named(v *View, name string, path fault.Segments, whole bool) (part View, ok bool, err error) {
	part, ok, err = v.Member(name)
	if !ok || err != nil || !whole || v.Kind() != wire.KindTypeTag || part.form != formWhole {
		return part, ok, err
	}
	if err = w.follow(part, path, true); err == nil {
		v.m.walkedOver(v.off, part.off, part.budget)
	}
	return part, false, err
}

// element is members for an element of an array. Those after it are passed over only for the end of the array.
func (w *walk) element(v *View, i int, path fault.Segments, whole bool) (part View, ok bool, err error) {
	if k := v.Kind(); k != wire.KindArray && k != wire.KindStringArray {
		return v.Element(i)
	}
	l, err := v.list()
	if err != nil || uint(i) >= uint(l.n) {
		return part, false, err
	}
	if err = l.to(i); err == nil {
		part, err = l.child()
	}
	if err != nil || !whole {
		return part, err == nil, err
	}
	if err = w.follow(part, path, true); err == nil {
		err = l.rest()
	}
	return part, false, err
}

// hasElements reports whether v may be an array, of all that has no members.
func (v *View) hasElements() bool {
	switch v.Kind() {
	case wire.KindNull, wire.KindBool, wire.KindNumber, wire.KindString, wire.KindDuration, wire.KindUUID, wire.KindInvalid:
		return false
	}
	return true
}
