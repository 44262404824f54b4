package typecache

import (
	"reflect"
	"sync"
	"testing"
)

type node struct {
	typ  reflect.Type
	elem *node
	full bool
}

// nodes compiles a chain of pointers, and each refers to what it points to.
type nodes struct{}

func (nodes) Begin(t reflect.Type) *node { return &node{typ: t} }

func (nodes) Finish(g *Graph[*node], t reflect.Type, n *node) {
	if t.Kind() == reflect.Pointer {
		n.elem = g.Of(t.Elem())
	}
	n.full = true
}

type loop *loop

// TestCompileTiesCycles compiles a type that contains itself, and publishes all of a
// graph at once, by many goroutines.
func TestCompileTiesCycles(t *testing.T) {
	var c Cache[*node]
	root := c.Of(reflect.TypeFor[loop](), nodes{})
	if root.elem != root || !root.full {
		t.Errorf("the value of a type that contains itself is %+v", root)
	}
	var all sync.WaitGroup
	deep := reflect.TypeFor[***int]()
	got := make([]*node, 50)
	for i := range got {
		all.Go(func() {
			got[i] = c.Of(deep, nodes{})
			for n := got[i]; n != nil; n = n.elem {
				if !n.full {
					t.Error("a part is published before it is complete")
				}
			}
		})
	}
	all.Wait()
	for _, n := range got {
		if n != got[0] {
			t.Fatal("goroutines go on with different values")
		}
	}
	for n := got[0]; n != nil; n = n.elem {
		if kept, ok := c.Load(n.typ); !ok || kept != n {
			t.Errorf("the part %v is not kept", n.typ)
		}
	}
}

// TestAsidePublishesNothing compiles beside a cache.
func TestAsidePublishesNothing(t *testing.T) {
	var c Cache[*node]
	known := c.Of(reflect.TypeFor[int](), nodes{})
	aside := c.Aside(nodes{}).Of(reflect.TypeFor[**int]())
	if aside.elem.elem != known {
		t.Error("what the cache has is compiled again")
	}
	if _, ok := c.Load(reflect.TypeFor[*int]()); ok {
		t.Error("a part of what is compiled aside is published")
	}
}

// TestPointedTakesPointersAlone asks for what pointers lead to, and for what is not
// a pointer.
func TestPointedTakesPointersAlone(t *testing.T) {
	var c Cache[reflect.Type]
	asked := 0
	compile := func(elem reflect.Type) reflect.Type { asked++; return elem }
	if v, ok := c.Pointed(reflect.TypeFor[*string](), compile); !ok || v != reflect.TypeFor[string]() {
		t.Errorf("a pointer leads to %v, %v", v, ok)
	}
	if v, ok := c.Load(reflect.TypeFor[*string]()); !ok || v != reflect.TypeFor[string]() {
		t.Errorf("what a pointer leads to is not kept: %v, %v", v, ok)
	}
	for _, typ := range []reflect.Type{nil, reflect.TypeFor[int](), reflect.TypeFor[any]()} {
		if v, ok := c.Pointed(typ, compile); ok {
			t.Errorf("%v leads to %v", typ, v)
		}
	}
	if asked != 1 {
		t.Errorf("compiled %d times", asked)
	}
	var table Table[string, int]
	made := 0
	one := func(key string) *int { made++; return &made }
	if first := table.Of("a", one); table.Of("a", one) != first || made != 1 {
		t.Errorf("a key has %d values", made)
	}
}
