// Values whose type only the wire, or only an interface, knows.

package msgp

import (
	"encoding/json"
	"reflect"
	"time"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/msgwire"
)

// AppendIntf appends what v holds: nil, a type that encodes itself, an extension, a
// scalar, a json.Number, a time, or a slice, array, map with strings for keys or pointer of
// these. Another type, such as a struct without methods or a defined scalar, is an
// [ErrUnsupportedType]. On failure the result is b unchanged.
func AppendIntf(b []byte, v any) ([]byte, error) {
	o, err := appendAny(b, v, fault.DefaultMaxDepth)
	if err != nil {
		return b, err
	}
	return o, nil
}

// isNilPointer reports whether the methods of v would be called without a value.
func isNilPointer(v any) bool {
	rv := reflect.ValueOf(v)
	return rv.Kind() == reflect.Pointer && rv.IsNil()
}

// appendAny is AppendIntf for a value that may hold so many levels.
func appendAny(b []byte, v any, levels int) ([]byte, error) {
	if levels == 0 {
		return b, ErrRecursion
	}
	switch v := v.(type) {
	case nil:
		return AppendNil(b), nil
	case Marshaler:
		if isNilPointer(v) {
			return AppendNil(b), nil
		}
		return v.MarshalMsg(b)
	case Extension:
		if isNilPointer(v) {
			return AppendNil(b), nil
		}
		return AppendExtension(b, v)
	case bool:
		return AppendBool(b, v), nil
	case int:
		return AppendInt(b, v), nil
	case int8:
		return AppendInt8(b, v), nil
	case int16:
		return AppendInt16(b, v), nil
	case int32:
		return AppendInt32(b, v), nil
	case int64:
		return AppendInt64(b, v), nil
	case uint:
		return AppendUint(b, v), nil
	case uint8:
		return AppendUint8(b, v), nil
	case uint16:
		return AppendUint16(b, v), nil
	case uint32:
		return AppendUint32(b, v), nil
	case uint64:
		return AppendUint64(b, v), nil
	case float32:
		return AppendFloat32(b, v), nil
	case float64:
		return AppendFloat64(b, v), nil
	case complex64:
		return AppendComplex64(b, v), nil
	case complex128:
		return AppendComplex128(b, v), nil
	case string:
		return AppendString(b, v), nil
	case []byte:
		return AppendBytes(b, v), nil
	case time.Time:
		return AppendTime(b, v), nil
	case time.Duration:
		return AppendDuration(b, v), nil
	case json.Number:
		return AppendJSONNumber(b, v)
	case []any:
		return appendAnys(b, v, levels)
	case map[string]any:
		return appendMap(b, v, levels)
	}
	if o, ok := appendSlice(b, v); ok {
		return o, nil
	}
	return appendRest(b, v, levels)
}

func appendAnys(b []byte, v []any, levels int) (_ []byte, err error) {
	b = AppendArrayHeader(b, size(len(v)))
	for i := range v {
		if b, err = appendAny(b, v[i], levels-1); err != nil {
			return b, WrapError(err, i)
		}
	}
	return b, nil
}

func appendMap(b []byte, v map[string]any, levels int) (_ []byte, err error) {
	b = AppendMapHeader(b, size(len(v)))
	for key, elem := range v {
		if b, err = appendAny(AppendString(b, key), elem, levels-1); err != nil {
			return b, WrapError(err, key)
		}
	}
	return b, nil
}

// appendSlice appends a slice of scalars.
func appendSlice(b []byte, v any) ([]byte, bool) {
	switch v := v.(type) {
	case []bool:
		return appendEach(b, v, AppendBool), true
	case []int:
		return appendEach(b, v, AppendInt), true
	case []int8:
		return appendEach(b, v, AppendInt8), true
	case []int16:
		return appendEach(b, v, AppendInt16), true
	case []int32:
		return appendEach(b, v, AppendInt32), true
	case []int64:
		return appendEach(b, v, AppendInt64), true
	case []uint:
		return appendEach(b, v, AppendUint), true
	case []uint16:
		return appendEach(b, v, AppendUint16), true
	case []uint32:
		return appendEach(b, v, AppendUint32), true
	case []uint64:
		return appendEach(b, v, AppendUint64), true
	case []float32:
		return appendEach(b, v, AppendFloat32), true
	case []float64:
		return appendEach(b, v, AppendFloat64), true
	case []complex64:
		return appendEach(b, v, AppendComplex64), true
	case []complex128:
		return appendEach(b, v, AppendComplex128), true
	case []string:
		return appendEach(b, v, AppendString), true
	case [][]byte:
		return appendEach(b, v, AppendBytes), true
	case []time.Time:
		return appendEach(b, v, AppendTime), true
	case []time.Duration:
		return appendEach(b, v, AppendDuration), true
	}
	return b, false
}

func appendEach[T any](b []byte, v []T, one func([]byte, T) []byte) []byte {
	b = AppendArrayHeader(b, size(len(v)))
	for _, elem := range v {
		b = one(b, elem)
	}
	return b
}

