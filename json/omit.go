// When a member of a struct is left out.

package json

import (
	"reflect"

	"github.com/beve-org/beve-go/internal/mem"
	"github.com/beve-org/beve-go/internal/plan"
)

// omitFunc reports whether the field at an address is left out.
type omitFunc func(mem.Pointer) bool

// omits returns the rule of a field, or nil.
func omits(f *plan.Field) omitFunc {
	var empty, zero omitFunc
	if f.OmitEmpty {
		empty = isEmpty(f.Type)
	}
	if f.OmitZero {
		zero = isZero(f)
	}
	switch {
	case empty == nil:
		return zero
	case zero == nil:
		return empty
	}
	return func(p mem.Pointer) bool { return empty(p) || zero(p) }
}

// isEmpty is the option omitempty, which looks at the kind alone.
func isEmpty(t reflect.Type) omitFunc {
	switch t.Kind() {
	case reflect.String:
		return func(p mem.Pointer) bool { return *mem.Ref[string](p) == "" }
	case reflect.Slice:
		return func(p mem.Pointer) bool { return mem.Ref[mem.Slice](p).Len == 0 }
	case reflect.Array:
		if t.Len() > 0 {
			return nil
		}
		return func(mem.Pointer) bool { return true }
	case reflect.Map:
		return func(p mem.Pointer) bool { return reflect.NewAt(t, p.Unsafe()).Elem().Len() == 0 }
	case reflect.Pointer, reflect.Interface:
		return func(p mem.Pointer) bool { return mem.Elem(p).IsNil() }
	case reflect.Bool:
		return func(p mem.Pointer) bool { return !*mem.Ref[bool](p) }
	case reflect.Int, reflect.Uint, reflect.Uintptr:
		return func(p mem.Pointer) bool { return *mem.Ref[uint](p) == 0 }
	case reflect.Int64, reflect.Uint64:
		return func(p mem.Pointer) bool { return *mem.Ref[uint64](p) == 0 }
	case reflect.Int8, reflect.Int16, reflect.Int32, reflect.Uint8, reflect.Uint16, reflect.Uint32,
		reflect.Float32, reflect.Float64:
		return valueIsZero(t)
	}
	return nil
}

func valueIsZero(t reflect.Type) omitFunc {
	return func(p mem.Pointer) bool { return reflect.NewAt(t, p.Unsafe()).Elem().IsZero() }
}

type zeroer interface{ IsZero() bool }

// isZero is the option omitzero, which asks the method IsZero if there is one.
func isZero(f *plan.Field) omitFunc {
	t := f.Type
	value := func(p mem.Pointer) reflect.Value { return reflect.NewAt(t, p.Unsafe()).Elem() }
	switch f.Zero {
	case plan.ZeroByValue:
		return func(p mem.Pointer) bool { return value(p).Interface().(zeroer).IsZero() }
	case plan.ZeroByAddress:
		return func(p mem.Pointer) bool { return value(p).Addr().Interface().(zeroer).IsZero() }
	case plan.ZeroByPointer:
		return func(p mem.Pointer) bool { v := value(p); return v.IsNil() || v.Interface().(zeroer).IsZero() }
	case plan.ZeroByInterface:
		return func(p mem.Pointer) bool {
			v := value(p)
			return v.IsNil() || v.Elem().Kind() == reflect.Pointer && v.Elem().IsNil() || v.Interface().(zeroer).IsZero()
		}
	}
	return valueIsZero(t)
}
