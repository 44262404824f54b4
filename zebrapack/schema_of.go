// The schema of a Go type, by reflection.

package zebrapack

import (
	"cmp"
	"errors"
	"path"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/msgcodec"
	"github.com/beve-org/beve-go/internal/plan"
	"github.com/beve-org/beve-go/internal/typeset"
	"github.com/beve-org/beve-go/internal/zid"
)

// SchemaOf returns the schema of the struct T, or of the union that package types declares it to be, and of
// all structs that its fields lead to. Of declarations it knows those of the program, see types.Register; for
// others there is [EncodeOptions.SchemaOfType]. It is what the generator writes for the same types, except that
// reflection does not tell byte from uint8, rune from int32, and a defined type keeps its name
// but not the constant zebraSchemaId64 of its package.
//
// What can be marshaled has a schema, but for structs whose numbers have gaps, two structs of one name, and a type that
// contains itself without a struct between. That, and what cannot be marshaled, is an [*EncodeError] with the path of the
// field. A struct without a name is called after the place where it is, Person_Address for the field Address of Person,
// and Value where it is T itself.
func SchemaOf[T any]() (*Schema, error) { return SchemaOfType(reflect.TypeFor[T]()) }

// SchemaOfType is SchemaOf for a type that is known when the program runs.
func SchemaOfType(t reflect.Type) (*Schema, error) { return EncodeOptions{}.SchemaOfType(t) }

// SchemaOfType is [SchemaOfType] for what is written by o, of whose choices the declarations count.
func (o EncodeOptions) SchemaOfType(t reflect.Type) (*Schema, error) {
	if t == nil {
		return nil, &EncodeError{Format: formatName, GoType: "nil", Err: errNoStruct}
	}
	b := schemaBuilder{set: o.Types, schema: &Schema{Structs: map[string]*Struct{}},
		types: map[string]reflect.Type{}, inside: map[reflect.Type]string{}}
	b.engine, b.options = o.engine()
	for hops := 0; t.Kind() == reflect.Pointer; hops++ {
		if hops == maxHops {
			return nil, b.refuse(t, "too many pointers to a value")
		}
		t = t.Elem()
	}
	if b.pkg = t.PkgPath(); b.pkg != "" {
		b.schema.SourcePackage = path.Base(b.pkg)
	}
	d := typeset.Lookup(o.Types, t)
	union := d != nil && d.Union != nil && d.Union.Form != typeset.Untagged
	other := !union && d != nil && (d.Union != nil || d.Convert != nil || d.Bytes[typeset.ZebraPack] != nil)
	form, err := b.engine.Describe(&b.options, t)
	switch {
	case union:
		err = b.union(d.Union)
	case t.Kind() != reflect.Struct || other || form != msgcodec.FormKind:
		err = b.refused(t, errNoStruct)
	case err != nil:
		err = b.refused(t, err)
	default:
		_, err = b.structure(t, false)
	}
	if err != nil {
		return nil, err
	}
	return b.schema, nil
}

var errNoStruct = fault.Because(fault.ErrUnsupported, "a schema needs a struct")

// maxHops is how many pointers may lead to a struct: a pointer can lead to itself.
const maxHops = 100

// schemaBuilder collects structs, each once.
type schemaBuilder struct {
	engine  *msgcodec.Engine
	options msgcodec.EncodeOptions
	set     *typeset.Set // of the options
	pkg     string
	schema  *Schema
	types   map[string]reflect.Type
	open    []reflect.Type          // types with names, since the last struct, that are being described
	inside  map[reflect.Type]string // structs without names that are being described
	place   []place                 // of what is being described
}

// place is a field: its struct, what the schema calls it, and its key.
type place struct{ owner, field, key string }

// refused returns an error about t, at the place where it is.
func (b *schemaBuilder) refused(t reflect.Type, err error) error {
	var at fault.Trail
	for _, p := range slices.Backward(b.place) {
		at.Key(p.key)
	}
	return &EncodeError{Format: formatName, Path: at.Pointer(), GoType: t.String(), Err: err}
}

// refuse is refused with a reason of our own.
func (b *schemaBuilder) refuse(t reflect.Type, reason string) error {
	return b.refused(t, fault.Because(fault.ErrUnsupported, reason))
}

// begin returns what t, a struct or a union, is described in, and what it is called. It returns nil if it is described
// already, or cannot be.
func (b *schemaBuilder) begin(t reflect.Type) (*Struct, string, error) {
	name := zid.SchemaName(t.Name())
	if name == "" {
		if name = b.inside[t]; name != "" {
			return nil, name, nil
		}
		name = b.unnamed()
	} else if other := b.types[name]; other != nil {
		if other != t {
			return nil, name, b.refuse(t, "there is another struct of this name: "+other.PkgPath()+"."+other.Name())
		}
		return nil, name, nil
	}
	b.types[name] = t
	st := &Struct{Name: name}
	b.schema.Structs[name] = st
	return st, name, nil
}

