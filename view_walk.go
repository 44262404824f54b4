// Moving from a View to its parts.
//
// There are three sorts of containers. A run has its elements side by side and
// finds each by its number; a list has to be walked along; a matrix and a type
// tag have members with names that are not on the wire.

package beve

import (
	"iter"
	"strconv"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/wire"
)

// A Member is a member of an object, a matrix or a type tag.
type Member struct {
	// Key is a string, or an integer in an object with integer keys.
	Key View
	// Value is any value.
	Value View
}

// Name returns the key as text, integers in decimal, as [View.At] takes it.
func (m Member) Name() (string, error) {
	if m.Key.Kind() != KindNumber {
		return m.Key.String()
	}
	n, err := m.Key.Number()
	if err != nil {
		return "", err
	}
	return n.String(), nil
}

// At returns the part of v that a JSON Pointer (RFC 6901) leads to: members by
// name, elements by their index from 0, members of integer-keyed objects by the
// decimal text of the key, and "" is v itself. The parts of every value are those
// of its JSON form. Of repeated keys the last wins, as in decoding, so a member is
// found by walking over its whole object.
//
// A part that is not there is an error that matches ErrMissing; a path into a
// value without parts, or a name where an index is needed, one that matches
// ErrMismatch; text that is no JSON Pointer, one that matches ErrUnsupported.
func (v View) At(path Pointer) (View, error) {
	if !path.Valid() {
		return View{}, v.fail(v.position(), fault.Because(ErrUnsupported, fault.Quote(string(path))+" is not a JSON Pointer"), "", "")
	}
	for {
		segment, rest, ok := path.Cut()
		if !ok {
			return v, nil
		}
		var err error
		switch v.Kind() {
		case KindObject, KindIntObject, KindMatrix, KindTypeTag, KindInterval, KindRegExp:
			v, err = v.Key(segment)
		case KindNull, KindBool, KindNumber, KindString, KindDuration, KindUUID, KindInvalid:
			return View{}, v.without("parts")
		default:
			i, ok := parseIndex(segment)
			if !ok {
				return View{}, v.fail(v.position(), fault.Because(ErrMismatch, fault.Quote(segment)+" is not an index of an array"), "", "")
			}
			v, err = v.Index(i)
		}
		if err != nil {
			return View{}, err
		}
		path = rest
	}
}

// parseIndex reads an index as RFC 6901 writes it. "-", the element after the
// last, and numbers beyond any array become one that no array has.
func parseIndex(s string) (i int, ok bool) {
	if s == "-" {
		return -1, true
	}
	if s == "" || s[0] == '0' && len(s) > 1 {
		return 0, false
	}
	const most = int(^uint(0)>>1)/10 - 1
	for _, c := range []byte(s) {
		if c < '0' || c > '9' {
			return 0, false
		}
		if i >= 0 {
			i = i*10 + int(c-'0')
		}
		if i > most {
			i = -1
		}
	}
	return i, true
}

// Len returns the number of elements of an array, or of members.
func (v View) Len() (int, error) {
	switch v.Kind() {
	case KindMatrix, KindTypeTag, KindInterval, KindRegExp:
		return len(v.members()), nil
	case KindObject, KindIntObject, KindArray, KindStrings:
		l, err := v.list()
		return l.n, err
	}
	r, err := v.run()
	return r.n, err
}

