// Package typecache remembers, for each Go type, what was compiled for it. A format keeps one Cache for each
// kind of compiled value (and one for each option that changes what is compiled), and asks it at every call.
package typecache

import (
	"reflect"
	"sync"
	"sync/atomic"
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
}

// entry is immutable once published, which is what lets Load read it without a lock.
type entry[V any] struct {
	typ   reflect.Type
	value V
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
	found, _ := c.all.LoadOrStore(t, &entry[V]{typ: t, value: v})
	e := found.(*entry[V])
	c.last.Store(e)
	return e.value
}
