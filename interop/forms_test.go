// What languages without Go's types make of a document: a peer has to write the bytes
// that Go writes for this.

package interop

import "math"

// reform returns a document with leaf called for all values but lists and objects, and
// list for lists after their elements.
func reform(v any, leaf func(any) any, list func([]any) any) any {
	switch v := v.(type) {
	case []any:
		all := make([]any, len(v))
		for i := range v {
			all[i] = reform(v[i], leaf, list)
		}
		return list(all)
	case map[string]any:
		all := make(map[string]any, len(v))
		for key := range v {
			all[key] = reform(v[key], leaf, list)
		}
		return all
	case map[int64]any:
		all := make(map[int64]any, len(v))
		for key := range v {
			all[key] = reform(v[key], leaf, list)
		}
		return all
	}
	return leaf(v)
}

// mostSafe is the largest integer of which JavaScript has a number and all below.
const mostSafe = 1<<53 - 1

// whole returns a number as JavaScript writes it: as an integer if it is a safe one.
func whole(f float64) any {
	if f == math.Trunc(f) && math.Abs(f) <= mostSafe && !(f == 0 && math.Signbit(f)) {
		return int64(f)
	}
	return f
}

// asJavaScript returns what the package in js makes of a document: a number that is an
// integer is one, a list of nothing but text or booleans has their type, and an empty
// list has none.
func asJavaScript(v any) any {
	return reform(v, func(v any) any {
		switch v := v.(type) {
		case float64:
			return whole(v)
		case uint64:
			if v <= math.MaxInt64 {
				return int64(v)
			}
		case []string:
			if len(v) == 0 {
				return []any{}
			}
		case []bool:
			if len(v) == 0 {
				return []any{}
			}
		}
		return v
	}, func(list []any) any {
		if texts, ok := all[string](list); ok {
			return texts
		}
		if bools, ok := all[bool](list); ok {
			return bools
		}
		return list
	})
}

// all returns a list whose elements, of which there are some, have one type.
func all[T any](list []any) ([]T, bool) {
	typed := make([]T, len(list))
	for i := range list {
		var ok bool
		if typed[i], ok = list[i].(T); !ok {
			return nil, false
		}
	}
	return typed, len(list) > 0
}
