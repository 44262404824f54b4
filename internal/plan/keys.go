package plan

import (
	"reflect"

	"github.com/beve-org/beve-go/internal/fault"
)

// MayNotCompare reports whether a type that maps can have for keys has values that Go
// cannot compare, which a map must not be given: interfaces that hold such values, and
// structs and arrays with interfaces in them.
func MayNotCompare(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Interface:
		return true
	case reflect.Array:
		return t.Len() > 0 && MayNotCompare(t.Elem())
	case reflect.Struct:
		for i := range t.NumField() {
			if MayNotCompare(t.Field(i).Type) {
				return true
			}
		}
	}
	return false
}

// ErrNotComparable is the cause of failure for a key that Go cannot compare.
var ErrNotComparable = fault.Because(fault.ErrUnsupported, "a key that Go cannot compare")
