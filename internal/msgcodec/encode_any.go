// Writing values whose types only interfaces know.

package msgcodec

import (
	"reflect"

	"github.com/beve-org/beve-go/internal/mem"
	"github.com/beve-org/beve-go/msgpack/msgp"
)

// appendAny appends what v holds.
func (e *encodeState) appendAny(dst []byte, v any) []byte {
	switch v := v.(type) {
	case nil:
		return msgp.AppendNil(dst)
	case string:
		return e.appendText(dst, v)
	case bool:
		return msgp.AppendBool(dst, v)
	case int:
		return msgp.AppendInt(dst, v)
	case int64:
		return msgp.AppendInt64(dst, v)
	case uint64:
		return msgp.AppendUint64(dst, v)
	case float64:
		return msgp.AppendFloat64(dst, v)
	case []any:
		return e.appendAnys(dst, v)
	case map[string]any:
		return appendAnyMap(e, dst, mem.Of(&v))
	}
	return e.appendValue(dst, reflect.ValueOf(v))
}

func (e *encodeState) appendAnys(dst []byte, v []any) []byte {
	if !e.counts(len(v)) {
		return nil
	}
	dst = msgp.AppendArrayHeader(dst, uint32(len(v)))
	if len(v) == 0 {
		return dst
	}
	if !e.enter() {
		return nil
	}
	ahead := mem.Foresee(dst, len(v))
	for i := range v {
		dst = ahead.Room(dst, i)
		if dst = e.appendAny(dst, v[i]); dst == nil {
			return e.inIndex(i)
		}
	}
	e.leave()
	return dst
}

// appendValue appends a value that has no address, by the codec of its type.
func (e *encodeState) appendValue(dst []byte, v reflect.Value) []byte {
	if v.Kind() == reflect.Pointer {
		if v.IsNil() {
			return msgp.AppendNil(dst)
		}
		if !e.enter() {
			return nil
		}
		if dst = e.profile.codecFor(v.Type().Elem()).append(e, dst, mem.From(v.UnsafePointer())); dst != nil {
			e.leave()
		}
		return dst
	}
	c := e.profile.codecFor(v.Type())
	copied := reflect.New(v.Type())
	copied.Elem().Set(v)
	return c.append(e, dst, mem.From(copied.UnsafePointer()))
}
