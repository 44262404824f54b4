// The schema of what package types declares.

package zebrapack

import (
	"reflect"
	"slices"

	"github.com/beve-org/beve-go/internal/typeset"
	"github.com/beve-org/beve-go/internal/zid"
)

// declared returns the type tree of a type of which something is declared, or nil if that does not matter here.
func (b *schemaBuilder) declared(t reflect.Type, d *typeset.Declaration) (*Type, error) {
	switch {
	case d.Convert != nil:
		return b.conversion(t, d.Convert)
	case d.Union == nil && d.Bytes[typeset.ZebraPack] != nil:
		return scalarType(KindInterface), nil
	case d.Union == nil:
		return nil, nil
	case d.Union.Form != typeset.Untagged:
		return &Type{Kind: KindIdent, Str: b.name(t)}, b.union(d.Union)
	}
	// A value of any case, of which nothing says which. The structs among them say it by their names.
	for _, c := range d.Union.Cases {
		if _, err := b.typ(c.Elem); err != nil {
			return nil, err
		}
	}
	return scalarType(KindInterface), nil
}

// conversion returns the type tree of what t is written as.
func (b *schemaBuilder) conversion(t reflect.Type, c *typeset.Conversion) (*Type, error) {
	if slices.Contains(b.open, t) {
		return nil, b.refuse(t, "it is converted to what contains it, which a schema cannot describe")
	}
	b.open = append(b.open, t)
	defer func() { b.open = b.open[:len(b.open)-1] }()
	return b.typ(c.Inner)
}

// union describes a union as the struct of pointers that it is on the wire.
func (b *schemaBuilder) union(u *typeset.Union) error {
	if u.Type.Kind() == reflect.Struct {
		_, err := b.structure(u.Type, true)
		return err
	}
	st, owner, err := b.begin(u.Type)
	if st == nil {
		return err
	}
	st.OneOf = true
	taken := map[string]bool{}
	for _, c := range u.Cases {
		if c == u.Other {
			continue
		}
		if c.Number < 0 {
			return b.refuse(u.Type, "the case "+c.ID+" has no number")
		}
		name := zid.WireName(c.Elem.Name())
		if name == "" || taken[name] {
			name = c.ID
		}
		taken[name] = true
		var target *Type
		err := b.within(place{owner, name, c.ID}, func() (err error) {
			target, err = b.typ(c.Elem)
			return err
		})
		if err != nil {
			return err
		}
		f := Field{Zid: int64(c.Number), GoName: name, TagName: c.ID, Category: KindPointer,
			FullType: &Type{Kind: KindPointer, Str: KindPointer.String(), Domain: target}}
		f.TypeStr = f.FullType.String()
		st.Fields = append(st.Fields, f)
	}
	return nil
}
