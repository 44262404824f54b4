// Values of any type as packages msgpack and zebrapack write them by reflection, and as the former
// reads them, for the code that zebrapack generates.

package msgp

import (
	"encoding"
	"encoding/json"
	"math"
	"reflect"
	"strconv"
	"time"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/jsontext"
	"github.com/beve-org/beve-go/internal/plan"
)

// AppendAny appends what v holds as package msgpack does by reflection. It differs from
// [AppendIntf] in that times are timestamps, floats of a json.Number are not narrowed, keys of
// maps may be of any type, and types with methods of text, binary or JSON are written by these.
// A struct without methods is an [ErrUnsupportedType], and a type that is [Numbered] is one of the same class. On failure the result is b unchanged.
func AppendAny(b []byte, v any) ([]byte, error) {
	o, err := names.appendPlain(b, v, fault.DefaultMaxDepth)
	if err != nil {
		return b, err
	}
	return o, nil
}

// AppendAnyNumbered is [AppendAny] for package zebrapack: times are extensions of type 5, and of generated code that which
// is [Named] is refused.
func AppendAnyNumbered(b []byte, v any) ([]byte, error) {
	o, err := numbers.appendPlain(b, v, fault.DefaultMaxDepth)
	if err != nil {
		return b, err
	}
	return o, nil
}

// keys are those of the structs of a format, by which it is told from the other.
type keys bool

const (
	names   keys = false // as in package msgpack
	numbers keys = true  // as in package zebrapack
)

func (k keys) appendTime(b []byte, t time.Time) []byte {
	if k == numbers {
		return AppendTime(b, t)
	}
	return AppendTimeExt(b, t)
}

// refuses returns an error for generated code that writes the keys of the other format.
func (k keys) refuses(m Marshaler, t reflect.Type) error {
	_, other := m.(Numbered)
	marker, text := methodNumberedMsg, " has code that writes numbers for keys, where they are names: generate it with -msgpack, or leave what holds it to reflection"
	if k == numbers {
		_, other = m.(Named)
		marker, text = methodNamedMsg, " has code that writes names for keys, where they are numbers: generate it without -msgpack, or leave what holds it to reflection"
	}
	if !other || plan.Receiver(t, methodMarshalMsg) != plan.Receiver(t, marker) {
		return nil
	}
	return &failure{"msgp: type " + strconv.Quote(t.String()) + text, ErrUnsupported, true}
}

// AppendExactNumber appends the number that the JSON of n is, 0 for none: an integer, or a float 64. A number that neither holds
// is an error.
func AppendExactNumber[N ~string](b []byte, n N) ([]byte, error) {
	if n == "" {
		n = "0" // as encoding/json writes it
	}
	if jsontext.SkipNumber([]byte(n), 0) != len(n) {
		return b, fault.Because(fault.ErrSyntax, "not a JSON number")
	}
	var raw Raw
	if err := raw.UnmarshalJSON([]byte(n)); err != nil {
		return b, fault.InJSON(err)
	}
	return append(b, raw...), nil
}

// ReadExactNumber reads a number, or a str that holds one, as the text that JSON has for it.
func ReadExactNumber(b []byte) (n json.Number, o []byte, err error) {
	switch NextType(b) {
	case StrType:
		text, o, err := ReadStringZC(b)
		if err == nil && (len(text) == 0 || jsontext.SkipNumber(text, 0) != len(text)) {
			o, err = b, errNoNumber
		}
		if err != nil {
			return "", b, err
		}
		return json.Number(text), o, nil
	case IntType, UintType, Float32Type, Float64Type:
		if o, err = Skip(b); err != nil {
			return "", b, err
		}
		text, err := Raw(b[:len(b)-len(o)]).MarshalJSON()
		if err != nil {
			return "", b, fault.InJSON(err)
		}
		return json.Number(text), o, nil
	}
	return "", b, badType(b, NumberType)
}

var errNoNumber = fault.NoNumberText()

// appendPlain is AppendAny for a value that may hold so many levels.
func (k keys) appendPlain(b []byte, v any, levels int) (_ []byte, err error) {
	if levels == 0 {
		return b, ErrRecursion
	}
	switch v := v.(type) {
	case nil:
		return AppendNil(b), nil
	case string:
		return AppendString(b, v), nil
	case bool:
		return AppendBool(b, v), nil
	case int:
		return AppendInt(b, v), nil
	case int64:
		return AppendInt64(b, v), nil
	case uint64:
		return AppendUint64(b, v), nil
	case float64:
		return AppendFloat64(b, v), nil
	case []byte:
		return AppendBytes(b, v), nil
	case time.Time:
		return k.appendTime(b, v), nil
	case json.Number:
		return AppendExactNumber(b, v)
	case []any:
		b = AppendArrayHeader(b, size(len(v)))
		for i := range v {
			if b, err = k.appendPlain(b, v[i], levels-1); err != nil {
				return b, WrapError(err, i)
			}
		}
		return b, nil
	case map[string]any:
		b = AppendMapHeader(b, size(len(v)))
		for key, elem := range v {
			if b, err = k.appendPlain(AppendString(b, key), elem, levels-1); err != nil {
				return b, WrapError(err, key)
			}
		}
		return b, nil
	}
	if _, times := v.([]time.Time); !times {
		if o, ok := appendSlice(b, v); ok {
			return o, nil
		}
	}
	p := reflect.ValueOf(v)
	switch {
	case p.Kind() != reflect.Pointer: // methods may be those of the address
		p = reflect.New(p.Type())
		p.Elem().Set(reflect.ValueOf(v))
	case p.IsNil():
		return AppendNil(b), nil
	}
	return k.appendPointed(b, p, levels)
}

