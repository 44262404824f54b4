// The schema of a Go type, by reflection.

package zebrapack

import (
	"cmp"
	"encoding"
	"path"
	"reflect"
	"slices"
	"strconv"
	"time"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/msgcodec"
	"github.com/beve-org/beve-go/internal/typeset"
	"github.com/beve-org/beve-go/internal/zid"
	"github.com/beve-org/beve-go/msgpack/msgp"
)

// SchemaOf returns the schema of the struct T, or of the union that package types declares it to be, and of
// all structs that its fields lead to. Of declarations it knows those of the program, see types.Register; for
// others there is [EncodeOptions.SchemaOfType]. It is what the generator writes for the same types, except that
// reflection does not tell byte from uint8, rune from int32, and a defined type keeps its name
// but not the constant zebraSchemaId64 of its package. It fails with an
// [*EncodeError] on a field without zid tag, a type that cannot be sent, and on two
// structs of one name.
func SchemaOf[T any]() (*Schema, error) { return SchemaOfType(reflect.TypeFor[T]()) }

// SchemaOfType is SchemaOf for a type that is known when the program runs.
func SchemaOfType(t reflect.Type) (*Schema, error) { return EncodeOptions{}.SchemaOfType(t) }

// SchemaOfType is [SchemaOfType] for what is written by o, of whose choices the declarations count.
func (o EncodeOptions) SchemaOfType(t reflect.Type) (*Schema, error) {
	if t == nil {
		return nil, &EncodeError{Format: "zebrapack", GoType: "nil", Err: fault.Because(fault.ErrUnsupported, "a schema needs a struct")}
	}
	for hops := 0; t.Kind() == reflect.Pointer; hops++ {
		if hops == maxHops {
			return nil, unsupported(t, "too many pointers to a value")
		}
		t = t.Elem()
	}
	d := typeset.Lookup(o.Types, t)
	union := d != nil && d.Union != nil && d.Union.Form != typeset.Untagged
	other := !union && d != nil && (d.Union != nil || d.Convert != nil || d.Bytes[typeset.ZebraPack] != nil)
	if !union && (t.Kind() != reflect.Struct || other || knownType(t) != nil) {
		return nil, unsupported(t, "a schema needs a struct")
	}
	b := schemaBuilder{
		set:    o.Types,
		pkg:    t.PkgPath(),
		schema: &Schema{SourcePackage: path.Base(t.PkgPath()), Structs: map[string]*Struct{}},
		types:  map[string]reflect.Type{},
	}
	var err error
	if union {
		err = b.union(d.Union)
	} else {
		err = b.structure(t, false)
	}
	if err != nil {
		return nil, err
	}
	return b.schema, nil
}

func unsupported(t reflect.Type, reason string) error {
	return &EncodeError{Format: "zebrapack", GoType: t.String(), Err: fault.Because(fault.ErrUnsupported, reason)}
}

// maxHops is how many pointers may lead to a struct: a pointer can lead to itself.
const maxHops = 100

// schemaBuilder collects structs, each once.
type schemaBuilder struct {
	set    *typeset.Set // of the options
	pkg    string
	schema *Schema
	types  map[string]reflect.Type
	open   []reflect.Type // types with names, since the last struct, that are being described
}

// begin returns what t, a struct or a union, is described in, or nil if it is described already, or cannot be.
func (b *schemaBuilder) begin(t reflect.Type) (*Struct, error) {
	name := t.Name()
	if name == "" {
		return nil, unsupported(t, "a struct without a name has none to send")
	}
	if other := b.types[name]; other != nil {
		if other != t {
			return nil, unsupported(t, "there is another struct of this name: "+other.PkgPath()+"."+name)
		}
		return nil, nil
	}
	b.types[name] = t
	st := &Struct{Name: name}
	b.schema.Structs[name] = st
	return st, nil
}

func (b *schemaBuilder) structure(t reflect.Type, oneOf bool) error {
	st, err := b.begin(t)
	if st == nil {
		return err
	}
	st.OneOf = oneOf
	// A struct is described once, so what it holds may be what led to it.
	defer func(open []reflect.Type) { b.open = open }(b.open)
	b.open = nil
	for i := range t.NumField() {
		sf := t.Field(i)
		tag, err := zid.Parse(string(sf.Tag))
		if err != nil {
			return unsupported(t, sf.Name+": "+err.Error())
		}
		st.Tuple = st.Tuple || tag.Tuple && sf.Name == "_" || tag.AsArray && sf.Name == "_msgpack"
		if !sf.IsExported() || tag.Unknown {
			continue
		}
		f, err := b.field(t, &sf, &tag)
		if err != nil {
			return err
		}
		st.Fields = append(st.Fields, f)
	}
	if vs := CheckIDs(&Schema{SourcePath: t.String(), Structs: map[string]*Struct{st.Name: st}}); len(vs) > 0 {
		return unsupported(t, vs[0].Error())
	}
	return nil
}

func (b *schemaBuilder) field(t reflect.Type, sf *reflect.StructField, tag *zid.Tag) (f Field, err error) {
	f = Field{Zid: tag.ID, GoName: sf.Name, TagName: cmp.Or(tag.Name, sf.Name),
		OmitEmpty: tag.OmitEmpty, Deprecated: tag.Deprecated, ShowZero: tag.ShowZero, Skip: tag.Skip}
	if tag.Skip {
		f.TagName = "-"
		if tag.ID == zid.None {
			f.Zid = SkippedID
		}
		return f, nil
	}
	if tag.Inline {
		return f, unsupported(t, sf.Name+": the fields of a struct with the option inline have no place in a schema")
	}
	if tag.ID == zid.None {
		return f, unsupported(t, sf.Name+" has no zid; the command addzid gives one")
	}
	if sf.Type.Kind() == reflect.Struct && sf.Type.NumField() == 0 {
		f.Skip = true
		return f, nil
	}
	if f.FullType, err = b.typ(sf.Type, tag.Extension); err != nil {
		return f, err
	}
	f.TypeStr = f.FullType.String()
	if sf.Type.Name() != "" && sf.Type.PkgPath() != "" {
		f.TypeStr = b.name(sf.Type)
	}
	f.Category = f.FullType.Kind
	if f.Category <= KindIdent {
		f.Category, f.Primitive = KindScalar, f.Category
	}
	return f, nil
}

