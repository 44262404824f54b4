package gotypes

import "go/types"

// Receiver returns the named type for which the method is declared that a variable of type t has, or nil if it has
// none of this name. It is t itself unless the method is promoted from what t embeds.
func Receiver(t types.Type, name string) *types.Named {
	t = types.Unalias(t)
	if _, ok := t.Underlying().(*types.Interface); !ok {
		t = types.NewPointer(t)
	}
	sel := types.NewMethodSet(t).Lookup(nil, name)
	if sel == nil {
		return nil
	}
	r := sel.Obj().(*types.Func).Signature().Recv().Type()
	if p, ok := types.Unalias(r).(*types.Pointer); ok {
		r = p.Elem()
	}
	n, _ := types.Unalias(r).(*types.Named)
	return n
}

// Declares reports whether all of these methods are declared for t itself.
func Declares(t types.Type, names ...string) bool {
	self, ok := types.Unalias(t).(*types.Named)
	if !ok {
		return false
	}
	for _, name := range names {
		if r := Receiver(t, name); r == nil || r.Origin() != self.Origin() {
			return false
		}
	}
	return true
}