// unnamed returns what a struct without a name is called, here.
func (b *schemaBuilder) unnamed() string {
	if len(b.place) == 0 {
		return zid.UnnamedRoot
	}
	at := &b.place[len(b.place)-1]
	return zid.UnnamedStruct(at.owner, at.field, func(name string) bool { return b.types[name] != nil })
}

// within calls describe at a place. What is described there is described once, so it may be what led to it.
func (b *schemaBuilder) within(at place, describe func() error) error {
	open := b.open
	b.open, b.place = nil, append(b.place, at)
	defer func() { b.open, b.place = open, b.place[:len(b.place)-1] }()
	return describe()
}

// schemaField is a field of a struct, or of one that is embedded in it, before it is described.
type schemaField struct {
	reflect.StructField
	tag  zid.Tag
	path string
	sent bool
}

// structure describes a struct, and returns its name.
func (b *schemaBuilder) structure(t reflect.Type, oneOf bool) (string, error) {
	st, name, err := b.begin(t)
	if st == nil {
		return name, err
	}
	if t.Name() == "" {
		b.inside[t] = name
		defer delete(b.inside, t)
	}
	p, _, tuple, err := b.engine.Fields(&b.options, t)
	if err != nil {
		return "", b.refused(t, err)
	}
	st.OneOf, st.Tuple = oneOf, tuple
	all, _, err := b.fields(nil, p.Fields, t, nil, "")
	if err != nil {
		return "", err
	}
	paths := make([]string, len(all))
	for i := range all {
		paths[i] = all[i].path
	}
	for i, goName := range zid.FieldNames(paths) {
		f, err := b.field(name, goName, &all[i])
		if err != nil {
			return "", err
		}
		st.Fields = append(st.Fields, f)
	}
	if vs := CheckIDs(&Schema{SourcePath: t.String(), Structs: map[string]*Struct{name: st}}); len(vs) > 0 {
		return "", b.refuse(t, vs[0].Error())
	}
	return name, nil
}

// fields appends the fields of t, with those of the embedded structs that it promotes, in the order of declaration, and
// returns those of a plan that are left. The plan says which are sent; of those that never are the numbers stay reserved.
func (b *schemaBuilder) fields(to []schemaField, left []plan.Field, t reflect.Type, index []int, path string) ([]schemaField, []plan.Field, error) {
	for i := range t.NumField() {
		f := schemaField{StructField: t.Field(i)}
		f.path = path + f.Name
		tag, err := zid.Parse(string(f.Tag))
		if err != nil && !errors.Is(err, zid.ErrMalformed) { // of which Go reads what stands before
			return nil, nil, b.refuse(t, f.Name+": "+err.Error())
		}
		f.tag = tag
		at := append(slices.Clip(index), i)
		switch {
		case len(left) > 0 && slices.Equal(left[0].Index, at):
			f.sent, left = f.Type != reflect.TypeFor[struct{}](), left[1:]
			to = append(to, f)
		case tag.Skip:
			if f.IsExported() {
				to = append(to, f)
			}
		case f.Anonymous && f.Type.Kind() == reflect.Struct && tag.Name == "" && (tag.Inline || !f.IsExported()):
			if to, left, err = b.fields(to, left, f.Type, at, f.path+"."); err != nil {
				return nil, nil, err
			}
		}
	}
	return to, left, nil
}

// field describes a field of the struct that is called owner.
func (b *schemaBuilder) field(owner, goName string, of *schemaField) (Field, error) {
	tag := &of.tag
	f := Field{Zid: tag.ID, GoName: goName, TagName: cmp.Or(tag.Name, of.Name),
		OmitEmpty: tag.OmitEmpty, Deprecated: tag.Deprecated, ShowZero: tag.ShowZero, Skip: !of.sent}
	if tag.ID == zid.None {
		f.Zid = NoID
	}
	if tag.Skip {
		f.TagName = "-"
		if tag.ID == zid.None {
			f.Zid = SkippedID
		}
	}
	if f.Skip {
		return f, nil
	}
	err := b.within(place{owner, goName, f.TagName}, func() (err error) {
		f.FullType, err = b.typ(of.Type)
		return err
	})
	if err != nil {
		return f, err
	}
	f.TypeStr = b.spelled(of.Type, f.FullType)
	f.Category = f.FullType.Kind
	if f.Category <= KindIdent {
		f.Category, f.Primitive = KindScalar, f.Category
	}
	return f, nil
}

// spelled returns t as Go spells it, as far as reflection knows. tree is its type tree, which has the name of a struct
// without one.
func (b *schemaBuilder) spelled(t reflect.Type, tree *Type) string {
	if t.Name() != "" {
		return b.name(t)
	}
	switch t.Kind() {
	case reflect.Pointer:
		if tree.Kind == KindPointer {
			return "*" + b.spelled(t.Elem(), tree.Domain)
		}
	case reflect.Slice:
		if tree.Kind == KindSlice {
			return "[]" + b.spelled(t.Elem(), tree.Domain)
		}
		if tree.Kind == KindBytes && t.Elem().PkgPath() != "" {
			return "[]" + b.name(t.Elem())
		}
	case reflect.Array:
		if tree.Kind == KindArray && (tree.Range.Kind != KindByte || t.Elem().PkgPath() != "") {
			return "[" + strconv.Itoa(t.Len()) + "]" + b.spelled(t.Elem(), tree.Range)
		}
	case reflect.Map:
		if tree.Kind == KindMap {
			return "map[" + b.spelled(t.Key(), tree.Domain) + "]" + b.spelled(t.Elem(), tree.Range)
		}
	}
	return tree.String()
}

