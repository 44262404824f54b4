// Package column filters and projects rows of MessagePack that is not decoded, as package column of
// BEVE does with its messages: the elements of arrays and the values of maps.
//
//	prices, err := column.Of[float64](column.From(v, "/items/*").Where("/stock", column.AtLeast(1)), "/price")
//
// [From] names the rows by a path in which "*" stands for all elements of an array, or all values
// of a map, whose keys so cannot be "*". [Rows.Where] leaves the rows of which a part matches,
// [Of] reads a part of each row that is left as a Go type, and [Rows.Each] and [Rows.Count] do
// without.
//
// The answers are those that decoding gives. A row passes a condition if it has the part, the part
// is of the kind that the Match is for, and its Go type holds it exactly: a float is not an integer,
// and a string not a number. A row that passes must have the part that is read.
//
// Errors are *[msgpack.DecodeError] with offset and path. Nothing of the result aliases the message but
// Views.
package column

import (
	"iter"

	"github.com/beve-org/beve-go/internal/columns"
	"github.com/beve-org/beve-go/internal/mem"
	"github.com/beve-org/beve-go/msgpack"
)

var ways = columns.Ways[msgpack.View]{
	IsArray:  func(v msgpack.View) bool { return v.Kind() == msgpack.KindArray },
	IsObject: func(v msgpack.View) bool { return v.Kind() == msgpack.KindMap },
	Elements: msgpack.View.Elements,
	Members: func(v msgpack.View) iter.Seq2[msgpack.View, error] {
		return func(yield func(msgpack.View, error) bool) {
			columns.LastOf(v.Members(), func(m msgpack.Member) (string, msgpack.View, error) {
				key, err := m.Key.ViewRaw()
				if name, failed := m.Name(); failed == nil {
					return name, m.Value, nil
				}
				return "\xff" + string(key), m.Value, err // no name, but a key of its own
			}, yield)
		}
	},
	At:      msgpack.View.At,
	Member:  member,
	Element: element,
	Value:   value,
	Fail: func(v msgpack.View, cause error) error {
		return &msgpack.DecodeError{Path: v.Path(), Err: cause, Format: "msgpack"}
	},
}

// value returns a scalar as a value of a type.
func value(v msgpack.View, t columns.Type) (b columns.Bound, ok bool) {
	var err error
	switch kind := v.Kind(); {
	case t == columns.Int && isInt(kind):
		b.Int, err = v.Int64()
	case t == columns.Uint && isInt(kind):
		b.Uint, err = v.Uint64()
	case t == columns.Float && (isInt(kind) || kind == msgpack.KindFloat32 || kind == msgpack.KindFloat64):
		err = v.Decode(&b.Float)
	case t == columns.Text && kind == msgpack.KindStr:
		var text []byte
		text, err = v.ViewText()
		b.Text = mem.String(text)
	case t == columns.Bool && kind == msgpack.KindBool:
		b.Bool, err = v.Bool()
	default:
		return b, false
	}
	return b, err == nil
}

func isInt(k msgpack.Kind) bool { return k == msgpack.KindInt || k == msgpack.KindUint }

// member returns the last value of a key, if v is a map that has it.
func member(v msgpack.View, name string) (found msgpack.View, ok bool, err error) {
	if v.Kind() != msgpack.KindMap {
		return found, false, nil
	}
	for m, err := range v.Members() {
		if err != nil {
			return found, false, err
		}
		if isKey(m, name) {
			found, ok = m.Value, true
		}
	}
	return found, ok, nil
}

func isKey(m msgpack.Member, name string) bool {
	switch m.Key.Kind() {
	case msgpack.KindStr:
		text, _ := m.Key.ViewText()
		return string(text) == name
	case msgpack.KindBin:
		text, _ := m.Key.ViewBytes()
		return string(text) == name
	case msgpack.KindInt, msgpack.KindUint:
		text, _ := m.Name()
		return text == name
	}
	return false
}

// element returns element i of an array, if it has one.
func element(v msgpack.View, i int) (part msgpack.View, ok bool, err error) {
	n, err := v.Len()
	if err != nil || i >= n {
		return part, false, err
	}
	part, err = v.Index(i)
	return part, err == nil, err
}
