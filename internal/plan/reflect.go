package plan

import "reflect"

// This file is the view of types that package reflect gives. It is the only one here that imports it.

type (
	// Struct is the plan of a struct known by reflection.
	Struct = StructOf[reflect.Type]
	// Field is a member of a [Struct].
	Field = FieldOf[reflect.Type]
)

// Of returns the plan of the struct type t, reading tagKeys in order of preference. It fails as [Build] does, and also
// where t is nil. It computes the plan anew each time: a format calls it once per type and keeps what it compiles.
func Of(t reflect.Type, tagKeys []string) (*Struct, error) {
	if t == nil {
		return nil, &Error{GoType: "nil", Reason: "not a struct"}
	}
	return Build(reflected{}, t, tagKeys)
}

// reflected implements [Source] for reflect.Type.
type reflected struct{}

var isZeroer = reflect.TypeFor[interface{ IsZero() bool }]()

func (reflected) Name(t reflect.Type) string       { return t.String() }
func (reflected) Same(a, b reflect.Type) bool      { return a == b }
func (reflected) Defined(t reflect.Type) bool      { return t.Name() != "" }
func (reflected) Elem(t reflect.Type) reflect.Type { return t.Elem() }
func (reflected) NumField(t reflect.Type) int      { return t.NumField() }

func (reflected) Shape(t reflect.Type) Shape {
	switch t.Kind() {
	case reflect.Bool, reflect.String, reflect.Float32, reflect.Float64,
		reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64,
		reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		return ShapeScalar
	case reflect.Struct:
		return ShapeStruct
	case reflect.Pointer:
		return ShapePointer
	case reflect.Interface:
		return ShapeInterface
	}
	return ShapeOther
}

func (reflected) IsZeroMethod(t reflect.Type) (onValue, onPointer bool) {
	return t.Implements(isZeroer), reflect.PointerTo(t).Implements(isZeroer)
}

func (reflected) IsMessage(t reflect.Type) bool {
	m, ok := reflect.PointerTo(t).MethodByName("ProtoReflect")
	return ok && m.Type.NumIn() == 1 && m.Type.NumOut() == 1 && m.Type.Out(0).Kind() == reflect.Interface && m.Type.Out(0).Name() == "Message"
}

func (reflected) Member(t reflect.Type, i int) Member[reflect.Type] {
	f := t.Field(i)
	return Member[reflect.Type]{
		Name:     f.Name,
		Type:     f.Type,
		Embedded: f.Anonymous,
		Exported: f.IsExported(),
		Lookup:   f.Tag.Lookup,
	}
}

// Nullable reports whether t is a struct that says by a boolean Valid whether it holds a value, as sql.NullString does,
// and what embeds that.
func Nullable(t reflect.Type) bool {
	if t.Kind() != reflect.Struct {
		return false
	}
	f, ok := t.FieldByName("Valid")
	return ok && f.Type.Kind() == reflect.Bool
}

// Reflection returns the view of types that package reflect gives, for formats that
// change it in some respect before they call [Build].
func Reflection() Source[reflect.Type] { return reflected{} }
