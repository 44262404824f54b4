package gen

import (
	"fmt"
	"go/types"
	"strconv"
	"strings"

	"github.com/beve-org/beve-go/internal/plan/gotypes"
)

// This file has the names of types in errors.

// GoName returns a type as reflection prints it, and errors of the library show it. Of a generic type that is not an instance it is
// the name alone: what its parameters are is known to nobody but reflection.
func GoName(t types.Type) string { return goName(t, (*types.Package).Name) }

func goName(t types.Type, pkg func(*types.Package) string) string {
	name := func(t types.Type) string { return goName(t, pkg) }
	switch t := types.Unalias(t).(type) {
	case *types.Basic:
		return types.Typ[t.Kind()].Name()
	case *types.Named:
		text := t.Obj().Name()
		if t.Obj().Pkg() != nil {
			text = pkg(t.Obj().Pkg()) + "." + text
		}
		var args []string
		for arg := range t.TypeArgs().Types() {
			if _, isParam := types.Unalias(arg).(*types.TypeParam); isParam {
				return text
			}
			args = append(args, goName(arg, (*types.Package).Path)) // with all of the path
		}
		if len(args) > 0 {
			text += "[" + strings.Join(args, ",") + "]"
		}
		return text
	case *types.Pointer:
		return "*" + name(t.Elem())
	case *types.Slice:
		return "[]" + name(t.Elem())
	case *types.Array:
		return fmt.Sprintf("[%d]%s", t.Len(), name(t.Elem()))
	case *types.Map:
		return "map[" + name(t.Key()) + "]" + name(t.Elem())
	case *types.Interface:
		if t.NumMethods() == 0 {
			return "interface {}"
		}
	case *types.Struct:
		if t.NumFields() == 0 {
			return "struct {}"
		}
		var fields []string
		for i := range t.NumFields() {
			f := t.Field(i)
			text := f.Name() + " " + name(f.Type())
			if f.Embedded() {
				text = name(f.Type())
			}
			if tag := t.Tag(i); tag != "" {
				text += " " + strconv.Quote(tag)
			}
			fields = append(fields, text)
		}
		return "struct { " + strings.Join(fields, "; ") + " }"
	}
	return gotypes.Source{}.Name(t)
}
