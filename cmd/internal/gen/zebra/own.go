package zebra

import (
	"go/types"
)

// This file looks for methods that are written by hand and have the names of generated ones.

// ownMethod returns a method of t in the sources that generated code would declare again, or nil.
func (r *resolver) ownMethod(t *types.Named, left map[string]bool) *types.Func {
	wanted := map[string]bool{"Msgsize": !left["size"]}
	wanted["MarshalMsg"] = r.opts.Marshal && !left["marshal"]
	wanted["UnmarshalMsg"] = r.opts.Marshal && !left["unmarshal"]
	wanted["UnmarshalMsgWithCfg"] = wanted["UnmarshalMsg"]
	wanted["EncodeMsg"] = r.opts.IO && !left["encode"]
	wanted["DecodeMsg"] = r.opts.IO && !left["decode"]
	for m := range t.Methods() {
		for name, ok := range wanted {
			if ok && m.Name() == r.opts.MethodPrefix+name && r.inSources(m) {
				return m
			}
		}
	}
	return nil
}

// inSources reports whether a method is declared in the files that code is generated for, and not
// in the output of an earlier run.
func (r *resolver) inSources(m *types.Func) bool {
	for _, file := range r.in.Sources {
		if file.FileStart <= m.Pos() && m.Pos() < file.FileEnd {
			return true
		}
	}
	return false
}

// keepsOwn leaves a type out whose methods are written by hand, if they are all that others
// call; some of them alone are a failure. It reports whether it did.
func (r *resolver) keepsOwn(obj *types.TypeName, left map[string]bool) bool {
	t, ok := obj.Type().(*types.Named)
	if !ok {
		return false
	}
	m := r.ownMethod(t, left)
	if m == nil {
		return false
	}
	p := r.opts.MethodPrefix
	if hasMethods(t, p+"MarshalMsg", p+"UnmarshalMsg") || !r.opts.Marshal && hasMethods(t, p+"EncodeMsg", p+"DecodeMsg") {
		r.warn(m.Pos(), obj.Name()+" is left out: it has a method "+m.Name()+" already")
		return true
	}
	r.fail(m.Pos(), obj.Name()+" has a method "+m.Name()+" already: leave the type out by //msgp:ignore "+obj.Name()+", or rename the method")
	return true
}
