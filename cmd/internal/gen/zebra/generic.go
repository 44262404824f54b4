package zebra

import (
	"go/types"
	"strconv"
	"strings"
)

// This file is about generic types. One gets methods if each of its type parameters that
// is sent has a companion, a type parameter that is a pointer to it and has the methods,
// as the constraint RTFor of the runtime says. Of another one, each instance that is used
// is sent as a struct without methods is.

// generic says how methods of a generic type are declared.
type generic struct {
	names []string // of the type parameters; blank ones have one of our own
	// pointers leads from a type parameter to the name of the one that is a pointer to
	// it; targets from that to the type it points to.
	pointers map[types.Type]string
	targets  map[types.Type]types.Type
	// open are the generic types that are being looked into: what holds itself is sent if the
	// rest of it is.
	open map[*types.Named]bool
}

// genericOf returns how methods of t are declared; ok is false if they cannot be.
func genericOf(t *types.Named) (g *generic, ok bool) {
	return genericWithin(t, map[*types.Named]bool{})
}

// genericWithin is genericOf for a type that these types hold.
func genericWithin(t *types.Named, open map[*types.Named]bool) (g *generic, ok bool) {
	open[t] = true
	defer delete(open, t)
	g = &generic{pointers: map[types.Type]string{}, targets: map[types.Type]types.Type{}, open: open}
	for p := range t.TypeParams().TypeParams() {
		name := p.Obj().Name()
		if name == "_" {
			name = "zP" + strconv.Itoa(len(g.names))
		}
		g.names = append(g.names, name)
		target := pointerCore(p.Constraint(), 0)
		if _, isParam := types.Unalias(target).(*types.TypeParam); target != nil && isParam && hasMethods(p, "MarshalMsg", "UnmarshalMsg") {
			g.pointers[types.Unalias(target)] = name
			g.targets[p] = types.Unalias(target)
		}
	}
	return g, g.sends(t.Underlying(), 0)
}

// sends reports whether all type parameters in t have methods.
func (g *generic) sends(t types.Type, depth int) bool {
	if depth > 50 {
		return false
	}
	switch u := types.Unalias(t).(type) {
	case *types.TypeParam:
		return g.pointers[u] != "" || g.targets[u] != nil
	case *types.Pointer:
		return g.sends(u.Elem(), depth+1)
	case *types.Slice:
		return g.sends(u.Elem(), depth+1)
	case *types.Array:
		return g.sends(u.Elem(), depth+1)
	case *types.Map:
		return g.sends(u.Key(), depth+1) && g.sends(u.Elem(), depth+1)
	case *types.Struct:
		for f := range u.Fields() {
			if _, isStruct := types.Unalias(f.Type()).(*types.Struct); isStruct || !g.sends(f.Type(), depth+1) {
				return false // the type of a helper could not name the parameters
			}
		}
	case *types.Named:
		if u.TypeArgs().Len() == 0 {
			return true
		}
		// An instance without methods would need a helper, whose type could not name them.
		if g.open[u.Origin()] {
			return true
		}
		_, ok := genericWithin(u.Origin(), g.open)
		for arg := range u.TypeArgs().Types() {
			if _, isParam := types.Unalias(arg).(*types.TypeParam); isParam && !ok {
				return false
			}
		}
	}
	return true
}

// pointerCore returns what all types of a constraint are pointers to, or nil.
func pointerCore(t types.Type, depth int) types.Type {
	constraint, ok := t.Underlying().(*types.Interface)
	if !ok || depth > 50 {
		return nil
	}
	for e := range constraint.EmbeddedTypes() {
		if u, ok := e.(*types.Union); ok && u.Len() == 1 {
			e = u.Term(0).Type()
		}
		if p, ok := types.Unalias(e).(*types.Pointer); ok {
			return p.Elem()
		}
		if target := pointerCore(e, depth+1); target != nil {
			return target
		}
	}
	return nil
}

// params returns the type parameters as a receiver has them.
func (g *generic) params() string {
	if g == nil {
		return ""
	}
	return "[" + strings.Join(g.names, ", ") + "]"
}

// typeParam resolves a type parameter.
func (r *resolver) typeParam(t *types.TypeParam) *value {
	g := r.owner.generic
	if g == nil {
		return nil
	}
	if name := g.pointers[t]; name != "" {
		return &value{form: formMethods, typ: t, cast: name}
	}
	target, _ := g.targets[t].(*types.TypeParam)
	if target == nil {
		return nil
	}
	return &value{form: formPointer, typ: t, elem: r.typeParam(target)}
}
