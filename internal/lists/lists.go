// Package lists is how an array of BEVE begins, whatever its form, and where its elements
// lie: what every reader knows before it reads one element at a time. The loops are the
// readers' own.
package lists

import (
	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/slab"
	"github.com/beve-org/beve-go/wire"
)

// A List is an array value of any form, read one element at a time: how a target whose
// elements are not packed reads what a peer packed. Header says which of the fields are
// set. Only generic and string arrays have elements of different lengths.
type List struct {
	Header wire.Header
	Len    int
	// Next is where the first element of a generic or string array lies. A typed array
	// ends there.
	Next int
	// The typed forms.
	Numbers wire.Numbers
	Bools   wire.Bools
	Parts   wire.Complexes
	Times   wire.Times
}

// Open reads the start of the array at off. On success Len is the length of the Go slice
// that the value becomes, and the functions of package wire have checked that the bytes
// left can hold that many elements: a byte each in a generic or string array, their width
// in a typed one. Booleans are the exception, eight to a byte: they are taken from b, since
// each becomes a value. A table or a type tag is left to the caller: Header tells.
func (l *List) Open(src []byte, off int, b *fault.Budget) (err error) {
	if l.Header, err = wire.ReadHeader(src, off); err != nil {
		return err
	}
	single := ""
	switch l.Header.Kind() {
	case wire.KindArray:
		l.Len, l.Next, err = wire.ReadArray(src, off)
	case wire.KindStringArray:
		l.Len, l.Next, err = wire.ReadStrings(src, off)
	case wire.KindNumberArray, wire.KindAligned:
		l.Numbers, l.Next, err = wire.ViewNumbers(src, off)
		l.Len = l.Numbers.Len()
	case wire.KindBoolArray:
		l.Bools, l.Next, err = wire.ViewBools(src, off)
		l.Len = l.Bools.Len()
		if err == nil && !b.Count(l.Len) {
			err = fault.At(off, b.Err())
		}
	case wire.KindComplex:
		l.Parts, l.Next, err = wire.ViewComplexes(src, off)
		if l.Len = l.Parts.Len(); l.Parts.Single {
			single = "a complex number"
		}
	case wire.KindTime:
		l.Times, l.Next, err = wire.ViewTimes(src, off)
		if l.Len = l.Times.Len(); l.Times.Single {
			single = "a time"
		}
	case wire.KindTable:
	default:
		single = l.Header.String()
	}
	if err == nil && single != "" {
		err = NotArray(off, single)
	}
	return err
}

// NotArray returns the error for a value at off that is not an array but what is named.
func NotArray(off int, what string) error {
	return fault.At(off, fault.Because(fault.ErrMismatch, what+" is not an array"))
}

// Offset returns where element i lies in the input. from is where it lies if its place
// depends on the elements before it, as in a string array; elements of typed arrays lie
// before the end of the array.
func (l *List) Offset(i, from int) int {
	left := l.Len - i
	switch l.Header.Kind() {
	case wire.KindBoolArray:
		return l.Next - (l.Len+7)/8 + i/8
	case wire.KindComplex:
		return l.Next - left*2*l.Parts.Parts.Elem().Width()
	case wire.KindTime:
		return l.Next - left*8
	case wire.KindNumberArray, wire.KindAligned:
		return l.Next - left*l.Numbers.Elem().Width()
	}
	return from
}

// AppendElement appends element i of a typed array as a value of its own, with the header
// that it does not have within the array.
func (l *List) AppendElement(dst []byte, i int) []byte {
	switch l.Header.Kind() {
	case wire.KindBoolArray:
		return wire.AppendBool(dst, l.Bools.At(i))
	case wire.KindComplex:
		return l.Parts.AppendElement(dst, i)
	case wire.KindTime:
		return l.Times.AppendElement(dst, i)
	}
	return l.Numbers.AppendElement(dst, i)
}

// SetBools makes *s the booleans of a, in the memory of *s if that is large enough.
func SetBools(s *[]bool, a wire.Bools) {
	*s = slab.Resize(*s, a.Len())
	a.CopyTo(*s)
}
