package main

import (
	"go/ast"
	"go/types"
	"reflect"
	"slices"
	"strings"

	"github.com/beve-org/beve-go/internal/migrate"
)

// values finds calls that encode or decode values of Go, and looks at the fields of these.
func (s *search) values(file *ast.File) {
	ast.Inspect(file, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return true
		}
		id := calleeOf(call)
		if id == nil {
			return true
		}
		o := s.TypesInfo.Uses[id]
		if o == nil {
			return true
		}
		name, ok := s.names[origin(o)]
		if !ok {
			return true
		}
		k, ok := s.lookup(o.Pkg())
		if !ok || len(k.library.Fields) == 0 || !slices.Contains(k.pkg.Values, name) {
			return true
		}
		for _, arg := range call.Args {
			w := walk{s, k.library, arg, "the value", map[types.Type]bool{}}
			w.typ(s.TypesInfo.TypeOf(arg))
		}
		return true
	})
}

// calleeOf returns the name of what is called.
func calleeOf(call *ast.CallExpr) *ast.Ident {
	switch f := ast.Unparen(call.Fun).(type) {
	case *ast.Ident:
		return f
	case *ast.SelectorExpr:
		return f.Sel
	}
	return nil
}

// A walk goes through the types that a value is made of.
type walk struct {
	*search
	library *migrate.Library
	at      ast.Node
	in      string // the field whose type is looked at
	done    map[types.Type]bool
}

func (w *walk) typ(t types.Type) {
	if t == nil || w.done[t] {
		return
	}
	if isDuration(t) {
		w.rule(migrate.Duration, w.in)
		return
	}
	w.done[t] = true
	if n, ok := types.Unalias(t).(*types.Named); ok && w.marshals(n) {
		return
	}
	switch u := t.Underlying().(type) {
	case *types.Pointer:
		w.typ(u.Elem())
	case *types.Slice:
		w.typ(u.Elem())
	case *types.Array:
		w.typ(u.Elem())
	case *types.Map:
		w.typ(u.Key())
		w.typ(u.Elem())
	case *types.Struct:
		for i := range u.NumFields() {
			w.field(t, u.Field(i), reflect.StructTag(u.Tag(i)))
		}
	}
}

// marshals reports whether a type is written by methods of its own.
func (w *walk) marshals(n *types.Named) bool {
	for _, name := range []string{"MarshalMsgpack", "EncodeMsgpack", "MarshalCBOR", "MarshalJSON", "MarshalText", "MarshalBinary"} {
		if o, _, _ := types.LookupFieldOrMethod(types.NewPointer(n), false, n.Obj().Pkg(), name); o != nil {
			if _, ok := o.(*types.Func); ok {
				return true
			}
		}
	}
	return false
}

func (w *walk) field(owner types.Type, f *types.Var, tag reflect.StructTag) {
	if !f.Exported() && !f.Embedded() {
		return
	}
	name := types.TypeString(owner, types.RelativeTo(w.Pkg)) + "." + f.Name()
	if strings.HasPrefix(name, "struct{") {
		name = f.Name()
	}
	own, hasOwn := tag.Lookup("msgpack")
	_, hasMsg := tag.Lookup("msg")
	jsonName, _, _ := strings.Cut(tag.Get("json"), ",")
	cborName, _, _ := strings.Cut(tag.Get("cbor"), ",")
	first, options, _ := strings.Cut(own, ",")
	if first == "-" || cborName == "-" {
		return
	}
	if jsonName != "" && jsonName != f.Name() && !hasOwn && !hasMsg {
		w.rule(migrate.NamedByJSON, name)
	}
	if cborName != "" && cborName != jsonName && cborName != tag.Get("beve") {
		w.rule(migrate.NamedByCBOR, name)
	}
	if f.Embedded() && first == "" {
		all := strings.Split(options, ",")
		if _, ok := under(f.Type()).(*types.Struct); ok && !slices.Contains(all, "inline") && !slices.Contains(all, "noinline") {
			w.rule(migrate.Embedded, name)
		}
	}
	outer := w.in
	w.in = name
	w.typ(f.Type())
	w.in = outer
}

// under returns what a type or what it points to is made of.
func under(t types.Type) types.Type {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	return t.Underlying()
}

// rule notes a field that a rule of the library is about.
func (w *walk) rule(rule migrate.Rule, name string) {
	for _, r := range w.library.Fields {
		if r.Rule == rule {
			w.once(w.at, w.library, name, migrate.Differs, strings.TrimSpace(name+" "+plain(r.Note)))
		}
	}
}

func isDuration(t types.Type) bool {
	n, ok := types.Unalias(t).(*types.Named)
	return ok && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == "time" && n.Obj().Name() == "Duration"
}