// appendPointed appends what p points to, by its methods if it has any.
func (k keys) appendPointed(b []byte, p reflect.Value, levels int) ([]byte, error) {
	v := p.Elem()
	if kind := v.Kind(); (kind == reflect.Pointer || kind == reflect.Interface) && v.IsNil() {
		return AppendNil(b), nil
	}
	switch m := p.Interface().(type) {
	case Marshaler:
		if err := k.refuses(m, v.Type()); err != nil {
			return b, err
		}
		return m.MarshalMsg(b)
	case Extension:
		return AppendExtension(b, m)
	case *time.Time:
		return k.appendTime(b, *m), nil
	case *json.Number:
		return AppendExactNumber(b, *m)
	case Encodable:
		return AppendEncodable(b, m)
	case interface{ MarshalMsgpack() ([]byte, error) }:
		return appendMarshalled(b, m.MarshalMsgpack)
	}
	if _, ok := p.Type().MethodByName("EncodeMsgpack"); ok {
		return b, &ErrUnsupportedType{v.Type()} // it takes an adapter, which package msgpack has
	}
	write, _ := plan.Methods(v.Type())
	switch write {
	case plan.TextMethod:
		text, err := p.Interface().(encoding.TextMarshaler).MarshalText()
		if err != nil {
			return b, err
		}
		return AppendStringFromBytes(b, text), nil
	case plan.BinaryMethod:
		content, err := p.Interface().(encoding.BinaryMarshaler).MarshalBinary()
		if err != nil {
			return b, err
		}
		return AppendBytes(b, content), nil
	case plan.JSONMethod:
		return AppendJSONMethod(b, p.Interface().(plan.JSONMarshaler))
	}
	return k.appendKind(b, v, levels)
}

func methodMarshalMsg(t reflect.Type) (reflect.Method, bool)  { return t.MethodByName("MarshalMsg") }
func methodNamedMsg(t reflect.Type) (reflect.Method, bool)    { return t.MethodByName("NamedMsg") }
func methodNumberedMsg(t reflect.Type) (reflect.Method, bool) { return t.MethodByName("NumberedMsg") }

// appendMarshalled appends the one value that a method made.
func appendMarshalled(b []byte, marshal func() ([]byte, error)) ([]byte, error) {
	made, err := marshal()
	if err != nil {
		return b, err
	}
	if rest, err := Skip(made); err != nil || len(rest) > 0 {
		return b, fault.Because(fault.ErrUnsupported, "a method MarshalMsgpack made no single value")
	}
	return append(b, made...), nil
}

// appendKind appends a value of a type without methods.
func (k keys) appendKind(b []byte, v reflect.Value, levels int) (_ []byte, err error) {
	switch v.Kind() {
	case reflect.Bool:
		return AppendBool(b, v.Bool()), nil
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return AppendInt64(b, v.Int()), nil
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		return AppendUint64(b, v.Uint()), nil
	case reflect.Float32:
		return AppendFloat32(b, float32(v.Float())), nil
	case reflect.Float64:
		return AppendFloat64(b, v.Float()), nil
	case reflect.Complex64:
		return AppendComplex64(b, complex64(v.Complex())), nil
	case reflect.Complex128:
		return AppendComplex128(b, v.Complex()), nil
	case reflect.String:
		return AppendString(b, v.String()), nil
	case reflect.Pointer, reflect.Interface:
		return k.appendPlain(b, v.Elem().Interface(), levels-1)
	case reflect.Slice, reflect.Array:
		return k.appendList(b, v, levels)
	case reflect.Map:
		return k.appendEntries(b, v, levels)
	}
	return b, &ErrUnsupportedType{v.Type()}
}

func (k keys) appendList(b []byte, v reflect.Value, levels int) (_ []byte, err error) {
	if isOctet(v.Type().Elem()) {
		content := make([]byte, v.Len())
		for i := range content {
			content[i] = byte(v.Index(i).Uint())
		}
		return AppendBytes(b, content), nil
	}
	b = AppendArrayHeader(b, size(v.Len()))
	for i := range v.Len() {
		if b, err = k.appendPlain(b, v.Index(i).Interface(), levels-1); err != nil {
			return b, WrapError(err, i)
		}
	}
	return b, nil
}

