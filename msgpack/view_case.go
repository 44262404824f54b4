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
	if of != nil && of.Union != nil && of.Union.Form == typeset.Internal && v.Kind() == KindArray {
		// A tuple, which begins with the id.
		tuple := cases
		tuple.Members = func(v View) iter.Seq2[parts.Named[View], error] {
			return func(yield func(parts.Named[View], error) bool) {
				for first, err := range v.Elements() {
					yield(parts.Named[View]{Name: of.Union.Tag, Value: first}, err)
					return
				}
			}
		}
		return tuple.Of(v, of)
	}
	return cases.Of(v, of)
}

var cases = parts.Cases[View]{
	IsNull: View.IsNull,
	Text: func(v View) ([]byte, bool) {
		text, err := v.ViewText()
		return text, err == nil
	},
	Int: func(v View) (int64, bool) {
		n, err := v.Int64()
		return n, err == nil
	},
	Members: func(v View) iter.Seq2[parts.Named[View], error] {
		return func(yield func(parts.Named[View], error) bool) {
			for m, err := range v.Members() {
				named := parts.Named[View]{Value: m.Value}
				if k := m.Key.Kind(); err == nil && k != KindStr && k != KindBin {
					err = m.Key.misfit("string")
				} else if err == nil {
					named.Name, err = m.Name()
				}
				if !yield(named, err) || err != nil {
					return
				}
			}
		}
	},
	Decode: func(v View, target any, set *typeset.Set) error {
		return v.DecodeWithOptions(target, DecodeOptions{Types: set})
	},
	Fail: func(v View, cause error) error { return v.fail(cause, "") },
}
