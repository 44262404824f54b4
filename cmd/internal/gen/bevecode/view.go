package bevecode

import (
	"go/types"

	"github.com/beve-org/beve-go/internal/plan/gotypes"
)

// This file prints types that read single members of a message, each when it is asked for.

// view prints the view of a type. Generic types, and types that are not structs, have none.
func (g *generator) view(t *types.Named) {
	if !g.viewed(t) {
		return
	}
	p, err := gotypes.Of(t, g.tags)
	if err != nil {
		return // reported
	}
	name, root := t.Obj().Name(), g.root()
	view := name + "View"
	g.P("// %s is the object that a %s is encoded to, in a message. Its methods read a member each, where it lies, and", view, name)
	g.P("// fail with beve.ErrMissing where it is not there. The message must not change while it is used.")
	g.P("type %s struct{ message %s.View }\n", view, root)
	g.P("// View%s returns a view of data, which holds one %s.", name, name)
	g.P("func View%s(data []byte) (%s, error) {\nv, err := %s.NewView(data)\nreturn %s{v}, err\n}\n", name, view, root, view)
	g.P("// Message returns the object as a view of any value.")
	g.P("func (v %s) Message() %s.View { return v.message }\n", view, root)
	used := map[string]bool{"Message": true, "message": true}
	unique := func(name string) string {
		for used[name] {
			name += "_"
		}
		used[name] = true
		return name
	}
	for _, f := range g.fields(p) {
		g.accessor(view, unique(f.GoName), &f)
		if s, ok := f.Type.Underlying().(*types.Slice); ok && g.viewed(s.Elem()) && !f.Quoted {
			part := s.Elem().(*types.Named).Obj().Name() + "View"
			g.P("// %s reads element i of the member %q.", unique(f.GoName+"At"), f.Name)
			g.P("func (v %s) %sAt(i int) (x %s, err error) {\nm, err := v.message.Key(%q)\nif err == nil {\nx.message, err = m.Index(i)\n}\nreturn x, err\n}\n",
				view, f.GoName, part, f.Name)
		}
	}
}

// viewed reports whether t has a view.
func (g *generator) viewed(t types.Type) bool {
	n, ok := t.(*types.Named)
	if !ok || !g.selected[n] || n.TypeParams().Len() > 0 {
		return false
	}
	_, ok = n.Underlying().(*types.Struct)
	return ok
}

// accessor prints the method that reads one member.
func (g *generator) accessor(view, name string, f *field) {
	g.P("// %s reads the member %q.", name, f.Name)
	t := f.Type
	if p, ok := t.(*types.Pointer); ok && g.viewed(p.Elem()) {
		t = p.Elem()
	}
	if g.viewed(t) {
		g.P("func (v %s) %s() (x %sView, err error) {\nx.message, err = v.message.Key(%q)\nreturn x, err\n}\n", view, name, t.(*types.Named).Obj().Name(), f.Name)
		return
	}
	read, result := "err = m.Decode(&x)", g.file.Type(f.Type)
	if f.Quoted {
		// In a message it is the text.
		read, result = "x, err = m.String()", "string"
	} else if basic, ok := f.Type.(*types.Basic); ok {
		if get := map[types.BasicKind]string{types.Bool: "Bool", types.Int64: "Int64", types.Uint64: "Uint64", types.Float64: "Float64", types.String: "String"}[basic.Kind()]; get != "" {
			read = "x, err = m." + get + "()"
		}
	}
	g.P("func (v %s) %s() (x %s, err error) {\nm, err := v.message.Key(%q)\nif err == nil {\n%s\n}\nreturn x, err\n}\n", view, name, result, f.Name, read)
}
