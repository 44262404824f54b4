package testkit

import (
	"reflect"
	"strconv"
)

// This file gives the fields of types numbers, as ZebraPack needs them.

// Numbered returns a type like t whose structs have the tag zid on each field, from 0 on. Structs with fields lose their
// names for it, but for those with methods; fields that are embedded get names, and those that are not exported are left out.
// A struct that contains itself ends in an any, which stands for all interfaces.
func Numbered(t reflect.Type) reflect.Type { return numbered(t, map[reflect.Type]bool{}) }

func numbered(t reflect.Type, within map[reflect.Type]bool) reflect.Type {
	if t.Kind() == reflect.Interface {
		return reflect.TypeFor[any]() // what else it holds has no numbers
	}
	if t.Name() != "" && (t.Kind() != reflect.Struct || reflect.PointerTo(t).NumMethod() > 0) {
		return t
	}
	switch t.Kind() {
	case reflect.Pointer:
		return reflect.PointerTo(numbered(t.Elem(), within))
	case reflect.Slice:
		return reflect.SliceOf(numbered(t.Elem(), within))
	case reflect.Array:
		return reflect.ArrayOf(t.Len(), numbered(t.Elem(), within))
	case reflect.Map:
		return reflect.MapOf(numbered(t.Key(), within), numbered(t.Elem(), within))
	case reflect.Struct:
	default:
		return t
	}
	if within[t] {
		return reflect.TypeFor[any]()
	}
	within[t] = true
	defer delete(within, t)
	var fields []reflect.StructField
	for i := range t.NumField() {
		f := t.Field(i)
		if !f.IsExported() {
			continue
		}
		fields = append(fields, reflect.StructField{Name: f.Name, Type: numbered(f.Type, within),
			Tag: reflect.StructTag(`zid:"` + strconv.Itoa(len(fields)) + `" msg:"` + f.Name + `"`)})
	}
	return reflect.StructOf(fields)
}
