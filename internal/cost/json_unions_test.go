package cost_test

import (
	"strings"
	"testing"

	"github.com/beve-org/beve-go/internal/cost"
	"github.com/beve-org/beve-go/json"
	"github.com/beve-org/beve-go/types"
)

// branch is a tree of a union; two more cases of it differ from it by name.
type branch interface{ branch() }

type (
	fork  struct{ K, L branch }
	other struct {
		K branch
		N int
	}
	tip struct{}
)

func (*fork) branch()  {}
func (*other) branch() {}
func (tip) branch()    {}

// TestJSONUnions holds unions to the law where each of many levels has its id last, or none.
func TestJSONUnions(t *testing.T) {
	nested := func(levels int, open, inner, end string) func(size int) []byte {
		return func(size int) []byte {
			n := levels
			if n == 0 {
				n = min(9_990, size/len(open+end))
			}
			one := strings.Repeat(open, n) + inner + strings.Repeat(end, n)
			return []byte("[" + strings.Repeat(one+",", size/len(one)) + one + "]")
		}
	}
	families := []cost.Family{
		{Name: "ids first, deep", Make: nested(4_000, `{"t":"fork","c":{"K":`, `null`, `}}`)},
		{Name: "ids last, deep", Make: nested(9_990, `{"K":`, `null`, `,"t":"fork"}`)},
		{Name: "ids last, the deeper the longer", Make: nested(0, `{"K":`, `null`, `,"t":"fork"}`)},
		{Name: "ids last, after long texts", Make: nested(50, `{"L":null,"K":`, `null`, `,"x":"`+strings.Repeat("s", 1000)+`","t":"fork"}`)},
		{Name: "contents first, deep", Make: nested(4_990, `{"c":{"K":`, `null`, `},"t":"fork"}`)},
		{Name: "no ids, deep", Make: nested(9_990, `{"K":`, `null`, `,"L":null}`)},
		{Name: "no ids, of either case, deep", Make: nested(9_990, `{"K":`, `null`, `,"N":"x"}`)},
		{Name: "no ids, arrays", Make: nested(9_990, `[`, ``, `]`)},
		{Name: "unknown ids, deep", Make: nested(9_990, `{"K":`, `null`, `,"t":"spoon"}`)},
		{Name: "ids twice", Make: nested(1, `{"t":"fork","K":[`, `{"t":"fork","t":"fork"},{"t":"fork","t":"fork"}`, `]}`)},
		{Name: "extra members first", Make: nested(0, `{"x":{"K":[1,2,3]},"K":`, `null`, `,"t":"fork"}`)},
	}
	var entries []cost.Entry
	for name, options := range map[string][]types.UnionOption{
		"external": nil, "internal": {types.Tag("t")}, "adjacent": {types.Tag("t"), types.Content("c")}, "untagged": {types.Untagged()},
	} {
		cases := []types.UnionOption{types.Case[*fork]("fork"), types.Case[*other]("other"), types.Unit[tip]("tip")}
		union := types.Union[branch](append(options, cases...)...)
		set := types.New(union)
		// Without an id an object is read as one case after the other, which takes memory as maps do.
		entries = append(entries, cost.Entry{Name: "json of a union, " + name, Formats: []string{cost.JSON}, Maps: name == "untagged", Run: func(data []byte) (int, error) {
			var list []branch
			return 0, misfit(json.DecodeOptions{Types: set}.Unmarshal(data, &list))
		}}, cost.Entry{Name: "json.View.Case, " + name, Formats: []string{cost.JSON}, Run: func(data []byte) (int, error) {
			v, err := json.NewView(data)
			if err != nil {
				return 0, err
			}
			v, err = v.Index(0)
			if err != nil {
				return 0, err
			}
			_, _, err = v.Case(union)
			return 0, err
		}})
	}
	for i := range families {
		families[i].Format, families[i].Rows = cost.JSON, true
	}
	judge(t, entries, families)
}
