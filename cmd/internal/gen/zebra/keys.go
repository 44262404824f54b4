package zebra

import (
	"go/types"

	"github.com/beve-org/beve-go/internal/plan/gotypes"
)

// This file is about the keys of structs, numbers or names. A method that does nothing says which of them the code of a
// type writes, so that nobody calls it who writes the others.

// keyMarker returns the name of that method.
func (o *Options) keyMarker() string {
	if o.Msgp {
		return "NamedMsg"
	}
	return "NumberedMsg"
}

// otherKeys reports whether t has code for the other keys. It counts for nothing, as in reflection.
func (r *resolver) otherKeys(t types.Type) bool {
	other := &Options{Msgp: !r.opts.Msgp}
	return gotypes.Declares(t, other.keyMarker())
}

// keyed reports whether structs that have keys are in what d writes; marker is the method by which types of elsewhere say so.
func (d *decl) keyed(marker string) bool { return d.keyedWithin(marker, map[*decl]bool{}) }

func (d *decl) keyedWithin(marker string, seen map[*decl]bool) bool {
	if d.isStruct && !d.tuple || d.functions {
		return true
	}
	if seen[d] {
		return false
	}
	seen[d] = true
	found := false
	look := func(v *value) {
		switch {
		case v.decl != nil:
			found = found || v.decl.keyedWithin(marker, seen)
		case v.form == formCases:
			found = true
		case v.form == formMethods: // of another file, or another package
			found = found || !hasMethods(v.typ, "MarshalMsg") || gotypes.Declares(v.typ, marker)
		}
	}
	d.value.walk(look)
	for _, f := range d.sent() {
		f.value.walk(look)
	}
	return found
}
