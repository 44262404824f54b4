// A second encoder, which knows nothing of tables: it writes a value as the specification
// says, one part after the other. And the members that structs are made of in tests.

package msgcodec

import (
	"math"
	"reflect"
	"strconv"
	"strings"
	"time"

	"github.com/beve-org/beve-go/msgpack/msgp"
)

// modelOf appends v as f writes it. It knows kinds, times, and structs of the tags msg and
// zid, without methods, maps and tuples.
func modelOf(dst []byte, f tested, v reflect.Value) []byte {
	switch v.Kind() {
	case reflect.Bool:
		return msgp.AppendBool(dst, v.Bool())
	case reflect.Float32:
		return msgp.AppendFloat32(dst, float32(v.Float()))
	case reflect.Float64:
		return msgp.AppendFloat64(dst, v.Float())
	case reflect.Complex64:
		return msgp.AppendComplex64(dst, complex64(v.Complex()))
	case reflect.Complex128:
		return msgp.AppendComplex128(dst, v.Complex())
	case reflect.String:
		return msgp.AppendString(dst, v.String())
	case reflect.Pointer, reflect.Interface:
		if v.IsNil() {
			return msgp.AppendNil(dst)
		}
		return modelOf(dst, f, v.Elem())
	case reflect.Slice:
		if v.Type().Elem().Kind() == reflect.Uint8 {
			return msgp.AppendBytes(dst, v.Bytes())
		}
		dst = msgp.AppendArrayHeader(dst, uint32(v.Len()))
		for i := range v.Len() {
			dst = modelOf(dst, f, v.Index(i))
		}
		return dst
	case reflect.Struct:
		if at, ok := v.Interface().(time.Time); ok && f.format.IDs {
			return msgp.AppendTime(dst, at)
		} else if ok {
			return msgp.AppendTimeExt(dst, at)
		}
		return modelOfStruct(dst, f, v)
	}
	if v.CanInt() {
		return msgp.AppendInt64(dst, v.Int())
	}
	return msgp.AppendUint64(dst, v.Uint())
}

func modelOfStruct(dst []byte, f tested, v reflect.Value) []byte {
	n := uint32(0)
	var pairs []byte
	if f.format.StructNames && v.Type().Name() != "" {
		n++
		pairs = msgp.AppendString(msgp.AppendInt(pairs, -1), v.Type().Name())
	}
	for i := range v.NumField() {
		tag := v.Type().Field(i).Tag
		name, options, _ := strings.Cut(tag.Get("msg"), ",")
		if f.format.IDs || options == "omitempty" {
			if modelEmpty(f, v.Field(i)) {
				continue
			}
		}
		n++
		if f.format.IDs {
			id, _ := strconv.ParseInt(tag.Get("zid"), 10, 64)
			pairs = msgp.AppendInt64(pairs, id)
		} else {
			pairs = msgp.AppendString(pairs, name)
		}
		pairs = modelOf(pairs, f, v.Field(i))
	}
	return append(msgp.AppendMapHeader(dst, n), pairs...)
}

// modelEmpty reports whether a member is left out where that depends on its value.
// ZebraPack keeps negative zeros.
func modelEmpty(f tested, v reflect.Value) bool {
	switch v.Kind() {
	case reflect.Slice, reflect.String:
		return v.Len() == 0
	case reflect.Struct:
		at, ok := v.Interface().(time.Time)
		return ok && at.IsZero()
	case reflect.Interface:
		return false
	case reflect.Float32, reflect.Float64:
		return v.Float() == 0 && (!f.format.IDs || !math.Signbit(v.Float()))
	case reflect.Complex64, reflect.Complex128:
		c := v.Complex()
		return c == 0 && (!f.format.IDs || !math.Signbit(real(c)) && !math.Signbit(imag(c)))
	}
	return v.IsZero()
}

