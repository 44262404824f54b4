package cost_test

import (
	"strings"
	"testing"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/internal/cost"
	"github.com/beve-org/beve-go/msgpack"
	"github.com/beve-org/beve-go/types"
	"github.com/beve-org/beve-go/zebrapack"
)

// The union that [cost.UnionFamilies] are about: nodes with nodes in them, and the same without ids, where two
// cases look alike.
type (
	unionNode  interface{ node() }
	unionOuter struct {
		X     unionNode   `json:"x" zid:"0"`
		Items []unionNode `json:"items,omitempty" zid:"1"`
	}
	unionLeaf struct {
		X int `zid:"0"`
	}
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
		options = append(options, types.Case[*unionOuter]("node").Number(0), types.Case[unionLeaf]("leaf").Number(1))
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

// TestMsgPackUnions holds the readers of unions in MessagePack and ZebraPack to the law.
func TestMsgPackUnions(t *testing.T) {
	var all, some []cost.Entry
	add := func(to *[]cost.Entry, name string, run func(data []byte) error) {
		// A case for others has a method of its own for each element.
		*to = append(*to, cost.Entry{Name: name, Formats: []string{cost.MsgPack}, Maps: true, Calls: strings.Contains(name, "kept"),
			Run: func(data []byte) (int, error) { return 0, run(data) }})
	}
	for form, set := range unionSets() {
		o, z := msgpack.DecodeOptions{Types: set}, zebrapack.DecodeOptions{Types: set}
		add(&all, "msgpack.DecodeOptions.Unmarshal into []union, "+form, func(data []byte) error { return o.Unmarshal(data, new([]unionNode)) })
		switch form {
		case "untagged":
			like := func(data []byte) error { return o.Unmarshal(data, new([]alikeNode)) }
			add(&all, "msgpack.DecodeOptions.Unmarshal into []union of cases that look alike", like)
			add(&some, "msgpack.DecodeOptions.Unmarshal into []union of cases that look alike", like)
		case "external, others kept", "internal":
			add(&some, "msgpack.DecodeOptions.Unmarshal into []union, "+form, func(data []byte) error { return o.Unmarshal(data, new([]unionNode)) })
			add(&some, "zebrapack.DecodeOptions.Unmarshal into []union, "+form, func(data []byte) error { return z.Unmarshal(data, new([]unionNode)) })
		}
	}
	judge(t, all, cost.MsgPackUnionFamilies())
	judge(t, some, cost.MsgPackFamilies())
}
