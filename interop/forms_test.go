// What languages without Go's types make of a document: a peer has to write the bytes
// that Go writes for this.

package interop

import (
	"encoding/binary"
	"math"
	"reflect"
	"strconv"

	"github.com/beve-org/beve-go/msgpack"
)

// reform returns a document with leaf called for all values but lists and objects, list
// for lists after their elements, and key for keys that are integers.
func reform[K comparable](v any, leaf func(any) any, list func([]any) any, key func(int64) K) any {
	switch v := v.(type) {
	case []any:
		all := make([]any, len(v))
		for i := range v {
			all[i] = reform(v[i], leaf, list, key)
		}
		return list(all)
	case map[string]any:
		all := make(map[string]any, len(v))
		for k := range v {
			all[k] = reform(v[k], leaf, list, key)
		}
		return all
	case map[int64]any:
		all := make(map[K]any, len(v))
		for k := range v {
			all[key(k)] = reform(v[k], leaf, list, key)
		}
		return all
	}
	return leaf(v)
}

// maxSafe is the largest integer that JavaScript can represent along with all below.
const maxSafe = 1<<53 - 1

// whole returns a number as JavaScript writes it: as an integer if it is a safe one.
func whole(f float64) any {
	if f == math.Trunc(f) && math.Abs(f) <= maxSafe && !(f == 0 && math.Signbit(f)) {
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
	}, func(key int64) int64 { return key })
}

// all returns a list with elements of one type, at least one.
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

// asPythonMsgpack returns what msgpack of Python makes of a document: integers that are
// not negative have the unsigned forms, keys too, and floats 64 bits.
func asPythonMsgpack(v any) any {
	return loosen(v, unsigned, func(key int64) any { return unsigned(key) })
}

// asNodeMsgpack returns what @msgpack/msgpack makes of a document: as asPythonMsgpack,
// but floats that are integers of 32 bits are such, -0 is 0, what came as an integer of
// 64 bits goes as one, and keys are text.
func asNodeMsgpack(v any) any {
	return loosen(v, func(v any) any {
		switch v := v.(type) {
		case int64:
			if v > math.MaxInt32 && v <= math.MaxUint32 {
				return msgpack.Raw(binary.BigEndian.AppendUint64([]byte{0xCF}, uint64(v)))
			}
		case float64:
			if v == math.Trunc(v) && v >= math.MinInt32 && v <= math.MaxUint32 {
				return unsigned(int64(v))
			}
		}
		return unsigned(v)
	}, func(key int64) any { return strconv.FormatInt(key, 10) })
}

// unsigned returns an integer that is not negative as uint64.
func unsigned(v any) any {
	if n, ok := v.(int64); ok && n >= 0 {
		return uint64(n)
	}
	return v
}

// loosen returns a document without the types of its arrays, but for bytes: number is
// called for each int64, uint64 and float64, to which others are widened, and key for
// each key that is an integer.
func loosen(v any, number func(any) any, key func(int64) any) any {
	return reform(v, func(v any) any {
		switch value := reflect.ValueOf(v); value.Kind() {
		case reflect.Slice:
			if _, ok := v.([]byte); ok {
				return v
			}
			list := make([]any, value.Len())
			for i := range list {
				list[i] = loosen(value.Index(i).Interface(), number, key)
			}
			return list
		case reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
			return number(value.Int())
		case reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
			return number(value.Uint())
		case reflect.Float32, reflect.Float64:
			return number(value.Float())
		}
		return v
	}, func(list []any) any { return list }, key)
}
