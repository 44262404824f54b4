package codecs

import (
	"bytes"
	"fmt"
	"reflect"
	"time"

	"github.com/beve-org/beve-go/bench/payload"
)

// Structs of CBOR whose keys are small integers, or that are arrays of their values: a
// reader needs the type to tell the members apart, so they stand with the formats that
// need a schema.
var (
	_ = register(&Codec{
		Name: "cbor-keyasint", Kind: Schema, Module: "github.com/fxamacker/cbor/v2", Extra: true,
		Bind: cborMode{tag: func(i int) string { return fmt.Sprintf(`cbor:"%d,keyasint"`, i+1) }}.bind,
	})
	_ = register(&Codec{
		Name: "cbor-toarray", Kind: Schema, Module: "github.com/fxamacker/cbor/v2", Extra: true,
		Bind: cborMode{
			tag:  func(int) string { return "" },
			mark: []reflect.StructField{{Name: "_", PkgPath: "main", Type: reflect.TypeFor[struct{}](), Tag: `cbor:",toarray"`}},
		}.bind,
	})
)

// cborMode says how structs are tagged. The types are made by package reflect and the values are
// copied before and after what is timed.
type cborMode struct {
	tag  func(i int) string
	mark []reflect.StructField // the fields that come first
}

func (m cborMode) bind(c *payload.Case) *Bound {
	source := reflect.ValueOf(c.Value)
	t := m.typeOf(source.Type().Elem())
	if t == source.Type().Elem() {
		return nil // no struct is in it
	}
	v := reflect.New(t)
	m.copy(v.Elem(), source.Elem())
	b := anyAPI{
		marshal: cborEncode.Marshal,
		append: func(dst []byte, v any) ([]byte, error) {
			w := bytes.NewBuffer(dst)
			err := cborEncode.MarshalToBuffer(v, w)
			return w.Bytes(), err
		},
		unmarshal: cborDecode.Unmarshal,
	}.bind(&payload.Case{Name: c.Name, Value: v.Interface(), New: func() any { return reflect.New(t).Interface() }})
	b.Payload = func(v any) any {
		back := reflect.New(source.Type().Elem())
		m.copy(back.Elem(), reflect.ValueOf(v).Elem())
		return back.Interface()
	}
	return b
}

// typeOf returns t with other tags: the same type where no struct is in it.
func (m cborMode) typeOf(t reflect.Type) reflect.Type {
	switch t.Kind() {
	case reflect.Pointer:
		if e := m.typeOf(t.Elem()); e != t.Elem() {
			return reflect.PointerTo(e)
		}
	case reflect.Slice:
		if e := m.typeOf(t.Elem()); e != t.Elem() {
			return reflect.SliceOf(e)
		}
	case reflect.Struct:
		if t == reflect.TypeFor[time.Time]() {
			return t
		}
		fields := append([]reflect.StructField(nil), m.mark...)
		for i := range t.NumField() {
			f := t.Field(i)
			fields = append(fields, reflect.StructField{Name: f.Name, Type: m.typeOf(f.Type), Tag: reflect.StructTag(m.tag(i))})
		}
		return reflect.StructOf(fields)
	}
	return t
}

// copy makes dst the value of src, whose type differs in tags and marks alone.
func (m cborMode) copy(dst, src reflect.Value) {
	switch {
	case dst.Type() == src.Type():
		dst.Set(src)
	case src.Kind() == reflect.Pointer:
		if !src.IsNil() {
			dst.Set(reflect.New(dst.Type().Elem()))
			m.copy(dst.Elem(), src.Elem())
		}
	case src.Kind() == reflect.Slice:
		if !src.IsNil() {
			dst.Set(reflect.MakeSlice(dst.Type(), src.Len(), src.Len()))
			for i := range src.Len() {
				m.copy(dst.Index(i), src.Index(i))
			}
		}
	default:
		for i := range dst.NumField() {
			if name := dst.Type().Field(i).Name; name != "_" {
				m.copy(dst.FieldByName(name), src.FieldByName(name))
			}
		}
	}
}