// Index returns element i of an array of any form. An index that the array does
// not have is an error that matches ErrMissing.
func (v View) Index(i int) (View, error) {
	if k := v.Kind(); k != KindArray && k != KindStrings {
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
	if l.sort == wire.KindTable {
		for range i + 1 {
			if err := l.step(); err != nil {
				return View{}, err
			}
		}
		return l.child()
	}
	next, err := wire.SkipElements(v.m.src, l.at, i, v.Kind(), &l.budget)
	if err != nil {
		return View{}, v.fail(l.at, err, "", "")
	}
	l.i, l.at = i, next
	return l.child()
}

// Slice returns elements i up to j of a numeric array, at once, as an array.
func (v View) Slice(i, j int) (View, error) {
	if k := v.Kind(); k != KindNumbers && k != KindAligned {
		return View{}, v.without("ranges")
	}
	r, err := v.run()
	if err != nil {
		return View{}, err
	}
	if uint(i) > uint(j) || uint(j) > uint(r.n) {
		return View{}, v.fail(v.position(), fault.Because(ErrMissing,
			"range "+strconv.Itoa(i)+" to "+strconv.Itoa(j)+" of an array of "+strconv.Itoa(r.n)), "", "")
	}
	return View{m: v.m, off: v.off, i: r.first + i, n: j - i, form: formRange,
		head: r.numbers.Elem().Array(), budget: v.budget}, nil
}

// Key returns the member of that name; of an integer-keyed object, the one whose
// key has that decimal text. Of repeated keys the last wins. A name that is not
// there is an error that matches ErrMissing.
func (v View) Key(name string) (View, error) {
	switch v.Kind() {
	case KindObject, KindIntObject:
	case KindMatrix, KindTypeTag, KindInterval, KindRegExp:
		for _, i := range v.members() {
			if name == names[i] {
				return v.named(i)
			}
		}
		return View{}, v.noMember(name)
	default:
		return View{}, v.without("members")
	}
	return v.find(wanted{name: name})
}

// IntKey returns the member of an integer-keyed object whose key is k, of
// repeated ones the last. A key that is not there is an error that matches
// ErrMissing.
func (v View) IntKey(k int64) (View, error) {
	if v.Kind() != KindIntObject {
		return View{}, v.without("members with integer keys")
	}
	return v.find(wanted{number: k, isNumber: true})
}

// Elements returns the elements of an array of any form, or the two parts of a
// complex number. An error, also that v is no array, comes with the zero View and
// ends the loop.
//
//	for e, err := range v.Elements() {
//		if err != nil {
//			return err
//		}
//		...
//	}
func (v View) Elements() iter.Seq2[View, error] {
	return func(yield func(View, error) bool) { v.eachElement(yield) }
}

func (v View) eachElement(yield func(View, error) bool) {
	if k := v.Kind(); k != KindArray && k != KindStrings {
		r, err := v.run()
		if err != nil {
			yield(View{}, err)
			return
		}
		for i := range r.n {
			if !yield(r.element(v, i), nil) {
				return
			}
		}
		return
	}
	l, err := v.list()
	for range l.n {
		var e View
		if err = l.step(); err == nil {
			e, err = l.child()
		}
		if err != nil {
			break
		}
		if !yield(e, nil) {
			return
		}
	}
	if err == nil {
		err = l.done()
	}
	if err != nil {
		yield(View{}, err)
	}
}

// Members returns the members of an object, in their order on the wire and with
// repeated keys, or those of a matrix or a type tag. An error, also that v has no
// members, comes with the zero Member and ends the loop.
func (v View) Members() iter.Seq2[Member, error] {
	return func(yield func(Member, error) bool) { v.eachMember(yield) }
}

func (v View) eachMember(yield func(Member, error) bool) {
	kind := v.Kind()
	switch kind {
	case KindMatrix, KindTypeTag, KindInterval, KindRegExp:
		var e View
		for _, i := range v.members() {
			var err error
			if e, err = v.named(i); err != nil {
				yield(Member{}, err)
				return
			}
			if !yield(Member{View{m: v.m, off: v.off, i: i, form: formName, head: wire.HeaderString}, e}, nil) {
				return
			}
		}
		if kind == KindTypeTag {
			v.m.walkedOver(v.off, e.off, e.budget)
		}
		return
	}
	if kind != KindObject && kind != KindIntObject {
		yield(Member{}, v.without("members"))
		return
	}
	l, err := v.list()
	for range l.n {
		var m Member
		if err = l.step(); err == nil {
			m.Key = l.key()
			m.Value, err = l.child()
		}
		if err != nil {
			break
		}
		if !yield(m, nil) {
			return
		}
	}
	if err == nil {
		err = l.done()
	}
	if err != nil {
		yield(Member{}, err)
	}
}

// without returns the error for a value that is asked for parts it cannot have.
func (v View) without(parts string) error {
	if v.m == nil {
		return v.fail(0, errNoValue, "", "")
	}
	return v.fail(v.position(), fault.Because(ErrMismatch, v.words()+" has no "+parts), "", "")
}

func (v View) noElement(i, n int) error {
	return v.fail(v.position(), fault.Because(ErrMissing, "no element "+strconv.Itoa(i)+" in an array of "+strconv.Itoa(n)), "", "")
}

func (v View) noMember(name string) error {
	return v.fail(v.position(), fault.Because(ErrMissing, "no member "+fault.Quote(name)), "", "")
}

// run is a container whose elements lie side by side.
type run struct {
	numbers wire.Numbers // of numbers, and the components of complex numbers
	bools   wire.Bools
	first   int // the elements of v are those from first up to first+n
	n       int
	data    int  // where the first of all elements lies
	single  bool // one complex number or timestamp, not an array
}

// run returns v as a run, or the error that it is none.
func (v View) run() (r run, err error) {
	switch v.form {
	case formRange:
		r, err = v.container()
		r.first, r.n = v.i, v.n
		return r, err
	case formElement: // a complex number in an array of them
		if v.Kind() == KindComplex {
			r, err = v.container()
			r.first, r.n, r.single = 2*v.i, 2, true
			return r, err
		}
	case formWhole:
		switch v.Kind() {
		case KindNumbers, KindAligned, KindBools, KindComplex, KindTime:
			if r, err = v.container(); err != nil || !r.single || v.Kind() == KindComplex {
				return r, err
			}
		}
	}
	return r, v.without("elements")
}

// container returns the run that starts at v.off, which v is or is a part of.
func (v View) container() (r run, err error) {
	var next int
	src := v.m.src
	switch wire.Header(src[v.off]).Kind() {
	case KindBools:
		r.bools, next, err = wire.ViewBools(src, v.off)
		r.n = r.bools.Len()
		r.data = next - r.n/8 - (r.n%8+7)/8
	case KindComplex:
		var a wire.Complexes
		a, next, err = wire.ViewComplexes(src, v.off)
		r.numbers, r.n, r.single = a.Parts, a.Len(), a.Single
		if a.Single {
			r.n = 2
		}
		r.data = next - len(a.Parts.Data())
	case KindTime:
		var a wire.Times
		a, next, err = wire.ViewTimes(src, v.off)
		r.n, r.single = a.Len(), a.Single
		r.data = next - 8*r.n
	default:
		r.numbers, next, err = wire.ViewNumbers(src, v.off)
		r.n = r.numbers.Len()
		r.data = next - len(r.numbers.Data())
	}
	if err != nil {
		return run{}, v.fail(v.off, err, "", "")
	}
	return r, nil
}

// element returns element i of v, whose run r is.
func (r *run) element(v View, i int) View {
	e := View{m: v.m, off: v.off, i: r.first + i, form: formElement, budget: v.budget}
	switch v.head.Kind() {
	case KindBools:
		e.head = wire.HeaderFalse
		if r.bools.At(i) {
			e.head = wire.HeaderTrue
		}
	case KindTime:
		e.head = wire.HeaderTime
	case KindComplex:
		if !r.single {
			e.head = wire.HeaderComplex
			break
		}
		e.form = formPart
		fallthrough
	default:
		e.head = r.numbers.Elem()
	}
	return e
}

// The members of what has no keys on the wire, as indices of names.
var (
	matrixMembers   = [...]int{nameLayout, nameExtents, nameValue}
	typeTagMembers  = [...]int{nameIndex, nameValue}
	intervalMembers = [...]int{nameStart, nameEnd}
	regExpMembers   = [...]int{namePattern, nameFlags}
)

// members returns the members of a matrix and its like.
func (v View) members() []int {
	switch v.Kind() {
	case KindTypeTag:
		return typeTagMembers[:]
	case KindInterval:
		return intervalMembers[:]
	case KindRegExp:
		return regExpMembers[:]
	}
	return matrixMembers[:]
}

// named returns a member of a matrix and its like.
func (v View) named(name int) (View, error) {
	switch v.Kind() {
	case KindInterval, KindRegExp:
		return v.part(name)
	}
	src, b := v.m.src, v.budget
	off := v.off
	var err error
	if v.Kind() == KindTypeTag {
		_, off, err = wire.ReadTypeTag(src, off)
		if err == nil && name == nameIndex {
			return View{m: v.m, off: v.off, form: formTag, head: wire.HeaderUint64}, nil
		}
	} else {
		var m wire.Matrix
		m, _, err = wire.ViewMatrix(src, off)
		switch name {
		case nameLayout:
			if err == nil {
				return View{m: v.m, off: v.off, i: int(m.Layout), form: formLayout, head: wire.HeaderString}, nil
			}
		case nameExtents:
			off += wire.MatrixExtents
		case nameValue:
			off = m.ValueStart
		}
	}
	if err == nil && !b.Enter(1) {
		err = fault.At(v.off, b.Err())
	}
	var e View
	if err == nil {
		e, err = v.m.value(off, b)
	}
	if err != nil {
		return View{}, v.fail(v.off, err, "", "")
	}
	return e, nil
}
