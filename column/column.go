// Package column filters and projects rows of a BEVE message that is not decoded: the elements of
// tables, of arrays of objects and of arrays of numbers, or of any other array or object.
//
//	prices, err := column.Of[float64](column.From(v, "/items/*").Where("/stock", column.AtLeast(1)), "/price")
//
// [From] names the rows by a path in which "*" stands for all elements of an array, or all members
// of an object, which so cannot be named "*": for all parts that a [beve.View] has, those of a complex
// number, a matrix or an interval, too. [Rows.Where] leaves the rows of which a part matches,
// [Of] reads a part of each row that is left as a Go type, and [Rows.Each] and [Rows.Count] do
// without.
//
// The answers are those that decoding gives. A row passes a condition if it has the part,
// the part is of the kind that the Match is for, and its Go type holds it exactly, as decoding has it: a float is not an
// integer, and a string not a number, but a float64 takes an integer with the digits of its shortest
// decimal. A row that passes must have the part that is read.
//
// What is passed over is checked as a [beve.View] checks it, under the same limits, and errors are
// *[beve.DecodeError] with offset and path. Nothing of the result aliases the message but Views.
package column

import (
	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/view"
)

// Of returns the part of each row at field, "" being the row itself, as decoding into a T does. A
// row that lacks it, or has another kind of value there, is an error.
func Of[T any](r Rows, field beve.Pointer) ([]T, error) {
	r.q.Field = field
	if out, ok, err := numbersOf[T](r); ok || err != nil {
		return out, decodeError(err)
	}
	var out []T
	var value, zero T
	var failure error
	read := readerOf[T]()
	err := ways.Each(r.v, &r.q, func(v view.View) bool {
		value = zero
		if failure = read(beve.View(v), &value); failure == nil {
			out = append(out, value)
		}
		return failure == nil
	})
	if err == nil {
		err = failure
	}
	if err != nil {
		return nil, decodeError(err)
	}
	return out, nil
}

// readerOf returns how a T is read: the most usual ones without looking at the type each time.
func readerOf[T any]() func(v beve.View, p *T) error {
	var read any
	switch any(new(T)).(type) {
	case *float64:
		read = func(v beve.View, p *float64) (err error) { *p, err = v.Float64(); return err }
	case *int64:
		read = func(v beve.View, p *int64) (err error) { *p, err = v.Int64(); return err }
	case *uint64:
		read = func(v beve.View, p *uint64) (err error) { *p, err = v.Uint64(); return err }
	case *string:
		read = func(v beve.View, p *string) (err error) { *p, err = v.String(); return err }
	}
	if read, ok := read.(func(v beve.View, p *T) error); ok {
		return func(v beve.View, p *T) error {
			if v.IsNull() {
				return v.Decode(p)
			}
			return read(v, p)
		}
	}
	return func(v beve.View, p *T) error { return v.Decode(p) }
}

func decodeError(err error) error {
	if e, ok := err.(*fault.DecodeError); ok {
		return (*beve.DecodeError)(e)
	}
	return err
}