// isOctet reports whether elements of type t make a bin, as in reflection: bytes, unless methods say what an element is. Those of generated code
// that does what reflection does say nothing else.
func isOctet(t reflect.Type) bool {
	if t.Kind() != reflect.Uint8 {
		return false
	}
	p := reflect.PointerTo(t)
	if p.NumMethod() == 0 {
		return true
	}
	write, read := plan.Methods(t)
	if write != plan.NoMethod || read != plan.NoMethod {
		return false
	}
	switch reflect.Zero(p).Interface().(type) {
	case Reflected:
		return true
	case Extension, Marshaler, Unmarshaler, Encodable, Decodable, interface{ MarshalMsgpack() ([]byte, error) }, interface{ UnmarshalMsgpack([]byte) error }:
		return false
	}
	// Names that the linker sees keep it from linking all methods there are.
	for _, named := range []func() (reflect.Method, bool){
		func() (reflect.Method, bool) { return p.MethodByName("EncodeMsg") },
		func() (reflect.Method, bool) { return p.MethodByName("DecodeMsg") },
		func() (reflect.Method, bool) { return p.MethodByName("EncodeMsgpack") },
		func() (reflect.Method, bool) { return p.MethodByName("DecodeMsgpack") },
	} {
		if m, ok := named(); ok && m.Type.NumIn() == 2 && m.Type.NumOut() == 1 && !m.Type.IsVariadic() {
			return false
		}
	}
	return true
}

// appendEntries appends a map. Keys that are different in Go and the same on the wire are an error.
func (k keys) appendEntries(b []byte, v reflect.Value, levels int) (_ []byte, err error) {
	b = AppendMapHeader(b, size(v.Len()))
	written := make(map[string]bool, v.Len())
	for pairs := v.MapRange(); pairs.Next(); {
		key := pairs.Key().Interface()
		start := len(b)
		if key == nil {
			return b, ErrKeyType
		}
		if b, err = k.appendPlain(b, key, levels-1); err != nil {
			return b, err
		}
		at := string(b[start:])
		if written[at] {
			return b, ErrDuplicateEntry
		}
		written[at] = true
		if b, err = k.appendPlain(b, pairs.Value().Interface(), levels-1); err != nil {
			return b, WrapError(err, key)
		}
	}
	return b, nil
}

// ReadAnyBytes reads a value of any type as package msgpack does by reflection: as
// [ReadIntfBytes], but that a map whose keys are all integers is a map[int64]any, and
// one with other keys than text a map[any]any.
func ReadAnyBytes(b []byte) (v any, o []byte, err error) {
	if _, err = Skip(b); err != nil {
		return nil, b, err
	}
	return readPlain(b)
}

// readPlain is ReadAnyBytes for a value that has been skipped already.
func readPlain(b []byte) (v any, o []byte, err error) {
	switch NextType(b) {
	case ArrayType:
		n, o, err := ReadArrayHeaderBytes(b)
		if err != nil {
			return nil, b, err
		}
		list := make([]any, n)
		for i := range list {
			if list[i], o, err = readPlain(o); err != nil {
				return nil, b, WrapError(err, i)
			}
		}
		return list, o, nil
	case MapType:
		return readPlainMap(b)
	case BinType:
		return boxed(ReadBytesBytes(b, []byte{}))
	}
	return readAny(b)
}

func readPlainMap(b []byte) (any, []byte, error) {
	n, o, err := ReadMapHeaderBytes(b)
	if err != nil {
		return nil, b, err
	}
	texts := make(map[string]any, n)
	for i := range n {
		if !isText(o) {
			all := make(map[any]any, n)
			for key, elem := range texts {
				all[key] = elem
			}
			v, o, err := readMixed(o, n-i, i == 0, all)
			if err != nil {
				o = b
			}
			return v, o, err
		}
		var key []byte
		if key, o, err = ReadMapKeyZC(o); err != nil {
			return nil, b, err
		}
		var v any
		if v, o, err = readPlain(o); err != nil {
			return nil, b, WrapError(err, string(key))
		}
		texts[string(key)] = v
	}
	return texts, o, nil
}

// readMixed reads n more entries into all, which is empty if integers is true.
func readMixed(b []byte, n uint32, integers bool, all map[any]any) (any, []byte, error) {
	o := b
	for range n {
		key, rest, err := readPlain(o)
		if err != nil {
			return nil, b, err
		}
		switch k := key.(type) {
		case int64:
		case uint64: // integers of both families are one kind of key
			if k <= math.MaxInt64 {
				key = int64(k)
			} else {
				integers = false
			}
		case []byte:
			key, integers = string(k), false
		default:
			integers = false
			if key == nil || !reflect.TypeOf(key).Comparable() {
				return nil, b, fault.Because(fault.ErrUnsupported, "Go cannot compare the key of a map, or it is nil")
			}
		}
		if all[key], o, err = readPlain(rest); err != nil {
			return nil, b, WrapError(err, key)
		}
	}
	if !integers {
		return all, o, nil
	}
	byInt := make(map[int64]any, len(all))
	for key, elem := range all {
		byInt[key.(int64)] = elem
	}
	return byInt, o, nil
}