// scalarKinds gives the kinds of what is sent as a scalar.
var scalarKinds = map[reflect.Kind]Kind{
	reflect.Bool: KindBool, reflect.String: KindString, reflect.Float32: KindFloat32, reflect.Float64: KindFloat64,
	reflect.Complex64: KindComplex64, reflect.Complex128: KindComplex128,
	reflect.Int: KindInt, reflect.Int8: KindInt8, reflect.Int16: KindInt16, reflect.Int32: KindInt32, reflect.Int64: KindInt64,
	reflect.Uint: KindUint, reflect.Uint8: KindUint8, reflect.Uint16: KindUint16, reflect.Uint32: KindUint32, reflect.Uint64: KindUint64,
}

var extensionType = reflect.TypeFor[msgp.Extension]()

// knownType returns the type of what is known by its Go type, not by its shape, or
// nil.
func knownType(t reflect.Type) *Type {
	switch t {
	case reflect.TypeFor[time.Time]():
		return &Type{Kind: KindTime, Str: KindTime.String()}
	case reflect.TypeFor[msgp.Raw](), reflect.TypeFor[msgp.Number]():
		return &Type{Kind: KindIdent, Str: t.String()}
	case reflect.TypeFor[msgp.RawExtension]():
		return &Type{Kind: KindExtension, Str: KindExtension.String()}
	}
	return nil
}

// textual reports whether values of t are sent as the text that they make of
// themselves.
func textual(t reflect.Type) bool {
	p := reflect.PointerTo(t)
	return t.Kind() != reflect.Pointer && t.Kind() != reflect.Interface &&
		p.Implements(reflect.TypeFor[encoding.TextMarshaler]()) && !p.Implements(reflect.TypeFor[msgp.Marshaler]())
}

// typ returns the type tree of t; extension says that the tag calls t an extension.
func (b *schemaBuilder) typ(t reflect.Type, extension bool) (*Type, error) {
	if d := typeset.Lookup(b.set, t); d != nil {
		if typ, err := b.declared(t, d); typ != nil || err != nil {
			return typ, err
		}
	}
	if known := knownType(t); known != nil {
		return known, nil
	}
	if extension && t.Kind() != reflect.Pointer && reflect.PointerTo(t).Implements(extensionType) {
		return &Type{Kind: KindExtension, Str: KindExtension.String()}, nil
	}
	if msgcodec.WritesMsgpack(t) {
		return &Type{Kind: KindIdent, Str: b.name(t)}, nil
	}
	if textual(t) {
		return &Type{Kind: KindString, Str: KindString.String()}, nil
	}
	if k, ok := scalarKinds[t.Kind()]; ok {
		return &Type{Kind: k, Str: k.String()}, nil
	}
	if t.Name() != "" && t.Kind() != reflect.Struct {
		if slices.Contains(b.open, t) {
			return nil, unsupported(t, "it contains itself without a struct between, which a schema cannot describe")
		}
		b.open = append(b.open, t)
		defer func() { b.open = b.open[:len(b.open)-1] }()
	}
	switch t.Kind() {
	case reflect.Interface:
		if t.NumMethod() == 0 {
			return &Type{Kind: KindInterface, Str: KindInterface.String()}, nil
		}
		return &Type{Kind: KindIdent, Str: b.name(t)}, nil
	case reflect.Struct:
		return &Type{Kind: KindIdent, Str: b.name(t)}, b.structure(t, false)
	case reflect.Pointer:
		target, err := b.typ(t.Elem(), extension)
		return &Type{Kind: KindPointer, Str: KindPointer.String(), Domain: target}, err
	case reflect.Slice:
		if t.Elem().Kind() == reflect.Uint8 {
			return &Type{Kind: KindBytes, Str: KindBytes.String()}, nil
		}
		elem, err := b.typ(t.Elem(), extension)
		return &Type{Kind: KindSlice, Str: KindSlice.String(), Domain: elem}, err
	case reflect.Array:
		elem, err := b.typ(t.Elem(), extension)
		if t.Elem().Kind() == reflect.Uint8 {
			elem = &Type{Kind: KindByte, Str: KindByte.String()}
		}
		length := &Type{Kind: Kind(t.Len()), Str: strconv.Itoa(t.Len())}
		return &Type{Kind: KindArray, Str: KindArray.String(), Domain: length, Range: elem}, err
	case reflect.Map:
		key, err := b.typ(t.Key(), false)
		if err != nil {
			return nil, err
		}
		switch t.Key().Kind() {
		case reflect.String, reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64,
			reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		default:
			return nil, unsupported(t, "the keys of a map are strings or integers")
		}
		value, err := b.typ(t.Elem(), extension)
		return &Type{Kind: KindMap, Str: KindMap.String(), Domain: key, Range: value}, err
	}
	return nil, unsupported(t, "the type cannot be sent")
}

// name returns the name of a type, with its package if that is not the one of the
// schema.
func (b *schemaBuilder) name(t reflect.Type) string {
	if t.PkgPath() == b.pkg {
		return t.Name()
	}
	return t.String()
}