// scalarKinds gives the kinds of what is sent as a scalar.
var scalarKinds = map[reflect.Kind]Kind{
	reflect.Bool: KindBool, reflect.String: KindString, reflect.Float32: KindFloat32, reflect.Float64: KindFloat64,
	reflect.Complex64: KindComplex64, reflect.Complex128: KindComplex128,
	reflect.Int: KindInt, reflect.Int8: KindInt8, reflect.Int16: KindInt16, reflect.Int32: KindInt32, reflect.Int64: KindInt64,
	reflect.Uint: KindUint, reflect.Uint8: KindUint8, reflect.Uint16: KindUint16, reflect.Uint32: KindUint32, reflect.Uint64: KindUint64,
	reflect.Uintptr: KindUint, // as wide, everywhere
}

// formKinds gives the kinds of what methods or the library write, whatever the kind of its type.
var formKinds = map[msgcodec.Form]Kind{
	msgcodec.FormTime: KindTime, msgcodec.FormNumber: KindInterface, msgcodec.FormExtension: KindExtension,
	msgcodec.FormText: KindString, msgcodec.FormBinary: KindBytes, msgcodec.FormJSON: KindInterface,
}

// typ returns the type tree of t.
func (b *schemaBuilder) typ(t reflect.Type) (*Type, error) {
	if d := typeset.Lookup(b.set, t); d != nil {
		if typ, err := b.declared(t, d); typ != nil || err != nil {
			return typ, err
		}
	}
	form, err := b.engine.Describe(&b.options, t)
	switch {
	case err != nil:
		return nil, b.refused(t, err)
	case form == msgcodec.FormKind:
		return b.byKind(t)
	case form == msgcodec.FormMessagePack:
		return &Type{Kind: KindIdent, Str: b.name(t)}, nil
	}
	return scalarType(formKinds[form]), nil
}

func scalarType(k Kind) *Type { return &Type{Kind: k, Str: k.String()} }

// byKind returns the type tree of t, which is written as its kind says.
func (b *schemaBuilder) byKind(t reflect.Type) (*Type, error) {
	if k, ok := scalarKinds[t.Kind()]; ok {
		return scalarType(k), nil
	}
	if t.Name() != "" && t.Kind() != reflect.Struct {
		if slices.Contains(b.open, t) {
			return nil, b.refuse(t, "it contains itself without a struct between, which a schema cannot describe")
		}
		b.open = append(b.open, t)
		defer func() { b.open = b.open[:len(b.open)-1] }()
	}
	switch t.Kind() {
	case reflect.Interface:
		if t.NumMethod() == 0 || t.Name() == "" {
			return scalarType(KindInterface), nil
		}
		return &Type{Kind: KindIdent, Str: b.name(t)}, nil
	case reflect.Struct:
		name, err := b.structure(t, false)
		if t.Name() != "" {
			name = b.name(t)
		}
		return &Type{Kind: KindIdent, Str: name}, err
	case reflect.Pointer:
		target, err := b.typ(t.Elem())
		return &Type{Kind: KindPointer, Str: KindPointer.String(), Domain: target}, err
	case reflect.Slice:
		if b.engine.MakesBin(&b.options, t.Elem()) {
			return scalarType(KindBytes), nil
		}
		elem, err := b.typ(t.Elem())
		return &Type{Kind: KindSlice, Str: KindSlice.String(), Domain: elem}, err
	case reflect.Array:
		if int64(t.Len()) > maxArrayLen {
			return nil, b.refuse(t, "the array is too long for a schema")
		}
		length := &Type{Kind: Kind(t.Len()), Str: strconv.Itoa(t.Len())}
		array := &Type{Kind: KindArray, Str: KindArray.String(), Domain: length, Range: scalarType(KindByte)}
		var err error
		if !b.engine.MakesBin(&b.options, t.Elem()) {
			array.Range, err = b.typ(t.Elem())
		}
		return array, err
	case reflect.Map:
		describe := b.typ
		if b.engine.KeyGoesByKind(&b.options, t.Key()) {
			describe = b.byKind
		}
		key, err := describe(t.Key())
		if err != nil {
			return nil, err
		}
		value, err := b.typ(t.Elem())
		return &Type{Kind: KindMap, Str: KindMap.String(), Domain: key, Range: value}, err
	}
	return nil, b.refuse(t, "the type cannot be sent")
}

// name returns the name of a type, with its package if that is not the one of the
// schema.
func (b *schemaBuilder) name(t reflect.Type) string {
	name := zid.SchemaName(t.Name())
	if t.PkgPath() == b.pkg || t.PkgPath() == "" {
		return name
	}
	pkg, _, _ := strings.Cut(t.String(), ".")
	return pkg + "." + name
}
