package cost_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/internal/cost"
	"github.com/beve-org/beve-go/internal/testkit"
	"github.com/beve-org/beve-go/json"
	"github.com/beve-org/beve-go/msgpack"
	"github.com/beve-org/beve-go/types"
)

// A union whose id may come after members that no case knows, and the two orders as they are written.
type (
	lateUnion interface{ late() }
	lateCase  struct {
		X int `json:"x"`
	}
	idFirst struct {
		T       string `json:"t"`
		U, V, W any
	}
	idLast struct {
		U, V, W any
		T       string `json:"t"`
	}
)

func (lateCase) late() {}

// anyValue returns a random value of so many levels at most.
func anyValue(r *rand.Rand, levels int) any {
	n := r.IntN(6)
	switch k := r.IntN(8); {
	case levels > 0 && k < 3:
		list := make([]any, n)
		for i := range list {
			list[i] = anyValue(r, levels-1)
		}
		return list
	case levels > 0 && k < 6:
		m := map[string]any{}
		for i := range n {
			m[fmt.Sprint("key", i)] = anyValue(r, levels-1)
		}
		return m
	case k == 6:
		return strings.Repeat("s", r.IntN(40))
	}
	return r.IntN(1000)
}

// unknownMember returns a list of random values, or of one random value many times.
func unknownMember(r *rand.Rand) any {
	levels, same := r.IntN(5), r.IntN(2) == 0
	list := make([]any, 200+r.IntN(200))
	for i := range list {
		if list[i] = anyValue(r, levels); same && i > 0 {
			list[i] = list[0]
		}
	}
	return list
}

// TestUnknownMembersBeforeTheIDCostTwice compares what objects take whose id comes after members that no case knows with
// what they take whose id comes first: those members are skipped once to find the id, and once as unknown ones.
func TestUnknownMembersBeforeTheIDCostTwice(t *testing.T) {
	if !cost.Timed() {
		t.Skip("time means nothing in this build")
	}
	const most = 2.2 // twice, and what a clock may be wrong by
	set := types.New(types.Union[lateUnion](types.Tag("t"), types.Case[lateCase]("a")))
	formats := []struct {
		name  string
		write func(v any) ([]byte, error)
		read  func(data []byte) error
	}{
		{"beve", beve.Marshal, func(b []byte) error { return beve.DecodeOptions{Types: set}.Unmarshal(b, new(lateUnion)) }},
		{"json", json.Marshal, func(b []byte) error { return json.DecodeOptions{Types: set}.Unmarshal(b, new(lateUnion)) }},
		{"msgpack", msgpack.Marshal, func(b []byte) error { return msgpack.DecodeOptions{Types: set}.Unmarshal(b, new(lateUnion)) }},
	}
	type late struct {
		name        string
		first, last func()
		took        testkit.Comparison
	}
	var all []*late
	r := rand.New(rand.NewPCG(20, 26))
	for i := range 24 {
		u, v, w := unknownMember(r), unknownMember(r), anyValue(r, 2)
		if i < 2 { // the smallest containers
			u, v = make([]any, 400), []any{}
			for j := range u.([]any) {
				u.([]any)[j] = []any{[]any{}, map[string]any{"P": []any{1, 2, "x"}}}[i]
			}
		}
		for _, f := range formats {
			reading := func(object any) (read func(), size int) {
				data, err := f.write(object)
				if err != nil {
					t.Fatal(err)
				}
				return func() {
					if err := f.read(data); err != nil {
						t.Error(err)
					}
				}, len(data)
			}
			first, _ := reading(idFirst{"a", u, v, w})
			last, size := reading(idLast{u, v, w, "a"})
			all = append(all, &late{name: fmt.Sprintf("%s %d of %d bytes", f.name, i, size), first: first, last: last})
		}
	}
	// All take turns: a processor that reads the same few bytes again and again learns where they branch, and so it
	// does sooner where it reads them once.
	testkit.Patiently(func() bool {
		for range 10 {
			for _, l := range all {
				l.took.Turn(l.first, l.last)
			}
		}
		return t.Failed() || !slices.ContainsFunc(all, func(l *late) bool { return l.took.Ratio() > most })
	})
	for _, l := range all {
		if ratio := l.took.Ratio(); ratio > most {
			t.Errorf("%s takes %.2f times as long with the id last", l.name, ratio)
		}
	}
}
