package testkit

import (
	"cmp"
	"encoding/json"
	"maps"
	"math"
	"math/big"
	"reflect"
	"slices"
	"time"
)

// This file has the equality that tests of round trips need. It differs from reflect.DeepEqual where that is about
// memory instead of values.

// Equal reports whether a and b are deeply equal, as reflect.DeepEqual does, except that any NaN equals any NaN, that
// -0 differs from 0, that times are equal which show the same instant at the same offset from UTC, and that big
// integers are equal which have the same value. A nil slice or map differs from an empty one.
func Equal(a, b any) bool { return equal(a, b, false) }

// EqualLoose is Equal without the differences that many formats cannot keep: a nil slice or map equals an empty one,
// times are equal at any offset, and texts of numbers that are the same number.
func EqualLoose(a, b any) bool { return equal(a, b, true) }

func equal(a, b any, loose bool) bool {
	c := comparer{loose: loose, assumed: map[pair]bool{}}
	return c.equal(reflect.ValueOf(a), reflect.ValueOf(b))
}

// comparer compares two values.
type comparer struct {
	loose bool
	// assumed holds the pairs of pointers that are being compared further up, which ends cycles.
	assumed map[pair]bool
}

type pair struct {
	typ  reflect.Type
	a, b uintptr
	n    int
}

// byMeaning compares the types whose fields say less than their methods.
var byMeaning = map[reflect.Type]func(c *comparer, a, b any) bool{
	reflect.TypeFor[time.Time](): func(c *comparer, a, b any) bool {
		x, y := a.(time.Time), b.(time.Time)
		_, ox := x.Zone()
		_, oy := y.Zone()
		return x.Equal(y) && (c.loose || ox == oy)
	},
	reflect.TypeFor[json.Number](): func(c *comparer, a, b any) bool {
		x, y := cmp.Or(a.(json.Number), "0"), cmp.Or(b.(json.Number), "0")
		return a == b || c.loose && SameNumber(string(x), string(y))
	},
	reflect.TypeFor[big.Int](): func(_ *comparer, a, b any) bool {
		x, y := a.(big.Int), b.(big.Int)
		return x.Cmp(&y) == 0
	},
}

func (c *comparer) equal(a, b reflect.Value) bool {
	if !a.IsValid() || !b.IsValid() {
		return a.IsValid() == b.IsValid()
	}
	if a.Type() != b.Type() {
		return false
	}
	// What sits in an unexported field cannot be taken out, and is compared by its fields.
	if same := byMeaning[a.Type()]; same != nil && a.CanInterface() && b.CanInterface() {
		return same(c, a.Interface(), b.Interface())
	}
	switch a.Kind() {
	case reflect.Float32, reflect.Float64:
		return sameFloat(a.Float(), b.Float())
	case reflect.Complex64, reflect.Complex128:
		return sameFloat(real(a.Complex()), real(b.Complex())) && sameFloat(imag(a.Complex()), imag(b.Complex()))
	case reflect.Array:
		return c.elements(a, b)
	case reflect.Slice:
		if a.Len() != b.Len() || !c.loose && a.IsNil() != b.IsNil() {
			return false
		}
		return c.again(a, b, a.Len()) || c.elements(a, b)
	case reflect.Map:
		if a.Len() != b.Len() || !c.loose && a.IsNil() != b.IsNil() {
			return false
		}
		return c.again(a, b, 0) || c.entries(a, b)
	case reflect.Pointer:
		if a.IsNil() || b.IsNil() {
			return a.IsNil() == b.IsNil()
		}
		return c.again(a, b, 0) || c.equal(a.Elem(), b.Elem())
	case reflect.Interface:
		return c.equal(a.Elem(), b.Elem())
	case reflect.Struct:
		for i := range a.NumField() {
			if !c.equal(a.Field(i), b.Field(i)) {
				return false
			}
		}
		return true
	case reflect.Func:
		return a.IsNil() && b.IsNil()
	}
	return a.Equal(b)
}

// again reports whether a and b need no look: they are the same memory, or a comparison of them is under way. Equal
// memory does not hide an inequality, for NaN equals itself here; functions do not count.
func (c *comparer) again(a, b reflect.Value, n int) bool {
	p := pair{a.Type(), a.Pointer(), b.Pointer(), n}
	if p.a == p.b || c.assumed[p] {
		return true
	}
	c.assumed[p] = true
	return false
}

func (c *comparer) elements(a, b reflect.Value) bool {
	for i := range a.Len() {
		if !c.equal(a.Index(i), b.Index(i)) {
			return false
		}
	}
	return true
}

// entry is one entry of a map. The value under a NaN key can be had by iteration only, so both are kept together.
type entry struct{ key, value reflect.Value }

// entries compares maps of one length. An entry whose key a lookup does not find, such as NaN or a pointer, is searched
// for among the entries that have no partner yet.
func (c *comparer) entries(a, b reflect.Value) bool {
	var lost []entry
	for it := a.MapRange(); it.Next(); {
		other := b.MapIndex(it.Key())
		if !other.IsValid() {
			lost = append(lost, entry{it.Key(), it.Value()})
		} else if !c.equal(it.Value(), other) {
			return false
		}
	}
	if len(lost) == 0 {
		return true
	}
	for it := b.MapRange(); it.Next(); {
		if a.MapIndex(it.Key()).IsValid() {
			continue
		}
		i := slices.IndexFunc(lost, func(e entry) bool {
			// A failed attempt must not keep its assumptions.
			try := comparer{loose: c.loose, assumed: maps.Clone(c.assumed)}
			return try.equal(e.key, it.Key()) && try.equal(e.value, it.Value())
		})
		if i < 0 {
			return false
		}
		lost = slices.Delete(lost, i, i+1)
	}
	return len(lost) == 0
}

func sameFloat(a, b float64) bool {
	if math.IsNaN(a) || math.IsNaN(b) {
		return math.IsNaN(a) && math.IsNaN(b)
	}
	return math.Float64bits(a) == math.Float64bits(b)
}
