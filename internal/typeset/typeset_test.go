package typeset

import (
	"fmt"
	"reflect"
	"strings"
	"sync"
	"testing"

	"github.com/beve-org/beve-go/internal/mem"
	"github.com/beve-org/beve-go/internal/plan"
)

type (
	small struct{ A int }
	large struct {
		A int
		B *int
	}
	other struct{ C int }
)

// TestRankPutsTheBestFirst ranks targets of every kind for values of every kind.
func TestRankPutsTheBestFirst(t *testing.T) {
	target := func(v any) Target {
		typ := reflect.TypeOf(v)
		var fields []plan.Field
		if typ.Kind() == reflect.Struct {
			p, err := plan.Of(typ, []string{"json"})
			if err != nil {
				t.Fatal(err)
			}
			fields = p.Fields
		}
		return NewTarget(typ, false, fields)
	}
	names := func(list ...string) (out [][]byte) {
		for _, name := range list {
			out = append(out, []byte(name))
		}
		return out
	}
	scalars := []Target{target(float32(0)), target(float64(0)), target(uint8(0)), target(int64(0)), target(""), target(true), UnitTarget(), NewTarget(nil, true, nil)}
	objects := []Target{target(large{}), target(small{}), target(other{}), target(map[string]int{})}
	lists := []Target{target([]float64{}), target([]int{}), target([]string{}), target([]any{}), target([]small{})}
	for _, c := range []struct {
		targets []Target
		shape   Shape
		want    string
	}{
		{scalars, Shape{Kind: KindInt}, "[3 2 0 1 7]"},
		{scalars, Shape{Kind: KindUint}, "[2 3 0 1 7]"},
		{scalars, Shape{Kind: KindInt, AnySign: true}, "[2 3 0 1 7]"},
		{scalars, Shape{Kind: KindFloat, Bits: 64}, "[1 0 2 3 7]"},
		{scalars, Shape{Kind: KindFloat, Bits: 32}, "[0 1 2 3 7]"},
		{scalars, Shape{Kind: KindString}, "[4 7]"},
		{scalars, Shape{Kind: KindBool}, "[5 7]"},
		{scalars, Shape{Kind: KindObject}, "[7]"},
		{scalars, Shape{}, "[0 1 2 3 4 5 7]"},
		{objects, Shape{Kind: KindObject, Members: names("A")}, "[1 3 0]"},
		{objects, Shape{Kind: KindObject, Members: names("A", "B")}, "[0 3 1]"},
		{objects, Shape{Kind: KindObject, Members: names("B", "A", "A")}, "[0 3 1]"},
		{objects, Shape{Kind: KindObject, Members: names("C")}, "[2 3]"},
		{objects, Shape{Kind: KindObject, Members: names("D")}, "[3]"},
		{objects, Shape{Kind: KindObject}, "[3]"},
		{lists, Shape{Kind: KindArray, Elem: KindInt}, "[1 3 0]"},
		{lists, Shape{Kind: KindArray, Elem: KindFloat}, "[0 3 1]"},
		{lists, Shape{Kind: KindArray, Elem: KindString}, "[2 3]"},
		{lists, Shape{Kind: KindArray, Elem: KindObject}, "[3 4]"},
		{lists, Shape{Kind: KindArray}, "[0 1 2 3 4]"},
	} {
		var got []int
		for _, r := range Rank(nil, c.targets, &c.shape) {
			got = append(got, r.Index)
		}
		if fmt.Sprint(got) != c.want {
			t.Errorf("%+v: %v, not %s", c.shape, got, c.want)
		}
	}
}

type (
	animal interface{ animal() }
	cat    struct{ lives int }
	dog    struct{ name string }
)

func (cat) animal()  {}
func (*dog) animal() {}

// TestHeldAndStored goes through a union by the functions for its types and by reflection.
func TestHeldAndStored(t *testing.T) {
	byTypes, byReflection := BuilderOf[animal](), NewBuilder(reflect.TypeFor[animal]())
	byTypes.Add(CaseOf[cat]("cat"))
	byTypes.Add(CaseOf[*dog]("dog"))
	byReflection.Add(NewCase(reflect.TypeFor[cat](), "cat"))
	byReflection.Add(NewCase(reflect.TypeFor[*dog](), "dog"))
	for name, b := range map[string]*Builder{"types": byTypes, "reflection": byReflection} {
		u := b.Build().Union
		var group sync.WaitGroup
		for range 4 {
			group.Go(func() {
				for i := range 100 {
					var v animal = cat{i}
					if i%2 == 0 {
						v = &dog{fmt.Sprint(i)}
					}
					h, err := u.Held(mem.Of(&v))
					if err != nil || h.Case == nil {
						t.Error(name, err)
						return
					}
					again := u.New(h.Case)
					reflect.NewAt(h.Case.Elem, again.At.Unsafe()).Elem().Set(reflect.NewAt(h.Case.Elem, h.At.Unsafe()).Elem())
					h.Release()
					var w animal
					u.Store(mem.Of(&w), again)
					if !reflect.DeepEqual(v, w) {
						t.Errorf("%s: %v became %v", name, v, w)
					}
				}
			})
		}
		group.Wait()
		for _, v := range []animal{nil, (*dog)(nil)} {
			if h, err := u.Held(mem.Of(&v)); err != nil || h.Case != nil {
				t.Errorf("%s: %v is %v, %v", name, v, h.Case, err)
			}
		}
		if u.Find([]byte("dog")) != u.Cases[1] || u.Find([]byte("Dog")) != nil || u.FindInt(1) != nil || u.FindNumber(-1) != nil {
			t.Errorf("%s: a case is not found, or one that is not there", name)
		}
		if text := u.Unknown("x").Error(); !strings.Contains(text, `"x" is not a case of typeset.animal; there are "cat", "dog"`) {
			t.Error(text)
		}
	}
}

// TestLookupRemembersWhatWasAsked declares types for the program before and after their first use.
func TestLookupRemembersWhatWasAsked(t *testing.T) {
	type first struct{ N int }
	type second struct{ N int }
	type holder struct{ List []map[string]*first }
	convert := func(v first) (int, error) { return v.N, nil }
	back := func(n int) (first, error) { return first{n}, nil }
	if Reaches(nil, reflect.TypeFor[second](), true) {
		t.Error("what is not declared is reached")
	}
	Register(NewConversion(convert, back))
	if d := Lookup(nil, reflect.TypeFor[first]()); d == nil || d.Convert == nil {
		t.Error("what is registered is not found")
	}
	if !Reaches(nil, reflect.TypeFor[holder](), false) {
		t.Error("what is declared is not reached")
	}
	set := NewSet(NewConversion(func(v first) (string, error) { return "", nil }, func(string) (first, error) { return first{}, nil }))
	if d := Lookup(set, reflect.TypeFor[first]()); d.Convert.Inner != reflect.TypeFor[string]() {
		t.Error("the set does not win")
	}
	defer func() {
		if recover() == nil {
			t.Error("a type is declared after its first use")
		}
	}()
	Register(NewConversion(func(v second) (int, error) { return 0, nil }, func(int) (second, error) { return second{}, nil }))
}
