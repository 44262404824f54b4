// The schema of what package types declares.

package zebrapack

import (
	"reflect"
	"slices"
	"strings"

	"github.com/beve-org/beve-go/internal/typeset"
)

// declared returns the type tree of a type of which something is declared, or nil if that does not matter here.
func (b *schemaBuilder) declared(t reflect.Type, d *typeset.Declaration) (*Type, error) {
	switch {
	case d.Convert != nil:
		return b.conversion(t, d.Convert)
	case d.Union == nil && d.Bytes[typeset.ZebraPack] != nil:
		return &Type{Kind: KindInterface, Str: KindInterface.String()}, nil
	case d.Union == nil:
		return nil, nil
	case d.Union.Form != typeset.Untagged:
		return &Type{Kind: KindIdent, Str: b.name(t)}, b.union(d.Union)
	}
	// A value of any case, of which nothing says which. The structs among them say it by their names.
	for _, c := range d.Union.Cases {
		if _, err := b.typ(c.Elem, false); err != nil {
			return nil, err
		}
	}
	return &Type{Kind: KindInterface, Str: KindInterface.String()}, nil
}

// conversion returns the type tree of what t is written as.
func (b *schemaBuilder) conversion(t reflect.Type, c *typeset.Conversion) (*Type, error) {
	if slices.Contains(b.open, t) {
		return nil, unsupported(t, "it is converted to what contains it, which a schema cannot describe")
	}
	b.open = append(b.open, t)
	defer func() { b.open = b.open[:len(b.open)-1] }()
	return b.typ(c.Inner, false)
}

// union describes a union as the struct of pointers that it is on the wire.
func (b *schemaBuilder) union(u *typeset.Union) error {
	if u.Type.Kind() == reflect.Struct {
		return b.structure(u.Type, true)
	}
	st, err := b.begin(u.Type)
	if st == nil {
		return err
	}
	defer func(open []reflect.Type) { b.open = open }(b.open)
	b.open = nil
	st.OneOf = true
	taken := map[string]bool{}
	for _, c := range u.Cases {
		if c == u.Other {
			continue
		}
		if c.Number < 0 {
			return unsupported(u.Type, "the case "+c.ID+" has no number")
		}
		target, err := b.typ(c.Elem, false)
		if err != nil {
			return err
		}
		name, _, _ := strings.Cut(c.Elem.Name(), "[")
		if name == "" || taken[name] {
			name = c.ID
		}
		taken[name] = true
		f := Field{Zid: int64(c.Number), GoName: name, TagName: c.ID, Category: KindPointer,
			FullType: &Type{Kind: KindPointer, Str: KindPointer.String(), Domain: target}}
		f.TypeStr = f.FullType.String()
		st.Fields = append(st.Fields, f)
	}
	return nil
}
