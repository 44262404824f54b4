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
	IsText: func(v View) bool { return v.Kind() == String },
	Members: func(v View) iter.Seq2[parts.Named[View], error] {
		return parts.NamedMembers(v.Members(), Member.named)
	},
	Decode: func(v View, target any, set *typeset.Set) error {
		return v.DecodeWithOptions(target, DecodeOptions{Types: set})
	},
	Fail: func(v View, cause error) error { return v.fail(v.start, cause) },
}

func (m Member) named() (parts.Named[View], error) {
	name, err := m.Name()
	return parts.Named[View]{Name: name, Value: m.Value}, err
}
