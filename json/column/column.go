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
// Strings that are not UTF-8 are read as package json reads them, with U+FFFD in the place of what is
// wrong.
//
// Errors are *[json.DecodeError] with offset and path. Nothing of the result aliases the text but
// Views.
package column

import (
	"iter"

	"github.com/beve-org/beve-go/internal/columns"
	"github.com/beve-org/beve-go/internal/jsontext"
	"github.com/beve-org/beve-go/internal/mem"
	"github.com/beve-org/beve-go/json"
)

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
