// Comparison of a decoded value with what was encoded. reflect.DeepEqual does not
// do: formats give times back in another zone, and documents without a type in
// other Go types.

package payload

import (
	"fmt"
	"math"
	"reflect"
	"time"
)

var timeType = reflect.TypeFor[time.Time]()

// diff compares what want and got point to. A loose comparison takes any Go type
// that holds the same number, text, list or map.
func diff(want, got any, loose bool) error {
	w, g := reflect.ValueOf(want), reflect.ValueOf(got)
	if !loose && w.Type() != g.Type() {
		return fmt.Errorf("decoded a %v, not a %v", g.Type(), w.Type())
	}
	return differ{loose}.values("", w, g)
}

type differ struct{ loose bool }

// bare follows pointers and interfaces; the result is invalid for nil.
func bare(v reflect.Value) reflect.Value {
	for v.IsValid() && (v.Kind() == reflect.Pointer || v.Kind() == reflect.Interface) {
		v = v.Elem()
	}
	return v
}

func (d differ) values(path string, w, g reflect.Value) error {
	w, g = bare(w), bare(g)
	if w.IsValid() != g.IsValid() {
		return fmt.Errorf("%s: one of the values is nil", path)
	}
	if !w.IsValid() {
		return nil
	}
	if w.Type() == timeType && g.Type() == timeType {
		if a, b := w.Interface().(time.Time), g.Interface().(time.Time); !a.Equal(b) {
			return fmt.Errorf("%s: %v is not %v", path, b, a)
		}
		return nil
	}
	if !d.loose && w.Type() != g.Type() {
		return fmt.Errorf("%s: %v is not %v", path, g.Type(), w.Type())
	}
	switch w.Kind() {
	case reflect.Struct:
		for i := range w.NumField() {
			if err := d.values(path+"."+w.Type().Field(i).Name, w.Field(i), g.Field(i)); err != nil {
				return err
			}
		}
		return nil
	case reflect.Slice, reflect.Array:
		return d.lists(path, w, g)
	case reflect.Map:
		return d.maps(path, w, g)
	}
	return d.scalars(path, w, g)
}

func (d differ) lists(path string, w, g reflect.Value) error {
	if g.Kind() != reflect.Slice && g.Kind() != reflect.Array {
		return fmt.Errorf("%s: a list became %v", path, g.Type())
	}
	if w.Len() != g.Len() {
		return fmt.Errorf("%s: %d elements, not %d", path, g.Len(), w.Len())
	}
	for i := range w.Len() {
		if err := d.values(fmt.Sprintf("%s[%d]", path, i), w.Index(i), g.Index(i)); err != nil {
			return err
		}
	}
	return nil
}

// maps compares maps with string keys. A loose decoder may have made any of it.
func (d differ) maps(path string, w, g reflect.Value) error {
	if g.Kind() != reflect.Map {
		return fmt.Errorf("%s: a map became %v", path, g.Type())
	}
	if w.Len() != g.Len() {
		return fmt.Errorf("%s: %d members, not %d", path, g.Len(), w.Len())
	}
	for member := g.MapRange(); member.Next(); {
		key := bare(member.Key())
		if key.Kind() != reflect.String {
			return fmt.Errorf("%s: a key became %v", path, key.Type())
		}
		under := w.MapIndex(key.Convert(w.Type().Key()))
		if !under.IsValid() {
			return fmt.Errorf("%s: unexpected key %q", path, key)
		}
		if err := d.values(fmt.Sprintf("%s[%q]", path, key), under, member.Value()); err != nil {
			return err
		}
	}
	return nil
}

func (d differ) scalars(path string, w, g reflect.Value) error {
	var same bool
	switch {
	case w.Kind() == reflect.Bool && g.Kind() == reflect.Bool:
		same = w.Bool() == g.Bool()
	case w.Kind() == reflect.String && g.Kind() == reflect.String:
		same = w.String() == g.String()
	case w.CanComplex() && g.CanComplex():
		same = w.Complex() == g.Complex()
	case w.CanFloat() && g.CanFloat():
		same = math.Float64bits(w.Float()) == math.Float64bits(g.Float())
	case number(w) && number(g):
		same = asFloat(w) == asFloat(g) // documents hold no integers beyond 2⁵³
		if w.CanInt() && g.CanInt() {
			same = w.Int() == g.Int()
		}
		if w.CanUint() && g.CanUint() {
			same = w.Uint() == g.Uint()
		}
	}
	if !same {
		return fmt.Errorf("%s: %v %v is not %v %v", path, g.Type(), g, w.Type(), w)
	}
	return nil
}

func number(v reflect.Value) bool { return v.CanInt() || v.CanUint() || v.CanFloat() }

func asFloat(v reflect.Value) float64 {
	switch {
	case v.CanInt():
		return float64(v.Int())
	case v.CanUint():
		return float64(v.Uint())
	}
	return v.Float()
}
