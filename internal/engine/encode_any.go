package engine

import (
	"reflect"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/mem"
	"github.com/beve-org/beve-go/wire"
)

// appendAny appends what an interface holds. The types that dynamic data is made
// of are written here; every other type goes through its codec.
func (e *encodeState) appendAny(dst []byte, v any) []byte {
	switch v := v.(type) {
	case nil:
		return wire.AppendNull(dst)
	case string:
		return e.appendText(dst, int(wire.HeaderString), v)
	case bool:
		return wire.AppendBool(dst, v)
	case float64:
		return wire.AppendFloat64(dst, v)
	case int64:
		if !e.profile.key.fixed {
			return wire.AppendInt(dst, v)
		}
		return wire.AppendNumber[int64](dst, v)
	case int:
		if !e.profile.key.fixed {
			return wire.AppendInt(dst, int64(v))
		}
		return wire.AppendNumber[int64](dst, int64(v))
	case uint64:
		if !e.profile.key.fixed {
			return wire.AppendUint(dst, v)
		}
		return wire.AppendNumber[uint64](dst, v)
	case map[string]any:
		if e.profile.key.indexed {
			return e.appendValue(dst, v)
		}
		return appendStringMap(e, dst, v, stringMapType, (*encodeState).appendAny, &anyValues)
	case []any:
		return e.appendAnySlice(dst, v)
	}
	return e.appendValue(dst, v)
}

// appendValue is appendAny for types that only reflection knows.
func (e *encodeState) appendValue(dst []byte, v any) []byte {
	rv := reflect.ValueOf(v)
	if rv.Kind() == reflect.Pointer {
		if rv.IsNil() {
			return wire.AppendNull(dst)
		}
		t := rv.Type()
		return e.follow(dst, t, e.profile.codecFor(t.Elem()), mem.From(rv.UnsafePointer()))
	}
	box := reflect.New(rv.Type())
	box.Elem().Set(rv)
	return e.profile.codecFor(rv.Type()).append(e, dst, mem.From(box.UnsafePointer()))
}

var (
	anySliceType  = reflect.TypeFor[[]any]()
	stringMapType = reflect.TypeFor[map[string]any]()
)

// appendAnySlice appends a generic array.
func (e *encodeState) appendAnySlice(dst []byte, s []any) []byte {
	if s == nil {
		return wire.AppendNull(dst)
	}
	if e.minRows > 0 && len(s) >= e.minRows {
		if out, ok := e.appendAnyTable(dst, s); ok {
			return out
		}
	}
	dst = wire.AppendArray(dst, len(s))
	if out, done := e.descend(dst, len(s)); done {
		return out
	}
	watched := e.level > fault.CycleLevel
	if watched && !e.begin(anySliceType, mem.Of(&s[0]), len(s)) {
		return nil
	}
	ahead := mem.Foresee(dst, len(s))
	for i, v := range s {
		dst = ahead.Room(dst, i)
		if dst = e.appendAny(dst, v); dst == nil {
			return e.inIndex(i)
		}
	}
	if watched {
		e.end(anySliceType, mem.Of(&s[0]), len(s))
	}
	e.leave()
	return dst
}