// appendRest appends the types that are rare: other maps, slices of maps, and pointers.
func appendRest(b []byte, v any, levels int) (_ []byte, err error) {
	switch v := v.(type) {
	case map[string]string:
		return AppendMapStrStr(b, v), nil
	case map[string]int:
		return appendPairs(b, v, AppendInt), nil
	case map[string]int64:
		return appendPairs(b, v, AppendInt64), nil
	case map[string]float64:
		return appendPairs(b, v, AppendFloat64), nil
	case map[string]bool:
		return appendPairs(b, v, AppendBool), nil
	case []map[string]any:
		b = AppendArrayHeader(b, size(len(v)))
		for i := range v {
			if b, err = appendAny(b, v[i], levels-1); err != nil {
				return b, WrapError(err, i)
			}
		}
		return b, nil
	case *any:
		return appendPointer(b, v, levels)
	case *bool:
		return appendPointer(b, v, levels)
	case *int:
		return appendPointer(b, v, levels)
	case *int8:
		return appendPointer(b, v, levels)
	case *int16:
		return appendPointer(b, v, levels)
	case *int32:
		return appendPointer(b, v, levels)
	case *int64:
		return appendPointer(b, v, levels)
	case *uint:
		return appendPointer(b, v, levels)
	case *uint8:
		return appendPointer(b, v, levels)
	case *uint16:
		return appendPointer(b, v, levels)
	case *uint32:
		return appendPointer(b, v, levels)
	case *uint64:
		return appendPointer(b, v, levels)
	case *float32:
		return appendPointer(b, v, levels)
	case *float64:
		return appendPointer(b, v, levels)
	case *string:
		return appendPointer(b, v, levels)
	case *[]byte:
		return appendPointer(b, v, levels)
	case *time.Time:
		return appendPointer(b, v, levels)
	case *[]any:
		return appendPointer(b, v, levels)
	case *map[string]any:
		return appendPointer(b, v, levels)
	}
	return appendReflected(b, v, levels)
}

// appendReflected appends what no list of types can name: slices, arrays, maps with keys
// that are strings, and pointers, whatever they hold.
func appendReflected(b []byte, value any, levels int) (_ []byte, err error) {
	v := reflect.ValueOf(value)
	switch v.Kind() {
	case reflect.Pointer:
		if v.IsNil() {
			return AppendNil(b), nil
		}
		return appendAny(b, v.Elem().Interface(), levels-1)
	case reflect.Slice, reflect.Array:
		if v.Type().Elem() == reflect.TypeFor[byte]() {
			content := make([]byte, v.Len())
			reflect.Copy(reflect.ValueOf(content), v)
			return AppendBytes(b, content), nil
		}
		b = AppendArrayHeader(b, size(v.Len()))
		for i := range v.Len() {
			if b, err = appendAny(b, v.Index(i).Interface(), levels-1); err != nil {
				return b, WrapError(err, i)
			}
		}
		return b, nil
	case reflect.Map:
		if v.Type().Key().Kind() != reflect.String {
			break
		}
		b = AppendMapHeader(b, size(v.Len()))
		for pairs := v.MapRange(); pairs.Next(); {
			key := pairs.Key().String()
			if b, err = appendAny(AppendString(b, key), pairs.Value().Interface(), levels-1); err != nil {
				return b, WrapError(err, key)
			}
		}
		return b, nil
	}
	return b, &ErrUnsupportedType{v.Type()}
}

func appendPointer[T any](b []byte, v *T, levels int) ([]byte, error) {
	if v == nil {
		return AppendNil(b), nil
	}
	return appendAny(b, *v, levels-1)
}

func appendPairs[T any](b []byte, v map[string]T, one func([]byte, T) []byte) []byte {
	b = AppendMapHeader(b, size(len(v)))
	for key, elem := range v {
		b = one(AppendString(b, key), elem)
	}
	return b
}

// AppendMapStrStr appends a map, in Go's order.
func AppendMapStrStr(b []byte, v map[string]string) []byte { return appendPairs(b, v, AppendString) }

// AppendMapStrIntf appends a map, in Go's order; see [AppendIntf].
func AppendMapStrIntf(b []byte, v map[string]any) ([]byte, error) {
	o, err := appendMap(b, v, fault.DefaultMaxDepth)
	if err != nil {
		return b, err
	}
	return o, nil
}

// GuessSize estimates the length of what [AppendIntf] appends, from above for scalars.
func GuessSize(v any) int {
	switch v := v.(type) {
	case nil:
		return NilSize
	case Sizer:
		if isNilPointer(v) {
			return NilSize
		}
		return v.Msgsize()
	case Extension:
		if isNilPointer(v) {
			return NilSize
		}
		return ExtensionPrefixSize + v.Len()
	case string:
		return StringPrefixSize + len(v)
	case []byte:
		return BytesPrefixSize + len(v)
	case time.Time:
		return TimeSize
	case complex64:
		return Complex64Size
	case complex128:
		return Complex128Size
	case map[string]string:
		n := MapHeaderSize
		for key, elem := range v {
			n += 2*StringPrefixSize + len(key) + len(elem)
		}
		return n
	case map[string]any:
		n := MapHeaderSize
		for key, elem := range v {
			n += StringPrefixSize + len(key) + GuessSize(elem)
		}
		return n
	case []any:
		n := ArrayHeaderSize
		for _, elem := range v {
			n += GuessSize(elem)
		}
		return n
	}
	return Int64Size
}

