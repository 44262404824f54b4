package zebra

import (
	"go/types"
	"slices"
	"strings"

	"github.com/beve-org/beve-go/internal/plan/gotypes"
)

// This file says when a field is left out.

// omittable reports whether a field may be left out, and the condition under which it
// is not.
func (g *printer) omittable(f *field) (condition string, ok bool) {
	expr := "z." + f.name
	if !g.opts.Msgp || f.omitEmpty {
		condition = g.notEmpty(f.value, expr)
	}
	if f.omitZero {
		zero := notZero(f.value, expr, g.pkg, g.Type)
		switch {
		case condition == "":
			condition = zero
		case condition != zero:
			condition = "(" + condition + ") && (" + zero + ")"
		}
	}
	return condition, condition != ""
}

// notEmpty returns the condition under which expr is not empty, or "" for a value that
// never is.
func (g *printer) notEmpty(v *value, expr string) string {
	switch v.form {
	case formScalar:
		switch v.scalar {
		case "Bool":
			if !v.plain() {
				return "bool(" + expr + ")"
			}
			return expr
		case "String":
			return "len(" + expr + ") != 0"
		case "Time":
			return "!" + expr + ".IsZero()"
		case "Float32", "Float64":
			if !g.opts.Msgp { // there omitempty is what it is in encoding/json
				return expr + " != 0 || 1/" + expr + " < 0" // negative zero is a value
			}
		case "Complex64", "Complex128":
			if !g.opts.Msgp {
				return expr + " != 0 || 1/real(" + expr + ") < 0 || 1/imag(" + expr + ") < 0"
			}
		}
		return expr + " != 0"
	case formBytes, formSlice, formMap:
		if !g.opts.reflected() { // as in tinylib/msgp
			return expr + " != nil"
		}
		return "len(" + expr + ") != 0"
	case formArray:
		if v.length == 0 {
			return "len(" + expr + ") != 0"
		}
	case formPointer, formInterface:
		return expr + " != nil"
	case formUnion:
		if v.decl.byValue {
			return expr + " != nil"
		}
	case formMethods:
		switch {
		case v.decl == nil && g.opts.reflected() && hasCode(v.typ):
			return g.notEmpty(ofKind(v.typ), expr)
		case v.decl == nil:
		case !v.decl.isStruct:
			return g.notEmpty(v.decl.value, expr)
		case !g.opts.reflected() && !v.decl.helper && comparesSafely(v.typ): // as in tinylib/msgp
			return expr + " != (" + g.Type(v.typ) + "{})"
		}
	case formShim:
		switch {
		case v.shim.declared != nil: // as in reflection
			return ""
		case !v.shim.toFails:
			return g.notEmpty(v.elem, g.shimTo(v, expr))
		}
		return notEmptyKind(v.typ, expr)
	case formMethod:
		if !g.opts.reflected() { // reflection always sends what has methods
			return notEmptyKind(v.typ, expr)
		}
	}
	return ""
}

// hasCode reports whether the methods of a type were made by a generator: they write what its kind says, as reflection takes it.
func hasCode(t types.Type) bool {
	return gotypes.Declares(t, "Msgsize") && !isNamedType(t, RuntimePath, "Raw") || gotypes.Declares(t, "UnmarshalMsgWithCfg")
}

func isNamedType(t types.Type, path, name string) bool {
	n, ok := types.Unalias(t).(*types.Named)
	return ok && isNamed(n, path, name)
}

// ofKind returns a value of a type as what it is defined as, as far as it matters for whether it is empty.
func ofKind(t types.Type) *value {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		if name := scalars[u.Kind()]; name != "" {
			return &value{form: formScalar, typ: t, scalar: name, base: u}
		}
	case *types.Slice:
		return &value{form: formSlice, typ: t}
	case *types.Map:
		return &value{form: formMap, typ: t}
	case *types.Array:
		return &value{form: formArray, typ: t, length: u.Len()}
	}
	return &value{form: formAny, typ: t} // which is never empty
}

// notEmptyKind is notEmpty for a value that is sent as another.
func notEmptyKind(t types.Type, expr string) string {
	switch u := t.Underlying().(type) {
	case *types.Slice, *types.Map:
		return "len(" + expr + ") != 0"
	case *types.Pointer, *types.Interface:
		return expr + " != nil"
	case *types.Basic:
		return notZeroBasic(u, expr)
	}
	return ""
}

func notZeroBasic(b *types.Basic, expr string) string {
	switch {
	case b.Info()&types.IsBoolean != 0:
		return "bool(" + expr + ")"
	case b.Info()&types.IsString != 0:
		return expr + ` != ""`
	}
	return expr + " != 0"
}

// notZero returns the condition under which expr is not zero: by the method IsZero if there
// is one, else it is not the zero value of its type; "" where that cannot be asked.
func notZero(v *value, expr string, here *types.Package, text func(types.Type) string) string {
	if v.form == formShim && v.shim.atomic {
		return notZeroBasic(v.elem.typ.(*types.Basic), expr+".Load()")
	}
	_, isPointer := v.typ.Underlying().(*types.Pointer)
	_, isInterface := v.typ.Underlying().(*types.Interface)
	if hasIsZero(v.typ) {
		if isPointer || isInterface {
			return expr + " != nil && !" + expr + ".IsZero()"
		}
		return "!" + expr + ".IsZero()"
	}
	switch u := v.typ.Underlying().(type) {
	case *types.Pointer, *types.Interface, *types.Slice, *types.Map:
		return expr + " != nil"
	case *types.Basic:
		return notZeroBasic(u, expr)
	}
	if !comparesSafely(v.typ) {
		return anyFieldNotZero(v.typ, expr, here, text)
	}
	return expr + " != (" + text(v.typ) + "{})"
}

// anyFieldNotZero is notZero for a struct that cannot be compared, field by field.
func anyFieldNotZero(t types.Type, expr string, here *types.Package, text func(types.Type) string) string {
	st, ok := t.Underlying().(*types.Struct)
	if !ok {
		return ""
	}
	var parts []string
	for f := range st.Fields() {
		if f.Name() == "_" {
			continue
		}
		part := ""
		if f.Exported() || f.Pkg() == here {
			u := &value{typ: f.Type()}
			part = notZero(u, expr+"."+f.Name(), here, text)
			if hasIsZero(f.Type()) {
				part = "" // the zero value of a field is not what its method says
			}
		}
		if part == "" {
			return ""
		}
		parts = append(parts, part)
	}
	return "(" + strings.Join(parts, " || ") + ")"
}

// hasIsZero reports whether a variable of type t has the method IsZero() bool.
func hasIsZero(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Interface, *types.Pointer:
	default:
		t = types.NewPointer(t)
	}
	m := types.NewMethodSet(t).Lookup(nil, "IsZero")
	if m == nil {
		return false
	}
	sig := m.Type().(*types.Signature)
	return sig.Params().Len() == 0 && sig.Results().Len() == 1 && types.Identical(sig.Results().At(0).Type(), types.Typ[types.Bool])
}

// comparesSafely reports whether values of type t can be compared without a panic.
func comparesSafely(t types.Type) bool {
	if _, isParam := types.Unalias(t).(*types.TypeParam); isParam {
		return false
	}
	switch u := t.Underlying().(type) {
	case *types.Basic, *types.Pointer, *types.Chan:
		return true
	case *types.Array:
		return comparesSafely(u.Elem())
	case *types.Struct:
		return !slices.ContainsFunc(slices.Collect(u.Fields()), func(f *types.Var) bool { return !comparesSafely(f.Type()) })
	}
	return false
}
