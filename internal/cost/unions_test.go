package cost_test

import (
	"strings"
	"testing"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/internal/cost"
	"github.com/beve-org/beve-go/types"
)

// The union that [cost.UnionFamilies] are about: nodes with nodes in them, and the same without ids, where two
// cases look alike.
type (
	unionNode  interface{ node() }
	unionOuter struct {
		X     unionNode   `json:"x"`
		Items []unionNode `json:"items,omitempty"`
	}
	unionLeaf  struct{ X int }
	unionOther struct{ beve.Raw }

	alikeNode  interface{ alike() }
	alikeFirst struct {
		A alikeNode `json:"a"`
	}
	alikeSecond struct {
		A alikeNode `json:"a"`
		B *int      `json:"b,omitempty"`
	}
	alikeThird struct {
		A []alikeNode `json:"a"`
	}
)

func (*unionOuter) node()   {}
func (unionLeaf) node()     {}
func (*unionOther) node()   {}
func (*alikeFirst) alike()  {}
func (*alikeSecond) alike() {}
func (*alikeThird) alike()  {}

// unionSets are declarations of the union in each form, some with a case for unknown ids.
func unionSets() map[string]*types.Set {
	set := func(options ...types.UnionOption) *types.Set {
		options = append(options, types.Case[*unionOuter]("node"), types.Case[unionLeaf]("leaf"))
		return types.New(types.Union[unionNode](options...), types.Union[alikeNode](types.Untagged(),
			types.Case[*alikeFirst]("first"), types.Case[*alikeSecond]("second"), types.Case[*alikeThird]("third")))
	}
	return map[string]*types.Set{
		"external": set(), "internal": set(types.Tag("k")), "adjacent": set(types.Tag("k"), types.Content("c")), "untagged": set(types.Untagged()),
		"internal, others kept": set(types.Tag("k"), types.Other[*unionOther]()), "external, others kept": set(types.Other[*unionOther]()),
	}
}

// TestUnions holds the readers of unions to the law.
func TestUnions(t *testing.T) {
	var all, some []cost.Entry
	for form, set := range unionSets() {
		o := beve.DecodeOptions{Types: set}
		e := cost.Entry{Name: "beve.DecodeOptions.Unmarshal into []union, " + form, Formats: []string{cost.BEVE}, Maps: true,
			Run: func(data []byte) (int, error) { return 0, o.Unmarshal(data, new([]unionNode)) }}
		e.Calls = strings.Contains(form, "kept") // a method of its own for each element
		all = append(all, e)
		switch form {
		case "untagged":
			e.Name = "beve.DecodeOptions.Unmarshal into []union of cases that look alike"
			e.Run = func(data []byte) (int, error) { return 0, o.Unmarshal(data, new([]alikeNode)) }
			all, some = append(all, e), append(some, e)
		case "external, others kept":
			some = append(some, e)
		}
	}
	judge(t, all, cost.UnionFamilies())
	judge(t, some, cost.BEVEFamilies())
}
