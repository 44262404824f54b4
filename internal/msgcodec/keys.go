// Keys of maps that differ in Go and have the same bytes.

package msgcodec

import (
	"reflect"

	"github.com/beve-org/beve-go/internal/msgwire"
)

// apart reports whether keys of type t may differ although their bytes do not: those with
// pointers, which are equal only to themselves, and interfaces.
func apart(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Pointer, reflect.Interface, reflect.Chan, reflect.UnsafePointer:
		return true
	case reflect.Array:
		return apart(t.Elem())
	case reflect.Struct:
		for i := range t.NumField() {
			if apart(t.Field(i).Type) {
				return true
			}
		}
	}
	return false
}

// A keySet finds keys with pointers again by their bytes.
type keySet map[string]reflect.Value

// again returns the key with the bytes at src[off:next] that was there before, or makes
// key, which has them, the one to be found. Of a key in an extension the type and the
// data count, not the form of their head.
func (s *keySet) again(src []byte, off, next int, key reflect.Value) (before reflect.Value, ok bool) {
	held := key
	if held.Kind() == reflect.Interface {
		held = held.Elem()
	}
	if !held.IsValid() || !apart(held.Type()) {
		return key, false
	}
	if h, err := msgwire.ReadHead(src, off); err == nil && h.Kind == msgwire.KindExt {
		off = h.Next - 1
	}
	if before, ok = (*s)[string(src[off:next])]; ok {
		return before, true
	}
	if *s == nil {
		*s = keySet{}
	}
	kept := reflect.New(key.Type()).Elem()
	kept.Set(key)
	(*s)[string(src[off:next])] = kept
	return key, false
}
