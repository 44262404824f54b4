// Package column filters and projects rows of JSON text that is not decoded, as package column of
// BEVE does with its messages: the elements of arrays and the members of objects.
//
//	prices, err := column.Of[float64](column.From(v, "/items/*").Where("/stock", column.AtLeast(1)), "/price")
//
// [From] names the rows by a path in which "*" stands for all elements of an array, or all members
// of an object, which so cannot be named "*". [Rows.Where] leaves the rows of which a part matches,
// [Of] reads a part of each row that is left as a Go type, and [Rows.Each] and [Rows.Count] do
// without.
//
// The answers are those that decoding gives. A row passes a condition if it has the part, the part
// is of the kind that the Match is for, and decoding puts it into the Go type without an error:
// 1.0 is not an integer, and a string not a number. A row that passes must have the part that is
// read.
//
// Errors are *[json.DecodeError] with offset and path. Nothing of the result aliases the text but
// Views.
package column

import (
	"iter"
	"slices"

	"github.com/beve-org/beve-go/internal/columns"
	"github.com/beve-org/beve-go/internal/jsontext"
	"github.com/beve-org/beve-go/internal/mem"
	"github.com/beve-org/beve-go/json"
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
	v json.View
	q columns.Query
}

// From returns the parts of v that a path leads to, with "*" for all of their kind.
func From(v json.View, path json.Pointer) Rows {
	return Rows{v, columns.Query{Path: path}}
}

// Where returns the rows of r whose part at field matches; "" is the row itself.
func (r Rows) Where(field json.Pointer, m Match) Rows {
	r.q.Where = append(slices.Clip(r.q.Where), columns.Condition{Field: field, Match: m.m})
	return r
}

// Each returns the rows in the order of the message. An error comes with the zero View and ends
// the loop.
func (r Rows) Each() iter.Seq2[json.View, error] {
	return func(yield func(json.View, error) bool) {
		err := ways.Each(r.v, &r.q, func(v json.View) bool { return yield(v, nil) })
		if err != nil {
			yield(json.View{}, err)
		}
	}
}

// Count returns the number of rows.
func (r Rows) Count() (int, error) {
	n := 0
	r.q.Count = &n
	err := ways.Each(r.v, &r.q, nil)
	if err != nil {
		n = 0
	}
	return n, err
}

// Of returns the part of each row at field, "" being the row itself, as decoding into a T does. A
// row that lacks it, or has another kind of value there, is an error.
func Of[T any](r Rows, field json.Pointer) ([]T, error) {
	r.q.Field = field
	var out []T
	var value, zero T
	var failure error
	err := ways.Each(r.v, &r.q, func(v json.View) bool {
		value = zero
		if failure = v.Decode(&value); failure == nil {
			out = append(out, value)
		}
		return failure == nil
	})
	if err == nil {
		err = failure
	}
	if err != nil {
		return nil, err
	}
	return out, nil
}

var ways = columns.Ways[json.View]{
	IsArray:  func(v json.View) bool { return v.Kind() == json.Array },
	IsObject: func(v json.View) bool { return v.Kind() == json.Object },
	Elements: json.View.Elements,
	Members: func(v json.View) iter.Seq2[json.View, error] {
		return func(yield func(json.View, error) bool) {
			columns.LastOf(v.Members(), func(m json.Member) (string, json.View, error) {
				name, err := m.Name()
				return name, m.Value, err
			}, yield)
		}
	},
	At:      json.View.At,
	Member:  member,
	Element: element,
	Value:   value,
	Fail: func(v json.View, cause error) error {
		return &json.DecodeError{Path: v.Path(), Err: cause, Format: jsontext.Format}
	},
}

// value returns a scalar as a value of a type.
func value(v json.View, t columns.Type) (b columns.Bound, ok bool) {
	var err error
	switch kind := v.Kind(); {
	case kind.Class() == json.Num && t == columns.Int:
		b.Int, err = v.Int64()
	case kind.Class() == json.Num && t == columns.Uint:
		b.Uint, err = v.Uint64()
	case kind.Class() == json.Num && t == columns.Float:
		b.Float, err = v.Float64()
	case kind == json.String && t == columns.Text:
		raw, _ := v.ViewRaw()
		if text := raw[1 : len(raw)-1]; jsontext.IsPlain(text) {
			b.Text = mem.String(text)
		} else {
			b.Text, err = v.String()
		}
	case kind.Class() == json.Bool && t == columns.Bool:
		b.Bool, err = v.Bool()
	default:
		return b, false
	}
	return b, err == nil
}

// member returns the last member of a name, if v is an object that has one.
func member(v json.View, name string) (found json.View, ok bool, err error) {
	if v.Kind() != json.Object {
		return found, false, nil
	}
	for m, err := range v.Members() {
		if err != nil {
			return found, false, err
		}
		if key, has := value(m.Key, columns.Text); has && key.Text == name {
			found, ok = m.Value, true
		}
	}
	return found, ok, nil
}

// element returns element i of an array, if it has one.
func element(v json.View, i int) (found json.View, ok bool, err error) {
	for e, err := range v.Elements() {
		if i == 0 || err != nil {
			return e, err == nil, err
		}
		i--
	}
	return found, false, nil
}
