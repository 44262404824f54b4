// Views of unions.

package msgpack

import (
	"iter"

	"github.com/beve-org/beve-go/internal/parts"
	"github.com/beve-org/beve-go/internal/typeset"
	"github.com/beve-org/beve-go/types"
)

// Case returns the id of the case that v is of a union, which [types.Union] or [types.OneOf] has returned, and the
// value of the case: the member that the id names, or that stands beside it as content, and else v itself. Ids that
// are numbers are in decimal. The id of nil is empty. An id that no case has is an error, unless the union has a case
// for others: then v itself is its value.
func (v View) Case(of types.Declaration) (id string, value View, err error) {
	if names := leading(of); names != nil && v.Kind() == KindArray && (len(names) == 1 || v.head().Len <= 2) {
		tuple := cases
		tuple.Members = func(v View) iter.Seq2[parts.Named[View], error] { return elements(v, names) }
		return tuple.Of(v, of)
	}
	return cases.Of(v, of)
}

// leading returns the names of the members that the first elements of an array stand for: the id of a tuple, and the
// value besides in a pair.
func leading(of types.Declaration) []string {
	switch {
	case of == nil || of.Union == nil:
	case of.Union.Form == typeset.Internal:
		return []string{of.Union.Tag}
	case of.Union.Form == typeset.Adjacent:
		return []string{of.Union.Tag, of.Union.Content}
	}
	return nil
}

// elements returns the first elements of an array as members with these names.
func elements(v View, names []string) iter.Seq2[parts.Named[View], error] {
	return func(yield func(parts.Named[View], error) bool) {
		i := 0
		for e, err := range v.Elements() {
			if i == len(names) || !yield(parts.Named[View]{Name: names[i], Value: e}, err) {
				return
			}
			i++
		}
	}
}

var cases = parts.Cases[View]{
	IsText: View.names,
	Members: func(v View) iter.Seq2[parts.Named[View], error] {
		return parts.NamedMembers(v.Members(), Member.named)
	},
	Decode: func(v View, target any, set *typeset.Set) error {
		return v.DecodeWithOptions(target, DecodeOptions{Types: set})
	},
	Fail: func(v View, cause error) error { return v.fail(cause, "") },
}

// names reports whether v can be a name.
func (v View) names() bool { return v.Kind() == KindStr || v.Kind() == KindBin }

func (m Member) named() (parts.Named[View], error) {
	if !m.Key.names() {
		return parts.Named[View]{}, m.Key.misfit("string")
	}
	name, err := m.Name()
	return parts.Named[View]{Name: name, Value: m.Value}, err
}