// ReadIntfBytes reads a value of any type: nil, bool, int64, uint64 for the unsigned
// forms, float32, float64, string, []byte, time.Time in the local zone, complex64,
// complex128, []any, map[string]any, the type registered for an extension, or
// *[RawExtension]. A map whose keys are not text is an error.
func ReadIntfBytes(b []byte) (v any, o []byte, err error) {
	if len(b) > 0 && int8(b[0]) >= msgwire.MinFixInt {
		return int64(int8(b[0])), b[1:], nil
	}
	if _, err = Skip(b); err != nil {
		return nil, b, err
	}
	return readAny(b)
}

// readAny is ReadIntfBytes for a value that has been skipped already: it is whole, and
// nested no deeper than the limits say.
func readAny(b []byte) (v any, o []byte, err error) {
	switch NextType(b) {
	case NilType:
		return nil, b[1:], nil
	case BoolType:
		return boxed(ReadBoolBytes(b))
	case IntType:
		return boxed(ReadInt64Bytes(b))
	case UintType:
		return boxed(ReadUint64Bytes(b))
	case Float32Type:
		return boxed(ReadFloat32Bytes(b))
	case Float64Type:
		return boxed(ReadFloat64Bytes(b))
	case StrType:
		return boxed(ReadStringBytes(b))
	case BinType:
		return boxed(ReadBytesBytes(b, nil))
	case TimeType:
		return boxed(ReadTimeBytes(b))
	case Complex64Type:
		return boxed(ReadComplex64Bytes(b))
	case Complex128Type:
		return boxed(ReadComplex128Bytes(b))
	case ArrayType:
		return readAnys(b)
	case MapType:
		return boxed(readMap(b, nil))
	}
	code, content, o, err := readExtension(b)
	if err != nil {
		return nil, b, err
	}
	e, _ := newExtension(code)
	if err := e.UnmarshalBinary(content); err != nil {
		return nil, b, err
	}
	return e, o, nil
}

func boxed[T any](v T, o []byte, err error) (any, []byte, error) {
	if err != nil {
		return nil, o, err
	}
	return v, o, nil
}

func readAnys(b []byte) (any, []byte, error) {
	n, o, err := ReadArrayHeaderBytes(b)
	if err != nil {
		return nil, b, err
	}
	list := make([]any, n)
	for i := range list {
		if list[i], o, err = readAny(o); err != nil {
			return nil, b, WrapError(err, i)
		}
	}
	return list, o, nil
}

// readMap reads a map, which has been skipped already, into old, emptied, or into a new
// one.
func readMap(b []byte, old map[string]any) (map[string]any, []byte, error) {
	n, o, err := ReadMapHeaderBytes(b)
	if err != nil {
		return nil, b, err
	}
	if old == nil {
		old = make(map[string]any, n)
	}
	clear(old)
	for range n {
		if !isText(o) {
			return nil, b, ErrKeyType
		}
		var key []byte
		if key, o, err = ReadMapKeyZC(o); err != nil {
			return nil, b, err
		}
		var v any
		if v, o, err = readAny(o); err != nil {
			return nil, b, WrapError(err, string(key))
		}
		old[string(key)] = v
	}
	return old, o, nil
}

// ReadMapStrIntfBytes reads a map into old, which is emptied, or into a new one when old
// is nil.
func ReadMapStrIntfBytes(b []byte, old map[string]any) (v map[string]any, o []byte, err error) {
	if IsNil(b) {
		clear(old)
		return old, b[1:], nil
	}
	if _, err = Skip(b); err != nil {
		return nil, b, err
	}
	return readMap(b, old)
}

// ReadMapStrStrBytes reads a map into old, which is emptied, or into a new one when old is
// nil.
func ReadMapStrStrBytes(b []byte, old map[string]string) (v map[string]string, o []byte, err error) {
	if _, err = Skip(b); err != nil {
		return nil, b, err
	}
	n, o, err := ReadMapHeaderBytes(b)
	if err != nil {
		return nil, b, err
	}
	if old == nil {
		old = make(map[string]string, n)
	}
	clear(old)
	for range n {
		var key, elem []byte
		if key, o, err = ReadMapKeyZC(o); err == nil {
			elem, o, err = ReadStringZC(o)
		}
		if err != nil {
			return nil, b, WrapError(err, string(key))
		}
		old[string(key)] = string(elem)
	}
	return old, o, nil
}

// isText reports whether b begins with what can be the key of a map of text.
func isText(b []byte) bool { t := NextType(b); return t == StrType || t == BinType }
