package beve

import (
	"reflect"
	"testing"
)

// Options of this package reach the engine field by field: none may be forgotten.
func TestOptionsReachTheEngine(t *testing.T) {
	for _, o := range []struct {
		ours  any
		inner func(any) any
	}{
		{&EncodeOptions{}, func(o any) any { return o.(*EncodeOptions).inner() }},
		{&DecodeOptions{}, func(o any) any { return o.(*DecodeOptions).inner() }},
	} {
		v := reflect.ValueOf(o.ours).Elem()
		zero := reflect.ValueOf(o.inner(o.ours))
		if v.NumField() != zero.NumField() {
			t.Errorf("%s: %d fields, the engine has %d", v.Type(), v.NumField(), zero.NumField())
		}
		set := func(f reflect.Value) {
			switch f.Kind() {
			case reflect.Bool:
				f.SetBool(true)
			case reflect.String:
				f.SetString("x")
			case reflect.Uint8:
				f.SetUint(1)
			case reflect.Pointer:
				f.Set(reflect.New(f.Type().Elem()))
			default:
				f.SetInt(7)
			}
		}
		for i := range v.NumField() {
			field := v.Type().Field(i)
			fields := []reflect.Value{v.Field(i)}
			if field.Type.Kind() == reflect.Struct {
				fields = fields[:0]
				for k := range field.Type.NumField() {
					fields = append(fields, v.Field(i).Field(k))
				}
			}
			for _, f := range fields {
				set(f)
				inner := reflect.ValueOf(o.inner(o.ours))
				for k := range inner.NumField() {
					name := inner.Type().Field(k).Name
					if got := inner.Field(k); (name == field.Name) == got.IsZero() {
						t.Errorf("%s.%s: %s of the engine is %v", v.Type(), field.Name, name, got)
					}
				}
				f.SetZero()
			}
		}
	}
}