// memberValues are members of every kind that the tables know, and of some that they call
// for: values of one type each, at the edges of every form.
var memberValues = [][]any{
	{false, true},
	{int8(0), int8(-1), int8(127), int8(-128), int8(-32), int8(-33)},
	{int16(0), int16(127), int16(128), int16(-129), int16(math.MaxInt16), int16(math.MinInt16)},
	{int32(0), int32(-32768), int32(32768), int32(-32769), int32(math.MaxInt32), int32(math.MinInt32)},
	{int64(0), int64(1) << 31, int64(-1)<<31 - 1, int64(math.MaxInt64), int64(math.MinInt64)},
	{0, 1 << 30, -1 << 31},
	{uint8(0), uint8(127), uint8(128), uint8(255)},
	{uint16(0), uint16(255), uint16(256), uint16(65535)},
	{uint32(0), uint32(65535), uint32(65536), uint32(math.MaxUint32)},
	{uint64(0), uint64(1) << 32, uint64(math.MaxInt64), uint64(math.MaxUint64)},
	{float32(0), float32(math.Copysign(0, -1)), float32(1.5), float32(math.Inf(1)), float32(math.MaxFloat32)},
	{0.0, math.Copysign(0, -1), 1.5, math.Inf(-1), math.SmallestNonzeroFloat64},
	{"", "a", "abc", "abcd", "abcdefg", "abcdefgh", strings.Repeat("x", 31), strings.Repeat("y", 32), strings.Repeat("z", 300)},
	{time.Time{}, time.Unix(1, 0), time.Unix(1<<33, 5), time.Unix(1<<34, 999_999_999), time.Unix(-1, 1)},
	{[]byte(nil), []byte{1}, make([]byte, 300)},
	{complex64(0), complex64(complex(1, -2)), complex64(complex(0, math.Copysign(0, -1)))},
	{complex(0, 0), complex(1.5, 2)},
	{[]int16(nil), []int16{1, -300}, make([]int16, 20)},
	{[]string(nil), []string{"", "text"}},
	{(*int32)(nil), new(int32)},
}

// memberType is the type of memberValues[i].
func memberType(i int) reflect.Type { return reflect.TypeOf(memberValues[i%len(memberValues)][0]) }

// madeField is a field of a struct that a test makes.
type madeField struct {
	name    string
	id      int
	kind    int // of memberValues
	options string
}

// structOf makes a struct type of fields that both formats know.
func structOf(fields []madeField) reflect.Type {
	list := make([]reflect.StructField, len(fields))
	for i, m := range fields {
		list[i] = reflect.StructField{Name: "F" + strconv.Itoa(i), Type: memberType(m.kind),
			Tag: reflect.StructTag(`msg:"` + m.name + m.options + `" zid:"` + strconv.Itoa(m.id) + `"`)}
	}
	return reflect.StructOf(list)
}

// wideStruct returns a type of n fields of all kinds in turn, whose names have all widths.
func wideStruct(n int, options string) reflect.Type {
	fields := make([]madeField, n)
	for i := range fields {
		name := "m" + strconv.Itoa(i)
		fields[i] = madeField{name + strings.Repeat("_", i%45), i, i, options}
	}
	return structOf(fields)
}

// setMember gives field i of a struct a value of its kind, which shares no memory.
func setMember(v reflect.Value, i, choice int) {
	f := v.Field(i)
	for k, values := range memberValues {
		if memberType(k) != f.Type() {
			continue
		}
		switch x := reflect.ValueOf(values[choice%len(values)]); {
		case x.Kind() == reflect.Slice && !x.IsNil():
			f.Set(reflect.AppendSlice(reflect.MakeSlice(x.Type(), 0, x.Len()), x))
		case x.Kind() == reflect.Pointer && !x.IsNil():
			f.Set(reflect.New(x.Type().Elem()))
			f.Elem().Set(x.Elem())
		default:
			f.Set(x)
		}
	}
}
