// Views of unions.

package json

import (
	"iter"

	"github.com/beve-org/beve-go/internal/parts"
	"github.com/beve-org/beve-go/internal/typeset"
	"github.com/beve-org/beve-go/types"
)

// Case returns the id of the case that v is of a union, which [types.Union] or [types.OneOf] has returned, and the
// value of the case: the member that the id names, or that stands beside it as content, and else v itself. Ids that
// are numbers are in decimal. The id of null is empty. An id that no case has is an error, unless the union has a case
// for others: then v itself is its value.
func (v View) Case(of types.Declaration) (id string, value View, err error) {
	if v.text == nil {
		return "", v, v.mismatch("")
	}
	return cases.Of(v, of)
}

var cases = parts.Cases[View]{
	IsNull: View.IsNull,
	Text: func(v View) ([]byte, bool) {
		if v.Kind() != String {
			return nil, false
		}
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
				var named parts.Named[View]
				if err == nil {
					named.Value = m.Value
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
	Fail: func(v View, cause error) error { return v.fail(v.start, cause) },
}
