// Versions of a struct that read each other.

package msgcodec

import (
	"reflect"
	"strconv"
	"testing"

	"github.com/beve-org/beve-go/internal/testkit"
	"github.com/beve-org/beve-go/msgpack/msgp"
)

// generations returns ten versions of a struct: each adds a field of another type, every
// third one retires the oldest that is left, and all keep what they do not know.
func generations() []reflect.Type {
	types := []reflect.Type{reflect.TypeFor[int64](), reflect.TypeFor[string](), reflect.TypeFor[float64](), reflect.TypeFor[[]string](),
		reflect.TypeFor[map[string]int32](), reflect.TypeFor[*uint16](), reflect.TypeFor[bool](), reflect.TypeFor[[]byte](),
		reflect.TypeFor[[2]int8](), reflect.TypeFor[complex64]()}
	unknown := reflect.StructField{Name: "Rest", Type: reflect.TypeFor[map[int64]msgp.Raw](), Tag: `msg:",unknown"`}
	var all []reflect.Type
	for version := range types {
		fields := []reflect.StructField{unknown}
		for i, typ := range types[:version+1] {
			if i < version/3 {
				typ = reflect.TypeFor[struct{}]()
			}
			f := reflect.StructField{Name: "F" + strconv.Itoa(i), Type: typ, Tag: reflect.StructTag(`zid:"` + strconv.Itoa(i) + `"`)}
			// Declared in turn at the end and at the start: order does not matter.
			if i%2 == 0 {
				fields = append(fields, f)
			} else {
				fields = append([]reflect.StructField{f}, fields...)
			}
		}
		all = append(all, reflect.StructOf(fields))
	}
	return all
}

// fullOf returns a value of a generation in which no field is empty.
func fullOf(t *testing.T, typ reflect.Type) reflect.Value {
	v := reflect.New(typ).Elem()
	sixteen := uint16(16)
	for i := range typ.NumField() {
		switch p := v.Field(i).Addr().Interface().(type) {
		case *int64:
			*p = -1 << 40
		case *string:
			*p = "text"
		case *float64:
			*p = 2.5
		case *[]string:
			*p = []string{"a", ""}
		case *map[string]int32:
			*p = map[string]int32{"k": 1 << 20}
		case **uint16:
			*p = &sixteen
		case *bool:
			*p = true
		case *[]byte:
			*p = []byte{0, 1}
		case *[2]int8:
			*p = [2]int8{1, -1}
		case *complex64:
			*p = complex(1, 2)
		case *struct{}, *map[int64]msgp.Raw:
		default:
			t.Fatalf("%T", p)
		}
	}
	return v
}

func TestTenGenerationsReadEachOther(t *testing.T) {
	all := generations()
	for from, writer := range all {
		v := fullOf(t, writer)
		data, err := zebrapack.Marshal(v.Addr().Interface())
		if err != nil {
			t.Fatal(err)
		}
		for to, reader := range all {
			// Into a new variable, and over something else.
			for _, got := range []reflect.Value{reflect.New(reader).Elem(), fullOf(t, reader)} {
				if err := zebrapack.Unmarshal(data, got.Addr().Interface()); err != nil {
					t.Fatalf("%d read as %d: %v", from, to, err)
				}
				known := 0
				for i := range all {
					name := "F" + strconv.Itoa(i)
					g, w := got.FieldByName(name), v.FieldByName(name)
					switch {
					case !g.IsValid() || g.Kind() == reflect.Struct:
					case !w.IsValid() || w.Kind() == reflect.Struct:
						if !g.IsZero() && (g.Kind() != reflect.Slice && g.Kind() != reflect.Map || g.Len() != 0) {
							t.Errorf("%d read as %d: %s is %v, and did not come", from, to, name, g)
						}
					case !testkit.Equal(g.Interface(), w.Interface()):
						t.Errorf("%d read as %d: %s is %v, not %v", from, to, name, g, w)
					default:
						known++
					}
				}
				// What a reader does not know is kept, but for what it knows to be retired.
				again, err := zebrapack.Marshal(got.Addr().Interface())
				if err != nil {
					t.Fatal(err)
				}
				back := reflect.New(writer).Elem()
				if err := zebrapack.Unmarshal(again, back.Addr().Interface()); err != nil {
					t.Fatal(err)
				}
				for i := to / 3; i <= from; i++ {
					name := "F" + strconv.Itoa(i)
					if b, w := back.FieldByName(name), v.FieldByName(name); w.Kind() != reflect.Struct && !testkit.Equal(b.Interface(), w.Interface()) {
						t.Errorf("%d passed on by %d: %s is %v, not %v", from, to, name, b, w)
					}
				}
			}
		}
	}
}
