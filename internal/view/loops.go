package view

import (
	"github.com/beve-org/beve-go/wire"
)

// EachElement calls yield for all elements, as Views of its type and without an error,
// until it returns false.
func EachElement[V Like](v *View, yield func(V, error) bool) error {
	if k := v.Kind(); k != wire.KindArray && k != wire.KindStringArray {
		r, err := v.run()
		if err != nil {
			return err
		}
		v.m.attempts.begin()
		defer v.m.attempts.end()
		for i := range r.n {
			if !yield(V(r.element(v, i)), nil) {
				return nil
			}
		}
		return nil
	}
	l, err := v.list()
	if err != nil {
		return err
	}
	v.m.attempts.begin()
	defer v.m.attempts.end()
	for range l.n {
		if err := l.step(); err != nil {
			return err
		}
		e, err := l.child()
		if err != nil {
			return err
		}
		if !yield(V(e), nil) {
			return nil
		}
	}
	return l.done()
}

// MemberLike is a struct of a key and a value.
type MemberLike[V Like] interface{ ~struct{ Key, Value V } }

// EachMember calls yield for all members, as [EachElement] does.
func EachMember[V Like, M MemberLike[V]](v *View, yield func(M, error) bool) error {
	switch v.Kind() {
	case wire.KindObject, wire.KindIntObject:
	default:
		return eachNamed[V](v, yield)
	}
	l, err := v.list()
	if err != nil {
		return err
	}
	v.m.attempts.begin()
	defer v.m.attempts.end()
	for range l.n {
		if err := l.step(); err != nil {
			return err
		}
		e, err := l.child()
		if err != nil {
			return err
		}
		if !yield(M{V(l.key()), V(e)}, nil) {
			return nil
		}
	}
	return l.done()
}

// eachNamed is EachMember for containers whose members have names that are not in the
// message.
func eachNamed[V Like, M MemberLike[V]](v *View, yield func(M, error) bool) error {
	kind := v.Kind()
	var e View
	members, err := v.members()
	if err != nil {
		return err
	}
	for _, i := range members {
		if e, err = v.named(i); err != nil {
			return err
		}
		key := View{m: v.m, off: v.off, i: i, form: formName, head: wire.HeaderString}
		if !yield(M{V(key), V(e)}, nil) {
			return nil
		}
	}
	if kind == wire.KindTypeTag {
		v.m.walkedOver(v.off, e.off, e.budget)
	}
	return nil
}

// Name returns the key of a member as text, integers in decimal, as [View.At] takes it.
func (v *View) Name() (string, error) {
	if v.Kind() != wire.KindNumber {
		return v.String()
	}
	n, err := v.Number()
	if err != nil {
		return "", err
	}
	return n.String(), nil
}
