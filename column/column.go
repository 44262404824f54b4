// Package column filters and projects rows of a BEVE message that is not decoded: the elements of
// tables, of arrays of objects and of arrays of numbers, or of any other array or object.
//
//	prices, err := column.Of[float64](column.From(v, "/items/*").Where("/stock", column.AtLeast(1)), "/price")
//
// [From] names the rows by a path in which "*" stands for all elements of an array, or all members
// of an object, which so cannot be named "*". [Rows.Where] leaves the rows of which a part matches,
// [Of] reads a part of each row that is left as a Go type, and [Rows.Each] and [Rows.Count] do
// without.
//
// The answers are those that decoding gives. A row passes a condition if it has the part,
// the part is of the kind that the Match is for, and its Go type holds it exactly: a float is not an
// integer, and a string not a number. A row that passes must have the part that is read.
//
// What is passed over is checked as a [beve.View] checks it, under the same limits, and errors are
// *[beve.DecodeError] with offset and path. Nothing of the result aliases the message but Views.
package column

import (
	"iter"
	"slices"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/internal/columns"
	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/view"
)

// Value is a type that values are compared as.
type Value = columns.Value

// A Match says which values pass a condition. The zero Match is for integers, of which all that an
// int64 holds pass.
type Match struct{ m columns.Match }

// Equal passes values that are equal to v.
func Equal[T Value](v T) Match { return Match{columns.Between(v, v)} }

// Between passes values from lo to hi, both included. Strings are ordered by their bytes, and false
// comes before true. A NaN is between no bounds.
func Between[T Value](lo, hi T) Match { return Match{columns.Between(lo, hi)} }

// AtLeast passes lo and what is greater.
func AtLeast[T Value](lo T) Match { return Match{columns.AtLeast(lo)} }

// AtMost passes hi and what is less.
func AtMost[T Value](hi T) Match { return Match{columns.AtMost(hi)} }

// Func passes the values that test returns true for. A string aliases the message, and is for test
// alone. A test is slower than bounds.
func Func[T Value](test func(T) bool) Match { return Match{columns.Func(test)} }

// Rows are parts of a message that have been chosen, and not looked at yet. They alias the message.
type Rows struct {
	v view.View
	q columns.Query
}

// From returns the parts of v that a path leads to, with "*" for all of their kind.
func From(v beve.View, path beve.Pointer) Rows {
	return Rows{view.View(v), columns.Query{Path: path}}
}

// Where returns the rows of r whose part at field matches; "" is the row itself.
func (r Rows) Where(field beve.Pointer, m Match) Rows {
	r.q.Where = append(slices.Clip(r.q.Where), columns.Condition{Field: field, Match: m.m})
	return r
}

// Each returns the rows in the order of the message. An error comes with the zero View and ends
// the loop.
func (r Rows) Each() iter.Seq2[beve.View, error] {
	return func(yield func(beve.View, error) bool) {
		err := ways.Each(r.v, &r.q, func(v view.View) bool { return yield(beve.View(v), nil) })
		if err != nil {
			yield(beve.View{}, decodeError(err))
		}
	}
}

// Count returns the number of rows.
func (r Rows) Count() (int, error) {
	n := 0
	r.q.Count = &n
	if err := ways.Each(r.v, &r.q, nil); err != nil {
		return 0, decodeError(err)
	}
	return n, nil
}

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
