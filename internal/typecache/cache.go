// Package typecache remembers, for each Go type, what was compiled for it. A format keeps one Cache for each
// kind of compiled value (and one for each option that changes what is compiled), and asks it at every call.
package typecache

import (
	"reflect"
	"sync"
	"sync/atomic"

	"github.com/beve-org/beve-go/internal/mem"
)

// Cache maps a reflect.Type to a value compiled for that type. The zero Cache is empty and ready for use, by any
// number of goroutines at once. A Cache must not be copied after first use.
//
// A value is stored once and never replaced or removed, so V should be immutable, and cheap to copy: a pointer, as a
// rule. Types live as long as the program, and so does what is stored for them.
type Cache[V any] struct {
	// last is the entry most recently found. Programs tend to ask for the same type many times in a row, and
	// comparing one pointer is several times cheaper than a map lookup.
	last atomic.Pointer[entry[V]]
	all  sync.Map // reflect.Type → *entry[V]
	// compiling keeps compilations apart, so that what is compiled of a type graph is
	// published only when all of it is.
	compiling sync.Mutex
}

// entry is immutable once published, which is what lets Load read it without a lock.
type entry[V any] struct {
	typ     reflect.Type
	pointer bool // whether it is one
	value   V
}

// Target is Load for the type of v, and returns where v points to. ok is false where v is not a
// pointer, or nil, or nothing is stored for its type. It is what each call of encoding and
// decoding begins with.
func (c *Cache[V]) Target(v any) (value V, p mem.Pointer, ok bool) {
	t := reflect.TypeOf(v)
	if e := c.last.Load(); e != nil && e.typ == t && e.pointer {
		p = mem.From(reflect.ValueOf(v).UnsafePointer())
		return e.value, p, !p.IsNil()
	}
	return c.otherTarget(v, t)
}

func (c *Cache[V]) otherTarget(v any, t reflect.Type) (value V, p mem.Pointer, ok bool) {
	if t == nil || t.Kind() != reflect.Pointer {
		return value, p, false
	}
	if p = mem.From(reflect.ValueOf(v).UnsafePointer()); p.IsNil() {
		return value, p, false
	}
	value, ok = c.Load(t)
	return value, p, ok
}

// Load returns the value stored for t, and whether there is one. It takes no lock and does not allocate.
func (c *Cache[V]) Load(t reflect.Type) (V, bool) {
	if e := c.last.Load(); e != nil && e.typ == t {
		return e.value, true
	}
	found, ok := c.all.Load(t)
	if !ok {
		var none V
		return none, false
	}
	e := found.(*entry[V])
	c.last.Store(e)
	return e.value, true
}

// LoadOrStore stores v for t unless a value is there already, and returns the one that is stored. The first store
// wins: goroutines that compile the same type at the same time all go on with the same value.
func (c *Cache[V]) LoadOrStore(t reflect.Type, v V) V {
	found, _ := c.all.LoadOrStore(t, &entry[V]{typ: t, pointer: t.Kind() == reflect.Pointer, value: v})
	e := found.(*entry[V])
	c.last.Store(e)
	return e.value
}

// A Maker makes the values of a Cache.
type Maker[V any] interface {
	// Begin returns the value of t with nothing in it that Finish sets.
	Begin(t reflect.Type) V
	// Finish completes v, the value of t. What t consists of it asks of g. Nothing of the user's may run within it, nor
	// may it ask the Cache for a value but through g.
	Finish(g *Graph[V], t reflect.Type, v V)
}

// A Graph is one compilation: a type and those that it consists of; some may not be complete.
type Graph[V any] struct {
	cache *Cache[V]
	maker Maker[V]
	begun map[reflect.Type]V
}

// Of returns the value of t. Unless there is one m makes it, and with it those of what t consists of.
func (c *Cache[V]) Of(t reflect.Type, m Maker[V]) V {
	if v, ok := c.Load(t); ok {
		return v
	}
	return c.compile(t, m)
}

// compile makes the value of t, and publishes all of its graph at once.
func (c *Cache[V]) compile(t reflect.Type, m Maker[V]) V {
	if v, ok := c.Load(t); ok {
		return v
	}
	c.compiling.Lock()
	defer c.compiling.Unlock()
	g := c.Aside(m)
	v := g.Of(t)
	for other, done := range g.begun {
		if other != t {
			c.LoadOrStore(other, done)
		}
	}
	return c.LoadOrStore(t, v)
}

// Aside returns a compilation of what c has not; nothing of it is published.
func (c *Cache[V]) Aside(m Maker[V]) *Graph[V] {
	return &Graph[V]{cache: c, maker: m, begun: map[reflect.Type]V{}}
}

// Of returns the value of t. For a type that contains itself it may still be empty: it is complete when the compilation
// is, and whoever refers to it looks at it only then.
func (g *Graph[V]) Of(t reflect.Type) V {
	if v, ok := g.cache.Load(t); ok {
		return v
	}
	if v, ok := g.begun[t]; ok {
		return v
	}
	v := g.maker.Begin(t)
	g.begun[t] = v
	g.maker.Finish(g, t, v)
	return v
}

// Pointed returns the value for what pointers of type t lead to, which compile returns, and keeps it under t, the
// type that users pass. ok is false if t is not a pointer. It is for what Load has not found.
func (c *Cache[V]) Pointed(t reflect.Type, compile func(elem reflect.Type) V) (v V, ok bool) {
	if t == nil || t.Kind() != reflect.Pointer {
		return v, false
	}
	return c.LoadOrStore(t, compile(t.Elem())), true
}

// A Table makes one V for each key, at the first call, for good.
type Table[K comparable, V any] struct{ all sync.Map }

// Of returns the value of key, which make makes.
func (t *Table[K, V]) Of(key K, make func(key K) *V) *V {
	if v, ok := t.all.Load(key); ok {
		return v.(*V)
	}
	v, _ := t.all.LoadOrStore(key, make(key))
	return v.(*V)
}
