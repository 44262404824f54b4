// Types that write themselves.

package json

import (
	"encoding"
	"reflect"

	"github.com/beve-org/beve-go/internal/carried"
	"github.com/beve-org/beve-go/internal/mem"
	"github.com/beve-org/beve-go/internal/plan"
)

// marshalAt calls MarshalJSON on the address of a variable.
func marshalAt(t reflect.Type) appendFunc {
	return func(e *encodeState, dst []byte, p mem.Pointer) []byte {
		return e.marshaler(dst, reflect.NewAt(t, p.Unsafe()).Interface().(Marshaler), t)
	}
}

// marshalValue calls MarshalJSON on a value.
func marshalValue(t reflect.Type) appendFunc {
	return func(e *encodeState, dst []byte, p mem.Pointer) []byte {
		v := reflect.NewAt(t, p.Unsafe()).Elem()
		if k := v.Kind(); (k == reflect.Pointer || k == reflect.Interface) && v.IsNil() {
			return append(dst, "null"...)
		}
		return e.marshaler(dst, v.Interface().(Marshaler), t)
	}
}

func (e *encodeState) marshaler(dst []byte, m Marshaler, t reflect.Type) []byte {
	b, err := m.MarshalJSON()
	if err != nil {
		return e.fail(dst, &MarshalerError{Type: t, Err: err})
	}
	return e.compact(dst, b, t)
}

// marshalTextAt calls MarshalText on the address of a variable.
func marshalTextAt(t reflect.Type) appendFunc {
	return func(e *encodeState, dst []byte, p mem.Pointer) []byte {
		return e.textMarshaler(dst, reflect.NewAt(t, p.Unsafe()).Interface().(encoding.TextMarshaler), t)
	}
}

// marshalTextValue calls MarshalText on a value.
func marshalTextValue(t reflect.Type) appendFunc {
	return func(e *encodeState, dst []byte, p mem.Pointer) []byte {
		v := reflect.NewAt(t, p.Unsafe()).Elem()
		if k := v.Kind(); (k == reflect.Pointer || k == reflect.Interface) && v.IsNil() {
			return append(dst, "null"...)
		}
		return e.textMarshaler(dst, v.Interface().(encoding.TextMarshaler), t)
	}
}

func (e *encodeState) textMarshaler(dst []byte, m encoding.TextMarshaler, t reflect.Type) []byte {
	b, err := m.MarshalText()
	if err != nil {
		return e.fail(dst, textError(t, err))
	}
	return e.quote(dst, mem.String(b))
}

// writesBEVE reports whether a type is known to methods of BEVE alone, so that an object without members would be all
// that is left of its values.
func writesBEVE(t reflect.Type) bool {
	write, _ := plan.OnlyBEVE(t)
	return write == plan.BEVEMethod && !reflect.PointerTo(t).Implements(marshalerType) && !reflect.PointerTo(t).Implements(textMarshalerType)
}

// marshalCarried writes the JSON of what a method of BEVE writes.
func marshalCarried(t reflect.Type) appendFunc {
	return func(e *encodeState, dst []byte, p mem.Pointer) []byte {
		return e.marshaler(dst, carried.Writer(reflect.NewAt(t, p.Unsafe()).Interface()), t)
	}
}
