package view

import (
	"github.com/beve-org/beve-go/wire"
)

// EachElement calls yield for all elements, as Views of its type and without an error,
// until it returns false.
func EachElement[V Like](v *View, yield func(V, error) bool) error {
	kind := v.Kind()
	if kind != wire.KindArray && kind != wire.KindStringArray {
		r, err := v.run()
		if err != nil {
			return err
		}
		v.m.attempts.begin()
		defer v.m.attempts.leave()
		e := r.element(v, 0)
		for i := range r.n {
			r.move(&e, i)
			if !yield(V(e), nil) {
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
	defer v.m.attempts.leave()
	if l.kind != wire.KindTable {
		return eachValue(&l, yield)
	}
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

// eachValue is EachElement for arrays of values that lie one after another.
func eachValue[V Like](l *list, yield func(V, error) bool) (err error) {
	m, texts := l.v.m, l.kind == wire.KindStringArray
	e := View{m: m, off: l.at, budget: l.budget}
	if texts {
		e.form, e.head = formText, wire.HeaderString
	}
	for l.i = range l.n {
		if l.i > 0 {
			if texts {
				e.off, err = m.pastText(l.at)
			} else {
				e.off, err = m.past(l.at, &e.budget)
			}
			if err != nil {
				return l.v.fail(l.at, err, "", l.segment())
			}
			l.at = e.off
		}
		if !texts {
			if e.head, err = wire.ReadHeader(m.src, e.off); err != nil {
				return l.v.fail(e.off, err, "", l.segment())
			}
		}
		if !yield(V(e), nil) {
			return nil
		}
	}
	l.budget = e.budget
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
	defer v.m.attempts.leave()
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
